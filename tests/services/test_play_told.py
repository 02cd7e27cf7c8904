"""What players are told of a game beside its moves: rules, ends, undo, signs of the board."""

import re

import pytest

from struckle_cli import registry
from struckle_cli.core.outcome import Outcome
from struckle_cli.games.crungle.texts import texts
from struckle_cli.services.citing import paragraph, rulings
from struckle_cli.services.endings import in_words, over
from tests.cli.crungle_support import SETUP, STOLEN
from tests.contract import toy
from tests.contract.cases import CASES, Case
from tests.services.play_support import Says, dealt, session, told
from tests.services.test_play_words import sessions

GAMES = ("castle", "crungle", "struckle", "stricken", "struggle")


# Rules.


def test_the_rules_that_were_picked_are_told_with_their_texts() -> None:
    rows = told(session("crungle", **SETUP), "rules").split("\n")
    picked = [*SETUP["goals"], *SETUP["rules"]]
    assert [row.split()[0] for row in rows[:6]] == picked
    for row, name in zip(rows, picked, strict=False):
        assert row.endswith(texts()[name])
    assert "struckle rules crungle" in rows[6]


def test_every_goal_and_rule_of_crungle_can_be_asked_for() -> None:
    found = session("crungle", **SETUP)
    for name, text in texts().items():
        for form in (name, name.lower()):
            assert told(found, f"rules {form}").split(maxsplit=1) == [name, text]


@pytest.mark.parametrize("name", GAMES)
def test_every_ruling_can_be_quoted_in_play(name: str) -> None:
    found = session(name) if registry.lookup(name).dice is None else dealt(name)
    page = found.game.rules_text()
    numbered = rulings(page)
    assert len(numbered) >= 4
    for ruling in numbered:
        assert told(found, f"rules {ruling.lower()}") == paragraph(page, ruling)
    said = told(found, "rules")
    assert f"struckle rules {name}" in said
    assert f"{numbered[0]} to {numbered[-1]}" in said
    for word in ("C", "the", "X-99", "M99", "(", "-1"):
        if paragraph(page, word) is None:
            assert numbered[0] in told(found, f"rules {word}"), word


def test_rules_of_a_game_without_rulings() -> None:
    found = session(toy.GAME)
    assert told(found, "rules") == f"struckle rules toy prints all rules of {toy.GAME.title}"
    assert "none with a name" in told(found, "rules C-1")


def test_names_of_rules_are_completed() -> None:
    found = session("crungle", **SETUP)
    assert {item.text for item in found.completions("rules g")} == set(SETUP["goals"])
    assert {"CR-1", "CR-11"} <= {item.text for item in found.completions("rules cr")}


def test_rules_can_be_asked_at_the_cover_in_the_past_and_while_a_draw_is_offered() -> None:
    covered = dealt("stricken")
    assert covered.covered
    assert told(covered, "rules SN-1").startswith("SN-1 ")
    assert covered.covered
    found = session("castle", ["D8-C8"])
    told(found, "goto 0")
    assert told(found, "rules C-1").startswith("C-1 ")
    assert found.looking_back
    told(found, "goto", "draw")
    assert told(found, "rules C-1").startswith("C-1 ")
    assert "yes or no" in found.prompt()


# Dice.


@pytest.mark.parametrize("line", ["keep", "keep nothing", "KEEP None", "keep NOTHING"])
def test_nothing_is_kept_in_these_words(line: str) -> None:
    found = dealt("struggle")
    told(found, "", "")
    thrown = found._rolling.rolls(found.document)  # type: ignore[union-attr]
    told(found, line)
    assert found._rolling.rolls(found.document).startswith(f"{thrown}/")  # type: ignore[union-attr]
    assert "keep alone" in told(found, "help keep")


@pytest.mark.parametrize("answer", ["roll", "keep", "A", "KT"])
def test_a_hint_at_the_dice_can_be_typed(answer: str) -> None:
    """What stands before its colon, without what is in brackets."""
    found = dealt("struggle")
    told(found, "", "")
    rolls = found._rolling.rolls(found.document)  # type: ignore[union-attr]
    kept = answer if answer in ("roll", "keep") else rolls[: len(answer)]
    found.adviser = Says(kept)  # type: ignore[assignment]
    line = told(found, "hint").split(":")[0].split(" (")[0]
    assert line == ("keep" if answer in ("roll", "keep") else f"keep {kept}")
    told(found, line)
    assert found._rolling.rolls(found.document).startswith(f"{rolls}/")  # type: ignore[union-attr]


# The end.


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome(winners=("white",), reason="castle"), "white wins: castle"),
        (Outcome(winners=("p1", "p3"), reason="arrival"), "p1 and p3 win: arrival"),
        (Outcome(winners=("p1", "p2", "p4"), reason="arrival"), "p1, p2 and p4 win: arrival"),
        (Outcome(winners=(), reason="agreement"), "a draw: agreement"),
        (
            Outcome(winners=("p2",), reason="arrival", scores={"p1": 3, "p2": 9}),
            "p2 wins: arrival (scores: p1 3, p2 9)",
        ),
    ],
)
def test_an_end_is_told_in_words(outcome: Outcome, words: str) -> None:
    assert in_words(outcome) == words
    assert over(outcome) == f"the game is over; {words}"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_result_token_is_shown_to_players(case: Case) -> None:
    """Wherever a session speaks of the end."""
    for found in sessions(case):
        if found.to_move is None:
            said = told(found, "history", "goto", "hint", "why x", *found._tokens[-1:])
            assert re.search(r"win:\w|draw \(", said) is None
            assert in_words(found.document.result) in said if found.document.result else True


# Undo.


def test_undo_says_that_the_result_is_gone_and_redo_brings_it_back() -> None:
    found = session(toy.GAME, bead_piles=[1, 1])
    said = told(found, "a1", "b1")
    result = found.document.result
    assert result is not None
    assert over(result) in said
    said = told(found, "undo")
    assert said == f"the result is gone ({in_words(result)}); redo brings it back, until you leave"
    assert found.document.result is None
    assert told(found, "redo") == over(result)
    assert found.document.result == result
    told(found, "undo")
    assert "result" not in told(found, "undo")


def test_what_redo_does_not_bring_back_is_not_promised() -> None:
    found = session("castle", ["D8-C8"])
    told(found, "resign")
    assert told(found, "undo") == "the result is gone (white wins: resign)"
    told(found, "redo")
    assert found.document.result is None
    told(found, "resign")
    assert told(found, "undo 0") == "the result is gone (white wins: resign)"


def test_a_game_that_goes_on_listening_says_what_can_be_done_now() -> None:
    *moves, last = STOLEN.split()
    found = session("crungle", moves, **SETUP)
    said = told(found, last)
    assert "the game is over; purple wins: goal" in said
    for word in ("history", "goto", "save", "quit"):
        assert word in said.split("\n")[-1]


# Signs of the board.


def test_shells_are_asked_for_by_the_names_on_the_board() -> None:
    found = session("stricken")
    named = found.game.called(found.state)  # type: ignore[misc]
    assert len(named) == 24
    for word, point in named.items():
        assert word in "\n".join(row for row in _rows(found))
        for form in (word, word.upper()):
            said = told(found, f"moves {form}").split("\n", 1)
            assert said == [f"{word} stands on {point}", told(found, f"moves {point}")]
    assert f"\n{named['w1']}-" in told(found, "moves w1")
    assert "no legal move" in told(found, "moves w13")


def _rows(found: object) -> list[str]:
    from struckle_cli.core.picture import View

    picture = found.game.render(found.state, View(style="ascii"))  # type: ignore[attr-defined]
    return ["".join(span.text for span in line) for line in picture.lines]


def test_help_says_what_the_signs_of_the_board_mean() -> None:
    assert "P/D is Power/Defense" in told(session("stricken"), "help")
    assert "on the board" not in told(session("castle"), "help")
