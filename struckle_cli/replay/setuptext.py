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
    return read_json(text, Any)


def read_json(text: str, wanted: Any) -> Any:
    """A value from JSON; raises `ValueError`, also where a key stands twice, which decoders let pass."""
    try:
        value = msgspec.json.decode(text, type=wanted)
        if "{" in text:
            import json

            json.loads(text, object_pairs_hook=_once)
    except (msgspec.MsgspecError, RecursionError, UnicodeEncodeError):
        raise ValueError(text) from None
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        raise ValueError("a key stands twice")
    return table


def write_setup_text(field: SetupField, value: Any) -> str:
    """The text of a sound value; `read_setup_text` reads it back."""
    if field.text is not None:
        return field.text.write(value)
    return msgspec.json.encode(value).decode() if field.kind == "json" else str(value)


def text_kind(field: SetupField) -> str:
    """What the text of a set-up field holds, for messages."""
    if field.text is not None:
        return field.text.what
    return {"text": "text", "integer": "a whole number", "json": "compact JSON (each key once)"}[field.kind]
