"""Faults of tokens: their codes, what the messages name, and which one is named where there are several."""

import pytest

from struckle_cli.engine.replayer import judge_token
from struckle_cli.games.struggle import GAME
from tests.games.struggle.helpers import DICE, bound, refused, why

SYNTAX = (
    "", "=", "-", "JJJTT", "JJJTT=", "JJJTT=J3 T2", "JJJTT=J3T2 ", " JJJTT=J3T2", "JJJTT=J3T2\n",
    "jjjtt=j3t2", "JJJTT=J3T", "JJJTT=J0T2", "JJJTT=J6T2", "JJJTT=3J2T", "JJJTT=--", "JJJTT=J3-",
    "JJJTT==J3T2", "JJJT10=J3T2", "JJJTT/=J3T2", "JJJTT/JJ=J3T2", "JJJTT/JJ+TTT/=J3", "JJJTT/J+J+TTT=J3",
    "JJJTT/+JJJTT/+JJJTT/+JJJTT=J3T2", "AAJTT=A2J1T2", "JJJTT=J３T2", "ЈJJTT=J3T2", "JJJTT=J3T2=",
    "7.JJJTT=J3T2", "XJJTT=J3T2", "JJJTT=J33T2", "\ud800",
)  # fmt: skip


@pytest.mark.parametrize("token", SYNTAX, ids=repr)
def test_syntax(token: str) -> None:
    refused(bound(), token, "syntax", "JJJTT=J3T2")


def test_syntax_says_what_is_wrong() -> None:
    refused(bound(), "jjjtt=j3t2", "syntax", "capitals: JJJTT=J3T2")
    refused(bound(), "jjjtt=J3T2", "syntax", "capitals: JJJTT=J3T2")
    refused(bound(), "7.JJJTT=J3T2", "syntax", "a number, like 7.")
    refused(bound(), "JJJTT/+JJJTT/+JJJTT/+JJJTT=J3T2", "syntax", "at most two re-rolls")
    refused(bound(), "AAJTT=A2J1T2", "syntax", "an Ace is no piece")
    refused(bound(), "JJJTT=", "syntax", "without effect is written -")
    refused(bound(), "JJJTT", "syntax", "has no =")


def test_a_fault_of_any_size_is_told_shortly() -> None:
    for token in ("K" * 100_000, "K" * 100_000 + "=K1", "KKKKK=" + "K1" * 100_000, "/" * 100_000 + "=-",
                  "+" * 100_000 + "=-", "AKQJ9/" + "A" * 50_000 + "+" + "K" * 50_000 + "=-"):  # fmt: skip
        reason = why(bound(), token)
        assert reason is not None
        assert len(reason.message) < 400


@pytest.mark.parametrize(
    ("token", "where"),
    [
        ("TTJJJ=J3T2", "the first roll"),
        ("AKQJ9/KA+KT9=K3T191", "what the second roll keeps"),
        ("AKQJ9/AK+9TK=K3T191", "what the second roll throws"),
        ("AKQJ9/AK+KT9/A+9TKK=K3T191", "what the third roll throws"),
    ],
)
def test_faces_stand_in_order(token: str, where: str) -> None:
    refused(bound(), token, "face-order", where, "A K Q J T 9")


@pytest.mark.parametrize(
    ("token", "named"),
    [
        ("JJJT=J3T1", ("the first roll", "4 dice")),
        ("JJJJTT=J4T2", ("the first roll", "6 dice")),
        ("/+JJJTT=J3T2", ("the first roll", "none")),
        ("=J3T2", ("the first roll", "none")),
        ("AKQJ9/AK+KT=K3T1", ("the second roll", "keeps 2", "throws 2")),
        ("AKQJ9/AK+KT9/AK+KTT9=K3T2", ("the third roll", "keeps 2", "throws 4")),
    ],
)
def test_five_dice(token: str, named: tuple[str, ...]) -> None:
    refused(bound(), token, "dice-count", *named)


def test_nothing_thrown() -> None:
    refused(bound(), "AKQJ9/AKQJ9+=-", "nothing-thrown", "second", "SG-4")
    refused(bound(), "AKQJ9/+AKQJ9/AK+=-", "nothing-thrown", "third")


def test_kept_dice_lay_there() -> None:
    refused(bound(), "AKQJ9/KK+KT9=K3T191", "kept-not-rolled", "keeps 2 of K", "only 1")
    refused(bound(), "AKQJ9/AT+KT9=K3T191", "kept-not-rolled", "T", "AKQJ9 has no T")
    refused(bound(), "AKQJ9/AK+KT9/Q+KKT9=K3T191", "kept-not-rolled", "third", "AKKT9 has no Q")


def test_plays_of_the_hand() -> None:
    refused(bound(), "JJJTT=J3J2", "piece-twice", "Jack")
    refused(bound(), "JJJTT=J3T2K1", "not-in-hand", "King", "JJJTT")
    refused(bound(), "AJJTT=J3T2K1", "ace-absent", "J or T", "K1")
    refused(bound(), "AAAAA=K5", "ace-absent", "no value")


def test_numbers() -> None:
    refused(bound(), "JJJTT=J2T2", "wrong-total", "J on 3 dice", "not 2")
    refused(bound(), "JJJTT=J4T2", "wrong-total", "J on 3 dice", "3 at most")
    refused(bound(), "AJJTT=J2T2", "wrong-total", "1 is given")
    refused(bound(), "AAJTT=J2T2", "wrong-total", "1 is given")
    refused(bound(), "AJJTT=J3T3", "wrong-total", "no more by Aces", "not 3")
    refused(bound(), "AAAJT=J5T1", "wrong-total", "3 more by Aces", "4 at most")


def test_no_piece_is_left_out() -> None:
    refused(bound(), "JJJTT=J3", "piece-left-out", "Ten")
    refused(bound(), "AKQJ9=K2", "piece-left-out", "Queen and Jack and Nine")
    refused(bound(), "AKQJ9=Q1", "piece-left-out", "King and Jack and Nine")


def test_no_effect_is_said_of_hands_without_one_only() -> None:
    refused(bound(), "JJJTT=-", "no-effect", "Jack and Ten", "abstain")
    refused(bound("K:A Q:0 J:0 T:0 9:0 p1 1"), "AAAKK=K5", "no-effect", "King", "write -")


def test_the_order_of_faults() -> None:
    """What the token says by itself, the end, then the plays from left to right, then what is missing."""
    over = GAME.apply(bound("K:A Q:B J:C T:30 9:29 p1 50"), GAME.parse_move("TT999=T2"))
    refused(over, "TTJJJ=J3T2", "face-order")
    refused(over, "JJJTT=J3T2", "after-end")
    state = bound("K:A Q:0 J:0 T:0 9:0 p1 1")
    refused(state, "KJJTT=J1K1", "wrong-total")
    refused(state, "KJJTT=K1J1", "arrived")
    refused(state, "AKJJT=K2J1", "ace-arrived")
    refused(state, "TTJJJ=K1K1K1", "face-order")
    refused(bound("K:A Q:B J:C T:30 9:29 p1 50"), "TT999=T294", "after-win")
    refused(bound("K:A Q:B J:C T:30 9:29 p1 50"), "TT999=T392", "wrong-total")


def test_the_nearest_plays_have_the_same_rolls() -> None:
    state = bound()
    assert [GAME.format_move(move) for move in DICE.near(state, "JJJTT=J2T2")] == ["JJJTT=J3T2", "JJJTT=T2J3"]
    assert DICE.near(state, "JJJTT") != []
    assert DICE.near(state, "TTJJJ=J3T2") == []
    assert DICE.near(state, "nonsense") == []
    assert judge_token(GAME, state, "JJJTT=J2T2", 1).code == "struggle.wrong-total"
