"""What Castle's bots see: how positions stand, and what greedy and search make of them."""

from random import Random

import pytest

from struckle_cli.core.bots import Budget, Scene
from struckle_cli.engine.bots import chooser
from struckle_cli.engine.playout import playout
from struckle_cli.games.castle import GAME
from struckle_cli.games.castle.board import BLACK, SIZE, SQUARES, WHITE
from struckle_cli.games.castle.skill import key
from struckle_cli.games.castle.standing import ALMOST, UNSTOPPED, value
from struckle_cli.games.castle.state import State
from tests.games.castle.helpers import board_with, place, play, start, tokens

MET = [
    state
    for seed, fields in enumerate([{}, {"men": 16}, {"men": 22}, {"own_castle": "closed"}])
    for state in playout(GAME, start(**fields), Random(seed), 120)[1][::12]
]
"""Positions of random games."""


def turned(state: State) -> State:
    """The board turned by 180 degrees and the colours exchanged, mover too."""
    swapped = bytes((0, BLACK, WHITE)[cell] for cell in reversed(state.cells))
    return State(state.board, swapped, 3 - state.side, state.turn, 3 - state.first, state.closed)


def mirrored(state: State) -> State:
    """Left and right exchanged."""
    rows = (state.cells[low : low + SIZE][::-1] for low in range(0, SQUARES, SIZE))
    return State(state.board, b"".join(rows), state.side, state.turn, state.first, state.closed)


def answer(state: State, name: str, nodes: int = 300, seed: int = 1) -> str:
    here = Scene(game=GAME, setup=None, start=state, state=state, tokens=())
    seat = GAME.to_move(state)
    assert seat is not None
    return chooser(GAME, name)(here, seat, Budget(nodes=nodes), Random(seed))


def wins(state: State) -> list[str]:
    """The tokens that win at once."""
    return [token for token in tokens(state) if GAME.outcome(play(state, token))]


def refuted(state: State) -> bool:
    """Whether the side to move has no answer behind which the other side cannot win at once."""
    return all(not GAME.outcome(play(state, token)) and wins(play(state, token)) for token in tokens(state))


# --- the value ------------------------------------------------------------------------------------


def test_what_is_good_for_one_side_is_as_bad_for_the_other() -> None:
    for state in MET:
        assert value(state, "white") == -value(state, "black")


def test_the_value_does_not_depend_on_colour_or_on_left_and_right() -> None:
    for state in MET:
        assert value(turned(state), "black") == pytest.approx(value(state, "white"))
        assert value(mirrored(state), "white") == pytest.approx(value(state, "white"))


def test_only_ends_are_worth_a_whole_game() -> None:
    for state in MET:
        ended = GAME.outcome(state)
        assert abs(value(state, "white")) <= ALMOST if ended is None else "white" in ended.winners
    assert value(place("K15", "A1", "b"), "white") == 1
    assert value(place("K15", "A1", "b"), "black") == -1
    assert value(place("", "A1", "w"), "black") == 1
    assert value(place("", "A1", "w"), "white") == -1


def test_the_start_is_even_but_for_the_move() -> None:
    for men in (8, 16, 22):
        for first in ("white", "black"):
            assert 0 < value(start(men=men, first=first), first) < 0.1


def test_a_win_with_the_next_move_is_seen() -> None:
    for square in ("K14", "K16", "J15", "L15"):
        state = place(f"{square} A1", "T19 S19 R19", "w")
        assert wins(state) == [f"{square}-K15"]
        assert value(state, "white") == ALMOST


@pytest.mark.parametrize(
    ("white", "black", "stopped"),
    [
        ("K14", "A19 B19", False),
        ("K14", "H14 A19", True),
        ("K14 K16", "H14 A19", False),  # it takes one of two
        ("K14 K13", "H14 A19", False),  # the second takes it in turn, and threatens again
        ("K14 K13", "H14 M14", True),
    ],
)
def test_threats_to_enter_are_stopped_or_not(white: str, black: str, stopped: bool) -> None:
    state = place(white, black, "b")
    assert (value(state, "white") == UNSTOPPED) is not stopped
    if len(white.split()) == 1:
        assert refuted(state) is not stopped


def test_a_longer_way_onto_the_castle_is_seen_and_can_be_blocked() -> None:
    rows = board_with(M15=".", N15=".", O15=".")
    assert value(place("P15", "A1 B1", "w", rows=rows), "white") == ALMOST
    assert value(place("P15", "M15 B1", "w", rows=rows), "white") < ALMOST
    # The man on M19 can step in between, so that this is no lost position.
    assert value(place("P15", "M16 A1", "b", rows=rows), "white") < UNSTOPPED


def test_more_men_are_worth_more_the_fewer_there_are() -> None:
    few = value(place("C1 D1", "S19", "w"), "white")
    many = value(place("C1 D1 E1 F1 G1 H1", "S19 R19 Q19 P19 O19", "w"), "white")
    assert few > many > 0


def test_positions_that_differ_in_the_turn_alone_have_one_key() -> None:
    here = place("C1", "S19")
    there = play(here, "C1-D1", "S19-R19", "D1-C1", "R19-S19")
    assert there != here
    assert key(there) == key(here)
    assert key(play(here, "C1-D1")) != key(place("D1", "S19"))


# --- greedy and search ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["greedy", "search"])
@pytest.mark.parametrize(
    ("white", "black", "token"),
    [
        ("K14 C1", "K17 T19", "K14-K15"),
        ("L15 C1", "K17 T19", "L15-K15"),
        ("C1 D5", "C9", "C1xC9"),
        ("K14 C1", "K15 T19", "K14xK15"),
    ],
)
def test_a_win_in_one_is_played(name: str, white: str, black: str, token: str) -> None:
    for seed in range(3):
        assert answer(place(white, black), name, seed=seed) == token


@pytest.mark.parametrize("name", ["greedy", "search"])
@pytest.mark.parametrize(
    ("white", "black", "token"),
    [
        ("H6 C1", "K6 T19 S19", "H6xK6"),
        ("K3 C1", "K4 T19 K14", "K3xK4"),
    ],
)
def test_the_only_move_that_does_not_lose_is_played(name: str, white: str, black: str, token: str) -> None:
    state = place(white, black)
    held = [move for move in tokens(state) if not wins(play(state, move))]
    assert held == [token]
    assert answer(state, name) == token


@pytest.mark.parametrize(
    ("white", "black"),
    [
        ("K13 C1", "A1 B1"),
        ("J14 C1", "M14 B1"),  # M14 guards K14, and not J15
        ("L16 C1", "H16 B1"),
        ("K13 J13 H7", "H16 A2 B1"),
    ],
)
def test_a_win_in_two_is_found_by_search(white: str, black: str) -> None:
    state = place(white, black)
    forced = [token for token in tokens(state) if not wins(state) and refuted(play(state, token))]
    assert 0 < len(forced) < len(tokens(state)) / 4
    for seed in range(3):
        assert answer(state, "search", seed=seed) in forced


def test_a_man_is_not_given_away() -> None:
    # The man on C9 could take, and would be taken.
    state = place("C9 C1 D1", "R9 R19 S19 T19")
    assert "C9xR9" in tokens(state)
    for seed in range(3):
        assert answer(state, "search", seed=seed) != "C9xR9"


def test_an_attack_that_comes_once_more_than_the_guards_is_carried_through() -> None:
    # K13 comes to K14 and is taken there; H14 takes in turn, and nobody is left.
    state = place("K13 H14", "M14 T19")
    for _ in range(2):
        state = play(state, answer(state, "search"))
        state = play(state, answer(state, "greedy"))
    assert wins(state)
