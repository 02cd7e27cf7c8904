"""Worker processes for a match: each plays one game after another, and the games are told in their order."""

import contextlib
import multiprocessing
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

from msgspec.structs import replace

from struckle_cli import registry
from struckle_cli.core.errors import StruckleError
from struckle_cli.services.match import BotError, Game, Match, play_game
from struckle_cli.services.processes import (
    begun,
    dismiss_all,
    end_all,
    end_with,
    heed_the_parent_alone,
    may_fork,
)

AHEAD = 16
"""Games for each worker that are played ahead of what has been told; they bound the memory that is used."""


def play_by_workers(
    match: Match, numbers: Sequence[int], jobs: int, ahead: list[Game] | None = None
) -> Iterator[Game]:
    """The games of these numbers in order, played by `jobs` processes, which end when this one does.

    `ahead` gets those that are done when it ends, and the last that was told perhaps. Raises what playing a
    game here would raise, in its place, and `BotError` for a process that dies.
    """
    crew = _Crew(match, numbers, jobs)
    try:
        yield from crew.run()
        crew.dismiss()
    finally:
        if ahead is not None:
            ahead.extend(crew.untold())
        crew.end()


class _Failure(NamedTuple):
    """Why a game was not played, as it passes between processes."""

    kind: type[StruckleError]
    message: str
    code: str

    def error(self) -> StruckleError:
        return self.kind(self.message, code=self.code)


class _Worker:
    """A process, the pipe to it, and the number of the game that it plays."""

    def __init__(self, process: BaseProcess, pipe: "Connection[Any, Any]") -> None:
        self.process = process
        self.pipe = pipe
        self.number: int | None = None


class _Crew:
    """The workers of a match."""

    def __init__(self, match: Match, numbers: Sequence[int], jobs: int) -> None:
        self.match = match
        self.numbers = numbers
        self.given = self.told = 0
        self.jobs = jobs
        self.workers: list[_Worker] = []
        self.done: dict[int, Game | _Failure] = {}
        self.forks = may_fork()
        self.context: Any = multiprocessing.get_context("fork" if self.forks else "spawn")
        self.life: tuple[Connection[Any, Any], Connection[Any, Any]] = self.context.Pipe(duplex=False)

    def run(self) -> Iterator[Game]:
        """Hand out numbers, and tell the games in order."""
        for number in self.numbers:
            while number not in self.done:
                self.hand_out()
                self.collect()
            found = self.done[number]
            self.told += 1
            if isinstance(found, _Failure):
                raise found.error()
            yield found
            del self.done[number]  # not before: an interrupt may come while it is being told

    def hand_out(self) -> None:
        """Give a number to each worker that has none; start workers as they are needed."""
        while self.given < min(len(self.numbers), self.told + AHEAD * max(1, self.jobs)):
            worker = next((one for one in self.workers if one.number is None), None)
            if worker is None and len(self.workers) < self.jobs:
                worker = self.start()
            if worker is None and self.workers:
                return
            if worker is None:  # where no process can be had this one plays
                self.done[self.numbers[self.given]] = _played(self.match, self.numbers[self.given])
                self.given += 1
                return
            worker.number = self.numbers[self.given]
            self.given += 1
            with contextlib.suppress(OSError):  # its death is met when its answer is waited for
                worker.pipe.send(worker.number)

    def start(self) -> _Worker | None:
        """A new worker, which leaves Ctrl-C to this process; None, once and for all, if there can be none."""
        ours, theirs = self.context.Pipe()
        # A forked process has copies of these, which would keep the pipes open when this process is killed.
        others = [ours, self.life[1], *(one.pipe for one in self.workers)] if self.forks else []
        work = replace(self.match, game=None), self.match.game.name
        given = theirs, self.life[0], others, *work
        process = begun(self.context, _work, given, ours, theirs)
        if process is None:
            self.jobs = len(self.workers)
            return None
        worker = _Worker(process, ours)
        self.workers.append(worker)
        return worker

    def collect(self) -> None:
        """Wait for games, and take them."""
        busy = {worker.pipe: worker for worker in self.workers if worker.number is not None}
        for pipe in wait(list(busy)) if busy else ():
            worker = busy[pipe]  # type: ignore[index]
            number = worker.number
            assert number is not None
            try:
                self.done[number] = worker.pipe.recv()
                worker.number = None
            except (EOFError, OSError):
                self.bury(worker, number)

    def bury(self, worker: _Worker, number: int) -> None:
        """A worker has died: the game that it played cannot be told."""
        worker.pipe.close()
        worker.process.join()
        self.workers.remove(worker)
        code = worker.process.exitcode or 0
        how = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
        self.done[number] = _Failure(BotError, f"the process that played game {number} {how}", "bot.lost")

    def untold(self) -> list[Game]:
        """The games that are done and wait for one before them, in order; the last one told may be there."""
        found = [self.done[number] for number in sorted(self.done)]
        return [game for game in found if not isinstance(game, _Failure)]

    def dismiss(self) -> None:
        """All is done."""
        dismiss_all(self.workers)

    def end(self) -> None:
        """End what still runs, at once."""
        end_all(self.workers)
        for end in self.life:
            end.close()


def _work(
    pipe: "Connection[Any, Any]", life: "Connection[Any, Any]", others: "list[Connection[Any, Any]]",
    match: Match, name: str,
) -> None:  # fmt: skip
    """What a worker does until the pipe closes. `others` are its copies of pipes that are the parent's.

    When the parent is killed `life` closes, and it ends in the middle of a game: its copy of what the parent
    writes to would keep that locked.
    """
    heed_the_parent_alone()
    for other in others:
        other.close()
    end_with(life)
    match = replace(match, game=registry.lookup(name))
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            pipe.send(_played(match, pipe.recv()))


def _played(match: Match, number: int) -> Game | _Failure:
    try:
        return play_game(match, number)
    except StruckleError as error:
        return _Failure(type(error), error.message, error.code)
    except Exception as error:
        first = (str(error).splitlines() or [""])[0]
        return _Failure(BotError, f"game {number}: {type(error).__name__}: {first}", "bot.failed")
