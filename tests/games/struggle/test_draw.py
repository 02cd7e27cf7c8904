"""The track as shapes: spaces in order, pieces, dice and effects of the last turn, what a piece reaches."""

import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from struckle_cli.core.drawing import Drawing, Look, Shape
from struckle_cli.core.errors import UsageError
from struckle_cli.games.struggle import GAME
from struckle_cli.games.struggle.state import State
from tests.games.drawn_support import abouts, middle
from tests.games.struggle import slow
from tests.games.struggle.helpers import CARDS, bound, play, random_game, random_position, state_of, told

NO_LOOK = Look()
HIDDEN = "#" + "0" * 64
NAMES = dict(zip(slow.FIGURES, ("King", "Queen", "Jack", "Ten", "Nine"), strict=True))
FORMS = {"Y": ("disc", "gold", "yellow"), "R": ("area", "red", "red"), "B": ("box", "black", "black")}
POSITIONS = st.integers(0, 2**32).map(Random).map(random_position)


def _drawn(state: State, look: Look = NO_LOOK) -> Drawing:
    return GAME.draw(state, look)


def _facts(state: State, look: Look = NO_LOOK) -> dict[str, str]:
    return {fact.name: fact.value for fact in _drawn(state, look).facts}


def _spaces(drawing: Drawing) -> dict[int, Shape]:
    return {
        int(match[1]): shape
        for shape in drawing.shapes
        if (match := re.match(r"space (\d+), ", shape.about)) is not None
    }


def _where(square: int | str) -> str:
    return "Start" if square == 0 else f"space {square}" if isinstance(square, int) else f"place {square}"


@pytest.mark.parametrize("length", [1, 2, 7, 8, 9, 32, 100, 200, 1000])
def test_spaces_lie_side_by_side_in_their_order_on_any_track(length: int) -> None:
    """A snake: each space is beside the one before or below it, and none lies on another."""
    drawing = _drawn(bound(colours=("YRB" * length)[:length]))
    spaces = _spaces(drawing)
    assert list(spaces) == list(range(1, length + 1))
    middles = [middle(shape) for shape in spaces.values()]
    for (x, y), (to_x, to_y) in pairwise(middles):
        assert (abs(to_x - x), to_y - y) in [(80, 0), (0, 92)]
    assert len(set(middles)) == length
    chevrons = [shape for shape in drawing.shapes if shape.role == "faint"]
    assert len(chevrons) == length + 1  # from Start, between the spaces, to the places
    assert max(drawing.width, drawing.height) < 2 * min(drawing.width, drawing.height) + 80
    assert drawing.width >= max(x for x, _ in middles) + 40


def test_a_track_of_ten_thousand_spaces_is_drawn_too() -> None:
    assert len(_spaces(_drawn(bound(colours="R" * 10_000)))) == 10_000


@pytest.mark.parametrize("colours", [slow.TRACK, "B", "YRBRYBB"])
def test_a_colour_is_a_form_and_a_letter_too(colours: str) -> None:
    drawing = _drawn(bound(colours=colours))
    spaces = _spaces(drawing)
    letters = {middle(s): s.text for s in drawing.shapes if s.kind == "label" and s.role.endswith("-ink")}
    numbers = {
        s.text: middle(s) for s in drawing.shapes if s.kind == "label" and s.text.isdigit() and s.at[2] == 14
    }
    for space, colour in enumerate(colours, 1):
        kind, role, name = FORMS[colour]
        assert (spaces[space].kind, spaces[space].role) == (kind, role)
        assert spaces[space].about.split(", ")[1] == name
        x, y = middle(spaces[space])
        assert letters[x, y] == colour
        assert max(abs(numbers[str(space)][0] - x), abs(numbers[str(space)][1] - y)) <= 36
    assert [space for space, shape in spaces.items() if "arrives" in shape.about] == [len(colours)]


@given(POSITIONS)
@settings(max_examples=40)
def test_the_pieces_stand_where_the_position_has_them(position: slow.Position) -> None:
    drawing = _drawn(state_of(position))
    standing = {s.about: s for s in drawing.shapes if s.role == "seat1" and s.kind == "disc"}
    assert sorted(standing) == sorted(f"{NAMES[piece]} on {_where(at)}" for piece, at in position.at.items())
    spaces, letters = _spaces(drawing), {middle(s): s.text for s in drawing.shapes if s.role == "seat1-ink"}
    for piece, at in position.at.items():
        shape = standing[f"{NAMES[piece]} on {_where(at)}"]
        assert letters[middle(shape)] == piece
        if isinstance(at, str):
            [place] = [s for s in drawing.shapes if s.about == f"place {at}"]
            assert middle(place) == middle(shape)
        elif at:
            assert middle(spaces[at]) == middle(shape)
        else:
            [start] = [s for s in drawing.shapes if s.about == "Start"]
            x, y, width, height, _ = start.at
            assert x < middle(shape)[0] < x + width
            assert y < middle(shape)[1] < y + height
    assert len({middle(shape) for shape in standing.values()}) == 5


def test_places_have_their_letters_and_stay_empty_until_somebody_arrives() -> None:
    drawing = _drawn(bound("K:17 Q:5 J:8 T:0 9:A p2 7"))
    letters = [shape.text for shape in drawing.shapes if shape.role == "label" and shape.text.isalpha()]
    assert letters == list("ABCDE")
    assert {f"place {name}" for name in "ABCDE"} <= {shape.about for shape in drawing.shapes}
    assert [s.about for s in drawing.shapes if " on place " in s.about] == ["Nine on place A"]


def _marks(drawing: Drawing) -> set[str]:
    return {about.removeprefix("last turn: ") for about in abouts(drawing, "last")}


@pytest.mark.parametrize("seed", range(4))
def test_the_last_turn_is_marked_as_the_slow_derivation_plays_it(seed: int) -> None:
    """Where each piece came from and went to, who stayed where, and a cross where somebody was pushed out."""
    fields: dict[str, Any] = {"players": 3, "colours": "YRRYBRRYYRBRRYRY"} if seed % 2 else {}
    tokens, states = random_game(Random(f"drawn/{seed}"), **fields)
    seen = set()
    for token, (before, after) in zip(tokens, pairwise(states), strict=True):
        position = _position(before)
        expected, pushed = _played(position, token)
        drawing = _drawn(after, Look(last=token, before=before))
        assert _marks(drawing) == expected
        assert abouts(drawing, "lost") == sorted(pushed)
        dice = [s for s in drawing.shapes if s.about.startswith("last turn, die")]
        hand = slow.hand_of(token.partition("=")[0])
        assert "".join(shape.about[-1] for shape in dice) == hand
        seen |= {"stays" in mark for mark in expected} | {len(pushed)}
    assert {True, False} <= seen


def _position(state: State) -> slow.Position:
    assert GAME.format_position is not None
    marks = dict(part.split(":") for part in GAME.format_position(state).split(" ")[:5])
    at: dict[str, int | str] = {piece: int(mark) if mark.isdigit() else mark for piece, mark in marks.items()}
    return slow.Position(at, track=state.track.colours)


def _played(position: slow.Position, token: str) -> tuple[set[str], list[str]]:
    """What is to be told of a turn, play by play."""
    before, pushed, stayed = position, dict[int | str, list[str]](), set()
    for piece, number in re.findall(r"([KQJT9])(\d)", token.partition("=")[2]):
        after = slow.moved(position, piece, int(number))
        stayed |= {piece} if after == position else set()
        for other in slow.FIGURES:
            if other != piece and after.at[other] != position.at[other] and after.at[other] != "E":
                pushed.setdefault(position.at[other], []).append(NAMES[other])
        position = after
    told = set()
    for piece, name in NAMES.items():
        one, now = before.at[piece], position.at[piece]
        if one != now:
            told |= {f"{name} to {_where(now)}", f"{name} from {_where(one)}"}
        elif piece in stayed:
            told.add(f"{name} stays on {_where(one)} (impasse)")
    return told, [f"displaced from space {space}: {' '.join(names)}" for space, names in pushed.items()]


def test_who_is_displaced_is_crossed_out_at_the_space_that_is_taken() -> None:
    before = bound("K:0 Q:5 J:8 T:0 9:0 p1 3")
    drawing = _drawn(play(before, "AAAQJ=J2Q3"), Look(last="AAAQJ=J2Q3", before=before))
    assert abouts(drawing, "lost") == ["displaced from space 8: Jack"]
    [stroke] = [shape for shape in drawing.shapes if shape.role == "lost"]
    x, y = middle(_spaces(drawing)[8])
    assert (middle(stroke)[0] - x, middle(stroke)[1] - y) == (27, -27)
    queen = {"Queen to space 8", "Queen from space 5"}
    assert _marks(drawing) == queen | {"Jack to space 5", "Jack from space 8"}


def test_facts_tell_what_the_last_turn_rolled_and_did() -> None:
    before = bound("K:0 Q:5 J:8 T:0 9:0 p1 3")
    token = "AAAKK/AAA+QJ=J2Q3"
    facts = _facts(play(before, token), Look(last=token, before=before))
    assert facts["Last turn"] == "p1 rolled AAAKK, kept AAA and rolled QJ, played J2Q3"
    assert facts["Effects"] == "; ".join(told(before, token))
    again = "AKQJ9/+AKQ99=-"
    wrong = _facts(before, Look(last=again, before=before))
    assert {"Last turn", "Effects"} & set(wrong) == set()  # it could not be played
    nothing = _facts(play(before, "AAAAA=-"), Look(last="AAAAA=-", before=before))
    assert nothing["Last turn"] == "p1 rolled AAAAA, played -"
    assert {"Last turn", "Effects"} & set(_facts(before)) == set()


@pytest.mark.parametrize("last", [None, "", "?", "x=", "=", "K1", "🂡", "KKKKK=9", "AKQJT9=-"])
def test_a_strange_last_token_draws_the_board_all_the_same(last: str | None) -> None:
    state = bound("K:17 Q:5 J:8 T:0 9:A p2 7")
    assert _drawn(state, Look(last=last, before=state)) == _drawn(state)


def test_cards_are_facts_as_far_as_they_are_known() -> None:
    state = bound("K:17 Q:5 J:8 T:B 9:A p2 7", players=3, cards={"p1": "9JTQK", "p2": HIDDEN}, deck="free")
    facts = _facts(state)
    assert facts["p1's card"] == "9JTQK, 10 points so far"
    assert facts["p2's card"] == "hidden"
    assert facts["p3's card"] == "none"
    assert facts["Turn"] == "7, p2 rolls"
    assert HIDDEN not in str(_drawn(state))


def test_a_finished_game_has_points_and_nobody_who_rolls() -> None:
    tokens, states = random_game(Random("drawn"), cards=CARDS)
    facts = _facts(states[-1], Look(last=tokens[-1], before=states[-2]))
    ended = GAME.outcome(states[-1])
    assert ended is not None
    for seat, score in dict(ended.scores or {}).items():
        assert facts[f"{seat}'s card"] == f"{CARDS[seat]}, {score} points"
    assert facts["Turn"] == "the game is over"


@given(POSITIONS, st.sampled_from(slow.FIGURES), st.booleans())
@settings(max_examples=60)
def test_targets_are_where_a_piece_comes_that_is_carried_first(
    position: slow.Position, piece: str, small: bool
) -> None:
    look = Look(chosen=piece.lower() if small else piece)
    if isinstance(position.at[piece], str):
        with pytest.raises(UsageError, match="has arrived"):
            _drawn(state_of(position), look)
        return
    reached: dict[int | str, list[str]] = {}
    for number in range(1, 6):
        after = slow.moved(position, piece, number)
        if after != position:
            reached.setdefault(after.at[piece], []).append(str(number))
    drawing = _drawn(state_of(position), look)
    expected = [
        f"target {_where(at)}: {NAMES[piece]} by {' '.join(dice)}, if carried first"
        for at, dice in reached.items()
    ]
    assert abouts(drawing, "target") == sorted(expected)
    assert sorted(s.text for s in drawing.shapes if s.role == "target-ink") == sorted(
        dice[0] for dice in reached.values()
    )


@pytest.mark.parametrize("chosen", ["", "A", "KQ", "5", "space 5", "p1", "🂡", "K" * 500])
def test_what_is_no_piece_has_no_targets(chosen: str) -> None:
    with pytest.raises(UsageError, match="depend on the dice") as caught:
        _drawn(bound(), Look(chosen=chosen))
    assert caught.value.code == "usage.targets"
    assert len(str(caught.value)) < 200


def test_nobody_has_targets_when_the_game_is_over() -> None:
    _, states = random_game(Random("drawn"), cards=CARDS)
    with pytest.raises(UsageError, match="the game is over"):
        _drawn(states[-1], Look(chosen="K"))


def test_there_are_no_sides() -> None:
    state = bound("K:17 Q:5 J:8 T:0 9:A p2 7")
    assert _drawn(state) == _drawn(state, Look(edge="p2"))


def test_the_words_tell_where_the_pieces_stand_and_who_rolls() -> None:
    told = _drawn(bound("K:17 Q:5 J:8 T:0 9:A p2 7", cards=CARDS)).about
    assert "King on space 17, Queen on space 5, Jack on space 8, Ten on Start, Nine on place A." in told
    assert "Turn: 7, p2 rolls." in told
    assert "p1's card: JT9QK, 0 points so far." in told
