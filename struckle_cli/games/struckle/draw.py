"""A Struckle position as shapes: each house has a form and a colour, each archetype a letter."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations

from struckle_cli.core.drawing import (
    Drawing,
    Fact,
    Look,
    Shape,
    area,
    arrow,
    box,
    brackets,
    cross,
    diamond,
    disc,
    label,
    line,
    move_of,
)
from struckle_cli.core.errors import UsageError, short
from struckle_cli.games.struckle.board import (
    ARCHETYPES,
    DEMOTES,
    EFFECT,
    GOALS,
    HOME,
    HOMES,
    LETTERS,
    NAMES,
    NOBODY,
    OWNER,
    PARTNER,
    PIECES,
    SEATS,
    SIZE,
    SQUARES,
)
from struckle_cli.games.struckle.moves import CHARGE, NO_POWER, POWERS, Move
from struckle_cli.games.struckle.notation import parse_move
from struckle_cli.games.struckle.render import VIEWS, turned
from struckle_cli.games.struckle.rules import acting_piece, legal_moves, outcome, to_move, why_illegal
from struckle_cli.games.struckle.state import State

UNIT = 72
_HALF = UNIT // 2
_DOWN = 4
"""How much lower than the middle a piece stands, so that the sign of its square is seen."""
_EDGE = 60
_SPAN = SIZE * UNIT + 2 * _EDGE
_NAMES = ("Tinted Blue", "Tinted Green", "Shaded Blue", "Shaded Green")
_FORMS = ("disc", "box", "diamond", "hexagon")
_STAR = ((0, -12), (3, -4), (11, -4), (5, 2), (7, 10), (0, 5), (-7, 10), (-5, 2), (-11, -4), (-3, -4))
_ROOF = ((-26, 31), (-26, -2), (0, -19), (26, -2), (26, 31), (-26, 31))
_HEXAGON = ((-16, 0), (-8, -14), (8, -14), (16, 0), (8, 14), (-8, 14))
"""For a radius of 15."""
_PLUS = ((-6, -31), (6, -31), (6, -6), (31, -6), (31, 6), (6, 6),
         (6, 31), (-6, 31), (-6, 6), (-31, 6), (-31, -6), (-6, -6))  # fmt: skip
SIGNS = Fact(
    "Signs",
    "star: promoted; roof: home; cross: goal; + gold: promotes; \N{MINUS SIGN} red: demotes",
)


def draw(state: State, look: Look) -> Drawing:
    """The board with its coordinates; the house `look.edge` (default TG) sits at the lower edge.

    `look.chosen` is the piece that acts next, as `D`, `TBD` or by its square. Raises `UsageError` for others.
    """
    quarters = VIEWS.index(look.edge) if look.edge in VIEWS else 0
    facts, move = _facts(state), move_of(look, State, parse_move, why_illegal)
    return Drawing(
        width=_SPAN,
        height=_SPAN,
        shapes=(
            *_ground(quarters),
            *_ways(state, look, move, quarters),
            *(shape for piece in range(PIECES) for shape in _standing(state, piece, quarters)),
            *_acting(state, quarters),
            *_changes(state, look, move, quarters),
            *_targets(state, look.chosen, quarters),
        ),
        about=_about(state, facts),
        facts=(*facts, SIGNS),
    )


@lru_cache(maxsize=4)
def _middles(quarters: int) -> tuple[tuple[int, int], ...]:
    """The middle of each square in units, in a view turned by so many quarters."""
    found = [(0, 0)] * SQUARES
    for place in range(SQUARES):
        row, column = divmod(place, SIZE)
        found[turned(place, quarters)] = (
            _EDGE + UNIT * column + _HALF,
            _EDGE + UNIT * (SIZE - 1 - row) + _HALF,
        )
    return tuple(found)


def _moved(points: tuple[tuple[int, int], ...], x: int, y: int) -> list[int]:
    return [at for right, down in points for at in (x + right, y + down)]


@lru_cache(maxsize=4)
def _ground(quarters: int) -> tuple[Shape, ...]:
    """What the board fixes: the squares and whose they are, coordinates, the houses at their edges."""
    middles = _middles(quarters)
    shapes = [box(0, 0, _SPAN, _SPAN, "frame")]
    for square in range(SQUARES):
        shapes += _square(square, *middles[square])
    for step in range(SIZE + 1):
        at = _EDGE + UNIT * step
        shapes += [line((at, _EDGE, at, _SPAN - _EDGE), "line"), line((_EDGE, at, _SPAN - _EDGE, at), "line")]
    place_label, line_label = (1, 0) if quarters % 2 else (0, 1)
    for step in range(SIZE):
        square = turned(SIZE * step + step, quarters)
        x, y = middles[square]
        shapes += [label(x, at, 16, NAMES[square][place_label]) for at in (_EDGE - 13, _SPAN - _EDGE + 13)]
        shapes += [label(at, y, 16, NAMES[square][line_label]) for at in (_EDGE - 13, _SPAN - _EDGE + 13)]
    for house in range(len(SEATS)):
        shapes += _plate(house, middles)
    return tuple(shapes)


def _square(square: int, x: int, y: int) -> list[Shape]:
    """A square; its sign in the corner is seen while a piece stands there."""
    owner, left, top = OWNER[square], x - _HALF, y - _HALF
    if owner == NOBODY:
        sign, role, about = (
            ("\N{MINUS SIGN}", "red", "demotes") if EFFECT[square] == DEMOTES else ("+", "gold", "promotes")
        )
        return [
            box(left, top, UNIT, UNIT, role, about=f"{NAMES[square]}: {about}"),
            label(x, y, 40, sign, f"{role}-ink"),
            label(left + 9, top + 10, 16, sign, f"{role}-ink"),
        ]
    kind, signs = "", SEATS[owner].lower()
    shapes: list[Shape] = []
    if square in HOME:
        archetype = HOME.index(square) & 3
        kind, signs = f", home of {ARCHETYPES[archetype]}", f"{signs}:{LETTERS[archetype].lower()}"
        shapes = [line(_moved(_ROOF, x, y), "line"), label(x, y + 13, 24, LETTERS[archetype].lower(), "text")]
    elif square in PARTNER[owner]:
        kind = ", goal"
        shapes = [area(_moved(_PLUS, x, y), f"house{owner + 1}")]
    about = f"{NAMES[square]}: {_NAMES[owner]}{kind}"
    return [
        box(left, top, UNIT, UNIT, f"house{owner + 1}-soft", about=about),
        *shapes,
        label(left + 3 + 7 * len(signs) // 2, top + 10, 12, signs, "text"),
    ]


def _plate(house: int, middles: tuple[tuple[int, int], ...]) -> list[Shape]:
    """A house's form and short name beside its edge of the board."""
    homes = [middles[square] for square in HOMES[house]]
    x, y = (sum(at) // len(homes) for at in zip(*homes, strict=True))
    across = homes[0][1] == homes[1][1]
    if across:
        y = 20 if y < _SPAN // 2 else _SPAN - 20
        return [*_form(house, x - 20, y, 12, _NAMES[house]), label(x + 12, y, 18, SEATS[house], "text")]
    x = 20 if x < _SPAN // 2 else _SPAN - 20
    return [*_form(house, x, y - 16, 12, _NAMES[house]), label(x, y + 14, 18, SEATS[house], "text")]


def _form(house: int, x: int, y: int, radius: int, about: str) -> list[Shape]:
    """The form of a house's pieces: each has about the same size."""
    role = f"house{house + 1}"
    if house == 0:
        return [disc(x, y, radius, role, about=about)]
    if house == 1:
        half = radius * 9 // 10
        return [box(x - half, y - half, 2 * half, 2 * half, role, radius=radius // 5, about=about)]
    if house == 2:
        return [diamond(x, y, radius * 5 // 4, role, about=about)]
    points = tuple((right * radius // 15, down * radius // 15) for right, down in _HEXAGON)
    return [area(_moved(points, x, y), role, about=about)]


def _standing(state: State, piece: int, quarters: int) -> tuple[Shape, ...]:
    return _piece(piece, state.squares[piece], bool(state.promoted >> piece & 1), quarters)


@lru_cache(maxsize=2 * PIECES * SQUARES * len(VIEWS))
def _piece(piece: int, square: int, promoted: bool, quarters: int) -> tuple[Shape, ...]:
    """A piece on a square: form and letters of its house, the letter of its archetype, a star."""
    x, y = _middles(quarters)[square]
    y += _DOWN
    house = piece >> 2
    ink = "tinted-ink" if SEATS[house] in ("TB", "TG") else "shaded-ink"
    about = f"{_named(piece)} on {NAMES[square]}"
    shapes = [
        *_form(house, x, y, 24, about),
        label(x, y - 4, 24, LETTERS[piece & 3], ink),
        label(x, y + 13, 11, SEATS[house], ink),
    ]
    if promoted:
        shapes.append(area(_moved(_STAR, x + 21, y - 23), "star", about=f"promoted, on {NAMES[square]}"))
    return tuple(shapes)


def _named(piece: int) -> str:
    return f"{_NAMES[piece >> 2]} {ARCHETYPES[piece & 3]}"


def _acting(state: State, quarters: int) -> list[Shape]:
    """A triangle beside the piece that acts next."""
    if to_move(state) is None:
        return []
    x, y = _middles(quarters)[state.squares[state.turn]]
    corner = ((-33, 14), (-33, 32), (-16, 23))
    return [area(_moved(corner, x, y), "text", about=f"{acting_piece(state)} acts next")]


def _ways(state: State, look: Look, move: Move | None, quarters: int) -> Iterator[Shape]:
    """Below the pieces: where each piece that moved came from, its way, and a frame where it stands."""
    middles, before = _middles(quarters), look.before
    if not isinstance(before, State):
        return
    for piece in range(PIECES):
        old, new = before.squares[piece], state.squares[piece]
        acted = piece == before.turn and move is not None
        if old == new and not acted:
            continue
        x, y = middles[new]
        steps = [old, *(move.steps if acted and move else ())]
        if steps[-1] != new:
            steps.append(new)
        yield box(x - 34, y - 34, 68, 68, "last", radius=6, about=f"last turn: to {NAMES[new]}")
        if len(steps) > 1:
            yield from brackets(*middles[old], 25, 10, "last", about=f"last turn: from {NAMES[old]}")
            yield from arrow([at for square in steps for at in middles[square]], "last", short=30)


def _changes(state: State, look: Look, move: Move | None, quarters: int) -> Iterator[Shape]:
    """Above the pieces: a cross in the place of each star that is gone, brackets where a power aimed."""
    before = look.before
    if not isinstance(before, State):
        return
    middles = _middles(quarters)
    for piece in range(PIECES):
        if before.promoted & ~state.promoted & 1 << piece:
            x, y = middles[state.squares[piece]]
            yield cross(x + 21, y - 20, 9, "lost", about=f"{_named(piece)} was demoted")
    if move is not None and move.power not in (NO_POWER, CHARGE):
        reach = 30 if move.target in state.squares else 15
        about = f"{POWERS[move.power]} on {NAMES[move.target]}"
        yield from brackets(*middles[move.target], reach, reach // 3, "last", about=about)


def _targets(state: State, chosen: str | None, quarters: int) -> list[Shape]:
    """A disc where the acting piece can come to, a diamond on each piece that it could use its power on."""
    if chosen is None:
        return []
    if to_move(state) is None:
        raise UsageError(f"{short(chosen)!r}: the game is over", code="usage.targets")
    piece = state.turn
    here = state.squares[piece]
    letter = LETTERS[piece & 3]
    if chosen.upper() not in (letter, SEATS[piece >> 2] + letter, NAMES[here].upper()):
        why = f"{acting_piece(state)} on {NAMES[here]} acts now, and no other piece"
        raise UsageError(f"{short(chosen)!r}: {why}", code="usage.targets")
    moves, middles, shapes = legal_moves(state), _middles(quarters), []
    for square in sorted({move.steps[-1] for move in moves if move.steps}):
        x, y = middles[square]
        down = 27 if square == here else 0
        shapes.append(disc(x, y + down, 9, "target", about=f"target {NAMES[square]}"))
    powers: dict[int, set[int]] = {}
    for move in moves:
        if move.power != NO_POWER:
            powers.setdefault(move.target, set()).add(move.to)
    for square, ends in sorted(powers.items()):
        x, y = middles[square]
        to = " ".join(NAMES[end] for end in sorted(ends) if end >= 0)
        about = f"target of {POWERS[(piece & 3) + 1]}: {NAMES[square]}{' to ' + to if to else ''}"
        shapes.append(diamond(x + 23, y + 22, 11, "target", about=about))
    return shapes


def _facts(state: State) -> tuple[Fact, ...]:
    """Who acts, the round, and how far each house is: pieces on goals, steps that are missing, promotions."""
    ended = outcome(state)
    next_up = f"{acting_piece(state)} acts" if ended is None else f"over: {ended}"
    return (
        Fact("Round", f"{state.round}, {next_up}"),
        *(_house(state, house) for house in range(len(SEATS))),
    )


def _house(state: State, house: int) -> Fact:
    four, own = state.squares[4 * house : 4 * house + 4], state.promoted >> 4 * house & 15
    return Fact(f"{SEATS[house]} {_NAMES[house]} ({_FORMS[house]})", _progress(four, house, own))


@lru_cache(maxsize=4096)
def _progress(squares: bytes, house: int, promoted: int) -> str:
    """`1 of 2 goals (Hero h2), 3 steps off; promoted: Diva`."""
    goals = GOALS[house]
    there = [f"{ARCHETYPES[squares.index(goal)]} {NAMES[goal]}" for goal in goals if goal in squares]
    told = f"{len(there)} of 2 goals"
    if there:
        told += f" ({', '.join(there)})"
    if len(there) < len(goals):
        told += f", {_missing(squares, goals)} steps off"
    names = [ARCHETYPES[piece] for piece in range(4) if promoted >> piece & 1]
    return f"{told}; promoted: {' '.join(names) or 'none'}"


def _missing(squares: bytes, goals: tuple[int, ...]) -> int:
    """The fewest steps in all with which two of the pieces are on both goals, on an empty board."""
    return min(_steps(one, goals[0]) + _steps(other, goals[1]) for one, other in permutations(squares, 2))


def _steps(one: int, other: int) -> int:
    return max(abs(one // SIZE - other // SIZE), abs(one % SIZE - other % SIZE))


def _about(state: State, facts: tuple[Fact, ...]) -> str:
    """Where the pieces stand, and all that the facts say."""
    houses = []
    for house, seat in enumerate(SEATS):
        pieces = range(4 * house, 4 * house + 4)
        stand = [f"{ARCHETYPES[piece & 3]} {_place(state, piece)}" for piece in pieces]
        houses.append(f"{_NAMES[house]} ({seat}): {', '.join(stand)}.")
    return " ".join((*houses, *(f"{fact.name}: {fact.value}." for fact in facts)))


def _place(state: State, piece: int) -> str:
    return NAMES[state.squares[piece]] + " promoted" * (state.promoted >> piece & 1)
