"""What Struckle's bots see: how positions stand, and what greedy and search make of them."""

from random import Random

import pytest

from struckle_cli.core.bots import Budget, Scene
from struckle_cli.engine.bots import chooser
from struckle_cli.engine.playout import playout
from struckle_cli.games.struckle import GAME
from struckle_cli.games.struckle.board import SEATS, SIZE
from struckle_cli.games.struckle.planning import options
from struckle_cli.games.struckle.skill import key
from struckle_cli.games.struckle.standing import rounds_to_goals, value
from struckle_cli.games.struckle.state import State
from tests.games.struckle.helpers import bound, placed, play, tokens, won

MET = [state for seed in range(4) for state in playout(GAME, bound(), Random(seed), 300)[1][::13]]
"""Positions of random games, most of them with promoted pieces."""


def turned(state: State) -> State:
    """The board turned by a quarter, counter-clockwise, so that each house is in the next one's place."""
    squares = [SIZE * (square % SIZE) + SIZE - 1 - square // SIZE for square in state.squares]
    promoted = (state.promoted << 4 | state.promoted >> 12) & 0xFFFF
    return State(bytes(squares[-4:] + squares[:-4]), promoted, (state.turn + 4) % 16, state.round)


def answer(state: State, name: str, nodes: int = 1000, seed: int = 1) -> str:
    here = Scene(game=GAME, setup=None, start=state, state=state, tokens=())
    seat = GAME.to_move(state)
    assert seat is not None
    return chooser(GAME, name)(here, seat, Budget(nodes=nodes), Random(seed))


def wins(state: State) -> list[str]:
    """The tokens that win at once for the house that acts."""
    return [token for token in tokens(state) if won(play(state, token)) == GAME.to_move(state)]


# --- the value ------------------------------------------------------------------------------------


def test_all_houses_are_worth_the_same_in_each_others_place() -> None:
    for state in MET:
        for house, seat in enumerate(SEATS):
            assert value(turned(state), SEATS[(house + 1) % 4]) == pytest.approx(value(state, seat))


def test_what_one_house_gains_the_others_lose() -> None:
    for state in MET:
        worths = [value(state, seat) for seat in SEATS]
        if GAME.outcome(state) is None:
            assert all(-1 < worth < 1 for worth in worths)
            assert sum(worths) == pytest.approx(-1.92)
        else:
            assert sorted(worths) == [-1, -1, -1, 1]


def test_a_finished_game_is_worth_all_to_its_winner() -> None:
    state = play(placed("TB:H", TBD="h7", TBH="g3"), "Hh2")
    assert [value(state, seat) for seat in SEATS] == [1, -1, -1, -1]


def test_who_acts_first_is_a_little_ahead_at_the_start() -> None:
    worths = [value(bound(), seat) for seat in SEATS]
    assert worths == sorted(worths, reverse=True)


def test_a_step_to_a_goal_is_worth_something_and_an_enemy_there_costs() -> None:
    far, near = placed(TBD="e7"), placed(TBD="f7")
    assert rounds_to_goals(near)[0] < rounds_to_goals(far)[0]
    closed = placed(TBD="f7", SBD="h2")
    assert rounds_to_goals(closed)[0] > rounds_to_goals(near)[0] + 1
    own = placed(TBD="f7", TBH="h2")
    assert rounds_to_goals(own)[0] < rounds_to_goals(near)[0]
    helped = placed(TBD="f7", TBP="d4+", SBD="h2")
    assert rounds_to_goals(helped)[0] < rounds_to_goals(closed)[0] - 0.5


def test_one_piece_cannot_stand_on_both_goals() -> None:
    # The Diva is near to both; the next piece decides.
    one, two = placed(TBD="g4"), placed(TBD="g4", TBS="f3")
    assert rounds_to_goals(two)[0] < rounds_to_goals(one)[0] - 1


def test_a_house_that_wins_this_turn_is_far_ahead_until_its_piece_has_acted() -> None:
    pieces = {"TBD": "h7", "TBH": "f3"}
    assert value(placed("TB:D", **pieces), "TB") > 0.8
    assert value(placed("TB:P", **pieces), "TB") < 0.7


def test_positions_that_differ_in_the_round_alone_have_one_key() -> None:
    assert key(placed(number=1)) == key(placed(number=9))
    assert key(placed("TB:D")) != key(placed("TB:H"))
    assert key(placed(TBD="d4+")) != key(placed(TBD="b6"))


# --- what can be done -------------------------------------------------------------------------------


def test_options_are_legal_and_lead_to_all_that_walks_lead_to() -> None:
    for state in MET:
        if GAME.outcome(state) is not None:
            continue
        found = options(state)
        assert len({key(option.state) for option in found}) == len(found)
        for option in found:
            assert GAME.why_illegal(state, option.move) is None
            assert GAME.apply(state, option.move) == option.state
        walks = [move for move in GAME.legal_moves(state) if not move.power]
        assert {key(GAME.apply(state, move)) for move in walks} <= {key(option.state) for option in found}


def test_every_win_in_one_is_among_the_options() -> None:
    seen = 0
    for acting in ("TB:D", "TB:H", "TB:P", "TB:S"):
        for hero in ("g6+", "f5+", "e4+", "g3"):
            state = placed(acting, TBD="h2", TBH=hero, SBS="h7", TBS="f6")
            ends = {key(play(state, token)) for token in wins(state)}
            seen += len(ends)
            assert ends <= {key(option.state) for option in options(state)}
    assert seen


# --- greedy and search ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["greedy", "search"])
@pytest.mark.parametrize(
    ("acting", "pieces"),
    [
        ("TB:H", {"TBD": "h7", "TBH": "g3"}),
        ("TB:S", {"TBD": "h7", "TBS": "f2"}),
        ("TB:H", {"TBD": "h2", "TBH": "g6+", "SBS": "h7"}),  # a Charge on the enemy on h7
        ("SG:P", {"SGP": "c3", "SGS": "g1"}),
    ],
)
def test_a_win_in_one_is_played(name: str, acting: str, pieces: dict[str, str]) -> None:
    state = placed(acting, **pieces)
    for seed in range(3):
        assert answer(state, name, seed=seed) in wins(state)


def test_a_win_with_two_pieces_of_one_turn_is_found_by_search() -> None:
    # The Philosopher drives the enemy off h2, and then the Shadow steps there.
    state = placed("TB:P", TBD="h7", TBP="d4+", TBS="f2", SBD="h2", TGD="c2")
    assert not wins(state)
    for seed in range(3):
        after = play(state, answer(state, "search", seed=seed))
        assert wins(after)
        assert won(play(after, answer(after, "search", seed=seed))) == "TB"


def test_a_win_with_the_first_and_the_last_piece_of_a_turn_is_found_by_search() -> None:
    state = placed("TB:D", TBD="f7", TBS="g4")
    while won(state) is None and GAME.to_move(state) == "TB":
        state = play(state, answer(state, "search"))
    assert won(state) == "TB"


@pytest.mark.parametrize("name", ["greedy", "search"])
def test_a_house_that_would_win_next_is_stopped(name: str) -> None:
    # TG stands on b8 and is one step from g8; only the Shadow of TB is near enough to take its place there.
    state = placed("TB:S", TGD="b8", TGS="f7", TBS="e6", SGD="f6")
    for seed in range(3):
        after = play(state, answer(state, name, seed=seed))
        assert not wins(play(after, "D-", "H-", "P-"))


@pytest.mark.parametrize("nodes", [0, 1, 10, 40, 100, 300])
def test_any_number_of_nodes_gives_a_legal_answer_always_the_same(nodes: int) -> None:
    for state in MET[:24:6]:
        found = {answer(state, "search", nodes) for _ in range(2)}
        assert len(found) == 1
        assert found <= set(tokens(state))


def test_seconds_alone_limit_a_search_too() -> None:
    here = Scene(game=GAME, setup=None, start=bound(), state=bound(), tokens=())
    for seconds in (0.0, 0.02):
        token = chooser(GAME, "search")(here, "TB", Budget(nodes=None, seconds=seconds), Random(1))
        assert token in tokens(bound())
