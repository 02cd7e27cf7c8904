"""`filter`: how records are written, what becomes of broken ones, and what stops it."""

import json
import re
import signal
import subprocess
import time

import msgpack
import pytest

from tests.cli.support import (
    ROOT,
    child_environment,
    command,
    dumps,
    encoded,
    leftovers,
    record,
    sgn,
    spawn,
    unpacked,
)

BROKEN = '[Game "castle"]\n[White "Ana"]\n[Event "Club"]\n\n1. D8-C8 {never closed\n'

# How records are written.

ODD = '[Game "castle"]\n[event   "x"] ; as somebody typed it\n\n1.d8-c8   Q12-Q11\t2. C8-D8 {n}   \n*'


def test_a_record_is_written_as_it_stands(cli, tmp_path):
    """Neither layout nor letter case nor explicit defaults are touched in the same encoding."""
    (tmp_path / "a.sgn").write_text(f"\n\n{ODD}\n\n\n\n{sgn().decode()}")
    assert cli("filter", "a.sgn", "--tag", "Event", "-o", "b.sgn").code == 0
    assert (tmp_path / "b.sgn").read_text() == f"{ODD}\n"
    line = b' {"format":1, "moves" :[], "game": "castle","result":null}'
    (tmp_path / "a.jsonl").write_bytes(b"\xef\xbb\xbf\n" + line + b"\r\n\n" + line)
    assert cli("filter", "a.jsonl").raw == line + b"\r\n" + line + b"\n"
    (tmp_path / "a.json").write_bytes(b"\n" + line + b"\n\n")
    assert cli("filter", "a.json", "-o", "b.json").code == 0
    assert (tmp_path / "b.json").read_bytes() == b"\n" + line + b"\n\n"
    packed = msgpack.packb({"result": None, "moves": [], "game": "castle", "format": 1})
    (tmp_path / "a.msgpack").write_bytes(packed * 2)
    assert cli("filter", "a.msgpack").raw == packed * 2


def test_texts_stay_apart_whatever_stands_at_their_ends(cli, tmp_path):
    crlf = b'[Game "castle"]\r\n\r\n1. D8-C8 *\r\n\r\n\r\n'
    (tmp_path / "a.sgn").write_bytes(b"\xef\xbb\xbf" + sgn("1. D8-C8").rstrip())
    (tmp_path / "b.sgn").write_bytes(crlf)
    (tmp_path / "c.sgn").write_bytes(b'  [game "castle"] * ; no line end')
    assert cli("filter", "a.sgn", "b.sgn", "c.sgn", "-o", "d.sgn").code == 0
    written = (tmp_path / "d.sgn").read_bytes()
    assert written == (sgn("1. D8-C8") + b"\r\n" + crlf.rstrip() + b'\r\n\n[game "castle"] * ; no line end\n')
    assert cli("validate", "d.sgn", "--format", "json").json["valid"] == 3


@pytest.mark.parametrize("first", ["sgn", "jsonl", "msgpack", "jsonl.gz", "sgn.zst"])
@pytest.mark.parametrize("second", ["sgn", "jsonl", "msgpack", "msgpack.gz", "jsonl.zst"])
def test_from_any_encoding_to_any(cli, tmp_path, first, second):
    items = [record(["D8-C8"], tags={"N": str(n)}) for n in range(4)]
    (tmp_path / "a.jsonl").write_bytes(b"".join(dumps(item) + b"\n" for item in items))
    assert cli("convert", "a.jsonl", f"b.{first}").code == 0
    ran = cli("filter", f"b.{first}", "--tag", "N>=2", "-o", f"c.{second}")
    assert (ran.code, ran.raw) == (0, b"")
    assert "2 of 4 records" in ran.err
    assert cli("convert", f"c.{second}", "d.jsonl").code == 0
    assert [json.loads(line) for line in (tmp_path / "d.jsonl").read_bytes().splitlines()] == items[2:]
    assert leftovers(tmp_path) == []


def test_from_standard_input_to_standard_output(cli):
    data = b"".join(encoded(item, ".jsonl.zst") for item in (record([]), record(["D8-C8"])))
    assert cli("filter", "-", "--plies", "1", stdin=data).raw == dumps(record(["D8-C8"])) + b"\n"
    ran = cli("filter", "-", "-o", "-", "--plies", "1", "--to", "sgn", stdin=data)
    assert (ran.code, ran.raw, ran.err) == (0, sgn("1. D8-C8"), "")
    assert cli("filter", "-", stdin=dumps(record([]))).raw == dumps(record([])) + b"\n"


def test_without_a_word_the_first_record_decides_how_all_are_written(cli, tmp_path):
    (tmp_path / "a.json").write_bytes(json.dumps(record([]), indent=1).encode())
    (tmp_path / "b.sgn").write_bytes(sgn("1. D8-C8"))
    lines = [dumps(record([])), dumps(record(["D8-C8"]))]
    assert cli("filter", "a.json", "b.sgn").raw.splitlines() == lines
    assert cli("filter", "b.sgn", "a.json").raw == sgn("1. D8-C8") + b"\n" + sgn()


def test_a_json_file_takes_one_record(cli, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(dumps(record([])) + b"\n" + dumps(record(["D8-C8"])))
    for more, told in (((), ".jsonl"), (("--plies", "9"), "needs a record")):
        ran = cli("filter", "a.jsonl", "-o", "b.json", *more)
        assert (ran.code, ran.raw) == (2, b"")
        assert told in ran.err
    assert sorted(item.name for item in tmp_path.iterdir()) == ["a.jsonl"]
    assert cli("filter", "a.jsonl", "-o", "b.json", "--plies", "1").code == 0
    assert json.loads((tmp_path / "b.json").read_bytes()) == record(["D8-C8"])


def test_finding_nothing_is_no_fault_and_leaves_an_empty_file(cli, tmp_path):
    (tmp_path / "a.sgn").write_bytes(sgn())
    (tmp_path / "b.sgn.gz").write_bytes(b"old")
    assert cli("filter", "a.sgn", "--plies", "7", "-o", "b.sgn.gz").code == 0
    assert unpacked(tmp_path / "b.sgn.gz") == b""
    ran = cli("filter", "a.sgn", "--plies", "7")
    assert (ran.code, ran.raw, ran.err) == (0, b"", "")


def test_nothing_to_ask_is_2(cli, tmp_path):
    (tmp_path / "empty").mkdir()
    for more in ((), ("--count",), ("-o", "out.sgn")):
        ran = cli("filter", "empty", *more)
        assert ran.code == 2
        assert "no record" in ran.err
        assert not (tmp_path / "out.sgn").exists()
        assert cli("filter", "empty", "--allow-empty", *more).code == 0


# Broken records.


def test_a_broken_record_is_told_and_left_out(cli, tmp_path):
    (tmp_path / "a.sgn").write_bytes(sgn() + b"\n" + BROKEN.encode() + b"\n" + sgn("1. D8-C8"))
    for conditions in ((), ("--player", "Ana", "--not"), ("--result", "*")):
        ran = cli("filter", "a.sgn", *conditions)
        assert (ran.code, ran.raw) == (1, sgn() + b"\n" + sgn("1. D8-C8"))
        assert "a.sgn:10:10: text.open-note: game 2" in ran.err
        assert "1 broken record left out" in ran.err
    ran = cli("filter", "a.sgn", "--valid", "--count")
    assert (ran.code, ran.out, ran.err) == (0, "2\n", "")


def test_of_very_many_broken_records_the_first_are_told(cli, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(b"{}\n" * 500)
    ran = cli("filter", "a.jsonl", "--count")
    assert (ran.code, ran.out) == (1, "0\n")
    assert "500 broken records" in ran.err
    assert len(ran.err.splitlines()) == 21


def test_invalid_records_are_written_as_their_bytes(cli, tmp_path):
    illegal = sgn("1. D8-D1")
    (tmp_path / "a.sgn").write_bytes(sgn() + b"\n" + BROKEN.encode() + b"\n" + illegal + b"\n" + sgn())
    ran = cli("filter", "a.sgn", "--invalid", "-o", "bad.sgn")
    assert ran.code == 0
    assert (tmp_path / "bad.sgn").read_bytes() == BROKEN.encode() + b"\n" + illegal
    assert cli("filter", "a.sgn", "--valid", "--not").raw == BROKEN.encode() + b"\n" + illegal


@pytest.mark.parametrize(
    ("conditions", "count"),
    [
        (("--game", "castle"), "1\n"),
        (("--player", "Ana"), "1\n"),
        (("--tag", "Event=Club"), "1\n"),
        (("--tag", "White"), "0\n"),  # a reserved tag, which cannot be trusted
        (("--game", "struckle"), "0\n"),
    ],
)
def test_what_can_be_read_of_a_broken_record_answers(cli, tmp_path, conditions, count):
    (tmp_path / "a.sgn").write_text(BROKEN)
    ran = cli("filter", "a.sgn", "--invalid", "--count", *conditions)
    assert (ran.code, ran.out) == (0, count)


@pytest.mark.parametrize("condition", ["--result *", "--plies 0-", "--reason x", "--winner Ana"])
def test_what_cannot_be_trusted_does_not_answer(cli, tmp_path, condition):
    (tmp_path / "a.sgn").write_text(BROKEN)
    for inverted in ((), ("--not",)):
        ran = cli("filter", "a.sgn", "--invalid", "--count", *condition.split(), *inverted)
        assert (ran.code, ran.out) == (1, "0\n")
        assert "text.open-note" in ran.err


def test_a_broken_record_keeps_its_encoding(cli, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(dumps(record(["D8-D1"])) + b"\n{}\n")
    (tmp_path / "b.sgn").write_text(BROKEN)
    ran = cli("filter", "a.jsonl", "b.sgn", "--invalid", "-o", "bad.jsonl")
    assert ran.code == 1
    assert (tmp_path / "bad.jsonl").read_bytes() == dumps(record(["D8-D1"])) + b"\n{}\n"
    assert "keeps its encoding (sgn)" in ran.err


def test_a_broken_text_swallows_no_other_record(cli, tmp_path):
    """What begins in another way than `[Game "` is part of whatever is open before it."""
    (tmp_path / "a.sgn").write_text(BROKEN)
    (tmp_path / "b.sgn").write_text('[game "castle"]\n1. d8-d1 *\n')
    (tmp_path / "c.sgn").write_text("no record at all\n")
    (tmp_path / "d.sgn").write_text('[ Game "castle"]\n1. d8-\n')
    ran = cli("filter", "a.sgn", "b.sgn", "c.sgn", "d.sgn", "--invalid", "-o", "bad.sgn")
    assert ran.code == 1
    assert ran.err.count("does not begin with") == 2
    codes = [row["problems"][0]["code"] for row in cli("validate", "bad.sgn", "--format", "jsonl").rows]
    assert codes == ["text.open-note", "castle.terrain"]
    assert cli("filter", "c.sgn", "b.sgn", "--invalid", "--to", "sgn").code == 0


def test_what_ends_nobody_knows_where_cannot_be_written(cli, tmp_path):
    packed = msgpack.packb(record([]))
    (tmp_path / "a.msgpack").write_bytes(packed + packed[:-3])
    assert cli("filter", "a.msgpack").raw == packed
    ran = cli("filter", "a.msgpack", "--invalid", "-o", "bad.msgpack")
    assert ran.code == 1
    assert "cannot be written" in ran.err
    assert (tmp_path / "bad.msgpack").read_bytes() == b""


# What cannot be read or written.


@pytest.mark.parametrize("more", [(), ("--invalid",), ("--count",)])
def test_a_record_over_the_limit_is_3(cli, tmp_path, more):
    (tmp_path / "a.jsonl").write_bytes(dumps(record([])) + b"\n" + dumps(record(["D8-C8"] * 99)) + b"\n")
    ran = cli("filter", "a.jsonl", "--max-record", "200", *more)
    assert ran.code == 3
    assert "io.record-too-large" in ran.err


def test_a_file_is_written_only_if_all_could_be_read(cli, tmp_path):
    (tmp_path / "a.sgn").write_bytes(sgn())
    (tmp_path / "cut.sgn.gz").write_bytes(encoded(record(["D8-C8"]), ".sgn.gz")[:-9])
    (tmp_path / "old.sgn").write_bytes(b"old")
    for bad in ("gone.sgn", "cut.sgn.gz"):
        ran = cli("filter", "a.sgn", bad, "-o", "old.sgn")
        assert (ran.code, ran.raw) == (3, b"")
        assert bad in ran.err
        assert "nothing was written" in ran.err
        ran = cli("filter", "a.sgn", bad, "--plies", "0")
        assert (ran.code, ran.raw) == (3, sgn())
    assert (tmp_path / "old.sgn").read_bytes() == b"old"
    assert leftovers(tmp_path) == []


def test_what_is_read_is_never_replaced(cli, tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "a.sgn").write_bytes(sgn("1. D8-C8"))
    (tmp_path / "games" / "b.sgn").write_bytes(sgn())
    (tmp_path / "link.sgn").symlink_to("games/a.sgn")
    for target in ("games/a.sgn", "link.sgn", "games/../games/b.sgn"):
        ran = cli("filter", "games", "--plies", "9", "-o", target)
        assert (ran.code, ran.raw) == (2, b"")
        assert "is read" in ran.err
    assert (tmp_path / "games" / "a.sgn").read_bytes() == sgn("1. D8-C8")
    assert (tmp_path / "games" / "b.sgn").read_bytes() == sgn()
    assert cli("filter", "games", "-o", "games/c.sgn").code == 0  # nothing of it is read when it is made


def test_neither_what_is_behind_the_first_ones_nor_what_is_no_record_is_replaced(cli, tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "x.json").write_bytes(b'{"name": "x"}')
    (tmp_path / "a.sgn").write_bytes(sgn("1. D8-C8"))
    (tmp_path / "b.sgn").write_bytes(sgn())
    for words in (("a.sgn", "b.sgn", "--head", "1", "-o", "b.sgn"), ("a.sgn", "games", "-o", "games/x.json")):
        ran = cli("filter", *words)
        assert (ran.code, ran.raw) == (2, b"")
        assert "is read" in ran.err
    assert (tmp_path / "games" / "x.json").read_bytes() == b'{"name": "x"}'
    assert (tmp_path / "b.sgn").read_bytes() == sgn()


def test_an_output_that_cannot_be_written(cli, tmp_path):
    (tmp_path / "a.sgn").write_bytes(sgn())
    assert cli("filter", "a.sgn", "-o", "gone/b.sgn").code == 3
    assert cli("filter", "a.sgn", "-o", "b.txt").code == 2
    assert cli("filter", "a.sgn", "-o", "b.txt", "--to", "jsonl").code == 0


def test_objects_of_others_are_not_taken(cli, tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "a.jsonl").write_bytes(b'{"name":"x"}\n' + dumps(record([])) + b"\n")
    ran = cli("filter", "games")
    assert (ran.code, ran.raw) == (0, dumps(record([])) + b"\n")
    assert "1 JSON object" in ran.err


def test_head_ends_it_behind_the_last_that_is_wanted(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(dumps(record(["D8-C8"])) * 1 + b"\n")
    (tmp_path / "b.jsonl").write_bytes((dumps(record(["D8-C8"])) + b"\n") * 20_000)
    done = spawn("filter", "b.jsonl", "--head", "1", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, (tmp_path / "a.jsonl").read_bytes(), b"")


def test_hostile_text_never_reaches_a_terminal(terminal, tmp_path):
    """At a terminal the bytes of a record are shown, and not sent."""
    (tmp_path / "a.jsonl").write_bytes(dumps(record([], tags={"Event": "a\x7f\x9b2J\u202eb"})) + b"\n")
    (tmp_path / "b.sgn").write_bytes(sgn(tags='[Event "a\x1b[31m\x07b"]\n'))
    for name, condition, shown in (
        ("a.jsonl", "--valid", "a\\x7f\\x9b2J\\u202eb"),
        ("b.sgn", "--invalid", "a\\x1b[31m\\x07b"),
    ):
        child = terminal("filter", name, condition)
        text = child.read()
        assert child.wait() == 0
        assert shown in text
        assert re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]", text) is None


@pytest.mark.parametrize("name", ["filter", "dedup"])
def test_a_full_disk_is_3(cli, tmp_path, name):
    (tmp_path / "a.sgn").write_bytes(sgn())
    ran = cli(name, "a.sgn", "-o", "/dev/full", "--to", "sgn")
    assert ran.code == 3
    assert "io.write" in ran.err
    with open("/dev/full", "wb") as full:
        done = spawn(name, "a.sgn", cwd=tmp_path, stdout=full)
    assert done.returncode == 3
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["filter", "dedup"])
def test_interrupted_it_leaves_nothing(tmp_path, name):
    (tmp_path / "old.sgn").write_bytes(b"old")
    child = subprocess.Popen(
        command(name, "-", "-o", "old.sgn"), cwd=tmp_path, env=child_environment(PYTHONPATH=str(ROOT)),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    while not leftovers(tmp_path):
        assert child.poll() is None
        time.sleep(0.01)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate()
    assert (child.returncode, out, err) == (130, b"", b"interrupted\n")
    assert (tmp_path / "old.sgn").read_bytes() == b"old"
    assert leftovers(tmp_path) == []
