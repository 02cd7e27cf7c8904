"""Law: `play_line` agrees with single steps, on records with all that may stand in one, and garbage."""

import random
from typing import Any

import pytest

from struckle_cli.engine.replayer import step_through
from struckle_cli.games.crungle import GAME
from struckle_cli.games.crungle.state import State
from tests.games.crungle import slow, slow_rules
from tests.games.crungle.helpers import any_move, any_token, random_setup, slow_of, state_of

GARBAGE = [
    "",
    "M31:4",
    "m2:4",
    "M2:0",
    "?",
    "pass??",
    "M2:4\n",
    "accept",
    "decline",
    "(",
    ")",
    "O-O",
    "bet:green",
]
GARBAGE += ["M2", "I2(M2):4", "\x00", "M1:1/", "bet:purple?", " pass"]


def demonstration(chance: random.Random, position: slow.Position) -> list[str]:
    """A bet and what is shown: valid moves, at times none, some invalid, or past the win."""
    at, shown = position, []
    for _ in range(chance.randrange(6)):
        moves = slow.valid_moves(at)
        if chance.random() < 0.15 or not moves:
            shown.append(any_move(chance, position.rules))
        else:
            shown.append(chance.choice(moves))
        at = slow.complete(at, shown[-1]) if not at.winner else at
    return [f"bet:{chance.choice(slow.PLAYERS)}", "accept", "(", *shown, ")"]


def record(chance: random.Random, setup: dict[str, Any], plies: int) -> list[str]:
    """A record that may stand as a whole, with everything in it."""
    position, tokens = slow_of(setup), []
    careful = chance.random() < 0.3
    for _ in range(plies):
        if position.winner:
            break
        if chance.random() < 0.02:
            entry = demonstration(chance, position)
        elif careful and chance.random() < 0.97:
            entry = [chance.choice(slow.valid_moves(position))]
        else:
            entry = any_token(chance, position).split()
        position = slow.play(position, *entry)
        tokens += entry
    return tokens


def spoiled(chance: random.Random, tokens: list[str], rules: tuple[str, ...]) -> list[str]:
    """The record with something put in, taken out, exchanged, doubled or added at its end."""
    made, at = list(tokens), chance.randrange(len(tokens) + 1)
    kind = chance.randrange(6)
    if kind == 0:
        made.insert(at, chance.choice(GARBAGE))
    elif kind == 1:
        made = made[:at] + made[at + 1 :]
    elif kind == 2:
        chance.shuffle(made)
    elif kind == 3:
        made[at:at] = made[max(0, at - 1) : at]
    elif kind == 4:
        made += [any_move(chance, rules), "pass", "bet:purple"]
    else:
        made.insert(at, any_move(chance, slow_rules.EVERYTHING) + chance.choice(["", "?"]))
    return made


def both(start: State, tokens: list[str]) -> int:
    """How far a record may stand, by both ways of playing it."""
    assert GAME.play_line is not None
    fast, done = GAME.play_line(start, tokens)
    slowly, count = step_through(GAME, start, tokens)
    assert done == count
    assert fast == slowly
    return done


@pytest.mark.parametrize("seed", range(10))
def test_play_line_agrees_with_single_steps(seed: int) -> None:
    chance = random.Random(f"line/{seed}")
    for _ in range(30):
        setup = random_setup(chance)
        start, tokens = state_of(setup), record(chance, setup, 30)
        assert both(start, tokens) == len(tokens)
        for _ in range(4):
            made = spoiled(chance, tokens, tuple(setup["rules"]))
            done = both(start, made)
            assert done == sum(said.stands for said in slow.replay(slow_of(setup), made))


def test_play_line_from_the_middle() -> None:
    """From every position of a record, in an open bet too, the rest is played alike."""
    chance = random.Random("middle")
    for _ in range(25):
        setup = random_setup(
            chance, rules=chance.choice([["M16", "M15", "M3", "I4"], ["M2", "M16", "M13", "I1"]])
        )
        start = state_of(setup)
        tokens = [*record(chance, setup, 14), "bet:orange", "decline", "bet:purple", "accept", "("]
        assert GAME.play_line is not None
        whole = GAME.play_line(start, tokens)
        for at in range(len(tokens)):
            middle, done = GAME.play_line(start, tokens[:at])
            if done < at:
                break
            after, more = GAME.play_line(middle, tokens[at:])
            assert (after, done + more) == whole


def test_play_line_of_nothing_and_after_the_end() -> None:
    setup = {
        "goals": ["G1", "G2"],
        "rules": ["M14", "M15", "M24", "M26"],
        "start": {"orange": 9, "purple": 9},
    }
    start = state_of(setup)
    assert both(start, []) == 0
    won = ["M14:9", "M14:9", "M15:9/9", "M15:9/9", "M14:9"]
    assert both(start, won) == 5
    assert both(start, [*won, "M14:9"]) == 5
    assert both(start, [*won, "bet:purple"]) == 5
    assert both(start, ["M24:9?"] * 3 + won) == 3


@pytest.mark.parametrize("first", ["I1(M2):2", "M2:2"])
@pytest.mark.parametrize("indirect", ["I2", "I3", "I4"])
def test_play_line_knows_what_an_invalid_i1_bans(first: str, indirect: str) -> None:
    """I1 was not chosen, but it stands as stated (CR-6), and so does its ban on what another rule applies."""
    setup = {
        "goals": ["G2", "G10"],
        "rules": ["M2", "M13", indirect, "M21"],
        "start": {"orange": 9, "purple": 1},
    }
    second = {"I2": "I2(M2,M13):5", "I3": "I3(M2):6", "I4": "I4(M2):9/3"}[indirect]
    start = state_of(setup)
    assert GAME.play_line is not None
    after, _ = GAME.play_line(start, [first, second])
    both(start, [first, second, "M13:7"])
    position = slow_of(setup)
    broken = [slow.what_is_broken(slow.play(position, first), second)]
    assert after.stood == (first == "I1(M2):2") + (broken != [None])


@pytest.mark.parametrize("goal", slow_rules.GOALS)
def test_play_line_sees_every_goal(goal: str) -> None:
    """Games of valid moves until somebody wins: both ways see the win at the same ply."""
    chance = random.Random(f"seen/{goal}")
    other = chance.choice([name for name in slow_rules.GOALS if name != goal])
    wins = 0
    rules = {"G1": ["M24", "M21", "M20", "M15"], "G10": ["M1", "M2", "M13", "M17"]}.get(goal)
    for _ in range(40):
        fields: dict[str, Any] = {"goals": [goal, other]} | ({"rules": rules} if rules else {})
        setup = random_setup(chance, **fields)
        state, tokens = state_of(setup), []
        while GAME.outcome(state) is None and len(tokens) < 120:
            move = chance.choice(GAME.legal_moves(state))
            tokens.append(GAME.format_move(move))
            state = GAME.apply(state, move)
        assert both(state_of(setup), [*tokens, "pass", "M1:1"]) >= len(tokens)
        wins += state.over is not None and int(goal[1:]) in state.over.goals
    assert wins > 0
