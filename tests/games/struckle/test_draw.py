"""The board as shapes: pieces, squares, what the last turn did, and where the next piece may go."""

import itertools
import re
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from struckle_cli.core.drawing import Drawing, Look, Shape
from struckle_cli.core.errors import UsageError
from struckle_cli.engine.playout import playout
from struckle_cli.games.struckle import GAME
from struckle_cli.games.struckle.state import State
from tests.games.drawn_support import abouts, middle
from tests.games.struckle import slow
from tests.games.struckle.helpers import bound, placed, play, position_of

NO_LOOK = Look()
FULL = {"TB": "Tinted Blue", "TG": "Tinted Green", "SB": "Shaded Blue", "SG": "Shaded Green"}
KINDS = {"D": "Diva", "H": "Hero", "P": "Philosopher", "S": "Shadow"}
POWERS = {"!": "Diminish", "^": "Charge", "~": "Brainwash", "@": "Homegoing"}
CROWD = "b6+d4+e5+c5+ c2+e4+g4+c4+ f4+d5+b5+g5+ d6+f5+h4+e7+ SB:P 12"
MIXED = "c4+d4+b6a3 h3g8+e3f1 d5+f3f4h6 f8e5+f6c5+ TG:S 999"
EDGES = [None, *slow.HOUSES]
from_all = pytest.mark.parametrize("edge", EDGES)


@cache
def _games(plies: int = 60) -> list[tuple[list[str], list[State]]]:
    """Random games from the start and from crowds, where powers are used all the time."""
    return [
        playout(GAME, bound(position), Random(f"drawn/{n}"), plies)
        for n, position in enumerate([None, CROWD, MIXED])
    ]


def _drawn(state: State, look: Look = NO_LOOK) -> Drawing:
    return GAME.draw(state, look)


def _named(piece: str) -> str:
    return f"{FULL[piece[:2]]} {KINDS[piece[2]]}"


class _Places:
    """Which square a place of a drawing is, found by the coordinates at its edges."""

    def __init__(self, drawing: Drawing) -> None:
        labels = [shape for shape in drawing.shapes if shape.kind == "label" and shape.role == "label"]
        lowest, first = max(shape.at[1] for shape in labels), min(shape.at[0] for shape in labels)
        self.across = {shape.at[0]: shape.text for shape in labels if shape.at[1] == lowest}
        self.down = {shape.at[1]: shape.text for shape in labels if shape.at[0] == first}
        assert len(self.across) == len(self.down) == 8
        self.pitch = sorted(self.across)[1] - sorted(self.across)[0]

    def square(self, shape: Shape) -> str | None:
        """The square in which the middle of a shape lies; None beside the board."""
        x, y = middle(shape)
        near = min(self.across, key=lambda at: abs(at - x)), min(self.down, key=lambda at: abs(at - y))
        if max(abs(near[0] - x), abs(near[1] - y)) > self.pitch // 2:
            return None
        return "".join(sorted(self.across[near[0]] + self.down[near[1]], reverse=True))


def _pieces(drawing: Drawing) -> dict[str, tuple[str, str]]:
    """The pieces that a drawing shows: where, and with which form."""
    places, found = _Places(drawing), {}
    for shape in drawing.shapes:
        if re.fullmatch("house[1-4]", shape.role) and " on " in shape.about:
            form = ["disc", "box", "diamond", "hexagon"][int(shape.role[-1]) - 1]
            assert shape.kind == {"disc": "disc", "box": "box"}.get(form, "area")
            assert len(shape.at) == {"diamond": 8, "hexagon": 12}.get(form, len(shape.at))
            found[shape.about] = (str(places.square(shape)), form)
    return found


@from_all
def test_the_pieces_of_the_position_stand_on_their_squares_and_no_others(edge: str | None) -> None:
    for _, states in _games():
        for state in states[::7]:
            position, drawing = position_of(state), _drawn(state, Look(edge=edge))
            expected = {f"{_named(piece)} on {square}": square for piece, square in position.at.items()}
            found = _pieces(drawing)
            assert {about: square for about, (square, _) in found.items()} == expected
            stars = [shape for shape in drawing.shapes if shape.role == "star"]
            places = _Places(drawing)
            promoted = sorted(position.at[piece] for piece in position.promoted)
            assert sorted(str(places.square(star)) for star in stars) == promoted


def _looks(drawing: Drawing) -> dict[str, tuple[object, ...]]:
    """What is seen of each square without colour: forms with their measures, and letters."""
    places, found = _Places(drawing), dict[str, list[object]]()
    for shape in drawing.shapes:
        square = places.square(shape)
        grid = shape.kind == "line" and max(shape.at) - min(shape.at) > 4 * places.pitch
        if square is None or grid or shape.role in ("frame", "label"):
            continue
        x, y = _middle_of(drawing, square)
        size: object = shape.at[2:]
        if shape.kind in ("line", "area"):
            size = tuple(at - (y if n % 2 else x) for n, at in enumerate(shape.at))
        away = (middle(shape)[0] - x, middle(shape)[1] - y)
        found.setdefault(square, []).append((shape.kind, shape.text, away, size))
    return {square: tuple(seen) for square, seen in found.items()}


def test_every_piece_is_told_apart_without_colour() -> None:
    """Four houses, four archetypes, promoted or not: thirty-two drawings."""
    drawn = set()
    for house, letter, mark in itertools.product(slow.HOUSES, "DHPS", ["c4", "c4+"]):
        marks: dict[str, Any] = {house + letter: mark}
        state = placed("TB:D" if house + letter != "TBD" else "TB:H", **marks)
        drawn.add(_looks(_drawn(state))["c4"])
    assert len(drawn) == 32


def test_every_kind_of_empty_square_is_told_apart_without_colour() -> None:
    """Homes with their archetype, goals and simple squares of four houses, gold, red."""
    centre = "c4c5d3d6 e3e6f4f5 d2e2d7e7 g3g4b4b5"
    looks = _looks(_drawn(bound(f"{centre} TB:D 1")))
    kinds: dict[str, set[object]] = {}
    for name in slow.SQUARES:
        if name not in centre:
            kinds.setdefault(slow.kind_of(name), set()).add(looks[name])
    assert len(kinds) == 16 + 4 + 4 + 2
    assert all(len(one) == 1 for one in kinds.values())
    assert len(set.union(*kinds.values())) == len(kinds)


@from_all
def test_whose_a_square_is_stays_to_be_seen_under_a_piece(edge: str | None) -> None:
    """Its small letters or its sign stand at a corner; a piece does not reach them."""
    drawing = _drawn(bound(), Look(edge=edge))
    places = _Places(drawing)
    for house in slow.HOUSES:
        for letter, home in slow.HOME[house].items():
            sign = f"{house.lower()}:{letter.lower()}"
            [shape] = [s for s in drawing.shapes if s.text == sign]
            assert places.square(shape) == home
            [piece] = [s for s in drawing.shapes if s.about == f"{_named(house + letter)} on {home}"]
            assert shape.at[1] + shape.at[2] // 2 <= middle(piece)[1] - 18


@pytest.mark.parametrize("house", slow.HOUSES)
def test_the_house_of_the_view_sits_at_the_lower_edge(house: str) -> None:
    """Its homes stand there from left to right as D H P S, and its name below them."""
    drawing = _drawn(bound(), Look(edge=house))
    homes = [shape for shape in drawing.shapes if re.fullmatch(f"{house.lower()}:.", shape.text)]
    assert "".join(shape.text[-1] for shape in sorted(homes, key=middle)) == "dhps"
    [name] = [s for s in drawing.shapes if s.text == house and _Places(drawing).square(s) is None]
    assert all(name.at[1] > shape.at[1] for shape in homes)
    assert name.at[1] > drawing.height - 60


def test_four_quarters_show_the_same() -> None:
    for position in (None, CROWD, MIXED):
        state = bound(position)
        views = [_drawn(state, Look(edge=edge)) for edge in EDGES]
        assert len({tuple(sorted(map(str, _pieces(view).items()))) for view in views}) == 1
        assert len({tuple(sorted(shape.text for shape in view.shapes)) for view in views}) == 1
        assert views[0] == _drawn(state, Look(edge="TG"))
        assert len({view.shapes for view in views}) == 4


@from_all
def test_the_last_turn_is_marked_for_every_piece_that_it_moved(edge: str | None) -> None:
    """The piece that acted, and whoever was pushed, brainwashed or sent home; crosses where stars went."""
    pushed = demoted = stayed = 0
    for tokens, states in _games():
        for token, (before, after) in zip(tokens, pairwise(states), strict=True):
            drawing = _drawn(after, Look(last=token, before=before, edge=edge))
            one, other = position_of(before), position_of(after)
            moved = {piece for piece in slow.PIECES if one.at[piece] != other.at[piece]}
            walked = moved | ({one.acting} if re.match("[DHPS][a-h]", token) else set())
            expected = [f"last turn: to {other.at[piece]}" for piece in moved | {one.acting}]
            expected += [f"last turn: from {one.at[piece]}" for piece in walked]
            told = [about for about in abouts(drawing, "last") if about.startswith("last turn")]
            assert told == sorted(expected)
            places = _Places(drawing)
            frames = {places.square(s) for s in drawing.shapes if s.role == "last" and s.kind == "box"}
            assert frames == {other.at[piece] for piece in moved | {one.acting}}
            lost = sorted(f"{_named(piece)} was demoted" for piece in one.promoted - other.promoted)
            assert abouts(drawing, "lost") == lost
            pushed += bool(moved - {one.acting})
            demoted += bool(lost)
            stayed += not moved
    assert min(pushed, demoted, stayed) > 3


def test_the_way_of_the_last_turn_goes_by_its_steps() -> None:
    before = bound()
    drawing = _drawn(play(before, "Db6c5"), Look(last="Db6c5", before=before))
    places = _Places(drawing)
    ways = [s for s in drawing.shapes if s.role == "last" and s.kind == "line"]
    [way] = [s for s in ways if s.at[:2] == _middle_of(drawing, "a6")]
    points = [Shape("disc", "last", (*at, 1)) for at in zip(way.at[::2], way.at[1::2], strict=True)]
    assert [places.square(point) for point in points][:2] == ["a6", "b6"]
    assert sum(s.kind == "line" for s in ways) == 2 + 1  # brackets where it came from, and an arrow


def _middle_of(drawing: Drawing, square: str) -> tuple[int, int]:
    [found] = [middle(s) for s in drawing.shapes if s.kind == "box" and s.about.startswith(f"{square}: ")]
    return found


@pytest.mark.parametrize(
    ("token", "state"),
    [
        ("D!g4", placed("TB:D", TBD="d4+", SGH="g4+")),
        ("P~c5c6", placed("TB:P", TBP="e4+", SGH="c5")),
        ("S@c5", placed("TB:S", TBS="e4+", SGH="c5")),
    ],
)
def test_what_a_power_aimed_at_is_marked(token: str, state: State) -> None:
    aim = token[2:4]
    told = f"{POWERS[token[1]]} on {aim}"
    drawing = _drawn(play(state, token), Look(last=token, before=state))
    [mark] = [shape for shape in drawing.shapes if shape.about == told]
    assert _Places(drawing).square(mark) == aim
    quiet = f"{token[0]}-"
    assert told not in abouts(_drawn(play(state, quiet), Look(last=quiet, before=state)), "last")


@pytest.mark.parametrize("last", [None, "", "?", "x", "i9", "Db6" * 100, "🂡", "Hb5", "Dh8"])
def test_a_strange_last_token_draws_the_board_all_the_same(last: str | None) -> None:
    state = bound()
    assert _drawn(state, Look(last=last, before=state)) == _drawn(state)


def test_targets_are_where_the_acting_piece_can_come_to_and_whom_its_power_reaches() -> None:
    powers, edges = set(), itertools.cycle(EDGES)
    for _, states in _games():
        for state in states[:-1:5]:
            position = position_of(state)
            steps, aims = set(), dict[str, set[str]]()
            for token in slow.legal_tokens(position):
                match = re.fullmatch(r"[DHPS]-?((?:[a-h]\d)*)(?:([!^@~])(..)(..)?)?", token)
                assert match is not None
                steps |= {match[1][-2:]} - {""}
                if match[2]:
                    aims.setdefault(f"{POWERS[match[2]]}: {match[3]}", set()).add(match[4] or "")
            expected = {f"target {square}" for square in steps} | {
                f"target of {aim}" + f" to {' '.join(sorted(to, key=_number))}" * ("" not in to)
                for aim, to in aims.items()
            }
            drawing = _drawn(state, Look(chosen=position.acting, edge=next(edges)))
            places = _Places(drawing)
            marks = [shape for shape in drawing.shapes if shape.role == "target"]
            assert sorted(shape.about for shape in marks) == sorted(expected)
            for mark in marks:
                assert mark.kind == ("area" if " of " in mark.about else "disc")
                assert places.square(mark) == re.findall(r"[a-h]\d", mark.about)[0]
            powers |= {aim.split(":")[0] for aim in aims}
    assert powers == set(POWERS.values())


def _number(square: str) -> tuple[str, str]:
    return square[1:], square[:1]


@pytest.mark.parametrize("chosen", ["D", "d", "TBD", "tbd", "a6", "A6"])
def test_the_acting_piece_is_chosen_by_letter_name_or_square(chosen: str) -> None:
    marks = abouts(_drawn(bound(), Look(chosen=chosen)), "target")
    assert marks == abouts(_drawn(bound(), Look(chosen="TBD")), "target") != []


@pytest.mark.parametrize("chosen", ["", "H", "TGD", "a5", "d4", "-", "Db6", "🂡", "D" * 500])
def test_no_other_piece_has_targets(chosen: str) -> None:
    with pytest.raises(UsageError, match="TB's Diva on a6 acts now") as caught:
        _drawn(bound(), Look(chosen=chosen))
    assert caught.value.code == "usage.targets"
    assert len(str(caught.value)) < 200


def test_nobody_acts_and_has_targets_when_the_game_is_over() -> None:
    over = placed("TG:D", TBD="h2", TBH="h7")
    with pytest.raises(UsageError, match="the game is over"):
        _drawn(over, Look(chosen="TGD"))
    assert not any("acts next" in shape.about for shape in _drawn(over).shapes)
    [mark] = [shape for shape in _drawn(bound()).shapes if "acts next" in shape.about]
    assert _Places(_drawn(bound())).square(mark) == "a6"


def test_facts_tell_goals_steps_promotions_and_the_round() -> None:
    state = placed("SG:P", 7, TBD="h2", TBH="g5+", SGS="d4+")
    facts = {fact.name: fact.value for fact in _drawn(state).facts}
    assert facts["Round"] == "7, SG's Philosopher acts"
    assert facts["TB Tinted Blue (disc)"] == "1 of 2 goals (Diva h2), 2 steps off; promoted: Hero"
    assert facts["TG Tinted Green (box)"] == "0 of 2 goals, 14 steps off; promoted: none"
    assert facts["SG Shaded Green (hexagon)"] == "0 of 2 goals, 10 steps off; promoted: Shadow"
    over = {fact.name: fact.value for fact in _drawn(placed("TG:D", 3, TBD="h2", TBH="h7")).facts}
    assert over["Round"] == "3, over: win:TB (goals)"
    assert over["TB Tinted Blue (disc)"] == "2 of 2 goals (Diva h2, Hero h7); promoted: none"


def test_the_steps_that_are_missing_are_those_of_a_walk_over_an_empty_board() -> None:
    """The other way to count them: two pieces walk, square by square, breadth first."""
    for _, states in _games(40):
        position = position_of(states[-1])
        facts = {fact.name[:2]: fact.value for fact in _drawn(states[-1]).facts}
        for house in slow.HOUSES:
            one, other = slow.GOALS[house]
            squares = [position.at[house + letter] for letter in "DHPS"]
            pairs = itertools.permutations(squares, 2)
            least = min(_walk(first, one) + _walk(second, other) for first, second in pairs)
            assert least == 0 or f"{least} steps off" in facts[house]


@cache
def _walk(start: str, goal: str) -> int:
    reached, steps = {start}, 0
    while goal not in reached:
        reached |= {name for name in slow.SQUARES for other in reached if slow.adjacent(name, other)}
        steps += 1
    return steps


def test_the_words_tell_where_every_piece_stands() -> None:
    told = _drawn(bound(MIXED)).about
    assert "Tinted Blue (TB): Diva c4 promoted, Hero d4 promoted, Philosopher b6, Shadow a3." in told
    assert "Round: 999, TG's Shadow acts." in told
