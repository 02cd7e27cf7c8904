"""What a page holds of a record: notes, faults, broken records, views, and who is shown what."""

import json
from typing import Any

import msgspec
import pytest

from struckle_cli.core.drawing import Look
from struckle_cli.registry import lookup
from struckle_cli.replay.document import Document
from struckle_cli.replay.reading import Reading
from struckle_cli.services import pages
from struckle_cli.services.pages import PUBLIC, PageGame, page_game
from struckle_cli.services.show import setup_facts
from tests.cli.hidden_support import half, whole
from tests.cli.stricken_support import LONG, closed_twins, open_game
from tests.cli.support import DECIDED, record
from tests.replay.commitments_support import read
from tests.report.page_support import Film, page_of


def paged(item: dict[str, Any], **more: Any) -> tuple[PageGame, dict[str, Any]]:
    """A record for a page, and as the page has it."""
    game = page_game(read(item), "g.json", **more)
    return game, page_of([game]).games[0]


def test_notes_hang_on_their_plies() -> None:
    notes = [{"ply": 0, "text": "before"}, {"ply": 1, "text": "two\nlines"}, {"ply": 1, "text": "more"}]
    _, data = paged(record(["D8-C8"], notes=notes))
    assert data["views"][0]["notes"] == [[0, "before"], [1, "two\nlines"], [1, "more"]]


def test_a_game_without_moves_has_its_start() -> None:
    game, data = paged(record(players={"white": "Ana"}))
    film = Film(data)
    assert (game.valid, game.plies, len(film), film.tokens) == (True, 0, 1, [])
    assert film.statuses == ["white to move"]
    assert data["heading"] == "Castle: Ana (white)"


def test_a_decided_set_up_shows_how_it_ended() -> None:
    result = {"winners": ["white"], "reason": "castle"}
    game, data = paged(record(result=result, setup={"position": DECIDED}))
    assert game.valid
    assert Film(data).statuses == ["win:white (castle)"]


def test_a_result_that_players_gave_stands_behind_the_last_ply() -> None:
    result = {"winners": ["black"], "reason": "resign"}
    _, data = paged(record(["D8-C8", "Q12-Q11"], result))
    assert Film(data).statuses == ["white to move", "black to move", "win:black (resign)"]
    assert data["result"] == "win:black (resign)"


def test_a_fault_stands_at_its_ply_with_the_nearest_token() -> None:
    game, data = paged(record(["D8-C8", "Q12-E12", "nonsense", "C8-C7"]))
    film = Film(data)
    assert (game.valid, game.plies, game.entries, len(film)) == (False, 1, 4, 2)
    (ply, severity, code, text), second = film.view["faults"]
    assert (ply, severity, code) == (2, "error", "castle.blocked")
    assert text.endswith("; nearest legal: Q12-M12")
    assert second[:1] == [3]


def test_a_fault_of_the_result_belongs_to_no_ply() -> None:
    game, data = paged(record(["D8-C8"], {"winners": ["white"], "reason": "castle"}))
    assert not game.valid
    assert [fault[:3] for fault in data["views"][0]["faults"]] == [[0, "error", "result.not-reached"]]
    assert len(Film(data)) == 2


def test_a_warning_leaves_a_record_valid() -> None:
    setup = {"goals": ["G3", "G7"], "rules": ["M2", "M11", "I2", "M16"], "start": {"orange": 1, "purple": 9}}
    item = {"format": 1, "game": "crungle", "setup": setup, "moves": ["M2:1", "M2:2"], "result": None}
    game, data = paged(item)
    assert game.valid
    assert {fault[1] for fault in data["views"][0]["faults"]} == {"warning"}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"setup": {"men": 99}}, "castle.men"),
        ({"setup": {"board": "nowhere"}}, "castle.board"),
        ({"game": "nothing"}, "record.game"),
    ],
)
def test_a_broken_record_has_its_faults_and_no_board(change: dict[str, Any], code: str) -> None:
    game, data = paged(record(["D8-C8"], players={"white": "Ana"}) | change)
    film = Film(data)
    assert not game.valid
    assert len(film) == 0
    assert code in [fault[2] for fault in film.view["faults"]]
    assert film.drawings() == film.positions() == []
    assert film.tokens == ["D8-C8"]


def test_what_is_no_record_at_all_has_its_faults() -> None:
    reading = Reading(3, "json", 1, 0, b"", None, [])
    game = page_game(reading, "x.json")
    assert (game.title, game.number, game.entries, game.result, game.players) == ("", 3, 0, "", ())
    assert page_of([game]).games[0]["heading"] == "A broken record"


def test_of_a_record_that_is_endless_the_first_plies_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "DRAWN", 2)
    game, data = paged(record(["D8-C8", "Q12-Q11", "C8-D8", "Q11-Q12", "D8-C8"]))
    film = Film(data)
    assert (game.valid, game.plies, game.entries, len(film), len(film.drawings())) == (True, 5, 5, 3, 3)


# --- who sees what ------------------------------------------------------------------------------


def test_an_open_record_has_a_view_for_everybody() -> None:
    item = open_game(LONG[0], 3, 12)
    game, _ = paged(item)
    assert [view.seat for view in game.views] == ["", "white", "black", PUBLIC]
    struggle, _ = paged(half())
    assert [view.seat for view in struggle.views] == ["", "p1", "p2", "p3", PUBLIC]


@pytest.mark.parametrize("seat", ["white", "black", PUBLIC])
def test_a_view_of_the_switch_is_what_a_page_for_that_seat_holds(seat: str) -> None:
    """But for the edge from which the board is drawn, which the switch leaves as it is."""
    item = open_game(LONG[0], 3, 14) | {"notes": [{"ply": 1, "text": "a secret"}]}
    game, data = paged(item)
    number = [view.seat for view in game.views].index(seat)
    film, own = Film(data, number), Film(paged(item, seat=seat)[1])
    for name in ("tokens", "shown", "remarks", "statuses"):
        assert getattr(film, name) == getattr(own, name), name
    assert [drawn.facts for drawn in film.drawings()] == [drawn.facts for drawn in own.drawings()]
    for name in ("setup", "notes", "pending", "plies", "valid", "faults"):
        assert film.view[name] == own.view[name], name
    assert film.view["notes"] == []


def test_nothing_is_switched_where_everybody_sees_all() -> None:
    """A Struggle record with its result is public; Castle hides nothing."""
    ended = whole()
    assert ended["result"]
    for item in (ended, record(["D8-C8"])):
        assert [view.seat for view in paged(item)[0].views] == [""]


def test_a_committed_record_shows_just_what_it_holds() -> None:
    [(item, keys), _] = closed_twins(LONG[0], 3, "white", 12)
    game, data = paged(item)
    assert [view.seat for view in game.views] == [""]
    assert len(game.views[0].pending) == len(keys)
    reading = read(item)
    assert reading.document is not None
    assert [tuple(fact) for fact in data["views"][0]["setup"]] == setup_facts(reading, reading.document)
    redacted = item | {"reveals": [key for key in keys if key["seat"] == "white"]}
    assert len(paged(redacted)[0].views) == 1


def test_a_page_for_a_seat_of_a_record_that_nobody_can_judge_holds_only_why() -> None:
    item = record(["a secret move"], players={"white": "Ana"}) | {"game": "nothing"}
    game, data = paged(item, seat="white")
    assert (game.game, game.players, game.tags, game.entries, game.result) == ("", (), (), 0, "")
    assert [fault[2] for fault in data["views"][0]["faults"]] == ["commit.unclear"]
    unclear = open_game(LONG[0], 3, 4)
    unclear["moves"][0] = "F2[my secret]"
    game, data = paged(unclear, seat="white")
    assert (game.players, game.entries, game.valid) == ((), 0, False)
    assert "my secret" not in json.dumps(data)


def test_openings_of_ones_own_are_opened_without_a_seat_too() -> None:
    [(item, keys), _] = closed_twins(LONG[0], 3, "white", 12)
    found = [msgspec.convert(key, type(read(item | {"reveals": keys}).document.reveals[0])) for key in keys]
    game = page_game(read(item), "g.json", openings=found)
    assert game.views[0].pending == ()


def test_a_page_for_a_seat_is_drawn_from_its_edge() -> None:
    start = [Film(paged(record(), **more)[1]).drawings()[0] for more in ({"seat": "black"}, {})]
    castle = lookup("castle")
    document = Document(format=1, game="castle", moves=[], result=None)
    state = Reading.of(document).bound.start

    assert start == [castle.draw(state, Look(edge="black")), castle.draw(state, Look())]
