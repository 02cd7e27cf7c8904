"""Cards dealt at random, and a seed for dice that can be checked."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from struckle_cli.core.hooks import Choice, Draft
from struckle_cli.games.struggle.board import PIECES, SEATS
from struckle_cli.games.struggle.deck import FREE, rebuilt_deck

if TYPE_CHECKING:
    from random import Random


def next_choice(fields: Mapping[str, Any]) -> Choice | None:
    """How many players there are; nothing else is asked."""
    if "players" in fields:
        return None
    options = [(str(number), "") for number in range(2, len(SEATS) + 1)]
    return Choice(seat="players", question="are two, three or four", options=options, default="2")


def take(fields: Mapping[str, Any], answer: str) -> dict[str, Any]:
    """The fields with the number of players."""
    return {**fields, "players": int(answer)}


DRAFT = Draft(next_choice=next_choice, take=take)


def deal(chance: "Random", fields: Mapping[str, Any]) -> dict[str, Any]:
    """The set-up with a card for each player, if it has none at all; and with a seed, if its dice need one.

    The seed never comes from `chance`: who knows that could foresee the dice.
    """
    made = dict(fields)
    players = made.get("players", 2)
    if "cards" not in made and isinstance(players, int) and 2 <= players <= len(SEATS):
        if made.get("deck") == FREE:
            drawn = ["".join(chance.sample(PIECES, len(PIECES))) for _ in range(players)]
        else:
            drawn = chance.sample(rebuilt_deck(), players)
        made["cards"] = dict(zip(SEATS, drawn, strict=False))
    dice = made.get("dice")
    if isinstance(dice, Mapping) and "commit" not in dice and "seed" not in dice:
        from secrets import token_hex  # what most commands do not need

        made["dice"] = {**dice, "seed": token_hex(32)}
    return made
