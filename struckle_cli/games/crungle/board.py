"""The 3x3 board and the 30 direct movement rules as tables of destinations.

Cells are 0..8 inside the program and 1..9 in notation, in reading order:

    1 2 3        0 1 2
    4 5 6   is   3 4 5   (row = cell // 3 from the top, column = cell % 3 from the left)
    7 8 9        6 7 8

A rule's destinations depend on `own` (the mover's cell) and `opp` (the opponent's) before the move, and
M16 also on where the previous turn began. Source: the game's page, *Movement rules*.
"""

from collections.abc import Callable, Iterator
from functools import cache

CELLS = range(9)
CENTER = 4
CORNERS = (0, 2, 6, 8)
EDGES = (1, 3, 5, 7)
ROUND = (0, 1, 2, 5, 8, 7, 6, 3)
"""The edge of the board, clockwise from cell 1."""

DIRECT = 30
"""Direct rules are numbered 1..30 (M1..M30), the indirect ones 31..34 (I1..I4)."""
I1, I2, I3, I4 = 31, 32, 33, 34
EARLIER_TURN = 16
"""M16 looks at an earlier turn, so it has no table of its own."""

UP, DOWN, LEFT, RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
_ORTHOGONAL = (UP, DOWN, LEFT, RIGHT)
_DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_KNIGHT = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))

PUSHES = {
    3: (UP, UP), 4: (DOWN, DOWN), 5: (LEFT, LEFT), 6: (RIGHT, RIGHT),
    7: (UP, DOWN), 8: (DOWN, UP), 9: (LEFT, RIGHT), 10: (RIGHT, LEFT),
}  # fmt: skip
"""M3..M10: the way of own, and the way of opp."""
MOVES_OPP = frozenset((*PUSHES, 11, 12, 15))
"""The rules that can move the opponent's piece."""

Step = tuple[int, int]
Pair = tuple[int, int]
"""Where own and opp stand after a rule."""


def rule_name(rule: int) -> str:
    """`M1`..`M30`, `I1`..`I4`."""
    return f"M{rule}" if rule <= DIRECT else f"I{rule - DIRECT}"


def neighbour(cell: int, step: Step) -> int | None:
    """The cell that many rows and columns away; None off the board."""
    row, column = cell // 3 + step[0], cell % 3 + step[1]
    return row * 3 + column if 0 <= row < 3 and 0 <= column < 3 else None


def pushed(cell: int, step: Step, off: int | None = None) -> int:
    """The cell one step on; off the board a piece stays, or (own under I3) goes to `off`."""
    found = neighbour(cell, step)
    return found if found is not None else cell if off is None else off


def _around(cell: int, steps: tuple[Step, ...]) -> list[int]:
    return [found for step in steps if (found := neighbour(cell, step)) is not None]


def adjacent(one: int, other: int) -> bool:
    """Whether two cells are any of the 8 neighbours of one another."""
    return other in _around(one, _ORTHOGONAL + _DIAGONAL)


def _distance(one: int, other: int) -> int:
    """The square of the straight line between two centres."""
    return (one // 3 - other // 3) ** 2 + (one % 3 - other % 3) ** 2


def _turned(cell: int, by: int) -> int:
    """M11, M12: a piece that is not on 5 goes one step round the edge."""
    return cell if cell == CENTER else ROUND[(ROUND.index(cell) + by) % 8]


def _others(own: int, group: tuple[int, ...]) -> list[int]:
    """M29, M30: from a cell of the group to any other of it; from elsewhere to 5 (from 5: stay)."""
    return [cell for cell in group if cell != own] if own in group else [CENTER]


_PICKS: dict[int, Callable[[int, int], list[int]]] = {
    1: lambda own, opp: _around(own, _DIAGONAL),
    2: lambda own, opp: _around(own, _ORTHOGONAL),
    13: lambda own, opp: _around(own, _KNIGHT),
    14: lambda own, opp: [own],
    17: lambda own, opp: [c for c in CELLS if c % 2 == own % 2 and (c != own or own % 2 == 1)],
    18: lambda own, opp: [c for c in CELLS if c % 3 == own % 3],
    19: lambda own, opp: [c for c in CELLS if c // 3 == own // 3],
    20: lambda own, opp: [c for c in CELLS if c % 3 == opp % 3],
    21: lambda own, opp: [c for c in CELLS if c // 3 == opp // 3],
    22: lambda own, opp: [c for c in CELLS if c // 3 not in (own // 3, opp // 3)],
    23: lambda own, opp: [c for c in CELLS if c % 3 not in (own % 3, opp % 3)],
    24: lambda own, opp: _around(opp, _ORTHOGONAL),
    25: lambda own, opp: _around(opp, _DIAGONAL),
    26: lambda own, opp: [8 - own],
    27: lambda own, opp: [c for c in CELLS if _distance(c, opp) < _distance(own, opp)],
    28: lambda own, opp: [c for c in CELLS if _distance(c, opp) > _distance(own, opp)],
    29: lambda own, opp: _others(own, CORNERS),
    30: lambda own, opp: _others(own, EDGES),
}  # fmt: skip
"""The rules that move own alone. In M17 the index of an odd-numbered cell is even: 1 is 0."""


def _apply(rule: int, own: int, opp: int) -> Iterator[Pair]:
    if rule in PUSHES:
        yield pushed(own, PUSHES[rule][0]), pushed(opp, PUSHES[rule][1])
    elif rule in (11, 12):
        by = 1 if rule == 11 else -1
        yield _turned(own, by), _turned(opp, by)
    elif rule == 15:
        yield opp, own
    else:
        for cell in sorted(_PICKS[rule](own, opp)):
            yield cell, opp


@cache
def destinations(rule: int) -> tuple[tuple[Pair, ...], ...]:
    """For a direct rule but M16: the pairs it can lead to, at the index `own * 9 + opp`."""
    return tuple(tuple(_apply(rule, own, opp)) for own in CELLS for opp in CELLS)


@cache
def to_center(rule: int) -> tuple[tuple[Pair, ...], ...]:
    """`destinations` under I3: where own would leave the board (M3..M10 alone, CR-7) it goes to 5."""
    if rule not in PUSHES:
        return destinations(rule)
    mine, theirs = PUSHES[rule]
    return tuple(((pushed(own, mine, CENTER), pushed(opp, theirs)),) for own in CELLS for opp in CELLS)
