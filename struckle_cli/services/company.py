"""Bots at the table: which there are, what they may spend, and where their chance comes from."""

import re
from random import Random
from typing import NamedTuple

from struckle_cli.core.bots import Budget, Scene
from struckle_cli.core.errors import UsageError, counted, short
from struckle_cli.core.nearest import edit_distance
from struckle_cli.engine.bots import NAMES, chooser

_NODES = re.compile(r"[1-9][0-9]{0,11}\Z")
_SECONDS = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)s\Z")
_NAMED = " (bot)"
"""What stands behind a bot's name where a record names its players."""


LONGEST = 3600.0
"""Seconds that a bot can be given for one answer."""


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
    """The bot that is meant by a name, or by a name with a budget of its own: `search:5000`, `search:2s`.

    Raises `UsageError` with the nearest name for one that is none.
    """
    word, colon, words = name.partition(":")
    known = word.lower()
    if known not in NAMES:
        near = min(NAMES, key=lambda item: edit_distance(item, known[:60]))
        why = f"there is no bot {short(word)!r}; did you mean {near}? There are {', '.join(NAMES)}"
        raise UsageError(why, code="usage.bot")
    if colon:
        budget = budget_of(words)
    return Bot(known, Budget() if budget is None else budget, seed)


def name_of(bot: Bot) -> str:
    """What a record calls a bot: `greedy (bot)`, `search:5000 (bot)`, `search:2s (bot)`.

    A budget that the name cannot hold (positions and seconds at once) is left out.
    """
    nodes, seconds = bot.budget.nodes, bot.budget.seconds
    amounts = [f"{nodes}"] if seconds is None else [f"{seconds:g}s"] if nodes is None else []
    for amount in amounts if bot.budget != Budget() else ():
        if is_name(f"{bot.name}:{amount}{_NAMED}"):
            return f"{bot.name}:{amount}{_NAMED}"
    return f"{bot.name}{_NAMED}"


def is_name(text: str) -> bool:
    """Whether a record that names a player so means a bot that there is."""
    return bot_called(text) is not None


def bot_called(text: str, usual: Budget | None = None, seed: int = 0) -> Bot | None:
    """The bot that a player's name in a record means (`name_of`); None for a person or an unknown bot."""
    if not text.endswith(_NAMED):
        return None
    try:
        return bot_named(text.removesuffix(_NAMED), usual, seed)
    except UsageError:
        return None


def budget_of(words: str) -> Budget:
    """What one answer may cost, as it is typed: `5000` positions, `2s` or `0.5s`.

    Raises `UsageError` for what is neither.
    """
    seconds = _SECONDS.match(words)
    if seconds is not None:
        return budget_given(None, float(seconds[1]))
    if _NODES.match(words):
        return Budget(nodes=int(words))
    why = f"a bot may look at so many positions (5000) or think so long (2s), not {short(words)!r}"
    raise UsageError(why, code="usage.bot")


def budget_given(nodes: int | None, seconds: float | None) -> Budget:
    """What is meant by positions, by seconds, by both (whichever is met first), or by neither.

    Raises `UsageError` for seconds that cannot be thought.
    """
    if nodes is None and seconds is None:
        return Budget()
    if seconds is not None and not 0 < seconds <= LONGEST:  # nor is anything that is no number
        raise UsageError(f"a bot thinks for more than 0 and up to {LONGEST:.0f} seconds", code="usage.bot")
    return Budget(nodes=nodes, seconds=seconds)


def told(budget: Budget) -> str:
    """A budget in words: `1,000 nodes`, `0.5 s`."""
    parts = [] if budget.nodes is None else [counted(budget.nodes, "node")]
    parts += [] if budget.seconds is None else [f"{budget.seconds:g} s"]
    return " or ".join(parts) or "no limit"
