"""Playing many tokens at once: valid moves by one look-up each; whatever else comes goes step by step."""

from collections.abc import Sequence

from struckle_cli.core.errors import NotationError
from struckle_cli.games.crungle.board import I1
from struckle_cli.games.crungle.entries import apply, why_illegal
from struckle_cli.games.crungle.goals import reached, triggers
from struckle_cli.games.crungle.notation import parse_move
from struckle_cli.games.crungle.rulebook import Rulebook, rulebook
from struckle_cli.games.crungle.rules import by_seat
from struckle_cli.games.crungle.state import KEPT, End, State


def play_line(state: State, tokens: Sequence[str]) -> tuple[State, int]:
    """Play the longest prefix of `tokens` that may stand; the state after it, and its length."""
    done, total = 0, len(tokens)
    while done < total:
        if state.over is None and state.bet is None:
            state, done = _play_valid(state, tokens, done)
            if done == total:
                break
        try:
            move = parse_move(tokens[done])
        except NotationError:
            break
        if why_illegal(state, move) is not None:
            break
        state = apply(state, move)
        done += 1
    return state, done


def _bans(book: Rulebook) -> dict[tuple[int, int], int]:
    """The rule that I1 bans, by the pick of I1 and the mask of the rule it applies."""
    if I1 not in book.rules:
        return {}
    pick = book.rules.index(I1)
    return {(pick, 1 << index): rule for index, rule in enumerate(book.rules) if rule != I1}


def _play_valid(state: State, tokens: Sequence[str], done: int) -> tuple[State, int]:
    """Play valid moves from index `done` until a goal is reached or a token is none; passes are left out too.

    `own`, `pick` and so on are those of the side to move, the others carry `opp_`; they change places
    with each ply.
    """
    book, setup = rulebook(state.setup.rules), state.setup
    table, own_weight, opp_weight = book.table, book.own_weight, book.opp_weight
    checks, bans = triggers(setup.goals), _bans(book)
    side, other = state.side, 1 - state.side
    own, opp = state.cells[side], state.cells[other]
    pick, opp_pick = state.picks[side], state.picks[other]
    began, opp_began = state.began[side], state.began[other]
    ends, opp_ends = state.ends[side], state.ends[other]
    visited, opp_visited = state.visited[side], state.visited[other]
    banned, ban, over = book.bit(state.ban), state.ban, None
    tables = book.tables
    for index in range(done, len(tokens)):
        place = own * 9 + opp + own_weight * began + opp_weight * opp_began
        found = (tables.get(place) or table(place)).get(tokens[index])
        if found is None or found[0] == pick or found[1] & banned:
            break
        began = own
        pick, uses, own, opp = found
        done = index + 1
        ban = bans.get((pick, uses), 0) if bans else 0
        banned = uses if ban else 0
        end = own * 9 + opp
        ends = ends[-KEPT:] + _BYTES[end]
        visited |= 1 << own
        for judge in checks[end]:
            if judge(ends, visited):
                over = End(side, "goal", reached(setup.goals, ends, visited))
                break
        own, opp, pick, opp_pick = opp, own, opp_pick, pick
        began, opp_began, ends, opp_ends = opp_began, began, opp_ends, ends
        visited, opp_visited, side = opp_visited, visited, 1 - side
        if over is not None:
            break
    after = State(
        setup, by_seat(side, own, opp), side, by_seat(side, pick, opp_pick), ban,
        by_seat(side, began, opp_began), by_seat(side, ends[-KEPT:], opp_ends[-KEPT:]),
        by_seat(side, visited, opp_visited), state.violations, state.objections, state.stood, over,
    )  # fmt: skip
    return after, done


_BYTES = [bytes((end,)) for end in range(81)]
