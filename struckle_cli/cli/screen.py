"""A terminal on which the board stays in its place: at the top, below it what is told, and last the prompt.

What is typed is read with prompt_toolkit, whose import takes as long as all else together. So the first
board and prompt are shown before it, and keys wait in the terminal until it is there.
"""

import os
import signal
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from struckle_cli.cli import console
from struckle_cli.cli.desk import Complete, Draw, Lines, UnreadLineError, nothing
from struckle_cli.cli.fitting import Row, height, rows_of, too_narrow, wrapped
from struckle_cli.report.excerpts import width
from struckle_cli.report.safe import printable

if TYPE_CHECKING:
    from struckle_cli.cli.editing import Editor

_GAP = 3
_BESIDE = 30
"""Columns that text needs to stand beside the board."""
_OFFERS = 6
"""Rows at most for what a half-typed line can become."""


class _Page(NamedTuple):
    """What is shown, so that it can be shown again in another size."""

    board: Draw | None = None
    where: str = ""
    told: tuple[str, ...] = ()
    fresh: bool = True

    def lines(self) -> list[str]:
        """All that is told, a line each; where the board stands in the game comes first."""
        where = [self.where] if self.where and (self.fresh or not self.told) else []
        return [printable(line) for text in [*where, *self.told] for line in text.split("\n")]


class Screen(Lines):
    """Shows pages: each begins at the top of the screen, if the screen is high enough."""

    in_place = True

    def __init__(self, colour: bool) -> None:
        super().__init__(colour)
        from struckle_cli.cli.quiet import Quiet

        self._quiet = Quiet(sys.stdin.fileno())
        self._quiet.begin()
        self._editor: Editor | None = None
        self._page = _Page()
        self._used = 0
        """Rows above the cursor; the whole screen where it has been scrolled."""
        self._begun = False

    def columns(self) -> int:
        """The columns of the terminal as it is now."""
        return console.columns()

    def rows(self) -> int | None:
        """The rows of the terminal that a board may take."""
        return console.rows() - self._kept_free(console.columns())

    def show(
        self, board: Draw | None, told: Sequence[str], *, fresh: bool = True, where: str = "",
        more: bool = False,
    ) -> None:  # fmt: skip
        """Show a page; the board stays on it, fresh or not, where there is room."""
        before = self._page.told if more else ()
        self._page = _Page(board, where, (*before, *told), fresh or (more and self._page.fresh))
        self._draw(_Page(board, where, tuple(told), fresh))

    def _draw(self, news: _Page) -> None:
        """Draw the page; where it does not fit, only what is new on it, below all else."""
        columns, rows, page = console.columns(), console.rows(), self._page
        room = rows - self._kept_free(columns)
        told, drawn = page.lines(), self._board_rows(page.board, columns)
        below = _wrapped(told, columns)
        lines = _arranged(drawn, told, below, columns, room)
        if lines is None and not page.fresh and len(drawn) <= room and _height(below, columns) <= room:
            lines = below  # the whole screen for what was asked for
        if lines is not None:
            self._write(self._start() + "".join(f"{row}\n" for row in lines))
            self._used = _height(lines, columns)
            return
        lines = [row.text for row in drawn if news.fresh] + _wrapped(news.lines(), columns)
        self._write("".join(f"{row}\n" for row in lines))
        self._used, self._begun = rows, True

    def _start(self) -> str:
        """The way to the top of an empty screen; what was there before the game is scrolled up."""
        before = "" if self._begun else "\n" * (console.rows() - 1)
        self._begun = True
        return f"{before}\x1b[H\x1b[J"

    def _board_rows(self, board: Draw | None, columns: int) -> list[Row]:
        """The board, or why it is not there; no row without one."""
        if board is None:
            return []
        picture = board(columns)
        drawn = rows_of(picture, columns, self.colour, marks=True)
        return [Row(row, width(row)) for row in too_narrow(picture, columns)] if drawn is None else drawn

    def _kept_free(self, columns: int) -> int:
        """The rows that a page leaves for the prompt, and what is offered below it."""
        return 2 if columns >= _BESIDE * 2 else 3

    def _write(self, text: str) -> None:
        console.write_bytes(text.encode(sys.stdout.encoding or "utf-8", "backslashreplace"))
        console.flush()

    def warn(self, text: str) -> None:
        """Say what went wrong on the page, where it is not drawn over."""
        page = self._page
        if text not in page.told:
            self.show(page.board, [text], fresh=page.fresh, where=page.where, more=True)

    def wait(self, text: str) -> None:
        """Say what is being waited for, below all else; the next page takes it away."""
        self._write(f"{printable(text)}\n")
        self._used += 1

    def ask(self, prompt: str, complete: Complete = nothing) -> str:
        """One typed line, edited as it is typed."""
        prompt, typed = printable(prompt), ""
        if self._editor is None:
            self._write(prompt)
        from struckle_cli.cli import editing  # behind the first prompt

        if self._editor is None:
            self._editor = editing.Editor(self.colour)
            up = height(prompt, console.columns()) - 1
            self._write("\r" + (f"\x1b[{up}A" if up else ""))
        while True:
            taken = height(prompt, console.columns())
            below = max(1, min(_OFFERS, console.rows() - self._used - taken))
            try:
                line = self._editor.ask(prompt, complete, below, typed)
            except editing.Again as again:
                typed = again.typed
                if again.suspend:
                    self._suspend()
                self._draw(self._page)
                continue
            except UnreadLineError as error:
                typed, self._used = "", self._used + taken
                self.warn(str(error))
                continue
            self._used += taken
            return line

    def _suspend(self) -> None:
        """Give the terminal back to the shell for a while."""
        if self._private:
            console.clear()
            console.flush()
        self._quiet.end()
        os.kill(os.getpid(), signal.SIGTSTP)
        self._quiet.begin()

    def clear(self) -> None:
        """Take away what is on the screen and above it, and all that was typed, also ahead."""
        self._page = _Page()
        self._used, self._begun = 0, True
        if self._editor is not None:
            self._editor.forget()
        self._quiet.drop_keys()
        super().clear()

    def close(self) -> None:
        """Let keys be seen again as they are typed."""
        self._quiet.end()


def _arranged(
    drawn: list[Row], told: list[str], below: list[str], columns: int, room: int
) -> list[str] | None:
    """The board with text below it, or beside it; None where both do not fit."""
    left = room - len(drawn) - _height(below, columns)
    if left >= 0:
        return [row.text for row in drawn] + [""] * (left > 0 and bool(below) and bool(drawn)) + below
    return _beside(drawn, told, columns, room) if drawn else None


def _wrapped(lines: Sequence[str], columns: int) -> list[str]:
    return [row for line in lines for row in wrapped(line, columns)]


def _height(rows: Sequence[str], columns: int) -> int:
    """The rows that some lines take; those with colours are parts of a board, which fit."""
    return sum(1 if "\x1b" in row else height(row, columns) for row in rows)


def _beside(drawn: list[Row], told: list[str], columns: int, room: int) -> list[str] | None:
    """Text to the right of the board; None where there is too little room."""
    broad = max(row.width for row in drawn) + _GAP
    left = columns - broad
    if left < _BESIDE or len(drawn) > room:
        return None
    told = _wrapped(told, left)
    if len(told) > room or any(width(row) > left for row in told):
        return None
    page = []
    for number in range(max(len(drawn), len(told))):
        board = drawn[number] if number < len(drawn) else Row("", 0)
        text = told[number] if number < len(told) else ""
        page.append(board.text + (" " * (broad - board.width) + text if text else ""))
    return page
