"""Pictures as pixels: the same bytes again, and what is painted piece by piece is what is painted at once."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from struckle_cli.core.drawing import Drawing, Fact, Shape, area, box, disc, label, line, words
from struckle_cli.core.errors import UsageError
from struckle_cli.report.gif import gif
from struckle_cli.report.palette import PAINTS
from struckle_cli.report.raster import Look, Page, Painter, pixels, placed, png
from tests.report.gif_support import parts

PLACES = st.integers(0, 200)
ROLES = st.sampled_from(sorted(PAINTS))
TEXTS = st.text("AbgW@%|Ñ木\u0301\u05d0", max_size=6)
SHAPES = st.one_of(
    st.builds(box, PLACES, PLACES, st.integers(6, 60), st.integers(6, 60), ROLES, radius=st.integers(0, 9)),
    st.builds(disc, PLACES, PLACES, st.integers(3, 40), ROLES),
    st.builds(line, st.lists(PLACES, min_size=6, max_size=6), ROLES),
    st.builds(area, st.lists(PLACES, min_size=6, max_size=6), ROLES),
    st.builds(label, PLACES, PLACES, st.integers(8, 40), TEXTS, ROLES),
    st.builds(words, PLACES, PLACES, st.integers(8, 40), TEXTS, ROLES),
)


def page(*shapes: Shape, caption: str = "a caption", width: int = 240, **more: Any) -> Page:
    return Drawing(width=width, shapes=shapes, about="", **{"height": 200} | more), caption


def at_once(one: Page, size: tuple[int, int], look: Look) -> Image.Image:
    return Painter(size, look).paint(one)[0]


def frames(data: bytes) -> Iterator[Image.Image]:
    with Image.open(io.BytesIO(data)) as film:
        for number in range(film.n_frames):
            film.seek(number)
            yield film.convert("RGB")


def furthest(one: Image.Image, other: Image.Image) -> int:
    """How far the pixels of two pictures are apart at most, in any of the three colours."""
    return max(high for _, high in ImageChops.difference(one, other).getextrema())


@settings(max_examples=15)
@given(
    st.lists(SHAPES, max_size=6), st.lists(SHAPES, max_size=2), st.data(), st.sampled_from([0.5, 1.0, 1.7])
)
def test_what_changes_is_painted_as_if_all_were(before, more, data, scale):
    """But for smooth edges, which come out a little otherwise where a window cuts the shape."""
    kept = data.draw(st.lists(st.sampled_from(before), max_size=6)) if before else []
    place = data.draw(st.integers(0, len(kept)))
    now = [*kept[:place], *more, *kept[place:]]
    look = Look("dark" if len(more) else "light", scale)
    first, second = page(*before), page(*now, caption="another one")
    size = (480, 300)
    painter = Painter(size, look)
    painter.paint(first)
    picture, places = painter.paint(second)
    assert furthest(picture, at_once(second, size, look)) <= 40
    outside = ImageChops.difference(picture, at_once(first, size, look))
    for spot in places:
        outside.paste((0, 0, 0), spot)
    assert max(high for _, high in outside.getextrema()) <= 2


def test_a_small_change_is_painted_in_a_small_place():
    still = [box(0, 0, 800, 800, "ground"), *(disc(40 * n, 40, 10, "seat1") for n in range(15))]
    board = page(*still, disc(300, 300, 14, "seat2"), width=800, height=800)[0]
    moved = page(*still, disc(300, 340, 14, "seat2"), width=800, height=800)[0]
    size, _ = placed((board, ""))
    painter = Painter(size, Look())
    assert painter.paint((board, ""))[1] == [(0, 0, *size)]
    assert painter.paint((moved, ""))[1] == [(283, 283, 317, 317), (283, 323, 317, 357)]
    assert painter.paint((moved, ""))[1] == []


def test_the_size_is_that_of_the_svg_times_the_scale():
    for scale, size in ((1.0, (480, 239)), (0.5, (240, 120)), (2.0, (960, 478)), (0.3, (144, 72))):
        data = png(page(), Look("light", scale))
        with Image.open(io.BytesIO(data)) as picture:
            assert picture.size == size == pixels(placed(page())[0], Look("light", scale))


def test_a_picture_that_is_too_large_is_refused_before_it_is_painted():
    with pytest.raises(UsageError, match="smaller --scale"):
        png(page(width=30_000), Look("light", 8.0))
    written: list[bytes] = []
    with pytest.raises(UsageError, match="smaller --scale"):
        gif(written.append, lambda: [page(width=30_000)], Look("light", 8.0), 100)
    assert written == []


def test_every_frame_of_a_gif_is_the_picture_of_its_position():
    pages = [
        page(box(0, 0, 240, 200, "ground"), disc(20 + 30 * n, 60, 14, "seat1"), label(60, 60 + n, 9, "W"),
             caption=f"ply {n}", facts=tuple(Fact("card", "K" * 9 * n) for _ in range(n)))
        for n in range(6)
    ]  # fmt: skip
    written: list[bytes] = []
    assert gif(written.append, lambda: pages, Look(), 250) == 6
    data = b"".join(written)
    size, _, found = parts(data)
    assert size == max(placed(one)[0] for one in pages)
    assert not any(part.own_colours for part in found)
    assert {part.disposal for part in found} == {1}
    assert [part.time for part in found] == [25, 25, 25, 25, 25, 100]
    for shown, one in zip(frames(data), pages, strict=True):
        whole = at_once(one, size, Look())
        assert furthest(shown, whole) < 40
        for x, y in ((1, 1), (120, 150), (479, 225)):
            assert shown.getpixel((x, y)) == whole.getpixel((x, y))


def test_a_position_that_looks_like_the_one_before_it_has_its_time_too():
    written: list[bytes] = []
    gif(written.append, lambda: [page(), page(), page(disc(9, 9, 5, "gold"))], Look(), 100)
    assert [part.time for part in parts(b"".join(written))[2]] == [10, 10, 40]


def test_a_gif_is_written_frame_by_frame():
    """What has been asked for of the second round of pages is in the file already, but for the last one."""
    seen: list[int] = []
    written: list[bytes] = []

    def pages() -> Iterator[Page]:
        for n in range(30):
            yield page(disc(n, n, 5, "gold"), caption=str(n))
            seen.append(len(written))

    gif(written.append, pages, Look("light", 0.3), 100)
    assert all(earlier < later for earlier, later in pairwise(seen[30:]))
    assert seen[:30] == [0] * 30


def test_colours_of_roles_are_kept():
    for theme, dark in (("light", False), ("dark", True)):
        fills = [(role, paint.fill[dark]) for role, paint in PAINTS.items() if paint.fill[dark] != "none"]
        shapes = [box(20 * n, 0, 20, 20, role) for n, (role, _) in enumerate(fills)]
        written: list[bytes] = []
        gif(written.append, lambda shapes=shapes: [page(*shapes, width=900)], Look(theme), 100)
        [shown] = frames(b"".join(written))
        for n, (role, colour) in enumerate(fills):
            wanted = Image.new("RGB", (1, 1), colour)
            assert furthest(shown.crop((20 * n + 10, 10, 20 * n + 11, 11)), wanted) <= 7, role


def test_the_same_bytes_from_two_processes_and_with_no_font_of_the_machine(tmp_path):
    code = (
        "import sys\nfrom tests.report.test_raster import *\n"
        "one = page(label(50, 50, 30, 'Wg'), disc(90, 90, 20, 'seat3'), words(0, 150, 20, 'words'))\n"
        "sys.stdout.buffer.write(png(one, Look()))\n"
        "gif(sys.stdout.buffer.write, lambda: [one, page(disc(9, 9, 5, 'gold'))], Look(), 100)\n"
    )
    made = [
        subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "HOME": str(tmp_path), "PYTHONPATH": str(Path.cwd())},
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert made[0] == made[1]
    with Image.open(io.BytesIO(made[0])) as picture:
        ink = picture.convert("RGB").crop((150, 30, 200, 70)).getcolors(9999)
    assert len(ink) > 10  # letters are there
