"""A Dask cluster on the loopback, started as people start one, and what its processes need."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from .process import ROOT, BenchError
from .watch import descendants, high_water

WORKERS: Final = 2
PATIENCE: Final = 60.0
"""Seconds until a cluster must be there, and until it must be gone."""
PAUSE: Final = 0.05
NOTES: Final = "STRUCKLE_BENCH_NOTES"
"""The variable by which the scheduler is told where to note what it holds."""


@dataclass(frozen=True)
class Held:
    """What a scheduler held and moved from its start to its end."""

    most: int
    """Tasks at once, at most."""
    done: int
    received: int
    sent: int
    """Bytes."""
    peak: int
    """Of its resident memory, in KiB; 0 where nobody tells."""
    worker: int
    """The same of the largest worker."""


class Cluster:
    """A scheduler and its workers, one thread each. `held` is known when it has ended."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = ""
        self.held: Held | None = None
        self._notes = folder / "notes.json"
        self._log = folder / "log"
        self._processes: list[subprocess.Popen[bytes]] = []
        self._peak = self._worker = 0

    def start(self) -> None:
        """Start all, and wait until the workers have come. Raises `BenchError` where they do not."""
        place = self.folder / "scheduler.json"
        words = ["--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(place)]
        self._run("scheduler", *words, "--preload", f"{__package__}.scheduled")
        self.address = str(self._awaited(place, "address"))
        crew = ["--no-nanny", "--nthreads", "1", "--local-directory", str(self.folder)]
        for _ in range(WORKERS):
            self._run("worker", self.address, *crew)
        self._awaited(self._notes, "workers", WORKERS)

    def _run(self, *words: str) -> None:
        with self._log.open("ab") as log:
            self._processes.append(
                subprocess.Popen(
                    [sys.executable, "-m", "dask", *words, "--no-dashboard"], cwd=ROOT,
                    stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                    env={**os.environ, NOTES: str(self._notes)},
                )
            )  # fmt: skip

    def _awaited(self, path: Path, key: str, wanted: Any = None) -> Any:
        """What a file says of `key`, once it is there and (with `wanted`) says that."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and all(process.poll() is None for process in self._processes):
            with contextlib.suppress(OSError, ValueError):
                value = json.loads(path.read_bytes())[key]
                if wanted in (None, value):
                    return value
            time.sleep(PAUSE)
        said = self._log.read_text(encoding="utf-8", errors="replace")[-2000:]
        raise BenchError(f"no Dask cluster comes to be on this machine\n{said}")

    def cpu(self) -> tuple[float, float]:
        """CPU seconds of the scheduler so far, and of the workers."""
        scheduler, *crew = (process.pid for process in self._processes)
        self._peak = max(self._peak, high_water(scheduler))
        self._worker = max(self._worker, *map(high_water, crew))
        return cpu_time([scheduler]), cpu_time(crew)

    def stop(self) -> None:
        """End all."""
        if len(self._processes) > WORKERS:
            self.cpu()
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            self._end(process)
        with contextlib.suppress(OSError, ValueError):
            noted = json.loads(self._notes.read_bytes())
            self.held = Held(
                noted["most"], noted["done"], noted["received"], noted["sent"], self._peak, self._worker
            )

    @staticmethod
    def _end(process: "subprocess.Popen[bytes]") -> None:
        """Wait for a process and all that it has started; end them if they take too long."""
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            for pid in [process.pid, *descendants(process.pid)]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            process.wait()


@contextlib.contextmanager
def cluster(work: Path) -> Iterator[Cluster]:
    """A cluster that runs, and ends with the block. Raises `BenchError` where none can be started."""
    with tempfile.TemporaryDirectory(prefix="cluster-", dir=work) as name:
        found = Cluster(Path(name))
        try:
            found.start()
            yield found
        finally:
            found.stop()


def cpu_time(pids: list[int]) -> float:
    """User and system time of processes that run; 0 where /proc is silent."""
    ticks = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            # Behind the name, which stands in brackets: utime and stime are fields 14 and 15.
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")
