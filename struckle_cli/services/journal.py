"""The journal of a run: what came of the parts of its input that are done, so that another run can go on.

It only grows: what ends a run, `kill -9` and a lost disk cable too, takes away no entry that was whole. A
file has a first line, and then *frames*: a head with its own checksum, and data with theirs. The first frame
says what the run was, the others make *entries*, each of one frame or several in a row. An entry that breaks
off at the end was being written, and is cut off; one whose checksum is wrong is as good as none. Of equal
keys the last entry counts.
"""

import contextlib
import hashlib
import os
import stat
import struct
import time
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from struckle_cli.core.errors import AccessError, UsageError
from struckle_cli.replay.locking import Hold, holder_of

FIRST = b"struckle journal 1\n"
_HEAD = struct.Struct(">2sBI16s16s")
_CHECK = struct.Struct(">I")
_SIZE = _HEAD.size + _CHECK.size
_MARK = b"\xf5J"
_BEGINS, _ENDS = 1, 2
_ABOUT = bytes(16)
_FRAME = 1 << 20
"""Bytes of a frame, about: what of an entry is held before it is written."""
_SYNCED = 1.0
"""Seconds after which what was written is to be on the disk."""
_STALE = 4
"""When a run is complete the file is written anew if more than one in so many bytes is of no use."""
Part = tuple[int, bytes]
"""Events as bytes, and to which of an entry's tasks they belong, counted from 0."""


def digest(*values: Any) -> bytes:
    """A key: the same for the same values."""
    return hashlib.blake2b(msgspec.json.encode(values), digest_size=16).digest()


class Journal:
    """An open journal, locked for this process. It holds keys and places in memory, and no more.

    Raises `AccessError` (`io.locked`) if another process has it open, `AccessError` (`io.write`) where the
    system refuses, and `UsageError` (`usage.resume`) for a file that is no journal, or that of another run
    than `about` says; with `fresh` whatever stood in it is forgotten.
    """

    def __init__(self, path: str, about: Mapping[str, Any], fresh: bool) -> None:
        self.path = path
        self._index: dict[bytes, int] = {}
        self._used: dict[bytes, int] = {}
        self._hold = Hold(path)
        self._handle = -1
        self._end = self._at = 0
        self._synced = 0.0
        self._about = msgspec.json.encode(about)
        try:
            with self._refused():
                self._open()
                self._begin(fresh)
        except BaseException:
            self.close()
            raise

    def __len__(self) -> int:
        return len(self._index) + len(self._used)

    # --- opening ---

    def _open(self) -> None:
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)
        os.close(os.open(self.path, flags, 0o666))
        try:
            self._hold.take()
        except AccessError as error:
            why = f"{self.path}: {holder_of(self.path)} is writing this result"
            raise AccessError(why, code="io.locked") from error
        # What is locked is what the name leads to now.
        self._handle = os.open(self.path, flags, 0o666)
        if not stat.S_ISREG(os.fstat(self._handle).st_mode):
            raise AccessError(f"{self.path}: cannot be written: it is no regular file", code="io.write")

    def _begin(self, fresh: bool) -> None:
        size = os.fstat(self._handle).st_size
        first = os.pread(self._handle, len(FIRST), 0)
        if not fresh and not FIRST.startswith(first):
            raise UsageError(f"{self.path} is no journal of this program", code="usage.resume")
        about = None if fresh or first != FIRST else self._frame(len(FIRST), size)
        data = None if about is None or about[1] != _ABOUT else self._data(len(FIRST))
        if about is None or data is None:
            os.ftruncate(self._handle, 0)
            self._at = 0
            self._put(FIRST + _framed(_ABOUT, _BEGINS | _ENDS, self._about))
            self._end = self._at
            return
        self._compare(data)  # a journal that is refused stays as it is
        self._scan(about[2], size)

    def _compare(self, data: bytes) -> None:
        """Raise `UsageError` if the journal is that of a run of another kind."""
        if data == self._about:
            return
        before, now = msgspec.json.decode(data), msgspec.json.decode(self._about)
        told = "; ".join(_differences(before, now)) or "it is told in another way"
        why = f"{self.path} is that of another run: {told}; do as then, or begin anew with --force"
        raise UsageError(why, code="usage.resume")

    def _scan(self, at: int, size: int) -> None:
        """Find the entries; whatever stands behind the last whole one is cut off."""
        self._end = begin = at
        open_key = None
        while (frame := self._frame(at, size)) is not None:
            flags, key, end = frame
            if flags & _BEGINS:
                begin, open_key = at, key
            elif key != open_key:
                break
            at = end
            if flags & _ENDS:
                self._index[key] = begin
                self._end = end
        if self._end < size:
            os.ftruncate(self._handle, self._end)
        self._at = self._end

    def _frame(self, at: int, size: int) -> tuple[int, bytes, int] | None:
        """Flags, key and end of the frame at a place; None if there is none that is whole."""
        head = os.pread(self._handle, _SIZE, at)
        if len(head) < _SIZE or _CHECK.unpack_from(head, _HEAD.size)[0] != zlib.crc32(head[: _HEAD.size]):
            return None
        mark, flags, length, key, _ = _HEAD.unpack_from(head)
        end = at + _SIZE + length
        return (flags, key, end) if mark == _MARK and end <= size else None

    def _data(self, at: int) -> bytes | None:
        """What a frame holds; None if that is not what was written."""
        head = os.pread(self._handle, _SIZE, at)
        _, _, length, _, check = _HEAD.unpack_from(head)
        data = os.pread(self._handle, length, at + _SIZE)
        return data if len(data) == length and _summed(data) == check else None

    # --- reading ---

    def find(self, key: bytes) -> int | None:
        """Where the entry of a key stands, all of which is as it was written; None if there is none."""
        at = self._used.get(key)
        if at is None:
            at = self._index.pop(key, None)
            if at is None or any(data is None for data in self._frames(at)):
                return None
            self._used[key] = at
        return at

    def parts(self, at: int) -> Iterator[Part]:
        """What the entry at a place holds, in order."""
        for data in self._frames(at):
            yield from _decode(data or b"\x90")

    def _frames(self, at: int) -> Iterator[bytes | None]:
        flags = 0
        while not flags & _ENDS:
            frame = self._frame(at, self._end)
            if frame is None:
                yield None
                return
            flags = frame[0]
            yield self._data(at)
            at = frame[2]

    # --- writing ---

    def entry(self, key: bytes) -> "Entry":
        """A new entry, whose parts are to be added; only one at a time. What was not ended is dropped."""
        if self._at > self._end:
            with self._refused():
                os.ftruncate(self._handle, self._end)
            self._at = self._end
        return Entry(self, key)

    def append(self, key: bytes, begins: bool, ends: bool, parts: list[Part]) -> None:
        """Add a frame of an entry (for `Entry`). Raises `AccessError` where the system refuses."""
        with self._refused():
            at = self._at if begins else -1
            flags = _BEGINS * begins | _ENDS * ends
            self._put(_framed(key, flags, msgspec.msgpack.encode(parts)))
            if begins:
                self._begun = at
            if ends:
                self._end = self._at
                self._used[key] = self._begun
                self._index.pop(key, None)
                self._sync()

    _begun = 0

    def _put(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            size = os.pwrite(self._handle, rest, self._at)
            self._at += size
            rest = rest[size:]

    def _sync(self) -> None:
        """Have what is written on the disk, not too often."""
        if (now := time.monotonic()) > self._synced + _SYNCED:
            os.fsync(self._handle)
            self._synced = now

    @contextlib.contextmanager
    def _refused(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            why = os.strerror(error.errno) if error.errno else str(error)
            raise AccessError(f"{self.path}: cannot be written: {why}", code="io.write") from error

    # --- ending ---

    def tidied(self) -> None:
        """A run is complete: let go of what it did not use, if that is much. Raises `AccessError`."""
        from struckle_cli.replay.writer import replacing

        places = sorted(self._used.values())
        with self._refused():
            useful = sum(map(self._length, places))
        if (self._end - useful) * _STALE <= self._end:
            return
        with replacing(self.path, hold=self._hold, lasting=True) as file:
            file.write(FIRST + _framed(_ABOUT, _BEGINS | _ENDS, self._about))
            for place in places:
                for at in range(place, end := place + self._length(place), _FRAME):
                    file.write(os.pread(self._handle, min(_FRAME, end - at), at))

    def _length(self, at: int) -> int:
        begin, flags = at, 0
        while not flags & _ENDS:
            frame = self._frame(at, self._end)
            if frame is None:
                raise OSError("somebody else has written to it")
            flags, at = frame[0], frame[2]
        return at - begin

    def forget(self) -> None:
        """Take away a journal in which there is nothing."""
        with contextlib.suppress(OSError):
            os.unlink(self.path)

    def close(self) -> None:
        """Let go of it; what is not a whole entry is cut off."""
        if self._handle >= 0:
            with contextlib.suppress(OSError):
                if 0 < self._end < os.fstat(self._handle).st_size:
                    os.ftruncate(self._handle, self._end)
            os.close(self._handle)
            self._handle = -1
        self._hold.release()


class Entry:
    """An entry that is being written: parts are added, and count when it is ended."""

    def __init__(self, journal: Journal, key: bytes) -> None:
        self._journal = journal
        self._key = key
        self._parts: list[Part] = []
        self._size = 0
        self._begins = True

    def add(self, task: int, data: bytes) -> None:
        """Add events of a task. Raises `AccessError` if they cannot be written."""
        self._parts.append((task, data))
        self._size += len(data)
        if self._size >= _FRAME:
            self._write(ends=False)

    def end(self) -> None:
        """It is whole. Raises `AccessError` if it cannot be written."""
        self._write(ends=True)

    def _write(self, ends: bool) -> None:
        self._journal.append(self._key, self._begins, ends, self._parts)
        self._parts, self._size, self._begins = [], 0, False


def _summed(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()


def _framed(key: bytes, flags: int, data: bytes) -> bytes:
    head = _HEAD.pack(_MARK, flags, len(data), key, _summed(data))
    return head + _CHECK.pack(zlib.crc32(head)) + data


_decode = msgspec.msgpack.Decoder(list[tuple[int, bytes]]).decode


def _differences(before: Any, now: Any, name: str = "") -> Iterator[str]:
    """What two runs differ in: `strict was false and is true now`."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key in sorted({*before, *now}):
            yield from _differences(before.get(key), now.get(key), f"{name} {key}".strip())
    elif before != now:
        yield f"{name} was {_word(before)} and is {_word(now)} now"


def _word(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or "not there"
    return msgspec.json.encode(value).decode()
