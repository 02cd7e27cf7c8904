"""Ranges of files: however a file is cut, each record is read once, and where it stands."""

import gzip
import hashlib
import io
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
from struckle_cli.replay.cutting import Cut, Piece, halves
from struckle_cli.replay.ranging import Ending, Range, cut_range, splittable
from struckle_cli.replay.reader import Skipped, read_piece
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Source, named
from tests.replay.support import GOOD, HEAD, packed

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


@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n", b"{}\n" * 30_000])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_whole_file_is_hashed_whatever_its_size(tmp_path, data, pack):
    path = tmp_path / ("a.jsonl.gz" if pack is gzip.compress else "a.jsonl")
    path.write_bytes(pack(data))
    ending = Ending()
    list(cut_range(Range(named(str(path))), ending=ending, hashing=True))
    assert ending.digest == hashlib.sha256(path.read_bytes()).hexdigest()


@encodings
@law
@given(data=st.data(), size=st.integers(16, 100), most=st.integers(1, 2))
def test_skipping_leaves_out_exactly_the_first_pieces(encoding, put, data, size, most):
    raw = data.draw(contents(encoding))
    source = put(raw, encoding)
    begin, end = data.draw(st.sampled_from([(0, None), *data.draw(cuts(len(raw)))]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cutting, "SIZE", size)
        patch.setattr(ranging, "SIZE", size)
        patch.setattr(cutting, "MOST", most)
        pieces, known = told_of(Range(source, begin, end))
        for skip in {0, 1, len(pieces) // 2, len(pieces), len(pieces) + 1}:
            assert told_of(Range(source, begin, end, skip)) == (pieces[skip:], known)


def told_of(part: Range) -> tuple[list[Any], Ending]:
    """The pieces of a range, and what is known at its end."""
    ending = Ending()
    pieces = list(cut_range(part, LIMIT, ending, hashing=True))
    return [vars_of(piece) for piece in pieces], ending


def vars_of(piece: Piece | Reading) -> Any:
    """A piece, or what a reading without a document is compared by."""
    return piece if isinstance(piece, Piece) else (piece.line, piece.offset, piece.faults)


@encodings
@law
@given(data=st.data(), size=st.integers(16, 400))
def test_the_halves_of_a_piece_hold_its_records(encoding, put, data, size):
    raw = data.draw(contents(encoding))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cutting, "SIZE", size)
        waiting = [*cut_range(Range(put(raw, encoding)), LIMIT)]
    while waiting:
        piece = waiting.pop()
        found = halves(piece) if isinstance(piece, Piece) else None
        if found is not None:
            assert summary(iter(found), False, 0) == summary(iter([piece]), False, 0)
            waiting += found


# Hashes.


@pytest.mark.parametrize("suffix", ["sgn", "jsonl", "json", "jsonl.gz", "jsonl.zst", "sgn.gz"])
@pytest.mark.parametrize("behind", [b"", b"more that nobody reads" * 9])
def test_the_hash_of_a_whole_file_is_that_of_its_bytes_as_they_lie_there(put, suffix, behind):
    """Of compressed ones too, and where reading stops before their end."""
    encoding, _, packing = suffix.partition(".")
    raw = FIRST.get(encoding, GOOD) * (1 if encoding == "json" else 9000)
    data = packed(raw, packing) if packing else raw
    if encoding == "json":
        data += b"\n" + behind
    elif packing != "gz":  # text behind a text is more of it; behind gzip it is damage, which is another test
        data += packed(behind, packing) if packing else behind
    _, ending = told_of(Range(put(data, suffix)))
    assert ending.digest == hashlib.sha256(data).hexdigest()


def test_the_hash_is_that_of_all_bytes_where_the_content_is_not_what_the_name_says(put):
    data = b"\x89PNG" + bytes(range(256)) * 4000
    pieces, ending = told_of(Range(put(data, "sgn")))
    assert len(pieces) == 1
    assert ending.digest == hashlib.sha256(data).hexdigest()


def test_without_being_asked_nothing_is_hashed(put):
    source = put(FIRST["jsonl"] * 9, "jsonl")
    for part in (Range(source), Range(source, 3, 300)):
        ending = Ending()
        assert list(cut_range(part, LIMIT, ending))
        assert ending.digest == ""


# Records that are far too large.


class Counting:
    """A stream that adds up how many bytes are read of it."""

    def __init__(self, stream: Any, counts: list[int]) -> None:
        self.close = stream.close
        self._stream = stream
        self._counts = counts

    def read1(self, size: int) -> bytes:
        data: bytes = self._stream.read1(size)
        self._counts[-1] += len(data)
        return data


class Failing:
    """A stream that fails behind so many bytes."""

    def __init__(self, stream: Any, left: int) -> None:
        self.close = stream.close
        self._stream = stream
        self._left = left

    def read1(self, size: int) -> bytes:
        if not self._left:
            raise OSError(5, "broken")
        data: bytes = self._stream.read1(min(size, self._left))
        self._left -= len(data)
        return data


@encodings
@pytest.mark.parametrize("size", [16, 64, 4096])
def test_records_before_a_trouble_are_read_however_the_file_is_cut(encoding, size, put, monkeypatch):
    """Wherever reading fails: the records that were whole before it come, then the error."""
    raw = FIRST[encoding] * 7
    source = put(raw, encoding)
    monkeypatch.setattr(cutting, "SIZE", size)
    monkeypatch.setattr(ranging, "SIZE", size)
    for at in range(1, len(raw), 13):
        monkeypatch.setattr(ranging, "open_bytes", lambda name, _, at=at: Failing(io.BytesIO(raw), at))
        alone = until_broken(cutting.CUTTERS[encoding](blocks_until(raw, at, size), LIMIT, 1, 0))
        for stop in (len(raw), len(raw) - 1, at + 1):
            assert until_broken(cut_range(Range(source, 0, stop), LIMIT)) == alone


def until_broken(pieces: Iterator[Any]) -> list[bytes]:
    """The records of some pieces, in the end of which stands the error."""
    found: list[bytes] = []
    try:
        for piece in pieces:
            found += [item.raw for item in read_piece(piece, LIMIT)]
    except OSError as error:
        return [*found, str(error).encode()]
    raise AssertionError("nothing went wrong")


def blocks_until(raw: bytes, at: int, size: int) -> Iterator[bytes]:
    for begin in range(0, at, size):
        yield raw[begin : min(at, begin + size)]
    raise OSError(5, "broken")


LARGE = {
    "sgn": f"{HEAD}{{{'x' * (3 << 20)}}} *\n\n".encode(),
    "jsonl": b'{"game": "' + b"x" * (3 << 20) + b'"}\n',
}


@encodings
@pytest.mark.parametrize("where", [0, 1, 60_000, -1])
def test_a_record_far_larger_than_the_limit_is_told_once_and_read_to_its_end_by_none(
    encoding, where, put, monkeypatch
):
    """Wherever in the range it begins, its end lies many ranges further on."""
    step, limit = 1 << 16, 1 << 14
    one = FIRST[encoding]
    before = one * (step // len(one) if where < 0 else where // len(one))
    raw = before + LARGE[encoding] + one * 3
    counts: list[int] = []
    opened = ranging.open_bytes

    def counting(name: str, start: int) -> Counting:
        counts.append(0)
        return Counting(opened(name, start), counts)

    monkeypatch.setattr(ranging, "open_bytes", counting)
    source = put(raw, encoding)
    lines, found = 0, []
    for begin in range(0, len(raw), step):
        ending = Ending()
        part = Range(source, begin, min(len(raw), begin + step))
        found += summary(cut_range(part, limit, ending), False, lines, limit)
        lines += ending.lines
    assert found == summary(cut_range(Range(source), limit), False, 0, limit)
    at = len(before) // len(one)
    assert [faults[0].code for *_, faults in found if faults] == ["io.record-too-large"]
    assert len(found) == at + 1 + 3
    assert found[at][0] == 1 + before.count(b"\n")
    assert max(counts) <= step + limit + 5 * cutting.SIZE
    assert sum(counts) <= len(raw) + len(counts) * 64 + limit + 5 * cutting.SIZE


# What can be cut.


@pytest.mark.parametrize(
    ("suffix", "data", "wanted"),
    [
        ("jsonl", FIRST["jsonl"], "jsonl"),
        ("sgn", FIRST["sgn"], "sgn"),
        ("json", GOOD, None),
        ("json", FIRST["jsonl"] * 2, None),
        ("msgpack", b"\x80" * 9, None),
        ("jsonl", b"", None),
        ("jsonl", FIRST["sgn"], None),
        ("jsonl.gz", packed(FIRST["jsonl"], "gz"), None),
        ("jsonl", packed(FIRST["jsonl"], "gz"), None),
        ("sgn", "\ufeff[Game".encode("utf-16"), None),
    ],
)
def test_plain_text_and_lines_can_be_cut_and_nothing_else(put, suffix, data, wanted):
    assert splittable(put(data, suffix)) == wanted


def test_an_encoding_without_a_name_is_found_in_the_content(put):
    source = put(FIRST["jsonl"] * 5, "jsonl")
    unnamed = msgspec.structs.replace(source, encoding=None)
    assert splittable(unnamed) == "jsonl"


def test_what_is_not_there_is_an_error(tmp_path):
    source = Source(str(tmp_path / "gone.jsonl"), "jsonl", None)
    with pytest.raises(OSError, match="gone"):
        splittable(source)
    for part in (Range(source), Range(source, 0, 9), Range(source, 3, 9)):
        with pytest.raises(OSError, match="gone"):
            list(cut_range(part))


def test_a_file_that_has_become_shorter_has_nothing_in_its_last_ranges(put):
    source = put(FIRST["jsonl"], "jsonl")
    size = len(FIRST["jsonl"])
    assert list(cut_range(Range(source, size, size + 100))) == []
    assert list(cut_range(Range(source, size + 50, size + 100))) == []
