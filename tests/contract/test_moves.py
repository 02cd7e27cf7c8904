"""Laws about moves: what is listed is what is legal, tokens are names, an ended game has none."""

import random
from contextlib import suppress
from typing import Any

import pytest

from struckle_cli.core.errors import NotationError
from struckle_cli.core.outcome import Outcome
from struckle_cli.engine.playout import playout
from struckle_cli.engine.replayer import nearest, warnings
from tests.contract.cases import (
    BOUND,
    CASES,
    LIMIT,
    Case,
    is_listed,
    legal,
    perturbed,
    random_games,
    sample_states,
)

pytestmark = pytest.mark.parametrize("case", CASES, ids=str)


def test_listed_moves_are_legal_and_have_distinct_tokens_that_parse_back(case: Case) -> None:
    game = case.game
    for state in sample_states(case):
        moves = legal(game, state)
        assert [game.why_illegal(state, move) for move in moves] == [None] * len(moves)
        tokens = [game.format_move(move) for move in moves]
        assert len(set(tokens)) == len(tokens)
        assert [game.parse_move(token) for token in tokens] == moves


def test_moves_that_are_not_listed_have_a_reason(case: Case) -> None:
    """Tokens of this and other states, and their neighbours in spelling."""
    game, chance = case.game, random.Random(f"moves/{case}")
    states = sample_states(case)
    texts = sorted({game.format_move(move) for state in states for move in legal(game, state)})
    alphabet = "".join(sorted(set("".join(texts)) | set("1aZ-")))
    refused = set()
    for state in states:
        tried = [perturbed(chance.choice(texts), alphabet, chance) for _ in range(150)] if texts else []
        for text in tried + texts[:300]:
            try:
                move = game.parse_move(text)
            except NotationError as error:
                refused.add(error.reason.code)
                continue
            reason = game.why_illegal(state, move)
            assert _is_listed(case, state, move) == is_listed(game, state, move), (text, reason)
            if reason is None and game.warning is not None:
                reason = game.warning(state, move)
                assert reason is None or not is_listed(game, state, move)
            if reason is not None:
                refused.add(reason.code)
                assert reason.message
    assert all(code.startswith(f"{game.name}.") for code in refused)
    assert len(refused) > 2 or not texts


def _is_listed(case: Case, state: Any, move: Any) -> bool:
    """Whether a move has to be listed: it may stand, and it is none that a game never lists."""
    game = case.game
    if game.why_illegal(state, move) is not None:
        return False
    return game.listed is None or game.listed(state, move)


def test_warnings_are_counted_and_told(case: Case) -> None:
    """An entry with a warning may stand; the tally and the warnings of a whole record know of it."""
    game, chance = case.game, random.Random(f"warned/{case}")
    if game.warning is None or game.tally is None:
        assert game.listed is None or game.hidden or game.chance
        return
    warned = 0
    for tokens, states in random_games(case):
        for spot in sorted({0, len(tokens) // 2, len(tokens) - 1}):
            for move in _readable(case, tokens, chance):
                reason = game.warning(states[spot], move)
                found = warnings(game, case.start, [*tokens[:spot], game.format_move(move)])
                assert [fault.code for fault in found] == ([] if reason is None else [reason.code])
                assert all(fault.severity == "warning" and fault.ply == spot + 1 for fault in found)
                assert bool(game.tally(game.apply(states[spot], move))) == (reason is not None)
                warned += len(found)
        assert game.tally(states[-1]) == {}
        assert warnings(game, case.start, tokens) == []
    assert warned


def _readable(case: Case, tokens: list[str], chance: random.Random) -> list[Any]:
    """Moves whose tokens are some of a game's, slightly changed."""
    found = []
    for _ in range(10):
        with suppress(NotationError):
            found.append(case.game.parse_move(perturbed(chance.choice(tokens), "123456789", chance)))
    return found


def test_an_ended_game_lists_nothing_and_a_running_one_something(case: Case) -> None:
    game = case.game
    for _, states in random_games(case):
        for state in states:
            running = game.to_move(state) is not None
            assert running == bool(legal(game, state))
            ended = game.outcome(state)
            waits = game.awaits(state) if game.awaits is not None else None
            assert [ended is not None, waits is not None].count(True) == (not running)
            if running:
                assert game.to_move(state) in game.seated(case.setup)
                assert game.acts(state).isprintable()
            elif ended is not None:
                _check_outcome(case, ended)


def _check_outcome(case: Case, ended: Outcome) -> None:
    places = [case.game.seats.index(seat) for seat in ended.winners]
    assert places == sorted(set(places))
    assert ended.reason in case.game.end_reasons
    assert ended.reason not in case.game.given_reasons


def test_nothing_can_be_played_after_the_end(case: Case) -> None:
    game = case.game
    for tokens, states in random_games(case):
        if game.to_move(states[-1]) is not None:
            continue
        for token in tokens:
            reason = game.why_illegal(states[-1], game.parse_move(token))
            assert reason is not None
            assert reason.code == f"{game.name}.after-end"


def test_playouts_end_or_reach_their_stated_bound(case: Case) -> None:
    limit = BOUND.get(case.name, LIMIT)
    for tokens, states in random_games(case):
        assert len(states) == len(tokens) + 1
        ended = case.game.to_move(states[-1]) is None
        assert ended or (len(tokens) == limit and case.name not in BOUND)
        assert all(case.game.to_move(state) is not None for state in states[:-1])


def test_playouts_come_again_from_their_seed(case: Case) -> None:
    again = playout(case.game, case.start, random.Random(f"{case}/0"), BOUND.get(case.name, LIMIT))
    assert again == random_games(case)[0]


def test_applying_a_move_changes_no_state(case: Case) -> None:
    """States are values: comparable, hashable, the same again from the same moves."""
    game = case.game
    for tokens, states in random_games(case, 2):
        state: Any = case.start
        for token, expected in zip(tokens, states[1:], strict=True):
            before = hash(state)
            after = game.apply(state, game.parse_move(token))
            assert hash(state) == before
            assert after == expected
            assert hash(after) == hash(expected)
            assert after != state
            state = after


def test_the_nearest_token_is_legal(case: Case) -> None:
    game, chance = case.game, random.Random(f"near/{case}")
    for state in sample_states(case, 4):
        moves = legal(game, state)
        tokens = [game.format_move(move) for move in moves]
        spoilt = [perturbed(text, "Zz09", chance) for text in tokens[:20]]
        for text in ("", "?", "a" * 5000, "🂡", "x-x", *spoilt):
            found = nearest(game, state, text)
            if game.dice is not None:  # without readable rolls nothing is near
                assert found is None or is_listed(game, state, game.parse_move(found))
            else:
                assert found in tokens if tokens else found is None
