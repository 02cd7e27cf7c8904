"""One stage of `validate` over a file of JSON Lines, and every stage before it: prints its CPU seconds.

    python -m tools.bench.stages STAGE FILE

A process of its own for each, so that each meets empty tables as the command does. Imports are not counted.
These are the benchmark's only calls into the way of a record; tests hold them against the program.
"""

import contextlib
import gc
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from struckle_cli.cli import validate_command  # noqa: F401 - imported here, so that no stage pays for it
from struckle_cli.cli.app import run
from struckle_cli.core.errors import Fault
from struckle_cli.engine.replayer import play
from struckle_cli.registry import lookup
from struckle_cli.replay.document import Document
from struckle_cli.replay.jsontext import decode_json
from struckle_cli.replay.reading import Reading
from struckle_cli.services.jobs import AnyEvent
from struckle_cli.services.validate import Options, validate


def read(path: Path) -> Iterator[bytes]:
    """The lines."""
    with path.open("rb") as lines:
        yield from lines


def decode(path: Path) -> Iterator[tuple[bytes, Document | None, list[Fault]]]:
    """And the document of each, with the proof that no key stands twice."""
    for line in read(path):
        document, faults = decode_json(line)
        yield line, document, faults


def form(path: Path) -> Iterator[Reading]:
    """And its form checked, its set-up read, its openings put in place."""
    for number, (line, document, faults) in enumerate(decode(path), 1):
        yield Reading(number, "jsonl", number, 0, line, document, faults)


def rules(path: Path) -> Iterator[int]:
    """And its moves played; how many of them are legal."""
    for reading in form(path):
        if reading.game is not None and reading.bound is not None:
            yield play(reading.game, reading.bound.start, reading.moves)[1]


def verdict(path: Path) -> Iterator[AnyEvent]:
    """And its result judged: the whole service."""
    return validate([str(path)], Options())


def report(path: Path) -> Iterator[int]:
    """And the verdicts told, as text: the whole command."""
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        yield run(["validate", str(path), "--jobs", "1"])


STAGES: Final[dict[str, Callable[[Path], Iterator[object]]]] = {
    "read": read,
    "decode": decode,
    "form": form,
    "rules": rules,
    "verdict": verdict,
    "report": report,
}


def warm(path: Path) -> None:
    """Import the game of the first record, which is no stage of any."""
    for _, document, _ in decode(path):
        if document is not None:
            lookup(document.game)
        return


def seconds(stage: str, path: Path) -> float:
    """CPU seconds of a stage with those before it."""
    warm(path)
    gc.freeze()  # as the command does
    begun = time.process_time()
    for _ in STAGES[stage](path):
        pass
    return time.process_time() - begun


if __name__ == "__main__":
    print(seconds(sys.argv[1], Path(sys.argv[2])))
