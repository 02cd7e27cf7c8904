"""A page: the board, its legend and what is told, in the rows and columns that there are.

Text stands below the board, or beside it. Where there is too little room for all of it, what was told first
gives way, then the legend; the board never does.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from struckle_cli.cli.fitting import Row, board_width, height, rows_of, wrapped
from struckle_cli.core.picture import Picture
from struckle_cli.report.excerpts import width
from struckle_cli.report.safe import printable

Flow = Callable[[int], Sequence[str]]
"""Text that makes rows of itself for so many columns."""
Told = str | Flow
"""What is told: a line, or text that flows."""

_GAP = 3
BESIDE = 30
"""Columns that text needs to stand beside the board."""


class Table(NamedTuple):
    """A board as rows, for one number of columns: broad, or with all its text as narrow as the board is."""

    board: list[Row]
    legend: list[Row]
    slim: list[Row]
    slim_legend: list[Row]

    def without_legend(self) -> "Table":
        """The board alone."""
        return self._replace(legend=[], slim_legend=[])


def table_of(picture: Picture, columns: int, colour: bool) -> Table | None:
    """A picture as rows; None where the board is broader than the columns that there are."""
    cut = len(picture.lines) - picture.legend
    board, legend = Picture(picture.lines[:cut]), Picture(picture.lines[cut:])
    drawn = rows_of(board, columns, colour, marks=True)
    if drawn is None:
        return None
    narrow = board_width(board)
    below = rows_of(legend, columns, colour) or []
    slim = rows_of(board, narrow, colour, marks=True) or []
    return Table(drawn, below, slim, rows_of(legend, narrow, colour) or [])


def lines_of(told: Sequence[Told], columns: int) -> list[list[str]]:
    """Each line that is told, as the rows that it takes."""
    found = []
    for item in told:
        if callable(item):
            found += [[printable(row)] for row in item(columns)]
        else:
            found += [wrapped(printable(line), columns) for line in item.split("\n")]
    return found


def taken(rows: Sequence[str], columns: int) -> int:
    """The rows that some rows take; those with colours are parts of a board, which fit."""
    return sum(1 if "\x1b" in row else height(row, columns) for row in rows)


def arranged(
    table: Table, told: Sequence[Told], columns: int, rooms: Sequence[int], recall: str
) -> list[str] | None:  # fmt: skip
    """The rows of a page that takes at most as many as there are in one of `rooms`; None where none does.

    With `recall`, the command that tells them again, what was told first may be left out, if need be all.
    """
    tables = [table, table.without_legend()] if table.legend else [table]
    for item in tables:
        found = [_whole(item, told, columns, room) for room in rooms]
        if recall:
            found.append(_shortened(item, told, columns, max(rooms), recall))
        for page in found:
            if page is not None:
                return page
    last = (bare(item, room) for item in tables for room in rooms)
    return next(filter(None, last), None) if recall else None


def bare(table: Table, room: int) -> list[str] | None:
    """The board without a word; None where it is too high itself."""
    rows = [row.text for row in (*table.board, *table.legend)]
    return rows if len(rows) <= room else None


def _whole(table: Table, told: Sequence[Told], columns: int, room: int) -> list[str] | None:
    """The board with all that is told below it, or beside it; None where both do not fit."""
    for place in _places(table, columns, room):
        rows = [row for line in lines_of(told, place.columns) for row in line]
        if taken(rows, place.columns) <= place.rows and place.holds(rows):
            return place.page(rows)
    return None


def _shortened(table: Table, told: Sequence[Told], columns: int, room: int, recall: str) -> list[str] | None:
    """The board with the last of what is told, as much as fits; None where nothing of it does.

    That there is more is said, if need be in the place of the legend.
    """
    best: tuple[int, list[str]] | None = None
    for place in _places(table, columns, room):
        shown, rows = _last_of(lines_of(told, place.columns), place, recall)
        if place.rows < 2 and table.legend:
            continue
        if shown and (best is None or shown > best[0]):
            best = shown, place.page(rows)
    return None if best is None else best[1]


class _Place(NamedTuple):
    """Where text can stand, with the columns and rows that it has there; `broad` columns are left of it."""

    columns: int
    rows: int
    left: list[Row]
    below: list[Row]
    broad: int = 0

    def holds(self, rows: Sequence[str]) -> bool:
        """Whether no word is too long."""
        return not self.broad or all(width(row) <= self.columns for row in rows)

    def page(self, rows: list[str]) -> list[str]:
        """All rows of the page."""
        if not self.broad:
            spare = self.rows > taken(rows, self.columns)
            return [row.text for row in self.left] + [""] * (spare and bool(rows)) + rows
        page = []
        for number in range(max(len(self.left), len(rows))):
            board = self.left[number] if number < len(self.left) else Row("", 0)
            text = rows[number] if number < len(rows) else ""
            page.append(board.text + (" " * (self.broad - board.width) + text if text else ""))
        return page + [row.text for row in self.below]


def _places(table: Table, columns: int, room: int) -> Iterator[_Place]:
    """Below the board; beside it, with the legend below both; beside both, which are as narrow as can be."""
    drawn = [*table.board, *table.legend]
    if len(drawn) <= room:
        yield _Place(columns, room - len(drawn), drawn, [])
        yield from _beside(columns, len(table.board), table.board, table.legend)
    if len(table.slim) + len(table.slim_legend) <= room:
        yield from _beside(columns, room, [*table.slim, *table.slim_legend], [])


def _beside(columns: int, rows: int, left: list[Row], below: list[Row]) -> Iterator[_Place]:
    broad = max(row.width for row in left) + _GAP
    if columns - broad >= BESIDE:
        yield _Place(columns - broad, rows, left, below, broad)


def _last_of(lines: list[list[str]], place: _Place, recall: str) -> tuple[int, list[str]]:
    """How many of the last lines fit, and the rows of these; above them how many more there are."""
    for left_out in range(1, len(lines)):
        rows = [row for line in lines[left_out:] for row in line]
        note = [f"... {left_out} more ({recall})"] if place.rows > 1 else []
        if taken(note + rows, place.columns) <= place.rows and place.holds(note + rows):
            return len(lines) - left_out, note + rows
    return 0, []
