"""A Crungle position as text: nine numbered cells with the pieces, then goals, rules and counts."""

from struckle_cli.core.errors import counted
from struckle_cli.core.picture import Picture, Span, View
from struckle_cli.games.crungle.board import rule_name
from struckle_cli.games.crungle.progress import progress
from struckle_cli.games.crungle.rules import LIMIT
from struckle_cli.games.crungle.setup import SEATS, goal_name
from struckle_cli.games.crungle.state import NO_PICK, End, OpenBet, State

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
    shown = shown_of(state)
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
        lines.append((Span(bet_text(state.bet, state.over), "label"),))
    return Picture(tuple(lines))


def shown_of(state: State) -> State:
    """The position that is shown: in a demonstration, the demonstrated one."""
    return state if state.bet is None or state.bet.trial is None else state.bet.trial


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
    return [*facts, "rules " + " ".join(map(rule_name, state.setup.rules)), *held(state)]


def held(state: State) -> list[str]:
    """What was picked last, what may not be used, and what is held against players."""
    facts = []
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


def bet_text(bet: OpenBet, over: End | None) -> str:
    """How an open bet stands, or who has won it."""
    bettor, other = SEATS[bet.bettor], SEATS[1 - bet.bettor]
    if not bet.accepted:
        return f"{bettor} bets that no win is possible; {other} accepts or declines"
    if over is not None:
        return f"{bettor}'s bet is settled: {SEATS[over.winner]} wins it"
    if bet.trial is None:
        return f"{bettor} bets that no win is possible; {other} has accepted, and '(' begins a demonstration"
    if bet.broken is not None:
        return f"the demonstration fails at move {bet.broken[0]}; ')' ends it"
    return f"{other} demonstrates, {counted(bet.moves, 'move')} so far"
