"""The published vectors say the truth about the program, and the catalogue of errors has a vector a code."""

import gzip
import json
from pathlib import Path

import msgspec
import pytest
from jsonschema import Draft202012Validator

from struckle_cli.core.errors import Fault
from struckle_cli.engine.replayer import play
from struckle_cli.replay.source import named, zstd_module
from struckle_cli.services.validate import Options, readings, validate
from tools.gen import catalogue

FORMATS = Path(__file__).parents[2] / "formats"
VALID = FORMATS / "vectors/castle/valid"
INVALID = FORMATS / "vectors/castle/invalid"
MANIFEST = json.loads((INVALID / "expected.json").read_text(encoding="utf-8"))["vectors"]
SCHEMAS = [
    Draft202012Validator(json.loads((FORMATS / "schema" / name).read_text(encoding="utf-8")))
    for name in ("record.schema.json", "castle.schema.json")
]

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
}
"""Faults of form and set-up that a JSON Schema of this kind does not see."""


def names(folder: Path) -> list[str]:
    return sorted(
        path.name for path in folder.iterdir() if not path.name.endswith((".expected.json", "expected.json"))
    )


def content(path: Path) -> bytes:
    data = path.read_bytes()
    if path.suffix == ".gz":
        return gzip.decompress(data)
    return bytes(zstd_module().decompress(data)) if path.suffix == ".zst" else data


def filled(record: dict[str, object]) -> dict[str, object]:
    """Empty fields are the same as none."""
    return {key: value for key, value in record.items() if value or key in ("moves", "result")}


@pytest.mark.parametrize("name", names(VALID))
def test_valid_vector(name):
    path = str(VALID / name)
    expected = json.loads((VALID / f"{name}.expected.json").read_text(encoding="utf-8"))["records"]
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


@pytest.mark.parametrize("name", [name for name in names(VALID) if ".json" in name])
def test_valid_json_matches_the_schemas(name):
    text = content(VALID / name).decode("utf-8-sig")
    records = text.split("\n") if ".jsonl" in name else [text]
    for record in filter(str.strip, records):
        for schema in SCHEMAS:
            schema.validate(json.loads(record))


@pytest.mark.parametrize("name", names(VALID))
def test_the_expected_records_match_the_schemas(name):
    for row in json.loads((VALID / f"{name}.expected.json").read_text(encoding="utf-8"))["records"]:
        for schema in SCHEMAS:
            schema.validate(row["record"])


def test_the_manifest_names_all_files():
    assert names(INVALID) == sorted(MANIFEST)


@pytest.mark.parametrize("name", sorted(MANIFEST))
def test_invalid_vector(name):
    wanted = MANIFEST[name]
    verdicts = list(validate([str(INVALID / name)], Options()))
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
    shown = {row["code"] for row in MANIFEST.values()}
    known = {code for codes in catalogue().values() for code in codes}
    assert shown | set(WITHOUT_VECTOR) == known
    assert not shown & set(WITHOUT_VECTOR)


def test_codes_that_both_can_show_are_shown_in_text_and_json():
    castle = set(catalogue()["castle"])
    for code in castle | {"result.missing", "result.differs", "record.reason", "setup.value"}:
        suffixes = {name.rsplit(".", 1)[1] for name, row in MANIFEST.items() if row["code"] == code}
        assert suffixes >= {"sgn", "json"}, code


def _by_form() -> list[str]:
    """JSON vectors that are JSON, with a fault of form or of the set-up."""
    found = []
    for name, row in MANIFEST.items():
        space = row["code"].partition(".")[0]
        setup = row["code"] in catalogue()["castle"] and row["ply"] is None
        if name.endswith(".json") and (space in ("record", "setup") or setup):
            found.append(name)
    return found


@pytest.mark.parametrize("name", _by_form())
def test_the_schemas_refuse_what_is_wrong_in_form(name):
    value = json.loads((INVALID / name).read_bytes())
    refused = [not schema.is_valid(value) for schema in SCHEMAS]
    if MANIFEST[name]["code"] not in BEYOND_THE_SCHEMA:
        assert refused == [True, True]
    assert refused[0] == refused[1]
