"""Statistics as CSV: one tidy table of numbers, for spreadsheets and programs that read tables.

Columns are `table`, `game`, `key`, `measure`, `value`; every value is a number. The dialect is that of
RFC 4180. A cell that a spreadsheet would take for a formula has an apostrophe in front.
"""

import csv
import io
from collections.abc import Iterator
from typing import Any

from struckle_cli.report.safe import printable
from struckle_cli.services.stats import GameStats, Stats
from struckle_cli.services.tallies import Ends

COLUMNS = ("table", "game", "key", "measure", "value")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\N{FULLWIDTH EQUALS SIGN}", "\N{FULLWIDTH PLUS SIGN}",
            "\N{FULLWIDTH HYPHEN-MINUS}", "\N{FULLWIDTH COMMERCIAL AT}")  # fmt: skip

Row = tuple[str, str, str, str, Any]


def stats_csv(found: Stats, totals: bool, top: int) -> bytes:
    """The statistics as rows; with `totals` only those of players."""
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    for *words, value in _totals(found) if totals else _all(found, top):
        writer.writerow([*map(cell, words), value])
    return file.getvalue().encode()


def cell(text: str) -> str:
    """A text as a cell: control characters are escaped, and nothing is a formula."""
    safe = printable(text)
    return f"'{safe}" if safe.startswith(_FORMULA) else safe


def _all(found: Stats, top: int) -> Iterator[Row]:
    for measure, value in (
        ("records", found.records), ("valid", found.records - found.invalid), ("invalid", found.invalid),
    ):  # fmt: skip
        yield "records", "", "", measure, value
    for name, item in sorted(found.games.items()):
        yield from _of_game(name, item, top)
    for code, records, faults in found.faults.ranking():
        yield "faults", "", code, "records", records
        yield "faults", "", code, "faults", faults
    yield from _totals(found)


def _of_game(name: str, item: GameStats, top: int) -> Iterator[Row]:
    yield from _ends("results", name, "", item.ends)
    for reason, count in sorted(item.reasons.items()):
        yield "reasons", name, reason, "records", count
    lengths = item.lengths
    yield "lengths", name, "", "least", min(lengths.counts)
    for number, plies in enumerate(lengths.quantiles(10), 1):
        yield "lengths", name, "", f"decile {number}", plies
    yield "lengths", name, "", "most", max(lengths.counts)
    yield "lengths", name, "", "mean", round(lengths.mean, 2)
    for bucket in lengths.buckets():
        # With a hyphen spreadsheets take it for a date.
        yield "plies", name, f"{bucket.least} to {bucket.most}", "records", bucket.records
    for line, ends in item.first.top(top):
        yield from _ends("first moves", name, " ".join(line), ends)
    yield "other first moves", name, "", "records", item.first.left(top)


def _ends(table: str, name: str, key: str, ends: Ends) -> Iterator[Row]:
    yield table, name, key, "records", ends.records
    yield table, name, key, "unfinished", ends.unfinished
    yield table, name, key, "drawn", ends.drawn
    yield table, name, key, "shared", ends.shared
    for seat, count in sorted(ends.wins.items()):
        yield table, name, key, f"wins of {seat}", count


def _totals(found: Stats) -> Iterator[Row]:
    for total in found.totals.ranking():
        for measure in ("games", "wins", "shared", "draws", "losses", "points"):
            yield "totals", "", total.player, measure, getattr(total, measure)
