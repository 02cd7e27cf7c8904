"""The command line of the benchmark.

    python -m tools.bench                  everything
    python -m tools.bench --long           also memory on a file of 1 GB, and the part about Dask
    python -m tools.bench --quick          two minutes, for a first look
    python -m tools.bench --only jobs      one part (may be repeated)
    python -m tools.bench --only bots      the bots against each other (only if asked for; --games N)
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
from .bots import GAMES, bots
from .compressed import compressed
from .jobs import jobs
from .memory import memory
from .peers import need_ours
from .plan import Part, Plan
from .process import BenchError
from .scale import scale
from .shares import shares
from .solving import best_play, solving
from .speed import speed
from .startup import startup

PLIES: Final = 5_000_000
CHESS_PLIES: Final = 500_000
QUICK_PLIES: Final = 1_000_000
QUICK_CHESS_PLIES: Final = 100_000
TITLES: Final = {
    "speed": "Plies a second, Castle alone",
    "others": "Plies a second",
    "jobs": "Two workers",
    "compressed": "Compressed input",
    "memory": "Memory",
    "solving": "Solving rule sets of Crungle",
    "versus": "Best play in Crungle",
    "startup": "Start-up",
    "shares": "Where the time goes",
    "scale": "Past one machine",
    "bots": "Bots against each other",
}
UNASKED: Final = [part for part in TITLES if part not in ("bots", "scale")]
"""What is measured if no part is named (`scale` with `--long`); how well bots play says nothing of speed."""


def _parser() -> argparse.ArgumentParser:
    """The options."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench", description="Measure struckle and its peers."
    )
    parser.add_argument("--plies", type=int, help=f"plies of the Castle file (default {PLIES:,})")
    parser.add_argument(
        "--chess-plies", type=int, help=f"plies of the chess file (default {CHESS_PLIES:,}, or --plies)"
    )
    parser.add_argument("--runs", type=int, help="runs of each process (default 5)")
    parser.add_argument("--startup-runs", type=int, help="runs of each short command (default 21)")
    parser.add_argument("--games", type=int, help=f"games of each pair of bots (default {GAMES})")
    parser.add_argument("--quick", action="store_true", help="smaller files, 3 runs")
    parser.add_argument(
        "--long", action="store_true", help="also memory on 1 GB, and Dask on 20 million plies"
    )
    parser.add_argument("--no-ours", action="store_true", help="only the programs we compare with")
    parser.add_argument("--only", action="append", choices=[*TITLES], help="only this part (may be repeated)")
    parser.add_argument("--work", type=Path, metavar="DIR", help="where the files are kept")
    parser.add_argument(
        "--write", type=Path, metavar="PAGE", help="put the tables between the page's markers"
    )
    return parser


def _tell(text: str) -> None:
    """Progress and notices."""
    print(text, file=sys.stderr, flush=True)


def planned(options: argparse.Namespace) -> Plan:
    """The sizes, from the options and their defaults."""
    usual, chess = (QUICK_PLIES, QUICK_CHESS_PLIES) if options.quick else (PLIES, CHESS_PLIES)
    return Plan(
        work=(options.work or corpus.default_work()).resolve(),
        plies=options.plies or usual,
        chess_plies=options.chess_plies or min(options.plies or chess, chess),
        runs=options.runs or (3 if options.quick else 5),
        quick=options.quick,
        long=options.long,
        with_ours=not options.no_ours,
        tell=_tell,
    )


def wanted(options: argparse.Namespace) -> list[str]:
    """The parts to measure; `others` has all that `speed` has."""
    if options.no_ours:
        return ["speed"]
    unasked = [*UNASKED, "scale"] if options.long else UNASKED
    parts = [part for part in TITLES if part in (options.only or unasked)]
    return [part for part in parts if part != "speed" or "others" not in parts]


def _measure(options: argparse.Namespace) -> tuple[str, list[table.Bar]]:
    """The whole report, and the bars in it."""
    plan = planned(options)
    corpus.prepare(plan.work)
    if plan.with_ours:
        need_ours()
    short_runs = options.startup_runs or (7 if options.quick else 21)
    parts: dict[str, Callable[[], Part]] = {
        "speed": lambda: speed(plan, every_game=False),
        "others": lambda: speed(plan, every_game=True),
        "jobs": lambda: jobs(plan),
        "compressed": lambda: compressed(plan),
        "memory": lambda: memory(plan),
        "solving": lambda: solving(plan),
        "versus": lambda: best_play(plan),
        "startup": lambda: startup(plan, short_runs),
        "shares": lambda: shares(plan),
        "scale": lambda: scale(plan),
        "bots": lambda: bots(plan, options.games),
    }
    blocks = [table.heading(plan.runs)]
    bars: list[table.Bar] = []
    for name in wanted(options):
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
