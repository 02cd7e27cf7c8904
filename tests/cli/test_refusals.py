"""Changes that are refused, or that cannot be written: the file stays as it was."""

import os
from pathlib import Path

import pytest

from tests.cli.support import dumps, encoded, leftovers, record, sgn, spawn


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "g.sgn"
    path.write_bytes(sgn("1. d8-c8 {as  typed}"))
    os.utime(path, ns=(10**18, 10**18))
    return path


def untouched(path: Path, before: bytes) -> bool:
    return path.read_bytes() == before and path.stat().st_mtime_ns == 10**18


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["move", "D8-C8"], 1, "castle.empty-from"),
        (["move", "Q12-Q11", "D8-C8"], 1, "ply 3"),
        (["move", "Q12-Q11", "nonsense"], 1, "castle.syntax"),
        (["move", "C8-C7"], 1, "castle.not-yours"),
        (["move", "Q12-Q11x"], 1, "nearest legal: Q12-"),
        (["move", "Q12xQ11"], 1, "castle.capture-mark"),
        (["move", ""], 1, "castle.syntax"),
        (["undo", "2"], 2, "1 pl"),
        (["undo", "99999999999999999999"], 2, ""),
        (["undo", "-1"], 2, ""),
        (["result", "win:purple"], 2, "win:white"),
        (["result", "win:white", "--reason", "castle"], 2, "resign"),
        (["result", "win:white", "--reason", "agreement"], (1, 2), "agreement"),
        (["result", "draw", "--reason", "resign"], (1, 2), "resign"),
        (["result", "*"], 2, ""),
        (["move", "Q12-Q11", "--record", "2"], 2, "record 2"),
        (["move", "Q12-Q11", "--input-format", "json"], 1, "mismatch"),
    ],
)
def test_a_refused_change_leaves_bytes_and_time(cli, game, arguments, code, said):
    before = game.read_bytes()
    ran = cli(arguments[0], "g.sgn", *arguments[1:])
    assert ran.code in (code if isinstance(code, tuple) else (code,))
    assert ran.raw == b""
    assert said in ran.err
    assert untouched(game, before)
    assert leftovers(game.parent) == []


def test_a_broken_record_is_not_changed(cli, tmp_path):
    for name, data in (
        ("illegal.sgn", sgn("1. D8-C8 D8-C8")),
        ("form.json", dumps(record(extra=1))),
        ("cut.sgn", b'[Game "castle"]\n\n1. D8-C8'),
        ("twice.json", b'{"format":1,"game":"castle","moves":[],"moves":[],"result":null}'),
    ):
        (tmp_path / name).write_bytes(data)
        for command in (["move", name, "D8-D7"], ["result", name, "draw"]):
            ran = cli(*command)
            assert (ran.code, ran.raw) == (1, b""), name
            assert (tmp_path / name).read_bytes() == data
    assert cli("undo", "illegal.sgn").code == 0
    assert cli("validate", "illegal.sgn").code == 0


def test_undo_of_an_illegal_record_says_no_nonsense(cli, tmp_path):
    """Two illegal plies: taking back one leaves a record that is still broken."""
    (tmp_path / "g.sgn").write_bytes(sgn("1. D8-C8 D8-C8 2. D8-C8"))
    ran = cli("undo", "g.sgn")
    assert ran.code in (0, 1)
    if ran.code == 0:
        assert "ply 2: black to move" not in ran.out


def test_a_folder_that_cannot_be_written(cli, locked):
    folder = locked.folder
    game, other = folder / "g.sgn", folder / "other.jsonl"
    game.write_bytes(sgn("1. d8-c8"))
    other.write_bytes(dumps(record()) + b"\n")
    before = game.read_bytes()
    assert cli("validate", game, "--jobs", "1").code == 0
    assert cli("convert", game, "warm.sgn.zst").code == 0
    commands = [
        ["move", game, "Q12-Q11"],
        ["undo", game],
        ["result", game, "draw"],
        ["fmt", game],
        ["convert", game, folder / "new.json"],
        ["convert", game, other],
        ["new", "castle", "-o", folder / "new.sgn"],
        ["new", "castle", "--force", "-o", game],
        ["play", "castle", "-o", folder / "new.sgn"],
    ]
    for command in commands:
        with locked():
            ran = cli(*command)
        assert ran.code == 3, (command, ran.err)
        assert ran.raw == b""
        assert "Permission denied" in ran.err
        assert str(folder) in ran.err
        assert game.read_bytes() == before
        assert sorted(item.name for item in folder.iterdir()) == ["g.sgn", "other.jsonl"]


def test_a_file_that_cannot_be_read(cli, locked):
    secret = locked.folder / "g.sgn"
    secret.write_bytes(sgn())
    cli("validate", secret)
    secret.chmod(0)
    for command in (
        ["validate", secret],
        ["show", secret],
        ["fmt", secret],
        ["convert", secret, "out.json"],
        ["move", secret, "x"],
    ):
        with locked():
            ran = cli(*command)
        assert ran.code == 3
        assert "Permission denied" in ran.out + ran.err


def test_a_full_disk_while_writing(cli, tmp_path, monkeypatch):
    (tmp_path / "g.sgn").write_bytes(sgn())

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    for command in (
        ["move", "g.sgn", "D8-C8"],
        ["convert", "g.sgn", "x.json"],
        ["new", "castle", "-o", "y.sgn"],
    ):
        ran = cli(*command)
        assert (ran.code, ran.raw) == (3, b"")
        assert "No space left" in ran.err
        assert [item.name for item in tmp_path.iterdir()] == ["g.sgn"]
        assert (tmp_path / "g.sgn").read_bytes() == sgn()


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, RuntimeError])
def test_an_interrupted_write_leaves_nothing_behind(cli, tmp_path, monkeypatch, error):
    (tmp_path / "g.sgn").write_bytes(sgn())

    def stop(*_: object) -> None:
        raise error

    monkeypatch.setattr(os, "fsync", stop)
    assert cli("move", "g.sgn", "D8-C8").code == (130 if error is KeyboardInterrupt else 70)
    assert [item.name for item in tmp_path.iterdir()] == ["g.sgn"]
    assert (tmp_path / "g.sgn").read_bytes() == sgn()


def test_targets_that_are_no_files(cli, tmp_path):
    (tmp_path / "g.sgn").write_bytes(sgn())
    (tmp_path / "folder.sgn").mkdir()
    (tmp_path / "loop.sgn").symlink_to("loop.sgn")
    for target in ("folder.sgn", "gone/x.sgn", "g.sgn/x.sgn", "loop.sgn", "x" * 300 + ".sgn"):
        for command in (["convert", "g.sgn", target], ["new", "castle", "--force", "-o", target]):
            ran = cli(*command)
            assert (ran.code, ran.raw) == (3, b""), (command, ran.err)
            assert "Traceback" not in ran.err
    assert sorted(item.name for item in tmp_path.iterdir()) == ["folder.sgn", "g.sgn", "loop.sgn"]
    assert (tmp_path / "loop.sgn").is_symlink()


def test_long_names_can_be_edited(cli, tmp_path):
    name = "x" * 251 + ".sgn"
    (tmp_path / name).write_bytes(sgn())
    assert cli("move", name, "D8-C8").code == 0
    wide = "€" * 83 + ".sgn"
    (tmp_path / wide).write_bytes(sgn())
    assert cli("move", wide, "D8-C8").code == 0


def test_no_name_inside_a_record_is_followed(cli, tmp_path):
    """Boards are looked up by name in the data folders only; nothing in a record names a place to write."""
    inside = tmp_path / "inside"
    inside.mkdir()
    rows = "\n".join(
        ["." * 19] * 4
        + ["." * 9 + "b" + "." * 9]
        + ["." * 19] * 9
        + ["." * 9 + "w" + "." * 9]
        + ["." * 19] * 4
    )
    (tmp_path / "evil.txt").write_text(rows)
    for board in ("../evil", "evil.txt", "./evil", str(tmp_path / "evil"), "/dev/stdin", "evil"):
        item = record(setup={"board": board}, tags={"Output": "../written.sgn", "File": "/tmp/written"})
        (inside / "g.json").write_bytes(dumps(item))
        assert cli("validate", "inside/g.json").code == 1
        assert "castle.board" in cli("validate", "inside/g.json").out
    assert sorted(item.name for item in tmp_path.iterdir()) == ["evil.txt", "inside"]
    assert [item.name for item in inside.iterdir()] == ["g.json"]


def test_a_fresh_file_has_the_mode_of_the_umask(tmp_path):
    old = os.umask(0o027)
    try:
        assert spawn("new", "castle", "-o", "g.sgn", cwd=tmp_path).returncode == 0
    finally:
        os.umask(old)
    assert (tmp_path / "g.sgn").stat().st_mode & 0o7777 == 0o640


def test_a_device_is_written_directly(cli, tmp_path):
    (tmp_path / "g.sgn").write_bytes(sgn())
    (tmp_path / "null.sgn").symlink_to("/dev/null")
    assert cli("convert", "g.sgn", "null.sgn").code == 0
    assert Path("/dev/null").is_char_device()
    if os.path.exists("/dev/full"):
        (tmp_path / "full.sgn").symlink_to("/dev/full")
        ran = cli("convert", "g.sgn", "full.sgn")
        assert (ran.code, ran.raw) == (3, b"")
        assert "No space left" in ran.err


def test_damage_met_late_is_said(cli, tmp_path):
    (tmp_path / "cut.jsonl.gz").write_bytes(encoded(record(["D8-C8"]), ".jsonl.gz")[:-4])
    before = (tmp_path / "cut.jsonl.gz").read_bytes()
    ran = cli("move", "cut.jsonl.gz", "Q12-Q11", "--record", "1")
    assert (ran.code, ran.raw) == (3, b"")
    assert (tmp_path / "cut.jsonl.gz").read_bytes() == before
    assert leftovers(tmp_path) == []
