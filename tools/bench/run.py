"""The command line of the benchmark.

    python -m tools.bench                  everything but the 1 GB file
    python -m tools.bench --long           that too
    python -m tools.bench --quick          a few seconds, for a first look
    python -m tools.bench --no-ours        the other programs alone
    python -m tools.bench --write docs/performance.md

Exit code: 0, 1 if a floor was missed, 2 if something could not be measured.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from . import corpus, table
from .others import others
from .process import BenchError
from .shares import shares
from .solving import best_play, solving
from .speed import Part, Plan, compressed, need_ours, speed
from .startup import memory, startup

PLIES: Final = 5_000_000
QUICK_PLIES: Final = 300_000
PARTS: Final = ("speed", "others", "solving", "versus", "compressed", "startup", "shares", "memory")
TITLES: Final = {
    "speed": "Plies a second",
    "others": "Other games",
    "solving": "Solving rule sets of Crungle",
    "versus": "Best play in Crungle",
    "compressed": "Compressed input",
    "startup": "Start-up",
    "shares": "Shares of time, in one process",
    "memory": "Memory",
}


def _parser() -> argparse.ArgumentParser:
    """The options."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench", description="Measure struckle and its peers."
    )
    parser.add_argument("--plies", type=int, help=f"plies of the Castle file (default {PLIES:,})")
    parser.add_argument("--chess-plies", type=int, help="plies of the chess file (default: as many)")
    parser.add_argument("--runs", type=int, help="runs of each process (default 5)")
    parser.add_argument("--startup-runs", type=int, help="runs of each short command (default 21)")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_PLIES:,} plies, 3 runs")
    parser.add_argument("--long", action="store_true", help="also the peak memory on 1 GB (takes minutes)")
    parser.add_argument("--no-ours", action="store_true", help="only the programs we compare with")
    parser.add_argument("--only", action="append", choices=PARTS, help="only this part (may be repeated)")
    parser.add_argument("--work", type=Path, metavar="DIR", help="where the files are kept")
    parser.add_argument(
        "--write", type=Path, metavar="PAGE", help="put the tables between the page's markers"
    )
    return parser


def _tell(text: str) -> None:
    """Progress and notices."""
    print(text, file=sys.stderr, flush=True)


def _plan(options: argparse.Namespace) -> Plan:
    """The sizes, from the options and their defaults."""
    plies = options.plies or (QUICK_PLIES if options.quick else PLIES)
    return Plan(
        work=(options.work or corpus.default_work()).resolve(),
        plies=plies,
        chess_plies=options.chess_plies or plies,
        runs=options.runs or (3 if options.quick else 5),
        with_ours=not options.no_ours,
        tell=_tell,
    )


def _wanted(options: argparse.Namespace) -> list[str]:
    """The parts to measure."""
    if options.no_ours:
        return ["speed"]
    if options.only:
        return [part for part in PARTS if part in options.only]
    return [part for part in PARTS if part != "memory" or options.long]


def _measure(options: argparse.Namespace) -> tuple[str, list[table.Bar]]:
    """The whole report, and the bars in it."""
    plan = _plan(options)
    corpus.prepare(plan.work)
    if plan.with_ours:
        need_ours()
    short_runs = options.startup_runs or (7 if options.quick else 21)
    parts: dict[str, Callable[[], Part]] = {
        "speed": lambda: speed(plan),
        "others": lambda: others(plan),
        "solving": lambda: solving(plan),
        "versus": lambda: best_play(plan),
        "compressed": lambda: compressed(plan),
        "startup": lambda: startup(plan, short_runs),
        "shares": lambda: shares(plan),
        "memory": lambda: memory(plan),
    }
    blocks = [table.heading(plan.runs)]
    bars: list[table.Bar] = []
    for name in _wanted(options):
        part = parts[name]()
        blocks.append(f"### {TITLES[name]}\n\n{part.text}")
        bars.extend(part.bars)
    if bars:
        blocks.append(f"### Floors and aims\n\n{table.bars(bars)}")
    return "\n\n".join(blocks), bars


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, write the page if asked to; see the exit codes above."""
    options = _parser().parse_args(arguments)
    try:
        if options.write:
            table.check_page(options.write)  # before minutes are spent
        report, bars = _measure(options)
        print(report)
        if options.write:
            table.write_page(options.write, report)
    except BenchError as error:
        _tell(f"bench: {error}")
        return 2
    except KeyboardInterrupt:
        return 130
    return 1 if any(bar.missed for bar in bars) else 0
