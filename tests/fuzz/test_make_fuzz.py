"""What `make fuzz` says and does: its exit codes, and where a find goes."""

import subprocess
import sys
from pathlib import Path

from tests.fuzz.samples import ROOT

BREAKING = """
import sys
from tests.fuzz import __main__ as fuzz, targets

def broken(data):
    raise ValueError("broken")

targets.TARGETS["gz"] = targets.TARGETS["gz"]._replace(run=broken)
sys.argv = ["fuzz", "gz", "--plain", "--seconds", "1", "--seed", "1"]
sys.exit(fuzz.main())
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )  # fmt: skip


def test_nothing_found_is_0_and_the_seed_is_told(tmp_path: Path) -> None:
    done = run(tmp_path, "-m", "tests.fuzz", "gz", "--plain", "--seconds", "1", "--seed", "5")
    assert done.returncode == 0, done.stderr
    assert "(seed 5), 0 finds" in done.stdout
    assert "nothing was found" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_target_that_there_is_not_is_2_and_all_are_named(tmp_path: Path) -> None:
    done = run(tmp_path, "-m", "tests.fuzz", "chess-line")
    assert done.returncode == 2
    assert {"there is no target chess-line", "castle-line", "sweeps"} <= set(done.stdout.split("\n"))


def test_a_find_is_1_and_is_kept(tmp_path: Path) -> None:
    done = run(tmp_path, "-c", BREAKING)
    assert done.returncode == 1, done.stderr
    (find,) = (tmp_path / ".fuzz/finds/gz").iterdir()
    assert find.read_bytes()
    assert f"mv .fuzz/finds/gz/{find.name} tests/fuzz/corpus/gz/" in done.stdout
