"""Plies a second of whole processes: every game on one core, python-chess and pgn-extract, in one series."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from . import corpus
from .peers import PGN_EXTRACT, PYTHON_CHESS, Reader, peers, validate
from .plan import Part, Plan
from .process import interleaved, medians
from .table import Bar, markdown

GAMES: Final = 10_000
QUICK_GAMES: Final = 1_000
SHARED: Final = 100
"""Rule sets that the games of the first Crungle file share."""

CASTLE: Final = "Castle"
FRESH: Final = "Crungle, a rule set each"

MARKS: Final[dict[str, tuple[tuple[str, float, float], ...]]] = {
    CASTLE: ((PYTHON_CHESS, 15, 50), (PGN_EXTRACT, 0.5, 1.5)),
    "Struckle": ((PYTHON_CHESS, 15, 30), (PGN_EXTRACT, 0.5, 1)),
    "Crungle": ((PYTHON_CHESS, 15, 30), (PGN_EXTRACT, 0.5, 1)),
    "Struggle": ((PYTHON_CHESS, 5, 10),),
    "Stricken": ((PYTHON_CHESS, 5, 10),),
}
"""For each game: beside which program, floor and aim."""


@dataclass(frozen=True)
class Rate:
    """What a reader reached: CPU seconds of a run, and of one with one game alone; plies a second."""

    seconds: float
    start: float
    plies: int
    low: float = 0.0
    high: float = 0.0

    @property
    def each(self) -> float:
        """Plies a second, start-up and first game left out on both sides; 0 where that says nothing."""
        spent = self.seconds - self.start
        return self.plies / spent if spent > 0 else 0.0


def plays(token: str) -> int:
    """The plays of a Struggle turn: one a piece named behind the `=`."""
    return sum(char in "KQJT9" for char in token.partition("=")[2][::2])


def fights(token: str) -> int:
    """The fights of a Stricken action: an attack is one."""
    return int("x" in token)


CRUNGLE_TIMES: Final = 4
COUNTED: Final[dict[str, tuple[str, Callable[[str], int]]]] = {
    "Struggle": ("plays", plays),
    "Stricken": ("fights", fights),
}


def share(made: corpus.Corpus, count: Callable[[str], int]) -> float:
    """How many of something a ply has, on average over a file of JSON Lines."""
    with made.path.open("rb") as lines:
        return sum(count(token) for line in lines for token in json.loads(line)["moves"]) / made.plies


def _makers(work: Path) -> dict[str, Callable[[int], corpus.Corpus]]:
    """How the file of so many games is made, for each game but Castle."""
    return {
        "Struckle": lambda count: corpus.struckle(work, count),
        "Crungle": lambda count: corpus.crungle(work, count, SHARED),
        FRESH: lambda count: corpus.crungle(work, count, 0),
        "Struggle": lambda count: corpus.struggle(work, count),
        "Stricken": lambda count: corpus.stricken(work, count),
    }


def game_files(plan: Plan) -> dict[str, corpus.Corpus]:
    """The file of each game but Castle."""
    games = QUICK_GAMES if plan.quick else GAMES
    plan.tell(f"files of the other games with {games:,} games each (made once)")
    files = {name: make(games // 4 if name == FRESH else games) for name, make in _makers(plan.work).items()}
    if not plan.quick:  # as many plies as of Struckle, from a base that is repeated as Castle's is
        files["Crungle"] = corpus.again(files["Crungle"], CRUNGLE_TIMES)
    return files


def _ours(plan: Plan, every_game: bool) -> list[Reader]:
    """Our program at a file of each game, or of Castle alone."""
    plan.tell(f"Castle file with {plan.plies:,} plies (made once)")
    found = [Reader(CASTLE, validate, corpus.castle(plan.work, plan.plies), corpus.castle(plan.work, 1))]
    if every_game:
        makers = _makers(plan.work)
        found += [Reader(name, validate, made, makers[name](1)) for name, made in game_files(plan).items()]
    return found


def measured(readers: list[Reader], plan: Plan) -> dict[str, Rate]:
    """What each reader reaches, all in one interleaved series."""
    commands = [command for reader in readers for command in reader.commands()]
    times = interleaved(commands, plan.runs, plan.tell)
    middle = medians(times)
    found = {}
    for reader in readers:
        whole, one = reader.commands()
        spent = times[whole.label]
        found[reader.label] = Rate(
            middle[whole.label],
            middle[one.label],
            reader.whole.plies - reader.one.plies,
            min(spent),
            max(spent),
        )
    return found


def beside(rates: dict[str, Rate], mine: str, theirs: str) -> float | None:
    """How many times as fast as another program; None where one of them was not measured."""
    if mine not in rates or theirs not in rates or not rates[theirs].each:
        return None
    return rates[mine].each / rates[theirs].each


def _row(reader: Reader, rates: dict[str, Rate]) -> list[str]:
    rate = rates[reader.label]
    more = "-"
    if reader.label in COUNTED:
        what, count = COUNTED[reader.label]
        more = f"{rate.each * share(reader.whole, count):,.0f} {what}"
    ratios = [beside(rates, reader.label, peer) for peer in (PYTHON_CHESS, PGN_EXTRACT)]
    return [
        reader.label, f"{reader.whole.records:,}", f"{reader.whole.plies:,}", f"{rate.seconds:.2f}",
        f"{rate.low:.2f}..{rate.high:.2f}", f"{rate.start:.3f}", f"{rate.each:,.0f}", more,
        *("-" if ratio is None else f"{ratio:.2f}" for ratio in ratios),
    ]  # fmt: skip


def speed(plan: Plan, every_game: bool) -> Part:
    """Every game, or Castle alone, beside the programs for chess; what one game takes is taken off."""
    readers = [*(_ours(plan, every_game) if plan.with_ours else []), *peers(plan)]
    rates = measured(readers, plan)
    head = ["Game or program", "Games", "Plies", "CPU s", "Range", "one game, s", "Plies/s",
            "Plays, fights/s", "times python-chess", "times pgn-extract"]  # fmt: skip
    bars = [
        Bar(f"{name}: times {peer}", beside(rates, name, peer), floor, aim)
        for name, marks in MARKS.items()
        for peer, floor, aim in marks
        if name in rates
    ]
    return Part(markdown(head, [_row(reader, rates) for reader in readers]), tuple(bars))
