"""One game between bots, from a seed: who sits where, the deal, and the plies to the end.

Game N of a match (from 1) depends on the match's seed, on N, and on the bots alone, so it can be played
again by itself. Games come in rounds: the same deal as often as the bots can change seats.
"""

import contextlib
import time
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from struckle_cli.core.bots import Budget, Scene
from struckle_cli.core.errors import NotationError, StruckleError, UsageError, short
from struckle_cli.core.game import AnyGame
from struckle_cli.core.solution import Limits
from struckle_cli.engine.binding import bind
from struckle_cli.engine.bots import ROLL
from struckle_cli.engine.replayer import judge_token, play
from struckle_cli.replay.document import Document
from struckle_cli.services.company import Bot, bot_named, told
from struckle_cli.services.create import new_record
from struckle_cli.services.scenes import Scenes

MAX_PLIES = 1_000
"""Plies after which a game is left unfinished."""
DEALS_TRIED = 200
"""Deals that are drawn for one that can be won."""
SOLVER_STATES = 200_000
"""States that the solver may search to say whether a deal can be won."""


class BotError(StruckleError):
    """A bot has failed, or has answered with what is not legal: an error of the program, or of a plug-in."""

    exit_code = 70


class Entrant(msgspec.Struct, frozen=True):
    """A bot of a match, what one answer may cost, and the `name` that tells it from the others."""

    bot: str
    budget: Budget = Budget()
    label: str = ""

    @property
    def name(self) -> str:
        """What the table and the records call it."""
        return self.label or self.bot


def entrants(words: Sequence[str], budget: Budget | None = None) -> tuple[Entrant, ...]:
    """The bots that are meant by some words (`search`, `search:5000`), with `budget` where they name none.

    Raises `UsageError` for a word that means none.
    """
    found = []
    words = [word.lower() for word in words]
    for index, word in enumerate(words):
        bot = bot_named(word, budget)
        before = words[:index].count(word)
        found.append(Entrant(bot.name, bot.budget, f"{word} ({before + 1})" if before else word))
    return tuple(found)


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """What is played, by whom; `arranged` makes it. `setup` are set-up fields; what is missing is dealt.

    `seatings` say who sits where in the games of a round: for each seat, in seat order, an entrant's number.
    `opening` plies of each deal are random, the same in all games of a round. With `winnable` only deals
    are taken that the game's solver finds a win for.
    """

    game: AnyGame
    entrants: tuple[Entrant, ...]
    seatings: tuple[tuple[int, ...], ...] = ()
    setup: Mapping[str, Any] = {}
    seed: int = 0
    max_plies: int = MAX_PLIES
    opening: int = 0
    winnable: bool = False

    def place_of(self, number: int) -> tuple[int, int]:
        """Which deal (from 0) game `number` (from 1) has, and which game of its round (from 0) it is."""
        return divmod(number - 1, len(self.seatings))


def arranged(match: Match) -> Match:
    """The match with its seatings. Raises `UsageError` for a set-up or a number of bots that cannot be.

    As many bots as seats go round; of two at more seats one plays against the others, from each seat.
    """
    seats = len(seated(match.game, dealt(replace(match, winnable=False), 0)))
    count = len(match.entrants)
    if count == seats:
        seatings = [tuple((seat + turn) % count for seat in range(seats)) for turn in range(seats)]
    elif count == 2 and seats > 2:
        seatings = [tuple(int(seat != alone) for seat in range(seats)) for alone in range(seats)]
    else:
        sizes = "two" if seats == 2 else f"two or {seats}"
        why = f"a game of {match.game.title} with {seats} seats needs {sizes} bots, not {count}"
        raise UsageError(why, code="usage.bot")
    if match.winnable and match.game.solver is None:
        raise UsageError(f"{match.game.title} has no solver to say what can be won", code="usage.winnable")
    return replace(match, seatings=tuple(seatings))


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game that was played: its number, its record, and whose seats are whose (numbers of entrants).

    `answers` and `seconds` are by entrant: how often it was asked, and how long it took for all of that.
    """

    number: int
    document: Document
    seating: dict[str, int]
    answers: tuple[int, ...]
    seconds: tuple[float, ...]


def seated(game: AnyGame, fields: Mapping[str, Any]) -> tuple[str, ...]:
    """The seats that a set-up gives to players. Raises `UsageError` for one that cannot be."""
    bound = bind(game, fields)
    if bound.setup is None:
        raise UsageError("there can be no such game", code=bound.faults[0].code, faults=bound.faults)
    return game.seated(bound.setup)


def dealt(match: Match, deal: int) -> dict[str, Any]:
    """The set-up of a deal: the fields of the match, and what is missing drawn from the seed.

    Raises `UsageError` where none that can be won is found.
    """
    game, fields = match.game, dict(match.setup)
    if game.fewest is not None and "players" in {field.name for field in game.setup_fields}:
        fields.setdefault("players", max(game.fewest, len(match.entrants)))
    if game.dice is not None and game.dice.client(fields) is not None:
        why = "the dice of a match fall as its seed says, so they cannot be committed to beforehand"
        raise UsageError(why, code="usage.dice")
    for attempt in range(DEALS_TRIED if match.winnable else 1):
        found = fields
        if game.deal is not None:
            found = game.deal(Random(f"{match.seed} deal {deal} {attempt}"), fields)
        if not match.winnable or _winnable(game, found):
            return found
    raise UsageError(f"of {DEALS_TRIED} deals none can be won", code="usage.winnable")


def _winnable(game: AnyGame, fields: Mapping[str, Any]) -> bool:
    bound = bind(game, fields)
    if game.solver is None or bound.setup is None or game.outcome(bound.start) is not None:
        return False
    return bool(game.solver.solve(bound.start, Limits(states=SOLVER_STATES)).winnable)


def play_game(match: Match, number: int) -> Game:
    """Play game `number` (from 1) of a match. Raises `BotError` for a bot that fails."""
    return _Table(match, number).played()


class _Table:
    """One game in progress."""

    def __init__(self, match: Match, number: int) -> None:
        self.match, self.game, self.number = match, match.game, number
        self.deal, turn = match.place_of(number)
        fields = dealt(match, self.deal)
        self.seating = dict(zip(seated(match.game, fields), match.seatings[turn], strict=True))
        names = {seat: match.entrants[index].name for seat, index in self.seating.items()}
        self.document = new_record(match.game, fields, names, _tags(match, number), (), ()).document
        bound = bind(self.game, fields)
        self.setup, self.start = bound.setup, bound.start
        self.states = [self.start]
        self.scenes = Scenes(self.game) if self.game.secrets is not None else None
        self.bots = {seat: self._bot(match.entrants[index]) for seat, index in self.seating.items()}
        self.first = bot_named("random", seed=_seed(f"{match.seed} opening {self.deal}"))
        self.answers = [0] * len(match.entrants)
        self.seconds = [0.0] * len(match.entrants)

    def _bot(self, entrant: Entrant) -> Bot:
        return bot_named(entrant.bot, entrant.budget, _seed(f"{self.match.seed} game {self.number}"))

    @property
    def state(self) -> Any:
        """The position after the last ply, with nothing hidden."""
        return self.states[-1]

    def played(self) -> Game:
        """Play to the end, or to the most plies there may be."""
        moves, game = self.document.moves, self.game
        while len(moves) < self.match.max_plies and (seat := game.to_move(self.state)) is not None:
            self._turn(seat)
        self.document.result = game.outcome(self.state)
        return Game(
            number=self.number,
            document=self.document,
            seating=self.seating,
            answers=tuple(self.answers),
            seconds=tuple(self.seconds),
        )

    def _turn(self, seat: str) -> None:
        """One ply, or a mark on the last one; at dice as many throws as the bot asks for."""
        game, rolls, throw = self.game, "", None
        if game.dice is not None:
            throw = game.dice.drawn(Random(f"{self.match.seed} dice {self.deal} {len(self.document.moves)}"))
            rolls = game.dice.roll("", "", throw)
        while True:
            answer = self._answer(seat, rolls)
            token = f"{rolls}={answer}" if rolls else answer
            if self._plays(seat, token):
                return
            if game.dice is None or throw is None:
                raise self._illegal(seat, token)
            try:
                rolls = game.dice.roll(rolls, "" if answer == ROLL else answer, throw)
            except NotationError:
                raise self._illegal(seat, token) from None

    def _answer(self, seat: str, rolls: str) -> str:
        scene, entrant = self._scene(seat, rolls), self.seating[seat]
        opening = len(self.document.moves) < self.match.opening
        bot = self.first if opening else self.bots[seat]
        begun = time.perf_counter()
        try:
            answer = bot.answer(scene, seat)
        except Exception as error:
            said = f"{type(error).__name__}: {short(str(error))}"
            raise self._failed(seat, f"has failed ({said})", "bot.failed") from error
        if not isinstance(answer, str):  # a plug-in's own
            raise self._failed(seat, f"gave no answer but {short(answer)}", "bot.failed")
        if not opening:
            self.seconds[entrant] += time.perf_counter() - begun
            self.answers[entrant] += 1
        return answer

    def _scene(self, seat: str, rolls: str) -> Scene:
        if self.scenes is not None:
            return self.scenes.scene(self.document, seat, rolls)
        return Scene(
            game=self.game, setup=self.setup, start=self.start, state=self.state,
            tokens=list(self.document.moves), rolls=rolls,
        )  # fmt: skip

    def _plays(self, seat: str, token: str) -> bool:
        """Play a token or work a mark in, if that is legal."""
        game, moves = self.game, self.document.moves
        if game.mark is not None and (marked := game.mark(moves, token)) is not None:
            return isinstance(marked, list) and self._again(marked)
        state, played = play(game, self.state, [token])
        if not played:
            return False
        move = game.parse_move(token)
        if game.warning is not None and game.warning(self.state, move) is not None:
            return False  # it would stand only because nobody objects
        moves.append(game.format_move(move))
        self.states.append(state)
        return True

    def _again(self, moves: Sequence[str]) -> bool:
        """Go on from changed moves, if they are legal."""
        old = self.document.moves
        changed = next((n for n, token in enumerate(moves) if n >= len(old) or token != old[n]), len(moves))
        states = self.states[: changed + 1]
        for token in moves[changed:]:
            state, played = play(self.game, states[-1], [token])
            if not played:
                return False
            states.append(state)
        self.document.moves[:], self.states = moves, states
        return True

    def _illegal(self, seat: str, token: str) -> BotError:
        why = "it would stand only because nobody objects"
        with contextlib.suppress(ValueError):  # it has the shape of a move, and could stand
            why = judge_token(self.game, self.state, token, len(self.states)).message
        return self._failed(seat, f"answered {short(token)!r}, which is not legal: {why}", "bot.illegal")

    def _failed(self, seat: str, what: str, code: str) -> BotError:
        name = self.match.entrants[self.seating[seat]].name
        where = f"game {self.number} of seed {self.match.seed}, ply {len(self.states)}"
        return BotError(f"{where}: the bot {name} ({seat}) {what}", code=code)


def _seed(words: str) -> int:
    return Random(words).getrandbits(63)


def _tags(match: Match, number: int) -> dict[str, str]:
    """What the record says of the match, so that the game can be played again."""
    tags = {"Event": "struckle match", "Round": str(number), "Seed": str(match.seed)}
    budgets = dict.fromkeys(told(entrant.budget) for entrant in match.entrants)
    if len(budgets) == 1:
        tags["Budget"] = next(iter(budgets))
    if match.opening:
        tags["Opening"] = str(match.opening)
    return tags
