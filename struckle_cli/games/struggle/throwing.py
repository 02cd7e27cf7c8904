"""How tokens are rolled: what `core.hooks.Dice` asks, in terms of the rules and the notation."""

from collections.abc import Mapping
from typing import Any

from struckle_cli.core.errors import NotationError
from struckle_cli.core.hooks import Dice, Throw
from struckle_cli.core.secret import Fields
from struckle_cli.games.struggle.dice import SCHEME, drawn, thrower
from struckle_cli.games.struggle.moves import Move
from struckle_cli.games.struggle.notation import format_part, format_rolls
from struckle_cli.games.struggle.rolling import parse_rolls, roll, throws_left
from struckle_cli.games.struggle.rules import moves_with
from struckle_cli.games.struggle.state import State


def plays(state: State, rolls: str) -> list[Move]:
    """Every legal turn with just these rolls; raises `NotationError` for what are none."""
    return moves_with(state, parse_rolls(rolls))


def near(state: State, token: str) -> list[Move]:
    """The legal turns that a refused token may have meant: those with its rolls, where they can be read."""
    try:
        return plays(state, token.partition("=")[0])
    except NotationError:
        return []


def foreseen(state: State, seed: str) -> Throw:
    """What the committed seed fixes for this turn."""
    dice = state.setup.dice
    return thrower(seed, state.setup.identity, "" if dice is None else dice.client, state.turn)


def checked(setup: Fields) -> dict[str, Any]:
    """The fields with dice that can be checked; dealing gives them a seed, sealing the commitment."""
    return {**setup, "dice": {"scheme": SCHEME, "client": ""}}


def client(setup: Fields) -> str | None:
    """What the players have contributed to dice that can be checked; None for declared ones."""
    dice = setup.get("dice")
    return str(dice["client"]) if isinstance(dice, Mapping) and "client" in dice else None


def contributed(setup: Fields, text: str) -> dict[str, Any]:
    """The fields with what the players contribute."""
    return {**setup, "dice": {**setup["dice"], "client": text}}


DICE = Dice(
    plays=plays, near=near, rolls=format_rolls, part=format_part, roll=roll, throws_left=throws_left,
    foreseen=foreseen, drawn=drawn, checked=checked, client=client, contributed=contributed,
)  # fmt: skip
