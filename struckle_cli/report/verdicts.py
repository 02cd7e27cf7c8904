"""The verdicts of `validate` as text, as one JSON document, or as JSON Lines (`cli.md`).

Each report takes events one by one, so that its memory does not grow with the input.
"""

from collections.abc import Callable, Mapping
from typing import Literal, Protocol

import msgspec
from msgspec import UNSET, UnsetType

from struckle_cli.core.errors import Fault, counted, short
from struckle_cli.core.outcome import Outcome
from struckle_cli.report.faults import fault_line
from struckle_cli.report.safe import json_bytes, path_text, printable
from struckle_cli.services.judging import Verdict
from struckle_cli.services.validate import Empty, Event, Foreign, Passed

Write = Callable[[bytes], object]


class _Problem(msgspec.Struct):
    """A fault in the order and with the names that `cli.md` promises."""

    code: str
    severity: str
    ply: int | None
    line: int | None
    column: int | None
    token: str | None
    message: str
    suggestion: str | None


class _Row(msgspec.Struct):
    path: str
    record: int | None
    game: str | None
    valid: bool
    plies: int
    result: Outcome | None
    pending: tuple[str, ...]
    problems: list[_Problem]
    counts: Mapping[str, int] | UnsetType = UNSET


class _Place(msgspec.Struct):
    path: str
    code: str
    message: str


def _problem(fault: Fault) -> _Problem:
    return _Problem(
        fault.code,
        fault.severity,
        fault.ply,
        fault.line,
        fault.column,
        fault.token,
        fault.message,
        fault.suggestion,
    )


def encode_verdict(verdict: Verdict) -> bytes:
    """One verdict as one JSON object, without line end."""
    problems = [_problem(fault) for fault in verdict.problems]
    row = _Row(
        path_text(verdict.path),
        verdict.record,
        verdict.game,
        verdict.valid,
        verdict.plies,
        verdict.result,
        verdict.pending,
        problems,
        verdict.counts or UNSET,
    )
    return json_bytes(row)


_NAMES = 50
"""How many games a summary names; whatever records may claim, it stays short."""


class Counts:
    """What has been seen so far, and the exit code that follows from it."""

    def __init__(self) -> None:
        self.records = self.valid = self.unreadable = self.foreign = 0
        self.games: dict[str, int] = {}
        self.counts: dict[str, int] = {}
        self.plies = 0
        self.files = 0
        self._last = ""
        self._refused = self._crashed = False

    def add(self, event: Event) -> None:
        """Count one event."""
        if isinstance(event, Foreign):
            self.foreign += 1
            return
        if isinstance(event, Empty | Passed):
            return
        if event.record is None:
            self.unreadable += 1
        else:
            self.records += 1
            self.valid += event.valid
            self.plies += event.plies
            name = event.game or "no game"
            if name not in self.games and len(self.games) >= _NAMES:
                name = "others"
            self.games[name] = self.games.get(name, 0) + 1
            if event.path != self._last:
                self.files += 1
                self._last = event.path
        for name, number in event.counts.items():
            self.counts[name] = self.counts.get(name, 0) + number
        for fault in event.problems:
            self._refused |= fault.code.startswith("io.")
            self._crashed |= fault.code.startswith("internal.")

    def exit_code(self, allow_empty: bool) -> int:
        """70 for an error of the program, 3 for what cannot be read, 1 for what is invalid, 2 for nothing."""
        if self._crashed:
            return 70
        if self.unreadable or self._refused:
            return 3
        if self.valid < self.records:
            return 1
        return 0 if self.records or allow_empty else 2


class Report(Protocol):
    """What takes events and writes them down."""

    counts: Counts

    def add(self, event: Event) -> None:
        """Take one event."""

    def close(self) -> None:
        """Write what stands at the end."""


class JsonlReport:
    """One object a record, in the order of the input."""

    def __init__(self, write: Write) -> None:
        self.counts = Counts()
        self._write = write

    def add(self, event: Event) -> None:
        """Write a verdict at once."""
        self.counts.add(event)
        if isinstance(event, Verdict):
            self._write(encode_verdict(event) + b"\n")

    def close(self) -> None:
        """Nothing stands at the end."""


class JsonReport:
    """One document: the counts, what could not be read, then all verdicts (kept in a temporary file)."""

    def __init__(self, write: Write) -> None:
        import tempfile

        self.counts = Counts()
        self._write = write
        self._unreadable: list[_Place] = []
        self._results = tempfile.SpooledTemporaryFile(max_size=4 << 20)  # noqa: SIM115 - closed in close

    def add(self, event: Event) -> None:
        """Keep a verdict until the counts are known."""
        self.counts.add(event)
        if not isinstance(event, Verdict):
            return
        if event.record is None:
            fault = event.problems[0]
            self._unreadable.append(_Place(path_text(event.path), fault.code, fault.message))
            return
        self._results.write((b",\n " if self._results.tell() else b"\n ") + encode_verdict(event))

    def close(self) -> None:
        """Write the document."""
        counts = self.counts
        head = {"records": counts.records, "valid": counts.valid, "invalid": counts.records - counts.valid,
                "unreadable": self._unreadable}  # fmt: skip
        self._write(json_bytes(head)[:-1] + b',"results":[')
        self._results.seek(0)
        while block := self._results.read(1 << 20):
            self._write(block)
        self._results.close()
        self._write(b"\n]}\n")


class TextReport:
    """A line for each fault, and a summary."""

    def __init__(self, write: Write, quiet: bool = False) -> None:
        self.counts = Counts()
        self._write = write
        self._quiet = quiet

    def add(self, event: Event) -> None:
        """Write the faults of a record; a sound one is only counted."""
        self.counts.add(event)
        if isinstance(event, Verdict) and event.problems:
            lines = [fault_line(fault, event.path, event.record) for fault in event.problems]
            self._write("".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace"))
        if isinstance(event, Verdict) and event.pending:
            told = "consistent with what is visible; " if event.valid else ""
            line = f"{event.path}: game {event.record}: {told}pending: {', '.join(event.pending)}"
            self._write(f"{printable(line)}\n".encode("utf-8", "backslashreplace"))

    def close(self) -> None:
        """Write the summary."""
        if not self._quiet:
            self._write(f"{self.summary()}\n".encode())

    def summary(self) -> str:
        """`14 records in 12 files: 13 valid, 1 invalid (castle 14; 1,204 plies)`."""
        counts = self.counts
        invalid = counts.records - counts.valid
        parts = [f"{counts.valid} valid", f"{invalid} invalid" if invalid else ""]
        text = f"{counted(counts.records, 'record')} in {counted(counts.files, 'file')}"
        text += ": " + ", ".join(part for part in parts if part)
        if counts.games:
            games = ", ".join(
                f"{printable(short(name))} {count}" for name, count in sorted(counts.games.items())
            )
            text += f" ({games}; {counted(counts.plies, 'legal ply', 'legal plies')})"
        if counts.counts:
            told = ", ".join(
                f"{name.replace('_', ' ')} {count}" for name, count in counts.counts.items() if count
            )
            text += f"; {told}"
        if counts.unreadable:
            text += f"; {counted(counts.unreadable, 'place')} could not be read"
        if counts.foreign:
            text += f"; {counted(counts.foreign, 'JSON object')} without a game key skipped"
        return text


Format = Literal["text", "json", "jsonl"]


def make_report(form: Format, write: Write, quiet: bool = False) -> Report:
    """The report of a format."""
    if form == "json":
        return JsonReport(write)
    if form == "jsonl":
        return JsonlReport(write)
    return TextReport(write, quiet)
