"""Playing many tokens at once: valid moves by a look-up each; whatever else comes goes step by step."""

from collections.abc import Sequence
from functools import cache

from struckle_cli.core.errors import NotationError
from struckle_cli.games.crungle.automaton import WON, Node, automaton
from struckle_cli.games.crungle.entries import apply, why_illegal
from struckle_cli.games.crungle.goals import OWN, reached
from struckle_cli.games.crungle.notation import parse_move
from struckle_cli.games.crungle.rulebook import rulebook
from struckle_cli.games.crungle.rules import by_seat
from struckle_cli.games.crungle.state import KEPT, NO_PICK, End, State


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


@cache
def _starts(goals: tuple[int, int]) -> tuple[Node, Node]:
    """The nodes of two goals before any turn."""
    one, two = (automaton(goal).of(b"", 0) for goal in goals)
    return one, two


def _play_valid(state: State, tokens: Sequence[str], start: int) -> tuple[State, int]:
    """Play valid moves from index `start` up to a goal, or to a token that is none or a pass.

    `path` has the turn ends. `one` and `two` are the goals' nodes for the side to move, with `opp_` for the
    other; they change places with each ply. `last` and `other` are their last picks times 16.
    """
    book, side = rulebook(state.setup.rules), state.side
    met, i1, special = book.met, book.i1 * 16, book.own_weight or book.i1 != NO_PICK
    cells = state.cells[side] * 9 + state.cells[1 - side]
    last, other = state.picks[side] * 16, state.picks[1 - side] * 16
    began, opp_began = state.began[side], state.began[1 - side]
    place = book.place(cells // 9, cells % 9, began, opp_began)
    banned = book.bit(state.ban)
    situation = place * 80 + last + banned
    if not (met[situation].get(tokens[start]) or book.learn(situation, tokens[start])):
        return state, start  # nothing to prepare for: records full of invalid moves come here at each
    one, two, opp_one, opp_two = _nodes(state)
    path: list[int] = []
    add = path.append
    rest = iter(tokens)
    rest.__setstate__(start)  # type: ignore[attr-defined]  # a slice would copy all that is left each time
    for token in rest:
        try:
            pick, end, there, uses = met[situation][token]
        except KeyError:
            found = book.learn(situation, token)
            if found is None:
                break
            pick, end, there, uses = found
        add(end)
        one, opp_one = opp_one, one[end]
        two, opp_two = opp_two, two[end]
        last, other = other, pick
        situation = there + last
        if special:
            banned = uses if pick == i1 else 0
            began, opp_began, cells = opp_began, cells // 9, there // 80
            situation += banned + 80 * (book.own_weight * began + book.opp_weight * opp_began)
        if opp_one is WON or opp_two is WON:
            break
    ban = book.rules[banned.bit_length() - 1] if special and other == i1 else 0
    won = opp_one is WON or opp_two is WON
    return _after(state, path, (last // 16, other // 16), ban, won), start + len(path)


def _nodes(state: State) -> tuple[Node, Node, Node, Node]:
    """The nodes of both goals for the side to move, then for the other."""
    first, second = state.setup.goals
    if not state.ends[0] and not state.ends[1]:
        return _starts((first, second)) * 2
    side = state.side
    one, two, opp_one, opp_two = (
        automaton(goal).of(state.ends[seat], state.visited[seat])
        for seat in (side, 1 - side)
        for goal in (first, second)
    )
    return one, two, opp_one, opp_two


def _after(state: State, path: list[int], picks: tuple[int, int], ban: int, won: bool) -> State:
    """The state after valid moves with the turn ends `path`; `picks` of the side to move go first."""
    first, count = state.side, len(path)
    side = first ^ count & 1
    ends, visited, began = list(state.ends), list(state.visited), list(state.began)
    for seat in (0, 1):
        mine = bytes(path[seat ^ first :: 2])
        ends[seat] = (ends[seat] + mine)[-KEPT:]
        for cell in set(mine.translate(OWN)):
            visited[seat] |= 1 << cell
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
