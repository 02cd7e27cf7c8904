"""The games of `replays/stricken/`, always the same ones.

Each game is a playout from a seed of its own. A side that can claim victory does; else it has a habit, given
as two chances:

- With `fierce` it does what is best at once of some turns that it looks at: points first, then how near its
  shells are to the other side's, then Power and Defense.
- Else with `secret` it seals an order, or does just that where it cannot.
- Else it makes any turn.

A few are told move by move instead.
"""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from struckle_cli.core.outcome import Outcome
from struckle_cli.engine.binding import bind
from struckle_cli.engine.playout import playout
from struckle_cli.engine.replayer import play
from struckle_cli.games.stricken import GAME
from struckle_cli.games.stricken.board import LAYER, OFF, SEATS, SHELLS, SIZE
from struckle_cli.games.stricken.moves import Action, Claim, Move, Pass, Seal
from struckle_cli.games.stricken.setup import deal
from struckle_cli.games.stricken.state import State
from struckle_cli.replay.document import FORMAT, Document, Note
from struckle_cli.services.canonical import canonical

SEED = 20261130
LOOKED_AT = 18
"""Turns that a side compares, drawn at random where there are more."""


class Habit(NamedTuple):
    """How a side chooses, as chances from 0 to 1."""

    fierce: float = 0.85
    secret: float = 0.3


CLUB = Habit()
WILD = Habit(fierce=0.95, secret=0.1)
SCHEMER = Habit(fierce=0.6, secret=0.8)
IDLE = Habit(fierce=0.2, secret=0.1)
SHY = Habit(fierce=0.0, secret=0.02)


class Plan(NamedTuple):
    """A game to be played: its players and habits, its seed, and how it has to end (None: unfinished).

    `plies` cuts the playout there; `given` is a result that the players give then. With `line` just that is
    played.
    """

    event: str
    date: str
    players: str
    ends: str | None
    seed: int = 0
    habits: tuple[Habit, Habit] = (CLUB, CLUB)
    setup: dict[str, Any] | None = None
    line: str | None = None
    plies: int = 120
    given: Outcome | None = None
    notes: tuple[tuple[int, str], ...] = ()


def _worth(state: State, side: int) -> int:
    """What a position is worth to a side: points, then strength, then nearness."""
    found = 400 * (state.points[side] - state.points[1 - side])
    for shell, point in enumerate(state.where):
        if point != OFF:
            strong = 2 * (min(state.power[shell], 4) + min(state.defense(shell), 4))
            found += strong if shell // SHELLS == side else -strong
    mine = [point for point in state.where[SHELLS * side : SHELLS * (side + 1)] if point != OFF]
    theirs = [point for point in state.where[SHELLS * (1 - side) : SHELLS * (2 - side)] if point != OFF]
    return found - 5 * sum(min((_steps(one, other) for other in theirs), default=0) for one in mine)


def _steps(one: int, other: int) -> int:
    return sum(abs(one // step % SIZE - other // step % SIZE) for step in (1, SIZE, LAYER))


def chooser(habits: tuple[Habit, Habit]) -> Callable[[Random, Any, list[Any]], Any]:
    """The choice of a turn by the habit of the side that moves."""

    def choose(rng: Random, state: State, moves: list[Move]) -> Move:
        habit = habits[state.side]
        if len(moves) == 1 or Claim() in moves:
            return Claim() if Claim() in moves else moves[0]
        actions = [move for move in moves if isinstance(move, Action)]
        orders = [move for move in moves if isinstance(move, Seal)]
        if actions and rng.random() < habit.fierce:
            looked_at = rng.sample(actions, min(LOOKED_AT, len(actions)))
            best: Move = max(looked_at, key=lambda move: _worth(GAME.apply(state, move), state.side))
            return best
        if orders and rng.random() < habit.secret:
            bold = [move for move in orders if move.action.kind]
            return rng.choice(bold or orders)
        free: list[Move] = [*actions, Pass()]
        return rng.choice(free)

    return choose


def played(plan: Plan) -> Document:
    """The game of a plan. Raises `ValueError` if it does not end as the plan says."""
    setup = deal(Random(f"{SEED}:{plan.seed}:deal"), plan.setup or {})
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
    outcome = GAME.outcome(state) or plan.given
    if (None if outcome is None else str(outcome)) != plan.ends:
        raise ValueError(f"{plan.event} ends by {outcome} after {len(moves)}, not by {plan.ends}")
    return canonical(_document(plan, setup, moves, outcome), GAME)


def _document(plan: Plan, setup: dict[str, Any], moves: list[str], outcome: Outcome | None) -> Document:
    return Document(
        format=FORMAT, game=GAME.name, tags={"Event": plan.event, "Date": plan.date},
        players=dict(zip(SEATS, plan.players.split(), strict=True)), setup=setup, moves=moves, result=outcome,
        notes=[Note(ply if ply >= 0 else len(moves) + 1 + ply, text) for ply, text in plan.notes],
    )  # fmt: skip


def _side(points: str, beads: str) -> list[dict[str, str]]:
    sets = beads.split() if " " in beads else [beads] * SHELLS
    return [{"point": point, "bead": bead} for point, bead in zip(points.split(), sets, strict=True)]


NEAR = {
    "shells": {
        "white": _side("1a1 1b1 1c1 1d1 1e1 1a2 1b2 1c2 1d2 1e2 1a3 1b3", "IWPS"),
        "black": _side("2a1 2b1 2c1 2d1 2e1 2a2 2b2 2c2 2d2 2e2 1c3 1d3", "IWPS"),
    },
}
"""Face to face, and everybody can do everything."""
RESIGNED = Outcome(winners=("black",), reason="resign")
AGREED = Outcome(winners=(), reason="agreement")

FORETOLD = "F2[1b3x1c3] F3[2a1:P] 1a3-2a3 1c3-1c4 =void 1d3-1d4 F2[1c2-1c3] =2a1:P 1c2-1c3 pass =void 1c4x1c3"

GAMES: dict[str, tuple[Plan, ...]] = {
    "two-at-the-club.sgn": (
        Plan("Club evening, table 1", "2026-10-06", "Ana Ben", "win:black (elimination)", 0,
             notes=((0, "Rebuilt start, beads as they were dealt."), (-1, "The last of white's shells."))),
        Plan("Club evening, table 2", "2026-10-06", "Cleo Dario", "win:white (elimination)", 1),
    ),
    "schemers.sgn": (
        Plan("Friendly game", "2026-10-08", "Dario Edda", "win:white (limit)", 1, (SCHEMER, SCHEMER),
             notes=((-1, "Sixty turns each, nine points to eight."),)),
    ),
    "as-many-points-less-damage.json": (
        Plan("Friendly game", "2026-10-09", "Falk Gita", "win:white (limit)", 4, (SCHEMER, SCHEMER)),
    ),
    "drawn-at-the-limit.json": (
        Plan("Autumn cup, round 1", "2026-10-13", "Hugo Ana", "draw (limit)", 2, (SCHEMER, SCHEMER)),
    ),
    "six-points-will-do.sgn": (
        Plan("Short games", "2026-10-15", "Ben Cleo", "win:black (claim)", 2, (CLUB, WILD), {"claim_at": 6}),
    ),
    "face-to-face.json": (
        Plan("Study: no distance", "2026-10-17", "Edda Edda", "win:white (elimination)", 7, setup=NEAR),
    ),
    "last-shells-at-once.sgn": (
        Plan("Study: no distance", "2026-10-18", "Gita Hugo", "draw (limit)", 21, (IDLE, IDLE), NEAR,
             notes=((-1, "Both lose their last shells, and both have suffered as much (SN-2)."),)),
    ),
    "foretold.sgn": (
        Plan("Study: what comes of orders", "2026-10-20", "Ana Falk", "win:black (resign)", setup=NEAR,
             line=FORETOLD, given=RESIGNED,
             notes=((5, "The target has moved away (SN-3)."), (8, "Friends are hit too."),
                    (11, "The shell stands there already (SN-9)."))),
    ),
    "resigned.sgn": (
        Plan("Autumn cup, round 2", "2026-10-24", "Cleo Ben", "win:black (resign)", 9, (IDLE, WILD), plies=64,
             given=RESIGNED),
    ),
    "agreed.json": (
        Plan("Autumn cup, round 3", "2026-10-31", "Hugo Dario", "draw (agreement)", 5, (SHY, SHY), plies=40,
             given=AGREED),
    ),
    "adjourned.sgn": (
        Plan("Autumn cup, round 4", "2026-11-03", "Ana Gita", None, 12, plies=50,
             notes=((50, "Adjourned; the shells have met by now."),)),
    ),
    "tuesday-club.jsonl.zst": (
        Plan("Tuesday club", "2026-11-10", "Ana Ben", "win:black (elimination)", 4),
        Plan("Tuesday club", "2026-11-10", "Ben Ana", "win:black (limit)", 3, (IDLE, WILD)),
        Plan("Tuesday club", "2026-11-17", "Cleo Hugo", None, 14, plies=64),
    ),
}  # fmt: skip


def records() -> dict[str, list[Document]]:
    """The recorded games by the names of their files."""
    return {name: [played(plan) for plan in plans] for name, plans in GAMES.items()}
