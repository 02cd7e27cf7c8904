"""What ends `struckle match` from outside: whatever it is, the games that are over are not lost."""

import fcntl
import os
import pty
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from struckle_cli.cli.checking import Interrupts
from struckle_cli.engine import bots
from struckle_cli.replay.locking import Hold
from tests.cli.support import ROOT, child_environment, leftovers

SUFFIXES = [".jsonl", ".sgn", ".msgpack", ".jsonl.gz", ".sgn.zst", ".msgpack.gz"]
PAIR = ["match", "castle", "--bot", "random", "--bot", "random"]
OTHERS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]

SCRIPT = """
import signal, sys, time
from pathlib import Path
from struckle_cli.report import progress
from struckle_cli.services import crew, series

usual, collect, progress._BETWEEN, crew.AHEAD = series.play_game, crew._Crew.collect, 0, 2
hang_up, stops = sys.argv.pop(1), sys.argv.pop(1).split()

def play_game(match, number):
    if str(number) in stops:
        Path(f"reached-{number}").touch()
        while not Path(f"go-{number}").exists():
            time.sleep(0.01)
    return usual(match, number)

def collecting(self):
    collect(self)
    Path("done").write_text(" ".join(map(str, sorted(self.done))))

series.play_game = crew.play_game = play_game
crew._Crew.collect = collecting
if hang_up == "ignored":
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
from struckle_cli.__main__ import main
main()
"""
"""The command, but games stop where they are told to until a file lets them go on."""


class Running:
    """A match of 20 short games, at a terminal that can be closed or with pipes."""

    def __init__(
        self, folder: Path, *words: str, stops: str = "4", hang_up: str = "heeded", tty: bool = False
    ) -> None:
        self.folder = folder
        self.master, end = pty.openpty() if tty else (-1, -1)
        streams: Any = dict.fromkeys(("stdin", "stdout", "stderr"), end if tty else subprocess.PIPE)
        self.child = subprocess.Popen(
            [
                sys.executable, "-c", SCRIPT, hang_up, stops, *PAIR, "--max-plies", "6", *words,
            ],
            cwd=folder, env=child_environment(PYTHONPATH=str(ROOT), PYTHONUNBUFFERED=""), **streams,
            start_new_session=True,
            preexec_fn=(lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)) if tty else None,  # noqa: PLW1509
        )  # fmt: skip
        if tty:
            os.close(end)

    def wait_for(self, there: Callable[[], object]) -> None:
        while not there():
            assert self.child.poll() is None
            time.sleep(0.01)

    def reached(self, number: int) -> None:
        self.wait_for((self.folder / f"reached-{number}").exists)

    def done(self, numbers: str) -> None:
        """Until these are over in other processes."""
        place = self.folder / "done"
        self.wait_for(lambda: place.exists() and place.read_text() == numbers)

    def go(self, number: int) -> None:
        (self.folder / f"go-{number}").touch()

    def close_terminal(self) -> None:
        os.close(self.master)
        self.master = -1

    def end(self, number: int) -> tuple[str, str]:
        """Send a signal; what it says then, when all its processes have closed their ends."""
        self.child.send_signal(number)
        out, err = self.child.communicate()
        assert b"Traceback" not in (err or b"")
        return (out or b"").decode(), (err or b"").decode()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    started: list[Running] = []

    def start(*words: str, tty: bool = False, **more: str) -> Running:
        started.append(Running(tmp_path, *words, tty=tty, **more))
        return started[-1]

    yield start
    for one in started:
        if one.child.poll() is None:
            one.child.kill()
        if one.master >= 0:
            os.close(one.master)
        one.child.communicate()


def rounds(cli: Any, name: str) -> list[int]:
    """The numbers of the games in a file, all of them valid."""
    assert cli("validate", name, "--strict").code == 0
    cli("convert", name, "all.jsonl")
    return [int(row["tags"]["Round"]) for row in cli("filter", "all.jsonl").rows]


@pytest.mark.parametrize(("suffix", "jobs"), [*((suffix, "1") for suffix in SUFFIXES), (".sgn", "2")])
def test_kill_9_takes_no_game_that_is_over(running, cli, tmp_path, suffix, jobs):
    name = f"a{suffix}"
    (tmp_path / name).write_bytes(b"older")
    match = running("-o", name, "-j", jobs)
    match.reached(4)
    match.wait_for(lambda: leftovers(tmp_path) == [])
    if jobs == "2":
        match.done("5 6 7")
    match.end(signal.SIGKILL)
    assert match.child.returncode == -signal.SIGKILL
    assert rounds(cli, name) == [1, 2, 3]
    lock = Hold(str(tmp_path / name))
    lock.take(60)  # its processes are gone, and with them the lock that they had from it
    lock.release()
    again = cli(*PAIR, "--max-plies", 2, "-n", 1, "-o", name)
    assert (again.code, again.err) == (0, "")


@pytest.mark.parametrize("number", OTHERS)
@pytest.mark.parametrize(("jobs", "kept"), [("1", [1, 2, 3]), ("2", [1, 2, 3, 5, 6, 7])])
def test_a_signal_ends_it_with_all_games_that_are_over(running, cli, tmp_path, jobs, kept, number):
    """Those too that several processes have played while one before them was not over."""
    match = running("-o", "a.jsonl", "-j", jobs)
    match.reached(4)
    if jobs == "2":
        match.done("5 6 7")
    out, _ = match.end(number)
    assert match.child.returncode == 130
    assert f"{len(kept)} games of Castle before it was interrupted" in out
    assert rounds(cli, "a.jsonl") == kept
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize("more", [["-o", "a.jsonl"], ["-o", "a.sgn.gz"], ["-o", "a.sgn", "--json"], []])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_terminal_that_is_closed_ends_it_like_ctrl_c(running, cli, tmp_path, jobs, more):
    match = running(*more, "-j", jobs, tty=True)
    match.reached(4)
    if jobs == "2":
        match.done("5 6 7")
    match.close_terminal()
    assert match.child.wait() == 130
    if more:
        assert rounds(cli, more[1]) == ([1, 2, 3] if jobs == "1" else [1, 2, 3, 5, 6, 7])
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize("more", [["-o", "a.jsonl"], ["-o", "-", "--to", "sgn"], []])
@pytest.mark.parametrize("stop", [1, 4])
def test_on_a_closed_terminal_the_exit_code_is_the_same_whatever_is_to_be_told(running, tmp_path, more, stop):
    match = running(*more, "-j", "1", stops=str(stop), tty=True)
    match.reached(stop)
    match.close_terminal()
    assert match.child.wait() == 130
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_it_plays_on_without_its_terminal_where_hang_ups_are_ignored(running, cli, tmp_path, jobs):
    match = running("-o", "a.jsonl", "-j", jobs, stops="4 9", hang_up="ignored", tty=True)
    match.reached(4)
    match.close_terminal()
    match.go(4)
    match.reached(9)
    match.wait_for(lambda: (tmp_path / "a.jsonl").read_bytes().count(b"\n") == 8)
    match.end(signal.SIGTERM)
    assert match.child.returncode == 130
    assert rounds(cli, "a.jsonl")[:8] == list(range(1, 9))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
@pytest.mark.parametrize("there", [True, False])
def test_before_a_game_is_over_nothing_is_written(running, tmp_path, number, there):
    if there:
        (tmp_path / "a.jsonl").write_bytes(b"older")
    match = running("-o", "a.jsonl", "-j", "1", stops="1")
    match.reached(1)
    out, err = match.end(number)
    assert out == ""
    if number != signal.SIGKILL:
        assert match.child.returncode == 130
        assert err == "interrupted: no game was finished, and nothing was written\n"
        assert leftovers(tmp_path) == []
    assert (tmp_path / "a.jsonl").exists() == there
    assert not there or (tmp_path / "a.jsonl").read_bytes() == b"older"


def test_what_a_killed_match_has_left_is_taken_away_by_the_next(running, cli, tmp_path):
    match = running("-o", "a.jsonl", "-j", "1", stops="1")
    match.reached(1)
    match.end(signal.SIGKILL)
    assert len(leftovers(tmp_path)) == 1
    more = ["--max-plies", 2, "-n", 1, "-o", "a.jsonl"]
    assert cli(*PAIR, *more).code == 0
    assert leftovers(tmp_path) == []


def test_without_records_it_says_only_that_no_game_was_finished(cli, monkeypatch):
    monkeypatch.setattr(bots, "at_random", lambda *rest: signal.raise_signal(signal.SIGINT))
    ran = cli(*PAIR, "-j", 1)
    assert (ran.code, ran.raw, ran.err) == (130, b"", "interrupted: no game was finished\n")


def test_records_on_standard_output_are_there_as_soon_as_they_are_played(running):
    match = running("-o", "-", "--to", "jsonl", "-j", "1")
    for _ in range(3):  # game 4 is never over
        assert match.child.stdout.readline().endswith(b"}\n")
    match.end(signal.SIGKILL)


def test_a_file_that_a_match_writes_is_left_alone_by_others(running, cli, tmp_path):
    match = running("-o", "a.jsonl", "-j", "2")
    match.reached(4)
    match.wait_for((tmp_path / "a.jsonl").exists)
    ran = cli(*PAIR, "-n", 1, "-o", "a.jsonl")
    assert (ran.code, "io.locked" in ran.err) == (3, True)
    assert cli("stats", "a.jsonl").code == 0  # looking needs no lock
    match.end(signal.SIGTERM)


def test_hang_ups_that_come_again_are_one(monkeypatch):
    """A shell sends one when its terminal is closed, and the system another when the shell is gone."""
    before = signal.signal(signal.SIGHUP, signal.default_int_handler)
    try:
        with Interrupts() as interrupts:
            for _ in range(3):
                signal.raise_signal(signal.SIGHUP)
            assert (interrupts.asked, interrupts.urgent) == (True, False)
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
            assert interrupts.urgent
    finally:
        signal.signal(signal.SIGHUP, before)
