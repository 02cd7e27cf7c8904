"""Records as MessagePack: framing of streams, strict decoding, encoding."""

import contextlib
from collections.abc import Iterator
from typing import Any

import msgspec

from struckle_cli.core.errors import Fault, RecordError, short
from struckle_cli.replay.document import Document
from struckle_cli.replay.untyped import noting_twice, untyped

CODES = {
    "msgpack.malformed": "The bytes are not MessagePack.",
    "msgpack.truncated": "The last object of the stream breaks off.",
    "msgpack.duplicate-key": "A map has the same key twice.",
}

_decode = msgspec.msgpack.Decoder(Document).decode
_encode = msgspec.msgpack.Encoder().encode


def decode_msgpack(raw: bytes) -> tuple[Document | None, list[Fault]]:
    """The document in one frame, or what can be judged of it, and its faults."""
    twice: list[Any] = []
    try:
        document: Document | None = _decode(raw)
        faults: list[Fault] = []
    except (msgspec.ValidationError, RecursionError):
        document, faults = _explain(raw, twice)
    except msgspec.DecodeError as error:
        return None, [_malformed(str(error))]
    else:
        _note_twice(raw, twice)
    for key in twice:
        why = f"the key {short(key)!r} stands twice in one map; which one is meant?"
        faults.append(Fault(code="msgpack.duplicate-key", message=why, token=short(key)))
    return document, faults


class Frame(msgspec.Struct, frozen=True):
    """One object of a stream: where it begins and its bytes, or what is wrong there."""

    offset: int
    raw: bytes
    fault: Fault | None = None


_SPARE = 1 << 20
"""Bytes by which an object may outgrow the limit and what follows it is still found."""


def frames(blocks: Iterator[bytes], limit: int) -> Iterator[Frame]:
    """The objects of a stream of blocks, in flat memory. Objects in a row that are no maps are one fault.

    Where the framing breaks, and at an object that outgrows `limit` by far, the stream ends too: nobody knows
    where the next record begins.
    """
    import msgpack

    unpacker = msgpack.Unpacker(max_buffer_size=limit + 2 * _SPARE, strict_map_key=False)
    buffer, start = bytearray(), 0
    block = b""
    strange = False
    while True:
        try:
            unpacker.skip()
        except msgpack.OutOfData:
            room = limit + _SPARE - len(buffer)
            if room <= 0:
                yield Frame(start, bytes(buffer))
                return
            block = block or next(blocks, b"")
            if not block:
                break
            buffer += block[:room]
            unpacker.feed(block[:room])
            block = block[room:]
            continue
        except (msgpack.FormatError, msgpack.StackError, ValueError) as error:
            deep = isinstance(error, msgpack.StackError)
            if not strange:
                why = "nested too deeply" if deep else "no MessagePack begins here"
                yield Frame(start, b"", _at("msgpack.malformed", start, why))
            return
        raw = bytes(buffer[: unpacker.tell() - start])
        del buffer[: len(raw)]
        if raw[0] & 0xF0 == 0x80 or raw[0] in (0xDE, 0xDF):
            yield Frame(start, raw)
            strange = False
        elif not strange:
            yield Frame(start, b"", _at("record.type", start, "this is no map, so it is no record"))
            strange = True
        start += len(raw)
    if buffer and not strange:
        yield Frame(start, b"", _at("msgpack.truncated", start, "the last object begins here and breaks off"))


def _at(code: str, offset: int, what: str) -> Fault:
    return Fault(code=code, message=f"at byte {offset} of the stream: {what}")


def _malformed(what: str) -> Fault:
    return Fault(code="msgpack.malformed", message=f"this is not MessagePack of a record: {what}")


def _plain(raw: bytes, twice: list[Any]) -> Any:
    """Decode to plain objects; keys that stand twice in one map are added to `twice`."""
    import msgpack

    return msgpack.unpackb(raw, object_pairs_hook=noting_twice(twice), strict_map_key=False)


def _note_twice(raw: bytes, twice: list[Any]) -> None:
    """Look for keys that stand twice in a map of a record that decodes."""
    import msgpack

    with contextlib.suppress(Exception):  # what this decoder refuses lies in a set-up, and is refused there
        msgpack.unpackb(raw, object_pairs_hook=noting_twice(twice), strict_map_key=False, use_list=False)


def _explain(raw: bytes, twice: list[Any]) -> tuple[Document | None, list[Fault]]:
    try:
        value = _plain(raw, twice)
    except Exception as error:
        return None, [_malformed(str(error) or type(error).__name__)]
    return untyped(value)


def encode_msgpack(document: Document) -> bytes:
    """One frame. Raises `RecordError` for a number that MessagePack cannot hold."""
    try:
        return _encode(document)
    except OverflowError as error:
        raise RecordError(
            f"MessagePack cannot hold a number of this record: {error}", code="json.range"
        ) from None
