"""Shapes that several games draw with: crosses, corners of a frame, arrows."""

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from struckle_cli.core.drawing import arrow, corners, cross

AT = st.integers(-500, 500)


def test_a_cross_is_two_strokes_of_which_one_says_what_they_mean() -> None:
    one, other = cross(10, 20, 5, "lost", about="a man captured")
    assert one.at == (5, 15, 15, 25)
    assert other.at == (5, 25, 15, 15)
    assert [one.about, other.about] == ["a man captured", ""]
    assert {one.role, other.role, one.kind} == {"lost", "line"}


def test_corners_are_four_and_leave_the_sides_open() -> None:
    found = corners(100, 50, 20, 8, "last", about="came from here")
    points = [list(zip(shape.at[::2], shape.at[1::2], strict=True)) for shape in found]
    assert [middle for _, middle, _ in points] == [(80, 30), (120, 30), (120, 70), (80, 70)]
    for along, (x, y), down in points:
        assert abs(along[0] - x) == abs(down[1] - y) == 8
        assert max(abs(along[0] - 100), abs(down[1] - 50)) < 20
    assert [shape.about for shape in found] == ["came from here", "", "", ""]


@given(AT, AT, AT, AT, st.integers(0, 40))
def test_an_arrow_ends_before_its_last_point_by_as_much_as_is_asked(
    x: int, y: int, to_x: int, to_y: int, short: int
) -> None:
    far = hypot(to_x - x, to_y - y)
    found = arrow((x, y, to_x, to_y), "last", short=short)
    if far <= short:
        assert found == []
        return
    shaft, head = found
    assert shaft.at[:2] == (x, y)
    assert shaft.at[2:] == head.at[2:4]
    assert hypot(to_x - shaft.at[2], to_y - shaft.at[3]) == pytest.approx(short, abs=1)
    for side in (head.at[:2], head.at[4:]):  # the head's sides lie behind its tip
        assert hypot(side[0] - to_x, side[1] - to_y) >= short


def test_an_arrow_can_turn_on_its_way() -> None:
    shaft, _ = arrow((0, 0, 50, 0, 50, 60), "last", short=10, about="two steps")
    assert shaft.at == (0, 0, 50, 0, 50, 50)
    assert shaft.about == "two steps"
