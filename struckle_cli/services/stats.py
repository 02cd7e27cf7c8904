"""Tables over many records: results by seat, reasons, lengths, first moves, faults, and totals by player."""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import UNSET

from struckle_cli.core.game import AnyGame
from struckle_cli.core.outcome import Outcome
from struckle_cli.replay.document import MAX_RECORD, Document
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Unreadable
from struckle_cli.services.events import Foreign
from struckle_cli.services.gather import Record, Seen, gather
from struckle_cli.services.judging import Verdict, judge, replayed
from struckle_cli.services.tallies import Ends, Faults, FirstMoves, Lengths, Totals


class GameStats:
    """What the valid records of one game come to."""

    def __init__(self) -> None:
        self.ends = Ends()
        self.lengths = Lengths()
        self.reasons: Counter[str] = Counter()
        self.first = FirstMoves()

    def add(self, document: Document, game: AnyGame, depth: int) -> None:
        """Count one record; `depth` of its first plies are looked at."""
        result = document.result
        self.ends.add(result)
        self.lengths.add(len(document.moves))
        if result is not None:
            self.reasons[result.reason] += 1
        if document.moves:
            moves = [game.format_move(game.parse_move(token)) for token in document.moves[:depth]]
            self.first.add(moves, result)


TOLD = 1000
"""Places that could not be read of which is kept which they are."""


class Stats:
    """Everything that was found under some paths. Records that are not valid are counted and left out."""

    def __init__(self, depth: int = 1, only: str | None = None) -> None:
        self.seen = Seen()
        self.invalid = 0
        self.unreadable: list[tuple[str, str]] = []
        self.games: dict[str, GameStats] = {}
        self.faults = Faults()
        self.totals = Totals()
        self._depth = depth
        self._only = only

    @property
    def records(self) -> int:
        """Records that were counted, valid or not."""
        return self.seen.records

    def add(self, item: Record | Unreadable | Foreign) -> None:
        """Count whatever was met; records of other games than the one that is asked for are passed over."""
        if isinstance(item, Record) and not self._asked_for(item.reading):
            return
        self.seen.add(item)
        if isinstance(item, Unreadable):
            if len(self.unreadable) < TOLD:
                self.unreadable.append((item.name, item.message))
        elif isinstance(item, Record):
            self._add_record(item.reading, judge(item.reading, item.path))

    def _asked_for(self, reading: Reading) -> bool:
        return self._only is None or (reading.game is not None and reading.game.name == self._only)

    def _add_record(self, reading: Reading, verdict: Verdict) -> None:
        document, game = reading.document, reading.game
        if document is None or game is None or not verdict.valid:
            self.invalid += 1
            self.faults.add(verdict.problems)
            self.seen.refused |= any(fault.code.startswith("io.") for fault in verdict.problems)
            return
        if game.name not in self.games:
            self.games[game.name] = GameStats()
        self.games[game.name].add(document, game, self._depth)
        if document.result is not None:
            seats = game.seats if reading.bound is None else game.seated(reading.bound.setup)
            scores = _scores(reading, game, document.result)
            self.totals.add(seats, document.players, document.result, scores)

    def exit_code(self, allow_empty: bool) -> int:
        """3 for what cannot be read, 1 for records that are not valid, 2 for nothing."""
        code = self.seen.exit_code(allow_empty)
        return 1 if self.invalid and code != 3 else code


def _scores(reading: Reading, game: AnyGame, result: Outcome) -> Mapping[str, int]:
    """The scores of a finished game, computed where the record leaves them out."""
    if result.scores is not UNSET or not game.scored:
        return {} if result.scores is UNSET else result.scores
    played = replayed(reading)
    computed = None if played is None else game.outcome(played.state)
    return {} if computed is None or computed.scores is UNSET else computed.scores


def stats(
    paths: Sequence[str], encoding: str | None = None, limit: int = MAX_RECORD, *, depth: int = 1,
    only: str | None = None,
) -> Stats:  # fmt: skip
    """Count all records under `paths`, or those of the game `only`; `depth` plies are their first moves."""
    found = Stats(depth, only)
    for item in gather(paths, encoding, limit):
        found.add(item)
    return found
