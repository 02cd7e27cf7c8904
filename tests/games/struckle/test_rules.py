"""Each rule and each ruling: turn order, steps, gold and red, powers, wins in the middle of a turn."""

import pytest

from struckle_cli.games.struckle import GAME
from tests.games.struckle import slow
from tests.games.struckle.helpers import (
    bound,
    code,
    faults_of,
    placed,
    play,
    refused,
    standing,
    state_of,
    tokens,
    won,
)

# --- turns --------------------------------------------------------------------------------------


def test_houses_go_round_and_pieces_act_as_d_h_p_s() -> None:
    state = bound()
    for turn in range(40):
        house, letter = slow.HOUSES[turn // 4 % 4], "DHPS"[turn % 4]
        assert GAME.to_move(state) == house
        assert GAME.format_position is not None
        assert GAME.format_position(state).split(" ")[4:] == [f"{house}:{letter}", str(turn // 16 + 1)]
        assert all(token[0] == letter for token in tokens(state))
        state = play(state, f"{letter}-")
    assert state.squares == bound().squares


def test_both_parts_of_a_turn_may_be_left_out() -> None:
    state = placed("TB:D", TBD="d4+", SGH="g4+")
    for token in ("D-", "Dd3", "Dd3d4", "D!g4", "Dd3!g4", "Dd3d2!g4"):
        assert code(state, token) is None, token


# --- steps --------------------------------------------------------------------------------------


def test_a_step_goes_in_all_eight_directions() -> None:
    state = placed("TB:D", TBD="d4+")
    ones = {token[1:] for token in tokens(state) if len(token) == 3}
    assert ones == {"c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"}


def test_the_second_step_may_return_to_the_start() -> None:
    state = bound()
    assert play(state, "Db6a6") == play(state, "D-")
    assert {"D-", "Db6a6", "Da7a6", "Db5a6", "Db7a6"} <= set(tokens(state)), "different tokens, all listed"


def test_gold_promotes_at_the_first_of_two_steps() -> None:
    state = placed("TB:D", TBD="c4")
    assert standing(play(state, "Dd4c4"), "TBD") == ["c4+"]
    assert standing(play(state, "Dd5"), "TBD") == ["d5+"]


def test_red_demotes_at_the_first_of_two_steps() -> None:
    state = placed("TB:D", TBD="c4+")
    assert standing(play(state, "Dc3c4"), "TBD") == ["c4"]
    assert standing(play(state, "Dc3d4"), "TBD") == ["d4+"]
    assert standing(play(state, "Dd4c3"), "TBD") == ["c3"]
    assert standing(play(state, "Dd3c4"), "TBD") == ["c4+"]


def test_red_does_nothing_to_a_demoted_piece() -> None:
    assert standing(play(placed("TB:D", TBD="c4"), "Dc3"), "TBD") == ["c3"]


def test_a_piece_promoted_by_its_steps_has_its_power_at_once() -> None:
    state = placed("TB:D", TBD="c4", SGH="g4+")
    assert code(state, "Dd4!g4") is None
    assert code(state, "Dd4c4!g4") is None
    refused(state, "D!g4", "not-promoted", "c4", "d4", "d5")


def test_a_piece_demoted_by_its_steps_has_no_power() -> None:
    state = placed("TB:D", TBD="c4+", SGH="g4+")
    assert code(state, "D!g4") is None
    refused(state, "Dc3!g4", "not-promoted", "c3", "red")
    refused(state, "Dc3c4!g4", "not-promoted", "c3", "red")
    assert code(state, "Dc3d4!g4") is None


# --- powers -------------------------------------------------------------------------------------


def test_diminish_needs_a_promoted_target_off_gold_and_off_its_own_squares() -> None:
    state = placed("TB:D", TBD="d4+", SGH="e5+", SGP="g4", SBD="f4+", TGD="b4+")
    refused(state, "D!e5", "on-gold", "e5", "SG's")
    refused(state, "D!g4", "target-demoted", "g4")
    refused(state, "D!f4", "protected", "f4", "SB's")
    assert standing(play(state, "D!b4"), "TGD") == ["b4"]


def test_house_squares_do_not_protect_from_a_charge() -> None:
    state = placed("TB:H", TBH="c2+", TGP="d2")
    assert standing(play(state, "H^d2"), "TBH", "TGP") == ["d2+", "e2"]


def test_a_charge_counts_entering_for_both() -> None:
    state = placed("TB:H", TBH="c4+", SBD="d4+")
    assert standing(play(state, "H^d4"), "TBH", "SBD") == ["d4+", "e4+"]
    state = placed("TB:H", TBH="e2+", SBD="f3")
    assert standing(play(state, "H^f3"), "TBH", "SBD") == ["f3", "g4"], "the Hero is demoted on f3"
    state = placed("TB:H", TBH="c3", SGD="e4+", SGH="d3")
    assert standing(play(state, "Hd4^e4"), "TBH", "SGD") == ["e4+", "f4+"]


def test_a_charge_needs_an_empty_square_on_the_board_behind() -> None:
    state = placed("TB:H", TBH="g4+", SBD="g3", SBP="g2")
    refused(state, "H^g3", "no-room-behind", "g2", "SB's")
    refused(state, "H^h4", "no-room-behind", "h4", "ends")
    refused(state, "H^h5", "no-target", "h5")
    refused(state, "H^g2", "not-adjacent", "g2", "g4")


def test_a_charge_may_push_onto_the_square_the_hero_came_from() -> None:
    state = placed("TB:H", TBH="e3", SGD="e4+")
    assert standing(play(state, "Hd4e5^e4"), "TBH", "SGD") == ["e4+", "e3+"]


def test_brainwash_takes_targets_in_either_state() -> None:
    state = placed("TB:P", TBP="d4+", TGD="b5", TGH="g5+")
    assert standing(play(state, "P~b5c4"), "TGD") == ["c4"]
    assert standing(play(state, "P~g5g4"), "TGH") == ["g4+"]


def test_brainwash_onto_gold_promotes() -> None:
    state = placed("TB:P", TBP="d4+", TGD="c4")
    assert standing(play(state, "P~c4d5"), "TGD") == ["d5+"]


def test_brainwash_may_lead_onto_the_square_that_was_left() -> None:
    state = placed("TB:P", TBP="d4+", TGD="c4")
    refused(state, "P~c4d4", "step-occupied", "d4")
    assert standing(play(state, "Pe4~c4d4"), "TGD") == ["d4+"]


def test_homegoing_needs_an_empty_home() -> None:
    state = placed("TB:S", TBS="d4+", TGD="b4", SGH="c1")
    refused(state, "S@b4", "home-taken", "c1", "SG's")
    assert standing(play(state, "S@c1"), "SGH") == ["e8"]


def test_homegoing_may_use_a_home_that_the_shadow_has_just_left() -> None:
    state = placed("TB:S", TBS="c1+", TGD="b4")
    refused(state, "S@b4", "home-taken", "c1", "Shadow")
    assert standing(play(state, "Sb1@b4"), "TGD") == ["c1"]


def test_homegoing_sends_from_gold_and_red_too() -> None:
    state = placed("TB:S", TBS="d4+", TGD="e5+", TGH="b7")
    assert standing(play(state, "S@e5"), "TGD") == ["c1+"]
    assert standing(play(state, "S@b7"), "TGH") == ["d1"]


@pytest.mark.parametrize(("letter", "sign"), [(a, b) for a in "DHPS" for b in "!^~@"])
def test_each_archetype_has_its_own_power_only(letter: str, sign: str) -> None:
    piece = f"TB{letter}"
    state = placed(f"TB:{letter}", **{piece: "d4+", "TGD": "c4+"})
    token = f"{letter}{sign}c4" + ("c3" if sign == "~" else "")
    fits = sign == slow.POWER_SIGN[letter]
    assert code(state, token) == (None if fits else "struckle.wrong-power")


# --- the end ------------------------------------------------------------------------------------


def test_a_win_by_the_first_step() -> None:
    state = placed("TB:D", TBD="g6", TBS="h2")
    after = play(state, "Dh7")
    assert (won(after), GAME.to_move(after), tokens(after)) == ("TB", None, [])


def test_a_win_by_the_second_step() -> None:
    assert won(play(placed("TB:D", TBD="g5", TBS="h2"), "Dg6h7")) == "TB"


def test_a_token_that_goes_on_after_the_winning_step_is_illegal() -> None:
    state = placed("TB:D", TBD="g6+", TBS="h2", SGH="b4+")
    for token in ("Dh7g6", "Dh7g8", "Dh7!b4", "Dh7h8"):
        refused(state, token, "after-win", "h7", "TB")
    refused(placed("TB:D", TBD="g5+", TBS="h2", SGH="b4+"), "Dg6h7!b4", "after-win", "h7")
    assert code(state, "Dg5!b4") is None


def test_passing_over_a_goal_does_not_win_without_the_other() -> None:
    assert won(play(placed("TB:D", TBD="g6"), "Dh7")) is None
    assert won(play(placed("TB:D", TBD="g6"), "Dh7g7")) is None


def test_the_enemy_goals_do_not_win() -> None:
    assert won(placed(TBD="a2", TBH="a7")) is None
    assert won(placed(TBD="b8", TBH="g8")) is None


def test_a_charge_that_pushes_an_enemy_onto_its_last_goal_lets_the_enemy_win() -> None:
    state = placed("TB:H", TBH="c5+", SBD="b6", SBH="a2")
    after = play(state, "H^b6")
    assert standing(after, "TBH", "SBD") == ["b6+", "a7"], "carried out whole"
    assert won(after) == "SB"
    assert GAME.why_illegal(after, GAME.parse_move("P-")) is not None


def test_a_charge_that_brings_the_hero_onto_its_last_goal_wins() -> None:
    state = placed("TB:H", TBH="g6+", TBS="h2", SBD="h7")
    assert code(state, "H^h7") == "struckle.no-room-behind"
    state = placed("TB:H", TBH="h6+", TBS="h2", SBS="h7")
    after = play(state, "H^h7")
    assert (won(after), standing(after, "TBH", "SBS")) == ("TB", ["h7+", "h8"])


def test_a_brainwash_onto_the_last_goal_lets_the_enemy_win() -> None:
    state = placed("TB:P", TBP="d4+", SGD="b1", SGH="f2")
    after = play(state, "P~f2g1")
    assert (won(after), GAME.to_move(after)) == ("SG", None)


def test_after_the_win_nothing_can_be_played_and_the_position_goes_on() -> None:
    after = play(placed("SG:S", SGS="f2", SGD="b1"), "Sg1")
    assert GAME.format_position is not None
    assert GAME.format_position(after).endswith(" TB:D 2")
    for token in ("D-", "Da7", "H-", "S@f2", "D!a1"):
        refused(after, token, "after-end", "TB's", "(goals)")


def test_a_set_up_that_is_decided_is_a_finished_game() -> None:
    state = placed("TG:P", TBD="h2", TBS="h7")
    assert (won(state), tokens(state), GAME.to_move(state)) == ("TB", [], None)


# --- rulings ------------------------------------------------------------------------------------


def test_st_1_the_sector_before_the_home_protects_and_that_before_the_goals_does_not() -> None:
    state = placed("SB:D", SBD="e4+", TBD="c4+", TBH="g4+")
    refused(state, "D!c4", "protected", "c4")
    assert code(state, "D!g4") is None
    for house in slow.HOUSES:
        enemy = {"TB": "SB", "SB": "TB", "TG": "SG", "SG": "TG"}[house]
        for square in slow.SIMPLE[house]:
            at = {**slow.START.at, f"{enemy}D": "d4", f"{house}H": square}
            position = slow.Position(at, frozenset({f"{enemy}D", f"{house}H"}), f"{enemy}D")
            assert code(state_of(position), f"D!{square}") == "struckle.protected"


@pytest.mark.parametrize("pair", ["DH", "SD", "PS", "HP"])
@pytest.mark.parametrize("states", ["  ", "+ ", "++"])
def test_st_2_any_two_pieces_in_either_state_fill_the_goals(pair: str, states: str) -> None:
    marks = {f"TG{pair[0]}": f"b8{states[0].strip()}", f"TG{pair[1]}": f"g8{states[1].strip()}"}
    assert won(placed(**marks)) == "TG"


def test_st_3_gold_and_red_act_on_entering_only() -> None:
    state = placed("TB:D", TBD="d4+", SGH="g4+")
    assert code(state, "D!g4") is None, "it began its turn on gold"
    assert standing(play(state, "D-"), "TBD") == ["d4+"]
    assert standing(play(state, "Dd3"), "TBD") == ["d3+"]
    assert standing(play(placed("TB:D", TBD="c3"), "D-"), "TBD") == ["c3"]


@pytest.mark.parametrize("square", sorted(slow.GOLD))
def test_st_3_a_demoted_piece_on_gold_is_an_error(square: str) -> None:
    (fault,) = faults_of(f"a6{square}a4a3 c1d1e1f1 h3h4h5h6 f8e8d8c8 TB:D 1")
    assert (fault.code, square in fault.message) == ("struckle.wrong-state", True)


@pytest.mark.parametrize("square", sorted(slow.RED))
def test_st_3_a_promoted_piece_on_red_is_an_error(square: str) -> None:
    (fault,) = faults_of(f"a6{square}+a4a3 c1d1e1f1 h3h4h5h6 f8e8d8c8 TB:D 1")
    assert (fault.code, square in fault.message) == ("struckle.wrong-state", True)


def test_st_4_homegoing_leaves_the_state_as_it_is() -> None:
    state = placed("TB:S", TBS="d4+", TGD="b5+", SGH="b4")
    assert standing(play(state, "S@b5"), "TGD") == ["c1+"]
    assert standing(play(state, "S@b4"), "SGH") == ["e8"]
