"""The rules of Crungle: valid statements, what makes one a violation, objections, turns, goals.

A *valid* statement follows the rules. An invalid one is a violation if it was objected to, and else it stands
as stated. Both may be in a record, so `why_illegal` is None for either; `violation` tells them apart. Bets
are in `entries`. Source: the game's page, *Stating a move, objections, violations*; rulings CR-1 to CR-11.
"""

from typing import TypeVar

from msgspec.structs import replace

from struckle_cli.core.errors import Reason
from struckle_cli.core.outcome import Outcome
from struckle_cli.games.crungle.board import I1, rule_name
from struckle_cli.games.crungle.goals import reached
from struckle_cli.games.crungle.moves import Pass, Statement, Turn
from struckle_cli.games.crungle.rulebook import form_text, rulebook, states_opp
from struckle_cli.games.crungle.setup import SEATS, Setup
from struckle_cli.games.crungle.state import KEPT, NO_PICK, End, State

T = TypeVar("T")

LIMIT = 3
"""The violation, or the false objection, that ends the game."""


def initial(setup: Setup) -> State:
    """The position in which play starts: purple moves first."""
    return State(setup, setup.start)


def outcome(state: State) -> Outcome | None:
    """The end that the record has come to: a goal, a third violation or objection, a settled bet."""
    if state.over is None:
        return None
    return Outcome(winners=(SEATS[state.over.winner],), reason=state.over.reason)


def place_of(state: State) -> int:
    """The place of the side to move in its rulebook."""
    side, other = state.side, 1 - state.side
    book = rulebook(state.setup.rules)
    return book.place(state.cells[side], state.cells[other], state.began[side], state.began[other])


def valid_statements(state: State) -> list[Statement]:
    """The valid statements of the side to move: rules in pick order, then parts, then cells."""
    book = rulebook(state.setup.rules)
    last, banned = state.picks[state.side], book.bit(state.ban)
    return [
        statement
        for pick, uses, statement in book.listed(place_of(state))
        if pick != last and not uses & banned
    ]


def valid_turns(state: State) -> list[Turn]:
    """The valid statements; a player who has none passes (CR-4)."""
    return [*valid_statements(state)] or [Pass()]


def violation(state: State, turn: Turn) -> Reason | None:
    """The first rule that a stated turn breaks; None if it is valid. Whether it was objected to is not asked.

    The order: a rule that was not selected, the ban on repeating, I1's ban, a rule without a cell to
    pick, the opponent's destination missing or too much, a wrong destination.
    """
    if isinstance(turn, Pass):
        return _why_no_pass(state)
    side, other = state.side, 1 - state.side
    book = rulebook(state.setup.rules)
    form = book.forms.get((turn.rule, turn.parts))
    if form is None:
        return _not_selected(state, turn)
    if form.pick == state.picks[side]:
        why = f"{rule_name(turn.rule)} was {SEATS[side]}'s rule on the previous turn too"
        return Reason("crungle.repeated", why)
    if form.uses & book.bit(state.ban):
        why = f"{SEATS[other]}'s I1 bans {rule_name(state.ban)} for this turn, picked or applied"
        return Reason("crungle.banned", why)
    results = form.results(state.cells[side], state.cells[other], state.began[side], state.began[other])
    if not results:
        return Reason(
            "crungle.unusable", f"{form.text} has no cell to go to from here, so it may not be used"
        )
    opp = state.cells[other] if turn.opp is None else turn.opp
    if (turn.own, opp) in results and form.states_opp == (turn.opp is not None):
        return None
    return _wrong_destination(state, turn, results)


def _why_no_pass(state: State) -> Reason | None:
    valid = valid_statements(state)
    if not valid:
        return None
    count = f"{len(valid)} valid move{'s' if len(valid) > 1 else ''}"
    return Reason("crungle.pass", f"{SEATS[state.side]} has {count}, so passing is not valid (CR-4)")


def _not_selected(state: State, turn: Statement) -> Reason:
    rules = state.setup.rules
    selected = " ".join(map(rule_name, rules))
    if turn.rule not in rules:
        why = f"{rule_name(turn.rule)} is none of the four rules ({selected})"
        return Reason("crungle.not-selected", why)
    strangers = [part for part in turn.parts if part not in rules]
    if strangers:
        name, user = rule_name(strangers[0]), rule_name(turn.rule)
        why = f"{name} is none of the four rules ({selected}), so {user} cannot apply it"
        return Reason("crungle.not-selected", why)
    return Reason(
        "crungle.same-twice", f"I2 applies two different rules, not {rule_name(turn.parts[0])} twice"
    )


def _wrong_destination(state: State, turn: Statement, results: list[tuple[int, int]]) -> Reason:
    text = form_text(turn.rule, turn.parts)
    if states_opp(turn.rule, turn.parts) and turn.opp is None:
        why = f"{text} can move the opponent's piece, so its cell is stated too, like {_told(results[0])}"
        return Reason("crungle.opponent-missing", why)
    if not states_opp(turn.rule, turn.parts) and turn.opp is not None:
        why = f"{text} cannot move the opponent's piece, so only the mover's cell is stated"
        return Reason("crungle.opponent-stated", why)
    where = f"from {state.cells[state.side] + 1} with the opponent on {state.cells[1 - state.side] + 1}"
    ends = [str(own + 1) if turn.opp is None else _told((own, opp)) for own, opp in results]
    why = f"{where}, {text} leads to {' or '.join(ends)}"
    if turn.own not in {own for own, _ in results}:
        return Reason("crungle.destination", f"{why}, not to {turn.own + 1}")
    return Reason("crungle.opponent-destination", f"{why}, not to {turn.own + 1}/{(turn.opp or 0) + 1}")


def _told(pair: tuple[int, int]) -> str:
    return f"{pair[0] + 1}/{pair[1] + 1}"


def judged(state: State, turn: Turn) -> State:
    """The position after a stated turn that was objected to or not (outside a demonstration).

    An upheld objection takes the turn back and counts, a third time it ends the game. A false one is
    counted against the objector. A valid winning move wins whatever is objected (CR-5).
    """
    side, other = state.side, 1 - state.side
    broken = violation(state, turn)
    if turn.objected and broken is not None:
        counts = _counted(state.violations, side)
        over = End(other, "violations") if counts[side] == LIMIT else None
        return replace(state, violations=counts, over=over)
    after = completed(state, turn)
    if turn.objected:
        counts = _counted(state.objections, other)
        over = after.over or (End(side, "objections") if counts[other] == LIMIT else None)
        return replace(after, objections=counts, over=over)
    return after if broken is None else replace(after, stood=state.stood + 1)


def completed(state: State, turn: Turn) -> State:
    """The position after a turn that stands as stated, valid or not (CR-6)."""
    side, other = state.side, 1 - state.side
    own, opp, pick, ban = state.cells[side], state.cells[other], NO_PICK, 0
    if isinstance(turn, Statement):
        own = turn.own
        opp = opp if turn.opp is None else turn.opp
        pick = state.setup.rules.index(turn.rule) if turn.rule in state.setup.rules else NO_PICK
        ban = turn.parts[0] if turn.rule == I1 else 0
    ends = state.ends[side] + bytes((own * 9 + opp,))
    visited = state.visited[side] | 1 << own if 2 in state.setup.goals else 0
    goals = reached(state.setup.goals, ends, visited)
    return State(
        state.setup, by_seat(side, own, opp), other, with_(state.picks, side, pick), ban,
        with_(state.began, side, state.cells[side]), with_(state.ends, side, ends[-KEPT:]),
        with_(state.visited, side, visited), state.violations, state.objections, state.stood,
        End(side, "goal", goals) if goals else None, state.bet,
    )  # fmt: skip


def by_seat(side: int, mine: T, theirs: T) -> tuple[T, T]:
    """A pair for purple and orange, from what belongs to `side` and to the other."""
    return (theirs, mine) if side else (mine, theirs)


def with_(pair: tuple[T, T], side: int, value: T) -> tuple[T, T]:
    """The pair with the value of `side` replaced."""
    return (pair[0], value) if side else (value, pair[1])


def _counted(pair: tuple[int, int], side: int) -> tuple[int, int]:
    return with_(pair, side, pair[side] + 1)
