"""A match of many games: played one after another or by several processes, and what comes of them added up.

Games come in the order of their numbers, and are the same for any number of processes, because each depends
on its number alone (`services.match`).
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from math import sqrt
from typing import Any

import msgspec

from struckle_cli.services.match import Game, Match, play_game

CERTAIN = 1.959964
"""Standard deviations of a normal distribution within which 95 % lie."""


def series(
    match: Match, numbers: Sequence[int], jobs: int, ahead: list[Game] | None = None
) -> Iterator[Game]:
    """The games of these numbers, played by `jobs` processes. Raises `BotError` at the game of the bot.

    Where it is ended too soon, `ahead` gets the games that are over already while one before them is not, and
    the last that was told perhaps.
    """
    if min(jobs, len(numbers)) > 1:
        from struckle_cli.services.crew import play_by_workers

        yield from play_by_workers(match, numbers, min(jobs, len(numbers)), ahead)
    else:
        for number in numbers:
            yield play_game(match, number)


class Score(msgspec.Struct):
    """How one bot has done. In a game it has won alone, shared the win, drawn, lost, or there was no end."""

    games: int = 0
    wins: int = 0
    shared: int = 0
    draws: int = 0
    losses: int = 0
    unfinished: int = 0
    answers: int = 0
    seconds: float = 0.0

    @property
    def points(self) -> float:
        """A win counts one; a shared one, a draw, and a game without an end count half."""
        return self.wins + (self.shared + self.draws + self.unfinished) / 2

    @property
    def share(self) -> float | None:
        """The points of those that there were; None before the first game."""
        return self.points / self.games if self.games else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Between which shares the true one lies with 95 % confidence; None before the first game."""
        return wilson(self.points, self.games) if self.games else None


def wilson(points: float, games: int) -> tuple[float, float]:
    """Wilson's interval of 95 % for `points` of `games` (1 or more), half points included.

    Halves make a score less scattered than the same one of wins and losses, so it is rather too wide.
    """
    share, weight = points / games, CERTAIN**2 / games
    middle = (share + weight / 2) / (1 + weight)
    half = CERTAIN * sqrt(share * (1 - share) / games + weight / (4 * games)) / (1 + weight)
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


class Standing:
    """What has come of a match so far: a score for each entrant, and how long the games were, in plies."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.scores = [Score() for _ in match.entrants]
        self.plies: list[int] = []
        self.reasons: dict[str, int] = {}
        self._met: set[bytes] = set()

    @property
    def different(self) -> int:
        """How many of the games are not just like one before: bots without chance repeat themselves."""
        return len(self._met)

    @property
    def games(self) -> int:
        """How many games have been played."""
        return len(self.plies)

    def fair(self, index: int) -> float:
        """The share of an entrant if all bots were the same: that of its seats."""
        seats = [seat for seating in self.match.seatings for seat in seating]
        return seats.count(index) / len(seats)

    def add(self, game: Game) -> None:
        """Count a game."""
        result = game.document.result
        self.plies.append(len(game.document.moves))
        told = msgspec.json.encode((game.document.setup, game.document.moves, game.seating))
        self._met.add(sha256(told).digest()[:16])
        reason = "unfinished" if result is None else result.reason
        self.reasons[reason] = self.reasons.get(reason, 0) + 1
        winners = set() if result is None else {game.seating[seat] for seat in result.winners}
        for index, score in enumerate(self.scores):
            score.games += 1
            score.answers += game.answers[index]
            score.seconds += game.seconds[index]
            if result is None:
                score.unfinished += 1
            elif not winners:
                score.draws += 1
            elif index not in winners:
                score.losses += 1
            elif len(winners) == 1:
                score.wins += 1
            else:
                score.shared += 1

    def facts(self) -> list[dict[str, Any]]:
        """All of it as plain data, an object a bot."""
        rows = []
        for index, (entrant, score) in enumerate(zip(self.match.entrants, self.scores, strict=True)):
            budget = {"nodes": entrant.budget.nodes, "seconds": entrant.budget.seconds}
            counts = msgspec.structs.asdict(score)
            row = {"bot": entrant.name, "kind": entrant.bot, "budget": budget, **counts}
            interval = None if score.interval is None else list(score.interval)
            row |= {"points": score.points, "score": score.share, "interval": interval}
            rows.append(row | {"fair": self.fair(index)})
        return rows
