"""Where the reports of one run go: standard output, and files that `--report FORMAT=PATH` names.

Each output stands for itself: where one cannot be written, the others still come.
"""

import contextlib
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Protocol, TypeGuard

from struckle_cli.cli import console
from struckle_cli.core.errors import AccessError, UsageError, short
from struckle_cli.replay.source import STDIN, find
from struckle_cli.replay.storage import lies_in, only_here, own_path
from struckle_cli.report.counts import Counts
from struckle_cli.report.verdicts import FORMATS, Format, Look, Report, make_report
from struckle_cli.services.judging import Verdict

Wanted = tuple[Format, str]
"""A format, and the file that is to have it."""


def wanted_files(options: Sequence[str], paths: Sequence[str]) -> list[Wanted]:
    """The files that `--report` asks for.

    Raises `UsageError` for an option that is not FORMAT=PATH, a format that there is not, a file that is
    named twice, is one of the inputs (`paths`) or holds one, for a URL, and for standard output.
    """
    found: list[Wanted] = []
    inputs = {os.path.realpath(path) for path in map(lies_in, paths) if _can_be(path) and path != STDIN}
    inputs |= _met_on_walks([option.partition("=")[2] for option in options], paths)
    taken = set(inputs)
    for option in options:
        form, equals, path = option.partition("=")
        if not equals or not path or form not in FORMATS:
            known = ", ".join(FORMATS)
            why = f"--report takes FORMAT=PATH with one of the formats {known}, not {short(option)!r}"
            raise UsageError(why, code="usage.report")
        if path == STDIN:
            why = f"--report writes files; on standard output goes what --format says: --format {form}"
            raise UsageError(why, code="usage.report")
        only_here(path)
        real = os.path.realpath(path) if "\0" not in path else path
        if real in taken:
            what = "is read itself" if real in inputs else "is named twice"
            raise UsageError(f"--report: {path} {what}", code="usage.report")
        taken.add(real)
        found.append((form, path))
    return found


def _met_on_walks(targets: Sequence[str], paths: Sequence[str]) -> set[str]:
    """Files that are there, are to be written, and would be read: by way of a folder or a glob too."""
    there = {os.path.realpath(path) for path in targets if _can_be(path) and os.path.isfile(path)}
    if not there:
        return set()
    here = (own_path(place.name) for place in find([path for path in paths if own_path(path) is not None]))
    return there.intersection(os.path.realpath(path) for path in here if _can_be(path))


def read_by(targets: Sequence[str], paths: Sequence[str]) -> bool:
    """Whether a file that is to be written is an input, or holds one, or is met on the way to some."""
    inputs = {os.path.realpath(path) for path in map(lies_in, paths) if _can_be(path)}
    return not inputs.isdisjoint(map(os.path.realpath, targets)) or bool(_met_on_walks(targets, paths))


def _can_be(path: str | None) -> TypeGuard[str]:
    """Whether a file of this system can have that name."""
    return path is not None and "\0" not in path


class Output(Protocol):
    """A report and where it goes. `error` says why it could not be written."""

    error: Exception | None

    def add(self, verdict: Verdict) -> None:
        """Take a verdict."""

    def close(self, counts: Counts) -> None:
        """Write what stands at the end."""

    def abandon(self) -> None:
        """Leave nothing half written behind."""

    @property
    def blocked(self) -> bool:
        """Whether a write waits for somebody else, perhaps for ever."""


class _Reporting(ABC):
    """What both kinds of outputs are: a report that is given up where it cannot be written."""

    error: Exception | None = None
    _report: Report

    def add(self, verdict: Verdict) -> None:
        """Take a verdict."""
        if self.error is None:
            try:
                self._report.add(verdict)
            except OSError as error:
                self._give_up(error)

    @abstractmethod
    def _give_up(self, error: OSError) -> None:
        """Do what is left to do for a report that cannot be written any more."""


class ToStandardOutput(_Reporting):
    """The report on standard output.

    If it cannot be written (a closed pipe, a full disk), that ends the run at once, unless there are files
    to be written too (`alone` is false): then it is kept in `error` until they are.
    """

    def __init__(self, form: Format, look: Look, alone: bool, before: Callable[[], object] | None) -> None:
        self._alone = alone
        self._before = before
        self._writing = False
        self._report = make_report(form, self._write, look)

    def _write(self, data: bytes) -> None:
        if self._before is not None:
            self._before()
        self._writing = True
        try:
            console.write_bytes(data)
        finally:
            self._writing = False

    @property
    def blocked(self) -> bool:
        """Whether what is being written waits for a reader that does not read."""
        if not self._writing:
            return False
        import select

        return not select.select([], [sys.stdout.fileno()], [], 0)[1]

    def close(self, counts: Counts) -> None:
        """Write what stands at the end."""
        if self.error is None:
            try:
                self._report.close(counts)
                console.flush()
            except OSError as error:
                self._give_up(error)

    def abandon(self) -> None:
        """What was written stays."""
        self._report.abandon()

    def _give_up(self, error: OSError) -> None:
        if self._alone:
            raise error
        self.error = error
        self._report.abandon()


class ToFile(_Reporting):
    """A report in a file, which takes its place when the report is whole."""

    blocked = False

    def __init__(self, form: Format, path: str) -> None:
        from struckle_cli.replay.writer import replacing

        self._replacing = replacing(path)
        try:
            file = self._replacing.__enter__()
        except AccessError as error:
            self.error = error
        else:
            self._report = make_report(form, file.write, Look())

    def close(self, counts: Counts) -> None:
        """Write what stands at the end, and let the file take its place."""
        if self.error is not None:
            return
        try:
            self._report.close(counts)
        except OSError as error:
            self._give_up(error)
            return
        try:
            self._replacing.__exit__(None, None, None)
        except AccessError as error:
            self.error = error

    def abandon(self) -> None:
        """Leave the file that stood there as it was."""
        if self.error is None:
            self._give_up(KeyboardInterrupt())

    def _give_up(self, error: BaseException) -> None:
        """End the writing with an error; what the system says of that is kept."""
        self.error = AccessError("not written", code="io.write")
        self._report.abandon()
        try:
            self._replacing.__exit__(type(error), error, error.__traceback__)
        except AccessError as told:
            self.error = told
        except BaseException as same:
            if same is not error:
                raise


def open_outputs(
    form: Format, files: Sequence[Wanted], look: Look, before: Callable[[], object] | None,
    results: Sequence[Output] = (),
) -> list[Output]:  # fmt: skip
    """All outputs of a run; `before` is called before something is written to standard output.

    `results` are closed before the reports.
    """
    return [
        ToStandardOutput(form, look, alone=not files and not results, before=before),
        *(ToFile(kind, path) for kind, path in files),
        *results,
    ]


def close_outputs(outputs: Sequence[Output], counts: Counts) -> list[Exception]:
    """Close all, and say what could not be written; a pipe that was closed is none of that.

    Standard output, the first of them, comes last: whoever reads it may take their time.
    """
    for output in reversed(outputs):
        output.close(counts)
    errors = [output.error for output in outputs]
    return [error for error in errors if error is not None and not isinstance(error, BrokenPipeError)]


def same_terminal() -> bool:
    """Whether standard output and standard error are terminals, so that one may write over the other."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        return sys.stdout.isatty() and sys.stderr.isatty()
    return False
