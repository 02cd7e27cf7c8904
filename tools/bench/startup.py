"""Start-up in multiples of an interpreter that does nothing, and how soon `play` asks for a move."""

import statistics
import sys
from typing import Final

from . import corpus
from .plan import Part, Plan
from .process import Command, cpu_seconds, interleaved, medians, ours
from .prompt import seconds_to_end, seconds_to_prompt
from .table import Bar, markdown

BARE: Final = "python -c pass"
LIMITS: Final = {"--version": 1.5, "validate, one small file": 9.0, "--help": 9.0}
GAMES: Final = ("castle", "struckle", "stricken")
"""Games that are asked for a move at once; before others the players choose something."""
TO_PROMPT: Final = 2.0
"""How often the time of the bare command `play` may take until it asks."""


def startup(plan: Plan, runs: int) -> Part:
    """Median CPU time of short commands against `python -c pass`, and time to the first prompt of `play`."""
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
    asked, bars = _to_prompt(plan, runs)
    table = markdown(["Command", "CPU ms", "times bare Python"], rows)
    return Part(f"{table}\n\n{asked}", (*found, *bars))


def _to_prompt(plan: Plan, runs: int) -> tuple[str, list[Bar]]:
    """Median time until `play` asks for a move at a terminal, against the command without arguments."""
    plan.tell(f"time to the first prompt, {runs} runs each")
    bare = Command("struckle, without arguments", ours(), expect=2)
    times: dict[str, list[float]] = {bare.label: [], **{game: [] for game in GAMES}}
    for _ in range(runs + 1):
        times[bare.label].append(seconds_to_end(bare))
        for game in GAMES:
            times[game].append(seconds_to_prompt(ours("play", game)))
    middle = {label: statistics.median(values[1:]) for label, values in times.items()}  # the first warms up
    label = {game: f"play {game}, to its first prompt" for game in GAMES} | {bare.label: bare.label}
    rows = [
        [label[key], f"{value * 1000:.0f}", f"{value / middle[bare.label]:.2f}"]
        for key, value in middle.items()
    ]
    bars = [
        Bar(f"start-up: {label[game]}, times the bare command", middle[game] / middle[bare.label], TO_PROMPT,
            at_most=True)
        for game in GAMES
    ]  # fmt: skip
    return markdown(["Command", "ms", "times the bare command"], rows), bars
