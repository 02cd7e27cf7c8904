"""Which records are copies of which, as lines or as one JSON object, told as they come."""

from collections.abc import Callable

import msgspec

from struckle_cli.report.safe import json_bytes, path_text, printable
from struckle_cli.services.dedup import Deduplication, Twin


class _Place(msgspec.Struct):
    path: str
    record: int


class _Row(msgspec.Struct):
    path: str
    record: int
    first: _Place


class TwinList:
    """The copies, written one by one; in JSON the counts stand behind them."""

    def __init__(self, write: Callable[[bytes], object], as_json: bool) -> None:
        self._write = write
        self._json = as_json
        self._count = 0

    def add(self, twin: Twin) -> None:
        """Tell one copy."""
        if not self._json:
            line = f"{twin.path}: game {twin.record} is a copy of {twin.first_path}: game {twin.first_record}"
            self._write(f"{printable(line)}\n".encode("utf-8", "backslashreplace"))
            return
        first = _Place(path_text(twin.first_path), twin.first_record)
        row = json_bytes(_Row(path_text(twin.path), twin.record, first))
        self._write((b",\n " if self._count else b'{"copies":[\n ') + row)
        self._count += 1

    def close(self, records: Deduplication) -> None:
        """Tell the counts."""
        if not self._json:
            return
        seen = records.seen
        counts = {"records": seen.records, "kept": seen.records - records.copies, "broken": seen.broken,
                  "unreadable": seen.unreadable}  # fmt: skip
        self._write(b"\n]," if self._count else b'{"copies":[],')
        self._write(json_bytes(counts)[1:] + b"\n")
