"""A caret stands below what is meant, as a terminal shows it, and two lines are two lines."""

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st

from struckle_cli.core.errors import Excerpt, Fault
from struckle_cli.report.excerpts import GUTTER, excerpt_lines, width
from struckle_cli.report.faults import fault_lines

ODD = st.sampled_from("ab\t宽é\u0301\x1b\u202e#[:")
MIXED = st.text(st.characters(codec="utf-8") | ODD, max_size=40)


@pytest.mark.parametrize(
    ("text", "column", "length", "shown", "caret"),
    [
        ("1. D8-C8", 3, 5, "1. D8-C8", "   ^^^^^"),
        ("\tx", 1, 1, "\\tx", "  ^"),
        ("\x1b[1mx", 4, 1, "\\x1b[1mx", "       ^"),
        ("宽宽x", 2, 1, "宽宽x", "    ^"),
        ("x宽", 1, 1, "x宽", " ^^"),
        ("e\u0301x", 2, 1, "e\u0301x", " ^"),
        ("xe\u0301", 2, 1, "xe\u0301", " ^"),
        ("end", 3, 1, "end", "   ^"),
        ("end", 1, 99, "end", " ^^"),
        ("", 0, 1, "", "^"),
        ("\u202ex", 1, 1, "\\u202ex", "      ^"),
        ("##[error]x", 9, 1, "##\\x5berror]x", "            ^"),
    ],
)
def test_the_caret_below_what_is_meant(text, column, length, shown, caret):
    assert excerpt_lines(Excerpt(text, column, length)) == (GUTTER + shown, GUTTER + caret)


@given(MIXED, st.data())
def test_both_lines_are_printable_and_the_caret_ends_within_the_text(text, data):
    column = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(1, 50))
    shown, caret = excerpt_lines(Excerpt(text, column, length))
    assert shown.isprintable()
    assert caret.rstrip("^").strip(" |") == ""
    assert caret.endswith("^")
    assert len(caret) <= width(shown) + 1


@pytest.mark.parametrize("before", ["", "abc", "宽", "宽e\u0301宽", "\t\x1b\u202e", "é\u0300ü"])
@pytest.mark.parametrize("meant", ["X", "宽", "\x07"])
def test_a_terminal_shows_the_caret_below_the_first_character_that_is_meant(before, meant):
    lines = excerpt_lines(Excerpt(f"{before}{meant}z", len(before), 1))
    screen = pyte.Screen(80, 5)
    pyte.Stream(screen).feed("\r\n".join(lines))
    first = screen.display[1].index("^")
    cell = screen.buffer[0][first].data
    assert cell == ("\\" if meant == "\x07" else meant)


def test_colour_marks_the_code_and_the_caret_only():
    fault = Fault(code="castle.blocked", message="why", line=1, column=2, excerpt=Excerpt("abc", 1, 2))
    plain = fault_lines(fault, "f.sgn", 1)
    assert plain == ["f.sgn:1:2: castle.blocked: game 1: why", "  | abc", "  |  ^^"]
    painted = fault_lines(fault, "f.sgn", 1, colour=True)
    assert [line.replace("\x1b[1;31m", "").replace("\x1b[0m", "") for line in painted] == plain
    assert painted[0].count("\x1b[") == painted[2].count("\x1b[") == 2
    assert painted[1] == plain[1]
