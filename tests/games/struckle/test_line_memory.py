"""What `play_line` remembers of tokens is bounded, and forgetting it changes nothing."""

import random

import pytest

from struckle_cli.engine.playout import playout
from struckle_cli.engine.replayer import step_through
from struckle_cli.games.struckle import GAME, line
from struckle_cli.games.struckle.setup import START, Setup


def test_tokens_remembered_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "_KEPT", 25)
    line._moves.clear()
    for known in line._known:
        known.clear()
    chance, start, most = random.Random("bounded"), GAME.initial(Setup(START)), 0
    for _ in range(12):
        tokens, states = playout(GAME, start, chance, 200)
        found = line.play_line(start, tokens)
        assert found == (states[-1], len(tokens)) == step_through(GAME, start, tokens)
        most = max(most, len(line._moves))
        assert sum(map(len, line._known)) == len(line._moves)
    assert 10 < most <= 25
