"""Bots at the table: which there are, what they may spend, and where their chance comes from."""

from random import Random
from typing import NamedTuple

from struckle_cli.core.bots import Budget, Scene
from struckle_cli.core.errors import UsageError
from struckle_cli.engine.bots import NAMES, chooser


class Bot(NamedTuple):
    """A player that is a program. `seed` fixes its choices, if the budget is in nodes."""

    name: str
    budget: Budget = Budget()
    seed: int = 0

    def answer(self, scene: Scene, seat: str) -> str:
        """What the bot types in a scene; it depends on scene, seat and seed, and on no earlier answer."""
        chance = Random(f"{self.seed} {seat} {len(scene.tokens)} {scene.rolls}")
        return chooser(scene.game, self.name)(scene, seat, self.budget, chance)


def bot_named(name: str, budget: Budget | None = None, seed: int = 0) -> Bot:
    """The bot of that name. Raises `UsageError` for a name that is none."""
    if name not in NAMES:
        raise UsageError(f"there is no bot {name!r}; there are {', '.join(NAMES)}", code="usage.bot")
    return Bot(name, Budget() if budget is None else budget, seed)
