"""Where the time of `validate` goes in each game: each process does one stage more than the one before."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from . import corpus
from .plan import Part, Plan
from .process import Command, output, rounds
from .speed import CASTLE, game_files
from .table import markdown

PLIES: Final = 1_000_000
GAMES: Final = 2_500
QUICK_SHARE: Final = 10
NAMES: Final = {
    "read": "read lines",
    "decode": "decode",
    "form": "form, set-up",
    "rules": "rules",
    "verdict": "verdict",
    "report": "report",
}


def steps(whole: Sequence[float]) -> list[float]:
    """What each stage takes alone, given what each takes with those before it; never less than nothing."""
    found = []
    reached = 0.0
    for seconds in whole:
        found.append(max(0.0, seconds - reached))
        reached = max(reached, seconds)
    return found


def _files(plan: Plan) -> dict[str, corpus.Corpus]:
    """The beginning of each game's file."""
    share = QUICK_SHARE if plan.quick else 1
    found = {CASTLE: corpus.castle(plan.work, min(plan.plies, PLIES // share))}
    for name, made in game_files(plan).items():
        found[name] = corpus.beginning(made, GAMES // share)
    return found


def _command(label: str, stage: str, path: Path) -> Command:
    return Command(f"{label}, {stage}", [sys.executable, "-m", "tools.bench.stages", stage, str(path)])


def shares(plan: Plan) -> Part:
    """The share of each stage, and what a record and a ply cost, start-up left out."""
    files = _files(plan)
    commands = [_command(label, stage, made.path) for label, made in files.items() for stage in NAMES]
    times: dict[str, list[float]] = {command.label: [] for command in commands}
    plan.tell(f"shares of time, {plan.runs} runs of {len(commands)} processes")
    for _, command in rounds(plan.runs, commands):
        times[command.label].append(float(output(command)))
    rows = []
    for label, made in files.items():
        alone = steps([min(times[f"{label}, {stage}"]) for stage in NAMES])  # noise only adds
        spent = sum(alone)
        rows.append(
            [label, *(f"{step / spent:.0%}" for step in alone), f"{spent / made.records * 1e6:,.1f}",
             f"{spent / made.plies * 1e6:.2f}"]
        )  # fmt: skip
    return Part(markdown(["Game", *NAMES.values(), "µs a record", "µs a ply"], rows))
