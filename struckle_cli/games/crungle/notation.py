"""Crungle's notation: entries of a record as text, and how an objection is put in.

Source: the game's page, *Notation*. What is readable may be a violation; everything else is a broken record.
"""

import re
from collections.abc import Sequence

from struckle_cli.core.errors import NotationError, Reason
from struckle_cli.core.hooks import Shorthand
from struckle_cli.games.crungle.board import DIRECT
from struckle_cli.games.crungle.moves import Answer, Bet, Bracket, Move, Pass, Statement
from struckle_cli.games.crungle.rulebook import form_text
from struckle_cli.games.crungle.setup import SEATS
from struckle_cli.games.crungle.state import State

_M = r"M([1-9]|[12][0-9]|30)"
_STATEMENT = re.compile(rf"(?:{_M}|(I[134])\({_M}\)|I2\({_M},{_M}\)):([1-9])(?:/([1-9]))?(\?)?\Z")
_WORDS: dict[str, Move] = {
    "pass": Pass(), "pass?": Pass(objected=True), "accept": Answer(True), "decline": Answer(False),
    "(": Bracket(True), ")": Bracket(False), **{f"bet:{seat}": Bet(n) for n, seat in enumerate(SEATS)},
}  # fmt: skip
_TEXTS = {move: word for word, move in _WORDS.items()}
OBJECTION = "?"


def parse_move(text: str) -> Move:
    """The entry that a token states; raises `NotationError` (`crungle.syntax`) if it states none."""
    found = _WORDS.get(text) or statement(text)
    if found is None:
        raise NotationError(Reason("crungle.syntax", _explain_shape(text)))
    return found


def statement(text: str) -> Statement | None:
    """The statement that a token makes, by the rules or not; None if it makes none."""
    match = _STATEMENT.match(text)
    if match is None:
        return None
    direct, indirect, part, first, second, own, opp, objected = match.groups()
    parts: tuple[int, ...] = ()
    if direct:
        rule = int(direct)
    elif indirect:
        rule, parts = DIRECT + int(indirect[1]), (int(part),)
    else:
        rule, parts = DIRECT + 2, (int(first), int(second))
    return Statement(rule, parts, int(own) - 1, int(opp) - 1 if opp else None, objected is not None)


_SHAPE = "a move is a rule, ':', own's cell and perhaps '/' and opp's, like M2:4 M3:1/4 I2(M2,M3):4/6"
_HINTS = (
    (r".*\?\?\Z", "there is one objection a move, so one '?' (CR-9)"),
    (r"\?\Z", "'?' stands at the end of the move that is objected to"),
    (r"(?:bet.*|accept|decline|\(|\))\?\Z", "an objection is made to a move, not to a bet or a bracket"),
    (r"bet", "a bet is bet:purple or bet:orange"),
    (r"I2\([^,]*\)", f"I2 applies two rules, like I2(M2,M3):4; {_SHAPE}"),
    (r"I[134]?\d*\(.*I", f"an indirect rule applies direct ones (M1 to M30); {_SHAPE}"),
    (r"I[1-4]:", f"an indirect rule says what it applies, like I1(M2):4; {_SHAPE}"),
)
"""What is wrong with tokens of some wrong shapes; the first one that fits is told."""


def _explain_shape(text: str) -> str:
    """Why a token is none, as near to the mistake as a look at it allows."""
    if text.upper() != text and _STATEMENT.match(text.upper()):
        return f"rules are written in upper case: {text.upper()}"
    start = text[:80]
    hint = next((told for pattern, told in _HINTS if re.match(pattern, start, re.DOTALL)), None)
    return hint or f"{_SHAPE} (rules M1 to M30 and I1 to I4, cells 1 to 9)"


def format_move(move: Move) -> str:
    """The canonical token of an entry."""
    if not isinstance(move, Statement):
        return _TEXTS[move]
    opp = "" if move.opp is None else f"/{move.opp + 1}"
    mark = OBJECTION if move.objected else ""
    return f"{form_text(move.rule, move.parts)}:{move.own + 1}{opp}{mark}"


def mark(tokens: Sequence[str], word: str) -> list[str] | Reason | None:
    """The moves with an objection worked in: `?` marks the last move, whatever bets were declined since.

    None for any other word. A `Reason` where there is no move to object to, or there is an objection already.
    """
    if word != OBJECTION:
        return None
    last = len(tokens) - 1
    while last > 0 and tokens[last] == "decline" and tokens[last - 1].startswith("bet:"):
        last -= 2
    if last < 0 or not (_STATEMENT.match(tokens[last]) or tokens[last] in ("pass", "pass?")):
        why = "there is no move to object to" if last < 0 else f"{tokens[last]!r} is no move to object to"
        return Reason("crungle.objection", why)
    if tokens[last].endswith(OBJECTION):
        return Reason(
            "crungle.objection", f"{tokens[last]} was objected to already: one objection a move (CR-9)"
        )
    return [*tokens[:last], tokens[last] + OBJECTION, *tokens[last + 1 :]]


def shorthands(state: State) -> list[Shorthand]:
    """What players type in `play` beside tokens: a bet of the side to move, an objection."""
    bettor = SEATS[state.side]
    bet = f"bet: {bettor} bets that no win is possible (bet:{SEATS[1 - state.side]} for the other side)"
    return [
        Shorthand(word="bet", token=f"bet:{bettor}", help=bet),
        Shorthand(
            word=OBJECTION,
            token=OBJECTION,
            help="?: the opponent objects to the last move (nothing else tells whether it was right)",
        ),
    ]


def group(move: Move) -> str:
    """The heading of an entry in a list for people: the rule as it is stated."""
    return form_text(move.rule, move.parts) if isinstance(move, Statement) else "other"
