"""What a turn led to, in words, and what a record claims beside its result."""

from collections.abc import Iterator, Sequence

from struckle_cli.core.claim import Claim
from struckle_cli.core.errors import counted
from struckle_cli.core.outcome import Outcome
from struckle_cli.games.struggle.board import (
    ARRIVED,
    BLOCKED,
    COLOUR_NAMES,
    ENDED,
    NAMES,
    ON_BLACK,
    TOOK,
    carry,
    place_name,
    where,
)
from struckle_cli.games.struggle.deck import REBUILT, points
from struckle_cli.games.struggle.moves import Move
from struckle_cli.games.struggle.rules import (
    arrival,
    outcome,
    owners,
    playing,
    shown_dice,
    unknown,
)
from struckle_cli.games.struggle.state import State


def tell(before: State, move: Move, after: State) -> list[str]:
    """Each play of a turn, the Aces named; at the end the places, and points where cards are known."""
    if not move.plays:
        return [f"{move.rolls.hand} has no effect"]
    dice, squares, lines = shown_dice(before, move.rolls.hand), list(before.squares), []
    for piece, number in move.plays:
        aces = number - dice[piece]
        by = f"{number} ({counted(aces, 'Ace')})" if aces else str(number)
        lines.append(_play(before, squares, piece, number, by))
    if after.over:
        lines += _end(after)
    return lines


def _play(state: State, squares: list[int], piece: int, number: int, by: str) -> str:
    """Carry a piece on, and say what became of it."""
    name, here = NAMES[piece], squares[piece]
    space, stood = here + number, squares.copy()
    result = carry(squares, state.track.kinds, piece, number)
    if result in (ARRIVED, ENDED):
        told = f"{name} moves {by}, arrives and takes place {place_name(squares[piece])}"
        if result == ENDED:
            last = next(other for other, square in enumerate(stood) if square >= 0 and other != piece)
            told += f"; {NAMES[last]} takes place {place_name(squares[last])}"
        return told
    if result == ON_BLACK:
        return f"{name} stays on {where(here)}: {by} would be space {space}, which is black (impasse)"
    other = NAMES[stood.index(space)] if space in stood else ""
    if result == BLOCKED:
        colour = COLOUR_NAMES[state.track.kinds[space]]
        there = f"{colour} space {space}, where the {other} stands"
        return f"{name} stays on {where(here)}: {by} would be {there} (impasse)"
    if result == TOOK:
        return f"{name} moves {by} and takes space {space}; the {other} goes to {where(here)}"
    return f"{name} moves {by} to space {space}"


def _end(state: State) -> list[str]:
    places = arrival(state)
    scores = [
        f"{seat} ({card}) scores {points(card, places)}"
        for seat, card in zip(playing(state.setup), state.setup.cards, strict=True)
        if card is not None and not card.startswith("#")
    ]
    closed = unknown(state, "#") + unknown(state, None)
    if closed:
        scores.append(f"{owners(sorted(closed))} not known")
    return [f"the game ends: {' '.join(places)} on A B C D E", *scores]


def claims(start: State, moves: Sequence[Move], result: Outcome | None) -> Iterator[Claim]:
    """That no two players hold one card, that the dice fell as the seed says, that the scores are right."""
    yield from _cards(start)
    yield from _dice(start, moves)
    if result is not None and result.scores:
        yield _scores(start, moves, result)


def _cards(start: State) -> Iterator[Claim]:
    setup = start.setup
    if setup.deck != REBUILT or not any(setup.cards):
        return
    closed = unknown(start, "#")
    if closed:
        yield Claim("cards", "pending", f"{owners(closed)} not opened")
        return
    held = [f"{seat} {card}" for seat, card in zip(playing(setup), setup.cards, strict=True) if card]
    yield Claim("cards", True, f"no two players hold one card of the rebuilt deck: {', '.join(held)}")


def _dice(start: State, moves: Sequence[Move]) -> Iterator[Claim]:
    """Turns with other rolls than the seed's are illegal, so it is only told that they were looked at."""
    dice = start.setup.dice
    if dice is None:
        return
    rolls = counted(sum(len(move.rolls.thrown) for move in moves), "roll")
    if dice.seed is None:
        yield Claim("dice", "pending", f"the seed of the dice is not opened: {rolls} not checked yet")
    elif not start.setup.identity:
        yield Claim("dice", "pending", f"the record has no id, which the dice depend on: {rolls} not checked")
    else:
        yield Claim("dice", True, f"{rolls} recomputed from the seed, and all fell so")


def _scores(start: State, moves: Sequence[Move], result: Outcome) -> Claim:
    squares = list(start.squares)
    for move in moves:
        for piece, number in move.plays:
            carry(squares, start.track.kinds, piece, number)
    end = State(start.setup, tuple(squares), start.seat, start.turn)
    computed = outcome(end)
    if computed is None:
        why = "a card is not known yet" if end.over else "the game has not ended"
        return Claim("scores", "pending" if end.over else False, why)
    places = arrival(end)
    told = ", ".join(f"{seat} {score}" for seat, score in dict(computed.scores or {}).items())
    steps = tuple(
        f"{seat}: {card} against {places}, {points(str(card), places)} points"
        for seat, card in zip(playing(end.setup), end.setup.cards, strict=True)
    )
    if computed.scores == result.scores:
        return Claim("scores", True, f"the cards make it {told}", steps)
    return Claim("scores", False, f"the record has other scores; the cards make it {told}", steps)
