"""A position of a running or finished game of Struggle."""

import msgspec

from struckle_cli.games.struggle.board import Track, arrived
from struckle_cli.games.struggle.placement import Placement
from struckle_cli.games.struggle.setup import Setup


class State(msgspec.Struct, frozen=True):
    """A valid position of a game with the set-up `setup`: where the pieces stand (see `board`), who rolls
    (0..3), the number of the turn over all players; both go on behind the end as if the game did.
    """

    setup: Setup
    squares: tuple[int, ...]
    seat: int
    turn: int

    @property
    def track(self) -> Track:
        """The track."""
        return self.setup.track

    @property
    def over(self) -> bool:
        """Whether all pieces have arrived."""
        return arrived(self.squares) == len(self.squares)

    @property
    def placement(self) -> Placement:
        """What a position string holds."""
        return Placement(self.squares, self.seat, self.turn)
