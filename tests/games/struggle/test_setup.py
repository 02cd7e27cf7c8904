"""Set-ups and position strings of Struggle: what is meant, and every fault with its place."""

from typing import Any

import pytest

from struckle_cli.core.errors import NotationError
from struckle_cli.core.resources import data_path
from struckle_cli.games.struggle import GAME
from struckle_cli.games.struggle import board as board_module
from struckle_cli.games.struggle.board import TRACKS
from tests.games.struggle.helpers import CARDS, bound, codes_of, faults_of, play, text

HIDDEN = "#" + "0" * 64
DICE = {"scheme": "hmac-sha256", "commit": HIDDEN, "client": "ana,ben"}
OPEN = {**DICE, "nonce": "1" * 64, "seed": "2" * 64}


def _without(part: str, table: dict[str, Any]) -> dict[str, Any]:
    return {key: table[key] for key in table if key != part}


def test_the_defaults() -> None:
    state = bound()
    assert text(state) == "K:0 Q:0 J:0 T:0 9:0 p1 1"
    assert state == bound(players=2, first="p1", track="struggle-32", deck="rebuilt", dice="declared")
    assert GAME.seated(state.setup) == ("p1", "p2")
    assert GAME.seated(bound(players=4).setup) == GAME.seats
    assert state.setup.cards == (None, None)


def test_the_tracks_are_those_of_the_data() -> None:
    found = {path.stem for path in data_path(board_module.__file__, "").glob("*.txt")} - {"rebuilt-deck"}
    assert found == set(TRACKS) == set(GAME.boards())


def test_a_track_in_the_record() -> None:
    assert bound(colours="YRB").track.last == 3
    assert bound(colours="B" * 10_000).track.last == 10_000
    assert codes_of(colours="YRB", track="struggle-32") == [("setup.exclusive", "/setup/track")]


def test_first_rolls_first_unless_a_position_says_who() -> None:
    assert GAME.to_move(bound(first="p2")) == "p2"
    assert GAME.to_move(bound("K:0 Q:5 J:8 T:0 9:A p1 7", first="p2")) == "p1"


def test_cards_open_closed_and_missing() -> None:
    assert bound(cards={"p2": "JT9QK"}).setup.cards == (None, "JT9QK")
    assert bound(cards={"p1": HIDDEN, "p2": HIDDEN}).setup.cards == (HIDDEN, HIDDEN)
    assert bound(cards={"p1": "KQJT9", "p2": "KQJT9"}, deck="free").setup.cards == ("KQJT9", "KQJT9")
    assert bound(dice=DICE).setup.dice is not None
    assert bound(dice=OPEN).setup.dice.seed == "2" * 64


FAULTS = (
    ({"players": 1}, "struggle.players", "players"),
    ({"players": 5}, "struggle.players", "players"),
    ({"players": 10**40}, "struggle.players", "players"),
    ({"players": "2"}, "setup.type", "players"),
    ({"players": True}, "setup.type", "players"),
    ({"first": "p3"}, "struggle.first", "first"),
    ({"first": "p5"}, "setup.value", "first"),
    ({"first": "p3", "position": "K:0 Q:5 J:8 T:0 9:A p1 7"}, "struggle.first", "first"),
    ({"track": "struggle-33"}, "setup.value", "track"),
    ({"colours": ""}, "struggle.colours", "colours"),
    ({"colours": "YRG"}, "struggle.colours", "colours"),
    ({"colours": "yrb"}, "struggle.colours", "colours"),
    ({"colours": "Y" * 10_001}, "struggle.colours", "colours"),
    ({"deck": "printed"}, "setup.value", "deck"),
    ({"cards": []}, "setup.type", "cards"),
    ({"cards": "JT9QK"}, "setup.type", "cards"),
    ({"cards": {"p3": "JT9QK"}}, "struggle.cards-seat", "cards/p3"),
    ({"cards": {"table": "JT9QK"}}, "struggle.cards-seat", "cards/table"),
    ({"cards": {"p1": "JT9Q"}}, "struggle.card", "cards/p1"),
    ({"cards": {"p1": "JT9QQ"}}, "struggle.card", "cards/p1"),
    ({"cards": {"p1": "jt9qk"}}, "struggle.card", "cards/p1"),
    ({"cards": {"p1": None}}, "struggle.card", "cards/p1"),
    ({"cards": {"p1": ["J", "T", "9", "Q", "K"]}}, "struggle.card", "cards/p1"),
    ({"cards": {"p1": "JT9Q"}, "deck": "free"}, "struggle.card", "cards/p1"),
    ({"cards": {"p1": "KQJT9"}}, "struggle.card-not-in-deck", "cards/p1"),
    ({"cards": {"p1": "JT9QK", "p2": "JT9QK"}}, "struggle.card-twice", "cards/p2"),
    ({"cards": {"p1": "#" + "0" * 63}}, "struggle.commitment", "cards/p1"),
    ({"cards": {"p1": "#" + "A" * 64}}, "struggle.commitment", "cards/p1"),
    ({"cards": {"p1": HIDDEN + "\n"}}, "struggle.commitment", "cards/p1"),
    ({"dice": "loaded"}, "struggle.dice", "dice"),
    ({"dice": None}, "struggle.dice", "dice"),
    ({"dice": [1]}, "struggle.dice", "dice"),
    ({"dice": {**DICE, "sides": 6}}, "struggle.dice", "dice/sides"),
    ({"dice": {**DICE, "scheme": "HMAC-SHA256"}}, "struggle.dice-scheme", "dice/scheme"),
    ({"dice": _without("scheme", DICE)}, "struggle.dice-scheme", "dice"),
    ({"dice": _without("commit", DICE)}, "struggle.commitment", "dice"),
    ({"dice": {**DICE, "commit": "0" * 64}}, "struggle.commitment", "dice/commit"),
    ({"dice": _without("client", DICE)}, "struggle.dice-client", "dice"),
    ({"dice": {**DICE, "client": 7}}, "struggle.dice-client", "dice/client"),
    ({"dice": {**DICE, "client": "x" * 10_001}}, "struggle.dice-client", "dice/client"),
    ({"dice": {**DICE, "client": "\ud800"}}, "struggle.dice-client", "dice/client"),
    ({"dice": _without("seed", OPEN)}, "struggle.dice-opening", "dice/nonce"),
    ({"dice": _without("nonce", OPEN)}, "struggle.dice-opening", "dice/seed"),
    ({"dice": {**OPEN, "nonce": "1" * 63}}, "struggle.dice-nonce", "dice/nonce"),
    ({"dice": {**OPEN, "seed": "X" * 64}}, "struggle.dice-seed", "dice/seed"),
    ({"dice": {**OPEN, "seed": None}}, "struggle.dice-seed", "dice/seed"),
    ({"position": ""}, "struggle.position", "position"),
    ({"position": "K:0 Q:5 J:8 T:0 9:A  p1 7"}, "struggle.position", "position"),
    ({"position": "Q:5 K:0 J:8 T:0 9:A p1 7"}, "struggle.position", "position"),
    ({"position": "K:0 Q:05 J:8 T:0 9:A p1 7"}, "struggle.position", "position"),
    ({"position": "K:0 Q:5 J:8 T:0 9:F p1 7"}, "struggle.position", "position"),
    ({"position": "K:0 Q:٥ J:8 T:0 9:A p1 7"}, "struggle.position", "position"),
    ({"position": "K:0 Q:5 J:8 T:0 9:A p5 7"}, "struggle.position", "position"),
    ({"position": "K:0 Q:5 J:8 T:0 9:A p1 0"}, "struggle.position", "position"),
    ({"position": "K:0 Q:5 J:8 T:0 9:A p1 07"}, "struggle.position", "position"),
    ({"position": "K:0 Q:5 J:8 T:0 9:A p1 " + "7" * 19}, "struggle.position", "position"),
    ({"position": "K:0 Q:5 J:8 T:0 9:A p1 7\n"}, "struggle.position", "position"),
    ({"position": 7}, "setup.type", "position"),
    ({"position": "K:0 Q:5 J:8 T:0 9:A p3 7"}, "struggle.position-seat", "position"),
    ({"position": "K:0 Q:5 J:5 T:0 9:A p1 7"}, "struggle.same-space", "position"),
    ({"position": "K:0 Q:6 J:8 T:0 9:A p1 7"}, "struggle.on-black", "position"),
    ({"position": "K:0 Q:32 J:8 T:0 9:A p1 7"}, "struggle.beyond-track", "position"),
    ({"position": "K:0 Q:99999 J:8 T:0 9:A p1 7"}, "struggle.beyond-track", "position"),
    ({"position": "K:0 Q:3 J:0 T:0 9:0 p1 7", "colours": "YYY"}, "struggle.beyond-track", "position"),
    ({"position": "K:0 Q:5 J:8 T:0 9:B p1 7"}, "struggle.places", "position"),
    ({"position": "K:A Q:A J:8 T:0 9:0 p1 7"}, "struggle.places", "position"),
    ({"position": "K:A Q:B J:C T:D 9:0 p1 7"}, "struggle.four-arrived", "position"),
    ({"position": "K:A Q:B J:C T:D 9:E p1 7"}, "struggle.four-arrived", "position"),
    ({"shells": 3}, "setup.unknown", "shells"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("squares", "code"),
    [
        ("K:0 Q:5 J:5 T:0 9:0", "same-space"),  # two pieces on one space ...
        ("K:0 Q:0 J:5 T:0 9:0", None),  # ... Start apart
        ("K:0 Q:6 J:0 T:0 9:0", "on-black"),
        ("K:0 Q:31 J:0 T:0 9:0", "on-black"),
        ("K:0 Q:32 J:0 T:0 9:0", "beyond-track"),  # on the last space
        ("K:0 Q:33 J:0 T:0 9:0", "beyond-track"),  # or beyond it
        ("K:0 Q:B J:0 T:0 9:0", "places"),  # places not taken in order from A
        ("K:A Q:B J:C T:0 9:0", None),
        ("K:A Q:B J:C T:D 9:0", "four-arrived"),  # four or more arrived
        ("K:A Q:B J:C T:D 9:E", "four-arrived"),
    ],
)
def test_sg_7_impossible_positions_are_errors(squares: str, code: str | None) -> None:
    found = codes_of(position=f"{squares} p1 7")
    assert found == ([] if code is None else [(f"struggle.{code}", "/setup/position")])


@pytest.mark.parametrize(("fields", "code", "where"), FAULTS, ids=lambda value: str(value)[:40])
def test_each_fault_has_its_code_and_place(fields: dict[str, Any], code: str, where: str) -> None:
    assert codes_of(**fields) == [(code, f"/setup/{where}")]
    assert all(len(fault.message) < 300 for fault in faults_of(**fields))


def test_all_faults_are_told_at_once() -> None:
    found = codes_of(
        players=5, colours="X", cards={"p1": "K", "p9": "JT9QK"}, dice={"scheme": "x", "seed": 3},
        position="K:0 Q:6 J:6 T:0 9:B p1 7",
    )  # fmt: skip
    assert [code.partition(".")[2] for code, _ in found] == [
        "players", "colours", "card", "cards-seat", "dice-scheme", "commitment", "dice-client", "dice-seed",
        "dice-opening", "same-space", "places",
    ]  # fmt: skip


def test_what_is_not_known_is_not_told_again() -> None:
    assert codes_of(deck="x", cards={"p1": "KQJT9"}) == [("setup.value", "/setup/deck")]
    assert codes_of(players=9, first="p4", position="K:0 Q:5 J:8 T:0 9:A p4 7") == [
        ("struggle.players", "/setup/players")
    ]


def test_a_hostile_object_is_looked_at_only_so_far() -> None:
    many = {f"x{number}": 1 for number in range(100_000)}
    assert len(faults_of(cards=many)) < 20
    assert len(faults_of(dice=many)) < 25


def test_the_string_of_a_finished_position_is_read_but_starts_no_game() -> None:
    state = play(bound("K:A Q:B J:C T:30 9:29 p1 50", cards=CARDS), "TT999=T2")
    assert GAME.parse_position is not None
    assert GAME.parse_position(state.setup, text(state)) == state
    with pytest.raises(NotationError) as caught:
        GAME.parse_position(state.setup, "K:A Q:B J:C T:D 9:0 p1 7")
    assert caught.value.reason.code == "struggle.four-arrived"


def test_the_turn_of_a_position_in_play_may_have_one_digit_more() -> None:
    state = play(bound(f"K:0 Q:5 J:8 T:0 9:A p1 {'9' * 18}"), "AAAAA=-")
    assert GAME.parse_position is not None
    assert GAME.parse_position(state.setup, text(state)) == state


def test_numbers_count_turns_over_all_players() -> None:
    assert GAME.number is not None
    label = GAME.number.label
    assert [label(bound(players=3).setup, ply) for ply in (1, 2, 7)] == [
        ("1.", True), ("2.", True), ("7.", True),
    ]  # fmt: skip
    assert label(bound("K:0 Q:5 J:8 T:0 9:A p2 7").setup, 2) == ("8.", True)
