"""Runs of a command that are broken off at one call of the system, each of them in turn.

This file runs itself as a process of its own, which forks one child a moment: at its n-th call that opens,
locks, writes out, renames or removes something in its folder the child kills itself, gets a signal, or the
call fails.
"""

import errno
import io
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
EVENTS = ("open", "os.rename", "os.remove", "os.link", "os.chmod", "fcntl.flock")


class Broken(NamedTuple):
    """One run: the moment, its folder, how it ended (a signal is negative), and what it wrote."""

    moment: int
    folder: Path
    code: int
    out: str
    err: str


def broken_runs(
    base: Path, arguments: list[str], lines: str, action: str, *, width: int = 1, step: int = 1
) -> list[Broken]:
    """Runs of a command on copies of the folder `base`, broken off at each moment; the last one never was.

    `action` is the name of a signal, or `fail`: then `width` calls fail because the disk is full.
    """
    asked = {
        "base": str(base),
        "arguments": arguments,
        "lines": lines,
        "action": action,
        "width": width,
        "step": step,
    }
    done = subprocess.run(
        [sys.executable, __file__], input=json.dumps(asked), capture_output=True, text=True, timeout=120,
        check=True, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    found = [json.loads(line) for line in done.stdout.splitlines()]
    runs = []
    for moment, code in found:
        folder = base.parent / f"{base.name}-{moment}"
        out, err = ((base.parent / f"{folder.name}.{name}").read_text() for name in ("out", "err"))
        runs.append(Broken(moment, folder, code, out, err))
    assert len(runs) > 3, "the command did nothing that could be broken off"
    return runs


class _Breaker:
    """Counts what the process does in its folder, and acts at one moment."""

    def __init__(self, action: str, moment: int, width: int) -> None:
        self.folder = os.getcwd()
        self.action = action
        self.moments = range(moment, moment + width)
        self.count = 0
        self.within = False

    def audited(self, event: str, arguments: tuple[Any, ...]) -> None:
        """The hook of `sys.addaudithook`: called before the system is."""
        if event in EVENTS and (event != "open" or self.is_ours(arguments[0])):
            self.reach()

    def is_ours(self, path: object) -> bool:
        return isinstance(path, str) and os.path.abspath(path).startswith(self.folder + os.sep)

    def reach(self) -> None:
        if self.within:
            return
        self.count += 1
        if self.count not in self.moments:
            return
        self.within = True
        try:
            if self.action == "fail":
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.kill(os.getpid(), getattr(signal, self.action))
        finally:
            self.within = False


def _run(asked: dict[str, Any], folder: Path) -> int:
    """Run the command in a folder, with its output in files beside that."""
    from struckle_cli.__main__ import _end_as_by_ctrl_c
    from struckle_cli.cli.app import run

    for number, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(f"{folder}.{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.BytesIO(asked["lines"].encode())))  # type: ignore[arg-type]
    _end_as_by_ctrl_c()
    code = run(asked["arguments"])
    sys.stdout.flush()
    return code


def _child(asked: dict[str, Any], folder: Path, moment: int) -> None:
    os.chdir(folder)
    breaker = _Breaker(asked["action"], moment, asked["width"])
    os.fsync = lambda handle: breaker.reach()  # only an end of the machine would show the difference
    sys.addaudithook(breaker.audited)
    code = _run(asked, folder)
    breaker.moments = range(0)
    os._exit(code if breaker.count >= moment else UNBROKEN)


UNBROKEN = 200
"""How a child ends whose moment did not come."""


def main() -> None:
    """Fork a child for each moment until one ends before it comes."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # measuring coverage has a handler of its own
    asked = json.load(sys.stdin)
    base, answers = Path(asked["base"]), os.fdopen(os.dup(1), "w")
    folder = base.parent / f"{base.name}-0"
    shutil.copytree(base, folder)
    os.chdir(folder)
    _run(asked, folder)  # all that is imported on the way is imported once, for all children
    moment, code = 1, 0
    while code != UNBROKEN:
        folder = base.parent / f"{base.name}-{moment}"
        shutil.copytree(base, folder)
        pid = os.fork()
        if not pid:
            _child(asked, folder, moment)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        answers.write(json.dumps([moment, 0 if code == UNBROKEN else code]) + "\n")
        moment += asked["step"]
    answers.close()


if __name__ == "__main__":
    main()
