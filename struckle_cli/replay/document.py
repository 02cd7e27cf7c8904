"""The model of a record, the same behind all encodings (`formats/replay.md`, *Model*)."""

import re
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from struckle_cli.core.outcome import Outcome
from struckle_cli.core.secret import Opening

FORMAT = 1
"""The version of the record format that this program reads and writes."""
MAX_RECORD = 16 << 20
"""Bytes that one record may have unless told otherwise."""

TAG_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
ID = re.compile(r"[0-9a-f]{32}\Z")
MODEL_TAGS = ("Game", "Format", "RulesVersion", "Id", "Result", "Reason", "Scores", "Reveals")
"""Tags of the text form that every game reserves."""


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A remark on the position after `ply` plies (0: before the first)."""

    ply: int
    text: str


class Document(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One recorded game as written: right types, but nothing in it has been believed yet."""

    format: int
    game: str
    rules: int | UnsetType = UNSET
    id: str | UnsetType = UNSET
    tags: dict[str, str] = {}
    players: dict[str, str] = {}
    setup: dict[str, Any] = {}
    moves: list[str]
    notes: list[Note] = []
    result: Outcome | None
    reveals: list[Opening] = []


REQUIRED = ("format", "game", "moves", "result")
FIELDS = Document.__struct_fields__
