"""`solve` against a naive search over the slow derivation; a demonstration found is one, from anywhere.

Rule sets are small where the naive search has to see all of them; any where a law holds without it.
"""

import random
from typing import Any

import pytest

from struckle_cli.core.solution import Limits, Solution
from struckle_cli.games.crungle import GAME
from struckle_cli.games.crungle.state import State
from tests.games.crungle import naive, slow, slow_rules
from tests.games.crungle.helpers import any_move, end_of, fields_of, random_setup, slow_of, state_of, walk

NO_LIMIT = Limits()
PUSHES = ["M3", "M4", "M5", "M6", "M7", "M8", "M9", "M10", "M11", "M12", "M14", "M15", "M26", "M16", "M30"]
"""Rules with few ends, so that not too many positions can be reached."""


def solve(state: State, limits: Limits = NO_LIMIT) -> Solution:
    assert GAME.solver is not None
    return GAME.solver.solve(GAME.solver.position(state), limits)


def brought(chance: random.Random, setup: dict[str, Any], plies: int) -> tuple[State, slow.Position]:
    """A running position of a game with standing invalid moves, passes and bans in it."""
    state, position = state_of(setup), slow_of(setup)
    for _ in range(plies):
        luck = chance.random()
        move = any_move(chance, position.rules) if luck < 0.2 else chance.choice(slow.valid_moves(position))
        move = "pass" if luck > 0.95 else move
        after = slow.complete(position, move)
        if after.winner is None:
            state, position = GAME.apply(state, GAME.parse_move(move)), after
    return state, position


def check(state: State, position: slow.Position, found: Solution) -> None:
    """What is found is a valid demonstration with what is said of it, wrapped in a bet of either player."""
    assert found.decided
    assert found.winnable
    assert found.demonstration is not None
    assert len(found.demonstration) == found.plies
    assert slow.proves(position, found.demonstration), (position, found)
    at = slow.play(position, *found.demonstration)
    assert at.winner == found.winner
    assert found.winner is not None
    assert found.goal in position.goals
    assert slow_rules.reached(str(found.goal), at.ends_of(found.winner))
    for bettor in slow.PLAYERS:
        after = state
        for token in [f"bet:{bettor}", "accept", "(", *found.demonstration, ")"]:
            move = GAME.parse_move(token)
            assert GAME.why_illegal(after, move) is None
            after = GAME.apply(after, move)
        assert end_of(after) == (slow.OTHER[bettor], "bet")


@pytest.mark.parametrize("seed", range(6))
def test_the_shortest_win_is_that_of_the_naive_search(seed: int) -> None:
    """From the start and from mid-game: as long as the naive one, or no win within the plies looked at."""
    chance = random.Random(f"short/{seed}")
    compared = won = 0
    while compared < 7:
        setup = random_setup(chance, rules=_small_rules(chance))
        state, position = brought(chance, setup, chance.choice([0, 0, 3, 8]))
        try:
            line = naive.shortest_win(position, allowed=700, plies=12)
        except naive.TooMany:
            continue
        found = solve(state)
        compared += 1
        assert found.decided
        if line is None:
            assert not found.winnable or found.plies is None or found.plies > 12
        else:
            assert found.plies == len(line), (position, line, found)
            check(state, position, found)
            won += 1
    assert won


def _small_rules(chance: random.Random) -> list[str]:
    rules = chance.sample(PUSHES, chance.choice([3, 4]))
    if len(rules) == 3:
        rules.append(chance.choice([*slow_rules.INDIRECT, chance.choice(["M13", "M1", "M24", "M29"])]))
    chance.shuffle(rules)
    return rules


@pytest.mark.parametrize("indirect", [None, *slow_rules.INDIRECT])
def test_wide_rule_sets_near_their_end(indirect: str | None) -> None:
    """After many plies a win is near; the naive search looks four plies far."""
    chance = random.Random(f"wide/{indirect}")
    met = 0
    for _ in range(6):
        rules = chance.sample(["M16", "M13", "M27", "M2", "M5", "M11", "M22"], 3)
        setup = random_setup(chance, rules=[*rules, indirect or "M15"], goals=chance.sample(GOALS_SOON, 2))
        state, position = brought(chance, setup, 9)
        try:
            line = naive.shortest_win(position, allowed=500, plies=3)
        except naive.TooMany:
            continue
        found = solve(state)
        assert found.decided
        if line is None:
            assert not found.winnable or (found.plies or 0) > 3
        else:
            met += 1
            assert found.plies == len(line), (position, line, found)
            check(state, position, found)
    assert met


GOALS_SOON = ["G1", "G5", "G6", "G7", "G8", "G3", "G4"]


# --- no win at all -----------------------------------------------------------------------------------

NO_WIN = [
    ("G7 G8", "M10 I4 M9 M12", "orange=9 purple=1"),
    ("G1 G7", "I1 M28 M14 M9", "orange=3 purple=7"),
    ("G1 G8", "M14 M9 M16 M5", "orange=3 purple=8"),
    ("G1 G8", "M16 M14 M8 M4", "orange=4 purple=9"),
    ("G7 G8", "M8 I4 M16 M14", "orange=3 purple=4"),
    ("G1 G8", "M6 M9 I4 M16", "orange=9 purple=4"),
    ("G1 G10", "M14 M5 M6 M16", "orange=7 purple=6"),
    ("G8 G3", "M3 M4 M7 M14", "orange=3 purple=4"),
]
"""Rule sets of which few positions can be reached, and none of those wins."""


@pytest.mark.parametrize(("goals", "rules", "start"), NO_WIN)
def test_no_win_is_proved(goals: str, rules: str, start: str) -> None:
    position = slow.begin(goals, rules, start)
    assert naive.shortest_win(position, allowed=4_000) is None
    found = solve(state_of(fields_of(goals, rules, start)))
    assert found.decided
    assert found.winnable is False
    assert found.demonstration is None


# --- laws --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_what_is_found_is_a_demonstration(seed: int) -> None:
    """Any rule set, from the start and from mid-game."""
    chance = random.Random(f"law/{seed}")
    found = 0
    for _ in range(12):
        setup = random_setup(chance)
        for plies in (0, 7):
            state, position = brought(chance, setup, plies)
            solution = solve(state, Limits(states=20_000))
            if solution.winnable:
                found += 1
                check(state, position, solution)
    assert found >= 6


@pytest.mark.parametrize("seed", range(5))
def test_no_win_met_in_play_is_shorter(seed: int) -> None:
    chance = random.Random(f"met/{seed}")
    met = 0
    for _ in range(8):
        setup = random_setup(chance, goals=chance.sample(GOALS_SOON, 2))
        state, position = brought(chance, setup, chance.choice([0, 4]))
        solution = solve(state, Limits(states=20_000))
        for _ in range(12):
            at, plies = position, 0
            while not at.winner and plies < 24:
                at, plies = slow.complete(at, chance.choice(naive.moves_of(at))), plies + 1
            if at.winner and solution.decided:
                met += 1
                assert solution.winnable
                assert solution.plies is not None
                assert solution.plies <= plies, (position, at.turns)
    assert met > 10


def test_a_question_in_a_demonstration_is_about_where_it_has_come_to() -> None:
    state = state_of(fields_of("G1 G2", "M14 M15 M24 M26", "orange=9 purple=9"))
    assert solve(state).plies == 5
    for token in ("bet:orange", "accept"):
        state = GAME.apply(state, GAME.parse_move(token))
        assert solve(state).plies == 5
    for left, token in enumerate(["(", "M14:9", "M14:9", "M15:9/9", "M15:9/9"]):
        state = GAME.apply(state, GAME.parse_move(token))
        assert solve(state).plies == 5 - left


@pytest.mark.parametrize("limits", [Limits(states=0), Limits(states=10), Limits(seconds=0.0)])
def test_limits_leave_it_undecided(limits: Limits) -> None:
    found = solve(state_of(fields_of("G2 G7", "M5 M11 M14 M15", "orange=4 purple=4")), limits)
    assert not found.decided
    assert (found.winnable, found.plies, found.demonstration) == (None, None, None)


def test_answers_do_not_depend_on_limits_that_are_not_met() -> None:
    chance = random.Random("limits")
    decided = 0
    for _ in range(8):
        state = state_of(random_setup(chance, goals=chance.sample(GOALS_SOON, 2)))
        whole = solve(state, Limits(states=50_000))
        if whole.decided:
            assert solve(state, Limits(states=whole.states, seconds=600.0)) == whole
            assert solve(state) == whole
            decided += 1
    assert decided >= 4


def test_the_naive_search_lists_what_the_slow_derivation_accepts() -> None:
    chance = random.Random("naive")
    for _ in range(25):
        for _, position in walk(chance, 12):
            if position.winner is None:
                assert naive.moves_of(position) == slow.valid_moves(position)
