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
        f"seed {match.seed}, from game {first}; game N alone: the same with --first N --games 1",
    ]
    if found.different < found.games:
        why = f"only {found.different:,} of the games differ, so the intervals are too narrow"
        lines.append(f"{why}; --opening N begins each deal with N random plies")
    return "\n".join([_scores(found), "", *lines])


def _scores(found: Standing) -> str:
    """A row a bot. Counts that are 0 everywhere have no column."""
    counts = [
        name for name in _COUNTS if name in _ALWAYS or any(getattr(score, name) for score in found.scores)
    ]
    headers = ["bot", "games", *counts, "score", "95 % interval", "fair", "ms an answer"]
    rows = []
    for index, (entrant, score) in enumerate(zip(found.match.entrants, found.scores, strict=True)):
        low, high = score.interval or (0.0, 1.0)
        row = [printable(entrant.name), str(score.games), *(str(getattr(score, name)) for name in counts)]
        row += [f"{score.share or 0.0:.1%}", f"{low:.1%} to {high:.1%}"]
        rows.append([*row, f"{found.fair(index):.0%}", _ms(score)])
    between = len(counts) + 3
    return table(headers, rows, numbers=[n for n in range(1, len(headers)) if n != between])


def _ms(score: Score) -> str:
    return f"{1000 * score.seconds / score.answers:.2f}" if score.answers else "-"


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
