"""Results that a run can go on with, where something is wrong: options, files, the program, the disk."""

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from struckle_cli.cli import keeping
from struckle_cli.services import journal, manifest, runs, validate
from tests.cli.kept_support import MOVES, OUT, SCRIPT, Cli, counted, filled, made_small, result, told
from tests.cli.support import ROOT, child_environment, encoded, record, spawn, unpacked


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    made_small(monkeypatch)


def test_other_options_than_those_of_the_journal_are_refused_by_name(cli: Cli):
    filled(Path())
    cli("validate", "in", "-o", OUT)
    before = Path(f"{OUT}.journal").read_bytes()
    for option, name in ((("--strict",), "strict"), (("--max-record", "1000"), "max_record")):
        ran = cli("validate", "in", "-o", OUT, "--resume", *option)
        assert ran.code == 2
        assert "[usage.resume]" in ran.err
        assert f"job {name} was" in ran.err
    assert cli("verify", "in", "-o", OUT, "--resume").code == 2
    assert Path(f"{OUT}.journal").read_bytes() == before


def test_a_newer_program_begins_anew(cli: Cli, monkeypatch: pytest.MonkeyPatch):
    filled(Path())
    cli("validate", "in", "-o", OUT)
    monkeypatch.setattr(manifest, "__version__", "9.9")
    ran = cli("validate", "in", "-o", OUT, "--resume")
    assert (ran.code, "struckle was 0.1.0 and is 9.9 now" in ran.err) == (2, True)
    assert cli("validate", "in", "-o", OUT, "--force").code == 1


def test_two_runs_on_one_result_are_kept_apart(cli: Cli):
    filled(Path())
    cli("validate", "in", "-o", OUT)
    about = manifest.about(validate.Job(options=validate.Options(excerpts=True)))
    held = journal.Journal(f"{OUT}.journal", about, fresh=False)
    try:
        before = Path(f"{OUT}.journal").read_bytes()
        for option in ("--resume", "--force"):
            ran = cli("validate", "in", "-o", OUT, option)
            assert (ran.code, "[io.locked]" in ran.err) == (3, True)
        assert Path(f"{OUT}.journal").read_bytes() == before
    finally:
        held.close()
    assert cli("validate", "in", "-o", OUT, "--resume").code == 1


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("usage.output", ("in", "--resume")),
        ("usage.output", ("in", "--force")),
        ("usage.output", ("in", "-o", "new.jsonl", "--resume", "--force")),
        ("usage.output", ("-", "-o", "new.jsonl")),
        ("usage.output", ("in", "-o", "-")),
        ("usage.output", ("in", "-o", "in/new.jsonl")),
        ("usage.output", ("in", "-o", "in")),
        ("usage.output", (".", "-o", "new/")),
        ("usage.output", ("in/games.jsonl", "-o", "in/games.jsonl", "--force")),
        ("usage.output", ("in/*.jsonl", "-o", "in/games.jsonl", "--force")),
        ("usage.suffix", ("in", "-o", "new.txt")),
        ("usage.suffix", ("in", "-o", "/dev/full")),
        ("usage.remote", ("in", "-o", "s3://bucket/new.jsonl")),
        ("usage.exists", ("in", "-o", "there.jsonl")),
        ("usage.exists", ("in", "-o", "begun.jsonl")),
    ],
)
def test_wrong_usage_is_named_and_changes_nothing(cli: Cli, code: str, words: tuple[str, ...]):
    filled(Path())
    Path("there.jsonl").write_bytes(b"rows")
    Path("begun.jsonl.journal").write_bytes(b"")
    before = {path: path.is_file() and path.read_bytes() for path in Path().rglob("*")}
    ran = cli("validate", *words)
    assert (ran.code, ran.out, f"[{code}]" in ran.err) == (2, "", True)
    assert {path: path.is_file() and path.read_bytes() for path in Path().rglob("*")} == before


def test_a_hidden_folder_within_the_input_is_no_input(cli: Cli):
    filled(Path())
    Path("in/.out").mkdir()
    assert cli("validate", "in", "-o", f"in/.out/{OUT}").code == 1
    assert cli("validate", "in", "-o", f"in/.out/{OUT}", "--resume").code == 1


def test_places_that_could_not_be_read_are_tried_again(cli: Cli):
    filled(Path())
    good = Path("in/packed.jsonl.zst").read_bytes()
    Path("in/packed.jsonl.zst").write_bytes(good[:-5])
    stamp = Path("in/games.sgn").stat().st_mtime_ns
    os.utime("in/packed.jsonl.zst", ns=(stamp, stamp))
    assert cli("validate", "in", "-o", OUT).code == 3
    made = json.loads(Path(f"{OUT}.manifest.json").read_bytes())
    assert (made["complete"], made["why"]) == (False, "1 place could not be read")
    row = next(row for row in made["inputs"] if "packed" in row["path"])
    assert (row["hash"], row["error"]) == (None, "io.damaged")
    size = len(good) - 5
    assert size == Path("in/packed.jsonl.zst").stat().st_size
    # Another content of the same size and stamp: what was kept would be told again.
    Path("in/packed.jsonl.zst").write_bytes(encoded(record(MOVES), ".jsonl.zst") + b"x")
    with Path("in/packed.jsonl.zst").open("r+b") as file:
        file.truncate(size)
        file.seek(0)
        file.write(good[:size])
    os.utime("in/packed.jsonl.zst", ns=(stamp, stamp))
    assert cli("validate", "in", "-o", OUT, "--resume").code == 3


def test_errors_of_the_program_are_tried_again(cli: Cli, monkeypatch: pytest.MonkeyPatch):
    filled(Path())
    judge = validate.judge

    def failing(reading: Any, *rest: Any) -> Any:
        if reading.number == 30:
            raise RuntimeError("passing")
        return judge(reading, *rest)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(validate, "judge", failing)
        assert cli("validate", "in", "-o", OUT, "--jobs", "1").code == 70
    assert "could not be looked at" in json.loads(Path(f"{OUT}.manifest.json").read_bytes())["why"]
    assert cli("validate", "in", "-o", OUT, "--jobs", "1", "--resume").code == 1
    after = result(Path())
    cli("validate", "in", "-o", OUT, "--force")
    assert result(Path()) == after


def test_what_a_worker_died_of_is_tried_again(cli: Cli, monkeypatch: pytest.MonkeyPatch):
    filled(Path())
    monkeypatch.setattr(runs, "WORTH_WORKERS", 0)
    parent, judge = os.getpid(), validate.judge

    def fatal(reading: Any, *rest: Any) -> Any:
        if os.getpid() != parent and reading.line == 30:
            os.kill(os.getpid(), signal.SIGKILL)
        return judge(reading, *rest)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(validate, "judge", fatal)
        assert cli("validate", "in", "-o", OUT, "--jobs", "2").code == 70
    rows = [json.loads(row) for row in unpacked(Path(OUT)).splitlines()]
    assert [row["problems"][0]["code"] for row in rows if row["game"] is None].count("internal.worker") >= 1
    seen = counted(monkeypatch)
    assert cli("validate", "in", "-o", OUT, "--jobs", "1", "--resume").code == 1
    assert 0 < len(seen) < 50
    after = result(Path())
    cli("validate", "in", "-o", OUT, "--force")
    assert result(Path()) == after


def test_a_run_that_was_to_stop_says_so(cli: Cli):
    filled(Path())
    ran = cli("validate", "in", "-o", OUT, "--fail-fast")
    made = json.loads(Path(f"{OUT}.manifest.json").read_bytes())
    assert (ran.code, made["complete"]) == (1, False)
    assert made["why"] == "it was to stop behind the first fault"
    assert unpacked(Path(OUT)) == cli("validate", "in", "--fail-fast", "--format", "jsonl").raw


def limited() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))


@pytest.mark.parametrize("name", ["v.jsonl", "out/"])
def test_a_full_disk_ends_the_run_and_it_goes_on_when_there_is_room(cli: Cli, name: str):
    filled(Path())
    words = [sys.executable, "-c", SCRIPT, "0", "", "validate", "in", "-q", "--jobs", "1", "-o", name]
    ran = subprocess.run(words, env=child_environment(PYTHONPATH=str(ROOT)), capture_output=True, check=False,
                         preexec_fn=limited, timeout=60)  # fmt: skip
    assert ran.returncode == 3
    assert b"File too large [io.write]" in ran.stderr
    assert not Path("v.jsonl").exists()
    assert not [path for path in Path().rglob(".*") if path.suffix == ".tmp"]
    assert cli("validate", "in", "-o", name, "--resume").code == 1


def test_verify_and_stats_keep_their_results_too(cli: Cli, monkeypatch: pytest.MonkeyPatch):
    filled(Path())
    plain = cli("verify", "in", "--json")
    assert told(cli("verify", "in", "--json", "-o", "c.jsonl.gz"))[:2] == told(plain)[:2]
    assert [json.loads(line) for line in unpacked(Path("c.jsonl.gz")).splitlines()] == plain.json["results"]
    before = result(Path(), "c.jsonl.gz")
    counts = cli("stats", "in", "--json")
    assert told(cli("stats", "in", "--json", "-o", "s.json")) == told(counts)
    assert Path("s.json").read_bytes() == counts.raw
    made = result(Path(), "s.json")
    for module in ("verify", "stats"):
        monkeypatch.setattr(f"struckle_cli.services.{module}.replayed", None)
    monkeypatch.setattr("struckle_cli.services.stats.judge", None)
    assert told(cli("verify", "in", "--json", "-o", "c.jsonl.gz", "--resume"))[:2] == told(plain)[:2]
    assert told(cli("stats", "in", "--json", "-o", "s.json", "--resume")) == told(counts)
    assert (result(Path(), "c.jsonl.gz"), result(Path(), "s.json")) == (before, made)
    assert cli("stats", "in", "-o", "s.json", "--first", "2", "--resume").code == 2
    assert cli("stats", "in", "-o", "folder").code == 2


def test_what_a_cluster_has_done_is_gone_on_with_here(tmp_path: Path):
    """With ranges of the usual size: workers of a cluster are other processes."""
    filled(tmp_path)
    far = spawn("validate", "in", "-q", "-o", OUT, "--engine", "dask", "--jobs", "1", cwd=tmp_path)
    assert far.returncode == 1
    expected = result(tmp_path)
    for option in ("--resume", "--force"):
        here = spawn("validate", "in", "-q", "-o", OUT, option, cwd=tmp_path)
        assert (here.returncode, here.stdout) == (1, far.stdout)
        assert result(tmp_path) == expected


def test_a_result_is_checked_before_anything_is_made(tmp_path: Path):
    wanted = keeping.wanted_result(str(tmp_path / "new" / "out"), False, False, [])
    assert wanted is not None
    assert wanted.folder
    assert not list(tmp_path.iterdir())
