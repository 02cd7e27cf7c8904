"""Finding the line of a JSON pointer in JSON text, for messages about records that decode."""

import re
from json.decoder import scanstring  # type: ignore[attr-defined]

_SPACE = re.compile(r"[ \t\r\n]*")
_SCALAR = re.compile(r"[-+0-9.eEa-z]+")


def locate(raw: bytes, pointer: str) -> int:
    """The line (from 1) where the value that `pointer` names begins; the deepest part that exists counts.

    `raw` must be JSON. Of duplicate keys the last one counts, as for the decoder.
    """
    if b"\n" not in raw.rstrip():
        return 1
    text = raw.decode("utf-8", "replace")
    at = _skip_space(text, 0)
    for part in pointer.split("/")[1:]:
        found = _child(text, at, part)
        if found is None:
            break
        at = found
    return text.count("\n", 0, at) + 1


def _skip_space(text: str, at: int) -> int:
    return _SPACE.match(text, at).end()  # type: ignore[union-attr]


def _child(text: str, at: int, part: str) -> int | None:
    """Where the member `part` of the object or array at `at` begins."""
    opener = text[at : at + 1]
    if opener not in ("{", "["):
        return None
    found, index = None, 0
    at = _skip_space(text, at + 1)
    while at < len(text) and text[at] not in "}]":
        key = str(index)
        if opener == "{":
            key, at = scanstring(text, at + 1)
            at = _skip_space(text, _skip_space(text, at) + 1)
        if key == part:
            found = at
            if opener == "[":
                break
        at = _skip_space(text, _skip_value(text, at))
        if text[at : at + 1] == ",":
            at = _skip_space(text, at + 1)
        index += 1
    return found


def _skip_value(text: str, at: int) -> int:
    """The offset behind the value at `at`, without recursion."""
    depth = 0
    while at < len(text):
        char = text[at]
        if char == '"':
            _, at = scanstring(text, at + 1)
        elif char in "{[":
            depth, at = depth + 1, at + 1
        elif char in "}]":
            depth, at = depth - 1, at + 1
        elif char in ",: \t\r\n":
            at += 1
            continue
        else:
            match = _SCALAR.match(text, at)
            at = match.end() if match else at + 1
        if depth == 0:
            return at
    return at
