"""What a second worker gains in time on one large file, and what it costs in work."""

import statistics
from pathlib import Path
from typing import Final

from . import corpus
from .plan import Part, Plan
from .process import Command, Needs, cores, needs, ours, rounds
from .table import Bar, markdown

FASTER: Final = 1.7
MORE_WORK: Final = 1.15
QUICK_TIMES: Final = 5
"""How much longer the file is than others in a quick run: a worker's own start would weigh too much."""


def _files(plan: Plan) -> dict[str, Path]:
    """The large files: the same Castle records in each encoding that is cut into pieces in its own way."""
    plies = plan.plies * (QUICK_TIMES if plan.quick else 1)
    plan.tell(f"Castle file with {plies:,} plies (made once)")
    castle = corpus.castle(plan.work, plies)
    files = {"JSON Lines": castle.path}
    if not plan.quick:
        plan.tell("the same as text and as MessagePack (made once)")
        files["text"] = corpus.encoded(castle, ".sgn")
        files["MessagePack"] = corpus.encoded(castle, ".msgpack")
    return files


def compared(one: list[Needs], two: list[Needs]) -> tuple[float, float]:
    """How many times as fast two workers are as one, by the clock, and their CPU time beside its."""
    wall = [statistics.median(run.wall for run in runs) for runs in (one, two)]
    cpu = [statistics.median(run.cpu for run in runs) for runs in (one, two)]
    return wall[0] / wall[1], cpu[1] / cpu[0]


def jobs(plan: Plan) -> Part:
    """`validate --jobs 2` beside `--jobs 1` on large files, interleaved; CPU time of all processes."""
    if cores() < 2:
        plan.tell("notice: this process may use one core only, so two workers cannot be faster: jobs skipped")
        bars = (Bar("two workers, times one", None, FASTER), Bar("their CPU, times one's", None, MORE_WORK))
        return Part("(not measured: one core)", bars)
    files = _files(plan)
    commands = [
        Command(f"{label}, --jobs {number}", ours("validate", str(path), "--jobs", str(number)))
        for label, path in files.items()
        for number in (1, 2)
    ]
    found: dict[str, list[Needs]] = {command.label: [] for command in commands}
    for run, command in rounds(plan.runs, commands):
        found[command.label].append(needs(command))
        last = found[command.label][-1]
        plan.tell(f"run {run}/{plan.runs}: {command.label} {last.wall:.2f} s, {last.cpu:.2f} s of CPU")
    rows: list[list[str]] = []
    marks: list[Bar] = []
    for label, path in files.items():
        pair = [found[f"{label}, --jobs {number}"] for number in (1, 2)]
        faster, work = compared(*pair)
        walls = [statistics.median(run.wall for run in runs) for runs in pair]
        cpus = [statistics.median(run.cpu for run in runs) for runs in pair]
        rows.append(
            [label, f"{path.stat().st_size / 1e6:.0f}", f"{walls[0]:.2f}", f"{walls[1]:.2f}", f"{faster:.2f}",
             f"{cpus[0]:.2f}", f"{cpus[1]:.2f}", f"{work:.2f}"]
        )  # fmt: skip
        marks += [
            Bar(f"{label}: two workers, times one", faster, FASTER),
            Bar(f"{label}: CPU of two workers, times one's", work, MORE_WORK, at_most=True),
        ]
    head = ["Input", "MB", "one, s", "two, s", "times as fast", "one, CPU s", "two, CPU s", "times the CPU"]
    return Part(markdown(head, rows), tuple(marks))
