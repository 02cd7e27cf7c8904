"""The programs we are compared with, and what each is given to read."""

import importlib.util
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from . import corpus
from .plan import Plan
from .process import BenchError, Command, ours

PYTHON_CHESS: Final = "python-chess"
PGN_EXTRACT: Final = "pgn-extract"
DEBIAN_GAMES: Final = "/usr/games/pgn-extract"  # where Debian puts it, often not on PATH

Argv = Callable[[Path], list[str]]


@dataclass(frozen=True)
class Reader:
    """A program at a file. `one` is a file with the first game alone, which tells what starting it costs."""

    label: str
    argv: Argv
    whole: corpus.Corpus
    one: corpus.Corpus
    fault: str | None = None

    def commands(self) -> tuple[Command, Command]:
        """On the whole file, and on the one game."""
        return (
            Command(self.label, self.argv(self.whole.path), self.fault),
            Command(f"{self.label}, one game", self.argv(self.one.path), self.fault),
        )


def validate(path: Path) -> list[str]:
    """Our program on one core."""
    return ours("validate", str(path), "--jobs", "1")


def pgn_extract() -> str | None:
    """The program's path, if it is installed."""
    return shutil.which(PGN_EXTRACT) or shutil.which(DEBIAN_GAMES)


def peers(plan: Plan) -> list[Reader]:
    """python-chess and pgn-extract on one chess file; one that is missing is left out, with a notice."""
    if importlib.util.find_spec("chess") is None:
        plan.tell("notice: python-chess is not installed (pip install chess): chess programs skipped")
        return []
    plan.tell(f"chess file with {plan.chess_plies:,} plies (made once)")
    whole, one = corpus.chess(plan.work, plan.chess_plies), corpus.chess(plan.work, 1)
    script = str(Path(__file__).with_name("readpgn.py"))
    found = [Reader(PYTHON_CHESS, lambda path: [sys.executable, "-P", script, str(path)], whole, one)]
    if program := pgn_extract():
        found.append(
            Reader(PGN_EXTRACT, lambda path: [program, "-r", "-s", str(path)], whole, one, "Line number:")
        )
    else:
        plan.tell("notice: pgn-extract is not installed (apt-get install pgn-extract): skipped")
    return found


def need_ours() -> None:
    """Raises `BenchError` where our program cannot be started at all."""
    if importlib.util.find_spec("struckle_cli") is None:
        raise BenchError("struckle_cli cannot be imported here; --no-ours measures the other programs alone")
