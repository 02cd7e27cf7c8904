"""Tables over many records: results by seat, reasons, lengths, first moves, faults, and totals by player."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing

import msgspec
from msgspec import UNSET

from struckle_cli.core.errors import Fault
from struckle_cli.core.game import AnyGame
from struckle_cli.core.outcome import Outcome
from struckle_cli.replay.document import Document
from struckle_cli.replay.reading import Reading
from struckle_cli.services.events import Foreign
from struckle_cli.services.gather import Seen
from struckle_cli.services.jobs import AnyEvent, Job, Kind, Options
from struckle_cli.services.judging import judge, replayed
from struckle_cli.services.runs import Engine, Local, run
from struckle_cli.services.tallies import Ends, Faults, FirstMoves, Lengths, Totals, bounded, codes_of


class Counted(msgspec.Struct, frozen=True, kw_only=True, tag="n", array_like=True):
    """What counts of one record, or (with `record` None) of a place that could not be read.

    Of a record that is not valid that is its faults alone, how many of each code.
    """

    path: str = ""
    record: int | None
    asked: bool = True
    """Whether it is of the game that is asked for; if not, nothing counts."""
    game: str | None = None
    """The game of a valid record; None: it is not valid."""
    plies: int = 0
    first: tuple[str, ...] = ()
    """First moves in canonical form."""
    result: Outcome | None = None
    """The result, with scores where the game has them."""
    seats: tuple[str, ...] = ()
    """If there is a result: who played, in the order of play,"""
    players: Mapping[str, str] = {}
    """and the names of those who have one, as far as names are kept."""
    faults: Mapping[str, int] = {}
    refused: bool = False
    """Whether it was not even read, for its size."""
    why: str = ""
    """Why a place could not be read."""

    @property
    def codes(self) -> Iterable[str]:
        """The codes of its faults."""
        return self.faults

    def settle(self, path: str, record: int | None, lines: int) -> None:
        """Say in which file it stands, and as which record."""
        msgspec.structs.force_setattr(self, "path", path)
        msgspec.structs.force_setattr(self, "record", record)


def _counted(reading: Reading, job: Job) -> Counted:
    """What counts of one record."""
    document, game = reading.document, reading.game
    if job.only is not None and (game is None or game.name != job.only):
        return Counted(record=reading.number, asked=False)
    verdict = judge(reading, "")
    if document is None or game is None or not verdict.valid:
        refused = any(fault.code.startswith("io.") for fault in verdict.problems)
        return Counted(record=reading.number, faults=codes_of(verdict.problems), refused=refused)
    first = tuple(game.format_move(game.parse_move(token)) for token in document.moves[: job.depth])
    plies = len(document.moves)
    if document.result is None:
        return Counted(record=reading.number, game=game.name, plies=plies, first=first)
    seats = tuple(game.seats if reading.bound is None else game.seated(reading.bound.setup))
    return Counted(
        record=reading.number, game=game.name, plies=plies, first=first, seats=seats,
        result=_scored(reading, game, document.result), players=_names(document, seats),
    )  # fmt: skip


def _names(document: Document, seats: Sequence[str]) -> dict[str, str]:
    return {seat: bounded(document.players[seat]) for seat in seats if seat in document.players}


def _scored(reading: Reading, game: AnyGame, result: Outcome) -> Outcome:
    """The result of a finished game, with the scores computed where the record leaves them out."""
    if result.scores is not UNSET or not game.scored:
        return result
    played = replayed(reading)
    computed = None if played is None else game.outcome(played.state)
    return result if computed is None else msgspec.structs.replace(result, scores=computed.scores)


def _failed(record: int | None, fault: Fault) -> Counted:
    """What counts of a place that could not be read, or a record that could not be looked at."""
    return Counted(record=record, faults={fault.code: 1}, why=fault.message if record is None else "")


KIND = Kind(_counted, _failed, Counted)


class GameStats:
    """What the valid records of one game come to."""

    def __init__(self) -> None:
        self.ends = Ends()
        self.lengths = Lengths()
        self.reasons: Counter[str] = Counter()
        self.first = FirstMoves()

    def add(self, item: Counted) -> None:
        """Count one record."""
        result = item.result
        self.ends.add(result)
        self.lengths.add(item.plies)
        if result is not None:
            self.reasons[result.reason] += 1
        if item.first:
            self.first.add(item.first, result)


TOLD = 1000
"""Places that could not be read of which is kept which they are."""


class Stats:
    """Everything that was found under some paths. Records that are not valid are counted and left out."""

    def __init__(self) -> None:
        self.seen = Seen()
        self.invalid = 0
        self.unreadable: list[tuple[str, str]] = []
        self.games: dict[str, GameStats] = {}
        self.faults = Faults()
        self.totals = Totals()
        self._crashed = False

    @property
    def records(self) -> int:
        """Records that were counted, valid or not."""
        return self.seen.records

    def add(self, event: AnyEvent) -> None:
        """Count whatever was met; records of other games than the one that is asked for are passed over."""
        if isinstance(event, Foreign):
            self.seen.foreign += 1
        elif isinstance(event, Counted) and event.asked:
            self._crashed |= any(code.startswith("internal.") for code in event.codes)
            if event.record is not None:
                self._add_record(event)
                return
            self.seen.unreadable += 1
            if len(self.unreadable) < TOLD:
                self.unreadable.append((event.path, event.why))

    def _add_record(self, item: Counted) -> None:
        self.seen.records += 1
        if item.game is None:
            self.invalid += 1
            self.faults.add(item.faults)
            self.seen.refused |= item.refused
            return
        if item.game not in self.games:
            self.games[item.game] = GameStats()
        self.games[item.game].add(item)
        if item.result is not None:
            scores = {} if item.result.scores is UNSET else item.result.scores
            self.totals.add(item.seats, item.players, item.result, scores)

    def exit_code(self, allow_empty: bool) -> int:
        """70 for an error of the program, 3 for what cannot be read, 1 for invalid records, 2 for nothing."""
        if self._crashed:
            return 70
        code = self.seen.exit_code(allow_empty)
        return 1 if self.invalid and code != 3 else code


def stats(
    paths: Sequence[str], options: Options | None = None, jobs: int = 1, engine: Engine | None = None, *,
    depth: int = 1, only: str | None = None,
) -> Stats:  # fmt: skip
    """Count all records under `paths`, or those of the game `only`; `depth` plies are their first moves."""
    found = Stats()
    job = Job(kind="stats", options=options or Options(), depth=depth, only=only)
    with closing(run(paths, job, engine or Local(jobs))) as events:
        for event in events:
            found.add(event)
    return found
