"""Sweeps over valid samples: cut at every byte, every byte changed, joined without a line end between them.

A part of the cases, chosen by a fixed seed, is tried by the ordinary tests, all by `make fuzz ARGS=sweeps`.
"""

import random
from collections.abc import Iterator

from tests.fuzz.oracle import judged
from tests.fuzz.samples import Record, records

ENCODINGS = ("sgn", "json", "jsonl", "msgpack")
MASKS = (0x01, 0x20, 0x80, 0xFF)
SMALL = 400
"""Bytes of a sample of which every byte is changed."""


def cut(record: Record, encoding: str, size: int) -> None:
    """The first bytes of a record are never valid, unless nothing of worth is lost; nor are they nothing."""
    data = record.encoded(encoding)
    part = data[:size]
    found = judged(part, encoding)
    whole = part.rstrip() == data.rstrip() or (encoding == "sgn" and _complete(part, record))
    assert [verdict.valid for verdict in found] == ([True] if whole else [False] if part.strip() else []), (
        size
    )
    assert all(verdict.valid or verdict.problems for verdict in found)


def _complete(part: bytes, record: Record) -> bool:
    """Whether nothing but notes behind the result token is lost."""
    (verdict,) = judged(part, "sgn") or [None]
    return verdict is not None and verdict.valid and verdict.plies == len(record.document.moves)


def changed(record: Record, encoding: str, at: int, mask: int) -> None:
    """A record with one byte changed is judged; what is said to be valid says so in every encoding."""
    from tests.fuzz.oracle import check

    data = bytearray(record.encoded(encoding))
    data[at] ^= mask
    check(bytes(data), encoding)


def joined(one: Record, two: Record, encoding: str, cut_at: int | None, three: bool) -> None:
    """Records in a row without a line end between them: the whole ones are judged, none is lost."""
    first, second = one.encoded(encoding).rstrip(), two.encoded(encoding).rstrip()
    if encoding == "msgpack":
        first, second = one.encoded(encoding), two.encoded(encoding)
    part = first if cut_at is None else first[:cut_at]
    found = judged(part + second * (2 if three else 1), encoding)
    count = 1 + (1 if three else 0)
    if encoding in ("json", "jsonl"):  # all but the last have a fault, because another follows on the line
        assert found[-1].valid
        assert [verdict.valid for verdict in found[:-1]] == [False] * (len(found) - 1)
        assert [verdict.plies for verdict in found[-count:]] == [len(two.document.moves)] * count
    else:
        assert [verdict.valid for verdict in found[-count:]] == [True] * count
    if part.strip():
        assert len(found) == count + 1
    if cut_at is not None and encoding != "sgn" and part.strip():
        assert not found[0].valid
    if cut_at is None and encoding in ("sgn", "msgpack"):
        assert found[0].valid


def cuts(part: float, chance: random.Random) -> Iterator[tuple[Record, str, int]]:
    """Records, encodings and sizes to cut them to: so large a part of all there are."""
    for record in records():
        for encoding in ENCODINGS:
            size = len(record.encoded(encoding))
            for at in range(size):
                if part >= 1 or chance.random() < part:
                    yield record, encoding, at


def changes(part: float, chance: random.Random) -> Iterator[tuple[Record, str, int, int]]:
    """Small records, encodings, places and masks."""
    for record in records():
        for encoding in ENCODINGS:
            size = len(record.encoded(encoding))
            for at in range(size if size <= SMALL else 0):
                for mask in MASKS:
                    if part >= 1 or chance.random() < part:
                        yield record, encoding, at, mask


def joins(part: float, chance: random.Random) -> Iterator[tuple[Record, Record, str, int | None, bool]]:
    """Pairs of records, encodings, where the first breaks off (None: nowhere), if the second comes twice."""
    pool = records()
    for one in pool:
        two = chance.choice(pool)
        for encoding in ("sgn", "json", "jsonl"):
            size = len(one.encoded(encoding).rstrip())
            for at in range(1, size):
                if part >= 1 or chance.random() < part:
                    yield one, two, encoding, at, chance.random() < 0.2
        for encoding in ENCODINGS:
            yield one, two, encoding, None, chance.random() < 0.5


def run(part: float, seed: int) -> int:
    """Try so large a part of all cases; how many those were."""
    chance, count = random.Random(seed), 0
    for cases, hold in ((cuts, cut), (changes, changed), (joins, joined)):
        for case in cases(part, chance):
            count += 1
            try:
                hold(*case)
            except Exception as error:
                error.add_note(
                    f"{hold.__name__}: {', '.join(str(getattr(item, 'name', item)) for item in case)}"
                )
                raise
    return count
