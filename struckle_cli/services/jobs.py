"""What can be done with each record of a pile: a job, the same in this process and on another machine.

A job says what comes of one reading (`Kind.of`), of a place or record that could not be dealt with
(`Kind.failed`), and of what kinds these events are, so that they can travel as bytes.
"""

from collections.abc import Callable, Iterable
from typing import Any, Literal, Protocol

import msgspec

from struckle_cli.core.errors import Fault
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.replay.reading import Reading
from struckle_cli.services.events import Empty, Ended, Foreign, Passed


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How to check: `strict` makes warnings errors, `max_record` is a size in bytes."""

    strict: bool = False
    max_record: int = MAX_RECORD
    encoding: str | None = None
    excerpts: bool = False
    """Whether faults carry what stands at their place in the file (`Fault.excerpt`), for people."""
    debug: bool = False
    """Let errors of the program itself through, instead of telling them as faults."""


KindName = Literal["validate", "stats", "verify"]


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """What to do with each record. `depth` and `only` are those of `stats`."""

    kind: KindName = "validate"
    options: Options = Options()
    hashing: bool = False
    """Whether the bytes that are read are hashed too (`Ended.digest`)."""
    depth: int = 1
    only: str | None = None


class Told(Protocol):
    """What comes of one record, or (with `record` None) of a place that could not be read."""

    @property
    def path(self) -> str:
        """The file's name as the user sees it; empty until it is settled."""

    @property
    def record(self) -> int | None:
        """Its number in the file, from 1."""

    @property
    def codes(self) -> Iterable[str]:
        """The codes of what is wrong with it."""

    def settle(self, path: str, record: int | None, lines: int) -> None:
        """Say where it stands: in which file, as which record, and how many lines stand before its range."""


AnyEvent = Told | Empty | Foreign | Passed | Ended


class Kind(msgspec.Struct, frozen=True):
    """How a kind of job is done; `told` is the type of what comes of a record, a tagged struct."""

    of: Callable[[Reading, Job], Told]
    failed: Callable[[int | None, Fault], Told]
    told: Any


def kind_of(job: Job) -> Kind:
    """The kind of a job; only its own module is imported."""
    if job.kind == "validate":
        from struckle_cli.services import validate

        return validate.KIND
    if job.kind == "stats":
        from struckle_cli.services import stats

        return stats.KIND
    from struckle_cli.services import verify

    return verify.KIND
