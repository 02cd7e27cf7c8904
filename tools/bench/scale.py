"""What workers of Dask gain, what they cost, and what the scheduler between them holds.

All on this machine: a scheduler and two workers on the loopback, beside one process and two of the local
engine. What a run on one game takes is start-up, and left out where rates are compared.
"""

import os
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from . import corpus
from .cluster import Held, cluster
from .plan import Part, Plan
from .process import Command, Needs, cores, needs, ours
from .table import Bar, markdown

LONG_PLIES: Final = 20_000_000
QUICK_TIMES: Final = 5
"""How much longer the input is than others in a quick run: workers take 8 MiB of it at a time."""
FILES: Final = 8
SHARE: Final = 5
"""How many times the input is as large as the one that the scheduler's memory is held against."""
FASTER: Final = 1.3
MORE_MIB: Final = 8
NOISE: Final = 0.03
"""Whoever is faster by less is not called faster."""
MILLION: Final = 1_000_000

ONE, TWO = "one process", "two processes"
DASK = "Dask, a cluster that runs"
OWN = "Dask, a cluster for the run"
"""Who checks: the local engine, and Dask with two workers."""


@dataclass(frozen=True)
class Pace:
    """Seconds by the clock and of CPU for an input, and for one game; medians."""

    whole: float
    start: float
    cpu: float = 0.0
    start_cpu: float = 0.0

    @property
    def spent(self) -> float:
        """By the clock, start-up left out; never nothing, so that it can be divided by."""
        return max(self.whole - self.start, 1e-9)


@dataclass(frozen=True)
class Seen:
    """One run on a fresh cluster: what the scheduler held, CPU seconds of client, scheduler and workers."""

    held: Held
    cpu: tuple[float, float, float]

    def beside(self, less: "Seen", records: int) -> tuple[float, ...]:
        """CPU seconds of a million records, where `less` had so many fewer: start-up is in both."""
        pairs = zip(self.cpu, less.cpu, strict=True)
        return tuple(max(0.0, mine - theirs) * MILLION / records for mine, theirs in pairs)


ONE_GAME: Final = "one game"
Key = tuple[str, str]
"""Who checks, and what."""


def _several(part: corpus.Corpus, folder: Path) -> corpus.Corpus:
    """A file so many times over, as a folder."""
    folder.mkdir()
    for number in range(FILES):
        os.link(part.path, folder / f"{number}.jsonl")
    return corpus.Corpus(folder, *(FILES * count for count in (part.plies, part.records, part.size)))


def wanted(plan: Plan) -> int:
    """Plies of an input."""
    return LONG_PLIES if plan.long else plan.plies * (QUICK_TIMES if plan.quick else 1)


def inputs(plan: Plan, folder: Path) -> dict[str, corpus.Corpus]:
    """About the same plies in one file and in several."""
    plies = wanted(plan)
    plan.tell(f"Castle files with {plies:,} plies (made once)")
    large, part = corpus.castle(plan.work, plies), corpus.castle(plan.work, plies // FILES)
    return {"one file": large, f"{FILES} files": _several(part, folder / "several")}


def argv(who: str, path: Path, address: str) -> list[str]:
    """The command line of one who checks."""
    how = {
        ONE: ["--jobs", "1"],
        TWO: ["--jobs", "2"],
        DASK: ["--engine", "dask", "--scheduler", address],
        OWN: ["--engine", "dask", "--jobs", "2"],
    }
    return ours("validate", str(path), *how[who])


def targets(plan: Plan, found: dict[str, corpus.Corpus], who: str) -> dict[str, Path]:
    """One game and each input; for a cluster that comes and goes with the run the first input only."""
    paths = {
        ONE_GAME: corpus.castle(plan.work, 1).path,
        **{label: made.path for label, made in found.items()},
    }
    return dict(list(paths.items())[: 2 if who == OWN else None])


def paces(plan: Plan, found: dict[str, corpus.Corpus]) -> dict[Key, Pace]:
    """How long each takes for each input, by turns.

    A cluster runs only while it is used, since an idle one takes a tenth of a core; its first run, on one
    game, is not counted.
    """
    taken: dict[Key, list[Needs]] = {}

    def take(run: int, who: str, address: str = "") -> None:
        for label, path in targets(plan, found, who).items():
            last = needs(Command(f"{who}, {label}", argv(who, path, address)))
            taken.setdefault((who, label), []).append(last)
            plan.tell(f"run {run}/{plan.runs}: {who}, {label} {last.wall:.2f} s, {last.cpu:.2f} s of CPU")

    for run in range(1, plan.runs + 1):
        for who in (ONE, TWO, OWN):
            take(run, who)
        with cluster(plan.work) as running:
            needs(Command(DASK, argv(DASK, targets(plan, found, DASK)[ONE_GAME], running.address)))
            take(run, DASK, running.address)
    wall = {key: statistics.median(run.wall for run in runs) for key, runs in taken.items()}
    cpu = {key: statistics.median(run.cpu for run in runs) for key, runs in taken.items()}
    return {
        (who, label): Pace(wall[who, label], wall[who, ONE_GAME], cpu[who, label], cpu[who, ONE_GAME])
        for who, label in taken
        if label != ONE_GAME
    }


def seen(plan: Plan, path: Path) -> Seen:
    """One run on a cluster that does nothing else."""
    with cluster(plan.work) as running:
        before = running.cpu()
        client = needs(Command(f"{DASK}, {path.name}", argv(DASK, path, running.address)))
        after = running.cpu()
    assert running.held is not None
    found = Seen(running.held, (client.cpu, after[0] - before[0], after[1] - before[1]))
    plan.tell(f"scheduler: {found.held.done} tasks, {found.held.peak / 1024:.1f} MiB")
    return found


def break_even(slow: Pace, fast: Pace) -> float | None:
    """How much of the input is enough for `fast` to be done first, start-up included; None where none is."""
    gain = slow.spent - fast.spent
    return None if gain <= NOISE * slow.spent else max(0.0, (fast.start - slow.start) / gain)


def _times(found: dict[str, corpus.Corpus], taken: dict[Key, Pace]) -> str:
    head = ["Input", "MB", "Records", "one process, s", "two, s", "Dask, s", "start-up of one", "of two",
            "of Dask", "two: times one", "Dask: times one"]  # fmt: skip
    rows = []
    for label, made in found.items():
        each = [taken[who, label] for who in (ONE, TWO, DASK)]
        rates = [each[0].spent / pace.spent for pace in each[1:]]
        rows.append([
            label, f"{made.size / 1e6:.0f}", f"{made.records:,}", *(f"{pace.whole:.2f}" for pace in each),
            *(f"{pace.start:.2f}" for pace in each), *(f"{rate:.2f}" for rate in rates),
        ])  # fmt: skip
    return markdown(head, rows)


def _even(made: corpus.Corpus, label: str, taken: dict[Key, Pace]) -> str:
    """From which size on who is done before whom."""

    def cell(slow: str, fast: str) -> str:
        share = None if slow == fast else break_even(taken[slow, label], taken[fast, label])
        if share is None:
            return "-" if slow == fast else "never"
        return f"{share * made.records:,.0f} records ({share * made.size / 1e6:.1f} MB)"

    head = ["Two workers", "start-up, s", "before one process from", "before two from"]
    rows = [
        [who, f"{taken[who, label].start:.2f}", cell(ONE, who), cell(TWO, who)] for who in (TWO, DASK, OWN)
    ]
    return markdown(head, rows)


def _costs(made: corpus.Corpus, label: str, taken: dict[Key, Pace], dask: tuple[float, ...]) -> str:
    """CPU seconds of a million records, start-up left out."""
    local = {
        who: max(0.0, taken[who, label].cpu - taken[who, label].start_cpu) * MILLION / made.records
        for who in (ONE, TWO)
    }
    rows = [
        [who, "-", "-", "-", f"{cpu:.1f}", f"{cpu / max(local[ONE], 1e-9):.2f}"] for who, cpu in local.items()
    ]
    every = sum(dask)
    rows.append(
        [DASK, *(f"{cpu:.1f}" for cpu in dask), f"{every:.1f}", f"{every / max(local[ONE], 1e-9):.2f}"]
    )
    return markdown(
        ["A million records", "client", "scheduler", "workers", "CPU s", "times one process"], rows
    )


def _memory(runs: list[tuple[corpus.Corpus, Seen]]) -> str:
    head = ["Records", "MB", "tasks", "held at once", "peak MiB", "KB in", "KB out", "a worker, MiB"]
    rows = []
    for made, run in runs:
        held = run.held
        rows.append([
            f"{made.records:,}", f"{made.size / 1e6:.0f}", f"{held.done:,}", f"{held.most:,}",
            f"{held.peak / 1024:.1f}", f"{held.received / 1e3:,.0f}", f"{held.sent / 1e3:,.0f}",
            f"{held.worker / 1024:.1f}",
        ])  # fmt: skip
    return markdown(head, rows)


def marks(found: dict[str, corpus.Corpus], taken: dict[Key, Pace], few: Seen, many: Seen) -> tuple[Bar, ...]:
    """The slowest input, and what five times the records add to the scheduler."""
    faster = min(taken[ONE, label].spent / taken[DASK, label].spent for label in found)
    known = few.held.peak and many.held.peak
    more = (many.held.peak - few.held.peak) / 1024 if known else None
    return _bars(faster, more)


def _bars(faster: float | None, more: float | None) -> tuple[Bar, ...]:
    return (
        Bar("Dask with two workers, times one process", faster, FASTER),
        Bar(f"scheduler: more for {SHARE} times the records, MiB", more, MORE_MIB, at_most=True),
    )


def scale(plan: Plan) -> Part:
    """All of it; the scheduler on a fifth of the large file and on all of it, each time a fresh one."""
    if cores() < 2:
        plan.tell(
            "notice: this process may use one core only, so two workers cannot be faster: scale skipped"
        )
        return Part("(not measured: one core)", _bars(None, None))
    with tempfile.TemporaryDirectory(prefix="scale-", dir=plan.work) as folder:
        found = inputs(plan, Path(folder))
        label, large = next(iter(found.items()))
        fifth = corpus.castle(plan.work, wanted(plan) // SHARE)
        taken = paces(plan, found)
        runs = [(made, seen(plan, made.path)) for made in (fifth, large)]
    few, many = (run for _, run in runs)
    blocks = [
        "By the clock:", _times(found, taken),
        "From which size on two workers are done first, start-up included:", _even(large, label, taken),
        "CPU seconds of a million records (start-up left out):",
        _costs(large, label, taken, many.beside(few, large.records - fifth.records)),
        "The scheduler, each time a fresh one:", _memory(runs),
    ]  # fmt: skip
    return Part("\n\n".join(blocks), marks(found, taken, few, many))
