"""From one encoding to another, record by record, without loss."""

from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

from struckle_cli.core.errors import AccessError, RecordError, UsageError, has_error
from struckle_cli.core.game import AnyGame
from struckle_cli.replay.document import MAX_RECORD, Document
from struckle_cli.replay.reader import Skipped
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Source, access_error
from struckle_cli.replay.writer import compressing, encode, replacing, separator
from struckle_cli.services.canonical import faults_of_syntax
from struckle_cli.services.validate import readings

Change = Callable[[Document, AnyGame], Document]


class Sound(NamedTuple):
    """A record that is sound in form, set-up and syntax."""

    number: int
    document: Document
    game: AnyGame


def sound_documents(
    source: Source, limit: int = MAX_RECORD, only: int | None = None
) -> Iterator[Sound | Skipped]:
    """The documents of a source (or number `only`); the first that is broken in form or syntax stops it.

    Raises `RecordError` with that record's faults, `AccessError` where reading fails.
    """
    try:
        for item in readings(source, limit):
            if isinstance(item, Skipped):
                yield item
            elif only in (None, item.number):
                yield _sound(source, item)
    except (OSError, AccessError) as error:
        if isinstance(error, AccessError) and error.path:
            raise
        problem = access_error(error)
        raise AccessError(f"{source.name}: {problem.message}", code=problem.code) from None


def _sound(source: Source, reading: Reading) -> Sound:
    faults = faults_of_syntax(reading)
    document, game = reading.document, reading.game
    if has_error(faults) or document is None or game is None:
        why = f"{source.name}: record {reading.number} is broken; nothing was written"
        large = any(fault.code == "io.record-too-large" for fault in faults)
        kind = AccessError if large else RecordError
        raise kind(why, code=faults[0].code, faults=faults, path=source.name, record=reading.number)
    return Sound(reading.number, document, game)


def write_documents(
    source: Source,
    file: BinaryIO,
    encoding: str,
    *,
    only: int | None = None,
    limit: int = MAX_RECORD,
    change: Change | None = None,
) -> int:
    """Write the records of `source` (or record `only`) to an open file; how many were written.

    With `change` the file is rewritten in its own encoding: what is no record in it stays where it is.
    """
    count = 0
    for item in sound_documents(source, limit, only):
        if isinstance(item, Skipped):
            file.write(item.raw if change else b"")
            continue
        if count and encoding == "json":
            why = f"{source.name} holds several records, a .json file one: use .jsonl or --record N"
            raise UsageError(why, code="usage.record")
        file.write(separator(encoding) if count else b"")
        document = change(item.document, item.game) if change else item.document
        file.write(encode(document, item.game, encoding))
        count += 1
    if not count and not change:
        what = "holds no record" if only is None else f"has no record {only}"
        raise UsageError(f"{source.name} {what}", code="usage.record")
    return count


def convert(
    source: Source, target: str, encoding: str, compression: str | None, *, only: int | None = None,
    limit: int = MAX_RECORD,
) -> int:  # fmt: skip
    """Write the records of `source` to the file `target`, or nothing at all; how many were written."""
    with replacing(target) as file, compressing(file, compression) as packed:
        return write_documents(source, packed, encoding, only=only, limit=limit)
