"""Errors and notices at a terminal: broken between words, so that commands and names in them can be read."""

import pexpect
import pytest

from tests.cli.support import sgn

LONG = "a-name-that-is-rather-long-as-names-of-files-go"


def told(child: pexpect.spawn) -> list[str]:
    """The rows that a command writes at a terminal, before that breaks any."""
    child.expect(pexpect.EOF)
    return child.before.replace("\r\n", "\n").rstrip("\n").split("\n")


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize(
    "words",
    [
        ["play", "castle", "-o", f"{LONG}.sgn"],
        ["play", "castle", "--tutorial", "--flip", "black"],
        ["match", "castle", "--bot", "greedy"],
        ["move", f"{LONG}.sgn", "D8-Q1", "Q2-Q3"],
        ["show", "nothing here", "--record", "x"],
        ["fmt", "missing.sgn"],
    ],
    ids=lambda words: words[0],
)
def test_no_error_is_broken_within_a_word(terminal, cli, tmp_path, words, columns):
    (tmp_path / f"{LONG}.sgn").write_bytes(sgn("1. D8-D1"))
    rows = told(terminal(*words, columns=columns, TERM="xterm"))
    for row in rows:
        assert len(row) <= columns or len(row.split()) == 1
    whole = cli(*words)
    assert " ".join(whole.err.split()) == " ".join(" ".join(rows).split())
    assert whole.err.count("\n") <= len(rows), "elsewhere lines stay whole"
