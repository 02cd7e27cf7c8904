"""Pictures as pixels: PNG, and GIF with one position or a whole game.

What draws them (resvg, Pillow, the letters that matplotlib brings) belongs to the extra `pictures` and is
imported where it is used. No font of the machine is asked, so the same picture has the same bytes everywhere.
"""

import io
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from struckle_cli.core.drawing import Drawing
from struckle_cli.core.errors import UsageError
from struckle_cli.report.palette import PAINTS, Theme
from struckle_cli.report.svg import size, svg

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 40_000_000
"""Pixels of the largest picture: 160 MB while it is painted."""
_LAST = 4
"""How many times as long as the others the last frame of a GIF stands."""
_LONGEST = 655_350
"""Milliseconds of the longest frame that GIF can hold."""
_SAMPLES = 6
"""Frames whose colours are looked at."""
_NOTHING = 255
"""The entry of a GIF's table that leaves what was there."""
_APART = 11
"""How far colours of a GIF are apart (of 255, in a straight line).

Pillow looks up colours in steps of four: those further apart than twice the diagonal of such a step are kept
as they are.
"""

Page = tuple[Drawing, str]
"""A drawing and its caption."""


class Look(NamedTuple):
    """How pictures are painted: the theme, and pixels a unit."""

    theme: Theme = "light"
    scale: float = 1.0


def need_packages() -> None:
    """Raise `UsageError` where the extra `pictures` is not installed."""
    if any(find_spec(name) is None for name in ("resvg_py", "PIL", "matplotlib")):
        why = "PNG and GIF need packages that are not installed: pip install 'struckle[pictures]'"
        raise UsageError(f"{why} (SVG needs none)", code="usage.pictures")


def png(page: Page, look: Look) -> bytes:
    """A picture as PNG. Raises `UsageError` for one that would be too large."""
    drawing, caption = page
    return _painted(svg(drawing, caption, _theme(look)), size(drawing, caption), look)


def gif(write: Callable[[bytes], object], pages: Callable[[], Iterable[Page]], look: Look, delay: int) -> int:
    """A GIF that shows some pages for `delay` milliseconds each, the last one longer, over and over.

    `pages` is called twice: once for the size and the colours of all, once to paint them one by one, so that
    memory does not grow with the game. All frames have the same colours; a frame holds what has changed since
    the one before it. Returns the number of frames. Raises `UsageError` for pictures that would be too large,
    and whatever `pages` raises, before anything is written.
    """
    plan = _plan(pages(), look)
    table = _table(plan, look)
    write(_head(_pixels(plan.size, look), table))
    before: Image | None = None
    for number, (drawing, caption) in enumerate(pages(), 1):
        now = _opened(_painted(svg(drawing, caption, _theme(look), plan.size), plan.size, look))
        time = delay if number < plan.pages else min(delay * _LAST, _LONGEST)
        for part in _frame(before, now, table, time):
            write(part)
        before = now
    write(b";")
    return plan.pages


class _Plan(NamedTuple):
    """What all frames of a GIF have in common: size in units, roles, and some pages to take colours from."""

    size: tuple[int, int]
    pages: int
    roles: frozenset[str]
    samples: tuple[Page, ...]


def _plan(pages: Iterable[Page], look: Look) -> _Plan:
    width = height = number = 0
    roles: set[str] = {"frame", "text", "faint"}
    samples: list[Page] = []
    step = 1
    for number, page in enumerate(pages, 1):
        drawing, caption = page
        wide, high = size(drawing, caption)
        width, height = max(width, wide), max(height, high)
        roles.update(shape.role for shape in drawing.shapes)
        if (number - 1) % step == 0:
            samples.append(page)
        if len(samples) == 2 * _SAMPLES:  # half as many, twice as far apart
            samples, step = samples[::2], step * 2
    _pixels((width, height), look)
    if page is not samples[-1]:
        samples.append(page)
    return _Plan((width, height), number, frozenset(roles), tuple(samples[-_SAMPLES:]))


def _theme(look: Look) -> Theme:
    """Pixels have one theme: where SVG would follow the reader's system they are light."""
    return "light" if look.theme == "auto" else look.theme


def _pixels(units: tuple[int, int], look: Look) -> tuple[int, int]:
    width, height = (max(1, round(length * look.scale)) for length in units)
    if width * height > MOST_PIXELS or max(width, height) > 0xFFFF:
        why = f"the picture would have {width:,} times {height:,} pixels; choose a smaller --scale"
        raise UsageError(why, code="usage.scale")
    return width, height


def _painted(picture: str, units: tuple[int, int], look: Look) -> bytes:
    """An SVG of so many units as PNG."""
    import resvg_py

    width, height = _pixels(units, look)
    return resvg_py.svg_to_bytes(
        svg_string=picture, width=width, height=height, skip_system_fonts=True, font_files=[_letters()]
    )


@lru_cache(maxsize=1)
def _letters() -> str:
    """The file of DejaVu Sans that matplotlib brings; matplotlib itself is not imported for it."""
    found = find_spec("matplotlib")
    assert found is not None
    assert found.submodule_search_locations is not None
    folder = next(iter(found.submodule_search_locations))
    return os.path.join(folder, "mpl-data", "fonts", "ttf", "DejaVuSans.ttf")


def _opened(painted: bytes) -> "Image":
    from PIL import Image

    return Image.open(io.BytesIO(painted)).convert("RGB")


# --- GIF ------------------------------------------------------------------------------------------


def _table(plan: _Plan, look: Look) -> bytes:
    """The colours of all frames: those of the roles, then the most frequent ones of smooth edges."""
    dark = _theme(look) == "dark"
    names = (colour for role in sorted(plan.roles) for colour in (_of(role, dark)))
    counted: Counter[tuple[int, int, int]] = Counter()
    for drawing, caption in plan.samples:
        frame = _opened(_painted(svg(drawing, caption, _theme(look), plan.size), plan.size, look))
        for count, colour in frame.getcolors(MOST_PIXELS) or ():
            counted[colour] += count  # type: ignore[index]
    often = sorted(counted, key=lambda colour: (-counted[colour], colour))
    chosen: list[tuple[int, int, int]] = []
    for colour in (*dict.fromkeys(names), *often):
        if len(chosen) < _NOTHING and all(_distant(colour, other) for other in chosen):
            chosen.append(colour)
    flat = [value for colour in chosen for value in colour]
    return bytes(flat + flat[-3:] * (256 - len(chosen)))


def _of(role: str, dark: bool) -> Iterator[tuple[int, int, int]]:
    """Fill and outline of a role as numbers."""
    paint = PAINTS[role]
    for named in (paint.fill[dark], paint.stroke[dark]):
        if named != "none":
            yield int(named[1:3], 16), int(named[3:5], 16), int(named[5:7], 16)


def _distant(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) >= _APART**2


def _head(pixels: tuple[int, int], table: bytes) -> bytes:
    """How a GIF begins (GIF89a, sections 17 to 19): size, 256 colours, and that it goes round for ever."""
    width, height = (length.to_bytes(2, "little") for length in pixels)
    forever = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    return b"GIF89a" + width + height + b"\xf7\x00\x00" + table + forever


def _frame(before: "Image | None", now: "Image", table: bytes, time: int) -> list[bytes]:
    """What has changed in a picture, as a frame that stands for `time` milliseconds and then stays."""
    from PIL import Image, ImageChops
    from PIL.GifImagePlugin import getdata

    colours = Image.new("P", (1, 1))
    colours.putpalette(table)
    if before is None:
        return getdata(now.quantize(palette=colours, dither=Image.Dither.NONE), duration=time, disposal=1)
    place = ImageChops.difference(before, now).getbbox() or (0, 0, 1, 1)  # the same once more is a pixel
    old, new = before.crop(place), now.crop(place)
    changed = ImageChops.difference(old, new).convert("L", (1, 1, 1, 0)).point([0] + [255] * 255)
    part = new.quantize(palette=colours, dither=Image.Dither.NONE)
    part.paste(_NOTHING, mask=ImageChops.invert(changed))
    return getdata(part, place[:2], duration=time, disposal=1, transparency=_NOTHING)
