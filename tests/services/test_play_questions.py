"""What players ask in play: which moves there are, why one is forbidden, a hint, help."""

import random
import re
from typing import Any

import msgspec
import pytest

from struckle_cli import registry
from struckle_cli.core.bots import Budget, Skill
from struckle_cli.core.game import AnyGame
from struckle_cli.engine.replayer import judge_token, syntax_fault
from struckle_cli.services.citing import paragraph, quoted
from struckle_cli.services.company import Bot
from tests.cli.crungle_support import SETUP
from tests.contract import toy
from tests.contract.cases import CASES, Case, legal, perturbed, sample_states
from tests.services.play_support import Says, dealt, play_on, session, told

GAMES = ("castle", "crungle", "struckle", "stricken", "struggle")
NEVER = {  # what is asked of a running game is never refused for these
    "castle": "after-end board rows castle-count men position decided-twice",
    "crungle": "after-end goals rules indirect start start-center start-adjacent",
    "struckle": "after-end position same-square wrong-state decided-twice",
    "stricken": "after-end shells point same-point bead bead-missing bead-both bead-twice beads claim-at "
    "opened",
    "struggle": "after-end wrong-roll cards-missing players first colours cards-seat card card-not-in-deck "
    "card-twice commitment dice dice-scheme dice-client dice-nonce dice-seed dice-opening position "
    "position-seat same-space on-black beyond-track places four-arrived",
}
"""Codes of set-ups and of records that were finished."""


# Rules that are quoted.


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_that_is_cited_stands_on_the_page(name: str) -> None:
    game = registry.lookup(name)
    assert game is not None
    assert game.cites is not None
    text = game.rules_text()
    page = " ".join(text.split())
    tokens = ["D8-D2", "I2(M2,M30):4/6", "Hd4^e5", "D!g5", "Pd4~c7c6", "Sd4@g6", "1a2x1a3", "F2[1a2:S1a3]",
              "1a2:I", "1a2:W", "AKQJ9=K3", ""]  # fmt: skip
    for code in game.codes:
        found = {start for token in tokens for start in game.cites(code, token)}
        assert bool(found) == (code.partition(".")[2] not in NEVER[name].split()), code
        for start in found:
            assert paragraph(text, start) is not None, (code, start)
        for token in tokens:
            for told_rule in quoted(game, code, token, ""):
                assert " ".join(told_rule.split()) in page


@pytest.mark.parametrize("case", [case for case in CASES if case.name != "toy"], ids=str)
def test_whatever_is_refused_is_explained_by_a_rule(case: Case) -> None:
    """Legal tokens with a character changed: each refusal of a running game cites something."""
    chance, game = random.Random(f"why {case}"), case.game
    tried = 0
    for state in sample_states(case, 2):
        moves = legal(game, state) if game.to_move(state) is not None else []
        for move in chance.sample(moves, min(len(moves), 6)):
            token = perturbed(game.format_move(move), "DMI18abcdefx:-!^~@[]=F?AKQJT9", chance)
            if syntax_fault(game, token) is None and game.why_illegal(state, game.parse_move(token)) is None:
                continue
            fault = judge_token(game, state, token, 1)
            assert quoted(game, fault.code, token, fault.message), fault
            tried += 1
    assert (
        tried
        or "decided" in str(case.fields)
        or all(game.to_move(state) is None for state in sample_states(case, 4))
    )


def test_the_ruling_that_a_reason_names_is_quoted_too() -> None:
    found = session("castle", position="w17b/19/19/9bw8/8w10/" + "/".join(["19"] * 13) + "/b17w w 7")
    assert quoted(found.game, "castle.blocked", "A1-A2", "that is so (C-3)")[-1].startswith("C-3 A move that")
    assert quoted(found.game, "castle.blocked", "A1-A2", "that is so (C-99)") != []
    assert quoted(toy.GAME, "toy.most", "a9", "see C-3") == []


WHY = [
    ("castle", {}, "D8-D1", ["castle.terrain", '"Between wall and ground a man moves exactly one square."']),
    ("castle", {"men": 16, "own_castle": "closed"}, "J8-J2", ['the rules: "']),
    ("castle", {}, "d8-c8", ["D8-C8 is legal; then black is to move"]),
    ("castle", {}, "D8", ["D8 can become D8-C8"]),
    ("castle", {}, "Z", ["castle.syntax"]),
    ("crungle", SETUP, "M2:9", ["can be played, and stands if nobody objects", "crungle.destination",
                                '"M2  to an orthogonal neighbour of own"']),
    ("crungle", SETUP, "M14:1", ["M14:1 is legal; then orange is to move"]),
    ("crungle", SETUP, "bet", ["bet:purple is legal", "purple bets"]),
    ("crungle", SETUP, "accept", ["crungle.no-bet", "Between moves either player may bet"]),
    ("crungle", SETUP, "?", ["there is no move to object to"]),
    ("struckle", {}, "Db6c5!g5", ["struckle.not-promoted", "A piece that enters a gold square"]),
    ("struckle", {}, "Hb5", ["struckle.wrong-piece", "in the order D, H, P, S"]),
    ("struckle", {}, "D-", ["D- is legal; then TB's Hero is to move"]),
    ("stricken", {}, "1b1x1c1", ["stricken.own-shell", "Attack `1a2x1a3`"]),
    ("stricken", {}, "claim", ["stricken.claim-early", "SN-7"]),
    ("stricken", {}, "pass", ["pass is legal", "then black is to move"]),
    ("struggle", {}, "K1", ["a roll is due"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "setup", "token", "words"), WHY, ids=lambda item: str(item)[:20])
def test_why(name: str, setup: dict[str, Any], token: str, words: list[str]) -> None:
    found = session(name, **setup)
    said = told(found, f"why {token}")
    for word in words:
        assert word in said
    assert found.document.moves == []


def test_why_with_dice() -> None:
    found = dealt("struggle", {"p2": Says("-")}, players=2)
    found.handle("")
    rolling = found._rolling
    assert rolling is not None
    rolls = rolling.rolls(found.document)
    part = found.legal_tokens()[0]
    said = told(found, f"why {part}")
    assert f"{rolls}={part} is legal; then p2 is to move" in said
    assert len(said.split("\n")) > 1, "what it leads to"
    assert f"{rolls[0]} can be kept" in told(found, f"why {rolls[0]}")
    absent = next((face for face in "AKQJT9" if face not in rolls), "A")
    if absent not in rolls:
        assert "struggle.kept-not-rolled" in told(found, f"why {absent}{absent}")
        assert "The player rolls five dice" in told(found, f"why {absent}{absent}")
    assert rolling.rolls(found.document) == rolls, "asking throws nothing"
    assert found.document.moves == []


@pytest.mark.parametrize("line", ["why", "why D8-C8 Q12-Q11"])
def test_why_wants_one_token(line: str) -> None:
    assert "why TOKEN" in session("castle").handle(line).text


def test_why_when_the_game_is_over() -> None:
    found = session("castle")
    found.handle("resign")
    assert "the game is over; black wins: resign" in found.handle("why D8-C8").text


# Moves.


def test_moves_that_begin_so_and_moves_that_name_it() -> None:
    found = session("castle")
    first = told(found, "moves D8").split("\n")
    assert {token.partition("-")[0] for token in first[0].split()} == {"D8"}
    second = told(found, "moves C8").split("\n")
    assert second == ["with C8: D8-C8"]
    assert "no legal move begins with E10 or names it" in told(found, "moves E10")
    house = session("struckle")
    assert "with b5: Da6b5" not in told(house, "moves b5")
    named = told(house, "moves c5")
    assert named.startswith("with c5: D")
    assert all("c5" in token for token in named.split()[2:])


def test_moves_with_dice_name_a_piece() -> None:
    for _ in range(20):
        found = dealt("struggle")
        found.handle("")
        found.handle("")
        letters = {letter for token in found.legal_tokens() for letter in token if letter.isalpha()}
        for letter in letters:
            said = told(found, f"moves {letter}")
            assert re.search(rf"^  .*{letter}[1-5]", said, re.MULTILINE)
        if letters:
            return
    raise AssertionError("no hand of twenty moves anything")


# Hints.


@pytest.mark.parametrize("name", ["castle", "crungle", "struckle", "stricken"])
def test_a_hint_can_be_played_and_plays_nothing(name: str) -> None:
    found = session(name) if name != "stricken" else dealt(name, {"black": Says("pass")})
    found.adviser = Bot("greedy", Budget(nodes=20))
    before = found.document
    said = told(found, "hint")
    assert found.document == before
    token = re.match(r"play (\S+)", said)
    assert token is not None, said
    assert token[1] in found.legal_tokens()
    assert told(found, "hint") == said, "the same position, the same hint"


def test_a_hint_with_dice_keeps_or_plays() -> None:
    found = dealt("struggle", {"p2": Says("roll")}, players=2)
    assert "Enter throws" in told(found, "hint")
    found.handle("")
    found.adviser = Bot("random")
    assert re.match(r"(?:keep|play) ", told(found, "hint"))


def judged(game: AnyGame) -> AnyGame:
    """The toy game with a judgement: the more beads are gone, the better for `left`."""
    skill = Skill(value=lambda state, seat: (12 - sum(state.piles)) / 12 * (1 if seat == "left" else -1))
    return msgspec.structs.replace(game, skill=skill)


def test_a_hint_says_what_it_is_worth() -> None:
    found = session(judged(toy.GAME), bead_piles=[3, 4, 5])
    found.adviser = Bot("greedy")
    assert told(found, "hint").split("\n")[:2] == [
        "play c5", "left stands at +0.00 now, +0.42 after it (1 is won, 0 even, -1 lost)"
    ]  # fmt: skip
    found = session(judged(toy.GAME), bead_piles=[2])
    assert told(found, "hint") == "play a2\nit wins"


def test_a_hint_to_object() -> None:
    found = session("crungle", ["M2:9"], **SETUP)
    found.adviser = Says("?")  # type: ignore[assignment]
    assert "object" in told(found, "hint")
    assert found.document.moves == ["M2:9"]


@pytest.mark.parametrize("answer", ["nonsense", "", RuntimeError("boom"), "undo"])
def test_a_bad_adviser_is_no_crash(answer: Any) -> None:
    found = session("castle")
    found.adviser = Says(answer)  # type: ignore[assignment]
    said = told(found, "hint")
    assert "there is no hint here" in said
    assert "boom" not in said


def test_no_hint_when_the_game_is_over() -> None:
    found = session("castle")
    found.handle("resign")
    assert "over" in told(found, "hint")


@pytest.mark.parametrize("name", GAMES)
def test_no_hint_on_the_turn_of_a_bot(name: str) -> None:
    """It would be made of what only that bot may see."""
    bots, adviser = {seat: Says("x") for seat in registry.lookup(name).seats}, Says("x")
    found = dealt(name, bots) if name in ("stricken", "struggle") else session(name, bots=bots)
    found.adviser = adviser  # type: ignore[assignment]
    assert found.handle("hint").text == f"it is the turn of {found.bot_turn} (says)"
    assert not adviser.asked


# Help.


@pytest.mark.parametrize("name", GAMES)
def test_help_has_examples_that_can_be_typed(name: str) -> None:
    """What it shows of the present position can be played, asked about, or goes on."""
    found = session(name) if name not in ("struggle", "stricken") else dealt(name, {
        seat: Says("pass") for seat in registry.lookup(name).seats[1:2]
    })  # fmt: skip
    for _ in range(3):
        if found._rolling is not None and not found.legal_tokens():
            found.handle("")
        said = told(found, "help")
        tokens = found.legal_tokens()
        why = re.search(r"like why (\S+)\)", said)
        assert why is not None
        assert why[1] in tokens
        asked = re.search(r"like moves (\S+)\)", said)
        assert asked is not None
        assert any(token.startswith(asked[1]) for token in tokens)
        play_on(found, 1)
        if found.bot_turn is not None:
            break


def test_help_on_one_command() -> None:
    found = session("castle")
    assert told(found, "help undo").startswith("undo [N]: take back")
    assert told(found, "? q").startswith("quit: ")
    assert "no command 'nonsense'" in told(found, "help nonsense")


@pytest.mark.parametrize("name", GAMES)
def test_help_names_the_commands_of_the_game_and_completion_the_same(name: str) -> None:
    found = session(name)
    lines = {line.split(":")[0].split()[0] for line in told(found, "help").split("\n")[1:]}
    offered = {item.text for word in lines for item in found.completions(word[:3])}
    for word, there in (
        ("resign", name in ("castle", "stricken")),
        ("draw", name in ("castle", "stricken", "crungle")),
        ("roll", name == "struggle"),
        ("secrets", name in ("struggle", "stricken")),
        ("flip", len(found.game.viewers) > 1),
        ("why", True),
    ):
        assert (word in lines) == there, word
        assert (word in offered) == there, word


def test_help_at_the_cover_shows_no_token() -> None:
    found = dealt("stricken")
    said = told(found, "help")
    assert "like" not in said.replace("(like rules SN-1)", "")  # which is no token
    found.handle("")
    assert "like" in told(found, "help")
