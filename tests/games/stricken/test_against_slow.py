"""The game against the slow derivation: legal tokens, codes and positions of random games."""

import random
from typing import Any

import pytest

from struckle_cli.games.stricken import GAME
from struckle_cli.games.stricken.board import BEADS, NAMES, OFF
from struckle_cli.games.stricken.state import State
from tests.games.stricken import slow
from tests.games.stricken.helpers import bound, code, tokens, won
from tests.games.stricken.setups import CLOSE, DEFAULT, MIXED

SETUPS = {"default": DEFAULT, "close": CLOSE, "mixed": MIXED}


def same(state: State, position: slow.Position) -> None:
    """Check that both derivations have come to the same position."""
    for side in (0, 1):
        seat = slow.SIDES[side]
        for number in range(12):
            shell, body = 12 * side + number, position.shells[seat, number + 1]
            point = None if state.where[shell] == OFF else NAMES[state.where[shell]]
            assert (point, state.power[shell], state.defense(shell), state.damage[shell]) == (
                body.point, body.power, body.defense, body.damage,
            )  # fmt: skip
            assert bool(state.sapped >> shell & 1) == body.sapped
            assert BEADS[state.revealed[shell]] == body.shown
        assert state.points[side] == position.score[seat]
        assert state.suffered[side] == position.suffered[seat]
        assert state.used[side] == position.sealed[seat]
        mine = [(order.sealed, order.due) for order in position.waiting if order.side == seat]
        assert [(order.sealed, *order.dues) for order in state.orders[side]] == mine
    ended = slow.result(position)
    assert won(state) == (None if ended is None else (f"win:{ended[0]}" if ended[0] else "draw", ended[1]))
    assert (state.side, state.turn) == (position.plies % 2, position.turn)


def liked(chance: random.Random, legal: list[str]) -> str:
    """A token, with a liking for abilities and attacks, so that much happens."""
    strong = [token for token in legal if token[0] != "F" and (":" in token or "x" in token)]
    return chance.choice(strong if strong and chance.random() < 0.5 else legal)


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("seed", range(6))
def test_random_games_have_the_same_legal_tokens_and_positions(name: str, seed: int) -> None:
    fields: dict[str, Any] = SETUPS[name]
    chance = random.Random(f"{name}/{seed}")
    state, position = bound(fields), slow.start(fields)
    for ply in range(120):
        legal = tokens(state)
        if ply % 3 == seed % 3 or len(legal) < 9:
            assert sorted(legal) == slow.legal_tokens(position)
        if not legal:
            break
        token = liked(chance, legal)
        state, position = GAME.apply(state, GAME.parse_move(token)), slow.judge(position, token)
        same(state, position)
    assert slow.legal_tokens(position) == tokens(state) == []


@pytest.mark.parametrize("name", SETUPS)
def test_refused_tokens_have_the_same_codes(name: str) -> None:
    fields: dict[str, Any] = SETUPS[name]
    chance, seen = random.Random(f"codes/{name}"), set()
    for _ in range(3):
        state, position, known = bound(fields), slow.start(fields), set[str]()
        for _ in range(90):
            legal = tokens(state)
            if not legal:
                break
            known |= set(legal)
            for token in chance.sample(sorted(known), min(12, len(known))):
                for tried in (token, _bent(token, chance)):
                    expected = slow.code(position, tried)
                    assert code(state, tried) == expected, tried
                    seen.add(expected)
            token = liked(chance, legal)
            state, position = GAME.apply(state, GAME.parse_move(token)), slow.judge(position, token)
        for token in chance.sample(sorted(known), 9):
            assert code(state, token) == slow.code(position, token) == "after-end" or won(state) is None
    assert len(seen) > 12


def _bent(token: str, chance: random.Random) -> str:
    """A token with another point, sign or delay, which is still one."""
    if "[" not in token and chance.random() < 0.2 and token[0] != "=":
        return f"={token}" if token[0].isdigit() else token
    points = [index for index in range(len(token) - 2) if token[index : index + 3] in slow.POINTS]
    kind = chance.randrange(4)
    if not points or kind == 0:
        return token.replace("-", "x") if "-" in token else token.replace("x", "-")
    if kind == 1:
        return token.replace("F2", chance.choice(("F3", "F4"))).replace(":I", ":P").replace(":W", ":I")
    spot = chance.choice(points)
    point = chance.choice(slow.POINTS) if kind == 2 else chance.choice(token[spot : spot + 3].split())
    return token[:spot] + point + token[spot + 3 :]
