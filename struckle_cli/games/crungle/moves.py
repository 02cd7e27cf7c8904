"""What can stand in the moves of a Crungle record: statements of a move, passes, and the parts of a bet."""

import msgspec


class Statement(msgspec.Struct, frozen=True):
    """A stated move: the rule picked (1..34), the direct rules an indirect one applies, and the destinations.

    `own` is the stated cell (0..8) of the mover's piece, `opp` that of the opponent's or None where none is
    stated. `objected`: the opponent objected to it.
    """

    rule: int
    parts: tuple[int, ...]
    own: int
    opp: int | None = None
    objected: bool = False


class Pass(msgspec.Struct, frozen=True):
    """The statement that there is no valid move (CR-4)."""

    objected: bool = False


class Bet(msgspec.Struct, frozen=True):
    """The player of seat 0 (purple) or 1 (orange) bets that no win is possible."""

    seat: int


class Answer(msgspec.Struct, frozen=True):
    """The other player accepts a bet or declines it."""

    accepts: bool


class Bracket(msgspec.Struct, frozen=True):
    """A demonstration begins (`opens`) or ends."""

    opens: bool


Turn = Statement | Pass
Move = Statement | Pass | Bet | Answer | Bracket
