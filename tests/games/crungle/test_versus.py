"""`versus` against values worked out naively over all positions that a small rule set can reach."""

import random
from collections import Counter
from functools import cache

import pytest

from struckle_cli.core.solution import Forecast, Limits
from struckle_cli.games.crungle import GAME
from struckle_cli.games.crungle.state import State
from tests.games.crungle import naive, slow
from tests.games.crungle.helpers import fields_of, state_of

SMALL = [
    ("G3 G1", "M15 M4 M5 M16", "orange=4 purple=4"),
    ("G1 G8", "I4 M12 M4 M5", "orange=4 purple=4"),
    ("G1 G10", "M26 M16 I2 M15", "orange=3 purple=7"),
    ("G7 G1", "M15 I1 M14 M8", "orange=3 purple=9"),
    ("G4 G1", "M14 M5 I2 M3", "orange=1 purple=7"),
    ("G8 G1", "M10 I1 M9 M4", "orange=1 purple=3"),
    ("G7 G1", "I2 M14 M3 M9", "orange=7 purple=7"),
    ("G7 G1", "M15 M30 I4 M26", "orange=9 purple=1"),
    ("G7 G1", "M8 I1 M9 M5", "orange=2 purple=7"),
    ("G1 G10", "I3 M16 M26 M30", "orange=7 purple=9"),
    ("G10 G1", "M14 I2 M16 M30", "orange=9 purple=1"),
    ("G1 G10", "M14 M16 M15 M4", "orange=6 purple=7"),
    ("G1 G8", "M15 M29 M26 M8", "orange=8 purple=8"),
    ("G9 G7", "M4 M10 M6 M15", "orange=8 purple=8"),
    ("G7 G8", "M10 I4 M9 M12", "orange=9 purple=1"),
]
SAMPLE = 40
"""Positions of each rule set in which the answers are compared."""


@cache
def graph(goals: str, rules: str, start: str) -> naive.Graph:
    return naive.Graph(slow.begin(goals, rules, start), 1_500)


def versus(state: State, limits: Limits | None = None) -> Forecast:
    assert GAME.solver is not None
    return GAME.solver.versus(GAME.solver.position(state), limits or Limits())


def played(state: State, tokens: tuple[str, ...]) -> State:
    for token in tokens:
        state = GAME.apply(state, GAME.parse_move(token))
    return state


def keeps(whole: naive.Graph, here: object, move: str) -> bool:
    """Whether a move keeps the value: it wins as soon as can be, loses as late as can be, or holds on."""
    after = whole.after[here][move]  # type: ignore[index]
    value, plies = whole.value(here)  # type: ignore[arg-type]
    if after is None:
        return value == "win" and plies == 1
    then, left = whole.value(after)
    wanted = {"win": "loss", "loss": "win", "neither": "neither"}[value]
    return then == wanted and (plies is None or left == plies - 1)


@pytest.mark.parametrize(("goals", "rules", "start"), SMALL)
def test_values_are_those_of_the_naive_sweeps(goals: str, rules: str, start: str) -> None:
    """Value, plies and best move, at the start and in positions from all over the game."""
    whole = graph(goals, rules, start)
    state = state_of(fields_of(goals, rules, start))
    chance = random.Random(f"{goals} {rules}")
    some = chance.sample(list(whole.movers), min(SAMPLE, len(whole.movers)))
    for here in [whole.start, *some]:
        at = played(state, whole.ways[here])
        found = versus(at)
        assert found.decided
        assert found.to_move == whole.movers[here] == GAME.to_move(at)
        assert (found.value, found.plies) == whole.value(here), whole.ways[here]
        assert found.best in whole.after[here]
        assert keeps(whole, here, str(found.best)), (whole.ways[here], found)


def test_all_values_are_met_and_long_ones_too() -> None:
    """Or the law above would hold of little."""
    met: Counter[str] = Counter()
    starts, longest = set(), 0
    for small in SMALL:
        whole = graph(*small)
        met.update(whole.value(here)[0] for here in whole.movers)
        starts.add(whole.value(whole.start)[0])
        longest = max([longest, *(plies for plies, _ in whole.values.values())])
    assert min(met[value] for value in ("win", "loss", "neither")) > 1000
    assert starts >= {"win", "neither"}
    assert longest >= 23


def test_best_play_of_both_comes_to_what_is_foretold() -> None:
    """Follow the best moves: the plies count down to the win, of the side that was to have it."""
    followed = 0
    for small in SMALL:
        whole = graph(*small)
        decided = [here for here in whole.movers if here in whole.values]
        for here in random.Random(repr(small)).sample(decided, min(6, len(decided))):
            state = played(state_of(fields_of(*small)), whole.ways[here])
            plies, winner = whole.values[here]
            for left in range(plies, 0, -1):
                found = versus(state)
                assert found.plies == left
                assert found.best is not None
                state = GAME.apply(state, GAME.parse_move(found.best))
            result = GAME.outcome(state)
            assert result is not None
            assert result.winners == (winner,)
            followed += 1
    assert followed > 50


def test_bets_objections_and_standing_moves_do_not_stand_in_the_way() -> None:
    """The counts of a game change no value; a standing invalid move leads to another position."""
    small = SMALL[0]
    whole, state = graph(*small), state_of(fields_of(*small))
    first = next(iter(whole.after[whole.start]))
    plain = versus(played(state, (first,)))
    counted = played(state, ("M1:9?", "bet:orange", "decline", f"{first}?", "M1:1?"))
    assert versus(counted) == plain
    assert versus(played(state, ("bet:orange", "accept", "(", first))) == plain


@pytest.mark.parametrize("limits", [Limits(states=0), Limits(states=20), Limits(seconds=0.0)])
def test_limits_leave_it_undecided(limits: Limits) -> None:
    found = versus(state_of(fields_of("G2 G10", "M21 M16 M27 I2", "orange=9 purple=1")), limits)
    assert not found.decided
    assert (found.value, found.plies, found.best, found.to_move) == (None, None, None, "purple")


def test_limits_that_are_not_met_change_nothing() -> None:
    for small in SMALL[:6]:
        state = state_of(fields_of(*small))
        whole = versus(state)
        assert versus(state, Limits(states=whole.states, seconds=600.0)) == whole


@pytest.mark.parametrize("seed", range(3))
def test_wide_rule_sets_by_plain_minimax(seed: int) -> None:
    """Near its end a game of any rules: who can force a win within three plies, by trying everything."""
    chance = random.Random(f"minimax/{seed}")
    met: Counter[str] = Counter()
    while sum(met.values()) < 8:
        goals, rules = chance.choice(["G1 G7", "G5 G8", "G7 G8"]), chance.sample(WIDE, 4)
        state = state_of(fields_of(goals, " ".join(rules), "orange=9 purple=1"))
        position = slow.begin(goals, " ".join(rules), "orange=9 purple=1")
        for _ in range(chance.randrange(4, 9)):
            move = chance.choice(slow.valid_moves(position))
            after = slow.complete(position, move)
            if after.winner is None:
                state, position = GAME.apply(state, GAME.parse_move(move)), after
        found, forced = versus(state, Limits(states=20_000)), minimax(position, 3)
        if found.decided or forced is not None:
            met["forced" if forced else "not"] += 1
        if forced is not None:
            assert (found.value, found.plies) == forced, position
        elif found.decided and found.plies is not None:
            assert found.plies > 3, position
    assert met["forced"]


WIDE = ["M24", "M14", "M26", "M5", "M11", "M15", "M13", "M16", "M3", "M10"]


def minimax(position: slow.Position, plies: int) -> tuple[str, int] | None:
    """`win` or `loss` for the side to move within so many plies, with perfect play; None if neither."""
    afters = [slow.complete(position, move) for move in naive.moves_of(position)]
    if any(after.winner for after in afters):
        return "win", 1
    if plies == 1:
        return None
    told = [minimax(after, plies - 1) for after in afters]
    lost = [value[1] for value in told if value is not None and value[0] == "loss"]
    if lost:
        return "win", min(lost) + 1
    if all(value is not None for value in told):
        return "loss", max(value[1] for value in told if value is not None) + 1
    return None
