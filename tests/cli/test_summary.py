"""What `validate` tells people: faults with their lines, tables where there is something to compare."""

import re

import pytest

from struckle_cli.core.errors import Fault
from struckle_cli.report.counts import Counts
from struckle_cli.report.text import tables
from struckle_cli.services.judging import Verdict
from tests.cli.support import dumps, record, sgn

BAD = record(["D8-D1"])


def write(folder, *items) -> None:
    (folder / "a.jsonl").write_bytes(b"\n".join(map(dumps, items)) + b"\n")


def test_a_fault_with_its_line_and_a_caret(cli, tmp_path):
    (tmp_path / "b.sgn").write_bytes(sgn("1. D8-C8 D8-D1"))
    line, shown, caret, summary = cli("validate", "b.sgn").out.splitlines()
    assert line.startswith("b.sgn:4:10: castle.empty-from: game 1, ply 2, D8-D1: ")
    assert (shown, caret) == ("  | 1. D8-C8 D8-D1 *", "  |          ^^^^^")
    assert summary == "1 record in 1 file: 0 valid, 1 invalid (castle 1; 1 legal ply)"


def test_one_line_a_fault_for_editors(cli, tmp_path):
    write(tmp_path, BAD, record(), BAD)
    first, second, summary = cli("validate", "a.jsonl", "--format", "concise").out.splitlines()
    assert first.startswith("a.jsonl:1 /moves/0: castle.terrain: ")
    assert second.startswith("a.jsonl:3 /moves/0: castle.terrain: ")
    assert summary.startswith("3 records in 1 file")
    text = cli("validate", "a.jsonl").out.splitlines()
    assert [line for line in text if line.startswith("a.jsonl")] == [first, second]
    assert text[-1] == summary


def test_quiet_has_faults_only(cli, tmp_path):
    write(tmp_path, BAD, record(), BAD)
    for form, size in (("text", 6), ("concise", 2)):
        ran = cli("validate", "a.jsonl", "--quiet", "--format", form)
        assert len(ran.out.splitlines()) == size
        assert ran.err == ""


def rows(out: str, title: str) -> dict[str, list[str]]:
    """The rows of a table by their first cell."""
    lines = out.splitlines()
    head = next(number for number, line in enumerate(lines) if line.startswith(title))
    end = next((number for number in range(head, len(lines)) if not lines[number]), len(lines))
    return {line.split()[0]: re.split(r" {2,}", line)[1:] for line in lines[head + 2 : end]}


def test_tables_by_game_and_by_code(cli, tmp_path):
    struckle = {"format": 1, "game": "struckle", "moves": [], "result": None}
    unknown = {"format": 1, "game": "1e5"}
    write(tmp_path, BAD, record(["D8-C8"]), record(["D8-D1", 7], more=1), struckle, unknown)
    out = cli("validate", "a.jsonl", "gone.sgn").out
    games = rows(out, "game")
    assert games["castle"] == ["3", "1", "2", "1"]
    assert games["struckle"] == ["1", "1", "0", "0"]
    assert games["1e5"] == ["1", "0", "1", "0"]
    codes = rows(out, "code")
    assert codes["castle.terrain"][:2] == ["2", "2"]
    assert codes["record.unknown"][:2] == ["1", "1"]
    assert codes["record.missing"][:2] == ["2", "1"]
    assert codes["io.missing"] == ["1", "1", "There is no such file or folder."]
    assert list(codes) == sorted(codes, key=lambda code: (-int(codes[code][0]), code))
    assert "The record has a field that the format does not know; free text belongs in `tags`." in out


@pytest.mark.parametrize("columns", [60, 80, 100])
def test_tables_fit_on_a_terminal(columns):
    counts = Counts()
    for code in ("record.unknown", "io.missing", "castle.terrain", "plug-in.code"):
        fault = Fault(code=code, message="x")
        counts.add(Verdict(path="p", record=1, game="castle", valid=False, problems=(fault, fault)))
    for table in tables(counts, columns):
        assert all(len(line) <= columns for line in table.split("\n"))
    assert "..." in tables(counts, columns)[1]
    assert "..." not in tables(counts, None)[1]


@pytest.mark.parametrize(
    ("items", "game", "code"),
    [
        ([record()], False, False),
        ([BAD], False, False),
        ([record(), record()], False, False),
        ([record(), BAD], True, False),
        ([BAD, BAD], True, True),
        ([record(), {"format": 1, "game": "struckle", "moves": [], "result": None}], True, False),
    ],
)
def test_a_table_only_where_there_is_something_to_compare(cli, tmp_path, items, game, code):
    write(tmp_path, *items)
    out = cli("validate", "a.jsonl").out
    assert ("\ngame " in out) == game
    assert ("\ncode " in out) == code
    assert not cli("validate", "a.jsonl", "--format", "concise").out.count("----")


def test_colour_is_asked_for(cli, tmp_path):
    write(tmp_path, BAD)
    plain = cli("validate", "a.jsonl")
    assert "\x1b" not in plain.out
    for form in ("text", "concise"):
        painted = cli("validate", "a.jsonl", "--format", form, "--color", "always").out
        assert "\x1b[1;31mcastle.terrain\x1b[0m" in painted
    for form in ("json", "jsonl", "junit", "sarif", "github"):
        assert "\x1b" not in cli("validate", "a.jsonl", "--format", form, "--color", "always").out


def test_names_of_games_that_a_record_made_up_do_nothing(cli, tmp_path):
    write(tmp_path, *({"format": 1, "game": f"\x1b[31m{n}|1e{n}"} for n in range(60)))
    out = cli("validate", "a.jsonl").out
    assert "\x1b" not in out
    assert rows(out, "game")["others"] == ["10", "0", "10", "0"]
