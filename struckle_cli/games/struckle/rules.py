"""The rules of Struckle: initial position, legal moves, why a move is illegal, what it does, who has won.

Source: the game's page, *Turn*, *End* and the rulings ST-1 to ST-4; the rules of a turn stand in `acting`.
"""

from collections.abc import Iterator

from struckle_cli.core.errors import Reason
from struckle_cli.core.outcome import Outcome
from struckle_cli.games.struckle.acting import FINE, WON, act, against, enter, walks
from struckle_cli.games.struckle.board import ARCHETYPES, HERO, LETTERS, PHILOSOPHER, SEATS, neighbours
from struckle_cli.games.struckle.explain import explain
from struckle_cli.games.struckle.moves import Move
from struckle_cli.games.struckle.setup import Setup, decided_for, title
from struckle_cli.games.struckle.state import Desk, State, later


def initial(setup: Setup) -> State:
    """The position in which play starts."""
    start = setup.start
    return State(start.squares, start.promoted, start.turn, start.round)


def outcome(state: State) -> Outcome | None:
    """The end that the position itself shows: a house on both of its goals, whoever brought it there."""
    winners = decided_for(state.squares)
    return Outcome(winners=(SEATS[winners[0]],), reason="goals") if winners else None


def to_move(state: State) -> str | None:
    """The seat whose turn it is; None when the game is over."""
    return None if decided_for(state.squares) else SEATS[state.turn >> 2]


def acting_piece(state: State) -> str:
    """The piece that acts next, in words: `TB's Diva`."""
    return title(state.turn)


def legal_moves(state: State) -> list[Move]:
    """All legal moves: first those without a power, in the order of `paths`, then those with one.

    The latter go by target in the order of the pieces, a Brainwash then by where to, and all by `paths`.
    """
    if decided_for(state.squares):
        return []
    desk, piece = state.desk(), state.turn
    archetype, home = piece & 3, desk.squares[piece]
    possible = list(walks(desk, piece))
    found = [Move(archetype, steps) for steps, _, _ in possible]
    promoted = state.promoted
    with_power = []
    for steps, path, won in possible:
        enter(desk, piece, path.effect)
        if not won and desk.promoted >> piece & 1:
            desk.put(piece, path.end)
            with_power += [
                Move(archetype, steps, archetype + 1, target, to)
                for target, to in aims(desk, piece)
                if against(desk, piece, target, to) == FINE
            ]
        desk.promoted = promoted
    desk.put(piece, home)
    order = desk.cells
    with_power.sort(key=lambda move: (order[move.target], move.to))
    return found + with_power


def aims(desk: Desk, piece: int) -> Iterator[tuple[int, int]]:
    """What a power could be tried on, as targets and squares to move to."""
    house, archetype = piece >> 2, piece & 3
    if archetype == HERO:
        yield from ((square, -1) for square in neighbours(desk.squares[piece]) if desk.cells[square])
        return
    for victim, square in enumerate(desk.squares):
        if victim >> 2 != house:
            if archetype == PHILOSOPHER:
                yield from ((square, to) for to in neighbours(square))
            else:
                yield square, -1


def apply(state: State, move: Move) -> State:
    """The position after a legal move."""
    desk = state.desk()
    act(desk, state.turn, move)
    return later(state, desk, 1)


def why_illegal(state: State, move: Move) -> Reason | None:
    """None if the move is legal; else the first of its faults, in the order of the token's parts."""
    if decided_for(state.squares):
        why = f"the game is over: {outcome(state)}; {title(state.turn)} would have been next"
        return Reason("struckle.after-end", why)
    if move.archetype != state.turn & 3:
        why = f"{title(state.turn)} ({LETTERS[state.turn & 3]}) acts now, not a {ARCHETYPES[move.archetype]}"
        return Reason("struckle.wrong-piece", why)
    desk = state.desk()
    fault = act(desk, state.turn, move)
    return None if fault <= WON else explain(state, move, fault)
