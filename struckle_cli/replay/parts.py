"""A result of many rows: one file, which takes its place when it is whole, or a folder of parts of so many
rows each, which take theirs one after another.
"""

import contextlib
import hashlib
import os
import re
from contextlib import ExitStack
from typing import Any

import msgspec

from struckle_cli.core.errors import AccessError
from struckle_cli.replay.locking import tidy
from struckle_cli.replay.source import COMPRESSIONS
from struckle_cli.replay.writer import compressing, replacing

ROWS = 100_000
"""Rows of a part."""
_PART = re.compile(r"part-[0-9]{5,}\.jsonl\.zst\Z")
_BLOCK = 1 << 16
"""Bytes that are handed on together."""


class Made(msgspec.Struct, frozen=True):
    """A file that was made: its name without folders, its rows, its size in bytes, its SHA-256."""

    file: str
    rows: int
    size: int
    sha256: str


def part_name(number: int) -> str:
    """The name of a part; they are counted from 0."""
    return f"part-{number:05}.jsonl.zst"


def parts_in(folder: str) -> list[str]:
    """The names of the parts in a folder; of none where there is no such folder."""
    try:
        return sorted(name for name in os.listdir(folder) if _PART.match(name))
    except OSError:
        return []


class _Passing:
    """What stands between a compressor and its file: counts and hashes what is written."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._hash = hashlib.sha256()
        self.size = 0

    def write(self, data: Any) -> int:
        """Write to the file."""
        self._file.write(data)
        self._hash.update(data)
        self.size += memoryview(data).nbytes
        return len(data)

    def flush(self) -> None:
        """Nothing waits here."""

    def made(self, path: str, rows: int) -> Made:
        """What has been written, all of it."""
        return Made(os.path.basename(path), rows, self.size, self._hash.hexdigest())


class _Given(Exception):
    """Raised through what is open, so that nothing of it stays."""


class Rows:
    """A result that is being written, in one file or (`folder`) in parts; its bytes depend on the rows alone.

    Whatever it cannot write is an `AccessError` (`io.write`), and leaves nothing half written.
    """

    def __init__(self, path: str, folder: bool) -> None:
        self._path = path
        self._folder = folder
        self._stack = ExitStack()
        self._file: Any = None
        self._passing: Any = None
        self._target = ""
        self._buffer: list[bytes] = []
        self._waiting = self._rows = 0
        self.made: list[Made] = []

    def write(self, row: bytes) -> None:
        """Add a row, with its line end."""
        if self._file is None:
            self._open()
        self._buffer.append(row)
        self._waiting += len(row)
        self._rows += 1
        if self._waiting >= _BLOCK:
            self._push()
        if self._folder and self._rows >= ROWS:
            self._close()

    def finish(self) -> None:
        """All rows are there: what was open takes its place, and parts of an older result are taken away."""
        if self._file is None and not self._folder:
            self._open()
        if self._file is not None:
            self._close()
        if self._folder:
            for name in {*parts_in(self._path)} - {made.file for made in self.made}:
                with contextlib.suppress(OSError):
                    os.unlink(os.path.join(self._path, name))

    def abandon(self) -> None:
        """Nothing more comes: what is not whole vanishes."""
        stack, self._stack, self._file = self._stack, ExitStack(), None
        error = _Given()
        with contextlib.suppress(_Given, AccessError, OSError):
            stack.__exit__(_Given, error, None)

    def _open(self) -> None:
        name = part_name(len(self.made))
        self._target = os.path.join(self._path, name) if self._folder else self._path
        tidy(self._target)
        file = self._stack.enter_context(replacing(self._target))
        self._passing = _Passing(file)
        packing = COMPRESSIONS.get(os.path.splitext(self._target)[1])
        self._file = self._stack.enter_context(compressing(self._passing, packing))
        self._rows = 0

    def _push(self) -> None:
        data, self._buffer, self._waiting = b"".join(self._buffer), [], 0
        try:
            self._file.write(data)
        except OSError as error:
            self._stack, stack = ExitStack(), self._stack
            stack.__exit__(OSError, error, error.__traceback__)
            raise

    def _close(self) -> None:
        self._push()
        stack, self._stack, self._file = self._stack, ExitStack(), None
        stack.close()
        self.made.append(self._passing.made(self._target, self._rows))
