"""From what the modules beside this one say to the files of `formats/vectors/`."""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from struckle_cli import registry
from struckle_cli.engine.replayer import play
from struckle_cli.replay.document import Document
from struckle_cli.replay.reading import Reading
from tools.files import Files

GAMES = ("castle", "crungle", "stricken", "struckle", "struggle")
FOLDERS = tuple(f"formats/vectors/{game}/{kind}" for game in GAMES for kind in ("valid", "invalid"))

MARK = "\N{CARET}"
"""Stands in the text of an invalid vector just before the place of its fault, and is taken out."""

Record = dict[str, Any]


class Warned(NamedTuple):
    """A warning of a valid vector: at which ply of which record, and where that stands in the file."""

    code: str
    ply: int
    token: str
    suggestion: str | None
    line: int | None = None
    column: int | None = None
    record: int = 1


class Valid(NamedTuple):
    """A file without fault, and the records that it holds, in the terms of the model.

    `counts` says for each record what its game counts; left out: nothing anywhere. `pending` are the
    commitments of the only record that nothing opens.
    """

    name: str
    data: bytes
    records: list[Record]
    warnings: tuple[Warned, ...] = ()
    counts: tuple[dict[str, int], ...] = ()
    pending: tuple[str, ...] = ()


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


def all_marked(text: str) -> tuple[bytes, list[tuple[int, int]]]:
    """The bytes without any mark, and the line and column of each place where one stood."""
    places = []
    while MARK in text:
        before = text[: text.index(MARK)]
        places.append((before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1))
        text = text.replace(MARK, "", 1)
    return text.encode(), places


def json_lines(fields: Record, mark: str | None = None) -> str:
    """A record as a `.json` file, one field a line; the line of the field `mark` is marked ("": line 1)."""
    rows = [
        f"  {MARK if key == mark else ''}{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in fields.items()
    ]
    return f"{MARK if mark == '' else ''}{{\n" + ",\n".join(rows) + "\n}\n"


def files() -> Files:
    """All vectors of all games with their expectations, by path."""
    from tools.vectors import (
        crungle_invalid,
        crungle_valid,
        invalid,
        stricken_hidden,
        stricken_invalid,
        stricken_valid,
        struckle_invalid,
        struckle_valid,
        struggle_hidden,
        struggle_invalid,
        struggle_valid,
        valid,
    )

    found = _files("castle", valid.valid(), invalid.invalid())
    found |= _files("crungle", crungle_valid.valid(), crungle_invalid.invalid())
    found |= _files(
        "stricken",
        (*stricken_valid.valid(), *stricken_hidden.valid()),
        (*stricken_invalid.invalid(), *stricken_hidden.invalid()),
    )
    found |= _files("struckle", struckle_valid.valid(), struckle_invalid.invalid())
    return found | _files(
        "struggle",
        (*struggle_valid.valid(), *struggle_hidden.valid()),
        (*struggle_invalid.invalid(), *struggle_hidden.invalid()),
    )


def _files(game: str, valid: Iterable[Valid], invalid: Iterable[Invalid]) -> Files:
    """The vectors of one game."""
    root = f"formats/vectors/{game}"
    found: Files = {}
    for vector in valid:
        if f"{root}/valid/{vector.name}" in found:
            raise ValueError(f"two vectors are named {vector.name}")
        found[f"{root}/valid/{vector.name}"] = vector.data
        expected = {"records": [_expected(vector, index) for index in range(len(vector.records))]}
        made = _pretty(expected) if game == "castle" else _lines(expected["records"])
        found[f"{root}/valid/{vector.name}.expected.json"] = made
    table = {}
    for broken in sorted(invalid, key=lambda item: item.name):
        path = f"{root}/invalid/{broken.name}"
        if path in found:
            raise ValueError(f"two vectors are named {broken.name}")
        found[path] = broken.data
        about = broken._asdict()
        table[broken.name] = {key: about[key] for key in about if key not in ("name", "data")}
    found[f"{root}/invalid/expected.json"] = _rows(table)
    return found


def _expected(vector: Valid, index: int) -> Record:
    """What a reader has to find in one record of a valid vector."""
    record = vector.records[index]
    game = registry.lookup(record["game"])
    if game is None:
        raise ValueError(f"no game {record['game']}")
    reading = Reading.of(msgspec.convert(record, Document))
    if reading.bound is None:
        raise ValueError(f"{vector.name}: {reading.faults}")
    state, plies = play(game, reading.bound.start, reading.moves)
    found: Record = {"plies": plies, "result": record["result"]}
    if game.format_position is not None:
        found["position"] = game.format_position(state)
    else:
        found["legal"] = sorted(map(game.format_move, game.legal_moves(state)))
    told = [row._asdict() for row in vector.warnings if row.record == index + 1]
    if told:
        found["warnings"] = [{key: row[key] for key in row if key != "record"} for row in told]
    if vector.counts and vector.counts[index]:
        found["counts"] = vector.counts[index]
    if vector.pending:
        found["pending"] = list(vector.pending)
    return found | {"record": record}


def _pretty(value: object) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=True) + "\n").encode()


def _lines(records: list[Record]) -> bytes:
    """The expectations with one field a line: lists of legal tokens are long."""
    rows = [
        "{" + ",\n  ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in row.items()) + "}"
        for row in records
    ]
    return ('{"records": [\n ' + ",\n ".join(rows) + "\n]}\n").encode()


def _rows(table: dict[str, Any]) -> bytes:
    """One file a line, so that a change is one line of a diff."""
    rows = [f"  {json.dumps(name)}: {json.dumps(about, ensure_ascii=True)}" for name, about in table.items()]
    return ('{"vectors": {\n' + ",\n".join(rows) + "\n}}\n").encode()
