"""The turn and the end, sentence by sentence, and the rulings C-1 to C-5 by name."""

import random
from dataclasses import replace

import pytest

from struckle_cli.core.outcome import Outcome
from struckle_cli.games.castle import GAME
from tests.games.castle import slow
from tests.games.castle.helpers import board_with, code, place, play, start, state_of, targets, tokens

CASTLE = Outcome(winners=("white",), reason="castle")
ELIMINATION = Outcome(winners=("white",), reason="elimination")
WIDE = board_with(K4=".", K6=".", K3=".", K7=".", K8=".")  # an open column through White's castle


# --- facts of the page --------------------------------------------------------------------------


def test_fact_d8_at_the_start() -> None:
    along = {"E8", "F8", "G8", "H8"} | {f"D{row}" for row in range(2, 8)}
    assert targets(start(), "D8") == along | {"C8", "D9"}


def test_fact_e7_reaches_the_whole_of_row_7_and_column_e() -> None:
    state = place("E7", "A1")
    row = {f"{column}7" for column in "FGHJKLMNOP"}
    assert targets(state, "E7") == row | {f"E{n}" for n in range(3, 7)} | {"D7", "E8"}


def test_fact_both_sides_have_equally_many_moves() -> None:
    for men in (8, 16, 22):
        counts = {len(tokens(start(men=men, first=first))) for first in ("white", "black")}
        assert len(counts) == 1
    assert len(tokens(start())) == 60


# --- rules 1 to 4 -------------------------------------------------------------------------------


def test_rule_1_a_man_slides_like_a_rook_over_empty_squares() -> None:
    state = place("B10", "A1")
    row, column = {f"{c}10" for c in slow.COLUMNS}, {f"B{r}" for r in range(1, 20)}
    assert targets(state, "B10") == (row | column) - {"B10"}


def test_rule_1_never_diagonally_and_never_through_a_man() -> None:
    state = place("B10 B14", "E10 B7 A1")
    assert code(state, "B10-C11") == code(state, "B10-D11") == "castle.not-straight"
    assert targets(state, "B10") == {"A10", "C10", "D10", "E10", "B9", "B8", "B7", "B11", "B12", "B13"}
    assert [code(state, f"B10-{to}") for to in ("F10", "B6", "B15")] == ["castle.blocked"] * 3


@pytest.mark.parametrize(
    ("man", "legal", "refused"),
    [
        ("D8", "H8", "K8"),  # from wall into the hole: more than one square
        ("J8", "K8", "L8"),  # into the hole is one square, over it is not
        ("E7", "P7", "Q7"),  # along ground up to the wall, not onto it
        ("D9", "D11", "D7"),
        ("K8", "K9", "K6"),  # ground, up to the wall K6 and not onto it
    ],
)
def test_rule_2_a_slide_stays_on_one_kind_of_terrain(man: str, legal: str, refused: str) -> None:
    state = place(man, "A1")
    assert code(state, f"{man}-{legal}") is None
    assert code(state, f"{man}-{refused}") == "castle.terrain"


def test_rule_3_between_wall_and_ground_exactly_one_square() -> None:
    for wall, ground in (("D8", "D9"), ("D8", "C8"), ("K6", "K7"), ("K4", "K5"), ("J8", "K8")):
        assert code(place(wall, "A1"), f"{wall}-{ground}") is None
        assert code(place(ground, "A1"), f"{ground}-{wall}") is None
    assert code(place("D8", "A1"), "D8-D10") == code(place("D10", "A1"), "D10-D8") == "castle.terrain"


def test_rule_3_a_slide_may_not_leave_and_come_back() -> None:
    """J8 is wall, K8 a hole, L8 wall; D18 wall, D19 ground."""
    assert code(place("L8", "A1"), "L8-J8") == "castle.terrain"
    assert code(place("K7", "A1"), "K7-K9") is None
    assert code(place("C5", "A1"), "C5-E5") == "castle.terrain"


@pytest.mark.parametrize(
    ("man", "enemy", "legal"),
    [
        ("D8", "H8", True), ("D8", "D9", True), ("D9", "D8", True), ("D8", "D10", False),
        ("J8", "L8", False), ("B10", "C11", False), ("A1", "A19", True), ("E3", "E7", True),
        ("E3", "D3", True), ("F3", "D3", False),
    ],
)  # fmt: skip
def test_rule_4_captures_go_as_moves_go(man: str, enemy: str, legal: bool) -> None:
    state = place(man, f"{enemy} T9")
    assert (code(state, f"{man}x{enemy}") is None) == legal
    if legal:
        after = play(state, f"{man}x{enemy}")
        assert after == place(enemy, "T9", "b")


def test_rule_4_captures_are_never_forced() -> None:
    state = place("D8", "D9 A1")
    assert {"D8xD9", "D8-C8", "D8-H8"} <= set(tokens(state))


def test_rule_4_a_capture_stops_the_slide() -> None:
    state = place("A1", "A5 A9")
    assert "A1xA5" in tokens(state)
    assert code(state, "A1xA9") == code(state, "A1-A6") == "castle.blocked"


def test_the_sides_alternate_and_only_the_own_men_move() -> None:
    state = start()
    assert GAME.to_move(state) == "white"
    after = play(state, "D8-C8")
    assert GAME.to_move(after) == "black"
    assert code(after, "C8-B8") == "castle.not-yours"
    assert all(after.cells[GAME.parse_move(token).source] == 2 for token in tokens(after))


# --- the end ------------------------------------------------------------------------------------


def test_end_castle_wins_at_once() -> None:
    after = play(place("J15 A9", "A1 T1"), "J15-K15")
    assert GAME.outcome(after) == CASTLE
    assert (GAME.to_move(after), GAME.legal_moves(after)) == (None, [])
    assert code(after, "A1-A2") == "castle.after-end"
    black = play(place("T19", "K4 A1", "b"), "K4-K5")
    assert GAME.outcome(black) == Outcome(winners=("black",), reason="castle")


def test_end_passing_over_the_castle_does_not_win() -> None:
    after = play(place("J15", "A1"), "J15-L15")
    assert GAME.outcome(after) is None


def test_end_elimination() -> None:
    assert GAME.outcome(play(place("A1", "A9"), "A1xA9")) == ELIMINATION
    assert GAME.outcome(play(place("A1", "A9 T1"), "A1xA9")) is None


def test_end_reasons_that_players_give() -> None:
    assert dict(GAME.given_reasons) == {"resign": True, "agreement": False}
    assert GAME.end_reasons == ("castle", "elimination")


# --- rulings ------------------------------------------------------------------------------------


def test_c_1_open_the_own_castle_is_ordinary_ground() -> None:
    assert targets(place("J5", "A1"), "J5") == {"H5", "J6", "J4", "K5", "L5"}
    assert GAME.outcome(play(place("J5", "A1"), "J5-K5")) is None
    assert targets(place("K5", "A1"), "K5") == {"J5", "L5", "K6", "K4"}


@pytest.mark.parametrize("token", ["J5-K5", "L5-K5", "K6-K5", "K4-K5", "J5-L5", "L5-J5"])
def test_c_1_closed_a_man_may_not_enter_or_cross(token: str) -> None:
    man = token[:2]
    assert code(place(man, "A1"), token) is None
    closed = place(man, "A1", own_castle="closed")
    assert code(closed, token) == "castle.own-castle"
    assert token not in tokens(closed)


def test_c_1_closed_ends_a_slide_before_the_castle() -> None:
    assert targets(place("K1", "A1 T19", rows=WIDE), "K1") >= {"K2"}
    man = place("K3", "A1", rows=WIDE, own_castle="closed")
    assert {t for t in targets(man, "K3") if t[0] == "K"} == {"K4", "K2"}
    assert "K8" in targets(place("K3", "A1", rows=WIDE), "K3")


def test_c_1_closed_is_about_the_own_castle_only() -> None:
    enemy = place("J15", "A1", own_castle="closed")
    assert {"K15", "L15"} <= targets(enemy, "J15")
    black = place("T19", "J15", "b", own_castle="closed")
    assert code(black, "J15-K15") == code(black, "J15-L15") == "castle.own-castle"
    assert targets(place("A1", "J5", "b", own_castle="closed"), "J5") >= {"K5", "L5"}


@pytest.mark.parametrize("seed", range(25))
def test_c_2_a_player_with_a_man_always_has_a_legal_move(seed: int) -> None:
    """Random positions on random boards, crowded ones too."""
    chance = random.Random(seed)
    squares = ["w", "b", *chance.choices("#.", [chance.random(), 0.5], k=359)]
    chance.shuffle(squares)
    rows = tuple("".join(squares[low : low + 19]) for low in range(0, 361, 19))
    free = [name for name in slow.SQUARES if slow.square_character(rows, name) in "#."]
    men = chance.sample(free, chance.choice([2, 10, 100, 300, len(free)]))
    owners = ["w", "b", *chance.choices("wb", k=len(men) - 2)]
    position = slow.Position(dict(zip(men, owners, strict=True)), own_castle="closed", rows=rows)
    for side in "wb":
        assert tokens(state_of(replace(position, to_move=side)))


def test_c_2_no_rule_on_repetition() -> None:
    state = start()
    for _ in range(60):
        state = play(state, "D8-C8", "Q12-R12", "C8-D8", "R12-Q12")
    assert state.cells == start().cells
    assert GAME.outcome(state) is None
    assert state.turn == 121


def test_c_3_the_last_man_taken_on_the_castle_is_castle() -> None:
    assert GAME.outcome(play(place("J15", "K15"), "J15xK15")) == CASTLE
    assert GAME.outcome(place("K15", "", "b")) == CASTLE


@pytest.mark.parametrize("men", [8, 16, 22])
def test_c_4_men_stand_on_the_same_squares_on_every_board(men: int) -> None:
    ground = ["." * 19] * 19
    ground[0], ground[18] = "b" + "." * 18, "." * 18 + "w"
    state = start(men=men, rows=ground)
    assert state.cells == start(men=men).cells
    man = "D8"  # on ground now, as all its way is
    assert {"D9", "D10", "D11", "C8", "B8", "A8"} <= targets(state, man)


def test_c_4_a_man_on_a_castle_square_of_another_board() -> None:
    """White's D8 stands on White's own castle: ordinary ground, and with C-5 it may leave."""
    rows = board_with(K5=".", D8="w")
    for option in ("open", "closed"):
        state = start(rows=rows, own_castle=option)
        assert GAME.outcome(state) is None
        assert targets(state, "D8") == {"A8", "B8", "C8", "D9", "D10", "D11", "E8", "D7"}


def test_c_4_a_man_on_the_enemy_castle_of_another_board_has_won() -> None:
    state = start(rows=board_with(K15=".", D8="b"))
    assert GAME.outcome(state) == CASTLE
    assert tokens(state) == []


def test_c_5_a_man_on_its_closed_castle_may_leave_and_not_come_back() -> None:
    state = place("K5", "A1", own_castle="closed")
    assert GAME.outcome(state) is None
    assert targets(state, "K5") == {"J5", "L5", "K6", "K4"}
    after = play(state, "K5-L5", "A1-A2")
    assert code(after, "L5-K5") == code(after, "L5-J5") == "castle.own-castle"


def test_c_5_an_enemy_on_the_closed_castle_cannot_be_met_there() -> None:
    """A black man on White's castle has won, so there is nothing left to capture."""
    state = place("J5", "K5", own_castle="closed")
    assert GAME.outcome(state) == Outcome(winners=("black",), reason="castle")
    assert code(state, "J5xK5") == "castle.after-end"
