"""What `play` begins with: the record in a file, or a new one with its draft and its secrets."""

import itertools
import os
from typing import Any

from struckle_cli.cli.at_table import Company, player_names
from struckle_cli.cli.desk import Lines
from struckle_cli.cli.output import store_sealed
from struckle_cli.core.errors import AccessError, UsageError
from struckle_cli.core.game import AnyGame
from struckle_cli.core.secret import TABLE
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.storage import only_here
from struckle_cli.services.create import Dealt, dealt_secretly, new_record
from struckle_cli.services.loading import Loaded, load
from struckle_cli.services.secretfiles import free_paths, secrets_path


def place_for(game: AnyGame, output: str | None) -> str:
    """Where a new game is saved. Raises `UsageError` or `AccessError` where nothing can be."""
    path = _free_name(game) if output is None else output
    only_here(path)
    if os.path.isdir(path) or not path:
        example = os.path.join(path, f"{game.name}.sgn")
        why = f"{path or 'an empty name'} names no file for a game; for example -o {example}"
        raise UsageError(why, code="usage.output")
    if os.path.exists(path) and not os.path.isfile(path):
        raise UsageError(f"{path} exists, and is no file that could hold a game", code="usage.output")
    if os.path.lexists(path):
        raise UsageError(f"{path} exists; go on with it by: struckle play {path}", code="usage.exists")
    for found in filter(os.path.lexists, _secrets_beside(game, path)):
        why = f"{found} exists, and may open another record: take another name, or move it away"
        raise UsageError(why, code="usage.exists")
    from struckle_cli.replay.source import by_suffix

    if by_suffix(path)[0] is None:
        raise UsageError(f"{path}: the suffix names no encoding (.sgn, .json, ...)", code="usage.suffix")
    folder = os.path.dirname(path) or os.curdir
    if not os.access(folder, os.W_OK):
        raise AccessError(f"{path}: nothing can be written in that folder", code="io.write")
    return path


def begun(game: AnyGame, path: str, company: Company, desk: Lines) -> Loaded | None:
    """A new record, written before anything is played; None if its players leave.

    A game without a default set-up begins with its draft. Raises `EOFError` where the input ends in that.
    """
    setup: dict[str, Any] | None = {}
    if game.draft is not None:
        from struckle_cli.cli.drafting import drafted

        setup = drafted(game.draft, {}, desk, company)
    if setup is None:
        return None
    if game.dice is not None:
        setup = game.dice.checked(setup)
    deal = Dealt(setup, frozenset())
    if game.secrets is not None and game.deal is not None:
        deal = dealt_secretly(game, setup, None)
    made = new_record(game, deal.setup, {}, {}, (), deal.drawn)
    company.need(game, seated(game, Reading.of(made.document)))
    made.document.players = player_names(game, company)
    store_sealed(made, game, path, None, free_paths(path, made.secrets, None, force=False), force=False)
    return load(path)


def seated(game: AnyGame, reading: Reading) -> tuple[str, ...]:
    """The seats that take part in the game of a record."""
    return game.seats if reading.bound is None else game.seated(reading.bound.setup)


def _free_name(game: AnyGame) -> str:
    """The first of castle.sgn, castle-2.sgn, ... that is free here, and has no secrets beside it."""
    for number in itertools.count(1):
        name = f"{game.name}-{number}.sgn" if number > 1 else f"{game.name}.sgn"
        if not any(map(os.path.lexists, [name, *_secrets_beside(game, name)])):
            return name
    raise AssertionError


def _secrets_beside(game: AnyGame, path: str) -> list[str]:
    """The files that a record of the game may have its secrets in."""
    seats = (*game.seats, TABLE) if game.secrets is not None else ()
    return [secrets_path(path, seat) for seat in seats]
