"""Where a game is shown and typed: line by line, through a pipe or at a terminal that can do no more.

`Lines` prints one thing below the other; `screen.Screen` is for terminals that can be written all over.
"""

import os
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, Self

from struckle_cli.cli import console
from struckle_cli.cli.arranging import Told
from struckle_cli.cli.fitting import rows_of, too_narrow, wrapped
from struckle_cli.core.picture import Picture
from struckle_cli.report.safe import printable

Draw = Callable[[int], Picture]
"""The board for so many columns."""


class Offered(Protocol):
    """What a half-typed line can become: the line from `start` on is replaced by `text`."""

    @property
    def text(self) -> str:
        """What stands there then."""

    @property
    def start(self) -> int:
        """Where in the line it begins."""

    @property
    def about(self) -> str:
        """What it means; may be empty."""


class Offer(NamedTuple):
    """An `Offered` of the front's own."""

    text: str
    start: int
    about: str = ""


Complete = Callable[[str], Sequence[Offered]]
LONGEST = 1 << 16
"""The bytes of the longest line that is read through a pipe."""


class UnreadLineError(Exception):
    """A typed line that was not read at all, because half of it might mean something else; says why."""


def nothing(line: str) -> Sequence[Offered]:
    """Offer nothing."""
    return ()


class Lines:
    """Shows things below each other; works over pipes and at every terminal."""

    in_place = False
    steady = False
    """Whether a board that is shown again takes the place of the one before."""
    recall = ""
    """The command that tells again what a page has no room for; without one nothing is left out."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour
        self.style = "unicode" if console.unicode_fits() else "ascii"
        self._secretive = self._private = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def columns(self) -> int:
        """The columns that there are; 80 where nobody says."""
        return console.columns() if sys.stdout.isatty() else 80

    def rows(self) -> int | None:
        """The rows that a board may take; None where it does not matter."""
        return None

    def show(
        self, board: Draw | None, told: Sequence[Told], *, fresh: bool = True, where: str = "",
        more: bool = False,
    ) -> None:  # fmt: skip
        """Show the board, if it is `fresh`, and below it `where` it stands in the game; then what is told.

        With `more` that comes after what was told before, and not in its place.
        """
        if board is not None and fresh:
            for row in self._drawn(board, self.columns()):
                console.draw(row)
            told = [*([where] if where else []), *told]
        for text in told:
            for row in self._rows([text] if isinstance(text, str) else text(self.columns())):
                console.draw(row)

    def _drawn(self, board: Draw, columns: int) -> list[str]:
        picture = board(columns)
        rows = rows_of(picture, columns, self.colour)
        return too_narrow(picture, columns) if rows is None else [row.text for row in rows]

    def _rows(self, texts: Sequence[str]) -> list[str]:
        """Texts as rows; where nobody looks, a line stays whole."""
        lines = [printable(line) for text in texts for line in text.split("\n")]
        columns = self.columns()
        return [row for line in lines for row in (wrapped(line, columns) if sys.stdout.isatty() else [line])]

    def end(self, told: Sequence[str]) -> None:
        """The last words, below all else. They stay whole lines: commands in them can be copied."""
        for line in told:
            console.say(line)

    def warn(self, text: str) -> None:
        """Say what went wrong at once, on standard error."""
        console.complain(f"struckle: {text}")

    def wait(self, text: str) -> None:
        """Say what is being waited for, where somebody may be looking."""
        if sys.stdout.isatty():
            Lines.show(self, None, [text])
            console.flush()

    def ask(self, prompt: str, complete: Complete = nothing) -> str:
        """One typed line; what cannot be read is asked for again. Raises `EOFError` at the end."""
        while True:
            try:
                return self._typed(prompt)
            except UnreadLineError as error:
                self.show(None, [str(error)])

    def _typed(self, prompt: str) -> str:
        """One typed line. Raises `EOFError`, and `UnreadLineError`."""
        console.flush()
        if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
            self._line_editing()
            try:
                return as_text(input(_writable(printable(prompt))))
            except EOFError:
                console.say("")
                raise
            except UnicodeDecodeError as error:
                raise UnreadLineError(f"that line is not {error.encoding}: nothing of it was read") from None
        console.write_bytes(printable(prompt).encode())
        console.flush()
        line = _piped()
        console.say("")
        if not line:
            raise EOFError
        if len(line) > LONGEST:
            raise UnreadLineError(f"that line is longer than {LONGEST:,} bytes: nothing of it was read")
        return as_text(line.decode("utf-8", "surrogateescape"))

    def _line_editing(self) -> None:
        """Let `input` edit lines and remember them, if this Python can."""
        import contextlib

        with contextlib.suppress(ImportError):
            import readline

            readline.set_auto_history(not self._secretive)
            if self._secretive:  # the kill ring would hand on what is deleted
                for key in ("C-y", "e\\C-y", "ey", "e.", "e_"):
                    readline.parse_and_bind(f'"\\{key}": redraw-current-line')

    def keep_secrets(self, *, shared: bool) -> None:
        """From now on what is shown is for one player only; where several share the keyboard, no line that
        was typed may be called back either.
        """
        self._private, self._secretive = True, shared

    def clear(self) -> None:
        """Take away what is on the screen and above it, and what was typed: it is for one player only."""
        readline = sys.modules.get("readline")
        if readline is not None:
            readline.clear_history()
        console.clear()

    def close(self) -> None:
        """Leave the terminal as it was found."""


def as_text(line: str) -> str:
    """A typed line, which may hold bytes that are no UTF-8 as lone surrogates.

    Raises `UnreadLineError` then: what was meant is not known, and nothing is made of it.
    """
    try:
        return line.encode("utf-8", "surrogateescape").decode("utf-8")
    except UnicodeError:
        raise UnreadLineError("that line is not UTF-8: nothing of it was read") from None


def _piped() -> bytes:
    """The next line of standard input; of one that is too long the beginning, and the rest is dropped."""
    if sys.stdin is None:
        return b""
    line = part = sys.stdin.buffer.readline(LONGEST + 1)
    while len(part) > LONGEST and not part.endswith(b"\n"):
        part = sys.stdin.buffer.readline(LONGEST + 1)
    return line


def _writable(text: str) -> str:
    """Text as standard output can write it."""
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def at_terminal() -> bool:
    """Whether keys come from a terminal, and what is shown goes to one that can be written all over."""
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return os.environ.get("TERM", "dumb") not in ("dumb", "unknown", "")


def desk(colour: bool) -> Lines:
    """Where to show and ask: at a terminal that can be written all over, in place, and else line by line."""
    if at_terminal():
        from struckle_cli.cli.screen import Screen

        return Screen(colour)
    return Lines(colour)
