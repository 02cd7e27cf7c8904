"""Small changes to samples: of bytes, and of values in JSON and MessagePack. The same seed does the same."""

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import msgpack

ODD_BYTES = (
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\n",
    b"\r\n",
    b"\\",
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b"\xc3",
    b"\x80",
    b"\xf0\x9f\x98\x80",
)
ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 64, 1 << 31, 1 << 63, 1 << 64, -(1 << 63), 10**30, 0.0, 1.5, 1e300, "",
    " ",
    "*", "draw", "win:", "#" + "a" * 64, "\0", "\ud800", "é😀", "x" * 300, [], {}, [None], {"": ""},
    {"game": "castle"},
)  # fmt: skip
Change = Callable[[bytes, random.Random], bytes]


def _span(size: int, chance: random.Random) -> tuple[int, int]:
    """A part of something, mostly a short one."""
    start = chance.randrange(size + 1)
    length = chance.choice((1, 1, 2, 4, 8, 32, size))
    return start, min(size, start + length)


def mutated(data: bytes, chance: random.Random, words: Sequence[bytes], others: Sequence[bytes]) -> bytes:
    """Bytes with one to four changes: bits, runs lost, doubled or moved, words put in, samples joined."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        begin, end = _span(len(data), chance)
        kind = chance.randrange(9)
        if kind == 0 and data:
            at = min(begin, len(data) - 1)
            data = data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :]
        elif kind == 1:
            data = data[:begin] + data[end:]
        elif kind == 2:
            data = data[:end] + data[begin:end] * chance.choice((1, 1, 3)) + data[end:]
        elif kind == 3:
            data = data[:begin] + chance.choice(ODD_BYTES) + data[chance.choice((begin, end)) :]
        elif kind in (4, 5) and words:
            data = data[:begin] + chance.choice(words) + data[chance.choice((begin, end)) :]
        elif kind == 6:
            part, data = data[begin:end], data[:begin] + data[end:]
            at = chance.randrange(len(data) + 1)
            data = data[:at] + part + data[at:]
        elif kind == 7 and others:
            other = chance.choice(others)
            data = data[:begin] + other[chance.randrange(len(other) + 1) :]
        else:
            data = data[:begin]
    return data


def changed_value(value: Any, chance: random.Random, words: Sequence[str]) -> Any:
    """A value of JSON with one change somewhere in it."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        key = chance.choice(list(value))
        return _changed_table(value, key, chance, words)
    if isinstance(value, list) and value and chance.random() < 0.85:
        return _changed_list(value, chance, words)
    if isinstance(value, str) and chance.random() < 0.8:
        return _changed_text(value, chance, words)
    if isinstance(value, int) and not isinstance(value, bool) and chance.random() < 0.6:
        return value + chance.choice((-1, 1, 10, -value))
    return chance.choice((*ODD_VALUES, chance.choice(words) if words else ""))


def _changed_table(
    value: dict[Any, Any], key: Any, chance: random.Random, words: Sequence[str]
) -> dict[Any, Any]:
    kind = chance.randrange(8)
    if kind == 0:
        return {name: item for name, item in value.items() if name != key}
    if kind == 1:
        name = _changed_text(key, chance, words) if isinstance(key, str) else "x"
        return {(name if old == key else old): item for old, item in value.items()}
    if kind == 2:
        return value | {
            chance.choice(("game", "setup", "notes", "reveals", "id", "rules", "x")): chance.choice(
                ODD_VALUES
            )
        }
    return value | {key: changed_value(value[key], chance, words)}


def _changed_list(value: list[Any], chance: random.Random, words: Sequence[str]) -> list[Any]:
    begin, end = _span(len(value), chance)
    at = min(begin, len(value) - 1)
    kind = chance.randrange(7)
    if kind == 0:
        return value[:begin] + value[end:]
    if kind == 1:
        return value[:end] + value[begin:end] + value[end:]
    if kind == 2:
        return [*value[:at], chance.choice(value), *value[at + 1 :]]
    if kind == 3 and words:
        return [*value[:begin], chance.choice(words), *value[begin:]]
    return [*value[:at], changed_value(value[at], chance, words), *value[at + 1 :]]


def _changed_text(text: str, chance: random.Random, words: Sequence[str]) -> str:
    begin, end = _span(len(text), chance)
    kind = chance.randrange(6)
    if kind == 0 and words:
        return chance.choice(words)
    if kind == 1:
        return text[:begin] + text[end:]
    if kind == 2:
        return text[:end] + text[begin:]
    if kind == 3 and words:
        return text[:begin] + chance.choice(words) + text[end:]
    if kind == 4 and text:
        at = min(begin, len(text) - 1)
        near = chr(max(0, ord(text[at]) + chance.choice((-1, 1))))
        return text[:at] + near + text[at + 1 :]
    return text[:begin] + chance.choice("0129 AaZz#=-:,/()[]{}*?x+\n\té") + text[begin:]


def json_changed(data: bytes, chance: random.Random, words: Sequence[str]) -> bytes | None:
    """The first JSON value of some content with changes inside; None where it holds none."""
    try:
        value = json.loads(data.split(b"\n")[0] if data.count(b"\n{") else data)
        for _ in range(chance.choice((1, 1, 2, 3))):
            value = changed_value(value, chance, words)
        return json.dumps(value, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):
        return None


def msgpack_changed(data: bytes, chance: random.Random, words: Sequence[str]) -> bytes | None:
    """A MessagePack value with changes inside; None where the content is none."""
    try:
        value = msgpack.unpackb(data, strict_map_key=False)
        for _ in range(chance.choice((1, 1, 2, 3))):
            value = changed_value(value, chance, words)
        return bytes(msgpack.packb(value, unicode_errors="surrogatepass"))
    except Exception:  # whatever a decoder says of bytes that were changed before
        return None
