"""`stats`: lengths, first moves, faults, and the tables as CSV."""

import csv
import io

import pytest

from tests.cli.support import dumps, encoded, record, sgn
from tools.files import ROOT

WIN = {"winners": ["white"], "reason": "resign"}
LOSS = {"winners": ["black"], "reason": "resign"}
DRAW = {"winners": [], "reason": "agreement"}
THERE_AND_BACK = ["D8-C8", "Q12-R12", "C8-D8", "R12-Q12"]


def pile(folder, *items):
    (folder / "a.jsonl").write_bytes(b"".join(dumps(item) + b"\n" for item in items))


def words(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def table(ran) -> list[list[str]]:
    """The rows of CSV, read by a strict reader."""
    assert ran.raw.endswith(b"\r\n")
    return list(csv.reader(io.StringIO(ran.out, newline=""), strict=True))


def test_the_distribution_of_lengths_has_bars(cli, tmp_path):
    plies = [0, 3, 3, 3, 3, 17, 60]
    pile(tmp_path, *(record((THERE_AND_BACK * 15)[:count]) for count in plies))
    found = cli("stats", "a.jsonl", "--json").json["games"]["castle"]["plies"]
    assert (found["least"], found["median"], found["most"], found["mean"]) == (0, 3, 60, 12.71)
    assert found["quartiles"] == [3, 3, 17]
    counts = [(row["least"], row["most"], row["records"]) for row in found["buckets"]]
    assert counts == [(0, 9, 5), (10, 19, 1), *((n, n + 9, 0) for n in range(20, 60, 10)), (60, 69, 1)]
    rows = words(cli("stats", "a.jsonl").out)
    assert ["castle", "0-9", "5", "#" * 40] in rows
    assert ["10-19", "1", "#" * 8] in rows
    assert ["20-29", "0"] in rows


def test_first_moves_and_how_each_seat_did_after_them(cli, tmp_path):
    pile(
        tmp_path,
        record(["D8-C8"], WIN), record(["d8-c8", "Q12-Q11"], LOSS), record(["D8-C8"], LOSS),
        record(["D8-C8"], DRAW), record(["D8-D7"]), record(["Q8-R8"], WIN), record([]),
    )  # fmt: skip
    castle = cli("stats", "a.jsonl", "--json").json["games"]["castle"]
    first = {" ".join(row.pop("moves")): row for row in castle["first_moves"]}
    assert list(first) == ["D8-C8", "D8-D7", "Q8-R8"]
    assert first["D8-C8"] == {
        "records": 4, "unfinished": 0, "drawn": 1, "shared": 0, "wins": {"black": 2, "white": 1},
    }  # fmt: skip
    assert castle["other_first_moves"] == 0
    told = cli("stats", "a.jsonl", "--top", "1").out
    assert "castle D8-C8 4 57% 1 black 2 (50%), white 1 (25%)" in " ".join(told.split())
    assert ["(others)", "2", "29%"] in words(told)
    assert "first moves" not in cli("stats", "a.jsonl", "--top", "0").out


def test_several_plies_can_be_the_first_moves(cli, tmp_path):
    pile(tmp_path, *(record(THERE_AND_BACK[:n]) for n in (1, 2, 3, 4)))
    castle = cli("stats", "a.jsonl", "--json", "--first", "3").json["games"]["castle"]
    assert [(len(row["moves"]), row["records"]) for row in castle["first_moves"]] == [(3, 2), (1, 1), (2, 1)]


def test_what_is_hidden_counts_as_one_first_move(cli):
    games = cli("stats", ROOT / "replays/stricken", "--json", "--top", "50").json["games"]
    lines = [row["moves"] for row in games["stricken"]["first_moves"]]
    assert ["F[#...]"] in lines
    assert sum("#" in line[0] for line in lines) == 1


def test_faults_by_code_of_what_is_left_out(cli, tmp_path):
    bad = record(["D8-D1", "nonsense", "rubbish"])
    pile(tmp_path, bad, bad, record(["D8-D1"]), record([], more=1), record(["D8-C8"]))
    ran = cli("stats", "a.jsonl", "--json")
    assert (ran.code, ran.json["invalid"], ran.json["valid"]) == (1, 4, 1)
    assert ran.json["faults"] == [
        {"code": "castle.terrain", "records": 3, "faults": 3},
        {"code": "castle.syntax", "records": 2, "faults": 4},
        {"code": "record.unknown", "records": 1, "faults": 1},
    ]
    assert ["castle.syntax", "2", "4"] in words(cli("stats", "a.jsonl").out)


def test_warnings_are_no_faults(cli):
    ran = cli("stats", ROOT / "replays/crungle", "--json")
    assert (ran.code, ran.json["faults"]) == (0, [])


def test_only_records_of_one_game(cli, tmp_path):
    pile(tmp_path, record([]), {"format": 1, "game": "struckle", "moves": [], "result": None})
    found = cli("stats", "a.jsonl", "--json", "--game", "struckle").json
    assert (found["records"], list(found["games"])) == (1, ["struckle"])
    assert cli("stats", "a.jsonl", "--game", "stricken").code == 2
    ran = cli("stats", "a.jsonl", "--game", "chess")
    assert (ran.code, ran.raw) == (2, b"")


def test_totals_tell_draws_and_losses(cli, tmp_path):
    names = {"white": "Ana", "black": "Ben"}
    pile(tmp_path, *(record(["D8-C8"], result, players=names) for result in (WIN, WIN, LOSS, DRAW, None)))
    assert cli("stats", "a.jsonl", "--json").json["totals"] == [
        {"player": "Ana", "games": 4, "wins": 2, "shared": 0, "draws": 1, "losses": 1, "points": 0},
        {"player": "Ben", "games": 4, "wins": 1, "shared": 0, "draws": 1, "losses": 2, "points": 0},
    ]


# CSV.


def test_csv_is_one_tidy_table_of_numbers(cli):
    rows = table(cli("stats", ROOT / "replays", "--format", "csv"))
    found = cli("stats", ROOT / "replays", "--json").json
    assert rows[0] == ["table", "game", "key", "measure", "value"]
    assert {len(row) for row in rows} == {5}
    keys = [tuple(row[:4]) for row in rows[1:]]
    assert len(set(keys)) == len(keys)
    numbers = {tuple(row[:4]): float(row[4]) for row in rows[1:]}
    castle = found["games"]["castle"]
    assert numbers["records", "", "", "valid"] == found["valid"]
    assert numbers["results", "castle", "", "wins of white"] == castle["wins"]["white"]
    assert numbers["reasons", "castle", "resign", "records"] == castle["reasons"]["resign"]
    assert numbers["lengths", "castle", "", "decile 9"] == castle["plies"]["deciles"][8]
    assert numbers["lengths", "castle", "", "mean"] == castle["plies"]["mean"]
    bucket = castle["plies"]["buckets"][0]
    assert (
        numbers["plies", "castle", f"{bucket['least']} to {bucket['most']}", "records"] == bucket["records"]
    )
    first = castle["first_moves"][0]
    assert numbers["first moves", "castle", " ".join(first["moves"]), "records"] == first["records"]
    assert numbers["other first moves", "castle", "", "records"] == castle["other_first_moves"]
    ana = next(total for total in found["totals"] if total["player"] == "Ana")
    assert numbers["totals", "", "Ana", "losses"] == ana["losses"]


def test_csv_of_totals_and_faults(cli, tmp_path):
    pile(tmp_path, record(["D8-C8"], WIN, players={"white": 'A, "B"\nC', "black": "Ben"}), record(["D8-D1"]))
    ran = cli("stats", "a.jsonl", "--format", "csv", "--totals")
    assert ran.code == 1
    assert {row[0] for row in table(ran)[1:]} == {"totals"}
    assert ["totals", "", 'A, "B"\\nC', "wins", "1"] in table(ran)
    assert ["faults", "", "castle.terrain", "faults", "1"] in table(
        cli("stats", "a.jsonl", "--format", "csv")
    )


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20"])
def test_no_cell_is_a_formula(cli, tmp_path, start):
    name = f"{start}HYPERLINK(1)"
    pile(tmp_path, record(["D8-C8"], WIN, players={"white": name, "black": "Ben"}))
    rows = table(cli("stats", "a.jsonl", "--format", "csv"))
    shown = {row[2] for row in rows if row[0] == "totals"}
    escaped = {"\t": "\\tHYPERLINK(1)", "\r": "\\rHYPERLINK(1)"}
    assert shown == {escaped.get(start, f"'{name}"), "Ben"}


def test_control_characters_reach_neither_table_nor_csv(cli, tmp_path):
    evil = "a\x1b[31m\x9b\u202e\nb"
    pile(tmp_path, record(["D8-C8"], WIN, players={"white": evil}))
    for more in (("--totals",), ("--format", "csv"), ("--json",)):
        told = cli("stats", "a.jsonl", *more).out
        assert not any(char in told for char in "\x1b\x9b"), more
    assert "a\\x1b[31m\\x9b\\u202e\\nb" in cli("stats", "a.jsonl", "--totals").out


def test_json_by_either_name(cli, tmp_path):
    (tmp_path / "a.sgn").write_bytes(sgn("1. D8-C8"))
    assert cli("stats", "a.sgn", "--format", "json").raw == cli("stats", "a.sgn", "--json").raw
    assert cli("stats", "a.sgn", "--format", "table").raw == cli("stats", "a.sgn").raw
    assert cli("stats", "a.sgn", "--json", "--format", "csv").code == 2


@pytest.mark.parametrize("suffix", [".sgn", ".jsonl.gz", ".msgpack.zst"])
def test_every_encoding_and_standard_input(cli, tmp_path, suffix):
    data = encoded(record(["D8-C8"]), suffix)
    (tmp_path / f"a{suffix}").write_bytes(data)
    for ran in (cli("stats", ".", "--json"), cli("stats", "-", "--json", stdin=data)):
        assert (ran.code, ran.json["valid"]) == (0, 1)


def test_a_record_over_the_limit_is_3(cli, tmp_path):
    pile(tmp_path, record([]), record(["D8-C8"] * 99))
    ran = cli("stats", "a.jsonl", "--max-record", "200", "--json")
    assert (ran.code, ran.json["faults"]) == (
        3,
        [{"code": "io.record-too-large", "records": 1, "faults": 1}],
    )


def test_objects_of_others_are_counted_aside(cli, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(b'{"x":1}\n' + dumps(record([])) + b"\n")
    ran = cli("stats", ".", "--json")
    assert (ran.code, ran.json["records"]) == (0, 1)
    assert "1 JSON object" in ran.err
