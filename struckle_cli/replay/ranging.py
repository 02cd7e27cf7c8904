"""Ranges of a file: which records are whose, so that each can be read apart, by another process or machine.

A range is given by bytes alone, wherever they fall. A record belongs to the range in which its first byte
lies: what a range begins with of a record before it is passed over, and its own last record is read to the
end. So the ranges of a file, however it is cut, hold each record once. Lines are counted from the beginning
of the range; how many stand before it is known when the ranges before it are done.
"""

import contextlib
import hashlib
import io
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from struckle_cli.core.errors import AccessError
from struckle_cli.replay.cutting import (
    BLANKS,
    CUTTERS,
    KEEP,
    SIZE,
    Cut,
    blocks_of,
    cut,
    next_start,
    recognised,
)
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.replay.source import Layer, Source, close_stream, open_source
from struckle_cli.replay.storage import open_bytes


class Range(msgspec.Struct, frozen=True):
    """The bytes of a file from `start` up to `stop`; with `stop` None the file as a whole.

    Only files for which `splittable` names an encoding have ranges with a `stop`; `source.encoding` is that.
    Of what is cut from it the first `skip` pieces are left out: they are done already.
    """

    source: Source
    start: int = 0
    stop: int | None = None
    skip: int = 0


class Ending(msgspec.Struct):
    """What is known when a range has been read: its line ends, and the SHA-256 of its bytes if asked for."""

    lines: int = 0
    digest: str = ""


def splittable(source: Source) -> str | None:
    """The encoding of a file that can be read in ranges (text or JSON Lines, plain); None for all others.

    Raises `OSError` or `AccessError` if it cannot be opened.
    """
    opened = open_source(source)
    try:
        if opened.compression or opened.mismatch or source.stdin:
            return None
        known, _ = recognised(opened, source)
        return known if known in ("jsonl", "sgn") else None
    finally:
        close_stream(opened.stream)


def cut_range(
    part: Range, limit: int = MAX_RECORD, ending: Ending | None = None, hashing: bool = False
) -> Cut:
    """The pieces of a range in order; `ending` is filled in when all of them are taken.

    Reading errors are raised, behind the pieces that were whole before.
    """
    ending = Ending() if ending is None else ending
    pieces = (_whole if part.stop is None else _some)(part, limit, ending, hashing)
    return islice(pieces, part.skip, None)


def _whole(part: Range, limit: int, ending: Ending, hashing: bool) -> Cut:
    with contextlib.ExitStack() as stack:
        watch = stack.enter_context(_Watch()) if hashing else None
        opened = open_source(part.source, watch)
        stack.callback(close_stream, opened.stream)
        yield from cut(opened, part.source, limit)
        if watch is not None:
            ending.digest = watch.digest()


def _some(part: Range, limit: int, ending: Ending, hashing: bool) -> Cut:
    encoding, start, stop = part.source.encoding or "", part.start, part.stop or 0
    begin = max(0, start - 1)
    stream = open_bytes(part.source.name, begin)
    try:
        # What begins a record at the very end of the range may reach beyond it.
        data, trouble = _beginning(stream, stop - begin + KEEP)
        ending.lines = data.count(b"\n", start - begin, stop - begin)
        if hashing:
            ending.digest = hashlib.sha256(memoryview(data)[start - begin : stop - begin]).hexdigest()
        first = next_start(encoding, data, 1) if start else 0
        if 0 <= first < stop - begin:
            line = 1 + data.count(b"\n", start - begin, first)
            more = blocks_of(stream, live=False) if trouble is None else _failing(trouble)
            owned = _owned(more, encoding, data[first:], stop - begin - first, limit)
            yield from CUTTERS[encoding](owned, limit, line, begin + first)
        elif trouble is not None:
            raise trouble
    finally:
        stream.close()


def _beginning(stream: Any, size: int) -> tuple[bytes, OSError | AccessError | None]:
    """So many bytes (fewer only where they end), and the error that came instead of more."""
    data = bytearray()
    try:
        while len(data) < size and (block := stream.read1(size - len(data))):
            data += block
    except (OSError, AccessError) as error:
        return bytes(data), error
    return bytes(data), None


def _failing(trouble: OSError | AccessError) -> Iterator[bytes]:
    """No more blocks, but the error that came."""
    yield from ()
    raise trouble


def _owned(blocks: Iterator[bytes], encoding: str, buffer: bytes, low: int, limit: int) -> Iterator[bytes]:
    """The bytes up to the first record that begins at `low` or behind.

    A record that reaches so far behind that it is larger than the limit is not read to its end. Errors come
    behind all bytes before them.
    """
    behind = 0
    while (end := next_start(encoding, buffer, low)) < 0 and behind <= limit + BLANKS + 2 * SIZE:
        if len(buffer) > KEEP:
            yield buffer[:-KEEP]
            low = max(1, low - len(buffer) + KEEP)
            buffer = buffer[-KEEP:]
        try:
            block = next(blocks, b"")
        except (OSError, AccessError):
            yield buffer
            raise
        if not block:
            break
        behind += len(block)
        buffer += block
    yield buffer if end < 0 else buffer[:end]


class _Watch:
    """Hashes the bytes of a stream as they are read, each once; closes it in the end, and nobody else does.

    Whoever reads it puts layers over it, which go, and close what they lie on, as soon as they have read.
    """

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._stream: Any = None

    def __enter__(self) -> "_Watch":
        return self

    def __exit__(self, *_: object) -> None:
        if self._stream is not None:
            close_stream(self._stream)

    def __call__(self, stream: Any) -> Any:
        """The stream to read from instead."""
        self._stream = stream
        return io.BufferedReader(_Hashed(stream, self._hash), SIZE)

    def digest(self) -> str:
        """The hash of the whole file: what nobody has read of it is read now."""
        while block := self._stream.read(SIZE):
            self._hash.update(block)
        return self._hash.hexdigest()


class _Hashed(Layer):
    def __init__(self, stream: Any, seen: Any) -> None:
        super().__init__(stream)
        self._seen = seen

    def close(self) -> None:
        """What lies below stays open."""
        io.RawIOBase.close(self)

    def readinto(self, buffer: Any) -> int:
        size = int(self._stream.readinto1(buffer))
        self._seen.update(memoryview(buffer)[:size])
        return size
