"""Playing many tokens at once: valid moves many at a time; whatever else comes goes step by step.

Each token's meaning (`meanings`) leads from place to place. Everything else that the rules ask for is then
looked for in the whole run: strange rules, repeated rules, bans, earlier turns, wins.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from struckle_cli.core.errors import NotationError
from struckle_cli.games.crungle.board import DIRECT, EARLIER_TURN, I1, I2
from struckle_cli.games.crungle.entries import apply, why_illegal
from struckle_cli.games.crungle.goals import OWN, first_win, reached_last
from struckle_cli.games.crungle.meanings import (
    FIRST,
    LAG,
    LOST,
    RULE_OF,
    SECOND,
    code,
    earlier,
    known,
    learn,
    mean,
    uses,
)
from struckle_cli.games.crungle.notation import parse_move
from struckle_cli.games.crungle.rulebook import form_names
from struckle_cli.games.crungle.rules import by_seat
from struckle_cli.games.crungle.state import KEPT, End, State

_LONGEST, _SHORTEST = 4096, 16
"""Tokens that are played at once, at first and after one that had to go alone."""
_TURNED = bytes(place % 9 * 9 + place // 9 if place < LOST else LOST for place in range(256))
"""Translates places to the same as the other player sees them."""
_NO_ENDS = (b"", b"")


def play_line(state: State, tokens: Sequence[str]) -> tuple[State, int]:
    """Play the longest prefix of `tokens` that may stand; the state after it, and its length."""
    done, total, size = 0, len(tokens), _LONGEST
    while done < total:
        if state.over is None and state.bet is None:
            run = tokens[done : done + size] if done or total > size else tokens
            state, count = _play_valid(state, run)
            done += count
            if count == len(run):
                size = min(size * 4, _LONGEST)
                continue
            size = _SHORTEST
        try:
            move = parse_move(tokens[done])
        except NotationError:
            break
        if why_illegal(state, move) is not None:
            break
        state = apply(state, move)
        done += 1
    return state, done


class _Chosen(msgspec.Struct, frozen=True):
    """What the rules chosen mean for a run of codes (see `meanings`).

    `codes` are those of all their forms; `applies`: one of the rules is indirect. `bans` are pairs that I1
    forbids: a use, and one by the other player behind it. `marked` has a 1 for each code that is looked at
    more closely, if there is any.
    """

    codes: bytes
    applies: bool
    bans: tuple[bytes, ...]
    marked: bytes | None


@lru_cache(maxsize=1024)
def _chosen(rules: tuple[int, ...]) -> _Chosen:
    forms = list(form_names(rules))
    codes = {code(rule, parts) for rule, parts in forms}
    i1 = [(code(rule, parts), parts[0]) for rule, parts in forms if rule == I1]
    bans = [bytes((use, other)) for use, part in i1 for other in (use, part)]
    close = {code(rule, parts) for rule, parts in forms if rule == I2 or EARLIER_TURN in (rule, *parts)}
    marked = bytes(n in close for n in range(256)) if close else None
    return _Chosen(bytes(codes), max(rules) > DIRECT, tuple(bans), marked)


def _play_valid(state: State, run: Sequence[str]) -> tuple[State, int]:
    """Play valid moves up to a win, or to a token that is none or a pass; the state, and how many there were.

    A check that fails at some token says nothing of those behind it, so the least index counts.
    """
    start = place = state.cells[state.side] * 9 + state.cells[1 - state.side]
    path: list[int] = []
    forms: list[int] = []
    add, note = path.append, forms.append
    for token in run:
        try:
            form, row = known[token]
        except KeyError:
            form, row = learn(token)
        place = row[place]
        if place == LOST:
            break
        add(place)
        note(form)
    if not path or (state.ban and uses(run[0], state.ban)):
        return state, 0
    places, codes, chosen = bytes(path), bytes(forms), _chosen(state.setup.rules)
    count = _first_wrong(state, codes, chosen)
    if chosen.marked is not None:
        count = _looked_at(state, run, codes[:count].translate(chosen.marked), bytes((start,)) + places)
    if count < len(codes):
        places, codes = places[:count], codes[:count]
    return _after(state, start, places, codes) if count else (state, 0)


def _first_wrong(state: State, codes: bytes, chosen: _Chosen) -> int:
    """The index of the first form not chosen, repeated, or banned by I1; how many there are if none is.

    What is banned for the first of them is looked at elsewhere.
    """
    rules, side = (*state.setup.rules, 255), state.side
    strange = codes.translate(None, chosen.codes)
    count = codes.index(strange[0]) if strange else len(codes)
    before = bytes((rules[state.picks[side]], rules[state.picks[1 - side]]))
    picks = before + codes.translate(RULE_OF) if chosen.applies else before + codes
    apart = int.from_bytes(picks[2:], "little") ^ int.from_bytes(picks[:-2], "little")
    at = apart.to_bytes(len(codes), "little").find(0, 0, count)
    count = count if at < 0 else at
    for ban in chosen.bans:
        at = codes.find(ban, 0, count)
        count = count if at < 0 else at + 1
    return count


def _looked_at(state: State, run: Sequence[str], marked: bytes, places: bytes) -> int:
    """The index of the first of the marked tokens that is not valid; how many tokens there are if all are.

    I2 applies a rule that was not chosen, or the token does not fit the earlier turn that it looks at (M16).
    `places` are those before each token.
    """
    rules = state.setup.rules
    at = marked.find(1)
    while at >= 0:
        token, place = run[at], places[at]
        _, row = mean(token)
        if row[FIRST] and not (row[FIRST] in rules and row[SECOND] in rules):
            return at
        lag = row[LAG]
        if lag:
            began = places[at - lag] // 9 if at >= lag else state.began[state.side ^ (at - lag) & 1]
            if earlier(token, began)[1][place] == LOST:
                return at
        at = marked.find(1, at + 1)
    return len(marked)


def _after(state: State, start: int, path: bytes, codes: bytes) -> tuple[State, int]:
    """The state after valid moves up to a win, and how many; `path` are the places after each."""
    ends, count, goals = path.translate(_TURNED), len(path), None
    if state.ends == _NO_ENDS:
        goals = reached_last(state.setup.goals, ends[count % 2 :: 2], ends[1 - count % 2 :: 2])
    if goals is None:
        count, goals = _first_win(state, ends)
        ends = ends[:count]
    rules, mover, other = state.setup.rules, state.side ^ ~count & 1, state.side ^ count & 1
    place, last = path[count - 1], codes[count - 1]
    pick, began = rules.index(RULE_OF[last]), (path[count - 2] if count > 1 else start) // 9
    if count > 1:
        pick2, began2 = rules.index(RULE_OF[codes[count - 2]]), (path[count - 3] if count > 2 else start) // 9
    else:
        pick2, began2 = state.picks[other], state.began[other]
    rows = state.ends[mover] + ends[1 - count % 2 :: 2], state.ends[other] + ends[count % 2 :: 2]
    return State(
        state.setup, by_seat(other, place // 9, place % 9), other, by_seat(mover, pick, pick2),
        last % 32 if RULE_OF[last] == I1 else 0, by_seat(mover, began, began2),
        by_seat(mover, rows[0][-KEPT:], rows[1][-KEPT:]),
        _visited(state, ends) if 2 in state.setup.goals else state.visited,
        state.violations, state.objections, state.stood, End(mover, "goal", goals) if goals else None,
    ), count  # fmt: skip


def _visited(state: State, ends: bytes) -> tuple[int, int]:
    """The cells visited by each seat, with those of some turn ends added, the first of the side to move."""
    mine, theirs = (sum(1 << cell for cell in set(ends[n::2].translate(OWN))) for n in (0, 1))
    mine, theirs = by_seat(state.side, mine, theirs)
    return state.visited[0] | mine, state.visited[1] | theirs


def _first_win(state: State, ends: bytes) -> tuple[int, tuple[int, ...]]:
    """How many of some turn ends there are up to the first win, and the goals that this reaches, if any."""
    won: tuple[int, ...] = ()
    goals, count = state.setup.goals, len(ends)
    for first in (0, 1):
        kept, visited = state.ends[state.side ^ first], state.visited[state.side ^ first]
        at, found = first_win(goals, kept, ends[first::2], visited)
        if found and 2 * at + first < count:
            count, won = 2 * at + first + 1, found
    return count, won
