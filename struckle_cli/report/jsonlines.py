"""Verdicts as JSON: one document, or JSON Lines (`cli.md`)."""

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType

from struckle_cli.core.errors import Fault
from struckle_cli.core.outcome import Outcome
from struckle_cli.report.counts import Counts
from struckle_cli.report.safe import json_bytes, path_text
from struckle_cli.report.verdicts import Write
from struckle_cli.services.judging import Verdict


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


class JsonlReport:
    """One object a record, in the order of the input."""

    def __init__(self, write: Write) -> None:
        self._write = write

    def add(self, verdict: Verdict) -> None:
        """Write a verdict at once."""
        self._write(encode_verdict(verdict) + b"\n")

    def close(self, counts: Counts) -> None:
        """Nothing stands at the end."""

    def abandon(self) -> None:
        """Nothing waits."""


class JsonReport:
    """One document: the counts, what could not be read, then all verdicts (kept until then).

    `ignored`, `untold`, `stopped` and `interrupted` stand beside the counts where they are not 0 or false.
    """

    def __init__(self, write: Write) -> None:
        from struckle_cli.report.spool import Spool

        self._write = write
        self._unreadable, self._results = Spool(), Spool(b",\n ")

    def add(self, verdict: Verdict) -> None:
        """Keep a verdict until the counts are known."""
        if verdict.record is None:
            fault = verdict.problems[0]
            self._unreadable.put(json_bytes(_Place(path_text(verdict.path), fault.code, fault.message)))
            return
        self._results.put(encode_verdict(verdict))

    def close(self, counts: Counts) -> None:
        """Write the document."""
        head: dict[str, object] = {
            "records": counts.records, "valid": counts.valid, "invalid": counts.invalid,
        }  # fmt: skip
        more = {
            "ignored": counts.ignored, "untold": counts.more,
            "stopped": counts.stopped, "interrupted": counts.interrupted,
        }  # fmt: skip
        head |= {name: value for name, value in more.items() if value}
        self._write(json_bytes(head)[:-1] + b',"unreadable":[')
        self._unreadable.pour(self._write)
        self._write(b'],"results":[\n ' if counts.records else b'],"results":[')
        self._results.pour(self._write)
        self._write(b"\n]}\n")

    def abandon(self) -> None:
        """Remove what was kept."""
        self._unreadable.close()
        self._results.close()
