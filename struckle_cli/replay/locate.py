"""Where things stand in JSON text, for messages: the lines of JSON pointers, and keys that stand twice.

One pass without recursion over text that is known to be JSON; off the path of sound records.
"""

import re
from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

import msgspec

from struckle_cli.core.errors import pointer_part

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\],:]|[^\s{}\[\],:"]+')


class _Value(NamedTuple):
    """A value of the text.

    Its pointer (None if nobody asked for it), where it (or its key) stands, where it stands itself, how long
    its first token is, its key, and if that stood before.
    """

    pointer: str | None
    offset: int
    start: int
    length: int
    key: str | None
    twice: bool


class Span(NamedTuple):
    """Where a value stands: its key (itself, if it has none), itself, and how long its first token is."""

    key: int
    start: int
    length: int


class _Open:
    """An object or array that the pass is in; its pointer is None where nothing in it is asked for."""

    __slots__ = ("index", "key", "pointer", "seen")

    def __init__(self, pointer: str | None, is_object: bool) -> None:
        self.pointer = pointer
        self.seen: set[str] | None = set() if is_object else None
        self.key: tuple[str, int, bool] | None = None
        self.index = 0


def _values(text: str, wanted: Container[str] = ()) -> Iterator[_Value]:
    """Every value of the text, outer ones before inner ones; only those in `wanted` have a pointer.

    `wanted` holds with each pointer those of the values around it.
    """
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
            value = _value(top, match.start(), len(token), wanted)
            yield value
            if token in "{[":
                stack.append(_Open(value.pointer, token == "{"))


def _value(top: _Open | None, start: int, length: int, wanted: Container[str]) -> _Value:
    if top is None:
        return _Value("", start, start, length, None, False)
    key, offset, twice = top.key or (None, start, False)
    pointer = None
    if top.pointer is not None:
        pointer = f"{top.pointer}/{top.index if key is None else pointer_part(key)}"
        if pointer not in wanted:
            pointer = None
    return _Value(pointer, offset, start, length, key, twice)


def _string(token: str) -> str:
    return str(msgspec.json.decode(token)) if "\\" in token else token[1:-1]


def spans_of(text: str, pointers: Iterable[str]) -> dict[str, Span]:
    """For each pointer where its value stands in the text, or the innermost part of it that exists."""
    asked = set(pointers)
    parts = {"/".join(item.split("/")[:end]) for item in asked for end in range(1, item.count("/") + 2)}
    found = {
        value.pointer: Span(value.offset, value.start, value.length)
        for value in _values(text, parts)
        if value.pointer is not None
    }
    spans = {}
    for item in asked:
        part = item
        while part and part not in found:
            part = part.rpartition("/")[0]
        spans[item] = found.get(part, Span(0, 0, 1))
    return spans


def lines_of(raw: bytes, pointers: Iterable[str]) -> dict[str, int]:
    """For each pointer the line (from 1) of its value, or of the innermost part of it that exists."""
    asked = set(pointers)
    if b"\n" not in raw.rstrip():
        return dict.fromkeys(asked, 1)
    text = raw.decode("utf-8", "replace")
    lines, line, at = {}, 1, 0
    for item, span in sorted(spans_of(text, asked).items(), key=lambda pair: pair[1].key):
        line += text.count("\n", at, span.key)
        lines[item], at = line, span.key
    return lines


def keys_twice(raw: bytes, limit: int) -> list[tuple[str, int, int]]:
    """The keys that stand a second time in one object, with their lines and offsets; at most `limit`."""
    text = raw.decode("utf-8", "replace")
    found: list[tuple[str, int, int]] = []
    line, at = 1, 0
    for value in _values(text):
        if value.twice and value.key is not None:
            line += text.count("\n", at, value.offset)
            at = value.offset
            found.append((value.key, line, at))
            if len(found) == limit:
                break
    return found
