"""What Crungle's bots answer: turns, objections, bets, demonstrations; and how they judge positions."""

import subprocess
import sys
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from struckle_cli.core.bots import Budget, Scene
from struckle_cli.core.solution import Forecast, Limits
from struckle_cli.engine.playout import playout
from struckle_cli.engine.replayer import play
from struckle_cli.games.crungle import GAME, players
from struckle_cli.games.crungle.draft import deal
from struckle_cli.games.crungle.lookahead import PROVED, WIN, Lookahead
from struckle_cli.games.crungle.state import State
from struckle_cli.games.crungle.versus import foreseen, versus
from tests.games.crungle.helpers import fields_of, state_of

SKILL: Any = GAME.skill
SEATS = ("purple", "orange")
BOTS = ("greedy", "search")
SMALL = Budget(nodes=25)
QUICK = fields_of("G1 G5", "M5 M20 M11 M27", "orange=1 purple=9")
NO_WIN = fields_of("G7 G6", "M3 M10 I1 M19", "orange=3 purple=1")
LONG = fields_of("G2 G7", "M5 M11 M14 M15", "orange=4 purple=4")
PLAIN = fields_of("G1 G2", "M14 M15 M18 M2", "orange=1 purple=1")


def scene_of(fields: dict[str, Any], tokens: str = "") -> Scene:
    """The scene behind some tokens that may stand."""
    start, moves = state_of(fields), tokens.split()
    state, played = play(GAME, start, moves)
    assert played == len(moves)
    return Scene(game=GAME, setup=start.setup, start=start, state=state, tokens=moves)


def answer(bot: str, scene: Scene, seat: str | None = None, budget: Budget = SMALL, seed: int = 0) -> str:
    """What a bot answers; without a seat the one whose turn it is."""
    who = seat or GAME.to_move(scene.state)
    return str(getattr(SKILL, bot)(scene, who, budget, Random(seed)))


def after(scene: Scene, token: str) -> Scene:
    """The scene behind one more token, which has to be able to stand."""
    move = GAME.parse_move(token)
    assert GAME.why_illegal(scene.state, move) is None, token
    return replace(scene, state=GAME.apply(scene.state, move), tokens=[*scene.tokens, token])


def drawn(seed: int, plies: int = 8) -> Scene:
    """A position behind a few random turns of a random rule set; the game goes on there."""
    chance = Random(seed)
    fields = deal(chance, {})
    start = state_of(fields)
    tokens, states = playout(GAME, start, chance, plies)
    if states[-1].over is not None:
        tokens, states = tokens[:-1], states[:-1]
    return Scene(game=GAME, setup=start.setup, start=start, state=states[-1], tokens=tokens)


def exchanged(state: State) -> State:
    """The same position with the players' parts exchanged."""
    over = state.over
    pairs = {
        name: getattr(state, name)[::-1]
        for name in ("cells", "picks", "began", "ends", "visited", "violations", "objections")
    }
    end = None if over is None else replace(over, winner=1 - over.winner)
    return replace(state, side=1 - state.side, over=end, **pairs)


def winning(state: State) -> set[str]:
    """The turns that win at once."""
    moves = GAME.legal_moves(state)
    return {GAME.format_move(move) for move in moves if GAME.apply(state, move).over is not None}


def test_checking_records_does_not_pay_for_bots():
    """With the games nothing is imported that only players need."""
    code = "import sys, struckle_cli.games.crungle, struckle_cli.games.struggle; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.rpartition(".")[2] for name in ran.stdout.split() if name.startswith("struckle_cli.games")}
    assert "skill" in loaded
    assert loaded.isdisjoint({"players", "lookahead", "speaking", "worth", "odds", "chances", "versus"})


# What positions are worth.


@settings(max_examples=20)
@given(st.integers(0, 10**9))
def test_values_are_bounded_and_fair(seed):
    scene = drawn(seed, 30)
    _, states = playout(GAME, scene.state, Random(seed), 2)
    for state in (scene.state, *states):
        here = [SKILL.value(state, seat) for seat in SEATS]
        assert here[0] == -here[1]
        assert -1 <= here[0] <= 1
        assert [SKILL.value(exchanged(state), seat) for seat in SEATS] == here[::-1]
        if state.over is None:
            assert abs(here[0]) < 1


def test_finished_games_are_worth_all_or_nothing():
    won = scene_of(PLAIN, "M14:1 M14:1 M18:1 M18:1 M14:1").state
    assert GAME.outcome(won).winners == ("purple",)
    assert [SKILL.value(won, seat) for seat in SEATS] == [1, -1]


def test_who_is_nearer_to_a_goal_stands_better():
    ahead = scene_of(PLAIN, "M14:1 M2:2 M18:1")
    assert SKILL.value(ahead.state, "purple") < 0, "orange is off purple's cell, so purple starts again"
    near = scene_of(PLAIN, "M14:1 M14:1 M18:1 M18:1")
    assert SKILL.value(near.state, "purple") > SKILL.value(scene_of(PLAIN).state, "purple")


# Turns.


def test_wins_in_one_are_found():
    found = 0
    for seed in range(150):
        scene = drawn(seed, 16)
        wins = winning(scene.state)
        if not wins:
            continue
        found += 1
        for bot in BOTS:
            for budget in (SMALL, Budget(nodes=1), Budget(nodes=0)):
                assert answer(bot, scene, budget=budget) in wins, (seed, bot)
    assert found > 20


@settings(max_examples=15)
@given(st.integers(0, 10**9))
def test_answers_are_valid_turns_whatever_may_be_spent(seed):
    scene = drawn(seed)
    legal = {GAME.format_move(move) for move in GAME.legal_moves(scene.state)}
    budgets = [Budget(nodes=n) for n in (0, 1, 30)]
    budgets += [Budget(nodes=n, seconds=s) for n in (None, 20) for s in (0, 0.01)]
    for bot in BOTS:
        for budget in budgets:
            assert answer(bot, scene, budget=budget) in legal


@pytest.mark.parametrize("bot", BOTS)
def test_the_same_nodes_and_chance_give_the_same_answer(bot):
    for seed in range(5):
        scene = drawn(seed)
        answers = [[answer(bot, scene, seed=n) for n in range(6)] for _ in range(2)]
        assert answers[0] == answers[1]
    assert len({answer(bot, scene_of(PLAIN), seed=n) for n in range(20)}) > 1


def test_without_any_limit_the_usual_one_holds():
    for seed in range(2):
        scene = drawn(seed)
        assert answer("search", scene, budget=Budget(nodes=None)) == answer("search", scene, budget=Budget())


def slow_value(state: State, depth: int) -> float:
    """What a position is worth to its mover some plies deep, by the game's own steps alone."""
    side = SEATS[state.side]
    if not depth:
        return float(SKILL.value(state, side))
    return max(slow_turn(state, move, depth) for move in GAME.legal_moves(state))


def slow_turn(state: State, move: Any, depth: int) -> float:
    then = GAME.apply(state, move)
    if then.over is not None:
        return WIN
    value = -slow_value(then, depth - 1)
    return value - 1 if value > PROVED else value + 1 if value < -PROVED else value


@pytest.mark.parametrize("seed", range(6))
def test_looking_ahead_is_minimax(seed):
    scene = drawn(seed, 10)
    search = Lookahead(scene.state, 10**6)
    turns = search._first(None)
    for depth in (1, 2):
        if turns[0][0] >= PROVED:
            break
        search._deepen(turns, depth)
        slow = {
            GAME.format_move(move): slow_turn(scene.state, move, depth + 1)
            for move in GAME.legal_moves(scene.state)
        }
        best = max(slow.values())
        if abs(best) > PROVED:
            assert turns[0][0] == best
            break
        assert turns[0][0] == pytest.approx(best)
        top = {token for value, token, _ in turns if value == turns[0][0]}
        assert top == {token for token, value in slow.items() if value == pytest.approx(best)}
        assert {token for _, token, _ in turns} == set(slow)


def test_a_proved_win_is_played_out_against_every_reply():
    found = versus(scene_of(QUICK).state, Limits(states=20_000))
    assert (found.value, found.plies) == ("win", 5)
    for budget in (Budget(nodes=20_000), Budget(nodes=100)):  # by the proof, and by looking ahead
        follow(scene_of(QUICK), 5, budget)


def follow(scene: Scene, plies: int, budget: Budget) -> None:
    """The bot moves and wins within so many plies, whatever is replied."""
    assert plies > 0
    scene = after(scene, answer("search", scene, budget=budget))
    if scene.state.over is None:
        for move in GAME.legal_moves(scene.state):
            replied = after(scene, GAME.format_move(move))
            assert replied.state.over is None
            follow(replied, plies - 2, budget)


@pytest.mark.parametrize("nodes", [0, 1, 50])
def test_what_is_proved_balanced_is_kept_so(monkeypatch, nodes):
    """Of turns that hold the balance one is taken, however others look."""
    for seed in range(4):
        scene = drawn(seed)
        tokens = sorted(GAME.format_move(move) for move in GAME.legal_moves(scene.state))[:2]
        proved = Forecast(decided=True, to_move="purple", value="neither", best=tokens[0])
        monkeypatch.setattr(players, "foreseen", lambda state, limits, told=(proved, tokens): told)
        assert answer("search", scene, budget=Budget(nodes=nodes)) in tokens


@pytest.mark.parametrize(("seed", "plies"), [(9, 4), (150, 6), (172, 4)])
def test_who_loses_for_sure_puts_it_off(seed, plies):
    scene = drawn(seed, 14)
    found, tokens = foreseen(scene.state, Limits(states=1_500))
    assert (found.value, found.plies) == ("loss", plies)
    assert 0 < len(tokens) < len(GAME.legal_moves(scene.state))
    for nodes in (50, 1_500):  # by looking ahead, and by the proof
        assert answer("search", scene, budget=Budget(nodes=nodes)) in tokens


def test_all_equally_good_first_moves_are_known():
    for seed in range(25):
        scene = drawn(seed, 12)
        found, tokens = foreseen(scene.state, Limits(states=3_000))
        assert bool(tokens) == found.decided
        if not found.decided:
            continue
        assert found.best == min(tokens)
        for token in tokens:
            state = after(scene, token).state
            if state.over is not None:
                assert (found.value, found.plies) == ("win", 1)
            elif found.value == "win":
                behind = versus(state, Limits(states=30_000))
                assert (behind.value, behind.plies) == ("loss", found.plies - 1)


# Objections.


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(
    ("tokens", "objected"),
    [
        ("M2:2", False), ("M2:9", True), ("M14:1", False), ("M14:9", True), ("M5:4", True), ("pass", True),
        ("M2:9?", False), ("M14:1?", False), ("M14:1 M2:2 M14:1", True), ("M14:1 M2:9 M18:4", False),
        ("M14:1 M2:9 M18:4 M2:5", True), ("M2:9 bet:purple decline", True),
        ("M2:2 bet:purple decline", False), ("M2:9 bet:purple decline bet:orange decline", True),
        ("M2:9 bet:purple", False), ("M2:9 bet:purple accept", False), ("M2:9 bet:purple accept (", False),
    ],
)  # fmt: skip
def test_objections_are_made_where_they_are_upheld(bot, tokens, objected):
    scene = scene_of(PLAIN, tokens)
    assert (answer(bot, scene) == "?") == objected
    assert GAME.mark is not None
    if objected:
        marked = GAME.mark(scene.tokens, "?")
        upheld = scene_of(PLAIN, " ".join(marked)).state
        assert sum(upheld.violations) == sum(scene.state.violations) + 1


@pytest.mark.parametrize("bot", BOTS)
def test_a_stolen_win_is_objected_to_by_the_loser_alone(bot):
    before = "M14:1 M14:1 M18:1 M18:1"
    stolen, fair = scene_of(PLAIN, f"{before} M18:1"), scene_of(PLAIN, f"{before} M14:1")
    assert stolen.state.over is not None
    assert (answer(bot, stolen, "orange"), answer(bot, stolen, "purple")) == ("?", "")
    assert (answer(bot, fair, "orange"), answer(bot, fair, "purple")) == ("", "")


@pytest.mark.parametrize("bot", BOTS)
def test_who_has_made_an_invalid_move_says_nothing(bot):
    scene = scene_of(PLAIN, "M2:9")
    assert (answer(bot, scene, "purple"), answer(bot, scene, "orange")) == ("", "?")


@settings(max_examples=10)
@given(st.integers(0, 10**9))
def test_a_bot_never_does_wrong_itself(seed):
    """Against moves of any kind its own are valid, and every objection of its is upheld."""
    chance = Random(seed)
    scene = drawn(seed, 4)
    bot = SEATS[scene.state.side]
    for _ in range(12):
        if scene.state.over is not None:
            break
        if GAME.to_move(scene.state) != bot:
            pick, cell = chance.choice((*scene.setup.rules[:1], 2, 14)), chance.randrange(1, 10)
            wild = f"M{pick}:{cell}" if pick <= 30 else "pass"
            scene = after(scene, wild)
            continue
        said = answer("greedy", scene, bot, Budget(nodes=5))
        if said == "?":
            tokens = GAME.mark(scene.tokens, "?")
            before = scene.state.violations
            scene = replace(scene, tokens=tokens, state=play(GAME, scene.start, tokens)[0])
            assert sum(scene.state.violations) == sum(before) + 1
        else:
            assert GAME.warning(scene.state, GAME.parse_move(said)) is None
            scene = after(scene, said)
    mine = SEATS.index(bot)
    assert (scene.state.violations[mine], scene.state.objections[mine]) == (0, 0)


# Bets.


@pytest.mark.parametrize("bot", BOTS)
def test_a_bet_is_accepted_where_a_win_can_be_shown_and_shown_it_is(bot):
    for fields in (PLAIN, QUICK, LONG):
        for bettor in SEATS:
            other = SEATS[1 - SEATS.index(bettor)]
            scene = scene_of(fields, f"bet:{bettor}")
            scene = after(scene, answer(bot, scene, other, Budget()))
            assert scene.tokens[-1] == "accept"
            for _ in range(30):
                if scene.state.over is not None:
                    break
                scene = after(scene, answer(bot, scene, other, Budget()))
            assert GAME.outcome(scene.state).winners == (other,)
            assert GAME.outcome(scene.state).reason == "bet"


@pytest.mark.parametrize("bot", BOTS)
def test_a_bet_is_declined_where_no_win_is_possible_or_none_was_found(bot):
    assert answer(bot, scene_of(NO_WIN, "bet:purple"), "orange", Budget()) == "decline"
    assert answer(bot, scene_of(LONG, "bet:purple"), "orange", Budget(nodes=1)) == "decline"


def test_a_demonstration_goes_on_from_where_others_have_brought_it():
    scene = scene_of(QUICK, "bet:purple accept (")
    other = GAME.format_move(GAME.legal_moves(scene.state)[-2])
    scene = after(scene, other)
    while scene.state.over is None:
        scene = after(scene, answer("search", scene))
    assert GAME.outcome(scene.state).winners == ("orange",)
    failed = scene_of(PLAIN, "bet:purple accept ( M2:9")
    assert answer("greedy", failed) == ")"
