"""The line of progress: what it says, that it comes late, and that it goes away."""

import errno
import io
import sys

import pyte
import pytest

from struckle_cli.cli.checking import Run
from struckle_cli.report import progress
from struckle_cli.report.progress import GamesProgress, PagesProgress, Progress
from struckle_cli.services.events import Passed
from struckle_cli.services.judging import Verdict
from struckle_cli.services.selection import Told
from struckle_cli.services.sizes import input_sizes

RECORD = Verdict(path="p", record=1, valid=True)


class Terminal(io.StringIO):
    """A terminal of 80 columns that remembers what was written to it."""

    def isatty(self) -> bool:
        return True

    def screen(self) -> list[str]:
        screen = pyte.Screen(80, 5)
        pyte.Stream(screen).feed(self.getvalue().replace("\n", "\r\n"))
        return [line.rstrip() for line in screen.display if line.strip()]


@pytest.fixture
def at_terminal(monkeypatch):
    """Makes standard error a terminal and progress impatient; called in the test, behind what captures."""

    def enter() -> Terminal:
        fake = Terminal()
        monkeypatch.setattr(sys, "stderr", fake)
        monkeypatch.setattr(progress, "QUIET", 0)
        monkeypatch.setattr(progress, "_BETWEEN", 0)
        return fake

    return enter


@pytest.mark.parametrize("code", [errno.EIO, errno.ENOSPC, errno.EPIPE])
def test_where_it_cannot_be_drawn_any_more_the_run_goes_on(at_terminal, monkeypatch, code):
    gone = []

    def write(self: Terminal, text: str) -> int:
        if gone:
            raise OSError(code, "gone")
        return io.StringIO.write(self, text)

    monkeypatch.setattr(Terminal, "write", write)
    tty = at_terminal()
    shown = GamesProgress(5, lambda: None)
    shown.take(1, "")
    drawn = tty.getvalue()
    gone.append(True)
    for count in (2, 3):
        shown.take(count, "")
    shown.clear()
    shown.close()
    assert "1 of 5 games" in drawn
    assert tty.getvalue() == drawn


def test_nothing_is_shown_of_a_short_run(at_terminal, monkeypatch):
    tty = at_terminal()
    monkeypatch.setattr(progress, "QUIET", 1000)
    shown = Progress(iter([10]), lambda: None)
    for event in (RECORD, Passed(10)):
        shown.take(event)
    shown.clear()
    shown.close()
    assert tty.getvalue() == ""


def test_records_rate_part_and_time_left(at_terminal):
    tty = at_terminal()
    shown = Progress(iter([300, 100]), lambda: None)
    for event in (RECORD, RECORD, Passed(100)):
        shown.take(event)
    (line,) = tty.screen()
    assert line.startswith("2 records, ")
    assert "/s " in line
    assert " 25% |" in line
    assert "<" in line


def test_no_part_where_nobody_knows_the_whole(at_terminal):
    tty = at_terminal()
    shown = Progress(None, lambda: None)
    shown.take(RECORD)
    shown.take(Passed(100))
    (line,) = tty.screen()
    assert line.startswith("1 records, ")
    assert "%" not in line


def test_sizes_are_looked_up_little_by_little(at_terminal, monkeypatch):
    tty = at_terminal()
    monkeypatch.setattr(progress, "_STEP", 2)
    sizes = iter([10] * 5)
    shown = Progress(sizes, lambda: None)
    shown.take(Passed(5))
    assert "%" not in tty.screen()[0]
    assert len(list(sizes)) == 3
    shown.take(Passed(5))
    assert " 50% |" in tty.screen()[0]


def test_more_than_the_whole_is_all_of_it(at_terminal):
    tty = at_terminal()
    shown = Progress(iter([10]), lambda: None)
    shown.take(Passed(99))
    assert "100% |" in tty.screen()[0]


def test_it_makes_way_and_is_drawn_again_behind_what_was_written(at_terminal):
    tty = at_terminal()
    shown = Progress(None, lambda: tty.write("flushed\n"))
    shown.take(RECORD)
    shown.clear()
    tty.write("a fault\n")
    assert tty.screen() == ["flushed", "a fault"]
    shown.take(RECORD)
    assert tty.screen()[:3] == ["flushed", "a fault", "flushed"]
    assert tty.screen()[3].startswith("2 records, ")
    shown.close()
    shown.take(RECORD)
    assert tty.screen() == ["flushed", "a fault", "flushed"]


def test_it_goes_away_before_an_error_is_told(at_terminal):
    tty = at_terminal()
    drawn = []

    class Full:
        error = None

        def add(self, verdict):
            drawn.extend(tty.screen())
            raise OSError("no space left")

    run = Run(None, Told(None), fail_fast=False, progress=Progress(None, lambda: None))
    events = (RECORD for _ in range(2))
    with pytest.raises(OSError, match="no space"):
        run.over(events, [Full()])
    assert len(drawn) == 1
    assert tty.screen() == []
    assert list(events) == []


def test_sizes_of_the_input(tmp_path):
    (tmp_path / "a.sgn").write_bytes(b"x" * 7)
    (tmp_path / "b.json.gz").write_bytes(b"x" * 5)
    (tmp_path / "c.txt").write_bytes(b"x" * 100)
    sizes = input_sizes([str(tmp_path), str(tmp_path / "gone.sgn"), str(tmp_path / "c.txt")])
    assert sizes is not None
    assert list(sizes) == [7, 5, 0, 100]
    assert input_sizes(["-"]) is None


def test_a_site_says_how_many_of_its_files_have_pages(at_terminal):
    tty = at_terminal()
    shown = PagesProgress(1200, lambda: None)
    shown.take(300, 2000)
    assert tty.screen()[0].startswith("2,000 games, 300 of 1,200 files  25% |")
    shown.close()
    assert tty.screen() == []
