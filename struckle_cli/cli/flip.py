"""`--flip [SEAT]`: the edge from which a board is drawn. It turns the view, never the position.

The seat may be left out, which turns to the next view (with two players: the other side). Typer knows no
options with optional values, so a bare `--flip` is given one before the words are parsed.
"""

import os
import re
from typing import Annotated, Any

import typer
from typer._click.core import Context
from typer.core import TyperCommand

from struckle_cli.core.game import AnyGame
from struckle_cli.services.naming import viewer_named

NEXT = ""
"""The value of a bare `--flip`."""

Flip = Annotated[
    str | None,
    typer.Option("--flip", metavar="[SEAT]", help="Draw from the edge of SEAT; left out: from the next one."),
]

_SEAT = re.compile(r"[A-Za-z][A-Za-z0-9]*\Z")


class FlipCommand(TyperCommand):
    """A command with `--flip`, whose value may be left out."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Parse words in which a `--flip` without a seat has got an empty one."""
        return super().parse_args(ctx, [*_completed(args)])


def _completed(args: list[str]) -> Any:
    for word, following in zip(args, [*args[1:], NEXT], strict=False):
        yield word
        if word == "--flip" and not (_SEAT.match(following) and not os.path.lexists(following)):
            yield NEXT


def edge_named(game: AnyGame, flip: str | None, seat: str | None = None) -> str | None:
    """The seat at whose edge a board is drawn; None for the usual one.

    A bare `--flip` turns from the edge of `seat`. Raises `UsageError` for a seat from which the game cannot
    be drawn.
    """
    if flip is None:
        return None
    views = game.viewers
    if flip == NEXT and len(views) > 1:
        return views[(views.index(seat) + 1) % len(views)] if seat in views else views[1]
    return viewer_named(game, flip)
