"""A table at which scripted games of Crungle are played, and the steps that a script is made of.

A step adds entries, notes or both; where it cannot be done it raises `Stuck`, and another seed is tried.
Between the scripted entries both sides play at random; but nobody misses a win that is one turn away.
"""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random

from struckle_cli.core.solution import Limits
from struckle_cli.games.crungle import GAME
from struckle_cli.games.crungle.board import DIRECT
from struckle_cli.games.crungle.moves import Pass, Statement
from struckle_cli.games.crungle.rulebook import rulebook, states_opp
from struckle_cli.games.crungle.rules import completed, violation
from struckle_cli.games.crungle.setup import SEATS
from struckle_cli.games.crungle.state import State
from struckle_cli.replay.document import Note


class Stuck(Exception):
    """A step cannot be done in the position that a seed has led to."""


class Table:
    """A game being played: its position, and the entries and notes so far."""

    def __init__(self, state: State, rng: Random) -> None:
        self.state = state
        self.rng = rng
        self.moves: list[str] = []
        self.notes: list[Note] = []

    def enter(self, token: str) -> None:
        """Add one entry."""
        move = GAME.parse_move(token)
        if GAME.why_illegal(self.state, move) is not None:
            raise Stuck
        self.state = GAME.apply(self.state, move)
        self.moves.append(token)

    def turn(self) -> str:
        """A valid turn of the side to move: a winning one if there is one, and else any."""
        if self.state.over is not None:
            raise Stuck
        turns = [move for move in GAME.legal_moves(self.state) if isinstance(move, Statement | Pass)]
        wins = [move for move in turns if completed(self.state, move).over is not None]
        return GAME.format_move(self.rng.choice(wins or turns))


Step = Callable[[Table], None]


def turns(count: int) -> Step:
    """So many turns of both together, none of which ends the game."""

    def step(table: Table) -> None:
        for _ in range(count):
            table.enter(table.turn())
        if table.state.over is not None:
            raise Stuck

    return step


def to_goal(winner: str, goal: int, most: int = 150) -> Step:
    """Turns until that player reaches that goal."""

    def step(table: Table) -> None:
        while table.state.over is None and len(table.moves) < most:
            table.enter(table.turn())
        over = table.state.over
        if over is None or SEATS[over.winner] != winner or goal not in over.goals:
            raise Stuck

    return step


def note(text: str) -> Step:
    """A note behind what has been played."""

    def step(table: Table) -> None:
        table.notes.append(Note(len(table.moves), text))

    return step


def entries(text: str) -> Step:
    """Just these entries."""

    def step(table: Table) -> None:
        for token in text.split():
            table.enter(token)

    return step


def slip(code: str, objected: bool = True) -> Step:
    """An invalid move with that fault, which is objected to or stands."""

    def step(table: Table) -> None:
        found = [move for move in _invalid(table.state) if _has(table.state, move, f"crungle.{code}")]
        table.enter(_picked(table, found) + ("?" if objected else ""))

    return step


def false_win(table: Table) -> None:
    """Turns until an invalid move would win if it stood; it is stated, and objected to."""
    while True:
        wins = [move for move in _invalid(table.state) if completed(table.state, move).over is not None]
        faulty = [move for move in wins if _has(table.state, move, "crungle.destination")]
        if faulty:
            table.enter(f"{_picked(table, faulty)}?")
            return
        turns(1)(table)


def ended(reason: str) -> Step:
    """Nothing; but the game has ended by that reason."""

    def step(table: Table) -> None:
        if table.state.over is None or table.state.over.reason != reason:
            raise Stuck

    return step


def overruled(table: Table) -> None:
    """A valid move that the opponent objects to."""
    table.enter(f"{table.turn()}?")


def overruled_win(table: Table) -> None:
    """A valid winning move that the opponent objects to all the same."""
    overruled(table)
    if table.state.over is None or table.state.over.reason != "goal":
        raise Stuck


def false_pass(table: Table) -> None:
    """A pass although there are valid moves; it is objected to."""
    if table.turn() == "pass":
        raise Stuck
    table.enter("pass?")


def passes(table: Table) -> None:
    """A pass, where nothing else is valid."""
    if table.turn() != "pass":
        raise Stuck
    table.enter("pass")


def declined(bettor: str) -> Step:
    """A bet that is not taken."""
    return entries(f"bet:{bettor} decline")


def demonstrated(bettor: str, cut: int = 0, code: str = "") -> Step:
    """A bet with a shortest demonstration as the solver finds it.

    Without its last `cut` moves; with a `code` a move with that fault comes in their place.
    """

    def step(table: Table) -> None:
        solver = GAME.solver
        if solver is None or table.state.over is not None:
            raise Stuck
        found = solver.solve(table.state, Limits()).demonstration
        if found is None or len(found) <= cut:
            raise Stuck
        entries(f"bet:{bettor} accept (")(table)
        for token in found[: len(found) - cut]:
            table.enter(token)
        bet = table.state.bet
        if code and bet is not None and bet.trial is not None:
            trial = bet.trial
            table.enter(_picked(table, [m for m in _invalid(trial) if _has(trial, m, f"crungle.{code}")]))
        table.enter(")")

    return step


def _picked(table: Table, moves: list[Statement]) -> str:
    if not moves:
        raise Stuck
    return GAME.format_move(table.rng.choice(moves))


def _has(state: State, move: Statement, code: str) -> bool:
    reason = violation(state, move)
    return reason is not None and reason.code == code


def _invalid(state: State) -> Iterator[Statement]:
    """Moves that a player may state by mistake.

    Right cells where a form may not be used, wrong cells of good forms, forms that are none.
    """
    side, other = state.side, 1 - state.side
    cells, began = state.cells, state.began
    for (rule, parts), form in rulebook(state.setup.rules).forms.items():
        right = form.results(cells[side], cells[other], began[side], began[other])
        for own, opp in right:
            for told in (None, opp):
                yield Statement(rule, parts, own, told)
        known = {opp for _, opp in right} or {cells[other]}
        for own, opp in product(range(9), sorted(known)):
            yield Statement(rule, parts, own, opp if form.states_opp else None)
    for rule in range(1, DIRECT + 1):
        if rule not in state.setup.rules and not states_opp(rule, ()):
            yield from (Statement(rule, (), own) for own in range(9))
