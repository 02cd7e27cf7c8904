"""Pictures of Struggle: what stands where, readable without colour."""

import pytest

from struckle_cli.core.picture import View
from struckle_cli.games.struggle import GAME
from tests.games.struggle.helpers import bound

START = """\
Start T      Arrived A:9 B:. C:. D:. E:.
  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16
 y  y  y  r  yQ b  y  rJ r  b  y  r  y  b  y  r
 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
 yK y  b  r  y  r  b  y  r  y  b  r  y  r  b  y
y yellow  r red  b black
p2 rolls, turn 7
Cards: p1 JT9QK  p2 hidden  p3 no card"""


def _drawn(**view: str) -> str:
    state = bound("K:17 Q:5 J:8 T:0 9:A p2 7", players=3, cards={"p1": "JT9QK", "p2": "#" + "0" * 64})
    return GAME.render(state, View(**view)).text()


def test_the_track_in_ascii() -> None:
    assert _drawn() == START


def test_the_track_in_unicode() -> None:
    drawn = _drawn(style="unicode").split("\n")
    assert drawn[2] == " ○  ○  ○  ◆  ○Q ■  ○  ◆J ◆  ■  ○  ◆  ○  ■  ○  ◆"
    assert drawn[5] == "○ yellow  ◆ red  ■ black"


def test_there_are_no_sides() -> None:
    assert _drawn() == _drawn(seat="p2") == _drawn(edge="p1")


def test_the_last_played_pieces_are_marked() -> None:
    state = bound("K:17 Q:5 J:8 T:0 9:A p2 7")
    picture = GAME.render(state, View(last="KKQQQ=K2Q3"))
    marked = [span.text for line in picture.lines for span in line if span.role == "last"]
    assert sorted(marked) == ["K", "Q"]


@pytest.mark.parametrize("length", [1, 2, 15, 16, 17, 100, 1000, 10_000])
@pytest.mark.parametrize("style", ["ascii", "unicode"])
def test_rows_of_any_track_have_one_width(length: int, style: str) -> None:
    picture = GAME.render(bound(colours=("YRB" * length)[:length]), View(style=style))
    shown = [line for line in picture.lines if any(span.role not in ("plain", "label") for span in line)]
    assert len({sum(len(span.text) for span in line) for line in shown}) == 1
    assert len(shown) == 1 + -(-length // (16 if length < 10_000 else 10))
