"""`--engine dask` on real clusters on the loopback: the same reports, and how clusters break."""

import gzip
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from struckle_cli.replay.source import zstd_module
from tests.cli.dask_support import (
    Cluster,
    children,
    cluster,
    environment,
    runs_still,
    struckle,
    within,
)
from tests.cli.support import Ran, dumps, record, sgn

MOVES = ["D8-D7", "D12-D13", "D7-D8", "D13-D12"]
FORMATS = ("text", "json", "junit", "sarif")


@pytest.fixture(scope="module")
def two(tmp_path_factory) -> Iterator[Cluster]:
    """A cluster of two workers."""
    with cluster(tmp_path_factory.mktemp("cluster"), 2) as found:
        yield found


@pytest.fixture
def bare(tmp_path_factory) -> Iterator[Cluster]:
    """A scheduler without workers."""
    with cluster(tmp_path_factory.mktemp("bare"), 0) as found:
        yield found


@pytest.fixture
def start(tmp_path) -> Iterator[Any]:
    """Start the command, in a group of its own; its output goes to files."""
    started: list[subprocess.Popen[bytes]] = []

    temporary = tmp_path / "temporary"
    temporary.mkdir()

    def begin(folder: Path, *arguments: object, **how: Any) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            struckle(tmp_path, *arguments, **how), cwd=folder, stdin=subprocess.DEVNULL,
            env=environment(tmp_path / "site", TMPDIR=str(temporary)),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
            start_new_session=True,
        )  # fmt: skip
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.communicate()


def ended(process: subprocess.Popen[bytes]) -> Ran:
    out, err = process.communicate(timeout=100)
    return Ran(process.returncode, out, err.decode())


def lines(count: int, **events: int) -> bytes:
    """Records, one in ten broken; those whose numbers are named have another Event."""
    special = {number: event for event, number in events.items()}
    return b"".join(
        dumps(record([*MOVES, "D8-D1"] if i % 10 == 7 else MOVES, tags={"Event": special.get(i, "x")}))
        + b"\n"
        for i in range(1, count + 1)
    )


def slow(count: int) -> bytes:
    """Records each of which takes a worker a twentieth of a second."""
    return b"".join(
        dumps(record(MOVES, tags={"Event": "slow", "Round": str(number)})) + b"\n" for number in range(count)
    )


@pytest.fixture(scope="module")
def pile(tmp_path_factory) -> Path:
    """Every kind of file: of several ranges, small, packed, empty, broken, a folder with strange objects."""
    folder = tmp_path_factory.mktemp("pile")
    (folder / "a.jsonl").write_bytes(lines(600))
    (folder / "b.sgn").write_bytes((sgn("1. D8-D7") * 9 + sgn("1. D8-D1")) * 30)
    (folder / "c.jsonl.gz").write_bytes(gzip.compress(lines(50)))
    (folder / "d.jsonl.zst").write_bytes(zstd_module().compress(lines(50)))
    (folder / "e.json").write_bytes(b'{"name": "x"}')
    (folder / "f.sgn").write_bytes(b"")
    (folder / "g.jsonl.gz").write_bytes(gzip.compress(lines(50))[:300])
    (folder / "h.json").write_bytes(b"{")
    (folder / "i").mkdir()
    (folder / "i" / "j.jsonl").write_bytes(b"\xff\n\n" + lines(20))
    return folder


def reports(process: subprocess.Popen[bytes], folder: Path) -> list[bytes]:
    ran = ended(process)
    return [str(ran.code).encode(), ran.raw, ran.err.encode()] + [
        (folder / name).read_bytes() for name in FORMATS
    ]


def wanted(folder: Path) -> list[str]:
    folder.mkdir()
    return [f"--report={name}={folder / name}" for name in FORMATS]


def test_reports_are_the_same_to_the_byte_whatever_the_engine(two, pile, start, tmp_path):
    engines = {
        "one": ["--jobs", "1"],
        "several": ["--jobs", "2"],
        "cluster": ["--engine", "dask", "--scheduler-file", two.file],
        "own": ["--engine", "dask", "--jobs", "2"],
    }
    before = sorted(pile.rglob("*"))
    found = {}
    for name, options in engines.items():
        asked = ["validate", ".", "gone.sgn", "--format", "jsonl", *wanted(tmp_path / name), *options]
        found[name] = reports(start(pile, *asked), tmp_path / name)
    assert found["one"][0] == b"3"
    assert found["one"][1].count(b"\n") > 1000
    assert [name for name in found if found[name] != found["one"]] == []
    assert sorted(pile.rglob("*")) == before  # no workers' folders are left, or ever were, beside the files


def test_a_record_that_kills_its_workers_is_found_as_it_is_by_local_workers(two, start, tmp_path):
    folder = tmp_path / "poison"
    folder.mkdir()
    (folder / "a.jsonl").write_bytes(lines(300, fatal=155))
    (folder / "b.sgn").write_bytes(sgn(tags='[Event "fatal"]\n') + sgn("1. D8-D1"))
    asked = ["validate", "b.sgn", "a.jsonl", "--format", "jsonl"]
    local = ended(start(folder, *asked, "--jobs", "2", more="runs.MANY, runs.WORTH_WORKERS = 1, -1"))
    there = ended(start(folder, *asked, "--engine", "dask", "--scheduler", two.address))
    rows = [row for row in there.rows if row["problems"] and row["problems"][0]["code"] == "internal.worker"]
    assert [(row["path"], row["record"]) for row in rows] == [("b.sgn", 1), ("a.jsonl", 155)]
    assert {row["problems"][0]["line"] for row in rows} == {1, 155}
    assert (there.code, there.err) == (70, "")
    assert there.raw.splitlines()[-300:] == local.raw.splitlines()[-300:]


HELD = """
import sys
from distributed import Client
with Client(sys.argv[1], set_as_default=False) as client:
    def held(dask_scheduler):
        return len(dask_scheduler.tasks), len(dask_scheduler.task_groups), len(dask_scheduler.clients)
    most = 0
    for line in sys.stdin:
        print(*client.run_on_scheduler(held), flush=True)
"""


def test_a_worker_that_is_killed_costs_nothing_and_the_scheduler_holds_next_to_nothing(two, start, tmp_path):
    (tmp_path / "m.jsonl").write_bytes(slow(120))
    asked = ["validate", "m.jsonl", "--format", "jsonl"]
    with subprocess.Popen(
        [sys.executable, "-c", HELD, two.address], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env=environment(tmp_path / "site"), text=True, bufsize=1,
    ) as watcher:  # fmt: skip
        assert watcher.stdin is not None
        assert watcher.stdout is not None
        running = start(tmp_path, *asked, "--engine", "dask", "--scheduler", two.address, step=500)
        assert running.stdout is not None
        first = running.stdout.readline()
        nanny = two.started[1].pid
        assert within(60, lambda: workers(nanny))  # it may have lost one in another test
        victim = workers(nanny)[0]
        os.kill(victim, signal.SIGKILL)
        seen = []
        for _ in range(20):
            watcher.stdin.write("\n")
            seen.append(tuple(map(int, watcher.stdout.readline().split())))
        done = ended(running)
        watcher.stdin.write("\n")
        after = tuple(map(int, watcher.stdout.readline().split()))
        watcher.stdin.close()
    assert (done.code, done.err) == (0, "")
    assert first + done.raw == ended(start(tmp_path, *asked, "--jobs", "1")).raw
    assert 0 < max(tasks for tasks, _, _ in seen) <= 3 * 2 + 1
    assert max(groups for _, groups, _ in seen) <= 2
    assert after[:2] == (0, 0)


def workers(nanny: int) -> list[int]:
    """The worker below a nanny; its other child only tracks what is shared."""
    return [pid for pid in children(nanny) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


@pytest.mark.parametrize("way", ["interrupted", "enough", "killed"])
def test_workers_that_were_started_here_never_outlive_the_command(start, tmp_path, way):
    (tmp_path / "m.jsonl").write_bytes(dumps(record(["D8-D1"])) + b"\n" + slow(400))
    more = ["--fail-fast"] if way == "enough" else []
    asked = ["validate", "m.jsonl", "--format", "jsonl", "--engine", "dask", "--jobs", "2", *more]
    running = start(tmp_path, *asked, step=500)
    assert within(60, lambda: len(workers(running.pid)) == 2)
    below = children(running.pid)
    if way == "enough":
        done = ended(running)
        assert (done.code, done.err) == (
            1,
            "struckle: stopped (--fail-fast); what follows was not looked at\n",
        )
    else:
        assert running.stdout is not None
        running.stdout.readline()
        below = children(running.pid)
        if way == "killed":
            running.kill()
        else:
            os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to the workers too
        done = ended(running)
        assert done.code == (-signal.SIGKILL if way == "killed" else 130)
        assert done.err == "" or (way == "interrupted" and done.err.count("\n") == 1)
    assert len(below) >= 2
    assert within(10, lambda: not any(map(runs_still, below)))
    assert way == "killed" or not list((tmp_path / "temporary").iterdir())


def test_a_scheduler_that_goes_away_is_one_line_and_soon(bare, start, tmp_path):
    bare.worker()
    (tmp_path / "m.jsonl").write_bytes(slow(400))
    asked = ["validate", "m.jsonl", "--format", "jsonl", "--engine", "dask", "--scheduler-file", bare.file]
    running = start(tmp_path, *asked, step=500)
    assert running.stdout is not None
    running.stdout.readline()
    bare.scheduler.kill()
    assert within(10, lambda: running.poll() is not None)
    done = ended(running)
    why = "struckle: the Dask scheduler went away; nothing that was done is kept [engine.lost]\n"
    assert (done.code, done.err) == (3, why)


def test_what_is_done_when_a_scheduler_goes_away_is_gone_on_with(bare, start, tmp_path):
    bare.worker()
    (tmp_path / "m.jsonl").write_bytes(slow(100))
    small = "from struckle_cli.services import kept; kept.Kept.step = kept.RANGE = 500"
    asked = ["validate", "m.jsonl", "--format", "jsonl", "-o", "v.jsonl"]
    running = start(tmp_path, *asked, "--engine", "dask", "--scheduler-file", bare.file, step=500, more=small)
    assert running.stdout is not None
    assert within(60, (tmp_path / "v.jsonl.journal").exists)
    begun = (tmp_path / "v.jsonl.journal").stat().st_size
    assert within(60, lambda: (tmp_path / "v.jsonl.journal").stat().st_size > begun + 500)
    bare.scheduler.kill()
    done = ended(running)
    why = "struckle: the Dask scheduler went away; --resume goes on with what is done [engine.lost]\n"
    assert (done.code, done.err) == (3, why)
    assert not (tmp_path / "v.jsonl").exists()
    gone_on = ended(start(tmp_path, *asked, "--resume", "--jobs", "1", step=500, more=small))
    alone = ended(start(tmp_path, *asked[:4], "--jobs", "1"))
    assert (gone_on.code, gone_on.err) == (alone.code, "")
    assert gone_on.raw == alone.raw == (tmp_path / "v.jsonl").read_bytes()


def test_a_cluster_without_workers_or_with_other_ones_is_refused(bare, start, tmp_path):
    (tmp_path / "m.sgn").write_bytes(sgn("1. D8-C8"))
    asked = ["validate", "m.sgn", "--engine", "dask", "--scheduler", bare.address]
    patience = "from struckle_cli.services import dask_link; dask_link.WORKERLESS = {}"
    alone = ended(start(tmp_path, *asked, more=patience.format(0.5)))
    why = "struckle: the cluster has had no workers for 0 seconds [engine.no-workers]\n"
    assert (alone.code, alone.raw, alone.err) == (3, b"", why)
    bare.worker(OTHER_VERSION="0.0.9")
    other = ended(start(tmp_path, *asked, more=patience.format(60)))
    assert (other.code, other.raw) == (3, b"")
    assert other.err.startswith("struckle: the worker tcp://127.0.0.1:")
    assert " differs from this process: struckle 0.0.9 (here " in other.err
    assert other.err.endswith("; install the same everywhere [engine.version]\n")
    assert other.err.count("\n") == 1


def test_a_scheduler_that_is_not_there_is_told_before_anything_is_written(start, tmp_path):
    (tmp_path / "m.sgn").write_bytes(sgn("1. D8-C8"))
    (tmp_path / "no.json").write_text("[1]")
    for option, value, words in (
        ("--scheduler", "tcp://127.0.0.1:9", "there is no Dask scheduler at tcp://127.0.0.1:9: "),
        ("--scheduler", "nonsense://x", "there is no Dask scheduler at nonsense://x: "),
        ("--scheduler-file", "gone.json", "gone.json: No such file or directory"),
        ("--scheduler-file", "no.json", "no.json: this is no file that a Dask scheduler has written"),
    ):
        asked = ["validate", "m.sgn", "--report", "json=out.json", "--engine", "dask", option, value]
        quick = "from struckle_cli.services import dask_link; dask_link.CONNECTING = 1"
        done = ended(start(tmp_path, *asked, more=quick))
        assert (done.code, done.raw) == (3, b"")
        assert words in done.err
        assert done.err.endswith(" [engine.unreachable]\n")
        assert done.err.count("\n") == 1
        assert not (tmp_path / "out.json").exists()


@pytest.mark.parametrize("command", ["validate", "stats", "verify"])
@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--scheduler", "tcp://127.0.0.1:1"], "--scheduler is for --engine dask"),
        (["--scheduler-file", "x"], "--scheduler-file is for --engine dask"),
        (["--engine", "dask", "--scheduler", "tcp://h:1", "--scheduler-file", "x"], "give one"),
        (["--engine", "dask", "--scheduler", "tcp://h:1", "--jobs", "2"], "--jobs is for workers"),
        (["--engine", "dask", "--scheduler-file", "x", "-j", "2"], "--jobs is for workers"),
        (["--engine", "dask", "-"], "reads no standard input"),
    ],
)
def test_options_that_do_not_go_together_are_wrong_usage(cli, command, options, words):
    ran = cli(command, "a.sgn", *options)
    assert (ran.code, ran.raw) == (2, b"")
    assert words in ran.err
    assert ran.err.endswith(" [usage.engine]\n")


def test_a_missing_package_is_told(cli, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    ran = cli("validate", "a.sgn", "--engine", "dask")
    assert (ran.code, ran.raw) == (2, b"")
    assert "pip install 'struckle[dask]'" in ran.err
