"""The drawing shows pieces, goals, rules, bets and what is held against players, and what can come next."""

import random
import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from struckle_cli.core.drawing import Drawing, Look, Shape
from struckle_cli.core.errors import UsageError
from struckle_cli.core.picture import View
from struckle_cli.games.crungle import GAME
from struckle_cli.games.crungle.progress import NEEDED
from struckle_cli.games.crungle.state import State
from struckle_cli.games.crungle.texts import texts
from tests.games.crungle import slow, slow_rules
from tests.games.crungle.helpers import GOALS, START, any_token, fields_of, listed, state_of, walk

RULES = "M2 M14 M15 I1"
SEATS = ("purple", "orange")
FEW = settings(max_examples=25, deadline=None)
PARTS = {"G2": "123456789", "G5": "1379", "G6": "2468", "G7": "↑↓", "G8": "←→"}


def draw(state: State, **look: Any) -> Drawing:
    return GAME.draw(state, Look(**look))


def start(rules: str = RULES, at: str = START, goals: str = GOALS) -> State:
    return state_of(fields_of(goals, rules, at))


def played(state: State, *tokens: str) -> State:
    for token in " ".join(tokens).split():
        move = GAME.parse_move(token)
        assert GAME.why_illegal(state, move) is None, token
        state = GAME.apply(state, move)
    return state


def after(state: State, token: str) -> Drawing:
    return draw(played(state, token), last=token, before=state)


def abouts(drawing: Drawing, role: str) -> list[str]:
    return [shape.about for shape in drawing.shapes if shape.role == role and shape.about]


def written(drawing: Drawing) -> list[str]:
    return [shape.text for shape in drawing.shapes if shape.text]


def banner(drawing: Drawing) -> str:
    """The line above the board."""
    return min((shape for shape in drawing.shapes if shape.kind == "words"), key=lambda one: one.at[1]).text


def middle(shape: Shape) -> tuple[int, int]:
    if shape.kind == "box":
        return shape.at[0] + shape.at[2] // 2, shape.at[1] + shape.at[3] // 2
    return shape.at[0], shape.at[1]


def cell_at(drawing: Drawing, shape: Shape) -> int:
    """The number of the cell around a shape: the nearest one above it and to its left."""
    x, y = middle(shape)
    numbers = [one for one in drawing.shapes if one.role == "label" and re.fullmatch("[1-9]", one.text)]
    return int(max(one.text for one in numbers if one.at[0] < x + 16 and one.at[1] < y + 16))


def pieces(drawing: Drawing) -> dict[str, int]:
    """Where the pieces are drawn, by their shape, colour and letter."""
    found = {}
    for shape, sign in pairwise(drawing.shapes):
        match = re.fullmatch("(purple|orange) on ([1-9])", shape.about)
        if match and shape.role == match[1]:
            assert (shape.kind, sign.text) == (("disc", "P"), ("box", "O"))[match[1] == "orange"]
            assert sign.role == f"{match[1]}-ink"
            assert cell_at(drawing, shape) == int(match[2])
            found[match[1]] = int(match[2])
    return found


def steps(drawing: Drawing) -> list[list[tuple[str, bool]]]:
    """The rows of steps beside the board, purple's and orange's of the first goal, then of the second.

    A step is what stands on it (`+` for done without a name) and whether it is filled.
    """
    rows: list[list[tuple[str, bool]]] = []
    for shape, sign in pairwise([*drawing.shapes, drawing.shapes[-1]]):
        big = shape.kind == "disc" and shape.at[2] in (11, 12) and shape.at[0] > 440
        if shape.kind == "words" and re.fullmatch("[0-9]+/[0-9]+", shape.text):
            count, whole = map(int, shape.text.split("/"))
            assert (sum(done for _, done in rows[-1]), len(rows[-1])) == (count, whole)
            rows.append([])
        elif big and shape.role in (*SEATS, "bead") and sign.text not in ("P", "O"):
            if not rows:
                rows.append([])
            named = sign.kind == "label" and middle(sign) == middle(shape)
            rows[-1].append((sign.text if named else "", shape.role != "bead"))
    return rows[:-1]


@st.composite
def walks(draw_from: st.DrawFn) -> tuple[list[str], list[State], list[slow.Position]]:
    """Random games with everything that may happen in them: tokens, and both derivations' positions."""
    chance = random.Random(draw_from(st.integers(0, 10**6)))
    [(state, position)] = walk(chance, 0)
    tokens, states, positions = list[str](), [state], [position]
    for _ in range(draw_from(st.sampled_from([1, 8, 25, 60]))):
        if position.winner:
            break
        for token in any_token(chance, position).split():
            state, found = played(state, token), slow.step(position, token)
            assert found is not None
            position = found
            tokens.append(token)
            states.append(state)
            positions.append(position)
    return tokens, states, positions


# --- laws ---------------------------------------------------------------------------------------


@FEW
@given(walks())
def test_the_pieces_that_are_drawn_are_those_of_the_state(
    game: tuple[list[str], list[State], list[slow.Position]],
) -> None:
    for state, position in list(zip(game[1], game[2], strict=True))[-4:]:
        drawing = draw(state)
        assert pieces(drawing) == {"purple": position.purple, "orange": position.orange}
        assert f"Purple on {position.purple}. Orange on {position.orange}." in drawing.about


@FEW
@given(walks())
def test_the_steps_of_goals_are_those_of_the_turns_so_far(
    game: tuple[list[str], list[State], list[slow.Position]],
) -> None:
    for state, position in list(zip(game[1], game[2], strict=True))[-4:]:
        expected = [
            naive_steps(goal, position.ends_of(player)) for goal in position.goals for player in SEATS
        ]
        assert steps(draw(state)) == expected


def naive_steps(goal: str, ends: list[tuple[int, int]]) -> list[tuple[str, bool]]:
    """The steps of a goal from all turn ends of a player, each by looking at the rules page alone."""
    own, whole = [cell for cell, _ in ends], NEEDED[int(goal[1:])]
    if goal in PARTS:
        done = [name for name in PARTS[goal] if name in naive_parts(goal, ends, 8)]
        if len(done) < whole:
            done = [name for name in PARTS[goal] if name in naive_parts(goal, ends, 7)]
        return [(name, name in done) for name in PARTS[goal]]
    holds: dict[str, Any] = {
        "G1": lambda n: all(cell == opp for cell, opp in ends[len(ends) - n :]),
        "G3": lambda n: within(slow_rules.row, own[len(own) - n :]),
        "G4": lambda n: within(slow_rules.column, own[len(own) - n :]),
        "G9": lambda n: 5 not in own[len(own) - n :],
        "G10": lambda n: len(set(own[len(own) - n :])) == n,
    }
    count = max(n for n in range(min(whole, len(own)) + 1) if holds[goal](n))
    named = goal in ("G3", "G4", "G10")
    done = [str(cell) if named else "+" for cell in own[len(own) - count :]]
    return [*((name, True) for name in done), *[("", False)] * (whole - count)]


def within(line: Any, cells: list[int]) -> bool:
    """Whether turns that end so can be the first of five within one line that end on all its cells."""
    return len({line(cell) for cell in cells}) <= 1 and 3 - len(set(cells)) <= 5 - len(cells)


def naive_parts(goal: str, ends: list[tuple[int, int]], turns: int) -> set[str]:
    """What the last turns brought: cells, or sides of the opponent; for G2 all turns did."""
    if goal not in ("G7", "G8"):
        return {str(cell) for cell, _ in (ends if goal == "G2" else ends[-turns:])}
    ways = {"↑": slow_rules.UP, "↓": slow_rules.DOWN, "←": slow_rules.LEFT, "→": slow_rules.RIGHT}
    return {
        name
        for name, way in ways.items()
        for cell, opp in ends[-turns:]
        if slow_rules.gone(opp, *way) == cell
    }


@FEW
@given(walks(), st.sampled_from(SEATS))
def test_targets_are_those_of_the_legal_moves(
    game: tuple[list[str], list[State], list[slow.Position]], seat: str
) -> None:
    state, position = game[1][-1], game[2][-1]
    if position.winner:
        with pytest.raises(UsageError, match="the game is over"):
            draw(state, chosen=seat)
        return
    expected: dict[int, set[str]] = {}
    for token in listed(state):
        rule, _, cells = token.partition(":")
        own, _, opp = cells.partition("/")
        end = own if seat == position.mover else opp
        if end:
            expected.setdefault(int(end), set()).add(rule.partition("(")[0])
    drawing, found = draw(state, chosen=seat), {}
    for shape, sign in pairwise(drawing.shapes):
        if shape.role == "target":
            match = re.fullmatch("target ([1-9]): (.+)", shape.about)
            assert match
            assert cell_at(drawing, shape) == int(match[1])
            assert sign.text == match[2]
            found[int(match[1])] = set(match[2].split())
    assert found == expected
    assert draw(state, chosen=seat.upper()) == drawing


@FEW
@given(walks())
def test_counts_are_those_of_the_state(game: tuple[list[str], list[State], list[slow.Position]]) -> None:
    state, position = game[1][-1], game[2][-1]
    drawing = draw(state)
    told = {
        f"{seat}: {counts[n]} of 3 {name}"
        for name, counts in (("violations", position.violations), ("false objections", position.objections))
        for n, seat in enumerate(SEATS)
    }
    assert {about for about in abouts(drawing, "bead") + abouts(drawing, "red") if " of 3 " in about} == told
    filled = [shape for shape in drawing.shapes if shape.role == "red"]
    assert len(filled) == sum(position.violations) + sum(position.objections)


@FEW
@given(walks())
def test_the_last_entry_is_marked_where_the_pieces_went(
    game: tuple[list[str], list[State], list[slow.Position]],
) -> None:
    tokens, states, _ = game
    for token, (before, state) in list(zip(tokens, pairwise(states), strict=True))[-6:]:
        drawing = draw(state, last=token, before=before)
        told = abouts(drawing, "last")
        assert told
        for n, seat in enumerate(SEATS):
            one, other = before.cells[n] + 1, state.cells[n] + 1
            assert (f"last move: {seat} from {one} to {other}" in told) == (one != other)
        crossed = any("came to nothing" in about for about in abouts(drawing, "lost"))
        assert crossed == (state.violations != before.violations and not token.startswith("pass"))


# --- examples -----------------------------------------------------------------------------------


def test_both_pieces_can_stand_on_one_cell_and_stay_apart() -> None:
    drawing = draw(start(at="orange=4 purple=4"))
    assert pieces(drawing) == {"purple": 4, "orange": 4}
    purple, orange = (
        next(shape for shape in drawing.shapes if shape.about == f"{seat} on 4") for seat in SEATS
    )
    assert middle(purple)[0] + 50 < middle(orange)[0]


def test_goals_and_rules_stand_with_their_words() -> None:
    drawing = draw(start())
    facts = {fact.name: fact.value for fact in drawing.facts}
    for name in (*GOALS.split(), *RULES.split()):
        assert facts[name] == texts()[name]
        assert name in written(drawing)
        assert f"{name}: {texts()[name]}" in abouts(drawing, "wall")
    assert "M1" not in written(drawing)


def bars(drawing: Drawing) -> list[str]:
    return abouts(drawing, "off")


def test_what_was_picked_last_and_may_not_be_picked() -> None:
    state = start()
    assert bars(draw(state)) == []
    assert not any("picked" in about for about in abouts(draw(state), "purple"))
    state = played(state, "M2:8")
    assert "purple picked M2 last" in abouts(draw(state), "purple")
    assert bars(draw(state)) == [], "it is orange's turn"
    state = played(state, "M14:1")
    assert bars(draw(state)) == ["purple may not pick M2: it was picked on the last turn"]
    assert "purple may not pick M2" in draw(state).about
    state = played(state, "I1(M15):1/8")
    assert bars(draw(state)) == [
        "orange may not pick M14: it was picked on the last turn",
        "orange may not pick M15: it is banned by I1",
    ]
    assert "orange may not use M15 (I1)" in [fact.value for fact in draw(state).facts]


def test_cells_that_count_are_marked_on_the_board() -> None:
    state = played(start(), "M2:8", "M14:1")
    drawing = draw(state)
    assert "G2: 8 counts for purple" in abouts(drawing, "purple")
    assert abouts(draw(start()), "purple") == ["purple on 9"]
    [mark] = [shape for shape in drawing.shapes if shape.about == "G2: 8 counts for purple"]
    assert cell_at(drawing, mark) == 8


def test_an_upheld_objection_crosses_out_where_nobody_went() -> None:
    state = start()
    drawing = after(state, "M2:1?")
    assert banner(drawing) == "objection upheld: M2:1 is taken back, and purple moves again"
    assert abouts(drawing, "lost") == ["came to nothing: purple to 1"]
    assert pieces(drawing) == {"purple": 9, "orange": 1}
    assert banner(draw(played(state, "M2:1?"))) == "purple to move"


def test_an_overruled_objection_leaves_the_move() -> None:
    drawing = after(start(), "M2:8?")
    assert banner(drawing) == "objection overruled: M2:8 is valid"
    assert abouts(drawing, "lost") == []
    assert pieces(drawing)["purple"] == 8
    assert "orange: 1 of 3 false objections" in abouts(drawing, "red")


def test_a_third_violation_ends_the_game() -> None:
    drawing = after(played(start(), "M2:1?", "M2:1?"), "M2:1?")
    assert banner(drawing) == "orange wins: it is purple's third violation"
    drawing = after(played(start(), "M2:8?", "M2:2", "M14:8?", "M14:2"), "M2:7?")
    assert banner(drawing) == "purple wins: it is orange's third false objection"


def test_a_pass_is_said_and_framed() -> None:
    state = played(start("M21 M16 M27 I1", "orange=9 purple=1", "G2 G10"), "I1(M21):9")
    drawing = after(state, "pass")
    assert banner(drawing) == "orange passes"
    assert "last entry: pass" in abouts(drawing, "last")


def test_a_goal_that_is_reached_is_said_and_its_steps_are_whole() -> None:
    state = start("M14 M15 M19 M18", "orange=1 purple=9", "G1 G3")
    state = played(state, "M19:7 M14:1 M18:1 M19:1 M14:1 M14:1")
    drawing = after(state, "M19:1")
    assert banner(drawing) == "purple wins by G1"
    assert steps(drawing)[0] == [("+", True)] * 3
    assert bars(drawing) == []


BET = ["bet:orange", "accept", "(", "M15:1/9", "M2:8", "M2:1", ")"]


def test_a_bet_is_told_at_each_of_its_entries() -> None:
    state, told = start(), []
    for token in BET:
        drawing = after(state, token)
        told.append(banner(drawing))
        assert ("last entry: " + token in abouts(drawing, "last")) == (":" not in token or token[0] == "b")
        state = played(state, token)
    assert told == [
        "orange bets that no win is possible; purple accepts or declines",
        "orange bets that no win is possible; purple has accepted, and '(' begins a demonstration",
        "demonstration: purple demonstrates, 0 moves so far",
        "demonstration: purple demonstrates, 1 move so far",
        "demonstration: purple demonstrates, 2 moves so far",
        "demonstration: the demonstration fails at move 3; ')' ends it",
        "orange's bet is settled: orange wins it",
    ]


def test_in_a_demonstration_its_own_position_is_drawn_in_a_frame() -> None:
    state = played(start(), *BET[:2])
    assert abouts(draw(state), "gold") == []
    state = played(state, *BET[2:5])
    drawing = after(state, BET[5])
    assert pieces(draw(state)) == {"purple": 1, "orange": 8}
    assert "a demonstrated position" in abouts(draw(state), "gold")
    assert abouts(drawing, "lost") == ["came to nothing: purple to 1"], "it is not valid here"
    assert GAME.render(state, View()).text().split("\n")[1].startswith("| 1 P")


def test_a_declined_bet_is_said_once() -> None:
    state = played(start(), "bet:purple")
    assert banner(after(state, "decline")) == "the bet was declined, and play goes on"
    assert banner(draw(played(state, "decline"))) == "purple to move"


def test_a_piece_is_chosen_by_its_cell_and_the_mover_comes_first() -> None:
    state = start()
    assert draw(state, chosen="9") == draw(state, chosen="purple")
    assert draw(state, chosen="1") == draw(state, chosen="orange")
    assert abouts(draw(state, chosen="1"), "target") == ["target 9: M15 I1"]
    both = start(at="orange=4 purple=4")
    assert draw(both, chosen="4") == draw(both, chosen="purple") != draw(both, chosen="orange")
    moved = played(both, "M14:4")
    assert draw(moved, chosen="4") == draw(moved, chosen="orange") != draw(moved, chosen="purple")


@pytest.mark.parametrize("chosen", ["2", "white", "10", "", "P1"])
def test_what_is_no_piece_has_no_targets(chosen: str) -> None:
    with pytest.raises(UsageError, match="no piece"):
        draw(start(), chosen=chosen)


def test_no_piece_moves_while_a_bet_waits_for_its_answer() -> None:
    state = played(start(), "bet:purple")
    with pytest.raises(UsageError, match="a bet is open"):
        draw(state, chosen="purple")
    shown = played(state, "accept", "(")
    assert abouts(draw(shown, chosen="purple"), "target")
