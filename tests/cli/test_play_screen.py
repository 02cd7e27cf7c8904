"""`play` at a terminal whose screen can be written all over: drawn in place, edited, left at any moment."""

import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

from struckle_cli.services.loading import load
from tests.cli.screen_support import Screen
from tests.cli.struggle_play_support import CLEAR
from tests.cli.support import leftovers, sgn
from tests.cli.test_golden import GOLDEN

Open = Callable[..., Screen]
BOARD = "    A B C D E F G H J K L M N O P Q R S T"


@pytest.fixture
def at_screen(tmp_path: Path) -> Iterator[Open]:
    started: list[Screen] = []

    def start(*arguments: str, **more: Any) -> Screen:
        started.append(Screen(tmp_path, *arguments, **more))
        return started[-1]

    yield start
    for screen in started:
        screen.close()


def moves_of(folder: Path, name: str = "castle.sgn") -> list[str]:
    return load(str(folder / name)).document.moves


def tables(folder: Path, game: str) -> None:
    for name, content in json.loads((GOLDEN / "tables.json").read_bytes())[game].items():
        (folder / name).write_text(content)
        (folder / name).chmod(0o600)


def test_the_board_stays_in_its_place_and_nothing_scrolls(at_screen: Open, tmp_path: Path) -> None:
    screen = at_screen("play", "castle", rows=46)
    for line in ("D8-C8", "Q12-Q11", "help", "moves", "nonsense", "C8-C7", "", "history"):
        screen.line(line)
        assert screen.display()[0].startswith(BOARD), line
        assert screen.display()[20].startswith(BOARD), line
        assert screen.before_cursor().endswith("> "), line
    assert not screen.screen.history.top
    assert sum(row.startswith(BOARD) for row in screen.display()) == 2
    assert moves_of(tmp_path) == ["D8-C8", "Q12-Q11", "C8-C7"]
    screen.keys("\x1b[A\x1b[A", "> C8-C7")
    screen.keys("\x15Q1", "> Q1")
    assert "Q11  21 ways" in screen.text()
    screen.keys("1-\t", "> Q11-")
    before = screen.child.getecho()
    assert screen.end("\x15quit") == 0
    assert (before, screen.text().count("struckle play castle.sgn")) == (False, 1)


def test_a_terminal_is_given_back_as_it_was(at_screen: Open) -> None:
    screen = at_screen("play", "castle")
    assert not screen.child.getecho()
    screen.child.sendcontrol("d")
    screen.child.expect("go on with")
    assert screen.child.waitnoecho(0) is False or screen.child.getecho()
    assert screen.end() == 0


def test_keys_that_come_before_the_editor_are_not_lost(at_screen: Open, tmp_path: Path) -> None:
    """The first prompt is there before prompt_toolkit is; what is typed then waits in the terminal."""
    screen = at_screen("play", "castle", first="D8-C8\rQ12")
    screen.keys("-", "black> Q12-")
    assert moves_of(tmp_path) == ["D8-C8"]
    assert screen.display()[0].startswith(BOARD)
    assert sum(row.startswith(BOARD) for row in screen.display()) == 2


def test_half_a_line_outlives_another_size(at_screen: Open) -> None:
    screen = at_screen("play", "castle", columns=80, rows=24)
    screen.keys("D8-", "D8-")
    screen.resize(120, 40)
    assert screen.before_cursor() == "1. white> D8-"
    assert screen.display()[0].startswith(BOARD)
    screen.resize(30, 40)
    assert screen.before_cursor() == "1. white> D8-"
    assert screen.display()[0] == "   ABCDEFGHJKLMNOPQRST"
    screen.resize(20, 24)
    assert "the board takes 25" in screen.text()
    assert all(len(row) <= 20 for row in screen.display())
    screen.line("C8")
    assert screen.before_cursor() == "1... black> "


def test_what_is_too_long_for_the_screen_is_scrolled(at_screen: Open) -> None:
    """And not cut: all of it can be scrolled back to."""
    screen = at_screen("play", "castle", rows=12)
    screen.line("moves")
    screen.line("help")
    everything = screen.all()
    for word in (" 1  · ·", "D8-C8", "Q8-R8", "moves [", "undo [N]", "quit: leave"):
        assert word in everything, word
    screen.line("D8-C8")
    assert "ply 1: D8-C8" in screen.text()


@pytest.mark.parametrize("how", ["interrupt", "SIGTERM", "SIGHUP", "SIGKILL"])
def test_whoever_leaves_suddenly_loses_nothing(at_screen: Open, tmp_path: Path, how: str) -> None:
    screen = at_screen("play", "castle")
    screen.line("D8-C8")
    screen.keys("Q12", "Q12")
    if how == "interrupt":
        screen.child.send("\x03")
    else:
        os.kill(screen.child.pid, getattr(signal, how))
    code = screen.end()
    assert code == (None if how == "SIGKILL" else 130)
    assert "Traceback" not in screen.all()
    if how in ("interrupt", "SIGTERM"):
        assert "left; the game is saved; go on with: struckle play castle.sgn" in screen.text()
    assert moves_of(tmp_path) == ["D8-C8"]
    assert leftovers(tmp_path) == []


def test_a_bot_that_thinks_can_be_interrupted(at_screen: Open, tmp_path: Path) -> None:
    screen = at_screen("play", "castle", "--bot", "black=search:600s")
    screen.child.send("D8-C8\r")
    while "search thinks for black ..." not in screen.text():
        assert screen.read()
    screen.child.send("Q12")  # waits, and is not shown
    screen.child.sendintr()
    assert screen.end() == 130
    assert "Q12" not in screen.text().partition("thinks")[2]
    assert "left; the game is saved; go on with: struckle play castle.sgn" in screen.text().replace("\n", "")
    assert load(str(tmp_path / "castle.sgn")).document.players == {"black": "search:600s (bot)"}
    assert moves_of(tmp_path) == ["D8-C8"]


def test_a_game_that_is_put_aside_shows_no_hand_meanwhile(at_screen: Open, tmp_path: Path) -> None:
    """Here nobody can take it up again, so the system lets it go on at once."""
    tables(tmp_path, "struggle")
    screen = at_screen("play", "game.sgn")
    screen.line("")
    card = screen.text().partition("Cards: p1 ")[2][:5]
    screen.keys("hi", "hi")
    screen.raw = ""
    screen.child.send("\x1a")
    screen.ready()
    before, cleared, after = screen.raw.rpartition(CLEAR)
    assert cleared
    assert card not in before
    assert card in after
    assert screen.before_cursor().endswith("> hi")
    assert not screen.child.getecho()


def test_nothing_of_a_seat_is_left_for_the_next(at_screen: Open, tmp_path: Path) -> None:
    """Neither on the screen or above it, nor in history, kill ring and undo, nor typed ahead, nor offered."""
    tables(tmp_path, "stricken")
    beads = ",".join(json.loads((tmp_path / "game.sgn.white.secrets").read_bytes())[0]["value"].split(","))
    screen = at_screen("play", "game.sgn")
    screen.line("")
    screen.line("secrets")
    assert beads in screen.all().replace("\n", "")
    screen.keys("note mine", "note mine")
    screen.keys("\x15", "white> ")  # into the kill ring
    screen.line("F2[1a2-1a1]\r")  # the second Enter was typed ahead, for a screen that is covered now
    assert screen.before_cursor() == "black, press Enter when nobody else looks> "
    for text in (beads, "mine", "F2[1a2"):
        assert text not in screen.all()
    screen.keys("F", "> F")
    assert screen.display()[screen.screen.cursor.y + 1 :] == [""] * (23 - screen.screen.cursor.y)
    screen.keys("\x7f", "> ")
    screen.line("")
    for keys in ("\x1b[A", "\x19", "\x1f", "\x12m"):
        screen.child.send(keys)
        screen.keys("\x07\x05.", ".")
        assert "mine" not in screen.text(), keys
        assert "F2[1a2" not in screen.text(), keys
        screen.keys("\x15", "black> ")
    assert screen.end("quit") == 0
    assert ",".join(["i", "w"]) not in screen.all()
    own = json.loads((tmp_path / "game.sgn.black.secrets").read_bytes())[0]["value"].lower().split(",")
    assert not any(f"0       {bead} " in f"{screen.all()} " for bead in own)


def test_whoever_leaves_a_bot_leaves_no_card_on_the_screen(at_screen: Open, tmp_path: Path) -> None:
    tables(tmp_path, "struggle")
    screen = at_screen("play", "game.sgn", "--bot", "p2=random")
    card = screen.text().partition("Cards: p1 ")[2][:5]
    assert card == "KTQ9J"
    assert screen.end("quit") == 0
    assert card not in screen.all()
    assert "go on with: struckle play game.sgn --bot p2=random" in screen.text()


def test_pasted_lines_and_bytes_that_are_no_text(at_screen: Open, tmp_path: Path) -> None:
    screen = at_screen("play", "castle")
    screen.line("\x1b[200~D8-C8\nQ12-Q11\x1b[201~")
    assert moves_of(tmp_path) == ["D8-C8", "Q12-Q11"]
    screen.raw = ""
    os.write(screen.child.child_fd, b"note a\xffb\r")
    screen.ready()
    assert "that line is not UTF-8" in screen.text()
    screen.line("C8-C9")
    assert moves_of(tmp_path) == ["D8-C8", "Q12-Q11", "C8-C9"]
    assert load(str(tmp_path / "castle.sgn")).document.notes == []
    assert screen.end("quit") == 0


@pytest.mark.parametrize("before", ["", "D8", "\x12", "\x12D8", "\x13"])
def test_ctrl_c_leaves_whatever_is_being_typed(at_screen: Open, tmp_path: Path, before: str) -> None:
    screen = at_screen("play", "castle")
    screen.line("D8-C8")
    screen.child.send(before)
    screen.child.send("\x03")
    screen.child.expect("left; the game is saved")
    screen.child.expect(pexpect.EOF)
    screen.child.close()
    assert screen.child.exitstatus == 130
    assert moves_of(tmp_path) == ["D8-C8"]


def test_a_save_that_fails_is_said_on_the_page(at_screen: Open, tmp_path: Path) -> None:
    screen = at_screen("play", "castle")
    (tmp_path / "castle.sgn").write_bytes(sgn("1. D8-D7"))
    screen.line("D8-C8")
    assert "NOT saved" in " ".join(screen.text().split())
    assert screen.end("quit") == 3
    assert moves_of(tmp_path) == ["D8-D7"]


ROUND = "Db6c5 Ha6b5 P- S-"
THREE = [word for seat in ("TG", "SB", "SG") for word in ("--bot", f"{seat}=greedy")]


def played_by_bots(folder: Path) -> list[str]:
    return moves_of(folder, "struckle.sgn")[4:]


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (80, 13), (60, 24), (40, 18)])
def test_what_bots_did_in_a_round_is_one_page(
    at_screen: Open, tmp_path: Path, columns: int, rows: int
) -> None:
    """All their moves, or the last ones and how many more; the board once, and in its place at every size."""
    screen = at_screen("play", "struckle", *THREE, "--seed", "1", columns=columns, rows=rows)
    screen.line(ROUND)
    moves = played_by_bots(tmp_path)
    assert len(moves) == 12
    for size in (None, (columns, rows + 4), (columns, rows)):
        if size is not None:
            screen.resize(*size)
        text = screen.text()
        assert screen.display()[0].split()[:8] == list("abcdefgh")
        assert [text.count(f"\n {row} ") for row in range(1, 9)] == [1] * 8
        told = [move for move in moves if f"plays {move}" in text]
        assert told
        assert told == moves[12 - len(told) :]
        assert (f"... {12 - len(told)} more (history)" in text) == (len(told) < 12)
        assert "thinks" not in screen.all()
        assert not screen.screen.history.top
    if columns == 80 and rows == 24:
        assert len(told) == 12
    screen.resize(120, 40)
    screen.line("history")
    assert all(move in screen.text() for move in moves), "which the note names"


def test_a_board_that_is_too_high_is_written_once_for_all_plies_of_bots(
    at_screen: Open, tmp_path: Path
) -> None:
    screen = at_screen("play", "struckle", *THREE, "--seed", "1", rows=10)
    screen.line(ROUND)
    everything = screen.all()
    assert everything.count("\n 1  ") == 3, "at first, after one's own plies, after theirs"
    assert "thinks" not in everything
    assert [move for move in played_by_bots(tmp_path) if f"plays {move}" not in everything] == []


@pytest.mark.parametrize("resumed", [False, True])
def test_a_board_that_just_fits_stays_on_the_screen(at_screen: Open, tmp_path: Path, resumed: bool) -> None:
    """Castle's takes 21 rows; what is told gives way to it, then its legend."""
    (tmp_path / "castle.sgn").write_bytes(sgn("1. D8-C8 Q12-Q11" if resumed else ""))
    screen = at_screen("play", "castle.sgn", "--bot", "black=greedy", columns=40, rows=24)
    for line in ("", "Q8-Q9", "board"):
        screen.line(line) if line else None
        assert screen.display()[0].split() == ["ABCDEFGHJKLMNOPQRST"], line
        assert [row.split()[0] for row in screen.display()[1:20]] == [*map(str, range(19, 0, -1))], line
        assert screen.before_cursor().endswith("white> ")
        assert not screen.screen.history.top


def test_a_long_prompt_takes_no_row_of_the_board(at_screen: Open) -> None:
    screen = at_screen("play", "castle", "--name", f"white={'Ana ' * 9}x", columns=40, rows=24, first="")
    assert screen.display()[0].split() == ["ABCDEFGHJKLMNOPQRST"]
    assert not screen.screen.history.top
