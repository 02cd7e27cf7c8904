"""Start-up in multiples of an interpreter that does nothing, and peak memory on a long file."""

import shutil
import sys
from typing import Final

from . import corpus
from .process import BenchError, Command, cpu_seconds, interleaved, medians, ours, peak_kib
from .speed import Part, Plan
from .table import Bar, markdown

BARE: Final = "python -c pass"
SMALL_BYTES: Final = 40_000_000
LARGE_BYTES: Final = 1_000_000_000
LIMITS: Final = {"--version": 1.5, "validate, one small file": 9.0, "--help": 9.0}


def startup(plan: Plan, runs: int) -> Part:
    """Median CPU time of short commands against `python -c pass`."""
    small = str(corpus.first_record(plan.work, corpus.castle(plan.work, plan.plies)))
    commands = [
        Command(BARE, [sys.executable, "-c", "pass"]),
        Command("--version", ours("--version")),
        Command("validate, one small file", ours("validate", small)),
        Command("--help", ours("--help")),
    ]
    plan.tell(f"start-up, {runs} runs each")
    for command in commands:
        cpu_seconds(command)  # not counted: writes the byte code, fills the page cache
    middle = medians(interleaved(commands, runs))
    rows = [
        [command.label, f"{middle[command.label] * 1000:.1f}", f"{middle[command.label] / middle[BARE]:.2f}"]
        for command in commands
    ]
    found = [
        Bar(f"start-up: {label}", middle[label] / middle[BARE], limit, at_most=True)
        for label, limit in LIMITS.items()
    ]
    return Part(markdown(["Command", "CPU ms", "times bare Python"], rows), tuple(found))


def memory(plan: Plan) -> Part:
    """Peak memory of `validate` on 40 MB and on 1 GB of JSON Lines; the files are removed afterwards."""
    needed = SMALL_BYTES + LARGE_BYTES + 200_000_000
    free = shutil.disk_usage(plan.work).free
    if free < needed:
        raise BenchError(
            f"the memory part needs {needed / 1e9:.1f} GB in {plan.work}, {free / 1e9:.1f} GB are free"
        )
    path = plan.work / "memory.jsonl"
    rows: list[list[str]] = []
    try:
        for size in (SMALL_BYTES, LARGE_BYTES):
            plan.tell(f"memory: {size / 1e6:.0f} MB")
            made = corpus.castle_bytes(path, size)
            peak = peak_kib(Command("memory", ours("validate", str(path), "--jobs", "1")))
            rows.append([f"{made.size / 1e6:.0f} MB", f"{made.records:,}", f"{peak / 1024:.1f}"])
    finally:
        path.unlink(missing_ok=True)
        path.with_name(path.name + ".part").unlink(missing_ok=True)
    return Part(markdown(["JSON Lines", "Records", "Peak MiB"], rows))
