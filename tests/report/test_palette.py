"""What roles look like: everything that is written can be read, and seats stay apart for the colour-blind.

Contrast is that of WCAG 2.2 (relative luminance). How colours look with a weakness is simulated by matrices
for missing long, middle and short cones (Machado, Oliveira and Fernandes 2009, severity 1), applied to linear
light; how far colours are apart is measured in CIELAB.
"""

from itertools import combinations

import pytest

from struckle_cli.core.drawing import ROLES
from struckle_cli.report.palette import PAINTS, css

Colour = tuple[float, float, float]
DARK = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
GROUNDS = ("frame", "ground", "ground2")
TOGETHER = (
    ("seat1", "seat2", "seat3", "seat4"),
    ("house1", "house2", "house3", "house4"),
    ("purple", "orange"),
    ("gold", "red", "black"),
)
"""Bodies that stand on one board."""
BODIES = {"tinted-ink": ("house1", "house2"), "shaded-ink": ("house3", "house4")}
"""What is written on with an ink that several share; any other ink belongs to the body of its name."""
ALIKE = {frozenset(("house1", "house2")), frozenset(("house3", "house4"))}
"""Pairs whose names ask for colours (tinted or shaded blue and green): these pieces differ in shape."""
SIGHTS = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no long ones": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                     (-0.003882, -0.048116, 1.051998)),
    "no middle ones": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                       (-0.011820, 0.042940, 0.968881)),
    "no short ones": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                      (0.004733, 0.691367, 0.303900)),
}  # fmt: skip


def linear(named: str) -> Colour:
    values = [int(named[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    return red, green, blue


def luminance(named: str) -> float:
    red, green, blue = linear(named)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def seen(named: str, sight: str) -> Colour:
    """A colour in CIELAB (white D65) as it is seen."""
    light = linear(named)
    red, green, blue = (
        min(1, max(0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in SIGHTS[sight]
    )
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 216 / 24389 else (841 / 108) * v + 4 / 29 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def apart(one: str, other: str, sight: str) -> float:
    pairs = zip(seen(one, sight), seen(other, sight), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


def fill(role: str, dark: bool) -> str:
    return PAINTS[role].fill[dark]


def test_the_measures_are_those_of_their_sources():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert seen("#ffffff", "all cones") == pytest.approx((100, 0, 0), abs=0.02)
    assert seen("#ff0000", "all cones") == pytest.approx((53.24, 80.09, 67.20), abs=0.05)
    assert apart("#ff0000", "#808000", "no middle ones") < apart("#ff0000", "#808000", "all cones") / 2
    for rows in SIGHTS.values():
        assert [sum(row) for row in rows] == pytest.approx([1, 1, 1], abs=1e-5)  # grey stays grey


def test_every_role_is_painted_and_nothing_else():
    assert len(ROLES) == len(set(ROLES))
    assert set(PAINTS) == set(ROLES)
    for role, paint in PAINTS.items():
        for named in (*paint.fill, *paint.stroke):
            assert named == "none" or (len(named) == 7 and int(named[1:], 16) >= 0), role
        assert (paint.width > 0) == (paint.stroke != ("none", "none")), role
        assert paint.width > 0 or "none" not in paint.fill, role


@DARK
@pytest.mark.parametrize("role", [role for role in ROLES if role.endswith("-ink")])
def test_what_is_written_on_a_body_can_be_read(role, dark):
    for body in BODIES.get(role, (role.removesuffix("-ink"),)):
        assert contrast(fill(role, dark), fill(body, dark)) >= 4.5, body


@DARK
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("role", ["text", "label", "faint"])
def test_what_is_written_on_the_board_can_be_read(role, ground, dark):
    assert contrast(fill(role, dark), fill(ground, dark)) >= 4.5


@DARK
@pytest.mark.parametrize("ground", [role for role in ROLES if role.endswith("-soft")])
def test_text_on_what_belongs_to_a_seat_can_be_read(ground, dark):
    assert contrast(fill("text", dark), fill(ground, dark)) >= 4.5


@DARK
def test_marks_stand_out_from_the_grounds(dark):
    for role in ("last", "lost", "off"):
        for ground in GROUNDS:
            assert contrast(PAINTS[role].stroke[dark], fill(ground, dark)) >= 3, (role, ground)
    for ground in GROUNDS:
        assert contrast(fill("target", dark), fill(ground, dark)) >= 2, ground


@DARK
@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("bodies", TOGETHER, ids="-".join)
def test_bodies_of_different_seats_stay_apart_for_the_colour_blind(bodies, sight, dark):
    for one, other in combinations(bodies, 2):
        least = 10 if frozenset((one, other)) in ALIKE else 25
        assert apart(fill(one, dark), fill(other, dark), sight) >= least, (one, other)


@DARK
def test_bodies_stand_out_from_the_grounds_by_their_fill_or_their_outline(dark):
    for role in (role for bodies in TOGETHER for role in bodies):
        for ground in GROUNDS:
            colours = [named for named in (fill(role, dark), PAINTS[role].stroke[dark]) if named != "none"]
            assert max(contrast(named, fill(ground, dark)) for named in colours) >= 3, (role, ground)


def test_a_style_names_each_role_once_and_follows_the_reader_where_that_is_asked_for():
    light, dark = css(["frame", "last"], "s", "light"), css(["frame", "last"], "s", "dark")
    assert light == ".s .frame{fill:#fbf8f1}.s .last{fill:none;stroke:#d81b60;stroke-width:3}"
    assert css(["frame", "last"], "s", "auto") == light + "@media (prefers-color-scheme:dark){" + dark + "}"
