"""The published vectors say the truth about the program, and the catalogue of errors has a vector a code."""

import gzip
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from struckle_cli.core.errors import Fault
from struckle_cli.engine.replayer import play
from struckle_cli.replay.source import named, zstd_module
from struckle_cli.services.validate import Options, readings, validate
from tools.gen import catalogue

FORMATS = Path(__file__).parents[2] / "formats"
VECTORS = FORMATS / "vectors"
GAMES = sorted(path.name for path in VECTORS.iterdir() if path.is_dir())


def loaded(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def names(folder: Path) -> list[str]:
    return sorted(
        path.name for path in folder.iterdir() if not path.name.endswith((".expected.json", "expected.json"))
    )


MANIFESTS = {game: loaded(VECTORS / game / "invalid/expected.json")["vectors"] for game in GAMES}
ROWS = [row for manifest in MANIFESTS.values() for row in manifest.values()]
VALID = [f"{game}/valid/{name}" for game in GAMES for name in names(VECTORS / game / "valid")]
INVALID = [f"{game}/invalid/{name}" for game in GAMES for name in sorted(MANIFESTS[game])]
SCHEMAS = {
    game: [
        Draft202012Validator(loaded(FORMATS / "schema" / name))
        for name in ("record.schema.json", f"{game}.schema.json")
    ]
    for game in GAMES
}
"""For each game the schema of any record and its own."""

WITHOUT_VECTOR = {
    "io.missing": "there is no file to show it",
    "io.unreadable": "it is about permissions and devices, not about content",
    "io.not-regular": "a repository holds no device and no socket",
    "io.record-too-large": "the limit is an option; a file over the usual one has more than 16 MiB",
    "io.write": "it is about writing",
    "record.more": "it stands behind a thousand other faults",
    "play.changed": "it takes two who write to one file",
    "undo.decided": "only `undo` on a record whose moves end the game raises it",
    "internal.error": "no file is known that shows it",
    "move.finished": "only `move` on a sound, finished record raises it",
    "result.exists": "only `result` on a sound, finished record raises it",
}
"""Codes that no file can show as its only fault, and why."""

BEYOND_THE_SCHEMA = {
    "record.tag-twice": "keys that differ in case",
    "record.note-ply": "the number of plies",
    "record.winners": "the order of winners",
    "setup.exclusive": "fields that exclude each other",
    "castle.board": "the boards that there are",
    "castle.castle-count": "characters over several rows",
    "castle.position": "what is in the string",
    "castle.decided-twice": "what is in the position",
    "struckle.position": "what is in the string",
    "struckle.same-square": "what is in the position",
    "struckle.wrong-state": "what is in the position",
    "struckle.decided-twice": "what is in the position",
}
"""Faults of form and set-up that a JSON Schema of this kind does not see."""


def game_of(name: str) -> str:
    return name.split("/", maxsplit=1)[0]


def content(path: Path) -> bytes:
    data = path.read_bytes()
    if path.suffix == ".gz":
        return gzip.decompress(data)
    return bytes(zstd_module().decompress(data)) if path.suffix == ".zst" else data


def filled(record: dict[str, object]) -> dict[str, object]:
    """Empty fields are the same as none."""
    return {key: value for key, value in record.items() if value or key in ("moves", "result")}


@pytest.mark.parametrize("name", VALID)
def test_valid_vector(name):
    path = str(VECTORS / name)
    expected = loaded(VECTORS / f"{name}.expected.json")["records"]
    verdicts = list(validate([path], Options(strict=True)))
    assert [verdict.problems for verdict in verdicts] == [()] * len(expected)
    assert [verdict.valid for verdict in verdicts] == [True] * len(expected)
    assert [verdict.plies for verdict in verdicts] == [row["plies"] for row in expected]
    results = json.loads(msgspec.json.encode([verdict.result for verdict in verdicts]))
    assert results == [row["result"] for row in expected]
    for reading, row in zip(readings(named(path)), expected, strict=True):
        assert filled(json.loads(msgspec.json.encode(reading.document))) == filled(row["record"])
        state, _ = play(reading.game, reading.bound.start, reading.document.moves)
        assert reading.game.format_position(state) == row["position"]


@pytest.mark.parametrize("name", [name for name in VALID if ".json" in name])
def test_valid_json_matches_the_schemas(name):
    text = content(VECTORS / name).decode("utf-8-sig")
    records = text.split("\n") if ".jsonl" in name else [text]
    for record in filter(str.strip, records):
        for schema in SCHEMAS[game_of(name)]:
            schema.validate(json.loads(record))


@pytest.mark.parametrize("name", VALID)
def test_the_expected_records_match_the_schemas(name):
    for row in loaded(VECTORS / f"{name}.expected.json")["records"]:
        for schema in SCHEMAS[game_of(name)]:
            schema.validate(row["record"])


@pytest.mark.parametrize("game", GAMES)
def test_the_manifest_names_all_files(game):
    assert names(VECTORS / game / "invalid") == sorted(MANIFESTS[game])
    assert len(MANIFESTS[game]) >= 40


def expected_of(name: str) -> dict[str, Any]:
    return MANIFESTS[game_of(name)][name.rsplit("/", 1)[1]]


@pytest.mark.parametrize("name", INVALID)
def test_invalid_vector(name):
    wanted = expected_of(name)
    verdicts = list(validate([str(VECTORS / name)], Options()))
    faults: list[tuple[int | None, Fault]] = [
        (verdict.record, fault) for verdict in verdicts for fault in verdict.problems
    ]
    assert [fault.code for _, fault in faults] == [wanted["code"]]
    record, fault = faults[0]
    about = {key: getattr(fault, key) for key in ("code", "line", "column", "ply", "token", "suggestion")}
    about |= {"record": record, "records": sum(verdict.record is not None for verdict in verdicts)}
    assert about == wanted
    assert fault.message
    assert [verdict.record for verdict in verdicts if not verdict.valid] == [record]


def test_every_code_has_a_vector_or_a_reason():
    shown = {row["code"] for row in ROWS}
    known = {code for codes in catalogue().values() for code in codes}
    assert shown | set(WITHOUT_VECTOR) == known
    assert not shown & set(WITHOUT_VECTOR)


def test_codes_that_both_can_show_are_shown_in_text_and_json():
    own = {code for game in GAMES for code in catalogue()[game]}
    for code in own | {"result.missing", "result.differs", "record.reason", "setup.value"}:
        suffixes = {name.rsplit(".", 1)[1] for name in INVALID if expected_of(name)["code"] == code}
        assert suffixes >= {"sgn", "json"}, code


def _by_form() -> list[str]:
    """JSON vectors that are JSON, with a fault of form or of the set-up."""
    found = []
    for name in INVALID:
        row = expected_of(name)
        space = row["code"].partition(".")[0]
        setup = row["code"] in catalogue()[game_of(name)] and row["ply"] is None
        if name.endswith(".json") and (space in ("record", "setup") or setup):
            found.append(name)
    return found


@pytest.mark.parametrize("name", _by_form())
def test_the_schemas_refuse_what_is_wrong_in_form(name):
    value = json.loads((VECTORS / name).read_bytes())
    refused = [not schema.is_valid(value) for schema in SCHEMAS[game_of(name)]]
    if expected_of(name)["code"] not in BEYOND_THE_SCHEMA:
        assert refused == [True, True]
    assert refused[0] == refused[1]
