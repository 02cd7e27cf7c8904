"""A Stricken state as a picture: five layers, and under them a table of all shells.

A layer has row 5 at the top where white is at the lower edge, and layer 1 comes first; black sees all of it
the other way round. A shell is `w3` or `b12`. In the table stand its point, Power/Defense, damage and bead:
a capital for a capability that has been used in public, a small letter for one that has not, `?` for what
is not known. What is drawn depends on the state alone, so a state that hides something shows nothing of it.
"""

import re

from struckle_cli.core.errors import counted
from struckle_cli.core.picture import Picture, Span, View
from struckle_cli.games.stricken.board import (
    ALL_CAPABILITIES,
    CAPABILITIES,
    COLUMNS,
    LAYER,
    NAMES,
    OFF,
    POINT,
    SEATS,
    SHELLS,
    SIZE,
    owner,
)
from struckle_cli.games.stricken.explain import order_text
from struckle_cli.games.stricken.rules import alive
from struckle_cli.games.stricken.state import State
from struckle_cli.games.stricken.turns import MAX_ORDERS

Line = tuple[Span, ...]
_ROLES = ("seat1", "seat2")
_EMPTY = {"ascii": ".", "unicode": "·"}
_NARROW, _WIDE = 3, 10
_STACKED = 56
"""Columns that layers below each other take; where there are fewer, they are drawn smaller, in pairs."""
_HIGH = 72
"""Rows that they take at least; where there are fewer, three layers stand side by side."""
_BOTH = 80
"""Columns from which on the table has both sides side by side there."""
LEGEND = (
    "P/D is Power/Defense; in a bead a capital is a capability that has been used in public, a small letter "
    "one that has not, and ? is what nobody has shown you"
)
"""What the table says of a shell."""
BROAD = 100
"""Columns from which on layers stand side by side."""


def render(state: State, view: View) -> Picture:
    """The picture with the layers side by side where there are 100 columns, else layer below layer."""
    return drawn(state, view, view.width < BROAD)


def _banks(view: View, stacked: bool) -> tuple[int, int]:
    """How many layers stand side by side, and how wide a point is."""
    if not stacked:
        return SIZE, _NARROW
    if view.width < _STACKED:
        return 2, _NARROW
    return (3, _NARROW) if _low(view) else (1, _WIDE)


def _low(view: View) -> bool:
    """Whether there are too few rows for layers below each other."""
    return view.height is not None and view.height < _HIGH


def drawn(state: State, view: View, stacked: bool = False) -> Picture:
    """The picture; with `stacked` layer below layer, Power/Defense beside each shell, in 56 columns."""
    upside_down = view.lower == "black"
    order = range(SIZE)[::-1] if upside_down else range(SIZE)
    last = set(last_points(view.last))
    layers: list[Line] = []
    beside, width = _banks(view, stacked)
    for first in range(0, SIZE, beside):
        layers += [*_grid(state, view, tuple(order[first : first + beside]), last, width), ()]
    both = not stacked or (_low(view) and view.width >= _BOTH)
    table: list[Line] = [(Span(text, "label"),) for text in _table(state, both, 0 if stacked else 3)]
    standing = [(Span(text, "label"),) for text in _standing(state)]
    if view.height is not None and view.height < len(layers) + len(table) + len(standing):
        return Picture((*table, (), *layers[:-1], *standing))  # what scrolls away is not the layers
    return Picture((*layers, *table, *standing))


def last_points(token: str | None) -> list[int]:
    """The points that the last token names, in its order; none for None. Digits of a hash are no points."""
    named = re.findall("#[0-9a-f]+|[1-5][a-e][1-5]", token or "")
    return [POINT[name] for name in named if name[0] != "#"]


def _grid(state: State, view: View, layers: tuple[int, ...], last: set[int], width: int) -> list[Line]:
    """Some layers beside each other, with their names above and columns above and below."""
    upside_down = view.lower == "black"
    columns = range(SIZE)[::-1] if upside_down else range(SIZE)
    rows = range(SIZE) if upside_down else range(SIZE)[::-1]
    size = SIZE * width
    letters = "".join(_fit(COLUMNS[column], width) for column in columns)
    header = (Span("   " + "   ".join(letters for _ in layers), "label"),)
    titles = (Span("   " + "   ".join(f"{f'layer {layer + 1}':{size}}" for layer in layers), "label"),)
    lines: list[Line] = [titles, header]
    for row in rows:
        spans = [Span(f" {row + 1} ", "label")]
        for layer in layers:
            for column in columns:
                spans.append(_cell(state, view, LAYER * layer + SIZE * row + column, last, width))
            spans.append(Span("   " if layer != layers[-1] else f" {row + 1}", "label"))
        lines.append(tuple(spans))
    return [*lines, header]


def _cell(state: State, view: View, point: int, last: set[int], width: int) -> Span:
    shell = state.at(point)
    if shell < 0:
        empty = _EMPTY.get(view.style, ".")
        return Span(_fit(empty, width), "last" if point in last else "ground")
    text = short_name(shell)
    if width == _WIDE:
        text += f" {strength(state, shell)}"
    return Span(f"{text:{width}}", "last" if point in last else _ROLES[owner(shell)])


def _fit(text: str, width: int) -> str:
    return f"{text:^{width}}" if width == _NARROW else f"{text:{width}}"


def short_name(shell: int) -> str:
    """A shell as the picture names it: `w3`, `b12`."""
    return f"{'wb'[owner(shell)]}{shell % SHELLS + 1}"


def called(state: State) -> dict[str, str]:
    """Where each shell stands that the picture names: tokens name it so."""
    return {short_name(shell): NAMES[point] for shell, point in enumerate(state.where) if point != OFF}


def strength(state: State, shell: int) -> str:
    """Power/Defense of a shell on the lattice: `2/1`."""
    return f"{state.power[shell]}/{state.defense(shell)}"


def bead_text(state: State, shell: int) -> str:
    """What is known of a bead: capitals used in public, small letters not, `?` where there can be more."""
    bead, revealed = state.beads[shell], state.revealed[shell]
    known = state.known[shell] if bead is None else bead
    letters = [
        letter if revealed >> bit & 1 else letter.lower()
        for bit, letter in enumerate(CAPABILITIES)
        if known >> bit & 1
    ]
    return "".join(letters) + ("?" if bead is None and known != ALL_CAPABILITIES else "")


def _table(state: State, both: bool, gap: int) -> list[str]:
    """A line a shell; if `both` sides are to stand side by side, a line for one of each, with a gap."""
    head = f"{'shell':6}{'point':7}{'P/D':7}{'damage':8}{'bead':12}"
    apart = " " * gap
    sides = [[_row(state, SHELLS * side + index) for index in range(SHELLS)] for side in (0, 1)]
    if not both:
        return ["   " + head, *("   " + row for rows in sides for row in rows)]
    return [f"   {left}{apart}{right}" for left, right in [(head, head), *zip(*sides, strict=True)]]


def _row(state: State, shell: int) -> str:
    point = state.where[shell]
    if point == OFF:
        place, force = "gone", "-"
    else:
        place, force = NAMES[point], strength(state, shell)
    bead = bead_text(state, shell) + (" sapped" if state.sapped >> shell & 1 else "")
    return f"{short_name(shell):6}{place:7}{force:7}{state.damage[shell]!s:8}{bead:12}"


def _standing(state: State) -> list[str]:
    """Points, shells, damage and orders of each side."""
    return ["", *(f"   {seat}: {told}" for side, seat in enumerate(SEATS) for told in standing(state, side))]


def standing(state: State, side: int) -> list[str]:
    """What a side has: points, shells, damage and orders left in a line, then its unresolved orders."""
    left = MAX_ORDERS - state.used[side]
    found = [
        f"{counted(state.points[side], 'point')}, {counted(alive(state)[side], 'shell')}, "
        f"damage {state.suffered[side]}, {counted(left, 'order')} left"
    ]
    return found + [order_text(order) for order in state.orders[side] if not order.done]
