"""Pictures as text: with colours, with marks alone, with neither."""

import re

import pytest

from struckle_cli.core.picture import ROLES, Picture, Span
from struckle_cli.report.paint import paint

PICTURE = Picture((
    (Span("12 ", "label"), Span("##", "wall"), Span(" W", "last"), Span("  ", "last"), Span(" B", "seat2")),
    (Span("plain"), Span(" ")),
))  # fmt: skip


def test_without_colour_and_marks_nothing_is_written_but_text() -> None:
    assert paint(PICTURE, colour=False) == "12 ## W   B\nplain"


def test_marks_let_the_last_move_alone_stand_out_without_a_colour() -> None:
    assert paint(PICTURE, colour=False, marks=True) == "12 ##\x1b[7m W  \x1b[0m B\nplain "


@pytest.mark.parametrize("marks", [False, True])
def test_colours_change_no_text(marks: bool) -> None:
    picture = Picture((tuple(Span(role, role) for role in ROLES),))
    assert re.sub(r"\x1b\[[0-9;]*m", "", paint(picture, colour=True, marks=marks)) == "".join(ROLES)
