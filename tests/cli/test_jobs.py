"""`validate --jobs`: the same bytes whatever the number of workers."""

import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.support import ROOT, child_environment, command, dumps, encoded, record, sgn, spawn

MOVES = ["D8-D7", "D12-D13", "D7-D8", "D13-D12"]


def content(rng: random.Random, kind: int) -> tuple[str, bytes]:
    """A suffix and some bytes: sound, broken in one of many ways, or empty."""
    moves = MOVES * rng.randrange(4)
    item = record(moves)
    choices = [
        (".sgn", encoded(item, ".sgn")),
        (".jsonl", dumps(item) + b"\n" + dumps(record(["D8-D1"])) + b"\n" + dumps(item)),
        (".json", dumps(item)),
        (".msgpack", encoded(item, ".msgpack") * 2),
        (".jsonl.zst", encoded(item, ".jsonl.zst")),
        (".sgn", sgn("1. D8-D7 D8-D7") + b"\n" + sgn("1. foo")),
        (".json.gz", encoded(item, ".json.gz")[:-7]),
        (".json", b'{"some": "package"}'),
        (".sgn", b""),
        (".jsonl", b"\xff\xfe\0"),
        (".json", dumps(record([], "x", more=1))),
        (".msgpack.gz", encoded(item, ".msgpack.gz")),
    ]
    return choices[kind % len(choices)]


@pytest.fixture
def folder(tmp_path):
    rng = random.Random(7)
    root = tmp_path / "many"
    for number in range(100):
        place = root / f"part{number % 7}"
        place.mkdir(parents=True, exist_ok=True)
        suffix, data = content(rng, number)
        (place / f"f{number}{suffix}").write_bytes(data)
    (root / "dangling.sgn").symlink_to("nowhere")
    (root / "loop.jsonl").symlink_to("loop.jsonl")
    os.mkfifo(root / "pipe.sgn")
    (root / "part3" / "big.jsonl").write_bytes((dumps(record(MOVES * 40)) + b"\n") * 4000)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("form", ["text", "json", "jsonl"])
def test_the_output_does_not_depend_on_the_number_of_workers(folder, form):
    runs = [
        spawn("validate", "many", "gone.sgn", "many/part1", "--format", form, "--jobs", str(jobs), cwd=folder)
        for jobs in (1, 2, 3)
    ]
    assert [run.returncode for run in runs] == [3, 3, 3]
    assert runs[0].stdout == runs[1].stdout == runs[2].stdout
    assert runs[0].stderr == runs[1].stderr == runs[2].stderr
    assert len(runs[0].stdout.splitlines()) > (40 if form == "text" else 4000)
    assert b"Traceback" not in runs[0].stderr


def test_sound_files_and_nothing_at_all(tmp_path):
    for number in range(5):
        (tmp_path / f"g{number}.sgn").write_bytes(sgn("1. D8-D7"))
    done = spawn("validate", ".", "--jobs", "2", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == spawn("validate", ".", cwd=tmp_path).stdout
    none = spawn("validate", "nothing*.sgn", "--jobs", "2", cwd=tmp_path)
    assert none.returncode == 2


def test_standard_input_beside_files(tmp_path):
    (tmp_path / "a.sgn").write_bytes(sgn("1. D8-D7"))
    arguments = ["validate", "a.sgn", "-", "a.sgn", "--format", "jsonl"]
    runs = [spawn(*arguments, "--jobs", jobs, cwd=tmp_path, input=sgn("1. D8-D6")) for jobs in ("1", "2")]
    assert runs[0].stdout == runs[1].stdout
    assert [line.split(b",")[0] for line in runs[0].stdout.splitlines()] == [
        b'{"path":"a.sgn"',
        b'{"path":"-"',
        b'{"path":"a.sgn"',
    ]


@pytest.mark.slow
def test_options_reach_the_workers(tmp_path):
    (tmp_path / "a.json").write_bytes(dumps(record(["D8-D7"])))
    for options, code in ((["--max-record", "10"], 3), (["--strict"], 0), (["--input-format", "jsonl"], 0)):
        runs = [spawn("validate", "a.json", *options, "--jobs", jobs, cwd=tmp_path) for jobs in ("1", "2")]
        assert [run.returncode for run in runs] == [code, code]
        assert runs[0].stdout == runs[1].stdout


@pytest.fixture
def busy(tmp_path):
    """A folder that keeps two workers busy for some seconds."""
    for number in range(64):
        (tmp_path / f"{number}.jsonl").write_bytes((dumps(record(MOVES * 50)) + b"\n") * 1000)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "delay"),
    [("validate", 0.9), ("validate", 1.3), ("validate", 2.0), ("stats", 1.3), ("verify", 1.3)],
)
def test_ctrl_c_ends_the_workers_quietly(busy, name, delay):
    child = start(busy, name)
    time.sleep(delay)
    os.killpg(child.pid, signal.SIGINT)
    _, err = child.communicate(timeout=30)
    assert child.returncode in (0, 130)
    assert b"Traceback" not in err
    deadline = time.monotonic() + 5
    while alive(child.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert alive(child.pid) == []


@pytest.mark.slow
def test_a_terminated_parent_leaves_no_workers_behind(busy):
    child = start(busy)
    time.sleep(1.5)
    child.terminate()
    try:
        child.wait(10)
        deadline = time.monotonic() + 10
        while alive(child.pid) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert alive(child.pid) == []
    finally:
        if alive(child.pid):
            os.killpg(child.pid, signal.SIGKILL)
        child.communicate()


def start(folder: Path, name: str = "validate") -> subprocess.Popen[bytes]:
    """A command with `--jobs 2` over a folder, as the leader of a process group of its own."""
    return subprocess.Popen(
        command(name, ".", "--jobs", "2"),
        cwd=folder,
        env=child_environment(PYTHONPATH=str(ROOT)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def alive(group: int) -> list[int]:
    """The processes of a group that still run."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, own = entry.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(own) == group and state not in "ZX":
            found.append(int(entry.parent.name))
    return found
