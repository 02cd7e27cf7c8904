"""Laws about drawings: every game is drawn the same way, within its frame, in known roles, in words too."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from struckle_cli.core.drawing import ROLES, Drawing, Look, Shape
from struckle_cli.core.errors import UsageError
from struckle_cli.report.palette import PAINTS
from struckle_cli.report.svg import svg
from tests.contract.cases import CASES, Case, random_games, sample_states

pytestmark = [pytest.mark.parametrize("case", CASES, ids=str), pytest.mark.usefixtures("toy_game")]

PARTS = {"box": 5, "disc": 3, "label": 3, "words": 3}
"""How many numbers a shape of a kind has; lines and areas have two a corner."""


def _drawn(case: Case) -> list[Drawing]:
    """Drawings of some positions, each from every edge."""
    looks = [Look(), *(Look(edge=seat) for seat in case.game.viewers)]
    return [case.game.draw(state, look) for state in sample_states(case, 4) for look in looks]


def _played(case: Case) -> list[Drawing]:
    """Drawings of the last plies of random games, with the token that was played and the state before."""
    return [
        case.game.draw(after, Look(last=tokens[-1], before=before))
        for tokens, states in random_games(case)
        for before, after in list(pairwise(states))[-1:]
    ]


def _corners(shape: Shape) -> list[tuple[int, int]]:
    """The outermost points of a shape; of a text its middle or beginning."""
    at = shape.at
    if shape.kind == "box":
        return [at[:2], (at[0] + at[2], at[1] + at[3])]
    if shape.kind == "disc":
        return [(at[0] - at[2], at[1] - at[2]), (at[0] + at[2], at[1] + at[2])]
    if shape.kind in ("label", "words"):
        return [(at[0], at[1] - at[2] // 2), (at[0], at[1] + at[2] // 2)]
    return list(zip(at[::2], at[1::2], strict=True))


def test_shapes_lie_within_the_frame_and_are_of_known_kinds_and_roles(case: Case) -> None:
    for drawing in _drawn(case) + _played(case):
        assert drawing.width > 0
        assert drawing.height > 0
        assert drawing.shapes
        for shape in drawing.shapes:
            assert shape.role in ROLES
            assert all(type(number) is int for number in shape.at), shape
            if shape.kind in PARTS:
                assert len(shape.at) == PARTS[shape.kind], shape
            else:
                assert len(shape.at) >= 4, shape
                assert len(shape.at) % 2 == 0, shape
            for x, y in _corners(shape):
                assert 0 <= x <= drawing.width, shape
                assert 0 <= y <= drawing.height, shape


def test_writing_stands_in_labels_alone_and_is_never_empty(case: Case) -> None:
    for drawing in _drawn(case) + _played(case):
        for shape in drawing.shapes:
            assert bool(shape.text) == (shape.kind in ("label", "words")), shape
            assert shape.text.isprintable()
            assert shape.about.isprintable()


def test_a_drawing_tells_in_words_what_it_shows(case: Case) -> None:
    for drawing in _drawn(case):
        assert len(drawing.about) > 10
        assert drawing.about.isprintable()
        assert all(fact.value and fact.value.isprintable() for fact in drawing.facts)


def test_the_words_change_when_the_position_does(case: Case) -> None:
    """What can be seen can be heard: two positions with the same words have the same shapes and facts."""
    told: dict[str, Drawing] = {}
    for state in sample_states(case):
        drawing = case.game.draw(state, Look())
        other = told.setdefault(drawing.about, drawing)
        assert (other.shapes, other.facts) == (drawing.shapes, drawing.facts)


def test_the_same_position_is_drawn_the_same(case: Case) -> None:
    for one, other in zip(_drawn(case) + _played(case), _drawn(case) + _played(case), strict=True):
        assert one == other
        assert svg(one, "a caption") == svg(other, "a caption")


def test_an_edge_turns_the_board_and_nothing_else(case: Case) -> None:
    for state in sample_states(case, 4):
        usual = case.game.draw(state, Look())
        for seat in case.game.viewers:
            turned = case.game.draw(state, Look(edge=seat))
            assert (turned.width, turned.height) == (usual.width, usual.height)
            assert (turned.facts, turned.about) == (usual.facts, usual.about)
            assert sorted(shape.text for shape in turned.shapes) == sorted(s.text for s in usual.shapes)
        for seat in case.game.viewers[:1]:
            assert case.game.draw(state, Look(edge=seat)) == usual


def test_the_last_move_is_marked(case: Case) -> None:
    """Something differs from the same position without it, and nothing of the board is missing."""
    for tokens, states in random_games(case):
        for before, after, token in list(zip(states, states[1:], tokens, strict=False))[-3:]:
            plain = case.game.draw(after, Look())
            marked = case.game.draw(after, Look(last=token, before=before))
            assert marked.shapes != plain.shapes
            assert (marked.width, marked.height) == (plain.width, plain.height)


def test_a_piece_that_there_is_not_has_no_targets(case: Case) -> None:
    for state in sample_states(case, 2):
        for chosen in ("", "no such piece", "<b>", "\x1b[2J"):
            with pytest.raises(UsageError) as caught:
                case.game.draw(state, Look(chosen=chosen))
            assert caught.value.code == "usage.targets"
            assert caught.value.exit_code == 2


def test_a_picture_is_xml_in_which_every_role_is_painted(case: Case) -> None:
    for drawing in _drawn(case)[:6] + _played(case):
        assert {shape.role for shape in drawing.shapes} <= set(PAINTS)
        root = ElementTree.fromstring(svg(drawing, "a <caption>"))
        style = next(part.text or "" for part in root.iter() if part.tag.endswith("style"))
        used = {part.get("class") for part in root.iter() if part.get("class") and part is not root}
        assert all(f".{role}{{" in style for role in used)
        assert sum(part.tag.endswith("desc") for part in root.iter()) == 1


def test_every_ply_of_a_game_can_be_drawn(case: Case) -> None:
    tokens, states = random_games(case)[0]
    for before, after, token in zip(states, states[1:], tokens, strict=False):
        assert case.game.draw(after, Look(last=token, before=before)).shapes
