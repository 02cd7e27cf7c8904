"""Laws of `play`: whenever it is broken off, its files are a game that can be gone on with."""

import re
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from struckle_cli.services.loading import load
from tests.cli.breaking_support import Broken, broken_runs
from tests.cli.struggle_play_support import WAYS, begin, session
from tests.cli.support import leftovers, sgn

SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"]


class Script(NamedTuple):
    """A game in a folder, and what is typed for each of some plies that follow."""

    name: str
    typed: tuple[str, ...]
    before: int = 0

    def lines(self, done: int = 0) -> str:
        return "".join(self.typed[done:])


def moves_of(path: Path) -> list[str]:
    return load(str(path)).document.moves


def told(run: Broken) -> int:
    """How many plies the players were told of as played and saved."""
    saved = run.out.partition("NOT saved")[0]
    return max((int(found) for found in re.findall(r"^ply (\d+):", saved, re.MULTILINE)), default=0)


def castle(cli: Any, base: Path) -> Script:
    (base / "g.sgn").write_bytes(sgn())
    return Script("g.sgn", ("D8-C8\n", "Q12-Q11\n"))


def stricken(cli: Any, base: Path) -> Script:
    assert cli("new", "stricken", "-o", base / "g.sgn").code == 0
    return Script("g.sgn", ("\nF2[1b1-1a1]\n", "\npass\n"))


def struggle(cli: Any, base: Path) -> Script:
    """Two plies with the dice of a seed, which are the same whenever they are thrown."""
    begin(cli, name="try.sgn")
    for path in sorted(Path().glob("try.sgn*")):
        shutil.copy(path, base / path.name.replace("try", "g"))
    typed: list[str] = []
    for _ in range(2):
        typed.append(f"\n\n{WAYS.findall(session(cli, chr(10) * 2 + 'moves', 'try.sgn'))[0]}\n")
        session(cli, typed[-1], "try.sgn")
    return Script("g.sgn", tuple(typed))


GAMES = {"castle": castle, "stricken": stricken, "struggle": struggle}


@pytest.fixture
def base(tmp_path):
    (tmp_path / "run").mkdir()
    return tmp_path / "run"


def gone_on_with(cli: Any, run: Broken, script: Script) -> None:
    """The game is played on to the end of the script, and is whole then; nothing is left over."""
    path = run.folder / script.name
    done = len(moves_of(path))
    ran = cli("play", path, stdin=script.lines(done).encode())
    assert (ran.code, ran.err) == (0, ""), run.moment
    assert len(moves_of(path)) == len(script.typed), run.moment
    assert leftovers(run.folder) == []
    keys = sorted(run.folder.glob("*.secrets"))
    ran = cli("reveal", path, *keys) if keys else cli("validate", path)
    assert (ran.code, "still hidden" in ran.out) == (0, False), run.moment


@pytest.mark.parametrize("game", GAMES)
def test_killed_at_any_call_it_loses_at_most_the_ply_that_is_written(cli, base, game):
    script = GAMES[game](cli, base)
    step = 1 if game == "castle" else 2
    runs = broken_runs(base, ["play", script.name], script.lines(), "SIGKILL", step=step)
    whole = moves_of(runs[-1].folder / script.name)
    assert len(whole) == len(script.typed)
    assert {run.code for run in runs[:-1]} == {-9}
    seen = set()
    for run in runs:
        moves = moves_of(run.folder / script.name)
        seen.add(len(moves))
        assert len(moves) >= told(run), run.moment
        if game != "stricken":  # the nonce of an order is another each time
            assert moves == whole[: len(moves)]
        gone_on_with(cli, run, script)
    assert seen == set(range(len(script.typed) + 1))


@pytest.mark.parametrize("number", SIGNALS)
def test_asked_to_end_it_leaves_everything_in_order(cli, base, number):
    script = castle(cli, base)
    step = 2 if number == "SIGINT" else 9
    for run in broken_runs(base, ["play", script.name], script.lines(), number, step=step):
        moves = moves_of(run.folder / script.name)
        assert run.code in (0, 130)
        assert len(moves) >= told(run), run.moment
        assert leftovers(run.folder) == [], run.moment
        assert "Traceback" not in run.err
        gone_on_with(cli, run, script)


@pytest.mark.parametrize("width", [1, 9])
@pytest.mark.parametrize("game", ["castle", "struggle"])
def test_a_disk_that_is_full_for_a_while_is_said_and_loses_nothing(cli, base, game, width):
    script = GAMES[game](cli, base)
    runs = broken_runs(base, ["play", script.name], script.lines(), "fail", width=width, step=3)
    warned = 0
    for run in runs:
        moves = moves_of(run.folder / script.name)
        assert run.code in (0, 3), run.moment
        if run.code:
            assert "No space left" in run.out + run.err
        else:
            assert len(moves) == len(script.typed), run.moment
        warned += "NOT saved" in run.err
        gone_on_with(cli, run, script)
    assert warned >= len(script.typed)


@pytest.mark.parametrize("number", ["SIGKILL", "SIGINT"])
def test_a_game_that_is_broken_off_as_it_begins_has_its_secrets_or_is_none(cli, base, number):
    typed = "\npass\n\npass\n"
    runs = broken_runs(base, ["play", "stricken"], typed, number, step=4)
    begun = set()
    for run in runs:
        begun.add((run.folder / "stricken.sgn").exists())
        if (run.folder / "stricken.sgn").exists():
            gone_on_with(cli, run, Script("stricken.sgn", ("\npass\n", "\npass\n")))
    assert begun == {True, False}
