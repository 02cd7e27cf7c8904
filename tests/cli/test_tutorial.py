"""`play GAME --tutorial` from a pipe and at a terminal."""

import re
import subprocess
import sys

import msgspec
import pexpect
import pytest
from wcwidth import wcswidth

from struckle_cli import registry
from tests.cli.support import ROOT, child_environment

NAMES = sorted(registry.BUILT_IN)


def answers_of(name: str) -> list[str]:
    """A line for each lesson, and Enter in front of it and behind the last one."""
    game = registry.lookup(name)
    assert game is not None
    assert game.tutorial is not None
    return [line for lesson in game.tutorial().lessons for line in ("", lesson.solved[0])] + [""]


def typed(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_tutorial_by_pipe(cli, tmp_path, name):
    game = registry.lookup(name)
    tutorial = game.tutorial()
    ran = cli("play", name, "--tutorial", stdin=typed(*answers_of(name)))
    assert (ran.code, ran.err) == (0, "")
    for number, lesson in enumerate(tutorial.lessons, 1):
        assert f"Lesson {number}: {lesson.title}" in ran.out
        assert f"{number}/{len(tutorial.lessons)} solved" in ran.out
    said = " ".join(ran.out.split())
    for command in tutorial.play:
        assert command in said
    assert list(tmp_path.iterdir()) == []


def test_boards_are_those_of_render(cli, tmp_path):
    """What a lesson shows is what `render` draws of its position."""
    cli("new", "castle", "-o", "game.sgn")
    cli("move", "game.sgn", "D8-D2")
    board = cli("render", "game.sgn").out.split("\n", 1)[1].rstrip()
    assert board in cli("play", "castle", "--tutorial", stdin=typed("", "D8-D2")).out


def test_leaving_at_any_line(cli, tmp_path):
    for lines in ([], [""], ["", "quit"], ["quit"], ["", "D8-D2"], ["", "D8-D2", "q"]):
        ran = cli("play", "castle", "--tutorial", stdin=typed(*lines))
        assert (ran.code, ran.err) == (0, "")
    assert cli("play", "castle", "--tutorial", stdin=b"\nD8-D2").code == 0  # the last line has no end
    assert list(tmp_path.iterdir()) == []


def test_what_is_typed_never_reaches_the_terminal_raw(cli):
    ran = cli("play", "castle", "--tutorial", stdin=b"\n\x1b]0;x\x07 \xff\xfe\nD8-D2\x1b[2J\n")
    assert ran.code == 0
    assert b"\x1b" not in ran.raw
    assert b"\x07" not in ran.raw


def test_colour_when_it_is_asked_for(cli):
    assert "\x1b[" in cli("play", "castle", "--tutorial", "--color", "always", stdin=b"\n").out
    assert "\x1b[" not in cli("play", "castle", "--tutorial", stdin=b"\n").out


@pytest.mark.parametrize(
    ("more", "named"),
    [(["-o", "a.sgn"], "-o"), (["--flip"], "--flip"), (["--record", "1"], "--record")],
)
def test_options_of_a_real_game_are_refused(cli, tmp_path, more, named):
    ran = cli("play", "castle", "--tutorial", *more)
    assert ran.code == 2
    assert f"no {named}" in ran.err
    assert ran.out == ""
    assert list(tmp_path.iterdir()) == []


def test_a_record_has_no_tutorial(cli, tmp_path):
    cli("new", "castle", "-o", "game.sgn")
    assert cli("play", "game.sgn", "--tutorial").code == 2
    ran = cli("play", "casle", "--tutorial")
    assert (ran.code, "did you mean castle" in ran.err) == (2, True)


def test_a_game_without_a_tutorial_says_so(cli):
    registry.register(msgspec.structs.replace(registry.lookup("castle"), name="bare", tutorial=None))
    try:
        ran = cli("play", "bare", "--tutorial")
    finally:
        registry.unregister("bare")
    assert ran.code == 2
    assert "Castle has no tutorial" in ran.err


def test_a_tutorial_costs_nothing_when_it_is_not_asked_for(tmp_path):
    code = (
        "import sys; from struckle_cli.cli.app import run; run(['play', 'castle']);"
        "print([n for n in sys.modules if 'tutorial' in n or n.endswith(('lessons', 'tomllib'))])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=child_environment(PYTHONPATH=str(ROOT)),
        input=b"quit\n",
        stdout=subprocess.PIPE,
        timeout=60,
        check=True,
    )
    assert ran.stdout.splitlines()[-1] == b"[]"


@pytest.mark.parametrize(("name", "columns"), [("castle", 40), ("struckle", 80), ("stricken", 120)])
def test_a_whole_tutorial_at_a_terminal(terminal, name, columns):
    """Text never runs over the edge; boards that fit keep one width."""
    child = terminal("play", name, "--tutorial", columns=columns)
    shown = ""
    for line in answers_of(name):
        child.expect(r"> $")
        shown += child.before + child.after
        child.sendline(line)
    child.expect(pexpect.EOF)
    shown += child.before
    child.close()
    assert child.exitstatus == 0
    rows = [re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", row).rstrip("\r") for row in shown.split("\n")]
    prose = [row for row in rows if re.match(r"[A-Z][a-z]+ [a-z]", row)]
    assert prose
    assert all(wcswidth(row) <= columns for row in prose)


def test_ctrl_c_leaves_a_tutorial(terminal, tmp_path):
    child = terminal("play", "castle", "--tutorial")
    child.expect("begin> ")
    child.sendintr()
    child.expect("left the tutorial")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert list(tmp_path.iterdir()) == []
