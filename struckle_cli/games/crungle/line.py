"""Playing many tokens at once: valid moves by a look-up each; whatever else comes goes step by step."""

from collections.abc import Sequence

from struckle_cli.core.errors import NotationError
from struckle_cli.games.crungle.automaton import WON, automaton
from struckle_cli.games.crungle.entries import apply, why_illegal
from struckle_cli.games.crungle.goals import reached
from struckle_cli.games.crungle.notation import parse_move
from struckle_cli.games.crungle.rulebook import rulebook
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


def _play_valid(state: State, tokens: Sequence[str], start: int) -> tuple[State, int]:
    """Play valid moves from index `start` up to a goal, or to a token that is none or a pass.

    What belongs to the side to move has no prefix, what belongs to the other has `opp_`; they change places
    with each ply. `cells` are `own * 9 + opp`, `path` has the turn ends, `one` and `two` the goals' nodes.
    """
    book, side = rulebook(state.setup.rules), state.side
    tables, table, i1 = book.tables, book.table, book.i1
    cells = state.cells[side] * 9 + state.cells[1 - side]
    last, opp_last = state.picks[side], state.picks[1 - side]
    began, opp_began = state.began[side], state.began[1 - side]
    (one, opp_one), (two, opp_two) = (
        [automaton(goal).of(state.ends[seat], state.visited[seat]) for seat in (side, 1 - side)]
        for goal in state.setup.goals
    )
    banned, has_m16 = book.bit(state.ban), book.own_weight
    here = table(book.place(cells // 9, cells % 9, began, opp_began))
    path: list[int] = []
    rest = iter(tokens)
    rest.__setstate__(start)  # type: ignore[attr-defined]  # a slice would copy all that is left each time
    for token in rest:
        found = here.get(token)
        if found is None or found[0] == last or found[1] & banned:
            break
        last, opp_last = opp_last, found[0]
        end = found[2]
        path.append(end)
        one, opp_one, two, opp_two = opp_one, one[end], opp_two, two[end]
        banned = found[1] if opp_last == i1 else 0
        if opp_one is WON or opp_two is WON:
            break
        place = found[3]
        if has_m16:
            began, opp_began, cells = opp_began, cells // 9, place
            place += has_m16 * began + book.opp_weight * opp_began
        here = tables[place] or table(place)
    if not path:
        return state, start
    ban = book.rules[banned.bit_length() - 1] if opp_last == i1 else 0
    won = opp_one is WON or opp_two is WON
    return _after(state, path, (last, opp_last), ban, won), start + len(path)


def _after(state: State, path: list[int], picks: tuple[int, int], ban: int, won: bool) -> State:
    """The state after valid moves with the turn ends `path`; `picks` of the side to move go first."""
    first, count = state.side, len(path)
    side = first ^ count & 1
    ends, visited, began = list(state.ends), list(state.visited), list(state.began)
    for seat in (0, 1):
        mine = path[seat ^ first :: 2]
        ends[seat] = (ends[seat] + bytes(mine))[-KEPT:]
        for end in mine:
            visited[seat] |= 1 << end // 9
    for index in range(max(count - 2, 0), count):
        began[first ^ index & 1] = path[index - 1] % 9 if index else state.cells[first]
    mover = 1 - side
    goals = reached(state.setup.goals, ends[mover], visited[mover]) if won else ()
    last = path[-1]
    return State(
        state.setup, by_seat(side, last % 9, last // 9), side, by_seat(side, *picks), ban,
        (began[0], began[1]), (ends[0], ends[1]), (visited[0], visited[1]), state.violations,
        state.objections, state.stood, End(mover, "goal", goals) if won else None,
    )  # fmt: skip
