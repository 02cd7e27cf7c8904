"""Showing how far a run over many records has come, while its events go by."""

import os
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import closing

from struckle_cli.cli import console
from struckle_cli.cli.outputs import same_terminal
from struckle_cli.report.progress import Progress
from struckle_cli.services.jobs import AnyEvent
from struckle_cli.services.sizes import input_sizes


def progress_over(paths: Sequence[str]) -> Progress | None:
    """Progress where somebody sees it: standard error is a terminal, and this is no CI system's."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb" or os.environ.get("CI"):
        return None
    return Progress(input_sizes(paths), console.flush)


def shown(events: Generator[AnyEvent], progress: Progress | None) -> Generator[AnyEvent]:
    """The same events, and what they mean for the progress. Close the iterator if you do not exhaust it."""
    with closing(events):
        try:
            for event in events:
                if progress is not None:
                    progress.take(event)
                yield event
        finally:
            if progress is not None:
                progress.close()


def writing(progress: Progress | None) -> Callable[[bytes], object]:
    """What writes on standard output while progress is shown, perhaps on the same terminal."""
    if progress is None or not same_terminal():
        return console.write_bytes
    line = progress

    def write(data: bytes) -> None:
        line.clear()
        console.write_bytes(data)

    return write
