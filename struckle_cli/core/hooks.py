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
    """A pick that a player has to make before play: who, which, and the options with what they mean."""

    seat: str
    question: str
    options: list[tuple[str, str]]


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
