"""Positions as drawings, for whatever writes pictures."""

from struckle_cli.core.drawing import Drawing, Look
from struckle_cli.core.errors import UsageError, short
from struckle_cli.core.game import AnyGame
from struckle_cli.services.boards import Board


def drawing(game: AnyGame, board: Board, edge: str | None = None, chosen: str | None = None) -> Drawing:
    """A board drawn from the edge of a seat, its last move marked, and where a chosen piece may go.

    Raises `UsageError` for what is no piece of the seat to move, and for one that has no legal move.
    """
    drawn = game.draw(board.state, Look(edge=edge, last=board.last, before=board.before, chosen=chosen))
    if chosen is not None and all(shape.role != "target" for shape in drawn.shapes):
        raise UsageError(f"{short(chosen)!r} has no legal move here", code="usage.targets")
    return drawn
