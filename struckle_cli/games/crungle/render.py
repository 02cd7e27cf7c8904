"""A Crungle position as text: nine numbered cells with the pieces, then goals, rules and counts."""

from struckle_cli.core.errors import counted
from struckle_cli.core.picture import Picture, Span, View
from struckle_cli.games.crungle.board import rule_name
from struckle_cli.games.crungle.progress import progress
from struckle_cli.games.crungle.rules import LIMIT
from struckle_cli.games.crungle.setup import SEATS, goal_name
from struckle_cli.games.crungle.state import NO_PICK, State

_ASCII = {
    "top": "+-----+-----+-----+",
    "mid": "+-----+-----+-----+",
    "low": "+-----+-----+-----+",
    "bar": "|",
}
_UNICODE = {
    "top": "┌─────┬─────┬─────┐",
    "mid": "├─────┼─────┼─────┤",
    "low": "└─────┴─────┴─────┘",
    "bar": "│",
}
_MEN = {"ascii": "PO", "unicode": "●○"}


def render(state: State, view: View) -> Picture:
    """The board and, below it, goals with progress, rules with what may not be picked, and counts.

    A cell shows its number and the pieces on it: purple's left, orange's right. In an open demonstration
    it is the demonstrated position that is drawn.
    """
    shown = state
    if state.bet is not None and state.bet.trial is not None:
        shown = state.bet.trial
    art = _UNICODE if view.style == "unicode" else _ASCII
    men = _MEN[view.style]
    lines: list[tuple[Span, ...]] = [(Span(art["top"], "wall"),)]
    for row in range(3):
        spans = []
        for cell in range(row * 3, row * 3 + 3):
            spans += [Span(art["bar"], "wall"), *_cell(shown, cell, men, view.last)]
        lines.append((*spans, Span(art["bar"], "wall")))
        lines.append((Span(art["low" if row == 2 else "mid"], "wall"),))
    lines.append((Span(f"{men[0]} purple  {men[1]} orange", "label"),))
    lines += [(Span(text, "label"),) for text in _facts(shown)]
    if state.bet is not None:
        lines.append((Span(_bet(state), "label"),))
    return Picture(tuple(lines))


def _cell(state: State, cell: int, men: str, last: str | None) -> list[Span]:
    """A cell's five characters: its number, then purple's place and orange's."""
    purple, orange = (at == cell for at in state.cells)
    mover = 1 - state.side
    roles = ["last" if last and mover == seat else f"seat{seat + 1}" for seat in (0, 1)]
    return [
        Span(f" {cell + 1} ", "ground"),
        Span(men[0] if purple else " ", roles[0] if purple else "ground"),
        Span(men[1] if orange else " ", roles[1] if orange else "ground"),
    ]


def _facts(state: State) -> list[str]:
    facts = []
    for goal in state.setup.goals:
        for n, seat in enumerate(SEATS):
            name = "" if n else goal_name(goal)
            facts.append(f"{name:<3} {seat} {progress(goal, state.ends[n], state.visited[n])}")
    facts.append("rules " + " ".join(map(rule_name, state.setup.rules)))
    for n, seat in enumerate(SEATS):
        if state.picks[n] != NO_PICK:
            facts.append(f"{seat} picked {rule_name(state.setup.rules[state.picks[n]])} last")
    if state.ban:
        facts.append(f"{SEATS[state.side]} may not use {rule_name(state.ban)} (I1)")
    for n, seat in enumerate(SEATS):
        if state.violations[n] or state.objections[n]:
            counts = f"{state.violations[n]} of {LIMIT} violations, {state.objections[n]} of {LIMIT}"
            facts.append(f"{seat}: {counts} false objections")
    return facts


def _bet(state: State) -> str:
    assert state.bet is not None
    bettor, other = SEATS[state.bet.bettor], SEATS[1 - state.bet.bettor]
    if not state.bet.accepted:
        return f"{bettor} bets that no win is possible; {other} accepts or declines"
    if state.over is not None:
        return f"{bettor}'s bet is settled: {SEATS[state.over.winner]} wins it"
    if state.bet.trial is None:
        return f"{bettor} bets that no win is possible; {other} has accepted, and '(' begins a demonstration"
    if state.bet.broken is not None:
        return f"the demonstration fails at move {state.bet.broken[0]}; ')' ends it"
    return f"{other} demonstrates, {counted(state.bet.moves, 'move')} so far"
