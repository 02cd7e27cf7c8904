"""Single keys at a terminal: what each is called, and a record that is stepped through by them."""

import os
import select
import signal
import sys
from types import FrameType
from typing import TYPE_CHECKING, Any

from struckle_cli.cli.screen import Screen
from struckle_cli.report.excerpts import width

if TYPE_CHECKING:
    from struckle_cli.cli.replay_command import Player

_ESCAPE = 0.05
"""Seconds in which the rest of a key comes that begins with Escape."""
NAMES = {
    "\x1b[C": "next", "\x1bOC": "next", "\x1b[B": "next", "\x1bOB": "next", " ": "next", "\r": "next",
    "\n": "next", "n": "next", "j": "next", "l": "next",
    "\x1b[D": "back", "\x1bOD": "back", "\x1b[A": "back", "\x1bOA": "back", "b": "back", "p": "back",
    "h": "back", "k": "back", "\x7f": "back", "\x08": "back",
    "\x1b[6~": "next 10", "\x1b[5~": "back 10",
    "\x1b[H": "start", "\x1bOH": "start", "\x1b[1~": "start", "\x1b[7~": "start", "^": "start",
    "\x1b[F": "end", "\x1bOF": "end", "\x1b[4~": "end", "\x1b[8~": "end", "$": "end",
    "f": "flip", "?": "help", "q": "quit", "Q": "quit", "\x04": "quit",
}  # fmt: skip
"""What keys do (`xterm` and those like it)."""
HELP = (
    "right, down, space, n: the next ply; left, up, b, p: one back",
    "page down, page up: ten plies; home, end: the start, the end",
    "g or a digit: go to a ply; : a line, like in a pipe",
    "f: look from the next side; ?: this help; q: leave",
)


class Keys(Screen):
    """A terminal at which single keys are read; what they lead to is drawn in place."""

    def __init__(self, colour: bool) -> None:
        super().__init__(colour)
        self._waiting = b""
        self._prompt = ""
        self._before: Any = None
        if hasattr(signal, "SIGWINCH"):
            self._before = signal.signal(signal.SIGWINCH, self._resized)

    def close(self) -> None:
        """Leave the terminal as it was found."""
        if self._before is not None:
            signal.signal(signal.SIGWINCH, self._before)
            self._before = None
        super().close()
        self._write("\r\x1b[K")  # the shell's prompt comes below the last page

    def _resized(self, number: int, frame: FrameType | None) -> None:
        if self._prompt:  # else it is being drawn, in a size that may be the new one
            self._draw(self._page)
            self._write(f"{self._prompt}\x1b[K")

    def key(self, prompt: str) -> str:
        """One key: a character, or all that a special key sends; empty at the end of the input."""
        while True:
            self._prompt = prompt
            self._write(f"\r{prompt}\x1b[K")
            self._waiting = self._waiting or self._read()
            self._prompt = ""
            self._write("\r\x1b[J")
            key, self._waiting = _first_key(self._waiting, self._more)
            if key != "\x1a":
                return key
            self._suspend()
            self._draw(self._page)

    def line(self, prompt: str, typed: str = "") -> str | None:
        """A short line, edited at its end; None where it is given up (Escape)."""
        while True:
            key = self.key(prompt + typed)
            if key in ("", "\x1b", "\x04"):
                return None
            if key in ("\r", "\n"):
                return typed
            if key in ("\x7f", "\x08"):
                typed = typed[:-1]
            elif key.isprintable() and width(prompt + typed + key) < self.columns():
                typed += key

    def _kept_free(self, columns: int) -> int:
        """A prompt has one row, and nothing is offered below it."""
        return 1

    def _read(self) -> bytes:
        try:
            return os.read(sys.stdin.fileno(), 1024)
        except OSError:  # the terminal is gone
            return b""

    def _more(self) -> bytes:
        ready = select.select([sys.stdin.fileno()], [], [], _ESCAPE)[0]
        return self._read() if ready else b""


def _first_key(waiting: bytes, more: Any) -> tuple[str, bytes]:
    """The first key of what has been typed, and the rest; `more` reads what may still belong to it."""
    if not waiting.startswith(b"\x1b"):
        size = 1
        while size < 4 and len(waiting) > size and waiting[size] & 0xC0 == 0x80:
            size += 1
        return waiting[:size].decode("utf-8", "replace"), waiting[size:]
    if len(waiting) == 1:
        waiting += more()
    if waiting[1:2] == b"O":
        return waiting[:3].decode("ascii", "replace"), waiting[3:]
    if waiting[1:2] != b"[":
        return "\x1b", waiting[1:]
    end = 2
    while end < len(waiting) and not 0x40 <= waiting[end] <= 0x7E:
        end += 1
    return waiting[: end + 1].decode("ascii", "replace"), waiting[end + 1 :]


def by_keys(player: "Player", desk: Keys) -> None:
    """Go where keys say, until one leaves."""
    player.begin()
    while True:
        key = desk.key(_prompt(desk.columns()))
        line: str | None = "quit" if not key else NAMES.get(key)
        if key in ("g", ":") or (key.isascii() and key.isdigit()):
            line = desk.line("go to ply " if key != ":" else ":", key if key.isdigit() else "")
            line = f"goto {line}" if line and key != ":" else line or None
        if line == "help":
            player.show(list(HELP), fresh=False)
        elif line is not None and player.go(line).over:
            return


def _prompt(columns: int) -> str:
    """As much help as there is room for."""
    prompts = ("space: next, b: back, g: go to a ply, ?: help, q: leave> ", "space, b, g, ?, q> ", "?> ")
    return next((prompt for prompt in prompts if len(prompt) < columns), ">")
