"""A terminal for `play`, as its player sees it: a pseudo-terminal, and a screen that is drawn from it."""

import os
import re
import signal
from pathlib import Path

import pexpect
import pyte

from tests.cli.support import child_environment, command

READY = re.compile(r"\x1b\[\?2004h.*\x1b\[\?25h\Z", re.DOTALL)
"""What a prompt that is all drawn ends with: lines can be pasted, the cursor is to be seen."""
PAGE = "\x1b[H\x1b[J"
"""What a page begins with that is drawn in place."""
DRAWN = "\x1b[?25h"
ASCII = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


class Screen:
    """`play` at a terminal of some size. What is sent ends in a screen on which nothing moves any more."""

    def __init__(
        self, folder: Path, *arguments: str, columns: int = 80, rows: int = 24, first: str = "", **env: str
    ) -> None:
        words = [os.fsdecode(word) for word in command(*arguments)]
        self.child = pexpect.spawn(
            words[0], words[1:], cwd=str(folder), env=child_environment(**env), timeout=20,
            dimensions=(rows, columns), encoding="utf-8", codec_errors="replace",
        )  # fmt: skip
        self.child.delaybeforesend = None
        self.columns, self.rows = columns, rows
        self.screen = pyte.HistoryScreen(columns, rows, history=1000)
        self.stream = pyte.Stream(self.screen)
        self.raw = ""
        self.child.send(first)
        self.ready()

    def read(self) -> bool:
        """More of what the program writes; whether there was any before it ended."""
        try:
            found = self.child.read_nonblocking(1 << 16, timeout=20)
        except pexpect.EOF:
            return False
        self.raw += found
        self.stream.feed(found)
        return True

    def ready(self) -> None:
        """Wait until a line can be typed."""
        while not READY.search(self.raw):
            assert self.read(), self.text()

    def line(self, typed: str) -> None:
        """Type a line, and wait until the next one can be typed."""
        self.raw = ""
        self.child.send(f"{typed}\r")
        self.ready()

    def keys(self, keys: str, shows: str) -> None:
        """Type some keys, and wait until the line of the cursor ends with what they show."""
        self.raw = ""
        self.child.send(keys)
        while not (self.raw.endswith(DRAWN) and self.before_cursor().endswith(shows)):
            assert self.read(), self.text()

    def before_cursor(self) -> str:
        """The row of the cursor, as far as the cursor."""
        return self.screen.display[self.screen.cursor.y][: self.screen.cursor.x]

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size, and wait for the page to be drawn anew."""
        self.raw = ""
        self.columns, self.rows = columns, rows
        self.screen.resize(rows, columns)
        self.child.setwinsize(rows, columns)
        while not READY.search(self.raw.rpartition(PAGE)[2]) or PAGE not in self.raw:
            assert self.read(), self.text()

    def end(self, typed: str | None = None) -> int | None:
        """Type a last line; the exit code of the program that ends then."""
        if typed is not None:
            self.child.send(f"{typed}\r")
        while self.read():
            pass
        self.child.wait() if self.child.isalive() else None
        self.child.close()
        return self.child.exitstatus

    def close(self) -> None:
        """End the program, if it still runs, without waiting for anything."""
        if self.child.isalive():
            self.child.kill(signal.SIGKILL)
            self.child.wait()
        self.child.close()

    def display(self) -> list[str]:
        """The rows of the screen, without blanks at their ends."""
        return [row.rstrip() for row in self.screen.display]

    def text(self) -> str:
        """The rows of the screen, as one text."""
        return "\n".join(self.display())

    def all(self) -> str:
        """The screen, and before it what can be scrolled back to."""
        above = ["".join(line[x].data for x in range(self.columns)) for line in self.screen.history.top]
        return "\n".join([*above, self.text()])

    def colours(self) -> tuple[list[str], list[str]]:
        """A letter for each way in which characters stand out, where they stand; and what letters mean."""
        letters: dict[str, str] = {}
        rows = []
        for y in range(self.rows):
            row = ""
            for x in range(self.columns):
                look = _look(self.screen.buffer[y][x])
                row += letters.setdefault(look, chr(ord("a") + len(letters))) if look else " "
            if row.strip():
                rows.append(f"{y + 1:>3} {row.rstrip()}")
        return rows, [f"{letter} = {look}" for look, letter in letters.items()]

    def noted(self, title: str) -> list[str]:
        """The screen as it stands in a golden file: rows, the cursor, and what stands out."""
        rows = self.display()
        while rows and not rows[-1]:
            rows.pop()
        cursor = f"cursor: row {self.screen.cursor.y + 1}, column {self.screen.cursor.x + 1}"
        colours, looks = self.colours()
        return [f"=== {title}", *(f"|{row}" for row in rows), cursor, *colours, *looks, ""]


def _look(char: pyte.screens.Char) -> str:
    if not char.data.strip() and not char.reverse and char.bg == "default":
        return ""
    looks = [char.fg] * (char.fg != "default") + [f"on {char.bg}"] * (char.bg != "default")
    return " ".join([*looks, *(word for word in ("bold", "reverse", "italics") if getattr(char, word))])
