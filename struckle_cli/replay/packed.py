"""Records as MessagePack: framing of streams, strict decoding, encoding."""

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
        _plain(raw, twice)
    for key in twice:
        why = f"the key {short(key)!r} stands twice in one map; which one is meant?"
        faults.append(Fault(code="msgpack.duplicate-key", message=why, token=short(key)))
    return document, faults


def _malformed(what: str) -> Fault:
    return Fault(code="msgpack.malformed", message=f"this is not MessagePack of a record: {what}")


def _plain(raw: bytes, twice: list[Any]) -> Any:
    """Decode to plain objects; keys that stand twice in one map are added to `twice`."""
    import msgpack

    return msgpack.unpackb(raw, object_pairs_hook=noting_twice(twice), strict_map_key=False)


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
