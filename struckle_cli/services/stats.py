"""Tables over many records: results by seat, reasons, lengths, and totals by player."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import UNSET

from struckle_cli.core.errors import AccessError
from struckle_cli.core.game import AnyGame
from struckle_cli.core.outcome import Outcome
from struckle_cli.replay.document import MAX_RECORD, Document
from struckle_cli.replay.reader import Skipped
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Source, Unreadable, access_error, find
from struckle_cli.services.judging import judge, replayed
from struckle_cli.services.validate import readings


class GameStats:
    """What the valid records of one game come to. Shared wins count for each winner, and as shared."""

    def __init__(self) -> None:
        self.records = self.unfinished = self.drawn = self.shared = 0
        self.wins: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.lengths: Counter[int] = Counter()

    def add(self, document: Document) -> None:
        """Count one record."""
        result = document.result
        self.records += 1
        self.lengths[len(document.moves)] += 1
        if result is None:
            self.unfinished += 1
            return
        self.reasons[result.reason] += 1
        self.drawn += not result.winners
        self.shared += len(result.winners) > 1
        self.wins.update(result.winners)

    @property
    def mean(self) -> float:
        """Plies a record, on average."""
        return sum(plies * count for plies, count in self.lengths.items()) / max(self.records, 1)

    def middle(self) -> int:
        """The median of the plies (the lower one of two)."""
        left = (self.records + 1) // 2
        for plies in sorted(self.lengths):
            left -= self.lengths[plies]
            if left <= 0:
                return plies
        return 0


class Total(msgspec.Struct):
    """What one player has come to over several games; points where a game has scores."""

    player: str
    games: int = 0
    wins: int = 0
    shared: int = 0
    points: int = 0


class Stats:
    """Everything that was found under some paths. Records that are not valid are counted and left out."""

    def __init__(self) -> None:
        self.records = self.invalid = self.foreign = 0
        self.unreadable: list[tuple[str, str]] = []
        self.games: dict[str, GameStats] = {}
        self.totals: dict[str, Total] = {}

    def add(self, reading: Reading, path: str) -> None:
        """Judge one record and count it."""
        self.records += 1
        document, game = reading.document, reading.game
        if document is None or game is None or not judge(reading, path).valid:
            self.invalid += 1
            return
        self.games.setdefault(game.name, GameStats()).add(document)
        if document.result is not None:
            self._add_players(reading, game, document, document.result)

    def _add_players(self, reading: Reading, game: AnyGame, document: Document, result: Outcome) -> None:
        scores = _scores(reading, game, result)
        seats = game.seats if reading.bound is None else game.seated(reading.bound.setup)
        for seat in seats:
            name = document.players.get(seat, f"({seat})")
            total = self.totals.setdefault(name, Total(name))
            total.games += 1
            total.points += scores.get(seat, 0)
            if seat in result.winners:
                total.wins += len(result.winners) == 1
                total.shared += len(result.winners) > 1

    def ranking(self) -> list[Total]:
        """The players, most points first, then most wins, then by name."""
        return sorted(self.totals.values(), key=lambda t: (-t.points, -t.wins, -t.shared, t.player))

    def exit_code(self, allow_empty: bool) -> int:
        """3 for what cannot be read, 1 for records that are not valid, 2 for nothing."""
        if self.unreadable:
            return 3
        if self.invalid:
            return 1
        return 0 if self.records or allow_empty else 2


def _scores(reading: Reading, game: AnyGame, result: Outcome) -> Mapping[str, int]:
    """The scores of a finished game, computed where the record leaves them out."""
    if result.scores is not UNSET or not game.scored:
        return {} if result.scores is UNSET else result.scores
    played = replayed(reading)
    computed = None if played is None else game.outcome(played.state)
    return {} if computed is None or computed.scores is UNSET else computed.scores


def stats(paths: Sequence[str], encoding: str | None = None, limit: int = MAX_RECORD) -> Stats:
    """Count all records under `paths`."""
    found = Stats()
    for place in find(paths, encoding):
        if isinstance(place, Unreadable):
            found.unreadable.append((place.name, place.message))
            continue
        try:
            for reading in _records(place, limit, found):
                found.add(reading, place.name)
        except (OSError, AccessError) as error:
            found.unreadable.append((place.name, access_error(error).message))
    return found


def _records(source: Source, limit: int, found: Stats) -> Iterator[Reading]:
    for item in readings(source, limit):
        if isinstance(item, Skipped):
            found.foreign += 1
        else:
            yield item
