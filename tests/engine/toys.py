"""Made-up games for searches: any graph of positions, with whoever is to move and whatever they are worth."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from struckle_cli.core.bots import Scene, Skill
from struckle_cli.core.game import AnyGame
from struckle_cli.core.outcome import Outcome
from tests.contract import toy


class Place(msgspec.Struct, frozen=True):
    """A position, by its number."""

    number: int


class Unhashed(msgspec.Struct):
    """A position of a game that knows no hashes."""

    number: int

    __hash__ = None  # type: ignore[assignment]


def graph(
    ways: Mapping[int, Sequence[int]],
    movers: Mapping[int, str],
    worths: Mapping[int, float],
    winners: Mapping[int, tuple[str, ...]],
    place: Callable[[int], Any] = Place,
    *,
    named: bool = False,
) -> AnyGame:
    """A game in which a move from one number to another is that number.

    `worths` are those of the seat "left"; all others have the same below zero. `named` gives it a `key`.
    """

    def worth(state: Any, seat: str) -> float:
        found = worths.get(state.number, 0.0)
        return found if seat == "left" else -found

    def outcome(state: Any) -> Outcome | None:
        won = winners.get(state.number)
        return None if won is None else Outcome(winners=won, reason="beads")

    return msgspec.structs.replace(
        toy.GAME,
        legal_moves=lambda state: list(ways.get(state.number, ())) if outcome(state) is None else [],
        apply=lambda state, move: place(move),
        outcome=outcome,
        to_move=lambda state: movers[state.number] if outcome(state) is None else None,
        parse_move=int,
        format_move=str,
        skill=Skill(value=worth, key=(lambda state: state.number) if named else None),
    )


def random_graph(chance: Random, seats: Sequence[str], place: Callable[[int], Any] = Place) -> AnyGame:
    """Layers of positions, each with ways to some of the next two layers; nobody takes turns in order."""
    layers, width = 7, 5
    numbers = range(layers * width)
    ways = {
        number: chance.sample(below, min(chance.randint(1, 4), len(below)))
        for number in numbers
        if (below := [to for to in numbers if 1 <= to // width - number // width <= 2])
    }
    ends = [number for number in numbers if number and (number not in ways or chance.random() < 0.15)]
    return graph(
        ways,
        {number: chance.choice(seats) for number in numbers},
        {number: chance.randint(-90, 90) / 100 for number in numbers},
        {number: (chance.choice(seats),) if chance.random() < 0.8 else () for number in ends},
        place,
    )


def scene(game: AnyGame, start: Any, *tokens: str) -> Scene:
    """The end of some tokens."""
    state = start
    for token in tokens:
        state = game.apply(state, game.parse_move(token))
    return Scene(game=game, setup=None, start=start, state=state, tokens=tokens)
