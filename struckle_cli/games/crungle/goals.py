"""The ten goals, judged from a player's own turn ends.

A turn end is a byte `own * 9 + opp` (cells 0..8). `ends` are a player's last turn ends with the one just
completed at the end; 12 are enough. `visited` has a bit for each cell that any turn of the player ended on.
A start cell is no turn end. Source: the game's page, *Goals*.
"""

from collections.abc import Callable

from struckle_cli.games.crungle import board

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
CORNERS, EDGES = frozenset(board.CORNERS), frozenset(board.EDGES)

Ends = bytes | bytearray
Judge = Callable[[Ends, int], bool]


def _same_cell(ends: Ends, visited: int) -> bool:
    """G1: three own turns in a row end on the opponent's cell."""
    return len(ends) >= 3 and ends[-1] % 10 == ends[-2] % 10 == ends[-3] % 10 == 0


def _every_cell(ends: Ends, visited: int) -> bool:
    """G2: own turns have ended on all 9 cells."""
    return visited == ALL_CELLS


def _row(ends: Ends, visited: int) -> bool:
    """G3: five own turns in a row end within one row, each of its 3 cells at least once."""
    row = ends[-1] // 27
    if len(ends) < 5 or ends[-2] // 27 != row or ends[-3] // 27 != row:
        return False
    return {end // 27 for end in ends[-5:]} == {row} and len({end // 9 for end in ends[-5:]}) == 3


def _column(ends: Ends, visited: int) -> bool:
    """G4: the same with one column."""
    column = ends[-1] // 9 % 3
    if len(ends) < 5 or ends[-2] // 9 % 3 != column or ends[-3] // 9 % 3 != column:
        return False
    return {end // 9 % 3 for end in ends[-5:]} == {column} and len({end // 9 for end in ends[-5:]}) == 3


def _corners(ends: Ends, visited: int) -> bool:
    """G5: within 8 own turns in a row: cells 1, 3, 7 and 9."""
    return ends[-1] // 9 in CORNERS and set(ends[-8:].translate(OWN)) >= CORNERS


def _edges(ends: Ends, visited: int) -> bool:
    """G6: within 8 own turns in a row: cells 2, 4, 6 and 8."""
    return ends[-1] // 9 in EDGES and set(ends[-8:].translate(OWN)) >= EDGES


def _both(ends: Ends, one: int, other: int) -> bool:
    relations = ends[-8:].translate(RELATION)
    return one in relations and other in relations


def _above_below(ends: Ends, visited: int) -> bool:
    """G7: within 8 own turns in a row: once directly above the opponent, once directly below."""
    return _both(ends, ABOVE, BELOW)


def _left_right(ends: Ends, visited: int) -> bool:
    """G8: the same with directly left, directly right."""
    return _both(ends, LEFT, RIGHT)


def _not_center(ends: Ends, visited: int) -> bool:
    """G9: 12 own turns in a row, none ending on 5."""
    return len(ends) >= 12 and board.CENTER not in ends[-12:].translate(OWN)


def _eight_cells(ends: Ends, visited: int) -> bool:
    """G10: 8 own turns in a row on 8 different cells."""
    if len(ends) < 8 or ends[-2] // 9 == ends[-1] // 9:
        return False
    return len(set(ends[-8:].translate(OWN))) == 8


JUDGES: dict[int, Judge] = {
    1: _same_cell, 2: _every_cell, 3: _row, 4: _column, 5: _corners, 6: _edges, 7: _above_below,
    8: _left_right, 9: _not_center, 10: _eight_cells,
}  # fmt: skip


def reached(goals: tuple[int, ...], ends: Ends, visited: int) -> tuple[int, ...]:
    """Which of some goals are reached by the turn that has just ended."""
    return tuple(goal for goal in goals if JUDGES[goal](ends, visited))
