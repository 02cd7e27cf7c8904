"""Events as bytes, for what lies between: pipes, networks, and files that a run is gone on with from.

A row of *chunks*: four bytes with its length, one byte with its form, and so many events as MessagePack,
compressed if there are many. What MessagePack cannot hold (huge numbers, halves of surrogate pairs) goes as
JSON in ASCII.
"""

import json
import struct
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec

from struckle_cli.replay.source import zstd_module
from struckle_cli.services.events import Empty, Ended, Foreign, Passed
from struckle_cli.services.jobs import AnyEvent, Job, kind_of

MANY = 1024
"""Events of a chunk at most."""
_WORTH = 1 << 12
"""Bytes from which on compressing is worth while."""
_HEAD = struct.Struct(">IB")
_PLAIN, _PACKED, _JSON = b"mzj"
_encode = msgspec.msgpack.Encoder().encode


def encoded(events: Iterable[AnyEvent]) -> Iterator[bytes]:
    """Events as chunks, one after another, as they come."""
    events = iter(events)
    while some := list(islice(events, MANY)):
        yield _chunk(some)


def _chunk(events: list[AnyEvent]) -> bytes:
    try:
        form, data = _PLAIN, _encode(events)
    except (OverflowError, UnicodeError):
        form, data = _JSON, json.dumps(msgspec.to_builtins(events), ensure_ascii=True).encode()
    if form == _PLAIN and len(data) >= _WORTH:
        form, data = _PACKED, zstd_module().compress(data, 1)
    return _HEAD.pack(len(data), form) + data


def decoded(data: bytes, job: Job) -> Iterator[AnyEvent]:
    """The inverse of `encoded`, for all chunks in some bytes, one after another.

    Raises `ValueError` for bytes that are no such chunks.
    """
    listed, decode = _decoder(job.kind)
    at = 0
    while at < len(data):
        try:
            size, form = _HEAD.unpack_from(data, at)
            at += _HEAD.size
            raw: Any = memoryview(data)[at : at + size]
            at += size
            if len(raw) < size or form not in (_PLAIN, _PACKED, _JSON):
                raise ValueError("no chunk of events")
            if form == _JSON:
                yield from msgspec.convert(json.loads(bytes(raw)), listed)
            else:
                yield from decode(zstd_module().decompress(raw) if form == _PACKED else raw)
        except (struct.error, zstd_module().ZstdError, msgspec.MsgspecError, RecursionError) as error:
            raise ValueError(f"no chunk of events: {error}") from None


@lru_cache(maxsize=3)
def _decoder(name: Any) -> tuple[Any, Any]:
    """The type of a list of what may come of a kind of job, and what decodes one."""
    kinds: Any = kind_of(Job(kind=name)).told | Empty | Foreign | Passed | Ended
    return list[kinds], msgspec.msgpack.Decoder(list[kinds]).decode
