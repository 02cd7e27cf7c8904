"""What a typed word means in play: a legal token, or the beginning of one, is never read as a command."""

import random
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from struckle_cli.core.errors import NotationError, Reason
from struckle_cli.core.game import AnyGame
from struckle_cli.core.hooks import Shorthand
from struckle_cli.core.outcome import Outcome
from struckle_cli.services.commands import ALIASES, COMMANDS
from struckle_cli.services.company import Bot
from struckle_cli.services.play import Session
from struckle_cli.services.words import naming
from tests.contract import toy
from tests.contract.cases import CASES, Case, random_games
from tests.services.play_support import Says, dealt, session, told

NAMES = [*COMMANDS, *ALIASES]


def in_cases(words: Iterable[str]) -> list[str]:
    return [form for word in words for form in (word, word.upper(), word.title())]


def sessions(case: Case) -> list[Session]:
    """Sessions at a few places of a random game; with dice, before and after a throw."""
    tokens, _ = random_games(case)[0]
    chance = random.Random(str(case))
    plies = {0, len(tokens), *(chance.randrange(len(tokens) + 1) for _ in range(4))}
    found = []
    for ply in sorted(plies):
        made = session(case.game, tokens[:ply], **case.fields)
        found.append(made)
        if case.game.dice is not None and made.to_move is not None:
            thrown = session(case.game, tokens[:ply], **case.fields)
            thrown.handle("")
            found.append(thrown)
    return found


def typed(found: Session, chance: random.Random) -> set[str]:
    """Words that are a legal token, a shorthand or the beginning of a token, letter for letter."""
    tokens = found.legal_tokens()
    some = chance.sample(tokens, min(len(tokens), 40))
    return {token[:size] for token in some for size in range(1, len(token) + 1)} | {*found._shorthands()}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_token_is_read_as_a_command_and_no_command_as_a_token(case: Case) -> None:
    chance = random.Random(f"words {case}")
    for found in sessions(case):
        tokens = found.legal_tokens()
        for word in typed(found, chance):
            assert found.command_of(word) == "", word
        for word in in_cases(NAMES):
            begins = any(token.startswith(word) for token in tokens) or found._is_face(word)
            meant = word.lower() in found._shorthands() or found._is_mark(word)
            assert (found.command_of(word) == "") == (begins or meant), word
        for word in COMMANDS:  # in the five games each is there whatever can be played
            assert found.command_of(word) == word
            assert word not in tokens


@pytest.mark.parametrize("case", CASES, ids=str)
def test_commands_leave_the_moves_alone_and_tokens_do_not(case: Case) -> None:
    for number, found in enumerate(sessions(case)):
        moves = found.document.moves
        found.adviser = Bot("random")
        for word in ("moves", "board", "help", "history", "hint", "why", "goto 0", "goto", "note x", "flip"):
            found.handle(word)
            assert found.document.moves == moves, word
        tokens = found.legal_tokens()
        if tokens:
            token = random.Random(number).choice(tokens)
            found.handle(token)
            assert len(found.document.moves) == len(moves) + 1
            last = found.document.moves[-1]
            assert last.endswith(token) or (token[0] == "F" and last.startswith("F[#"))


# Games made for clashing.

HOSTILE = [*NAMES, *(f"{word}2" for word in NAMES), "/quit", "yes", "no", "h2", "Q", "DRAW", "undo-3"]
"""Words for tokens; like every token they hold no blank."""


def hostile(words: list[str], **more: Any) -> AnyGame:
    """The toy game with words for tokens: each names a pile and a number of beads."""
    known = {word: toy.Take(number % 8, 1 + number // 8) for number, word in enumerate(words)}
    texts = {move: word for word, move in known.items()}

    def parse(text: str) -> toy.Take:
        if text not in known:
            raise NotationError(Reason("toy.syntax", "no such word"))
        return known[text]

    def listed(state: Any) -> list[toy.Take]:
        return [move for move in toy.legal_moves(state) if move in texts]

    return msgspec.structs.replace(
        toy.GAME, parse_move=parse, format_move=texts.__getitem__, legal_moves=listed, **more
    )


@settings(max_examples=60)
@given(st.data())
def test_whatever_a_game_calls_its_moves_both_they_and_commands_can_be_typed(
    data: st.DataObject,
) -> None:
    words = data.draw(st.lists(st.sampled_from(HOSTILE), min_size=1, max_size=20, unique=True))
    found = session(hostile(words), bead_piles=[9] * 8)
    for _ in range(data.draw(st.integers(0, 3))):
        tokens = found.legal_tokens()
        if not tokens:
            return
        token = data.draw(st.sampled_from(tokens))
        for size in range(1, len(token) + 1):
            assert found.command_of(token[:size]) == ""
        plies = len(found.document.moves)
        reply = found.handle(token)
        assert len(found.document.moves) == plies + 1, reply
        for word in in_cases(NAMES):
            named = f"/{word}"
            if not any(token.startswith(named) for token in found.legal_tokens()):
                assert found.command_of(named) == ALIASES.get(word.lower(), word.lower())
    assert found.handle("/quit" if "/quit" not in found.legal_tokens() else "QUIT").over


def test_help_says_how_a_hidden_command_is_given() -> None:
    found = session(hostile(["quit", "undo3"]), bead_piles=[9] * 8)
    assert "/quit" in found.handle("help").text
    assert "/moves" not in found.handle("help").text
    assert "/undo" in found.handle("help").text
    assert "/" not in session("castle").handle("help").text


ODD = ("quit", "Yes")


def odd_game() -> AnyGame:
    """The toy game with seats whose names are words that play knows."""

    def to_move(state: Any) -> str | None:
        seat = toy.to_move(state)
        return None if seat is None else ODD[toy.SEATS.index(seat)]

    def outcome(state: Any) -> Outcome | None:
        found = toy.outcome(state)
        return found and Outcome(winners=(ODD[toy.SEATS.index(found.winners[0])],), reason="beads")

    return msgspec.structs.replace(
        toy.GAME,
        seats=ODD,
        to_move=to_move,
        outcome=outcome,
        given_reasons={"resign": True, "agreement": False},
    )


def test_names_of_seats_in_odd_cases() -> None:
    found = session(odd_game(), bead_piles=[3, 4, 5])
    for word, seat in (("YES", "Yes"), ("qUIT", "quit"), ("yes", "Yes")):
        found.handle(f"flip {word}")
        assert found.viewer == seat
    assert "yes or no" in told(found, "draw", "quit2")
    assert found.prompt() == "Yes, yes or no> "
    told(found, "NO", "a1")
    assert found.document.moves == ["a1"]
    assert "declined" not in told(found, "yes")
    assert "the game is over; a draw: agreement" in told(found, "draw", "yes")
    assert session(odd_game()).handle("quit").over
    for name in ("castle", "struckle", "stricken"):
        found = session(name)
        for seat in found.game.viewers:
            for form in in_cases([seat]):
                assert found.handle(f"flip {form}").board
                assert found.viewer == seat
                assert found.command_of(form) == ""


@pytest.mark.parametrize("line", ["bet:Purple", "BET:PURPLE", "Purple", "ORANGE", "purple"])
def test_a_seat_in_odd_letters_is_no_command_in_crungle(line: str) -> None:
    found = session("crungle")
    found.handle(line)
    assert found.document.moves == []
    found.handle("BET")
    assert found.document.moves == ["bet:purple"]


def test_a_shorthand_is_no_command_even_where_it_is_called_like_one() -> None:
    short = Shorthand(word="undo", token="a1", help="undo: take a bead")
    game = msgspec.structs.replace(toy.GAME, shorthands=lambda state: [short])
    found = session(game, bead_piles=[3, 4])
    found.handle("undo")
    assert found.document.moves == ["a1"]
    found.handle("/undo")
    assert found.document.moves == []


@pytest.mark.parametrize(("name", "word", "meant"), [
    ("castle", "histroy", "history"), ("struggle", "histroy", "history"), ("struggle", "undp", "undo"),
    ("stricken", "hnit", "hint"), ("crungle", "not", "note"),
])  # fmt: skip
def test_a_mistyped_command_is_told_the_near_one(name: str, word: str, meant: str) -> None:
    found = session(name)
    for _ in range(2):
        assert f"there is no command {word!r}; did you mean {meant}?" in told(found, word)
        found.handle("")  # with dice they are thrown now
    assert found.document.moves == []


# Completion.


@pytest.mark.parametrize("case", [case for case in CASES if case.number < 2], ids=str)
def test_every_token_can_be_completed_part_by_part_and_nothing_else(case: Case) -> None:
    chance = random.Random(f"completing {case}")
    for found in sessions(case):
        tokens = found.legal_tokens()
        for token in chance.sample(tokens, min(len(tokens), 8)):
            text, steps = "", 0
            while text != token:
                offered = [item.text for item in found.completions(text) if item.text not in COMMANDS]
                assert all(any(other.startswith(word) for other in tokens) for word in offered)
                longer = [word for word in offered if token.startswith(word) and len(word) > len(text)]
                assert longer, (text, token, offered)
                text, steps = longer[0], steps + 1
            assert steps <= 12
            assert token in [item.text for item in found.completions(token.lower())]


def test_where_completions_begin() -> None:
    found = session("castle")
    assert [(item.text, item.start) for item in found.completions("  d8-c")] == [("D8-C8", 2)]
    assert {(item.text, item.start) for item in found.completions("moves d8-c")} == {("D8-C8", 6)}
    assert {item.text for item in found.completions("D8-C8 Q12-Q")} == {"Q12-Q11", "Q12-Q13", "Q12-Q14",
            "Q12-Q15", "Q12-Q16", "Q12-Q17", "Q12-Q18"}  # fmt: skip
    assert {item.text for item in found.completions("D8-C8 D8-C")} == set()
    assert [item.text for item in found.completions("mo")] == ["moves"]
    assert {item.text for item in found.completions("flip ")} == {"white", "black"}
    assert {item.text for item in found.completions("help g")} == {"goto"}
    assert found.completions("note D8") == []
    assert "roll" not in {item.text for item in found.completions("")}
    assert {item.text for item in session("crungle").completions("f")} == set(), "it has one side only"


def test_completions_tell_what_a_hand_leads_to() -> None:
    found = dealt("struggle")
    assert found.completions("") == [], "the screen is covered"
    found.handle("")
    assert "roll" in {item.text for item in found.completions("")}
    found.handle("")
    part = found.legal_tokens()[0]
    assert any(item.about for item in found.completions(part) if item.text == part)


def test_while_a_draw_is_offered_only_an_answer_is_completed() -> None:
    found = session("castle")
    found.handle("draw")
    assert [item.text for item in found.completions("")] == ["yes", "no"]
    assert [item.text for item in found.completions("Y")] == ["yes"]
    assert found.completions("yes ") == []


def test_nothing_is_completed_for_a_bot() -> None:
    assert session("castle", bots={"white": Says("D8-C8")}).completions("D") == []


def test_what_a_word_names() -> None:
    tokens = ["D8-D1", "D8-D12", "Db6c5", "M14:1", "M1:4", "I2(M1,M14):4/6", "1a2:S1a3", "K3T1"]
    assert naming(tokens, "D1") == ["D8-D1"]
    assert naming(tokens, "b6") == naming(tokens, "B6") == ["Db6c5"]
    assert naming(tokens, "c5") == ["Db6c5"]
    assert naming(tokens, "m1") == ["I2(M1,M14):4/6"]
    assert naming(tokens, "4") == ["M1:4", "I2(M1,M14):4/6"]
    assert naming(tokens, "1a3") == ["1a2:S1a3"]
    assert naming(tokens, "T") == ["K3T1"]
    assert naming(tokens, "") == naming(tokens, "-") == naming(tokens, "Ä") == []
