"""The toy game through the command line, in this process."""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from struckle_cli.cli.app import run

pytestmark = pytest.mark.usefixtures("toy_game")


class Result(NamedTuple):
    code: int
    out: str
    err: str


class Shell:
    """Runs commands in this process, and remembers what they printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: object) -> Result:
        code = run([str(item) for item in arguments])
        printed = self._capsys.readouterr()
        return Result(code, printed.out, printed.err)


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


def test_a_game_from_new_to_verify(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "game.sgn"
    setup = ("--bead-piles", "[2,1]", "--goal", "misere")
    assert shell("new", "toy", "-o", file, *setup, "--left", "Ana").code == 0
    refused = shell("move", file, "a9")
    assert refused.code == 1
    assert "toy.too-many" in refused.err
    assert shell("move", file, "a2").code == 0
    assert json.loads(shell("moves", file, "--json").out) == {
        "ply": 1, "to_move": "right", "moves": ["b1"], "complete": True,
    }  # fmt: skip
    assert shell("render", file).code == 0
    done = shell("move", file, "b1")
    assert (done.code, "win:left" in done.out) == (0, True)
    assert shell("validate", file).code == 0
    assert shell("verify", file).code == 0
    assert "Ana" in shell("show", file).out
    assert shell("undo", file, "2").code == 0
    assert shell("result", file, "win:right").code == 0
    packed = tmp_path / "game.msgpack.gz"
    assert shell("convert", file, packed).code == 0
    row = json.loads(shell("validate", packed, "--format", "jsonl").out)
    assert (row["game"], row["valid"]) == ("toy", True)
    assert row["result"] == {"winners": ["right"], "reason": "resign"}


def test_counting_and_positions(shell: Shell) -> None:
    assert json.loads(shell("perft", "toy", "--depth", "2", "--json").out) == {"counts": [1, 12, 113]}
    position = shell("perft", "toy", "--position", "2,1 right", "--depth", "3", "--json")
    assert json.loads(position.out) == {"counts": [1, 3, 5, 3]}
    assert shell("moves", "toy", "--position", "2,1 up").code == 2


def test_it_is_listed_and_told(shell: Shell) -> None:
    listed = json.loads(shell("games", "--json").out)["games"]
    assert [game["name"] for game in listed if game["name"] in ("castle", "toy")] == ["castle", "toy"]
    assert [game["seats"] for game in listed if game["name"] == "toy"] == [["left", "right"]]
    assert "Beads" in shell("rules", "toy").out
    assert json.loads(shell("schema", "toy").out)["properties"]["game"] == {"const": "toy"}
    assert "--bead-piles" in shell("new", "toy", "--help").out


@pytest.mark.parametrize("command", ["perft", "rules", "schema", "new"])
def test_a_game_that_is_not_there(shell: Shell, command: str) -> None:
    found = shell(command, "toi")
    assert found.code == 2
    assert "toy" in found.err
