"""Standard output and error: bytes for machines, safe text for people, and whether colour is wanted."""

import os
import sys
from collections.abc import Iterable
from typing import TextIO

from struckle_cli.core.errors import Fault
from struckle_cli.report.safe import printable

_NARROWEST = 20
"""Columns below which nothing is wrapped."""


def write_bytes(data: bytes) -> None:
    """Write to standard output as it is."""
    sys.stdout.buffer.write(data)


def say(text: str) -> None:
    """Lines of results on standard output; control characters and what cannot be encoded are escaped."""
    draw("\n".join(map(printable, text.split("\n"))))


def draw(text: str) -> None:
    """Lines that the program made itself, with or without colour, on standard output."""
    sys.stdout.buffer.write(f"{text}\n".encode(sys.stdout.encoding or "utf-8", "backslashreplace"))


def clear() -> None:
    """Clear a terminal and what can be scrolled back to; one that cannot be cleared is scrolled on.

    Elsewhere nothing is hidden by that.
    """
    if sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        sys.stdout.buffer.write(b"\x1b[H\x1b[2J\x1b[3J")
    elif sys.stdout.isatty():
        import shutil

        sys.stdout.buffer.write(b"\n" * shutil.get_terminal_size((80, 24)).lines)


def flush() -> None:
    """Push out what was written, so that a full disk or a closed pipe is noticed here."""
    sys.stdout.flush()


def tell(text: str) -> None:
    """Lines on standard error: notices and errors, escaped as for `say`."""
    safe = "\n".join(map(printable, text.split("\n")))
    sys.stderr.buffer.write(f"{safe}\n".encode(sys.stderr.encoding or "utf-8", "backslashreplace"))
    sys.stderr.flush()


def complain(text: str) -> None:
    """Lines on standard error, broken between words where that is a terminal; elsewhere they stay whole."""
    lines = [printable(line) for line in text.split("\n")]
    columns = _size(sys.stderr)[0]
    if sys.stderr.isatty() and columns > _NARROWEST and any(len(line) > columns for line in lines):
        from struckle_cli.cli.fitting import wrapped

        lines = [row for line in lines for row in wrapped(line, columns)]
    tell("\n".join(lines))


def tell_faults(faults: Iterable[Fault], path: str, record: int | None) -> None:
    """Faults on standard error, a line each."""
    from struckle_cli.report.faults import fault_line

    for fault in faults:
        complain(fault_line(fault, path, record))


class Debugging:
    """Whether `--debug` was given: errors of the program itself come with a traceback."""

    wanted = False


def wants_colour(choice: str | None) -> bool:
    """`--color` beats `NO_COLOR` beats `FORCE_COLOR` beats whether standard output is a terminal."""
    if choice in ("always", "never"):
        return choice == "always"
    if choice is None and os.environ.get("NO_COLOR"):
        return False
    if choice is None and os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def unicode_fits() -> bool:
    """Whether standard output is a terminal that can show more than ASCII."""
    return sys.stdout.isatty() and (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def wrapped(line: str) -> list[str]:
    """A line as the rows that it takes on a terminal, broken between words; elsewhere it stays whole."""
    if len(line) <= width() or not sys.stdout.isatty():
        return [line]
    import textwrap

    return textwrap.wrap(line, width(), break_long_words=False, break_on_hyphens=False) or [""]


def columns() -> int:
    """Columns of the terminal that standard output is; 80 where it does not say."""
    return _size(sys.stdout)[0] or 80


def rows() -> int:
    """Rows of the terminal that standard output is; 24 where it does not say."""
    return _size(sys.stdout)[1] or 24


def _size(stream: TextIO) -> tuple[int, int]:
    try:
        return os.get_terminal_size(stream.fileno())
    except (OSError, ValueError):
        return 0, 0


def width() -> int:
    """Columns of the terminal, at most 100, 80 where there is none."""
    import shutil

    return min(100, shutil.get_terminal_size((80, 24)).columns) if sys.stdout.isatty() else 80
