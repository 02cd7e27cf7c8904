"""A position of a running or finished Castle game."""

import msgspec

from struckle_cli.games.castle.board import Board
from struckle_cli.games.castle.setup import Placement


class State(msgspec.Struct, frozen=True):
    """A valid position. `cells[square]` is 0 empty, 1 white, 2 black, for squares 0..360 (see `board`).

    `side` (1 or 2) is to move; in a finished position it goes on as if the game did. `turn` counts pairs of
    turns from 1 and grows after the turn of the side that is not `first`. `closed` is the set-up option
    `own_castle: closed` (C-1).
    """

    board: Board
    cells: bytes
    side: int
    turn: int
    first: int
    closed: bool

    @property
    def placement(self) -> Placement:
        """The part of the state that a position string holds."""
        return Placement(self.cells, self.side, self.turn)
