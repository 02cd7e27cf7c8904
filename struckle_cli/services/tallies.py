"""What is counted over many records, in memory that does not grow with them.

What records choose freely (names of players, first moves) is kept for so many different ones; whatever comes
later is counted together. What is kept is counted exactly, because it is kept from its first record on.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from struckle_cli.core.errors import Fault
from struckle_cli.core.outcome import Outcome

MOST_PLAYERS = 100_000
"""Different names that are kept."""
MOST_LINES = 10_000
"""Different first moves that are kept for a game."""
MOST_CODES = 1_000
"""Different codes of faults that are kept."""
OTHERS = "(others)"
"""What stands for all that is not kept."""
LONGEST = 200
"""Characters of a name; names that begin with so many equal ones are one."""
_COMMITMENT = re.compile(r"#[0-9a-f]{64}")


def codes_of(problems: Iterable[Fault]) -> Counter[str]:
    """How many faults of each code there are, in the order in which the codes come; warnings are none."""
    return Counter(fault.code for fault in problems if fault.severity == "error")


def bounded(name: str) -> str:
    """A name as far as it is kept; of one that is bounded already, the same."""
    return f"{name[:LONGEST]}..." if len(name) > LONGEST else name


class Ends:
    """How some games ended, and how each seat did. A shared win counts for each winner, and as shared."""

    def __init__(self) -> None:
        self.records = self.unfinished = self.drawn = self.shared = 0
        self.wins: Counter[str] = Counter()

    def add(self, result: Outcome | None) -> None:
        """Count one game."""
        self.records += 1
        if result is None:
            self.unfinished += 1
            return
        self.drawn += not result.winners
        self.shared += len(result.winners) > 1
        self.wins.update(result.winners)


class Bucket(msgspec.Struct, frozen=True):
    """How many records have from `least` to `most` plies."""

    least: int
    most: int
    records: int


class Lengths:
    """How many plies records have."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()
        self.records = 0

    def add(self, plies: int) -> None:
        """Count one record."""
        self.counts[plies] += 1
        self.records += 1

    @property
    def mean(self) -> float:
        """Plies a record, on average."""
        return sum(plies * count for plies, count in self.counts.items()) / max(self.records, 1)

    def quantiles(self, parts: int) -> list[int]:
        """The plies that cut the records into so many equal parts: the least that enough records reach."""
        found: list[int] = []
        passed = 0
        for plies in sorted(self.counts):
            passed += self.counts[plies]
            while len(found) < parts - 1 and passed * parts >= self.records * (len(found) + 1):
                found.append(plies)
        return found

    def buckets(self, most: int = 12) -> list[Bucket]:
        """The records by their plies, in at most so many ranges of equal width (1, 2, 5, 10, ... plies)."""
        if not self.counts:
            return []
        low, high = min(self.counts), max(self.counts)
        width, steps = 1, 0
        while high // width - low // width >= most:
            steps += 1
            width = (1, 2, 5)[steps % 3] * 10 ** (steps // 3)
        sums: Counter[int] = Counter()
        for plies, count in self.counts.items():
            sums[plies // width] += count
        return [
            Bucket(number * width, number * width + width - 1, sums[number])
            for number in range(low // width, high // width + 1)
        ]


class FirstMoves:
    """What games began with, and how those games ended."""

    def __init__(self) -> None:
        self.lines: dict[tuple[str, ...], Ends] = {}
        self.others = Ends()

    def add(self, moves: Sequence[str], result: Outcome | None) -> None:
        """Count one game by its first moves, in canonical form. Commitments count as equal."""
        line = tuple(_COMMITMENT.sub("#...", token) if "#" in token else token for token in moves)
        ends = self.lines.get(line)
        if ends is None:
            ends = self.others
            if len(self.lines) < MOST_LINES:
                ends = self.lines[line] = Ends()
        ends.add(result)

    def top(self, number: int) -> list[tuple[tuple[str, ...], Ends]]:
        """The most frequent ones, most frequent first, then by their moves."""
        return sorted(self.lines.items(), key=lambda item: (-item[1].records, item[0]))[:number]

    def left(self, number: int) -> int:
        """How many games began with something else than the first `number` of `top`."""
        all_of_them = self.others.records + sum(ends.records for ends in self.lines.values())
        return all_of_them - sum(ends.records for _, ends in self.top(number))


class Faults:
    """Faults by code: how many records have them, and how many there are."""

    def __init__(self) -> None:
        self.records: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()

    def add(self, codes: Mapping[str, int]) -> None:
        """Count the faults of one record, which are so many of each code."""
        kept: set[str] = set()
        for code, count in codes.items():
            name = self._kept(code)
            self.faults[name] += count
            kept.add(name)
        self.records.update(kept)

    def _kept(self, code: str) -> str:
        return code if code in self.faults or len(self.faults) < MOST_CODES else OTHERS

    def ranking(self) -> list[tuple[str, int, int]]:
        """Code, records, faults: what most records have first, then by code."""
        return sorted(
            ((code, count, self.faults[code]) for code, count in self.records.items()),
            key=lambda row: (-row[1], row[0]),
        )


class Total(msgspec.Struct):
    """What one player has come to over several games; points where a game has scores.

    `games` are those that ended: wins, wins shared with others, draws and losses.
    """

    player: str
    games: int = 0
    wins: int = 0
    shared: int = 0
    draws: int = 0
    losses: int = 0
    points: int = 0


class Totals:
    """Totals by player's name, wherever the player sits."""

    def __init__(self) -> None:
        self.players: dict[str, Total] = {}

    def add(
        self, seats: Iterable[str], names: Mapping[str, str], result: Outcome, scores: Mapping[str, int]
    ) -> None:
        """Count a game that ended, for each seat; one without a name is counted as `(seat)`."""
        for seat in seats:
            total = self._total(names.get(seat, f"({seat})"))
            total.games += 1
            total.points += scores.get(seat, 0)
            if seat not in result.winners:
                total.draws += not result.winners
                total.losses += bool(result.winners)
            else:
                total.wins += len(result.winners) == 1
                total.shared += len(result.winners) > 1

    def _total(self, name: str) -> Total:
        name = bounded(name)
        total = self.players.get(name)
        if total is None:
            name = name if len(self.players) < MOST_PLAYERS else OTHERS
            total = self.players.setdefault(name, Total(name))
        return total

    def ranking(self) -> list[Total]:
        """The players, most points first, then most wins, then by name; the others behind them."""
        return sorted(
            self.players.values(),
            key=lambda t: (t.player == OTHERS, -t.points, -t.wins, -t.shared, t.player),
        )
