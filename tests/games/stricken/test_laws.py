"""Laws of whole games: what every state keeps to, and that no axis of the lattice is special."""

import itertools
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from struckle_cli.games.stricken import GAME
from struckle_cli.games.stricken.board import NAMES, OFF
from struckle_cli.games.stricken.state import State
from tests.games.stricken.helpers import bound, tokens
from tests.games.stricken.setups import CLOSE, DEFAULT, MIXED, hidden
from tests.games.stricken.slow import POINTS

FIELDS = [DEFAULT, CLOSE, MIXED, hidden(DEFAULT, "black"), hidden(MIXED, "white", "black")]
HASH = "F[#" + "0123456789abcdef" * 4 + "]"


def valid(state: State) -> None:
    """What the docstring of `State` promises."""
    there = [point for point in state.where if point != OFF]
    assert len(set(there)) == len(there)
    gone = [sum(point == OFF for point in state.where[low : low + 12]) for low in (0, 12)]
    assert list(state.points) == gone[::-1]
    assert state.suffered == (sum(state.damage[:12]), sum(state.damage[12:]))
    for shell in range(24):
        bead = state.beads[shell]
        assert (state.where[shell] == OFF) == (state.defense(shell) <= 0)
        assert state.power[shell] >= 1
        assert state.revealed[shell] & ~state.known[shell] == 0
        assert bead is None or state.known[shell] & ~bead == 0
    for side in (0, 1):
        orders = [order for order in state.orders[side] if not order.done]
        assert len(orders) <= state.used[side] <= 3
        for order in orders:
            assert set(order.dues) <= {order.sealed + 2, order.sealed + 3}
            assert order.plans
            assert order.dues[-1] >= state.turn or state.ply >= 120 or GAME.outcome(state)
        for one, other in itertools.combinations(orders, 2):
            assert len({*one.dues, *other.dues}) > 1
    assert hash(state) is not None


@settings(max_examples=25, deadline=None)
@given(fields=st.sampled_from(FIELDS), seed=st.integers(0, 10**6), secret=st.floats(0, 0.4))
def test_every_state_of_a_game_is_valid(fields: dict[str, Any], seed: int, secret: float) -> None:
    chance, state, line = random.Random(seed), bound(fields), list[str]()
    while True:
        valid(state)
        legal = tokens(state)
        assert bool(legal) == (GAME.outcome(state) is None) == (GAME.to_move(state) is not None)
        if not legal:
            break
        token = chance.choice(legal)
        if chance.random() < secret and GAME.why_illegal(state, GAME.parse_move(HASH)) is None:
            token = HASH
        line.append(token)
        state = GAME.apply(state, GAME.parse_move(token))
    assert len(line) <= 120
    assert GAME.play_line is not None
    assert GAME.play_line(bound(fields), line) == (state, len(line))


def turned(order: tuple[int, int, int], flips: tuple[bool, bool, bool]) -> dict[str, str]:
    """The points after axes were exchanged and turned round."""
    axes = ["12345", "abcde", "12345"]
    found = {}
    for name in POINTS:
        place = [axis.index(char) for axis, char in zip(axes, name, strict=True)]
        place = [4 - place[axis] if flip else place[axis] for axis, flip in zip(order, flips, strict=True)]
        found[name] = "".join(axis[index] for axis, index in zip(axes, place, strict=True))
    return found


def renamed(token: str, names: dict[str, str]) -> str:
    """A token with its points turned."""
    found, index = "", 0
    while index < len(token):
        part = token[index : index + 3]
        found += names.get(part, token[index])
        index += 3 if part in names else 1
    return found


@settings(max_examples=20, deadline=None)
@given(
    fields=st.sampled_from([DEFAULT, CLOSE, MIXED]),
    order=st.permutations([0, 1, 2]),
    flips=st.tuples(st.booleans(), st.booleans(), st.booleans()),
    seed=st.integers(0, 10**6),
)
def test_a_turned_lattice_has_the_turned_game(
    fields: dict[str, Any], order: list[int], flips: tuple[bool, bool, bool], seed: int
) -> None:
    names = turned((order[0], order[1], order[2]), flips)
    shells = {
        seat: [shell | {"point": names[shell["point"]]} for shell in side]
        for seat, side in fields["shells"].items()
    }
    chance, state, other = random.Random(seed), bound(fields), bound(fields | {"shells": shells})
    while GAME.outcome(state) is None:
        legal = tokens(state)
        if state.ply % 5 == 0:
            assert {renamed(token, names) for token in legal} == set(tokens(other))
        token = chance.choice(legal)
        state = GAME.apply(state, GAME.parse_move(token))
        other = GAME.apply(other, GAME.parse_move(renamed(token, names)))
    assert GAME.outcome(state) == GAME.outcome(other)
    assert [OFF if point == OFF else names[NAMES[point]] for point in state.where] == [
        OFF if point == OFF else NAMES[point] for point in other.where
    ]
