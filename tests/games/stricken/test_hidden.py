"""Hidden beads and orders: exactly what the visible record does not exclude is legal.

The slow derivation fills in everything hidden in every way; in small positions, or that takes too long.
"""

import os
import random

import pytest
from msgspec.structs import replace

from struckle_cli.games.stricken import GAME
from struckle_cli.games.stricken.board import BEADS, NAMES, OFF
from struckle_cli.games.stricken.setup import Terms
from struckle_cli.games.stricken.state import State
from tests.games.stricken import slow, slow_hidden
from tests.games.stricken.helpers import blind, code, number, placed, tokens

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
