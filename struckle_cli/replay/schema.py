"""The JSON Schema of records, made from the model and from what each game says of its set-up."""

from collections.abc import Sequence
from typing import Any

import msgspec

from struckle_cli.core.game import AnyGame, SetupField
from struckle_cli.replay.document import FORMAT, ID, MODEL_TAGS, REQUIRED, TAG_KEY

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_WHOLE = {"type": "integer"}
_TEXT = {"type": "string"}


def game_schema(game: AnyGame) -> dict[str, Any]:
    """The schema of one game's records."""
    return {"$schema": _DIALECT, "title": f"A recorded game of {game.title}", **_record(game)}


def record_schema(games: Sequence[AnyGame]) -> dict[str, Any]:
    """The schema of records of any of `games`."""
    return {
        "$schema": _DIALECT,
        "title": "A recorded game",
        "type": "object",
        "required": ["game"],
        "properties": {"game": {"enum": [item.name for item in games]}},
        "allOf": [
            {
                "if": {"properties": {"game": {"const": item.name}}, "required": ["game"]},
                "then": _record(item),
            }
            for item in games
        ],
    }


def schema_text(schema: dict[str, Any]) -> str:
    """A schema as the text that is published."""
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode()


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    shape: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    return shape | ({"required": required} if required else {})


def _record(game: AnyGame) -> dict[str, Any]:
    seats = dict.fromkeys(game.seats, _TEXT)
    needed = [field.name for field in game.setup_fields if field.required]
    properties: dict[str, Any] = {
        "format": {"const": FORMAT},
        "game": {"const": game.name},
        "rules": {"type": "integer", "minimum": 1, "maximum": game.rules_version, "default": 1},
        "id": {"type": "string", "pattern": _pattern(ID.pattern)},
        "tags": {"type": "object", "propertyNames": _tag_names(game), "additionalProperties": _TEXT},
        "players": _object(seats, []),
        "setup": _object({field.name: _field(field) for field in game.setup_fields}, needed),
        "moves": {"type": "array", "items": _TEXT},
        "notes": {
            "type": "array",
            "items": _object({"ply": {**_WHOLE, "minimum": 0}, "text": _TEXT}, ["ply", "text"]),
        },
        "result": {"oneOf": [{"type": "null"}, _result(game)]},
    }
    if game.secrets is not None:
        opening = dict.fromkeys(("seat", "what", "nonce", "value"), _TEXT)
        properties["reveals"] = {"type": "array", "items": _object(opening, list(opening))}
    else:
        properties["reveals"] = {"type": "array", "maxItems": 0}
    return _object(properties, [*REQUIRED, *(["setup"] if needed else [])])


def _pattern(python: str) -> str:
    """A pattern of Python's as one of JSON Schema's, anchored at both ends."""
    return "^" + python.replace(r"\Z", "$")


def _tag_names(game: AnyGame) -> dict[str, Any]:
    taken = [*MODEL_TAGS, *game.seats, *(field.tag for field in game.setup_fields)]
    reserved = "|".join(
        "".join(f"[{c.lower()}{c.upper()}]" if c.isalpha() else c for c in tag) for tag in taken
    )
    return {"pattern": _pattern(TAG_KEY.pattern), "not": {"pattern": f"^(?:{reserved})$"}}


def _field(field: SetupField) -> dict[str, Any]:
    shape: dict[str, Any] = {"description": field.help}
    if field.schema is not None:
        shape |= field.schema
    elif field.kind != "json":
        shape["type"] = {"text": "string", "integer": "integer"}[field.kind]
    if field.choices:
        shape["enum"] = list(field.choices)
    if field.default is not None:
        shape["default"] = field.default
    return shape


def _result(game: AnyGame) -> dict[str, Any]:
    properties: dict[str, Any] = {
        "winners": {"type": "array", "items": {"enum": list(game.seats)}, "uniqueItems": True},
        "reason": {"enum": [*game.end_reasons, *game.given_reasons]},
    }
    if game.scored:
        properties["scores"] = _object(dict.fromkeys(game.seats, _WHOLE), [])
    return _object(properties, ["winners", "reason"])
