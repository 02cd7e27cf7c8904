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
from struckle_cli.cli.arranging import BESIDE, Told, arranged, bare, lines_of, table_of, taken
from struckle_cli.cli.desk import Complete, Draw, Lines, UnreadLineError, nothing
from struckle_cli.cli.fitting import cut_to, height, rows_of, too_narrow
from struckle_cli.report.safe import printable

if TYPE_CHECKING:
    from struckle_cli.cli.editing import Editor

_LEAST = 2
"""Rows below a page that are never used: a prompt, and what is offered below it."""
_OFFERS = 6
"""Rows at most for what a half-typed line can become."""


class _Page(NamedTuple):
    """What is shown, so that it can be shown again in another size."""

    board: Draw | None = None
    where: str = ""
    told: tuple[Told, ...] = ()
    fresh: bool = True

    def all_told(self) -> list[Told]:
        """All that is told; where the board stands in the game comes first."""
        return [*([self.where] if self.where and (self.fresh or not self.told) else []), *self.told]

    def below(self, columns: int) -> list[str]:
        """All that is told, as rows over all columns."""
        return [row for line in lines_of(self.all_told(), columns) for row in line]


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
        self._begun = self._noticed = False
        self.steady = True

    def columns(self) -> int:
        """The columns of the terminal as it is now."""
        return console.columns()

    def rows(self) -> int | None:
        """The rows of the terminal that a board may take."""
        return console.rows() - self._kept_free(console.columns())

    def show(
        self, board: Draw | None, told: Sequence[Told], *, fresh: bool = True, where: str = "",
        more: bool = False,
    ) -> None:  # fmt: skip
        """Show a page; the board stays on it, fresh or not, where there is room."""
        before = self._page.told if more else ()
        self._page = _Page(board, where, (*before, *told), fresh or (more and self._page.fresh))
        self._draw(_Page(board, where, tuple(told), fresh))

    def _draw(self, news: _Page, free: int | None = None) -> None:
        """Draw the page, with so many rows `free` below it; one that does not fit is scrolled.

        Then only what is new on it is written, below all else.
        """
        columns, rows, page = console.columns(), console.rows(), self._page
        frees = (self._kept_free(columns), _LEAST) if free is None else (free,)
        lines = self._laid_out(page, columns, [rows - number for number in frees])
        self.steady = lines is not None
        if lines is not None:
            self._write(self._start() + "".join(f"{row}\n" for row in lines))
            self._used = taken(lines, columns)
        else:
            board = self._board_rows(page.board, columns) if news.fresh else []
            back = "\x1b[A\r\x1b[J" if self._noticed else ""
            self._write(back + "".join(f"{row}\n" for row in (*board, *news.below(columns))))
            self._used, self._begun = rows, True
        self._noticed = False

    def _laid_out(self, page: _Page, columns: int, rooms: Sequence[int]) -> list[str] | None:
        """The rows of a page that fits into one of the numbers of rows, the first if it can be; or None."""
        told, below = page.all_told(), page.below(columns)
        fits = taken(below, columns) <= rooms[0]
        picture = None if page.board is None else page.board(columns)
        table = None if picture is None else table_of(picture, columns, self.colour)
        if table is None:
            rows = [*([] if picture is None else too_narrow(picture, columns)), *below]
            return rows if taken(rows, columns) <= rooms[0] else None
        found = arranged(table, told, columns, rooms, self.recall if page.fresh else "")
        if found is None and fits and not page.fresh and bare(table, rooms[-1]) is not None:
            return below  # the whole screen for what was asked for
        return found

    def _start(self) -> str:
        """The way to the top of an empty screen; what was there before the game is scrolled up."""
        before = "" if self._begun else "\n" * (console.rows() - 1)
        self._begun = True
        return f"{before}\x1b[H\x1b[J"

    def _board_rows(self, board: Draw | None, columns: int) -> list[str]:
        """The board, or why it is not there; no row without one."""
        if board is None:
            return []
        picture = board(columns)
        drawn = rows_of(picture, columns, self.colour, marks=True)
        return too_narrow(picture, columns) if drawn is None else [row.text for row in drawn]

    def _kept_free(self, columns: int) -> int:
        """The rows that a page leaves for the prompt, and what is offered below it."""
        return _LEAST if columns >= BESIDE * 2 else _LEAST + 1

    def _write(self, text: str) -> None:
        console.write_bytes(text.encode(sys.stdout.encoding or "utf-8", "backslashreplace"))
        console.flush()

    def warn(self, text: str) -> None:
        """Say what went wrong on the page, where it is not drawn over."""
        page = self._page
        if text not in page.told:
            self.show(page.board, [text], fresh=page.fresh, where=page.where, more=True)

    def wait(self, text: str) -> None:
        """Say what is being waited for, on a row below all else; the next page takes it away."""
        back = "\x1b[A\r\x1b[J" if self._noticed else ""
        self._write(f"{back}{cut_to(printable(text), console.columns() - 1)}\n")
        self._used += not self._noticed
        self._noticed = True

    def ask(self, prompt: str, complete: Complete = nothing) -> str:
        """One typed line, edited as it is typed."""
        prompt, typed = printable(prompt), ""
        need = height(prompt, console.columns()) + 1
        if self.steady and console.rows() - self._used < need:
            self._draw(self._page, need)
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
        self._used, self._begun, self._noticed = 0, True, False
        if self._editor is not None:
            self._editor.forget()
        self._quiet.drop_keys()
        super().clear()

    def close(self) -> None:
        """Let keys be seen again as they are typed."""
        self._quiet.end()
