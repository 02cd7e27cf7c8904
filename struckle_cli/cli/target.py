"""The position that a command is about: one in a record's file, a game's start, or a position string."""

import os
from collections.abc import Sequence
from typing import Any, NamedTuple

from struckle_cli import registry
from struckle_cli.cli.games import game_named, seat_named
from struckle_cli.core.errors import NotationError, UsageError
from struckle_cli.core.game import AnyGame
from struckle_cli.core.secret import Opening
from struckle_cli.engine.binding import bind
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.replay.source import STDIN
from struckle_cli.services.loading import Loaded, load, load_for, position_at


class Target(NamedTuple):
    """A state of a game, where in its record it stands, and whether the game is over there."""

    game: AnyGame
    state: Any
    ply: int
    over: bool


class Viewpoint(NamedTuple):
    """Who looks at a record (None: nobody in particular), with openings of their own."""

    seat: str | None
    openings: Sequence[Opening] = ()


def names_game(what: str) -> bool:
    """Whether an argument that is a file or a game's name is the name; a folder of that name is not meant.

    Raises `UsageError` for a word that is neither.
    """
    if os.path.isfile(what):
        return False
    if registry.lookup(what) is not None:
        return True
    if os.path.lexists(what) or "." in what or os.sep in what or what == STDIN:
        return False
    known = ", ".join(registry.names())
    raise UsageError(f"{what!r} is neither a file nor a game ({known})", code="usage.game")


def target(
    what: str, *, position: str | None = None, at: int | None = None, record: int | None = None,
    encoding: str | None = None, limit: int = MAX_RECORD, view: Viewpoint | None = None,
) -> Target:  # fmt: skip
    """Find the position. `what` is a game's name (then `position` may name one) or a file."""
    if position is None and not names_game(what):
        return in_record(what, at, record, encoding, limit, view)
    if view is not None:
        raise UsageError("--as and --secrets go with a file, not with a game's name", code="usage.secrets")
    if at is not None or record is not None:
        raise UsageError("--at and --record go with a file, not with a game's name", code="usage.at")
    return start_of(game_named(what), position)


def in_record(
    path: str, at: int | None = None, record: int | None = None, encoding: str | None = None,
    limit: int = MAX_RECORD, view: Viewpoint | None = None,
) -> Target:  # fmt: skip
    """The position after `at` plies of a record; None is its end."""
    loaded = load_viewed(path, record, encoding, limit, view)
    place = position_at(loaded, at)
    return Target(loaded.game, place.state, place.ply, place.over)


def load_viewed(
    path: str, record: int | None, encoding: str | None, limit: int = MAX_RECORD,
    view: Viewpoint | None = None,
) -> Loaded:  # fmt: skip
    """A record as somebody sees it. Raises as `load` does, and `UsageError` for a seat that there is not."""
    if view is None:
        return load(path, record, encoding, limit)
    name = view.seat
    if name is None:
        return load(path, record, encoding, limit, openings=view.openings)
    return load_for(path, record, encoding, limit, lambda game: str(seat_named(game, name)), view.openings)


def start_of(game: AnyGame, position: str | None) -> Target:
    """The position that a string describes, or the one that a game begins with."""
    bound = bind(game, {})
    if position is None:
        if bound.start is None:
            raise UsageError(
                f"{game.title} has no default set-up: name a record's file (perft: --from FILE)",
                code="usage.position",
            )
        return Target(game, bound.start, 0, game.to_move(bound.start) is None)
    if game.parse_position is None:
        raise UsageError(f"{game.title} has no position string", code="usage.position")
    try:
        state = game.parse_position(bound.setup, position)
    except NotationError as error:
        raise UsageError(error.reason.message, code=error.reason.code) from None
    return Target(game, state, 0, game.to_move(state) is None)
