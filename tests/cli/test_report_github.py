"""`validate --format github`: annotations as GitHub's runner reads them.

The reader below is written from the documentation of workflow commands and what the runner does with lines: a
command begins with `::` after blanks, an older form `##[command]` may stand anywhere.
"""

import re
from typing import NamedTuple

import pytest

from tests.cli.hostile_support import NAMES, write_hostile
from tests.cli.support import dumps, encoded, record, sgn


class Command(NamedTuple):
    name: str
    properties: dict[str, str]
    message: str


def undone(text: str, *escapes: tuple[str, str]) -> str:
    for code, char in (*escapes, ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        text = text.replace(code, char)
    return text


def command(line: str) -> Command | None:
    """The command that a line of a log is, if it is one."""
    match = re.match(r"\s*::(?P<name>[^ :]+)(?: (?P<properties>.*?))?::(?P<message>.*)\Z", line, re.DOTALL)
    if match is None:
        old = re.search(r"##\[(?P<name>[^] ]+)(?: (?P<properties>[^]]*))?\](?P<message>.*)", line)
        return None if old is None else Command(old["name"], {}, old["message"])
    pairs = [pair.partition("=") for pair in (match["properties"] or "").split(",") if pair]
    more = (("%3A", ":"), ("%2C", ","))
    return Command(
        match["name"], {name: undone(value, *more) for name, _, value in pairs}, undone(match["message"])
    )


def lines(raw: bytes) -> list[str]:
    """The lines of a log, which end at a line feed, a return, or both."""
    return re.split(r"\r\n|\n|\r", raw.decode())[:-1]


def test_an_annotation_a_fault_and_a_summary_that_is_none(cli, tmp_path):
    (tmp_path / "g.sgn").write_bytes(sgn("1. D8-C8 D8-D1"))
    (tmp_path / "g.jsonl").write_bytes(dumps(record(["D8-D1"])) + b"\n")
    ran = cli("validate", "g.sgn", "g.jsonl", "gone.json", "--format", "github")
    assert ran.code == 3
    *told, summary = lines(ran.raw)
    text, line, gone = (command(item) for item in told)
    assert text is not None
    assert text.name == "error"
    place = {"file": "g.sgn", "title": "castle.empty-from"}
    assert {name: text.properties[name] for name in place} == place
    row, column = int(text.properties["line"]), int(text.properties["col"])
    assert (tmp_path / "g.sgn").read_text().split("\n")[row - 1][column - 1 :].startswith("D8-D1")
    assert text.message.startswith("game 1, ply 2, D8-D1: ")
    assert line is not None
    assert line.properties["line"] == "1"
    assert (tmp_path / "g.jsonl").read_text()[int(line.properties["col"]) - 1 :].startswith('"D8-D1"')
    assert gone == Command("error", {"file": "gone.json", "title": "io.missing"}, "no such file or folder")
    assert command(summary) is None
    assert summary.startswith("2 records in 2 files: 0 valid, 2 invalid")


def test_warnings_are_warnings(cli, tmp_path):
    setup = {"goals": ["G3", "G7"], "rules": ["M2", "M11", "I2", "M16"], "draft": "picked"}
    start = {"orange": 1, "purple": 9}
    item = {
        "format": 1,
        "game": "crungle",
        "result": None,
        "moves": ["M2:9"],
        "setup": setup | {"start": start},
    }
    (tmp_path / "c.json").write_bytes(dumps(item))
    ran = cli("validate", "c.json", "--format", "github")
    assert ran.code == 0
    assert [found.name for found in map(command, lines(ran.raw)) if found] == ["warning"]


def test_standard_input_is_no_file(cli):
    ran = cli("validate", "-", "--input-format", "json", "--format", "github", stdin=dumps(record(["D8-D1"])))
    found = command(lines(ran.raw)[0])
    assert found is not None
    assert "file" not in found.properties


def test_a_record_without_lines_has_none(cli, tmp_path):
    (tmp_path / "g.msgpack").write_bytes(encoded(record(["D8-D1"]), ".msgpack"))
    found = command(lines(cli("validate", "g.msgpack", "--format", "github").raw)[0])
    assert found is not None
    assert set(found.properties) == {"file", "title"}


def test_hostile_text_is_no_command_and_no_property(cli, tmp_path):
    write_hostile(tmp_path)
    *told, summary = lines(cli("validate", ".", "--format", "github").raw)
    assert command(summary) is None
    assert told
    files = set()
    for line in told:
        found = command(line)
        assert found is not None, line
        assert found.name in ("error", "warning")
        assert set(found.properties) <= {"file", "line", "col", "title"}
        assert re.fullmatch(r"[a-z]+(\.[a-z-]+)+", found.properties["title"])
        assert "\n" not in found.message
        files.add(found.properties["file"])
    exact = {name.decode() for name in NAMES if b"\xff" not in name and b"\x1b" not in name}
    assert {name for name in exact if "\u202e" not in name} <= files


@pytest.mark.parametrize("form", ["text", "concise"])
@pytest.mark.parametrize("more", [[], ["--strict"], ["--max-problems", "1"]])
def test_no_line_for_people_is_a_command_either(cli, tmp_path, form, more):
    write_hostile(tmp_path)
    names = [f"./{name.decode(errors='surrogateescape')}" for name in NAMES]
    hostile = [name.removeprefix("./") for name in names]
    for paths in (["."], names, hostile):
        ran = cli("validate", *paths, "text.sgn", "--format", form, *more)
        assert ran.code in (1, 3)
        found = [line for line in lines(ran.raw) if command(line)]
        assert found == []
        assert [line for line in lines(ran.err.encode()) if command(line)] == []
