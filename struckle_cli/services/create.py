"""Making a new record: a set-up, names, tags, and no moves."""

import os
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from struckle_cli.core.errors import AccessError, Fault, UsageError
from struckle_cli.core.game import AnyGame, SetupField
from struckle_cli.core.resources import MAX_DATA
from struckle_cli.core.secret import TABLE, Key
from struckle_cli.replay.commitments import Sealed, sealed
from struckle_cli.replay.document import FORMAT, Document
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.setuptext import read_setup_text, text_kind
from struckle_cli.replay.source import access_error
from struckle_cli.replay.writer import compressing, encode, replacing


def new_document(
    game: AnyGame, setup: Mapping[str, object], players: Mapping[str, str], tags: Mapping[str, str],
    unread: Sequence[Fault] = (),
) -> Document:  # fmt: skip
    """A record of `game` without moves. Raises `UsageError` with all faults of set-up, seats and tags.

    `unread` are faults of set-up fields that could not even be read, and are therefore missing in `setup`.
    """
    return new_record(game, setup, players, tags, unread, ()).document


def new_record(
    game: AnyGame, setup: Mapping[str, object], players: Mapping[str, str], tags: Mapping[str, str],
    unread: Sequence[Fault], drawn: Collection[Key],
) -> Sealed:  # fmt: skip
    """`new_document` with the secrets `drawn` behind commitments, and what opens them."""
    document = Document(
        format=FORMAT, game=game.name, tags=dict(tags), players=dict(players), setup=dict(setup), moves=[],
        result=None,
    )  # fmt: skip
    made = sealed(document, game, drawn) if drawn else Sealed(document, {})
    reading = Reading.of(made.document)
    told = {fault.pointer for fault in unread}
    faults = [*unread, *(fault for fault in reading.faults if fault.pointer not in told)]
    if faults or reading.bound is None:
        raise UsageError("there can be no such record", code=faults[0].code, faults=faults)
    made.document.result = game.outcome(reading.bound.start)
    return made


class Dealt(NamedTuple):
    """A set-up with what was missing drawn, and which secrets were drawn from the secure source."""

    setup: dict[str, object]
    drawn: frozenset[Key]


def dealt_secretly(game: AnyGame, setup: Mapping[str, object], seed: int | None) -> Dealt:
    """Deal for a game that hides something. What a seed has drawn can be drawn again, so it is no secret."""
    before = _secret_keys(game, setup)
    made = dealt(game, setup, seed)
    drawn = _secret_keys(game, made) - before
    return Dealt(made, frozenset(key for key in drawn if seed is None or key[0] == TABLE))


def _secret_keys(game: AnyGame, setup: Mapping[str, object]) -> set[Key]:
    """The secrets whose values stand in a set-up, open or not; the set-up may still be nonsense."""
    return {secret.key for secret in game.secrets.find(setup, ())} if game.secrets is not None else set()


def dealt(game: AnyGame, setup: Mapping[str, object], seed: int | None) -> dict[str, object]:
    """The set-up with what is missing drawn: from the system's secure source, or from a seed."""
    if game.deal is None:
        raise UsageError(f"{game.title} has nothing to draw", code="usage.random")
    from random import Random, SystemRandom

    chance = SystemRandom() if seed is None else Random(seed)
    return game.deal(chance, setup)


def write_new(
    path: str, document: Document, game: AnyGame, encoding: str, compression: str | None, *, force: bool
) -> None:
    """Write a record to a new file; raises `UsageError` if the file exists and `force` is not set."""
    if os.path.lexists(path) and not force:
        raise UsageError(f"{path} exists; --force replaces it", code="usage.exists")
    replaced = replacing(path, fresh=not force, lasting=True)
    with replaced as file, compressing(file, compression) as packed:
        packed.write(encode(document, game, encoding))


def setup_value(game: AnyGame, field: SetupField, text: str) -> tuple[str, Any]:
    """A set-up field from what was typed: the field and its value; a file's path stands for its content.

    Raises `UsageError` for a value that is not of the field's kind.
    """
    if game.import_setup is not None and field.file and (os.sep in text or text.endswith(".txt")):
        return game.import_setup(field.name, _data_file(text))
    try:
        return field.name, field.typed(text) if field.typed else read_setup_text(field, text)
    except ValueError:
        raise _not_of_kind(field, field.help if field.typed else text_kind(field), text) from None


def typed_setup(
    game: AnyGame, typed: list[tuple[SetupField, str | None]]
) -> tuple[dict[str, Any], list[Fault]]:
    """The set-up fields that were typed (None: not given), and the faults of those that cannot be read."""
    setup: dict[str, Any] = {}
    faults: list[Fault] = []
    for field, text in typed:
        if text is not None:
            try:
                name, value = setup_value(game, field, text)
            except UsageError as error:
                if not error.faults:
                    raise
                faults += error.faults
            else:
                setup[name] = value
    return setup, faults


def _not_of_kind(field: SetupField, kind: str, text: str) -> UsageError:
    why = f"{field.name} must be {kind}, not {text[:40]!r}"
    fault = Fault(code="setup.type", message=why, token=text[:40], pointer=f"/setup/{field.name}")
    return UsageError("there can be no such record", code=fault.code, faults=[fault])


def _data_file(path: str) -> str:
    try:
        with open(path, "rb") as file:
            raw = file.read(MAX_DATA + 1)
    except OSError as error:
        problem = access_error(error)
        raise AccessError(f"{path}: {problem.message}", code=problem.code) from None
    if len(raw) > MAX_DATA:
        raise AccessError(f"{path}: a data file may have {MAX_DATA:,} bytes", code="io.record-too-large")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{path}: not UTF-8", code="encoding.utf8") from None
