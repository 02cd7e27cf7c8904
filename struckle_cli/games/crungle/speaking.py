"""What a bot says beside its turns: objections, answers to bets, and demonstrations.

A bot objects to every invalid move and to no valid one. It accepts a bet that no win is possible where the
solver finds one, and shows that. It never bets. Source: the game's page, *Stating a move, objections,
violations* and *Bets*; rulings CR-5 and CR-9.
"""

from functools import lru_cache

from msgspec.structs import replace

from struckle_cli.core.bots import DEFAULT_NODES, Budget, Scene
from struckle_cli.core.solution import Limits
from struckle_cli.games.crungle.line import play_line
from struckle_cli.games.crungle.moves import Pass, Statement
from struckle_cli.games.crungle.notation import OBJECTION, mark, parse_move
from struckle_cli.games.crungle.rules import violation
from struckle_cli.games.crungle.setup import SEATS
from struckle_cli.games.crungle.solver import solve
from struckle_cli.games.crungle.state import State

_STATES = 30
"""States of the solver that count as one node: they are that much cheaper."""
_PROMISED = 5_000_000
"""States of the solver at most where a demonstration has to be given."""


def spoken(scene: Scene, seat: str, budget: Budget) -> str | None:
    """What a seat has to say before any turn of its own; None if nothing.

    Where it is not its turn, or the game is over, it is an objection or the empty text: nothing to say.
    """
    state: State = scene.state
    if state.bet is not None and state.over is None:
        return _on_bet(state, budget)
    if objects(scene, seat):
        return OBJECTION
    if state.over is not None or SEATS[state.side] != seat:
        return ""
    return None


def objects(scene: Scene, seat: str) -> bool:
    """Whether the last move was the opponent's, invalid, and not objected to yet."""
    state: State = scene.state
    if not state.stood or state.bet is not None:
        return False
    tokens = list(scene.tokens)
    marked = mark(tokens, OBJECTION)
    if not isinstance(marked, list):
        return False
    last = next(n for n, token in enumerate(marked) if token != tokens[n])
    before = play_line(scene.start, tokens[:last])[0]
    turn = parse_move(tokens[last])
    if SEATS[before.side] == seat or not isinstance(turn, Statement | Pass):
        return False
    return violation(before, turn) is not None


def _on_bet(state: State, budget: Budget) -> str:
    """The answer to a bet, or what comes next of the demonstration; it is shown to both by one player."""
    bet = state.bet
    assert bet is not None
    running = replace(state, bet=None)
    if not bet.accepted:
        return "accept" if _shown(running, _limits(budget)) else "decline"
    if bet.trial is None:
        return "("
    if bet.trial.over is not None or bet.broken is not None:
        return ")"
    way = _shown(bet.trial, Limits(states=_PROMISED))
    return way[0] if way else ")"


def _limits(budget: Budget) -> Limits:
    nodes = DEFAULT_NODES if budget == Budget(nodes=None) else budget.nodes
    states = _PROMISED if nodes is None else min(nodes * _STATES, _PROMISED)
    return Limits(states=states, seconds=budget.seconds)


@lru_cache(maxsize=64)
def _shown(state: State, limits: Limits) -> tuple[str, ...]:
    """A demonstration from a position; nothing where there is none, or none was found."""
    return solve(state, limits).demonstration or ()
