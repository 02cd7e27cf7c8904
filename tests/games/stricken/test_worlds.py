"""Worlds that bots look ahead in: each agrees with all that can be seen, and none that can be is left out.

The slow derivation fills in everything hidden in every way; in small positions, or that takes too long.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from struckle_cli.core.bots import Scene
from struckle_cli.engine.replayer import play as replay
from struckle_cli.games.stricken import GAME
from struckle_cli.games.stricken.board import ALL_SHELLS, BEADS, CAPABILITIES, NAMES, SEATS, SHELLS
from struckle_cli.games.stricken.moves import ATTACK, DRIFT, INSPIRE, SAP, Seal
from struckle_cli.games.stricken.state import Order, State
from struckle_cli.games.stricken.worlds import deal, imagined
from struckle_cli.replay.document import Document
from struckle_cli.services.scenes import scene_of
from tests.games.stricken import slow, slow_hidden
from tests.games.stricken.helpers import blind, placed, play, tokens
from tests.games.stricken.setups import CLOSE, DEFAULT, MIXED
from tests.games.stricken.test_hidden import HASH, STARTS, code, twin

Waiting = frozenset[slow.Order]


def waiting(state: State) -> Waiting:
    """The orders that wait in an open position, as the slow derivation has them."""
    found = set()
    for side, seat in enumerate(SEATS):
        for order in state.orders[side]:
            if not order.done:
                (due,), (plan,) = order.dues, order.plans
                aim: Any = (
                    None if plan.aim < 0 else NAMES[plan.aim] if plan.kind == DRIFT else named(plan.aim)
                )
                sign = "-x"[plan.kind] if plan.kind <= ATTACK else CAPABILITIES[plan.kind - INSPIRE]
                found.add(slow.Order(seat, order.sealed, due, named(plan.actor), sign, aim))
    return frozenset(found)


def named(shell: int) -> slow.Shell:
    return SEATS[shell // SHELLS], shell % SHELLS + 1


def holds(state: State, needs: slow_hidden.Needs) -> bool:
    """Whether the beads of an open position hold all that is needed."""
    texts = {named(shell): BEADS[state.beads[shell] or 0] for shell in range(ALL_SHELLS)}
    return all(sign in texts[shell] for shell, sign in needs)


def agrees(world: State, known: list[slow_hidden.World], differing: set[str]) -> None:
    """Check that a world is one of the ways to fill in a record."""
    orders = waiting(world)
    assert any(
        frozenset(position.waiting) == orders and holds(world, needs) for position, needs in known
    ), (orders, world.beads)  # fmt: skip
    for side, seat in enumerate(SEATS):
        beads = world.beads[SHELLS * side : SHELLS * (side + 1)]
        assert seat not in differing or len(set(beads)) == SHELLS


def lines(name: str, seed: int) -> Iterator[tuple[State, list[slow_hidden.World], set[str]]]:
    """Positions of a random game with many hidden orders, each with all ways to fill it in."""
    state, chance = STARTS[name], random.Random(f"worlds/{name}/{seed}")
    differing = {seat for side, seat in enumerate(slow.SIDES) if state.terms.rebuilt and state.hidden(side)}
    known = [twin(state)]
    for _ in range(14):
        yield state, known, differing
        legal = tokens(state)
        if not legal:
            return
        token = chance.choice(legal)
        if code(state, HASH) is None and chance.random() < 0.5:
            token = HASH
        due = [text for text in legal if text[0] == "="]
        if due and chance.random() < 0.7:
            token = "=void" if "=void" in due and chance.random() < 0.5 else chance.choice(due)
        state = GAME.apply(state, GAME.parse_move(token))
        known = slow_hidden.after(known, token, differing)
        if len(known) > 60:
            return


@pytest.mark.parametrize("name", STARTS)
def test_worlds_are_possible_and_all_orders_that_are_possible_come_up(name: str) -> None:
    for seed in range(3):
        last = None
        for state, known, differing in lines(name, seed):
            chance = random.Random(seed)
            for _ in range(4):
                agrees(imagined(state, chance), known, differing)
            last = state, known
        assert last is not None
        state, known = last
        expected = {frozenset(position.waiting) for position, _ in known}
        chance, found = random.Random(seed), set[Waiting]()
        for _ in range(40 * len(expected)):
            found.add(waiting(imagined(state, chance)))
        assert found == expected


def test_an_order_that_failed_can_tell_of_a_bead() -> None:
    """White's only shell was sapped, and its order failed: it said Pulse or Sap, so the bead holds one."""
    start = blind(placed(w1="1a1 W5", b1="1a2 W5", b2="5e5"), "white")
    state = play(start, HASH, "1a2:S1a1", "pass", "pass", "=void")
    chance, beads = random.Random(1), set[str]()
    for _ in range(300):
        beads.add(BEADS[imagined(state, chance).beads[0] or 0])
    assert beads == {text for text in BEADS if set(text) & {"P", "S"}}


@pytest.mark.parametrize("name", ["different beads", "little room", "no room"])
def test_all_beads_that_are_possible_come_up(name: str) -> None:
    state = STARTS[name]
    wanted = [set(BEADS[state.known[shell]]) for shell in range(SHELLS)]
    chance, found = random.Random(name), [set[str]() for _ in range(SHELLS)]
    for _ in range(700):
        for shell, bead in enumerate(imagined(state, chance).beads[:SHELLS]):
            found[shell].add(BEADS[bead or 0])
    for shell in range(SHELLS):
        others = sorted(wanted[:shell] + wanted[shell + 1 :], key=len, reverse=True)
        possible = {
            bead for bead in slow_hidden.SETS
            if wanted[shell] <= set(bead)
            and slow_hidden._dealt(others, [other for other in slow_hidden.SETS if other != bead])
        }  # fmt: skip
        assert found[shell] == possible


def test_beads_are_dealt_where_first_tries_lead_nowhere() -> None:
    """Eleven shells need what only eleven beads hold, so that few deals go through."""
    needs = bytes([1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 4])
    for seed in range(60):
        beads = deal(needs, True, random.Random(seed))
        assert len(set(beads)) == SHELLS
        assert all(bead & need == need for bead, need in zip(beads, needs, strict=True))


# --- the same in records -------------------------------------------------------------------------


def sealed_with(before: State, order: Order) -> str:
    """The token with which an order was sealed in a position."""
    (due,), (plan,) = order.dues, order.plans
    for move in GAME.legal_moves(before):
        if isinstance(move, Seal) and move.delay == due - order.sealed:
            action = move.action
            aim = before.at(action.target) if action.kind in (ATTACK, SAP) else action.target
            if (action.kind, before.at(action.source), aim) == plan:
                return GAME.format_move(move)
    raise AssertionError(order)


def filled(document: Document, scene: Scene, side: int, world: State) -> Document:
    """The record with a world in place of what is hidden of a side; resolved orders are left as they were."""
    beads = [BEADS[bead or 0] for bead in world.beads[SHELLS * side : SHELLS * (side + 1)]]
    shells = dict(document.setup["shells"])
    shells[SEATS[side]] = [
        shell | {"bead": bead} for shell, bead in zip(shells[SEATS[side]], beads, strict=True)
    ]
    moves, state = list(document.moves), scene.start
    for ply, token in enumerate(scene.tokens):
        if token.startswith("F[#"):
            orders = [order for order in world.orders[side] if order.sealed == ply // 2 + 1]
            if orders:
                moves[ply] = sealed_with(state, orders[0])
        state = GAME.apply(state, GAME.parse_move(token))
    return replace(document, setup=document.setup | {"shells": shells}, moves=moves)


def random_record(fields: dict[str, Any], chance: random.Random, plies: int) -> Document:
    """A random game in the open, with orders sealed as soon as may be."""
    state, moves = replay(GAME, GAME.initial(GAME.read_setup(fields)[0]), [])[0], list[str]()
    while len(moves) < plies and (legal := tokens(state)):
        orders = [token for token in legal if token[0] == "F"]
        moves.append(chance.choice(orders if orders and chance.random() < 0.3 else legal))
        state = GAME.apply(state, GAME.parse_move(moves[-1]))
    return Document(format=1, game="stricken", setup=fields, moves=moves, result=None)


@pytest.mark.parametrize("fields", [DEFAULT, CLOSE, MIXED], ids=["default", "close", "mixed"])
@pytest.mark.parametrize("seat", SEATS)
def test_a_world_put_into_the_record_is_legal_and_looks_the_same(fields: dict[str, Any], seat: str) -> None:
    other = 1 - SEATS.index(seat)
    changed = 0
    for seed in range(6):
        chance = random.Random(f"{seat}/{seed}")
        document = random_record(fields, chance, 8 + 3 * seed)
        scene = scene_of(document, GAME, seat)
        for _ in range(3):
            world = imagined(scene.state, chance)
            put = filled(document, scene, other, world)
            state, plies = replay(GAME, GAME.initial(GAME.read_setup(put.setup)[0]), put.moves)
            if plies < len(put.moves) and "=void" in put.moves[other::2]:
                continue  # what failed may have been something else in this world
            assert plies == len(put.moves), put.moves[plies]
            assert state == world
            assert scene_of(put, GAME, seat).state == scene.state
            changed += put != document
    assert changed > 9
