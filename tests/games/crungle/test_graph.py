"""The graph that is searched against single steps: the same turns, and nodes that are those of the states."""

import random

import pytest

from struckle_cli.games.crungle import GAME
from struckle_cli.games.crungle.graph import Graph
from tests.games.crungle import slow, slow_rules
from tests.games.crungle.helpers import fields_of, listed, state_of, walk


def follow(graph: Graph, state: object) -> None:
    """All turns from a running state: tokens, turn ends and the nodes they lead to."""
    node = graph.node(state)  # type: ignore[arg-type]
    turns = graph.turns(node)
    assert sorted(token for _, _, token in turns) == listed(state)  # type: ignore[arg-type]
    found = set()
    for end, after, token in turns:
        then = GAME.apply(state, GAME.parse_move(token))
        side = state.side  # type: ignore[attr-defined]
        assert end == then.cells[side] * 9 + then.cells[1 - side]
        assert after == graph.node(then), token
        found.add((end, after))
    assert {(end, after) for end, afters in graph.edges(node) for after in afters} == found


@pytest.mark.parametrize("indirect", ["M5", *slow_rules.INDIRECT])
def test_turns_of_the_graph_are_single_steps(indirect: str) -> None:
    chance = random.Random(f"graph/{indirect}")
    for _ in range(8):
        others = chance.sample(["M16", "M13", "M27", "M2", "M3", "M11"], 3)
        graph = None
        for state, position in walk(chance, 12, rules=[*others, indirect]):
            graph = graph or Graph(state.setup.rules)
            if position.winner is None:
                follow(graph, state)


def test_a_pass_of_the_graph_clears_the_last_rule_and_the_ban() -> None:
    """Orange picks M21 first and then has to pass, both on 5: nothing is picked or banned then."""
    state = state_of(fields_of("G2 G10", "M21 M13 M27 I1", "orange=9 purple=1"))
    graph = Graph(state.setup.rules)
    for token in ["M1:4", "M21:5", "M1:5", "M27:5", "I1(M21):5"]:
        follow(graph, state)
        state = GAME.apply(state, GAME.parse_move(token))
    assert slow.PLAYERS[1] == GAME.to_move(state)
    follow(graph, state)
