"""What `filter`, `dedup` and `stats` have in common with `validate`: pipes, wrong usage, names on a
terminal.
"""

import subprocess

import pytest

from tests.cli.support import child_environment, command, dumps, record

RECORDS = (dumps(record(["D8-C8"])) + b"\n") * 30_000


@pytest.mark.parametrize(
    "words",
    [["filter", "a.jsonl"], ["dedup", "--list", "a.jsonl"], ["validate", "a.jsonl", "--format", "jsonl"]],
)
def test_a_reader_that_has_seen_enough_ends_it_quietly(tmp_path, words):
    (tmp_path / "a.jsonl").write_bytes(RECORDS)
    with subprocess.Popen(
        command(*words), cwd=tmp_path, env=child_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait(60) in (0, 1)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("usage.filter", ["filter", "a.jsonl", "--plies", "x"]),
        ("usage.filter", ["filter", "a.jsonl", "--tag", "a b"]),
        ("usage.filter", ["filter", "a.jsonl", "--result", "lost"]),
        ("usage.same-file", ["filter", "a.jsonl", "-o", "a.jsonl"]),
        ("usage.dedup", ["dedup", "a.jsonl", "--check", "-o", "b.jsonl"]),
        ("usage.dedup", ["dedup", "a.jsonl", "--list", "-o", "-"]),
        ("usage.format", ["stats", "a.jsonl", "--json", "--format", "csv"]),
        ("usage.report", ["validate", "a.jsonl", "--report", "xml=r.xml"]),
        ("usage.code", ["validate", "a.jsonl", "--select", "castel"]),
    ],
)
def test_wrong_usage_is_told_with_its_code(cli, tmp_path, code, words):
    (tmp_path / "a.jsonl").write_bytes(dumps(record(["D8-C8"])) + b"\n")
    ran = cli(*words)
    assert (ran.code, ran.raw) == (2, b"")
    assert f"[{code}]" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]


def test_names_that_differ_in_blanks_stay_different_in_tables(cli, tmp_path):
    names = [" Ana", "Ana", "Ana  "]
    lines = [dumps(record(["D8-C8"], players={"white": name})) + b"\n" for name in names]
    won = [
        line.replace(b'"result":null', b'"result":{"winners":["white"],"reason":"resign"}') for line in lines
    ]
    (tmp_path / "a.jsonl").write_bytes(b"".join(won))
    table = cli("stats", "a.jsonl", "--totals").out
    assert sorted(line[4:10] for line in table.splitlines() if "Ana" in line) == [
        " Ana  ",
        "Ana   ",
        "Ana   ",
    ]


@pytest.mark.parametrize(
    "char",
    ["\u202e", "\u2066", "\u2028", "\u2029", "\u200b", "\ufeff", "\U000e0001", "\uffff", "\x7f", "\x9b"],
)
@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_machine_formats_escape_what_is_not_printable(cli, tmp_path, char, form):
    token = f"D8{char}C8é"
    (tmp_path / "a.jsonl").write_bytes(dumps(record([token])) + b"\n")
    ran = cli("validate", "a.jsonl", "--format", form)
    assert char not in ran.out
    assert "é" in ran.out
    row = ran.json["results"][0] if form == "json" else ran.json
    assert row["problems"][0]["token"] == token


def test_quiet_tells_nothing_of_records_that_are_valid(cli, tmp_path):
    from tests.cli.support import ROOT

    public = ROOT / "replays" / "stricken" / "letters-1-public.json"
    assert "pending" in cli("validate", public).out
    ran = cli("validate", public, "--quiet")
    assert (ran.code, ran.raw, ran.err) == (0, b"", "")
