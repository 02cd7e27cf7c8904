"""A terminal that does not show keys by itself while the program is busy; they wait until they are read.

Where there is no termios (Windows) nothing is done: there the console waits by itself.
"""

import contextlib
import os
import sys
from typing import Any


class Quiet:
    """The mode of a terminal, changed and given back."""

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal
        self._before: list[Any] | None = None

    def begin(self) -> None:
        """Show no key that is typed, and keep it; Ctrl-C interrupts as ever.

        Ctrl-Z waits for the prompt, unless `suspendable` says otherwise.
        """
        if sys.platform == "win32":
            return
        import termios

        with contextlib.suppress(termios.error, OSError):
            mode = termios.tcgetattr(self._terminal)
            self._before = [*mode[:6], list(mode[6])]
            mode[3] &= ~(termios.ECHO | termios.ICANON)
            mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
            mode[6][termios.VSUSP] = bytes([os.fpathconf(self._terminal, "PC_VDISABLE") & 255])
            termios.tcsetattr(self._terminal, termios.TCSANOW, mode)

    def end(self) -> None:
        """Give the terminal back as it was."""
        if sys.platform == "win32":
            return
        import termios

        before, self._before = self._before, None
        if before is not None:
            with contextlib.suppress(termios.error, OSError):
                termios.tcsetattr(self._terminal, termios.TCSANOW, before)

    def suspendable(self, wanted: bool) -> None:
        """Whether Ctrl-Z sends its signal at once, or waits like other keys."""
        if sys.platform == "win32" or self._before is None:
            return
        import termios

        with contextlib.suppress(termios.error, OSError):
            mode = termios.tcgetattr(self._terminal)
            nothing = bytes([os.fpathconf(self._terminal, "PC_VDISABLE") & 255])
            mode[6][termios.VSUSP] = self._before[6][termios.VSUSP] if wanted else nothing
            termios.tcsetattr(self._terminal, termios.TCSANOW, mode)

    def drop_keys(self) -> None:
        """Drop what has been typed ahead."""
        if sys.platform == "win32":
            return
        import termios

        with contextlib.suppress(termios.error, OSError):
            termios.tcflush(self._terminal, termios.TCIFLUSH)
