"""`--select`, `--ignore`, `--max-problems`, `--fail-fast`: one stage before every report."""

import json
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from struckle_cli.core.errors import Fault, UsageError
from struckle_cli.services.judging import Verdict
from struckle_cli.services.selection import Selection, Told, selection
from tests.cli.support import dumps, record, sgn

FORMATS = ["text", "concise", "json", "jsonl", "junit", "sarif", "github"]
BROKEN = record(["D8-D1"], players={"red": "x"}, more=1)
CODES = ["castle.terrain", "record.seat", "record.unknown"]


@pytest.fixture
def files(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(b"\n".join(map(dumps, (record(), BROKEN, record(["D8-D1"])))))
    (tmp_path / "b.sgn").write_bytes(sgn("2. D8-C8"))
    return tmp_path


def codes(ran) -> list[str]:
    return sorted(fault["code"] for row in ran.rows for fault in row["problems"])


@pytest.mark.parametrize(
    ("options", "left"),
    [
        ("--select castle", ["castle.terrain", "castle.terrain"]),
        ("--select castle.", ["castle.terrain", "castle.terrain"]),
        ("--select castle.terrain,text", ["castle.terrain", "castle.terrain", "text.number"]),
        ("--select castle.terrain --select text.number", ["castle.terrain", "castle.terrain", "text.number"]),
        ("--ignore castle", ["record.seat", "record.unknown", "text.number"]),
        ("--ignore castle,text,record", []),
        ("--ignore record --select record.seat", ["record.seat"]),
        ("--select record --ignore record.seat", ["record.unknown"]),
        ("--select json", []),
        ("--ignore castle.blocked", ["castle.terrain", *CODES, "text.number"]),
    ],
)
def test_what_is_left(cli, files, options, left):
    ran = cli("validate", "a.jsonl", "b.sgn", "--format", "jsonl", *options.split())
    assert codes(ran) == left
    assert [row["valid"] for row in ran.rows] == [not row["problems"] for row in ran.rows]
    assert ran.code == (1 if left else 0)
    dropped = 5 - len(left)
    assert (f"{dropped} problem" in ran.err) == bool(dropped)
    names = ", ".join(name for name in ("--select", "--ignore") if name in options)
    assert (f"ignored ({names})" in ran.err) == bool(dropped)


@given(
    st.lists(st.sampled_from(["a", "a.b", "a.b.c", "a.c", "b", "b.a"]), max_size=4, unique=True), st.data()
)
def test_of_two_the_longer_one_decides(rules, data):
    chosen = [rule for rule in rules if data.draw(st.booleans())]
    ignored = [rule for rule in rules if rule not in chosen]
    found = Selection(chosen, ignored)
    for code in ("a", "a.b", "a.b.c", "a.b.d", "a.bc", "b.a", "c", "ab"):
        fits = [rule for rule in rules if code == rule or code.startswith(f"{rule}.")]
        wanted = max(fits, key=len) in chosen if fits else not chosen
        assert found.keeps(code) == wanted


@pytest.mark.parametrize(
    ("options", "near"),
    [
        ("--select castle.blokced", "castle.blocked"),
        ("--ignore txt", "text"),
        ("--ignore castle.terrain,", None),
        ("--select usage.code", None),
        ("--select castle.terr", "castle.terrain"),
        ("--select castle --ignore castle.", None),
        ("--ignore io", None),
        ("--ignore io.missing", None),
        ("--ignore internal", None),
        ("--ignore record.more", None),
        ("--select \x1b[31m", None),
    ],
)
def test_what_is_no_code_is_wrong_usage(cli, files, options, near):
    ran = cli("validate", "a.jsonl", *options.split(" "))
    assert (ran.code, ran.raw) == (2, b"")
    assert "[usage.code]" in ran.err
    assert near is None or near in ran.err
    assert "\x1b" not in ran.err


def test_codes_of_every_game_are_known(cli, files):
    for code in ("struckle", "struggle", "stricken", "crungle.not-selected", "commit.pending", "msgpack"):
        assert cli("validate", "a.jsonl", "--ignore", code).code == 1


def test_what_was_not_checked_is_never_dropped(cli, files):
    ran = cli("validate", "gone.json", "a.jsonl", "--select", "text", "--format", "json")
    assert ran.code == 3
    report = json.loads(ran.raw)
    assert report["unreadable"][0]["code"] == "io.missing"
    assert (report["valid"], report["invalid"], report["ignored"]) == (3, 0, 4)
    small = cli("validate", "b.sgn", "--select", "castle", "--max-record", "10", "--format", "jsonl")
    assert (small.code, codes(small)) == (3, ["io.record-too-large"])
    with pytest.raises(UsageError):
        selection((), ["io"])


def test_that_there_are_more_faults_is_never_dropped(cli, tmp_path):
    (tmp_path / "m.jsonl").write_bytes(dumps(record([7] * 1500)))
    ran = cli("validate", "m.jsonl", "--ignore", "record.type", "--format", "jsonl")
    assert (ran.code, codes(ran)) == (1, ["record.more"])


def test_strict_comes_before(cli, tmp_path):
    setup = {"goals": ["G3", "G7"], "rules": ["M2", "M11", "I2", "M16"], "draft": "picked"}
    setup |= {"start": {"orange": 1, "purple": 9}}
    item = {"format": 1, "game": "crungle", "result": None, "moves": ["M2:9"], "setup": setup}
    (tmp_path / "c.json").write_bytes(dumps(item))
    assert cli("validate", "c.json", "--strict").code == 1
    assert cli("validate", "c.json", "--strict", "--ignore", "crungle").code == 0
    assert cli("validate", "c.json", "--strict", "--select", "crungle").code == 1
    assert cli("validate", "c.json", "--select", "crungle").code == 0


@pytest.mark.parametrize("limit", [0, 1, 2, 4, 5, 9])
def test_at_most_so_many_problems_are_told(cli, files, limit):
    full = cli("validate", "a.jsonl", "b.sgn", "--format", "jsonl")
    ran = cli("validate", "a.jsonl", "b.sgn", "--format", "jsonl", "--max-problems", limit)
    assert ran.code == full.code == 1
    told = [fault for row in ran.rows for fault in row["problems"]]
    assert told == [fault for row in full.rows for fault in row["problems"]][:limit]
    for row, whole in zip(ran.rows, full.rows, strict=True):
        assert {**row, "problems": None} == {**whole, "problems": None}
    more = max(0, 5 - limit)
    assert (f"and {more} problem" in ran.err) == bool(more)


def test_the_rest_is_counted_in_each_format(cli, files):
    names = ("a.jsonl", "b.sgn", "--max-problems", "2", "--ignore", "record.unknown")
    for form in FORMATS:
        ran = cli("validate", *names, "--format", form)
        assert ran.code == 1
        told = ran.out + ran.err
        assert "and 2 problems more (--max-problems)" in told
        assert "1 problem ignored (--ignore)" in told
    assert json.loads(cli("validate", *names, "--format", "json").raw)["untold"] == 2
    quiet = cli("validate", *names, "--quiet")
    assert "problems more" not in quiet.out
    assert "and 2 problems more (--max-problems)" in quiet.err


def test_unreadable_places_are_told_beyond_the_limit(cli, files):
    ran = cli("validate", "gone.sgn", "a.jsonl", "lost.sgn", "--max-problems", "0", "--format", "concise")
    assert ran.code == 3
    told = [line.split(":")[0] for line in ran.out.splitlines() if "io.missing" in line]
    assert told == ["gone.sgn", "lost.sgn"]


@pytest.mark.parametrize("form", FORMATS)
def test_fail_fast_stops_behind_the_first(cli, files, form):
    (files / "c.sgn").write_bytes(sgn("2. D8-C8"))
    ran = cli("validate", "a.jsonl", "c.sgn", "gone.sgn", "--fail-fast", "--format", form)
    assert ran.code == 1
    assert "castle.terrain" in ran.out
    assert "c.sgn" not in ran.out
    assert "stopped (--fail-fast); what follows was not looked at" in ran.out + ran.err
    sound = cli("validate", "a.jsonl", "--fail-fast", "--ignore", "castle,record", "--format", form)
    assert sound.code == 0
    assert "--fail-fast" not in sound.out + sound.err


def test_fail_fast_stops_at_what_cannot_be_read_too(cli, files):
    ran = cli("validate", "gone.sgn", "b.sgn", "--fail-fast")
    assert ran.code == 3
    assert "b.sgn" not in ran.out


@pytest.mark.slow
def test_the_stage_does_not_depend_on_the_number_of_processes(cli, tmp_path):
    tags = {"Event": "x" * 9000}
    lines = [dumps({**(BROKEN if n % 97 == 50 else record()), "tags": tags}) for n in range(500)]
    (tmp_path / "a.jsonl").write_bytes(b"\n".join(lines))
    stages = (["--fail-fast"], ["--max-problems", "7", "--ignore", "record.seat"])
    for form, stage in product(("text", "jsonl", "junit"), stages):
        one, two = (cli("validate", "a.jsonl", "--format", form, *stage, "--jobs", jobs) for jobs in (1, 3))
        assert one == two
        assert one.code == 1


def test_nothing_is_copied_where_nothing_is_left_out():
    fault = Fault(code="a.b", message="x")
    verdict = Verdict(path="p", record=1, valid=False, problems=(fault,))
    assert Selection((), ["b"]).applied(verdict) is verdict
    assert Told(None).applied(verdict) is verdict
    assert Told(1).applied(verdict) is verdict
    assert selection((), ()) is None
