"""What there is to know of playing Struckle well: how soon each house could be on both of its goals.

A house needs two of its pieces there, and a piece makes two steps a round; an enemy on a goal keeps it
closed until he is driven off, which takes a promoted Hero, Philosopher or Shadow. Who comes first wins, so a
position is worth what a house's speed is among that of all four.
"""

from functools import lru_cache

from struckle_cli.games.struckle.board import GOALS, GOLD, SEATS, SIZE, SQUARES
from struckle_cli.games.struckle.setup import decided_for
from struckle_cli.games.struckle.state import State

_MOST = 0.96
_A_STEP = 0.1
"""What a step is worth beside the rounds that it takes, in rounds."""
_CLOSED = 2.6
"""Rounds that it takes to open a goal on which an enemy stands."""
_OPENS = (0.0, 0.8, 1.0, 0.5)
"""How many of these a promoted Diva, Hero, Philosopher, Shadow saves."""
_PROMOTED = (0.1, 0.15, 0.2, 0.15)
"""Rounds that a promoted piece is worth in any case; one near to gold has a part of it."""
_SOON = 0.15
"""Added to the rounds that a house needs: the smaller, the more the first one is ahead."""


def _steps(one: int, other: int) -> int:
    return max(abs(one // SIZE - other // SIZE), abs(one % SIZE - other % SIZE))


def _turns(goal: int) -> tuple[float, ...]:
    """By square: the turns of a piece until it stands on a goal, and a little for each step."""
    away = [_steps(square, goal) for square in range(SQUARES)]
    return tuple((steps + 1) // 2 + _A_STEP * steps for steps in away)


TURNS = {goal: _turns(goal) for goals in GOALS for goal in goals}
_TO_GOLD = [min(_steps(square, gold) for gold in GOLD) for square in range(SQUARES)]
_POWER = tuple(tuple((worth * (0.5 - 0.1 * steps), worth) for steps in _TO_GOLD) for worth in _PROMOTED)
"""What a piece's power is worth in rounds: by archetype, square, and whether it is promoted."""
_SAVED = tuple(
    sum(saved for archetype, saved in enumerate(_OPENS) if own >> archetype & 1) for own in range(16)
)


def value(state: State, seat: str) -> float:
    """How well a position stands for a seat, from -1 (lost) to 1 (won)."""
    house = SEATS.index(seat)
    winners = decided_for(state.squares)
    if winners:
        return 1.0 if house in winners else -1.0
    speeds = [_speed(rounds) for rounds in rounds_to_goals(state)]
    return _MOST * (2 * speeds[house] / sum(speeds) - 1)


def _speed(rounds: float) -> float:
    return (rounds + _SOON) ** -2


def rounds_to_goals(state: State) -> list[float]:
    """About how many rounds each house needs from now; near 0 for one that acts and is there this turn."""
    squares, promoted, turn = state.squares, state.promoted, state.turn
    acting = turn >> 2
    find, found = squares.find, []
    for house, (first, second) in enumerate(GOALS):
        base = 4 * house
        one, other = find(first), find(second)
        rounds = _rounds(
            house,
            squares[base : base + 4],
            promoted >> base & 15,
            turn & 3 if house == acting else 0,
            one >= 0 and one >> 2 != house,
            other >= 0 and other >> 2 != house,
        )
        found.append(max(rounds + (house - acting) % 4 / 4 - 1, 0.0))
    return found


@lru_cache(maxsize=50_000)
def _rounds(house: int, four: bytes, own: int, acted: int, shut: bool, also_shut: bool) -> float:
    """The turns that a house needs whose pieces stand on `four`, promoted as `own` says.

    The first `acted` of them have acted this turn; `shut` is said of a goal on which an enemy stands.
    It is remembered, because a move changes one house or two.
    """
    first, second = GOALS[house]
    ones = list(map(TURNS[first].__getitem__, four))
    others = list(map(TURNS[second].__getitem__, four))
    for archetype in range(acted):
        ones[archetype] += ones[archetype] > 0
        others[archetype] += others[archetype] > 0
    opening = max(_CLOSED - _SAVED[own], 0.3)
    rounds = _together(ones, others, opening * shut, opening * also_shut)
    return rounds - sum(
        _POWER[archetype][square][own >> archetype & 1] for archetype, square in enumerate(four)
    )


def _together(ones: list[float], others: list[float], closed: float, also: float) -> float:
    """The least that two pieces need to both goals."""
    one, other = min(ones), min(others)
    if ones.index(one) != others.index(other):
        return _both(one + closed, other + also)
    # One piece is the nearest to both: it goes to one of them, the next best to the other.
    return min(
        _both(sorted(ones)[1] + closed, other + also),
        _both(one + closed, sorted(others)[1] + also),
    )


def _both(one: float, other: float) -> float:
    """The later of the two counts, and a little of the other."""
    return one + _A_STEP * other if one > other else other + _A_STEP * one
