"""Statistics over many records, as tables for people and as JSON."""

from collections.abc import Callable, Iterator
from typing import Any

from struckle_cli.core.errors import counted
from struckle_cli.report.safe import json_bytes, printable
from struckle_cli.report.tables import table
from struckle_cli.services.stats import GameStats, Stats
from struckle_cli.services.tallies import Ends, Total

_BAR = 40
"""Columns of the longest bar."""


def stats_text(found: Stats, totals: bool, top: int) -> str:
    """Tables of results, lengths, first moves by game, and of faults; with `totals` the players' instead."""
    if totals:
        rows = [[str(n), *_total_row(item)] for n, item in enumerate(found.totals.ranking(), 1)]
        headers = ("", "player", "games", "wins", "shared", "draws", "losses", "points")
        parts = [table(headers, rows, numbers=(0, *range(2, 8)))]
    else:
        makers: tuple[Callable[[], str], ...] = (
            lambda: _results(found), lambda: _lengths(found), lambda: _distribution(found),
            lambda: _first(found, top), lambda: _faults(found),
        )  # fmt: skip
        parts = [part for make in makers if (part := make())]
    left_out = f"; {counted(found.invalid, 'invalid one')} left out" if found.invalid else ""
    return "\n\n".join([*parts, f"{counted(found.records, 'record')}{left_out}"])


def _total_row(item: Total) -> list[str]:
    numbers = (item.games, item.wins, item.shared, item.draws, item.losses, item.points)
    return [printable(item.player), *map(str, numbers)]


def _games(found: Stats) -> Iterator[tuple[str, GameStats]]:
    for name, item in sorted(found.games.items()):
        yield printable(name), item


def _results(found: Stats) -> str:
    rows = []
    for name, item in _games(found):
        reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(item.reasons.items()))
        ends = item.ends
        counts = [str(n) for n in (ends.records, ends.unfinished, ends.drawn, ends.shared)]
        rows.append([name, *counts, _wins(ends), reasons])
    headers = ("game", "records", "unfinished", "drawn", "shared", "wins by seat", "reasons")
    return table(headers, rows, numbers=range(1, 5))


def _wins(ends: Ends) -> str:
    """`white 3 (50%), black 2 (33%)`, of the games that ended."""
    ended = ends.records - ends.unfinished
    return ", ".join(f"{seat} {count} ({count / ended:.0%})" for seat, count in sorted(ends.wins.items()))


def _lengths(found: Stats) -> str:
    rows = []
    for name, item in _games(found):
        lengths = item.lengths
        numbers = [min(lengths.counts), *lengths.quantiles(4), max(lengths.counts)]
        rows.append([name, *map(str, numbers), f"{lengths.mean:.1f}"])
    headers = ("game", "least plies", "lower quarter", "median", "upper quarter", "most", "mean")
    return table(headers, rows, numbers=range(1, 7))


def _distribution(found: Stats) -> str:
    rows = []
    for name, item in _games(found):
        buckets = item.lengths.buckets()
        highest = max(bucket.records for bucket in buckets)
        for bucket in buckets:
            span = str(bucket.least) if bucket.least == bucket.most else f"{bucket.least}-{bucket.most}"
            bar = "#" * -(-bucket.records * _BAR // highest)  # what is there is seen
            rows.append([name, span, str(bucket.records), bar])
            name = ""  # noqa: PLW2901 - only the first row names the game
    return table(("game", "plies", "records", ""), rows, numbers=(1, 2))


def _first(found: Stats, top: int) -> str:
    rows = []
    for name, item in _games(found):
        first, all_of_them = item.first, item.ends.records
        for line, ends in first.top(top):
            share = f"{ends.records / all_of_them:.0%}"
            text = printable(" ".join(line))
            rows.append([name, text, str(ends.records), share, str(ends.drawn), _wins(ends)])
            name = ""  # noqa: PLW2901
        if left := first.left(top):
            rows.append([name, "(others)", str(left), f"{left / all_of_them:.0%}", "", ""])
    headers = ("game", "first moves", "records", "share", "drawn", "wins by seat")
    return table(headers, rows, numbers=(2, 3, 4)) if rows and top else ""


def _faults(found: Stats) -> str:
    rows = [[code, str(records), str(faults)] for code, records, faults in found.faults.ranking()]
    return table(("fault", "records", "faults"), rows, numbers=(1, 2)) if rows else ""


def stats_json(found: Stats, top: int) -> bytes:
    """Everything as one JSON object."""
    row: dict[str, Any] = {
        "records": found.records,
        "valid": found.records - found.invalid,
        "invalid": found.invalid,
        "games": {name: _game_row(item, top) for name, item in sorted(found.games.items())},
        "faults": [
            {"code": code, "records": records, "faults": faults}
            for code, records, faults in found.faults.ranking()
        ],
        "totals": found.totals.ranking(),
    }
    return json_bytes(row) + b"\n"


def _ends_row(ends: Ends) -> dict[str, Any]:
    return {
        "records": ends.records,
        "unfinished": ends.unfinished,
        "drawn": ends.drawn,
        "shared": ends.shared,
        "wins": dict(sorted(ends.wins.items())),
    }


def _game_row(item: GameStats, top: int) -> dict[str, Any]:
    lengths = item.lengths
    quarters = lengths.quantiles(4)
    return {
        **_ends_row(item.ends),
        "reasons": dict(sorted(item.reasons.items())),
        "plies": {
            "least": min(lengths.counts), "median": quarters[1], "mean": round(lengths.mean, 2),
            "most": max(lengths.counts), "quartiles": quarters, "deciles": lengths.quantiles(10),
            "buckets": lengths.buckets(),
        },
        "first_moves": [{"moves": line, **_ends_row(ends)} for line, ends in item.first.top(top)],
        "other_first_moves": item.first.left(top),
    }  # fmt: skip
