"""Questions to a solver, and its answers."""

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """How far a search may go: so many states, so many seconds; None is without limit."""

    states: int | None = None
    seconds: float | None = None


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """Whether both sides together can reach a win, and a shortest way there.

    With `decided` false a limit was met, and nothing is known. `winnable` false is a proof that no win can be
    reached. `states` is how many states were searched.
    """

    decided: bool
    winnable: bool | None = None
    plies: int | None = None
    winner: str | None = None
    goal: str | None = None
    demonstration: tuple[str, ...] | None = None
    states: int = 0


class Forecast(msgspec.Struct, frozen=True, kw_only=True):
    """What best play leads to for the side to move: `win`, `loss`, or `neither` (play never has to end).

    `plies` is how soon the win or loss comes when the winner hurries and the loser delays; `best` is a first
    move that keeps the value. With `decided` false a limit was met, and nothing is known.
    """

    decided: bool
    to_move: str
    value: str | None = None
    plies: int | None = None
    best: str | None = None
    states: int = 0
