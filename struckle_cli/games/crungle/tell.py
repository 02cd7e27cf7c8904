"""What entries of a record led to, in words: rulings, goal progress, and what became of bets.

Source: the game's page, *Stating a move, objections, violations* and *Bets*.
"""

from collections.abc import Iterator, Sequence

from struckle_cli.core.claim import Claim
from struckle_cli.core.errors import counted
from struckle_cli.core.outcome import Outcome
from struckle_cli.games.crungle.entries import apply, proved, to_move
from struckle_cli.games.crungle.moves import Answer, Bet, Bracket, Move, Pass, Statement
from struckle_cli.games.crungle.notation import format_move
from struckle_cli.games.crungle.progress import progress
from struckle_cli.games.crungle.rules import LIMIT, outcome, violation
from struckle_cli.games.crungle.setup import SEATS, goal_name
from struckle_cli.games.crungle.state import OpenBet, State


def tell(before: State, move: Move, after: State) -> list[str]:
    """What an entry did: who moved where and how near the goals are, or what was ruled."""
    if isinstance(move, Statement | Pass):
        if before.bet is not None and after.bet is not None:
            return [demonstrated(before.bet, after.bet)]
        return _turn(before, move, after)
    if isinstance(move, Bet):
        return [f"{SEATS[move.seat]} bets that no win is possible"]
    assert before.bet is not None
    bettor, other = SEATS[before.bet.bettor], SEATS[1 - before.bet.bettor]
    if isinstance(move, Answer):
        return [f"{other} accepts" if move.accepts else f"{other} declines, and play goes on"]
    if move.opens:
        return [f"{other} demonstrates"]
    won = other if proved(before.bet) else bettor
    return [f"{why_bet(before.bet)}, so {won} wins"]


def author(state: State, move: Move) -> str | None:
    """Whose entry it is: the bettor's for a bet, else that of who is to move."""
    return SEATS[move.seat] if isinstance(move, Bet) else to_move(state)


def announce(before: State, move: Move, after: State) -> list[str]:
    """What is said aloud in play: rulings, bets and wins, but not whether an unobjected move is valid."""
    if isinstance(move, Statement | Pass) and before.bet is None and not move.objected:
        return _win(before.side, after)
    return tell(before, move, after)


def _turn(before: State, move: Statement | Pass, after: State) -> list[str]:
    side, other = SEATS[before.side], SEATS[1 - before.side]
    broken = violation(before, move)
    if move.objected and broken is not None:
        count = after.violations[before.side]
        told = f"objection upheld, violation {count} of {LIMIT}, because {broken.message}"
        return [told, f"{side} moves again" if count < LIMIT else f"{side} loses by a third violation"]
    lines = []
    if broken is not None:
        lines.append(f"not valid, but it stands without an objection: {broken.message} ({broken.code})")
    if move.objected:
        count = after.objections[1 - before.side]
        lines.append(f"objection overruled, false objection {count} of {LIMIT}: the move is valid")
        if after.over is not None and after.over.reason == "objections":
            lines.append(f"{other} loses by a third false objection")
    return [*lines, *_stand(before.side, after)]


def _stand(side: int, after: State) -> list[str]:
    """How near the player whose turn has ended is to the goals, and who has won."""
    seat = SEATS[side]
    told = "; ".join(
        f"{goal_name(goal)} {progress(goal, after.ends[side], after.visited[side])}"
        for goal in after.setup.goals
    )
    lines = [f"{seat} on {after.cells[side] + 1}, {SEATS[1 - side]} on {after.cells[1 - side] + 1}: {told}"]
    return [*lines, *_win(side, after)]


def _win(side: int, after: State) -> list[str]:
    if after.over is None or after.over.reason != "goal":
        return []
    return [f"{SEATS[side]} wins by {' and '.join(map(goal_name, after.over.goals))}"]


def demonstrated(before: OpenBet, after: OpenBet) -> str:
    """What one move of a demonstration did."""
    if before.broken is not None:
        return f"move {after.moves}: the demonstration has failed at move {before.broken[0]} already"
    if after.broken is not None:
        return f"move {after.broken[0]}: not valid here: {after.broken[1].message} ({after.broken[1].code})"
    assert before.trial is not None
    assert after.trial is not None
    return f"move {after.moves}: {'; '.join(_stand(before.trial.side, after.trial))}"


def why_bet(bet: OpenBet) -> str:
    """How an accepted bet stands: proved, or refuted and why."""
    if bet.broken is not None:
        return f"refuted at move {bet.broken[0]}: {bet.broken[1].message} ({bet.broken[1].code})"
    if bet.moves == 0:
        return "refuted: there is no demonstration"
    if bet.trial is None or bet.trial.over is None:
        return f"refuted: the demonstration of {counted(bet.moves, 'move')} wins for nobody"
    over = bet.trial.over
    goals = " and ".join(map(goal_name, over.goals))
    return f"proved: move {bet.moves} wins for {SEATS[over.winner]} by {goals}"


def claims(start: State, moves: Sequence[Move], result: Outcome | None) -> Iterator[Claim]:
    """What became of each bet: true where the record goes on, or names the winner, as the bet was settled.

    A refuted demonstration with the right winner is a true claim. An open bet is pending.
    """
    state, steps = start, []
    for move in moves:
        after = apply(state, move)
        if isinstance(move, Bet):
            steps = [f"{SEATS[move.seat]} bets that no win is possible"]
        elif state.bet is not None:
            steps += [f"{format_move(move)}: {line}" for line in tell(state, move, after)]
            if after.bet is None:
                bettor = SEATS[state.bet.bettor]
                yield Claim("bet", True, f"{bettor}'s bet was declined, and play went on", tuple(steps))
            elif move == Bracket(False):
                yield _settled(state.bet, after, result, steps)
        state = after
    if state.bet is not None and state.over is None:
        bettor = SEATS[state.bet.bettor]
        what = "the demonstration is not finished" if state.bet.accepted else "it has not been answered"
        yield Claim("bet", "pending", f"{bettor}'s bet is open: {what}", tuple(steps))


def _settled(bet: OpenBet, after: State, result: Outcome | None, steps: list[str]) -> Claim:
    computed = outcome(after)
    why = why_bet(bet)
    if result is None:
        told = f"{why}; but the record says unfinished, where the bet makes it {computed}"
        return Claim("bet", False, told, tuple(steps))
    if result != computed:
        return Claim("bet", False, f"{why}; but the record says {result}, not {computed}", tuple(steps))
    return Claim("bet", True, f"{why}; so {result.winners[0]} wins", tuple(steps))
