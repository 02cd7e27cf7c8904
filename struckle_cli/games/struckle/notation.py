"""Struckle's notation: tokens (`D-`, `Db6c5`, `Hd4^e5`) and position strings, readers beside writers.

Letters of pieces are upper case, squares lower case, and nothing else is read. Source: the game's page,
*Notation*.
"""

import re
from collections.abc import Sequence

from struckle_cli.core.errors import NotationError, Reason
from struckle_cli.core.nearest import edit_distance
from struckle_cli.games.struckle.board import LETTERS, NAMES, PIECES, SEATS, SIZE, SQUARE
from struckle_cli.games.struckle.moves import BRAINWASH, NO_POWER, POWERS, Move
from struckle_cli.games.struckle.setup import (
    MAX_ROUND_DIGITS,
    Setup,
    format_placement,
    impossible,
    parse_placement,
)
from struckle_cli.games.struckle.state import State

SIGNS = "-!^~@"
"""What stands before a target, by power; `-` alone says that the piece does nothing."""
NUMBER = r"[0-9]+\.(?:[TS][BG])?"
"""A number of the text form: round and house; the house may be left out, which is then told as a fault."""

_SQUARE = "[a-h][1-8]"
_POWER = rf"([!^@])({_SQUARE})|(~)({_SQUARE})({_SQUARE})"
_TOKEN = re.compile(rf"([DHPS])(?:-|({_SQUARE})?({_SQUARE})?(?:{_POWER})?)\Z")


def parse_move(text: str) -> Move:
    """The move that a token states; raises `NotationError` (`struckle.syntax`) if it states none."""
    match = _TOKEN.match(text)
    if match is None or len(text) == 1:
        raise NotationError(Reason("struckle.syntax", _explain_shape(text)))
    letter, first, last, sign, target, brainwash, victim, to = match.groups()
    steps = tuple(SQUARE[name] for name in (first, last) if name)
    archetype = LETTERS.index(letter)
    if brainwash:
        return Move(archetype, steps, BRAINWASH, SQUARE[victim], SQUARE[to])
    if sign:
        return Move(archetype, steps, SIGNS.index(sign), SQUARE[target])
    return Move(archetype, steps)


def _explain_shape(text: str) -> str:
    shape = (
        "a token is a piece (D H P S), up to two squares it steps on and perhaps a power, or D- for nothing"
    )
    if re.match(r"[0-9]+\.", text):
        return (
            f"{shape}; a number, like 1.{' 1.'.join(SEATS)}, stands before a token and in the text form alone"
        )
    swapped = text[:1].upper() + text[1:].lower()
    if swapped != text and len(text) > 1 and _TOKEN.match(swapped):
        return f"{shape}; the piece is a capital and squares are small letters: {swapped}"
    if re.match(rf"[DHPS](?:{_SQUARE})*~{_SQUARE}\Z", text):
        return f"{shape}; a Brainwash names the piece's square and where it moves to, like Pd4~c7c6"
    if re.match(rf"[DHPS](?:{_SQUARE}){{3,}}", text):
        return f"{shape}; a piece makes two steps at the most"
    return f"{shape}: Db6, Db6c5, D!g5, Hd4^e5, Pd4~c7c6, Sd4@g6"


def format_move(move: Move) -> str:
    """The token of a move."""
    steps = "".join(NAMES[square] for square in move.steps)
    if move.power == NO_POWER:
        return LETTERS[move.archetype] + (steps or "-")
    to = NAMES[move.to] if move.power == BRAINWASH else ""
    return f"{LETTERS[move.archetype]}{steps}{SIGNS[move.power]}{NAMES[move.target]}{to}"


def group(move: Move) -> str:
    """The heading for people: the number of steps, or the power and what it aims at."""
    if move.power == NO_POWER:
        return ("no step", "one step", "two steps")[len(move.steps)]
    return f"{POWERS[move.power]} on {NAMES[move.target]}"


def parse_position(setup: Setup, text: str) -> State:
    """The state of a position string; raises `NotationError`."""
    start = parse_placement(text, MAX_ROUND_DIGITS + 1)
    reasons = [start] if isinstance(start, Reason) else impossible(start)
    if isinstance(start, Reason) or reasons:
        raise NotationError(reasons[0])
    return State(start.squares, start.promoted, start.turn, start.round)


def format_position(state: State) -> str:
    """The position string of a state."""
    return format_placement(state.placement)


def label(setup: Setup, ply: int) -> tuple[str, bool]:
    """The number before a ply: round and house, `1.TB`.

    It is right before any token of that house turn. A writer puts it before the first one, which is the
    Diva's, or whichever piece opens the record.
    """
    start = setup.start
    offset = start.turn + ply - 1
    number, piece = start.round + offset // PIECES, offset % PIECES
    return f"{number}.{SEATS[piece >> 2]}", piece & 3 == 0 or ply == 1


_LOOSE = re.compile(rf"([!^~@])?({_SQUARE})")


def nearness(state: State, token: str, move: Move) -> tuple[int, int, int, str]:
    """A sort key: how far a legal `move` is from the refused `token`.

    The steps count first, then whether there is a power, then what it aims at.
    """
    text = format_move(move)
    found = _LOOSE.findall(token[:64].lower())
    if not found:
        return (99, edit_distance(token, text), 0, text)
    signs = [index for index, (sign, _) in enumerate(found) if sign]
    cut = signs[0] if signs else len(found)
    steps = [SQUARE[name] for _, name in found[:cut]]
    aims = [SQUARE[name] for _, name in found[cut:]]
    power = move.power != NO_POWER
    mine = [square for square in (move.target, move.to) if square >= 0]
    aimed = _apart(aims, mine) if power and aims else 0
    return (_apart(steps, move.steps), int(power != bool(aims)), aimed, text)


def _apart(wanted: list[int], given: Sequence[int]) -> int:
    """How far two rows of squares are apart; the first square counts twice, and a missing one 1.5."""
    total = 0
    for place in range(max(len(wanted), len(given))):
        both = place < len(wanted) and place < len(given)
        away = 2 * _distance(wanted[place], given[place]) if both else 3
        total += away if place else 2 * away
    return total


def _distance(one: int, other: int) -> int:
    """Columns and rows between two squares."""
    return abs(one // SIZE - other // SIZE) + abs(one % SIZE - other % SIZE)
