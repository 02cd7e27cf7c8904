"""A position of a running or finished Struckle game, and the board that moves are tried on."""

import msgspec

from struckle_cli.games.struckle.board import BIT, PIECES, SQUARES
from struckle_cli.games.struckle.setup import Placement


class Desk:
    """A position that can be changed: what the rules work on. It has no notion of turns.

    `cells[square]` is 0 for an empty square, else the piece on it plus one; `squares[piece]` is where a
    piece stands; `occupied` and `promoted` are masks of squares and of pieces.
    """

    __slots__ = ("cells", "occupied", "promoted", "squares")

    def __init__(self, squares: bytes, promoted: int) -> None:
        self.squares = bytearray(squares)
        self.promoted = promoted
        self.cells = bytearray(SQUARES)
        self.occupied = 0
        for piece, square in enumerate(squares):
            self.cells[square] = piece + 1
            self.occupied |= BIT[square]

    def copy(self) -> "Desk":
        """The same position on a board of its own."""
        twin = Desk.__new__(Desk)
        twin.squares, twin.cells = self.squares[:], self.cells[:]
        twin.promoted, twin.occupied = self.promoted, self.occupied
        return twin

    def put(self, piece: int, square: int) -> None:
        """Take a piece from where it stands to an empty square (or its own); its state stays as it is."""
        origin = self.squares[piece]
        self.cells[origin] = 0
        self.cells[square] = piece + 1
        self.squares[piece] = square
        self.occupied = self.occupied & ~BIT[origin] | BIT[square]


class State(msgspec.Struct, frozen=True):
    """A valid position: `squares[piece]` is 0..63 for pieces 0..15 (see `board`), `promoted` their mask.

    The piece `turn` (0..15) acts next, in round `round` (from 1); both go on in a finished position as if
    the game did.
    """

    squares: bytes
    promoted: int
    turn: int
    round: int

    @property
    def placement(self) -> Placement:
        """What a position string holds."""
        return Placement(self.squares, self.promoted, self.turn, self.round)

    def desk(self) -> Desk:
        """The position as a board of its own that can be changed."""
        return Desk(self.squares, self.promoted)


def later(state: State, desk: Desk, plies: int) -> State:
    """The state on `desk`, which `plies` archetype turns after `state` have led to."""
    turn = state.turn + plies
    return State(bytes(desk.squares), desk.promoted, turn % PIECES, state.round + turn // PIECES)
