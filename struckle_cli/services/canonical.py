"""The canonical form of a record: what `fmt` writes, and by which records are compared."""

from collections.abc import Mapping
from typing import Any

import msgspec

from struckle_cli.core.errors import Fault
from struckle_cli.core.game import AnyGame
from struckle_cli.engine.replayer import syntax_faults
from struckle_cli.replay.document import Document
from struckle_cli.replay.form import tidy
from struckle_cli.replay.reading import Reading


def canonical(document: Document, game: AnyGame) -> Document:
    """The same record, with explicit defaults dropped, fields in order and tokens as the game writes them."""
    moves = [game.format_move(game.parse_move(token)) for token in document.moves]
    made = msgspec.structs.replace(tidy(document, game), moves=moves)
    for field in game.setup_fields:
        if field.text is not None and field.name in made.setup:  # its parts in order, whatever they were in
            made.setup[field.name] = field.text.read(field.text.write(made.setup[field.name]))
        elif field.schema is not None and field.name in made.setup:
            made.setup[field.name] = in_order(made.setup[field.name], field.schema)
    return made


def in_order(value: Any, schema: Mapping[str, Any]) -> Any:
    """A value of a set-up with the keys of its objects in the order in which its schema lists them."""
    if isinstance(value, list) and "items" in schema:
        return [in_order(item, schema["items"]) for item in value]
    if not isinstance(value, dict):
        return value
    parts: dict[str, Any] = {}
    for shape in (schema, *schema.get("anyOf", ())):
        parts |= shape.get("properties", {})
    known = {key: in_order(value[key], parts[key]) for key in parts if key in value}
    return known | {key: value[key] for key in value if key not in parts}


def faults_of_syntax(reading: Reading) -> list[Fault]:
    """All faults of form, set-up and syntax of a record, placed; legality is not looked at."""
    faults = list(reading.faults)
    if reading.document is not None and reading.game is not None:
        faults += syntax_faults(reading.game, reading.document.moves)
    return reading.placed(faults)
