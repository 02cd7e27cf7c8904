"""Records written on as they were read: their own bytes, or in another encoding what `convert` makes.

Broken records have only their bytes; they can be written where these can be set apart from their neighbours.
"""

import contextlib
import os
import re
from collections.abc import Callable, Iterator

from struckle_cli.core.errors import AccessError, RecordError, StruckleError, UsageError
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.storage import lies_in
from struckle_cli.replay.writer import compressing, encode, growing, packed, replacing

CODES = {
    "codec.broken": "A broken record has only its bytes, and these cannot stand where it is to be written.",
}
_BLANK = b" \t\r\n\f\v"
_LINE_END = re.compile(rb"([^\r\n]*)(\r\n|\n|\r)?")
_START = b'[Game "'


class Copy:
    """Records given one after another to what writes bytes; `count` says how many.

    `encoding` may be None: then the first record decides, and JSON becomes JSON Lines.
    """

    def __init__(self, write: Callable[[bytes], object], encoding: str | None) -> None:
        self._write = write
        self.encoding = encoding
        self.count = 0
        self._after_broken = False

    def add(self, reading: Reading, *, broken: bool) -> None:
        """Write one record. Raises `RecordError` for one that cannot be written (nothing is, then).

        Raises `UsageError` for a second record in a `.json` file.
        """
        if self.encoding is None:
            self.encoding = "jsonl" if reading.encoding == "json" else reading.encoding
        if self.count and self.encoding == "json":
            why = "a .json file holds one record, and there are several: use .jsonl"
            raise UsageError(why, code="usage.record")
        data = self._own_bytes(reading, broken)
        if data is None:
            data = self._encoded(reading, broken)
        self._write(self._between(data) + data)
        self.count += 1
        self._after_broken = broken

    def _own_bytes(self, reading: Reading, broken: bool) -> bytes | None:
        """The bytes of the record itself, if they can stand in the file that is written."""
        if reading.encoding != self.encoding or not reading.raw:
            return None
        if self.encoding == "sgn":
            data = text_of(reading.raw)
            # Nothing but this begins a record whatever is open before it.
            alone = data.startswith(_START) or not self.count or not (broken or self._after_broken)
            return data if alone else None
        if self.encoding == "jsonl" and not reading.raw.endswith(b"\n"):
            return reading.raw + b"\n"
        return reading.raw

    def _encoded(self, reading: Reading, broken: bool) -> bytes:
        document, game = reading.document, reading.game
        if not broken and document is not None and game is not None:
            return encode(document, game, self.encoding or "sgn")
        raise unwritable(reading, self.encoding or "sgn")

    def _between(self, data: bytes) -> bytes:
        """The blank line between two texts, with a line end like those of the text that follows."""
        if self.encoding != "sgn" or not self.count:
            return b""
        return b"\r\n" if data.endswith(b"\r\n") else b"\n"


def unwritable(reading: Reading, encoding: str) -> StruckleError:
    """Why a broken record cannot be written."""
    if any(fault.code.startswith("io.") for fault in reading.faults):
        return AccessError("it was not read, so it cannot be written", code="io.record-too-large")
    if not reading.raw:
        return RecordError("nobody can say where it ends, so it cannot be written", code="codec.broken")
    if reading.encoding != encoding:
        why = f"a broken record keeps its encoding ({reading.encoding}); it cannot be written as {encoding}"
        return RecordError(why, code="codec.broken")
    why = 'it does not begin with [Game "...], so it would be read as part of the record before it'
    return RecordError(why, code="codec.broken")


def text_of(raw: bytes) -> bytes:
    """The text of one record without the blank lines around it, with a line end."""
    lead = len(raw) - len(raw.lstrip(_BLANK))
    body = len(raw.rstrip(_BLANK))
    rest = _LINE_END.match(raw, body)
    tail, end = (rest[1], rest[2]) if rest is not None else (b"", None)
    return raw[lead:body] + tail + (end or b"\n")


@contextlib.contextmanager
def copying(target: str, encoding: str, compression: str | None) -> Iterator[Copy]:
    """Records written to the file `target`, which stands when the block ends well and not before.

    Raises `AccessError` where it cannot be written.
    """
    with replacing(target) as file, compressing(file, compression) as packed:
        yield Copy(packed.write, encoding)


@contextlib.contextmanager
def copying_at_once(target: str, encoding: str, compression: str | None) -> Iterator[Copy]:
    """Records that stand in the file `target` each as soon as it is added (`writer.growing`).

    In a compressed file each is a member of its own, so that the file is whole after every one.
    Raises `AccessError` where it cannot be written.
    """
    with growing(target) as file:
        yield Copy(lambda data: file.write(packed(data, compression)), encoding)


def is_file(path: str, target: str | None) -> bool:
    """Whether what is read is, or lies in, the regular file that is to be written."""
    here = lies_in(path)
    if target is None or here is None:
        return False
    try:
        return os.path.isfile(target) and os.path.samefile(here, target)
    except OSError:
        return False
