"""Looking back in play: the board and the facts of a ply, the moves so far, notes; nothing is lost by it."""

import random
import re
from typing import Any

import pytest

from struckle_cli.core.picture import View
from struckle_cli.engine.replayer import play
from tests.cli.crungle_support import SETUP, STOLEN
from tests.contract.cases import CASES, Case, random_games
from tests.services.play_support import AnyMove, Saved, Says, dealt, play_on, session, told


def drawn(case: Case, state: Any) -> str:
    return case.game.render(state, View()).text()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_ply_is_shown_as_it_was_and_nothing_changes(case: Case) -> None:
    tokens, states = random_games(case)[1]
    tokens, states = tokens[:40], states[:41]
    saved = Saved()
    found = session(case.game, tokens, saved=saved, **case.fields)
    before = found.document
    for ply in random.Random(str(case)).sample(range(len(states)), min(len(states), 6)):
        reply = found.handle(f"goto {ply}")
        shown = found.shown()
        assert reply.board
        assert (shown.ply, shown.total) == (ply, len(tokens))
        assert drawn(case, shown.state) == drawn(case, states[ply])
        assert shown.last == (tokens[ply - 1] if ply else None)
        assert f"ply {ply} of {len(tokens)}, " in reply.text
        assert found.looking_back == (ply < len(tokens))
    assert found.document == before
    assert saved == []
    found.handle("goto")
    assert drawn(case, found.shown().state) == drawn(case, states[-1])
    assert not found.looking_back


def test_a_move_typed_in_the_past_is_not_played_and_returns_to_the_end() -> None:
    found = session("castle", ["D8-C8", "Q12-Q11"])
    for line in ("C8-C3", "C8-C3 Q11-Q10"):
        found.handle("goto 1")
        assert found.prompt() == "ply 1 of 2, goto returns> "
        reply = found.handle(line)
        assert "type it now to play it" in reply.text
        assert (reply.board, found.looking_back) == (True, False)
        assert found.document.moves == ["D8-C8", "Q12-Q11"]
    found.handle("C8-C3")
    assert found.document.moves == ["D8-C8", "Q12-Q11", "C8-C3"]


def test_an_objection_typed_in_the_past_is_none() -> None:
    found = session("crungle", ["M2:9", "M14:1"], **SETUP)
    found.handle("goto 1")
    found.handle("?")
    assert found.document.moves == ["M2:9", "M14:1"]
    found.handle("?")
    assert found.document.moves == ["M2:9", "M14:1?"]


def test_enter_returns_from_the_past_and_throws_nothing() -> None:
    found = dealt("struggle", {"p2": AnyMove()})
    play_on(found, 12)
    while found.bot_turn is not None:
        found.bot_acts()
    rolling = found._rolling
    assert rolling is not None
    before = rolling.rolls(found.document)
    for line in ("", "roll", "keep", "AK"):
        found.handle("goto 0")
        assert found.looking_back
        reply = found.handle(line)
        assert reply.board
        assert not found.looking_back
        assert rolling.rolls(found.document) == before, line


@pytest.mark.parametrize("line", ["undo", "redo 0", "resign", "draw", "hint"])
def test_what_is_about_the_end_returns_there(line: str) -> None:
    found = session("castle", ["D8-C8", "Q12-Q11"])
    found.handle("goto 0")
    assert found.handle(line).board
    assert not found.looking_back


@pytest.mark.parametrize("line", ["goto 3", "goto -1", "goto x", f"goto {10**19}", "goto 1x", "goto ²"])
def test_a_ply_that_there_is_not(line: str) -> None:
    found = session("castle", ["D8-C8", "Q12-Q11"])
    assert "from 0 (the start) to 2" in found.handle(line).text
    assert not found.looking_back


def test_questions_are_about_the_board_that_is_seen() -> None:
    found = session("castle", ["D8-C8", "Q12-Q11"])
    found.handle("goto 0")
    assert "D8-C8 " in told(found, "moves D8")
    assert "D8-C8 is legal" in told(found, "why D8-C8")
    found.handle("goto 1")
    assert "no man stands on D8" not in told(found, "why Q12-Q11")
    assert "belongs to white" in told(found, "why C8-C3") or "white's" in told(found, "why C8-C3")
    assert told(found, "moves D8").startswith("no legal move") or "with D8" in told(found, "moves D8")


def test_in_the_past_no_moves_are_completed_but_questions_about_it() -> None:
    found = session("castle", ["D8-C8", "Q12-Q11"])
    found.handle("goto 0")
    assert {item.text for item in found.completions("D8")} == set()
    assert {item.text for item in found.completions("why D8-C")} == {"D8-C8"}
    assert {item.text for item in found.completions("go")} == {"goto"}
    found.handle("goto")
    assert {item.text for item in found.completions("why D8-C")} == set()


def test_the_past_of_a_finished_game_can_be_looked_at() -> None:
    found = session("crungle", STOLEN.split(), **SETUP)
    assert found.prompt() == "game over> "
    assert "the game is over" not in told(found, "goto 2")
    assert "to move" in told(found, "goto 3")
    assert "M2:2" in told(found, "moves")
    assert "the game is over; purple wins: goal" in told(found, "goto")


def test_what_was_said_of_a_ply_is_said_again_and_no_more() -> None:
    """Whether a move that nobody objected to was right, nothing tells in play."""
    found = session("crungle", ["M2:9", "M14:1?"], **SETUP)
    assert "valid" not in told(found, "goto 1")
    assert "objection overruled" in told(found, "goto 2")


# Notes and history.


def test_a_note_in_the_past_hangs_where_one_looks() -> None:
    found = session("castle", ["D8-C8", "Q12-Q11", "C8-C3"])
    found.handle("note at the end")
    found.handle("goto 1")
    assert found.handle("note   a  wide\tgap ").text == "noted on ply 1"
    found.handle("goto 0")
    found.handle("NOTE goto 5; quit")
    assert [(note.ply, note.text) for note in found.document.notes] == [
        (0, "goto 5; quit"), (1, "a  wide\tgap"), (3, "at the end"),
    ]  # fmt: skip
    assert "note: a  wide\tgap" in told(found, "goto 1")
    assert found.document.moves == ["D8-C8", "Q12-Q11", "C8-C3"]


@pytest.mark.parametrize(
    "text", ['é } \\ [Game "x', "/quit", "\u202e reversed", "\x1b[2J", "1. D8-C8", "note"]
)
def test_the_exact_text_of_a_note_is_kept(text: str) -> None:
    found = session("castle")
    found.handle(f"/note {text}")
    assert [note.text for note in found.document.notes] == [text]
    assert text in told(found, "history")


def test_history_has_numbers_and_notes() -> None:
    found = session("castle", ["D8-C8", "Q12-Q11", "C8-C3"])
    found.handle("note two\nlines")
    found.handle("goto 0")
    found.handle("note first")
    assert told(found, "history").split("\n")[:2] == ["  first", "1. D8-C8 Q12-Q11 2. C8-C3"]
    assert told(found, "history 2").split("\n")[0] == "1... Q12-Q11 2. C8-C3"
    assert told(found, "history 9") == told(found, "history")
    assert "how many" in told(found, "history 0")
    found.handle("resign")
    assert told(found, "history").split("\n")[-1] == "white wins: resign"
    assert "how many" in told(found, "history x")
    assert "nothing has been played" in told(session("castle"), "history")


def test_history_of_houses_begins_a_row_at_each_number() -> None:
    found = session("struckle", random_games(Case("struckle", 0))[0][0][:11])
    rows = told(found, "history").split("\n")
    assert [row.split()[0] for row in rows] == ["1.TB", "1.TG", "1.SB"]
    assert [len(row.split()) - 1 for row in rows] == [4, 4, 3]


def test_history_of_crungle_says_whose_each_entry_is() -> None:
    """A bet is its bettor's, whoever is to move; numbers are those that `goto` takes."""
    found = session("crungle", ["M2:9", "M14:1?", "bet:purple"], **SETUP)
    found.handle("note why not")
    rows = told(found, "history").split("\n")
    assert rows[:2] == ["1  purple  M2:9", "2  orange  M14:1?"]
    assert [row.split() for row in rows[2:]] == [["3", "purple", "bet:purple"], ["why", "not"]]
    assert told(found, "history 1").split("\n")[0] == rows[2]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_history_holds_every_move_once_and_in_order(case: Case) -> None:
    tokens, _ = random_games(case)[2]
    found = session(case.game, tokens, **case.fields)
    words = told(found, "history").split()
    number = case.game.number
    if number is None:  # a row each, with the number of the ply and whose it is
        seats = [case.game.to_move(state) for state in found._states[: len(tokens)]]
        rows = [row.split() for row in told(found, "history").split("\n")[: len(tokens)]]
        assert [row[0] for row in rows] == [str(ply) for ply in range(1, len(tokens) + 1)]
        assert [row[2] for row in rows] == tokens
        if case.game.author is None:
            assert [row[1] for row in rows] == seats
        words = [row[2] for row in rows]
    said = [word for word in words if number is None or not re.fullmatch(number.pattern, word)]
    assert said[: len(tokens)] == tokens
    state, plies = play(case.game, found.shown().state, [])
    assert (state, plies) == (found.state, 0)


# What may be seen of the past.


def test_the_past_is_seen_as_ones_own_seat_sees_it() -> None:
    found = dealt("stricken")
    found.handle("")
    order = next(token for token in found.legal_tokens() if token.startswith("F2"))
    found.handle(order)
    assert found.covered
    for line in ("goto 1", "history", "goto 0", "moves", "why pass", "hint"):
        assert "press Enter alone first" in found.handle(line).text
    found.handle("")
    said = told(found, "goto 1", "history", "note mine", "goto 0")
    assert order not in said
    assert "F[#...]" in said
    found.handle("pass")
    found.handle("pass")
    assert found.covered
    assert not found.looking_back
    assert order not in told(found, "board", "help")
    found.handle("")
    said = told(found, "history", "goto 1")
    assert order in said
    assert "mine" not in said, "a note may say what is hidden"


def test_one_person_alone_sees_their_own_view_and_notes() -> None:
    found = dealt("stricken", {"black": Says("pass")})
    order = next(token for token in found.legal_tokens() if token.startswith("F3"))
    said = told(found, order, "note my plan", "history", "goto 1")
    assert found.document.moves[0].startswith("F[#")
    assert said.count(order) >= 2
    assert said.count("my plan") >= 1
