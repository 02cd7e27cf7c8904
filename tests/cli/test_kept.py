"""Results that a run can go on with: `--output`, `--resume`, journals and manifests."""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from struckle_cli.cli.app import run
from struckle_cli.services import journal, runs
from tests.cli.kept_support import MOVES, OUT, SCRIPT, STEP, Cli, counted, filled, made_small, result, told
from tests.cli.support import ROOT, child_environment, dumps, encoded, record, sgn, unpacked


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    made_small(monkeypatch)


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
@example([("back", 3), ("back", 17)])
@given(
    st.lists(
        st.tuples(st.sampled_from(["add", "drop", "touch", "back", "grow"]), st.integers(0, 19)), max_size=4
    )
)
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
            elif what == "back":  # as large as before, and its time of change put back
                if path.exists():
                    before = path.stat()
                    path.write_bytes(path.read_bytes().replace(b"D8-C8", b"D8-D1"))
                    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
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
