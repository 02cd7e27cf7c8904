"""Screens of `replay` at a pseudo-terminal, compared with `golden/replay/` (see `test_golden.py`)."""

import os
import shutil
import signal
from pathlib import Path

import pytest

from tests.cli.screen_support import ASCII, Screen
from tests.cli.support import ROOT, sgn

GOLDEN = Path(__file__).parent / "golden" / "replay"
ASKED = "\x1b[K"
"""What each prompt ends with."""
RIGHT, LEFT, HOME, END = "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F"


class Keyed(Screen):
    """`replay` at a terminal, to which single keys are sent."""

    def ready(self) -> None:
        while not self.raw.endswith(ASKED):
            assert self.read(), self.text()

    def press(self, *keys: str) -> None:
        """Send keys one after another, and wait for the page after each."""
        for key in keys:
            self.raw = ""
            self.child.send(key)
            self.ready()


BROKEN = sgn("1. D8-C8 {a quiet start} Q12-Q11 2. C8-C8 Q11-Q10")
GAMES = {
    "castle": (
        BROKEN, [],
        [("on", " "), ("back and on", LEFT, RIGHT, "n"), ("at the fault", END), ("flipped", "f")],
    ),
    "crungle": (
        "crungle/it-stood.sgn", [],
        [("one ply", "n"), ("the help", "?"), ("the end", END)],
    ),
    "struckle": (
        "struckle/pushed-to-victory.sgn", [],
        [("another side", "f"), ("the end", "$"), ("the start", HOME)],
    ),
    "struggle": (
        "struggle/checked-dice-as-p1-has-it.sgn", ["--as", "p1"],
        [("a number", "1", "2"), ("there", "\r")],
    ),
    "stricken": (
        "stricken/letters-1-committed.sgn", ["--at", "2"],
        [("a line", ":"), ("the end", *"end", "\r")],
    ),
}  # fmt: skip
RUNS = [
    ("castle", 40, 30, "plain", "ascii"),
    ("castle", 80, 30, "colour", "unicode"),
    ("castle", 120, 24, "plain", "unicode"),
    ("crungle", 40, 24, "colour", "unicode"),
    ("crungle", 80, 24, "plain", "ascii"),
    ("struckle", 80, 24, "colour", "ascii"),
    ("struggle", 120, 40, "colour", "unicode"),
    ("struggle", 40, 30, "plain", "ascii"),
    ("stricken", 80, 40, "plain", "unicode"),
]


def started(folder: Path, source: str | bytes, *options: str, columns: int, rows: int, **env: str) -> Keyed:
    """The command on a copy of a record."""
    path = folder / ("game.sgn" if isinstance(source, bytes) else Path(source).name)
    if isinstance(source, bytes):
        path.write_bytes(source)
    else:
        shutil.copy(ROOT / "replays" / source, path)
    return Keyed(folder, "replay", path.name, *options, columns=columns, rows=rows, **env)


@pytest.mark.parametrize("run", RUNS, ids=lambda run: "-".join(map(str, run)))
def test_screens_are_as_they_were_reviewed(run, tmp_path):
    game, columns, rows, colour, letters = run
    source, options, steps = GAMES[game]
    options = [*options, "--color", "always" if colour == "colour" else "never"]
    env = ASCII if letters == "ascii" else {}
    screen = started(tmp_path, source, *options, columns=columns, rows=rows, **env)
    try:
        found = screen.noted("first screen")
        for title, *keys in steps:
            screen.press(*keys)
            found += screen.noted(title)
        assert screen.screen.cursor.y < rows
        screen.child.send("q")
        assert screen.end() == (1 if game == "castle" else 0)
    finally:
        screen.close()
    path = GOLDEN / f"{game}-{columns}-{colour}-{letters}.txt"
    if os.environ.get("STRUCKLE_GOLDEN") == "write":
        path.write_text("\n".join(found), encoding="utf-8")
    assert found == path.read_text(encoding="utf-8").split("\n")


@pytest.mark.parametrize("columns", [20, 500])
def test_very_narrow_and_very_broad(tmp_path, columns):
    screen = started(tmp_path, BROKEN, columns=columns, rows=30)
    try:
        assert "Castle" in screen.text()
        assert ("widen the" in screen.text()) is (columns == 20)
        screen.press(" ")
        assert "a quiet start" in screen.text().replace("\n ", "")
        assert screen.display()[screen.screen.cursor.y].endswith(">")
    finally:
        screen.close()


def modes(screen: Keyed) -> list[object]:
    """How the terminal treats what is typed."""
    import termios

    return termios.tcgetattr(screen.child.child_fd)[:4]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, None])
def test_the_terminal_is_given_back_however_it_ends(tmp_path, number):
    import pty
    import termios

    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)[:4]
    os.close(master)
    os.close(slave)
    screen = started(tmp_path, BROKEN, columns=80, rows=30)
    try:
        assert modes(screen)[3] != before[3]
        if number is None:
            screen.child.send("\x04")
        else:
            os.kill(screen.child.pid, number)
        while screen.read():
            pass
        assert "Traceback" not in screen.raw
        screen.child.wait()
        assert screen.child.exitstatus == (1 if number is None else 130)
        assert modes(screen)[3] == before[3]
    finally:
        screen.close()


def test_keys_that_mean_nothing_change_nothing_and_the_window_can_change(tmp_path):
    screen = started(tmp_path, BROKEN, columns=80, rows=30)
    try:
        screen.press(" ")
        page = screen.text()
        screen.press("x", "\x1b[99~", "é", "g", "\x1b", ":", "4", "\x7f", "\r")
        assert screen.text() == page
        assert "note: a quiet start" in page
        screen.raw = ""
        screen.columns, screen.rows = 60, 26
        screen.screen.resize(26, 60)
        screen.child.setwinsize(26, 60)
        screen.ready()
        assert "note: a quiet start" in screen.text()
        screen.press("\x1b[6~")
        assert "C8-C8" in screen.text()
        assert "castle." in screen.text()
    finally:
        screen.close()
