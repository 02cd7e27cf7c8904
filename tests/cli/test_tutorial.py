"""`play GAME --tutorial` from a pipe and at a terminal."""

import re
import shlex
import subprocess
import sys

import msgspec
import pexpect
import pyte
import pytest

from struckle_cli import registry
from struckle_cli.services.tutorial import Tutor
from tests.cli.screen_support import Screen
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


@pytest.mark.parametrize("name", NAMES)
def test_what_a_tutorial_says_at_its_end_begins_a_game(cli, name):
    """Players of Struggle are counted first; the goals of Crungle are not chosen here."""
    for number, command in enumerate(registry.lookup(name).tutorial().play):
        ran = cli(*shlex.split(command)[1:], "-o", f"{number}.sgn", stdin=b"2\nquit\n")
        assert (ran.code, ran.err) == (0, ""), command
        assert "picked" in ran.out or "saved" in ran.out


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


class Learner:
    """A tutorial at a terminal: what its screen shows when it asks for a line."""

    def __init__(self, child: pexpect.spawn, columns: int) -> None:
        self._child = child
        self._screen = pyte.Screen(columns, 40)
        self._stream = pyte.Stream(self._screen)

    def page(self, prompt: str, told: str = "") -> list[str]:
        """The rows of the screen, once the cursor stands behind that prompt, and something is told."""
        prompt = prompt.strip()
        while not (self._row().endswith(prompt) and told in "\n".join(self._screen.display)):
            try:
                self._stream.feed(self._child.read_nonblocking(1 << 16, timeout=20))
            except pexpect.TIMEOUT:
                raise AssertionError("\n".join(self._screen.display)) from None
        return [row.rstrip() for row in self._screen.display]

    def _row(self) -> str:
        cursor = self._screen.cursor
        return self._screen.display[cursor.y][: cursor.x].strip()

    def type(self, line: str) -> None:
        self._child.send(f"{line}\r")


@pytest.mark.parametrize(
    ("name", "columns", "term"),
    [("crungle", 40, "xterm"), ("struggle", 80, "dumb"), ("castle", 120, "xterm")],
)
def test_a_whole_tutorial_at_a_terminal(terminal, name, columns, term):
    """Each lesson is one page: the board with rows of one width, the text, the task, and the prompt."""
    tutor = Tutor(registry.lookup(name))
    child = terminal("play", name, "--tutorial", columns=columns, TERM=term)
    learner = Learner(child, columns)
    learner.page(tutor.prompt())
    for number, lesson in enumerate(tutor.tutorial.lessons, 1):
        assert tutor.handle("").board
        learner.type("")
        rows = learner.page(tutor.prompt())
        said = " ".join(" ".join(rows).split())
        assert f"Lesson {number}: {lesson.title}" in said
        assert " ".join(lesson.task.split()) in said
        board = [len(row) for row in rows if re.match(r"[│├┌└]|1[0-9]  . .*1[0-9]$", row)]
        assert len(set(board)) <= 1
        learner.type(lesson.solved[0])
        tutor.handle(lesson.solved[0])
        rows = learner.page(tutor.prompt())
        assert " ".join(lesson.after.split()) in " ".join(" ".join(rows).split())
    learner.type("")
    child.expect(pexpect.EOF)
    assert " ".join(tutor.tutorial.closing.split())[:30] in " ".join(child.before.split())
    child.close()
    assert child.exitstatus == 0


def test_the_task_stays_on_the_page_while_it_is_asked_about(terminal):
    child = terminal("play", "castle", "--tutorial", TERM="xterm")
    learner = Learner(child, 80)
    learner.page("press Enter to begin>")
    learner.type("")
    learner.page("1/6 white>")
    for line, told in (("hint", "D1 is ground."), ("D8-D1", "a man moves one"), ("D8", "D8-H8")):
        learner.type(line)
        rows = learner.page("1/6 white>", told)
        assert "Task: Slide your man on D8" in " ".join(rows)
        assert "○ White  ● Black" in " ".join(rows)
    child.send("hin\t")  # Tab types what is certain
    learner.page("1/6 white> hint")


def test_lessons_stand_beside_their_boards_from_the_start(tmp_path):
    """At 80x24 nothing of a lesson scrolls away, and no task is told twice."""
    tutor = Tutor(registry.lookup("castle"))
    screen = Screen(tmp_path, "play", "castle", "--tutorial")
    try:
        for lesson in tutor.tutorial.lessons:
            for line in ("", "hint", lesson.solved[0]):
                screen.line(line)
                assert not screen.screen.history.top, (lesson.title, line)
            screen.line("again")
            screen.line("")
            assert screen.text().count("Task:") == 1
            screen.line(lesson.solved[0])
    finally:
        screen.close()


def test_ctrl_c_leaves_a_tutorial(terminal, tmp_path):
    child = terminal("play", "castle", "--tutorial")
    child.expect("begin> ")
    child.sendintr()
    child.expect("left the tutorial")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert list(tmp_path.iterdir()) == []
