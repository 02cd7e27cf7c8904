"""The page's facts, and the examples of its notation, one by one."""

import pytest

from struckle_cli.core.solution import Limits
from struckle_cli.engine.perft import perft
from struckle_cli.games.crungle import GAME
from tests.games.crungle import slow
from tests.games.crungle.helpers import Game, fields_of, state_of

PERFT = ("G2 G10", "M21 M16 M27 I1", "orange=9 purple=1")
NO_WIN = ("G7 G6", "M3 M10 I1 M19", "orange=3 purple=1")
LONG = ("G2 G7", "M5 M11 M14 M15", "orange=4 purple=4")


def test_perft_of_the_page() -> None:
    state = state_of(fields_of(*PERFT))
    assert [perft(GAME, state, depth) for depth in range(5)] == [1, 22, 193, 1242, 8562]


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 22), (2, 193), (3, 1242)])
def test_perft_of_the_page_by_the_slow_derivation(depth: int, count: int) -> None:
    assert slow.perft(slow.begin(*PERFT), depth) == count


def test_orange_must_pass_after_the_page_s_move() -> None:
    game = Game(PERFT[1], start=PERFT[2], goals=PERFT[0])
    assert "9" in game.moves("I1(M21)")
    assert game.play("I1(M21):9").moves() == ["pass"]
    assert game.wrong("pass") is None


def test_no_win_is_possible_at_all() -> None:
    assert GAME.solver is not None
    found = GAME.solver.solve(state_of(fields_of(*NO_WIN)), Limits())
    assert (found.decided, found.winnable) == (True, False)
    assert (found.plies, found.winner, found.goal, found.demonstration) == (None, None, None, None)


def test_the_shortest_demonstration_has_23_plies() -> None:
    assert GAME.solver is not None
    found = GAME.solver.solve(state_of(fields_of(*LONG)), Limits())
    assert (found.decided, found.winnable, found.plies) == (True, True, 23)
    assert found.demonstration is not None
    assert len(found.demonstration) == 23
    assert slow.proves(slow.begin(*LONG), found.demonstration)


def test_own_is_the_movers_piece_under_i4_too() -> None:
    """`I4(M2):5/4`: the opponent went to 4."""
    game = Game("M2 M14 M3 I4", start="orange=1 purple=9").play("M1:5")
    game.play("M14:1")
    assert game.cells == (5, 1)
    assert game.wrong("I4(M2):5/4") is None
    assert game.play("I4(M2):5/4").cells == (5, 4)


def test_every_way_of_using_two_rules_is_a_token_of_its_own() -> None:
    game = Game("M2 M3 M14 I2", start="orange=9 purple=1")
    both = {token for token in game.moves() if token.startswith(("I2(M2,M3)", "I2(M3,M2)"))}
    assert {"I2(M2,M3):1/6", "I2(M3,M2):2/6"} <= both
    assert {token.partition(":")[0] for token in both} == {"I2(M2,M3)", "I2(M3,M2)"}


def test_pass_counts_and_objections_and_bets_do_not() -> None:
    """`perft` from the forced pass: one sequence of one token, though `bet:orange` and `pass?` may stand."""
    game = Game(PERFT[1], start=PERFT[2], goals=PERFT[0]).play("I1(M21):9")
    assert perft(GAME, game.state, 1) == 1
    assert game.refused("bet:orange") is None
    assert game.refused("pass?") is None
