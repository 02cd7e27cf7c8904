"""Runs whole processes and takes their CPU time and peak memory from the kernel (`os.wait4`)."""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]

# The peak of a child includes what its parent held at the fork, so a bare interpreter stands in between.
PEAK_SCRIPT: Final = """\
import os, sys
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ,
                     file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
_, status, usage = os.wait4(pid, 0)
print(usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status) and 1)
"""


class BenchError(Exception):
    """Something that makes the measurement meaningless, in words for the person who started it."""


@dataclass(frozen=True)
class Command:
    """A process to be measured; `fault` on standard error means a refusal, whatever the exit code."""

    label: str
    argv: Sequence[str]
    fault: str | None = None


def cpu_seconds(command: Command) -> float:
    """User plus system time of one run. Raises `BenchError` unless it ends with 0."""
    with tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(
            command.argv, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, cwd=ROOT
        )
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        said = errors.read().decode(errors="replace").strip()
    if child.returncode != 0 or (command.fault is not None and command.fault in said):
        raise BenchError(
            f"{command.label}: exit code {child.returncode} of {' '.join(command.argv)}\n{said[:2000]}"
        )
    return usage.ru_utime + usage.ru_stime


def interleaved(
    commands: Sequence[Command], runs: int, tell: Callable[[str], None] = lambda _: None
) -> dict[str, list[float]]:
    """CPU seconds of each command, by label, in the order A B C A B C ..., so that drift meets all alike."""
    times: dict[str, list[float]] = {command.label: [] for command in commands}
    for run in range(runs):
        for command in commands:
            times[command.label].append(cpu_seconds(command))
            tell(f"run {run + 1}/{runs}: {command.label} {times[command.label][-1]:.3f} s")
    return times


def medians(times: dict[str, list[float]]) -> dict[str, float]:
    """The median of each."""
    return {label: statistics.median(values) for label, values in times.items()}


def peak_kib(command: Command) -> int:
    """Peak resident memory of one run in KiB. Raises `BenchError` unless it ends with 0."""
    done = subprocess.run(
        [sys.executable, "-ISc", PEAK_SCRIPT, *command.argv],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    if done.returncode != 0:
        raise BenchError(f"{command.label}: {' '.join(command.argv)} failed\n{done.stderr[:2000]}")
    unit = 1024 if sys.platform == "darwin" else 1  # bytes there, KiB elsewhere
    return int(done.stdout) // unit


def ours(*arguments: str) -> list[str]:
    """The command line of our program in this interpreter."""
    return [sys.executable, "-m", "struckle_cli", *arguments]
