"""What may stand in the moves of a record, one entry at a time: turns, bets, and demonstrations.

A bet needs an answer; an accepted one needs a demonstration in brackets, and its closing bracket ends the
game. Source: the game's page, *Bets* and *End*; rulings CR-8 and CR-9.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from struckle_cli.core.errors import Reason
from struckle_cli.games.crungle.moves import Answer, Bet, Bracket, Move, Pass, Statement, Turn
from struckle_cli.games.crungle.rules import completed, judged, outcome, valid_turns, violation
from struckle_cli.games.crungle.setup import SEATS
from struckle_cli.games.crungle.state import End, OpenBet, State


def to_move(state: State) -> str | None:
    """The seat that acts: answers a bet, moves in a demonstration, or moves. None when the game is over."""
    if state.over is not None:
        return None
    if state.bet is None:
        return SEATS[state.side]
    trial = state.bet.trial
    if trial is None or trial.over is not None or state.bet.broken is not None:
        return SEATS[1 - state.bet.bettor]
    return SEATS[trial.side]


def speaker(state: State) -> str | None:
    """Who has accepted a bet: the moves of both players in a demonstration are theirs to state (*Bets*)."""
    bet = state.bet
    return SEATS[1 - bet.bettor] if bet is not None and bet.accepted and state.over is None else None


def legal_moves(state: State) -> list[Move]:
    """The valid turns; with a bet open its answers, or what continues a demonstration that has not failed.

    Order: rules in pick order, what they apply in pick order, then cells; `)` last. Bets and objections are
    possible at any time, and not listed.
    """
    if state.over is not None:
        return []
    bet = state.bet
    if bet is None:
        return [*valid_turns(state)]
    if not bet.accepted:
        return [Answer(True), Answer(False)]
    if bet.trial is None:
        return [Bracket(True)]
    if bet.trial.over is not None or bet.broken is not None:
        return [Bracket(False)]
    return [*valid_turns(bet.trial), Bracket(False)]


def listed(state: State, move: Move) -> bool:
    """Whether an entry that may stand is listed by `legal_moves`: no bet, no objection, nothing invalid."""
    if isinstance(move, Bet):
        return False
    if not isinstance(move, Statement | Pass):
        return True
    if move.objected:
        return False
    if state.bet is None:
        return violation(state, move) is None
    trial = state.bet.trial
    if trial is None or trial.over is not None or state.bet.broken is not None:
        return False
    return violation(trial, move) is None


def why_illegal(state: State, move: Move) -> Reason | None:
    """Why an entry cannot stand at its place; an invalid move can, by the rules on objections."""
    if state.over is not None:
        return Reason("crungle.after-end", f"the game is over: {outcome(state)}")
    if state.bet is not None:
        return _why_not_in_bet(state.bet, move)
    if isinstance(move, Answer):
        return Reason("crungle.no-bet", "no bet is open, so there is nothing to accept or decline")
    if isinstance(move, Bracket):
        why = "a demonstration stands behind an accepted bet only, between '(' and ')'"
        return Reason("crungle.no-demonstration", why)
    return None


def _why_not_in_bet(bet: OpenBet, move: Move) -> Reason | None:
    bettor, other = SEATS[bet.bettor], SEATS[1 - bet.bettor]
    if not bet.accepted:
        if isinstance(move, Answer):
            return None
        return Reason("crungle.bet-open", f"{bettor} has bet, so {other} has to accept or decline first")
    if bet.trial is None:
        if move == Bracket(True):
            return None
        why = f"{other} has accepted the bet, so '(' begins the demonstration here"
        return Reason("crungle.demonstration-due", why)
    if isinstance(move, Statement | Pass):
        if not move.objected:
            return None
        return Reason("crungle.in-demonstration", "there are no objections within a demonstration (CR-9)")
    if move == Bracket(False):
        return None
    what = "are no bets" if isinstance(move, Bet | Answer) else "is no second '('"
    return Reason("crungle.in-demonstration", f"there {what} within a demonstration (CR-9)")


def apply(state: State, move: Move) -> State:
    """The position after an entry that may stand."""
    if isinstance(move, Statement | Pass):
        return judged(state, move) if state.bet is None else replace(state, bet=_shown(state.bet, move))
    if isinstance(move, Bet):
        return replace(state, bet=OpenBet(move.seat))
    assert state.bet is not None
    if isinstance(move, Answer):
        return replace(state, bet=replace(state.bet, accepted=True) if move.accepts else None)
    if move.opens:
        # CR-8: the demonstration starts at the position where the bet was made.
        return replace(state, bet=replace(state.bet, trial=replace(state, bet=None)))
    bettor = state.bet.bettor
    return replace(state, over=End(1 - bettor if proved(state.bet) else bettor, "bet"))


def _shown(bet: OpenBet, turn: Turn) -> OpenBet:
    """The bet after one more move of its demonstration."""
    trial, moves = bet.trial, bet.moves + 1
    assert trial is not None
    if bet.broken is not None:
        return replace(bet, moves=moves)
    if trial.over is not None:
        why = f"the win came with move {bet.moves}, so it is not the last one that wins"
        return replace(bet, moves=moves, broken=(moves, Reason("crungle.won-earlier", why)))
    wrong = violation(trial, turn)
    if wrong is not None:
        return replace(bet, moves=moves, broken=(moves, wrong))
    return replace(bet, moves=moves, trial=completed(trial, turn))


def proved(bet: OpenBet) -> bool:
    """Whether the demonstration, as far as it goes, is all valid and its last move (and no earlier) wins."""
    return bet.trial is not None and bet.trial.over is not None and bet.broken is None


def warning(state: State, move: Move) -> Reason | None:
    """What is wrong with a move that stands: an invalid one without an objection, outside a demonstration."""
    if state.bet is not None or not isinstance(move, Statement | Pass) or move.objected:
        return None
    return violation(state, move)


def tally(state: State) -> Mapping[str, int]:
    """What objections and their absence came to, where there is anything to count."""
    if not state.stood and state.violations == state.objections == (0, 0):
        return {}
    counts = {
        "violations": sum(state.violations),
        "overruled_objections": sum(state.objections),
        "standing_violations": state.stood,
    }
    return counts


def why_not_given(state: State, reason: str) -> Reason | None:
    """A draw is agreed at any point with no bet open."""
    if state.bet is None:
        return None
    return Reason("crungle.bet-open", f"{SEATS[state.bet.bettor]}'s bet is open, so no draw can be agreed")
