"""A position of Struggle as shapes: a snake of discs, diamonds and squares, pieces with their letters."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import ceil, sqrt
from typing import NamedTuple

from struckle_cli.core.drawing import (
    Drawing,
    Fact,
    Look,
    Shape,
    area,
    box,
    brackets,
    cross,
    diamond,
    disc,
    label,
    line,
    move_of,
    words,
)
from struckle_cli.core.errors import UsageError, short
from struckle_cli.games.struggle.board import (
    BLOCKED,
    COLOUR_NAMES,
    COLOURS,
    NAMES,
    ON_BLACK,
    PIECES,
    PLACES,
    RED,
    SEATS,
    TOOK,
    YELLOW,
    Track,
    carry,
    where,
)
from struckle_cli.games.struggle.deck import points
from struckle_cli.games.struggle.faces import DICE
from struckle_cli.games.struggle.moves import Move
from struckle_cli.games.struggle.notation import format_part, parse_move
from struckle_cli.games.struggle.rules import arrival, playing, to_move, why_illegal
from struckle_cli.games.struggle.state import State
from struckle_cli.games.struggle.tell import tell

PITCH, ROW = 80, 92
"""From one space to the next, and from one row to the next."""
_PAD, _TOP, _SHELF = 20, 100, 92
"""Around everything; above the track for Start and dice; below it for the places."""
_DIE = _PAD + 424
"""The middle of the first die."""
_NARROW = 8
"""Columns that Start and dice need."""
_ROLES = ("gold", "red", "black")
SIGNS = Fact("Signs", "disc: yellow, for one; diamond: red, who comes pushes out; square: black, for nobody")


class _Play(NamedTuple):
    """What became of a play, and on which space the piece was then; `other` was displaced, -1 is nobody."""

    piece: int
    space: int
    result: int
    other: int


def draw(state: State, look: Look) -> Drawing:
    """Start and dice, the track in rows that turn at their ends, the places. There are no sides.

    `look.chosen` is a piece, `K`: marked is where it comes with 1 to 5 dice if it is carried first, because
    legal moves depend on the dice. Raises `UsageError` for anything else, and for a piece that has arrived.
    """
    width, height = _size(state.track.last)
    move = move_of(look, State, parse_move, why_illegal)
    plays = [] if move is None else _carried(look.before, move)
    facts = (*_facts(state), *(_last_turn(look.before, move, state) if move else ()))
    return Drawing(
        width=width,
        height=height,
        shapes=(
            *_ground(state.track),
            *_dice(move),
            *(shape for piece in range(len(PIECES)) for shape in _standing(state, piece)),
            *_moved(state, look, plays),
            *_displaced(state, plays),
            *_targets(state, look.chosen),
        ),
        about=_about(state),
        facts=(*facts, SIGNS),
    )


def _columns(last: int) -> int:
    """Spaces of a row: few rows of many, so that the picture is about square."""
    return min(last, max(_NARROW, ceil(sqrt(last))))


def _size(last: int) -> tuple[int, int]:
    columns = _columns(last)
    return (
        max(columns, _NARROW) * PITCH + 2 * _PAD,
        _TOP + ceil(last / columns) * ROW + _SHELF + 2 * _PAD,
    )


def _spot(last: int, square: int, piece: int) -> tuple[int, int]:
    """The middle of what a piece stands on: its own slot on Start, a space, or a place."""
    if square == 0:
        return _PAD + 92 + 46 * piece, _PAD + 32
    if square < 0:
        return _PAD + 150 + 80 * (-1 - square), _size(last)[1] - _PAD - 34
    columns = _columns(last)
    row, column = divmod(square - 1, columns)
    if row % 2:
        column = columns - 1 - column
    left = (_size(last)[0] - columns * PITCH) // 2
    return left + PITCH * column + PITCH // 2, _TOP + ROW * row + ROW // 2 + 14


@lru_cache(maxsize=8)
def _ground(track: Track) -> tuple[Shape, ...]:
    """What a track fixes: Start, slots for dice, the spaces and the way along them, the places."""
    last = track.last
    width, height = _size(last)
    shelf = height - _PAD - _SHELF + 12
    spots = [_spot(last, space, 0) for space in range(1, last + 1)]
    ends = [(spots[0][0], _PAD + 64), *spots, (spots[-1][0], shelf)]
    shapes = [
        box(0, 0, width, height, "frame"),
        box(_PAD, _PAD, 330, 64, "ground", radius=12, about="Start"),
        words(_PAD + 10, _PAD + 32, 18, "Start"),
        words(_PAD + 352, _PAD + 32, 18, "Dice"),
        *(box(_DIE + 46 * die - 19, _PAD + 13, 38, 38, "ground", radius=7) for die in range(DICE)),
        box(_PAD, shelf, width - 2 * _PAD, _SHELF - 12, "ground", radius=12, about="places A to E"),
        words(_PAD + 10, height - _PAD - 34, 18, "Arrived"),
        line([at for spot in ends for at in spot], "line"),
    ]
    shapes += [_chevron(*one, *other) for one, other in pairwise(ends[:-1])]
    shapes.append(_chevron(spots[-1][0], spots[-1][1] + 28, *ends[-1]))
    for space, (x, y) in enumerate(spots, 1):
        shapes += _space(track, space, x, y)
    for place, name in enumerate(PLACES):
        x, y = _spot(last, -1 - place, 0)
        shapes += [disc(x, y, 26, "ground2", about=f"place {name}"), label(x - 34, y - 20, 16, name)]
    return tuple(shapes)


def _chevron(x: int, y: int, to_x: int, to_y: int) -> Shape:
    """A small triangle half way, which points where the track goes."""
    right, down = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
    x, y = (x + to_x) // 2, (y + to_y) // 2
    points = (x - 4 * right - 6 * down, y - 4 * down - 6 * right, x + 4 * right, y + 4 * down,
              x - 4 * right + 6 * down, y - 4 * down + 6 * right)  # fmt: skip
    return area(points, "faint")


def _space(track: Track, space: int, x: int, y: int) -> list[Shape]:
    """A space: its colour as a form and a letter too, its number at the corner."""
    kind = track.kinds[space]
    role = _ROLES[kind]
    about = f"space {space}, {COLOUR_NAMES[kind]}"
    if space == track.last:
        about += ", the last: who reaches it arrives"
    if kind == YELLOW:
        form = disc(x, y, 30, role, about=about)
    elif kind == RED:
        form = diamond(x, y, 34, role, about=about)
    else:
        form = box(x - 28, y - 28, 56, 56, role, radius=4, about=about)
    number = str(space)
    return [form, label(x, y, 20, COLOURS[kind], f"{role}-ink"), label(x - 26, y - 36, 14, number)]


def _standing(state: State, piece: int) -> tuple[Shape, ...]:
    return _piece(state.track.last, piece, state.squares[piece])


@lru_cache(maxsize=4096)
def _piece(last: int, piece: int, square: int) -> tuple[Shape, ...]:
    x, y = _spot(last, square, piece)
    about = f"{NAMES[piece]} on {where(square)}"
    return disc(x, y, 20, "seat1", about=about), label(x, y, 24, PIECES[piece], "seat1-ink")


def _dice(move: Move | None) -> Iterator[Shape]:
    """The hand of the last turn."""
    for place, face in enumerate(move.rolls.hand if move else ""):
        x, y = _DIE + 46 * place, _PAD + 32
        yield box(x - 19, y - 19, 38, 38, "seat1", radius=7, about=f"last turn, die {place + 1}: {face}")
        yield label(x, y, 22, face, "seat1-ink")


def _carried(before: State, move: Move) -> list[_Play]:
    """What became of each play of a turn."""
    squares, kinds, found = list(before.squares), before.track.kinds, []
    for piece, number in move.plays:
        stood = squares.copy()
        result = carry(squares, kinds, piece, number)
        other = stood.index(squares[piece]) if result == TOOK else -1
        found.append(_Play(piece, squares[piece], result, other))
    return found


def _moved(state: State, look: Look, plays: list[_Play]) -> Iterator[Shape]:
    """A ring around each piece that moved, and brackets with its letter where it came from or had to stay."""
    last, before = state.track.last, look.before
    stayed = {play.piece for play in plays if play.result in (BLOCKED, ON_BLACK)}
    old = before.squares if isinstance(before, State) else state.squares
    for piece, (one, other) in enumerate(zip(old, state.squares, strict=True)):
        name = NAMES[piece]
        if one != other:
            about = f"last turn: {name} to {where(other)}"
            yield disc(*_spot(last, other, piece), 35 if other > 0 else 25, "last", about=about)
            x, y = _spot(last, one, piece)
            yield from brackets(x, y, 25, 9, "last", about=f"last turn: {name} from {where(one)}")
            # On Start each piece has a place of its own, which is free now; on a space another may stand.
            place, ink = ((x - 30, y + 34, 14), "text") if one else ((x, y, 20), "faint")
            yield label(*place, PIECES[piece], ink)
        elif piece in stayed:
            about = f"last turn: {name} stays on {where(one)} (impasse)"
            yield from brackets(*_spot(last, one, piece), 25, 9, "last", about=about)


def _displaced(state: State, plays: list[_Play]) -> Iterator[Shape]:
    """A cross at each space from which a piece was pushed out."""
    found: dict[int, list[str]] = {}
    for play in plays:
        if play.other >= 0:
            found.setdefault(play.space, []).append(NAMES[play.other])
    for space, names in found.items():
        x, y = _spot(state.track.last, space, 0)
        yield cross(x + 27, y - 27, 7, "lost", about=f"displaced from space {space}: {' '.join(names)}")


def _targets(state: State, chosen: str | None) -> Iterator[Shape]:
    """A disc where a piece comes with so many dice if it is carried first; nothing where it would stay."""
    if chosen is None:
        return
    piece = PIECES.find(chosen.upper()) if len(chosen) == 1 else -1
    if piece < 0 or to_move(state) is None or state.squares[piece] < 0:
        why = "targets depend on the dice; those of a piece on the track can be shown, K Q J T 9"
        if to_move(state) is None:
            why = "the game is over"
        elif piece >= 0:
            why = f"{NAMES[piece]} has arrived"
        raise UsageError(f"{short(chosen)!r}: {why}", code="usage.targets")
    reached: dict[int, list[int]] = {}
    for number in range(1, DICE + 1):
        squares = list(state.squares)
        if carry(squares, state.track.kinds, piece, number) not in (BLOCKED, ON_BLACK):
            reached.setdefault(squares[piece], []).append(number)
    for square, numbers in reached.items():
        x, y = _spot(state.track.last, square, piece)
        dice = " ".join(map(str, numbers))
        about = f"target {where(square)}: {NAMES[piece]} by {dice}, if carried first"
        yield disc(x + 24, y + 24, 12, "target", about=about)
        yield label(x + 24, y + 24, 14, str(numbers[0]), "target-ink")


def _facts(state: State) -> Iterator[Fact]:
    """Who rolls, the turn, and the cards as far as they are known."""
    rolls = to_move(state)
    yield Fact("Turn", f"{state.turn}, {rolls} rolls" if rolls else "the game is over")
    there = arrival(state)
    for seat, card in zip(playing(state.setup), state.setup.cards, strict=True):
        if card is None or card.startswith("#"):
            yield Fact(f"{seat}'s card", "none" if card is None else "hidden")
        else:
            score = points(card[: len(there)], there)
            yield Fact(f"{seat}'s card", f"{card}, {score} points{'' if state.over else ' so far'}")


def _last_turn(before: State, move: Move, after: State) -> Iterator[Fact]:
    """What the last turn rolled, and what it did."""
    rolls = f"rolled {move.rolls.first}"
    for kept, thrown in move.rolls.again:
        rolls += f", kept {kept or 'none'} and rolled {thrown}"
    yield Fact("Last turn", f"{SEATS[before.seat]} {rolls}, played {format_part(move)}")
    yield Fact("Effects", "; ".join(tell(before, move, after)))


def _about(state: State) -> str:
    """Where the pieces stand, and what the facts say."""
    stand = (f"{name} on {where(square)}" for name, square in zip(NAMES, state.squares, strict=True))
    told = (f"{fact.name}: {fact.value}." for fact in _facts(state))
    return " ".join((f"{', '.join(stand)}.", *told))
