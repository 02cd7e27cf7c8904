"""Recorded games out of files and texts."""

import io
import os
from collections.abc import Iterable, Iterator

from struckle_cli.api.records import Encoding, Path, Record, plain_path, refuse_unknown, viewed
from struckle_cli.core.errors import AccessError, RecordError, StruckleError
from struckle_cli.replay.reader import read_records
from struckle_cli.replay.source import Opened, Source, Unreadable, access_error, named
from struckle_cli.report.faults import why_text
from struckle_cli.report.safe import printable
from struckle_cli.services.gather import Record as Gathered
from struckle_cli.services.gather import gather
from struckle_cli.services.loading import broken, one_of, with_kept
from struckle_cli.services.secretfiles import known_from
from struckle_cli.services.validate import readings

_SEVERAL = "record=N picks one, and load_all has them all"


def load(
    path: Path, record: int | None = None, *, secrets: Path | Iterable[Path] = (), seat: str | None = None
) -> Record:
    """The record of a file, sound or not (`Record.valid`); `record` (from 1) picks one of several.

    `secrets` are secrets files, whose openings then count. With `seat` it is the record as that seat may see
    it. Raises `AccessError` for what cannot be read, `UsageError` where not exactly one record is meant, and
    `RecordError` for one of which nothing can be made.
    """
    name = plain_path(path)
    source = named(name)
    try:
        reading = one_of(readings(source), printable(name), record, _SEVERAL)
    except (OSError, AccessError) as error:
        problem = access_error(error)
        raise AccessError(f"{printable(name)}: {problem.message}", code=problem.code) from None
    if reading.document is None or reading.game is None:
        raise _told(broken(source, reading))
    files = [secrets] if isinstance(secrets, str | os.PathLike) else secrets
    openings = known_from(os.fspath(file) for file in files)
    if seat is not None:
        return viewed(name, reading, reading.document, seat, openings)
    if openings:
        return Record(name, with_kept(reading, openings), reading.document)
    return Record(name, reading, reading.document)


def load_all(path: Path) -> Iterator[Record]:
    """All records of a file, a folder or a glob in order, broken ones too; read while they are asked for.

    Raises `AccessError` where something cannot be read.

    >>> [len(record.moves) for record in load_all("replays/castle/club-evening.sgn")]
    [87, 36, 52]
    """
    for item in gather([plain_path(path)]):
        if isinstance(item, Unreadable):
            raise AccessError(f"{printable(item.name)}: {item.message}", code=item.code)
        if isinstance(item, Gathered):
            yield Record(item.path, item.reading, item.reading.document)


def loads(text: str | bytes, encoding: Encoding | None = None) -> Record:
    """The record that a text (or bytes) holds; the encoding is found out where it is left out.

    Raises `UsageError` where there is not exactly one, `RecordError` for one of which nothing can be made.

    >>> loads('[Game "castle"] 1. D8-C8 *').state().to_move
    'black'
    """
    refuse_unknown(encoding)
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else bytes(text)
    source = Source("the text", encoding, None)
    opened = Opened(io.BufferedReader(io.BytesIO(data)), None)
    reading = one_of(read_records(opened, source), "the text", None, _SEVERAL)
    if encoding is not None and reading.faults and reading.faults[0].code == "codec.mismatch":
        raise RecordError(f"the text is not in the encoding {encoding}", code="codec.mismatch")
    if reading.document is None or reading.game is None:
        raise _told(broken(source, reading))
    return Record("", reading, reading.document)


def _told(error: StruckleError) -> StruckleError:
    """The error with the first of its faults in its words, because a traceback shows these alone."""
    first = f": {why_text(error.faults[0], None)}" if error.faults else ""
    return type(error)(
        error.message + first, code=error.code, faults=error.faults, path=error.path, record=error.record
    )
