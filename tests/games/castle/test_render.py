"""The board as text: rows of one width, every square in its place, from either side."""

import pytest

from struckle_cli.core.picture import View
from struckle_cli.games.castle import GAME
from struckle_cli.games.castle.state import State
from tests.games.castle import slow
from tests.games.castle.helpers import place, start

STYLES = ["ascii", "unicode"]


def _board(state: State, style: str = "ascii", seat: str | None = None, last: str | None = None) -> list[str]:
    """Header, 19 rows, header; without trailing blanks taken away."""
    picture = GAME.render(state, View(style=style, seat=seat, last=last))
    return ["".join(span.text for span in line) for line in picture.lines][:21]


def _squares(state: State, style: str, seat: str) -> dict[str, str]:
    """The two characters of every square, found by the labels around the board."""
    lines = _board(state, style, seat)
    columns = {char: at for at, char in enumerate(lines[0]) if char != " "}
    assert "".join(columns) in (slow.COLUMNS, slow.COLUMNS[::-1])
    rows = {line.split()[0]: line for line in lines[1:20]}
    return {f"{column}{row}": rows[row][at - 1 : at + 1] for row in rows for column, at in columns.items()}


@pytest.mark.parametrize("seat", [None, "white", "black"])
@pytest.mark.parametrize("style", STYLES)
def test_rows_have_one_width(style: str, seat: str | None) -> None:
    lines = _board(start(men=22), style, seat)
    assert len({len(line) for line in lines[1:20]}) == 1
    assert lines[0] == lines[20]
    numbers = [line.split()[0] for line in lines[1:20]]
    assert numbers == [line.split()[-1] for line in lines[1:20]]
    expected = [str(row) for row in range(19, 0, -1)]
    assert numbers == (expected[::-1] if seat == "black" else expected)


@pytest.mark.parametrize("seat", ["white", "black"])
@pytest.mark.parametrize("style", STYLES)
def test_every_square_shows_what_is_on_it(style: str, seat: str) -> None:
    """Twelve kinds of square (terrain by content, and castles), each drawn in its own way."""
    state = place("D8 C8 K5 Q8", "D12 C12 J12 A1")
    position = slow.parse_position(GAME.format_position(state))  # type: ignore[misc]
    kinds: dict[str, set[str]] = {}
    for name, drawn in _squares(state, style, seat).items():
        kind = slow.square_character(slow.BOARD, name) + position.men.get(name, "")
        kinds.setdefault(kind, set()).add(drawn)
    assert set(kinds) == {"#", ".", "b", "#w", ".w", "ww", "#b", ".b"}
    assert all(len(drawn) == 1 for drawn in kinds.values())
    assert len({drawn for one in kinds.values() for drawn in one}) == len(kinds)


def test_turned_is_the_same_board() -> None:
    state = start(men=16)
    assert _squares(state, "ascii", "white") == _squares(state, "ascii", "black")


def test_ascii_is_ascii_and_says_what_its_signs_mean() -> None:
    text = GAME.render(start(), View()).text()
    assert text.isascii()
    for word in ("White", "Black", "wall", "castle"):
        assert word in text.split("\n")[-1]


def test_the_last_move_is_marked() -> None:
    state = place("C8", "A1", "b")
    picture = GAME.render(state, View(last="d8-c8"))
    marked = [span for line in picture.lines for span in line if span.role == "last"]
    assert len(marked) == 2
    assert _board(state, last="D8-C8") == _board(state)


@pytest.mark.parametrize("last", ["", "?", "D8-", "x", "I9-I10", "D8xC8xB8", "🂡"])
def test_a_strange_last_token_draws_the_board_all_the_same(last: str) -> None:
    assert _board(start(), last=last) == _board(start())
