"""Sealing a record, opening it, and what of it one seat may have."""

from collections.abc import Sequence
from typing import NamedTuple

from struckle_cli.core.errors import Fault, RecordError, UsageError, short
from struckle_cli.core.game import AnyGame
from struckle_cli.core.secret import Opening
from struckle_cli.engine.replayer import replay, syntax_faults
from struckle_cli.replay.commitments import (
    Sealed,
    has_open_values,
    laid_open,
    of_use,
    opened,
    redacted,
    revealed,
    sealed,
    secret_name,
)
from struckle_cli.replay.document import Document
from struckle_cli.replay.reading import Reading
from struckle_cli.services.judging import judge_result, pending
from struckle_cli.services.loading import Loaded, has_ended, refuse_estranged, with_openings


def seal(loaded: Loaded) -> Sealed:
    """The record with commitments in place of all that its game hides.

    A result that what is now hidden has decided is taken out. Raises `UsageError` where there is nothing
    to hide, `RecordError` for a record whose moves or result are wrong.
    """
    game = _hiding(loaded.game)
    _sound_to_the_end(loaded)
    return sealed_document(loaded.document, game)


def sealed_document(document: Document, game: AnyGame) -> Sealed:
    """A sound document sealed, with the result that is then to be seen."""
    changed, secrets = sealed(document, game)
    if not secrets:
        raise UsageError("the record holds nothing that could be hidden", code="usage.secrets")
    reading = Reading.of(changed)
    if reading.bound is not None and changed.result is not None and game.awaits is not None:
        played = replay(game, reading.bound.start, reading.moves)
        if game.awaits(played.state) is not None:
            changed.result = None
    return Sealed(changed, secrets)


class Revealed(NamedTuple):
    """A record with more openings, and what is wrong with it now that more can be seen.

    `idle` names openings that open nothing in it, and were left out.
    """

    document: Document
    pending: tuple[str, ...]
    faults: list[Fault]
    idle: tuple[str, ...] = ()


def reveal(loaded: Loaded, openings: Sequence[Opening], *, lay_open: bool = False) -> Revealed:
    """The record with openings added, and with its result if they decide it; or in the open altogether.

    Raises `RecordError` for openings that do not fit. One of an order that was taken back opens nothing: that
    is no fault if the others open all that their seats have hidden. Moves that turn out to be wrong do not
    keep a record from being opened: they are told.
    """
    game = _hiding(loaded.game)
    refuse_estranged(loaded.document, game, openings)
    useful = of_use(loaded.document, game, openings)
    reading = with_openings(loaded.reading, useful)
    idle = [opening for opening in openings if opening not in useful]
    if idle and (not useful or {item.seat for item in reading.closed} & {item.seat for item in openings}):
        reading, idle = with_openings(loaded.reading, openings), []
    document = reading.document
    assert document is not None
    if not reading.sound or reading.bound is None:
        faults = reading.placed(reading.faults)
        why = f"{loaded.source.name}: nothing was opened, and the file left as it was"
        raise RecordError(why, code=faults[0].code, faults=faults)
    played = replay(game, reading.bound.start, reading.moves)
    faults = reading.placed(played.faults)
    if not played.faults:
        if document.result is None:
            document.result = game.outcome(played.state)
        faults = reading.placed(judge_result(game, played.state, document.result))
    if lay_open:
        document = laid_open(document, game, opened(document, game))
    names = dict.fromkeys(short(secret_name(opening.key)) for opening in idle)
    return Revealed(document, pending(reading), faults, tuple(names))


def with_all_opened(document: Document, game: AnyGame, openings: Sequence[Opening]) -> Document | None:
    """An ended record with openings and the result that they decide; None if they do not decide it."""
    changed = revealed(document, game, openings)
    reading = Reading.of(changed)
    if not reading.sound or reading.bound is None:
        return None
    changed.result = game.outcome(replay(game, reading.bound.start, reading.moves).state)
    return None if changed.result is None else changed


def redact(loaded: Loaded, seat: str | None) -> Document:
    """The committed record with only the openings that `seat` (None: the public) may have, without notes.

    Raises `UsageError` for a record that holds secrets in the open: hiding those is what sealing does.
    """
    game = _hiding(loaded.game)
    if has_open_values(loaded.document, game):
        why = f"{loaded.source.name}: the record is open, so taking openings out would hide nothing: seal it"
        raise UsageError(f"{why} first", code="usage.open-record")
    faults = syntax_faults(game, loaded.document.moves)
    if faults:  # what has not the shape of a secret could not be taken out
        why = f"{loaded.source.name}: the record is broken; nothing was written"
        raise RecordError(why, code=faults[0].code, faults=loaded.reading.placed(faults))
    return redacted(loaded.document, game, seat, ended=has_ended(loaded.reading))


def _hiding(game: AnyGame) -> AnyGame:
    if game.secrets is None:
        raise UsageError(f"{game.title} hides nothing", code="usage.secrets")
    return game


def _sound_to_the_end(loaded: Loaded) -> None:
    """Raise `RecordError` if the moves or the result of a record are wrong."""
    played = replay(loaded.game, loaded.start, loaded.reading.moves)
    faults = played.faults or judge_result(loaded.game, played.state, loaded.document.result)
    if faults:
        placed = loaded.reading.placed(faults)
        why = f"{loaded.source.name}: the record is broken"
        raise RecordError(why, code=placed[0].code, faults=placed, path=loaded.source.name)
