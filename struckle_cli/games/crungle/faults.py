"""Crungle's own fault codes, one sentence each, for the published list of errors."""

import re

CODES = {
    "crungle.syntax": "The token is no move, pass, bet, answer or bracket, like `M2:4` or `I2(M2,M3):4/6?`.",
    "crungle.after-end": "An entry follows although the game is over.",
    "crungle.no-bet": "A bet is accepted or declined, and none is open.",
    "crungle.bet-open": "A bet is open, and something other than `accept` or `decline` follows.",
    "crungle.no-demonstration": "A bracket stands where no bet was accepted.",
    "crungle.demonstration-due": "A bet was accepted, and something other than `(` follows.",
    "crungle.in-demonstration": "An objection, a bet or a second `(` stands within a demonstration (CR-9).",
    "crungle.objection": "There is no move to object to, or it was objected to already.",
    "crungle.not-selected": "A rule picked or applied is none of the four. Invalid, but it may stand.",
    "crungle.same-twice": "I2 applies the same rule twice. Invalid, but it may stand.",
    "crungle.repeated": "The player picked the same rule on the previous turn. Invalid, but it may stand.",
    "crungle.banned": "The opponent's I1 bans the rule for this turn. Invalid, but it may stand.",
    "crungle.unusable": "The rule has no cell to go to from here. Invalid, but it may stand.",
    "crungle.opponent-missing": "The opponent's destination is not stated. Invalid, but it may stand (CR-6).",
    "crungle.opponent-stated": "The opponent's destination is stated needlessly. Invalid, but it may stand.",
    "crungle.destination": "The rule does not lead to the stated cell. Invalid, but it may stand.",
    "crungle.opponent-destination": "The opponent's piece does not get there. Invalid, but it may stand.",
    "crungle.pass": "A pass, although there is a valid move (CR-4). Invalid, but it may stand.",
    "crungle.won-earlier": "A demonstration goes on after the move that wins; the bet is refuted.",
    "crungle.goals": "The goals are not two different ones of G1 to G10.",
    "crungle.rules": "The movement rules are not four different ones of M1 to M30 and I1 to I4.",
    "crungle.indirect": "More than one movement rule is indirect.",
    "crungle.start": "The start does not name one cell from 1 to 9 for each seat.",
    "crungle.start-center": "Orange starts on 5.",
    "crungle.start-adjacent": "Purple starts on a cell adjacent to orange's.",
}

_BET, _STATING, _NOTATION = "Between moves either player", "A move states the rule", "A move is `RULE:OWN`"
_RULES = {
    "crungle.syntax": (_NOTATION,),
    "crungle.no-bet": (_BET,),
    "crungle.bet-open": (_BET,),
    "crungle.no-demonstration": (_BET,),
    "crungle.demonstration-due": (_BET,),
    "crungle.in-demonstration": ("CR-9",),
    "crungle.objection": ("CR-9",),
    "crungle.not-selected": (_STATING,),
    "crungle.same-twice": ("I2",),
    "crungle.repeated": ("Nobody picks the same one", "CR-2"),
    "crungle.banned": ("I1", "CR-11"),
    "crungle.unusable": ("A rule with no cell to go to",),
    "crungle.opponent-missing": (_NOTATION, "CR-6"),
    "crungle.opponent-stated": (_NOTATION, "CR-6"),
    "crungle.destination": (_STATING,),
    "crungle.opponent-destination": (_STATING,),
    "crungle.pass": ("CR-4",),
    "crungle.won-earlier": (_BET,),
}
_PLACES = ("crungle.destination", "crungle.opponent-destination", "crungle.unusable")


def cites(code: str, token: str) -> tuple[str, ...]:
    """How the paragraphs of the rules page begin that a refused token breaks; its own rules first."""
    named = re.findall("[MI][0-9]{1,2}", token[:40]) if code in _PLACES else []
    return (*dict.fromkeys(named), *_RULES.get(code, ()))
