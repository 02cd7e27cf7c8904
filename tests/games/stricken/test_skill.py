"""Bots of Stricken: what positions are worth, what is answered, and that nothing hidden is known."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from struckle_cli.core.bots import Budget, Scene
from struckle_cli.engine.bots import at_random
from struckle_cli.games.stricken import GAME
from struckle_cli.games.stricken.board import NAMES, SEATS, SHELLS
from struckle_cli.games.stricken.moves import DRIFT, Pass, Seal
from struckle_cli.games.stricken.searching import QUIET, Meter, Search
from struckle_cli.games.stricken.setup import Terms
from struckle_cli.games.stricken.state import TURNS, Orders, Plan, State
from struckle_cli.games.stricken.turns import desk_of
from struckle_cli.games.stricken.weighing import Eye
from struckle_cli.replay.commitments import sealed
from struckle_cli.services.scenes import scene_of
from tests.games.stricken.helpers import blind, bound, placed, play, tokens
from tests.games.stricken.setups import CLOSE, DEFAULT, MIXED, hidden
from tests.games.stricken.test_worlds import HASH, filled, imagined, random_record

SKILL = GAME.skill
assert SKILL is not None
assert SKILL.greedy is not None
assert SKILL.search is not None
value, greedy, search = SKILL.value, SKILL.greedy, SKILL.search
BOTS = {"greedy": greedy, "search": search}
FEW = Budget(nodes=60)


def scene_in(state: State, moves: Sequence[str] = ()) -> Scene:
    return Scene(game=GAME, setup=None, start=state, state=state, tokens=moves)


def answer(name: str, state: State, nodes: int = 300, seed: int = 0) -> str:
    return BOTS[name](scene_in(state), SEATS[state.side], Budget(nodes=nodes), random.Random(seed))


def walks(fields: dict[str, Any], seed: int, step: int = 9) -> list[State]:
    """Positions of a random game, with a liking for orders and for what happens."""
    chance, state, found = random.Random(f"skill/{seed}"), bound(fields), list[State]()
    while legal := tokens(state):
        if state.ply % step == 0:
            found.append(state)
        strong = [token for token in legal if "x" in token or ":" in token]
        state = GAME.apply(state, GAME.parse_move(chance.choice(strong or legal)))
    return [*found, state]


# --- what positions are worth --------------------------------------------------------------------


@pytest.mark.parametrize("fields", [DEFAULT, CLOSE, MIXED, hidden(DEFAULT, "black")])
def test_what_a_position_is_worth_lies_between_lost_and_won_and_is_opposite_for_the_other_side(
    fields: dict[str, Any],
) -> None:
    for seed in range(3):
        for state in walks(fields, seed):
            white, black = value(state, "white"), value(state, "black")
            assert white == -black
            ended = GAME.outcome(state)
            if ended is None:
                assert -1 < white < 1
            else:
                assert white == (0 if not ended.winners else 1 if "white" in ended.winners else -1)


def exchanged(state: State) -> State:
    """The position with the sides exchanged, on the same turn."""
    half = slice(SHELLS, None), slice(None, SHELLS)

    def swapped(row: Any) -> Any:
        return row[half[0]] + row[half[1]]

    def crossed(orders: Orders) -> Orders:
        return tuple(replace(order, plans=tuple(_crossed(plan) for plan in order.plans)) for order in orders)

    return replace(
        state, ply=state.ply ^ 1, where=swapped(state.where), beads=swapped(state.beads),
        revealed=swapped(state.revealed), known=swapped(state.known), power=swapped(state.power),
        wards=swapped(state.wards), damage=swapped(state.damage), points=state.points[::-1],
        sapped=(state.sapped >> SHELLS) | (state.sapped & (1 << SHELLS) - 1) << SHELLS,
        suffered=state.suffered[::-1], used=state.used[::-1],
        orders=(crossed(state.orders[1]), crossed(state.orders[0])),
    )  # fmt: skip


def _crossed(plan: Plan) -> Plan:
    return Plan(plan.kind, _other(plan.actor), plan.aim if plan.kind == DRIFT else _other(plan.aim))


def _other(shell: int) -> int:
    return shell if shell < 0 else (shell + SHELLS) % (2 * SHELLS)


@pytest.mark.parametrize("fields", [DEFAULT, CLOSE, MIXED, hidden(DEFAULT, "white")])
def test_a_position_is_worth_the_same_to_both_sides_when_they_are_exchanged(fields: dict[str, Any]) -> None:
    for state in walks(fields, 7, step=5)[:-1]:
        other = exchanged(state)
        assert exchanged(other) == state
        assert value(other, "black") == pytest.approx(value(state, "white"), abs=1e-12)


def test_shells_buffs_and_abilities_are_worth_something_and_damage_costs() -> None:
    even = placed(w1="1a1 IWPS W1", w2="1c1", b1="5a1 IWPS W1", b2="5c1")
    assert value(even, "white") == 0
    better = [
        placed(w1="1a1 IWPS W1", w2="1c1", w3="1e1", b1="5a1 IWPS W1", b2="5c1"),
        placed(w1="1a1 IWPS W2", w2="1c1", b1="5a1 IWPS W1", b2="5c1"),
        placed(w1="1a1 IWPS P2 W1", w2="1c1", b1="5a1 IWPS W1", b2="5c1"),
        placed(w1="1a1 IWPS W1", w2="1c1", b1="5a1 IWPS W1 D1", b2="5c1"),
        placed(w1="1a1 IWPS W1", w2="1c1", b1="5a1 I W1", b2="5c1"),
        placed(w1="1a1 IWPS W1", w2="1c1", b1="5a1 IWPS W1 sapped", b2="5c1"),
    ]
    assert all(value(state, "white") > 0 for state in better)


def test_a_hidden_bead_is_worth_less_than_a_full_and_more_than_an_empty_one() -> None:
    """What may be there counts as likely as it is; what was shown counts as there."""

    def worth(bead: str, *, unseen: bool = False, shown: int = 0) -> float:
        state = placed(w1="1a1", b1=f"5a1 {bead}")
        if unseen:
            state = replace(blind(state, "black"), known=bytes([0] * 12 + [shown] + [0] * 11))
        return value(state, "black")

    assert worth("I") < worth("I", unseen=True) < worth("I", unseen=True, shown=4) < worth("IWPS")


# --- what is answered ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("fields", [DEFAULT, CLOSE, MIXED], ids=["default", "close", "mixed"])
def test_answers_are_legal_whatever_is_hidden(name: str, fields: dict[str, Any]) -> None:
    for seed in range(5):
        chance = random.Random(f"{name}/{seed}")
        document = random_record(fields, chance, 5 + 9 * seed)
        state = play(bound(fields), *document.moves)
        if GAME.outcome(state) is not None:
            continue
        seat = SEATS[state.side]
        scene = scene_of(document, GAME, seat)
        for budget in (Budget(nodes=1), Budget(nodes=40), Budget(nodes=None, seconds=0.0)):
            assert BOTS[name](scene, seat, budget, chance) in tokens(state)


@pytest.mark.parametrize("name", BOTS)
def test_who_does_not_even_know_the_own_side_answers_what_nothing_visible_excludes(name: str) -> None:
    """A record may hide both sides' beads and orders from who looks at it."""
    state = bound(hidden(CLOSE, "white", "black"))
    for token in ("1a2x2a2", "pass", HASH, HASH, "pass", "pass", "pass", "pass"):
        found = answer(name, state, 40)
        assert found in tokens(state)
        assert ":" not in found, "no ability is known"
        state = GAME.apply(state, GAME.parse_move(token))
        if state.ply == 6:
            break
    late = play(bound(hidden(CLOSE, "white")), HASH, "pass", "pass", "pass", "pass", "pass")
    assert answer(name, late, 40) in [token for token in tokens(late) if token[0] == "="]


@pytest.mark.parametrize("name", BOTS)
def test_an_answer_depends_on_nothing_that_is_hidden(name: str) -> None:
    """Other beads and orders that are possible are put in place of the other side's: nothing changes."""
    changed = 0
    for seed in range(6):
        chance = random.Random(seed)
        document = random_record(MIXED if seed % 2 else DEFAULT, chance, 6 + 4 * seed)
        seat = SEATS[len(document.moves) % 2]
        scene = scene_of(document, GAME, seat)
        if GAME.outcome(scene.state) is not None:
            continue
        first = BOTS[name](scene, seat, FEW, random.Random(seed))
        assert BOTS[name](scene, seat, FEW, random.Random(seed)) == first
        for _ in range(3):
            world = imagined(scene.state, chance)
            other = filled(document, scene, 1 - SEATS.index(seat), world)
            changed += other.setup != document.setup or other.moves != document.moves
            again = scene_of(other, GAME, seat) if "=void" not in document.moves else scene
            assert again.state == scene.state
            assert BOTS[name](again, seat, FEW, random.Random(seed)) == first
    assert changed > 5


@pytest.mark.parametrize("name", BOTS)
def test_a_committed_record_gives_the_same_scene_and_answer_as_an_open_one(name: str) -> None:
    moves = ["1b1-2b1", "F3[5c1-4c1]", "F2[1c1:W]", "5d1-4d1"]
    document = replace(random_record(DEFAULT, random.Random(0), 0), moves=moves)
    assert GAME.secrets is not None
    keys = [secret.key for secret in GAME.secrets.find(document.setup, document.moves)]
    made = sealed(document, GAME, keys)
    openings = [opening for kept in made.secrets.values() for opening in kept]
    for seat in SEATS:
        shown, closed = scene_of(document, GAME, seat), scene_of(made.document, GAME, seat, openings)
        assert closed.state == shown.state
        if seat == "white":
            answers = {BOTS[name](scene, seat, FEW, random.Random(3)) for scene in (shown, closed)}
            assert len(answers) == 1


# --- what is found -------------------------------------------------------------------------------

WINS = {
    "the last shell": (placed(w1="1a1 I W1", w2="3c3", b1="1a2 I"), {"1a1x1a2"}),
    "both by one pulse": (placed(w1="1b1 P", w2="5c3", b1="1a1 IWPS", b2="1c1 IWPS"), {"1b1:P"}),
    "a damaged one by Sap": (placed(w1="1a1 IS", b1="1a2 I P9 W3 D1"), {"1a1:S1a2"}),
    "a claim": (placed(w1="1a1", b1="1a2", terms=Terms(claim_at=11, claim_lead=0)), {"claim"}),
    "the last word": (
        placed(TURNS, "black", w1="1a1 I W4", w2="3c3", b1="1a2 I P2 W9", b2="5e5"), {"1a2x1a1"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("case", WINS)
def test_a_win_at_once_is_found(name: str, case: str) -> None:
    state, expected = WINS[case]
    assert answer(name, state) in expected
    after = GAME.outcome(play(state, *expected))
    assert after is not None
    assert after.winners == (SEATS[state.side],)


def test_a_blow_that_would_end_the_game_the_wrong_way_is_left_out() -> None:
    """An Attack that destroys both last shells leaves the points to decide, and they say black."""
    state = replace(placed(w1="1a1 I", b1="1a2 I"), points=(11, 14))
    for name in BOTS:
        assert answer(name, state) != "1a1x1a2"


def test_search_stops_a_claim_that_would_be_made_on_the_next_turn() -> None:
    """Black may claim unless white takes a point; a Sap of a strong shell would win more, but for that."""
    terms = Terms(claim_at=8, claim_lead=3)
    shells = {"w1": "1a1 I W1", "w2": "3c3 S", "b1": "1a2 I", "b2": "3c2 IWPS P9 W9", "b3": "5e5 I"}
    far, near = (replace(placed(terms=terms, **shells), points=points) for points in ((5, 7), (5, 8)))
    assert value(near, "white") < value(far, "white") - 0.3
    assert value(replace(near, ply=near.ply + 1), "black") > 0.9
    assert answer("greedy", near) == "3c3:S3c2"
    assert answer("search", near) == "1a1x1a2"
    assert answer("search", near, nodes=1) == "1a1x1a2"


def test_search_does_not_step_where_it_is_destroyed_for_nothing() -> None:
    """Greedy is drawn to the enemy that has shown Pulse; search waits, or keeps away."""
    state = placed(w1="1a1 I", w2="1e1 I", b1="1a3 P P3 W5", b2="5e5 I")
    assert "1a1-1a2" in {answer("greedy", state, seed=seed) for seed in range(30)}
    seen = replace(blind(state, "black"), revealed=bytes([0] * 12 + [4] + [0] * 11))
    seen = replace(seen, known=seen.revealed)
    for seed in range(5):
        assert "-1a2" not in answer("search", seen, seed=seed)


def test_search_flees_or_fights_when_a_shell_is_about_to_be_lost() -> None:
    """b1 has shown Pulse and stands beside w1 and w2, which can do nothing to it."""
    state = placed(w1="1a1 I", w2="1c1 I", w3="5a5 I", w4="5c5 I", b1="1b1 P P3 W9", b2="3e3 I", b3="3e5 I")
    found = {answer("search", state, seed=seed) for seed in range(5)}
    assert found <= {"1a1-1a2", "1a1-2a1", "1c1-1c2", "1c1-1d1", "1c1-2c1"}


def test_a_threat_from_which_one_can_flee_wins_nothing() -> None:
    """Black's b1 stands beside a strong Pulse; black also has moves that promise more than a flight."""
    state = placed(
        to_move="black", w1="3c3 P P3 W9", b1="3c4 I", b2="5a1 IW", b3="5b1 IW", b4="5a2 IW", b5="5e1 IW",
        b6="5e2 IW", b7="1a1 W", b8="1a2 I",
    )  # fmt: skip
    desk = desk_of(state)
    eye = Eye(desk, state.turn)
    quiet = sorted(eye.quiet(desk, 1), key=lambda gain: gain[0], reverse=True)
    assert all(NAMES[action.source] != "3c4" for _, action in quiet[:QUIET])
    waits = desk_of(replace(state, ply=state.ply + 1))
    loses = Search(eye, Meter(Budget())).look(waits, state.ply + 1, 0, -99, 99, 0.0)
    assert loses > 1, "white to move destroys it"
    assert Search(eye, Meter(Budget())).look(desk, state.ply, 1, -99, 99, 0.0) > -0.3


def test_search_reckons_with_its_own_order_and_with_a_hidden_one() -> None:
    start = placed(w1="1a1 P P2", w2="3c3 I", b1="1a3 I", b2="5e5 I")
    state = play(start, "F2[1a1-1a2]", HASH, "pass", "pass")
    assert answer("search", state) == "=1a1-1a2", "there is no choice on a due turn"
    waits = play(start, "F3[3c3-3c2]", HASH)
    for seed in range(3):
        assert answer("search", waits, seed=seed) in tokens(waits)


def best(state: State, low: float = -2, high: float = 2) -> float:
    """What the side to move comes to with best play, everything in the open: 1 won, 0 drawn, -1 lost."""
    ended = GAME.outcome(state)
    if ended is not None:
        return 0 if not ended.winners else 1 if ended.winners[0] == SEATS[state.side] else -1
    for move in sorted(GAME.legal_moves(state), key=lambda move: isinstance(move, Seal)):
        low = max(low, -best(GAME.apply(state, move), -high, -low))
        if low >= high:
            break
    return low


LATE = [
    placed(TURNS - 2, w1="1a1 P P2 W1", b1="1a3 I"),
    placed(TURNS - 2, w1="1a1 PS", b1="1b2 P W1"),
    placed(TURNS - 2, "black", w1="1a2 WP", b1="1a1 I P2"),
]


@pytest.mark.parametrize("state", LATE)
def test_no_order_is_better_than_waiting(state: State) -> None:
    """Why bots seal none: the due turn could be used for the same action, or for another one."""
    waits = best(GAME.apply(state, Pass()), -2, 2)
    sealings = [move for move in GAME.legal_moves(state) if isinstance(move, Seal)]
    assert sealings
    for move in sealings:
        assert -best(GAME.apply(state, move)) <= -waits


# --- budgets, and how strong they are ------------------------------------------------------------


def test_more_nodes_are_looked_at_only_if_they_are_granted(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0
    kept = Eye.fights

    def counted(self: Eye, *args: Any) -> Any:
        nonlocal looked
        looked += 1
        return kept(self, *args)

    monkeypatch.setattr(Eye, "fights", counted)
    state = walks(CLOSE, 3)[1]
    counts = []
    for nodes in (1, 100, 1000):
        looked = 0
        answer("search", state, nodes)
        counts.append(looked)
    assert counts[1] - counts[0] < 3 * 100
    assert 900 < counts[2] - counts[0] < 3 * 1000


def game(white: Any, black: Any, seed: int, nodes: int) -> float:
    """A game between two bots that see what their seats may see: 1 if white wins, 0 if black does."""
    fields = GAME.deal(random.Random(seed), {})  # type: ignore[misc]
    states = [bound(hidden(fields, "black")), bound(hidden(fields, "white")), bound(fields)]
    while (ended := GAME.outcome(states[2])) is None:
        side = states[2].side
        chance = random.Random(f"{seed} {states[2].ply}")
        token = (white, black)[side](scene_in(states[side]), SEATS[side], Budget(nodes=nodes), chance)
        shown = [HASH if token[0] == "F" and side != seat else token for seat in (0, 1)] + [token]
        states = [GAME.apply(state, GAME.parse_move(text)) for state, text in zip(states, shown, strict=True)]
    return 0.5 if not ended.winners else float(ended.winners[0] == "white")


@pytest.mark.parametrize(("better", "worse"), [(greedy, at_random), (search, greedy)])
def test_the_stronger_bot_wins(better: Any, worse: Any) -> None:
    score = sum(game(better, worse, seed, 25) + 1 - game(worse, better, seed, 25) for seed in range(3))
    assert score >= 4.5
