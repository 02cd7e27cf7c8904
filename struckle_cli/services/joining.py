"""A record that two people make at two machines: each deals its own side in private.

The first side's record is not complete (it is no valid record yet) until the other one has joined.
"""

from collections.abc import Mapping, Sequence

import msgspec

from struckle_cli.core.errors import Fault, RecordError, UsageError
from struckle_cli.core.game import AnyGame
from struckle_cli.core.secret import Secrets
from struckle_cli.replay.commitments import Sealed, sealed
from struckle_cli.replay.document import Document
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import named
from struckle_cli.services.create import dealt_secretly, new_record
from struckle_cli.services.loading import Loaded, broken, pick


def one_side(
    game: AnyGame, setup: Mapping[str, object], players: Mapping[str, str], tags: Mapping[str, str],
    unread: Sequence[Fault], seat: str,
) -> Sealed:  # fmt: skip
    """A record with what `seat` hides, dealt and committed to, in which the others have yet to join."""
    _can_join(game)
    deal = dealt_secretly(game, setup, None)
    whole = new_record(game, deal.setup, players, tags, unread, deal.drawn)
    if seat not in whole.secrets:
        raise UsageError(f"{seat} has nothing to deal in this set-up", code="usage.join")
    fields = whole.document.setup
    for other, openings in whole.secrets.items():
        for opening in openings if other != seat else ():
            fields = _without(game, fields, opening.key)
    document = msgspec.structs.replace(whole.document, setup=fields)
    return Sealed(document, {seat: whole.secrets[seat]})


def joined(path: str, game: AnyGame, seat: str, players: Mapping[str, str]) -> tuple[Loaded, Sealed]:
    """The record in a file with what `seat` hides dealt and committed to, and the file as it was.

    Raises `UsageError` for a record that is none of the game, has begun, or in which the seat has dealt.
    """
    source = named(path)
    reading = pick(source, None)
    document = reading.document
    if document is None or reading.game is not game:
        raise UsageError(f"{path} holds no record of {game.title}", code="usage.join")
    secrets = _can_join(game)
    found = secrets.find(document.setup, document.moves)
    if document.moves or document.result is not None:
        raise UsageError(f"{path}: the game has begun, so nobody can join any more", code="usage.join")
    if any(secret.seat == seat for secret in found):
        raise UsageError(f"{path}: {seat} has joined already", code="usage.join")
    deal = dealt_secretly(game, document.setup, None)
    fields, mine = deal.setup, {key for key in deal.drawn if key[0] == seat}
    for key in deal.drawn - mine:
        fields = _without(game, fields, key)
    if not mine:
        raise (
            broken(source, reading)
            if reading.faults
            else UsageError(f"{path}: {seat} has nothing to deal in this set-up", code="usage.join")
        )
    names = {**document.players, **players}
    made = sealed(msgspec.structs.replace(document, setup=fields, players=names), game, mine)
    _check(path, made.document, whole=len(deal.drawn) == len(mine))
    return Loaded(reading, document, game, None, source), made


def _check(path: str, document: Document, *, whole: bool) -> None:
    """Raise `RecordError` where the record is not sound although everybody has joined."""
    reading = Reading.of(document)
    if whole and not reading.sound:
        why = f"{path}: the record is broken"
        raise RecordError(why, code=reading.faults[0].code, faults=reading.faults)


def _can_join(game: AnyGame) -> Secrets:
    """What the game hides; raises `UsageError` if its sides cannot deal for themselves."""
    if game.secrets is None or game.secrets.without is None or game.deal is None:
        why = f"in {game.title} nobody deals for one seat alone"
        raise UsageError(why, code="usage.join")
    return game.secrets


def _without(game: AnyGame, fields: Mapping[str, object], key: tuple[str, str]) -> dict[str, object]:
    without = _can_join(game).without
    assert without is not None
    return without(fields, key)
