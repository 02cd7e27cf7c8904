"""Reading records one after another, in flat memory, whatever the encoding.

A file is cut into pieces of whole records (`cutting.py`). `read_piece` yields a `Reading` for each record in
one: its document as far as it can be judged, its faults with their places, and what is needed to find the
place of a ply later. A fault never hides the next record. `read_records` does both.
"""

import io
from collections.abc import Iterator
from itertools import pairwise

import msgspec

from struckle_cli.core.errors import Fault
from struckle_cli.registry import lookup
from struckle_cli.replay.cutting import BLANKS, BOM, Piece, cut, starts
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.replay.jsontext import check_bytes, decode_json, is_foreign
from struckle_cli.replay.packed import decode_msgpack
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.sgnsyntax import CONTROL, joined, places
from struckle_cli.replay.source import Opened, Source

CODES = {"record.more": "The record has more faults than are told."}
_WHOLE = ("record.type", "record.missing", "record.unknown", "encoding.utf16")
"""Faults of JSON that is one value, and of what is none at all: no other record stands in it."""


class Skipped(msgspec.Struct, frozen=True):
    """A JSON object without a `game` key, met on a walk: somebody else's, kept as its bytes."""

    raw: bytes


Read = Iterator[Reading | Skipped]


def read_records(opened: Opened, source: Source, limit: int = MAX_RECORD) -> Read:
    """The records of an open source in order. Reading errors of the stream itself are raised."""
    number = 0
    for part in cut(opened, source, limit):
        if isinstance(part, Reading):
            number += 1
            part.number = number
            yield part
            continue
        for item in read_piece(part, limit, source.walked, number):
            if isinstance(item, Reading):
                number = item.number
            yield item


def read_piece(piece: Piece, limit: int = MAX_RECORD, walked: bool = False, number: int = 0) -> Read:
    """The records of a piece in order, counted on from `number`; `walked` as in `Source`."""
    if piece.large:
        yield _too_large(number + 1, piece.encoding, piece.line, limit)
    elif piece.encoding == "jsonl":
        yield from _read_jsonl(piece, limit, walked, number)
    elif piece.encoding == "sgn":
        yield from _read_sgn(piece, limit, number)
    elif piece.encoding == "json":
        yield from _read_json(piece, walked, number)
    else:
        yield from _read_msgpack(piece, number)


def _too_large(number: int, encoding: str, line: int, limit: int) -> Reading:
    why = f"a record may have {limit:,} bytes (--max-record), and this one has more"
    fault = Fault(code="io.record-too-large", message=why, line=None if encoding == "msgpack" else line)
    return Reading(number, encoding, line, 0, b"", None, [fault])


def _read_jsonl(piece: Piece, limit: int, walked: bool, number: int) -> Read:
    line_number, end = piece.line - 1, piece.offset
    for whole in io.BytesIO(piece.data):
        line_number += 1
        end += len(whole)
        line = whole.removeprefix(BOM) if end == len(whole) else whole
        if len(line) > limit and len(line) > limit + line.endswith(b"\n"):
            number += 1
            yield _too_large(number, "jsonl", line_number, limit)
            continue
        if line.isspace() or not line:
            continue
        document, faults = decode_json(line)
        if faults and walked and document is None and is_foreign(line):
            yield Skipped(line)
            continue
        if document is None:
            for reading in _joined(number + 1, "jsonl", line_number, end - len(line), line, faults):
                number += 1
                yield reading
            continue
        number += 1
        yield Reading(number, "jsonl", line_number, end - len(line), line, document, faults)


def _joined(
    number: int, encoding: str, line: int, offset: int, raw: bytes, faults: list[Fault]
) -> Iterator[Reading]:
    """The records in JSON that was refused with `faults`: one, or several where files were joined."""
    found = False
    if faults[0].code not in _WHOLE:
        from struckle_cli.replay.joined import json_parts

        for count, part in enumerate(json_parts(raw), number):
            place, row = offset + part.offset, line + part.line - 1
            reading = Reading(count, encoding, row, place, part.raw, part.document, part.faults)
            yield reading.beginning(part.column)
            found = True
    if not found:
        yield Reading(number, encoding, line, offset, raw, None, faults)


def _read_json(piece: Piece, walked: bool, number: int) -> Read:
    raw = piece.data.removeprefix(BOM)
    if not raw.strip():
        return
    document, faults = decode_json(raw)
    if faults and walked and document is None and is_foreign(raw):
        yield Skipped(raw)
        return
    offset = len(piece.data) - len(raw)
    if document is None:
        yield from _joined(number + 1, "json", 1, offset, raw, faults)
    else:
        yield Reading(number + 1, "json", 1, offset, raw, document, faults)


def _read_msgpack(piece: Piece, number: int) -> Read:
    at = 0
    for size in piece.sizes:
        number += 1
        raw = piece.data[at : at + size]
        document, faults = decode_msgpack(raw)
        yield Reading(number, "msgpack", 1, piece.offset + at, raw, document, faults)
        at += size


def _read_sgn(piece: Piece, limit: int, number: int) -> Read:
    data, line, begin = piece.data, piece.line, 0
    for end in (*starts(data), len(data)):
        chunk = data[begin:end]
        text = chunk.rstrip()
        if len(text) > limit or len(chunk) > limit + BLANKS:
            number += 1
            yield _too_large(number, "sgn", line, limit)
        elif text:
            for reading in _read_chunk(chunk, number, line, piece.offset + begin):
                number += 1
                yield reading
        line += chunk.count(b"\n")
        begin = end


def _read_chunk(chunk: bytes, number: int, line: int, offset: int) -> Iterator[Reading]:
    """The record of one piece of text; several where further ones begin in another way than `[Game "`."""
    size, chunk = len(chunk), chunk.removeprefix(BOM)
    offset += size - len(chunk)
    cuts = joined(chunk, lookup)
    at = (number, line, 1, offset)
    if not cuts:
        yield from _read_part(chunk, at, cut=False)
        return
    whole, parts = list(_read_part(chunk, at, cut=False)), list(_read_joined(chunk, cuts, at))
    # A note of a sound record may well quote a tag. Then what is behind that tag is no sound record, or it
    # loses no move to the note.
    quoted = _is_sound(whole) and (not _is_sound(parts[1:]) or _plies(whole) == _plies(parts))
    yield from whole if quoted else parts


def _plies(readings: list[Reading]) -> int:
    return sum(len(reading.moves) for reading in readings)


def _is_sound(readings: list[Reading]) -> bool:
    return not any(reading.reader_faults for reading in readings)


def _read_joined(chunk: bytes, cuts: list[int], at: tuple[int, int, int, int]) -> Iterator[Reading]:
    """The records of text that is cut inside lines."""
    number, line, column, offset = at
    for begin, end in pairwise([0, *cuts, len(chunk)]):
        part = chunk[begin:end]
        for reading in _read_part(part, (number, line, column, offset + begin), end < len(chunk)):
            number = reading.number
            yield reading
        line += part.count(b"\n")
        column = _column_behind(part.decode(errors="replace"), column)


def _read_part(part: bytes, at: tuple[int, int, int, int], cut: bool) -> Iterator[Reading]:
    """The records of text that begins at a number, line, column and offset.

    With `cut` another one follows on its last line.
    """
    number, line, column, offset = at
    if part.startswith(BOM):
        part, offset, column = part.removeprefix(BOM), offset + len(BOM), column + 1
    fault = check_bytes(part)
    if fault is not None:
        shift = column - 1 if fault.line == 1 else 0
        row, spot = (fault.line or 1) + line - 1, (fault.column or 1) + shift
        fault = msgspec.structs.replace(fault, line=row, column=spot)
        yield Reading(number + 1, "sgn", line, offset, part, None, [fault]).beginning(column)
        return
    from struckle_cli.replay.sgnread import read_sgn

    text = part.decode()
    control = CONTROL.search(text)
    start: int | None = 0
    while start is not None and start < len(text):
        number += 1
        record = read_sgn(text, start, control, cut=cut)
        own = text[start : record.rest]
        faults = []
        spots = places(own, [spot - start for spot, _ in record.faults], line, column)
        for (_, found), place in zip(record.faults, spots, strict=True):
            faults.append(msgspec.structs.replace(found, line=place[0], column=place[1]))
        raw = own.encode()
        reading = Reading(number, "sgn", line, offset, raw, record.document, faults)
        yield reading.with_text(own).beginning(column)
        offset += len(raw)
        line += own.count("\n")
        column = _column_behind(own, column)
        start = record.rest
        if control is not None and start is not None and control.start() < start:
            control = CONTROL.search(text, start)


def _column_behind(text: str, column: int) -> int:
    """The column of what follows a text that begins in a column."""
    line_end = text.rfind("\n")
    return column + len(text) if line_end < 0 else len(text) - line_end
