"""Runs whole processes and takes their CPU time and peak memory from the kernel (`os.wait4`)."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
WATCH: Final = str(Path(__file__).with_name("watch.py"))
LOOK: Final = 0.05
"""Seconds between two looks at the memory of each process."""


class BenchError(Exception):
    """Something that makes the measurement meaningless, in words for the person who started it."""


@dataclass(frozen=True)
class Command:
    """A process to be measured, and the exit code that it must end with.

    `fault` on standard error means a refusal, whatever the exit code.
    """

    label: str
    argv: Sequence[str]
    fault: str | None = None
    expect: int = 0


@dataclass(frozen=True)
class Needs:
    """What a command and all processes that it started needed: seconds, and KiB of resident memory.

    `peak` is the largest of any process. `first` (the command itself) and `others` (what it started, largest
    first) are what was seen at the last look, so perhaps a little less; 0 and nothing where nobody looked.
    """

    wall: float
    cpu: float
    peak: int
    first: int = 0
    others: tuple[int, ...] = ()


def cpu_seconds(command: Command) -> float:
    """User plus system time of one run. Raises `BenchError` unless it ends as expected."""
    with tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(
            command.argv, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, cwd=ROOT
        )
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        said = errors.read().decode(errors="replace").strip()
    _check(command, child.returncode, said)
    return usage.ru_utime + usage.ru_stime


def _check(command: Command, code: int, said: str) -> None:
    if code != command.expect or (command.fault is not None and command.fault in said):
        raise BenchError(f"{command.label}: exit code {code} of {' '.join(command.argv)}\n{said[:2000]}")


def needs(command: Command, look: float = 0) -> Needs:
    """What one run needed, all its processes together; with `look` (seconds) the memory of each is looked at.

    Raises `BenchError` unless it ends as expected and all its processes end too.
    """
    done = subprocess.run(
        [sys.executable, "-ISP", WATCH, str(look), *command.argv],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", cwd=ROOT, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise BenchError(f"{command.label}: {' '.join(command.argv)} failed\n{done.stderr[:2000]}")
    told = json.loads(done.stdout)
    _check(command, told["code"], done.stderr.strip())
    if told["left"]:
        raise BenchError(f"{command.label}: {told['left']} processes did not end: {' '.join(command.argv)}")
    return Needs(told["wall"], told["cpu"], told["peak"], told["first"], tuple(told["others"]))


def output(command: Command) -> str:
    """What one run prints. Raises `BenchError` unless it ends as expected."""
    done = subprocess.run(
        command.argv, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", cwd=ROOT,
        check=False,
    )  # fmt: skip
    _check(command, done.returncode, done.stderr.strip())
    return done.stdout


def rounds(runs: int, commands: Sequence[Command]) -> Iterable[tuple[int, Command]]:
    """Each command so many times, in the order A B C A B C ..., so that drift meets all alike."""
    return ((run, command) for run in range(1, runs + 1) for command in commands)


def interleaved(
    commands: Sequence[Command], runs: int, tell: Callable[[str], None] = lambda _: None
) -> dict[str, list[float]]:
    """CPU seconds of each command, by label, interleaved."""
    times: dict[str, list[float]] = {command.label: [] for command in commands}
    for run, command in rounds(runs, commands):
        times[command.label].append(cpu_seconds(command))
        tell(f"run {run}/{runs}: {command.label} {times[command.label][-1]:.3f} s")
    return times


def medians(times: dict[str, list[float]]) -> dict[str, float]:
    """The median of each."""
    return {label: statistics.median(values) for label, values in times.items()}


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def ours(*arguments: str) -> list[str]:
    """The command line of our program in this interpreter."""
    return [sys.executable, "-m", "struckle_cli", *arguments]
