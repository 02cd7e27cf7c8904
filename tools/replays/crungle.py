"""The games of `replays/crungle/`, always the same ones: scripts of `crungle_games`, played at a `Table`.

Seeds are tried in order until the whole script of a game can be done.
"""

from random import Random

from struckle_cli.engine.binding import bind
from struckle_cli.games.crungle import GAME
from struckle_cli.replay.document import FORMAT, Document
from struckle_cli.services.canonical import canonical
from tools.replays.crungle_games import GAMES, Plan
from tools.replays.crungle_table import Stuck, Table

SEED = 20261130


def records() -> dict[str, list[Document]]:
    """The recorded games by the names of their files."""
    return {name: [played(plan) for plan in plans] for name, plans in GAMES.items()}


def played(plan: Plan) -> Document:
    """The game of a plan. Raises `ValueError` if no seed of some thousands gets through its script."""
    start = bind(GAME, plan.setup).start
    for attempt in range(5000):
        seed = f"{SEED}:crungle:{plan.event}:{plan.purple}:{plan.orange}:{attempt}"
        table = Table(start, Random(seed))
        try:
            for step in plan.script:
                step(table)
        except Stuck:
            continue
        return canonical(_document(plan, table), GAME)
    raise ValueError(f"no seed gets through the script of {plan.event}")


def _document(plan: Plan, table: Table) -> Document:
    return Document(
        format=FORMAT, game=GAME.name, tags={"Event": plan.event, "Date": plan.date, **dict(plan.tags)},
        players={"purple": plan.purple, "orange": plan.orange}, setup=plan.setup, moves=table.moves,
        result=GAME.outcome(table.state) or plan.given, notes=table.notes,
    )  # fmt: skip
