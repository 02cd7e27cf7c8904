"""How a game has ended, in words for players."""

from struckle_cli.core.outcome import Outcome


def in_words(outcome: Outcome) -> str:
    """An outcome in words: `white wins: castle`, `p1 and p3 win: arrival`, `a draw: agreement`.

    Scores stand behind, where the game has them.
    """
    *others, last = outcome.winners or ("a draw",)
    who = f"{', '.join(others)} and {last}" if others else last
    verb = (" win" if others else " wins") if outcome.winners else ""
    scores = ", ".join(f"{seat} {score}" for seat, score in (outcome.scores or {}).items())
    return f"{who}{verb}: {outcome.reason}" + (f" (scores: {scores})" if scores else "")


def over(outcome: Outcome | None) -> str:
    """That a game is over, and how if there is a result."""
    return "the game is over" + ("" if outcome is None else f"; {in_words(outcome)}")
