"""Other games than Castle: how fast `validate` streams them, beside Castle in the same run."""

import sys
from typing import Final

from . import corpus
from .process import Command, interleaved, medians, ours
from .speed import Part, Plan
from .table import markdown

GAMES: Final = 10_000
QUICK_GAMES: Final = 1_000
QUICK_BELOW: Final = 1_000_000
BARE: Final = "python -c pass"


def others(plan: Plan) -> Part:
    """10,000 random games each of Struckle, Stricken, Struggle, Crungle (twice), and Castle beside them.

    Crungle's games end when somebody wins, so they are short; they share some rule sets, or have one each.
    """
    games = QUICK_GAMES if plan.plies < QUICK_BELOW else GAMES
    plan.tell(f"files of the other games with {games:,} games each, one of Castle (made once)")
    files = {
        "Struckle": corpus.struckle(plan.work, games),
        "Stricken": corpus.stricken(plan.work, games),
        "Struggle": corpus.struggle(plan.work, games),
        "Crungle, 100 rule sets": corpus.crungle(plan.work, games, 100),
        "Crungle, a rule set each": corpus.crungle(plan.work, games // 4, 0),
    }
    files["Castle"] = corpus.castle(plan.work, files["Struckle"].plies)
    commands = [
        Command(name, ours("validate", str(made.path), "--jobs", "1")) for name, made in files.items()
    ]
    commands.append(Command(BARE, [sys.executable, "-c", "pass"]))
    middle = medians(interleaved(commands, plan.runs, plan.tell))
    castle = files["Castle"].plies / middle["Castle"]
    rows = []
    for name, made in files.items():
        rate = made.plies / middle[name]
        rows.append(
            [name, f"{made.records:,}", f"{made.plies:,}", f"{middle[name]:.2f}", f"{rate:,.0f}",
             f"{rate / castle:.2f}", f"{middle[name] / middle[BARE]:,.0f}"]
        )  # fmt: skip
    head = ["Game", "Records", "Plies", "CPU s", "Plies/s", "of Castle's", "times bare Python"]
    return Part(markdown(head, rows))
