"""Playing many tokens at once, on a mutable board of its own; agrees with stepping move by move."""

from collections.abc import Sequence

from struckle_cli.core.errors import NotationError
from struckle_cli.games.castle.board import EMPTY, Entry, Tables, other, tables
from struckle_cli.games.castle.notation import parse_move
from struckle_cli.games.castle.rules import apply, outcome, why_illegal
from struckle_cli.games.castle.state import State


def play_line(state: State, tokens: Sequence[str]) -> tuple[State, int]:
    """Play the longest legal prefix of `tokens` (a list or tuple); the state after it, and its length.

    Most plies go two a round, each with one look-up of the whole token and three comparisons. Where a
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
        entry = _entry(table, side, tokens[done])
        if entry is None or not _fits(cells, side, entry):
            return _decide(_resume(state, cells, done), tokens[done], done)
        cells[entry[0]] = EMPTY
        cells[entry[1]] = side
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
        for (a, b, wanted, cut, zeros), (c, d, wanted2, cut2, zeros2) in zip(
            map(mine, rest), map(theirs, rest), strict=False
        ):
            if cells[a] != own or cells[b] != wanted or (cut is not None and cells[cut] != zeros):
                break
            cells[a] = EMPTY
            cells[b] = own
            if cells[c] != enemy or cells[d] != wanted2 or (cut2 is not None and cells[cut2] != zeros2):
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


def _entry(table: Tables, side: int, token: str) -> Entry | None:
    """What a token claims; it gets its place in the table if it has one. None: the rules have to say."""
    entry = table.tokens[side].get(token)
    if entry is not None:
        return entry
    try:
        move = parse_move(token)
    except NotationError:
        return None
    return table.learn(side, token, move.source, move.target, move.capture)


def _fits(cells: bytearray, side: int, entry: Entry) -> bool:
    source, target, wanted, cut, zeros = entry
    return cells[source] == side and cells[target] == wanted and (cut is None or cells[cut] == zeros)


def _decide(here: State, token: str, done: int) -> tuple[State, int]:
    """The end of the line: the token at index `done` ends the game, or is illegal."""
    try:
        move = parse_move(token)
    except NotationError:
        return here, done
    if why_illegal(here, move) is not None:
        return here, done
    return apply(here, move), done + 1


def _resume(state: State, cells: bytearray, plies: int) -> State:
    """The state that `plies` moves after `state` have led to."""
    turn = state.turn + (plies + (state.side != state.first)) // 2
    side = other(state.side) if plies % 2 else state.side
    return State(state.board, bytes(cells), side, turn, state.first, state.closed)
