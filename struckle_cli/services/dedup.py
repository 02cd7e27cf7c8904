"""Records without their copies: the first of equal ones is kept, whatever file or encoding they stand in.

Equal are records whose canonical form is, the order of tags and other keys aside: that has no meaning. Of
each record a digest of 16 bytes is remembered, about 150 bytes with what Python needs for it.
"""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Literal

import msgspec
from msgspec import UNSET

from struckle_cli.replay.document import MAX_RECORD, Document
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Unreadable
from struckle_cli.services.canonical import canonical
from struckle_cli.services.copying import text_of
from struckle_cli.services.events import Foreign
from struckle_cli.services.gather import Broken, Record, Seen, broken, gather

By = Literal["all", "game"]
"""What has to be equal: everything, or what was played (game, rules, set-up, moves, openings, result)."""

_sorted = msgspec.json.Encoder(order="sorted").encode
_PLACES = 40
"""Bits of a place that hold the number of a record; the others hold that of its file."""


class Kept(msgspec.Struct, frozen=True):
    """The first of equal records; a broken one comes with its faults."""

    item: Record
    broken: Broken | None


class Twin(msgspec.Struct, frozen=True):
    """A record that equals an earlier one: where both stand."""

    path: str
    record: int
    first_path: str
    first_record: int


class Deduplication:
    """The records under some paths, each told to be `Kept` or a `Twin`; `seen` counts on the way."""

    def __init__(self, paths: Sequence[str], by: By = "all", *, encoding: str | None = None,
                 limit: int = MAX_RECORD) -> None:  # fmt: skip
        self.seen = Seen()
        self.copies = 0
        self._by = by
        self._items = gather(paths, encoding, limit)
        self._places: dict[bytes, int] = {}
        self._files: list[str] = []

    def __iter__(self) -> Iterator[Kept | Twin | Unreadable | Foreign]:
        for item in self._items:
            self.seen.add(item)
            if not isinstance(item, Record):
                yield item
                continue
            faulty = broken(item)
            if faulty is not None:
                self.seen.add_broken(faulty)
            twin = self._twin(item, faulty)
            if twin is None:
                yield Kept(item, faulty)
            else:
                self.copies += 1
                yield twin

    def _twin(self, item: Record, faulty: Broken | None) -> Twin | None:
        """The record as a copy of an earlier one; None, and it is remembered, if it is the first."""
        key = digest(item.reading, faulty is not None, self._by)
        if key is None:
            return None
        if not self._files or self._files[-1] != item.path:
            self._files.append(item.path)
        here = len(self._files) - 1 << _PLACES | item.reading.number
        place = self._places.get(key)
        if place is None:
            self._places[key] = here
            return None
        first = self._files[place >> _PLACES]
        return Twin(item.path, item.reading.number, first, place & (1 << _PLACES) - 1)


def digest(reading: Reading, faulty: bool, by: By) -> bytes | None:
    """What equal records have in common; None for one of which not even the bytes are known.

    A broken record has its bytes, blank lines around a text and line ends aside, and equals no sound one.
    """
    if faulty or reading.document is None or reading.game is None:
        if not reading.raw:
            return None
        return blake2b(_own_bytes(reading), digest_size=16, person=b"broken").digest()
    document = canonical(reading.document, reading.game)
    if by == "game":
        document = _played(document)
    return blake2b(_sorted(document), digest_size=16).digest()


def _own_bytes(reading: Reading) -> bytes:
    """The bytes of a broken record without the line ends around it, where its encoding has lines."""
    if reading.encoding == "msgpack":
        return reading.raw
    return text_of(reading.raw) if reading.encoding == "sgn" else reading.raw.rstrip(b"\r\n")


def _played(document: Document) -> Document:
    """Only what was played; who played, when, and what was remarked is left out."""
    return msgspec.structs.replace(document, id=UNSET, tags={}, players={}, notes=[])
