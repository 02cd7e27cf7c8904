"""A GIF taken apart by its blocks (GIF89a), without the program that wrote it."""

from typing import NamedTuple


class Part(NamedTuple):
    """One frame: hundredths of a second, its place and size, whether it has colours of its own."""

    time: int
    place: tuple[int, int, int, int]
    own_colours: bool
    disposal: int


def parts(data: bytes) -> tuple[tuple[int, int], bytes, list[Part]]:
    """Size, table of colours, and the frames; everything up to the trailer is accounted for."""
    assert data[:6] == b"GIF89a"
    size = (int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little"))
    assert data[10] == 0xF7
    table, at, found = data[13 : 13 + 768], 13 + 768, []
    time = disposal = 0
    while data[at] != 0x3B:
        if data[at] == 0x21:
            if data[at + 1] == 0xF9:
                disposal, time = data[at + 3] >> 2 & 7, int.from_bytes(data[at + 4 : at + 6], "little")
            at = _blocks(data, at + 2)
        else:
            assert data[at] == 0x2C
            numbers = [int.from_bytes(data[at + n : at + n + 2], "little") for n in (1, 3, 5, 7)]
            found.append(Part(time, tuple(numbers), bool(data[at + 9] & 0x80), disposal))
            at = _blocks(data, at + 11)
    assert at == len(data) - 1
    return size, table, found


def _blocks(data: bytes, at: int) -> int:
    while data[at]:
        at += 1 + data[at]
    return at + 1
