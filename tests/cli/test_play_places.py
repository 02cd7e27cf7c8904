"""Where `play` saves, and what it does where something else stands there."""

import os
from pathlib import Path

import pytest

from tests.cli.support import sgn


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("", "an empty name names no file for a game; for example -o castle.sgn"),
        ("folder", "folder names no file for a game; for example -o folder/castle.sgn"),
        (os.devnull, f"{os.devnull} exists, and is no file that could hold a game"),
        ("pipe.sgn", "pipe.sgn exists, and is no file that could hold a game"),
        ("g.sgn", "g.sgn exists; go on with it by: struckle play g.sgn"),
    ],
)
def test_a_place_that_cannot_hold_a_new_game_is_refused_in_words(cli, path, why):
    Path("folder").mkdir()
    Path("g.sgn").write_bytes(sgn("1. D8-C8"))
    os.mkfifo("pipe.sgn")
    ran = cli("play", "castle", "-o", path)
    assert (ran.code, ran.out) == (2, "")
    assert why in ran.err
    assert sorted(item.name for item in Path().iterdir()) == ["folder", "g.sgn", "pipe.sgn"]
    assert Path("g.sgn").read_bytes() == sgn("1. D8-C8")


@pytest.mark.parametrize("kind", ["fifo", "folder", "device"])
def test_what_is_no_file_in_the_place_of_the_record_is_said_and_never_waited_for(terminal, tmp_path, kind):
    (tmp_path / "g.sgn").write_bytes(sgn())
    game = terminal("play", "g.sgn", TERM="dumb")
    game.expect("1. white> ")
    (tmp_path / "g.sgn").rename(tmp_path / "kept.sgn")
    if kind == "fifo":
        os.mkfifo(tmp_path / "g.sgn")
    elif kind == "folder":
        (tmp_path / "g.sgn").mkdir()
    else:
        (tmp_path / "g.sgn").symlink_to(os.devnull)
    game.sendline("D8-C8")
    game.expect("NOT saved")
    game.expect("1... black> ")
    assert not (tmp_path / "g.sgn").is_file()
    game.sendline("save other.sgn")
    game.expect("1... black> ")
    assert b"D8-C8" in (tmp_path / "other.sgn").read_bytes()


@pytest.mark.parametrize("digits", ["1", "01", "0000000001", "0" * 50 + "1"])
def test_leading_noughts_change_no_number(cli, digits):
    Path("g.sgn").write_bytes(sgn("1. D8-C8 Q12-Q11"))
    out = cli("play", "g.sgn", stdin=f"goto {digits}\n".encode()).out
    assert "ply 1 of 2" in out


def test_a_name_with_a_line_break_is_never_printed_raw(cli):
    out = cli("play", "castle", "-o", "a\nb\x1b[31m.sgn").out
    assert "a\\nb\\x1b[31m.sgn" in out
    assert "\x1b" not in out
