"""Games as animated GIF, frame by frame, so that memory does not grow with the game.

Pillow packs the pixels of a frame. It would keep all frames to write a whole file, so the blocks around them
are written here (GIF89a, sections 17 to 27).
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice, product
from typing import TYPE_CHECKING, NamedTuple

from struckle_cli.report.palette import PAINTS
from struckle_cli.report.raster import Look, Page, Painter, Rectangle, pixels, placed

if TYPE_CHECKING:
    from PIL.Image import Image

_LAST = 4
"""How many times as long as the others the last frame stands."""
_LONGEST = 655_350
"""Milliseconds of the longest frame that GIF can hold."""
_SAMPLES = 6
"""About so many frames are looked at for their colours."""
_COLOURS = 1 << 16
"""Colours of one frame that are counted."""
_NOTHING = 255
"""The entry of the table of colours that leaves what was there."""
_APART = 11
"""How far colours are apart (of 255, in a straight line).

Pillow looks up colours in steps of four: those further apart than twice the diagonal of such a step are kept
as they are.
"""
_Colour = tuple[int, int, int]


def gif(write: Callable[[bytes], object], pages: Callable[[], Iterable[Page]], look: Look, delay: int) -> int:
    """A GIF that shows some pages for `delay` milliseconds each, the last one longer, over and over.

    `pages` is called twice: once for the size and the colours of all, once to paint them one by one. All
    frames have the same colours, so nothing flickers; a frame holds what has changed since the one before it.
    Returns the number of frames. Raises `UsageError` for pictures that would be too large, and whatever
    `pages` raises, before anything is written.
    """
    plan = _plan(pages())
    painter = Painter(plan.size, look)
    table = _table(plan, look)
    write(_head(pixels(plan.size, look), table))
    before: Image | None = None
    for number, page in enumerate(pages(), 1):
        now, places = painter.paint(page)
        time = delay if number < plan.pages else min(delay * _LAST, _LONGEST)
        for part in _frame(before, now, places, table, time):
            write(part)
        before = now
    write(b";")
    return plan.pages


class _Plan(NamedTuple):
    """What all frames have in common: size in units, roles, and some pages to take colours from."""

    size: tuple[int, int]
    pages: int
    roles: frozenset[str]
    samples: tuple[Page, ...]


def _plan(pages: Iterable[Page]) -> _Plan:
    width = height = number = 0
    roles = {"frame"}
    samples: list[Page] = []
    step = 1
    last = None
    for number, page in enumerate(pages, 1):
        (wide, high), shapes = placed(page)
        width, height = max(width, wide), max(height, high)
        roles.update(shape.role for shape in shapes)
        last = page
        if (number - 1) % step == 0:
            samples.append(page)
        if len(samples) == 2 * _SAMPLES:  # half as many, twice as far apart
            samples, step = samples[::2], step * 2
    assert last is not None
    return _Plan((width, height), number, frozenset(roles), (*samples, last))


def _table(plan: _Plan, look: Look) -> bytes:
    """The colours of all frames: those of the roles, then the most frequent ones of smooth edges."""
    counted: Counter[_Colour] = Counter()
    painter = Painter(plan.size, look)
    for page in plan.samples:
        for count, colour in painter.paint(page)[0].getcolors(_COLOURS) or ():
            counted[colour] += count  # type: ignore[index]
    often = sorted(counted, key=lambda colour: (-counted[colour], colour))
    named = dict.fromkeys(colour for role in sorted(plan.roles) for colour in _of(role, look.dark))
    flat = [value for colour in islice(_apart(named, often), _NOTHING) for value in colour]
    return bytes(flat + flat[-3:] * (256 - len(flat) // 3))


def _of(role: str, dark: bool) -> Iterator[_Colour]:
    """Fill and outline of a role as numbers."""
    paint = PAINTS[role]
    for named in (paint.fill[dark], paint.stroke[dark]):
        if named != "none":
            yield int(named[1:3], 16), int(named[3:5], 16), int(named[5:7], 16)


def _apart(named: Collection[_Colour], colours: Iterable[_Colour]) -> Iterator[_Colour]:
    """The named ones, and those that are far enough from all before them."""
    yield from named
    cells: dict[_Colour, list[_Colour]] = {}
    for colour in named:
        cells.setdefault(_cell(colour), []).append(colour)
    for colour in colours:
        around = product(*(range(value - 1, value + 2) for value in _cell(colour)))
        near = (other for r, g, b in around for other in cells.get((r, g, b), ()))
        if all(sum((a - b) ** 2 for a, b in zip(colour, other, strict=True)) >= _APART**2 for other in near):
            cells.setdefault(_cell(colour), []).append(colour)
            yield colour


def _cell(colour: _Colour) -> _Colour:
    red, green, blue = colour
    return red // _APART, green // _APART, blue // _APART


def _head(size: tuple[int, int], table: bytes) -> bytes:
    """How a GIF begins: its size, 256 colours, and that it goes round for ever."""
    width, height = (length.to_bytes(2, "little") for length in size)
    forever = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    return b"GIF89a" + width + height + b"\xf7\x00\x00" + table + forever


def _frame(
    before: "Image | None", now: "Image", places: list[Rectangle], table: bytes, time: int
) -> list[bytes]:
    """What has changed in a picture, as a frame that stands for `time` milliseconds and then stays."""
    from PIL import Image, ImageChops
    from PIL.GifImagePlugin import getdata

    colours = Image.new("P", (1, 1))
    colours.putpalette(table)
    frame = Image.new("P", now.size, _NOTHING)
    for place in places:
        new = now.crop(place)
        mask = None
        if before is not None:
            other = ImageChops.difference(before.crop(place), new)
            mask = other.convert("L", (1, 1, 1, 0)).point([0] + [255] * 255)
        frame.paste(new.quantize(palette=colours, dither=Image.Dither.NONE), place, mask)
    left, top, right, bottom = _around(places)
    part = frame.crop((left, top, right, bottom))
    return getdata(part, (left, top), duration=time, disposal=1, transparency=_NOTHING)


def _around(places: list[Rectangle]) -> Rectangle:
    """The rectangle that holds all places; a pixel where there is none, since a frame has to have one."""
    if not places:
        return 0, 0, 1, 1
    lefts, tops, rights, bottoms = zip(*places, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
