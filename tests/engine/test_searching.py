"""The search that games share, held against one that looks at everything."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from struckle_cli.core.bots import Budget
from struckle_cli.core.game import AnyGame
from struckle_cli.engine import searching
from struckle_cli.engine.bots import chooser, value
from struckle_cli.engine.searching import A_PLY, WON, Search, search
from tests.contract import toy
from tests.engine.toys import Place, Unhashed, graph, random_graph, scene

PLENTY = Budget(nodes=10**6)
TWO, THREE = ("left", "right"), ("left", "right", "top")


def naive(game: AnyGame, state: Any, seat: str, depth: int, ply: int = 0) -> float:
    """What a position is worth for a seat: the whole tree, to a depth, without leaving anything out."""
    if game.outcome(state) is not None:
        return value(game, state, seat) * (WON - ply * A_PLY)
    if depth == 0:
        return value(game, state, seat)
    worths = [naive(game, after, seat, depth - 1, ply + 1) for after in afters(game, state)]
    if not worths:
        return value(game, state, seat)
    return max(worths) if game.to_move(state) == seat else min(worths)


def afters(game: AnyGame, state: Any) -> list[Any]:
    return [game.apply(state, move) for move in game.legal_moves(state)]


def piles(*beads: int, **setup: Any) -> toy.State:
    return toy.State(toy.Setup(beads, setup.get("most", 9), setup.get("misere", False)), beads, 0)


# --- the same as looking at everything -----------------------------------------------------------


@pytest.mark.parametrize("seats", [TWO, THREE])
@pytest.mark.parametrize("place", [Place, Unhashed])
@settings(max_examples=40)
@given(seed=st.integers(0, 10**6), depth=st.integers(1, 7))
def test_a_position_is_worth_what_the_whole_tree_says(
    seats: tuple[str, ...], place: Any, seed: int, depth: int
) -> None:
    game = random_graph(Random(seed), seats, place)
    for seat in TWO:
        assert Search(game, seat, PLENTY).worth(place(0), depth) == naive(game, place(0), seat, depth)


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6))
def test_with_nodes_enough_it_plays_perfectly(seed: int) -> None:
    game = random_graph(Random(seed), THREE)
    seat = game.to_move(Place(0))
    assert seat is not None
    move = Search(game, seat, PLENTY).best(Place(0))
    worths = {to: naive(game, Place(to), seat, 7, 1) for to in game.legal_moves(Place(0))}
    assert worths[move] == max(worths.values())


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("beads", [(1,), (3, 4), (1, 2, 4), (2, 2, 3), (1, 1, 1)])
def test_it_wins_all_that_can_be_won_of_beads(beads: tuple[int, ...], misere: bool) -> None:
    game, state = toy.GAME, piles(*beads, misere=misere)
    worth = naive(game, state, "left", sum(beads))
    assert Search(game, "left", PLENTY).worth(state, sum(beads)) == worth
    token = search(scene(game, state), "left", PLENTY, Random(1))
    assert naive(game, game.apply(state, game.parse_move(token)), "left", sum(beads), 1) == worth


@pytest.mark.parametrize("beads", [(3, 4), (1, 2, 4)])
def test_what_is_remembered_is_bounded_and_never_changes_the_answer(
    beads: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "_KEPT", 7)
    monkeypatch.setattr(searching, "_OPENED", 30)
    state = piles(*beads)
    looking = Search(toy.GAME, "left", PLENTY)
    assert looking.worth(state, sum(beads)) == naive(toy.GAME, state, "left", sum(beads))
    assert 0 < sum(map(len, looking._opened.values())) <= 30
    assert 0 < len(looking._worths) <= 7
    assert len(looking._table) <= 7


# --- budgets --------------------------------------------------------------------------------------


def counted(game: AnyGame) -> tuple[AnyGame, list[Any]]:
    """The game, and a list that grows by each position that is made."""
    made: list[Any] = []

    def apply(state: Any, move: Any) -> Any:
        made.append(move)
        return game.apply(state, move)

    return msgspec.structs.replace(game, apply=apply), made


@pytest.mark.parametrize("nodes", [0, 1, 2, 3, 7, 30, 200])
def test_any_number_of_nodes_gives_a_legal_answer_and_is_kept(nodes: int) -> None:
    game, made = counted(toy.GAME)
    state = piles(5, 6, 7)
    token = search(scene(game, state), "left", Budget(nodes=nodes), Random(3))
    assert toy.GAME.why_illegal(state, toy.GAME.parse_move(token)) is None
    assert len(made) <= nodes


def test_the_same_chance_and_nodes_give_the_same_answer() -> None:
    here = scene(toy.GAME, piles(5, 6, 7))
    for seed in range(10):
        answers = {search(here, "left", Budget(nodes=150), Random(seed)) for _ in range(3)}
        assert len(answers) == 1
    assert len({search(here, "left", Budget(nodes=1), Random(seed)) for seed in range(10)}) > 1


@pytest.mark.parametrize("seconds", [0.0, 0.01])
def test_seconds_alone_limit_it_too(seconds: float) -> None:
    state = piles(9, 9, 9, 9)
    token = search(scene(toy.GAME, state), "left", Budget(nodes=None, seconds=seconds), Random(3))
    assert toy.GAME.why_illegal(state, toy.GAME.parse_move(token)) is None


def test_without_any_limit_it_takes_the_usual_nodes() -> None:
    game, made = counted(toy.GAME)
    search(scene(game, piles(9, 9, 9, 9)), "left", Budget(nodes=None), Random(3))
    assert 500 < len(made) <= 1_000


def test_it_stops_when_all_is_seen() -> None:
    game, made = counted(toy.GAME)
    search(scene(game, piles(1, 1)), "left", PLENTY, Random(3))
    assert len(made) < 20
    # The game goes round and round, so there is no last depth.
    ring = graph({0: [1], 1: [2, 0], 2: [0]}, dict.fromkeys(range(3), "left"), {}, {})
    assert search(scene(ring, Place(1)), "left", PLENTY, Random(3)) in "20"


def test_the_only_move_costs_nothing() -> None:
    game, made = counted(graph({0: [1], 1: [0]}, {0: "left", 1: "right"}, {}, {}))
    assert search(scene(game, Place(0)), "left", PLENTY, Random(3)) == "1"
    assert made == []


def test_it_is_left_at_once_when_somebody_interrupts() -> None:
    def apply(state: Any, move: Any) -> Any:
        raise KeyboardInterrupt

    game = msgspec.structs.replace(toy.GAME, apply=apply)
    with pytest.raises(KeyboardInterrupt):
        search(scene(game, piles(3, 3)), "left", PLENTY, Random(3))


# --- what it makes of ends and of circles -----------------------------------------------------------


def test_a_quick_win_goes_before_a_slow_one_and_a_slow_loss_before_a_quick_one() -> None:
    ways = {0: [1, 2], 1: [3], 3: [4], 4: [5], 2: [6], 6: [7]}
    movers = dict.fromkeys(range(8), "left")
    wins = graph(ways, movers, {}, {5: ("left",), 7: ("left",)})
    losses = graph(ways, movers, {}, {5: ("right",), 7: ("right",)})
    for seed in range(5):
        assert search(scene(wins, Place(0)), "left", PLENTY, Random(seed)) == "2"
        assert search(scene(losses, Place(0)), "left", PLENTY, Random(seed)) == "1"


def test_a_shared_win_is_a_win_and_a_draw_is_even() -> None:
    ways = {0: [1, 2, 3]}
    game = graph(ways, {0: "left", 3: "left"}, {3: -0.5}, {1: ("left", "right"), 2: ()})
    assert search(scene(game, Place(0)), "left", PLENTY, Random(3)) == "1"
    drawn = graph({0: [2, 3]}, {0: "left", 3: "left"}, {3: -0.5}, {2: ()})
    assert search(scene(drawn, Place(0)), "left", PLENTY, Random(3)) == "2"


def test_a_seat_that_moves_twice_takes_what_is_best_both_times() -> None:
    # Behind 1 the same seat moves again and wins; behind 2 the other one does, and stands well.
    ways = {0: [1, 2], 1: [3, 4], 2: [5]}
    movers = {0: "left", 1: "left", 2: "right", 3: "right", 5: "left"}
    game = graph(ways, movers, {1: -0.5, 2: 0.5, 3: -0.6, 5: 0.6}, {4: ("left",)})
    assert search(scene(game, Place(0)), "left", PLENTY, Random(3)) == "1"


CIRCLE = {0: [1], 1: [2, 3], 2: [0], 3: [4], 4: [3, 1]}
"""From 1 it goes back to 0 by 2, or on to 3 and 4."""
ALONE = dict.fromkeys(range(5), "left")


@pytest.mark.parametrize(("on", "token"), [(0.2, "3"), (-0.2, "2")])
def test_a_position_that_was_there_before_is_even(on: float, token: str) -> None:
    # By its looks the way back is the best of all, or the worst.
    worths = {0: 9 * on / 10, 2: -on, 3: on, 4: on}
    game = graph(CIRCLE, ALONE, worths, {}, named=True)
    assert search(scene(game, Place(0), "1", "2", "0", "1"), "left", Budget(nodes=9), Random(3)) == token


def test_positions_are_told_apart_by_the_key_alone() -> None:
    # The states differ each time, like those of a game that counts its turns.
    class Counted(msgspec.Struct, frozen=True):
        number: int
        turn: int

    game = graph({0: [1, 2], 1: [0], 2: [0]}, ALONE, {1: 0.5, 2: 0.1}, {}, named=True)
    game = msgspec.structs.replace(game, apply=lambda state, move: Counted(move, state.turn + 1))
    assert search(scene(game, Counted(0, 1)), "left", Budget(nodes=2), Random(3)) == "1"
    assert search(scene(game, Counted(0, 1), "1", "0"), "left", Budget(nodes=2), Random(3)) == "2"


def test_it_is_the_search_of_games_without_one() -> None:
    here = scene(toy.GAME, piles(1, 2, 4))
    assert chooser(toy.GAME, "search")(here, "left", PLENTY, Random(3)) == "c1"


def test_it_stops_at_a_win() -> None:
    chain = {number: [number + 1] for number in range(2, 60)}
    game, made = counted(
        graph({0: [2, 1]} | chain, dict.fromkeys(range(61), "left"), {2: 0.9}, {1: ("left",)})
    )
    assert search(scene(game, Place(0)), "left", PLENTY, Random(3)) == "1"
    assert len(made) < 5


def test_what_a_circle_says_of_a_position_holds_on_that_line_alone() -> None:
    # From 3 one goes on to 2, but not if 2 was on the way.
    ways = {0: [1, 2], 1: [3], 2: [3], 3: [2, 4]}
    game = graph(ways, ALONE, {1: 0.4, 2: 0.5, 3: 0.3, 4: 0.1}, {})
    assert Search(game, "left", PLENTY).worth(Place(0), 3) == 0.5


def test_what_is_nearly_equal_counts_as_equal_in_a_long_game() -> None:
    game = graph({0: [1, 2, 3], 1: [0], 2: [0], 3: [0]}, ALONE, {1: 0.1, 2: 0.08, 3: -0.1}, {})

    def chosen(*tokens: str) -> set[str]:
        here = scene(game, Place(0), *tokens)
        return {search(here, "left", Budget(nodes=3), Random(seed)) for seed in range(40)}

    assert chosen() == {"1"}
    assert chosen(*["1", "0"] * 100) == {"1", "2"}
