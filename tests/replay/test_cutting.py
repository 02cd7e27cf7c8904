"""Files cut into pieces: whatever the sizes of blocks and pieces, the same records in the same places."""

import io
import json
from collections.abc import Iterator
from typing import Any

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from struckle_cli.core.errors import AccessError
from struckle_cli.replay import cutting
from struckle_cli.replay.cutting import Piece, cut, last_start, starts
from struckle_cli.replay.reader import Skipped, read_piece, read_records
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Opened, Source
from tests.replay.support import GOOD, HEAD, record

ONE = {"sgn": f"{HEAD}\n1. D8-C8 *\n".encode(), "jsonl": GOOD + b"\n", "msgpack": msgpack.packb(record())}
TEXTS = [
    f"{HEAD}\n1. D8-C8 *\n", f"{HEAD}1. ZZ {{open", f"{HEAD}*", f"\n{HEAD}", '[game "castle"]\n*\n',
    f"{HEAD}[Event \"{'x' * 90}\"]\n*\n", ' [Game "castle"] *', "1. D8-C8 * ", "[Game ", '[Game "', "junk",
    "\n", "\r", "\ufeff", "\0",
]  # fmt: skip
LINES = [
    GOOD + b"\n", GOOD, b"\n", b"\r\n", b"{}\n", b"{\n", b'{"a": 1}\n', b"\xef\xbb\xbf", b"\xff\n", b" " * 90,
    b"{" * 200 + b"\n",
]  # fmt: skip
OBJECTS = [
    ONE["msgpack"], ONE["msgpack"][:9], msgpack.packb({"a": 1}), msgpack.packb("x" * 300), b"\x01", b"\x80",
    b"\xc1",
]  # fmt: skip
PARTS = {
    "sgn": st.sampled_from(TEXTS).map(str.encode),
    "jsonl": st.sampled_from(LINES),
    "msgpack": st.sampled_from(OBJECTS),
}
LIMIT = 150


def opened(data: bytes, live: bool = False) -> Opened:
    stream = io.BufferedReader(io.BytesIO(data))  # type: ignore[type-var]
    return Opened(stream, None, pipe=stream if live else None)


def summary(items: Iterator[Reading | Skipped]) -> list[Any]:
    """Everything that a record's place and content are."""
    return [
        (item.number, item.line, item.offset, item.raw, item.document, item.faults)
        if isinstance(item, Reading)
        else item.raw
        for item in items
    ]


@pytest.mark.parametrize("encoding", PARTS)
@pytest.mark.parametrize("walked", [False, True])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None)
@given(data=st.data(), size=st.integers(16, 400), most=st.integers(1, 4), live=st.booleans())
def test_records_do_not_depend_on_where_a_file_is_cut(
    encoding: str, walked: bool, data: st.DataObject, size: int, most: int, live: bool
) -> None:
    raw = b"".join(data.draw(st.lists(PARTS[encoding], max_size=25)))
    source = Source(f"x.{encoding}", encoding, None, walked)
    whole = summary(read_records(opened(raw), source, LIMIT))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cutting, "SIZE", size)
        patch.setattr(cutting, "MOST", most)
        assert summary(read_records(opened(raw, live), source, LIMIT)) == whole


@pytest.mark.parametrize("encoding", ["sgn", "jsonl", "msgpack"])
def test_pieces_are_the_file(encoding: str) -> None:
    one = ONE[encoding]
    data = one * 5000
    pieces = list(cut(opened(data), Source("x", encoding, None)))
    assert len(pieces) > 1
    assert b"".join(piece.data for piece in pieces if isinstance(piece, Piece)) == data
    offset = line = 0
    for piece in pieces:
        assert isinstance(piece, Piece)
        assert (piece.offset, piece.line) == (offset, 1 if encoding == "msgpack" else line + 1)
        assert len(piece.data) <= cutting.SIZE + len(one)
        assert len(list(read_piece(piece))) <= cutting.MOST
        offset += len(piece.data)
        line += piece.data.count(b"\n")


@pytest.mark.parametrize("encoding", ["sgn", "jsonl"])
def test_pieces_have_few_records_however_short_they_are(encoding: str) -> None:
    data = {"sgn": b'[Game ""]\n', "jsonl": b"{}\n"}[encoding] * 20_000
    pieces = list(cut(opened(data), Source("x", encoding, None)))
    sizes = [len(list(read_piece(piece))) for piece in pieces if isinstance(piece, Piece)]
    assert sum(sizes) == 20_000
    assert max(sizes) <= cutting.MOST


class Breaks(io.RawIOBase):
    """A stream that fails behind its content, as a decompressor does."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self.data:
            raise AccessError("broken off", code="io.damaged")
        size = min(len(buffer), len(self.data), 1000)
        buffer[:size], self.data = self.data[:size], self.data[size:]
        return size


@pytest.mark.parametrize("encoding", ["sgn", "jsonl", "msgpack"])
def test_what_was_whole_before_a_stream_breaks_is_read(encoding: str) -> None:
    one = ONE[encoding]
    stream = Opened(io.BufferedReader(Breaks(one * 700 + one[:20])), None)
    items = read_records(stream, Source("x", encoding, None))
    assert len([next(items) for _ in range(700)]) == 700
    with pytest.raises(AccessError):
        next(items)


@given(
    st.lists(st.sampled_from(['[Game "', "\n", "\r", "\ufeff", "x", "[G", "é"]), max_size=12),
    st.integers(1, 30),
)
def test_the_last_start_is_the_last_of_the_starts(parts: list[str], low: int) -> None:
    data = "".join(parts).encode()
    naive = [
        at - 3 * (data[max(0, at - 3) : at] == cutting.BOM)
        for at in range(low, len(data))
        if data.startswith(cutting.START, at)
        and (
            head := data[:at].removesuffix(cutting.BOM)
            if data[max(0, at - 3) : at] == cutting.BOM
            else data[:at]
        )
        and head[-1:] in (b"\n", b"\r")
    ]
    assert last_start(data, low) == (naive[-1] if naive else -1)
    assert [at for at in starts(data) if at >= low + 3] == [at for at in naive if at >= low + 3]


def test_the_sniffed_lines_of_a_pipe() -> None:
    source = Source("-", "jsonl", None)
    data = json.dumps(record()).encode() + b"\n"
    assert len(list(read_records(opened(data * 3, live=True), source))) == 3
