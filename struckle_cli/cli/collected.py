"""Where `filter` and `dedup` write records, and how they tell what they could not take."""

import contextlib
import sys
from collections.abc import Callable, Iterator

from struckle_cli.cli import console
from struckle_cli.cli.output import target_encoding, to_standard_output
from struckle_cli.core.errors import AccessError, Fault, StruckleError, UsageError, counted
from struckle_cli.replay.source import Unreadable
from struckle_cli.report.safe import printable
from struckle_cli.services.copying import Copy, copying, copying_at_once
from struckle_cli.services.events import Foreign
from struckle_cli.services.gather import Broken, Record, Seen

TOLD = 20
"""How many broken records are told one by one; the others are only counted."""


class Teller:
    """Tells on standard error what was passed over, as it comes."""

    def __init__(self) -> None:
        self._broken = 0

    def add(self, item: Broken | Unreadable | Foreign) -> None:
        """Tell one thing, or only count it."""
        if isinstance(item, Unreadable):
            console.complain(f"struckle: {printable(item.name)}: {printable(item.message)} [{item.code}]")
        elif isinstance(item, Broken):
            self.broken(item.path, item.reading.number, item.faults[0])

    def broken(self, path: str, record: int, fault: Fault) -> None:
        """Tell the first fault of a broken record."""
        self._broken += 1
        if self._broken <= TOLD:
            console.tell_faults([fault], path, record)

    def not_written(self, item: Record, error: StruckleError) -> None:
        """Tell that a record that is wanted cannot be written."""
        self.broken(item.path, item.reading.number, Fault(code=error.code, message=error.message))

    def close(self, seen: Seen, what: str) -> None:
        """Tell how many there were; `what` says what became of the broken records."""
        if self._broken:
            number = counted(self._broken, "broken record")
            console.complain(f"struckle: {number} {what}; validate tells all faults")
        if seen.foreign:
            console.complain(f"struckle: {counted(seen.foreign, 'JSON object')} without a game key skipped")


def stopped(error: StruckleError, path: str, record: int) -> StruckleError:
    """The error that ends a command because of one record, with its place."""
    why = f"{path}: record {record}: {error.message}; nothing was written"
    return type(error)(why, code=error.code)


@contextlib.contextmanager
def records_out(
    target: str | None, to: str | None, *, whole: bool = False, at_once: bool = False
) -> Iterator[Copy]:
    """What writes records to a file, or to standard output: there with `whole` not before all are made.

    With `at_once` each stands where it belongs when it is added; else a file takes its place in the end.

    Left open, the encoding is that of the first record, and JSON becomes JSON Lines.
    """
    if target is not None and not to_standard_output(target):
        encoding, compression = target_encoding(target, to)
        with (copying_at_once if at_once else copying)(target, encoding, compression) as copy:
            yield copy
    elif at_once:
        yield Copy(_told_at_once, to)
    elif not whole:
        yield Copy(_to_stdout(), to)
    else:
        import tempfile

        with tempfile.SpooledTemporaryFile(max_size=8 << 20) as spool:
            yield Copy(spool.write, to)
            spool.seek(0)
            # Shown are lines, written are blocks: MessagePack may be one line, however long.
            blocks = spool if sys.stdout.isatty() else iter(lambda: spool.read(1 << 20), b"")
            for block in blocks:
                _to_stdout()(block)


def _to_stdout() -> Callable[[bytes], object]:
    return _show if sys.stdout.isatty() else console.write_bytes


def _told_at_once(data: bytes) -> None:
    _to_stdout()(data)
    console.flush()


def _show(data: bytes) -> None:
    """Lines of records at a terminal, where nothing in them may act."""
    text = data.decode("utf-8", "backslashreplace").replace("\r\n", "\n")
    console.say(text.removesuffix("\n"))


def check_written(copy: Copy, seen: Seen, target: str | None, allow_empty: bool) -> None:
    """Raise where a file must not be written: something was not read, or there is nothing to be in it."""
    if target is None or to_standard_output(target):
        tell_nothing(seen)
        return
    if seen.unreadable or seen.refused:
        why = f"{target}: nothing was written, because something could not be read"
        raise AccessError(why, code="io.unreadable")
    if not copy.count and copy.encoding == "json":
        raise UsageError(f"{target}: nothing was written: a .json file needs a record", code="usage.record")
    if not seen.records and not allow_empty:
        raise UsageError(f"{target}: nothing was written: {NOTHING}", code="usage.record")


NOTHING = "there is no record: no file matched, or none in them"


def tell_nothing(seen: Seen) -> None:
    """Tell that there was no record, if so."""
    if not seen.records:
        console.complain(f"struckle: {NOTHING}")
