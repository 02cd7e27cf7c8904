"""Positions and turns for the tests of Struggle, for either derivation of the rules."""

from random import Random
from typing import Any

from struckle_cli.core.errors import Fault, NotationError, Reason
from struckle_cli.engine.binding import bind
from struckle_cli.games.struggle import GAME
from struckle_cli.games.struggle.state import State
from tests.games.struggle import slow

CARDS = {"p1": "JT9QK", "p2": "QJK9T"}
DICE: Any = GAME.dice


def bound(position: str | None = None, **fields: Any) -> State:
    """The state that a record with these fields begins in."""
    made = fields if position is None else {"position": position, **fields}
    found = bind(GAME, made)
    assert found.faults == (), found.faults
    return found.start


def faults_of(**fields: Any) -> list[Fault]:
    """All faults of a set-up."""
    found = bind(GAME, fields)
    assert (found.start is None) == bool(found.faults)
    return list(found.faults)


def codes_of(**fields: Any) -> list[tuple[str, str]]:
    """The codes of a set-up's faults, each with its place."""
    return [(fault.code, str(fault.pointer)) for fault in faults_of(**fields)]


def state_of(position: slow.Position, **fields: Any) -> State:
    """The same position for the project's code; also one of a finished game."""
    made = {"players": position.players, "colours": position.track, **fields}
    setup = bind(GAME, made).setup
    assert setup is not None
    assert GAME.parse_position is not None
    return GAME.parse_position(setup, slow.format_position(position))


def text(state: State) -> str:
    """The position string of a state."""
    assert GAME.format_position is not None
    return GAME.format_position(state)


def plays(state: State, rolls: str) -> list[str]:
    """The plays of some rolls, as texts."""
    return [DICE.part(move) for move in DICE.plays(state, rolls)]


def why(state: State, token: str) -> Reason | None:
    """The reason against a token, syntax included; None if it is legal."""
    try:
        return GAME.why_illegal(state, GAME.parse_move(token))
    except NotationError as error:
        return error.reason


def refused(state: State, token: str, expected: str, *named: str) -> None:
    """Check that a token is refused by a code, and that its message holds some words."""
    reason = why(state, token)
    assert reason is not None, token
    assert reason.code == f"struggle.{expected}", reason
    assert [name for name in named if name not in reason.message] == [], reason.message


def play(state: State, *line: str) -> State:
    """The state after some legal tokens, played one by one."""
    for token in line:
        assert why(state, token) is None, (token, why(state, token))
        state = GAME.apply(state, GAME.parse_move(token))
    return state


def told(state: State, token: str) -> list[str]:
    """What is told of a legal turn."""
    move = GAME.parse_move(token)
    assert GAME.tell is not None
    return GAME.tell(state, move, play(state, token))


def at(state: State, pieces: str) -> list[int | str]:
    """Where some pieces stand: numbers of spaces, letters of places."""
    marks = dict(part.split(":") for part in text(state).split(" ")[:5])
    return [int(marks[piece]) if marks[piece].isdigit() else marks[piece] for piece in pieces]


def random_rolls(chance: Random) -> str:
    """Rolls as they might fall, with none to two re-rolls."""
    rolls = ""
    throw = DICE.drawn(chance)
    for _ in range(chance.randint(1, 3)):
        lying = rolls.rsplit("/", maxsplit=1)[-1].replace("+", "")
        kept = "".join(chance.sample(lying, chance.randrange(5))) if rolls else ""
        rolls = DICE.roll(rolls, kept, throw)
    return rolls


def random_game(chance: Random, limit: int = 400, **fields: Any) -> tuple[list[str], list[State]]:
    """The tokens of a random game, and the states from its start to its end."""
    state, tokens = bound(**fields), []
    states = [state]
    while GAME.to_move(state) is not None and len(tokens) < limit:
        move = chance.choice(DICE.plays(state, random_rolls(chance)))
        tokens.append(GAME.format_move(move))
        state = GAME.apply(state, move)
        states.append(state)
    return tokens, states


def random_position(chance: Random) -> slow.Position:
    """A possible position of a running game, on the default track or a short random one."""
    short = "".join(chance.choice("YYRRB") for _ in range(chance.randint(1, 9)))
    track = chance.choice([slow.TRACK, short, short])
    pieces = chance.sample(slow.FIGURES, 5)
    marks: dict[str, int | str] = dict.fromkeys(slow.FIGURES, 0)
    arrived = chance.choice([0, 0, 1, 2, 3, 3])
    free = [space for space in range(1, len(track)) if track[space - 1] != "B"]
    chance.shuffle(free)
    for index, piece in enumerate(pieces):
        if index < arrived:
            marks[piece] = slow.PLACES[index]
        elif free and chance.random() < 0.8:
            near = max(free) if chance.random() < 0.5 else free[0]
            free.remove(near)
            marks[piece] = near
    players = chance.randint(2, 4)
    return slow.Position(marks, chance.randint(1, players), chance.randint(1, 99), track, players)
