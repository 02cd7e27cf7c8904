"""What is hidden in play stays so: in replies, completions, the past, hints, and what is said of bad bots."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from struckle_cli.core.bots import Budget
from struckle_cli.core.picture import View
from struckle_cli.services.company import Bot
from struckle_cli.services.play import Session
from tests.cli.stricken_support import LONG, SEATS, closed_twins
from tests.cli.struggle_support import DECK, closed, committed, nonce_of, open_game, opening, seeded_dice
from tests.services.play_support import AnyMove, Says, dealt, from_items, masked, play_on, session

ASKED = (
    "help", "", "?", "board", "moves", "moves 1a2", "moves K", "why pass", "why claim", "why 1a2x1a3",
    "why F2[5b1:I]", "why 5b1:I", "why K1", "why AK", "hint", "history", "history 3", "goto 0", "moves",
    "why pass", "goto 1", "goto 2", "history", "goto", "note mine", "history", "redo", "secrets", "foo",
    "F2[", "=", "flip", "save", "", "moves", "moves K", "why K1", "hint", "keep 99", "5b1-5b2",
    "1b1-1b2", "5b1:W", "K1", "AAKK=K4", "roll", "undo", "",
)  # fmt: skip
"""Whatever can be asked, and tokens that are mostly illegal."""


def heard(found: Session, lines: Sequence[str]) -> Iterator[str]:
    """All that a session says and shows to some lines, as long as nobody else is at the keyboard."""
    seat = found.to_move
    for line in lines:
        if found.to_move != seat:
            return
        yield line
        yield found.prompt()
        for text in ("", "m", "moves ", "why 5", "why F2[", "F", "=", "K", "1", "5b"):
            yield repr(found.completions(text))
        reply = found.handle(line)
        yield repr(reply._replace(text=masked(reply.text)))
        shown = found.shown()
        yield masked(found.game.render(shown.state, View(last=shown.last, edge=found.viewer)).text())
        yield masked(repr((shown.last, shown.ply, shown.total)))


def everything(found: Session, lines: Sequence[str] = ASKED) -> str:
    found.adviser = Bot("greedy", Budget(nodes=20))
    return "\n".join(heard(found, lines))


def struggle_twins(limit: int, viewer: str) -> list[tuple[dict[str, Any], list[dict[str, str]]]]:
    """Two games whose dice and moves are the same, and whose other cards are not."""
    item, keys = committed(open_game(3, 3, limit, dice=seeded_dice()), "0123456789abcdef" * 2)
    cards = {key["value"] for key in keys}
    other = iter(card for card in DECK if card not in cards)
    found = [(item, keys)]
    changed = [
        opening(key["seat"], "card", next(other), nonce_of(f"other {key['seat']}"))
        if key["what"] == "card" and key["seat"] != viewer
        else key
        for key in keys
    ]
    made = committed({**open_game(3, 3, limit, dice=seeded_dice()), "id": item["id"]}, item["id"])[0]

    made["setup"]["cards"] = {
        key["seat"]: closed(key, item["id"]) for key in changed if key["what"] == "card"
    }
    return [*found, (made, changed)]


@pytest.mark.parametrize("company", ["persons", "bots"])
@pytest.mark.parametrize(("number", "limit"), [(0, 4), (1, 9), (2, 5)])
def test_stricken_games_that_look_alike_to_a_seat_sound_alike(number: int, limit: int, company: str) -> None:
    viewer = SEATS[limit % 2]
    bots = {SEATS[1 - limit % 2]: Says("pass")} if company == "bots" else {}
    said = []
    for item, keys in closed_twins(LONG[number], limit, viewer, limit):
        found = from_items(item, keys, bots)
        assert found.to_move == viewer
        assert found.covered == (not bots)
        said.append(everything(found))
    assert said[0] == said[1]


@pytest.mark.parametrize("company", ["persons", "bots"])
@pytest.mark.parametrize("limit", [3, 7])
def test_struggle_games_that_look_alike_to_a_seat_sound_alike(limit: int, company: str) -> None:
    viewer = ("p1", "p2", "p3")[limit % 3]
    bots = {seat: Says("roll") for seat in ("p1", "p2", "p3") if seat != viewer} if company == "bots" else {}
    said = []
    for item, keys in struggle_twins(limit, viewer):
        found = from_items(item, keys, bots)
        if found.to_move != viewer:
            pytest.fail(f"{found.to_move} is to move")
        said.append(everything(found))
    assert said[0] == said[1]


@pytest.mark.parametrize("name", ["stricken", "struggle"])
def test_the_laws_above_would_find_what_is_told(name: str) -> None:
    """The twins do differ: whoever holds the other secrets hears something else."""
    twins = closed_twins(LONG[0], 4, "white", 4) if name == "stricken" else struggle_twins(3, "p1")
    other = "black" if name == "stricken" else "p2"
    said = []
    for item, keys in twins:
        found = from_items(item, keys)
        found._look(other)
        shown = found.shown()
        said.append(masked(found.game.render(shown.state, View()).text()))
    assert said[0] != said[1]


@pytest.mark.parametrize("name", ["stricken", "struggle"])
@pytest.mark.parametrize("persons", [1, 2, 3])
def test_secrets_of_others_are_never_said(name: str, persons: int) -> None:
    """In a whole game: values and nonces of other seats, and the seed, are in nothing that a person gets."""
    seats = SEATS if name == "stricken" else ("p1", "p2", "p3")
    bots = {seat: AnyMove(n) for n, seat in enumerate(seats) if n >= persons}
    found = dealt(name, bots, **({} if name == "stricken" else {"players": 3}))
    secrets = {key: (key.nonce, key.value) for held in found._table.secrets.values() for key in held}
    asked = ("board", "moves", "history", "help", "goto 0", "goto", "why pass", "why K1", "hint", "note x")

    def look() -> None:
        eye = found._eye if found._alone is None else found._alone
        said = "" if found.bot_turn else everything(found, asked if len(found.document.moves) % 5 < 2 else ())
        for key, texts in secrets.items():
            if key.seat != eye or found.covered:
                assert not any(text in said for text in texts), key.key

    play_on(found, 60, each=look)
    assert len(found.document.moves) > 10


def test_several_persons_and_a_bot_in_between() -> None:
    """What one person has seen goes from the screen before a bot acts, and the next one is covered."""
    found = dealt("struggle", {"p2": AnyMove()}, players=3)
    assert found.covered
    found.handle("")
    assert found.confiding
    found.handle("")
    reply = found.handle(found.legal_tokens()[0])
    assert reply.clear
    assert (found.covered, found.confiding, found.bot_turn) == (False, False, "p2")
    hidden = found.handle("secrets").text
    assert hidden == "nothing of this game is your secret"
    while found.bot_turn is not None:
        found.bot_acts()
    assert found.covered
    assert found.to_move == "p3"


def test_a_draw_is_answered_by_a_bots_own_view() -> None:
    scenes = AnyMove()
    found = dealt("stricken", {"black": scenes})
    found.handle("draw")
    assert found._offer is None
    assert not found.covered


def test_no_seat_but_the_one_alone_is_ever_shown() -> None:
    found = dealt("struggle", {"p1": AnyMove(1), "p3": AnyMove(2)}, players=3)

    def look() -> None:
        assert (found._eye, found.covered, found.confiding) == ("p2", False, False)

    play_on(found, 40, each=look)
    assert found.handle("secrets").text.startswith("card: ")


class Interrupting(Exception):
    """Stands for Ctrl-C."""


@pytest.mark.parametrize("name", ["castle", "stricken", "struggle"])
@pytest.mark.parametrize("where", ["_look", "_save", "_pass_on", "_after_secret_ply"])
def test_a_ply_that_is_interrupted_anywhere_is_played_or_not(name: str, where: str) -> None:
    """Whatever has been done by then, the next line finds a game in which all fits together."""
    for count in (1, 2, 3):
        found = session(name) if name == "castle" else dealt(name)
        play_on(found, 7)
        real, calls = getattr(found, where), []

        def once(*given: Any, real: Any = real, calls: Any = calls, count: int = count) -> Any:
            calls.append(given)
            if len(calls) == count:
                raise Interrupting
            return real(*given)

        while found.covered or not found.legal_tokens():
            found.handle("")
        plies = len(found.document.moves)
        setattr(found, where, once)
        with contextlib.suppress(Interrupting):
            found.handle(found.legal_tokens()[0])
        setattr(found, where, real)
        found.handle("board")
        assert len(found.document.moves) in (plies, plies + 1)
        assert found.shown().total == len(found.document.moves)
        assert not found.unsaved
        assert found._eye in (None, found.to_move)
        assert found.covered == (name != "castle" and found._eye is None)
        play_on(found, 5)
        assert len(found.document.moves) > plies


@pytest.mark.parametrize("line", ["undo", "redo", "undo 3"])
@pytest.mark.parametrize(("where", "count"), [("_look", 2), ("_save", 1)])
def test_taking_back_that_is_interrupted_is_done_or_not(line: str, where: str, count: int) -> None:
    found = session("castle")
    play_on(found, 7)
    found.handle("undo")
    real, calls = getattr(found, where), []

    def once(*given: Any) -> Any:
        calls.append(given)
        if len(calls) == count:  # the look before the line is the first one
            raise Interrupting
        return real(*given)

    setattr(found, where, once)
    with pytest.raises(Interrupting):
        found.handle(line)
    setattr(found, where, real)
    found.handle("board")
    assert found.shown().total == len(found.document.moves)
    assert found.shown().last == found.document.moves[-1]
