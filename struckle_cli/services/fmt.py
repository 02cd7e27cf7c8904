"""Files in canonical form."""

import io
from collections.abc import Iterator, Sequence

from struckle_cli.core.errors import AccessError, StruckleError, UsageError
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.replay.locking import Hold
from struckle_cli.replay.source import Source, Unreadable, access_error, find, open_source
from struckle_cli.replay.storage import only_here
from struckle_cli.replay.writer import Unchanged, compressing, replacing
from struckle_cli.services.canonical import canonical
from struckle_cli.services.convert import write_documents


class Formatted:
    """One file: whether its canonical form differs from what it holds, or the error that stopped it."""

    def __init__(
        self, path: str, before: bytes = b"", after: bytes = b"", error: StruckleError | None = None
    ) -> None:
        self.path = path
        self.error = error
        self.changed = before != after
        self._before, self._after = before, after

    def difference(self) -> str:
        """A unified diff; MessagePack is only said to differ."""
        import difflib

        try:
            old, new = self._before.decode(), self._after.decode()
        except UnicodeDecodeError:
            return f"{self.path}: binary content differs"
        from struckle_cli.report.safe import printable

        lines = difflib.unified_diff(old.split("\n"), new.split("\n"), self.path, self.path, lineterm="")
        return "\n".join(printable(line) for line in lines)


def formatted_files(paths: Sequence[str], *, write: bool, limit: int = MAX_RECORD) -> Iterator[Formatted]:
    """Each file under `paths` brought to canonical form (with `write`: in place, atomically).

    Raises `UsageError` for URLs that would have to be written.
    """
    if write:
        only_here(*paths)
    for place in find(paths):
        if isinstance(place, Unreadable):
            yield Formatted(place.name, error=AccessError(f"{place.name}: {place.message}", code=place.code))
            continue
        try:
            if write:
                with Hold(place.name) as hold:
                    formatted = list(_format(place, hold, limit))
            else:
                formatted = list(_format(place, None, limit))
            yield from formatted
        except StruckleError as error:
            yield Formatted(place.name, error=error)


def _format(source: Source, hold: Hold | None, limit: int) -> Iterator[Formatted]:
    """One file brought to canonical form, in place if it is locked; nothing for one without records."""
    if source.stdin:
        raise UsageError("fmt works in place: name a file", code="usage.stdin")
    if source.encoding is None:
        why = f"{source.name}: fmt goes by the suffix, and this one names no encoding"
        raise UsageError(why, code="usage.suffix")
    try:
        unchanged = None if hold is None else Unchanged(source.name)
        with open_source(source).stream as stream:
            before = stream.read()
    except (OSError, AccessError) as error:
        problem = access_error(error)
        raise AccessError(f"{source.name}: {problem.message}", code=problem.code) from None
    buffer = io.BytesIO()
    if not write_documents(source, buffer, source.encoding, limit=limit, change=canonical):
        return
    result = Formatted(source.name, before, buffer.getvalue())
    if hold is not None and unchanged is not None and result.changed:
        replaced = replacing(source.name, hold=hold, before=unchanged.check)
        with replaced as file, compressing(file, source.compression) as packed:
            packed.write(buffer.getvalue())
    yield result
