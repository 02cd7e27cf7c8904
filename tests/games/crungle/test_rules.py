"""Each movement rule by hand, from the sentence of the page; both derivations at once (`helpers.Game`)."""

import pytest

from tests.games.crungle.helpers import Game

OTHERS = ["M14", "M26", "M24", "M29"]
"""Rules to fill a game up with."""


def game(rule: str, own: int, opp: int, *more: str) -> Game:
    """A game with a rule in which purple stands on `own` and orange on `opp`, whatever may be a start."""
    others = [*more, *(name for name in OTHERS if name not in (rule, *more))][:3]
    found = Game(" ".join([rule, *others]), goals="G2 G9", start=_start(own, opp))
    if found.cells != (own, opp):  # no start: two standing moves bring the pieces there
        unselected = next(name for name in ("M1", "M2", "M17") if name not in (rule, *others))
        found.play(f"{unselected}:{own}", f"{unselected}:{opp}")
    return found


def _start(own: int, opp: int) -> str:
    apart = max(abs((own - 1) // 3 - (opp - 1) // 3), abs((own - 1) % 3 - (opp - 1) % 3)) != 1
    return f"orange={opp} purple={own}" if apart and opp != 5 else "orange=9 purple=1"


def leads(rule: str, own: int, opp: int) -> str:
    """Where a rule may go from these cells."""
    return " ".join(game(rule, own, opp).moves(rule))


CASES: dict[str, list[tuple[int, int, str]]] = {
    "M1": [(1, 9, "5"), (5, 9, "1 3 7 9"), (2, 9, "4 6"), (9, 9, "5")],
    "M2": [(1, 9, "2 4"), (5, 9, "2 4 6 8"), (2, 9, "1 3 5"), (9, 9, "6 8")],
    "M3": [(7, 9, "4/6"), (1, 9, "1/6"), (9, 3, "6/3"), (1, 3, "1/3"), (5, 5, "2/2")],
    "M4": [(1, 3, "4/6"), (7, 3, "7/6"), (1, 9, "4/9"), (7, 9, "7/9"), (4, 4, "7/7")],
    "M5": [(3, 9, "2/8"), (1, 9, "1/8"), (9, 1, "8/1"), (1, 7, "1/7")],
    "M6": [(1, 7, "2/8"), (3, 7, "3/8"), (1, 9, "2/9"), (3, 9, "3/9")],
    "M7": [(7, 3, "4/6"), (1, 3, "1/6"), (7, 9, "4/9"), (1, 9, "1/9"), (5, 5, "2/8")],
    "M8": [(3, 7, "6/4"), (9, 7, "9/4"), (3, 1, "6/1"), (9, 1, "9/1")],
    "M9": [(3, 7, "2/8"), (1, 7, "1/8"), (3, 9, "2/9"), (1, 9, "1/9"), (2, 2, "1/3")],
    "M10": [(1, 9, "2/8"), (3, 9, "3/8"), (1, 7, "2/7"), (3, 7, "3/7")],
    "M11": [(1, 9, "2/8"), (3, 7, "6/4"), (4, 6, "1/9"), (5, 1, "5/2"), (1, 5, "2/5"), (5, 5, "5/5")],
    "M12": [(1, 9, "4/6"), (6, 7, "3/8"), (7, 2, "8/1"), (5, 1, "5/4"), (1, 5, "4/5"), (3, 3, "2/2")],
    "M13": [(1, 9, "6 8"), (2, 9, "7 9"), (9, 1, "2 4"), (6, 1, "1 7"), (5, 9, "")],
    "M14": [(1, 9, "1"), (5, 9, "5"), (9, 9, "9")],
    "M15": [(1, 9, "9/1"), (5, 9, "9/5"), (9, 9, "9/9")],
    "M17": [(1, 9, "3 5 7 9"), (5, 9, "1 3 7 9"), (2, 9, "2 4 6 8"), (8, 1, "2 4 6 8"), (9, 9, "1 3 5 7")],
    "M18": [(1, 9, "1 4 7"), (5, 9, "2 5 8"), (9, 1, "3 6 9")],
    "M19": [(1, 9, "1 2 3"), (5, 9, "4 5 6"), (9, 1, "7 8 9")],
    "M20": [(1, 9, "3 6 9"), (1, 7, "1 4 7"), (9, 1, "1 4 7"), (1, 5, "2 5 8")],
    "M21": [(1, 9, "7 8 9"), (1, 3, "1 2 3"), (9, 1, "1 2 3"), (1, 5, "4 5 6")],
    "M22": [(1, 9, "4 5 6"), (1, 3, "4 5 6 7 8 9"), (9, 9, "1 2 3 4 5 6"), (5, 9, "1 2 3")],
    "M23": [(1, 9, "2 5 8"), (1, 7, "2 3 5 6 8 9"), (9, 9, "1 2 4 5 7 8"), (2, 9, "1 4 7")],
    "M24": [(1, 9, "6 8"), (1, 5, "2 4 6 8"), (4, 5, "2 4 6 8"), (5, 2, "1 3 5"), (3, 3, "2 6")],
    "M25": [(1, 9, "5"), (1, 5, "1 3 7 9"), (6, 8, "4 6"), (5, 9, "5"), (3, 3, "5")],
    "M26": [(1, 9, "9"), (2, 9, "8"), (6, 9, "4"), (7, 9, "3"), (5, 9, "5")],
    "M27": [(1, 9, "2 3 4 5 6 7 8 9"), (1, 3, "2 3 5 6"), (5, 9, "6 8 9"), (4, 5, "5"), (9, 9, "")],
    "M28": [(1, 9, ""), (9, 9, "1 2 3 4 5 6 7 8"), (1, 3, "4 7 8"), (4, 5, "1 3 7 9"), (5, 9, "1 2 3 4 7")],
    "M29": [(1, 9, "3 7 9"), (9, 1, "1 3 7"), (2, 9, "5"), (6, 9, "5"), (5, 9, "5")],
    "M30": [(2, 9, "4 6 8"), (6, 1, "2 4 8"), (1, 9, "5"), (9, 1, "5"), (5, 9, "5")],
}


@pytest.mark.parametrize("rule", CASES)
def test_direct_rule(rule: str) -> None:
    for own, opp, ends in CASES[rule]:
        assert leads(rule, own, opp) == ends, f"own {own}, opp {opp}"


def test_every_direct_rule_has_its_cases() -> None:
    assert {*CASES, "M16"} == {f"M{n}" for n in range(1, 31)}  # M16 has tests of its own below


# --- edges -----------------------------------------------------------------------------------------


def test_a_pushed_piece_stays_at_the_edge_and_the_rule_may_be_chosen_for_that() -> None:
    on_edge = game("M3", 1, 3)
    assert on_edge.moves("M3") == ["1/3"]
    assert on_edge.wrong("M3:1/3") is None
    assert on_edge.play("M3:1/3").cells == (1, 3)


@pytest.mark.parametrize(
    ("rule", "own", "opp"), [("M13", 5, 9), ("M27", 9, 9), ("M28", 1, 9), ("M16", 1, 9), ("M28", 7, 3)]
)
def test_a_rule_with_no_cell_to_pick_may_not_be_used(rule: str, own: int, opp: int) -> None:
    nowhere = game(rule, own, opp, "M14", "M26", "M24")
    assert nowhere.moves(rule) == []
    assert {nowhere.wrong(f"{rule}:{cell}") for cell in range(1, 10)} == {"crungle.unusable"}


def test_m15_on_the_same_cell_changes_nothing() -> None:
    assert game("M15", 7, 7).play("M15:7/7").cells == (7, 7)


def test_m16_is_unusable_on_the_first_turn_of_each_player() -> None:
    first = game("M16", 1, 9)
    assert first.moves("M16") == []
    first.play("M26:9")
    assert first.moves("M16") == []  # orange's first turn
    first.play("M26:1")
    assert first.moves("M16") == ["1"]  # where purple's turn before began


def test_m16_goes_to_where_the_previous_turn_began_not_to_where_it_ended() -> None:
    back = game("M16", 1, 9, "M2", "M14", "M26").play("M2:2", "M14:9", "M26:8", "M26:1")
    assert back.moves("M16") == ["2"]
    back.play("M16:2", "M14:1")
    assert back.moves("M16") == []  # picked on the turn before: not twice in a row
    back.play("M14:2", "M26:9")
    assert back.moves("M16") == ["2"]  # purple's turn before, M14, began on 2


def test_m11_and_m12_leave_a_piece_on_5_alone() -> None:
    both = game("M11", 5, 5, "M12", "M14", "M26")
    assert both.moves("M11") == both.moves("M12") == ["5/5"]
    assert both.wrong("M11:5") == "crungle.opponent-missing"


def test_rules_without_a_push_do_not_state_opp() -> None:
    quiet = game("M2", 1, 9)
    assert quiet.wrong("M2:2") is None
    assert quiet.wrong("M2:2/9") == "crungle.opponent-stated"


@pytest.mark.parametrize("rule", ["M3", "M4", "M5", "M6", "M7", "M8", "M9", "M10", "M11", "M12", "M15"])
def test_opp_is_stated_for_what_can_move_it(rule: str) -> None:
    moved = game(rule, 1, 9)
    [end] = moved.moves(rule)
    assert len(end) == 3
    assert moved.wrong(f"{rule}:{end}") is None
    assert moved.wrong(f"{rule}:{end[0]}") == "crungle.opponent-missing"


def test_odd_and_even_cells_of_m17() -> None:
    """From an odd cell its own is left out, from an even one it is not."""
    assert game("M17", 1, 9).wrong("M17:1") == "crungle.destination"
    assert game("M17", 2, 9).wrong("M17:2") is None


def test_the_lines_of_both_pieces_block_m22_and_m23_only_as_they_stand() -> None:
    assert leads("M22", 4, 9) == "1 2 3"
    assert leads("M22", 4, 6) == "1 2 3 7 8 9"
    assert leads("M23", 2, 9) == "1 4 7"
    assert leads("M23", 2, 8) == "1 3 4 6 7 9"


def test_closer_and_further_are_strict_and_by_the_straight_line() -> None:
    """From 1 with opp on 6: the square of the distance is 5; 7 is as far, 4 (4) nearer, nothing further."""
    assert leads("M27", 1, 6) == "2 3 4 5 6 8 9"
    assert leads("M28", 1, 6) == ""
    assert leads("M28", 2, 6) == "1 4 7"  # 2 and 8 are as far as each other


# --- indirect rules --------------------------------------------------------------------------------


def test_i1_applies_one_of_the_other_three() -> None:
    made = game("I1", 1, 9, "M2", "M3", "M13")
    assert made.moves("I1(M2)") == ["2", "4"]
    assert made.moves("I1(M3)") == ["1/6"]
    assert made.moves("I1(M13)") == ["6", "8"]
    assert made.wrong("I1(M1):5") == "crungle.not-selected"


def test_i1_bans_what_it_applied_on_the_opponents_next_turn() -> None:
    made = game("I1", 1, 9, "M2", "M3", "M13").play("I1(M2):2")
    assert made.wrong("M2:8") == "crungle.banned"
    assert made.wrong("I1(M2):8") == "crungle.banned"
    assert made.wrong("I1(M3):6/2") is None
    assert made.moves("M3") == ["6/2"]
    made.play("M3:6/2")
    assert made.moves("M2") == ["1", "3", "5"]  # purple is not banned from it, and had picked I1


def test_i2_applies_two_different_ones_in_order() -> None:
    made = game("I2", 1, 9, "M2", "M3", "M13")
    assert made.moves("I2(M3,M2)") == ["2/6", "4/6"]
    assert made.moves("I2(M2,M3)") == ["1/6", "2/6"]  # to 2 or 4, then up
    assert made.moves("I2(M2,M13)") == ["3", "7", "9"]  # from 2: 7 9, from 4: 3 9
    assert made.wrong("I2(M2,M2):1") == "crungle.same-twice"


def test_i2_judges_the_second_rule_after_the_first() -> None:
    """M13 cannot be used from 5, but M2 leads away from it; and the first has to be possible as well."""
    made = game("I2", 5, 9, "M2", "M13", "M14")
    assert made.moves("M13") == made.moves("I2(M13,M2)") == []
    assert made.moves("I2(M2,M13)") == ["1", "3", "7", "9"]
    blocked = game("I2", 1, 9, "M13", "M25", "M14")
    assert blocked.moves("I2(M25,M13)") == []  # M25 leads to 5, from where M13 leads nowhere


def test_i2_applies_the_second_to_where_opp_is_then() -> None:
    made = game("I2", 1, 9, "M15", "M24", "M7")
    assert made.moves("I2(M15,M24)") == ["2/1", "4/1"]  # neighbours of 1, where opp has come to
    assert made.moves("I2(M24,M15)") == ["9/6", "9/8"]
    assert made.moves("I2(M7,M15)") == ["9/1"]


def test_i3_goes_to_5_instead_of_off_the_board() -> None:
    made = game("I3", 1, 9, "M3", "M4", "M9")
    assert made.moves("I3(M3)") == ["5/6"]
    assert made.moves("I3(M4)") == ["4/9"]  # own is on the board still, and opp stays
    assert made.moves("I3(M9)") == ["5/9"]
    assert made.moves("M3") == ["1/6"]


def test_i3_changes_nothing_else() -> None:
    made = game("I3", 1, 9, "M2", "M11", "M13")
    assert made.moves("I3(M2)") == made.moves("M2") == ["2", "4"]
    assert made.moves("I3(M11)") == made.moves("M11") == ["2/8"]
    assert game("I3", 5, 9, "M13", "M11", "M2").moves("I3(M13)") == []


def test_i4_exchanges_the_pieces() -> None:
    made = game("I4", 1, 9, "M2", "M7", "M20")
    assert made.moves("I4(M2)") == ["1/6", "1/8"]  # opp goes to a neighbour of opp
    assert made.moves("I4(M7)") == ["4/6"]  # opp up, own down
    assert made.moves("I4(M20)") == ["1/1", "1/4", "1/7"]  # opp to own's column
    assert game("I4", 5, 5, "M13", "M2", "M3").moves("I4(M13)") == []


def test_i4_states_opp_always() -> None:
    made = game("I4", 1, 9, "M14", "M2", "M3")
    assert made.moves("I4(M14)") == ["1/9"]
    assert made.wrong("I4(M14):1") == "crungle.opponent-missing"
    assert made.play("I4(M2):1/6").cells == (1, 6)


def test_i4_with_m16_uses_the_opponents_previous_turn() -> None:
    made = game("I4", 1, 9, "M16", "M2", "M14")
    assert made.moves("I4(M16)") == []
    made.play("M2:4")
    assert made.moves("I4(M16)") == ["9/1"]  # orange moves: purple goes back to 1
    made.play("M2:8")
    assert made.moves("I4(M16)") == ["4/9"]
    assert made.play("I4(M16):4/9").cells == (4, 9)
