"""Clusters for the tests of `--engine dask`: `dask scheduler` and `dask worker` on the loopback."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.cli.support import ROOT, child_environment

SITE = """
import os, signal, sys, time

class Patch:
    def find_spec(self, name, path=None, target=None):
        if name != "struckle_cli.services.validate":
            return None
        import importlib.util, multiprocessing
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        executed = spec.loader.exec_module

        def exec_module(module):
            executed(module)
            judge = module.judge

            def judged(reading, *rest):
                tags = {} if reading.document is None else reading.document.tags
                if tags.get("Event") == "fatal" and multiprocessing.parent_process() is not None:
                    os.kill(os.getpid(), signal.SIGKILL)
                if tags.get("Event") == "slow" and multiprocessing.parent_process() is not None:
                    time.sleep(0.05)
                return judge(reading, *rest)

            module.judge = judged

        spec.loader.exec_module = exec_module
        return spec

sys.meta_path.insert(0, Patch())
if version := os.environ.get("OTHER_VERSION"):
    import struckle_cli
    struckle_cli.__version__ = version
"""
"""A `sitecustomize`: a record whose Event is `fatal` ends its process (no first one), `slow` takes time."""

CLIENT = """
import sys

if __name__ == "__main__":
    from struckle_cli.replay import cutting
    from struckle_cli.services import runs
    runs.RANGE, runs.SMALL, runs.WORTH_WORKERS = {step}, 2000, 0
    {more}
    from struckle_cli.__main__ import main
    main()
"""


def environment(site: Path, **more: str) -> dict[str, str]:
    site.mkdir(exist_ok=True)
    (site / "sitecustomize.py").write_text(SITE)
    return child_environment(PYTHONPATH=os.pathsep.join([str(site), str(ROOT)]), **more)


def struckle(folder: Path, *arguments: object, step: int = 20_000, more: str = "") -> list[str]:
    """The command with ranges of `step` bytes."""
    script = folder / "client.py"
    script.write_text(CLIENT.format(step=step, more=more))
    return [sys.executable, str(script), *map(str, arguments)]


def children(pid: int) -> list[int]:
    """The processes below one, at any depth."""
    found = []
    for number in Path(f"/proc/{pid}/task").iterdir() if Path(f"/proc/{pid}/task").exists() else ():
        with contextlib.suppress(OSError):
            for child in map(int, (number / "children").read_text().split()):
                found += [child, *children(child)]
    return found


def runs_still(pid: int) -> bool:
    """Whether there is such a process, and not just what is left of it until somebody asks."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def within(seconds: float, true: Callable[[], Any]) -> bool:
    """Whether something becomes true within some time."""
    latest = time.monotonic() + seconds
    while not true():
        if time.monotonic() > latest:
            return False
        time.sleep(0.05)
    return True


class Cluster:
    """A scheduler, and workers as they are asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.started: list[subprocess.Popen[bytes]] = []
        self.scheduler = self.start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", self.file
        )
        assert within(60, self.file.exists)

    @property
    def address(self) -> str:
        return str(json.loads(self.file.read_text())["address"])

    def start(self, *arguments: object, **more: str) -> subprocess.Popen[bytes]:
        settings = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
        process = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + str(arguments[0]), *map(str, arguments[1:])],
            cwd=self.folder, env=environment(self.folder / "site", **settings, **more),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.started.append(process)
        return process

    def worker(self, **more: str) -> subprocess.Popen[bytes]:
        """Start a worker of one thread, with a nanny."""
        return self.start(
            "worker", "--scheduler-file", self.file, "--nworkers", 1, "--nthreads", 1, "--no-dashboard",
            "--host", "127.0.0.1", "--local-directory", self.folder, **more,
        )  # fmt: skip

    def end(self) -> None:
        below = [child for process in self.started for child in children(process.pid)]
        for process in self.started:
            process.kill()
            process.wait()
        for child in below:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)


@contextlib.contextmanager
def cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    found = Cluster(folder)
    try:
        for _ in range(workers):
            found.worker()
        yield found
    finally:
        found.end()
