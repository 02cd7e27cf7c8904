"""A drawing as SVG: one file that needs nothing else, the same bytes for the same drawing."""

from collections.abc import Iterable
from textwrap import wrap
from typing import NamedTuple

from struckle_cli.core.drawing import ROLES, Drawing, Fact, Shape, words
from struckle_cli.report.palette import FONT, Theme, css
from struckle_cli.report.safe import printable

_PAD, _SIZE, _ROW = 20, 18, 26
_NARROWEST = 480
"""Units that a caption needs at least."""
_LETTER = 0.62
"""How wide a letter is on the average, measured in its height."""


class Layout(NamedTuple):
    """A picture before it is written: its size in units, and how far the drawing is moved to the right in it.

    `below` holds the caption and the facts as shapes, which are not moved.
    """

    width: int
    height: int
    moved: int
    below: list[Shape]


def layout(drawing: Drawing, caption: str, least: tuple[int, int] = (0, 0)) -> Layout:
    """Where a drawing, its caption and its facts stand in a picture at least as large as `least`."""
    width = max(drawing.width, _NARROWEST, least[0])
    below, height = _below(drawing, caption, width)
    return Layout(width, max(height, least[1]), (width - drawing.width) // 2, below)


def svg(drawing: Drawing, caption: str, theme: Theme = "auto") -> str:
    """The drawing with its caption and facts below it; ends with a line feed.

    `<title>` is the caption, `<desc>` what the drawing shows. Nothing in a text is ever markup.
    """
    width, height, moved, below = layout(drawing, caption)
    scope = f"struckle-{theme}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{scope}" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" role="img" font-family="{FONT}">',
        f"<title>{escaped(caption)}</title>",
        f"<desc>{escaped(drawing.about)}</desc>",
        style((*drawing.shapes, *below), scope, theme),
        f'<rect class="frame" width="{width}" height="{height}"/>',
        f'<g transform="translate({moved})">',
        *map(element, drawing.shapes),
        "</g>",
        *map(element, below),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def style(shapes: Iterable[Shape], scope: str, theme: Theme) -> str:
    """The element with the colours of some shapes, and of the frame behind them."""
    used = {shape.role for shape in shapes} | {"frame"}
    return f"<style>{css([role for role in ROLES if role in used], scope, theme)}</style>"


def element(shape: Shape) -> str:
    """One shape as an element; its class is its role."""
    at, role = shape.at, shape.role
    if shape.kind in ("label", "words"):
        anchor = ' text-anchor="middle"' if shape.kind == "label" else ""
        place = f'x="{at[0]}" y="{at[1]}" font-size="{at[2]}" dy=".35em"'
        return f'<text class="{role}" {place}{anchor}>{escaped(shape.text)}</text>'
    if shape.kind == "box":
        corners = f' rx="{at[4]}"' if at[4] else ""
        start = f'<rect class="{role}" x="{at[0]}" y="{at[1]}" width="{at[2]}" height="{at[3]}"{corners}'
    elif shape.kind == "disc":
        start = f'<circle class="{role}" cx="{at[0]}" cy="{at[1]}" r="{at[2]}"'
    else:
        tag = "polygon" if shape.kind == "area" else "polyline"
        pairs = " ".join(f"{x},{y}" for x, y in zip(at[::2], at[1::2], strict=True))
        start = f'<{tag} class="{role}" points="{pairs}"'
    if not shape.about:
        return f"{start}/>"
    return f"{start}><title>{escaped(shape.about)}</title></{start[1:].split(' ', 1)[0]}>"


def escaped(text: str) -> str:
    """Text for an element or a quoted attribute; what XML cannot hold is shown escaped."""
    safe = printable(text)
    return safe.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _below(drawing: Drawing, caption: str, width: int) -> tuple[list[Shape], int]:
    """The caption and the facts as lines of text, and how high all of it is."""
    room = int((width - 2 * _PAD) / (_SIZE * _LETTER))
    found = [(text, "text") for text in wrap(printable(caption), room)]
    for fact in drawing.facts:
        found += [(text, "faint") for text in _lines(fact, room)]
    shapes, y = [], drawing.height + _ROW // 2
    for text, role in found:
        shapes.append(words(_PAD, y, _SIZE, text, role))
        y += _ROW
    return shapes, y


def _lines(fact: Fact, room: int) -> list[str]:
    """A fact in as many lines as it needs, all but the first set in."""
    told = f"{fact.name}: {fact.value}" if fact.name else fact.value
    return wrap(printable(told), room, subsequent_indent="  ", break_long_words=True)
