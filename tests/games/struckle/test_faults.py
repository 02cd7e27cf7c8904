"""Every fault code of a token, in the order of the page, with the place it names; the nearest legal token."""

import pytest

from struckle_cli.games.struckle import GAME
from tests.games.struckle.helpers import bound, code, placed, refused, suggestion, tokens, why


@pytest.mark.parametrize(
    ("token", "expected", "named"),
    [
        ("Hb5", "wrong-piece", ["TB's", "Diva", "(D)"]),
        ("S@g6", "wrong-piece", ["TB's", "Diva"]),
        ("Da4", "not-adjacent", ["a4", "a6"]),
        ("Da6", "not-adjacent", ["a6"]),
        ("Db6b6", "not-adjacent", ["b6"]),
        ("Db6d6", "not-adjacent", ["d6", "b6"]),
        ("Da5", "step-occupied", ["TB's", "Hero", "a5"]),
        ("Db5a4", "step-occupied", ["TB's", "Philosopher", "a4"]),
        ("D^b6", "wrong-power", ["Charge", "Hero", "Diva"]),
        ("D!g5", "not-promoted", ["TB's", "Diva", "a6", "d4", "d5", "e4", "e5"]),
        ("Db6c5!g5", "not-promoted", ["c5"]),
        ("Db7!h1", "not-promoted", ["b7"]),
    ],
)
def test_faults_at_the_start_name_their_place(token: str, expected: str, named: list[str]) -> None:
    refused(bound(), token, expected, *named)


def test_not_promoted_says_where_promotion_would_have_been() -> None:
    refused(placed(TBD="c4"), "D!g5", "not-promoted", "c4", "d4", "d5")
    refused(placed(TBD="c4", SGH="d4+"), "D!d4", "not-promoted", "d5")
    blocked = why(placed(TBD="c4", SGH="d4+"), "D!d4")
    assert blocked is not None
    assert "onto d5 or e4 or e5" in blocked.message or "onto e4 or d5" in blocked.message
    far = why(bound(), "D!g5")
    assert far is not None
    assert "reach none" in far.message


def test_wrong_piece_names_who_acts_now() -> None:
    refused(placed("SB:P"), "Db6", "wrong-piece", "SB's", "Philosopher", "(P)", "Diva")


# Each line: a token that has the fault of its code and, where it can, those that come behind it.
ORDER = [
    ("Hz9", "syntax"),
    ("Hh8h8^a1", "wrong-piece"),
    ("Dh8h8^a1", "not-adjacent"),
    ("Dc4h8^a1", "step-occupied"),
    ("Dd3h8^a1", "not-adjacent"),
    ("Dd3c4^a1", "step-occupied"),
    ("Dc3^b1", "wrong-power"),
    ("Dc3!b1", "not-promoted"),
    ("D!b1", "no-target"),
    ("D!c4", "own-piece"),
    ("D!f8", "protected"),
    ("D!g5", "target-demoted"),
    ("D!e5", "on-gold"),
]


@pytest.mark.parametrize(("token", "expected"), ORDER)
def test_the_first_fault_of_several_is_named(token: str, expected: str) -> None:
    state = placed("TB:D", TBD="d4+", TBH="c4", SGH="g5", SGP="e5+")
    assert code(state, token) == f"struckle.{expected}"


def test_the_end_comes_before_everything_but_syntax() -> None:
    over = placed("TG:D", TBD="h2", TBS="h7")
    assert code(over, "D") == "struckle.syntax"
    for token in ("D-", "H-", "Dc1", "Dh8!a1", "D^a1"):
        refused(over, token, "after-end", "TG's", "Diva")


def test_a_step_that_wins_comes_before_what_is_wrong_behind_it() -> None:
    state = placed("TB:D", TBD="g6", TBS="h2")
    for token in ("Dh7h1", "Dh7h6", "Dh7^a1", "Dh7!a1"):
        refused(state, token, "after-win", "h7")
    assert code(state, "Dg7!a1") == "struckle.not-promoted"
    assert code(state, "Dg7h7!a1") == "struckle.after-win"


def test_every_code_is_documented() -> None:
    assert {f"struckle.{expected}" for _, expected in ORDER} <= set(GAME.codes)
    assert all(sentence.endswith(".") for sentence in GAME.codes.values())


# --- notation -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "token",
    ["D-", "Db6", "Db6c5", "D!g5", "Db6c5!g5", "H^e5", "Hd4^e5", "P~c7c6", "Pd4~c7c6", "S@g6", "Sd4e5@g6",
     "Dd4d4", "Dh1a8!a1", "P~a1a1", "D@b2", "S^c3"],
)  # fmt: skip
def test_tokens_are_read_and_written(token: str) -> None:
    assert GAME.format_move(GAME.parse_move(token)) == token


@pytest.mark.parametrize(
    "token",
    [
        "", " ", "-", "D", "D--", "D-b6", "Db6-", "Db", "Db6c", "Db6c5d4", "Db6 c5", "Db6-c5", " Db6", "Db6 ",
        "Db6\n", "db6", "DB6", "dB6", "b6", "Xb6", "DHb6", "Di6", "Da0", "Da9", "Db66", "Db6c5!", "D!", "D!g",
        "D!g5g5", "D!g5!g4", "D!g5b6", "D!!g5", "D!G5", "P~c7", "P~c7c6c5", "P~", "P~c7~c6", "H^e5f6", "S@",
        "S@g6h7", "D\N{FULLWIDTH DIGIT ONE}", "Db\N{ARABIC-INDIC DIGIT SIX}", "D\N{EN DASH}",
        "D\N{CYRILLIC SMALL LETTER A}6",
        "D-\0", "D*", "Dxb6", "TBDb6", "D-D-", "1.TB", "resign",
    ],
)  # fmt: skip
def test_what_is_no_token(token: str) -> None:
    assert code(bound(), token) == "struckle.syntax"


@pytest.mark.parametrize(
    ("token", "hint"),
    [("db6", "Db6"), ("DB6C5", "Db6c5"), ("P~c7", "where it moves to"), ("Db6c5d4", "two steps at the most"),
     ("1.TX", "like 1.TB 1.TG 1.SB 1.SG"), ("x", "Db6c5")],
)  # fmt: skip
def test_syntax_hints(token: str, hint: str) -> None:
    reason = why(bound(), token)
    assert reason is not None
    assert hint in reason.message


# --- the nearest legal token --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("token", "nearest"),
    [
        ("Hb5", "Db5"),  # the letter of the piece that acts
        ("Da5", "Db5"),
        ("Db6d6", "Db6c6"),
        ("Db6c5d4", "Db6c5"),
        ("db6", "Db6"),
        ("DB6C5", "Db6c5"),
        ("D!g5", "D-"),
        ("Db6c5!g5", "Db6c5"),
        ("D", "D-"),
    ],
)
def test_the_nearest_token_at_the_start(token: str, nearest: str) -> None:
    assert code(bound(), token) is not None
    assert suggestion(bound(), token) == nearest


def test_the_nearest_token_with_a_power_has_the_steps_that_were_meant() -> None:
    state = placed("TB:D", TBD="d4+", SGH="g4+", SBP="b5+", TGS="d3+")
    assert suggestion(state, "D!d3") in ("D!b5", "D!g4")
    assert suggestion(state, "De3!g5") == "De3!g4"
    assert suggestion(state, "Dc3!g4") == "Dc3"
    won_by = placed("TB:D", TBD="g6", TBS="h2")
    assert suggestion(won_by, "Dh7g8") == "Dh7"
    washing = placed("TB:P", TBP="d4+", TGD="b5+", TBD="d3")
    assert suggestion(washing, "P~b5c7") == "P~b5c6"
    assert suggestion(washing, "P~b5") in tokens(washing)


def test_no_nearest_token_after_the_end() -> None:
    assert suggestion(placed(TBD="h2", TBS="h7"), "D-") is None


@pytest.mark.parametrize("token", ["", "?", "D" * 5000, "a1" * 400, "\N{PLAYING CARD ACE OF SPADES}", "@a1"])
def test_strange_tokens_have_a_nearest_one(token: str) -> None:
    assert suggestion(bound(), token) in tokens(bound())
