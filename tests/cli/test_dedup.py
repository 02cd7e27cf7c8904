"""`dedup`: what counts as equal, which record is kept, and what is written."""

import json

import msgpack
import pytest

from tests.cli.support import dumps, encoded, leftovers, record, sgn, unpacked
from tools.files import ROOT

PAIR = ["D8-C8", "Q12-Q11"]
WIN = {"winners": ["white"], "reason": "resign"}
BASE = record(
    PAIR, WIN, tags={"Event": "x", "Round": "1"}, players={"white": "Ana"}, setup={"men": 16},
    notes=[{"ply": 1, "text": "n"}],
)  # fmt: skip
BROKEN = b'[Game "castle"]\n\n1. D8-C8 {open\n'


def lines(*items: dict) -> bytes:
    return b"".join(dumps(item) + b"\n" for item in items)


SAME = {
    "letter case of tokens": {"moves": ["d8-c8", "q12-Q11"]},
    "explicit defaults": {"rules": 1, "setup": {"men": 16, "first": "white"}},
    "order of tags": {"tags": {"Round": "1", "Event": "x"}},
}
PLAYED_THE_SAME = {
    "tags": {"tags": {"Event": "y"}},
    "no tags": {"tags": {}},
    "players": {"players": {"white": "Ben", "black": "Cid"}},
    "notes": {"notes": []},
    "id": {"id": "0" * 32},
}
OTHER = {
    "moves": {"moves": [PAIR[0], "Q12-R12"]},
    "fewer moves": {"moves": PAIR[:1]},
    "result": {"result": None},
    "winner": {"result": {"winners": ["black"], "reason": "resign"}},
    "reason": {"result": {"winners": [], "reason": "agreement"}},
    "set-up": {"setup": {"men": 8}},
}


@pytest.mark.parametrize(
    ("change", "by_all", "by_game"),
    [
        *((change, True, True) for change in SAME.values()),
        *((change, False, True) for change in PLAYED_THE_SAME.values()),
        *((change, False, False) for change in OTHER.values()),
    ],
    ids=[*SAME, *PLAYED_THE_SAME, *OTHER],
)
def test_what_is_equal(cli, tmp_path, change, by_all, by_game):
    (tmp_path / "a.jsonl").write_bytes(lines(BASE, BASE | change))
    for by, equal in (("all", by_all), ("game", by_game)):
        ran = cli("dedup", "a.jsonl", "--by", by)
        kept = [BASE] if equal else [BASE, BASE | change]
        assert (ran.code, ran.raw, ran.err) == (0, lines(*kept), "")
    assert cli("dedup", "a.jsonl").raw == cli("dedup", "a.jsonl", "--by", "all").raw


def test_what_fmt_writes_alike_is_equal(cli, tmp_path):
    (tmp_path / "a.sgn").write_text('[Game "castle"]\n[men "8"]\n1. d8-c8 ;n\nq12-q11 2. c8-d8 *')
    (tmp_path / "b.sgn").write_bytes((tmp_path / "a.sgn").read_bytes())
    assert cli("fmt", "b.sgn").code == 0
    assert (tmp_path / "b.sgn").read_bytes() != (tmp_path / "a.sgn").read_bytes()
    assert cli("dedup", "a.sgn", "b.sgn").raw == (tmp_path / "a.sgn").read_bytes() + b"\n"


@pytest.mark.parametrize("first", ["sgn", "json", "jsonl", "msgpack", "json.gz", "sgn.zst"])
@pytest.mark.parametrize("second", ["sgn", "json", "jsonl", "msgpack"])
def test_across_encodings_the_first_is_kept(cli, tmp_path, first, second):
    (tmp_path / "start.json").write_bytes(dumps(BASE))
    for name in (f"a.{first}", f"b.{second}"):
        assert cli("convert", "start.json", name).code == 0
    ran = cli("dedup", f"a.{first}", f"b.{second}", "--list")
    assert (ran.code, ran.out) == (0, f"b.{second}: game 1 is a copy of a.{first}: game 1\n")
    assert "2 records, 1 copy" in ran.err
    assert cli("dedup", f"a.{first}", f"b.{second}", "-o", f"c.{first}").code == 0
    assert unpacked(tmp_path / f"c.{first}") == unpacked(tmp_path / f"a.{first}")


def test_order_is_kept_and_records_as_they_stand(cli, tmp_path):
    one, two, three = sgn("1.  D8-C8"), sgn(), sgn("1. D8-D7")
    (tmp_path / "a.sgn").write_bytes(b"\n\n".join([one, two, one.replace(b"  ", b" "), three, two]))
    ran = cli("dedup", "a.sgn")
    assert (ran.code, ran.raw, ran.err) == (0, b"\n".join([one, two, three]), "")


def test_the_list_names_both(cli, tmp_path):
    (tmp_path / "a.sgn").write_bytes(sgn() + b"\n" + sgn("1. D8-C8"))
    (tmp_path / "b.jsonl").write_bytes(lines(record(PAIR), record(["d8-c8"]), record(PAIR)))
    ran = cli("dedup", "a.sgn", "b.jsonl", "--list")
    assert (ran.code, ran.out.splitlines()) == (
        0,
        ["b.jsonl: game 2 is a copy of a.sgn: game 2", "b.jsonl: game 3 is a copy of b.jsonl: game 1"],
    )
    for more in (("--json",), ("--json", "--list"), ("--json", "-o", "c.sgn")):
        ran = cli("dedup", "a.sgn", "b.jsonl", *more)
        assert (ran.code, ran.json) == (
            0,
            {
                "copies": [
                    {"path": "b.jsonl", "record": 2, "first": {"path": "a.sgn", "record": 2}},
                    {"path": "b.jsonl", "record": 3, "first": {"path": "b.jsonl", "record": 1}},
                ],
                "records": 5, "kept": 3, "broken": 0, "unreadable": 0,
            },
        )  # fmt: skip
    assert cli("validate", "c.sgn", "--format", "json").json["valid"] == 3


def test_check_is_1_if_there_is_a_copy(cli, tmp_path):
    (tmp_path / "a.sgn").write_bytes(sgn())
    ran = cli("dedup", "a.sgn", "--check")
    assert (ran.code, ran.out) == (0, "")
    ran = cli("dedup", "a.sgn", "a.sgn", "--check")
    assert (ran.code, ran.out) == (1, "a.sgn: game 1 is a copy of a.sgn: game 1\n")
    ran = cli("dedup", "a.sgn", "--check", "--json")
    assert (ran.code, ran.json["copies"]) == (0, [])
    assert [item.name for item in tmp_path.iterdir()] == ["a.sgn"]


def test_many_files_named_twice(cli, tmp_path):
    """Places are found again however many files and records there are."""
    for n in range(300):
        (tmp_path / f"{n:03}.jsonl").write_bytes(lines(record([], tags={"N": str(n)}), record(PAIR)))
    ran = cli("dedup", ".", ".", "--json")
    rows = {(row["path"], row["record"]): row["first"] for row in ran.json["copies"]}
    assert len(rows) == 600
    assert rows["./217.jsonl", 1] == {"path": "./217.jsonl", "record": 1}
    assert rows["./217.jsonl", 2] == {"path": "./000.jsonl", "record": 2}


# The file that is written.


def test_a_file_can_be_cleaned_in_place(cli, tmp_path):
    (tmp_path / "a.jsonl.gz").write_bytes(encoded(BASE, ".jsonl.gz") * 3)
    ran = cli("dedup", "a.jsonl.gz", "-o", "a.jsonl.gz")
    assert (ran.code, ran.raw) == (0, b"")
    assert "3 records, 2 copies" in ran.err
    assert unpacked(tmp_path / "a.jsonl.gz") == lines(BASE)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "b.sgn").write_bytes(sgn())
    for _ in range(2):  # the second time what was made lies in the folder
        assert cli("dedup", "games", "-o", "games/all.sgn").code == 0
        assert (tmp_path / "games" / "all.sgn").read_bytes() == sgn()
    assert leftovers(tmp_path) == []


def test_in_place_nothing_of_somebody_else_is_lost(cli, tmp_path):
    (tmp_path / "games").mkdir()
    mixed = b'{"name":"x"}\n' + lines(record([]))
    (tmp_path / "games" / "a.jsonl").write_bytes(mixed)
    ran = cli("dedup", "games", "-o", "games/a.jsonl")
    assert ran.code == 2
    assert "would be lost" in ran.err
    assert (tmp_path / "games" / "a.jsonl").read_bytes() == mixed
    assert cli("dedup", "games", "-o", "b.jsonl").code == 0


@pytest.mark.parametrize(
    "arguments",
    [("--check", "-o", "b.sgn"), ("--list", "-o", "-"), ("--by", "tags"), ("-o", "b.txt"), ("-o", "b.json")],
)
def test_wrong_usage(cli, tmp_path, arguments):
    (tmp_path / "a.sgn").write_bytes(sgn() + b"\n" + sgn("1. D8-C8"))
    ran = cli("dedup", "a.sgn", *arguments)
    assert (ran.code, ran.raw) == (2, b"")
    assert [item.name for item in tmp_path.iterdir()] == ["a.sgn"]


def test_no_record_is_2(cli, tmp_path):
    (tmp_path / "empty").mkdir()
    for more in ((), ("--check",), ("--json",), ("-o", "b.sgn")):
        assert cli("dedup", "empty", *more).code == 2
        assert not (tmp_path / "b.sgn").exists()
        assert cli("dedup", "empty", "--allow-empty", *more).code == 0


def test_from_standard_input(cli):
    data = lines(record([]), record([]))
    assert cli("dedup", "-", stdin=data).raw == lines(record([]))
    assert cli("dedup", "-", "-", "--to", "sgn", stdin=data).raw == sgn()


# Broken records.


def test_broken_records_are_kept_and_told(cli, tmp_path):
    (tmp_path / "a.sgn").write_bytes(b"\n".join([sgn(), BROKEN, sgn(), BROKEN + b"\n\n", BROKEN[:-2]]))
    ran = cli("dedup", "a.sgn", "-o", "a.sgn")
    assert ran.code == 1
    assert ran.err.count("text.open-note") == 2
    assert "2 broken records kept" in ran.err
    assert (tmp_path / "a.sgn").read_bytes() == b"\n".join([sgn(), BROKEN, BROKEN[:-2] + b"\n"])
    ran = cli("dedup", "a.sgn", "--list")
    assert (ran.code, ran.raw) == (1, b"")


def test_a_broken_record_equals_no_other_than_its_bytes(cli, tmp_path):
    """Not even one that the same document was saved from."""
    twice = dumps(record([])).replace(b'"moves":[]', b'"moves":[],"moves":[]')
    (tmp_path / "a.jsonl").write_bytes(
        lines(record([])) + twice + b"\n" + twice + b"\r\n" + twice[1:] + b"\n"
    )
    ran = cli("dedup", "a.jsonl", "--list")
    assert (ran.code, ran.out) == (1, "a.jsonl: game 3 is a copy of a.jsonl: game 2\n")


def test_what_ends_lines_elsewhere_is_a_number_in_messagepack(cli, tmp_path):
    (tmp_path / "a.msgpack").write_bytes(msgpack.packb({"more": 10}) + msgpack.packb({"more": 13}))
    ran = cli("dedup", "a.msgpack")
    assert (ran.code, ran.raw) == (1, (tmp_path / "a.msgpack").read_bytes())


@pytest.mark.parametrize("target", ["b.jsonl", "-"])
def test_what_cannot_be_kept_stops_it(cli, tmp_path, target):
    (tmp_path / "a.sgn").write_bytes(sgn() + b"\n" + BROKEN)
    ran = cli("dedup", "a.sgn", "-o", target, "--to", "jsonl")
    assert (ran.code, ran.raw) == (1, b"")
    assert "a.sgn: record 2: a broken record keeps its encoding (sgn)" in ran.err
    assert [item.name for item in tmp_path.iterdir()] == ["a.sgn"]


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("a.msgpack", msgpack.packb(record([])) + msgpack.packb(record([]))[:-2], 1),
        ("a.jsonl", lines(record([]), record(PAIR * 99)), 3),
        ("a.sgn.gz", encoded(record([]), ".sgn.gz")[:-9], 3),
    ],
)
def test_nothing_is_lost_in_place(cli, tmp_path, name, data, code):
    (tmp_path / name).write_bytes(data)
    ran = cli("dedup", name, "-o", name, "--max-record", "200")
    assert (ran.code, ran.raw) == (code, b"")
    assert "nothing was written" in ran.err
    assert (tmp_path / name).read_bytes() == data
    assert leftovers(tmp_path) == []
    assert cli("dedup", name, "--check", "--max-record", "200").code == code


def test_what_is_missing_is_3(cli, tmp_path):
    (tmp_path / "a.sgn").write_bytes(sgn())
    ran = cli("dedup", "a.sgn", "gone.sgn", "--json")
    assert (ran.code, ran.json["unreadable"], ran.json["records"]) == (3, 1, 1)
    assert "gone.sgn" in ran.err


def test_illegal_moves_are_compared_too(cli, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(lines(record(["D8-D1"]), record(["d8-d1"]), record(["D8-D2"])))
    ran = cli("dedup", "a.jsonl")
    assert (ran.code, ran.raw) == (0, lines(record(["D8-D1"]), record(["D8-D2"])))


def test_what_is_hidden_is_compared_as_it_stands(cli):
    folder = ROOT / "replays/stricken"
    names = ["letters-1-committed.sgn", "letters-1-open.sgn", "letters-1-opened.sgn", "letters-1-public.json"]
    for by in ("all", "game"):
        ran = cli("dedup", *(folder / name for name in names), "--by", by, "--json")
        found = [row["path"].rpartition("/")[2] for row in ran.json["copies"]]
        assert found == ["letters-1-public.json"]


def test_names_of_files_act_on_no_terminal(cli, tmp_path):
    name = "a\x1b[31m\nb.sgn"
    (tmp_path / name).write_bytes(sgn())
    ran = cli("dedup", name, name, "--list")
    shown = "a\\x1b[31m\\nb.sgn"
    assert ran.out == f"{shown}: game 1 is a copy of {shown}: game 1\n"
    assert json.loads(cli("dedup", name, name, "--json").raw)["copies"][0]["path"] == name


def test_text_of_records_acts_on_no_terminal(terminal, tmp_path):
    data = lines(record([], tags={"Event": "a\x7f\x9b2J\u202eb"}), record(PAIR))
    (tmp_path / "a.jsonl").write_bytes(data)
    child = terminal("dedup", "a.jsonl", columns=200)
    text = child.read()
    assert child.wait() == 0
    first, second = text.splitlines()
    assert "a\\x7f\\x9b2J\\u202eb" in first
    assert second.encode() + b"\n" == lines(record(PAIR))
