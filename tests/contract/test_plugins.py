"""Games of other distributions: an entry point brings one, a broken one is one line and no crash."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GOOD = """
from tests.contract.toy import make
GAME = make({name!r})
"""


def _distribution(folder: Path, module: str, code: str, points: str | None = None) -> None:
    """What an installer leaves behind: a module, and a folder with its metadata."""
    (folder / f"{module}.py").write_text(code)
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    points = f"{module} = {module}:GAME" if points is None else points
    (info / "entry_points.txt").write_text(f"[struckle_cli.games]\n{points}\n")


def _run(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    path = os.pathsep.join((str(folder), str(ROOT)))
    environment = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "-m", "struckle_cli", *arguments], cwd=folder, env=environment, text=True,
        encoding="utf-8", capture_output=True, timeout=60, check=False,
    )  # fmt: skip


def _games(done: "subprocess.CompletedProcess[str]") -> list[str]:
    assert done.returncode == 0, done.stderr
    return [game["name"] for game in json.loads(done.stdout)["games"]]


def test_an_entry_point_brings_a_game(tmp_path: Path) -> None:
    _distribution(tmp_path, "beads", GOOD.format(name="beads"))
    listed = _run(tmp_path, "games", "--json")
    names = _games(listed)
    assert (names[-1], "castle" in names, listed.stderr) == ("beads", True, "")
    assert "beads" in _run(tmp_path, "games").stdout
    assert json.loads(_run(tmp_path, "perft", "beads", "--json").stdout) == {"counts": [1, 12, 113]}
    assert _run(tmp_path, "new", "beads", "-o", "game.sgn", "--most", "3").returncode == 0
    assert _run(tmp_path, "move", "game.sgn", "a3").returncode == 0
    # Worker processes know it too.
    assert _run(tmp_path, "validate", "game.sgn", "--jobs", "2").returncode == 0


BROKEN = {
    "ImportError": ("import no_such_module_anywhere\n", "ModuleNotFoundError"),
    "SyntaxError": ("GAME = (\n", "SyntaxError"),
    "wrong object": ("GAME = {'name': 'x'}\n", "TypeError"),
    "no such object": ("OTHER = 1\n", "AttributeError"),
    "name of a built-in game": (GOOD.format(name="castle"), "castle"),
    "name of another plug-in": (GOOD.format(name="afirst"), "afirst"),
    "SystemExit at import": ("import sys\nsys.exit('leave')\n", "SystemExit"),
    "error of many lines": ("raise ValueError('one\\ntwo\\nthree')\n", "ValueError: one"),
    "error without words": ("raise RuntimeError\n", "RuntimeError"),
    "endless recursion": ("def f():\n    f()\nf()\n", "RecursionError"),
}


@pytest.mark.parametrize("why", BROKEN)
def test_a_broken_plug_in_is_one_reported_line(tmp_path: Path, why: str) -> None:
    code, told = BROKEN[why]
    _distribution(tmp_path, "afirst", GOOD.format(name="afirst"))
    _distribution(tmp_path, "broken", code)
    done = _run(tmp_path, "games", "--json")
    names = _games(done)
    assert "castle" in names
    assert names[-1] == "afirst"
    assert "broken" not in names
    (line,) = done.stderr.splitlines()
    assert "broken" in line
    assert told in line


@pytest.mark.parametrize("why", ["ImportError", "SystemExit at import"])
def test_other_games_work_beside_a_broken_plug_in(tmp_path: Path, why: str) -> None:
    _distribution(tmp_path, "broken", BROKEN[why][0])
    done = _run(tmp_path, "perft", "castle", "--depth", "1", "--json")
    assert (done.returncode, done.stdout) == (0, '{"counts":[1,60]}\n')
    record = {"format": 1, "game": "broken", "moves": [], "result": None}
    (tmp_path / "game.json").write_text(json.dumps(record))
    checked = _run(tmp_path, "validate", "game.json", "--format", "jsonl")
    assert checked.returncode == 1
    assert json.loads(checked.stdout)["problems"][0]["code"] == "record.game"


@pytest.mark.parametrize("points", ["broken", "broken = ", "broken = broken:", "broken = broken GAME", "="])
def test_a_malformed_entry_point_is_no_crash(tmp_path: Path, points: str) -> None:
    _distribution(tmp_path, "broken", GOOD.format(name="broken"), points)
    done = _run(tmp_path, "games", "--json")
    assert "castle" in _games(done)
    assert "broken" not in _games(done)
    assert len(done.stderr.splitlines()) <= 1


def test_a_distribution_that_is_found_twice_counts_once(tmp_path: Path) -> None:
    """The working folder and PYTHONPATH name the same place here; an editable install may do the same."""
    _distribution(tmp_path, "beads", GOOD.format(name="beads"))
    listed = _run(tmp_path, "games", "--json")
    assert (_games(listed).count("beads"), listed.stderr) == (1, "")
