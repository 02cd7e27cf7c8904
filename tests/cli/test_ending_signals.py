"""What a CI system or a shell sends to end a job does what Ctrl-C does, whatever command runs."""

import json
import os
import select
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.support import child_environment, command, dumps, record

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
LINE = dumps(record(["D8-D7"])) + b"\n"
MANY = 1000
"""Lines that are more than is looked at before the first verdict, and than a pipe's buffer of verdicts."""


def start(folder: Path, *arguments: str, ignoring: str = "") -> subprocess.Popen[bytes]:
    """A command that waits for more on standard input, after some records, with its output open."""
    words = command(*arguments, "--input-format", "jsonl")
    if ignoring:
        words = ["sh", "-c", f'trap "" {ignoring}; exec "$@"', "sh", *words]
    child = subprocess.Popen(
        words, cwd=folder, env=child_environment(),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert child.stdin is not None
    child.stdin.write(LINE)
    child.stdin.flush()
    deadline = time.monotonic() + 30
    while not any(name.endswith(".tmp") for name in os.listdir(folder)):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return child


def end(child: subprocess.Popen[bytes], number: int) -> bytes:
    """Send a signal; what standard error says then. The code is 130."""
    child.send_signal(number)
    _, err = child.communicate(timeout=30)
    assert child.returncode == 130
    assert b"Traceback" not in err
    assert b"error of the program" not in err
    return err


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("verb", ["filter", "dedup"])
def test_no_half_file_stays_behind_and_what_stood_there_does(tmp_path, verb, number):
    (tmp_path / "o.jsonl").write_bytes(b"before")
    end(start(tmp_path, verb, "-", "-o", "o.jsonl"), number)
    assert os.listdir(tmp_path) == ["o.jsonl"]
    assert (tmp_path / "o.jsonl").read_bytes() == b"before"


@pytest.mark.parametrize("number", SIGNALS)
def test_reports_are_closed_with_what_is_known(tmp_path, number):
    child = start(tmp_path, "validate", "-", "--format", "jsonl", "--report", "json=r.json")
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(LINE * MANY)
    child.stdin.flush()
    assert select.select([child.stdout], [], [], 30)[0]  # verdicts have been told
    assert b"interrupted after" in end(child, number)
    assert os.listdir(tmp_path) == ["r.json"]
    assert json.loads((tmp_path / "r.json").read_bytes())["interrupted"] is True


def test_a_signal_that_is_ignored_stays_so(tmp_path):
    child = start(tmp_path, "validate", "-", "--report", "json=r.json", ignoring="HUP")
    child.send_signal(signal.SIGHUP)
    out, _ = child.communicate(LINE, timeout=30)
    assert child.returncode == 0
    assert b"2 records" in out
