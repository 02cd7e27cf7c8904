"""MessagePack: single records and streams, and everything that a frame can be instead."""

import struct
from typing import Any

import msgpack
import pytest

from tests.replay.support import codes, pointers, record, verdicts

GOOD = msgpack.packb(record())
X = msgpack.packb("men")


def framed(inner: bytes, field: str = "men") -> bytes:
    """A record whose set-up field holds the object `inner`."""
    whole: bytes = msgpack.packb(record(setup={field: "@@@"}))
    return whole.replace(msgpack.packb("@@@"), inner)


def between(frame: bytes) -> Any:
    """The verdict on a frame between two sound ones, which stay valid."""
    first, odd, last = verdicts(GOOD + frame + GOOD, "msgpack")
    assert (first.valid, last.valid, last.record) == (True, True, 3)
    return odd


def test_single_and_stream() -> None:
    assert [verdict.valid for verdict in verdicts(GOOD, "msgpack")] == [True]
    found = verdicts(GOOD * 5000, "msgpack")
    assert len(found) == 5000
    assert all(verdict.valid for verdict in found)
    assert verdicts(b"", "msgpack") == []


@pytest.mark.parametrize(
    "frame",
    [
        b"\xc0",
        b"\xc3",
        b"\x07",
        b"\xe0",
        b"\x90",
        b"\xa1x",
        b"\xc4\x01x",
        b"\xca\0\0\0\0",
        b"\xd4\x05x",
        b"\x91\x80",
    ],
)
def test_frames_that_are_no_record(frame: bytes) -> None:
    assert codes(between(frame)) == ["record.type"]


def test_types_of_fields() -> None:
    cases = {
        "/moves/0": record(moves=[b"D8-C8"]),
        "/format": record(format=1.0),
        "/rules": record(rules=True),
        "/game": record(game=b"castle"),
        "/notes/0/ply": record(notes=[{"ply": 0.0, "text": "x"}]),
        "/tags/A": record(tags={"A": b"x"}),
        "/result": record(result=b""),
    }
    for pointer, value in cases.items():
        assert ("record.type", pointer, None) in pointers(between(msgpack.packb(value)))
    assert codes(between(msgpack.packb(record(format=float("nan"))))) == ["record.type"]
    assert codes(between(msgpack.packb(record(setup={"men": float("inf")})))) == ["setup.type"]


@pytest.mark.parametrize("number", [2**63, 2**64 - 1, -(2**63), 2**32])
def test_whole_numbers_of_64_bits(number: int) -> None:
    assert codes(between(msgpack.packb(record(format=number)))) == ["record.format"]
    assert codes(between(msgpack.packb(record(setup={"men": number})))) == ["castle.men"]
    expected = ["record.rules-newer"] if number > 0 else ["record.rules"]
    assert codes(between(msgpack.packb(record(rules=number)))) == expected


ODD = {
    "nil": b"\xc0",
    "bin": b"\xc4\x02\xff\xfe",
    "ext": b"\xd4\x05\x00",
    "timestamp": b"\xd6\xff\0\0\0\0",
    "timestamp of one byte": b"\xd4\xff\x00",
    "bad timestamp": b"\xc7\x0c\xff" + b"\xff" * 12,
    "map": b"\x80",
    "map with numbers": b"\x81\x01\x02",
    "map with a list as key": b"\x81\x91\x01\x02",
    "map with a list of maps as key": b"\x81\x91\x80\x02",
    "map with a map as key": b"\x81\x80\x02",
    "map with an ext as key": b"\x81\xd4\x05\x00\x02",
    "map with bin as key": b"\x81\xc4\x01a\x02",
    "map with nan as key": b"\x81\xcb" + struct.pack(">d", float("nan")) + b"\x02",
    "map with nil as key": b"\x81\xc0\x02",
    "no UTF-8": b"\xa2\xff\xfe",
    "surrogate": b"\xa3\xed\xa0\x80",
    "duplicate inside": b"\x82\xa1a\x01\xa1a\x02",
    "1 and True": b"\x82\x01\x01\xc3\x02",
}


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("field", ["men", "board", "rows", "size"])
def test_odd_values_inside(name: str, field: str) -> None:
    odd = between(framed(ODD[name], field))
    assert not odd.valid
    assert all(len(fault.message) < 400 for fault in odd.problems)


def test_duplicate_keys() -> None:
    plain = record(tags={"A": "x"}, notes=[{"ply": 0, "text": "y"}])
    whole: bytes = msgpack.packb(plain)
    again = b"\x87" + whole[1:] + msgpack.packb("game") + msgpack.packb("castle")
    assert whole[0] == 0x86
    assert codes(between(again)) == ["msgpack.duplicate-key"]
    tags = whole.replace(b"\x81\xa1A\xa1x", b"\x82\xa1A\xa1x\xa1A\xa1x")
    odd = between(tags)
    assert codes(odd) == ["msgpack.duplicate-key"]
    assert odd.problems[0].token == "A"
    note = whole.replace(b"\x82\xa3ply\x00", b"\x83\xa3ply\x00\xa3ply\x00")
    assert codes(between(note)) == ["msgpack.duplicate-key"]


@pytest.mark.parametrize("size", range(1, len(GOOD)))
def test_truncation(size: int) -> None:
    first, last = verdicts(GOOD + GOOD[:size], "msgpack")
    assert first.valid
    assert codes(last) == ["msgpack.truncated"]
    assert str(len(GOOD)) in last.problems[0].message


def test_garbage() -> None:
    first, last = verdicts(GOOD + b"\xc1" + GOOD, "msgpack")
    assert first.valid
    assert codes(last) == ["msgpack.malformed"]
    assert str(len(GOOD)) in last.problems[0].message


@pytest.mark.parametrize("depth", [10, 300, 500, 900, 975, 985, 1000, 1015, 1022, 1030, 5000, 100_000])
def test_deep_nesting(depth: int) -> None:
    for opener in (b"\x91", b"\x81\xa1a"):
        for frame in (framed(opener * depth + b"\xc0"), opener * depth + b"\xc0"):
            first, odd = verdicts(GOOD + frame + GOOD, "msgpack")[:2]
            assert first.valid
            assert not odd.valid
            assert 0 < len(odd.problems) < 6


HUGE = [
    b"\xdb\xff\xff\xff\xff",
    b"\xda\xff\xff",
    b"\xc6\xff\xff\xff\xff",
    b"\xdd\xff\xff\xff\xff",
    b"\xdf\xff\xff\xff\xff",
    b"\xc9\xff\xff\xff\xfe\x05",
    b"\xdd\xff\xff\xff\xff" * 5,
]


@pytest.mark.parametrize("head", HUGE)
def test_huge_declared_lengths(head: bytes) -> None:
    for frame in (head, head + b"x" * 50, framed(head)):
        found = verdicts(GOOD + frame, "msgpack")
        assert found[0].valid
        assert len(found) == 2
        assert codes(found[1]) == ["msgpack.truncated"]


def test_largest_record() -> None:
    large = msgpack.packb(record(tags={"A": "x" * 3_000_000}))
    found = verdicts(GOOD + large + GOOD, "msgpack", limit=1_000_000)
    assert [codes(verdict) for verdict in found[:2]] == [[], ["io.record-too-large"]]
    found = verdicts(GOOD + large + GOOD, "msgpack", limit=len(large))
    assert [verdict.valid for verdict in found] == [True, True, True]
    found = verdicts(GOOD + large + GOOD, "msgpack", limit=len(large) - 1)
    assert [codes(verdict) for verdict in found] == [[], ["io.record-too-large"], []]
