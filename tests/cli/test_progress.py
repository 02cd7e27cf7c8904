"""Progress of `validate` at a real terminal, and nowhere else."""

import re
import shlex
import subprocess

import pexpect
import pyte
import pytest

from tests.cli.support import child_environment, command, dumps, record

LINES = 60


@pytest.fixture
def slow(tmp_path):
    """A shell command that hands out records, waits longer than progress does, and hands them out again."""
    long = dumps(record(["D8-C8"], tags={"Event": "x" * 60_000})) + b"\n"
    bad = dumps(record(["D8-D1"])) + b"\n"
    (tmp_path / "part.jsonl").write_bytes(long * LINES + bad)
    return "(cat part.jsonl; sleep 1; cat part.jsonl)"


def words(*arguments: str, name: str = "validate") -> str:
    return shlex.join(str(word) for word in command(name, "-", "--input-format", "jsonl", *arguments))


def at_terminal(folder, line: str, **env: str) -> str:
    """All that a terminal gets from a shell command."""
    environment = child_environment(**env)
    environment.pop("CI", None)
    environment |= env
    child = pexpect.spawn(
        "sh", ["-c", line], cwd=str(folder), env=environment, timeout=60, dimensions=(400, 100),
        encoding="utf-8",
    )  # fmt: skip
    told = child.read()
    child.close()
    return told


def screen(told: str) -> list[str]:
    shown = pyte.Screen(100, 400)
    pyte.Stream(shown).feed(told)
    return [line.rstrip() for line in shown.display if line.strip()]


RATE = re.compile(r"[\d,]+ records, [\d,]+/s")


@pytest.mark.parametrize("name", ["stats", "verify"])
def test_other_commands_over_many_records_show_it_too(tmp_path, slow, name):
    told = at_terminal(tmp_path, f"{slow} | {words(name=name)}")
    assert RATE.search(told)
    left = screen(told)
    assert not any(RATE.search(line) for line in left)
    if name == "verify":
        assert sum(line.startswith("-: game ") for line in left) == 2 * 2 * (LINES + 1)
    else:
        assert left[-1].startswith("122 records")


def test_it_comes_and_goes_and_leaves_the_report_whole(tmp_path, slow):
    told = at_terminal(tmp_path, f"{slow} | {words('--format', 'concise', '--color', 'never')}")
    assert RATE.search(told)
    *faults, summary = screen(told)
    assert [line for line in faults if "castle.terrain" in line] == [
        line for line in faults if line.startswith("-:")
    ]
    assert sum("castle.terrain" in line for line in faults) == 2
    assert summary.startswith("122 records in 1 file")
    assert not RATE.search("\n".join([*faults, summary]))


def test_the_line_leaves_room_for_what_ctrl_c_shows(tmp_path):
    """`^C` behind it would go on the next row, and stay there."""
    line = ["match", "castle", *["--bot", "random"] * 2, "--max-plies", "20", "-j", "1", "-n", "600"]
    told = at_terminal(tmp_path, shlex.join([*map(str, command(*line))]))
    lines = [part.partition("\x1b")[0] for part in re.split("[\r\n]", told)]
    assert {len(part) for part in lines if " games, " in part} == {96}


def test_nothing_of_it_on_standard_output(tmp_path, slow):
    told = at_terminal(tmp_path, f"{slow} | {words('--format', 'jsonl')} > out.jsonl")
    assert RATE.search(told)
    assert screen(told) == []
    assert len((tmp_path / "out.jsonl").read_bytes().splitlines()) == 2 * (LINES + 1)


@pytest.mark.parametrize("env", [{"CI": "true"}, {"TERM": "dumb"}])
def test_none_in_logs_of_ci_systems_and_on_dumb_terminals(tmp_path, slow, env):
    assert "/s" not in at_terminal(tmp_path, f"{slow} | {words('--format', 'concise')}", **env)


def test_none_where_standard_error_is_no_terminal_or_quiet_is_wanted(tmp_path, slow):
    assert "/s" not in at_terminal(tmp_path, f"{slow} | {words('--format', 'concise')} 2> err")
    assert (tmp_path / "err").read_bytes() == b""
    assert "/s" not in at_terminal(tmp_path, f"{slow} | {words('--quiet', '--format', 'concise')}")
    done = subprocess.run(
        ["sh", "-c", f"{slow} | {words()}"], cwd=tmp_path, env=child_environment(), capture_output=True,
        check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, b"")
