"""Rows that a report can write only at its end, kept in memory while they are few and then on the disk."""

import tempfile

from struckle_cli.report.verdicts import Write

_IN_MEMORY = 2 << 20


class Spool:
    """Rows in the order in which they came, with a separator between them."""

    def __init__(self, separator: bytes = b",") -> None:
        self._separator = separator
        self._file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - closed in pour, close

    def put(self, row: bytes) -> None:
        """Keep a row."""
        self._file.write(self._separator + row if self._file.tell() else row)

    def pour(self, write: Write) -> None:
        """Write all rows, and let go of them."""
        self._file.seek(0)
        while block := self._file.read(1 << 20):
            write(block)
        self._file.close()

    def close(self) -> None:
        """Let go of all rows."""
        self._file.close()
