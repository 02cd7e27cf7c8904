"""A Struckle position as text: houses, archetypes and promotion told apart by letters and signs alone."""

import re

from struckle_cli.core.picture import Picture, Span, View
from struckle_cli.games.struckle.board import (
    DEMOTES,
    EFFECT,
    HOME,
    LETTERS,
    NAMES,
    NOBODY,
    OWNER,
    PARTNER,
    SEATS,
    SIZE,
    SQUARE,
)
from struckle_cli.games.struckle.state import Desk, State

VIEWS = ("TG", "SB", "SG", "TB")
"""The houses that can sit at the lower edge; row 1 lies there by default."""

BROAD = 44
"""Columns of the board; where there are fewer, no blank stands between squares, and no sign on homes."""
_ROLES = ("blue", "green", "darkblue", "darkgreen")
_ASCII = {"promoted": "+", "home": ":", "goal": "x", "gold": " ++ ", "red": " -- "}
_UNICODE = {"promoted": "✦", "home": "⌂", "goal": "✚", "gold": " ✦✦ ", "red": " ✗✗ "}


def render(state: State, view: View) -> Picture:
    """The board with labels and a legend; the house `view.lower` (default TG) sits at the lower edge.

    A square is four characters wide. A piece is house, archetype and promotion (`TBD+`); an empty square
    shows in small letters whose it is, homes with their archetype (`tb:d`, or `tbd` where there is less
    room, so that only a sign of promotion ever touches the next square), goals with a cross.
    """
    art = _UNICODE if view.style == "unicode" else _ASCII
    if view.width < BROAD:
        art = art | {"home": ""}
    quarters = VIEWS.index(view.lower) if view.lower in VIEWS else 0
    grid = [[turned(SIZE * row + column, quarters) for column in range(SIZE)] for row in range(SIZE)]
    grid.reverse()
    line_label, place_label = (0, 1) if quarters % 2 else (1, 0)
    last = {SQUARE[name] for name in re.findall("[a-h][1-8]", view.last or "")}
    desk = state.desk()
    gap = " " if view.width >= BROAD else ""
    places = gap.join(f"{NAMES[square][place_label]:^4}" for square in grid[0])
    header = (Span(f"   {places}  ", "label"),)
    lines: list[tuple[Span, ...]] = [header]
    for row in grid:
        name = NAMES[row[0]][line_label]
        spans = [Span(f" {name} ", "label")]
        for square in row:
            between = [Span(gap)] if gap and square != row[0] else []
            spans += [*between, *_cell(desk, square, art, square in last)]
        lines.append((*spans, Span(f" {name}", "label")))
    legend = _legend(art)
    return Picture((*lines, header, *legend), len(legend))


def turned(square: int, quarters: int) -> int:
    """The square that a view turned by so many quarters shows at the place of `square`."""
    for _ in range(quarters):
        square = SIZE * (square % SIZE) + SIZE - 1 - square // SIZE
    return square


def _cell(desk: Desk, square: int, art: dict[str, str], marked: bool) -> list[Span]:
    piece = desk.cells[square] - 1
    if piece >= 0:
        role = "last" if marked else _ROLES[piece >> 2]
        promoted = desk.promoted >> piece & 1
        return [
            Span(f"{SEATS[piece >> 2]}{LETTERS[piece & 3]}", role),
            Span(art["promoted"] if promoted else " ", "gold"),
        ]
    owner = OWNER[square]
    if owner == NOBODY:
        kind = "red" if EFFECT[square] == DEMOTES else "gold"
        return [Span(art[kind], "last" if marked else kind)]
    text = SEATS[owner].lower()
    if square in HOME:
        text += art["home"] + LETTERS[HOME.index(square) & 3].lower()
    elif square in PARTNER[owner]:
        text += art["goal"]
    return [Span(f"{text:4}", "last" if marked else f"{_ROLES[owner]}-square")]


def _legend(art: dict[str, str]) -> list[tuple[Span, ...]]:
    promoted, home, goal = art["promoted"], art["home"], art["goal"]
    houses = "TB Tinted Blue  TG Tinted Green  SB Shaded Blue  SG Shaded Green"
    signs = (
        f"TBD a Diva  TBD{promoted} promoted  tb own square  tb{home}d home  tb{goal} goal  "
        f"{art['gold'].strip()} gold  {art['red'].strip()} red"
    )
    return [(Span(houses, "label"),), (Span(signs, "label"),)]
