"""How much stronger each bot is than the one below it, over seeded games with the seats exchanged.

For tuning there is one match alone: `python -m tools.bench.bots castle search greedy --games 40 --nodes 500`,
which is `struckle match` with the bots' names in a row.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from struckle_cli import registry
from struckle_cli.core.bots import DEFAULT_NODES, Budget
from struckle_cli.services.match import MAX_PLIES, Match, arranged, entrants
from struckle_cli.services.series import Standing, series, wilson
from struckle_cli.services.validate import cores

from .plan import Part, Plan
from .table import Bar, markdown

SEED: Final = 20261130
GAMES: Final = 200
QUICK_GAMES: Final = 12
PAIRS: Final = (("greedy", "random"), ("search", "greedy"))


@dataclass(frozen=True)
class Contest:
    """How a game is played, and the least score (in per cent) that the better bot is to reach.

    With `surely` it is the lower end of the interval that has to reach it. At more seats than two a game
    without an end counts no more for the better bot than its seats do.
    """

    game: str
    least: float
    surely: bool = False
    nodes: int = DEFAULT_NODES
    max_plies: int = MAX_PLIES
    winnable: bool = False


CONTESTS: Final = (
    Contest("castle", 75, nodes=200),
    Contest("struckle", 25, surely=True, nodes=500),
    Contest("crungle", 75, winnable=True),
    Contest("stricken", 65, nodes=300),
    Contest("struggle", 50, surely=True, nodes=500),
)
"""Nodes are so many that 200 games of each take half an hour of one core; more make `search` stronger."""


def bots(plan: Plan, games: int | None = None) -> Part:
    """`greedy` against `random` and `search` against `greedy`, in every game."""
    count = games or (QUICK_GAMES if plan.quick else GAMES)
    rows, bars = [], []
    for contest in CONTESTS:
        for pair in PAIRS:
            begun = perf_counter()
            found = _played(contest, pair, count)
            rows.append(_row(contest, pair, found, perf_counter() - begun))
            bars.append(_bar(contest, pair, found))
            plan.tell(" | ".join(rows[-1]))
    head = ["Match", "Games", "Nodes", "Won", "Halves", "Lost", "No end", "Score", "95 % interval", "Plies",
            "ms an answer", "s"]  # fmt: skip
    return Part(markdown(head, rows), tuple(bars))


def _played(contest: Contest, pair: tuple[str, str], count: int) -> Standing:
    game = registry.lookup(contest.game)
    assert game is not None
    match = arranged(
        Match(
            game=game, entrants=entrants(pair, Budget(nodes=contest.nodes)), seed=SEED,
            max_plies=contest.max_plies, winnable=contest.winnable,
        )
    )  # fmt: skip
    standing = Standing(match)
    for played in series(match, range(1, count + 1), cores()):
        standing.add(played)
    return standing


def _points(found: Standing) -> float:
    """The better bot's points. Games without an end count as its seats do, and half where these are half."""
    score = found.scores[0]
    return score.wins + (score.shared + score.draws) / 2 + score.unfinished * min(0.5, found.fair(0))


def _row(contest: Contest, pair: tuple[str, str], found: Standing, seconds: float) -> list[str]:
    score, points = found.scores[0], _points(found)
    low, high = wilson(points, found.games)
    counts = (score.wins, score.shared + score.draws, score.losses, score.unfinished)
    where = ", one against three" if len(found.match.seatings) > 2 else ""
    return [
        f"{found.match.game.title}: {pair[0]} against {pair[1]}{where}", f"{found.games}",
        f"{contest.nodes:,}", *map(str, counts), f"{100 * points / found.games:.1f} %",
        f"{100 * low:.1f} to {100 * high:.1f} %", f"{sum(found.plies) / found.games:.0f}",
        f"{1000 * score.seconds / max(1, score.answers):.1f}", f"{seconds:.0f}",
    ]  # fmt: skip


def _bar(contest: Contest, pair: tuple[str, str], found: Standing) -> Bar:
    points = _points(found)
    value = wilson(points, found.games)[0] if contest.surely else points / found.games
    what = "at least, with 95 % confidence" if contest.surely else "of the points"
    name = f"{found.match.game.title}: {pair[0]} against {pair[1]}, % {what}"
    return Bar(name, 100 * value, contest.least)


def main(arguments: Sequence[str] | None = None) -> int:
    """One match for tuning, as `struckle match` plays it."""
    from struckle_cli.cli.app import run

    given = list(sys.argv[1:] if arguments is None else arguments)
    names = 1
    while names < len(given) and not given[names].startswith("-"):
        names += 1
    wanted = [word for name in given[1:names] for word in ("--bot", name)]
    return run(["match", *given[:1], *wanted, *given[names:]])


if __name__ == "__main__":
    sys.exit(main())
