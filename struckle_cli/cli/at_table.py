"""`--bot SEAT=NAME` and what goes with it: who of the players is a program, and what it may spend."""

import shlex
from collections.abc import Collection, Sequence
from typing import Annotated, NamedTuple

import typer

from struckle_cli.core.bots import Budget
from struckle_cli.core.errors import UsageError, short
from struckle_cli.core.game import AnyGame
from struckle_cli.core.nearest import edit_distance
from struckle_cli.engine.bots import NAMES
from struckle_cli.services.company import Bot, bot_named

Bots = Annotated[
    list[str],
    typer.Option(
        "--bot", metavar="SEAT=BOT",
        help="A seat that a program plays: random, greedy or search; search:5000 looks at so many positions "
        "a move, search:2s takes so long. May be given again.",
    ),
]  # fmt: skip
Names = Annotated[
    list[str],
    typer.Option("--name", metavar="SEAT=TEXT", help="Who plays a seat of a new game; may be given again."),
]
Seed = Annotated[int | None, typer.Option("--seed", metavar="N", help="Fixes what bots choose by chance.")]
Nodes = Annotated[
    int | None,
    typer.Option("--nodes", metavar="N", min=1, help="Positions that a bot may look at for a move."),
]
Think = Annotated[
    float | None, typer.Option("--think", metavar="SECONDS", help="How long a bot may think about a move.")
]
_EXAMPLES = {"--bot": "greedy", "--name": "Ana"}
LONGEST = 3600.0
"""Seconds a bot can be given for a move."""


class Company(NamedTuple):
    """What was said of the players: bots and names by seat, the seed, and the words that say it again."""

    bots: dict[str, Bot]
    names: dict[str, str]
    seed: int
    words: list[str]

    def again(self, path: str, more: Sequence[str] = ()) -> str:
        """The command that goes on with a game in the same company; `more` are other options of it."""
        return shlex.join(["struckle", "play", path, *self.words, *more])

    def need(self, game: AnyGame, seated: Collection[str]) -> None:
        """Raises `UsageError` for a bot or a name whose seat takes no part in the game."""
        for seat in [*self.bots, *self.names]:
            if seat not in seated:
                why = f"{seat} takes no part in this game of {game.title}, only {', '.join(seated)} do"
                raise UsageError(why, code="usage.seat")


def company(
    game: AnyGame, bots: Sequence[str], names: Sequence[str], seed: int | None, nodes: int | None,
    think: float | None,
) -> Company:  # fmt: skip
    """Who plays. Raises `UsageError` with the nearest seat or bot for one that there is not."""
    words = [word for text in bots for word in ("--bot", text)]
    for flag, value in (("--seed", seed), ("--nodes", nodes), ("--think", think)):
        if value is not None:
            if not bots:
                raise UsageError(f"{flag} says how bots play; --bot SEAT=BOT brings one", code="usage.bot")
            words += [flag, f"{value:g}" if isinstance(value, float) else str(value)]
    if think is not None and not 0 < think <= LONGEST:
        raise UsageError(f"--think takes seconds, more than 0, up to {LONGEST:.0f}", code="usage.bot")
    usual = Budget() if nodes is None and think is None else Budget(nodes=nodes, seconds=think)
    if seed is None:
        from random import SystemRandom

        seed = SystemRandom().randrange(1 << 31)
    made = {seat: _bot(text, usual, seed) for seat, text in _by_seat(game, "--bot", bots).items()}
    return Company(made, _by_seat(game, "--name", names), seed, words)


def _by_seat(game: AnyGame, flag: str, given: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in given:
        seat, sign, text = word.partition("=")
        if not sign or not text:
            why = f"{flag} takes SEAT=TEXT, not {word!r}; for example {flag} {_example(game, flag, word)}"
            raise UsageError(why, code="usage.seat")
        known = {name.lower(): name for name in game.seats}.get(seat.lower())
        if known is None:
            raise UsageError(
                f"{game.title} has no seat {seat!r}; did you mean {_near(seat, game.seats)}? "
                f"It has {', '.join(game.seats)}",
                code="usage.seat",
            )
        if known in found:
            raise UsageError(f"{flag} is given twice for {known}", code="usage.seat")
        found[known] = text
    return found


def _example(game: AnyGame, flag: str, word: str) -> str:
    """What may have been meant by a word without its seat, or without what is said of the seat."""
    seats = {name.lower(): name for name in game.seats}
    seat = seats.get(word.rstrip("=").lower(), game.seats[1])
    named = flag == "--bot" and word.partition(":")[0].lower() in NAMES
    return f"{seat}={word if named else _EXAMPLES[flag]}"


def _near(word: str, known: Sequence[str]) -> str:
    return min(known, key=lambda name: edit_distance(name.lower(), word.lower()))


def _bot(text: str, usual: Budget, seed: int) -> Bot:
    """A bot as it was typed: its name, perhaps with nodes or seconds behind a colon."""
    name, sign, amount = text.partition(":")
    if name.lower() not in NAMES:
        near = _near(name, NAMES)
        why = f"there is no bot {short(name)!r}; did you mean {near}? There are {', '.join(NAMES)}"
        raise UsageError(why, code="usage.bot")
    return bot_named(name.lower() + sign + amount, usual, seed)


def player_names(game: AnyGame, made: Company) -> dict[str, str]:
    """The names that a new record gives its players: bots are named after what they are."""
    named = {seat: f"{bot.name} (bot)" for seat, bot in made.bots.items()} | made.names
    return {seat: named[seat] for seat in game.seats if seat in named}
