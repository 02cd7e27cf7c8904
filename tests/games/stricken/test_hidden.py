"""Hidden beads and orders: exactly what the visible record does not exclude is legal.

The slow derivation fills in everything hidden in every way; in small positions, or that takes too long.
"""

import os
import random
from typing import Any

import pytest
from msgspec.structs import replace

from struckle_cli.games.stricken import GAME
from struckle_cli.games.stricken.board import BEADS, NAMES, OFF
from struckle_cli.games.stricken.setup import Terms
from struckle_cli.games.stricken.state import State
from tests.games.stricken import slow, slow_hidden
from tests.games.stricken.helpers import blind, bound, code, number, placed, play, refused, tokens
from tests.games.stricken.setups import CLOSE, DEFAULT, hidden

HASH = "F[#" + "0123456789abcdef" * 4 + "]"
REBUILT = Terms(rebuilt=True)


def twin(state: State) -> slow_hidden.World:
    """The same start for the slow derivation: hidden beads as IWPS, and what is known of them as needs."""
    shells, needs = {}, set()
    for shell in range(24):
        name = (slow.SIDES[shell // 12], shell % 12 + 1)
        bead = state.beads[shell]
        point = None if state.where[shell] == OFF else NAMES[state.where[shell]]
        shells[name] = slow.Body(
            point, "IWPS" if bead is None else BEADS[bead], state.power[shell] - 1, state.wards[shell],
            state.damage[shell], bool(state.sapped >> shell & 1), BEADS[state.revealed[shell]],
        )  # fmt: skip
        if bead is None:
            needs |= {(name, sign) for sign in BEADS[state.known[shell]]}
    position = slow.Position(
        shells, state.ply, dict(zip(slow.SIDES, state.points, strict=True)),
        dict(zip(slow.SIDES, state.suffered, strict=True)),
        claim_at=state.terms.claim_at, claim_lead=state.terms.claim_lead,
    )  # fmt: skip
    return position, frozenset(needs)


def shown(state: State, **beads: str) -> State:
    """The state in which shells of hidden beads have shown what is given."""
    revealed = bytearray(state.revealed)
    for name, letters in beads.items():
        revealed[number(name)] = BEADS.index(letters)
    return replace(state, revealed=bytes(revealed), known=bytes(revealed))


CORNER = {"w1": "1a1", "w2": "1b1", "b1": "1a3", "b2": "5e5"}
NARROW = {"w1": "1a1 W2", "w2": "1b1", "b1": "1a2 W2", "b2": "1b2"}
SEEDS = int(os.environ.get("STRICKEN_SEEDS", "2"))
"""Games from each start; both numbers can be raised for a long run."""
STARTS = {
    "orders only": placed(**CORNER),
    "one shell": placed(w1="1a1", b1="5e5"),
    "white's beads": blind(placed(**CORNER), "white"),
    "all beads": blind(placed(**NARROW), "white", "black"),
    "near the end": blind(placed(turn=57, **CORNER), "white"),
    "different beads": blind(placed(terms=REBUILT, **NARROW), "white", "black"),
    # Some shells have shown so much that little is left for the rest.
    "little room": shown(
        blind(placed(terms=REBUILT, w1="1a1 W1", w2="1b1", b1="1a2 W2", b2="1b2"), "white"),
         w1="I", w2="P", w3="IWP", w4="IWPS", w5="IWS", w6="IPS", w7="WPS", w8="IW",
    ),
    "no room": shown(
        blind(placed(terms=REBUILT, w1="1a1 W1", w2="1b1", b1="1a2 W2", b2="1b2"), "white"),
        w1="WP", w2="IP", w3="IWP", w4="IWPS", w5="IWS", w6="IPS", w7="WPS", w8="IW",
    ),
}  # fmt: skip
MOST = int(os.environ.get("STRICKEN_WAYS", "60"))
"""Ways to fill in a record, up to which a game is followed."""


def _compared(state: State, known: list[slow_hidden.World], differing: set[str]) -> list[str]:
    """Check what is legal and whether that is certain; the legal tokens."""
    expected, tried = set(), set()
    for position, needs in known:
        legal = slow.legal_tokens(position)
        tried |= set(legal)
        expected |= {
            token for token in legal
            if slow_hidden.fits(needs | slow_hidden.used(position, token), differing)
        }  # fmt: skip
    listed = tokens(state)
    assert set(listed) == expected
    for token in tried:
        assert (code(state, token) is None) == (token in expected), token
    assert (code(state, HASH) is None) == bool(slow_hidden.after(known, HASH, differing))
    is_blind = state.hidden(state.side)
    assert GAME.certain is not None
    assert GAME.certain(state) == (len(slow_hidden.listings(known, is_blind, differing)) == 1)
    return listed


@pytest.mark.parametrize("name", STARTS)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_what_the_visible_record_does_not_exclude_is_legal(name: str, seed: int) -> None:
    state, chance = STARTS[name], random.Random(f"{name}/{seed}")
    differing = {seat for side, seat in enumerate(slow.SIDES) if state.terms.rebuilt and state.hidden(side)}
    known = [twin(state)]
    for _ in range(16):
        legal = _compared(state, known, differing)
        if not legal:
            break
        token = chance.choice(legal)
        if code(state, HASH) is None and chance.random() < (0.5 if len(known) < 30 else 0.1):
            token = HASH
        due = [text for text in legal if text[0] == "="]
        if due and chance.random() < 0.7:
            token = chance.choice(due)
        state = GAME.apply(state, GAME.parse_move(token))
        known = slow_hidden.after(known, token, differing)
        if len(known) > MOST:
            break


# --- what each rule means where something is hidden --------------------------------------------


def test_an_ability_of_a_hidden_bead_is_possible_and_shows_the_capability() -> None:
    state = blind(placed(w1="1a1", w2="1b1", b1="1a2"), "white")
    for token in ("1a1:I", "1a1:W", "1a1:P", "1a1:S1a2", "F2[1a1:S1a2]"):
        assert code(state, token) is None
    assert play(state, "1a1:W").revealed[0] == play(state, "1a1:W").known[0] == 2
    assert GAME.certain is not None
    assert not GAME.certain(state)


def test_what_is_visible_is_checked_all_the_same() -> None:
    state = blind(placed(w1="1a1 sapped", w2="1c1", b1="1a2"), "white", "black")
    refused(state, "1a1:P", "sapped")
    refused(state, "1c1:I", "no-ally")
    refused(state, "1c1:P", "no-neighbour")
    refused(state, "1a1-1a2", "occupied")
    refused(state, "claim", "claim-early")
    refused(state, "=void", "not-due")


def test_nothing_hidden_decides_where_nobody_has_company() -> None:
    state = blind(placed(w1="1a1", w2="1c1", b1="5e5"), "white", "black")
    assert GAME.certain is not None
    assert GAME.certain(state), "no ability has what it needs around it"
    assert not GAME.certain(play(state, HASH, "pass")), "which actor and which turn is taken nobody knows"


def test_an_order_in_the_open_says_what_a_hidden_bead_holds() -> None:
    state = play(blind(placed(w1="1a1", w2="1b1", b1="5e5"), "white"), "F2[1a1:I]")
    assert (state.known[0], state.revealed[0]) == (1, 0)


def test_three_hidden_orders_and_no_more() -> None:
    state = play(placed(w1="1a1", w2="1c1", w3="1e1", b1="5e5"), HASH, "pass", HASH, "pass", HASH, "pass")
    due = [order.dues for order in state.orders[0]]
    assert due == [(4,), (5,), (6,)], "sealed on three turns in a row each has to wait three turns"
    assert all(token.startswith("=") for token in tokens(state))
    refused(state, HASH, "due-turn", "turn 1")
    after = play(state, "=1a1-1a2", "pass", "=1e1-1e2", "pass", "=1c1-1c2", "pass")
    refused(after, HASH, "no-orders-left")


def test_a_hidden_order_is_resolved_on_the_second_or_third_turn() -> None:
    state = play(placed(w1="1a1", b1="5e5"), HASH, "pass")
    refused(state, "=1a1-1a2", "not-due")
    state = play(state, "pass", "pass")
    assert {"pass", "=1a1-1a2", "1a1-1a2", "F2[1a1-1a2]"} & set(tokens(state)) == {
        "pass", "=1a1-1a2", "1a1-1a2",
    }, "the only shell is the actor of the hidden order"  # fmt: skip
    refused(state, "=void", "foretold", "turn 1")
    late = play(state, "pass", "pass")
    assert set(tokens(late)) == {"=1a1-1a2", "=1a1-1b1", "=1a1-2a1"}
    refused(late, "pass", "due-turn")
    refused(late, "=1a1-1a3", "not-adjacent")


def test_what_comes_of_a_hidden_order_could_have_been_sealed() -> None:
    start = placed(w1="1a1", w2="3c3", b1="1b2", b2="5e5")
    state = play(start, HASH, "1b2-1b1", "pass", "pass")
    refused(state, "=1a1x1b1", "foretold", "turn 1")
    assert code(state, "=1a1-1a2") is None
    assert code(state, "=void") is None, "1a1-1b1 was legal then and is not now"
    refused(play(start, HASH, "pass", "pass", "pass"), "=void", "foretold")


def test_the_actor_of_a_resolved_hidden_order_was_not_that_of_another_one() -> None:
    start = placed(w1="1a1", w2="1c1", b1="5e5")
    state = play(start, HASH, "pass", HASH, "pass", "=1a1-1a2", "pass")
    assert {token[:4] for token in tokens(state)} >= {"=1c1", "1a2-"}
    refused(state, "=1a2-1a1", "foretold")
    assert not [token for token in tokens(state) if token.startswith("=1a2")]


def test_an_order_of_which_all_is_known_still_leaves_out_its_actor() -> None:
    state = play(placed(w1="1a1", w2="1c1", b1="5e5"), "F3[1a1-1a2]", "pass", HASH, "pass")
    assert {plan.actor for plan in state.orders[0][1].plans} == {0, 1}, "as it was sealed"
    state = play(state, "pass", "pass", "=1a1-1a2", "pass")
    assert {plan.actor for plan in state.orders[0][0].plans} == {1}


def test_different_beads_leave_no_room_for_some_abilities() -> None:
    state = STARTS["little room"]
    refused(state, "1a1:W", "bead-excluded", "white's shell 1", "Ward")
    refused(state, "F2[1a1:W]", "bead-excluded")
    assert code(state, "1a1:I") is None
    free = replace(state, terms=Terms())
    assert code(free, "1a1:W") is None, "in a free deal beads can be the same"


def test_a_hidden_order_needs_an_action_to_name() -> None:
    walls = {f"b{n}": point for n, point in enumerate(["1a2", "1b1", "2a1"], 1)}
    state = placed(w1="1a1 I", **walls)
    assert code(state, HASH) is None, "an Attack"
    assert code(placed(w1="1a1 I sapped", b1="5e5"), HASH) is None
    boxed = {f"w{n}": point for n, point in enumerate(["1a1", "1a2", "1b1", "2a1"], 1)}
    busy = play(placed(b1="5e5", **boxed), "F3[1a2-1a3]", "pass", "F3[1b1-1c1]", "pass")
    assert code(busy, HASH) is None


@pytest.mark.parametrize("fields", [DEFAULT, CLOSE], ids=["default", "close"])
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_legal_in_the_open_is_not_excluded_where_it_is_hidden(
    fields: dict[str, Any], seed: int
) -> None:
    """Played in the open and seen by each seat and by everybody, with the other sides' secrets hidden."""
    chance, state = random.Random(f"views/{seed}"), bound(fields)
    views = [("black",), ("white",), ("white", "black")]
    seen = [bound(hidden(fields, *seats)) for seats in views]
    while True:
        legal = tokens(state)
        for seats, view in zip(views, seen, strict=True):
            assert GAME.outcome(view) == GAME.outcome(state)
            if state.ply % 7 == 0:
                assert set(legal) <= set(tokens(view)), seats
                assert not GAME.certain(view) or legal == tokens(view)  # type: ignore[misc]
        if not legal:
            return
        token = chance.choice(legal)
        state = GAME.apply(state, GAME.parse_move(token))
        for index, seats in enumerate(views):
            mine = HASH if token[0] == "F" and ("white", "black")[state.ply % 2 - 1] in seats else token
            assert code(seen[index], mine) is None, (seats, mine)
            seen[index] = GAME.apply(seen[index], GAME.parse_move(mine))


def test_nothing_to_foretell_without_a_shell_that_is_free_for_an_order() -> None:
    """A hidden order names an action, and no shell can be the actor of two orders that wait."""
    start = placed(w1="1a1 I", w2="1e5 I", b1="5a1 I")
    state = play(start, "F3[1a1-1a2]", "pass", "F3[1e5-1e4]", "pass")
    refused(state, HASH, "nothing-to-foretell")
    assert not any(token.startswith("F") for token in tokens(state))  # nor is there one in the open
    assert code(play(start, "F3[1a1-1a2]", "pass"), HASH) is None
