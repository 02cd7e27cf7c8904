"""How the text form writes what would not come back from it: quotes, braces, blanks, control characters.

Tag values escape `"` and `\\`, notes `}` and `\\`. Both write line ends as `\\n` and `\\r`, tabs as `\\t`,
blanks that would be lost as `\\s`, other control characters as `\\xHH`. Readers and writers are neighbours.
"""

import re

from struckle_cli.core.errors import NotationError, Reason

BLANKS = " \t\r\n\f\v"
_NAMED = {"n": "\n", "r": "\r", "t": "\t", "s": " "}
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|(.)|\Z)", re.DOTALL)
_RUN = re.compile(r"[ \t\r\n\f\v]+")
_MULTI_BLANK = re.compile(r"^ +| {2,}| +$")
_RECORD_START = '[Game "'


def unescape(text: str, closer: str) -> str:
    """What an escaped text means. `closer` is the character that ends it (`"` or `}`).

    Raises `NotationError` (`text.escape`) for an escape that does not exist.
    """
    if "\\" not in text:
        return text

    def one(match: re.Match[str]) -> str:
        code, name = match.groups()
        if code:
            return chr(int(code, 16))
        if name in _NAMED:
            return _NAMED[name]
        if name and name in (closer, "\\"):
            return name
        known = f"\\\\ \\{closer} \\n \\r \\t \\s \\xHH"
        raise NotationError(Reason("text.escape", f"{match[0]!r} is no escape; there are {known}"))

    return _ESCAPE.sub(one, text)


def read_note(raw: str) -> str:
    """The text of a note that stands between `{` and `}`: blanks and line ends are layout, escapes not."""
    return unescape(_RUN.sub(" ", raw).strip(" "), "}")


def _table(closer: str) -> dict[int, str]:
    table = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160))}
    return table | {10: "\\n", 13: "\\r", 9: "\\t", 92: "\\\\", ord(closer): f"\\{closer}"}


_TAG, _NOTE = _table('"'), _table("}")


def _keep_blanks(text: str) -> str:
    return _MULTI_BLANK.sub(lambda match: "\\s" * len(match[0]), text)


def write_tag(value: str) -> str:
    """A tag value as it stands between quotes."""
    return _keep_blanks(value.translate(_TAG))


def write_note(text: str) -> list[str]:
    """A note as the words that stand between `{` and `}`; a blank between two words may become a line end.

    No line of it ever starts with `[Game "`, wherever it is broken.
    """
    safe = _keep_blanks(text.translate(_NOTE)).replace(_RECORD_START, '[Game\\s"')
    return safe.split(" ")
