"""Reading records one after another, in flat memory, whatever the encoding.

`read_records` yields a `Reading` for each record: its document as far as it can be judged, its faults
with their places, and what is needed to find the place of a ply later. A fault never hides the next record.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from struckle_cli.core.errors import Fault
from struckle_cli.registry import lookup
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.replay.jsontext import check_bytes, decode_json, is_foreign, looks_wide
from struckle_cli.replay.packed import decode_msgpack, frames
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.sgnsyntax import CONTROL, joined, places
from struckle_cli.replay.source import Opened, Source, look_ahead, sniff

if TYPE_CHECKING:
    from struckle_cli.replay.sgnread import TextRecord

CODES = {
    "codec.mismatch": "The content is not what the file's name or the given format promises.",
    "record.more": "The record has more faults than are told.",
    "codec.unknown": "Neither the name nor the content tells how the records are encoded.",
}
BOM = b"\xef\xbb\xbf"
_WHOLE = ("record.type", "record.missing", "record.unknown", "encoding.utf16")
"""Faults of JSON that is one value, and of what is none at all: no other record stands in it."""
_BLOCK = 1 << 20
_HEAD = 1 << 14


class Skipped(msgspec.Struct, frozen=True):
    """A JSON object without a `game` key, met on a walk: somebody else's, kept as its bytes."""

    raw: bytes


def read_records(opened: Opened, source: Source, limit: int = MAX_RECORD) -> Iterator[Reading | Skipped]:
    """The records of an open source in order. Reading errors of the stream itself are raised."""
    if opened.mismatch:
        yield _whole(source, "codec.mismatch", opened.mismatch)
        return
    head, stream = look_ahead(opened.stream, _HEAD)
    if not head or (len(head) < _HEAD and _is_blank(head) and source.encoding != "msgpack"):
        return
    if looks_wide(head) and source.encoding != "msgpack":
        yield _whole(source, "encoding.utf16", "the bytes look like UTF-16 or UTF-32; records are UTF-8")
        return
    seen = sniff(head)
    encoding = source.encoding or (("json" if _is_one_record(head) else "jsonl") if seen == "json" else seen)
    if encoding is None:
        why = "neither the name nor the content tells the encoding (.sgn, .json, .jsonl, .msgpack)"
        yield _whole(source, "codec.unknown", why)
    elif _is_mismatch(encoding, seen, head):
        promised = f"--input-format says {encoding}" if source.stdin else f"the suffix says .{encoding}"
        looks = {"sgn": "the text form (.sgn)", "json": "JSON", "msgpack": "MessagePack"}[seen or ""]
        yield _whole(source, "codec.mismatch", f"{promised}, but the content looks like {looks}")
    else:
        yield from _READERS[encoding](stream, source, limit)


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
        return b'[Game "' not in head
    if encoding == "jsonl":
        return not any(_decodes(line) for line in head.split(b"\n")[1:-1])
    return True


def _decodes(line: bytes) -> bool:
    return decode_json(line)[0] is not None


def _whole(source: Source, code: str, message: str) -> Reading:
    """One broken record that stands for a whole file."""
    fault = Fault(code=code, message=message, line=1, column=1 if code.startswith("encoding.") else None)
    return Reading(1, source.encoding or "json", 1, 0, b"", None, [fault])


def _too_large(number: int, encoding: str, line: int, limit: int) -> Reading:
    why = f"a record may have {limit:,} bytes (--max-record), and this one has more"
    fault = Fault(code="io.record-too-large", message=why, line=None if encoding == "msgpack" else line)
    return Reading(number, encoding, line, 0, b"", None, [fault])


def _read_jsonl(stream: Any, source: Source, limit: int) -> Iterator[Reading | Skipped]:
    number = 0
    readline = stream.readline
    line_number = end = 0
    while line := readline(limit + 2):
        line_number += 1
        end += len(line)
        if line_number == 1:
            line = line.removeprefix(BOM)
        if (len(line) > limit and not line.endswith(b"\n")) or len(line) > limit + 1:
            number += 1
            yield _too_large(number, "jsonl", line_number, limit)
            end += _skip_line(readline, line)
            continue
        if line.isspace() or not line:
            continue
        document, faults = decode_json(line)
        if faults:
            if source.walked and document is None and is_foreign(line):
                yield Skipped(line)
                continue
            if line_number == 1 and line.strip() == b"{" and _is_spread_out(stream):
                why = "the suffix says .jsonl, one record a line, but the content looks like one .json record"
                yield _whole(source, "codec.mismatch", why)
                return
        if document is None:
            for reading in _joined(number + 1, "jsonl", line_number, end - len(line), line, faults):
                number += 1
                yield reading
            continue
        number += 1
        yield Reading(number, "jsonl", line_number, end - len(line), line, document, faults)


def _skip_line(readline: Callable[[int], bytes], line: bytes) -> int:
    """Read on to the end of a line of which `line` was read; how many bytes that were."""
    size = 0
    while line and not line.endswith(b"\n"):
        line = readline(_BLOCK)
        size += len(line)
    return size


def _joined(
    number: int, encoding: str, line: int, offset: int, raw: bytes, faults: list[Fault]
) -> Iterator[Reading]:
    """The records in JSON that was refused with `faults`: one, or several where files were joined."""
    found = False
    if faults[0].code not in _WHOLE:
        from struckle_cli.replay.joined import json_parts

        for count, part in enumerate(json_parts(raw), number):
            place, row = offset + part.offset, line + part.line - 1
            yield Reading(count, encoding, row, place, part.raw, part.document, part.faults)
            found = True
    if not found:
        yield Reading(number, encoding, line, offset, raw, None, faults)


def _is_spread_out(stream: Any) -> bool:
    """Whether what follows a first line `{` is the rest of one record over several lines, not records."""
    following = stream.peek(1).split(b"\n")
    return not any(_decodes(line) for line in following[:-1])


def _read_json(stream: Any, source: Source, limit: int) -> Iterator[Reading | Skipped]:
    raw = stream.read(limit + 1)
    if len(raw) > limit:
        yield _too_large(1, "json", 1, limit)
        return
    size, raw = len(raw), raw.removeprefix(BOM)
    if not raw.strip():
        return
    document, faults = decode_json(raw)
    if faults and source.walked and document is None and is_foreign(raw):
        yield Skipped(raw)
        return
    if document is None:
        yield from _joined(1, "json", 1, size - len(raw), raw, faults)
    else:
        yield Reading(1, "json", 1, size - len(raw), raw, document, faults)


def _read_msgpack(stream: Any, source: Source, limit: int) -> Iterator[Reading | Skipped]:
    for number, frame in enumerate(frames(stream, limit), 1):
        if frame.fault is not None:
            yield Reading(number, "msgpack", 1, frame.offset, b"", None, [frame.fault])
        elif len(frame.raw) > limit:
            yield _too_large(number, "msgpack", 1, limit)
        else:
            document, faults = decode_msgpack(frame.raw)
            yield Reading(number, "msgpack", 1, frame.offset, frame.raw, document, faults)


_START = b'[Game "'
_KEEP = len(BOM) + len(_START)
_BEHIND = len(BOM) + 1
"""From here on a search does not find the start of the piece that it is in."""


def _find_start(buffer: bytes, at: int) -> int:
    """The offset from `at` on where a `[Game "` (or a BOM before it) begins a line; -1 if none does."""
    while (at := buffer.find(_START, at)) >= 0:
        begin = at - len(BOM) if buffer[max(0, at - len(BOM)) : at] == BOM else at
        if buffer[begin - 1 : begin] in (b"\n", b"\r"):
            return begin
        at += 1
    return -1


def _read_sgn(stream: Any, source: Source, limit: int) -> Iterator[Reading | Skipped]:
    number = 0
    for line, offset, chunk in _chunks(stream, limit):
        if chunk is None:
            number += 1
            yield _too_large(number, "sgn", line, limit)
        elif chunk.strip():
            for reading in _read_chunk(chunk, number, line, offset):
                number += 1
                yield reading


def _chunks(stream: Any, limit: int) -> Iterator[tuple[int, int, bytes | None]]:
    """The text cut before each `[Game "` at a line's start: line, byte offset, bytes (None: too large)."""
    buffer = stream.read(_BLOCK)
    at, searched, behind, line, base = 0, 1, 1, 1, 0
    large, more = False, True
    while True:
        start = _find_start(buffer, searched)
        if start < 0 and more:
            if len(buffer) - at > limit + _BLOCK:
                if not large:
                    yield line, base + at, None
                large = True
                line += buffer.count(b"\n", at, len(buffer) - _KEEP)
                at = len(buffer) - _KEEP
            buffer, base = buffer[at:], base + at
            searched, at = max(behind, len(buffer) - _KEEP), 0
            block = stream.read(_BLOCK)
            more = bool(block)
            buffer += block
            continue
        end = start if start >= 0 else len(buffer)
        if not large:
            piece = buffer[at:end]
            yield line, base + at, piece if len(piece.rstrip()) <= limit else None
        if start < 0:
            return
        line += buffer.count(b"\n", at, end)
        at, searched, behind, large = end, end + _BEHIND, _BEHIND, False


def _read_chunk(chunk: bytes, number: int, line: int, offset: int) -> Iterator[Reading]:
    """The record of one piece of text; several where further ones begin in another way than `[Game "`."""
    size, chunk = len(chunk), chunk.removeprefix(BOM)
    offset += size - len(chunk)
    fault = check_bytes(chunk)
    if fault is not None:
        fault = msgspec.structs.replace(fault, line=(fault.line or 1) + line - 1)
        yield Reading(number + 1, "sgn", line, offset, chunk, None, [fault])
        return
    column = 1
    for before, own, start, record in _text_records(chunk.decode()):
        number += 1
        offset += len(before.encode())
        column += len(before)
        spots = places(own, [spot - start for spot, _ in record.faults], line, column)
        faults = [
            msgspec.structs.replace(fault, line=row, column=at)
            for (_, fault), (row, at) in zip(record.faults, spots, strict=True)
        ]
        raw = own.encode()
        reading = Reading(number, "sgn", line, offset, raw, record.document, faults)
        yield reading.with_text(own, column)
        offset += len(raw)
        line += own.count("\n")
        column = len(own) - own.rfind("\n") + (0 if "\n" in own else column - 1)


def _text_records(text: str) -> Iterator[tuple[str, str, int, "TextRecord"]]:
    """The records of some text: a mark of byte order before one, its own text, where that begins, itself."""
    from struckle_cli.replay.sgnread import read_sgn

    cuts = [0, *joined(text, lookup), len(text)]
    for begin, end in pairwise(cuts):
        part = text if len(cuts) == 2 else text[begin:end]
        before = "\ufeff" if begin and part.startswith("\ufeff") else ""
        control = CONTROL.search(part)
        start: int | None = len(before)
        while start is not None and start < len(part):
            record = read_sgn(part, start, control, cut=end < len(text))
            yield before, part[start : record.rest], start, record
            before, start = "", record.rest
            if control is not None and start is not None and control.start() < start:
                control = CONTROL.search(part, start)


_READERS = {"sgn": _read_sgn, "json": _read_json, "jsonl": _read_jsonl, "msgpack": _read_msgpack}
