"""Saving a game that is being played: every change replaces the record in its file at once."""

from collections.abc import Mapping

from struckle_cli.core.errors import RecordError
from struckle_cli.replay.document import Document
from struckle_cli.services.edit import save
from struckle_cli.services.loading import Loaded, load
from struckle_cli.services.play import Session
from struckle_cli.services.played import Player
from struckle_cli.services.table import FileTable, Table, check_secrets, identity_of


def session_of(loaded: Loaded, bots: Mapping[str, Player] | None = None) -> Session:
    """A session whose every change replaces the record in its file, if that is still what was saved last."""
    name, number, encoding = loaded.source.name, loaded.reading.number, loaded.source.encoding
    last = loaded.document

    def store(document: Document) -> None:
        nonlocal last
        current = load(name, number, encoding)
        if current.document != last:
            why = f"{name}: somebody else has changed the record meanwhile"
            raise RecordError(why, code="play.changed")
        save(current, document)
        last = load(name, number, encoding).document

    table = Table()
    if loaded.game.secrets is not None:
        table = FileTable(name, loaded.game.seats, identity_of(last, number))
    try:
        check_secrets(table, loaded.document, loaded.game)
        return Session(loaded.game, loaded.document, store, table, bots)
    except RecordError as error:
        faults = loaded.reading.placed(error.faults)
        why = f"{name}: {error.message}"
        raise RecordError(why, code=error.code, faults=faults, path=name, record=number) from None
