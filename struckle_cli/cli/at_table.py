"""`--bot SEAT=NAME` and what goes with it: who of the players is a program, and what it may spend."""

import shlex
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, NamedTuple

import typer

from struckle_cli.core.errors import UsageError, short
from struckle_cli.core.game import AnyGame
from struckle_cli.core.nearest import edit_distance
from struckle_cli.engine.bots import NAMES
from struckle_cli.services.company import Bot, bot_called, bot_named, budget_given, is_name, name_of

Bots = Annotated[
    list[str],
    typer.Option(
        "--bot", metavar="SEAT=BOT",
        help="A seat that a program plays: random, greedy or search; search:5000 looks at so many positions "
        "a move, search:2s takes so long. May be given again. SEAT=person takes over from the bot that a "
        "record names.",
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
PERSON = ("person", "none")
"""What `--bot` says of a seat that no bot is to play."""
_EXAMPLES = {"--bot": "greedy", "--name": "Ana"}


class Company(NamedTuple):
    """What was said of the players: bots and names by seat, the seed, and the words that say it again."""

    bots: dict[str, Bot]
    names: dict[str, str]
    seed: int
    texts: dict[str, str]
    """What `--bot` said of a seat, a person included."""
    budget: list[str]
    """The words that say what bots may spend."""
    chance: list[str]
    """The words that fix the seed."""
    again_too: tuple[str, ...] = ()
    """The seats whose bots the record names, and no option."""

    def again(self, path: str, players: Mapping[str, str], more: Sequence[str] = ()) -> str:
        """The command that goes on with a game in the same company; `more` are other options of it.

        What the record's names of its players say already is left out.
        """
        words: list[str] = []
        for seat, text in self.texts.items():
            if self.bots.get(seat) != bot_called(players.get(seat, ""), None, self.seed):
                words += ["--bot", f"{seat}={text}"]
        unsaid = [
            seat for seat, bot in self.bots.items()
            if bot != bot_called(players.get(seat, ""), None, self.seed)
        ]  # fmt: skip
        words += self.budget if unsaid else []
        words += self.chance if self.bots else []
        return shlex.join(["struckle", "play", path, *words, *more])

    def need(self, game: AnyGame, seated: Collection[str]) -> None:
        """Raises `UsageError` for a bot or a name whose seat takes no part in the game."""
        for seat in [*self.bots, *self.names]:
            if seat not in seated:
                why = f"{seat} takes no part in this game of {game.title}, only {', '.join(seated)} do"
                raise UsageError(why, code="usage.seat")

    @property
    def notice(self) -> str:
        """What is said at the start of bots that play on because the record names them."""
        told = [f"{seat} is played by the bot {self.bots[seat].name} again" for seat in self.again_too]
        if not told:
            return ""
        return f"{', '.join(told)}, as the record says (--bot {self.again_too[0]}=person takes it over)"


def company(
    game: AnyGame, bots: Sequence[str], names: Sequence[str], seed: int | None, nodes: int | None,
    think: float | None, players: Mapping[str, str] | None = None,
) -> Company:  # fmt: skip
    """Who plays; `players` are the names that a record gives the seats that take part.

    A seat of which no option says anything is played by the bot that the record names. Raises `UsageError`
    with the nearest seat or bot for one that there is not.
    """
    usual = budget_given(nodes, think)
    chance = [] if seed is None else ["--seed", str(seed)]
    if seed is None:
        from random import SystemRandom

        seed = SystemRandom().randrange(1 << 31)
    texts = _by_seat(game, "--bot", bots)
    made = {seat: bot_named(text, usual, seed) for seat, text in texts.items() if text.lower() not in PERSON}
    called = {
        seat: bot
        for seat, text in (players or {}).items()
        if seat not in texts and (bot := bot_called(text, usual, seed)) is not None
    }
    budget = [] if nodes is None else ["--nodes", str(nodes)]
    budget += [] if think is None else ["--think", f"{think:g}"]
    if not made and not called and [*chance, *budget]:
        flag = [*chance, *budget][0]
        raise UsageError(f"{flag} says how bots play; --bot SEAT=BOT brings one", code="usage.bot")
    named = _by_seat(game, "--name", names)
    for seat, text in named.items():
        if seat not in made and is_name(text):
            why = f"{short(text)!r} is how a record names a bot; --bot {seat}={text.split()[0]} brings it"
            raise UsageError(why, code="usage.seat")
    return Company(called | made, named, seed, texts, budget, chance, tuple(called))


def _by_seat(game: AnyGame, flag: str, given: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in given:
        seat, sign, text = word.partition("=")
        if not sign or not text:
            what = "SEAT=BOT" if flag == "--bot" else "SEAT=TEXT"
            example = _example(game, flag, word)
            why = f"{flag} takes {what}, not {short(word)!r}; for example {flag} {example}"
            raise UsageError(why, code="usage.seat")
        try:
            text.encode()
        except UnicodeEncodeError:
            raise UsageError(f"{short(text)!a} is not UTF-8", code="encoding.utf8") from None
        known = {name.lower(): name for name in game.seats}.get(seat.lower())
        if known is None:
            raise UsageError(
                f"{game.title} has no seat {short(seat)!r}; did you mean {_near(seat[:60], game.seats)}? "
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


def player_names(game: AnyGame, made: Company) -> dict[str, str]:
    """The names that a new record gives its players: bots are named after what they are."""
    named = {seat: name_of(bot) for seat, bot in made.bots.items()} | made.names
    return {seat: named[seat] for seat in game.seats if seat in named}
