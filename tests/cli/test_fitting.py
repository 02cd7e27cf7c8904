"""What is shown at a terminal of some width: boards, whose rows are equally wide, and text, all of it."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from wcwidth import wcswidth

from struckle_cli import registry
from struckle_cli.cli.fitting import board_width, rows_of, too_narrow, wrapped
from struckle_cli.core.picture import Picture, View
from struckle_cli.engine.binding import bind
from struckle_cli.services.create import dealt

WIDTHS = [20, 25, 36, 37, 40, 43, 44, 55, 56, 79, 80, 99, 100, 120, 500]
NARROWEST = {"castle": 25, "crungle": 19, "struckle": 37, "struggle": 40, "stricken": 38}
"""Columns in which a game can still draw its board."""


def start(name: str):
    game = registry.lookup(name)
    fields = dealt(game, {}, 5) if game.deal is not None else {}
    return game, bind(game, fields).start


def blocks(picture: Picture) -> list[list[str]]:
    """The rows of the board, in blocks with an empty line between them; without what is written below it."""
    found: list[list[str]] = [[]]
    for line in picture.lines:
        if not line:
            found.append([])
        elif len(line) > 1:
            found[-1].append("".join(span.text for span in line))
    return [rows for rows in found if rows]


@pytest.mark.parametrize("style", ["ascii", "unicode"])
@pytest.mark.parametrize("name", list(NARROWEST))
def test_all_rows_of_a_board_have_one_display_width(name, style):
    game, state = start(name)
    for columns in WIDTHS:
        for edge in (None, *game.viewers):
            picture = game.render(state, View(style=style, width=columns, edge=edge))
            for rows in blocks(picture):
                assert len({wcswidth(row) for row in rows}) == 1, (columns, edge)
            text = picture.text()
            assert all(wcswidth(row) == len(row) for row in text.split("\n"))
            assert text.isascii() or style == "unicode"


@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("name", list(NARROWEST))
def test_a_board_fits_or_it_is_said(name, colour):
    """And nothing of it is left out: the same characters stand on it, whatever the width."""
    game, state = start(name)
    for columns in WIDTHS:
        picture = game.render(state, View(width=columns))
        rows = rows_of(picture, columns, colour)
        assert (rows is not None) == (columns >= NARROWEST[name]), columns
        if rows is None:
            told = " ".join(row.strip() for row in too_narrow(picture, columns))
            assert f"takes {board_width(picture)} columns, and there are {columns}" in told
            continue
        assert all(row.width <= columns for row in rows)
        plain = [re.sub("\x1b\\[[0-9;]*m", "", row.text) for row in rows]
        assert [len(row) for row in plain] == [row.width for row in rows]
        assert "".join("".join(plain).split()) == "".join(picture.text().split())


LINES = st.text(st.sampled_from("ab é世界-…  "), max_size=80)


@given(LINES, st.integers(8, 120))
@example("  12  M20  to a cell of opp's column, own's cell included where it lies there", 40)
@example("", 20)
@example("世" * 30, 20)
def test_text_is_wrapped_and_nothing_is_lost(line, columns):
    rows = wrapped(line, columns)
    assert rows
    assert "".join("".join(rows).split()) == "".join(line.split())
    for row in rows:
        assert wcswidth(row) <= columns or len(row.split()) <= 1


def test_the_rows_of_a_table_go_on_at_their_last_column():
    assert wrapped("  12  M20  to a cell of the column", 24) == ["  12  M20  to a cell of", "  the column"]
    assert wrapped("  12  M20  to a cell of the column", 34) == ["  12  M20  to a cell of the column"]
    assert wrapped("  12  M20  to a cell of the long column", 36)[1] == "           column"


def test_text_is_never_broader_than_is_read_with_ease():
    assert max(map(len, wrapped("word " * 100, 500))) <= 100
