"""What is done on the workers of a Dask cluster: ranges come, and what they hold of records is told as bytes.

Nothing here needs Dask. An answer is limited; what it leaves is done by another task.
"""

import hashlib
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

import struckle_cli
from struckle_cli import registry
from struckle_cli.core.resources import user_folders
from struckle_cli.replay.ranging import Range
from struckle_cli.replay.storage import need, own_path
from struckle_cli.services.answers import encoded
from struckle_cli.services.jobs import Job
from struckle_cli.services.working import by_pieces

MOST = 4 << 20
"""Bytes of an answer, about: what comes of one piece more may be over it."""


class Made(msgspec.Struct, frozen=True):
    """What decides what a process finds out about a record."""

    tool: str
    python: str
    msgspec: str
    rules: tuple[tuple[str, int], ...]
    """The version of the rules of each game."""
    boards: str
    """A hash of the boards that the user adds (`STRUCKLE_DATA`); empty where there are none."""

    def unlike(self, here: "Made") -> list[str]:
        """How this differs from another, in words."""
        found = [
            f"{name} {theirs} (here {ours})"
            for name, theirs, ours in (
                ("struckle", self.tool, here.tool),
                ("Python", self.python, here.python),
                ("msgspec", self.msgspec, here.msgspec),
            )
            if theirs != ours
        ]
        theirs, ours = dict(self.rules), dict(here.rules)
        for name in sorted(theirs.keys() | ours.keys()):
            if theirs.get(name) != ours.get(name):
                found.append(f"the rules of {name} {_version(theirs, name)} (here {_version(ours, name)})")
        if self.boards != here.boards:
            found.append("the boards in STRUCKLE_DATA")
        return found


def _version(rules: dict[str, int], name: str) -> str:
    return f"version {rules[name]}" if name in rules else "unknown"


@lru_cache(maxsize=1)
def made() -> Made:
    """What this process is made of. It loads every game."""
    games = filter(None, map(registry.lookup, registry.names()))
    rules = tuple(sorted((game.name, game.rules_version) for game in games))
    python = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return Made(struckle_cli.__version__, python, msgspec.__version__, rules, _boards())


def _boards() -> str:
    found = hashlib.sha256()
    files = [(path.name, path) for folder in user_folders() for path in sorted(folder.glob("*.txt"))]
    for name, path in files:
        data = path.read_bytes() if path.is_file() else b""
        found.update(f"{name}\0{len(data)}\0".encode("utf-8", "surrogateescape") + data)
    return found.hexdigest() if files else ""


class Answer(msgspec.Struct, frozen=True):
    """What came of ranges: for some of them, by their index and in order, chunks of events (`encoded`)."""

    made_by: Made
    parts: tuple[tuple[int, bytes], ...] = ()
    rest: tuple[int, int] | None = None
    """Where the answer breaks off: the index of the range that is not done yet, and its `skip`."""
    unseen: tuple[int, int | None] | None = None
    """The index of a file that is another one here, and its size if there is one; nothing is done then."""


class Call:
    """Pickled, this is a call: who unpickles it makes it, and has what it returns.

    So the task that a scheduler sees is `pickle.loads` with some bytes, and needs nothing of ours there.
    """

    def __init__(self, function: Callable[..., Any], *given: Any) -> None:
        self.function = function
        self.given = given

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self.function, self.given


class Part(msgspec.Struct, frozen=True):
    """A range, and how many bytes its whole file has where it was found (None: not to be compared)."""

    range: Range
    size: int | None = None


def performed(parts: Sequence[Part], job: Job) -> Answer:
    """Do a job on ranges: a task of Dask. Raises `UsageError` if what reads their URLs is not installed."""
    need([part.range.source.name for part in parts])
    for index, part in enumerate(parts):
        size = None if part.size is None else seen(part.range.source.name)
        if size != part.size:
            return Answer(made(), unseen=(index, size))
    return answered([part.range for part in parts], job)


def seen(name: str) -> int | None:
    """The size of a file of this system; None where there is none that can be looked at."""
    try:
        return Path(own_path(name) or name).stat().st_size
    except (OSError, ValueError):
        return None


def answered(ranges: Sequence[Range], job: Job) -> Answer:
    """What comes of ranges, as far as an answer takes it."""
    found: list[tuple[int, bytes]] = []
    size = 0
    for index, part in enumerate(ranges):
        for done, events in enumerate(by_pieces(part, job)):
            if size >= MOST:
                return Answer(made(), tuple(found), rest=(index, part.skip + done))
            for chunk in encoded(events):
                found.append((index, chunk))
                size += len(chunk)
    return Answer(made(), tuple(found))


def sheltered(parts: Sequence[Part], job: Job) -> Answer | None:
    """Do the same in a process of its own, whose worker may die of a record; None if it dies itself.

    A task of Dask for what Dask has given up: then it has killed who did it.
    """
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "struckle_cli.services.shelter"]
    try:
        with subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as child:
            assert child.stdin is not None
            assert child.stdout is not None
            child.stdin.write(pickle.dumps(([part.range for part in parts], job)))
            child.stdin.flush()
            answer = pickle.load(child.stdout)
    except (OSError, EOFError, pickle.UnpicklingError):
        return None
    return answer if isinstance(answer, Answer) else None
