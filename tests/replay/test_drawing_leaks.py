"""Pictures made for a seat hold nothing of what it may not see, whatever lies in the record or beside it."""

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from struckle_cli.core.errors import UsageError
from struckle_cli.core.game import AnyGame
from struckle_cli.registry import lookup
from struckle_cli.replay.writer import encode
from struckle_cli.report.svg import svg
from struckle_cli.services.boards import Board, boards
from struckle_cli.services.drawings import drawing
from struckle_cli.services.loading import Loaded, seen_by
from tests.cli import struggle_support
from tests.cli.stricken_support import LONG, SEATS, Item, Key, closed_twins, keys_of, masked, twins
from tests.replay.commitments_support import document, loaded, openings, read
from tests.replay.commitments_support import twins as committed_cards
from tests.replay.stricken_hidden_support import Command

CARDS = struggle_support.SEATS[:3]


def pictures(item: Item, seat: str, own: list[Key] | None = None, every: int = 1) -> list[bytes]:
    """The bytes of pictures that a seat gets of a record, with the targets of some pieces."""
    whole = loaded(item)
    reading = seen_by(whole.reading, seat, openings(own or []))
    assert reading.document is not None
    assert reading.bound is not None
    seen = Loaded(reading, reading.document, whole.game, reading.bound.start, whole.source)
    found = []
    for board in list(boards(seen, None, True))[::every]:
        found.append(svg(drawing(whole.game, board, seat), board.caption).encode())
        if whole.game.called is not None and whole.game.to_move(board.state) is not None:
            side = whole.game.to_move(board.state)
            names = [name for name in whole.game.called(board.state) if name[0] == str(side)[0]]
            found += [targets(whole.game, board, seat, name) for name in names[:2]]
    return found


def targets(game: AnyGame, board: Board, seat: str, name: str) -> bytes:
    """The bytes of the picture of a piece's targets, or the words by which it is refused for want of any."""
    try:
        return svg(drawing(game, board, seat, name), board.caption).encode()
    except UsageError as error:
        return error.message.encode()


def beads_of(raw: bytes, seat: str) -> list[str]:
    """What pictures tell of a side's beads."""
    return re.findall(rf"{seat}'s shell \d+ on \S+ Power/Defense [^<]*, bead (\S+?)[ <]", raw.decode())


def other(seat: str) -> str:
    return SEATS[1 - SEATS.index(seat)]


# --- Stricken -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("number", range(len(LONG)))
def test_open_games_that_look_alike_to_a_seat_are_drawn_alike(number: int, seat: str) -> None:
    for seed, limit in enumerate((3, 9, 40)):
        one, two = twins(LONG[number], seed, seat, limit)
        first, second = (pictures(item, seat, every=1 + limit // 9) for item in (one, two))
        assert first == second
        raw = b"".join(first)
        secrets = [key["value"] for key in keys_of(one) + keys_of(two) if key["seat"] != seat]
        assert not any(secret.encode() in raw for secret in secrets)
        assert not re.search(rf"{other(seat)}: order of turn [^<]*: (?!hidden)".encode(), raw)
        for bead in beads_of(raw, other(seat)):
            assert bead[-1] == "?" or sorted(bead.upper()) == sorted("IWPS")
        assert beads_of(raw, other(seat))
        assert not any("?" in bead for bead in beads_of(raw, seat)), "its own it does see"


@pytest.mark.parametrize("seat", SEATS)
def test_committed_games_that_look_alike_to_a_seat_are_drawn_alike(seat: str) -> None:
    """With all openings in the record, and with those of the seat beside it: the others open nothing."""
    for seed, limit in enumerate((5, 12)):
        drawn = []
        for item, keys in closed_twins(LONG[seed], seed, seat, limit):
            own = [key for key in keys if key["seat"] == seat]
            found = [*pictures(item | {"reveals": keys}, seat, every=3), *pictures(item, seat, keys, 3)]
            assert found == [*pictures(item | {"reveals": own}, seat, every=3), *pictures(item, seat, own, 3)]
            drawn.append([masked(raw) for raw in found])
            hidden = [key for key in keys if key["seat"] != seat]
            assert not any(key["nonce"].encode() in raw for key in hidden for raw in found)
        assert drawn[0] == drawn[1]


def test_the_games_that_look_alike_do_look_different_in_the_open() -> None:
    """The laws above would say nothing if the pictures of both were the same to everybody."""
    for number, seat in enumerate(SEATS):
        one, two = twins(LONG[number], number, seat, 9)
        assert pictures(one, other(seat)) != pictures(two, other(seat))


# --- Struggle -----------------------------------------------------------------------------------


def dealt(number: int, seat: str, limit: int) -> Iterator[Item]:
    """Two running games in the open that differ only in the cards of others."""
    item = struggle_support.open_game(number, 3, limit)
    assert item["result"] is None
    yield item
    changed, cards = copy.deepcopy(item), item["setup"]["cards"]
    left = [card for card in struggle_support.DECK if card not in cards.values()]
    changed["setup"]["cards"] = {one: card if one == seat else left.pop() for one, card in cards.items()}
    yield changed


@pytest.mark.parametrize("seat", CARDS)
def test_open_games_that_differ_in_the_cards_of_others_are_drawn_alike(seat: str) -> None:
    for number, limit in enumerate((0, 5, 14)):
        one, two = dealt(number, seat, limit)
        raw = pictures(one, seat)
        assert raw == pictures(two, seat)
        for item in (one, two):
            hidden = [card for whose, card in item["setup"]["cards"].items() if whose != seat]
            assert not any(card.encode() in b"".join(raw) for card in hidden)
        own = one["setup"]["cards"][seat]
        assert any(spelled in b"".join(raw).decode() for spelled in (own, " ".join(own))), "its own it sees"


@pytest.mark.parametrize("dice", [False, True])
@pytest.mark.parametrize("seat", CARDS)
def test_committed_games_that_differ_in_what_others_hold_are_drawn_alike(seat: str, dice: bool) -> None:
    drawn = []
    for item in committed_cards(3, seat, dice):
        assert read(item).sound
        found = pictures(item, seat)
        hidden = [key for key in item["reveals"] if key["seat"] != seat]
        assert not any(
            key[part].encode() in raw for key in hidden for part in ("value", "nonce") for raw in found
        )
        drawn.append([masked(raw) for raw in found])
    assert drawn[0] == drawn[1]


# --- the command --------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["auto", "dark"])
@pytest.mark.parametrize("seat", SEATS)
def test_the_command_writes_the_same_picture_of_both_games(
    command: Command, tmp_path: Any, seat: str, theme: str
) -> None:
    stricken = lookup("stricken")
    one, two = twins(LONG[1], 7, seat, 12)
    path, own = tmp_path / "g.json", tmp_path / "own.secrets"
    for at in (0, 4, 9, 12):
        written = []
        for item in (one, two):
            path.write_bytes(encode(document(item), stricken, "json"))
            ran = command("render", path, "--style", "svg", "--as", seat, "--at", at, "--theme", theme)
            assert (ran.code, ran.err) == (0, b"")
            written.append(ran.out)
        assert written[0] == written[1]
        shown = command("render", path, "--style", "svg", "--at", at, "--theme", theme).out
        assert shown != written[1], "who may see all sees more"
    for item, keys in closed_twins(LONG[1], 7, seat, 12):
        path.write_bytes(encode(document(item), stricken, "json"))
        own.write_text(json.dumps([key for key in keys if key["seat"] == seat]))
        ran = command(
            "render", path, "--style", "svg", "--as", seat, "--secrets", own, "--theme", theme, "--at", 12
        )
        assert (ran.code, ran.err) == (0, b"")
        assert not any(key["value"].encode() in ran.out for key in keys if key["seat"] != seat)


@pytest.mark.parametrize("seat", CARDS)
def test_the_command_writes_the_same_picture_whatever_cards_others_hold(
    command: Command, tmp_path: Any, seat: str
) -> None:
    written = []
    for item in dealt(5, seat, 8):
        path = struggle_support.put(tmp_path / "g.json", item)
        ran = command("render", path, "--style", "svg", "--as", seat)
        assert (ran.code, ran.err) == (0, b"")
        written.append(ran.out)
        others = [card for whose, card in item["setup"]["cards"].items() if whose != seat]
        assert not any(card.encode() in ran.out for card in others)
    assert written[0] == written[1]
