"""What bars show of statistics, in a terminal and in a plot: lengths, results by seat, reasons, points."""

from collections.abc import Iterator
from typing import NamedTuple

from struckle_cli.report.safe import printable
from struckle_cli.services.stats import GameStats, Stats

MOST = 20
"""Bars of one panel; what is beyond is added up in the last one."""
LONGEST = 28
"""Characters of a bar's name."""


class Bar(NamedTuple):
    """A name, and how many records or points stand behind it."""

    name: str
    count: int


class Panel(NamedTuple):
    """Some bars of one kind."""

    title: str
    counted: str
    bars: tuple[Bar, ...]


def panels(found: Stats, totals: bool) -> Iterator[tuple[str, tuple[Panel, ...]]]:
    """For each game (with `totals` once, for all players) a title and its panels; empty ones are left out."""
    if totals:
        players = found.totals.ranking()
        points = [Bar(item.player, item.points) for item in players]
        wins = [Bar(item.player, item.wins) for item in players]
        made = (_panel("points", "points", points), _panel("wins", "games", wins))
        if players:
            yield "players", tuple(panel for panel in made if any(bar.count for bar in panel.bars))
        return
    for name, item in sorted(found.games.items()):
        yield printable(name), tuple(panel for panel in _of_game(item) if panel.bars)


def _of_game(item: GameStats) -> tuple[Panel, ...]:
    ends = item.ends
    spans = [
        Bar(str(b.least) if b.least == b.most else f"{b.least}-{b.most}", b.records)
        for b in item.lengths.buckets()
    ]
    results = [Bar(f"{seat} won", count) for seat, count in sorted(ends.wins.items())]
    others = (("drawn", ends.drawn), ("shared", ends.shared), ("unfinished", ends.unfinished))
    results += [Bar(name, count) for name, count in others if count]
    reasons = [Bar(*row) for row in sorted(item.reasons.items(), key=lambda row: (-row[1], row[0]))]
    return (
        _panel("plies", "records", spans), _panel("results", "records", results),
        _panel("reasons", "records", reasons),
    )  # fmt: skip


def _panel(title: str, counted: str, bars: list[Bar]) -> Panel:
    """A panel of at most so many bars, their names cut and fit to be shown."""
    if len(bars) > MOST:
        rest = bars[MOST - 1 :]
        bars = [*bars[: MOST - 1], Bar(f"({len(rest)} others)", sum(bar.count for bar in rest))]
    return Panel(title, counted, tuple(Bar(_short(bar.name), bar.count) for bar in bars))


def _short(name: str) -> str:
    shown = printable(name)
    return shown if len(shown) <= LONGEST else shown[: LONGEST - 3] + "..."
