"""What Castle knows about playing it well; how is imported when somebody plays."""

from struckle_cli.core.bots import Skill
from struckle_cli.games.castle.state import State


def _value(state: State, seat: str) -> float:
    from struckle_cli.games.castle.standing import value

    return value(state, seat)


def key(state: State) -> tuple[bytes, int]:
    """The men and who is to move: all but the number of the turn."""
    return state.cells, state.side


SKILL = Skill(value=_value, key=key)
