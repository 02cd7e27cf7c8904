"""The ten goals, judged from a player's own turn ends.

A turn end is a byte `own * 9 + opp` (cells 0..8). `ends` are a player's last turn ends with the one just
completed at the end; 12 are enough. `visited` has a bit for each cell that any turn of the player ended on.
A start cell is no turn end. Source: the game's page, *Goals*.
"""

from collections.abc import Callable
from functools import cache

OWN = bytes(end // 9 if end < 81 else 255 for end in range(256))
"""Translates turn ends to own cells."""
ON, ABOVE, BELOW, LEFT, RIGHT, APART = range(6)


def _relation(own: int, opp: int) -> int:
    """Where own stands as seen from opp, for the goals that ask for it."""
    down, right = own // 3 - opp // 3, own % 3 - opp % 3
    return {(0, 0): ON, (-1, 0): ABOVE, (1, 0): BELOW, (0, -1): LEFT, (0, 1): RIGHT}.get((down, right), APART)


RELATION = bytes(_relation(end // 9, end % 9) if end < 81 else 255 for end in range(256))
"""Translates turn ends to relations."""
ALL_CELLS = 0b111_111_111
CORNERS, EDGES = frozenset((0, 2, 6, 8)), frozenset((1, 3, 5, 7))

Judge = Callable[[bytes, int], bool]


def _same_cell(ends: bytes, visited: int) -> bool:
    """G1: three own turns in a row end on the opponent's cell."""
    return len(ends) >= 3 and all(end % 10 == 0 for end in ends[-3:])


def _every_cell(ends: bytes, visited: int) -> bool:
    """G2: own turns have ended on all 9 cells."""
    return visited == ALL_CELLS


def _lines(across: bool) -> frozenset[bytes]:
    """Five cells in a row within one row (`across`) or column, each of its 3 cells at least once."""
    from itertools import product

    lines = [[3 * n, 3 * n + 1, 3 * n + 2] if across else [n, n + 3, n + 6] for n in range(3)]
    return frozenset(
        bytes(cells) for line in lines for cells in product(line, repeat=5) if len(set(cells)) == 3
    )


_five_in_line = cache(_lines)


def _row(ends: bytes, visited: int) -> bool:
    """G3: five own turns in a row end within one row, each of its 3 cells at least once."""
    return ends[-5:].translate(OWN) in _five_in_line(True)


def _column(ends: bytes, visited: int) -> bool:
    """G4: the same with one column."""
    return ends[-5:].translate(OWN) in _five_in_line(False)


def _corners(ends: bytes, visited: int) -> bool:
    """G5: within 8 own turns in a row: cells 1, 3, 7 and 9."""
    return ends[-1] // 9 in CORNERS and set(ends[-8:].translate(OWN)) >= CORNERS


def _edges(ends: bytes, visited: int) -> bool:
    """G6: within 8 own turns in a row: cells 2, 4, 6 and 8."""
    return ends[-1] // 9 in EDGES and set(ends[-8:].translate(OWN)) >= EDGES


def _both(ends: bytes, one: int, other: int) -> bool:
    relations = ends[-8:].translate(RELATION)
    return one in relations and other in relations


def _above_below(ends: bytes, visited: int) -> bool:
    """G7: within 8 own turns in a row: once directly above the opponent, once directly below."""
    return _both(ends, ABOVE, BELOW)


def _left_right(ends: bytes, visited: int) -> bool:
    """G8: the same with directly left, directly right."""
    return _both(ends, LEFT, RIGHT)


def _not_center(ends: bytes, visited: int) -> bool:
    """G9: 12 own turns in a row, none ending on 5."""
    return len(ends) >= 12 and 4 not in ends[-12:].translate(OWN)


def _eight_cells(ends: bytes, visited: int) -> bool:
    """G10: 8 own turns in a row on 8 different cells."""
    return len(ends) >= 8 and len(set(ends[-8:].translate(OWN))) == 8


JUDGES: dict[int, Judge] = {
    1: _same_cell, 2: _every_cell, 3: _row, 4: _column, 5: _corners, 6: _edges, 7: _above_below,
    8: _left_right, 9: _not_center, 10: _eight_cells,
}  # fmt: skip


def reached(goals: tuple[int, ...], ends: bytes, visited: int) -> tuple[int, ...]:
    """Which of some goals are reached by the turn that has just ended."""
    return tuple(goal for goal in goals if JUDGES[goal](ends, visited))


@cache
def triggers(goals: tuple[int, ...]) -> tuple[tuple[Judge, ...], ...]:
    """For each turn end, the judges of the goals that it can complete: a quick look before the slow one."""
    return tuple(
        tuple(JUDGES[goal] for goal in goals if _can_complete(goal, end // 9, RELATION[end]))
        for end in range(81)
    )


def _can_complete(goal: int, own: int, relation: int) -> bool:
    wanted = {1: (ON,), 7: (ABOVE, BELOW), 8: (LEFT, RIGHT)}
    if goal in wanted:
        return relation in wanted[goal]
    return own in {5: CORNERS, 6: EDGES, 9: CORNERS | EDGES}.get(goal, range(9))
