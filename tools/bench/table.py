"""Results as Markdown tables that also read well in a terminal, and their place in the documentation."""

import datetime
import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from .process import BenchError

BEGIN: Final = "<!-- bench:begin -->"
END: Final = "<!-- bench:end -->"


@dataclass(frozen=True)
class Bar:
    """A value that must reach its floor and should reach its aim; None where it was not measured."""

    name: str
    value: float | None
    floor: float
    aim: float | None = None
    at_most: bool = False

    def reaches(self, mark: float) -> bool:
        """Whether the value is as good as `mark`."""
        assert self.value is not None
        return self.value <= mark if self.at_most else self.value >= mark

    @property
    def missed(self) -> bool:
        """Whether the floor was measured and missed."""
        return self.value is not None and not self.reaches(self.floor)

    def row(self) -> list[str]:
        """Name, value, floor, aim."""
        sign = "≤" if self.at_most else "≥"

        def cell(mark: float | None) -> str:
            if mark is None:
                return "-"
            if self.value is None:
                return f"{sign} {mark:g}: not measured"
            return f"{sign} {mark:g}: {'met' if self.reaches(mark) else 'not met'}"

        value = "-" if self.value is None else f"{self.value:.2f}"
        return [self.name, value, cell(self.floor), cell(self.aim)]


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table with its first column to the left and the others to the right."""
    table = [list(head), *(list(row) for row in rows)]
    widths = [max(3, *(len(row[column]) for row in table)) for column in range(len(head))]

    def line(cells: Sequence[str]) -> str:
        first, *rest = cells
        return " | ".join(
            [first.ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(rest, widths[1:], strict=True))]
        )

    rule = " | ".join(["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])])
    return "\n".join(f"| {text} |" for text in (line(table[0]), rule, *map(line, table[1:])))


def bars(found: Sequence[Bar]) -> str:
    """The table of floors and aims."""
    return markdown(["Mark", "Measured", "Floor", "Aim"], [bar.row() for bar in found])


def heading(runs: int) -> str:
    """When and on what; no host names."""
    today = datetime.date.today().isoformat()
    return (
        f"Measured on {today}, {platform.python_implementation()} {platform.python_version()}, "
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} CPUs; "
        f"CPU time (user and system) of whole processes, interleaved, median of {runs}."
    )


def check_page(page: Path) -> tuple[str, str]:
    """What stands around the block, markers included. Raises `BenchError` unless it is there once."""
    try:
        text = page.read_text(encoding="utf-8")
    except OSError as error:
        raise BenchError(f"{page}: {error.strerror}") from error
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end or BEGIN in after or END in after:
        raise BenchError(f"{page}: expected one {BEGIN} and, after it, one {END}")
    return before + BEGIN, END + after


def write_page(page: Path, block: str) -> None:
    """Replace what stands between the markers."""
    before, after = check_page(page)
    part = page.with_name(page.name + ".part")
    part.write_text(f"{before}\n{block}\n{after}", encoding="utf-8")
    part.replace(page)
