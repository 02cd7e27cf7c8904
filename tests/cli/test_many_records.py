"""`stats` and `verify` over many records: errors of the program, and options that do not go together."""

from pathlib import Path

import pytest

from struckle_cli.replay.reading import Reading
from struckle_cli.services import stats as stats_module
from struckle_cli.services import verify as verify_module
from tests.cli.support import dumps, record

WON = {"winners": ["white"], "reason": "resign"}


def broken_on(monkeypatch: pytest.MonkeyPatch, module, name: str) -> None:
    before = getattr(module, name)

    def fails(reading: Reading, *rest):
        if reading.number == 2:
            raise RuntimeError("a fault of the program\nmore")
        return before(reading, *rest)

    monkeypatch.setattr(module, name, fails)


@pytest.fixture
def three(cli) -> str:
    Path("a.jsonl").write_bytes((dumps(record([], WON)) + b"\n") * 3)
    return "a.jsonl"


def test_an_error_of_the_program_on_one_record_is_counted_and_ends_with_70(cli, three, monkeypatch):
    broken_on(monkeypatch, stats_module, "judge")
    ran = cli("stats", three, "--json")
    assert (ran.code, ran.json["records"], ran.json["valid"]) == (70, 3, 2)
    assert ran.json["faults"] == [{"code": "internal.error", "records": 1, "faults": 1}]


def test_an_error_of_the_program_on_one_record_is_a_claim_that_fails(cli, three, monkeypatch):
    broken_on(monkeypatch, verify_module, "replayed")
    ran = cli("verify", three, "--json")
    assert ran.code == 70
    assert [row["record"] for row in ran.json["results"]] == [1, 2, 3]
    (claim,) = ran.json["results"][1]["claims"]
    assert (claim["claim"], claim["verdict"]) == ("record", False)
    assert claim["why"].startswith(
        "internal.error: an error of the program itself: RuntimeError: a fault of the program"
    )
    assert [len(row["claims"]) for row in ran.json["results"]] == [2, 1, 2]


@pytest.mark.parametrize(
    ("name", "module", "what"), [("stats", stats_module, "judge"), ("verify", verify_module, "replayed")]
)
def test_with_debug_an_error_of_the_program_is_not_taken_for_a_fault(
    cli, three, monkeypatch, name, module, what
):
    broken_on(monkeypatch, module, what)
    with pytest.raises(RuntimeError, match="a fault of the program"):
        cli("--debug", name, three)


@pytest.mark.parametrize("name", ["stats", "verify"])
@pytest.mark.parametrize("words", [("--scheduler", "tcp://h:1"), ("--engine", "dask", "-")])
def test_wrong_usage_of_engines_says_nothing_on_standard_output(cli, three, name, words):
    ran = cli(name, three, "--json", *words)
    assert (ran.code, ran.out) == (2, "")
    assert "[usage.engine]" in ran.err
