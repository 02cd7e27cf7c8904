"""Results that a run can go on with: `--output`, `--resume`, journals and manifests."""

import hashlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from struckle_cli.cli import keeping
from struckle_cli.cli.app import run
from struckle_cli.replay import parts
from struckle_cli.services import journal, kept, manifest, runs, validate
from tests.cli.support import ROOT, Ran, child_environment, dumps, encoded, record, sgn, spawn, unpacked

STEP = 2_000
OUT = "v.jsonl.zst"
MOVES = ["D8-D7", "D12-D13", "D7-D8", "D13-D12"]
BROKEN = [record([*MOVES, "D8-D1"]), record(["foo"]), record(MOVES, "x"), record(MOVES, more=1)]


def made_small(patched: pytest.MonkeyPatch) -> None:
    """Ranges and files so small that a few records have many."""
    for module in (runs, kept, manifest):
        patched.setattr(module, "RANGE", STEP)
    patched.setattr(kept.Kept, "step", STEP)
    patched.setattr(runs, "SMALL", 500)
    patched.setattr(parts, "ROWS", 7)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    made_small(monkeypatch)


def filled(folder: Path) -> Path:
    """A folder with files of all kinds: ranges, small files, compressed ones, faults, one that is damaged."""
    archive = folder / "in"
    (archive / "more").mkdir(parents=True)
    lines = [dumps(BROKEN[at % 4] if at % 9 == 3 else record(MOVES * 3)) + b"\n" for at in range(60)]
    (archive / "games.jsonl").write_bytes(b"".join(lines))
    (archive / "games.sgn").write_bytes(b"\n".join([sgn("1. D8-C8"), sgn("1. D8-D1")] * 20))
    (archive / "packed.jsonl.zst").write_bytes(encoded(record(MOVES), ".jsonl.zst") * 30)
    (archive / "note.json").write_bytes(b'{"no": "record"}')
    (archive / "empty.sgn").write_bytes(b"")
    for number in range(20):
        (archive / "more" / f"{number}.sgn").write_bytes(sgn("1. D8-C8" if number % 5 else "1. D8-ZZ"))
    return archive


Cli = Callable[..., Ran]


def result(folder: Path, name: str = OUT) -> tuple[bytes, bytes]:
    """What is compared of two runs: the bytes of the result and of its manifest."""
    return (folder / name).read_bytes(), (folder / f"{name}.manifest.json").read_bytes()


def told(ran: Ran) -> tuple[int, bytes, str]:
    return ran.code, ran.raw, ran.err


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that grows with each record that is judged by this process."""
    seen: list[int] = []
    judge = validate.judge

    def counting(reading: Any, *rest: Any) -> Any:
        seen.append(reading.number)
        return judge(reading, *rest)

    monkeypatch.setattr(validate, "judge", counting)
    return seen


@pytest.mark.parametrize("name", ["v.jsonl", "v.jsonl.gz", "v.jsonl.zst"])
def test_rows_are_those_of_format_jsonl_and_selection_applies(cli: Cli, name: str):
    filled(Path())
    options = ("--ignore", "castle", "--max-problems", "3")
    wanted = cli("validate", "in", "--format", "jsonl", *options)
    text = cli("validate", "in", *options)
    ran = cli("validate", "in", "-o", name, *options)
    assert told(ran) == told(text)
    assert unpacked(Path(name)) == wanted.raw
    made = json.loads(Path(f"{name}.manifest.json").read_bytes())
    data = Path(name).read_bytes()
    assert made["outputs"] == [
        {
            "file": name,
            "rows": len(wanted.rows),
            "size": len(data),
            "sha256": hashlib.sha256(data).hexdigest(),
        }
    ]
    assert made["totals"]["records"] == sum(row["record"] is not None for row in wanted.rows)
    assert made["complete"] is True


def test_hashes_of_the_manifest_are_those_that_anybody_can_compute(cli: Cli):
    filled(Path())
    cli("validate", "in", "-o", OUT)
    made = json.loads(Path(f"{OUT}.manifest.json").read_bytes())
    assert [row["path"] for row in made["inputs"]][:3] == ["in/empty.sgn", "in/games.jsonl", "in/games.sgn"]
    kinds = set()
    for row in made["inputs"]:
        data = Path(row["path"]).read_bytes()
        kind, _, digest = row["hash"].partition(":")
        if "/" in kind:
            step = int(kind.partition("/")[2])
            hashes = [hashlib.sha256(data[at : at + step]).digest() for at in range(0, len(data), step)]
            data = b"".join(hashes)
        assert (row["size"], digest) == (Path(row["path"]).stat().st_size, hashlib.sha256(data).hexdigest())
        kinds.add(kind)
    assert kinds == {"sha256", f"sha256/{STEP}"}
    assert sum(b'"path"' in line for line in Path(f"{OUT}.manifest.json").read_bytes().splitlines()) == 25


def test_jobs_and_resuming_change_no_byte(cli: Cli, monkeypatch: pytest.MonkeyPatch):
    filled(Path())
    monkeypatch.setattr(runs, "WORTH_WORKERS", 0)
    one = told(cli("validate", "in", "-o", OUT, "--jobs", "1"))
    expected = result(Path())
    assert told(cli("validate", "in", "-o", OUT, "--jobs", "2", "--force")) == one
    assert result(Path()) == expected
    seen = counted(monkeypatch)
    assert told(cli("validate", "in", "-o", OUT, "--resume", "--jobs", "1")) == one
    assert result(Path()) == expected
    assert not seen
    other = ("--ignore", "castle", "--format", "json")
    resumed = cli("validate", "in", "-o", OUT, "--resume", "--jobs", "1", *other)
    assert not seen
    assert told(resumed) == told(cli("validate", "in", *other, "--jobs", "1"))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an archive and a finished result of it."""
    folder = tmp_path_factory.mktemp("whole")
    filled(folder)
    with pytest.MonkeyPatch.context() as patched:
        made_small(patched)
        patched.chdir(folder)
        assert run(["validate", "in", "-q", "-o", OUT]) == 1
    return folder


law = settings(max_examples=12, suppress_health_check=list(HealthCheck))


def resumed(whole: Path, folder: Path, change: Callable[[bytearray], None]) -> int:
    """Go on by a journal that something has happened to; how many records were judged."""
    for path in (folder / f"{OUT}.journal", folder / OUT, folder / f"{OUT}.manifest.json"):
        path.unlink(missing_ok=True)
    data = bytearray((whole / f"{OUT}.journal").read_bytes())
    change(data)
    (folder / f"{OUT}.journal").write_bytes(data)
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(whole)
        seen = counted(patched)
        assert run(["validate", "in", "-q", "-o", str(folder / OUT), "--resume", "--jobs", "1"]) == 1
    assert result(folder) == result(whole)
    return len(seen)


@law
@given(st.floats(0, 1))
def test_wherever_the_journal_breaks_off_the_result_is_the_same(whole: Path, tmp_path: Path, where: float):
    def cut(data: bytearray) -> None:
        del data[int(len(data) * where) :]

    judged = resumed(whole, tmp_path, cut)
    assert judged < 150 if where > 0.5 else judged <= 150


@law
@given(st.floats(0, 0.9999), st.integers(0, 7))
def test_a_damaged_journal_never_gives_wrong_rows(whole: Path, tmp_path: Path, where: float, bit: int):
    def flip(data: bytearray) -> None:
        at = max(len(journal.FIRST), int(len(data) * where))
        data[at] ^= 1 << bit

    resumed(whole, tmp_path, flip)


def test_what_is_no_journal_is_refused_and_stays(cli: Cli):
    filled(Path())
    Path(f"{OUT}.journal").write_bytes(b"a diary")
    ran = cli("validate", "in", "-o", OUT, "--resume")
    assert ran.code == 2
    assert "[usage.resume]" in ran.err
    assert Path(f"{OUT}.journal").read_bytes() == b"a diary"


@settings(max_examples=10, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(st.sampled_from(["add", "drop", "touch", "grow"]), st.integers(0, 19)), max_size=4))
def test_changed_inputs_give_what_a_fresh_run_gives(tmp_path: Path, changes: list[tuple[str, int]]):
    folder = tmp_path / os.urandom(4).hex()
    folder.mkdir()
    archive = filled(folder)
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        run(["validate", "in", "-q", "-o", OUT, "--jobs", "1"])
        for what, number in changes:
            path = archive / "more" / f"{number}.sgn"
            if what == "add":
                (archive / "more" / f"{number}x.sgn").write_bytes(sgn("1. D8-C8 D12-D13"))
            elif what == "drop":
                path.unlink(missing_ok=True)
            elif what == "touch":
                path.write_bytes(sgn("1. D8-D1"))
                os.utime(path, ns=(10**18, 10**18 + number))
            else:
                with (archive / "games.jsonl").open("ab") as file:
                    file.write(dumps(record(MOVES)) + b"\n")
        seen = counted(patched)
        run(["validate", "in", "-q", "-o", OUT, "--jobs", "1", "--resume"])
        grown = sum(what == "grow" for what, _ in changes)
        assert len(seen) <= (100 if grown else 0) + 25 * len(changes)
        after = result(folder)
        run(["validate", "in", "-q", "-o", OUT, "--jobs", "1", "--force"])
        assert result(folder) == after


def test_what_is_of_no_use_does_not_pile_up(cli: Cli):
    filled(Path())
    for number in range(12):
        with Path("in/packed.jsonl.zst").open("ab") as file:
            file.write(encoded(record(MOVES, tags={"Round": str(number)}), ".jsonl.zst"))
        assert cli("validate", "in", "-o", OUT, *(["--resume"] if number else [])).code == 1
    grown = Path(f"{OUT}.journal").stat().st_size
    cli("validate", "in", "-o", OUT, "--force")
    assert grown < 1.5 * Path(f"{OUT}.journal").stat().st_size


SCRIPT = """
import os, signal, sys
from struckle_cli.services import runs, kept, manifest, validate
for module in (runs, kept, manifest):
    module.RANGE = 2000
kept.Kept.step, runs.SMALL = 2000, 500
left, judge, how = int(sys.argv[1]), validate.judge, sys.argv[2]

def deadly(reading, *rest):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), getattr(signal, how))
    return judge(reading, *rest)

validate.judge = deadly
from struckle_cli.__main__ import main
sys.argv = ["struckle", *sys.argv[3:]]
main()
"""


def dying(folder: Path, after: int, how: str, *more: str) -> subprocess.CompletedProcess[bytes]:
    words = [sys.executable, "-c", SCRIPT, str(after), how, "validate", "in", "-q", "--jobs", "1", *more]
    environment = child_environment(PYTHONPATH=str(ROOT))
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, check=False, timeout=60)


@pytest.mark.parametrize(
    ("after", "how"), [(40, "SIGKILL"), (70, "SIGKILL"), (100, "SIGINT"), (90, "SIGTERM")]
)
def test_a_run_that_is_ended_at_any_time_goes_on(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int, how: str
):
    shutil.copytree(whole / "in", tmp_path / "in")
    ran = dying(tmp_path, after, how, "-o", OUT)
    assert ran.returncode == (-signal.SIGKILL if how == "SIGKILL" else 130)
    assert (b"--resume goes on" in ran.stderr) == (how != "SIGKILL")
    assert not (tmp_path / OUT).exists()
    assert not (tmp_path / f"{OUT}.manifest.json").exists()
    monkeypatch.chdir(tmp_path)
    assert run(["validate", "in", "-q", "-o", OUT]) == 2
    seen = counted(monkeypatch)
    assert run(["validate", "in", "-q", "-o", OUT, "--resume", "--jobs", "1"]) == 1
    assert 150 - after <= len(seen) < 150
    assert result(tmp_path) == result(whole)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "in",
        OUT,
        f"{OUT}.journal",
        f"{OUT}.manifest.json",
    ]


def test_parts_of_a_folder_are_whole_and_those_of_an_older_run_go(cli: Cli, monkeypatch: pytest.MonkeyPatch):
    filled(Path())
    wanted = cli("validate", "in", "--format", "jsonl").raw
    ended = dying(Path.cwd(), 60, "SIGINT", "-o", "out/")
    assert ended.returncode == 130
    assert not Path("out/manifest.json").exists()
    cli("validate", "in", "-o", "out", "--resume", "--jobs", "1")
    names = sorted(path.name for path in Path("out").iterdir())
    parts_there = names[2:]
    assert names[:2] == [".journal", "manifest.json"]
    assert parts_there == [f"part-{number:05}.jsonl.zst" for number in range(len(parts_there))]
    rows = [unpacked(Path("out", name)) for name in parts_there]
    assert b"".join(rows) == wanted
    assert {part.count(b"\n") for part in rows[:-1]} == {7}
    made = json.loads(Path("out/manifest.json").read_bytes())
    assert [row["file"] for row in made["outputs"]] == parts_there
    shutil.rmtree("in/more")
    cli("validate", "in", "-o", "out/", "--resume")
    left = sorted(Path("out").glob("part-*"))
    assert b"".join(map(unpacked, left)) == cli("validate", "in", "--format", "jsonl").raw
    assert len(left) < len(parts_there)


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
