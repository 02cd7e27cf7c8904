"""Ctrl-C closes every report with what is known, and quickly."""

import contextlib
import json
import os
import select
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from struckle_cli.services import validate as validating
from tests.cli.support import child_environment, command, dumps, leftovers, record

FORMATS = ["text", "concise", "json", "jsonl", "junit", "sarif", "github"]
REPORTS = [word for form in FORMATS for word in ("--report", f"{form}={form}.out")]


def check_whole(folder) -> None:
    """All report files are whole, and say that the run was interrupted after two records."""
    assert json.loads((folder / "json.out").read_bytes())["interrupted"] is True
    assert json.loads((folder / "json.out").read_bytes())["records"] == 2
    assert len((folder / "jsonl.out").read_bytes().splitlines()) == 2
    root = ElementTree.fromstring((folder / "junit.out").read_bytes())
    assert root[-1][0].get("name") == "interrupted"
    assert root[-1][0][0].tag == "error"
    run = json.loads((folder / "sarif.out").read_bytes())["runs"][0]
    assert run["invocations"][0]["executionSuccessful"] is False
    for form in ("text", "concise", "github"):
        assert b"interrupted after 2 records\n" in (folder / f"{form}.out").read_bytes()
    assert leftovers(folder) == []


def test_reports_are_closed_with_what_is_known(cli, tmp_path, monkeypatch):
    (tmp_path / "a.jsonl").write_bytes(b"\n".join([dumps(record(["D8-D1"]))] * 3))
    judge, seen = validating.judge, []

    def interrupt(reading, *rest):
        seen.append(reading)
        if len(seen) == 3:
            signal.raise_signal(signal.SIGINT)
        return judge(reading, *rest)

    monkeypatch.setattr(validating, "judge", interrupt)
    ran = cli("validate", "a.jsonl", *REPORTS)
    assert ran.code == 130
    assert "interrupted after 2 records" in ran.out
    assert ran.out.splitlines()[-1].startswith("2 records in 1 file")
    assert "Traceback" not in ran.err
    check_whole(tmp_path)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("form", FORMATS)
def test_a_report_is_never_cut_in_two(cli, tmp_path, monkeypatch, form):
    """An interruption while a verdict is being reported waits until that is done."""
    (tmp_path / "a.jsonl").write_bytes(b"\n".join([dumps(record(["D8-D1"]))] * 3))
    from struckle_cli.report import counts

    add = counts.Counts.add

    def interrupted(self, event):
        add(self, event)
        if self.records == 2:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(counts.Counts, "add", interrupted)
    ran = cli("validate", "a.jsonl", *REPORTS, "--format", form)
    assert ran.code == 130
    assert (tmp_path / f"{form}.out").read_bytes() == ran.raw
    check_whole(tmp_path)


def test_a_second_one_ends_it_where_it_is(cli, tmp_path, monkeypatch):
    (tmp_path / "a.jsonl").write_bytes(b"\n".join([dumps(record(["D8-D1"]))] * 3))
    (tmp_path / "json.out").write_bytes(b"older")
    from struckle_cli.report import counts

    def stubborn(self, event):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(counts.Counts, "add", stubborn)
    ran = cli("validate", "a.jsonl", *REPORTS)
    assert ran.code == 130
    assert "interrupted" in ran.err
    assert (tmp_path / "json.out").read_bytes() == b"older"
    assert leftovers(tmp_path) == []


@contextlib.contextmanager
def unread(folder: Path, *more: str) -> Iterator[subprocess.Popen[bytes]]:
    """The command, as it waits because nobody reads its standard output."""
    (folder / "a.jsonl").write_bytes((dumps(record(["D8-D1"])) + b"\n") * 2000)
    reader, writer = os.pipe()
    child = subprocess.Popen(
        command("validate", "a.jsonl", "--format", "jsonl", *more),
        cwd=folder, env=child_environment(), stdout=writer, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    status = Path("/proc") / str(child.pid) / "stat"
    while select.select([], [writer], [], 0)[1] or status.read_text().rpartition(")")[2].split()[0] != "S":
        time.sleep(0.05)  # until the pipe is full, and the process waits
    os.close(writer)
    yield child
    os.close(reader)


@pytest.mark.parametrize("more", [[], REPORTS])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_while_nobody_reads_standard_output(tmp_path, more, number):
    """One is enough, and the files are closed with what is known."""
    with unread(tmp_path, *more) as child:
        os.killpg(child.pid, number)
        _, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert b"Traceback" not in err
    assert leftovers(tmp_path) == []
    if more:
        report = json.loads((tmp_path / "json.out").read_bytes())
        assert report["interrupted"] is True
        assert 0 < report["records"] < 2000


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_while_input_is_awaited(tmp_path, jobs):
    out = tmp_path / "out"
    with out.open("wb") as file:
        child = subprocess.Popen(
            command("validate", "-", "--input-format", "jsonl", "--format", "concise", "-j", jobs, *REPORTS),
            cwd=tmp_path, env=child_environment(), stdin=subprocess.PIPE, stdout=file,
            stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
    assert child.stdin is not None
    long = dumps(record(["D8-D1"], tags={"Event": "x" * 9000})) + b"\n"
    child.stdin.write(long * 400)  # so much that verdicts come while more is awaited
    child.stdin.flush()
    while not out.stat().st_size and child.poll() is None:
        time.sleep(0.05)
    os.killpg(child.pid, signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert b"Traceback" not in err
    report = json.loads((tmp_path / "json.out").read_bytes())
    assert report["interrupted"] is True
    assert 0 < report["records"] == len(report["results"]) <= 400
    assert out.read_bytes().count(b"castle.terrain") == report["records"]
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize(
    "words",
    [
        ["validate", "--report", "json=out", "--format", "concise", "--jobs", "1"],
        ["validate", "--report", "json=out", "--format", "concise", "--jobs", "2"],
        ["filter", "-o", "out", "--to", "jsonl"],
        ["dedup", "-o", "out", "--to", "jsonl"],
    ],
)
def test_sigterm_leaves_nothing_half_written_and_no_worker(tmp_path, words):
    (tmp_path / "out").write_bytes(b"older")
    child = subprocess.Popen(
        command(*words, "-", "--input-format", "jsonl"),
        cwd=tmp_path, env=child_environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )  # fmt: skip
    assert child.stdin is not None
    assert child.stdout is not None
    line = dumps(record(["D8-D1"], tags={"Event": "x" * 9000})) + b"\n"
    child.stdin.write(line * 400)  # what is told of them fits into a pipe
    child.stdin.flush()
    if "validate" in words:  # until more is told than one process checks before it starts others
        told = b""
        while told.count(b"\n") < 200:
            told += (block := child.stdout.read1())
            assert block
    while not leftovers(tmp_path):
        assert child.poll() is None
        time.sleep(0.01)
    child.send_signal(signal.SIGTERM)
    _, err = child.communicate(timeout=60)  # until workers too have closed their ends
    assert child.returncode == 130
    assert b"Traceback" not in err
    left = (tmp_path / "out").read_bytes()
    assert json.loads(left)["interrupted"] if "validate" in words else left == b"older"
    assert leftovers(tmp_path) == []
