"""The games of `replays/castle/`, always the same ones.

Each game is a playout from a seed of its own, and each side has a habit, given as three chances:

- With `keen` it enters the enemy castle where it can, and else never does.
- Else with `greed` it captures where it can, any man alike.
- Else with `drive` it brings a man nearer to the enemy castle, counted in moves on the empty board.
- Else it makes any move.

Where the players end a game themselves, the playout is cut after a given number of plies.
"""

from collections import deque
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from struckle_cli.core.outcome import Outcome
from struckle_cli.engine.binding import bind
from struckle_cli.engine.playout import playout
from struckle_cli.games.castle import GAME
from struckle_cli.games.castle.board import SQUARES, Board, parse_board_file, tables
from struckle_cli.games.castle.moves import Move
from struckle_cli.games.castle.state import State
from struckle_cli.replay.document import FORMAT, Document, Note
from struckle_cli.services.canonical import canonical

SEED = 20261130


class Habit(NamedTuple):
    """How a side chooses, as chances from 0 to 1."""

    keen: float
    greed: float
    drive: float


SIEGE = Habit(keen=1.0, greed=0.5, drive=0.35)
HUNT = Habit(keen=0.0, greed=0.97, drive=0.5)
IDLE = Habit(keen=0.3, greed=0.3, drive=0.1)

BRIDGES = """\
...................
.######.....######.
.#...............#.
.#.#####.b.#####.#.
.#.#...........#.#.
.#.#..#######..#.#.
...................
...######.######...
.........#.........
.........#.........
.........#.........
...######.######...
...................
.#.#..#######..#.#.
.#.#...........#.#.
.#.#####.w.#####.#.
.#...............#.
.######.....######.
...................
"""
"""A board of our own, for a record that carries its board with it."""


class Plan(NamedTuple):
    """A game to be played: its seed, set-up, habits of both sides, and how it may end.

    `plies` cuts the playout there; `given` is then the result that the players give (None: unfinished).
    `ends` is the end that the moves have to bring about; seeds are tried in order until they do.
    """

    event: str
    date: str
    white: str
    black: str
    setup: dict[str, Any] = {}  # noqa: RUF012 - nobody changes it
    habits: tuple[Habit, Habit] = (SIEGE, SIEGE)
    plies: int = 400
    least: int = 1
    given: Outcome | None = None
    ends: tuple[str, str] | None = None
    notes: tuple[tuple[int, str], ...] = ()
    tags: tuple[tuple[str, str], ...] = ()


@lru_cache(maxsize=16)
def distances(board: Board, closed: bool, side: int) -> tuple[int, ...]:
    """For each square the moves that a lone man of `side` needs from it to the enemy castle."""
    rays = tables(board, closed).rays[side]
    back: list[list[int]] = [[] for _ in range(SQUARES)]
    for square in range(SQUARES):
        for ray in rays[square]:
            for target in ray:
                back[target].append(square)
    goal = board.enemy_castle(side)
    found = {goal: 0}
    queue = deque([goal])
    while queue:
        square = queue.popleft()
        for origin in back[square]:
            if origin not in found:
                found[origin] = found[square] + 1
                queue.append(origin)
    return tuple(found.get(square, SQUARES) for square in range(SQUARES))


def chooser(habits: tuple[Habit, Habit]) -> Callable[[Random, Any, list[Any]], Any]:
    """The choice of a move by the habit of the side to move."""

    def choose(rng: Random, state: State, moves: list[Move]) -> Move:
        habit = habits[state.side - 1]
        goal = state.board.enemy_castle(state.side)
        entering = [move for move in moves if move.target == goal]
        if entering and rng.random() < habit.keen:
            return entering[0]
        others = [move for move in moves if move.target != goal] or moves
        captures = [move for move in others if move.capture]
        if captures and rng.random() < habit.greed:
            return rng.choice(captures)
        if rng.random() < habit.drive:
            far = distances(state.board, state.closed, state.side)
            nearer = [move for move in others if far[move.target] < far[move.source]]
            if nearer:
                return rng.choice(nearer)
        return rng.choice(others)

    return choose


def played(plan: Plan) -> Document:
    """The game of a plan. Raises `ValueError` if none of a thousand seeds leads to the end it wants."""
    start = bind(GAME, plan.setup).start
    for attempt in range(1000):
        rng = Random(f"{SEED}:{plan.event}:{plan.white}:{plan.black}:{attempt}")
        moves, states = playout(GAME, start, rng, plan.plies, chooser(plan.habits))
        outcome = GAME.outcome(states[-1])
        reached = None if outcome is None else (*outcome.winners, outcome.reason)
        if reached == plan.ends and len(moves) >= plan.least:
            return canonical(_document(plan, moves, outcome or plan.given), GAME)
    raise ValueError(f"no playout of {plan.event} ends as wanted")


def _document(plan: Plan, moves: list[str], result: Outcome | None) -> Document:
    return Document(
        format=FORMAT, game=GAME.name, tags={"Event": plan.event, "Date": plan.date, **dict(plan.tags)},
        players={"white": plan.white, "black": plan.black}, setup=plan.setup, moves=moves, result=result,
        notes=[Note(ply if ply >= 0 else len(moves) + 1 + ply, text) for ply, text in plan.notes],
    )  # fmt: skip


def _resigned(winner: str) -> Outcome:
    return Outcome(winners=(winner,), reason="resign")


AGREED = Outcome(winners=(), reason="agreement")
MIDDLE = "9b9/19/19/3w11b3/19/19/19/4w9b4/19/19/3b11w3/19/19/19/19/5b7w5/19/19/9w9 b 21"
"""A middle game with few men, Black to move."""

BY_WHITE, BY_BLACK = ("white", "castle"), ("black", "castle")

GAMES: dict[str, tuple[Plan, ...]] = {
    "club-evening.sgn": (
        Plan("Club evening, board 1", "2026-10-06", "Ana", "Ben", ends=BY_WHITE, least=30,
             notes=((0, "Lots drawn: White begins."), (-1, "Nobody stood behind the second wall."))),
        Plan("Club evening, board 2", "2026-10-06", "Cleo", "Dario", plies=36, given=_resigned("white"),
             notes=((36, "Black resigns: \"three men down\",\nand the gate {south} is open."),)),
        Plan("Club evening, board 3", "2026-10-06", "Edda", "Falk", plies=52, given=AGREED,
             tags=(("Remark", "played without a clock"),)),
    ),
    "quick-win.sgn": (
        Plan("Friendly game", "2026-10-09", "Ben", "Edda", habits=(SIEGE, IDLE), ends=BY_WHITE, plies=21),
    ),
    "black-storms.json": (
        Plan("Friendly game", "2026-10-10", "Ana", "Falk", habits=(IDLE, SIEGE), ends=BY_BLACK, least=20),
    ),
    "last-man.sgn": (
        Plan("Long evening", "2026-10-13", "Gita", "Ben", habits=(HUNT, IDLE), ends=("white", "elimination"),
             plies=900, notes=((-1, "The last one."),)),
    ),
    "sixteen-men.sgn": (
        Plan("Autumn cup, round 1", "2026-10-17", "Cleo", "Gita", {"men": 16}, ends=BY_BLACK, least=60),
    ),
    "sixteen-adjourned.json": (
        Plan("Autumn cup, round 2", "2026-10-18", "Dario", "Hugo", {"men": 16}, (IDLE, IDLE), plies=120,
             notes=((120, "Adjourned; White has written down the next move."),)),
    ),
    "twenty-two-men.sgn": (
        Plan("Autumn cup, final", "2026-10-25", "Gita", "Hugo", {"men": 22}, ends=BY_WHITE, least=80),
    ),
    "black-begins.sgn": (
        Plan("Return game", "2026-10-27", "Edda", "Ben", {"first": "black"}, ends=BY_BLACK, least=15),
    ),
    "closed-castle.json": (
        Plan("Closed castles", "2026-11-01", "Falk", "Ana", {"own_castle": "closed"}, ends=BY_WHITE,
             least=25),
    ),
    "bridges.json": (
        Plan("A board of our own", "2026-11-03", "Hugo", "Cleo", {"rows": parse_board_file(BRIDGES)},
             ends=BY_BLACK, least=20),
    ),
    "from-a-position.sgn": (
        Plan("Study", "2026-11-05", "Ana", "Dario", {"position": MIDDLE}, (HUNT, HUNT), plies=600,
             ends=("black", "elimination")),
    ),
    "tuesday-club.jsonl.zst": (
        Plan("Tuesday club", "2026-11-10", "Ana", "Gita", plies=24, given=_resigned("black")),
        Plan("Tuesday club", "2026-11-10", "Gita", "Ana", {"first": "black"}, plies=47, given=AGREED),
        Plan("Tuesday club", "2026-11-17", "Ben", "Hugo", {"men": 22}, plies=80),
        Plan("Tuesday club", "2026-11-17", "Hugo", "Ben", {"own_castle": "closed"}, plies=31,
             given=_resigned("white")),
    ),
    "two-by-post.msgpack": (
        Plan("By post", "2026-11-20", "Falk", "Cleo", {"men": 16, "first": "black"}, plies=18),
        Plan("By post", "2026-11-20", "Cleo", "Falk", ends=BY_BLACK, plies=200),
    ),
}  # fmt: skip


def records() -> dict[str, list[Document]]:
    """The recorded games by the names of their files."""
    return {name: [played(plan) for plan in plans] for name, plans in GAMES.items()}
