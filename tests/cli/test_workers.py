"""`validate` with worker processes: large files in pieces, workers that die, and what passes between
processes.
"""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

from struckle_cli.core.errors import Excerpt, Fault
from struckle_cli.core.outcome import Outcome
from struckle_cli.replay.cutting import Piece, cut, halves
from struckle_cli.replay.reader import read_piece
from struckle_cli.replay.source import Source, close_stream, open_source
from struckle_cli.services import answers, pool
from struckle_cli.services.events import Empty, Foreign, Passed
from struckle_cli.services.jobs import Job
from struckle_cli.services.judging import Verdict
from struckle_cli.services.validate import Options, validate
from tests.cli.support import ROOT, child_environment, command, dumps, encoded, record, sgn, spawn
from tests.replay.support import packed

MOVES = ["D8-D7", "D12-D13", "D7-D8", "D13-D12"]
SCRIPT = """
import os, signal, sys
from struckle_cli.services import validate

parent, judge = os.getpid(), validate.judge

def fatal(reading, *rest):
    tags = {} if reading.document is None else reading.document.tags
    if tags.get("Event") == "fatal" and os.getpid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)
    return judge(reading, *rest)

validate.judge = fatal
from struckle_cli.cli.app import run
code = run(sys.argv[1:])
print("workers:", "struckle_cli.services.pool" in sys.modules, file=sys.stderr)
sys.exit(code)
"""


def mortal(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """The command, with workers that die of a record whose Event is `fatal`."""
    return subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments], cwd=folder, env=child_environment(PYTHONPATH=str(ROOT)),
        capture_output=True, check=False, timeout=120,
    )  # fmt: skip


def numbered(count: int, **events: int) -> list[dict[str, Any]]:
    """Records with their number in a tag; those whose numbers are named have another Event."""
    special = {number: event for event, number in events.items()}
    return [
        record(MOVES * 8, tags={"Event": special.get(number, "x"), "Round": str(number)})
        for number in range(1, count + 1)
    ]


def content(suffix: str) -> bytes:
    """Some megabytes of records, one in fifty broken in one of several ways."""
    broken = [record([*MOVES, "D8-D1"]), record(["foo"]), record(MOVES, "x"), record(MOVES * 8, more=1)]
    parts = []
    for number in range(5000):
        item = broken[number // 50 % 4] if number % 50 == 7 and suffix != "sgn" else record(MOVES * 8)
        parts.append(encoded(item, f".{suffix}"))
        if suffix == "sgn" and number % 50 == 7:
            parts.append(sgn("1. D8-D7 D8-D7") + b"\n" * (number % 3))
    return b"".join(parts)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["sgn", "jsonl", "msgpack"])
@pytest.mark.parametrize("packing", ["", "gz", "zst"])
def test_a_large_file_is_checked_by_several_workers_as_by_one(tmp_path, suffix, packing):
    name = f"m.{suffix}.{packing}" if packing else f"m.{suffix}"
    data = content(suffix)
    (tmp_path / name).write_bytes(packed(data, packing) if packing else data)
    runs = [
        mortal(tmp_path, "validate", name, "--format", "jsonl", "--jobs", jobs) for jobs in ("1", "2", "5")
    ]
    assert [run.returncode for run in runs] == [1, 1, 1]
    assert [run.stderr for run in runs] == [b"workers: False\n", b"workers: True\n", b"workers: True\n"]
    assert runs[0].stdout == runs[1].stdout == runs[2].stdout
    rows = [json.loads(line) for line in runs[0].stdout.splitlines()]
    assert [row["record"] for row in rows] == list(range(1, len(rows) + 1))
    assert sum(not row["valid"] for row in rows) == 100


@pytest.mark.slow
def test_standard_input_is_split_too(tmp_path):
    data = content("jsonl")
    arguments = ["validate", "-", "--input-format", "jsonl", "--format", "jsonl", "--jobs"]
    runs = [spawn(*arguments, jobs, cwd=tmp_path, input=data) for jobs in ("1", "3")]
    assert runs[0].stdout == runs[1].stdout
    assert len(runs[0].stdout.splitlines()) == 5000


@pytest.mark.parametrize("suffix", ["sgn", "jsonl", "msgpack"])
@pytest.mark.parametrize("packing", ["", "gz"])
def test_a_record_that_kills_its_worker_is_found_and_the_rest_is_checked(tmp_path, suffix, packing):
    """In ranges that workers read, and in pieces that they are sent; one record, and two in a row."""
    many, fatal = (30_000, 20_000) if suffix == "sgn" else (12_000, 9_000)
    items = numbered(many, fatal=fatal)
    items[fatal] = items[fatal - 1]
    parts = [sgn(tags=tags(item)) if suffix == "sgn" else encoded(item, f".{suffix}") for item in items]
    name = f"m.{suffix}.{packing}" if packing else f"m.{suffix}"
    data = b"".join(parts)
    (tmp_path / name).write_bytes(packed(data, packing) if packing else data)
    (tmp_path / "z.jsonl").write_bytes(dumps(record(["D8-D1"])) + b"\n")
    done = mortal(tmp_path, "validate", name, "z.jsonl", "--format", "jsonl", "--jobs", "2")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (70, b"workers: True\n")
    lost = [row for row in rows if not row["valid"]][:-1]
    assert [(row["path"], row["record"]) for row in lost] == [(name, fatal), (name, fatal + 1)]
    for row, begin in zip(lost, (b"".join(parts[: fatal - 1]), b"".join(parts[:fatal])), strict=True):
        (problem,) = row["problems"]
        assert problem["code"] == "internal.worker"
        assert "was ended by signal 9" in problem["message"]
        assert problem["line"] == (None if suffix == "msgpack" else 1 + begin.count(b"\n"))
    assert [row["record"] for row in rows[:-1]] == list(range(1, many + 1))
    assert rows[-1]["path"] == "z.jsonl"


LINES = dumps(record(MOVES))
BLANK = b"\n \n\t\r\n\r\n\n"


@pytest.mark.parametrize(
    ("suffix", "data"),
    [
        ("jsonl", BLANK + LINES + BLANK + LINES + BLANK),
        ("jsonl", LINES.replace(b",", b",\r") + b"\r\n" + LINES),
        ("jsonl", b'{"a\x0b\x0c\x85\xe2\x80\xa8": 1}\n' * 3),
        ("sgn", BLANK + sgn("1. D8-D7") + BLANK + sgn("1. D8-D7")),
        ("sgn", (sgn("1. D8-D7") * 3).replace(b"\n", b"\r\n")),
        ("sgn", (sgn("1. D8-D7") * 3).replace(b"\n", b"\r")),
        ("msgpack", encoded(record(MOVES), ".msgpack") * 3),
    ],
)
def test_halves_of_a_piece_have_its_records_on_their_lines(tmp_path, suffix, data):
    path = tmp_path / f"a.{suffix}"
    path.write_bytes((encoded(record(MOVES), f".{suffix}") + b"\n" * (suffix != "msgpack")) + data)
    source = Source(str(path), suffix, None)
    opened = open_source(source)
    pieces = list(cut(opened, source))
    close_stream(opened.stream)
    halved = 0
    for piece in pieces:
        assert isinstance(piece, Piece)
        waiting = [piece]
        while waiting:
            one = waiting.pop()
            if (found := halves(one)) is None:
                assert len(places(read_piece(one))) <= 1
                continue
            assert found[0].data + found[1].data == one.data
            assert places([*read_piece(found[0]), *read_piece(found[1])]) == places(read_piece(one))
            waiting += found
            halved += 1
    assert halved


def places(items: Iterable[Any]) -> list[tuple[int, int, bytes]]:
    return [(item.line, item.offset, item.raw) for item in items]


def test_what_is_one_record_has_no_halves():
    assert halves(Piece("json", b'{"a":\n 1}\n', 1, 0)) is None
    assert halves(Piece("jsonl", b"x\n", 1, 0)) is None
    assert halves(Piece("msgpack", b"\x80", 1, 0, (1,))) is None
    assert halves(Piece("sgn", b"", 1, 0, large=True)) is None


def tags(item: dict[str, Any]) -> str:
    return "".join(f'[{key} "{value}"]\n' for key, value in item["tags"].items())


def test_a_worker_that_dies_of_a_small_file_costs_that_file_alone(tmp_path):
    first = numbered(8000)
    (tmp_path / "a.jsonl").write_bytes(b"".join(dumps(item) + b"\n" for item in first))
    for number in range(200):
        event = "fatal" if number in (50, 51, 199) else "x"
        (tmp_path / f"b{number:03}.json").write_bytes(dumps(record(MOVES, tags={"Event": event})))
    done = mortal(tmp_path, "validate", ".", "--format", "jsonl", "--jobs", "2")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 70
    lost = [(row["path"][-9:], row["record"]) for row in rows if not row["valid"]]
    assert lost == [("b050.json", 1), ("b051.json", 1), ("b199.json", 1)]
    assert len(rows) == 8000 + 200
    assert sum(row["valid"] for row in rows) == 8000 + 197


@pytest.mark.parametrize("error", [OSError(11, "no more processes"), BlockingIOError()])
def test_where_no_process_can_be_had_this_one_does_the_work(tmp_path, monkeypatch, error):
    (tmp_path / "a.jsonl").write_bytes(content("jsonl"))

    def refuse(process: object) -> None:
        raise error

    alone = told(validate([str(tmp_path)], Options()))
    monkeypatch.setattr("multiprocessing.process.BaseProcess.start", refuse)
    assert told(validate([str(tmp_path)], Options(), 4)) == alone


def test_where_each_process_dies_at_once_this_one_does_the_work(tmp_path, monkeypatch):
    (tmp_path / "a.jsonl").write_bytes(content("jsonl"))
    alone = told(validate([str(tmp_path)], Options()))
    monkeypatch.setattr(pool, "STILLBORN", 2)
    monkeypatch.setattr(pool, "_work", lambda *_: os._exit(3))
    assert told(validate([str(tmp_path)], Options(), 2)) == alone


def told(events: Iterable[object]) -> tuple[list[object], int]:
    """What is told, and how many bytes have been dealt with; after how many of these is nobody's business."""
    rows: list[object] = []
    size = 0
    for event in events:
        if isinstance(event, Passed):
            size += event.size
        else:
            rows.append(event)
    return rows, size


@pytest.mark.parametrize("signal_number", [signal.SIGKILL, signal.SIGTERM])
def test_a_worker_that_somebody_kills_costs_nothing(tmp_path, signal_number):
    (tmp_path / "a.jsonl").write_bytes(content("jsonl") * 3)
    alone = told(validate([str(tmp_path)], Options()))
    seen: list[object] = []
    for number, event in enumerate(validate([str(tmp_path)], Options(), 2)):
        seen.append(event)
        if number % 3000 == 2900:
            for child in Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split():
                os.kill(int(child), signal_number)
    assert told(seen) == alone


def test_a_reader_that_has_seen_enough_ends_the_workers(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(content("jsonl") * 3)
    events = validate([str(tmp_path)], Options(), 2)
    for _ in range(9000):
        next(events)
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    events.close()
    left = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    assert len(children) >= 2
    assert len(children) - len(left) >= 2


def test_events_pass_between_processes_as_they_are():
    fault = Fault(code="a.b", message="m", excerpt=Excerpt("é\x00", 1, 2), line=3)
    won = Outcome(winners=("white",), reason="resign")
    events = [
        Verdict(path="", record=1, valid=True, game="castle", plies=3, result=won),
        Verdict(path="", record=None, valid=False, problems=(fault,), pending=("a", "b"), counts={"x": 1}),
        Foreign(), Empty(), Passed(7),
        Verdict(path="", record=2, valid=False, result=Outcome(winners=(), reason="x", scores={"p1": 2**70})),
        Verdict(path="", record=3, valid=False, problems=(Fault(code="a", message="\ud800"),)),
    ]  # fmt: skip
    for chosen in (events[:5], events[5:6], events[6:], events, [], events[:5] * 3000):
        assert list(answers.decoded(b"".join(answers.encoded(chosen)), Job())) == chosen


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_ctrl_c_while_a_worker_is_started_waits_and_is_not_lost(tmp_path, monkeypatch, method):
    (tmp_path / "a.jsonl").write_bytes(content("jsonl"))
    start = BaseProcess.start

    def pressed(process: BaseProcess) -> None:
        signal.raise_signal(signal.SIGINT)
        start(process)

    monkeypatch.setattr(BaseProcess, "start", pressed)
    monkeypatch.setattr(pool, "may_fork", lambda: method == "fork")
    with pytest.raises(KeyboardInterrupt):
        list(validate([str(tmp_path)], Options(), 2))
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == set()


def test_what_has_come_through_a_pipe_is_told_while_more_is_awaited(tmp_path):
    """Also with workers, whose answers are not kept until the next block comes."""
    line = dumps(record(["D8-D1"], tags={"Event": "x" * 400})) + b"\n"
    with subprocess.Popen(
        command("validate", "-", "--input-format", "jsonl", "--format", "jsonl", "--jobs", "2"),
        cwd=tmp_path, env=child_environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as child:  # fmt: skip
        assert child.stdin is not None
        assert child.stdout is not None
        writer = threading.Thread(target=child.stdin.write, args=(line * 4000,))
        writer.start()
        rows = [child.stdout.readline() for _ in range(3900)]  # more than is told before workers begin
        writer.join()
        assert json.loads(rows[-1])["record"] == 3900
        child.stdin.close()
        assert len(child.stdout.read().splitlines()) == 100
        assert child.wait(60) == 1
