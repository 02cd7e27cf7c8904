"""What `play` begins with: the record in a file, or a new one with its draft and its secrets."""

import itertools
import os
from typing import Any

from struckle_cli.cli.flip import edge_named
from struckle_cli.cli.front import ask, line_editing
from struckle_cli.cli.games import game_named
from struckle_cli.cli.output import store_sealed
from struckle_cli.cli.target import names_game
from struckle_cli.core.errors import AccessError, UsageError
from struckle_cli.core.game import AnyGame
from struckle_cli.core.secret import TABLE
from struckle_cli.services.create import Dealt, dealt_secretly, new_record
from struckle_cli.services.loading import Loaded, load
from struckle_cli.services.secretfiles import free_paths, secrets_path


def loaded_for(
    what: str, output: str | None, record: int | None, encoding: str | None, flip: str | None
) -> Loaded | None:
    """The record to play: the one in a file, or a new one that is written first; None if its players leave.

    A game without a default set-up begins with its draft. Raises `EOFError` where the input ends in that.
    """
    if not names_game(what):
        if output is not None:
            raise UsageError(
                "-o goes with a new game; a record is saved in its own file", code="usage.output"
            )
        return load(what, record, encoding)
    game = game_named(what)
    path = output or _free_name(game)
    if os.path.lexists(path):
        raise UsageError(f"{path} exists; go on with it by: struckle play {path}", code="usage.exists")
    from struckle_cli.replay.source import by_suffix

    if by_suffix(path)[0] is None:
        raise UsageError(f"{path}: the suffix names no encoding (.sgn, .json, ...)", code="usage.suffix")
    edge_named(game, flip)  # before anybody drafts or anything is written
    folder = os.path.dirname(path) or os.curdir
    if not os.access(folder, os.W_OK):
        raise AccessError(f"{path}: nothing can be written in that folder", code="io.write")
    setup: dict[str, Any] | None = {}
    if game.draft is not None:
        from struckle_cli.cli.drafting import drafted

        line_editing()
        setup = drafted(game.draft, {}, ask)
    if setup is None:
        return None
    _begin(game, setup, path)
    return load(path)


def _begin(game: AnyGame, setup: dict[str, Any], path: str) -> None:
    """Write the record of a new game, with the secrets that are dealt beside it."""
    if game.dice is not None:
        setup = game.dice.checked(setup)
    deal = Dealt(setup, frozenset())
    if game.secrets is not None and game.deal is not None:
        deal = dealt_secretly(game, setup, None)
    made = new_record(game, deal.setup, {}, {}, (), deal.drawn)
    store_sealed(made, game, path, None, free_paths(path, made.secrets, None, force=False), force=False)


def _free_name(game: AnyGame) -> str:
    """The first of castle.sgn, castle-2.sgn, ... that is free here, and has no secrets beside it."""
    seats = (*game.seats, TABLE) if game.secrets is not None else ()
    for number in itertools.count(1):
        name = f"{game.name}-{number}.sgn" if number > 1 else f"{game.name}.sgn"
        if not any(map(os.path.lexists, [name, *(secrets_path(name, seat) for seat in seats)])):
            return name
    raise AssertionError
