"""Each rule and ruling of Struggle, shown by a position before and after."""

import pytest

from struckle_cli.games.struggle import GAME
from tests.games.struggle.helpers import CARDS, at, bound, play, plays, refused, text, told, why

# --- the rulebook's examples ------------------------------------------------------------------


def test_three_jacks_and_two_tens_go_three_and_two_spaces() -> None:
    assert at(play(bound(), "JJJTT=J3T2"), "JT") == [3, 2]


def test_two_pieces_cannot_be_on_one_yellow_space() -> None:
    assert at(play(bound(), "QJJJT=J3T1Q1"), "QJT") == [0, 3, 1]
    assert at(play(bound(), "QJJJT=J3Q1T1"), "QJT") == [1, 3, 0]


def test_the_hand_is_carried_out_in_any_order_but_whole() -> None:
    assert plays(bound(), "JJTTT") == ["J2T3", "T3J2"]
    refused(bound(), "JJTTT=-", "no-effect", "Jack and Ten")


def test_an_ace_is_worth_a_figure_of_the_throw() -> None:
    """2 Jacks, Ten, Nine and Ace: the Ace can be J, T or 9, never K or Q."""
    found = plays(bound(), "AJJT9")
    assert {part for part in found if part.startswith("J")} == {
        "J3T191", "J2T291", "J2T192", "J391T1", "J292T1", "J291T2",
    }  # fmt: skip
    refused(bound(), "AJJT9=J2T191K1", "ace-absent", "K", "J or T or 9")


def test_five_aces_have_no_value() -> None:
    assert plays(bound(), "AAAAA") == ["-"]
    assert at(play(bound(), "AAAAA=-"), "KQJT9") == [0, 0, 0, 0, 0]


def test_the_queen_and_the_jack() -> None:
    """The worked example: the Jack stays before a black space, the Queen takes its red one."""
    state = bound("K:0 Q:5 J:8 T:0 9:0 p1 7")
    assert at(play(state, "AAAQJ=J2Q3"), "QJ") == [8, 5]
    assert told(state, "AAAQJ=J2Q3") == [
        "Jack stays on space 8: 2 (1 Ace) would be space 10, which is black (impasse)",
        "Queen moves 3 (2 Aces) and takes space 8; the Jack goes to space 5",
    ]


# --- spaces -----------------------------------------------------------------------------------


def test_a_free_yellow_or_red_space_takes_a_piece() -> None:
    assert at(play(bound(), "KKKKK=K5"), "K") == [5]
    assert at(play(bound(), "KKKK9=K491"), "K9") == [4, 1]


def test_an_occupied_yellow_space_is_an_impasse() -> None:
    state = bound("K:2 Q:3 J:0 T:0 9:0 p1 1")
    assert at(play(state, "AAAAK=K5"), "K") == [7]
    assert at(play(state, "KT999=K1T193"), "KQT9") == [2, 3, 1, 0]
    assert told(state, "KT999=93K1T1")[0] == (
        "Nine stays on Start: 3 would be yellow space 3, where the Queen stands (impasse)"
    )


def test_a_black_space_is_an_impasse_even_if_free() -> None:
    assert at(play(bound("K:5 Q:0 J:0 T:0 9:0 p1 1"), "KQQQQ=K1Q4"), "K") == [5]


def test_an_occupied_red_space_is_taken_and_its_piece_goes_where_the_mover_came_from() -> None:
    assert at(play(bound("K:4 Q:2 J:0 T:0 9:0 p1 1"), "QQTTT=Q2T3"), "KQ") == [2, 4]


def test_a_piece_can_be_displaced_to_start() -> None:
    state = bound("K:4 Q:0 J:0 T:0 9:0 p1 1")
    assert at(play(state, "QQQQ9=Q491"), "KQ") == [0, 4]
    assert told(state, "QQQQ9=Q491")[0] == "Queen moves 4 and takes space 4; the King goes to Start"


def test_only_the_space_where_it_ends_counts() -> None:
    """Over a black, a red and an occupied space."""
    assert at(play(bound("K:5 Q:7 J:8 T:0 9:0 p1 1"), "AAKKT=K4T1"), "KQJ") == [9, 7, 8]


def test_start_holds_any_number() -> None:
    assert at(bound(), "KQJT9") == [0, 0, 0, 0, 0]


# --- arrival and the end ----------------------------------------------------------------------

NEAR = "K:30 Q:29 J:28 T:26 9:25 p1 9"
THREE = "K:A Q:B J:C T:30 9:29 p1 50"


def test_pieces_take_the_first_free_place() -> None:
    state = play(bound(NEAR), "KKQQQ=Q3K2")
    assert at(state, "KQ") == ["B", "A"]
    assert told(bound(NEAR), "KKQQQ=Q3K2")[0] == "Queen moves 3, arrives and takes place A"


def test_sg_1_beyond_the_last_space_counts_as_reaching_it() -> None:
    assert at(play(bound(NEAR), "KKKKK=K5"), "K") == ["A"]
    assert at(play(bound(NEAR), "KKK99=K392"), "K") == ["A"]


def test_reaching_the_last_space_itself_is_arriving() -> None:
    assert at(play(bound(NEAR), "KKQQQ=K2Q3"), "KQ") == ["A", "B"]


def test_the_last_space_may_be_black_or_occupied_before_it() -> None:
    assert at(play(bound(colours="YB"), "KKQQQ=K2Q3"), "KQ") == ["A", "B"]


def test_the_fourth_arrival_ends_the_game_in_the_middle_of_the_turn() -> None:
    state = bound(THREE, cards=CARDS)
    assert plays(state, "TT999") == ["93", "T2"]
    ended = play(state, "TT999=T2")
    assert at(ended, "KQJT9") == ["A", "B", "C", "D", "E"]
    assert GAME.to_move(ended) is None
    assert text(ended) == "K:A Q:B J:C T:D 9:E p2 51"
    assert told(state, "TT999=T2") == [
        "Ten moves 2, arrives and takes place D; Nine takes place E",
        "the game ends: K Q J T 9 on A B C D E", "p1 (JT9QK) scores 0", "p2 (QJK9T) scores 0",
    ]  # fmt: skip
    refused(ended, "AAAAA=-", "after-end", "KQJT9", "p2")
    assert plays(ended, "AAAAA") == []


def test_nothing_is_played_behind_the_end() -> None:
    refused(bound(THREE), "TT999=T293", "after-win", "Nine", "Ten takes place D")


def test_the_end_may_come_with_the_last_play() -> None:
    state = bound("K:A Q:B J:C T:30 9:20 p1 50")
    assert plays(state, "TT999") == ["93T2", "T2"]
    assert at(play(state, "TT999=93T2"), "T9") == ["D", "E"]


def test_each_player_scores_ten_for_each_piece_on_its_place() -> None:
    cards = {"p1": "KQ9JT", "p2": "KJTQ9", "p3": "9TKJQ"}
    ended = GAME.outcome(play(bound(THREE, players=3, cards=cards), "TT999=T2"))
    assert ended is not None
    assert (ended.winners, ended.reason) == (("p1", "p2"), "arrival")
    assert ended.scores == {"p1": 20, "p2": 20, "p3": 0}


def test_the_most_points_win_alone() -> None:
    ended = GAME.outcome(play(bound(THREE, cards={"p1": "9TKJQ", "p2": "KQ9JT"}), "TT999=T2"))
    assert ended is not None
    assert (ended.winners, ended.scores) == (("p2",), {"p1": 0, "p2": 20})


def test_players_go_in_turn_from_first() -> None:
    state = bound(players=3, first="p3")
    seats = []
    for _ in range(4):
        seats.append(GAME.to_move(state))
        state = play(state, "AAAAA=-")
    assert seats == ["p3", "p1", "p2", "p3"]
    assert text(state).endswith("p1 5")


# --- the other rulings ------------------------------------------------------------------------


def test_sg_2_a_displaced_piece_can_still_make_its_own_move() -> None:
    state = bound("K:4 Q:2 J:0 T:0 9:0 p1 1")
    assert at(play(state, "KQQTT=Q2K1T2"), "KQ") == [3, 4]


def test_sg_3_figures_of_pieces_that_arrived_before_do_nothing() -> None:
    state = bound("K:A Q:5 J:8 T:0 9:0 p1 7")
    assert plays(state, "KKKQQ") == ["Q2"]
    refused(state, "KKKQQ=K3Q2", "arrived", "King", "place A")
    assert plays(state, "AKKQQ") == ["Q3"]
    refused(state, "AKKQQ=K3Q2", "ace-arrived", "King", "Ace")


def test_sg_3_a_piece_that_arrives_in_this_turn_keeps_the_aces_given_to_it() -> None:
    state = bound(NEAR)
    assert "K3Q2" in plays(state, "AKKQQ")
    assert "K2Q3" in plays(state, "AKKQQ")
    assert at(play(state, "AKKQQ=K3Q2"), "KQ") == ["A", 29]


def test_no_figure_in_play_means_no_effect() -> None:
    state = bound("K:A Q:B J:0 T:0 9:0 p1 7")
    assert plays(state, "AAKKQ") == ["-"]
    assert told(state, "AAKKQ=-") == ["AAKKQ has no effect"]
    refused(state, "AAKKQ=K4Q1", "no-effect", "King and Queen", "-")


def test_sg_4_a_re_roll_throws_at_least_one_die() -> None:
    refused(bound(), "AKQJ9/AKQJ9+=K2Q1J191", "nothing-thrown", "second")


def test_sg_4_kept_dice_may_be_thrown_again_later() -> None:
    assert why(bound(), "AKQJ9/KQJ9+K/A+KQJ9=K2Q1J191") is not None
    assert why(bound(), "AKQJ9/AKQJ+K/+KQJJ9=K1Q1J291") is None


def test_sg_5_a_piece_that_has_moved_can_still_be_displaced() -> None:
    assert at(play(bound("K:3 Q:0 J:0 T:0 9:0 p1 1"), "KQQQQ=K1Q4"), "KQ") == [0, 4]


def test_sg_5_a_piece_that_stayed_can_still_be_displaced() -> None:
    """The Jack meets the black space 10, stays on 8, and the Queen displaces it."""
    assert at(play(bound("K:0 Q:5 J:8 T:0 9:0 p1 7"), "QQQJJ=J2Q3"), "QJ") == [8, 5]


def test_sg_6_aces_given_to_a_piece_that_is_cut_off_are_not_seen() -> None:
    state = bound(THREE)
    assert plays(state, "AAT99") == ["92T3", "93", "94", "T194", "T2", "T3"]
    for part in ("T2", "T3"):
        assert at(play(state, f"AAT99={part}"), "T9") == ["D", "E"]
    assert at(play(state, "AAT99=94"), "T9") == ["E", "D"]


def test_sg_6_without_a_piece_cut_off_every_ace_is_seen() -> None:
    """The Nine has been played, or is not in the hand: then nothing hides an Ace."""
    state = bound("K:A Q:B J:C T:30 9:20 p1 50")
    refused(state, "AAT99=92T2", "wrong-total", "1 is given to no piece")
    refused(state, "AATTT=T3", "wrong-total", "2 are given to no piece")
    assert why(state, "AATTT=T5") is None
    assert why(state, "AAT99=92T3") is None


@pytest.mark.parametrize("part", ["T293", "T2", "93T2", "93"])
def test_the_end_cuts_just_what_comes_after(part: str) -> None:
    """T2 ends; the Nine before it stays on the track or, from 29, ends the game itself."""
    legal = {"T2", "93"}
    assert (why(bound(THREE), f"TT999={part}") is None) == (part in legal)


def test_five_black_spaces_are_a_wall_that_nobody_gets_past() -> None:
    state = bound("K:2 Q:0 J:0 T:0 9:0 p1 1", colours="YYBBBBBY")
    for number in range(1, 6):
        assert at(play(state, f"{'A' * (5 - number)}{'K' * number}=K5"), "K") == [2]
    assert at(play(bound("K:2 Q:0 J:0 T:0 9:0 p1 1", colours="YYBBBBY"), "KKKKK=K5"), "K") == ["A"]
