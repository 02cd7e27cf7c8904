"""How soon random rule sets of Crungle are solved, and for how many of them best play can be worked out."""

from collections import Counter
from random import Random
from time import process_time
from typing import Final

from struckle_cli.core.solution import Limits
from struckle_cli.games.crungle import GAME
from struckle_cli.games.crungle.solver import solve
from struckle_cli.games.crungle.state import State
from struckle_cli.games.crungle.versus import versus

from .plan import Part, Plan
from .table import Bar, markdown

SEED: Final = 20261130
SETS: Final = 200
QUICK_SETS: Final = 40
VERSUS_SETS: Final = 20
VERSUS_STATES: Final = 2_000_000
QUICK_STATES: Final = 25_000
GIVE_UP: Final = 60.0
"""Seconds after which a search is left undecided, so that a run ends."""


def _starts(count: int) -> list[State]:
    """The starts of seeded random rule sets."""
    rng = Random(SEED)
    found = []
    for _ in range(count):
        setup, faults = GAME.read_setup(GAME.deal(rng, {}) if GAME.deal else {})
        assert setup is not None, faults
        found.append(GAME.initial(setup))
    return found


def solving(plan: Plan) -> Part:
    """`solve` on random rule sets: the distribution of CPU seconds in one process, and of the answers."""
    starts = _starts(QUICK_SETS if plan.quick else SETS)
    plan.tell(f"{len(starts)} rule sets to solve")
    times, lengths, undecided = [], [], 0
    for state in starts:
        begun = process_time()
        answer = solve(state, Limits(seconds=GIVE_UP))
        times.append(process_time() - begun)
        undecided += not answer.decided
        lengths.append(answer.plies or 0)
    times.sort()
    count = len(times)
    soon = 100 * sum(t <= 0.3 for t in times) / count
    rows = [
        [
            f"{count}", *(f"{seconds:.3f}" for seconds in (times[count // 2], sum(times) / count)),
            f"{times[count * 95 // 100]:.3f}", f"{times[-1]:.2f}", f"{soon:.1f} %", f"{undecided}",
            f"{lengths.count(0) - undecided}", f"{max(lengths)}",
        ]
    ]  # fmt: skip
    head = ["Rule sets", "Median s", "Mean s", "95% s", "Worst s", "Within 0.3 s", "Undecided",
            "No win at all", "Longest shortest win"]  # fmt: skip
    bars = (
        Bar("% of rule sets solved within 0.3 s", soon, 90, 95),
        Bar("worst rule set, seconds", times[-1], 9, 5, at_most=True),
    )
    return Part(markdown(head, rows), bars)


def best_play(plan: Plan) -> Part:
    """`solve --versus` on random rule sets: how many are decided within a number of positions."""
    limit = QUICK_STATES if plan.quick else VERSUS_STATES
    starts = _starts(VERSUS_SETS)
    plan.tell(f"{len(starts)} rule sets for best play, up to {limit:,} positions each")
    values: Counter[str] = Counter()
    begun = process_time()
    for state in starts:
        values[versus(state, Limits(states=limit)).value or "undecided"] += 1
    spent = process_time() - begun
    head = ["Rule sets", "Positions at most", "Won", "Lost", "Neither", "Undecided", "CPU s"]
    kinds = [str(values[kind]) for kind in ("win", "loss", "neither", "undecided")]
    return Part(markdown(head, [[f"{len(starts)}", f"{limit:,}", *kinds, f"{spent:.0f}"]]))
