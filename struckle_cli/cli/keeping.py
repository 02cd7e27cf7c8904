"""`--output`, `--resume` and `--force` of the commands over many records: a result that a run can go on with.

Beside the result lie the journal, by which `--resume` goes on, and the manifest, which says what it was made
of.
"""

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec
import typer

from struckle_cli.cli import console
from struckle_cli.cli.engines import Who, engine
from struckle_cli.cli.outputs import read_by
from struckle_cli.core.errors import AccessError, UsageError
from struckle_cli.replay.source import STDIN
from struckle_cli.replay.storage import only_here, own_path
from struckle_cli.report.counts import Counts
from struckle_cli.services.jobs import Job
from struckle_cli.services.judging import Verdict
from struckle_cli.services.runs import RANGE, Engine

ResultOption = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="RESULT",
        help="Write a row a record to a file (.jsonl, .jsonl.gz, .jsonl.zst) or folder too, with a journal "
        "to go on by, and a manifest.",
    ),
]
ResumeOption = Annotated[
    bool,
    typer.Option("--resume", help="With --output: go on; what a run before has done stays."),
]
BeginOption = Annotated[
    bool, typer.Option("--force", help="With --output: begin anew, and replace what is there.")
]
ROWS = (".jsonl", ".jsonl.gz", ".jsonl.zst")


class Wanted(msgspec.Struct, frozen=True):
    """A result that is asked for: where it goes, and whether an older one is gone on with, or replaced."""

    path: str
    folder: bool
    resume: bool
    force: bool

    @property
    def journal(self) -> str:
        """Where its journal lies."""
        return os.path.join(self.path, ".journal") if self.folder else f"{self.path}.journal"

    @property
    def manifest(self) -> str:
        """Where its manifest lies."""
        return os.path.join(self.path, "manifest.json") if self.folder else f"{self.path}.manifest.json"


def wanted_result(
    output: str | None, resume: bool, force: bool, paths: Sequence[str], suffixes: Sequence[str] = ROWS
) -> Wanted | None:
    """The result that the options ask for; nothing is made or changed yet.

    Raises `UsageError` for options that do not go together, a name that cannot be that of a result, a URL,
    what is or would be read itself, and for what is there already, unless it is to be gone on with (`resume`)
    or to be replaced (`force`).
    """
    if output is None:
        if resume or force:
            option = "--resume" if resume else "--force"
            raise UsageError(f"{option} goes with --output RESULT", code="usage.output")
        return None
    if resume and force:
        raise UsageError("--resume goes on and --force begins anew: give one", code="usage.output")
    wanted = Wanted(output, _is_folder(output, suffixes), resume, force)
    if STDIN in paths:
        why = "--output keeps what is done of files, and standard input cannot be read again: --format jsonl"
        raise UsageError(why, code="usage.output")
    _check_apart(wanted, paths)
    if not resume and not force:
        there = [wanted.journal, wanted.manifest, *_files(wanted)]
        found = next((path for path in reversed(there) if os.path.lexists(path)), None)
        if found is not None:
            why = f"{found} exists: --resume goes on with what is done, --force begins anew"
            raise UsageError(why, code="usage.exists")
    return wanted


def _is_folder(path: str, suffixes: Sequence[str]) -> bool:
    only_here(path)
    names = ", ".join(suffixes)
    if not path or path == STDIN or "\0" in path:
        raise UsageError(f"--output names a file ({names}) or a folder", code="usage.output")
    rows = suffixes == ROWS
    if rows and (path.endswith(os.sep) or os.path.isdir(path)):
        return True
    if os.path.basename(path).endswith(tuple(suffixes)) and not os.path.isdir(path):
        return False
    if rows and not os.path.splitext(path)[1] and not os.path.lexists(path):
        return True
    why = f"{path}: a result is a file with {names}" + (", or a folder" if rows else "")
    raise UsageError(why, code="usage.suffix")


def _files(wanted: Wanted) -> list[str]:
    if not wanted.folder:
        return [wanted.path]
    from struckle_cli.replay.parts import parts_in

    return [os.path.join(wanted.path, name) for name in parts_in(wanted.path)]


def _check_apart(wanted: Wanted, paths: Sequence[str]) -> None:
    """Raise `UsageError` if a result is read itself, or would be the next time."""
    real = os.path.realpath(wanted.path)
    within = next((path for path in paths if _walks_into(path, real)), None)
    if within is not None:
        why = f"--output: {wanted.path} lies in {within}, which is read: it would be read the next time"
        raise UsageError(why, code="usage.output")
    if read_by([wanted.path, *_files(wanted)], paths):
        raise UsageError(f"--output: {wanted.path} is read itself", code="usage.output")


def _walks_into(path: str, real: str) -> bool:
    """Whether a folder that is read holds what lies at a real path, not hidden."""
    own = own_path(path)
    if own is None or not os.path.isdir(own):
        return False
    below = os.path.relpath(real, os.path.realpath(own)).split(os.sep)
    return below[0] != ".." and not any(part.startswith(".") and part != "." for part in below)


class Keeping:
    """A result on its way: its journal, what is known of the input, and what stands of it."""

    def __init__(self, wanted: Wanted, job: Job, more: Mapping[str, Any]) -> None:
        from struckle_cli.replay.parts import Rows
        from struckle_cli.services.journal import Journal
        from struckle_cli.services.manifest import Inputs, about

        self.path = wanted.path
        self._wanted = wanted
        self._job = job
        self._more = more
        self.rows = Rows(wanted.path, wanted.folder)
        self._made = wanted.folder and _made_folder(wanted.path)
        self.journal = Journal(wanted.journal, about(job), wanted.force)
        self.inputs = Inputs()
        self.complete = False
        if wanted.folder:  # its parts change one by one, so it says nothing of them any more
            with self._refused():
                self._unsay()

    def around(self, engine: Engine) -> Engine:
        """The engine that does what is not done yet by another one."""
        from struckle_cli.services.kept import Kept

        return Kept(engine, self.journal, self.inputs)

    def finish(self, totals: Mapping[str, int], stopped: bool = False) -> None:
        """The run is at its end: let the result take its place, and say what it was made of.

        `stopped` says that it was to look no further. Raises `AccessError`.
        """
        from struckle_cli.replay.writer import replacing
        from struckle_cli.services.manifest import write_manifest

        with self._refused():
            self._unsay()
        self.rows.finish()
        with replacing(self._wanted.manifest, lasting=True) as file:
            write_manifest(file.write, self._job, self._more, totals, self.rows.made, self.inputs, stopped)
        self.complete = True
        self.journal.tidied()

    def _unsay(self) -> None:
        """Take away the manifest of a result that does not stand any more."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._wanted.manifest)

    @contextlib.contextmanager
    def _refused(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise _not_written(self._wanted.manifest, error) from error

    def close(self) -> bool:
        """Let go of everything; whether there is something to go on with."""
        if not self.complete:
            self.rows.abandon()
        self.inputs.close()
        kept = self.complete or len(self.journal) > 0
        if not kept:
            self.journal.forget()
            if self._made:
                with contextlib.suppress(OSError):
                    os.rmdir(self.path)
        self.journal.close()
        return kept and not self.complete


def _made_folder(path: str) -> bool:
    """Make a folder; whether it was not there. Raises `AccessError`."""
    try:
        os.makedirs(path)
    except FileExistsError:
        return False
    except OSError as error:
        raise _not_written(path, error) from error
    return True


def _not_written(path: str, error: OSError) -> AccessError:
    return AccessError(f"{path}: cannot be written: {os.strerror(error.errno or 0)}", code="io.write")


@contextlib.contextmanager
def keeping(
    wanted: Wanted | None, engine: Engine, job: Job, more: Mapping[str, Any]
) -> Iterator[tuple[Engine, Keeping | None]]:
    """The engine for a run, and what is kept of it if a result is wanted; nothing changes if none is.

    `more` are options of the command beside those of the job, for the manifest. That there is something to
    go on with is told when the run breaks off. Raises what `Journal` does.
    """
    if wanted is None:
        yield engine, None
        return
    found = Keeping(wanted, job, more)
    told = False
    try:
        yield found.around(engine), found
    except AccessError as error:
        told = "--resume" in error.message
        raise
    finally:
        if found.close() and not told:
            why = f"{wanted.path} is not finished; what is done is kept, and --resume goes on with it"
            console.complain(f"struckle: {why}")


@contextlib.contextmanager
def working(
    wanted: Wanted | None, who: Who, paths: Sequence[str], job: Job, more: Mapping[str, Any]
) -> Iterator[tuple[Engine, Keeping | None]]:
    """The engine for a run of a command, by its options, and what is kept of it: `engine` and `keeping`."""
    step = None if wanted is None else RANGE
    with (
        engine(who, paths, step, kept=wanted is not None) as found,
        keeping(wanted, found, job, more) as pair,
    ):
        yield pair


class ToResult:
    """The output of a run of `validate` that is its result. Where no row can be written, the run ends."""

    blocked = False

    def __init__(self, kept: Keeping) -> None:
        from struckle_cli.report.jsonlines import JsonlReport

        self.error: Exception | None = None
        self._kept = kept
        self._report = JsonlReport(kept.rows.write)

    def add(self, verdict: Verdict) -> None:
        """Add a row. Raises `AccessError`."""
        self._report.add(verdict)

    def close(self, counts: Counts) -> None:
        """Let the result take its place, if the run came to its end."""
        if counts.interrupted:
            self.abandon()
            return
        names = ("records", "valid", "invalid", "unreadable", "foreign", "plies")
        try:
            self._kept.finish({name: getattr(counts, name) for name in names}, counts.stopped)
        except AccessError as error:
            self.error = error

    def abandon(self) -> None:
        """The run did not come to its end: the result does not take its place."""
        self._kept.rows.abandon()
