"""Wrong usage of `play`, `match` and `replay` is 2, changes nothing, and names its kind."""

from pathlib import Path

import pytest

from tests.cli.support import sgn

PAIR = ("--bot", "greedy", "--bot", "random")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("usage.bot", ("match", "castle", "--bot", "greedy")),
        ("usage.bot", ("match", "castle", "--bot", "greedy", "--bot", "nobody")),
        ("usage.bot", ("play", "castle", "--bot", "black=nobody")),
        ("usage.set", ("match", "castle", *PAIR, "--set", "men")),
        ("usage.winnable", ("match", "castle", *PAIR, "--winnable")),
        ("usage.seat", ("play", "castle", "--bot", "nobody=greedy")),
        ("usage.seat", ("play", "castle", "--name", "nobody=Ana")),
        ("usage.tutorial", ("play", "castle", "--tutorial", "-o", "new.sgn")),
        ("usage.output", ("play", "g.sgn", "-o", "new.sgn")),
        ("usage.exists", ("play", "castle", "-o", "g.sgn")),
        ("usage.suffix", ("play", "castle", "-o", "new.txt")),
        ("usage.stdin", ("play", "-")),
        ("usage.flip", ("play", "crungle", "--flip", "purple")),
        ("usage.at", ("replay", "g.sgn", "--at", "3")),
        ("usage.record", ("replay", "g.sgn", "--record", "2")),
    ],
)
def test_wrong_usage_names_its_kind_and_changes_nothing(cli, code, words):
    Path("g.sgn").write_bytes(sgn("1. D8-C8"))
    ran = cli(*words)
    assert (ran.code, ran.out) == (2, "")
    assert f"[{code}]" in ran.err
    assert [path.name for path in Path().iterdir()] == ["g.sgn"]
    assert Path("g.sgn").read_bytes() == sgn("1. D8-C8")
