"""Statistics over many records, as tables for people and as JSON."""

from typing import Any

from struckle_cli.core.errors import counted
from struckle_cli.report.safe import json_bytes, printable
from struckle_cli.report.tables import table
from struckle_cli.services.stats import GameStats, Stats, Total


def stats_text(found: Stats, totals: bool) -> str:
    """Tables of results, reasons and lengths by game; with `totals` the players' instead."""
    if totals:
        rows = [[str(n), *_total_row(item)] for n, item in enumerate(found.ranking(), 1)]
        body = table(("", "player", "games", "wins", "shared", "points"), rows)
    else:
        body = "\n\n".join([_results(found), _lengths(found)])
    left_out = f"; {counted(found.invalid, 'invalid one')} left out" if found.invalid else ""
    return f"{body}\n\n{counted(found.records, 'record')}{left_out}"


def _total_row(item: Total) -> list[str]:
    return [printable(item.player), str(item.games), str(item.wins), str(item.shared), str(item.points)]


def _results(found: Stats) -> str:
    rows = []
    for name, item in sorted(found.games.items()):
        wins = ", ".join(f"{seat} {count}" for seat, count in sorted(item.wins.items()))
        reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(item.reasons.items()))
        counts = [str(n) for n in (item.records, item.unfinished, item.drawn, item.shared)]
        rows.append([name, *counts, wins, reasons])
    return table(("game", "records", "unfinished", "drawn", "shared", "wins by seat", "reasons"), rows)


def _lengths(found: Stats) -> str:
    rows = [
        [name, str(min(item.lengths)), str(item.middle()), f"{item.mean:.1f}", str(max(item.lengths))]
        for name, item in sorted(found.games.items())
    ]
    return table(("game", "least plies", "median", "mean", "most"), rows)


def stats_json(found: Stats) -> bytes:
    """Everything as one JSON object."""
    row: dict[str, Any] = {
        "records": found.records,
        "valid": found.records - found.invalid,
        "invalid": found.invalid,
        "games": {name: _game_row(item) for name, item in sorted(found.games.items())},
        "totals": found.ranking(),
    }
    return json_bytes(row) + b"\n"


def _game_row(item: GameStats) -> dict[str, Any]:
    return {
        "records": item.records,
        "unfinished": item.unfinished,
        "drawn": item.drawn,
        "shared": item.shared,
        "wins": dict(sorted(item.wins.items())),
        "reasons": dict(sorted(item.reasons.items())),
        "plies": {
            "least": min(item.lengths), "median": item.middle(), "mean": round(item.mean, 2),
            "most": max(item.lengths),
        },
    }  # fmt: skip
