"""What can be played in Castle: one man goes from a square to a square."""

import msgspec


class Move(msgspec.Struct, frozen=True):
    """A move from `source` to `target` (squares 0..360); `capture` is what the sign of the token claims."""

    source: int
    target: int
    capture: bool = False
