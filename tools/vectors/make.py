"""From what `valid` and `invalid` say to the files of `formats/vectors/`."""

import json
from collections.abc import Iterable
from importlib import import_module
from typing import Any, NamedTuple

from struckle_cli import registry
from struckle_cli.engine.binding import bind
from struckle_cli.engine.replayer import play
from tools.files import Files

SOURCES = {"castle": "tools.vectors", "struckle": "tools.vectors.struckle"}
"""Where the vectors of each game are written down: a package with the modules `valid` and `invalid`."""
FOLDERS = tuple(f"formats/vectors/{game}/{kind}" for game in SOURCES for kind in ("valid", "invalid"))

MARK = "\N{CARET}"
"""Stands in the text of an invalid vector just before the place of its fault, and is taken out."""

Record = dict[str, Any]


class Valid(NamedTuple):
    """A file without fault, and the records that it holds, in the terms of the model."""

    name: str
    data: bytes
    records: list[Record]


class Invalid(NamedTuple):
    """A file with one fault. `line` and `column` are None where the fault has no such place."""

    name: str
    data: bytes
    code: str
    line: int | None = None
    column: int | None = None
    ply: int | None = None
    token: str | None = None
    suggestion: str | None = None
    record: int | None = 1
    records: int = 1


def marked(text: str | bytes) -> tuple[bytes, int | None, int | None]:
    """The bytes without the mark, and the line and column (in characters, from 1) where it stood."""
    raw = text if isinstance(text, bytes) else text.encode()
    before, mark, after = raw.partition(MARK.encode())
    if not mark:
        return raw, None, None
    start = before.rfind(b"\n") + 1
    column = len(before[start:].decode("utf-8", "replace")) + 1
    return before + after, before.count(b"\n") + 1, column


def json_lines(fields: Record, mark: str | None = None) -> str:
    """A record as a `.json` file, one field a line; the line of the field `mark` is marked ("": line 1)."""
    rows = [
        f"  {MARK if key == mark else ''}{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in fields.items()
    ]
    return f"{MARK if mark == '' else ''}{{\n" + ",\n".join(rows) + "\n}\n"


def files() -> Files:
    """All vectors with their expectations, by path."""
    found: Files = {}
    for game, source in SOURCES.items():
        valid = import_module(f"{source}.valid").valid
        invalid = import_module(f"{source}.invalid").invalid
        found |= _valid_files(f"formats/vectors/{game}/valid", valid())
        found |= _invalid_files(f"formats/vectors/{game}/invalid", invalid())
    return found


def _valid_files(folder: str, vectors: Iterable[Valid]) -> Files:
    found: Files = {}
    for vector in vectors:
        found[f"{folder}/{vector.name}"] = vector.data
        expected = {"records": [_expected(record) for record in vector.records]}
        found[f"{folder}/{vector.name}.expected.json"] = _pretty(expected)
    return found


def _invalid_files(folder: str, vectors: Iterable[Invalid]) -> Files:
    found: Files = {}
    table = {}
    for broken in sorted(vectors, key=lambda item: item.name):
        path = f"{folder}/{broken.name}"
        if path in found:
            raise ValueError(f"two vectors are named {broken.name}")
        found[path] = broken.data
        about = broken._asdict()
        table[broken.name] = {key: about[key] for key in about if key not in ("name", "data")}
    found[f"{folder}/expected.json"] = _rows(table)
    return found


def _expected(record: Record) -> Record:
    game = registry.lookup(record["game"])
    if game is None or game.format_position is None:
        raise ValueError(f"no position string in {record['game']}")
    state, plies = play(game, bind(game, record.get("setup", {})).start, record["moves"])
    return {
        "plies": plies, "result": record["result"], "position": game.format_position(state), "record": record,
    }  # fmt: skip


def _pretty(value: object) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=True) + "\n").encode()


def _rows(table: dict[str, Any]) -> bytes:
    """One file a line, so that a change is one line of a diff."""
    rows = [f"  {json.dumps(name)}: {json.dumps(about, ensure_ascii=True)}" for name, about in table.items()]
    return ('{"vectors": {\n' + ",\n".join(rows) + "\n}}\n").encode()
