"""Struggle's notation: tokens (`AKQJ9/AK+KT9=K3T191`), numbers and position strings, readers beside writers.

Letters are capitals, and nothing else is read. Source: the game's page, *Notation*.
"""

import re
from functools import lru_cache

from struckle_cli.core.errors import NotationError, Reason, short
from struckle_cli.games.struggle.board import NAMES, PIECES
from struckle_cli.games.struggle.moves import Move, Plays
from struckle_cli.games.struggle.placement import (
    MAX_TURN_DIGITS,
    format_placement,
    impossible,
    parse_placement,
    too_early,
)
from struckle_cli.games.struggle.rolling import SHAPE, parse_rolls
from struckle_cli.games.struggle.setup import Setup
from struckle_cli.games.struggle.state import State

NUMBER = r"[0-9]+\.+"
"""A number of the text form: the turn, counted over all players; more than one dot is told as a fault."""
_ENOUGH = 2 * len(PIECES) + 2
"""Characters of plays that are read: with one pair more than there are pieces, one is played twice."""
_PLAYS = re.compile(rf"(?:-|(?:[{PIECES}][1-5])+)\Z")
_MEANT = re.compile(rf"[A{PIECES}/+]+=(?:-|(?:[{PIECES}][1-5])+)\Z")


def parse_move(text: str) -> Move:
    """The turn that a token states; raises `NotationError` for what is wrong whatever the position."""
    before, _, behind = text.partition("=")
    plays = parse_plays(behind)
    if plays is None:
        raise NotationError(Reason("struggle.syntax", _explain_shape(text, behind)))
    try:
        rolls = parse_rolls(before)
    except NotationError as error:
        hint = _hint(text) if error.reason.code == "struggle.syntax" else None
        if hint is None:
            raise
        raise NotationError(Reason("struggle.syntax", hint)) from None
    reason = _not_in_hand(plays, rolls.hand)
    if reason is not None:
        raise NotationError(reason)
    return Move(rolls, plays)


def parse_plays(text: str) -> Plays | None:
    """The plays that a text states; None if it does not have their shape.

    Of long texts only so much is read that a piece is in it twice.
    """
    if len(text) <= _ENOUGH:
        return _short_plays(text)
    return _short_plays(text[:_ENOUGH]) if _PLAYS.match(text) else None


@lru_cache(maxsize=1 << 13)
def _short_plays(text: str) -> Plays | None:
    if not _PLAYS.match(text):
        return None
    if text == "-":
        return ()
    return tuple((PIECES.index(text[at]), int(text[at + 1])) for at in range(0, len(text), 2))


def _not_in_hand(plays: Plays, hand: str) -> Reason | None:
    """Each play is of another piece, and of one that a die shows: an Ace takes the value of such a one."""
    seen = set()
    for piece, number in plays:
        letter, name = PIECES[piece], NAMES[piece]
        if piece in seen:
            why = f"{name} is played twice; each piece of the hand moves once, by all of its dice"
            return Reason("struggle.piece-twice", why)
        seen.add(piece)
        if letter in hand:
            continue
        if "A" not in hand:
            return Reason(
                "struggle.not-in-hand", f"no die of {hand} shows {letter}, so {name} cannot be played"
            )
        others = "".join(figure for figure in PIECES if figure in hand)
        why = f"{letter}{number} stands for no die of {hand}: "
        why += f"an Ace can be {' or '.join(others)} only" if others else "five Aces have no value, write -"
        return Reason("struggle.ace-absent", why)
    return None


def _hint(text: str) -> str | None:
    """What was probably meant by a text that states no turn: a number in front, or small letters."""
    if re.match(r"[0-9]+\.", text):
        return f"{SHAPE}; a number, like 7., stands before a token and in the text form alone"
    upper = text[:200].upper()
    if upper != text and len(text) <= len(upper) and _MEANT.match(upper):
        return f"{SHAPE}; letters are capitals: {short(upper)}"
    return None


def _explain_shape(text: str, behind: str) -> str:
    hint = _hint(text)
    if hint is not None:
        return hint
    if "=" not in text:
        return f"{short(text)!r} has no =; {SHAPE}"
    if not behind:
        return f"nothing stands behind the =; a hand without effect is written -; {SHAPE}"
    if "A" in behind:
        return f"an Ace is no piece: it is counted in the number of the piece it is given to; {SHAPE}"
    return f"{short(behind)!r} states no plays: pairs of a piece and a number from 1 to 5, or -; {SHAPE}"


def format_part(move: Move) -> str:
    """The plays of a turn, as they stand behind the `=`."""
    return "".join(f"{PIECES[piece]}{number}" for piece, number in move.plays) or "-"


def format_rolls(move: Move) -> str:
    """The rolls of a turn, as they stand before the `=`."""
    return str(move.rolls)


def format_move(move: Move) -> str:
    """The token of a turn."""
    return f"{move.rolls}={format_part(move)}"


def parse_position(setup: Setup, text: str) -> State:
    """The state of a position string; raises `NotationError`.

    The string of a finished game, with all five pieces on A to E, is one too.
    """
    start = parse_placement(text, MAX_TURN_DIGITS + 1)
    if isinstance(start, Reason):
        raise NotationError(start)
    early = [] if all(square < 0 for square in start.squares) else too_early(start)
    reasons = early + impossible(start, setup.track, setup.players)
    if reasons:
        raise NotationError(reasons[0])
    return State(setup, start.squares, start.seat, start.turn)


def format_position(state: State) -> str:
    """The position string of a state."""
    return format_placement(state.placement)


def label(setup: Setup, ply: int) -> tuple[str, bool]:
    """The number before a ply: the turn, counted over all players; a writer puts it everywhere."""
    return f"{setup.start.turn + ply - 1}.", True
