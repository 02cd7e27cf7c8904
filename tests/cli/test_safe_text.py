"""Nothing that stands in a record or a file's name acts on a terminal."""

import json
import re

import pytest

from tests.cli.support import dumps, record, spawn

EVIL = "a\x1b[31mb\x07c\x9b2Jd\u202ee\x7ff\rg"
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e\u2028]")


def safe(data: bytes) -> bool:
    return not RAW.search(data.decode("utf-8", "surrogateescape"))


@pytest.fixture
def evil(tmp_path):
    item = record(
        ["D8-C8", EVIL],
        {"winners": [EVIL], "reason": EVIL},
        players={"white": EVIL, EVIL: "x"},
        tags={"Event": EVIL, EVIL: "y"},
        setup={"board": EVIL, EVIL: 1},
        notes=[{"ply": 1, "text": EVIL}],
        id=EVIL,
        **{EVIL: EVIL},
    )
    name = f"{EVIL}.json".replace("\r", "")
    (tmp_path / name).write_bytes(dumps(item))
    (tmp_path / "game.json").write_bytes(dumps({"format": 1, "game": EVIL, "moves": [], "result": None}))
    (tmp_path / "token.json").write_bytes(dumps(record(["D8-C8", EVIL])))
    (tmp_path / "text.sgn").write_bytes(
        (
            f'[Game "castle"]\n[Ev{EVIL}ent "{EVIL}"]\n[White "{EVIL}"]\n\n1. {EVIL} {{{EVIL}}} win:{EVIL}'
        ).encode()
    )
    return name


@pytest.mark.parametrize("name", ["validate", "verify", "fmt", "show", "render", "moves", "play", "undo"])
def test_faults_of_records_are_shown_escaped(cli, evil, name):
    for file in (evil, "game.json", "token.json", "text.sgn", "gone\x1b[31m.sgn"):
        ran = cli(name, file)
        assert ran.code in (1, 2, 3) or (name, file) == ("undo", "token.json")
        assert safe(ran.raw), (file, ran.raw)
        assert safe(ran.err.encode()), (file, ran.err)


def test_machine_formats_hold_no_raw_controls(cli, evil):
    for arguments in (
        ["validate", ".", "--format", "json"],
        ["validate", ".", "--format", "jsonl"],
        ["verify", ".", "--json"],
    ):
        ran = cli(*arguments)
        assert ran.code == 1
        text = ran.raw.decode()
        assert not re.search("[\x00-\x08\x0b-\x1f]", text)
        assert not re.search("[\x7f-\x9f]", text), "DEL and the C1 controls act on terminals too"
    paths = {json.loads(line)["path"] for line in cli("validate", ".", "--format", "jsonl").out.splitlines()}
    assert f"./{evil}" in paths


def test_sound_records_are_told_escaped(cli, tmp_path):
    item = record(["D8-C8"], tags={"Event": EVIL}, players={"white": EVIL}, notes=[{"ply": 1, "text": EVIL}])
    (tmp_path / "g.json").write_bytes(dumps(item))
    ran = cli("show", "g.json")
    assert (ran.code, ran.err) == (0, "")
    assert safe(ran.raw)
    assert "\\x1b[31m" in ran.out
    for name in ("render", "moves", "validate", "verify"):
        assert safe(cli(name, "g.json").raw)
    played = cli("play", "g.json", stdin=b"board\nmoves\n\x1b[31m\nnote \x1b[2J\xc2\x9b\nquit\n")
    assert played.code == 0
    assert safe(played.raw)
    assert safe(cli("fmt", "--diff", "g.json").raw.replace(b"\n", b""))


def test_names_of_files_are_shown_escaped(cli, tmp_path):
    name = "x\x1b[31m\x9b\u202e.sgn"
    for arguments in (
        ["new", "castle", "-o", name],
        ["new", "castle", "-o", name],
        ["fmt", name],
        ["move", name, "D8-C8"],
        ["move", name, "D8-C8"],
        ["convert", name, f"{name}.txt"],
        ["convert", name, f"/gone/{name}"],
        ["show", name, "--record", "2"],
        ["moves", name, "--at", "9"],
        ["undo", name, "9"],
        ["validate", name, "gone" + name],
        ["verify", name],
        ["new", "castle", "-o", name, "--board", f"./{name}"],
        ["new", name],
        ["rules", name],
        [name],
        [f"--{name}"],
        ["show", f"--{name}"],
        ["games", name],
        ["render", name, "--style", name],
        ["render", name, "--as", name],
        ["result", name, name],
        ["result", name, "draw", "--reason", name],
        ["new", "castle", "--tag", name],
        ["perft", "castle", "--from", name],
        ["play", name],
    ):
        ran = cli(*arguments)
        assert ran.code != 70, ran.err
        assert safe(ran.raw), (arguments, ran.raw)
        assert safe(ran.err.encode()), (arguments, ran.err)


def test_bytes_that_are_no_utf8_in_arguments(tmp_path):
    """Names of files may be any bytes; text of records may not."""
    name = b"r\xff.sgn"
    made = spawn("new", "castle", "-o", name, cwd=tmp_path)
    assert made.returncode == 0
    assert (tmp_path / "r\udcff.sgn").exists()
    checked = spawn("validate", name, "--format", "jsonl", cwd=tmp_path)
    assert checked.returncode == 0
    assert json.loads(checked.stdout)["path"] == "r\\xff.sgn"
    assert spawn("show", name, cwd=tmp_path).returncode == 0
    for arguments in (
        ["--white", b"\xff"],
        ["--tag", b"Event=\xff"],
        ["--tag", b"E\xff=x"],
        ["--board", b"\xff"],
    ):
        for more in ([], ["-o", "x.json"], ["-o", "x.sgn"], ["--to", "msgpack"]):
            done = spawn("new", "castle", *arguments, *more, cwd=tmp_path)
            assert done.returncode in (1, 2), (arguments, more, done.stderr)
            assert b"surrogates" not in done.stderr
    assert spawn("move", name, b"\xff", cwd=tmp_path).returncode == 1


def test_a_name_that_is_no_utf8_is_shown_the_same_everywhere(cli, tmp_path):
    name = "r\udcff.sgn"
    (tmp_path / name).write_bytes(b"x")
    for arguments in (
        ["validate"],
        ["verify"],
        ["fmt", "--check"],
        ["show"],
        ["filter", "--game", "castle"],
        ["dedup", "--check"],
    ):
        ran = cli(*arguments, name)
        assert "r\\xff.sgn" in ran.raw.decode() + ran.err, arguments
        assert "udcff" not in ran.raw.decode() + ran.err, arguments
