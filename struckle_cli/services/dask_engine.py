"""The engine of a Dask cluster (`struckle[dask]`)."""

from collections.abc import Iterator
from contextlib import contextmanager

from struckle_cli.core.errors import UsageError
from struckle_cli.services.runs import Engine


@contextmanager
def connected(scheduler: str | None, scheduler_file: str | None, jobs: int, kept: bool) -> Iterator[Engine]:
    """The engine of the cluster of a scheduler, or of one that is started here."""
    raise UsageError("this engine is not there yet", code="usage.engine")
    yield
