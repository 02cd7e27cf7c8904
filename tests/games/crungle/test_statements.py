"""The page's sections on stating a move, objections and violations, on bets and on the end."""

import pytest

from struckle_cli.games.crungle import GAME
from tests.games.crungle.helpers import Game
from tests.games.crungle.test_rulings import game, on_the_brink

RULES = "M2 M3 M13 I2"

# --- a violation, if the opponent objects ------------------------------------------------------------


@pytest.mark.parametrize(
    ("token", "code"),
    [
        ("M2:9", "crungle.destination"),  # a wrong destination
        ("M2:5", "crungle.destination"),  # an impossible cell
        ("M3:1/9", "crungle.opponent-destination"),
        ("M3:4/6", "crungle.destination"),
        ("M3:1", "crungle.opponent-missing"),
        ("M2:2/9", "crungle.opponent-stated"),
        ("M1:5", "crungle.not-selected"),  # a rule that may not be used
        ("I1(M2):2", "crungle.not-selected"),
        ("I2(M2,M1):2", "crungle.not-selected"),
        ("I2(M2,M2):1", "crungle.same-twice"),
        ("pass", "crungle.pass"),
    ],
)
def test_a_violation_is_taken_back_and_the_player_moves_again(token: str, code: str) -> None:
    playing = game(RULES)
    assert playing.wrong(token) == code
    playing.play(token + "?")
    assert (playing.cells, playing.to_move, playing.counts) == ((1, 9), "purple", ((1, 0), (0, 0)))
    assert playing.state.ends == (b"", b"")
    standing = game(RULES, token)
    assert (standing.to_move, standing.counts) == ("orange", ((0, 0), (0, 0)))


def test_a_repeated_rule_and_a_banned_one_are_violations() -> None:
    assert game(RULES, "M2:2", "M2:8", "M2:1?").counts == ((1, 0), (0, 0))
    assert game("M2 M3 M13 I1", "I1(M2):2", "M2:8?").counts == ((0, 1), (0, 0))


def test_a_rule_with_no_cell_is_a_violation() -> None:
    nowhere = game(RULES, "M2:5", "M2:8")  # the first one stands
    assert nowhere.wrong("M13:1") == "crungle.unusable"
    assert nowhere.play("M13:1?").counts == ((1, 0), (0, 0))


def test_without_an_objection_the_stated_destinations_stand_and_nothing_is_counted() -> None:
    stood = game(RULES, "M3:6/4")
    assert (stood.cells, stood.counts, stood.end) == ((6, 4), ((0, 0), (0, 0)), None)


def test_standing_violations_never_forfeit() -> None:
    stood = game(RULES)
    for _ in range(4):
        stood.play("M2:9", "M2:1", "M3:1/9", "M3:9/1")
    assert stood.end is None
    assert GAME.tally is not None
    assert GAME.tally(stood.state) == {"violations": 0, "overruled_objections": 0, "standing_violations": 16}


@pytest.mark.parametrize("mover", ["purple", "orange"])
def test_a_third_counted_violation_forfeits(mover: str) -> None:
    playing = game(RULES, *(["M13:8"] if mover == "orange" else []))
    playing.play("M2:7?" if mover == "orange" else "M2:9?", "pass?")
    assert playing.end is None
    playing.play("M1:5?")
    assert playing.end == ({"purple": "orange", "orange": "purple"}[mover], "violations")
    assert playing.to_move is None


def test_violations_are_counted_over_the_whole_game_and_each_player_alone() -> None:
    playing = game(RULES, "M2:9?", "M2:2", "M2:1?", "M2:8", "M2:1?", "M13:7", "pass?", "M3:5/4")
    assert playing.counts == ((2, 2), (0, 0))
    assert playing.end is None
    assert playing.play("pass?").end == ("orange", "violations")


def test_an_objection_to_a_valid_move_is_ignored() -> None:
    playing = game(RULES, "M2:2?")
    assert (playing.cells, playing.to_move, playing.counts) == ((2, 9), "orange", ((0, 0), (0, 1)))


def test_a_third_ignored_objection_forfeits_for_the_objector() -> None:
    playing = game(RULES, "M2:2?", "M2:8", "M13:7?", "M13:1")
    assert playing.end is None
    assert playing.play("M2:8?").end == ("purple", "objections")
    assert playing.cells == (8, 1)  # the move stands
    other = game(RULES, "M2:2", "M2:8?", "M13:7", "M13:1?", "M2:8", "M2:2?")
    assert other.end == ("orange", "objections")


def test_upheld_and_ignored_objections_are_counted_apart() -> None:
    playing = game(RULES, "M2:9?", "M2:9?", "M2:2?", "M2:8?", "M13:7?")
    assert playing.counts == ((2, 0), (1, 2))
    assert playing.end is None


def test_the_tally_counts_what_objections_and_their_absence_came_to() -> None:
    assert GAME.tally is not None
    assert GAME.tally(game(RULES, "M2:2 M2:8").state) == {}
    counted = game(RULES, "M2:9?", "M2:2?", "M2:7", "M13:7", "pass?", "M13:2?")
    assert GAME.tally(counted.state) == {
        "violations": 2,
        "overruled_objections": 2,
        "standing_violations": 1,
    }


# --- bets --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bettor", "other"), [("purple", "orange"), ("orange", "purple")])
def test_either_player_may_bet_and_the_other_answers(bettor: str, other: str) -> None:
    for before in ([], ["M2:2"]):
        playing = game(RULES, *before)
        mover = playing.to_move
        playing.play(f"bet:{bettor}")
        assert playing.to_move == other
        assert sorted(playing.moves()) == ["accept", "decline"]
        assert playing.play("decline").to_move == mover  # a bet does not change whose turn it is
        assert playing.cells == ((1, 9) if not before else (2, 9))


def test_declined_play_goes_on_and_bets_may_come_again() -> None:
    playing = game(RULES, "bet:purple decline bet:purple decline bet:orange decline M2:2 bet:purple decline")
    assert playing.end is None
    assert playing.to_move == "orange"


BRINK = "bet:orange accept ("


def test_a_valid_demonstration_wins_for_the_demonstrator() -> None:
    assert on_the_brink().play(BRINK, "M14:9 )").end == ("purple", "bet")
    assert on_the_brink().play("bet:purple accept ( M14:9 )").end == ("orange", "bet")


@pytest.mark.parametrize(("bettor", "other"), [("purple", "orange"), ("orange", "purple")])
def test_a_demonstration_may_win_for_either_player(bettor: str, other: str) -> None:
    """Purple leaves, orange follows: the third of orange's turns in a row that end on purple's cell."""
    for shown in ("M14:9", "M26:1 M26:1"):  # purple's win, orange's win
        assert on_the_brink().play(f"bet:{bettor} accept (", shown, ")").end == (other, "bet")


@pytest.mark.parametrize(
    "shown",
    [
        "",  # missing
        "M24:9",  # invalid, though it would win
        "M26:1",  # wins for nobody
        "M26:1 M14:9",
        "M14:9 M14:9",  # goes on after the win
        "M14:9 M1:5",
        "M15:9/9 M14:9",  # the first is picked twice in a row
        "pass",  # not valid here
        "M26:1 M1:5 M14:1",
        "M14:9/9",
    ],
)
def test_an_invalid_or_missing_demonstration_wins_for_the_bettor(shown: str) -> None:
    assert on_the_brink().play(BRINK, shown, ")").end == ("orange", "bet")


def test_the_last_move_and_no_earlier_one_wins() -> None:
    """From both on 9, the fifth ply wins for purple; a sixth is one too many, and so is a second win."""
    whole = "M14:9 M14:9 M15:9/9 M15:9/9 M14:9"
    for shown, winner in ((whole, "purple"), (whole[:-6], "orange"), (whole + " M14:9", "orange")):
        playing = game("M14 M15 M24 M26", goals="G1 G2", start="orange=9 purple=9")
        assert playing.play("bet:orange accept (", shown, ")").end == (winner, "bet"), shown


def test_a_demonstration_alternates_from_the_position_as_it_stands() -> None:
    """The bans, the last rules and the turn ends of the game hold on in it."""
    playing = game("M14 M15 M24 M26", "M14:9", goals="G1 G2", start="orange=9 purple=9")
    assert playing.play("bet:purple accept ( M14:9 M15:9/9 M15:9/9 M14:9 )").end == ("orange", "bet")
    repeated = game("M14 M15 M24 M26", "M14:9", "M14:9", goals="G1 G2", start="orange=9 purple=9")
    assert repeated.play("bet:purple accept ( M14:9 M15:9/9 M15:9/9 )").end == ("purple", "bet")
    banned = game("M14 M15 M26 I1", "I1(M14):9", goals="G1 G2", start="orange=9 purple=9")
    assert banned.play("bet:purple accept ( M14:9 M14:9 M15:9/9 M15:9/9 )").end == ("purple", "bet")


def test_counts_do_not_matter_in_a_demonstration() -> None:
    playing = on_the_brink().play("M24:9?", "M24:9?", BRINK, "M14:9 )")
    assert playing.end == ("purple", "bet")


def test_a_valid_pass_belongs_to_a_demonstration() -> None:
    playing = Game("M21 M16 M27 I1", start="orange=9 purple=1", goals="G1 G10")
    playing.play("bet:orange accept ( I1(M21):9 pass M21:9")
    assert playing.state.bet is not None
    assert playing.state.bet.broken is None
    won = game("M21 M13 M27 I1", "M1:1", "M1:1", "M1:5", "M1:5", goals="G1 G2")
    assert won.play("bet:orange accept ( I1(M21):5 pass )").end == ("purple", "bet")


def test_who_acts_in_a_bet() -> None:
    """The one who answers; then the one whose turn it is in the demonstration; at last who closes it."""
    playing = on_the_brink().play("bet:purple")
    assert playing.to_move == "orange"
    assert playing.play("accept").to_move == "orange"
    assert playing.play("(").to_move == "purple"
    assert playing.play("M14:9").to_move == "orange"
    assert playing.moves() == [")"]


# --- what breaks a record ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "token", "code"),
    [
        ("", "accept", "crungle.no-bet"),
        ("", "decline", "crungle.no-bet"),
        ("", "(", "crungle.no-demonstration"),
        ("", ")", "crungle.no-demonstration"),
        ("bet:purple", "bet:orange", "crungle.bet-open"),  # not within a bet
        ("bet:purple", "bet:purple", "crungle.bet-open"),
        ("bet:purple", "M2:2", "crungle.bet-open"),
        ("bet:purple", "(", "crungle.bet-open"),
        ("bet:purple accept", "M2:2", "crungle.demonstration-due"),
        ("bet:purple accept", ")", "crungle.demonstration-due"),
        ("bet:purple accept", "decline", "crungle.demonstration-due"),
        ("bet:purple accept (", "M2:2?", "crungle.in-demonstration"),  # CR-9
        ("bet:purple accept (", "M2:9?", "crungle.in-demonstration"),
        ("bet:purple accept (", "pass?", "crungle.in-demonstration"),
        ("bet:purple accept (", "bet:orange", "crungle.in-demonstration"),
        ("bet:purple accept (", "(", "crungle.in-demonstration"),
        ("bet:purple accept ( M2:2", "accept", "crungle.in-demonstration"),
        ("bet:purple accept ( M2:9 M2:9", "bet:purple", "crungle.in-demonstration"),
        ("bet:purple accept ( )", "M2:2", "crungle.after-end"),
        ("bet:purple accept ( )", "bet:purple", "crungle.after-end"),
        ("M2:9? M2:9? M2:9?", "M2:2", "crungle.after-end"),
        ("M2:9? M2:9? M2:9?", "bet:purple", "crungle.after-end"),
    ],
)
def test_what_may_not_stand(before: str, token: str, code: str) -> None:
    assert game(RULES, before).refused(token) == code


@pytest.mark.parametrize("token", ["M2:2", "M2:9", "M1:5", "pass", ")"])
def test_what_may_stand_in_a_demonstration(token: str) -> None:
    assert game(RULES, "bet:orange accept ( M2:9").refused(token) is None


# --- the end -----------------------------------------------------------------------------------------


def test_the_ends_are_those_of_the_page() -> None:
    assert GAME.end_reasons == ("goal", "violations", "objections", "bet")
    assert dict(GAME.given_reasons) == {"agreement": False}  # a draw; there is no resignation


def test_a_draw_is_agreed_at_any_point_with_no_bet_open() -> None:
    assert GAME.why_not_given is not None
    for line in ("", "M2:2", "M2:9?", "bet:purple decline", "M2:2? M2:8"):
        assert GAME.why_not_given(game(RULES, line).state, "agreement") is None
    for line in ("bet:purple", "bet:orange accept", "bet:orange accept ( M2:2"):
        reason = GAME.why_not_given(game(RULES, line).state, "agreement")
        assert reason is not None
        assert reason.code == "crungle.bet-open"


def test_agreement_and_resignation_have_no_token() -> None:
    for word in ("agreement", "resign", "draw", "1/2"):
        assert game(RULES).refused(word) == "crungle.syntax"
