"""`play` at a terminal: prompts, interruptions, signals."""

import os
import signal
import subprocess
import time

import pexpect
import pytest

from struckle_cli.services.loading import load
from tests.cli.support import NEAR_CASTLE, child_environment, command, dumps, leftovers, record, sgn


def finish(child: pexpect.spawn) -> tuple[str, int | None]:
    """The rest of the output and the exit code."""
    rest = child.read()
    child.wait() if child.isalive() else None
    child.close()
    return rest, child.exitstatus


def moves_of(name: str = "castle.sgn") -> list[str]:
    return load(name).document.moves


def test_a_game_at_a_terminal(terminal):
    child = terminal("play", "castle", "--color", "always")
    child.expect("castle.sgn")
    child.expect("white> ")
    assert "\x1b[" in child.before
    assert "▒" in child.before
    child.sendline("D8-C8")
    child.expect("black> ")
    child.sendline("D8-C8")
    child.expect("nearest legal")
    child.expect("black> ")
    child.sendline("q12-q11")
    child.expect("white> ")
    child.sendline("undo")
    child.expect("black> ")
    child.sendline("redo")
    child.expect("white> ")
    child.sendline("note a quiet start")
    child.expect("noted")
    child.sendline("save copy.json")
    child.expect("copy.json")
    child.expect("white> ")
    child.sendline("flip")
    child.expect("T S R")
    child.expect("white> ")
    child.sendline("quit")
    rest, code = finish(child)
    assert code == 0
    assert "struckle play castle.sgn" in rest
    assert moves_of() == moves_of("copy.json") == ["D8-C8", "Q12-Q11"]
    assert [note.text for note in load("castle.sgn").document.notes] == ["a quiet start"]


def test_draw_and_resign_at_a_terminal(terminal):
    child = terminal("play", "castle", "--color", "never")
    child.expect("white> ")
    child.sendline("draw")
    child.expect("yes or no")
    child.sendline("no")
    child.expect("white> ")
    assert "\x1b[3" not in child.before
    child.sendline("draw")
    child.sendline("yes")
    rest, code = finish(child)
    assert code == 0
    assert "a draw: agreement" in rest
    assert str(load("castle.sgn").document.result) == "draw (agreement)"


def test_ctrl_c_keeps_all_plies_and_the_game_resumes(terminal, tmp_path):
    child = terminal("play", "castle")
    child.expect("white> ")
    child.sendline("D8-C8")
    child.expect("black> ")
    child.sendline("Q12-Q11")
    child.expect("white> ")
    child.send("C8-C")
    child.expect("C8-C")
    time.sleep(0.5)  # Python's readline may sleep through a signal that comes before it waits for keys
    child.sendintr()
    rest, code = finish(child)
    assert code == 130
    assert "struckle play castle.sgn" in rest
    assert "Traceback" not in rest
    assert moves_of() == ["D8-C8", "Q12-Q11"]
    assert leftovers(tmp_path) == []
    child = terminal("play", "castle.sgn")
    child.expect("white> ")
    child.sendline("C8-C3")
    child.expect("black> ")
    child.sendeof()
    assert finish(child)[1] == 0
    assert moves_of() == ["D8-C8", "Q12-Q11", "C8-C3"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGHUP])
def test_signals_lose_nothing(terminal, tmp_path, number):
    child = terminal("play", "castle")
    child.expect("white> ")
    child.sendline("D8-C8")
    child.expect("black> ")
    os.kill(child.pid, number)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus or child.signalstatus == number
    assert moves_of() == ["D8-C8"]
    assert leftovers(tmp_path) == []
    child = terminal("play", "castle.sgn")
    child.expect("black> ")


def test_a_terminal_that_is_closed_loses_nothing(tmp_path):
    master, slave = os.openpty()
    child = subprocess.Popen(
        command("play", "castle"),
        cwd=tmp_path,
        env=child_environment(),
        stdin=slave,
        stdout=slave,
        stderr=slave,
    )
    os.close(slave)
    os.write(master, b"D8-C8\n")
    seen = b""
    while b"black>" not in seen:
        seen += os.read(master, 4096)
    os.close(master)
    child.wait(20)
    assert (tmp_path / "castle.sgn").read_bytes() == sgn("1. D8-C8")
    assert leftovers(tmp_path) == []


def test_the_last_ply_ends_the_session(terminal, tmp_path):
    (tmp_path / "g.json").write_bytes(dumps(record(setup={"position": NEAR_CASTLE})))
    child = terminal("play", "g.json")
    child.expect("white> ")
    child.sendline("J15-K15")
    rest, code = finish(child)
    assert code == 0
    assert "white wins: castle" in rest


def test_bytes_that_are_no_utf8_do_not_stop_the_game(terminal):
    child = terminal("play", "castle")
    child.expect("white> ")
    for line in (b"note a\xffb\n", b"\xff\xfe\n"):
        os.write(child.child_fd, line)
        child.expect("that line is not UTF-8: nothing of it was read")
        child.expect("white> ")
    child.sendline("D8-C8")
    child.expect("black> ")
    child.sendline("quit")
    assert finish(child)[1] == 0
    assert moves_of() == ["D8-C8"]
    assert load("castle.sgn").document.notes == []


def test_characters_that_the_terminal_does_not_have(terminal):
    child = terminal("play", "castle", "--name", "white=Åsa", PYTHONIOENCODING="ascii", TERM="dumb")
    child.expect_exact(r"white (\xc5sa)> ")
    child.sendline("note é")
    child.expect("that line is not ascii: nothing of it was read")
    child.sendline("D8-C8")
    child.expect("black> ")
    child.sendline("quit")
    assert finish(child)[1] == 0
    assert load("castle.sgn").document.notes == []


def test_without_unicode_or_colour(terminal):
    child = terminal(
        "play", "castle", LC_ALL="C", LANG="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", TERM="dumb"
    )
    child.expect("white> ")
    assert "##" in child.before
    assert child.before.isascii()
    assert "\x1b" not in child.before
    child.sendline("note é")
    child.expect("white> ")
    child.sendline("quit")
    assert finish(child)[1] == 0
    (note,) = load("castle.sgn").document.notes
    assert note.text in ("é", "\ufffd\ufffd", "\\xc3\\xa9")


@pytest.mark.parametrize("columns", [20, 40, 80, 120, 500])
def test_long_answers_are_wrapped_at_words(terminal, columns):
    child = terminal("play", "castle", "--color", "never", columns=columns)
    child.expect("white> ")
    for line in ("moves", "help", "moves D8", "board", "why D8-D1"):
        child.sendline(line)
        child.expect("white> ")
        answer = child.before.replace("\r", "").split("\n")[1:]
        assert all(len(row) <= columns for row in answer), answer


def test_output_into_a_file_while_typing(tmp_path, terminal):
    child = pexpect.spawn(
        "/bin/sh",
        ["-c", " ".join(map(os.fsdecode, command("play", "castle"))) + " > out.txt"],
        cwd=str(tmp_path),
        env=child_environment(),
        timeout=20,
        encoding="utf-8",
    )
    child.sendline("D8-C8")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert (tmp_path / "castle.sgn").read_bytes() == sgn("1. D8-C8")
    assert "\x1b" not in (tmp_path / "out.txt").read_text()


def test_a_file_that_others_change_meanwhile_is_not_overwritten(terminal, tmp_path):
    """The record that stands there now is another one: it must not be lost."""
    path = tmp_path / "g.sgn"
    path.write_bytes(sgn())
    child = terminal("play", "g.sgn")
    child.expect("white> ")
    child.sendline("D8-C8")
    child.expect("black> ")
    other = sgn("1. D8-D7", tags='[White "Somebody else"]\n')
    path.write_bytes(other + b"\n" + path.read_bytes())
    child.sendline("Q12-Q11")
    child.expect("white> ")
    child.sendline("quit")
    finish(child)
    assert other in path.read_bytes()
