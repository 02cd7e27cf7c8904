"""Ranges of files: however a file is cut, each record is read once, and where it stands."""

import hashlib
import re
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from struckle_cli.replay import cutting, ranging, reader
from struckle_cli.replay.cutting import Cut, Piece
from struckle_cli.replay.ranging import Ending, Range, cut_range, splittable
from struckle_cli.replay.reader import Skipped, read_piece
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Source
from tests.replay.support import GOOD, HEAD

LIMIT = 150
FIRST = {"sgn": f"{HEAD}\n1. D8-C8 *\n".encode(), "jsonl": GOOD + b"\n"}
TEXTS = [
    f"{HEAD}\n1. D8-C8 *\n", f"{HEAD}\r\n1. D8-C8 *\r\n", f"{HEAD}1. ZZ {{open", f"{HEAD}*", f"\n{HEAD}",
    f'{HEAD}[Event "{"x" * 90}"]\n*\n', f"{HEAD}{{{'x' * 400}}}\n*\n", '[game "castle"]\n*\n',
    ' [Game "castle"] *', '{[Game "castle"]} ', '\n{[Game "castle"]}', "1. D8-C8 * ", "[Game ", '[Game "',
    '"', "junk", " " * 150, " " * 600, "\n", "\r", "\r\n", "\n\n \n", "\ufeff", f"\ufeff{HEAD}*\n", "\0", "é",
]  # fmt: skip
LINES = [
    GOOD + b"\n", GOOD, GOOD + b"\r\n", b"\n", b"\r\n", b"\r", b"{}\n", b"{\n", b'{"a": 1}\n',
    b'"[Game \\"" ', b"\xef\xbb\xbf", b"\xff\n", b" " * 90, b"{" * 200 + b"\n", b"x" * 500, GOOD[:30],
]  # fmt: skip
PARTS = {"sgn": st.sampled_from(TEXTS).map(str.encode), "jsonl": st.sampled_from(LINES)}
encodings = pytest.mark.parametrize("encoding", PARTS)
law = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


@st.composite
def contents(draw: st.DrawFn, encoding: str) -> bytes:
    """Bytes that begin as the encoding does, so that they can be cut; in front there may be blanks."""
    before = draw(st.sampled_from([b"", b"", b"\xef\xbb\xbf", b"\n\r\n", b" \n"]))
    return before + FIRST[encoding] + b"".join(draw(st.lists(PARTS[encoding], max_size=25)))


@st.composite
def cuts(draw: st.DrawFn, size: int) -> list[tuple[int, int]]:
    """Ranges that are a file of some size; some are empty, some a byte long, one may be all of it."""
    chosen = draw(st.lists(st.integers(0, size), max_size=8))
    near = draw(st.lists(st.integers(0, 3), max_size=3))
    inner = sorted([*chosen, *(min(size, one + more) for one, more in zip(chosen, near, strict=False))])
    return list(pairwise([0, *inner, size]))


@pytest.fixture(autouse=True)
def _few_blanks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few blanks behind a game that more of them come."""
    for module in (cutting, ranging, reader):
        monkeypatch.setattr(module, "BLANKS", 100)


@pytest.fixture
def put(tmp_path: Path) -> Any:
    """Have a file with some bytes; what there is to read."""

    def there(data: bytes, suffix: str, walked: bool = False) -> Source:
        path = tmp_path / f"x.{suffix}"
        path.write_bytes(data)
        encoding, _, packing = suffix.partition(".")
        return Source(str(path), encoding, packing or None, walked)

    return there


def summary(pieces: Cut, walked: bool, lines: int, limit: int = LIMIT) -> list[Any]:
    """Everything that records' places and contents are, where so many lines stand before."""
    found: list[Any] = []
    for piece in pieces:
        items: Iterable[Reading | Skipped]
        items = [piece] if isinstance(piece, Reading) else read_piece(piece, limit, walked)
        for item in items:
            if isinstance(item, Reading):
                faults = [fault.below(lines) for fault in item.placed(item.faults)]
                found.append((item.line + lines, item.offset, item.raw, item.document, faults))
            else:
                found.append(item.raw)
    return found


def in_ranges(source: Source, ranges: Iterable[tuple[int, int]]) -> tuple[list[list[Any]], list[str]]:
    """What each range holds, and the hashes of its bytes."""
    encoding = splittable(source)
    assert encoding is not None
    source = msgspec.structs.replace(source, encoding=encoding)
    lines, found, digests = 0, [], []
    for begin, end in ranges:
        ending = Ending()
        pieces = list(cut_range(Range(source, begin, end), LIMIT, ending, hashing=True))
        found.append(summary(iter(pieces), source.walked, lines))
        lines += ending.lines
        digests.append(ending.digest)
    return found, digests


def by_hand(data: bytes, encoding: str) -> Iterator[tuple[int, bytes]]:
    """Where each line, or each game of a text, begins, and its bytes, by a reading of the whole file."""
    text = data.decode("latin-1")
    start = r"(?<=\n)" if encoding == "jsonl" else r'(?<=[\n\r])(?:\xef\xbb\xbf)?(?=\[Game ")'
    at = [0, *(match.start() for match in re.finditer(start, text) if match.start() < len(data)), len(data)]
    return ((begin, data[begin:end]) for begin, end in pairwise(at))


@encodings
@pytest.mark.parametrize("walked", [False, True])
@law
@given(data=st.data(), size=st.integers(16, 400), most=st.integers(1, 4))
def test_ranges_hold_the_records_of_the_file_in_their_places(encoding, walked, put, data, size, most):
    raw = data.draw(contents(encoding))
    source = put(raw, encoding, walked)
    whole = summary(cut_range(Range(source), LIMIT), walked, 0)
    ranges = data.draw(cuts(len(raw)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cutting, "SIZE", size)
        patch.setattr(ranging, "SIZE", size)
        patch.setattr(cutting, "MOST", most)
        found, digests = in_ranges(source, ranges)
    assert [*chain.from_iterable(found)] == whole
    assert digests == [hashlib.sha256(raw[begin:end]).hexdigest() for begin, end in ranges]


@encodings
@law
@given(data=st.data())
def test_a_range_has_the_records_whose_first_byte_it_has(encoding, put, data):
    raw = data.draw(contents(encoding))
    ranges = data.draw(cuts(len(raw)))
    found, _ = in_ranges(put(raw, encoding), ranges)
    for (begin, end), items in zip(ranges, found, strict=True):
        pieces = [
            Piece(encoding, own, 1 + raw.count(b"\n", 0, at), at)
            for at, own in by_hand(raw, encoding)
            if begin <= at < end
        ]
        assert items == summary(iter(pieces), False, 0)
