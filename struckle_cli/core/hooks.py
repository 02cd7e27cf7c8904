"""What only some games bring: words of their own in play, a draft of the set-up, a solver."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from struckle_cli.core.solution import Forecast, Limits, Solution


class Shorthand(msgspec.Struct, frozen=True, kw_only=True):
    """A word that `play` takes for a token, and the line of help for it."""

    word: str
    token: str
    help: str


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """A pick that a player has to make before play: who, which, and the options with what they mean.

    `default` is the option that Enter alone takes; empty where there is none.
    """

    seat: str
    question: str
    options: list[tuple[str, str]]
    default: str = ""


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """How players choose a set-up in turn: the next pick (None when all are made), and taking its answer."""

    next_choice: Callable[[Mapping[str, Any]], Choice | None]
    take: Callable[[Mapping[str, Any], str], dict[str, Any]]


class Solver(msgspec.Struct, frozen=True, kw_only=True):
    """Answers about a game's positions; running into a limit leaves them undecided, never guessed.

    `position(state)` is the one that a question asked at `state` is about; `solve` and `versus` take that
    one, and it must be of a running game.
    """

    position: Callable[[Any], Any]
    solve: Callable[[Any, Limits], Solution]
    versus: Callable[[Any, Limits], Forecast]


Throw = Callable[[int, int], str]
"""`throw(roll, dice)`: the faces of so many dice at a roll of the turn (0: the first), in written order."""


class Dice(msgspec.Struct, frozen=True, kw_only=True):
    """A game whose tokens hold what was rolled; `rolls` is that part of a token, perhaps not whole yet.

    `plays(state, rolls)` lists every legal move with just these rolls and raises `NotationError` for what
    are none; `rolls(move)` and `part(move)` are what stands before and behind the `=` of its token.
    `near(state, token)` lists the legal moves that a refused token may have meant: those with its rolls.

    `roll(rolls, kept, throw)` are the rolls after one more throw that keeps the faces `kept` (empty at the
    first) and raises `NotationError` where there can be none; `throws_left(rolls)` counts them.
    `foreseen(state, seed)` throws what a committed seed fixes for this turn, `drawn(chance)` what a
    `random.Random` gives.

    `checked(setup)` are the set-up fields with dice that can be checked, before any commitment;
    `client(setup)` is what the players have contributed to them, None where dice are declared, and
    `contributed(setup, text)` the fields with that.
    """

    plays: Callable[[Any, str], list[Any]]
    near: Callable[[Any, str], list[Any]]
    rolls: Callable[[Any], str]
    part: Callable[[Any], str]
    roll: Callable[[str, str, Throw], str]
    throws_left: Callable[[str], int]
    foreseen: Callable[[Any, str], Throw]
    drawn: Callable[[Any], Throw]
    checked: Callable[[Mapping[str, Any]], dict[str, Any]]
    client: Callable[[Mapping[str, Any]], str | None]
    contributed: Callable[[Mapping[str, Any], str], dict[str, Any]]
