"""How far a long run has come, on a terminal: records, rate, time left."""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from struckle_cli.services.events import Empty, Ended, Foreign, Passed
from struckle_cli.services.jobs import AnyEvent

QUIET = 0.5
"""Seconds in which nothing is shown: a short run needs no progress."""
_BETWEEN = 0.1
"""Seconds between two drawings."""
_FREE = 4
"""Columns that are left free at the end of the line."""
_STEP = 2_000
"""How many sizes of files are looked up at a time."""
_KNOWN = "{desc} {percentage:3.0f}% |{bar}| {elapsed}<{remaining}"
_UNKNOWN = "{desc} {elapsed}"


class _Line:
    """A line on standard error that is drawn over and over, and never stays.

    Where it cannot be drawn any more (the terminal was closed) there is none: what it tells of goes on.
    `flush` pushes out what was written to the same terminal before, so that the line comes after it.
    """

    def __init__(self, flush: Callable[[], object]) -> None:
        self._flush = flush
        self._start = time.monotonic()
        self._next = self._start + QUIET
        self._bar: Any = None
        self._shown = False

    def clear(self) -> None:
        """Take the line away, for something else that is to be written there."""
        if self._shown:
            with self._lost_with_its_terminal():
                self._bar.clear()
                if os.environ.get("TERM", "dumb") != "dumb":
                    sys.stderr.write("\x1b[K")  # and what keys have left behind it
                    sys.stderr.flush()
            self._shown = False

    def close(self) -> None:
        """Take the line away for good."""
        self.clear()
        self._next = float("inf")
        if self._bar is not None:
            self._bar.disable = True  # it would write once more when it goes

    def _show(self, words: str, done: int, total: int | None) -> None:
        """Draw how much is done of how much (None: nobody knows)."""
        with self._lost_with_its_terminal():
            self._draw(words, done, total)

    @contextlib.contextmanager
    def _lost_with_its_terminal(self) -> Iterator[None]:
        try:
            yield
        except OSError:
            self._shown = False
            self._next = float("inf")

    def _draw(self, words: str, done: int, total: int | None) -> None:
        if self._bar is None:
            self._bar = _new_bar()
        bar = self._bar
        bar.start_t = bar._time() - (time.monotonic() - self._start)
        bar.total = total
        bar.n = min(done, total or done)
        bar.bar_format = _KNOWN if total and done else _UNKNOWN
        bar.set_description_str(words, refresh=False)
        if not self._shown:
            self._flush()
        bar.refresh()
        self._shown = True
        self._next = time.monotonic() + _BETWEEN


class Progress(_Line):
    """How much of the input has been read.

    `sizes` are those of all the input in bytes, looked up little by little (None: nobody knows).
    """

    def __init__(self, sizes: Iterator[int] | None, flush: Callable[[], object]) -> None:
        super().__init__(flush)
        self._sizes = sizes
        self._records = self._passed = 0
        self._total = 0

    def take(self, event: AnyEvent) -> None:
        """Count an event, and draw if it is time to."""
        if isinstance(event, Passed):
            self._passed += event.size
        elif not isinstance(event, Empty | Foreign | Ended):
            self._records += 1
        if time.monotonic() >= self._next:
            elapsed = time.monotonic() - self._start
            words = f"{self._records:,} records, {self._records / elapsed:,.0f}/s"
            self._show(words, self._passed, self._known_total())

    def _known_total(self) -> int | None:
        """The bytes of all the input, once all of it was looked up."""
        if self._sizes is not None:
            found = list(islice(self._sizes, _STEP))
            self._total += sum(found)
            if len(found) < _STEP:
                self._sizes = None
                self._total = max(self._total, 1)
                return self._total
            return None
        return self._total or None


class GamesProgress(_Line):
    """How many games of a match have been played; drawn at once, since one game may take long."""

    def __init__(self, games: int, flush: Callable[[], object]) -> None:
        super().__init__(flush)
        self._games = games
        self._show(f"0 of {games:,} games", 0, games)

    def take(self, games: int, score: str) -> None:
        """So many have been played, with that score."""
        if time.monotonic() >= self._next:
            self._show(f"{games:,} of {self._games:,} games, {score}", games, self._games)


class PagesProgress(_Line):
    """How many files of a site have their pages."""

    def __init__(self, files: int, flush: Callable[[], object]) -> None:
        super().__init__(flush)
        self._files = files

    def take(self, files: int, games: int) -> None:
        """So many files are done, and so many games have been written."""
        if time.monotonic() >= self._next:
            self._show(f"{games:,} games, {files:,} of {self._files:,} files", files, self._files)


def _new_bar() -> Any:
    import threading

    from tqdm import tqdm

    tqdm.set_lock(threading.RLock())  # its own lock is one between processes, which nothing here needs
    tqdm.monitor_interval = 0  # no thread that watches it
    bar: Any = tqdm(file=sys.stderr, leave=False, dynamic_ncols=True, position=0, delay=1e-9)
    bar.dynamic_ncols = _room
    return bar


def _room(stream: Any) -> tuple[int, int]:
    """The columns that a line may take, and the rows of the terminal: a `^C` has room behind the line."""
    try:
        size = os.get_terminal_size(stream.fileno())
    except (OSError, ValueError):
        return 80 - _FREE, 24
    return max(size.columns - _FREE, 20), size.lines
