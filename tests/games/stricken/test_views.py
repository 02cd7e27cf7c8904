"""What a side sees does not depend on what is hidden from it: two games that differ in that alone."""

import copy
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from struckle_cli.core.picture import View
from struckle_cli.engine.binding import bind
from struckle_cli.engine.replayer import judge_token, step_through
from struckle_cli.engine.replayer import play as replay
from struckle_cli.games.stricken import GAME
from struckle_cli.games.stricken.hiding import find, put
from tests.games.stricken.helpers import bound, tokens
from tests.games.stricken.setups import CLOSE, MIXED

HASH = "#" + "0123456789abcdef" * 4
FREE = [CLOSE | {"claim_at": 24, "claim_lead": 3}, MIXED | {"claim_at": 24, "claim_lead": 3}]


def a_game(fields: dict[str, Any], seed: int) -> list[str]:
    """A random game in which orders are sealed early and often."""
    chance, state = random.Random(seed), bound(fields)
    line: list[str] = []
    while True:
        legal = tokens(state)
        if not legal:
            return line
        orders = [token for token in legal if token[0] == "F"]
        line.append(chance.choice(orders if orders and chance.random() < 0.4 else legal))
        state = GAME.apply(state, GAME.parse_move(line[-1]))


def other_beads(fields: dict[str, Any], moves: list[str], seat: str) -> dict[str, Any]:
    """The set-up with beads of a side that hold just what the game needs, or Inspire for want of that."""
    state, made = bound(fields), copy.deepcopy(fields)
    needed = [set[str]() for _ in range(24)]
    for token in moves:
        inner = token.removeprefix("=")
        inner = inner[3:-1] if inner[0] == "F" else inner
        if ":" in inner:
            actor = state.at(GAME.parse_move(inner).source)  # type: ignore[union-attr]
            needed[actor].add(inner[4])
        state = GAME.apply(state, GAME.parse_move(token))
    low = 12 * (seat == "black")
    for shell, needs in zip(made["shells"][seat], needed[low : low + 12], strict=True):
        shell["bead"] = "".join(letter for letter in "IWPS" if letter in needs) or "I"
    return made


def other_orders(fields: dict[str, Any], moves: list[str], seat: str) -> list[str]:
    """The moves with other orders of a side wherever another one leads to the same tokens."""
    made = list(moves)
    for index in range(seat == "black", len(moves), 2):
        if made[index][0] != "F":
            continue
        start = bound(fields)
        state, _ = replay(GAME, start, made[:index])
        for token in tokens(state):
            tried = [*made[:index], token, *made[index + 1 :]]
            if token[0] == "F" and token != made[index] and replay(GAME, start, tried)[1] == len(tried):
                made = tried
                break
    return made


def seen(fields: dict[str, Any], moves: list[str], by: str) -> tuple[dict[str, Any], list[str]]:
    """The record with the secrets of the other side closed; hashes are random to whoever lacks the nonce."""
    return put(fields, moves, {item.key: HASH for item in find(fields, moves) if item.seat != by})


@settings(max_examples=12, deadline=None)
@given(fields=st.sampled_from(FREE), seed=st.integers(0, 10**6), seat=st.sampled_from(["white", "black"]))
def test_games_that_a_side_cannot_tell_apart_look_the_same(
    fields: dict[str, Any], seed: int, seat: str
) -> None:
    other = "black" if seat == "white" else "white"
    moves = a_game(fields, seed)
    changed_moves = other_orders(fields, moves, other)
    changed = other_beads(fields, changed_moves, other)
    whole = replay(GAME, bound(changed), changed_moves)
    assert whole[1] == len(moves), "the other game is a legal one"
    record = seen(fields, moves, seat)
    assert seen(changed, changed_moves, seat) == record
    text = repr(record)
    hidden_orders = {item.text for item in find(fields, moves) if item.seat == other and item.ply}
    assert not any(order in text for order in hidden_orders)
    assert all("bead" not in shell for shell in record[0]["shells"][other])
    state = bind(GAME, record[0]).start
    assert step_through(GAME, state, record[1]) == replay(GAME, state, record[1])
    for token in record[1]:
        _same_to_the_eye(state, seat)
        state = GAME.apply(state, GAME.parse_move(token))
    assert GAME.outcome(state) == GAME.outcome(whole[0])


def _same_to_the_eye(state: Any, seat: str) -> None:
    """Everything that is shown comes from the state of the closed record alone, and can be."""
    assert GAME.render(state, View(seat=seat)).text()
    assert judge_token(GAME, state, "1a1-1a1", 1).message


def test_the_two_games_do_differ_now_and_then() -> None:
    """The law above would say nothing if orders could never be exchanged for others."""
    found = 0
    for seed in range(6):
        moves = a_game(FREE[0], seed)
        found += other_orders(FREE[0], moves, "black") != moves
        found += other_beads(FREE[0], moves, "black") != FREE[0]
    assert found > 6
