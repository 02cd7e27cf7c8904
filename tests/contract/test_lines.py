"""`play_line` plays just what single steps play, whatever stands in the tokens."""

import random
from typing import Any

import pytest

from struckle_cli.engine.replayer import judge_token, play, replay, step_through
from tests.contract.cases import CASES, ENDING, Case, legal, perturbed, random_games

FAST = [case for case in CASES if case.game.play_line is not None]
ALPHABET = "ABKTabkt-x1259Ii0 "
fast = pytest.mark.parametrize("case", FAST, ids=str)
every = pytest.mark.parametrize("case", CASES, ids=str)


def _agree(case: Case, state: Any, tokens: list[str]) -> tuple[Any, int]:
    found = case.game.play_line(state, tokens)  # type: ignore[misc]
    assert found == step_through(case.game, state, tokens)
    assert found == case.game.play_line(state, tuple(tokens))  # type: ignore[misc]
    return found


@fast
def test_on_legal_games(case: Case) -> None:
    for tokens, states in random_games(case):
        assert _agree(case, case.start, tokens) == (states[-1], len(tokens))


@fast
def test_from_the_middle_and_to_the_middle(case: Case) -> None:
    for tokens, states in random_games(case):
        for start in {0, 1, 2, len(tokens) // 3, len(tokens)}:
            for stop in {start, start + 1, len(tokens) // 2, len(tokens)}:
                if start <= stop <= len(tokens):
                    expected = (states[stop], stop - start)
                    assert _agree(case, states[start], tokens[start:stop]) == expected


@fast
def test_with_one_spoilt_token_anywhere(case: Case) -> None:
    chance = random.Random(f"spoilt/{case}")
    stopped = 0
    for tokens, states in random_games(case):
        for spot in range(0, len(tokens), max(1, len(tokens) // 25)):
            known = [case.game.format_move(move) for move in legal(case.game, states[spot])]
            for bad in (
                "", "?", tokens[spot] + " ", tokens[spot][::-1], tokens[spot].replace("-", "x"),
                perturbed(tokens[spot], ALPHABET, chance), chance.choice(tokens), chance.choice(known),
            ):  # fmt: skip
                _, plies = _agree(case, case.start, [*tokens[:spot], bad, *tokens[spot + 1 :]])
                assert plies >= spot
                stopped += plies == spot
    assert stopped > 5 or not any(tokens for tokens, _ in random_games(case))


@fast
def test_with_swapped_lost_and_doubled_tokens(case: Case) -> None:
    """What stays well formed, but comes at the wrong time."""
    chance = random.Random(f"order/{case}")
    for tokens, _ in random_games(case):
        for _ in range(12 if len(tokens) > 1 else 0):
            spot = chance.randrange(len(tokens) - 1)
            _agree(case, case.start, tokens[:spot] + tokens[spot : spot + 2][::-1] + tokens[spot + 2 :])
            _agree(case, case.start, tokens[:spot] + tokens[spot + 1 :])
            _agree(case, case.start, [*tokens[:spot], tokens[spot], *tokens[spot:]])


@fast
def test_with_tokens_in_another_case(case: Case) -> None:
    chance = random.Random(f"letters/{case}")
    for tokens, _ in random_games(case):
        _agree(case, case.start, [token.lower() for token in tokens])
        _agree(case, case.start, [token.upper() for token in tokens])
        mixed = ["".join(chance.choice((c.lower(), c.upper())) for c in token) for token in tokens]
        _agree(case, case.start, mixed)


def _possible(case: Case, states: list[Any]) -> set[str]:
    """What could be played shortly before the end, by either side."""
    return {case.game.format_move(move) for state in states for move in legal(case.game, state)}


@fast
def test_with_tokens_after_the_end(case: Case) -> None:
    ended = 0
    for tokens, states in random_games(case):
        end = states[-1]
        ended += case.game.to_move(end) is None
        for extra in ([], [""], tokens[-1:], tokens, ["A1-A2"], ["A1xA2", "B1-B2"]):
            found = _agree(case, case.start, tokens + extra)
            if case.game.to_move(end) is None:
                assert found == (end, len(tokens))
                assert _agree(case, end, extra) == (end, 0)
        if case.game.to_move(end) is None:
            for token in _possible(case, states[-3:]):
                assert _agree(case, end, [token]) == (end, 0)
    assert ended or str(case) not in ENDING


@every
def test_playing_and_replaying_stop_at_the_first_illegal_ply(case: Case) -> None:
    """For every game, with `play_line` or without."""
    game = case.game
    for tokens, states in random_games(case):
        for spot in {0, len(tokens) // 2, len(tokens) - 1} if tokens else set():
            bad = [*tokens[:spot], "§", *tokens[spot + 1 :], "?"]
            assert play(game, case.start, bad) == (states[spot], spot)
            found = replay(game, case.start, bad)
            assert (found.state, found.plies) == (states[spot], spot)
            assert [fault.ply for fault in found.faults] == [spot + 1, len(tokens) + 1]
            assert {fault.code for fault in found.faults} == {f"{game.name}.syntax"}
            assert found.faults[0] == judge_token(game, states[spot], "§", spot + 1)
        assert replay(game, case.start, tokens).faults == []
