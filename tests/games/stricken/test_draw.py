"""The drawing shows what a state holds, each thing where it is, and nothing that the state does not hold."""

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
from struckle_cli.games.stricken import GAME
from struckle_cli.games.stricken.board import BEADS, NAMES, OFF
from struckle_cli.games.stricken.state import State
from tests.games.stricken.helpers import blind, bound, placed, play, tokens
from tests.games.stricken.setups import CONTRACT

HASH = "F[#" + "3b2" * 21 + "a]"
SHELL = re.compile(
    r"(white|black)'s shell (\d+) on ([1-5][a-e][1-5]): Power/Defense (\S+?)(?:, damage (\d+))?, "
    r"bead (\S+?)( sapped)?\Z"
)
TARGET = re.compile(r"target ([1-5][a-e][1-5]): (.+)\Z")
FEW = settings(max_examples=25, deadline=None)


def draw(state: State, **look: Any) -> Drawing:
    return GAME.draw(state, Look(**look))


def after(state: State, token: str, **look: Any) -> Drawing:
    """The drawing of the position after a token, with the token and the state before it."""
    return draw(play(state, token), last=token, before=state, **look)


def abouts(drawing: Drawing, role: str) -> list[str]:
    """What the shapes of a role say of themselves."""
    return [shape.about for shape in drawing.shapes if shape.role == role and shape.about]


def texts(drawing: Drawing) -> list[str]:
    return [shape.text for shape in drawing.shapes if shape.text]


def shells(drawing: Drawing) -> dict[str, tuple[str | None, ...]]:
    """All shells that are drawn, by name: point, Power/Defense, damage, bead, sapped; each at its place."""
    found = {}
    for shape in drawing.shapes:
        match = SHELL.match(shape.about)
        if match:
            name = match[1][0] + match[2]
            assert name not in found
            assert (shape.kind, shape.role) == (("disc", "seat1"), ("box", "seat2"))[name[0] == "b"]
            x, y = shape.at[:2] if shape.kind == "disc" else (shape.at[0] + 23, shape.at[1] + 23)
            assert place(drawing, x, y) == match[3]
            assert name in written_at(drawing, x, y)
            assert match[4] in written_at(drawing, x, y)
            found[name] = match.groups()[2:]
    return found


def place(drawing: Drawing, x: int, y: int) -> str:
    """The name of the point that is drawn nearest, read off the names of layers, columns and rows."""
    labels = [shape for shape in drawing.shapes if shape.kind == "label" and shape.role == "label"]

    def nearest(pattern: str, far: Any) -> str:
        return min((one for one in labels if re.fullmatch(pattern, one.text)), key=far).text[-1]

    above = [one for one in labels if one.text.startswith("layer") and one.at[1] < y]
    title = max(above, key=lambda one: (one.at[1], -abs(one.at[0] - x)))
    layer = title.text[-1]
    column = nearest("[a-e]", lambda one: (abs(one.at[0] - x), abs(one.at[1] - y)))
    row = nearest("[1-5]", lambda one: (one.at[0] > x, abs(one.at[1] - y) + abs(one.at[0] - x) // 400))
    return layer + column + row


def written_at(drawing: Drawing, x: int, y: int) -> list[str]:
    """What is written within a shell."""
    return [
        shape.text
        for shape in drawing.shapes
        if shape.kind == "label" and abs(shape.at[0] - x) < 4 and abs(shape.at[1] - y) < 20
    ]


def of(state: State) -> dict[str, tuple[str | None, ...]]:
    """The shells of a state as `shells` finds them, from the rows of the text picture's table."""
    found: dict[str, tuple[str | None, ...]] = {}
    for line in GAME.render(state, View(width=60)).text().split("\n"):
        row = line.split()
        if row and re.fullmatch("[wb][0-9]+", row[0]) and len(row) > 4 and row[1] != "gone":
            damage = row[3] if row[3] != "0" else None
            found[row[0]] = (row[1], row[2], damage, row[4], " sapped" if row[5:] else None)
    return found


def random_line(fields: dict[str, Any], seed: int, plies: int) -> list[tuple[str, State]]:
    """The tokens of a random game and the states before each, with the state behind the last one."""
    state, chance, found = bound(fields), random.Random(seed), list[tuple[str, State]]()
    for _ in range(plies):
        legal = tokens(state)
        if not legal:
            break
        orders = [token for token in legal if token[0] == "F"] + [HASH] * state.hidden(state.side)
        wild = [token for token in legal if re.search("[x:]", token) and token[0] != "F"]
        choice = chance.choice(orders or legal) if chance.random() < 0.2 else chance.choice(wild or legal)
        if GAME.why_illegal(state, GAME.parse_move(choice)) is not None:
            choice = legal[0]
        found.append((choice, state))
        state = GAME.apply(state, GAME.parse_move(choice))
    return [*found, ("", state)]


lines = st.builds(
    random_line, st.sampled_from(CONTRACT), st.integers(0, 10**6), st.sampled_from([1, 5, 15, 40, 120])
)


# --- laws ---------------------------------------------------------------------------------------


@FEW
@given(lines, st.sampled_from(["white", "black"]))
def test_the_shells_that_are_drawn_are_those_of_the_state(line: list[tuple[str, State]], edge: str) -> None:
    state = line[-1][1]
    drawing = draw(state, edge=edge)
    assert shells(drawing) == of(state)
    told = drawing.about
    for seat in ("white", "black"):
        assert f"{seat.capitalize()}'s shells: " in told


@FEW
@given(lines, st.sampled_from(["white", "black"]))
def test_targets_are_those_of_the_legal_moves(line: list[tuple[str, State]], edge: str) -> None:
    state = line[-1][1]
    side = "wb"[state.side]
    for name, (point, *_) in random.Random(edge).sample([*of(state).items()], min(6, len(of(state)))):
        if name[0] != side or GAME.to_move(state) is None:
            with pytest.raises(UsageError):
                draw(state, chosen=name)
            continue
        drawing = draw(state, edge=edge, chosen=name)
        found = {}
        for shape in drawing.shapes:
            if shape.role == "target":
                match = TARGET.match(shape.about)
                assert match
                found[match[1]] = set(match[2].split(", "))
                width, height = (0, 0) if shape.kind == "disc" else (shape.at[2], shape.at[3] + 41)
                assert place(drawing, shape.at[0] + width // 2, shape.at[1] + height // 2) == match[1]
        assert found == naive_targets(state, str(point))
        assert drawing == draw(state, edge=edge, chosen=str(point))


def naive_targets(state: State, point: str) -> dict[str, set[str]]:
    """What the tokens say that a shell may do now: by the point concerned, its own without an aim."""
    found: dict[str, set[str]] = {}
    names = {"-": "Drift", "x": "Attack", "I": "Inspire", "W": "Ward", "P": "Pulse", "S": "Sap"}
    for token in tokens(state):
        match = re.fullmatch(r"=?(...)(?:([-x])(...)|:([IWP])|:(S)(...))", token)
        if match and match[1] == point:
            kind = match[2] or match[4] or match[5]
            found.setdefault(match[3] or match[6] or point, set()).add(names[kind])
    return found


@FEW
@given(lines)
def test_crosses_and_stars_are_what_the_last_move_did(line: list[tuple[str, State]]) -> None:
    for (token, before), (_, state) in pairwise(line[-6:]):
        drawing = draw(state, last=token, before=before)
        lost = {
            f"{seat}'s shell {n + 1} destroyed on {NAMES[before.where[12 * side + n]]}"
            for side, seat in enumerate(("white", "black"))
            for n in range(12)
            if before.where[12 * side + n] != OFF == state.where[12 * side + n]
        }
        assert set(abouts(drawing, "lost")) == lost
        assert GAME.tell is not None
        told = GAME.tell(before, GAME.parse_move(token), state)
        hurt = {
            f"{match[1]} has just taken {match[2]} damage"
            for match in (re.match(r"(.*) takes (\d+) damage", one) for one in told)
            if match and not any(one.startswith(match[1]) and "destroyed" in one for one in told)
        }
        assert {one for one in abouts(drawing, "red") if "just taken" in one} == hurt
        marked = [shape for shape in drawing.shapes if shape.role == "last"]
        points = set(re.findall("[1-5][a-e][1-5]", token)) if "#" not in token else set()
        assert {shape.about for shape in marked} >= {f"last move: {point}" for point in points}
        assert marked


@FEW
@given(lines)
def test_beads_are_drawn_as_far_as_they_are_known(line: list[tuple[str, State]]) -> None:
    state = line[-1][1]
    found = shells(draw(state))
    for shell in range(24):
        drawn = found.get(f"{'wb'[shell > 11]}{shell % 12 + 1}")
        if drawn is None:
            continue
        bead = str(drawn[3])
        assert {letter for letter in bead if letter.isupper()} == set(BEADS[state.revealed[shell]])
        held = state.beads[shell]
        if held is None:
            assert set(bead.upper()) - {"?"} == set(BEADS[state.known[shell]])
            assert ("?" in bead) == (state.known[shell] != 15)
        else:
            assert bead.upper() == BEADS[held]


# --- examples -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("edge", "first"), [("white", 1), ("black", 5)])
def test_layers_stand_in_order_and_black_sees_them_the_other_way_round(edge: str, first: int) -> None:
    drawing = draw(bound(), edge=edge)
    titles = [shape for shape in drawing.shapes if shape.text.startswith("layer")]
    order = sorted(titles, key=lambda shape: (shape.at[1], shape.at[0]))
    expected = [1, 2, 3, 4, 5] if first == 1 else [5, 4, 3, 2, 1]
    assert [shape.text for shape in order] == [f"layer {number}" for number in expected]
    columns = [shape for shape in drawing.shapes if shape.text in list("abcde") and shape.role == "label"]
    assert [shape.text for shape in sorted(columns[:5], key=lambda shape: shape.at[0])] == sorted(
        "abcde", reverse=edge == "black"
    )
    assert draw(bound()) == draw(bound(), edge="white")


def marks(state: State, name: str) -> list[tuple[str, str]]:
    """The letters of a shell's bead, each with the role of the mark it stands on."""
    drawing = draw(state)
    start = next(n for n, shape in enumerate(drawing.shapes) if shape.text == name)
    found, ground = [], ""
    for shape in drawing.shapes[start + 2 :]:
        if SHELL.match(shape.about) or shape.role.startswith("seat"):
            break
        if shape.kind == "label" and ground in ("bead", "gold"):
            found.append((shape.text, ground))
        ground = shape.role
    return found


def test_what_was_used_in_public_stands_on_another_mark() -> None:
    start = placed(w1="1a1 IPS", w2="1b1 W", b1="5e5")
    assert marks(start, "w1") == [("i", "bead"), ("p", "bead"), ("s", "bead")]
    assert marks(play(start, "1a1:P"), "w1") == [("i", "bead"), ("P", "gold"), ("s", "bead")]
    hidden = blind(start, "white")
    assert marks(hidden, "w1") == [("?", "bead")]
    assert marks(play(hidden, "1a1:I"), "w1") == [("I", "gold"), ("?", "bead")]


def bars(drawing: Drawing) -> list[Shape]:
    return [shape for shape in drawing.shapes if shape.role == "off"]


def test_a_bar_and_a_word_say_that_a_shell_is_sapped() -> None:
    plain, sapped = placed(w1="1a1 IP", b1="2e5"), placed(w1="1a1 IP sapped", b1="2e5")
    assert len(bars(draw(sapped))) == len(bars(draw(plain))) + 1
    assert "w1 1a1 1/1 ip sapped" in draw(sapped).about
    assert "sapped" not in draw(plain).about


def test_damage_stands_on_a_mark_of_its_own() -> None:
    def red(drawing: Drawing) -> list[str]:
        return [shape.text for shape in drawing.shapes if shape.role == "red-ink"]

    legend = red(draw(placed(w1="1a1", b1="2e5")))
    assert red(draw(placed(w1="1a1 P3 W12 D4", b1="2e5"))) == [*legend, "4"]
    assert "3/9" in texts(draw(placed(w1="1a1 P3 W12 D4", b1="2e5")))


def test_a_destroyed_shell_is_crossed_out_where_it_stood_and_named_as_lost() -> None:
    start = placed(w1="1a1 IP", w2="1b1", b1="2a1", b2="5e5")
    drawing = after(start, "1a1:P")
    assert set(abouts(drawing, "lost")) == {
        "white's shell 2 destroyed on 1b1",
        "black's shell 1 destroyed on 2a1",
    }
    assert abouts(draw(play(start, "1a1:P")), "lost") == [], "nothing is known of before"
    assert abouts(after(start, "1a1-1a2"), "lost") == []
    gone = [text for text in texts(drawing) if text.startswith("lost ")]
    assert [text.split()[1] for text in gone] == ["w2", "b1"]
    assert not any(text.startswith("lost ") for text in texts(draw(bound())))


def test_an_attacker_that_advances_stands_where_the_other_is_struck_out() -> None:
    start = placed(w1="1a1 I P2 W1", b1="1a2", b2="5e5")
    drawing = after(start, "1a1x1a2")
    assert shells(drawing)["w1"][0] == "1a2"
    assert set(abouts(drawing, "lost")) == {"black's shell 1 destroyed on 1a2"}
    assert [one for one in abouts(drawing, "red") if "just" in one] == [
        "white's shell 1 has just taken 1 damage"
    ]
    assert set(abouts(drawing, "last")) == {"last move: 1a1", "last move: 1a2"}


def test_what_a_shell_has_just_got_is_marked() -> None:
    start = placed(w1="1a1 IW", w2="1b1", b1="5e5")
    assert "white's shell 2 has just got Power" in abouts(after(start, "1a1:I"), "gold")
    assert "white's shell 2 has just got Defense" in abouts(after(start, "1a1:W"), "gold")
    assert abouts(after(start, "1a1-2a1"), "gold") == []


@pytest.mark.parametrize(
    ("token", "told"),
    [
        ("pass", "passes"),
        ("F2[1a1:I]", "seals an order"),
        (HASH, "seals an order"),
        ("claim", "claims victory"),
    ],
)
def test_what_is_not_seen_on_the_lattice_is_said(token: str, told: str) -> None:
    start = placed(w1="1a1", w2="1b1", b1="5e5")
    start = play(placed(w1="1a1", w2="1b1", b1="5e5", terms=type(start.terms)(0, 0, False)))
    drawing = after(start, token)
    assert told in texts(drawing)
    assert f"last move: white {told}" in abouts(drawing, "last")
    assert told not in texts(draw(play(start, token)))
    points = [one for one in abouts(drawing, "last") if re.search("[1-5][a-e][1-5]", one)]
    assert points == (["last move: 1a1"] if "1a1" in token else []), "the digits of a hash are no points"


def test_an_order_that_came_to_nothing_is_said() -> None:
    start = play(placed(w1="1a1", w2="1b1", b1="5e5"), HASH, "pass", "1b1-1c1", "pass")
    assert "order is void" in texts(after(start, "=void"))


def test_orders_are_told_as_far_as_they_are_known() -> None:
    start = placed(w1="1a1", w2="1b1", b1="1a2", b2="5e5")
    assert "due 3: w1 Drift 2a1" in texts(draw(play(start, "F2[1a1-2a1]")))
    assert "due 4: w1 Sap b1" in texts(draw(play(start, "F3[1a1:S1a2]")))
    assert "due 3: w2 Inspire" in texts(draw(play(start, "F2[1b1:I]")))
    hidden = draw(play(start, HASH))
    assert "due 3 or 4: hidden" in texts(hidden)
    assert "order of turn 1, due on turn 3 or 4: hidden" in [fact.value for fact in hidden.facts]
    assert abouts(hidden, "bead").count("an order, sealed") == 1
    assert abouts(hidden, "bead").count("an order that is left") == 5
    assert not any(text.startswith("due") for text in texts(draw(start)))


def test_facts_hold_what_the_text_picture_holds() -> None:
    state = play(placed(w1="1a1 IP", w2="1b1 W", b1="2a1", b2="5e5"), "1a1:P", "F2[5e5-5e4]")
    facts = {fact.name: fact.value for fact in draw(state).facts}
    assert facts["white"] == f"{state.points[0]} points, 1 shell, damage {state.suffered[0]}, 3 orders left"
    assert facts["white's shells"].startswith("w1 1a1 1/1 iP; w2 gone damage 1 w; w3 gone damage 1 iwps;")
    orders = [fact.value for fact in draw(state).facts if fact.name == "black"][1:]
    assert orders == ["order of turn 1, due on turn 3: black's shell 2 to Drift to 5e4"]


def test_the_turn_is_told_because_orders_name_theirs() -> None:
    def turn(state: State) -> str:
        return next(fact.value for fact in draw(state).facts if fact.name == "turn")

    start = placed(w1="1a1 IWPS", b1="1a2 IWPS", b2="5e5")
    assert turn(start) == "1 of 60, white to move"
    assert turn(play(start, "pass")) == "1 of 60, black to move"
    assert turn(play(start, "pass", "pass", "pass")) == "2 of 60, black to move"
    assert "Turn: 1 of 60, white to move." in draw(start).about
    won = play(placed(w1="1a1 P3 W12", b1="1a2"), "1a1x1a2")
    assert turn(won) == f"over: {GAME.outcome(won)}"


def test_a_shell_is_chosen_by_its_name_or_its_point_in_any_case() -> None:
    state = placed(w1="1a1 IWPS", w2="1b1", b1="2a1", b2="5e5")
    drawing = draw(state, chosen="w1")
    assert draw(state, chosen="1A1") == draw(state, chosen="W1") == drawing
    assert {shape.about for shape in drawing.shapes if shape.role == "target"} == {
        "target 1a1: Inspire, Ward, Pulse",
        "target 1a2: Drift",
        "target 2a1: Attack, Sap",
    }
    assert {"IWP", "xS"} <= set(texts(drawing))


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ("b1", "no shell of white"),
        ("2a1", "no shell of white"),
        ("w3", "no shell of white"),
        ("1c1", "no shell"),
    ],
)
def test_a_shell_that_is_not_to_move_has_no_targets(chosen: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        draw(placed(w1="1a1 IWPS", w2="1b1", b1="2a1"), chosen=chosen)


def test_nothing_moves_when_the_game_is_over() -> None:
    with pytest.raises(UsageError, match="the game is over"):
        draw(placed(w1="1a1"), chosen="w1")


def test_on_a_due_turn_only_what_is_due_is_a_target() -> None:
    start = placed(w1="1a1", w2="1b1", b1="5e5")
    due = play(start, "F2[1a1-1a2]", "pass", "pass", "pass")
    assert abouts(draw(due, chosen="w1"), "target") == ["target 1a2: Drift"]
    assert abouts(draw(due, chosen="w2"), "target") == []


def test_what_is_hidden_excludes_no_target() -> None:
    start = placed(w1="1a1 P", w2="1b1", b1="2a1", b2="5e5")
    assert "target 2a1: Attack" in abouts(draw(start, chosen="w1"), "target")
    assert "target 2a1: Attack, Sap" in abouts(draw(blind(start, "white"), chosen="w1"), "target")
