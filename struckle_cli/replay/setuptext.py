"""The fields of a set-up as text: in tags of the text form, and as typed in a shell."""

import re
from typing import Any

import msgspec

from struckle_cli.core.game import SetupField

INTEGER = re.compile(r"(?:0|-?[1-9][0-9]{0,17})\Z")


def read_setup_text(field: SetupField, text: str) -> Any:
    """The value of a set-up field from its text; raises `ValueError`."""
    if field.text is not None:
        return field.text.read(text)
    if field.kind == "text":
        return text
    if field.kind == "integer":
        if not INTEGER.match(text):
            raise ValueError(text)
        return int(text)
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError):
        raise ValueError(text) from None


def write_setup_text(field: SetupField, value: Any) -> str:
    """The text of a sound value; `read_setup_text` reads it back."""
    if field.text is not None:
        return field.text.write(value)
    return msgspec.json.encode(value).decode() if field.kind == "json" else str(value)


def text_kind(field: SetupField) -> str:
    """What the text of a set-up field holds, for messages."""
    if field.text is not None:
        return field.text.what
    return {"text": "text", "integer": "a whole number", "json": "compact JSON"}[field.kind]
