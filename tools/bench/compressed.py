"""What `.gz` and `.zst` cost beside the same records as they are."""

from pathlib import Path
from typing import Final

from . import corpus
from .peers import validate
from .plan import Part, Plan
from .process import Command, interleaved, medians
from .table import Bar, markdown

PLAIN: Final = "plain"
LIMITS: Final = {"gzip": 1.4, "zstd": 1.25}


def compressed(plan: Plan) -> Part:
    """CPU time of whole processes on one core: the Castle file plain, as `.gz` and as `.zst`."""
    castle = corpus.castle(plan.work, plan.plies)
    files: dict[str, Path] = {PLAIN: castle.path, "gzip": corpus.gzipped(castle)}
    if zstd := corpus.zstandard(castle):
        files["zstd"] = zstd
    else:
        plan.tell("notice: neither a package for zstd nor the program zstd is installed: .zst skipped")
    commands = [Command(label, validate(path)) for label, path in files.items()]
    middle = medians(interleaved(commands, plan.runs, plan.tell))
    times = {label: seconds / middle[PLAIN] for label, seconds in middle.items()}
    rows = [
        [label, f"{path.stat().st_size / 1e6:.1f}", f"{middle[label]:.2f}", f"{times[label]:.2f}"]
        for label, path in files.items()
    ]
    bars = (
        Bar(f"{label}, times plain", times.get(label), limit, at_most=True) for label, limit in LIMITS.items()
    )
    return Part(markdown(["Input", "MB", "CPU s", "times plain"], rows), tuple(bars))
