"""What is imported on the way of small commands, which decides how quickly they start."""

import os
import subprocess
import sys

import pytest

from tests.cli.crungle_support import PROVED, crungle, item
from tests.cli.support import ROOT, child_environment, dumps, encoded, record, sgn

HEAVY = {"rich", "pydantic", "tabulate", "importlib.metadata", "multiprocessing", "concurrent.futures",
         "tqdm", "wcwidth", "xml", "asyncio", "dask", "distributed"}  # fmt: skip
WRAPPER = """
import atexit, sys
atexit.register(lambda: print("MODULES", *sorted(sys.modules), file=sys.stderr))
sys.argv[0] = "struckle"
from struckle_cli.__main__ import main
main()
"""

TO_PROMPT = """
import os, sys

class Watch:
    def find_spec(self, name, path=None, target=None):
        if name == "prompt_toolkit":
            os.write(int(os.environ["TOLD"]), " ".join(sorted(sys.modules)).encode())
            os._exit(0)

sys.meta_path.insert(0, Watch())
sys.argv[0] = "struckle"
from struckle_cli.__main__ import main
main()
"""


def imported(folder, *arguments: str, code: int = 0) -> set[str]:
    """The modules in `sys.modules` when the command ends."""
    environment = child_environment(PYTHONPATH=str(ROOT))
    done = subprocess.run(
        [sys.executable, "-c", WRAPPER, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        check=False,
    )
    assert done.returncode == code, done.stderr
    last = done.stderr.decode().splitlines()[-1].split()
    assert last[0] == "MODULES"
    return set(last[1:])


def heavy(modules: set[str], *more: str) -> set[str]:
    unwanted = HEAVY | set(more)
    return {name for name in modules if name in unwanted or name.split(".")[0] in unwanted}


@pytest.fixture
def files(tmp_path):
    (tmp_path / "g.sgn").write_bytes(sgn("1. D8-C8"))
    (tmp_path / "b.sgn").write_bytes(sgn("1. D8-D1"))
    (tmp_path / "g.json").write_bytes(dumps(record(["D8-C8"])))
    (tmp_path / "g.jsonl.zst").write_bytes(encoded(record(["D8-C8"]), ".jsonl.zst"))
    (tmp_path / "g.msgpack").write_bytes(encoded(record(["D8-C8"]), ".msgpack"))
    return tmp_path


def test_version_imports_next_to_nothing(tmp_path):
    modules = imported(tmp_path, "--version")
    assert heavy(modules, "typer", "msgspec", "msgpack", "backports", "json", "inspect") == set()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["validate", "--help"],
        ["validate", "g.sgn"],
        ["validate", "g.json", "--format", "json"],
        ["validate", "g.jsonl.zst", "--format", "jsonl"],
        ["validate", "."],
        ["validate", "g.sgn", "--format", "github"],
        ["validate", "g.sgn", "--report", "jsonl=out.jsonl"],
        ["move", "g.sgn", "Q12-Q11"],
        ["render", "g.sgn"],
    ],
)
def test_small_commands_import_nothing_heavy(files, arguments):
    (files / "b.sgn").unlink()
    assert heavy(imported(files, *arguments)) == set()


def test_a_broken_file_imports_nothing_heavy_either(files):
    assert heavy(imported(files, "validate", "b.sgn", code=1)) == set()
    assert heavy(imported(files, "validate", "gone.sgn", code=3)) == set()
    (files / "b.json").write_bytes(b"{")
    assert heavy(imported(files, "validate", "b.json", code=1)) == set()


def test_help_imports_no_command(tmp_path):
    modules = imported(tmp_path, "--help")
    assert not {
        name for name in modules if name.startswith("struckle_cli.cli.") and name.endswith("_command")
    }


def test_only_what_is_read_is_imported(files):
    assert "msgpack" not in imported(files, "validate", "g.sgn")
    assert "backports.zstd" not in imported(files, "validate", "g.sgn")
    assert "msgpack" in imported(files, "validate", "g.msgpack")


SEARCH = {f"struckle_cli.games.crungle.{name}" for name in ("solver", "versus", "graph")}


@pytest.fixture
def crungles(tmp_path):
    (tmp_path / "g.sgn").write_bytes(crungle(f"M2:9? {PROVED}", {"winners": ["orange"], "reason": "bet"}))
    (tmp_path / "g.json").write_bytes(dumps(item("M14:1 M2:9")))
    (tmp_path / "b.sgn").write_bytes(crungle("M14:1 accept"))
    (tmp_path / "open.sgn").write_bytes(crungle("M14:1"))
    return tmp_path


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        (0, ["validate", "g.sgn"]),
        (0, ["validate", "g.json", "--format", "jsonl"]),
        (1, ["validate", "g.json", "--strict"]),
        (1, ["validate", "b.sgn"]),
        (0, ["verify", "g.sgn"]),
        (0, ["move", "open.sgn", "M2:9", "?"]),
        (0, ["moves", "g.sgn"]),
        (0, ["render", "g.sgn"]),
        (0, ["show", "g.sgn"]),
        (0, ["solve", "open.sgn"]),
    ],
)
def test_small_commands_on_crungle_import_nothing_heavy(crungles, code, arguments):
    modules = imported(crungles, *arguments, code=code)
    assert heavy(modules) == set()
    assert "struckle_cli.games.castle" not in modules


def test_validate_imports_no_solver(crungles):
    assert SEARCH & imported(crungles, "validate", "g.sgn") == set()
    assert imported(crungles, "solve", "open.sgn", "--versus") >= SEARCH


@pytest.mark.parametrize(
    "arguments", [["--version"], ["--help"], ["validate", "--help"], ["validate", "c.sgn"]]
)
def test_no_game_is_imported_that_is_not_needed(tmp_path, arguments):
    (tmp_path / "c.sgn").write_bytes(sgn("1. D8-C8"))
    games = {
        name.split(".")[2]
        for name in imported(tmp_path, *arguments)
        if name.startswith("struckle_cli.games.")
    }
    assert games == ({"castle"} if arguments[-1] == "c.sgn" else set())


def test_only_the_game_of_the_record_is_imported(files):
    """A game's tables are built when one of its records is met, and its modules not before."""

    def games(modules: set[str]) -> set[str]:
        return {name.split(".")[2] for name in modules if name.startswith("struckle_cli.games.")}

    (files / "s.json").write_bytes(dumps({"format": 1, "game": "struckle", "moves": ["D-"], "result": None}))
    assert games(imported(files, "validate", "g.sgn")) == {"castle"}
    assert games(imported(files, "validate", "s.json")) == {"struckle"}
    assert games(imported(files, "--help")) == set()


@pytest.mark.parametrize(("game", "prompt"), [("castle", "white> "), ("stricken", "nobody else looks> ")])
def test_board_and_prompt_are_there_before_the_editor_is_imported(tmp_path, game, prompt):
    """Importing prompt_toolkit takes as long as all else; meanwhile the player looks at the board."""
    reader, writer = os.pipe()
    near, far = os.openpty()
    child = subprocess.Popen(
        [sys.executable, "-c", TO_PROMPT, "play", game], stdin=far, stdout=far, stderr=far, cwd=tmp_path,
        env=child_environment(PYTHONPATH=str(ROOT), TOLD=str(writer)), pass_fds=[writer],
    )  # fmt: skip
    os.close(writer)
    shown = b""
    while not shown.decode("utf-8", "ignore").endswith(prompt):
        shown += os.read(near, 1 << 16)
    with os.fdopen(reader) as told:
        modules = set(told.read().split())
    assert child.wait(20) == 0
    os.close(near)
    os.close(far)
    assert heavy(modules, "asyncio", "prompt_toolkit", "readline") == set()
    assert "struckle_cli.cli.screen" in modules
    others = {"castle", "stricken"} - {game}
    assert not {
        name for name in modules for other in others if name.startswith(f"struckle_cli.games.{other}")
    }


def test_play_imports_no_editor_where_nobody_types(tmp_path):
    modules = imported(tmp_path, "play", "castle")
    assert heavy(modules, "asyncio", "prompt_toolkit", "readline", "curses") == set()
