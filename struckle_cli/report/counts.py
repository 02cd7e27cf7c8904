"""What a run over many records has seen, and the exit code that follows from it."""

from collections.abc import Iterable

import msgspec

from struckle_cli.core.errors import Fault, counted, short
from struckle_cli.report.safe import printable
from struckle_cli.services.events import Foreign
from struckle_cli.services.jobs import AnyEvent
from struckle_cli.services.judging import Verdict

NAMES = 50
"""How many games a summary names; whatever records may claim, it stays short."""


class Tally(msgspec.Struct):
    """How many records of a game there are, how many of them are valid, and their legal plies."""

    records: int = 0
    valid: int = 0
    plies: int = 0

    @property
    def invalid(self) -> int:
        """How many of them are invalid."""
        return self.records - self.valid


class Counts:
    """What has been seen so far.

    `codes` has for each code how often it came and in how many records (and unreadable places). `ignored` and
    `more` are problems that did not count and problems that were not told, `stopped` says that what follows
    an invalid record was not looked at (`--fail-fast`), `interrupted` that somebody pressed Ctrl-C.
    """

    def __init__(self) -> None:
        self.records = self.valid = self.unreadable = self.foreign = 0
        self.games: dict[str, Tally] = {}
        self.codes: dict[str, list[int]] = {}
        self.counts: dict[str, int] = {}
        self.plies = 0
        self.files = 0
        self.faulty = 0
        self.ignored = self.more = 0
        self.ignored_by = ""
        self.stopped = self.interrupted = False
        self._last = ""
        self._refused = self._crashed = False

    def add(self, event: AnyEvent) -> None:
        """Count one event."""
        if isinstance(event, Verdict):
            if event.record is None:
                self.unreadable += 1
            else:
                self._add_record(event)
            for name, number in event.counts.items():
                self.counts[name] = self.counts.get(name, 0) + number
            if event.problems:
                self._add_problems(event.problems)
        elif isinstance(event, Foreign):
            self.foreign += 1

    def _add_record(self, verdict: Verdict) -> None:
        self.records += 1
        self.valid += verdict.valid
        self.plies += verdict.plies
        name = verdict.game or "no game"
        tally = self.games.get(name)
        if tally is None:
            if len(self.games) >= NAMES:
                name = "others"
            tally = self.games.setdefault(name, Tally())
        tally.records += 1
        tally.valid += verdict.valid
        tally.plies += verdict.plies
        if verdict.path != self._last:
            self.files += 1
            self._last = verdict.path

    def _add_problems(self, problems: Iterable[Fault]) -> None:
        self.faulty += 1
        here = set()
        for fault in problems:
            self._refused |= fault.code.startswith("io.")
            self._crashed |= fault.code.startswith("internal.")
            row = self.codes.setdefault(fault.code, [0, 0])
            row[0] += 1
            here.add(fault.code)
        for code in here:
            self.codes[code][1] += 1

    @property
    def invalid(self) -> int:
        """How many records are invalid."""
        return self.records - self.valid

    def exit_code(self, allow_empty: bool) -> int:
        """The exit code that `cli.md` promises.

        130 when interrupted, 70 for an error of the program, 3 for what cannot be read, 1 for what is
        invalid, 2 for nothing.
        """
        if self.interrupted:
            return 130
        if self._crashed:
            return 70
        if self.unreadable or self._refused:
            return 3
        if self.invalid:
            return 1
        return 0 if self.records or allow_empty else 2

    def notes(self) -> list[str]:
        """What a reader has to know beside the problems and the summary: what was left out, and why."""
        found = []
        if self.more:
            found.append(f"and {counted(self.more, 'problem')} more (--max-problems)")
        if self.ignored:
            found.append(f"{counted(self.ignored, 'problem')} ignored ({self.ignored_by})")
        if self.stopped:
            found.append("stopped (--fail-fast); what follows was not looked at")
        if self.interrupted:
            found.append(f"interrupted after {counted(self.records, 'record')}")
        return found

    def summary(self) -> str:
        """`14 records in 12 files: 13 valid, 1 invalid (castle 14; 1,204 legal plies)`."""
        parts = [f"{self.valid} valid", f"{self.invalid} invalid" if self.invalid else ""]
        text = f"{counted(self.records, 'record')} in {counted(self.files, 'file')}"
        text += ": " + ", ".join(part for part in parts if part)
        if self.games:
            games = ", ".join(
                f"{printable(short(name))} {tally.records}" for name, tally in sorted(self.games.items())
            )
            text += f" ({games}; {counted(self.plies, 'legal ply', 'legal plies')})"
        if self.counts:
            told = ", ".join(
                f"{name.replace('_', ' ')} {count}" for name, count in self.counts.items() if count
            )
            text += f"; {told}"
        if self.unreadable:
            text += f"; {counted(self.unreadable, 'place')} could not be read"
        if self.foreign:
            text += f"; {counted(self.foreign, 'JSON object')} without a game key skipped"
        return text
