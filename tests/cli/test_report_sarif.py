"""`validate --format sarif`: what models made from the schema of SARIF 2.1.0 take, and what stands in it."""

import json
import os
from typing import Any
from urllib.parse import unquote_to_bytes

import pydantic
import pytest
from fluidattacks_core.sarif import SarifLog

from tests.cli.hostile_support import NAMES, write_hostile
from tests.cli.support import dumps, encoded, record, sgn


def read(raw: bytes) -> dict[str, Any]:
    """The one run of a report, if strict models take it, and its rules are those of its results."""
    SarifLog.model_validate_json(raw)
    report = json.loads(raw)
    assert report["version"] == "2.1.0"
    (run,) = report["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(rules) == len(set(rules))
    assert [rules[result["ruleIndex"]] for result in run["results"]] == [
        result["ruleId"] for result in run["results"]
    ]
    assert set(rules) == {result["ruleId"] for result in run["results"]}
    return run


def region(result: dict[str, Any]) -> dict[str, Any]:
    return result["locations"][0]["physicalLocation"]["region"]


def test_the_models_refuse_what_is_no_report():
    for broken in (
        {"version": "2.1.0"},
        {"version": "2.1.0", "runs": [{}]},
        {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "more": 1}]},
        {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": [{"message": "x"}]}]},
    ):
        with pytest.raises(pydantic.ValidationError):
            SarifLog.model_validate_json(json.dumps(broken))


def test_a_result_a_fault_with_its_place(cli, tmp_path):
    line = dumps(record(["D8-C8", "D8-D1"]))
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a b.jsonl").write_bytes(line + b"\n" + line + b"\n")
    (tmp_path / "t.sgn").write_bytes(sgn("1. D8-C8 D8-D1"))
    ran = cli("validate", tmp_path / "sub", "t.sgn", "--format", "sarif")
    assert ran.code == 1
    run = read(ran.raw)
    first, second, third = run["results"]
    assert first["ruleId"] == "castle.empty-from"
    assert first["level"] == "error"
    assert first["message"]["text"].startswith("game 1, ply 2, D8-D1: ")
    location = first["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": "sub/a%20b.jsonl", "uriBaseId": "%SRCROOT%"}
    for result, data in ((first, line), (second, b"\n" + line), (third, sgn("1. D8-C8 D8-D1"))):
        place = region(result)
        there = data.decode().split("\n")[place["startLine"] - 1]
        told = there[place["startColumn"] - 1 : place["endColumn"] - 1]
        assert told == place["snippet"]["text"]
        assert told.strip('"') == "D8-D1"
    assert region(second)["startLine"] == 2
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["tool"]["driver"]["rules"][0]["shortDescription"]["text"]
    assert run["invocations"][0]["executionSuccessful"] is True


def test_columns_count_characters_and_not_bytes(cli, tmp_path):
    data = '{"format": 1, "game": "castle", "players": {"white": "𝔄é宽"}, "moves": ["D8-D1"], "result": null}'
    (tmp_path / "g.jsonl").write_text(data)
    (result,) = read(cli("validate", "g.jsonl", "--format", "sarif").raw)["results"]
    assert region(result)["startColumn"] == data.index('"D8-D1"') + 1


def test_what_could_not_be_read_is_a_notification(cli, tmp_path):
    (tmp_path / "cut.json.gz").write_bytes(encoded(record(), ".json.gz")[:12])
    run = read(cli("validate", "cut.json.gz", "gone.sgn", "--format", "sarif").raw)
    assert run["results"] == []
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    told = [(item["level"], item["descriptor"]["id"]) for item in invocation["toolExecutionNotifications"]]
    assert told == [("error", "io.damaged"), ("error", "io.missing")]


def test_a_record_without_lines_has_its_pointer(cli, tmp_path):
    (tmp_path / "g.msgpack").write_bytes(encoded(record(["D8-D1"]), ".msgpack"))
    (result,) = read(cli("validate", "g.msgpack", "--format", "sarif").raw)["results"]
    (location,) = result["locations"]
    assert "region" not in location["physicalLocation"]
    assert location["logicalLocations"] == [{"fullyQualifiedName": "game 1/moves/0"}]


def test_paths_begin_at_the_root_of_the_checkout(cli, tmp_path, monkeypatch):
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "g.sgn").write_bytes(sgn("1. D8-D1"))
    monkeypatch.chdir(tmp_path / "sub")
    (result,) = read(cli("validate", "./g.sgn", "--format", "sarif").raw)["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "sub/g.sgn"
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / "elsewhere"))
    (result,) = read(cli("validate", "./g.sgn", "--format", "sarif").raw)["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "g.sgn"


def test_hostile_text_stays_text(cli, tmp_path):
    write_hostile(tmp_path)
    ran = cli("validate", ".", "--format", "sarif")
    assert ran.code == 3
    assert all(char == "\n" or char.isprintable() for char in ran.raw.decode())
    found = {
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for result in read(ran.raw)["results"]
    }
    assert {unquote_to_bytes(uri) for uri in found} == {*NAMES, b"text.sgn"}
    assert all(os.path.exists(unquote_to_bytes(uri)) for uri in found)
