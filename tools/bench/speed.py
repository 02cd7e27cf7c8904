"""Plies a second of whole processes: ours, python-chess, pgn-extract; and ours on compressed input."""

import importlib.util
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from . import corpus
from .process import BenchError, Command, interleaved, medians, ours
from .table import Bar, markdown

OURS: Final = "struckle validate"
PYTHON_CHESS: Final = "python-chess"
PGN_EXTRACT: Final = "pgn-extract"
DEBIAN_GAMES: Final = "/usr/games/pgn-extract"  # where Debian puts it, often not on PATH

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """What the command line asks for."""

    work: Path
    plies: int
    chess_plies: int
    runs: int
    with_ours: bool
    tell: Tell


@dataclass(frozen=True)
class Part:
    """What one part of the benchmark found."""

    text: str
    bars: tuple[Bar, ...] = ()


def pgn_extract() -> str | None:
    """The program's path, if it is installed."""
    return shutil.which(PGN_EXTRACT) or shutil.which(DEBIAN_GAMES)


def _chess_file(plan: Plan) -> corpus.Corpus | None:
    """The PGN file, or None with a notice where neither program could read it or nothing can make it."""
    if importlib.util.find_spec("chess") is None:
        plan.tell("notice: python-chess is not installed (pip install chess): chess programs skipped")
        return None
    plan.tell(f"chess file with {plan.chess_plies} plies (made once)")
    return corpus.chess(plan.work, plan.chess_plies)


def _commands(plan: Plan, castle: corpus.Corpus, pgn: corpus.Corpus | None) -> list[tuple[Command, int]]:
    """The processes to compare, with the plies each reads."""
    found: list[tuple[Command, int]] = []
    if plan.with_ours:
        found.append((Command(OURS, ours("validate", str(castle.path), "--jobs", "1")), castle.plies))
    if pgn is None:
        return found
    script = str(Path(__file__).with_name("readpgn.py"))
    found.append((Command(PYTHON_CHESS, [sys.executable, "-P", script, str(pgn.path)]), pgn.plies))
    if program := pgn_extract():
        found.append(
            (Command(PGN_EXTRACT, [program, "-r", "-s", str(pgn.path)], fault="Line number:"), pgn.plies)
        )
    else:
        plan.tell("notice: pgn-extract is not installed (apt-get install pgn-extract): skipped")
    return found


def speed(plan: Plan) -> Part:
    """The comparison, all in one interleaved series."""
    plan.tell(f"Castle file with {plan.plies} plies (made once)")
    castle = corpus.castle(plan.work, plan.plies)
    compared = _commands(plan, castle, _chess_file(plan))
    times = interleaved([command for command, _ in compared], plan.runs, plan.tell)
    middle = medians(times)
    rate = {command.label: plies / middle[command.label] for command, plies in compared}
    mine = rate.get(OURS)
    rows = [
        [
            command.label,
            f"{plies:,}",
            f"{middle[command.label]:.2f}",
            f"{min(times[command.label]):.2f}..{max(times[command.label]):.2f}",
            f"{rate[command.label]:,.0f}",
            f"{mine / rate[command.label]:.2f}" if mine else "-",
        ]
        for command, plies in compared
    ]

    def ratio(label: str) -> float | None:
        return mine / rate[label] if mine and label in rate else None

    return Part(
        markdown(["Process", "Plies", "CPU s", "Range", "Plies/s", "Ours is x times"], rows),
        (
            Bar("times python-chess", ratio(PYTHON_CHESS), 15, 50),
            Bar("times pgn-extract", ratio(PGN_EXTRACT), 0.5, 1.5),
        ),
    )


def compressed(plan: Plan) -> Part:
    """The same records plain, as `.gz` and as `.zst`."""
    castle = corpus.castle(plan.work, plan.plies)
    files: dict[str, Path | None] = {
        "plain": castle.path,
        ".gz": corpus.gzipped(castle),
        ".zst": corpus.zstandard(castle),
    }
    if files[".zst"] is None:
        plan.tell("notice: neither the package zstandard nor the program zstd is installed: .zst skipped")
    commands = [
        Command(label, ours("validate", str(path), "--jobs", "1"))
        for label, path in files.items()
        if path is not None
    ]
    middle = medians(interleaved(commands, plan.runs, plan.tell))
    rows = []
    for command in commands:
        path = files[command.label]
        assert path is not None
        seconds = middle[command.label]
        size = path.stat().st_size / 1e6
        rows.append([command.label, f"{size:.1f}", f"{seconds:.2f}", f"{seconds / middle['plain']:.2f}"])
    return Part(markdown(["Input", "MB", "CPU s", "times plain"], rows))


def need_ours() -> None:
    """Raises `BenchError` where our program cannot be started at all."""
    if importlib.util.find_spec("struckle_cli") is None:
        raise BenchError("struckle_cli cannot be imported here; --no-ours measures the other programs alone")
