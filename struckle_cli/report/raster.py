"""Pictures as pixels: PNG, and what changes from one picture of a game to the next.

What draws them (resvg, Pillow, the letters that matplotlib brings) belongs to the extra `pictures` and is
imported where it is used. No font of the machine is asked, so the same picture has the same bytes everywhere.
"""

import io
import math
import os
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from struckle_cli.core.drawing import Drawing, Shape
from struckle_cli.core.errors import UsageError
from struckle_cli.report.extra import need
from struckle_cli.report.palette import FONT, PAINTS, Theme
from struckle_cli.report.svg import element, layout, style

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 40_000_000
"""Pixels of the largest picture: 160 MB while it is painted."""
_WIDEST = 1.5
"""How wide a letter can be, measured in its height."""
_MARGIN = 8
"""Pixels that are painted around a place and thrown away."""

Page = tuple[Drawing, str]
"""A drawing and its caption."""
Rectangle = tuple[int, int, int, int]
"""Left, top, right, bottom; the last two are just outside."""


class Look(NamedTuple):
    """How pictures are painted: the theme, and pixels a unit."""

    theme: Theme = "light"
    scale: float = 1.0

    @property
    def dark(self) -> bool:
        """Pixels have one theme: where SVG would follow the reader's system they are light."""
        return self.theme == "dark"


def need_packages() -> None:
    """Raise `UsageError` where the extra `pictures` is not installed."""
    need("PNG and GIF", "resvg_py", "PIL", "matplotlib")


def pixels(units: tuple[int, int], look: Look) -> tuple[int, int]:
    """The size of a picture in pixels. Raises `UsageError` for one that would be too large."""
    width, height = (max(1, math.ceil(length * look.scale)) for length in units)
    if width * height > MOST_PIXELS or max(width, height) > 0xFFFF:
        why = f"the picture would have {width:,} times {height:,} pixels; choose a smaller --scale"
        raise UsageError(why, code="usage.scale")
    return width, height


def png(page: Page, look: Look) -> bytes:
    """A picture as PNG. Raises `UsageError` for one that would be too large."""
    size, shapes = placed(page)
    return _painted(shapes, (0, 0, *pixels(size, look)), look)


def placed(page: Page, least: tuple[int, int] = (0, 0)) -> tuple[tuple[int, int], list[Shape]]:
    """A picture's size in units, at least `least`, and all of its shapes where they stand in it."""
    drawing, caption = page
    width, height, right, below = layout(drawing, caption, least)
    shapes = (_moved(shape, right) for shape in drawing.shapes) if right else drawing.shapes
    return (width, height), [*shapes, *below]


def _moved(shape: Shape, right: int) -> Shape:
    """A shape moved to the right."""
    at = shape.at
    if shape.kind in ("line", "area"):
        at = tuple(value if n % 2 else value + right for n, value in enumerate(at))
    else:
        at = (at[0] + right, *at[1:])
    return msgspec.structs.replace(shape, at=at)


def _painted(shapes: Iterable[Shape], window: Rectangle, look: Look) -> bytes:
    """What is seen of some shapes in a window, which is measured in pixels, as PNG."""
    import resvg_py

    left, top, right, bottom = window
    x, y, width, height = (value / look.scale for value in (left, top, right - left, bottom - top))
    inside = [shape for shape in shapes if _meet(_reach(shape, look.scale), window)]
    lines = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="pixels" viewBox="{x} {y} {width} {height}"'
        f' width="{right - left}" height="{bottom - top}" preserveAspectRatio="none" font-family="{FONT}">',
        style(inside, "pixels", "dark" if look.dark else "light"),
        f'<rect class="frame" x="{x}" y="{y}" width="{width}" height="{height}"/>',
        *map(element, inside),
        "</svg>",
    )
    return resvg_py.svg_to_bytes(svg_string="".join(lines), skip_system_fonts=True, font_files=[_letters()])


@lru_cache(maxsize=1)
def _letters() -> str:
    """The file of DejaVu Sans that matplotlib brings; matplotlib itself is not imported for it."""
    found = find_spec("matplotlib")
    assert found is not None
    assert found.submodule_search_locations is not None
    folder = next(iter(found.submodule_search_locations))
    return os.path.join(folder, "mpl-data", "fonts", "ttf", "DejaVuSans.ttf")


@lru_cache(maxsize=4096)
def _reach(shape: Shape, scale: float) -> Rectangle:
    """Pixels outside of which a shape paints nothing; for a text more than it needs."""
    at = shape.at
    edge = PAINTS[shape.role].width + 1
    if shape.kind == "box":
        x, y, right, bottom = at[0], at[1], at[0] + at[2], at[1] + at[3]
    elif shape.kind == "disc":
        x, y, right, bottom = at[0] - at[2], at[1] - at[2], at[0] + at[2], at[1] + at[2]
    elif shape.kind in ("line", "area"):
        x, y, right, bottom = min(at[::2]), min(at[1::2]), max(at[::2]), max(at[1::2])
        edge *= 4  # pointed corners
    else:
        wide = math.ceil(len(shape.text) * at[2] * _WIDEST)
        wide = wide if shape.kind == "words" else wide // 2
        before = at[2] if shape.kind == "words" else wide
        x, y, right, bottom = at[0] - before, at[1] - at[2], at[0] + wide, at[1] + at[2]
        edge += at[2]
    return (
        math.floor((x - edge) * scale), math.floor((y - edge) * scale),
        math.ceil((right + edge) * scale), math.ceil((bottom + edge) * scale),
    )  # fmt: skip


def _meet(one: Rectangle, other: Rectangle) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


class Painter:
    """Paints the pictures of a game one after the other, all of one size: each time what has changed only."""

    def __init__(self, size: tuple[int, int], look: Look) -> None:
        self._size = size
        self._look = look
        self._whole: Rectangle = (0, 0, *pixels(size, look))
        self._shapes: list[Shape] = []
        self._picture: Image | None = None

    def paint(self, page: Page) -> tuple["Image", list[Rectangle]]:
        """The next picture, and where it can differ from the one before it; the first one does everywhere."""
        _, shapes = placed(page, self._size)
        places = [self._whole] if self._picture is None else self._changed(shapes)
        picture = None if self._whole in places or self._picture is None else self._picture.copy()
        for place in places:
            part = self._part(shapes, place)
            if picture is None:
                picture = part
            else:
                picture.paste(part, place[:2])
        assert picture is not None
        self._shapes, self._picture = shapes, picture
        return picture, places

    def _part(self, shapes: list[Shape], place: Rectangle) -> "Image":
        """A place, painted with a margin: thin lines come out otherwise where a window cuts them."""
        left, top, right, bottom = place
        wider = _cut((left - _MARGIN, top - _MARGIN, right + _MARGIN, bottom + _MARGIN), self._whole)
        part = _opened(_painted(shapes, wider, self._look))
        return part.crop((left - wider[0], top - wider[1], right - wider[0], bottom - wider[1]))

    def _changed(self, shapes: list[Shape]) -> list[Rectangle]:
        """The rectangles in which shapes have come or gone; everything where others are in another order."""
        before, now = Counter(self._shapes), Counter(shapes)
        gone, come = before - now, now - before
        if [s for s in self._shapes if s not in gone] != [s for s in shapes if s not in come]:
            return [self._whole]
        reach = [_cut(_reach(shape, self._look.scale), self._whole) for shape in (*gone, *come)]
        found = _joined([place for place in reach if place[0] < place[2] and place[1] < place[3]])
        area = sum((right - left) * (bottom - top) for left, top, right, bottom in found)
        return found if 2 * area < self._whole[2] * self._whole[3] else [self._whole]


def _cut(place: Rectangle, whole: Rectangle) -> Rectangle:
    """The part of a place that lies in the picture."""
    return max(place[0], whole[0]), max(place[1], whole[1]), min(place[2], whole[2]), min(place[3], whole[3])


def _joined(places: list[Rectangle]) -> list[Rectangle]:
    """Rectangles that hold the same and do not meet, in the order of the first of each."""
    found: list[Rectangle] = []
    for place in places:
        joined = place
        while near := [other for other in found if _meet(joined, other)]:
            found = [other for other in found if other not in near]
            sides = list(zip(joined, *near, strict=True))
            joined = (min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3]))
        found.append(joined)
    return found


def _opened(painted: bytes) -> "Image":
    from PIL import Image

    return Image.open(io.BytesIO(painted)).convert("RGB")
