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
from struckle_cli.services.validate import Options, readings
from struckle_cli.services.validate import verdicts as verdicts_of
from tools.gen import catalogue
from tools.vectors import make

FORMATS = Path(__file__).parents[2] / "formats"
VECTORS = FORMATS / "vectors"
GAMES = make.GAMES
MANIFEST = {
    (game, name): row
    for game in GAMES
    for name, row in json.loads((VECTORS / game / "invalid/expected.json").read_text(encoding="utf-8"))[
        "vectors"
    ].items()
}
SCHEMAS = {
    game: [
        Draft202012Validator(json.loads((FORMATS / "schema" / name).read_text(encoding="utf-8")))
        for name in ("record.schema.json", f"{game}.schema.json")
    ]
    for game in GAMES
}

WITHOUT_VECTOR = {
    "io.missing": "there is no file to show it",
    "io.unreadable": "it is about permissions and devices, not about content",
    "io.not-regular": "a repository holds no device and no socket",
    "io.record-too-large": "the limit is an option; a file over the usual one has more than 16 MiB",
    "io.write": "it is about writing",
    "io.locked": "it takes two who write to one file",
    "codec.broken": "it is about writing",
    "record.more": "it stands behind a thousand other faults",
    "play.changed": "it takes two who write to one file",
    "undo.decided": "only `undo` on a record whose moves end the game raises it",
    "internal.error": "no file is known that shows it",
    "internal.worker": "no file is known that shows it",
    "engine.lost": "it is about a cluster, not about content",
    "engine.unreachable": "the same",
    "engine.no-workers": "the same",
    "engine.version": "the same",
    "engine.unseen": "the same",
    "move.finished": "only `move` on a sound, finished record raises it",
    "result.exists": "only `result` on a sound, finished record raises it",
    "commit.pending": "it is an error under `--strict` alone; `pending` of valid vectors shows it",
    "commit.unclear": "only what shows a record to a seat raises it",
    "undo.seen": "only `play` raises it",
    "undo.roll": "only `undo` on a record with a committed seed raises it",
    "secrets.form": "it is about secrets files, not records",
    "crungle.objection": "only `move FILE '?'` raises it: in a record the mark is part of a move",
    "crungle.won-earlier": "it refutes a demonstration, and a refuted one is no fault of a record",
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
    "stricken.same-point": "two shells on one point",
    "stricken.bead-twice": "two beads that are the same",
    "stricken.bead-both": "what stands in another field",
    "stricken.bead-missing": "what stands in another field",
    "struckle.position": "what is in the string",
    "struckle.same-square": "what is in the position",
    "struckle.wrong-state": "what is in the position",
    "struckle.decided-twice": "what is in the position",
    "stricken.opened": "what an opening says",
    "struggle.first": "how many play",
    "struggle.cards-seat": "how many play",
    "struggle.cards-missing": "whether the moves end the game",
    "struggle.card-not-in-deck": "what the deck holds, and whether it is meant",
    "struggle.card-twice": "two cards that are the same",
    "struggle.position": "what is in the string",
    "struggle.position-seat": "what is in the position",
    "struggle.same-space": "what is in the position",
    "struggle.on-black": "what is in the position, and the track",
    "struggle.beyond-track": "what is in the position, and the track",
    "struggle.places": "what is in the position",
    "struggle.four-arrived": "what is in the position",
    "crungle.indirect": "how many of a list are of one kind",
    "crungle.start-center": "cells that only one seat may not have (it sees the range alone)",
    "crungle.start-adjacent": "two cells next to each other",
    "crungle.bet-open": "whether a bet is open when a draw is agreed",
}
"""Faults of form and set-up that a JSON Schema of this kind does not see."""


def names(folder: Path) -> list[str]:
    return sorted(
        path.name for path in folder.iterdir() if not path.name.endswith((".expected.json", "expected.json"))
    )


def cases(kind: str) -> list[tuple[str, str]]:
    return [(game, name) for game in GAMES for name in names(VECTORS / game / kind)]


def expected(game: str, name: str) -> list[dict[str, Any]]:
    """What the vector says of each record of a valid file."""
    path = VECTORS / game / "valid" / f"{name}.expected.json"
    return json.loads(path.read_text(encoding="utf-8"))["records"]


def content(path: Path) -> bytes:
    data = path.read_bytes()
    if path.suffix == ".gz":
        return gzip.decompress(data)
    return bytes(zstd_module().decompress(data)) if path.suffix == ".zst" else data


def filled(record: dict[str, object]) -> dict[str, object]:
    """Empty fields are the same as none."""
    return {key: value for key, value in record.items() if value or key in ("moves", "result")}


WARNING_FIELDS = ("code", "ply", "token", "suggestion", "line", "column")


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(("game", "name"), cases("valid"))
def test_valid_vector(game, name, strict):
    """Without fault; what is told are the named warnings and what is pending, errors under `--strict`."""
    rows = expected(game, name)
    verdicts = list(verdicts_of([str(VECTORS / game / "valid" / name)], Options(strict=strict)))
    told = [
        [
            {key: getattr(fault, key) for key in WARNING_FIELDS}
            for fault in verdict.problems
            if fault.code != "commit.pending"
        ]
        for verdict in verdicts
    ]
    for verdict, row in zip(verdicts, rows, strict=True):
        assert list(verdict.pending) == row.get("pending", [])
        closed = [fault for fault in verdict.problems if fault.code == "commit.pending"]
        assert len(closed) == strict * len(verdict.pending)
    assert told == [row.get("warnings", []) for row in rows]
    severities = {fault.severity for verdict in verdicts for fault in verdict.problems}
    assert severities <= {"error" if strict else "warning"}
    assert all(fault.message for verdict in verdicts for fault in verdict.problems)
    assert [verdict.valid for verdict in verdicts] == [
        not (strict and (row.get("warnings") or row.get("pending"))) for row in rows
    ]
    assert [verdict.plies for verdict in verdicts] == [row["plies"] for row in rows]
    assert [dict(verdict.counts) for verdict in verdicts] == [row.get("counts", {}) for row in rows]
    results = json.loads(msgspec.json.encode([verdict.result for verdict in verdicts]))
    assert results == [row["result"] for row in rows]


@pytest.mark.parametrize(("game", "name"), cases("valid"))
def test_valid_vector_content(game, name):
    """Each record is read as the vector says, and its moves lead where it says."""
    for reading, row in zip(
        readings(named(str(VECTORS / game / "valid" / name))), expected(game, name), strict=True
    ):
        assert filled(json.loads(msgspec.json.encode(reading.document))) == filled(row["record"])
        state, _ = play(reading.game, reading.bound.start, reading.moves)
        if reading.game.format_position is not None:
            assert reading.game.format_position(state) == row["position"]
        else:
            legal = map(reading.game.format_move, reading.game.legal_moves(state))
            assert sorted(legal) == row["legal"]


@pytest.mark.parametrize(("game", "name"), [case for case in cases("valid") if ".json" in case[1]])
def test_valid_json_matches_the_schemas(game, name):
    text = content(VECTORS / game / "valid" / name).decode("utf-8-sig")
    records = text.split("\n") if ".jsonl" in name else [text]
    for record in filter(str.strip, records):
        for schema in SCHEMAS[game]:
            schema.validate(json.loads(record))


@pytest.mark.parametrize(("game", "name"), cases("valid"))
def test_the_expected_records_match_the_schemas(game, name):
    for row in expected(game, name):
        for schema in SCHEMAS[game]:
            schema.validate(row["record"])


def test_the_manifests_name_all_files():
    assert cases("invalid") == sorted(MANIFEST)


@pytest.mark.parametrize(("game", "name"), sorted(MANIFEST))
def test_invalid_vector(game, name):
    wanted = MANIFEST[game, name]
    verdicts = list(verdicts_of([str(VECTORS / game / "invalid" / name)], Options()))
    faults: list[tuple[int | None, Fault]] = [
        (verdict.record, fault) for verdict in verdicts for fault in verdict.problems
    ]
    assert [fault.code for _, fault in faults] == [wanted["code"]]
    record, fault = faults[0]
    about = {key: getattr(fault, key) for key in ("code", "line", "column", "ply", "token", "suggestion")}
    about |= {"record": record, "records": sum(verdict.record is not None for verdict in verdicts)}
    assert about == wanted
    assert fault.severity == "error"
    assert fault.message
    assert [verdict.record for verdict in verdicts if not verdict.valid] == [record]


def _warned() -> dict[str, set[str]]:
    """The codes of warnings that valid vectors show, with the suffixes of the files."""
    found: dict[str, set[str]] = {}
    for game, name in cases("valid"):
        for row in expected(game, name):
            for warning in row.get("warnings", []):
                found.setdefault(warning["code"], set()).add(name.rsplit(".", 1)[1])
    return found


def _stands() -> set[str]:
    """The codes that the list of errors calls invalid, but able to stand: never an error by themselves."""
    codes = catalogue()["crungle"].items()
    return {code for code, sentence in codes if "Invalid, but it may stand" in sentence}


def test_every_code_has_a_vector_or_a_reason():
    """Errors are shown by an invalid vector, what may stand by a warning of a valid one, the rest by none."""
    shown = {row["code"] for row in MANIFEST.values()}
    known = {code for codes in catalogue().values() for code in codes}
    parts = [shown, set(_warned()), set(WITHOUT_VECTOR)]
    assert set().union(*parts) == known
    assert sum(map(len, parts)) == len(known)
    assert set(_warned()) == _stands()


def test_codes_that_both_can_show_are_shown_in_text_and_json():
    shared = {"result.missing", "result.differs", "result.not-reached", "result.winners", "record.reason",
              "setup.value"}  # fmt: skip
    for game in GAMES:
        own = set(catalogue()[game]) - set(WITHOUT_VECTOR) - _stands()
        shown = {row["code"] for (of, _), row in MANIFEST.items() if of == game}
        for code in own | (shared & shown):  # some need what a game may not have (choices, resigning)
            suffixes = {
                name.rsplit(".", 1)[1]
                for (of, name), row in MANIFEST.items()
                if (of, row["code"]) == (game, code)
            }
            assert suffixes >= {"sgn", "json"}, code
    for code, suffixes in _warned().items():
        assert suffixes >= {"sgn", "json"}, code


def _by_form() -> list[tuple[str, str]]:
    """JSON vectors that are JSON, with a fault of form or of the set-up."""
    found = []
    for (game, name), row in MANIFEST.items():
        space = row["code"].partition(".")[0]
        setup = row["code"] in catalogue()[game] and row["ply"] is None
        if name.endswith(".json") and (space in ("record", "setup") or setup):
            found.append((game, name))
    return found


@pytest.mark.parametrize(("game", "name"), _by_form())
def test_the_schemas_refuse_what_is_wrong_in_form(game, name):
    value = json.loads((VECTORS / game / "invalid" / name).read_bytes())
    refused = [not schema.is_valid(value) for schema in SCHEMAS[game]]
    if MANIFEST[game, name]["code"] not in BEYOND_THE_SCHEMA:
        assert refused == [True, True]
    assert refused[0] == refused[1]
