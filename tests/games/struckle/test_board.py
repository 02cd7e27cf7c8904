"""The board against the table of the page, and what the page derives from it."""

import pytest

from struckle_cli.games.struckle import board
from struckle_cli.games.struckle.board import NAMES, SQUARE, neighbours, paths
from tests.games.struckle import slow


def _names(squares: tuple[int, ...]) -> list[str]:
    return [NAMES[square] for square in squares]


def test_squares_are_named_by_column_and_row() -> None:
    assert NAMES[0] == "a1"
    assert NAMES[7] == "h1"
    assert NAMES[8] == "a2"
    assert NAMES[63] == "h8"
    assert list(NAMES) == slow.SQUARES


@pytest.mark.parametrize(("number", "house"), list(enumerate(slow.HOUSES)))
def test_st_1_a_house_owns_the_sector_before_its_home(number: int, house: str) -> None:
    assert _names(board.HOMES[number]) == list(slow.HOME[house].values())
    assert set(_names(board.GOALS[number])) == slow.GOALS[house]
    assert set(_names(board.SIMPLE[number])) == slow.SIMPLE[house]
    owned = {NAMES[square] for square in range(64) if board.OWNER[square] == number}
    assert owned == {*slow.HOME[house].values(), *slow.GOALS[house], *slow.SIMPLE[house]}
    assert len(owned) == 12


def test_gold_and_red_are_the_squares_that_nobody_owns() -> None:
    assert set(_names(board.GOLD)) == slow.GOLD
    assert set(_names(board.RED)) == slow.RED
    free = {NAMES[square] for square in range(64) if board.OWNER[square] == board.NOBODY}
    assert free == slow.GOLD | slow.RED
    diagonals = {name for name in NAMES if "abcdefgh".index(name[0]) + 1 in (int(name[1]), 9 - int(name[1]))}
    assert diagonals == slow.GOLD | slow.RED


def test_each_house_is_the_one_before_it_turned_by_a_quarter() -> None:
    for house, following in zip(slow.HOUSES, [*slow.HOUSES[1:], "TB"], strict=True):
        assert [slow.quarter(name) for name in slow.HOME[house].values()] == list(
            slow.HOME[following].values()
        )
        assert {slow.quarter(name) for name in slow.GOALS[house]} == slow.GOALS[following]
        assert {slow.quarter(name) for name in slow.SIMPLE[house]} == slow.SIMPLE[following]
    assert {slow.quarter(name) for name in slow.GOLD} == slow.GOLD
    assert {slow.quarter(name) for name in slow.RED} == slow.RED


@pytest.mark.parametrize("name", slow.SQUARES)
def test_neighbours_and_what_is_behind_them(name: str) -> None:
    found = {NAMES[one]: (None if far < 0 else NAMES[far]) for one, far in neighbours(SQUARE[name]).items()}
    assert list(found) == [other for other in slow.SQUARES if slow.adjacent(name, other)]
    assert found == {other: slow.behind(name, other) for other in found}


@pytest.mark.parametrize("name", slow.SQUARES)
def test_paths_are_the_ways_of_at_most_two_steps(name: str) -> None:
    ways = [()] + [(one,) for one in slow.SQUARES if slow.adjacent(name, one)]
    ways += [
        (one, two)
        for one in slow.SQUARES
        for two in slow.SQUARES
        if slow.adjacent(name, one) and slow.adjacent(one, two)
    ]
    table = paths(SQUARE[name])
    assert [tuple(map(NAMES.__getitem__, steps)) for steps in table] == ways
    for steps, path in table.items():
        asked = {NAMES[square] for square in range(64) if path.needs >> square & 1}
        assert asked == {NAMES[step] for step in steps} - {name}
        assert NAMES[path.end] == ([name, *map(NAMES.__getitem__, steps)])[-1]


def test_no_charge_can_fill_goals_of_two_houses() -> None:
    """So a game never ends for two houses at once, though a Charge moves pieces of two."""
    met = 0
    for hero in range(64):
        for target, further in neighbours(hero).items():
            owners = {
                house
                for square in (target, further)
                if square >= 0
                for house in slow.HOUSES
                if NAMES[square] in slow.GOALS[house]
            }
            met += len(owners)
            assert len(owners) < 2
    assert met
    beside = {(a, b) for one in slow.GOALS.values() for a in one for b in slow.SQUARES if slow.adjacent(a, b)}
    corners = {(a, b) for a, b in beside if any(b in goals for goals in slow.GOALS.values())}
    assert len(corners) == 8, "goals of different houses do lie side by side, about the corners"
