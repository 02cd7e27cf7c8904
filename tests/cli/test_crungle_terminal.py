"""`play crungle` at a terminal: the draft, what the screen does not tell, objections, bets, interruptions."""

import os
import re
import time
from collections.abc import Callable, Iterator

import pexpect
import pytest

from struckle_cli.services.loading import load
from tests.cli.crungle_support import GOAL, OPTIONS, STOLEN, WIN, put
from tests.cli.support import child_environment, command, leftovers, spawn


@pytest.fixture
def terminal(tmp_path, monkeypatch) -> Iterator[Callable[..., pexpect.spawn]]:
    """Start the command at a pseudo-terminal."""
    monkeypatch.chdir(tmp_path)
    started = []

    def start(*arguments: str, columns: int = 80, **env: str) -> pexpect.spawn:
        words = [os.fsdecode(word) for word in command(*arguments)]
        child = pexpect.spawn(
            words[0], words[1:], cwd=str(tmp_path), env=child_environment(TERM="dumb", **env), timeout=20,
            dimensions=(60, columns), encoding="utf-8", codec_errors="replace",
        )  # fmt: skip
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


def answer(child: pexpect.spawn, line: str, prompt: str) -> str:
    """Type a line and wait for a prompt; what the screen showed between."""
    child.sendline(line)
    child.expect_exact(prompt)
    return str(child.before)


def finish(child: pexpect.spawn) -> tuple[str, int | None]:
    """The rest of the output and the exit code."""
    rest = child.read()
    child.wait() if child.isalive() else None
    child.close()
    return rest, child.exitstatus


def moves_of(name: str = "crungle.sgn") -> str:
    return " ".join(load(name).document.moves)


def test_a_draft_and_a_game(terminal, tmp_path):
    child = terminal("play", "crungle")
    child.expect_exact("purple> ")
    assert "G10" in child.before
    assert "8 turns in a row end on 8 different cells" in child.before
    assert "none of the options" in answer(child, "G11", "purple> ")
    assert "purple has picked G1" in answer(child, "1", "orange> ")
    assert re.search(r"\d +G1 ", answer(child, "undo", "purple> "))
    answer(child, "G1", "orange> ")
    answer(child, "g2", "orange> ")
    answer(child, "M14", "purple> ")
    answer(child, "15", "orange> ")
    answer(child, "M18", "purple> ")
    assert "places orange's piece" in answer(child, "m2", "purple> ")
    assert "places purple's piece" in answer(child, "1", "orange> ")
    assert list(tmp_path.iterdir()) == []
    assert "┌" in answer(child, "1", "purple> ")
    assert load("crungle.sgn").document.setup["draft"] == "picked"
    assert "●○" in re.sub(r"\x1b\[[0-9;]*m", "", answer(child, "M14:1", "orange> "))
    assert moves_of() == "M14:1"
    child.sendline("quit")
    rest, code = finish(child)
    assert code == 0
    assert "struckle play crungle.sgn" in rest


@pytest.mark.parametrize("leave", ["quit", "eof", "interrupt"])
def test_leaving_the_draft_saves_nothing(terminal, tmp_path, leave):
    child = terminal("play", "crungle")
    child.expect_exact("purple> ")
    answer(child, "G1", "orange> ")
    if leave == "quit":
        child.sendline("quit")
    elif leave == "eof":
        child.sendeof()
    else:
        time.sleep(0.5)  # Python's readline may sleep through a signal that comes before it waits for keys
        child.sendintr()
    rest, code = finish(child)
    assert code == (130 if leave == "interrupt" else 0)
    assert "left before the game began; nothing was saved" in rest
    assert "Traceback" not in rest
    assert list(tmp_path.iterdir()) == []


def test_objections_and_what_the_screen_does_not_tell(terminal, tmp_path):
    put(tmp_path)
    child = terminal("play", "g.sgn", "--color", "never")
    child.expect_exact("purple> ")
    shown = answer(child, "M2:9", "orange> ")
    assert "M2:9" in shown
    for word in ("valid", "violation", "leads to", "crungle.", "nearest", "!"):
        assert word not in shown
    assert moves_of("g.sgn") == "M2:9"
    assert "objection upheld, violation 1 of 3" in answer(child, "?", "purple> ")
    answer(child, "M14:1", "orange> ")
    assert "objection overruled, false objection 1 of 3" in answer(child, "?", "orange> ")
    assert "objected to already" in answer(child, "?", "orange> ")
    assert moves_of("g.sgn") == "M2:9? M14:1?"
    answer(child, "undo", "purple> ")
    answer(child, "redo", "orange> ")
    child.sendline("quit")
    assert finish(child)[1] == 0
    assert moves_of("g.sgn") == "M2:9? M14:1?"


def test_a_bet_and_its_demonstration(terminal, tmp_path):
    put(tmp_path)
    child = terminal("play", "g.sgn", "--color", "never")
    child.expect_exact("purple> ")
    assert "purple bets that no win is possible" in answer(child, "bet", "orange> ")
    assert "no draw can be agreed" in answer(child, "draw", "orange> ")
    assert "orange accepts" in answer(child, "accept", "orange> ")
    shown = answer(child, f"( {WIN} )", "game over> ")
    assert "move 5" in shown
    assert "purple wins by G1" in shown
    assert "orange wins: bet" in shown
    answer(child, "undo", "orange> ")
    child.sendeof()
    assert finish(child)[1] == 0
    assert moves_of("g.sgn") == f"bet:purple accept ( {WIN}"
    assert load("g.sgn").document.result is None


def test_a_stolen_win_is_taken_back(terminal, tmp_path):
    put(tmp_path, "M14:1 M14:1 M18:1 M18:1")
    child = terminal("play", "g.sgn", "--color", "never")
    child.expect_exact("purple> ")
    assert "purple wins: goal" in answer(child, "M18:1", "game over> ")
    assert str(load("g.sgn").document.result) == "win:purple (goal)"
    assert "objection upheld" in answer(child, "?", "purple> ")
    assert load("g.sgn").document.result is None
    assert moves_of("g.sgn") == STOLEN + "?"
    answer(child, "M14:1", "game over> ")
    child.sendline("quit")
    rest, code = finish(child)
    assert code == 0
    assert "go on with" not in rest
    assert str(load("g.sgn").document.result) == f"win:{GOAL['winners'][0]} (goal)"


def test_an_interruption_keeps_all_plies(terminal, tmp_path):
    assert spawn("new", "crungle", *OPTIONS, "-o", "g.sgn", cwd=tmp_path).returncode == 0
    child = terminal("play", "g.sgn")
    child.expect_exact("purple> ")
    answer(child, "M2:9", "orange> ")
    answer(child, "?", "purple> ")
    answer(child, "bet", "orange> ")
    time.sleep(0.5)  # Python's readline may sleep through a signal that comes before it waits for keys
    child.sendintr()
    rest, code = finish(child)
    assert code == 130
    assert "struckle play g.sgn" in rest
    assert moves_of("g.sgn") == "M2:9? bet:purple"
    assert leftovers(tmp_path) == []
    child = terminal("play", "g.sgn")
    child.expect_exact("orange> ")
    answer(child, "decline", "purple> ")
    child.sendeof()
    assert finish(child)[1] == 0
    assert moves_of("g.sgn") == "M2:9? bet:purple decline"


@pytest.mark.parametrize("columns", [80, 120])
def test_what_is_printed_fits_the_terminal(terminal, tmp_path, columns):
    put(tmp_path)
    child = terminal("play", "g.sgn", "--color", "never", columns=columns)
    child.expect_exact("purple> ")
    for line in ("help", "moves", "M2:9", "?"):
        child.sendline(line)
        child.expect(r"(purple|orange)> ")
        rows = child.before.replace("\r", "").split("\n")[1:]
        assert all(len(row) <= columns for row in rows), rows
