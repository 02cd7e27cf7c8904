"""Text from records and file names, made fit for a terminal: nothing in it can act there."""

import os

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


def json_bytes(value: object) -> bytes:
    """A value as JSON on one line, in which everything is escaped that is not printable."""
    data = _encode(value)
    if data.isascii() and b"\x7f" not in data:
        return data
    text = data.decode()
    if text.isprintable():
        return data
    return "".join(char if char.isprintable() else _json_escape(char) for char in text).encode()


def _json_escape(char: str) -> str:
    units = char.encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def path_text(path: str) -> str:
    """A path as text for machine formats: bytes that are no UTF-8 are written `\\xHH`."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")
