"""Verdicts as annotations of GitHub Actions: workflow commands on standard output.

Source: GitHub's documentation of workflow commands (`::error file=...,line=...,col=...,title=...::message`).
Within a message `%`, CR and LF are escaped, within a property `:` and `,` too.
"""

from struckle_cli.core.errors import Fault
from struckle_cli.replay.source import STDIN
from struckle_cli.report.counts import Counts
from struckle_cli.report.faults import why_text
from struckle_cli.report.places import column, from_root
from struckle_cli.report.safe import inert, path_text, printable
from struckle_cli.report.verdicts import Write
from struckle_cli.services.judging import Verdict


class GithubReport:
    """A command for each fault, then lines that are no commands: what was left out, and the summary."""

    def __init__(self, write: Write) -> None:
        self._write = write

    def add(self, verdict: Verdict) -> None:
        """Write the commands of a record's faults."""
        for fault in verdict.problems:
            self._tell(command(fault, verdict.path, verdict.record))

    def close(self, counts: Counts) -> None:
        """Write the summary."""
        for line in (*counts.notes(), counts.summary()):
            self._tell(inert(line))

    def abandon(self) -> None:
        """Nothing waits."""

    def _tell(self, line: str) -> None:
        self._write(f"{line}\n".encode("utf-8", "backslashreplace"))


def command(fault: Fault, path: str, record: int | None) -> str:
    """The workflow command that annotates a fault's place."""
    properties = {
        "file": None if path == STDIN else _path(path),
        "line": fault.line,
        "col": column(fault) if fault.line is not None else None,
        "title": printable(fault.code),
    }
    told = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items() if value)
    return f"::{fault.severity} {told}::{_data(why_text(fault, record))}"


def _path(path: str) -> str:
    """A path for a property: line ends stay, so that the file is found, other controls are shown escaped."""
    return "".join(char if char in "\r\n" else printable(char) for char in path_text(from_root(path)))


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
