"""Games of `replays/struggle/`, always the same ones, with open cards and declared dice.

The dice of each game fall from a seed of its own, and each player has a habit, given as two chances:

- With `patience` a player rolls again, and keeps the Aces and the figures that the card wants next; else it
  stands pat.
- With `sense` the hand is played so that the pieces stand as the card has them, as far as one turn can do
  that; else in any way.
"""

from random import Random
from typing import Any, NamedTuple

from struckle_cli.core.hooks import Throw
from struckle_cli.engine.binding import bind
from struckle_cli.games.struggle import GAME
from struckle_cli.games.struggle.board import PIECES
from struckle_cli.games.struggle.moves import Move
from struckle_cli.games.struggle.rolling import parse_rolls
from struckle_cli.games.struggle.state import State
from struckle_cli.games.struggle.throwing import DICE
from struckle_cli.replay.document import FORMAT, Document, Note
from struckle_cli.services.canonical import canonical

SEED = 20261130


class Habit(NamedTuple):
    """How a player decides, as chances from 0 to 1."""

    patience: float = 0.7
    sense: float = 0.9


SHARP = Habit(0.95, 1.0)
HASTY = Habit(0.1, 0.7)
IDLE = Habit(0.3, 0.1)
CLUB = Habit()


class Plan(NamedTuple):
    """A game to be played: its players in turn order with their habits and cards, and its seed.

    `plies` cuts the game there; `winners` is what it has to end with (none: unfinished). With `line` just
    that is played.
    """

    event: str
    date: str
    players: str
    cards: str
    winners: str = ""
    seed: int = 0
    habits: tuple[Habit, ...] = (CLUB, CLUB, CLUB, CLUB)
    setup: dict[str, Any] = {}  # noqa: RUF012 - nobody changes it
    line: str | None = None
    plies: int = 400
    notes: tuple[tuple[int, str], ...] = ()


def rolled(chance: Random, state: State, card: str, habit: Habit, throw: Throw) -> str:
    """The rolls of a turn: what the card wants next is kept."""
    wanted = [piece for piece in card if state.squares[PIECES.index(piece)] >= 0][:2]
    rolls = DICE.roll("", "", throw)
    while DICE.throws_left(rolls) and chance.random() < habit.patience:
        hand = parse_rolls(rolls).hand
        kept = "".join(face for face in hand if face == "A" or face in wanted)
        if len(kept) == len(hand):
            break
        rolls = DICE.roll(rolls, kept, throw)
    return rolls


def worth(state: State, card: str) -> int:
    """How far the pieces stand in the order of a card: those that are to come earlier count more."""
    total = 0
    for weight, piece in zip((5, 3, 0, -3, -5), card, strict=True):
        square = state.squares[PIECES.index(piece)]
        ahead = square if square >= 0 else state.track.last + 6 * (6 + square)
        total += weight * ahead
        if square < 0 and card[-1 - square] == piece:
            total += 100
    return total


def played(plan: Plan) -> Document:
    """The game of a plan. Raises `ValueError` if it does not end as the plan says."""
    seats = GAME.seats[: len(plan.players.split())]
    cards = dict(zip(seats, plan.cards.split(), strict=True))
    setup = {"players": len(seats), **plan.setup, "cards": cards}
    state = bind(GAME, setup).start
    moves: list[str] = []
    chance = Random(f"{SEED}:{plan.event}:{plan.date}:{plan.seed}")
    told = plan.line.split() if plan.line is not None else None
    while GAME.to_move(state) is not None and len(moves) < (plan.plies if told is None else len(told)):
        seat = state.seat
        if told is None:
            throw = DICE.drawn(chance)
            move = turn_of(chance, state, plan.cards.split()[seat], plan.habits[seat], throw)
        else:
            move = GAME.parse_move(told[len(moves)])
        why = GAME.why_illegal(state, move)
        if why is not None:
            raise ValueError(f"{plan.event}: {GAME.format_move(move)}: {why.message}")
        moves.append(GAME.format_move(move))
        state = GAME.apply(state, move)
    outcome = GAME.outcome(state)
    if " ".join(outcome.winners if outcome is not None else ()) != plan.winners:
        raise ValueError(f"{plan.event} ends by {outcome} after {len(moves)}, not by {plan.winners}")
    return canonical(_document(plan, setup, moves, outcome), GAME)


def turn_of(chance: Random, state: State, card: str, habit: Habit, throw: Throw) -> Move:
    """A turn by habit."""
    moves: list[Move] = DICE.plays(state, rolled(chance, state, card, habit, throw))
    if chance.random() < habit.sense:
        best = max(worth(GAME.apply(state, move), card) for move in moves)
        moves = [move for move in moves if worth(GAME.apply(state, move), card) == best]
    return chance.choice(moves)


def _document(plan: Plan, setup: dict[str, Any], moves: list[str], outcome: Any) -> Document:
    names = plan.players.split()
    return Document(
        format=FORMAT, game=GAME.name, tags={"Event": plan.event, "Date": plan.date},
        players=dict(zip(GAME.seats, names, strict=False)), setup=setup, moves=moves, result=outcome,
        notes=[Note(ply if ply >= 0 else len(moves) + 1 + ply, text) for ply, text in plan.notes],
    )  # fmt: skip


QUEEN_AND_JACK = {"position": "K:0 Q:5 J:8 T:0 9:0 p1 7"}
LAST = {"position": "K:A Q:B J:C T:30 9:29 p1 50"}
NEAR = {"position": "K:24 Q:25 J:20 T:A 9:28 p2 41"}
SHORT = {"colours": "YRYBYRYYRBYY"}

GAMES: dict[str, tuple[Plan, ...]] = {
    "two-at-the-club.sgn": (
        Plan("Club evening, table 3", "2026-10-06", "Ana Ben", "JT9QK QJK9T", "p1",
             notes=((0, "The two cards of the rulebook against each other."), (-1, "Cards on the table."))),
        Plan("Club evening, table 4", "2026-10-06", "Cleo Dario", "KQ9JT 9KJQT", "p2"),
    ),
    "three-friends.sgn": (
        Plan("Friendly game", "2026-10-09", "Ben Cleo Dario", "TKQJ9 Q9TJK 9TKJQ", "p1 p2",
             habits=(SHARP, CLUB, IDLE)),
    ),
    "four-seats.json": (
        Plan("Long evening", "2026-10-13", "Falk Dario Ben Ana", "KQ9JT QK9TJ JKT9Q TKQJ9", "p1"),
    ),
    "sharp-against-hasty.sgn": (
        Plan("Autumn cup, round 1", "2026-10-31", "Edda Hugo", "9JQTK J9QKT", "p1", habits=(SHARP, HASTY)),
    ),
    "short-track.sgn": (
        Plan("A track of our own", "2026-11-02", "Gita Hugo Ana", "KJTQ9 QTJK9 T9KQJ", "p1 p3", setup=SHORT),
    ),
    "from-a-position.json": (
        Plan("Any order is a card", "2026-11-03", "Cleo Ben", "TK9QJ KJTQ9", "p1",
             setup={"deck": "free", **NEAR}),
    ),
    "queen-and-jack.sgn": (
        Plan("Study: the Queen and the Jack", "2026-11-04", "Ana Ben", "QJK9T KTQ9J", setup=QUEEN_AND_JACK,
             line="AAAQJ=J2Q3", notes=((1, "The Jack meets the black space; the Queen takes its red one."),)),
    ),
    "ends-within-a-turn.sgn": (
        Plan("Study: what nobody sees", "2026-11-05", "Cleo Ben", "KQ9JT 9TKJQ", "p1", setup=LAST,
             line="AAT99=T3", notes=((1, "The other Ace was the Nine's, which is not played (SG-6)."),)),
    ),
    "adjourned.sgn": (
        Plan("Autumn cup, round 2", "2026-11-07", "Edda Falk Gita", "KTQ9J JQKT9 9QTKJ", plies=21,
             notes=((21, "Adjourned; p1 rolls next."),)),
    ),
    "tuesday-club.jsonl.zst": (
        Plan("Tuesday club", "2026-11-10", "Ana Gita Ben Hugo", "K9JTQ TJ9KQ Q9TJK J9QKT", "p2 p3 p4",
             habits=(IDLE, CLUB, CLUB, SHARP)),
        Plan("Tuesday club", "2026-11-10", "Gita Ben", "TQJ9K 9TKJQ", "p1"),
        Plan("Tuesday club", "2026-11-17", "Ben Hugo Ana", "JT9QK KQ9JT QJK9T", "p3",
             habits=(HASTY, HASTY, HASTY)),
    ),
}  # fmt: skip


def records() -> dict[str, list[Document]]:
    """The recorded games by the names of their files."""
    return {name: [played(plan) for plan in plans] for name, plans in GAMES.items()}
