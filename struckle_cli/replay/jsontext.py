"""Records as JSON: strict decoding with every fault named and placed, and encoding.

msgspec is strict about types and fast, but keeps the last of duplicate keys and says little about
where a text breaks; both are made good here, off the path of a sound record.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import UNSET

from struckle_cli.core.errors import MAX_FAULTS, Fault, short
from struckle_cli.replay.document import Document
from struckle_cli.replay.untyped import noting_twice, untyped

CODES = {
    "json.malformed": "The text is not JSON (RFC 8259); NaN, comments and trailing text are not either.",
    "json.duplicate-key": "An object has the same key twice.",
    "json.depth": "Arrays or objects are nested too deeply.",
    "json.range": "A number is too large to be held.",
    "json.surrogate": "A string holds half of a surrogate pair, which is no text.",
    "encoding.utf8": "The bytes are not UTF-8.",
    "encoding.utf16": "The bytes are UTF-16 or UTF-32; records are UTF-8.",
    "encoding.nul": "The text holds a NUL byte.",
}

_decode = msgspec.json.Decoder(Document).decode
_encode = msgspec.json.Encoder().encode
Decoded = tuple[Document | None, list[Fault]]


def decode_json(raw: bytes) -> Decoded:
    """The document in `raw` (no BOM) or what can be judged of it, and its faults, placed within `raw`."""
    try:
        document = _decode(raw)
    except (msgspec.MsgspecError, RecursionError):
        return _explain(raw)
    try:
        twice = [] if _keys_are_unique(raw, document) else _duplicates(raw)
    except RecursionError:
        return None, [_too_deep()]
    return document, twice


def is_foreign(raw: bytes) -> bool:
    """Whether `raw` is a JSON object without a `game` key: some other program's file, not a record."""
    try:
        value = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, RecursionError):
        return False
    return isinstance(value, dict) and "game" not in value


def _keys_are_unique(raw: bytes, document: Document) -> bool:
    """A cheap proof that no key stands twice; False means that a closer look is needed.

    Without a backslash every colon of the text is either a pair's or stands in a string that was
    kept; a pair that was dropped leaves at least one colon over. Of the strings tokens come first.
    """
    if b"\\" in raw:
        return False
    try:
        over = raw.count(b":") - _pairs(document)
    except (OverflowError, ValueError, RecursionError):  # a number that only the decoder can hold
        return False
    return over == 0 or over == "".join(document.moves).count(":") or over == _colons(document)


def _pairs(document: Document) -> int:
    """How many pairs a text of this document has."""
    result, tags, players, setup = document.result, document.tags, document.players, document.setup
    count = 4 + (document.rules is not UNSET) + (document.id is not UNSET)
    if tags:
        count += 1 + len(tags)
    if players:
        count += 1 + len(players)
    if setup:
        count += 1 + _pairs_inside(setup)
    if document.notes:
        count += 1 + 2 * len(document.notes)
    if result is not None:
        count += 2
        if result.scores is not UNSET:
            count += 1 + _pairs_inside(result.scores)
    if document.reveals:
        count += 1 + 4 * len(document.reveals)
    return count


def _pairs_inside(value: dict[str, Any]) -> int:
    """How many pairs an object of a text without backslash has, with all inside it.

    None of its strings holds a quote, so that `":` stands behind keys only.
    """
    return _encode(value).count(b'":')


def _colons(document: Document) -> int:
    """How many colons the keys and strings of a document hold."""
    return sum(text.count(":") for text in _strings(msgspec.to_builtins(document)))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _strings(item)


def _duplicates(raw: bytes) -> list[Fault]:
    """Each key that stands twice in one object; a full decoding that sees pairs finds out if any does."""
    import json

    twice: list[str] = []
    try:
        json.loads(raw, object_pairs_hook=noting_twice(twice))
    except RecursionError:
        return [_too_deep()]
    if not twice:
        return []
    from struckle_cli.replay.locate import keys_twice

    return [
        Fault(
            code="json.duplicate-key",
            message=f"the key {short(key)!r} stands twice in one object; which one is meant?",
            line=line,
            token=short(key),
        )
        for key, line, _ in keys_twice(raw, MAX_FAULTS)
    ]


def _too_deep() -> Fault:
    return Fault(code="json.depth", message="arrays or objects are nested too deeply", line=1)


def line_column(raw: bytes, offset: int) -> tuple[int, int]:
    """The line and column (in characters), counted from 1, of a byte offset."""
    before = raw[:offset]
    start = before.rfind(b"\n") + 1
    return before.count(b"\n") + 1, len(before[start:].decode("utf-8", "replace")) + 1


def looks_wide(head: bytes) -> bool:
    """Whether bytes are UTF-16 or UTF-32: they begin with its mark, or every other of the first is zero."""
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return True
    zeros = [byte == 0 for byte in head[:4]]
    return zeros in ([False, True, False, True], [True, False, True, False]) or zeros[:3] == [
        True,
        True,
        False,
    ]


def check_bytes(raw: bytes) -> Fault | None:
    """What is wrong with the bytes themselves: UTF-16, a NUL, or not UTF-8."""
    if looks_wide(raw):
        why = "the bytes look like UTF-16 or UTF-32; records are UTF-8"
        return Fault(code="encoding.utf16", message=why, line=1, column=1)
    nul = raw.find(b"\0")
    if nul >= 0:
        line, column = line_column(raw, nul)
        return Fault(code="encoding.nul", message="there is a NUL byte here", line=line, column=column)
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line, column = line_column(raw, error.start)
        why = f"byte 0x{raw[error.start]:02x} is no UTF-8; is the file in Latin-1 or another old encoding?"
        return Fault(code="encoding.utf8", message=why, line=line, column=column)
    return None


def _explain(raw: bytes) -> Decoded:
    fault = check_bytes(raw)
    if fault is not None:
        return None, [fault]
    try:
        value = msgspec.json.decode(raw)
    except RecursionError:
        return None, [_too_deep()]
    except msgspec.MsgspecError as error:
        return None, [_malformed(raw, str(error))]
    document, faults = untyped(value)
    return document, [*faults, *_duplicates(raw)]


_AT = re.compile(r" ?\(byte ([0-9]+)\)")
_STRING_OR_NUMBER = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|-?[0-9][-+.eE0-9]*', re.DOTALL)
_HALF = re.compile(rb"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")


def _malformed(raw: bytes, error: str) -> Fault:
    half = _HALF.search(raw)
    if half and _broken_by_surrogates(raw):
        line, column = line_column(raw, half.start())
        why = "\\u names half of a surrogate pair here, which is no text"
        return Fault(code="json.surrogate", message=why, line=line, column=column)
    if "out of range" in error:
        line, column = line_column(raw, _huge_number(raw))
        return Fault(
            code="json.range", message="the number is too large to be held", line=line, column=column
        )
    match = _AT.search(error)
    offset = int(match[1]) if match else len(raw.rstrip())
    what = _AT.sub("", error).removeprefix("JSON is malformed: ")
    what = "it breaks off" if "truncated" in what else what
    if what.startswith("trailing characters"):
        offset -= 1  # msgspec names the byte behind the first of them
        if raw[offset : offset + 1] == b"{":
            what = "a second object begins here; several records belong in JSON Lines (.jsonl), one a line"
    line, column = line_column(raw, offset)
    return Fault(code="json.malformed", message=f"this is not JSON: {what}", line=line, column=column)


def _huge_number(raw: bytes) -> int:
    """The offset of the first number that the decoder cannot hold."""
    for match in _STRING_OR_NUMBER.finditer(raw):
        if not match[0].startswith(b'"'):
            try:
                msgspec.json.decode(match[0])
            except msgspec.MsgspecError:
                return match.start()
    return 0


def _broken_by_surrogates(raw: bytes) -> bool:
    """Whether the text would be JSON if its `\\ud8..` escapes were something else."""
    try:
        msgspec.json.decode(_HALF.sub(b"?", raw))
    except (msgspec.MsgspecError, RecursionError):
        return False
    return True


def encode_json(document: Document) -> bytes:
    """The record on one line, without line end."""
    return _encode(document)


def encode_json_file(document: Document) -> bytes:
    """The record as a `.json` file has it: one field of the record a line."""
    fields = msgspec.json.decode(_encode(document), type=dict[str, msgspec.Raw])
    body = b",\n".join(b"  " + _encode(name) + b": " + bytes(value) for name, value in fields.items())
    return b"{\n" + body + b"\n}\n"
