"""A position of Struggle as text: the track in rows, colours as letters or signs, who is to roll, the cards.

Readable without colour: `y r b` in ASCII; in Unicode a black space is filled, a red one a diamond.
"""

from struckle_cli.core.picture import Picture, Span, View
from struckle_cli.games.struggle.board import BLACK, PIECES, PLACES, RED, SEATS, YELLOW
from struckle_cli.games.struggle.rules import playing
from struckle_cli.games.struggle.state import State

WIDTHS = (16, 10, 5)
"""Spaces of a row, as many as fit."""
_ASCII = {YELLOW: "y", RED: "r", BLACK: "b"}
_UNICODE = {YELLOW: "○", RED: "◆", BLACK: "■"}
_ROLES = {YELLOW: "gold", RED: "red", BLACK: "wall"}


def render(state: State, view: View) -> Picture:
    """Start and the places, the rows of the track with their numbers, then who rolls and the cards.

    Each space is its colour and the piece on it; the last space holds nobody. There are no sides.
    """
    art = _UNICODE if view.style == "unicode" else _ASCII
    last, cell = state.track.last, max(3, len(str(state.track.last)) + 1)
    columns = min(next((wide for wide in WIDTHS if wide * cell <= view.width), WIDTHS[-1]), last)
    width = max(columns * cell, len(PLACES) * 4 + len(PIECES) + 15)
    played = _played(view.last)
    lines = [_ends(state, played, width)]
    for low in range(1, last + 1, columns):
        spaces = range(low, min(low + columns, last + 1))
        numbers = "".join(f"{space:>{cell}}" for space in spaces)
        lines.append((Span(numbers, "label"),))
        spans = [span for space in spaces for span in _cell(state, space, art, cell, played)]
        lines.append((*spans, Span(" " * (width - len(spaces) * cell))))
    signs = f"{art[YELLOW]} yellow  {art[RED]} red  {art[BLACK]} black"
    lines += [(Span(signs, "label"),), (Span(_turn(state), "label"),), (Span(_cards(state), "label"),)]
    return Picture(tuple(lines))


def _played(token: str | None) -> str:
    """The pieces that the last token played."""
    plays = (token or "").partition("=")[2]
    return "".join(plays[::2]) if len(plays) <= 2 * len(PIECES) else ""


def _cell(state: State, space: int, art: dict[int, str], cell: int, played: str) -> list[Span]:
    kind = state.track.kinds[space]
    holder = PIECES[state.squares.index(space)] if space in state.squares else ""
    spans = [Span(" " * (cell - 2)), Span(art[kind], _ROLES[kind])]
    return [*spans, Span(holder or " ", _role(holder, played))]


def _role(piece: str, played: str) -> str:
    return "plain" if not piece else "last" if piece in played else "seat1"


def _ends(state: State, played: str, width: int) -> tuple[Span, ...]:
    """The pieces on Start and on the places A to E."""
    at_start = "".join(piece for piece, square in zip(PIECES, state.squares, strict=True) if square == 0)
    spans = [Span("Start ", "label"), Span(f"{at_start:{len(PIECES)}}", "seat1"), Span("  Arrived", "label")]
    for place, name in enumerate(PLACES):
        there = PIECES[state.squares.index(-1 - place)] if -1 - place in state.squares else "."
        role = "ground" if there == "." else _role(there, played)
        spans += [Span(f" {name}:", "label"), Span(there, role)]
    used = sum(len(span.text) for span in spans)
    return (*spans, Span(" " * (width - used)))


def _turn(state: State) -> str:
    return "The game is over" if state.over else f"{SEATS[state.seat]} rolls, turn {state.turn}"


def _cards(state: State) -> str:
    """`p1 JT9QK  p2 hidden`."""
    told = [
        f"{seat} {'no card' if card is None else 'hidden' if card.startswith('#') else card}"
        for seat, card in zip(playing(state.setup), state.setup.cards, strict=True)
    ]
    return f"Cards: {'  '.join(told)}"
