"""The ten goals, found in a row of a player's own turn ends: with which of them each goal is reached first.

A turn end is a byte `own * 9 + opp` (cells 0..8). Checking a record asks for the first win among many turn
ends, so whole rows of them are searched at once: each turn end becomes a byte with a bit for what it brings,
the row one wide integer, and shifts gather what the last few turns brought. What one turn reaches is the same
question about a last one. A start cell is no turn end. Source: the game's page, *Goals*.
"""

from collections.abc import Callable
from functools import cache, lru_cache

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
CORNERS, EDGES = frozenset(board.CORNERS), frozenset(board.EDGES)

Search = Callable[[bytes, int], int]
"""A goal's search in rows of turn ends with a `GAP` before each: the index of the first one, from an index
(behind the first gap) on, that reaches it; -1 if none does."""

GAP = b"\xff" * 11
"""No turn ends, and as many as keep windows of 12 turns apart."""
_NONE = 0x80
"""The bit of what is no turn end."""


def _table(brings: Callable[[int, int], int], gap: int = 0) -> bytes:
    """Translates turn ends to what they bring, given own's and opp's cells; `gap` is what no turn brings."""
    return bytes(brings(end // 9, end % 9) if end < 81 else gap for end in range(256))


def _gathered(brought: bytes, turns: int) -> bytes:
    """What the last 5 or 8 turns up to each brought together."""
    row = int.from_bytes(brought, "little")
    last = row | row << 8
    last |= last << 16
    last |= row << 32 if turns == 5 else last << 32
    return last.to_bytes(len(brought) + 8, "little")[: len(brought)]


def _same_cell() -> Search:
    """G1: three own turns in a row end on the opponent's cell."""
    table = _table(lambda own, opp: int(own == opp))

    def search(rows: bytes, since: int) -> int:
        at = rows.translate(table).find(b"\1\1\1", since - 2)
        return at if at < 0 else at + 2

    return search


def _within_line(across: bool) -> Search:
    """G3: five own turns in a row end within one row, each of its 3 cells at least once; G4: one column.

    Three bits say which lines were ended on, three which places of a line.
    """

    def brings(own: int, opp: int) -> int:
        line, place = divmod(own, 3) if across else (own % 3, own // 3)
        return 1 << line | 8 << place

    table = _table(brings, _NONE)

    def search(rows: bytes, since: int) -> int:
        last = _gathered(rows.translate(table), 5)
        found = [at for line in (0b111001, 0b111010, 0b111100) if (at := last.find(line, since)) >= 0]
        return min(found) if found else -1

    return search


def _within_eight(*kinds: Callable[[int, int], bool]) -> Search:
    """Within 8 own turns in a row, or fewer, each of some kinds of turn ends, a bit each.

    G5: cells 1, 3, 7 and 9. G6: cells 2, 4, 6 and 8. G7: once directly above the opponent, once directly
    below. G8: once directly left, once directly right.
    """
    table = _table(lambda own, opp: sum(1 << n for n, kind in enumerate(kinds) if kind(own, opp)))
    whole = (1 << len(kinds)) - 1

    def search(rows: bytes, since: int) -> int:
        return _gathered(rows.translate(table), 8).find(whole, since)

    return search


def _on(cell: int) -> Callable[[int, int], bool]:
    return lambda own, opp: own == cell


def _stands(relation: int) -> Callable[[int, int], bool]:
    return lambda own, opp: _relation(own, opp) == relation


def _not_center() -> Search:
    """G9: 12 own turns in a row, none ending on 5."""
    table = _table(lambda own, opp: int(own != board.CENTER))

    def search(rows: bytes, since: int) -> int:
        at = rows.translate(table).find(b"\1" * 12, since - 11)
        return at if at < 0 else at + 11

    return search


def _eight_cells() -> Search:
    """G10: 8 own turns in a row on 8 different cells: eight turns, and eight cells of them.

    Cells 1 to 8 have a bit each; cell 9 is counted apart.
    """
    eight, ninth = _table(lambda own, opp: 1 << own & 0xFF), _table(lambda own, opp: own // 8)
    counts = bytes(places.bit_count() for places in range(256))

    def search(rows: bytes, since: int) -> int:
        cells = _gathered(rows.translate(eight), 8).translate(counts)
        both = int.from_bytes(cells, "little") + int.from_bytes(_gathered(rows.translate(ninth), 8), "little")
        return both.to_bytes(len(cells), "little").find(8, since)

    return search


_MAKERS: dict[int, Callable[[], Search]] = {
    1: _same_cell,
    3: lambda: _within_line(True),
    4: lambda: _within_line(False),
    5: lambda: _within_eight(*map(_on, board.CORNERS)),
    6: lambda: _within_eight(*map(_on, board.EDGES)),
    7: lambda: _within_eight(_stands(ABOVE), _stands(BELOW)),
    8: lambda: _within_eight(_stands(LEFT), _stands(RIGHT)),
    9: _not_center,
    10: _eight_cells,
}
"""All but G2, for which not the last few turns count, but all."""


@lru_cache(maxsize=100)
def _searches(goals: tuple[int, ...]) -> tuple[tuple[int, Search], ...]:
    """The searches of some goals but G2; small inputs ask for few."""
    return tuple((goal, _search(goal)) for goal in goals if goal != 2)


@cache
def _search(goal: int) -> Search:
    return _MAKERS[goal]()


def _every_cell(ends: bytes, before: int) -> int:
    """G2: own turns have ended on all 9 cells, on those of `before` (bits) earlier. The index, or -1."""
    cells, last = ends.translate(OWN), 0
    for cell in board.CELLS:
        if not before >> cell & 1:
            at = cells.find(cell)
            if at < 0:
                return -1
            last = max(last, at)
    return last if cells else -1


def first_win(goals: tuple[int, ...], kept: bytes, ends: bytes, visited: int) -> tuple[int, tuple[int, ...]]:
    """The index of the first of some turn ends that reaches any of some goals, and those that it reaches.

    `kept` are turn ends before those (11 are enough); `visited` has a bit for each cell that any of them, or
    an earlier one, ended on. If none reaches one: any index, and no goals.
    """
    row, since = GAP + kept + ends, len(GAP) + len(kept)
    found = {goal: search(row, since) - since for goal, search in _searches(goals)}
    if 2 in goals:
        found[2] = _every_cell(ends, visited)
    first = min((at for at in found.values() if at >= 0), default=0)
    return first, tuple(goal for goal in goals if found[goal] == first)


def reached(goals: tuple[int, ...], ends: bytes, visited: int) -> tuple[int, ...]:
    """Which of some goals are reached by the turn that has just ended: the last of `ends` (12 are enough).

    `visited` has a bit for each cell that any turn of the player ended on; it is asked for G2 alone.
    """
    return first_win(goals, ends[:-1], ends[-1:], visited)[1]


def reached_last(goals: tuple[int, ...], one: bytes, other: bytes) -> tuple[int, ...] | None:
    """Which goals are reached by the last turn end of `other`; None if any is before that, by either player.

    These are all turn ends of both players. They are searched together, since nearly all games go on until
    the first win.
    """
    rows = GAP + one + GAP + other
    found: tuple[int, ...] = ()
    last = len(rows) - 1
    for goal, search in _searches(goals):
        at = search(rows, len(GAP))
        if at == last:
            found = (*found, goal)
        elif at >= 0:
            return None
    if 2 not in goals:
        return found
    at = _every_cell(other, 0)
    if 0 <= at < len(other) - 1 or _every_cell(one, 0) >= 0:
        return None
    return tuple(goal for goal in goals if goal in found or (goal == 2 and at >= 0))
