"""The Dask engine without a cluster: tasks end in any order, are killed, come back in parts."""

import asyncio
import gzip
import itertools
import pickle
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from distributed import KilledWorker
from hypothesis import given
from hypothesis import settings as few
from hypothesis import strategies as st

from struckle_cli.core.errors import AccessError
from struckle_cli.replay import cutting, ranging
from struckle_cli.services import dask_engine, dask_work, runs, shelter
from struckle_cli.services.dask_engine import Dask
from struckle_cli.services.dask_link import Link, Loop
from struckle_cli.services.dask_work import Answer, Call, Part, made
from struckle_cli.services.events import Ended, Passed
from struckle_cli.services.jobs import AnyEvent, Job
from struckle_cli.services.runs import Engine, Local, run
from tests.cli.support import dumps, record, sgn


class Promise:
    """What a client gives for a task."""

    status = "finished"

    def __init__(self, chance: random.Random, call: Callable[[], Any]) -> None:
        self._chance = chance
        self._call = call

    def __await__(self) -> Iterator[Any]:
        for _ in range(self._chance.randrange(3)):
            yield from asyncio.sleep(0).__await__()
        return self._call()

    def release(self) -> None:
        pass


class Cluster:
    """A link to a cluster of this thread: tasks are done when they are waited for, or killed by chance."""

    def __init__(self, loop: Loop, seed: int = 0, deaths: float = 0.0, threads: int = 2) -> None:
        self.loop = loop
        self.client = self
        self.threads = threads
        self.chance = random.Random(seed)
        self.deaths = deaths
        self.shelters = b"sheltered"
        self.out = self.most = 0
        self.answers: list[Answer] = []

    def ask(self, work: Any, seconds: float = 30) -> Any:
        return self.loop.call(work, seconds)

    lost = Link.lost
    _kept = False

    def look(self) -> None:
        pass

    def compare(self) -> None:
        pass

    def submit(self, function: Any, task: bytes, *, key: Any, pure: bool, priority: int) -> Promise:
        assert function is pickle.loads
        assert not pure
        killed = self.shelters not in task and self.chance.random() < self.deaths
        self.out += 1
        self.most = max(self.most, self.out)

        def call() -> Any:
            self.out -= 1
            if killed:
                raise KilledWorker(key, None, 1)
            answer = pickle.loads(task)
            self.answers.append(answer)
            return answer

        return Promise(self.chance, call)

    async def cancel(self, futures: list[Promise], force: bool) -> None:
        self.out -= len(futures)


@pytest.fixture(scope="module")
def loop() -> Iterator[Loop]:
    found = Loop()
    yield found
    found.end()


@pytest.fixture(scope="module", autouse=True)
def _sheltered_here() -> Iterator[None]:
    """The child process of a shelter, and how its worker dies, are the affair of `tests/cli/test_dask.py`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dask_engine, "sheltered", sheltered)
        patch.setattr(shelter, "by_workers", lambda portions, job, jobs: Local(1).run(portions, job))
        yield


def sheltered(parts: list[Part], job: Job) -> Answer:
    return shelter.answered([part.range for part in parts], job)


def events_of(folder: Path, engine: Engine, hashing: bool = False) -> list[AnyEvent]:
    return list(run([str(folder), str(folder / "gone.sgn")], Job(hashing=hashing), engine))


def told(events: list[AnyEvent]) -> list[AnyEvent]:
    return [event for event in events if not isinstance(event, Passed)]


def passed(events: list[AnyEvent]) -> int:
    return sum(event.size for event in events if isinstance(event, Passed))


LINES = [
    dumps(record(["D8-C8"])), dumps(record(["D8-D1"])), dumps(record(["foo"] * 30)), b"{", b"", b"\xff",
    dumps({"more": 1}), dumps(record(["D8-C8"], tags={"Event": "\u00e9" * 40})),
]  # fmt: skip
GAMES = [sgn("1. D8-C8"), sgn("1. D8-D1"), sgn("1. foo bar"), b"junk\n\n", b"\n", sgn("1. D8-C8 {[Game}")]


@few(max_examples=12)
@given(
    lines=st.lists(st.sampled_from(LINES), max_size=12).map(b"\n".join),
    games=st.lists(st.sampled_from(GAMES), max_size=8).map(b"".join),
    whole=st.sampled_from([b"", dumps({"x": 1}), dumps(record(["D8-C8"])), b"[1, 2]"]),
    step=st.integers(100, 2000),
    most=st.sampled_from([1, 300, 5000, 1 << 22]),
    size=st.sampled_from([64, 300, 1 << 17]),
    deaths=st.sampled_from([0.0, 0.4, 1.0]),
    seed=st.integers(0, 1000),
)
def test_whatever_the_ranges_the_answers_and_their_order_the_same_is_told(
    loop, tmp_path_factory, lines, games, whole, step, most, size, deaths, seed
):
    """And whichever portions have killed their workers, and are sheltered."""
    folder = tmp_path_factory.mktemp("pile")
    (folder / "a.jsonl").write_bytes(lines)
    (folder / "b.sgn").write_bytes(games)
    (folder / "c.json").write_bytes(whole)
    (folder / "d.jsonl.gz").write_bytes(gzip.compress(lines))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "SMALL", 100)
        for module in (cutting, ranging):
            patch.setattr(module, "SIZE", size)
        for module in (dask_work, shelter):
            patch.setattr(module, "MOST", most)
        alone = events_of(folder, Local(1))
        cluster = Cluster(loop, seed, deaths)
        engine = Dask(cluster)
        engine.step = step
        found = events_of(folder, engine, hashing=False)
        assert told(found) == told(alone)
        assert passed(found) == sum(path.stat().st_size for path in folder.iterdir())
        hashed = events_of(folder, Local(1, step), hashing=True)
        assert told(events_of(folder, engine, hashing=True)) == told(hashed)
        assert any(isinstance(event, Ended) for event in hashed)


def pile(folder: Path, count: int = 60) -> Path:
    (folder / "m.jsonl").write_bytes(b"".join(dumps(record(["D8-D1"])) + b"\n" for _ in range(count)))
    return folder


@pytest.fixture
def small(monkeypatch):
    """Ranges of a few records, answers of one piece."""
    monkeypatch.setattr(runs, "SMALL", 0)
    monkeypatch.setattr(Dask, "step", 300)


def test_an_answer_is_limited_and_what_it_leaves_is_done_once(loop, tmp_path, monkeypatch, small):
    monkeypatch.setattr(Dask, "step", 1 << 20)
    monkeypatch.setattr(cutting, "MOST", 4)
    monkeypatch.setattr(dask_work, "MOST", 500)
    cluster = Cluster(loop)
    found = told(events_of(pile(tmp_path), Dask(cluster)))
    assert [event.record for event in found[:-1]] == list(range(1, 61))
    sizes = [sum(len(chunk) for _, chunk in answer.parts) for answer in cluster.answers]
    assert len(sizes) > 5
    assert max(sizes) < 2000


def test_only_a_few_portions_for_each_thread_are_out(loop, tmp_path, small):
    cluster = Cluster(loop, threads=3)
    engine = Dask(cluster)
    assert len(told(events_of(pile(tmp_path, 300), engine))) == 301
    assert cluster.most == 3 * dask_engine.AHEAD
    assert cluster.out == 0


def test_what_nobody_waits_for_any_more_is_taken_back(loop, tmp_path, small):
    cluster = Cluster(loop)
    events = run([str(pile(tmp_path))], Job(), Dask(cluster))
    next(events)
    assert cluster.out > 1
    events.close()
    assert cluster.out <= 1  # the one that is being told has been done


def test_a_worker_that_comes_later_and_is_made_otherwise_is_refused(loop, tmp_path, monkeypatch, small):
    other = msgspec.structs.replace(made(), tool="0.0.9", rules=(("castle", 7), ("go", 1)))
    monkeypatch.setattr(dask_work, "made", lambda: other)
    with pytest.raises(AccessError, match=r"struckle 0\.0\.9 \(here") as caught:
        events_of(pile(tmp_path), Dask(Cluster(loop)))
    assert caught.value.code == "engine.version"
    assert "the rules of castle version 7 (here version 1)" in caught.value.message
    assert "the rules of go version 1 (here unknown)" in caught.value.message


@pytest.mark.parametrize(("size", "words"), [(None, "does not see it"), (7, "another one there, of 7 bytes")])
def test_a_worker_without_the_file_is_told_apart_from_a_file_that_is_missing(
    loop, tmp_path, monkeypatch, small, size, words
):
    monkeypatch.setattr(dask_work, "seen", lambda name: size)
    with pytest.raises(AccessError, match=words) as caught:
        events_of(pile(tmp_path), Dask(Cluster(loop)))
    assert caught.value.code == "engine.unseen"
    assert str(tmp_path / "m.jsonl") in caught.value.message


def test_a_file_that_changes_while_it_is_waited_for_is_read_as_it_is(loop, tmp_path, small, monkeypatch):
    alone = told(events_of(pile(tmp_path), Local(1)))
    sizes = itertools.count()
    monkeypatch.setattr(dask_engine, "seen", lambda name: next(sizes))
    assert told(events_of(tmp_path, Dask(Cluster(loop)))) == alone


def test_a_portion_that_even_the_shelter_loses_is_told_and_the_run_goes_on(
    loop, tmp_path, monkeypatch, small
):
    pile(tmp_path)
    (tmp_path / "z.sgn").write_bytes(sgn("1. D8-C8"))
    monkeypatch.setattr(dask_engine, "sheltered", nothing)
    cluster = Cluster(loop, deaths=1.0)
    cluster.shelters = b"nothing"
    lost, also, _ = told(events_of(tmp_path, Dask(cluster)))
    assert (lost.path, lost.record) == (str(tmp_path / "m.jsonl"), None)
    assert (also.path, also.record) == (str(tmp_path / "z.sgn"), None)
    assert {lost.problems[0].code, also.problems[0].code} == {"internal.worker"}


def nothing(parts: list[Part], job: Job) -> None:
    """A shelter that has fallen in."""


def test_a_task_that_fails_is_an_error_of_the_program(loop, tmp_path, monkeypatch, small):
    monkeypatch.setattr(dask_engine, "performed", failing)
    with pytest.raises(ZeroDivisionError):
        events_of(pile(tmp_path), Dask(Cluster(loop)))


def failing(parts: list[Part], job: Job) -> None:
    raise ZeroDivisionError


class Gone(Cluster):
    """A cluster whose scheduler goes away after some tasks."""

    def submit(self, function: Any, task: bytes, **how: Any) -> Promise:
        promise = super().submit(function, task, **how)
        if how["key"][1] < 5:
            return promise

        def call() -> None:
            raise asyncio.CancelledError

        return Promise(self.chance, call)


@pytest.mark.parametrize(
    ("kept", "words"), [(False, "nothing that was done is kept"), (True, "--resume goes on")]
)
def test_a_scheduler_that_goes_away_is_one_error_that_says_what_is_left(loop, tmp_path, small, kept, words):
    cluster = Gone(loop)
    cluster._kept = kept
    with pytest.raises(AccessError, match=words) as caught:
        events_of(pile(tmp_path), Dask(cluster))
    assert (caught.value.code, caught.value.exit_code) == ("engine.lost", 3)


def test_a_call_is_made_by_who_unpickles_it():
    assert pickle.loads(pickle.dumps(Call(len, [1, 2, 3]))) == 3


def test_boards_that_the_user_adds_are_part_of_what_a_process_is_made_of(tmp_path, monkeypatch):
    made.cache_clear()
    plain = made()
    (tmp_path / "small.txt").write_text("...")
    monkeypatch.setenv("STRUCKLE_DATA", str(tmp_path))
    made.cache_clear()
    other = made()
    monkeypatch.delenv("STRUCKLE_DATA")
    made.cache_clear()
    assert plain == made()
    assert other.unlike(plain) == ["the boards in STRUCKLE_DATA"]
    assert plain.unlike(made()) == []
