"""Playing many tokens at once, on one board that changes; agrees with stepping turn by turn.

A piece is carried on by `board.carry`, as in `rules`; whatever is not plainly a whole hand carried out, and
the last turn, is decided by `rules.why_illegal`, so that no rule is written twice.
"""

from collections.abc import Sequence
from functools import lru_cache

from struckle_cli.core.errors import NotationError
from struckle_cli.games.struggle.board import ARRIVED, PIECES, carry
from struckle_cli.games.struggle.faces import DICE, GROUPS, UNITS, within
from struckle_cli.games.struggle.moves import Plays
from struckle_cli.games.struggle.notation import parse_move, parse_plays
from struckle_cli.games.struggle.rolling import hand_of
from struckle_cli.games.struggle.rules import apply, following, why_illegal
from struckle_cli.games.struggle.state import State

_UNKNOWN = (-1, ())
_LONGEST = 2 * len(PIECES)
"""Characters that plays have at most; nothing longer is remembered."""


def play_line(state: State, tokens: Sequence[str]) -> tuple[State, int]:
    """Play the longest legal prefix of `tokens` (a list or tuple); the state after it, and its length."""
    dice = state.setup.dice
    if state.over or (dice is not None and dice.seed is not None):
        return _stepped(state, tokens, 0)
    squares, kinds, alive, plies = list(state.squares), state.track.kinds, _alive(state.squares), 0
    for token in tokens:
        rolls, _, part = token.partition("=")
        hand = GROUPS.get(rolls, -1) if len(rolls) == DICE else hand_of(rolls)
        code, plays = _plays(part) if len(part) <= _LONGEST else _UNKNOWN
        if hand < 0 or not whole(hand, code, alive):
            # illegal, or the last turn, in which a piece may be cut off (SG-6)
            return _stepped(following(state, squares, plies), tokens[plies:], plies)
        before = squares.copy()
        for piece, number in plays:
            if carry(squares, kinds, piece, number) >= ARRIVED:
                alive = _alive(squares)
                if not alive:  # the end, behind which nothing may be played
                    return _stepped(following(state, before, plies), tokens[plies:], plies)
        plies += 1
    return following(state, squares, plies), plies


@lru_cache(maxsize=1 << 15)
def _plays(part: str) -> tuple[int, Plays]:
    """The code of plays, as a group of faces, and the plays; a code that no hand has for what are none."""
    plays = parse_plays(part)
    if plays is None or len(dict(plays)) < len(plays):
        return _UNKNOWN
    return sum(number * UNITS[1 + piece] for piece, number in plays), plays


def _stepped(state: State, tokens: Sequence[str], before: int) -> tuple[State, int]:
    """The same by single steps, where `before` turns have been played already."""
    for count, token in enumerate(tokens, before):
        try:
            move = parse_move(token)
        except NotationError:
            return state, count
        if why_illegal(state, move) is not None:
            return state, count
        state = apply(state, move)
    return state, before + len(tokens)


@lru_cache(maxsize=1 << 16)
def whole(hand: int, code: int, alive: int) -> bool:
    """Whether plays, as a group, are the hand with every Ace given; `alive` masks who is in play."""
    shown = hand & alive
    if not shown:
        return code == 0
    given = sum(_numbers(code)) - sum(_numbers(shown))
    pairs = zip(_numbers(code), _numbers(shown), strict=True)
    return given == hand % UNITS[1] and within(shown, code) and all(bool(a) == bool(b) for a, b in pairs)


def _numbers(code: int) -> list[int]:
    return [code // unit % UNITS[1] for unit in UNITS[1:]]


@lru_cache(maxsize=1 << 10)
def _mask(gone: tuple[bool, ...]) -> int:
    return sum(unit * (UNITS[1] - 1) for unit, out in zip(UNITS[1:], gone, strict=True) if not out)


def _alive(squares: Sequence[int]) -> int:
    """The bits that the figures of the pieces in play have in the code of a group."""
    return _mask(tuple(square < 0 for square in squares))
