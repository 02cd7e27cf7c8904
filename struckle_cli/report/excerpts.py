"""The line that a fault is about, and a caret line below it."""

from struckle_cli.core.errors import Excerpt
from struckle_cli.report.safe import inert, printable

GUTTER = "  | "


def excerpt_lines(excerpt: Excerpt) -> tuple[str, str]:
    """The two lines, the caret below what is meant also where characters are escaped, wide or combining."""
    before = excerpt.text[: excerpt.column]
    meant = excerpt.text[excerpt.column : excerpt.column + excerpt.length]
    room, size = width(_shown(before)), width(_shown(meant))
    if meant and not size and before:  # a combining character stands over the one before it
        size = width(_shown(before[-1]))
        room -= size
    return GUTTER + _shown(excerpt.text), f"{GUTTER}{' ' * room}{'^' * max(size, 1)}"


def _shown(text: str) -> str:
    return inert(printable(text))


def width(text: str) -> int:
    """The columns that a printable text takes on a terminal."""
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth

    columns = wcswidth(text)
    return len(text) if columns < 0 else columns
