"""Peak memory of each process of `validate`, on inputs and on 25 times as much; and that they finish."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from . import corpus, piles
from .plan import Part, Plan
from .process import LOOK, BenchError, Command, Needs, needs, ours
from .table import Bar, markdown

TIMES: Final = 25
MOST_MIB: Final = 50
MORE_MIB: Final = 4

RECORDS: Final = 40_000
FILES: Final = 800
BYTES: Final = 4_000_000
LONG_BYTES: Final = 40_000_000
QUICK_RECORDS: Final = 8_000
QUICK_FILES: Final = 80
QUICK_BYTES: Final = 2_000_000

BOTH: Final = (("text", 1), ("text", 2))
REPORTS: Final = (*BOTH, ("json", 1), ("json", 2), ("jsonl", 1), ("jsonl", 2))
BY_NAME: Final = (("junit", 1), ("sarif", 1), ("github", 1))
"""Reports that only say what is wrong, or name each record: one worker shows what they hold."""


@dataclass(frozen=True)
class Pile:
    """An input and one of 25 times as much, how many records the larger one has, and how `validate` ends."""

    label: str
    small: Path
    large: Path
    records: int
    runs: tuple[tuple[str, int], ...] = BOTH
    expect: int = 0


def _lines(plan: Plan, folder: Path) -> Pile:
    count = QUICK_RECORDS if plan.quick else RECORDS
    path = folder / "records.jsonl"
    piles.small_lines(path, count)
    runs = BOTH if plan.quick else (*REPORTS, *BY_NAME)
    return Pile("small records, JSON Lines", path, piles.repeated(path, TIMES), count * TIMES, runs, expect=1)


def _files(plan: Plan, folder: Path) -> Pile:
    count = QUICK_FILES if plan.quick else FILES
    small, large = folder / "few", folder / "many"
    piles.small_files(small, count)
    piles.small_files(large, count * TIMES)
    return Pile("files in folders", small, large, count * TIMES, expect=1)


def _castle(size: int, suffix: str, label: str) -> Callable[[Plan, Path], Pile]:
    """Castle games of so many bytes as JSON Lines, in another encoding or compressed."""

    def make(plan: Plan, folder: Path) -> Pile:
        made = corpus.castle_bytes(folder / "castle.jsonl", size)
        path: Path | None = made.path
        if suffix in (".sgn", ".msgpack"):
            path = corpus.encoded(made, suffix)
        elif suffix:
            path = corpus.zstandard(made) if suffix == ".zst" else corpus.gzipped(made)
        if path is None:
            raise BenchError("neither a package for zstd nor the program zstd is installed")
        return Pile(label, path, piles.repeated(path, TIMES), made.records * TIMES)

    return make


def _makers(plan: Plan) -> list[Callable[[Plan, Path], Pile]]:
    size = QUICK_BYTES if plan.quick else BYTES
    found = [_lines, _files, _castle(LONG_BYTES if plan.long else size, "", "JSON Lines")]
    if plan.quick:
        return found
    return [
        *found,
        _castle(size, ".sgn", "text"),
        _castle(size, ".msgpack", "MessagePack"),
        _castle(size, ".gz", "JSON Lines, gzip"),
        _castle(size, ".zst", "JSON Lines, zstd"),
    ]


def _room(plan: Plan) -> None:
    """Raises `BenchError` where the disk is too full."""
    needed = (LONG_BYTES if plan.long else BYTES) * (TIMES + 2) + 200_000_000
    free = shutil.disk_usage(plan.work).free
    if free < needed:
        raise BenchError(
            f"the memory part needs {needed / 1e9:.1f} GB in {plan.work}, {free / 1e9:.1f} GB are free"
        )


def _measured(pile: Pile, plan: Plan) -> Iterator[tuple[str, int, Needs, Needs]]:
    """For each report and number of workers what the small input needed, and the large one."""
    for form, workers in pile.runs:
        pair = []
        for path in (pile.small, pile.large):
            argv = ours("validate", str(path), "--format", form, "--jobs", str(workers))
            pair.append(needs(Command("memory", argv, expect=pile.expect), look=LOOK))
        plan.tell(f"memory: {pile.label}, {form}, --jobs {workers}: {pair[1].peak / 1024:.1f} MiB")
        yield form, workers, pair[0], pair[1]


def _row(pile: Pile, form: str, workers: int, small: Needs, large: Needs) -> list[str]:
    other = f"{large.others[0] / 1024:.1f}" if workers > 1 and large.others else "-"
    size = sum(path.stat().st_size for path in _regular(pile.large)) / 1e6
    return [
        pile.label, f"{pile.records:,}", f"{size:.0f}", form, f"{workers}",
        f"{large.first / 1024:.1f}", other, f"{large.peak / 1024:.1f}",
        f"{(large.peak - small.peak) / 1024:+.1f}", f"{large.wall:.1f}", f"{pile.records / large.wall:,.0f}",
    ]  # fmt: skip


def _regular(path: Path) -> Iterator[Path]:
    return (inner for inner in path.rglob("*") if inner.is_file()) if path.is_dir() else iter([path])


def marks(found: list[tuple[Needs, Needs]]) -> tuple[Bar, Bar]:
    """The largest process of all runs, and the most that one grew with 25 times the input, in MiB."""
    peak = max(max(small.peak, large.peak) for small, large in found) / 1024
    more = max(large.peak - small.peak for small, large in found) / 1024
    return (
        Bar("memory: the largest process, MiB", peak, MOST_MIB, at_most=True),
        Bar(f"memory: more for {TIMES} times the input, MiB", more, MORE_MIB, at_most=True),
    )


def memory(plan: Plan) -> Part:
    """All inputs, one after the other; each is removed before the next is made."""
    _room(plan)
    rows: list[list[str]] = []
    found: list[tuple[Needs, Needs]] = []
    for make in _makers(plan):
        with tempfile.TemporaryDirectory(prefix="memory-", dir=plan.work) as name:
            pile = make(plan, Path(name))
            for form, workers, small, large in _measured(pile, plan):
                rows.append(_row(pile, form, workers, small, large))
                found.append((small, large))
    head = ["Input", "Records", "MB", "Report", "Jobs", "first MiB", "worker MiB", "peak MiB",
            f"beside 1/{TIMES}", "s", "Records/s"]  # fmt: skip
    return Part(markdown(head, rows), marks(found))
