"""Bots in a session: when they act, what they are given, and what becomes of bad ones."""

import re
from typing import Any

import msgspec
import pytest

from struckle_cli import registry
from struckle_cli.core.hooks import Dice
from struckle_cli.replay.reading import Reading
from struckle_cli.services.company import bot_named
from struckle_cli.services.judging import judge
from struckle_cli.services.scenes import scene_of
from tests.cli.crungle_support import SETUP, STOLEN
from tests.services.play_support import AnyMove, Says, dealt, play_on, replies, session, told

OTHERS = {
    "castle": ("black",), "crungle": ("orange",), "struckle": ("TG", "SB", "SG"), "stricken": ("black",),
    "struggle": ("p2", "p3"),
}  # fmt: skip


def game_with(name: str, bots: dict[str, Any]) -> Any:
    if registry.lookup(name).secrets is None:
        return session(name, bots=bots)
    return dealt(name, bots, **({"players": 3} if name == "struggle" else {}))


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("bot", ["any", "random", "greedy"])
def test_a_bot_acts_on_its_turn_and_a_person_on_theirs(name: str, bot: str) -> None:
    found = game_with(
        name, {seat: AnyMove(n) if bot == "any" else bot_named(bot) for n, seat in enumerate(OTHERS[name])}
    )
    bots = dict(found.bots)

    def look() -> None:
        seat = found.bot_turn
        assert (seat is not None) == (found.to_move in bots)
        assert seat in (None, found.to_move)
        assert not found.covered, "one person alone is never covered"

    play_on(found, 60, each=look)
    assert found.bots == bots, "a bot has been taken from the table"
    assert len(found.document.moves) > 15
    seats = {found._mover(ply) for ply in range(1, len(found.document.moves) + 1)}
    assert seats >= {*OTHERS[name]} or name == "struckle"


@pytest.mark.parametrize("name", ["stricken", "struggle"])
@pytest.mark.parametrize("mine", [0, 1])
def test_a_bot_is_given_what_its_own_seat_may_see(name: str, mine: int) -> None:
    """The view that is kept up to date is the one that the whole record gives with the seat's openings."""
    game = registry.lookup(name)
    seats = game.seats[:2]
    bots = {seat: AnyMove(n) for n, seat in enumerate(seats) if n != mine}
    found = dealt(name, bots)

    def look() -> None:
        for seat in seats:
            rolls = "" if found._rolling is None else found._rolling.rolls(found.document)
            whole = scene_of(found.document, game, seat, found._table.of(seat), rolls)
            kept = found.scene(seat)
            assert (kept.setup, kept.start, kept.state) == (whole.setup, whole.start, whole.state)
            assert ([*kept.tokens], kept.rolls) == ([*whole.tokens], whole.rolls)

    play_on(found, 70, each=look)
    assert len(found.document.moves) > 15


def test_a_bot_gets_nothing_of_others_from_a_record_in_the_open() -> None:
    bot = AnyMove()
    found = session("stricken", bots={"black": bot})
    for line in ("F2[1b1-1a1]", "F3[1a2-2a2]"):
        replies(found, line)
    beads = [shell["bead"] for shell in found.document.setup["shells"]["white"]]
    assert found.handle("board").board
    assert len(bot.scenes) == len(found.document.moves) // 2 == 2
    for scene in bot.scenes:
        whole = scene_of(
            msgspec.structs.replace(found.document, moves=found.document.moves[: len(scene.tokens)]),
            found.game, "black",
        )  # fmt: skip
        assert (scene.setup, scene.state, [*scene.tokens]) == (whole.setup, whole.state, [*whole.tokens])
        assert not any("[1" in token for token in scene.tokens)
        assert repr(beads) not in repr(scene)
    assert found.document.moves[0] == "F2[1b1-1a1]", "persons see what is in the open"


def test_a_game_of_bots_alone_plays_to_its_end() -> None:
    found = dealt("stricken", {"white": AnyMove(1), "black": AnyMove(2)})
    count = 0
    while found.bot_turn is not None:
        reply = found.bot_acts()
        assert not found.covered
        assert not found.confiding
        count += 1
    assert count == len(found.document.moves)
    assert reply.over
    assert found.document.result is not None


@pytest.mark.parametrize("name", ["stricken", "struggle"])
def test_bots_end_a_record_in_the_open_with_its_result(name: str) -> None:
    """What decides the game they may not see themselves, but it stands in the record."""
    game = registry.lookup(name)
    found = session(name, bots={seat: AnyMove(n) for n, seat in enumerate(game.seats)})
    while found.bot_turn is not None:
        found.bot_acts()
    assert found.document.result is not None
    assert not judge(Reading.of(found.document), "").problems


@pytest.mark.parametrize("name", OTHERS)
def test_the_throws_and_plays_of_a_bot_are_told(name: str) -> None:
    found = game_with(name, {seat: AnyMove(n) for n, seat in enumerate(OTHERS[name])})
    while found.bot_turn is None:
        play_on(found, 1)
    seat = found.bot_turn
    if name == "struggle":
        found.bots[seat] = Says("roll", "keep", *(2 * ["?"]))
        first = found.bot_acts().text
        assert re.match(rf"{seat} \(says\) throws [AKQJT9]{{5}}\n{seat} \(says\) keeps nothing: .+/\+", first)
        assert re.match(rf"{seat} \(says\) keeps nothing: .+/\+.+/\+", found.bot_acts().text)
        hand = found._rolling
        assert hand is not None
        dice: Dice = hand.dice
        part = dice.part(dice.plays(found.state, hand.rolls(found.document))[0])
        found.bots[seat] = Says(part)
        assert f"{seat} (says) plays " in found.bot_acts().text
        assert found.document.moves[-1].endswith(f"={part}")
        return
    plies = len(found.document.moves)
    assert found.bot_acts().text.startswith(f"{seat} (any) plays ")
    assert len(found.document.moves) == plies + 1


def test_dice_that_a_bot_keeps() -> None:
    found = dealt("struggle", {"p1": Says("")})
    first = found._rolling
    assert first is not None
    rolls = first.throw(found.document, found.state, "")
    found.bots["p1"] = Says(rolls[0])
    assert f"p1 (says) keeps {rolls[0]}: {rolls}/{rolls[0]}+" in found.bot_acts().text
    assert found.bot_turn == "p1"


WRONG = [
    "nonsense", "D8-D1", "", "quit", "undo", "?", None, 7,
    RuntimeError("boom"), RecursionError(), KeyError("x"),
]  # fmt: skip


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("answer", WRONG, ids=repr)
def test_a_bad_bot_is_told_once_and_its_seat_left_to_a_person(name: str, answer: Any) -> None:
    seat = OTHERS[name][0]
    found = game_with(name, {seat: Says(answer)})
    while found.bot_turn is None:
        play_on(found, 1)
    plies = len(found.document.moves)
    if name == "crungle" and answer == "?":
        assert "objects" in found.bot_acts().text
        return
    text = found.bot_acts().text
    assert f"the bot of {seat} (says) " in text
    assert text.endswith(f"a person plays {seat} now")
    assert "boom" not in text
    assert len(found.document.moves) == plies
    assert (found.bot_turn, found.to_move) == (None, seat)
    assert found.covered == (found.game.secrets is not None), "now two persons share the keyboard"
    play_on(found, 12)
    assert len(found.document.moves) > plies
    assert "the bot of" not in told(found, "", "board")


def test_what_a_bad_bot_answers_in_a_hidden_game_is_not_repeated() -> None:
    found = dealt("stricken", {"black": Says("F2[5b1:I] 5b1-5b2")})
    play_on(found, 1)
    text = found.bot_acts().text
    assert "5b" not in text
    assert "cannot be played" in text


def test_ctrl_c_while_a_bot_thinks_leaves_the_game_as_it_was() -> None:
    found = session("castle", ["D8-C8"], {"black": Says(KeyboardInterrupt())})
    before = found.document
    with pytest.raises(KeyboardInterrupt):
        found.bot_acts()
    assert found.document == before
    assert found.bot_turn == "black"


def test_ctrl_c_does_not_throw_the_dice_again() -> None:
    found = dealt("struggle", {"p1": Says(KeyboardInterrupt())})
    with pytest.raises(KeyboardInterrupt):
        found.bot_acts()
    rolls = found.scene("p1").rolls
    assert rolls
    with pytest.raises(KeyboardInterrupt):
        found.bot_acts()
    assert found.scene("p1").rolls == rolls


def test_words_behind_a_move_are_not_played_for_a_bot() -> None:
    found = session("castle", bots={"black": Says("Q12-Q11")})
    said = told(found, "D8-C8 Q12-Q11 C8-C3")
    assert found.document.moves == ["D8-C8", "Q12-Q11"]
    assert "2 words of that not played" in said


def test_a_person_does_not_play_for_a_bot() -> None:
    found = session("castle", ["D8-C8"], {"black": Says("Q12-Q11")})
    for line in ("Q12-Q11", "resign", "draw"):
        assert "black" in found.handle(line).text
        assert (found.document.moves, found.document.result) == (["D8-C8"], None)


# Crungle, where players watch each other.


def test_a_bot_objects_and_the_person_moves_again() -> None:
    found = session("crungle", bots={"orange": Says("?", "M14:1")}, **SETUP)
    said = told(found, "M2:9", "M2:2")
    assert "orange (says) objects" in said
    assert "objection upheld" in said
    assert found.document.moves == ["M2:9?", "M2:2", "M14:1"]


def test_a_bot_does_not_let_a_stolen_win_stand() -> None:
    bot = Says("M14:1", "M18:1")
    found = session("crungle", bots={"orange": bot}, **SETUP)
    replies(found, "M14:1", "M18:1", "M18:1")
    assert found.document.moves == [*STOLEN.split()[:-1], "M18:1?"]
    assert found.document.result is None
    assert found.to_move == "purple"


def test_a_win_by_the_rules_is_not_objected_to() -> None:
    found = session("crungle", bots={"orange": Says("M14:1", "M18:1")}, **SETUP)
    replies(found, "M14:1", "M18:1", "M14:1")
    assert found.document.result is not None
    assert found.bot_turn is None


def test_a_person_objects_to_a_bots_move_only() -> None:
    found = session("crungle", bots={"orange": Says("M2:9", "M14:1")}, **SETUP)
    said = told(found, "?", "M14:1", "?")
    assert "no move to object to" in said
    assert "objection upheld" in said
    assert found.document.moves == ["M14:1", "M2:9?", "M14:1"]


def test_a_person_does_not_object_for_a_bot() -> None:
    found = session("crungle", bots={"orange": Says("M14:1", "M18:1")}, **SETUP)
    replies(found, "M14:1", "M18:1", "M14:1")
    assert "that is for orange" in found.handle("?").text
    assert found.document.result is not None
    assert found.document.moves[-1] == "M14:1"


@pytest.mark.parametrize("bot", ["greedy", "search"])
def test_a_bot_demonstrates_the_moves_of_both_players(bot: str) -> None:
    """Who has bet has no say in what shows that they are wrong."""
    found = session("crungle", bots={"orange": bot_named(bot)}, **SETUP)
    for word in ("M14:1", "bet:purple"):
        found.handle(word)
        while found.bot_turn is not None:
            assert (found.bot_turn, found.to_move) == ("orange", "orange")
            found.bot_acts()
    assert found.document.moves[-1] == ")"
    assert (found.document.result.winners, found.document.result.reason) == (("orange",), "bet")


def test_a_person_demonstrates_the_moves_of_both_players() -> None:
    found = session("crungle", bots={"orange": bot_named("greedy")}, **SETUP)
    for word in ("bet:orange", "accept", "(", "M14:1", "M2:2"):
        assert (found.bot_turn, found.to_move) == (None, "purple")
        found.handle(word)
    assert found.document.moves == ["bet:orange", "accept", "(", "M14:1", "M2:2"]
