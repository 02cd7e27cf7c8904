"""Text from records and file names, made fit for a terminal: nothing in it can act there."""

import os
import re

import msgspec

_encode = msgspec.json.Encoder().encode
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def printable(text: str) -> str:
    """The text with all that is not printable (controls, marks of direction, halves of pairs) escaped."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _escape(char) for char in text)


def _escape(char: str) -> str:
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:  # a byte of a file name that is no UTF-8
        code -= 0xDC00
    if char in _SHORT:
        return _SHORT[char]
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def inert(line: str) -> str:
    """A printable line in which no CI system finds a command of its own (`::error::`, `##[error]`)."""
    if "##[" in line:
        line = line.replace("##[", "##\\x5b")
    if line.lstrip().startswith("::"):
        line = line.replace(":", "\\x3a", 1)
    return line


_RAW = re.compile(rb"\x7f|\xc2[\x80-\x9f]")


def json_bytes(value: object) -> bytes:
    """A value as JSON on one line, in which control characters beyond ASCII's first 32 are escaped too."""
    text = _encode(value)
    if b"\x7f" in text or b"\xc2" in text:
        return _RAW.sub(lambda match: b"\\u%04x" % match[0][-1], text)
    return text


def path_text(path: str) -> str:
    """A path as text for machine formats: bytes that are no UTF-8 are written `\\xHH`."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")
