"""Cutting an open file into pieces of whole records, in flat memory.

A piece can be read apart from all others, by another process too: it knows the line and the byte that it
begins with. Where to cut is decided by the bytes alone (a line end, `[Game "` at the start of a line, the end
of a MessagePack object), so that it costs next to nothing beside reading the records.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from struckle_cli.core.errors import AccessError, Fault
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.replay.jsontext import decode_json, looks_wide
from struckle_cli.replay.packed import frames
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Opened, Source, look_ahead, sniff

CODES = {
    "codec.mismatch": "The content is not what the file's name or the given format promises.",
    "codec.unknown": "Neither the name nor the content tells how the records are encoded.",
}
BOM = b"\xef\xbb\xbf"
START = b'[Game "'
SIZE = 128 << 10
"""Bytes of a piece, about: ten milliseconds of work."""
MOST = 4096
"""Records of a piece, about: the verdicts on a piece are held together, and hostile ones have many faults."""
BLANKS = 128 << 10
"""Bytes by which a game of a text may be larger than the limit, if these are blanks behind it."""
_HEAD = 1 << 14
KEEP = len(BOM) + len(START) + 1
"""Bytes that tell where a record begins: the end of a line, and what can stand behind it."""


class Piece(msgspec.Struct, frozen=True):
    """A run of whole records: their bytes, and the line (from 1) and the byte of the file they begin with.

    `sizes` are those of the objects of a piece of MessagePack. Of a record that is `large`, beyond the limit,
    the bytes were passed over.
    """

    encoding: str
    data: bytes
    line: int
    offset: int
    sizes: tuple[int, ...] = ()
    large: bool = False


Cut = Iterator[Piece | Reading]


def cut(opened: Opened, source: Source, limit: int = MAX_RECORD) -> Cut:
    """The pieces of an open source in order, and readings (numbered 1) of what is no record at all.

    Reading errors of the stream itself are raised, behind the pieces that were whole before.
    """
    known, stream = recognised(opened, source)
    if isinstance(known, Reading):
        yield known
    elif known is not None:
        yield from CUTTERS[known](blocks_of(stream, opened.pipe is not None), limit, 1, 0)


def recognised(opened: Opened, source: Source) -> tuple[str | Reading | None, Any]:
    """How an open source is encoded, by its name and its first bytes, and a stream that still has these.

    A reading instead of an encoding says why it cannot be read at all; None: it is empty.
    """
    if opened.mismatch:
        return _whole(source, "codec.mismatch", opened.mismatch), opened.stream
    head, stream = look_ahead(opened.stream, _HEAD)
    if not head or (len(head) < _HEAD and _is_blank(head) and source.encoding != "msgpack"):
        return None, stream
    if looks_wide(head) and source.encoding != "msgpack":
        why = "the bytes look like UTF-16 or UTF-32; records are UTF-8"
        return _whole(source, "encoding.utf16", why), stream
    seen = sniff(head)
    encoding = source.encoding or (("json" if _is_one_record(head) else "jsonl") if seen == "json" else seen)
    if encoding is None:
        why = "neither the name nor the content tells the encoding (.sgn, .json, .jsonl, .msgpack)"
        return _whole(source, "codec.unknown", why), stream
    if _is_mismatch(encoding, seen, head):
        promised = f"--input-format says {encoding}" if source.stdin else f"the suffix says .{encoding}"
        looks = {"sgn": "the text form (.sgn)", "json": "JSON", "msgpack": "MessagePack"}[seen or ""]
        return _whole(source, "codec.mismatch", f"{promised}, but the content looks like {looks}"), stream
    if encoding == "jsonl" and _is_spread_out(head):
        why = "the suffix says .jsonl, one record a line, but the content looks like one .json record"
        return _whole(source, "codec.mismatch", why), stream
    return encoding, stream


# What a file is, by its first bytes.


def _is_one_record(head: bytes) -> bool:
    """Whether JSON of which no name tells more is one record over several lines, and not one a line."""
    lines = [line for line in head.removeprefix(BOM).split(b"\n")[:-1] if line.strip()]
    return bool(lines) and not any(map(_decodes, lines)) and not _is_json(lines[0])


def _is_json(line: bytes) -> bool:
    try:
        msgspec.json.decode(line)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return False
    return True


def _is_blank(text: bytes) -> bool:
    return not text.removeprefix(BOM).strip()


def _is_mismatch(encoding: str, seen: str | None, head: bytes) -> bool:
    """Whether content is not what it is said to be, and not just damaged at its beginning."""
    if seen is None or seen == {"jsonl": "json"}.get(encoding, encoding):
        return False
    if encoding == "sgn":
        return START not in head
    if encoding == "jsonl":
        return not any(_decodes(line) for line in head.split(b"\n")[1:-1])
    return True


def _is_spread_out(head: bytes) -> bool:
    """Whether what begins with a line `{` is one record over several lines, and not one record a line."""
    first, *following = head.removeprefix(BOM).split(b"\n")
    return first.strip() == b"{" and bool(following) and not any(_decodes(line) for line in following[:-1])


def _decodes(line: bytes) -> bool:
    return decode_json(line)[0] is not None


def _whole(source: Source, code: str, message: str) -> Reading:
    """One broken record that stands for a whole file."""
    fault = Fault(code=code, message=message, line=1, column=1 if code.startswith("encoding.") else None)
    return Reading(1, source.encoding or "json", 1, 0, b"", None, [fault])


# Cutting.


def blocks_of(stream: Any, live: bool) -> Iterator[bytes]:
    """The bytes of a stream in blocks; of a live one (a pipe) whatever has come. Errors come behind them."""
    while True:
        parts: list[bytes] = []
        size = 0
        try:
            while size < SIZE and (data := stream.read1(SIZE - size)):
                parts.append(data)
                size += len(data)
                if live:
                    break
        except (OSError, AccessError):
            if parts:
                yield b"".join(parts)
            raise
        if not parts:
            return
        yield parts[0] if len(parts) == 1 else b"".join(parts)


def _cut_jsonl(blocks: Iterator[bytes], limit: int, line: int, offset: int) -> Cut:
    """Whole lines; a line without end that outgrows the limit is passed over."""
    rest: list[bytes] = []
    size, passing = 0, False
    for block in blocks:
        begin = block.find(b"\n") + 1 if passing else 0
        if passing:
            offset += begin or len(block)
            if not begin:
                continue
            line, passing = line + 1, False
        end = max(begin, block.rfind(b"\n") + 1)
        if end > begin:
            for piece in _capped("jsonl", b"".join([*rest, block[begin:end]]), line, offset, _line_ends):
                yield piece
                line += piece.data.count(b"\n")
                offset += len(piece.data)
            rest, size = [], 0
        rest.append(block[end:])
        size += len(block) - end
        if size > limit + len(BOM):
            yield Piece("jsonl", b"", line, offset, large=True)
            offset += size
            rest, size, passing = [], 0, True
    if size:
        yield Piece("jsonl", b"".join(rest), line, offset)


def _cut_sgn(blocks: Iterator[bytes], limit: int, line: int, offset: int) -> Cut:
    """Text up to the last `[Game "` that begins a line; a game that outgrows the limit is passed over."""
    rest, passing = bytearray(), False
    for block in blocks:
        searched = max(1, len(rest) - KEEP)
        rest += block
        if passing:
            begin = next(starts(rest), -1)
            passing, begin, searched = begin < 0, begin if begin > 0 else max(0, len(rest) - KEEP), 1
            line, offset = line + rest.count(b"\n", 0, begin), offset + begin
            del rest[:begin]
        start = -1 if passing else last_start(rest, searched)
        if start > 0:
            for piece in _capped("sgn", bytes(memoryview(rest)[:start]), line, offset, starts):
                yield piece
                line += piece.data.count(b"\n")
            offset += start
            del rest[:start]
        if len(rest) > limit + BLANKS:
            yield Piece("sgn", b"", line, offset, large=True)
            passing = True
    if rest and not passing:
        yield Piece("sgn", bytes(rest), line, offset)


def _cut_json(blocks: Iterator[bytes], limit: int, line: int, offset: int) -> Cut:
    """The file as one record."""
    parts: list[bytes] = []
    size = 0
    for block in blocks:
        parts.append(block)
        size += len(block)
        if size > limit:
            yield Piece("json", b"", line, offset, large=True)
            return
    yield Piece("json", b"".join(parts), line, offset)


def _cut_msgpack(blocks: Iterator[bytes], limit: int, line: int, offset: int) -> Cut:
    """Whole objects; what is none is a reading of its own."""
    raws: list[bytes] = []
    size = start = 0

    def gathered() -> Cut:
        if raws:
            yield Piece("msgpack", b"".join(raws), 1, start, tuple(map(len, raws)))
            raws.clear()

    try:
        for frame in frames(blocks, limit):
            if frame.fault is not None or len(frame.raw) > limit or size >= SIZE or len(raws) >= MOST:
                yield from gathered()
            if frame.fault is not None:
                yield Reading(1, "msgpack", 1, frame.offset, b"", None, [frame.fault])
            elif len(frame.raw) > limit:
                yield Piece("msgpack", b"", 1, frame.offset, large=True)
            else:
                if not raws:
                    size, start = 0, frame.offset
                raws.append(frame.raw)
                size += len(frame.raw)
    except (OSError, AccessError):
        yield from gathered()
        raise
    yield from gathered()


CUTTERS: dict[str, Callable[[Iterator[bytes], int, int, int], Cut]] = {
    "sgn": _cut_sgn, "json": _cut_json, "jsonl": _cut_jsonl, "msgpack": _cut_msgpack,
}  # fmt: skip
"""Each cuts blocks of bytes; with the limit of a record come the line and the byte that they begin with."""


def _capped(
    encoding: str, data: bytes, line: int, offset: int, ends: Callable[[bytes], Iterator[int]]
) -> Iterator[Piece]:
    """A run of records as pieces of not too many; `ends` finds where records end."""
    if data.count(b"\n") <= MOST:
        yield Piece(encoding, data, line, offset)
        return
    begin = count = 0
    for end in ends(data):
        count += 1
        if count == MOST:
            yield Piece(encoding, data[begin:end], line, offset + begin)
            line += data.count(b"\n", begin, end)
            begin, count = end, 0
    if begin < len(data):
        yield Piece(encoding, data[begin:], line, offset + begin)


def halves(piece: Piece) -> tuple[Piece, Piece] | None:
    """A piece as two of about as many records each; None where that cannot be."""
    if piece.encoding == "msgpack":
        count = len(piece.sizes) // 2
        first, second = piece.sizes[:count], piece.sizes[count:]
        at = sum(first)
    else:
        ends = {"jsonl": _line_ends, "sgn": starts}.get(piece.encoding)
        found = [end for end in ends(piece.data) if end < len(piece.data)] if ends is not None else []
        at = found[len(found) // 2] if found else 0
        first = second = ()
    if not at:
        return None
    head, tail = piece.data[:at], piece.data[at:]
    line = piece.line if piece.encoding == "msgpack" else piece.line + head.count(b"\n")
    return (
        msgspec.structs.replace(piece, data=head, sizes=first),
        msgspec.structs.replace(piece, data=tail, sizes=second, line=line, offset=piece.offset + at),
    )


def _line_ends(data: bytes) -> Iterator[int]:
    end = 0
    while end := data.find(b"\n", end) + 1:
        yield end


def starts(data: bytes | bytearray) -> Iterator[int]:
    """Where, but at 0, a `[Game "` (or a BOM before it) begins a line."""
    at = 0
    while (at := data.find(START, at)) >= 0:
        if (begin := _line_start(data, at)) > 0:
            yield begin
        at += 1


def last_start(data: bytes | bytearray, low: int) -> int:
    """The last of `starts` whose `[Game "` stands at `low` or behind; -1 if there is none."""
    at = len(data)
    while (at := data.rfind(START, low, at)) >= 0:
        if (begin := _line_start(data, at)) > 0:
            return begin
        at += len(START) - 1
    return -1


def next_start(encoding: str, data: bytes, low: int) -> int:
    """Where the first line, or game of a text, begins at `low` (from 1) or behind; -1 if none does.

    A line may begin where the data end.
    """
    if encoding == "jsonl":
        return data.find(b"\n", low - 1) + 1 or -1
    at = low - 1
    while (at := data.find(START, at + 1)) >= 0:
        if (begin := _line_start(data, at)) >= low:
            return begin
    return -1


def _line_start(data: bytes | bytearray, at: int) -> int:
    """Where the game begins whose `[Game "` stands at `at`; -1 if it does not begin a line."""
    begin = at - len(BOM) if data[max(0, at - len(BOM)) : at] == BOM else at
    return begin if data[begin - 1 : begin] in (b"\n", b"\r") else -1
