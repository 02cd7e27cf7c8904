"""The picture and what is told of moves, in the open and where something is hidden."""

import pytest

from struckle_cli.core.picture import View
from struckle_cli.games.stricken import GAME
from struckle_cli.games.stricken.render import drawn
from struckle_cli.games.stricken.state import State
from tests.games.stricken.helpers import blind, bound, placed, play

HASH = "F[#" + "0123456789abcdef" * 4 + "]"


def text(state: State, **view: str) -> str:
    return GAME.render(state, View(width=100, **view)).text()


def test_five_layers_side_by_side_from_whites_edge() -> None:
    lines = text(bound()).split("\n")
    assert lines[0].split() == ["layer", "1", "layer", "2", "layer", "3", "layer", "4", "layer", "5"]
    assert lines[1].split() == list("abcde") * 5
    assert lines[2].startswith(" 5  . w9 w8 w7  . ")
    assert lines[4].endswith("b11 .  .  . b5  3")
    assert max(map(len, lines)) <= 99


def test_black_sees_it_the_other_way_round() -> None:
    lines = text(bound(), seat="black").split("\n")
    assert lines[0].split()[:4] == ["layer", "5", "layer", "4"]
    assert lines[1].split() == list("edcba") * 5
    assert lines[2].startswith(" 1  . b3 b2 b1  . ")
    assert text(bound(), seat="black", edge="white") == text(bound())


def test_stacked_layers_have_power_and_defense_beside_each_shell() -> None:
    state = placed(w1="1a1 P3 W12 D4", b1="2e5")
    lines = GAME.render(state, View(width=99)).text().split("\n")
    assert lines == drawn(state, View(), stacked=True).text().split("\n")
    assert lines == GAME.render(state, View()).text().split("\n"), "80 columns, as far as nobody knows better"
    assert max(map(len, lines)) < 80
    assert sum(line.strip().startswith("layer") for line in lines) == 5
    assert any("w1 3/9" in line for line in lines)


@pytest.mark.parametrize("height", [10, 21, 37, 60, 200])
@pytest.mark.parametrize("width", [40, 56, 79, 80, 99, 100, 200])
def test_where_rows_are_few_nothing_is_left_out_and_layers_come_last(width: int, height: int) -> None:
    """The last rows are those that stay on a screen; at 80 columns 35 rows are enough, 75 without a limit."""
    state = placed(w1="1a1 P3 W12 D4", w12="5e5 IP", b1="2e5", b12="1a2 S sapped")
    whole = GAME.render(state, View(width=width)).text().split("\n")
    lines = GAME.render(state, View(width=width, height=height)).text().split("\n")
    assert len(lines) <= len(whole)
    assert max(map(len, lines)) <= max(width, *map(len, whole))
    if 80 <= width < 100 and height < 72:
        assert len(lines) < 36
    titles = [n for n, line in enumerate(lines) if line.strip().startswith("layer")]
    assert (
        " ".join(lines[n].strip() for n in titles).split() == " ".join(f"layer {n}" for n in "12345").split()
    )
    [head] = [n for n, line in enumerate(lines) if line.strip().startswith("shell")]
    assert (head < titles[0]) is (height < len(lines))
    shown = [line for line in lines if line.startswith("   ")]
    for shell, row in (("w1", "3/9"), ("w12", "ip"), ("b12", "s sapped")):
        assert any(f" {shell} " in f"{line} " and row in line for line in shown)
    rows = [line for line in lines if line[:3].strip().isdigit() and line[:3].strip() in "12345"]
    assert sorted(line.split()[0] for line in rows) == sorted(list("12345") * len(titles))
    cells = " ".join(line[3:] for line in rows).split()
    assert {"w1", "w12", "b1", "b12"} <= set(cells)


def test_the_table_has_point_strength_damage_and_bead() -> None:
    state = placed(w1="1a1 IWS P3 W12 D4 sapped", w2="3c3 P", b1="2e5")
    lines = text(state).split("\n")
    row = next(line for line in lines if line.startswith("   w1 "))
    assert row.split()[:7] == ["w1", "1a1", "3/9", "4", "iws", "sapped", "b1"]
    assert next(line for line in lines if line.startswith("   w3 ")).split()[:3] == ["w3", "gone", "-"]


def test_shown_capabilities_are_capitals_and_unknown_ones_a_question_mark() -> None:
    start = placed(w1="1a1 IPS", w2="1b1 W", b1="5e5")

    def beads(state: State) -> list[str]:
        lines = text(state).split("\n")
        return [next(line for line in lines if line.startswith(f"   w{n} ")).split()[4] for n in (1, 2)]

    assert beads(start) == ["ips", "w"]
    assert beads(play(start, "1a1:P")) == ["iPs", "w"]
    hidden = blind(start, "white")
    assert beads(hidden) == ["?", "?"]
    assert beads(play(hidden, "1a1:I")) == ["I?", "?"]
    assert beads(play(hidden, "F2[1a1:I]")) == ["i?", "?"], "known to whoever sees the order"


def test_orders_are_told_as_far_as_they_are_known() -> None:
    start = placed(w1="1a1", w2="1b1", b1="5e5")
    assert "order of turn 1, due on turn 3: white's shell 1 to Drift to 1a2" in text(
        play(start, "F2[1a1-1a2]")
    )
    assert "order of turn 1, due on turn 3 or 4: hidden" in text(play(start, HASH))
    assert "2 orders left" in text(play(start, HASH))


@pytest.mark.parametrize("style", ["ascii", "unicode"])
def test_the_last_move_is_marked(style: str) -> None:
    state = play(bound(), "1b1-1a1")
    picture = GAME.render(state, View(style=style, last="1b1-1a1", width=100))
    marked = [span.text for line in picture.lines for span in line if span.role == "last"]
    assert [item.strip() for item in marked] == ["w1", {"ascii": ".", "unicode": "·"}[style]]


def told(state: State, token: str) -> list[str]:
    move = GAME.parse_move(token)
    assert GAME.why_illegal(state, move) is None
    assert GAME.tell is not None
    return GAME.tell(state, move, GAME.apply(state, move))


def test_what_actions_did_is_told() -> None:
    state = placed(w1="1a1 IWPS P2 W1", w2="1b1", b1="1a2", b2="2a1 P2 W1", b3="5e5")
    assert told(state, "1b1-1c1") == []
    assert told(state, "1a1x1a2") == [
        "white's shell 1 takes 1 damage: Defense 1",
        "black's shell 1 takes 2 damage: Defense -1",
        "black's shell 1 on 1a2 is destroyed",
        "white's shell 1 advances to 1a2",
        f"1 point for white: {state.points[0] + 1}:{state.points[1]}",
    ]
    assert told(state, "1a1:I") == [
        "white's shell 1 shows Inspire",
        "white's shell 2 gains Power: Power 2, Defense 1",
    ]
    assert told(state, "1a1:W")[1] == "white's shell 2 gains Defense: Power 1, Defense 2"
    assert told(state, "1a1:S2a1")[1:] == [
        "black's shell 2 loses its buffs and the use of its capabilities: Power 1, Defense 1"
    ]
    assert "white's shell 2 on 1b1 is destroyed" in told(state, "1a1:P")
    assert told(state, "pass") == []


def test_orders_are_told_when_they_are_sealed_and_when_they_are_due() -> None:
    start = placed(w1="1a1", w2="1b1", b1="5e5")
    assert told(start, "F2[1a1:I]") == [
        "white seals an order (white's shell 1 to Inspire), due on its turn 3; 2 orders left"
    ]
    assert told(start, HASH) == ["white seals a hidden order, due on its turn 3 or 4; 2 orders left"]
    due = play(start, "F2[1a1:I]", "pass", "pass", "pass")
    assert told(due, "=1a1:I") == [
        "white's order of its turn 1 (white's shell 1 to Inspire) is carried out",
        "white's shell 1 shows Inspire",
        "white's shell 2 gains Power: Power 2, Defense 1",
    ]
    void = play(start, HASH, "pass", "1b1-1c1", "pass")
    assert told(void, "=void") == ["white's order of its turn 1 is void"]
