"""Playing many tokens at once, on a mutable board of its own; agrees with stepping move by move."""

from collections.abc import Sequence

from struckle_cli.core.errors import NotationError
from struckle_cli.games.castle.board import EMPTY, Entry, Tables, other, tables
from struckle_cli.games.castle.notation import parse_move
from struckle_cli.games.castle.rules import apply, outcome, why_illegal
from struckle_cli.games.castle.state import State


def play_line(state: State, tokens: Sequence[str]) -> tuple[State, int]:
    """Play the longest legal prefix of `tokens` (a list or tuple); the state after it, and its length.

    Most plies go two a round, each with one look-up of the whole token and one comparison. Where a
    round stops, one ply is tried alone (the last of an odd number, or a token met for the first time);
    what does not fit then either is decided by `why_illegal`, so that no rule stands here a second time.
    """
    if outcome(state) is not None:
        return state, 0
    table = tables(state.board, state.closed)
    cells = bytearray(state.cells)
    done, total = 0, len(tokens)
    while True:
        side = other(state.side) if done % 2 else state.side
        done += _play_pairs(cells, table, side, tokens, done)
        if done == total:
            return _resume(state, cells, done), done
        side = other(state.side) if done % 2 else state.side
        if not _play_one(cells, table, side, tokens[done]):
            after = _decide(_resume(state, cells, done), tokens[done])
            if after is None:
                return _resume(state, cells, done), done
            if outcome(after) is not None:
                return after, done + 1
            cells = bytearray(after.cells)
        done += 1


def _play_pairs(cells: bytearray, table: Tables, own: int, tokens: Sequence[str], start: int) -> int:
    """Play tokens from index `start` while both of a round are in the tables and fit; how many were played.

    Tokens that enter a castle are in no table, and after an elimination the side to move has no man on
    any square: so a game that is over stops here by itself. A round goes from `a` to `b`, then `c` to `d`.
    """
    enemy = other(own)
    mine, theirs = table.tokens[own].__getitem__, table.tokens[enemy].__getitem__
    rest = iter(tokens)
    rest.__setstate__(start)  # type: ignore[attr-defined]
    half = 0
    try:
        for (a, b, way, held), (c, d, way2, held2) in zip(map(mine, rest), map(theirs, rest), strict=False):
            if cells[way] != held:
                break
            cells[a] = EMPTY
            cells[b] = own
            if cells[way2] != held2:
                half = 1
                break
            cells[c] = EMPTY
            cells[d] = enemy
        else:
            return (len(tokens) - start) // 2 * 2
    except KeyError:
        pass
    # The round that stopped has consumed one token or both.
    consumed = len(tokens) - start - rest.__length_hint__()  # type: ignore[attr-defined]
    return int((consumed - 1) // 2 * 2 + half)


def _play_one(cells: bytearray, table: Tables, side: int, token: str) -> bool:
    """Play one token if it has a place in the table and fits."""
    entry = table.tokens[side].get(token) or _first_met(table, side, token)
    if entry is None:
        return False
    source, target, way, held = entry
    if cells[way] != held:
        return False
    cells[source] = EMPTY
    cells[target] = side
    return True


def _first_met(table: Tables, side: int, token: str) -> Entry | None:
    try:
        move = parse_move(token)
    except NotationError:
        return None
    return table.learn(side, token, move.source, move.target, move.capture)


def _decide(here: State, token: str) -> State | None:
    """What the rules say of a token that did not fit: the state after it, or None if it is illegal."""
    try:
        move = parse_move(token)
    except NotationError:
        return None
    return None if why_illegal(here, move) is not None else apply(here, move)


def _resume(state: State, cells: bytearray, plies: int) -> State:
    """The state that `plies` moves after `state` have led to."""
    turn = state.turn + (plies + (state.side != state.first)) // 2
    side = other(state.side) if plies % 2 else state.side
    return State(state.board, bytes(cells), side, turn, state.first, state.closed)
