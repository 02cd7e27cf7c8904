"""What the command line asks for, and what a part of the benchmark answers."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .table import Bar

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """What is wanted: `work` is where the files are kept, `tell` takes progress and notices."""

    work: Path
    plies: int
    """Plies of the Castle file."""
    chess_plies: int
    runs: int
    quick: bool = False
    """Sizes for a first look."""
    long: bool = False
    """Sizes that take minutes more."""
    with_ours: bool = True
    tell: Tell = print


@dataclass(frozen=True)
class Part:
    """What one part of the benchmark found."""

    text: str
    bars: tuple[Bar, ...] = ()
