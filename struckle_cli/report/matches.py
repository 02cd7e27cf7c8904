"""How a match has ended, as a table for people and as JSON."""

from typing import Any

from struckle_cli.core.errors import counted
from struckle_cli.report.safe import json_bytes, printable
from struckle_cli.report.tables import table
from struckle_cli.services.company import told
from struckle_cli.services.series import Score, Standing

_COUNTS = ("wins", "shared", "draws", "losses", "unfinished")
_ALWAYS = ("wins", "losses")
"""Counts that are shown even where all are 0."""


def match_text(found: Standing, first: int, interrupted: bool) -> str:
    """The table, and under it what was played, and how a game can be played again."""
    match, plies = found.match, found.plies
    budgets = list(dict.fromkeys(told(entrant.budget) for entrant in match.entrants))
    reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(found.reasons.items()))
    lines = [
        f"{counted(found.games, 'game')} of {match.game.title}"
        f"{' before it was interrupted' if interrupted else ''}: {reasons}",
        f"{sum(plies) / len(plies):.1f} plies a game, {min(plies)} to {max(plies)}; "
        f"{'; '.join(budgets)} an answer",
        f"ms: milliseconds an answer{_even(found)}",
        f"seed {match.seed}, from game {first}; game N alone: the same with --first N --games 1",
    ]
    if found.different < found.games:
        why = f"only {found.different:,} of the games differ, so the intervals are too narrow"
        lines.append(f"{why}; --opening N begins each deal with N random plies")
    return "\n".join([_scores(found), "", *lines])


def _scores(found: Standing) -> str:
    """A row a bot. Counts that are 0 everywhere have no column, nor has what is the same for all."""
    together = [score.games == found.games for score in found.scores]
    columns = {"bot": [printable(entrant.name) for entrant in found.match.entrants]}
    if not all(together):
        columns["games"] = [str(score.games) for score in found.scores]
    for name in _COUNTS:
        numbers = [getattr(score, name) for score in found.scores]
        if name in _ALWAYS or any(numbers):
            columns[name] = list(map(str, numbers))
    columns["score"] = [f"{score.share or 0.0:.1%}" for score in found.scores]
    ranges = [score.interval or (0.0, 1.0) for score in found.scores]
    columns["95 % interval"] = [f"{low:.1%} to {high:.1%}" for low, high in ranges]
    fair = _fair(found)
    if len(set(fair)) > 1:
        columns["fair"] = fair
    columns["ms"] = list(map(_ms, found.scores))
    numbers = [n for n, name in enumerate(columns) if name not in ("bot", "95 % interval")]
    return table(list(columns), list(zip(*columns.values(), strict=True)), numbers, close=True)


def _even(found: Standing) -> str:
    """What is fair, where it is the same for all."""
    shares = set(_fair(found))
    return f"; {shares.pop()} of the points would be fair" if len(shares) == 1 else ""


def _fair(found: Standing) -> list[str]:
    """The share that each bot would win if all were the same."""
    return [f"{found.fair(index):.0%}" for index in range(len(found.match.entrants))]


def _ms(score: Score) -> str:
    """Milliseconds an answer."""
    if not score.answers:
        return "-"
    spent = 1000 * score.seconds / score.answers
    return f"{spent:.2f}" if spent < 1000 else f"{spent:.0f}"


def match_json(found: Standing, first: int, wanted: int, interrupted: bool) -> bytes:
    """The same for machines, on one line."""
    match, plies = found.match, found.plies
    facts: dict[str, Any] = {
        "game": match.game.name,
        "seed": match.seed,
        "first": first,
        "wanted": wanted,
        "games": found.games,
        "different": found.different,
        "interrupted": interrupted,
        "plies": {"least": min(plies), "mean": sum(plies) / len(plies), "most": max(plies)},
        "reasons": dict(sorted(found.reasons.items())),
        "bots": found.facts(),
    }
    return json_bytes(facts) + b"\n"


def score_line(found: Standing) -> str:
    """The score so far, for a line that is drawn over and over: `search 12.5, greedy 7.5`."""
    pairs = zip(found.match.entrants, found.scores, strict=True)
    return ", ".join(f"{printable(entrant.name)} {score.points:g}" for entrant, score in pairs)
