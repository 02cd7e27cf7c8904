"""The page's section on notation: what is readable and what is not; parse and format; `?` worked in."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from struckle_cli.core.errors import NotationError, Reason
from struckle_cli.games.crungle import GAME
from struckle_cli.games.crungle.moves import Answer, Bet, Bracket, Pass, Statement
from tests.games.crungle import slow_rules
from tests.games.crungle.helpers import Game

NUMBERS = st.integers(1, 30)
CELLS = st.integers(1, 9)
WORDS = ["pass", "pass?", "accept", "decline", "(", ")", "bet:purple", "bet:orange"]
FORMS = st.one_of(
    NUMBERS.map(lambda n: f"M{n}"),
    st.tuples(st.sampled_from(["I1", "I3", "I4"]), NUMBERS).map(lambda p: f"{p[0]}(M{p[1]})"),
    st.tuples(NUMBERS, NUMBERS).map(lambda p: f"I2(M{p[0]},M{p[1]})"),
)
MOVES = st.tuples(FORMS, CELLS, st.none() | CELLS, st.booleans()).map(
    lambda p: f"{p[0]}:{p[1]}" + (f"/{p[2]}" if p[2] else "") + "?" * p[3]
)
TOKENS = MOVES | st.sampled_from(WORDS)


def refusal(token: str) -> str | None:
    try:
        GAME.parse_move(token)
    except NotationError as error:
        return error.reason.code if error.reason.message else "without a message"
    return None


def parses(token: str) -> bool:
    """Whether a token is taken; all that are not are refused with the same code."""
    return refusal(token) != "crungle.syntax"


@given(TOKENS)
def test_format_is_the_inverse_of_parse(token: str) -> None:
    assert slow_rules.readable(token)
    move = GAME.parse_move(token)
    assert GAME.format_move(move) == token
    assert GAME.parse_move(GAME.format_move(move)) == move


def test_every_readable_move_is_its_own_spelling() -> None:
    every = [text for _, text in slow_rules.statements(slow_rules.EVERYTHING)]
    assert len(set(every)) == len(every) == 91_800
    moves = {GAME.parse_move(text) for text in every}
    assert len(moves) == len(every)
    assert [GAME.format_move(GAME.parse_move(text)) for text in every] == every


EXAMPLES = {
    "M2:4": Statement(2, (), 3),
    "M3:1/4": Statement(3, (), 0, 3),
    "M15:7/3": Statement(15, (), 6, 2),
    "I1(M2):4": Statement(31, (2,), 3),
    "I2(M2,M3):4/6": Statement(32, (2, 3), 3, 5),
    "I3(M5):5/2": Statement(33, (5,), 4, 1),
    "I4(M2):5/4": Statement(34, (2,), 4, 3),
    "M2:9?": Statement(2, (), 8, None, True),
    "pass": Pass(),
    "pass?": Pass(objected=True),
    "bet:purple": Bet(0),
    "bet:orange": Bet(1),
    "accept": Answer(True),
    "decline": Answer(False),
    "(": Bracket(True),
    ")": Bracket(False),
}


@pytest.mark.parametrize("token", EXAMPLES)
def test_examples_of_the_page(token: str) -> None:
    assert GAME.parse_move(token) == EXAMPLES[token]
    assert GAME.format_move(EXAMPLES[token]) == token


READABLE = [
    "M30:9",
    "M1:1/1",
    "I1(M30):1",
    "I3(M13):5",
    "I4(M14):9/9",
    "I2(M2,M2):4",
    "M2:4/4",
    "M3:1",
    "M14:3/3",
]
UNREADABLE = [
    *["M31:4", "M2:0", "I2(M2):4", "I1(I2):4", "M2", "m2:4"],  # the page's own
    *["M0:4", "M02:4", "M2:04", "M2:10", "M2:4/0", "M2:4/10", "M2:4/", "M2:", "M:4", ":4", "M300:4", "2:4"],
    *[
        "i1(M2):4",
        "I1(m2):4",
        "I1:4",
        "I1():4",
        "I1(M2,M3):4",
        "I2:4",
        "I2(M2,M3,M4):4",
        "I5(M2):4",
        "I0(M2):4",
    ],
    *["I1(M31):4", "I1(M2:4", "I1M2:4", "I1(2):4", "I2(M2,):4", "I2(,M2):4", "I2(M2, M3):4", "I2(M2;M3):4"],
    *[
        "I1(I1(M2)):4",
        "I2(M2,I1):4",
        "I3(I4):5",
        "(M2:4",
        "M2:4)",
        "()",
        "M2:4/6/1",
        "M2-4",
        "M2 :4",
        "M2: 4",
    ],
    *[
        " M2:4",
        "M2:4 ",
        "M2:4\n",
        "M2:4?\n",
        "\nM2:4",
        "M2:4??",
        "?M2:4",
        "M2?:4",
        "?",
        "M2:4!",
        "M2:4?/5",
        "",
    ],
    *[
        "Pass",
        "PASS",
        "pass??",
        "pass:4",
        "bet",
        "bet:",
        "bet:green",
        "bet:Purple",
        "bet:purple?",
        "bet purple",
    ],
    *[
        "accept?",
        "Accept",
        "decline?",
        "(?",
        ")?",
        "((",
        "M２:4",
        "M2:４",
        "M²:4",
        "Μ2:4",
        "M2:4\u200b",
        "M+2:4",
    ],
    *[
        "M2:-4",
        "M2:4.0",
        "M1O:4",
        "O-O",
        "1/2",
        "resign",
        "M2:4/6??",
        "M2:4,6",
        "I2(M2,M3)4",
        "\x00",
        "M2:4\x00",
    ],
]


@pytest.mark.parametrize("token", READABLE)
def test_readable_though_perhaps_a_violation(token: str) -> None:
    assert parses(token)
    assert slow_rules.readable(token)


@pytest.mark.parametrize("token", UNREADABLE)
def test_unreadable_is_a_broken_record(token: str) -> None:
    assert not parses(token)
    assert not slow_rules.readable(token)
    assert Game("M1 M2 M3 I2").refused(token) == "crungle.syntax"


def test_readable_moves_stand_whatever_they_break() -> None:
    for token in [*READABLE, *(f"{token}?" for token in READABLE), "pass", "pass?"]:
        assert Game("M1 M2 M3 I2").refused(token) is None


@given(st.text(alphabet="MIm()123450,:/?pasbet\n １", max_size=14))
def test_parse_takes_exactly_what_is_readable(text: str) -> None:
    assert parses(text) == slow_rules.readable(text)


@given(TOKENS, st.integers(0, 2**32))
def test_a_token_with_one_character_changed(token: str, seed: int) -> None:
    chance = random.Random(seed)
    at = chance.randrange(len(token) + 1)
    changed = token[:at] + chance.choice(["", *"MI0123456789(),:/? "]) + token[at + chance.randrange(2) :]
    assert parses(changed) == slow_rules.readable(changed)


def test_very_long_tokens_are_refused_quickly() -> None:
    for text in ["M2:" + "4" * 100_000, "(" * 100_000, "I2(" + "M2," * 50_000, "?" * 100_000, "M" * 100_000]:
        assert not parses(text)


# --- OPP is stated exactly for ... -------------------------------------------------------------------


PUSHERS = [f"M{n}" for n in range(3, 13)] + ["M15"]


@pytest.mark.parametrize("rule", slow_rules.DIRECT)
def test_when_opp_is_stated(rule: str) -> None:
    """For M3..M12 and M15, for I1 I2 I3 over any of those, and always for I4."""
    others = [name for name in ("M14", "M26", "M24") if name != rule][:2]
    for indirect in slow_rules.INDIRECT:
        game = Game(" ".join([rule, *others, indirect])).play("M30:1", "M30:9")  # for M16; they stand
        for token in game.moves():
            form = token.partition(":")[0]
            names = form.replace("(", " ").replace(")", " ").replace(",", " ").split()
            pushes = any(name in PUSHERS for name in names)
            assert ("/" in token) == (pushes or "I4" in names), token


def test_own_is_always_the_movers_piece_and_opp_the_opponents() -> None:
    game = Game("M2 M14 M3 I4", start="orange=1 purple=9")
    assert "9/4" in game.moves("I4(M2)")  # the opponent went to 4
    assert game.play("I4(M2):9/4").cells == (9, 4)
    assert game.moves("I4(M2)") == ["4/6", "4/8"]  # orange moves now, and purple's piece goes
    assert game.play("I4(M2):4/8").cells == (8, 4)


# --- an objection, marked --------------------------------------------------------------------------


def mark(moves: str, word: str = "?") -> list[str] | Reason | None:
    assert GAME.mark is not None
    return GAME.mark(moves.split(), word)


@pytest.mark.parametrize(
    ("moves", "marked"),
    [
        ("M2:4", "M2:4?"),
        ("M2:4 M3:1/4", "M2:4 M3:1/4?"),
        ("M2:4 I2(M2,M3):4/6", "M2:4 I2(M2,M3):4/6?"),
        ("M2:4? M2:1", "M2:4? M2:1?"),
        ("pass", "pass?"),
        ("M2:4 bet:purple decline", "M2:4? bet:purple decline"),
        ("M2:4 bet:purple decline bet:orange decline", "M2:4? bet:purple decline bet:orange decline"),
    ],
)
def test_mark_works_an_objection_in(moves: str, marked: str) -> None:
    assert mark(moves) == marked.split()


@pytest.mark.parametrize(
    "moves",
    ["", "M2:4?", "pass?", "bet:purple decline", "M2:4? bet:purple decline", "M2:4 bet:purple accept ( )"],
)
def test_mark_refuses_where_there_is_nothing_to_object_to(moves: str) -> None:
    reason = mark(moves)
    assert isinstance(reason, Reason)
    assert reason.code == "crungle.objection"


@pytest.mark.parametrize("word", ["", "??", "M2:4", "pass", "object", "accept"])
def test_mark_knows_one_word(word: str) -> None:
    assert mark("M2:4", word) is None


def test_mark_keeps_the_list_it_is_given() -> None:
    moves = ["M2:4"]
    assert GAME.mark is not None
    GAME.mark(moves, "?")
    assert moves == ["M2:4"]


def test_group_is_the_rule_as_stated() -> None:
    assert GAME.group is not None
    assert [
        GAME.group(GAME.parse_move(token)) for token in ("M2:4", "I2(M2,M3):4/6?", "pass", "bet:purple")
    ] == [
        "M2",
        "I2(M2,M3)",
        "other",
        "other",
    ]
