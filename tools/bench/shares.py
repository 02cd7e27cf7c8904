"""Where the time of `validate` goes: loops in this process, each doing one stage more than the one before."""

import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from . import corpus
from .ours import Stages, load
from .speed import Part, Plan
from .table import markdown

PLIES: Final = 1_000_000
NAMES: Final = ("read lines", "decode", "look-up", "rules", "report and the rest")


def _read(path: Path) -> None:
    """Lines alone."""
    with path.open("rb") as lines:
        for _ in lines:
            pass


def _decode(path: Path, stages: Stages) -> None:
    """And a document of each."""
    decode = stages.decode
    with path.open("rb") as lines:
        for line in lines:
            decode(line)


def _look_up(path: Path, stages: Stages) -> None:
    """And each token in the table."""
    decode, look_up = stages.decode, stages.look_up
    with path.open("rb") as lines:
        for line in lines:
            look_up(decode(line))


def _rules(path: Path, stages: Stages) -> None:
    """And everything the rules say, which includes the look-ups."""
    decode, play = stages.decode, stages.play
    with path.open("rb") as lines:
        for line in lines:
            play(decode(line))


def _time(loop: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    begin = time.process_time()
    loop()
    return time.process_time() - begin


def shares(plan: Plan) -> Part:
    """Median CPU time of each stage: a loop less the loop before it."""
    stages = load()
    if stages is None:
        plan.tell("notice: tools/bench/ours.py does not find the stages of struckle_cli: shares skipped")
        return Part("(shares of time: not measured)")
    path = corpus.castle(plan.work, min(plan.plies, PLIES)).path
    loops: list[Callable[[], object]] = [
        lambda: _read(path),
        lambda: _decode(path, stages),
        lambda: _look_up(path, stages),
        lambda: _rules(path, stages),
        lambda: stages.service(path),
    ]
    plan.tell("shares of time")
    _rules(path, stages)  # not counted: fills the table of tokens
    times: list[list[float]] = [[] for _ in loops]
    for _ in range(plan.runs):
        for loop, found in zip(loops, times, strict=True):
            found.append(_time(loop))
    whole = [statistics.median(found) for found in times]
    steps = [after - before for before, after in zip([0.0, *whole], whole, strict=False)]
    rows = [[name, f"{step:.3f}", f"{step / whole[-1]:.0%}"] for name, step in zip(NAMES, steps, strict=True)]
    rows.append(["whole service", f"{whole[-1]:.3f}", "100%"])
    return Part(markdown(["Stage", "CPU s", "Share"], rows))
