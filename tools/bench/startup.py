"""Start-up in multiples of an interpreter that does nothing."""

import sys
from typing import Final

from . import corpus
from .plan import Part, Plan
from .process import Command, cpu_seconds, interleaved, medians, ours
from .table import Bar, markdown

BARE: Final = "python -c pass"
LIMITS: Final = {"--version": 1.5, "validate, one small file": 9.0, "--help": 9.0}


def startup(plan: Plan, runs: int) -> Part:
    """Median CPU time of short commands against `python -c pass`."""
    small = str(corpus.castle(plan.work, 1).path)
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
