"""Playing many tokens at once, on a mutable board of its own; agrees with stepping move by move."""

from collections.abc import Sequence

from struckle_cli.core.errors import NotationError
from struckle_cli.games.castle.board import BLACK, EMPTY, WHITE, Entry, Tables, tables
from struckle_cli.games.castle.notation import parse_move
from struckle_cli.games.castle.rules import apply, outcome, why_illegal
from struckle_cli.games.castle.state import State


def play_line(state: State, tokens: Sequence[str]) -> tuple[State, int]:
    """Play the longest legal prefix of `tokens`; the state after it, and how many plies it has.

    One look-up of the whole token and three comparisons a ply. What the table does not hold (a token
    that enters the enemy castle, or one that no man can ever play) or what does not fit the board is
    decided by `why_illegal`, so no rule stands here a second time; after an elimination the side to move
    has no man on any square, so whatever follows is decided there too.
    """
    if outcome(state) is not None:
        return state, 0
    table = tables(state.board, state.closed)
    cells = bytearray(state.cells)
    own, enemy = state.side, WHITE + BLACK - state.side
    mine, theirs = table.tokens[own], table.tokens[enemy]
    done = 0
    for done, token in enumerate(tokens):  # noqa: B007 - the count is wanted after the loop
        try:
            source, target, wanted, cut, zeros = mine[token]
        except KeyError:
            entry = _first_met(table, own, token)
            if entry is None:
                break
            source, target, wanted, cut, zeros = entry
        if cells[source] != own or cells[target] != wanted or (cut is not None and cells[cut] != zeros):
            break
        cells[source] = EMPTY
        cells[target] = own
        mine, theirs, own, enemy = theirs, mine, enemy, own
    else:
        return _resume(state, cells, len(tokens)), len(tokens)
    here = _resume(state, cells, done)
    try:
        move = parse_move(tokens[done])
    except NotationError:
        return here, done
    if why_illegal(here, move) is not None:
        return here, done
    return apply(here, move), done + 1


def _first_met(table: Tables, side: int, token: str) -> Entry | None:
    try:
        move = parse_move(token)
    except NotationError:
        return None
    return table.learn(side, token, move.source, move.target, move.capture)


def _resume(state: State, cells: bytearray, plies: int) -> State:
    """The state that `plies` moves after `state` have led to."""
    odd = plies % 2
    turn = state.turn + (plies + (state.side != state.first)) // 2
    side = WHITE + BLACK - state.side if odd else state.side
    return State(state.board, bytes(cells), side, turn, state.first, state.closed)
