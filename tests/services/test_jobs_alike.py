"""`stats` and `verify` as jobs: the same whatever does the work, and what a slow count says."""

import os
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from struckle_cli.core.errors import has_error
from struckle_cli.replay.reader import Skipped
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Unreadable, find
from struckle_cli.report.statistics import stats_json, stats_text
from struckle_cli.services import pool, runs, tallies
from struckle_cli.services import stats as stats_module
from struckle_cli.services import verify as verify_module
from struckle_cli.services.events import Empty, Foreign, Passed
from struckle_cli.services.jobs import Options
from struckle_cli.services.judging import judge
from struckle_cli.services.runs import Local
from struckle_cli.services.stats import Stats, stats
from struckle_cli.services.validate import readings
from struckle_cli.services.verify import Claims, claims_of, verify
from tests.cli.support import dumps, encoded, record, sgn
from tests.replay.support import packed
from tests.services.support import ENCODINGS, joined, pieces

WON = {"winners": ["white"], "reason": "resign"}
FOREIGN = b'{"some": "package"}\n'
law = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])


@st.composite
def folders(draw: st.DrawFn) -> dict[str, bytes]:
    """Files by name: valid and broken records, objects of others, nothing, several encodings, compressed."""
    found = {}
    for number in range(draw(st.integers(1, 3))):
        encoding = draw(st.sampled_from(ENCODINGS))
        items = draw(pieces(encoding))
        if encoding == "jsonl":
            more = [
                FOREIGN,
                dumps(record([], WON, players={"white": "x" * 300})) + b"\n",
                dumps(record([])) * 2 + b"\n",
            ]
            items = draw(st.permutations([*items, *draw(st.lists(st.sampled_from(more), max_size=3))]))
        data, packing = joined(items, encoding), draw(st.sampled_from(["", "", "", "gz"]))
        name = f"{number}.{encoding}.{packing}".rstrip(".")
        found[name] = packed(data, packing)[: -draw(st.sampled_from([1, 1, 9]))] if packing else data
    return found


@pytest.fixture
def fill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Have a folder with some files; all are cut into ranges, however small, where an engine asks for it."""
    monkeypatch.setattr(runs, "SMALL", 0)

    def filled(files: dict[str, bytes]) -> list[str]:
        for path in tmp_path.iterdir():
            path.unlink()
        for name, data in files.items():
            (tmp_path / name).write_bytes(data)
        return [str(tmp_path), str(tmp_path / "gone.sgn")]

    return filled


def met(paths: list[str], limit: int) -> Iterator[tuple[str, Reading | Skipped | None]]:
    """All records one after another, and None for a place that cannot be read; without any job."""
    for place in find(paths, None):
        if isinstance(place, Unreadable):
            yield place.name, None
            continue
        try:
            for item in readings(place, limit):
                yield place.name, item
        except Exception:
            yield place.name, None


def all_of(found: Stats) -> tuple[bytes, str, int, list[tuple[str, str]]]:
    """Everything that is reported."""
    text = stats_text(found, True, 50) if found.records else ""
    return stats_json(found, 50), text, found.exit_code(False), found.unreadable


def rows(events) -> list[object]:
    return [event for event in events if not isinstance(event, Passed)]


@law
@given(files=folders(), step=st.integers(20, 300), only=st.sampled_from([None, "castle", "struckle"]))
def test_statistics_do_not_depend_on_how_the_files_are_cut(fill, files, step, only):
    paths = fill(files)
    alone = stats(paths, Options(max_record=2000), depth=2, only=only)
    parted = stats(paths, Options(max_record=2000), engine=Local(1, step), depth=2, only=only)
    assert all_of(parted) == all_of(alone)


@law
@given(
    files=folders(), limit=st.sampled_from([100, 2000]), only=st.sampled_from([None, "castle", "struckle"])
)
def test_statistics_are_what_a_slow_count_says(fill, files, limit, only):
    paths = fill(files)
    counts: Counter[object] = Counter()
    for path, item in met(paths, limit):
        if item is None:
            counts["unreadable"] += 1
        elif isinstance(item, Skipped):
            counts["foreign"] += 1
        elif only is None or (item.game is not None and item.game.name == only):
            counts += slowly(judge(item, path), item)
    found = stats(paths, Options(max_record=limit), engine=Local(1, 64), only=only)
    assert counts == +Counter(
        {
            "unreadable": found.seen.unreadable, "foreign": found.seen.foreign, "records": found.records,
            "invalid": found.invalid,
            **{("plies", n): m for game in found.games.values() for n, m in game.lengths.counts.items()},
            **{("reason", n): m for game in found.games.values() for n, m in game.reasons.items()},
            **{("first", n): m.records for game in found.games.values() for n, m in game.first.lines.items()},
            **{("faults", code): count for code, _, count in found.faults.ranking()},
            **{("records", code): count for code, count, _ in found.faults.ranking()},
            **{("games", total.player): total.games for total in found.totals.ranking()},
            **{("wins", total.player): total.wins for total in found.totals.ranking()},
        }
    )  # fmt: skip


def slowly(verdict, item: Reading) -> Counter[object]:
    """What one record adds; all of these games are Castle's."""
    found: Counter[object] = Counter({"records": 1})
    document = item.document
    if has_error(verdict.problems) or document is None:
        codes = [fault.code for fault in verdict.problems if fault.severity == "error"]
        found["invalid"] = 1
        found.update(("faults", code) for code in codes)
        found.update(("records", code) for code in set(codes))
        return found
    found["plies", len(document.moves)] = 1
    if document.moves:
        assert item.game is not None
        found["first", (item.game.format_move(item.game.parse_move(document.moves[0])),)] = 1
    if document.result is not None:
        found["reason", document.result.reason] = 1
        for seat in ("white", "black"):
            name = document.players.get(seat, f"({seat})")
            name = name if len(name) <= 200 else name[:200] + "..."
            found["games", name] += 1
            found["wins", name] += document.result.winners == (seat,)
    return +found


@law
@given(files=folders(), limit=st.sampled_from([100, 2000]), step=st.integers(20, 300))
def test_claims_are_those_of_the_records_on_their_lines(fill, files, limit, step):
    paths = fill(files)
    wanted: list[object] = []
    for path, item in met(paths, limit):
        if isinstance(item, Reading):
            wanted.append((path, item.number, tuple(claims_of(item))))
        else:
            wanted.append((path, None) if item is None else Foreign(path))
    found = rows(verify(paths, Options(max_record=limit), engine=Local(1, step)))
    assert found == rows(verify(paths, Options(max_record=limit)))
    told = [item for item in found if not isinstance(item, Empty)]
    assert wanted == [
        item if isinstance(item, Foreign) else (item.path, None) if item.record is None
        else (item.path, item.record, item.claims)
        for item in told
    ]  # fmt: skip


def test_a_claim_far_down_a_file_tells_the_line_of_its_fault(fill):
    good = sgn("1. D8-C8")
    before = good * 40 + b"\n" * 3
    paths = fill({"a.sgn": before + b'[Game "castle"]\n[Men "x"]\n\n*\n' + good})[:1]
    found = [item for item in verify(paths, Options(), engine=Local(1, 50)) if isinstance(item, Claims)]
    assert [item.record for item in found] == list(range(1, 43))
    told = [claim.why for item in found for claim in item.claims if claim.claim == "record"]
    line = before.count(b"\n") + 2
    assert [why.partition(": ")[0] for why in told] == [f"line {line}"] * len(told)
    assert told


# Workers.


@pytest.fixture
def pile(fill) -> list[str]:
    """Some hundred records of all sorts in three files."""
    lines = []
    for n in range(300):
        lines.append(
            dumps(
                record(["D8-C8", "Q12-R12"][: n % 3], WON if n % 2 else None, players={"white": f"p{n % 9}"})
            )
        )
        if n % 20 == 7:
            lines.append((b"junk", b"", b"{}", dumps(record(["foo"])), dumps(record([], 3)) * 2)[n // 20 % 5])
    data = b"\n".join(lines)
    text = (sgn("1. D8-C8") * 9 + sgn("1. D8-D1")) * 30
    return fill(
        {"a.jsonl": data, "b.sgn": text, "c.msgpack": encoded(record([]), ".msgpack") * 99, "d.sgn": b""}
    )


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch):
    """Workers are started at once; processes that are forked know what a test has changed."""
    monkeypatch.setattr(runs, "WORTH_WORKERS", 0)
    monkeypatch.setattr(pool, "may_fork", lambda: True)


@pytest.mark.parametrize("jobs", [2, 3])
def test_workers_make_no_difference(pile, workers, jobs):
    assert all_of(stats(pile, engine=Local(jobs, 2000), depth=3)) == all_of(stats(pile, depth=3))
    assert rows(verify(pile, engine=Local(jobs, 2000))) == rows(verify(pile))


@pytest.mark.parametrize("jobs", [1, 3])
def test_what_is_kept_is_what_came_first_in_the_input(pile, workers, monkeypatch, jobs):
    """However many workers: the caps are those of this process, which counts in the order of the input."""
    for name, most in (("MOST_PLAYERS", 3), ("MOST_LINES", 1), ("MOST_CODES", 2)):
        monkeypatch.setattr(tallies, name, most)
    monkeypatch.setattr(stats_module, "TOLD", 2)
    found = stats([*pile, "gone1", "gone2", "gone3"], engine=Local(jobs, 2000))
    assert set(found.totals.players) == {"p1", "(black)", "p3", "(others)"}
    castle = found.games["castle"]
    assert list(castle.first.lines) == [("D8-C8",)]
    assert list(found.faults.faults) == ["json.malformed", "castle.syntax", "(others)"]
    assert (len(found.unreadable), found.seen.unreadable) == (2, 4)


def test_a_record_that_kills_its_worker_counts_as_lost(pile, workers, monkeypatch):
    parent = os.getpid()

    def fatal(before):
        def call(reading: Reading, *rest):
            if reading.document is not None and "foo" in reading.document.moves and os.getpid() != parent:
                os.kill(os.getpid(), signal.SIGKILL)
            return before(reading, *rest)

        return call

    alone = stats(pile)
    monkeypatch.setattr(stats_module, "judge", fatal(judge))
    found = stats(pile, engine=Local(2, 2000))
    lost = found.faults.faults["internal.worker"]
    assert lost >= 1
    assert (found.exit_code(False), found.records, found.invalid) == (70, alone.records, alone.invalid)
    monkeypatch.setattr(verify_module, "replayed", fatal(verify_module.replayed))
    told = [item for item in verify(pile, engine=Local(2, 2000)) if isinstance(item, Claims)]
    codes = [item for item in told if item.code == "internal.worker"]
    assert len(codes) == lost
    assert all("was ended by signal 9" in claim.why for item in codes for claim in item.claims)
    assert all(
        claim.why.startswith("line ") and claim.verdict is False for item in codes for claim in item.claims
    )
    assert len(told) == len([item for item in verify(pile) if isinstance(item, Claims)])
