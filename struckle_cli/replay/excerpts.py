"""What stands at the places of faults: the line, or a window of a long one, and which characters are meant.

Only for reports that people read; off the path of sound records.
"""

import re
from collections.abc import Iterator, Sequence

import msgspec

from struckle_cli.core.errors import MAX_FAULTS, Excerpt, Fault
from struckle_cli.replay.locate import keys_twice, spans_of
from struckle_cli.replay.sgnsyntax import TAG, Place

WIDTH = 76
"""Characters of a line that are shown; with what stands before them they fit on a terminal of 80 columns."""

LARGE = 1 << 20
"""Characters of JSON in which values are still looked for: it takes a second, and no real record has more."""

_BEFORE = 24
"""How many of them stand before the place, where a long line is cut."""
_CUT = "..."
_WORD = re.compile(r"[^\s{};\[\]]+")
_JSON_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[^\s{}\[\],:"]+')

_Mark = tuple[int, int]
"""An offset in a text, and how many characters from there are meant."""


def with_excerpts(faults: Sequence[Fault], text: str, begin: Place, is_json: bool) -> list[Fault]:
    """Placed faults, in the order of their lines, with excerpts of `text`, which begins at a line and column.

    A fault of which nobody knows where in its line it stands gets none.
    """
    found = list(faults)
    line = at = 0
    before = (begin[1] or 1) - 1
    marks = sorted(_marks(faults, text, begin, is_json), key=lambda mark: mark[1][0])
    for index, (offset, length) in marks:
        line, at = text.rfind("\n", at, offset) + 1 or line, offset
        made = excerpt(text, line, offset, length)
        if before and not line:  # the line begins before the text, as where files were joined
            made = msgspec.structs.replace(made, at=made.at + before)
        found[index] = msgspec.structs.replace(found[index], excerpt=made)
    return found


def _marks(faults: Sequence[Fault], text: str, begin: Place, is_json: bool) -> Iterator[tuple[int, _Mark]]:
    """Each fault whose place is known, by its index, and its mark."""
    yield from _by_column(faults, text, begin, is_json)
    if is_json and len(text) <= LARGE:
        yield from _by_pointer(faults, text)
        yield from _of_keys(faults, text)


def _by_column(
    faults: Sequence[Fault], text: str, begin: Place, is_json: bool
) -> Iterator[tuple[int, _Mark]]:
    line, start = begin[0], 1 - (begin[1] or 1)
    for index, fault in enumerate(faults):
        if fault.column is None or fault.line is None or fault.code == "encoding.utf16":
            continue
        while line < fault.line and (end := text.find("\n", max(0, start))) >= 0:
            line, start = line + 1, end + 1
        offset = start + fault.column - 1
        if line == fault.line and 0 <= offset <= len(text):
            one = is_json or fault.code.startswith(("encoding.", "text.control"))
            yield index, (offset, 1 if one else _length(text, offset, fault.token))


def _length(text: str, offset: int, token: str | None) -> int:
    """How much of the text form a fault at an offset is about: its token, a tag, or a word."""
    if token and text.startswith(token, offset):
        return len(token)
    match = TAG.match(text, offset) or _WORD.match(text, offset)
    return len(match[0]) if match else 1


def _by_pointer(faults: Sequence[Fault], text: str) -> Iterator[tuple[int, _Mark]]:
    """Values of JSON; where one does not stand on the line of its key, the key."""
    wanted = {
        index: fault.pointer
        for index, fault in enumerate(faults)
        if fault.pointer is not None and fault.column is None and fault.code != "json.duplicate-key"
    }
    if not wanted:
        return
    spans = spans_of(text, wanted.values())
    for index, pointer in wanted.items():
        span = spans[pointer]
        if "\n" in text[span.key : span.start]:
            yield index, (span.key, _key_length(text, span.key))
        else:
            yield index, (span.start, span.length)


def _of_keys(faults: Sequence[Fault], text: str) -> Iterator[tuple[int, _Mark]]:
    twice = [index for index, fault in enumerate(faults) if fault.code == "json.duplicate-key"]
    if twice:
        keys = keys_twice(text.encode(), MAX_FAULTS)
        for index, (_, _, offset) in zip(twice, keys, strict=False):
            yield index, (offset, _key_length(text, offset))


def _key_length(text: str, offset: int) -> int:
    match = _JSON_TOKEN.match(text, offset)
    return len(match[0]) if match else 1


def excerpt(text: str, start: int, offset: int, length: int) -> Excerpt:
    """The line of a text that begins at `start` and holds `offset`, cut to a window where it is long."""
    end = text.find("\n", offset, offset + 2 * WIDTH)
    end = min(len(text), offset + 2 * WIDTH) if end < 0 else end
    end = max(offset, end - 1) if text[end - 1 : end] == "\r" and end > start else end
    first, last, before, behind = start, end, "", ""
    if end - start > WIDTH:
        first = max(start, min(offset - _BEFORE, end - WIDTH + len(_CUT)))
        last = min(end, first + WIDTH - len(_CUT) * (1 + (first > start)))
        before, behind = _CUT * (first > start), _CUT * (last < end)
    column = offset - first + len(before)
    return Excerpt(
        before + text[first:last] + behind, column, max(1, min(length, last - offset)), offset - start + 1
    )
