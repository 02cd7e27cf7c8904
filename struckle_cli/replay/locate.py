"""Where things stand in JSON text, for messages: the lines of JSON pointers, and keys that stand twice.

One pass without recursion over text that is known to be JSON; off the path of sound records.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from struckle_cli.core.errors import pointer_part

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


class _Value(NamedTuple):
    """A value of the text: its pointer, where it (or its key) stands, its key, and if that stood before."""

    pointer: str
    offset: int
    key: str | None
    twice: bool


class _Open:
    """An object or array that the pass is in."""

    __slots__ = ("index", "key", "pointer", "seen")

    def __init__(self, pointer: str, is_object: bool) -> None:
        self.pointer = pointer
        self.seen: set[str] | None = set() if is_object else None
        self.key: tuple[str, int, bool] | None = None
        self.index = 0


def _values(text: str) -> Iterator[_Value]:
    """Every value of the text, outer ones before inner ones."""
    stack: list[_Open] = []
    for match in _TOKEN.finditer(text):
        token = match[0]
        top = stack[-1] if stack else None
        if token in ":,":
            if top is not None and token == ",":
                top.index += 1
                top.key = None
        elif token in "}]":
            stack.pop()
        elif top is not None and top.seen is not None and top.key is None:
            key = _string(token)
            top.key = (key, match.start(), key in top.seen)
            top.seen.add(key)
        else:
            value = _value(top, match.start())
            yield value
            if token in "{[":
                stack.append(_Open(value.pointer, token == "{"))


def _value(top: _Open | None, offset: int) -> _Value:
    if top is None:
        return _Value("", offset, None, False)
    if top.key is None:
        return _Value(f"{top.pointer}/{top.index}", offset, None, False)
    key, start, twice = top.key
    return _Value(f"{top.pointer}/{pointer_part(key)}", start, key, twice)


def _string(token: str) -> str:
    return str(msgspec.json.decode(token)) if "\\" in token else token[1:-1]


def lines_of(raw: bytes, pointers: Iterable[str]) -> dict[str, int]:
    """For each pointer the line (from 1) of its value, or of the innermost part of it that exists."""
    wanted = set(pointers)
    if b"\n" not in raw.rstrip():
        return dict.fromkeys(wanted, 1)
    text = raw.decode("utf-8", "replace")
    parts = {"/".join(item.split("/")[:end]) for item in wanted for end in range(1, item.count("/") + 2)}
    found = {value.pointer: value.offset for value in _values(text) if value.pointer in parts}
    offsets = {}
    for item in wanted:
        part = item
        while part and part not in found:
            part = part.rpartition("/")[0]
        offsets[item] = found.get(part, 0)
    lines, line, at = {}, 1, 0
    for item, offset in sorted(offsets.items(), key=lambda pair: pair[1]):
        line += text.count("\n", at, offset)
        lines[item], at = line, offset
    return lines


def keys_twice(raw: bytes, limit: int) -> list[tuple[str, int]]:
    """The keys that stand a second time in one object, each with its line; at most `limit`."""
    text = raw.decode("utf-8", "replace")
    found: list[tuple[str, int]] = []
    line, at = 1, 0
    for value in _values(text):
        if value.twice and value.key is not None:
            line += text.count("\n", at, value.offset)
            at = value.offset
            found.append((value.key, line))
            if len(found) == limit:
                break
    return found
