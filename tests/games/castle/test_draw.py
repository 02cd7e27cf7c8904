"""The board as shapes: men, castles, walls, the last move, who was captured, where a man may go."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from struckle_cli.core.drawing import Drawing, Look, Shape
from struckle_cli.core.errors import UsageError
from struckle_cli.games.castle import GAME
from struckle_cli.games.castle.state import State
from tests.games.castle import slow
from tests.games.castle.helpers import place, play, position_of, start, state_of
from tests.games.drawn_support import abouts, middle

NO_LOOK = Look()
POSITIONS = st.builds(
    slow.Position,
    st.dictionaries(st.sampled_from(slow.SQUARES), st.sampled_from("wb"), min_size=1, max_size=30),
    st.sampled_from("wb"),
    own_castle=st.sampled_from(["open", "closed"]),
).map(lambda position: replace(position, men=_undecided(position)))


def _undecided(position: slow.Position) -> dict[str, str]:
    """The men of a position, none on a castle, and one more of each side."""
    castles = [slow.castle_of(slow.BOARD, side) for side in "wb"]
    men = {name: man for name, man in position.men.items() if name not in castles}
    return men | {"A1": "w", "T19": "b"}


def _drawn(state: State, look: Look = NO_LOOK) -> Drawing:
    return GAME.draw(state, look)


def _square(drawing: Drawing, shape: Shape) -> str:
    """The square in whose middle a shape stands, found by the coordinates at the edges."""
    x, y = middle(shape)
    texts = [shape for shape in drawing.shapes if shape.kind == "label" and shape.role == "label"]
    columns = {label.at[0]: label.text for label in texts if label.text.isalpha()}
    rows = {label.at[1]: label.text for label in texts if label.text.isdigit()}
    near = min(columns, key=lambda at: abs(at - x)), min(rows, key=lambda at: abs(at - y))
    return columns[near[0]] + rows[near[1]]


@pytest.mark.parametrize("edge", [None, "white", "black"])
@given(POSITIONS)
@settings(max_examples=12)
def test_the_men_of_the_position_stand_on_their_squares_and_no_others(
    edge: str | None, position: slow.Position
) -> None:
    drawing = _drawn(state_of(position), Look(edge=edge))
    found = {_square(drawing, shape): shape for shape in drawing.shapes if shape.role in ("seat1", "seat2")}
    assert {name: "wb"[shape.role == "seat2"] for name, shape in found.items()} == position.men
    for name, shape in found.items():
        white = position.men[name] == "w"
        assert shape.kind == ("disc" if white else "box")
        assert shape.about == f"{'white' if white else 'black'} man on {name}"
    letters = [shape.text for shape in drawing.shapes if shape.role in ("seat1-ink", "seat2-ink")]
    assert sorted(letters) == sorted("WB"[man == "b"] for man in position.men.values())


@pytest.mark.parametrize("edge", ["white", "black"])
def test_walls_and_castles_are_those_of_the_board(edge: str) -> None:
    drawing = _drawn(start(), Look(edge=edge))
    walls = {_square(drawing, shape) for shape in drawing.shapes if shape.role == "wall"}
    assert walls == {name for name in slow.SQUARES if slow.is_wall(slow.BOARD, name)}
    castles = {shape.about: _square(drawing, shape) for shape in drawing.shapes if shape.role == "castle"}
    assert castles == {"white's castle": "K5", "black's castle": "K15"}
    marks = {_square(drawing, shape): shape.text for shape in drawing.shapes if shape.text in tuple("wb")}
    assert marks == {"K5": "w", "K15": "b"}


@given(POSITIONS, st.data())
@settings(max_examples=25)
def test_targets_are_where_a_legal_move_of_the_man_ends(position: slow.Position, data: st.DataObject) -> None:
    own = sorted(name for name, man in position.men.items() if man == position.to_move)
    name = data.draw(st.sampled_from(own))
    written = name.lower() if data.draw(st.booleans()) else name
    drawing = _drawn(state_of(position), Look(chosen=written))
    tokens = [token for token in slow.walked_tokens(position) if slow.split_token(token)[0] == name]  # type: ignore[index]
    expected = [
        f"target {token[len(name) + 1 :]}" + ", a capture" * (token[len(name)] == "x") for token in tokens
    ]
    assert abouts(drawing, "target") == sorted(expected)
    for shape in drawing.shapes:
        if shape.role == "target":
            assert shape.about.split()[1].rstrip(",") == _square(drawing, shape)
            assert shape.kind == ("area" if shape.about.endswith("capture") else "disc")


@pytest.mark.parametrize("chosen", ["", "D9", "D12", "I5", "W", "D8 ", "J8-J9", "🂡", "D8" * 500])
def test_only_a_man_of_the_side_to_move_can_be_chosen(chosen: str) -> None:
    with pytest.raises(UsageError) as caught:
        _drawn(start(), Look(chosen=chosen))
    assert caught.value.code == "usage.targets"
    assert "white, who is to move" in str(caught.value)
    assert len(str(caught.value)) < 200


def test_no_man_can_be_chosen_when_the_game_is_over() -> None:
    with pytest.raises(UsageError, match="the game is over") as caught:
        _drawn(place("K15", "A1", "b"), Look(chosen="A1"))
    assert caught.value.code == "usage.targets"


def test_nothing_is_a_target_where_no_man_is_chosen() -> None:
    assert abouts(_drawn(start()), "target") == []


def test_the_last_move_shows_where_it_began_and_where_it_ended_in_two_ways() -> None:
    before = place("D8", "A1")
    drawing = _drawn(play(before, "D8-D2"), Look(last="D8-D2", before=before))
    assert abouts(drawing, "last") == ["last move: from D8", "last move: to D2"]
    marks = [shape for shape in drawing.shapes if shape.role == "last"]
    [frame] = [shape for shape in marks if shape.kind == "box"]
    assert _square(drawing, frame) == "D2"
    begun = [shape for shape in marks if shape.about == "last move: from D8"]
    assert [shape.kind for shape in begun] == ["line"]
    assert _square(drawing, begun[0]) == "D8"
    assert sum(shape.kind == "line" for shape in marks) == 2 + 1  # brackets, and an arrow
    assert abouts(drawing, "lost") == []


@pytest.mark.parametrize("edge", ["white", "black"])
def test_a_captured_man_is_shown_crossed_out(edge: str) -> None:
    before = place("D8 A2", "D2 A1")
    drawing = _drawn(play(before, "D8xD2"), Look(last="d8xD2", before=before, edge=edge))
    assert abouts(drawing, "lost") == ["black man captured on D2"]
    assert sum(shape.role == "lost" for shape in drawing.shapes) == 1
    assert sum(shape.role == "seat2" for shape in drawing.shapes) == 1 + 1  # the one at the corner is smaller
    assert abouts(drawing, "seat2") == ["black man on A1"]


@pytest.mark.parametrize("last", [None, "", "?", "D8-", "x", "I9-I10", "D8xC8xB8", "🂡", "D8-D8"])
def test_a_strange_last_token_draws_the_board_all_the_same(last: str | None) -> None:
    state = start()
    plain, drawing = _drawn(state), _drawn(state, Look(last=last, before=state))
    assert [shape for shape in drawing.shapes if shape.role not in ("last", "lost")] == list(plain.shapes)
    assert abouts(drawing, "lost") == []


def test_a_man_in_a_castle_leaves_the_tower_to_be_seen() -> None:
    drawing = _drawn(place("K5 D8", "A1"))
    [tower] = [shape for shape in drawing.shapes if shape.about == "white's castle"]
    [man] = [shape for shape in drawing.shapes if shape.about == "white man on K5, a castle"]
    [other] = [shape for shape in drawing.shapes if shape.about == "white man on D8"]
    assert man.at[2] < other.at[2]
    assert man.at[1] - man.at[2] > min(tower.at[1::2]) + 7  # below the battlements


def test_facts_tell_men_turn_castles_and_the_option_alone_where_it_is_set() -> None:
    drawing = _drawn(place("D8 A2 A3", "D2 A1", "b", turn=7))
    facts = {fact.name: fact.value for fact in drawing.facts}
    assert facts["Turn"] == "7, black to move"
    assert facts["Men"] == "white 3, black 2"
    assert facts["Castles"].startswith("White's K5, Black's K15")
    assert "Own castle" not in facts
    closed = _drawn(place("D8", "A1", own_castle="closed"))
    assert "Own castle" in {fact.name for fact in closed.facts}
    assert "closed" in closed.about
    over = {fact.name: fact.value for fact in _drawn(place("K15", "A1", "b")).facts}
    assert over["Turn"] == "1, over: win:white (castle)"


@given(POSITIONS)
@settings(max_examples=10)
def test_the_words_tell_every_man_and_who_is_to_move(position: slow.Position) -> None:
    told = _drawn(state_of(position)).about
    for side, name in (("w", "White"), ("b", "Black")):
        men = [square for square in slow.SQUARES if position.men.get(square) == side]
        listed = told.split(f"{name} has {len(men)} men: ")[1].split(".")[0].split()
        assert sorted(listed) == sorted(men)
    assert f"{'white' if position.to_move == 'w' else 'black'} to move" in told


def test_positions_are_read_back_from_drawings_of_a_whole_game() -> None:
    """Stepping through a game, men stand where the slow derivation has them."""
    state, line = start(), ["D8-C8", "Q12-R12", "C8-C12"]
    for token in line:
        before, state = state, play(state, token)
        drawing = _drawn(state, Look(last=token, before=before))
        men = {_square(drawing, s) for s in drawing.shapes if s.role in ("seat1", "seat2") and s.about}
        assert men == set(position_of(state).men)
