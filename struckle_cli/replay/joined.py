"""Records in JSON that stand where they should not: files joined without a line end between them.

Only what the decoder has refused comes here. Each record is found and judged; whatever stands before it has a
fault, so nothing is silently repaired (`formats/replay.md`, *Joined files*).
"""

import itertools
import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from struckle_cli.core.errors import Fault
from struckle_cli.replay.document import FIELDS, Document
from struckle_cli.replay.jsontext import decode_json

BOM = b"\xef\xbb\xbf"
_BEGIN = re.compile(rb'\{[ \t\r\n]*"(?:' + "|".join(FIELDS).encode() + rb')"[ \t\r\n]*:')
_BLANKS = re.compile(rb"(?:[ \t\r\n]|\xef\xbb\xbf)*")
_AT = re.compile(r"\(byte ([0-9]+)\)")
_EFFORT = 8
"""How often a text may be read, all in all, to find the records in it: with hostile ones it ends there."""
_skim = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


class Part(NamedTuple):
    """One of several records in some JSON: its offset, bytes and place, what was made of it, its faults."""

    offset: int
    raw: bytes
    line: int
    column: int
    document: Document | None
    faults: list[Fault]


def json_parts(raw: bytes) -> Iterator[Part]:
    """The records in JSON that was refused, if one stands behind its beginning; else nothing.

    A record begins behind one that is whole, and in one that breaks off where the first whole one stands.
    Lines and columns are those within `raw`.
    """
    starts = _starts(raw)
    next(starts)
    second = next(starts, None)
    if second is None and not raw.startswith(BOM):
        return
    start, row, column = 0, 1, 1
    for end in itertools.chain([] if second is None else [second], starts, [len(raw)]):
        piece = raw[start:end]
        next_row, next_column = _behind(piece, row, column)
        document, faults = _decoded(piece, row, column)
        if end < len(raw) and (document is not None or not faults):
            why = (
                "another record begins here; a .json file holds one, in JSON Lines each has a line of its own"
            )
            faults.append(_malformed(why, next_row, next_column))
        yield Part(start, piece, row, column, document, faults)
        start, row, column = end, next_row, next_column


def _behind(piece: bytes, row: int, column: int) -> tuple[int, int]:
    """The line and column behind a piece that begins at a line and column."""
    breaks = piece.count(b"\n")
    last = len(piece[piece.rfind(b"\n") + 1 :].decode("utf-8", "replace"))
    return row + breaks, last + (1 if breaks else column)


def _decoded(piece: bytes, row: int, column: int) -> tuple[Document | None, list[Fault]]:
    """What a piece says, and its faults where they stand in the whole; a mark of byte order is one."""
    bare = piece.removeprefix(BOM)
    document, faults = decode_json(bare)
    shift = column - (piece is bare)
    found = []
    if len(bare) < len(piece):
        why = "a byte order mark stands here, behind the beginning of the file; were files joined?"
        found.append(_malformed(why, row, column))
    for fault in faults:
        at = fault.column
        if at is not None and fault.line == 1:
            at += shift
        line = None if fault.line is None else fault.line + row - 1
        found.append(msgspec.structs.replace(fault, line=line, column=at))
    return document, found


def _malformed(why: str, line: int, column: int) -> Fault:
    return Fault(code="json.malformed", message=f"this is not JSON: {why}", line=line, column=column)


def _starts(raw: bytes) -> Iterator[int]:
    """Where the records of a text begin, marks of byte order included; the first one, whole or not, at 0."""
    yield 0
    view = memoryview(raw)
    at = _BLANKS.match(raw).end()  # type: ignore[union-attr]
    whole, end = _value(view, at)
    effort = _EFFORT * len(raw) + (1 << 16) - (end - at)
    while effort > 0:
        following = _BEGIN.match(raw, _BLANKS.match(raw, end).end()) if whole else None  # type: ignore[union-attr]
        found = following or _BEGIN.search(raw, end if whole else at + 1)
        if found is None:
            return
        effort -= found.start() - at
        at = found.start()
        whole, end = _value(view, at)
        effort -= end - at
        if whole or following:
            yield at - len(BOM) if raw[at - len(BOM) : at] == BOM else at


def _value(view: memoryview, at: int) -> tuple[bool, int]:
    """Whether a whole record stands at an offset; where it ends, or where looking for its end stopped."""
    size = len(view)
    try:
        return "game" in _skim(view[at:]), size
    except (msgspec.MsgspecError, RecursionError) as error:
        match = _AT.search(str(error))
        if match is None:
            return False, size
        end = at + int(match[1])
        if "trailing characters" not in str(error):
            return False, end
    end -= 1  # msgspec names the byte behind the first of them
    return "game" in _skim(view[at:end]), end
