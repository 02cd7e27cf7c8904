"""The words of the text form: what its parts look like, and where they stand."""

import re
from collections.abc import Callable, Sequence

CODES = {
    "text.no-game-tag": 'The text of a record begins with its `[Game "..."]` tag, and this does not.',
    "text.tag": 'A tag is not of the shape `[Name "value"]` on one line.',
    "text.tag-twice": "A reserved tag stands twice (in whatever case).",
    "text.tag-value": "The value of a reserved tag is not of the kind it has to be.",
    "text.tag-in-moves": "A tag stands among the moves.",
    "text.escape": "A backslash is followed by something that is no escape.",
    "text.control": "A control character stands in the text; notes and tags can escape it.",
    "text.open-note": "A note `{` is not closed before the record ends.",
    "text.stray-brace": "A `}` closes no note.",
    "text.number": "A move number is wrong at its place.",
    "text.truncated": "The record ends without a result token.",
    "text.after-result": "Something other than a new record follows the result token.",
    "text.result": "The result token is not `win:SEAT`, `draw` or `*`.",
    "text.result-differs": "The Result tag and the result token differ.",
    "text.reason-missing": "The record has a result but no Reason tag.",
    "text.reason-extra": "The record is unfinished but has a Reason or Scores tag.",
}

START = '[Game "'
_START = START.encode()
# Runs are possessive (`*+`): a run of escapes in a hostile text is not remembered step by step.
BLANK = re.compile(r"[ \t\r\n\f\v]*")
_TAG = r'\[[ \t]*([A-Za-z][A-Za-z0-9_]*)[ \t]+"([^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*+)"[ \t]*\]'
TAG = re.compile(_TAG)
WORD = re.compile(
    r"(?P<note>\{[^\\}]*+(?:\\.[^\\}]*+)*+\}?)|;(?P<line>[^\r\n]*)|(?P<word>[^\s{};\[][^\s{};]*)|"
    rf"(?P<stray>\}})|(?P<tag>{_TAG}|\[[^\s{{}};]*)",
    re.DOTALL,
)
LINE = re.compile(r"[^\r\n]*")
SPECIAL = re.compile(r"[{};\[]")
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_INSIDE = re.compile(rb'(?<=\S)[ \t]*((?:\xef\xbb\xbf)?\[Game "([a-z]+)"[ \t]*\])[ \t]*(?=[\r\n]|\Z)')

Place = tuple[int, int | None]
"""A line and a column, both counted from 1, the column in characters."""


def places(text: str, offsets: Sequence[int], first_line: int, first_column: int = 1) -> list[Place]:
    """The place of each offset of a text that begins at `first_line` and `first_column`.

    One pass, however many there are.
    """
    found: dict[int, Place] = {}
    line, at = first_line, 0
    for offset in sorted(set(offsets)):
        line += text.count("\n", at, offset)
        at = offset
        found[offset] = (
            line,
            offset - text.rfind("\n", 0, offset) + (first_column - 1) * (line == first_line),
        )
    return [found[offset] for offset in offsets]


def is_result(word: str) -> bool:
    """Whether a word among the moves is a result token (rightly formed or not)."""
    return word in ("*", "draw") or word.startswith("win:")


def is_unclosed(raw: str) -> bool:
    """Whether the brace that ends `raw` is itself escaped."""
    slashes = len(raw) - 1 - len(raw[:-1].rstrip("\\"))
    return slashes % 2 == 1


def joined(text: bytes, is_game: Callable[[str], object]) -> list[int]:
    """Where records begin inside a line: files were joined without a line end between them.

    That is a `[Game "` tag of a known game that ends its line, whatever is open before it; a note that
    quotes one goes on behind it. A mark of byte order before it belongs to it.
    """
    if text.find(_START, 1) < 0:
        return []
    return [match.start(1) for match in _INSIDE.finditer(text) if is_game(match[2].decode()) is not None]
