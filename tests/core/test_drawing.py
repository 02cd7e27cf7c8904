"""Shapes that several games draw with: crosses, brackets, arrows."""

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from struckle_cli.core.drawing import Look, arrow, brackets, cross, move_of
from struckle_cli.core.errors import NotationError, Reason

AT = st.integers(-500, 500)


def test_a_cross_is_one_line_of_two_strokes() -> None:
    shape = cross(10, 20, 5, "lost", about="a man captured")
    assert shape.at == (5, 15, 15, 25, 10, 20, 15, 15, 5, 25)
    assert (shape.kind, shape.role, shape.about) == ("line", "lost", "a man captured")


def test_brackets_leave_the_upper_and_the_lower_side_open() -> None:
    left, right = brackets(100, 50, 20, 8, "last", about="came from here")
    assert left.at == (88, 30, 80, 30, 80, 70, 88, 70)
    assert right.at == (112, 30, 120, 30, 120, 70, 112, 70)
    assert [left.about, right.about] == ["came from here", ""]


@given(AT, AT, AT, AT, st.integers(0, 40))
def test_an_arrow_ends_before_its_last_point_by_as_much_as_is_asked(
    x: int, y: int, to_x: int, to_y: int, short: int
) -> None:
    far = hypot(to_x - x, to_y - y)
    found = arrow((x, y, to_x, to_y), "last", short=short)
    if far <= short:
        assert found == []
        return
    [shape] = found
    start, tip, one, again, other = zip(shape.at[::2], shape.at[1::2], strict=True)
    assert start == (x, y)
    assert tip == again
    assert hypot(to_x - tip[0], to_y - tip[1]) == pytest.approx(short, abs=1)
    for side in (one, other):  # the head's sides lie behind its tip
        assert hypot(side[0] - to_x, side[1] - to_y) >= short
        assert hypot(side[0] - tip[0], side[1] - tip[1]) == pytest.approx(hypot(11, 6), abs=1.5)
    assert one != other


def test_an_arrow_can_turn_on_its_way() -> None:
    [shape] = arrow((0, 0, 50, 0, 50, 60), "last", short=10, about="two steps")
    assert shape.at[:6] == (0, 0, 50, 0, 50, 50)
    assert shape.about == "two steps"


@pytest.mark.parametrize(
    ("last", "before", "found"),
    [("7", 3, 7), (None, 3, None), ("7", None, None), ("7", "3", None), ("x", 3, None), ("2", 3, None)],
)
def test_the_last_move_is_told_if_it_can_be_played_in_the_state_before(
    last: str | None, before: object, found: int | None
) -> None:
    def parse(text: str) -> int:
        if not text.isdigit():
            raise NotationError(Reason("toy.syntax", "no number"))
        return int(text)

    def why_illegal(state: int, move: int) -> str | None:
        return None if move > state else "too low"

    assert move_of(Look(last=last, before=before), int, parse, why_illegal) == found
