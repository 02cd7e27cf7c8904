"""The board as text: every kind of square told apart without colour, from all four edges."""

import itertools

import pytest

from struckle_cli.core.picture import View
from struckle_cli.games.struckle import GAME
from struckle_cli.games.struckle.state import State
from tests.games.struckle import slow
from tests.games.struckle.helpers import bound, placed

STYLES = ["ascii", "unicode"]
both = pytest.mark.parametrize("style", STYLES)
from_all = pytest.mark.parametrize("edge", [None, *slow.HOUSES])
BUSY = "c4+d4+b6a3 h3g8+e3f1 d5+f3f4h6 f8e5+f6c5+ TG:S 999"


def _lines(state: State, style: str, **view: str | None) -> list[str]:
    picture = GAME.render(state, View(style=style, **view))  # type: ignore[arg-type]
    return ["".join(span.text for span in line) for line in picture.lines]


def _squares(state: State, style: str, edge: str | None) -> dict[str, str]:
    """The four characters of every square, found by the labels around the board."""
    lines = _lines(state, style, edge=edge)
    header, rows = lines[0].split(), lines[1:9]
    assert lines[9] == lines[0]
    found = {}
    for row in rows:
        label = row[:2].strip()
        assert row.endswith(label)
        for place, other in enumerate(header):
            at = 3 + 5 * place
            name = label + other if label.isalpha() else other + label
            found[name] = row[at : at + 4]
    assert sorted(found) == sorted(slow.SQUARES)
    return found


@both
@from_all
def test_rows_have_one_width(style: str, edge: str | None) -> None:
    lines = _lines(bound(BUSY), style, edge=edge)
    assert len({len(line) for line in lines[1:9]}) == 1
    assert max(map(len, lines)) <= 80


@both
def test_a_view_is_turned_and_not_the_position(style: str) -> None:
    state = bound(BUSY)
    views = [_squares(state, style, edge) for edge in [None, *slow.HOUSES]]
    assert all(view == views[0] for view in views)


@pytest.mark.parametrize("house", slow.HOUSES)
def test_the_house_of_the_view_sits_at_the_lower_edge(house: str) -> None:
    """Its homes stand there from left to right as D H P S, as the original rules draw them."""
    lowest = _lines(bound(), "ascii", edge=house)[8]
    assert [part for part in lowest.split() if part.startswith(house)] == [
        house + letter for letter in "DHPS"
    ]


def test_row_1_lies_below_unless_told_otherwise() -> None:
    lines = _lines(bound(), "ascii")
    assert lines[0].split() == list("abcdefgh")
    assert [line[:2].strip() for line in lines[1:9]] == list("87654321")
    assert lines == _lines(bound(), "ascii", edge="TG") == _lines(bound(), "ascii", seat="TG")


@both
def test_every_piece_is_told_apart_without_colour(style: str) -> None:
    """Four houses, four archetypes, promoted or not: thirty-two drawings."""
    drawn = set()
    for house, letter, mark in itertools.product(slow.HOUSES, "DHPS", ["c4", "c4+"]):
        state = placed(**{f"{house}{letter}": mark, "TBP": "b3" if house + letter != "TBP" else mark})
        drawn.add(_squares(state, style, None)["c4"])
    assert len(drawn) == 32


@both
def test_every_kind_of_empty_square_is_told_apart_without_colour(style: str) -> None:
    """Homes with their archetype, goals and simple squares of four houses, gold, red."""
    centre = "c4c5d3d6 e3e6f4f5 d2e2d7e7 g3g4b4b5"
    squares = _squares(bound(f"{centre} TB:D 1"), style, None)
    empty = {name: text for name, text in squares.items() if name not in centre}
    kinds: dict[str, set[str]] = {}
    for name, text in empty.items():
        kinds.setdefault(slow.kind_of(name), set()).add(text)
    assert len(kinds) == 16 + 4 + 4 + 2
    assert all(len(texts) == 1 for texts in kinds.values())
    assert len(set.union(*kinds.values())) == len(kinds)
    pieces = {text for name, text in squares.items() if name in centre}
    assert not pieces & set.union(*kinds.values())


def test_ascii_is_ascii_and_says_what_its_signs_mean() -> None:
    text = GAME.render(bound(BUSY), View()).text()
    assert text.isascii()
    legend = " ".join(text.split("\n")[-2:])
    for word in ("Tinted Blue", "Shaded Green", "promoted", "home", "goal", "gold", "red", "own square"):
        assert word in legend


def test_houses_have_colours_of_their_own() -> None:
    picture = GAME.render(bound(), View())
    roles = {
        span.text[:2]: span.role for line in picture.lines[1:9] for span in line if span.text[:2].isupper()
    }
    assert sorted(roles) == sorted(slow.HOUSES)
    assert len(set(roles.values())) == 4


@both
def test_the_squares_of_the_last_token_are_marked(style: str) -> None:
    picture = GAME.render(placed(TBD="c5", SGH="g4"), View(style=style, last="Db6c5!g4"))
    marked = [span.text.strip() for line in picture.lines for span in line if span.role == "last"]
    assert marked == ["tb", "TBD", "SGH"]


@pytest.mark.parametrize("last", ["", "?", "D-", "x", "i9", "Db6" * 100, "🂡"])
def test_a_strange_last_token_draws_the_board_all_the_same(last: str) -> None:
    assert _lines(bound(), "ascii", last=last) == _lines(bound(), "ascii")


@both
@from_all
@pytest.mark.parametrize("position", [None, BUSY])
def test_squares_do_not_run_together_where_columns_are_few(
    style: str, edge: str | None, position: str | None
) -> None:
    """Each ends with a blank or the sign of a promotion, and shows what it does elsewhere."""
    broad, narrow = (
        ["".join(span.text for span in line) for line in picture.lines][1:9]
        for picture in (
            GAME.render(bound(position), View(style=style, edge=edge, width=columns)) for columns in (44, 43)
        )
    )
    assert {len(row) for row in narrow} == {37}
    for wide, row in zip(broad, narrow, strict=True):
        for place in range(8):
            square, shown = wide[3 + 5 * place :][:4], row[3 + 4 * place :][:4]
            assert shown[3] in " +✦"
            assert shown == f"{square.replace(':', '').replace('⌂', ''):4}"
