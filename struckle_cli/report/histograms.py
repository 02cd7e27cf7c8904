"""Statistics as bars of characters, fitted to the width that there is."""

from struckle_cli.core.errors import counted
from struckle_cli.report.bars import Bar, Panel, panels
from struckle_cli.services.stats import Stats

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_LEAST = 10
"""Columns of the longest bar, however narrow it is."""


def histograms(found: Stats, totals: bool, width: int, unicode: bool) -> str:
    """Bars for each game (with `totals` for the players), at most `width` columns where that can be."""
    parts = []
    for title, drawn in panels(found, totals):
        parts += [f"{title}: {panel.title}\n{_panel(panel, width, unicode)}" for panel in drawn]
    left_out = f"; {counted(found.invalid, 'invalid one')} left out" if found.invalid else ""
    return "\n\n".join([*parts, f"{counted(found.records, 'record')}{left_out}"])


def _panel(panel: Panel, width: int, unicode: bool) -> str:
    names = [bar.name for bar in panel.bars]
    counts = [f"{bar.count:,}" for bar in panel.bars]
    name, number = max(map(_columns, names)), max(map(len, counts))
    room = max(_LEAST, width - name - number - 6)
    longest = max(bar.count for bar in panel.bars)
    rows = []
    for bar, count in zip(panel.bars, counts, strict=True):
        filled = _bar(bar, longest, room, unicode)
        blanks = " " * (name - _columns(bar.name))
        rows.append(f"  {bar.name}{blanks}  {count:>{number}}  {filled}".rstrip())
    return "\n".join(rows)


def _bar(bar: Bar, longest: int, room: int, unicode: bool) -> str:
    """A bar as long as its count; what is there at all is seen."""
    if not bar.count:
        return ""
    if not unicode:
        return "#" * max(1, bar.count * room // longest)
    eighths = max(1, bar.count * room * 8 // longest)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def _columns(text: str) -> int:
    """The columns that a text takes."""
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth

    return max(0, wcswidth(text))
