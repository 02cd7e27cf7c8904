"""How tokens are rolled: what `core.hooks.Dice` asks, in terms of the rules and the notation."""

from struckle_cli.core.errors import NotationError
from struckle_cli.core.hooks import Dice, Throw
from struckle_cli.games.struggle.dice import drawn, thrower
from struckle_cli.games.struggle.moves import Move
from struckle_cli.games.struggle.notation import format_part, format_rolls
from struckle_cli.games.struggle.rolling import may_roll, parse_rolls, roll
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


DICE = Dice(
    plays=plays, near=near, rolls=format_rolls, part=format_part, roll=roll, may_roll=may_roll,
    foreseen=foreseen, drawn=drawn,
)  # fmt: skip
