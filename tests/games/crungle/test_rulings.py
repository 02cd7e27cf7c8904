"""Every ruling CR-1..CR-11 and every sentence on statements, objections, bets and the end, by hand."""

import pytest

from struckle_cli.engine.binding import bind
from struckle_cli.games.crungle import GAME
from tests.games.crungle.helpers import Game, fields_of

START = "orange=9 purple=1"
G1_LINE = "M14:9 M14:9 M15:9/9 M15:9/9"
"""Both on 9: with its next turn there purple wins by G1."""


def game(rules: str, *tokens: str, goals: str = "G2 G9", start: str = START) -> Game:
    return Game(rules, start=start, goals=goals).play(*tokens)


def on_the_brink() -> Game:
    """Purple to move wins by any turn end on 9, where orange is: `M14:9` is valid and `M24:9` is not."""
    return game("M14 M15 M24 M26", G1_LINE, goals="G1 G2", start="orange=9 purple=9")


def faults(goals: str, rules: str, start: str = START) -> set[str]:
    return {fault.code for fault in bind(GAME, fields_of(goals, rules, start)).faults}


# --- CR-1 ------------------------------------------------------------------------------------------


def test_cr_1_the_two_goals_differ() -> None:
    assert faults("G2 G2", "M1 M2 M3 M4") == {"crungle.goals"}
    assert faults("G2 G3", "M1 M2 M3 M4") == set()


def test_cr_1_the_four_movement_rules_differ() -> None:
    assert faults("G2 G3", "M1 M2 M1 M4") == {"crungle.rules"}


# --- CR-2 ------------------------------------------------------------------------------------------


def test_cr_2_a_rule_applied_through_another_is_not_picked() -> None:
    applied = game("M2 M14 M26 I1", "I1(M2):2", "M14:9")
    assert applied.wrong("M2:1") is None
    assert applied.wrong("I1(M14):2") == "crungle.repeated"


def test_cr_2_a_picked_rule_may_be_applied_on_the_next_turn() -> None:
    picked = game("M2 M14 M26 I2", "M2:2", "M14:9")
    assert picked.wrong("M2:1") == "crungle.repeated"
    assert picked.wrong("I2(M2,M14):1") is None
    picked.play("I2(M2,M14):1", "M26:1")
    assert picked.wrong("I2(M14,M26):9") == "crungle.repeated"


# --- CR-3 ------------------------------------------------------------------------------------------


def test_cr_3_a_pass_is_a_turn_for_m16() -> None:
    """After its pass on 9, orange's previous turn began on 9, whatever came before."""
    passed = game("M21 M16 M27 I1", "I1(M21):9", "pass", goals="G2 G10")
    assert "9" in passed.play("M21:7").moves("M16")


def test_cr_3_a_standing_invalid_move_is_a_turn_for_m16() -> None:
    stood = game("M16 M2 M14 M26", "M2:2", "M14:9", "M26:5", "M26:1")
    assert stood.moves("M16") == ["2"]  # purple on 5 by an invalid move that began on 2


def test_cr_3_a_taken_back_statement_is_no_turn_for_m16() -> None:
    back = game("M16 M2 M14 M26", "M2:2", "M14:9", "M26:5?", "M14:2", "M26:1")
    assert back.moves("M16") == ["2"]
    only = game("M16 M2 M14 M26", "M2:9?")
    assert only.moves("M16") == []


def test_cr_3_later_pushes_do_not_matter() -> None:
    """Purple's turn began on 1; orange pushes purple away, and M16 still goes to 1."""
    pushed = game("M16 M2 M15 M26", "M2:2", "M15:2/9")
    assert pushed.cells == (9, 2)
    assert pushed.moves("M16") == ["1"]


def test_cr_3_the_start_of_a_turn_is_where_a_push_has_brought_own() -> None:
    pushed = game("M16 M2 M15 M26", "M2:2", "M15:2/9", "M26:1", "M2:3")
    assert pushed.moves("M16") == ["9"]


def test_cr_3_through_i2_the_previous_turn_is_meant_as_well() -> None:
    through = game("M16 M2 M14 I2", "M2:2", "M14:9", "M14:2", "M2:8", "M2:5", "M14:8")
    assert through.moves("I2(M2,M16)") == ["2"]  # not 5, where this turn began
    assert through.moves("I2(M16,M2)") == ["1", "3", "5"]


def test_cr_3_i4_uses_the_opponents_last_completed_turn() -> None:
    swapped = game("M16 M2 M14 I4")
    assert swapped.wrong("I4(M16):1/9") == "crungle.unusable"
    swapped.play("M2:2")
    assert swapped.moves("I4(M16)") == ["9/1"]


# --- CR-4 ------------------------------------------------------------------------------------------


def blocked() -> Game:
    """The page's own: orange has to pass."""
    return game("M21 M16 M27 I1", "I1(M21):9", goals="G2 G10")


def test_cr_4_a_player_with_no_valid_move_passes() -> None:
    assert blocked().moves() == ["pass"]
    assert blocked().wrong("pass") is None
    assert blocked().play("pass").to_move == "purple"


def test_cr_4_a_pass_is_valid_only_then() -> None:
    free = game("M2 M14 M26 M3")
    assert free.wrong("pass") == "crungle.pass"
    assert free.play("pass?").counts == ((1, 0), (0, 0))
    assert free.to_move == "purple"


def test_cr_4_an_invalid_pass_stands_without_an_objection() -> None:
    free = game("M2 M14 M26 M3", "pass")
    assert (free.to_move, free.counts, free.cells) == ("orange", ((0, 0), (0, 0)), (1, 9))


def test_cr_4_an_objection_to_a_valid_pass_is_ignored() -> None:
    passed = blocked().play("pass?")
    assert passed.counts == ((0, 0), (1, 0))
    assert passed.to_move == "purple"


def test_cr_4_a_pass_clears_the_last_rule() -> None:
    assert game("M2 M14 M26 M3", "M2:2", "M14:9", "pass", "M26:1").wrong("M2:1") is None
    assert game("M2 M14 M26 M3", "M2:2", "M14:9", "M14:2", "M26:1").wrong("M14:2") == "crungle.repeated"


def test_cr_4_a_pass_is_a_turn_end_for_goals() -> None:
    """Three turn ends on the opponent's cell, the last one a pass that stands."""
    passed = on_the_brink().play("pass")
    assert passed.end == ("purple", "goal")
    free = game("M2 M14 M26 M3", "pass", "pass", goals="G9 G2")
    assert [len(ends) for ends in free.state.ends] == [1, 1]


def test_cr_4_a_valid_pass_can_win() -> None:
    """Orange ends its third turn in a row on purple's cell by having to stay there."""
    waiting = game("M21 M13 M27 I1", "M1:1", "M1:1", "M1:5", "M1:5", "I1(M21):5", goals="G1 G2")
    assert (waiting.end, waiting.moves()) == (None, ["pass"])
    assert waiting.play("pass").end == ("orange", "goal")


# --- CR-5 ------------------------------------------------------------------------------------------


def test_cr_5_an_upheld_objection_takes_the_win_back() -> None:
    invalid = on_the_brink().play("M24:9?")
    assert invalid.end is None
    assert (invalid.to_move, invalid.counts) == ("purple", ((1, 0), (0, 0)))


def test_cr_5_a_standing_invalid_move_can_win() -> None:
    assert on_the_brink().play("M24:9").end == ("purple", "goal")


def test_cr_5_a_valid_winning_move_wins_whatever_is_objected() -> None:
    assert on_the_brink().play("M14:9?").end == ("purple", "goal")


def test_cr_5_also_on_the_third_ignored_objection() -> None:
    third = game("M14 M15 M24 M26", goals="G1 G2", start="orange=9 purple=9")
    third.play("M14:9?", "M14:9", "M15:9/9?", "M15:9/9")
    assert third.counts == ((0, 0), (0, 2))
    assert third.play("M14:9?").end == ("purple", "goal")


# --- CR-6 ------------------------------------------------------------------------------------------


def test_cr_6_a_standing_invalid_move_sets_the_last_rule() -> None:
    stood = game("M2 M14 M26 M3", "M2:9", "M14:9")
    assert stood.wrong("M2:8") == "crungle.repeated"


def test_cr_6_a_standing_move_with_a_rule_not_selected_sets_none() -> None:
    stood = game("M2 M14 M26 M3", "M2:2", "M14:9", "M1:5", "M26:1")
    assert stood.wrong("M2:6") is None


def test_cr_6_a_standing_repetition_is_a_turn_with_that_rule() -> None:
    stood = game("M2 M14 M26 M3", "M2:2", "M14:9", "M2:1", "M26:1")
    assert stood.wrong("M2:4") == "crungle.repeated"


def test_cr_6_a_standing_i1_bans_as_stated() -> None:
    stood = game("M2 M14 M26 I1", "I1(M2):9")
    assert stood.cells == (9, 9)
    assert stood.wrong("M2:8") == "crungle.banned"
    assert stood.wrong("I1(M2):8") == "crungle.banned"
    assert stood.wrong("M14:9") is None


def test_cr_6_a_standing_i1_that_is_not_selected_bans_as_stated_too() -> None:
    assert game("M2 M14 M26 M3", "I1(M2):2").wrong("M2:8") == "crungle.banned"


def test_cr_6_a_taken_back_i1_bans_nothing() -> None:
    back = game("M2 M14 M26 I1", "I1(M2):9?", "M26:9")
    assert back.wrong("M2:8") is None


def test_cr_6_a_missing_destination_leaves_opp() -> None:
    assert game("M6 M14 M26 M3", "M6:2", start="orange=7 purple=1").cells == (2, 7)


def test_cr_6_one_too_many_stands() -> None:
    assert game("M2 M14 M26 M3", "M2:2/5").cells == (2, 5)


# --- CR-7 ------------------------------------------------------------------------------------------


def test_cr_7_only_own_goes_to_5_under_i3() -> None:
    edge = game("M3 M7 M14 I3", start="orange=3 purple=1")
    assert edge.moves("I3(M3)") == ["5/3"]
    assert edge.moves("I3(M7)") == ["5/6"]
    assert game("M3 M8 M14 I3", start="orange=3 purple=7").moves("I3(M8)") == ["5/3"]
    inner = game("M3 M8 M14 I3", start="orange=3 purple=1")
    assert inner.moves("I3(M8)") == ["4/3"]  # opp would leave the board, and stays


def test_cr_7_only_m3_to_m10_leave_the_board() -> None:
    edge = game("M2 M13 M11 I3")
    assert edge.moves("I3(M2)") == ["2", "4"]
    assert edge.moves("I3(M13)") == ["6", "8"]
    assert edge.moves("I3(M11)") == ["2/8"]


# --- CR-8, CR-9: more in test_statements -----------------------------------------------------------


def test_cr_8_the_demonstration_starts_where_the_bet_was_made() -> None:
    shown = on_the_brink().play("bet:orange accept ( M14:9 )")
    assert shown.end == ("purple", "bet")
    moved = game("M14 M15 M24 M26", goals="G1 G2", start="orange=9 purple=9")
    assert moved.play("bet:orange accept (", G1_LINE, "M14:9 )").end == ("purple", "bet")


def test_cr_9_one_objection_a_move() -> None:
    once = game("M2 M14 M26 M3")
    assert once.refused("M2:2??") == "crungle.syntax"
    assert once.play("M2:2?").refused("?") == "crungle.syntax"


# --- CR-10 -----------------------------------------------------------------------------------------


def test_cr_10_an_i2_move_is_valid_if_some_choice_leads_there() -> None:
    """From 1 M2 goes to 2 or 4, M1 from 2 to 4 or 6, from 4 to 2 or 8."""
    two = game("M1 M2 M14 I2")
    assert two.moves("I2(M2,M1)") == ["2", "4", "6", "8"]
    assert two.wrong("I2(M2,M1):8") is None
    assert two.wrong("I2(M2,M1):9") == "crungle.destination"


def test_cr_10_only_the_end_is_stated() -> None:
    assert game("M1 M2 M14 I2").moves("I2(M2,M1)").count("4") == 1
    assert game("M1 M2 M14 I2").refused("I2(M2:2,M1):4") == "crungle.syntax"


# --- CR-11 -----------------------------------------------------------------------------------------


def test_cr_11_the_ban_lasts_through_taken_back_statements() -> None:
    banned = game("M2 M14 M26 I1", "I1(M2):2", "M14:5?")
    assert banned.wrong("M2:8") == "crungle.banned"
    banned.play("M2:8?")
    assert banned.wrong("M2:8") == "crungle.banned"


def test_cr_11_the_ban_ends_with_the_banned_players_turn() -> None:
    over = game("M2 M14 M26 I1", "I1(M2):2", "M14:9", "M26:8")
    assert over.wrong("M2:6") is None


def test_cr_11_a_declined_bet_does_not_end_the_ban() -> None:
    assert game("M2 M14 M26 I1", "I1(M2):2 bet:orange decline").wrong("M2:8") == "crungle.banned"


def test_cr_11_the_ban_does_not_concern_the_one_who_banned() -> None:
    again = game("M2 M14 M26 I1", "I1(M2):2", "M14:9")
    assert again.wrong("M2:1") is None


@pytest.mark.parametrize("token", ["M2:2", "pass"])
def test_nothing_may_follow_the_end(token: str) -> None:
    assert on_the_brink().play("M14:9").refused(token) == "crungle.after-end"
