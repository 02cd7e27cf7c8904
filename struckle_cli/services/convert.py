"""From one encoding to another, record by record, without loss."""

from collections.abc import Callable, Iterator
from typing import BinaryIO

from struckle_cli.core.errors import AccessError, RecordError, UsageError
from struckle_cli.core.game import AnyGame
from struckle_cli.replay.document import MAX_RECORD, Document
from struckle_cli.replay.reader import Skipped
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Source, access_error
from struckle_cli.replay.writer import compressing, encode, replacing, separator
from struckle_cli.services.canonical import faults_of_syntax
from struckle_cli.services.validate import readings

Change = Callable[[Document, AnyGame], Document]


def sound_documents(source: Source, limit: int = MAX_RECORD) -> Iterator[tuple[Reading, Document, AnyGame]]:
    """The documents of a source; the first record that is broken in form, set-up or syntax stops it.

    Raises `RecordError` with that record's faults, `AccessError` where reading fails.
    """
    try:
        for item in readings(source, limit):
            if isinstance(item, Skipped):
                continue
            faults = faults_of_syntax(item)
            document, game = item.document, item.game
            if faults or document is None or game is None:
                why = f"{source.name}: record {item.number} is broken; nothing was written"
                large = any(fault.code == "io.record-too-large" for fault in faults)
                raise (AccessError if large else RecordError)(
                    why, code=faults[0].code, faults=faults, path=source.name, record=item.number
                )
            yield item, document, game
    except OSError as error:
        problem = access_error(error)
        raise AccessError(f"{source.name}: {problem.message}", code=problem.code) from None


def write_documents(
    source: Source, file: BinaryIO, encoding: str, *, only: int | None = None, limit: int = MAX_RECORD,
    change: Change | None = None,
) -> int:  # fmt: skip
    """Write the records of `source` (or record `only`) to an open file; how many were written."""
    count = 0
    for reading, document, game in sound_documents(source, limit):
        if only not in (None, reading.number):
            continue
        if count and encoding == "json":
            why = f"{source.name} holds several records, a .json file one: use .jsonl or --record N"
            raise UsageError(why, code="usage.record")
        file.write(separator(encoding) if count else b"")
        file.write(encode(change(document, game) if change else document, game, encoding))
        count += 1
    if not count:
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
