"""The reports of `validate`: which there are, and what they have in common.

Each takes verdicts one by one, so that its memory does not grow with the input.
"""

from collections.abc import Callable
from typing import Literal, Protocol, get_args

from struckle_cli.report.counts import Counts
from struckle_cli.services.judging import Verdict

Write = Callable[[bytes], object]
Format = Literal["text", "concise", "json", "jsonl", "junit", "sarif", "github"]
FORMATS: tuple[Format, ...] = get_args(Format)
WITH_EXCERPTS = frozenset({"text", "junit", "sarif", "github"})
"""Formats that tell what stands at a fault's place, or use the column that is found with it."""


class Report(Protocol):
    """What takes verdicts and writes them down."""

    def add(self, verdict: Verdict) -> None:
        """Take the verdict on a record, or on a place that could not be read."""

    def close(self, counts: Counts) -> None:
        """Write what stands at the end; `counts` has seen all verdicts."""

    def abandon(self) -> None:
        """Let go of what waits to be written, if the report is never closed."""


class Look:
    """How the text reports look: `quiet` has only faults, `width` is the columns for tables (None: any)."""

    def __init__(self, quiet: bool = False, colour: bool = False, width: int | None = None) -> None:
        self.quiet = quiet
        self.colour = colour
        self.width = width


def make_report(form: Format, write: Write, look: Look) -> Report:
    """The report of a format; only its module is imported."""
    if form in ("text", "concise"):
        from struckle_cli.report.text import TextReport

        return TextReport(write, look, carets=form == "text")
    if form in ("json", "jsonl"):
        from struckle_cli.report.jsonlines import JsonlReport, JsonReport

        return JsonReport(write) if form == "json" else JsonlReport(write)
    if form == "junit":
        from struckle_cli.report.junit import JunitReport

        return JunitReport(write)
    if form == "sarif":
        from struckle_cli.report.sarif import SarifReport

        return SarifReport(write)
    from struckle_cli.report.github import GithubReport

    return GithubReport(write)
