"""Reading records one after another, in flat memory, whatever the encoding.

`read_records` yields a `Reading` for each record: its document as far as it can be judged, its faults
with their places, and what is needed to find the place of a ply later. A fault never hides the next record.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

from struckle_cli.core.errors import MAX_FAULTS, Fault
from struckle_cli.core.game import AnyGame
from struckle_cli.engine.binding import Bound, bind
from struckle_cli.replay.document import MAX_RECORD, Document
from struckle_cli.replay.form import check_document
from struckle_cli.replay.jsontext import check_bytes, decode_json, is_foreign
from struckle_cli.replay.packed import decode_msgpack
from struckle_cli.replay.sgnread import find_words, read_sgn
from struckle_cli.replay.sgnsyntax import Place, places
from struckle_cli.replay.source import Opened, Source, sniff

CODES = {
    "codec.mismatch": "The content is not what the file's name or the given format promises.",
    "record.more": "The record has more faults than are told.",
    "codec.unknown": "Neither the name nor the content tells how the records are encoded.",
}
BOM = b"\xef\xbb\xbf"
_BLOCK = 1 << 20


class Reading:
    """One record as it was read. `document` is None where nothing could be made of it.

    `sound` says that its form has no fault, so that its claimed result means what it says. `raw` are its
    bytes (for text: from `[Game` to the next record), `offset` and `line` say where they begin in the
    decompressed file.
    """

    __slots__ = (
        "_text",
        "bound",
        "document",
        "encoding",
        "faults",
        "game",
        "line",
        "number",
        "offset",
        "raw",
    )

    def __init__(self, number: int, encoding: str, line: int, offset: int, raw: bytes,
                 document: Document | None, faults: list[Fault]) -> None:  # fmt: skip
        self.number = number
        self.encoding = encoding
        self.line = line
        self.offset = offset
        self.raw = raw
        self.document = document
        self.faults = faults
        self.game: AnyGame | None = None
        self.bound: Bound | None = None
        self._text: str | None = None
        if document is not None:
            self.game, more = check_document(document)
            if self.game is not None:
                self.bound = bind(self.game, document.setup)
                if self.bound.faults:
                    more = [*more, *self.bound.faults]
            if more:
                self.faults = [*faults, *more] if faults else more

    @property
    def sound(self) -> bool:
        """Whether form and set-up have no fault."""
        return not self.faults and self.document is not None

    def with_text(self, text: str) -> "Reading":
        """Remember the text, for `placed`."""
        self._text = text
        return self

    def placed(self, faults: Iterable[Fault]) -> list[Fault]:
        """The faults with line, column and pointer, in the order of their places.

        Of very many only the first are kept, and a last one says so.
        """
        found = [self._pointed(fault) for fault in islice(faults, MAX_FAULTS + 1)]
        if len(found) > MAX_FAULTS:
            why = f"the record has more than {MAX_FAULTS} faults; the others are not told"
            found[MAX_FAULTS:] = [Fault(code="record.more", message=why)]
        lost = [fault for fault in found if fault.line is None and fault.code != "record.more"]
        places = self._places(lost) if lost else {}
        told = [self._at(fault, places.get(id(fault))) for fault in found]
        return sorted(
            told, key=lambda fault: (fault.code == "record.more", fault.line or 0, fault.column or 0)
        )

    def _pointed(self, fault: Fault) -> Fault:
        if fault.pointer is not None or fault.ply is None:
            return fault
        return msgspec.structs.replace(fault, pointer=f"/moves/{fault.ply - 1}")

    def _at(self, fault: Fault, place: Place | None) -> Fault:
        if place is not None:
            return msgspec.structs.replace(fault, line=place[0], column=place[1])
        if fault.line is not None and self.encoding == "jsonl":
            return msgspec.structs.replace(fault, line=self.line)
        return fault

    def _places(self, faults: list[Fault]) -> dict[int, Place]:
        """The line and column of each fault, by its identity; nothing for an encoding without lines."""
        if self.encoding == "msgpack":
            return {}
        if self._text is None:
            from struckle_cli.replay.locate import lines_of

            lines = lines_of(self.raw, {fault.pointer or "" for fault in faults})
            return {id(fault): (self.line + lines[fault.pointer or ""] - 1, None) for fault in faults}
        tokens, result = find_words(self._text)
        offsets = []
        for fault in faults:
            if fault.ply is not None and 0 < fault.ply <= len(tokens):
                offsets.append(tokens[fault.ply - 1])
            else:
                offsets.append(_tag_offset(self, self._text, fault.pointer or "", result))
        spots = places(self._text, offsets, self.line)
        return {id(fault): place for fault, place in zip(faults, spots, strict=True)}


def _tag_offset(reading: Reading, text: str, pointer: str, result: int) -> int:
    """Where the tag stands that a pointer into the model comes from, or the result token (at `result`)."""
    parts = pointer.split("/")[1:]
    name = parts[0] if parts else ""
    if name in ("tags", "players", "setup") and len(parts) > 1:
        name = parts[1]
        if parts[0] == "setup" and reading.game is not None:
            name = next((field.tag for field in reading.game.setup_fields if field.name == name), name)
    if name == "result":
        tag = {"reason": "Reason", "scores": "Scores"}.get(parts[1] if len(parts) > 1 else "")
        if tag is None:
            return result
        name = tag
    name = "RulesVersion" if name == "rules" else name
    match = re.search(rf"^[ \t]*(\[[ \t]*{re.escape(name)}[ \t]+\")", text, re.MULTILINE | re.IGNORECASE)
    return match.start(1) if match else 0


class Skipped:
    """A JSON object without a `game` key, met on a walk: somebody else's file."""


SKIPPED = Skipped()


def read_records(opened: Opened, source: Source, limit: int = MAX_RECORD) -> Iterator[Reading | Skipped]:
    """The records of an open source in order. Reading errors of the stream itself are raised."""
    stream = opened.stream
    head = stream.peek(512)[:512]
    if opened.mismatch:
        yield _whole(source, "codec.mismatch", opened.mismatch)
        return
    if not head:
        return
    seen = sniff(head)
    encoding = source.encoding
    if encoding is None:
        encoding = "jsonl" if seen == "json" else seen
        if encoding is None:
            fault = check_bytes(head) if head[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in head[:4] else None
            why = "neither the name nor the content tells the encoding (.sgn, .json, .jsonl, .msgpack)"
            yield Reading(
                1, "json", 1, 0, head, None, [fault or Fault(code="codec.unknown", message=why, line=1)]
            )
            return
    elif seen is not None and seen != {"jsonl": "json"}.get(encoding, encoding):
        promised = f"the suffix says .{encoding}" if not source.stdin else f"--input-format says {encoding}"
        looks = {"sgn": "the text form (.sgn)", "json": "JSON", "msgpack": "MessagePack"}[seen]
        yield _whole(source, "codec.mismatch", f"{promised}, but the content looks like {looks}")
        return
    yield from _READERS[encoding](stream, source, limit)


def _whole(source: Source, code: str, message: str) -> Reading:
    """One broken record that stands for a whole file."""
    return Reading(1, source.encoding or "json", 1, 0, b"", None, [Fault(code=code, message=message, line=1)])


def _too_large(number: int, encoding: str, line: int, limit: int) -> Reading:
    why = f"a record may have {limit:,} bytes (--max-record), and this one has more"
    return Reading(
        number, encoding, line, 0, b"", None, [Fault(code="io.record-too-large", message=why, line=1)]
    )


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
            while line and not line.endswith(b"\n"):
                line = readline(_BLOCK)
                end += len(line)
            continue
        if line.isspace() or not line:
            continue
        document, faults = decode_json(line)
        if faults:
            if source.walked and document is None and is_foreign(line):
                yield SKIPPED
                continue
            if number == 0 and line.strip() == b"{":
                why = "the suffix says .jsonl, one record a line, but the content looks like one .json record"
                yield _whole(source, "codec.mismatch", why)
                return
        number += 1
        yield Reading(number, "jsonl", line_number, end - len(line), line, document, faults)


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
        yield SKIPPED
        return
    yield Reading(1, "json", 1, size - len(raw), raw, document, faults)


def _read_msgpack(stream: Any, source: Source, limit: int) -> Iterator[Reading | Skipped]:
    import msgpack

    unpacker = msgpack.Unpacker(max_buffer_size=limit + _BLOCK, strict_map_key=False)
    buffer, start, number = bytearray(), 0, 0
    more = True
    while True:
        try:
            unpacker.skip()
        except msgpack.OutOfData:
            if not more:
                break
            if len(buffer) > limit:
                yield _too_large(number + 1, "msgpack", 1, limit)
                return
            block = stream.read(_BLOCK)
            more = bool(block)
            if more:
                buffer += block
                unpacker.feed(block)
            continue
        except (msgpack.FormatError, msgpack.StackError, ValueError) as error:
            deep = (
                "nested too deeply" if isinstance(error, msgpack.StackError) else "no MessagePack begins here"
            )
            yield _bad_frame(number + 1, "msgpack.malformed", f"at byte {start} of the stream: {deep}")
            return
        number += 1
        size = unpacker.tell() - start
        raw = bytes(buffer[:size])
        del buffer[:size]
        start += size
        if size > limit:
            yield _too_large(number, "msgpack", 1, limit)
            continue
        document, faults = decode_msgpack(raw)
        yield Reading(number, "msgpack", 1, start - size, raw, document, faults)
    if buffer:
        why = f"the last object, from byte {start} of the stream, breaks off"
        yield _bad_frame(number + 1, "msgpack.truncated", why)


def _bad_frame(number: int, code: str, message: str) -> Reading:
    return Reading(number, "msgpack", 1, 0, b"", None, [Fault(code=code, message=message)])


_START = re.compile(rb'(?<=[\r\n])(?:\xef\xbb\xbf)?\[Game "')
_KEEP = 16


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
    at, searched, line, base = 0, 1, 1, 0
    large, more = False, True
    while True:
        match = _START.search(buffer, searched)
        if match is None and more:
            if len(buffer) - at > limit:
                if not large:
                    yield line, base + at, None
                large = True
                line += buffer.count(b"\n", at, len(buffer) - _KEEP)
                at = len(buffer) - _KEEP
            buffer, base = buffer[at:], base + at
            searched, at = max(1, len(buffer) - _KEEP), 0
            block = stream.read(_BLOCK)
            more = bool(block)
            buffer += block
            continue
        end = match.start() if match else len(buffer)
        if not large:
            yield line, base + at, buffer[at:end] if end - at <= limit else None
        if match is None:
            return
        line += buffer.count(b"\n", at, end)
        at, searched, large = end, end + 1, False


def _read_chunk(chunk: bytes, number: int, line: int, offset: int) -> Iterator[Reading]:
    """The record of one piece of text; several where further ones begin in another way than `[Game "`."""
    size, chunk = len(chunk), chunk.removeprefix(BOM)
    offset += size - len(chunk)
    fault = check_bytes(chunk)
    if fault is not None:
        yield Reading(number + 1, "sgn", line, offset, chunk, None, [fault])
        return
    text = chunk.decode()
    while text:
        number += 1
        record = read_sgn(text)
        faults = []
        spots = places(text, [offset for offset, _ in record.faults], line)
        for (_, fault), (row, column) in zip(record.faults, spots, strict=True):
            faults.append(msgspec.structs.replace(fault, line=row, column=column))
        own = text if record.rest is None else text[: record.rest]
        raw = own.encode()
        yield Reading(number, "sgn", line, offset, raw, record.document, faults).with_text(own)
        offset += len(raw)
        line += own.count("\n")
        text = text[len(own) :]


_READERS = {"sgn": _read_sgn, "json": _read_json, "jsonl": _read_jsonl, "msgpack": _read_msgpack}
