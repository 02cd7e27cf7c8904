"""The games of `replays/struckle/`, always the same ones.

Each game is a playout from a seed of its own, and each house has a habit, given as three chances:

- With `keen` it wins where it can, and else does not look for that.
- Else with `spite` it uses a power: the one that throws the best of the others back the furthest.
- Else with `drive` it comes nearer to its goals, counted as king's steps of its two nearest pieces.
- Else it makes any turn.

A few are told move by move instead.
"""

from collections.abc import Callable
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

from struckle_cli.engine.binding import bind
from struckle_cli.engine.playout import playout
from struckle_cli.engine.replayer import play
from struckle_cli.games.struckle import GAME
from struckle_cli.games.struckle.board import GOALS, SEATS, SIZE
from struckle_cli.games.struckle.moves import NO_POWER, Move
from struckle_cli.games.struckle.state import State
from struckle_cli.replay.document import FORMAT, Document, Note
from struckle_cli.services.canonical import canonical

SEED = 20261130
LOOKED_AT = 24
"""Turns that a house compares, drawn at random where there are more."""


class Habit(NamedTuple):
    """How a house chooses, as chances from 0 to 1."""

    keen: float = 1.0
    spite: float = 0.5
    drive: float = 0.6


RUNNER = Habit(spite=0.2, drive=0.9)
GUARD = Habit(spite=0.95, drive=0.4)
IDLE = Habit(keen=0.2, spite=0.3, drive=0.1)
CLUB = Habit()


class Plan(NamedTuple):
    """A game to be played: its players and habits in turn order, its seed, and who has to win by it.

    `plies` cuts the playout there; `winner` None leaves the game unfinished. With `line` just that is played.
    """

    event: str
    date: str
    players: str
    winner: str | None
    seed: int = 0
    habits: tuple[Habit, ...] = (CLUB, CLUB, CLUB, CLUB)
    position: str | None = None
    line: str | None = None
    plies: int = 300
    notes: tuple[tuple[int, str], ...] = ()


def steps_to_go(state: State, house: int) -> int:
    """The king's steps that the two nearest pieces of a house still need to its two goals."""
    mine = state.squares[4 * house : 4 * house + 4]
    pairs = permutations(mine, 2)
    return min(
        sum(_steps(square, goal) for square, goal in zip(pair, GOALS[house], strict=True)) for pair in pairs
    )


def _steps(one: int, other: int) -> int:
    return max(abs(one // SIZE - other // SIZE), abs(one % SIZE - other % SIZE))


def chooser(habits: tuple[Habit, ...]) -> Callable[[Random, Any, list[Any]], Any]:
    """The choice of a turn by the habit of the house that acts."""

    def choose(rng: Random, state: State, moves: list[Move]) -> Move:
        house = state.turn >> 2
        habit = habits[house]
        if rng.random() < habit.keen and steps_to_go(state, house) <= 2:
            winning = [move for move in moves if _winner(state, move) == SEATS[house]]
            if winning:
                return rng.choice(winning)
        powers = [move for move in moves if move.power != NO_POWER]
        if powers and rng.random() < habit.spite:
            return _best(rng, state, powers, lambda after: -min(_others(after, house)))
        if rng.random() < habit.drive:
            return _best(rng, state, moves, lambda after: steps_to_go(after, house))
        return rng.choice(moves)

    return choose


def _winner(state: State, move: Move) -> str | None:
    ended = GAME.outcome(GAME.apply(state, move))
    return None if ended is None else ended.winners[0]


def _others(state: State, house: int) -> list[int]:
    return [steps_to_go(state, other) for other in range(4) if other != house]


def _best(rng: Random, state: State, moves: list[Move], cost: Callable[[State], int]) -> Move:
    """The turn after which `cost` is least, of some; of equal ones a random one."""
    looked_at = rng.sample(moves, min(LOOKED_AT, len(moves)))
    return min(looked_at, key=lambda move: cost(GAME.apply(state, move)))


def played(plan: Plan) -> Document:
    """The game of a plan. Raises `ValueError` if it does not end as the plan says."""
    setup = {} if plan.position is None else {"position": plan.position}
    start = bind(GAME, setup).start
    if plan.line is not None:
        moves = plan.line.split()
        state, plies = play(GAME, start, moves)
        if plies < len(moves):
            raise ValueError(f"{plan.event}: {moves[plies]} is illegal")
    else:
        rng = Random(f"{SEED}:{plan.seed}")
        moves, states = playout(GAME, start, rng, plan.plies, chooser(plan.habits))
        state = states[-1]
    outcome = GAME.outcome(state)
    if (None if outcome is None else outcome.winners[0]) != plan.winner:
        raise ValueError(f"{plan.event} ends by {outcome}, not by {plan.winner}")
    return canonical(_document(plan, setup, moves, outcome), GAME)


def _document(plan: Plan, setup: dict[str, Any], moves: list[str], outcome: Any) -> Document:
    return Document(
        format=FORMAT, game=GAME.name, tags={"Event": plan.event, "Date": plan.date},
        players=dict(zip(SEATS, plan.players.split(), strict=True)), setup=setup, moves=moves, result=outcome,
        notes=[Note(ply if ply >= 0 else len(moves) + 1 + ply, text) for ply, text in plan.notes],
    )  # fmt: skip


PUSHED = "a6c5+a4a3 c1d1e1f1 b6a2h5h6 f8e8d8c8 SG:H 8"
"""SB needs a7 alone, and its Diva stands between that and the Hero of TB."""
WASHED = "a6a5d4+a3 c1d1e1f1 h3h4h5h6 b1e8d8f2 SG:P 5"
"""SG needs g1 alone, and TB has a Philosopher on gold."""
DECIDED = "a5b6c5h7 b8d3g8f1 h3f4h5g6 f8e6d8c7 SB:D 14"

GAMES: dict[str, tuple[Plan, ...]] = {
    "four-at-the-club.sgn": (
        Plan("Club evening, table 1", "2026-10-06", "Ana Ben Cleo Dario", "TB", 2,
             notes=((0, "Four players, four houses."), (-1, "Nobody was left to push."))),
        Plan("Club evening, table 2", "2026-10-06", "Edda Falk Gita Hugo", "TG", 10),
    ),
    "runner.sgn": (
        Plan("Friendly game", "2026-10-09", "Ben Cleo Dario Edda", "SB", 2, (IDLE, CLUB, RUNNER, GUARD)),
    ),
    "shaded-green-at-home.json": (
        Plan("Friendly game", "2026-10-10", "Gita Hugo Ana Falk", "SG", 4, (CLUB, IDLE, CLUB, RUNNER)),
    ),
    "guards.sgn": (
        Plan("Long evening", "2026-10-13", "Falk Dario Ben Ana", None, 0, (GUARD, GUARD, GUARD, GUARD),
             plies=200, notes=((200, "Past midnight, and nobody nearer."),)),
    ),
    "the-hero-charges-in.sgn": (
        Plan("Friendly game", "2026-10-15", "Dario Ana Hugo Gita", "SG", 9),
    ),
    "one-for-all.json": (
        Plan("Alone at four seats", "2026-10-17", "Edda Edda Edda Edda", "TB", 11),
    ),
    "pushed-to-victory.sgn": (
        Plan("Study: the Hero's mistake", "2026-10-24", "Hugo Gita Cleo Ben", "SB", position=PUSHED,
             line="He7 Pd7 S- D- H^b6", notes=((-1, "TB pushes, and SB has won."),)),
    ),
    "washed-to-victory.json": (
        Plan("Study: the Philosopher's mistake", "2026-10-25", "Ana Cleo Gita Edda", "SG", position=WASHED,
             line="Pe7 S- Db6 Hb5 Pd5~f2g1"),
    ),
    "adjourned.sgn": (
        Plan("Autumn cup, round 1", "2026-10-31", "Cleo Dario Edda Falk", None, 13, plies=90,
             notes=((90, "Adjourned; SG is to move its Philosopher next."),)),
    ),
    "decided-position.sgn": (
        Plan("Study: who has won?", "2026-11-01", "Ana Ben Gita Hugo", "TG", position=DECIDED, line="",
             notes=((0, "The Diva on b8, the Philosopher on g8."),)),
    ),
    "tuesday-club.jsonl.zst": (
        Plan("Tuesday club", "2026-11-10", "Ana Gita Ben Hugo", "SG", 7, (IDLE, CLUB, CLUB, CLUB)),
        Plan("Tuesday club", "2026-11-10", "Gita Ben Hugo Ana", "SB", 4),
        Plan("Tuesday club", "2026-11-17", "Ben Hugo Ana Gita", None, 14, plies=64),
    ),
}  # fmt: skip


def records() -> dict[str, list[Document]]:
    """The recorded games by the names of their files."""
    return {name: [played(plan) for plan in plans] for name, plans in GAMES.items()}
