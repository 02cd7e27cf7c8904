"""What is shown, made to fit: boards and texts as rows of a terminal that has only so many columns."""

import re
import textwrap
from typing import NamedTuple

from struckle_cli.core.picture import Picture, Span
from struckle_cli.report.excerpts import width
from struckle_cli.report.paint import paint

BROADEST = 100
"""Columns of text that are read with ease, however broad the terminal is."""
_FILLER = "\ue000"
"""Stands behind a character of two columns while text is wrapped; no printable text holds it."""
_COLUMNS = re.compile(r" *(?:\S+ {2,}){1,2}(?=\S)")
"""What stands before the last column of a table's row: words with more than a blank behind them."""


class Row(NamedTuple):
    """One row as it is written, with colours or without, and the columns that it takes."""

    text: str
    width: int


def board_width(picture: Picture) -> int:
    """The columns of the board itself: what stands below it is text, which can be wrapped."""
    return max((_width(line) for line in picture.lines if not _is_text(line)), default=0)


def _is_text(line: tuple[Span, ...]) -> bool:
    return len(line) == 1 and line[0].role == "label"


def _width(line: tuple[Span, ...]) -> int:
    """Columns, blanks at the end included: colours can show them."""
    return sum(len(span.text) for span in line)


def rows_of(picture: Picture, columns: int, colour: bool, marks: bool = False) -> list[Row] | None:
    """A picture as rows; None where the board is broader than the columns that there are.

    With `marks` the last move stands out without colours too.
    """
    broad = board_width(picture)
    if broad > columns:
        return None
    found: list[Row] = []
    for line in picture.lines:
        for part in _wrapped_line(line, max(broad, columns)):
            text = paint(Picture((part,)), colour, marks)
            found.append(Row(text, _width(part) if colour or marks else len(text)))
    return found


def _wrapped_line(line: tuple[Span, ...], columns: int) -> list[tuple[Span, ...]]:
    if not _is_text(line) or _width(line) <= columns:
        return [line]
    return [(Span(text, line[0].role),) for text in wrapped(line[0].text.rstrip(), columns)]


def wrapped(line: str, columns: int) -> list[str]:
    """A printable line as the rows that it takes, broken between words; a word that is longer stays whole.

    What goes on is set in by two columns more than the line; in the rows of a table, to its last column.
    """
    columns = min(columns, BROADEST)
    if width(line) <= columns:
        return [line]
    table = _COLUMNS.match(line)
    indent = " " * (table.end() if table else min(len(line) - len(line.lstrip()) + 2, columns // 4))
    if len(indent) > columns // 3:
        indent = "  "
    filled = line if line.isascii() else "".join(char + _FILLER * (width(char) - 1) for char in line)
    found = textwrap.wrap(
        filled, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return [row.replace(_FILLER, "") for row in found] or [""]


def height(text: str, columns: int) -> int:
    """The rows that a line takes on a terminal that breaks it where it ends."""
    return max(1, -(-width(text) // max(columns, 1)))


def cut_to(text: str, columns: int) -> str:
    """A printable line that takes one row of so many columns; what is left out shows at its end."""
    if width(text) <= columns:
        return text
    while text and width(text) > columns - 3:
        text = text[:-1]
    return f"{text}..."


def too_narrow(picture: Picture, columns: int) -> list[str]:
    """What is said in the place of a board that does not fit."""
    why = f"the board takes {board_width(picture)} columns, and there are {columns}: widen the window"
    return wrapped(why, columns)
