"""Completion in the shells themselves: a tabulator is typed, and what became of the line is looked at.

bash is always there; zsh and fish are asked too where they are installed.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from struckle_cli.cli.shells import script
from tests.cli.support import ROOT, child_environment, sgn

START = {
    "bash": [
        "--noprofile", "--norc", "-i",
    ],
    "zsh": ["-f", "-i"],
}  # fmt: skip
BEFORE = {
    "bash": "bind 'set enable-bracketed-paste off'; bind 'set bell-style none'",
    "zsh": "unsetopt beep prompt_cr prompt_sp; unset zle_bracketed_paste; "
    "autoload -Uz compinit; compinit -u -D",
}

INTERACTIVE = [shell for shell in START if shell == "bash" or shutil.which(shell)]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with records, and with the command `struckle` in `bin/`."""
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin/struckle"
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m struckle_cli "$@"\n')
    program.chmod(0o755)
    (tmp_path / "g.sgn").write_bytes(sgn())
    (tmp_path / "gone.txt").write_bytes(b"")
    (tmp_path / "a folder").mkdir()
    (tmp_path / "a folder/b c.sgn").write_bytes(sgn())
    (tmp_path / "x:y=z.sgn").write_bytes(sgn())
    (tmp_path / "it's $5.sgn").write_bytes(sgn())
    return tmp_path


def environment(place: Path) -> dict[str, str]:
    path = f"{place / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return child_environment(PATH=path, PS1="> ", TERM="dumb", HOME=str(place), ZDOTDIR=str(place))


class Shell:
    """A shell at a pseudo-terminal that completes the words of `struckle`."""

    def __init__(self, name: str, place: Path) -> None:
        self.child = pexpect.spawn(
            str(shutil.which(name)), START[name], cwd=str(place), env=environment(place), timeout=60,
            dimensions=(50, 250), encoding="utf-8", codec_errors="replace",
        )  # fmt: skip
        self.child.delaybeforesend = None
        self.run(BEFORE[name])
        self.run(f'eval "$(struckle completion {name})"')

    def run(self, line: str) -> None:
        """Have a line executed, and wait for the end of it."""
        self.child.sendline(f"{line}; echo 'do''ne'")
        self.child.expect("done\r?\n")

    def line(self, keys: str) -> list[str]:
        """The words of the line that some keys make: they are not run, but handed to `printf`."""
        self.child.send(f"{keys}\x01printf '<%s>' beg''in \x05 e''nd\r")
        self.child.expect(r"<begin>(.*)<end>")
        return self.child.match[1][1:-1].split("><")


@pytest.fixture(params=INTERACTIVE)
def shell(request, place):
    started = Shell(request.param, place)
    yield started
    started.child.close(force=True)


def test_words_of_the_command_line_are_completed(shell):
    assert shell.line("struckle valid\t") == ["struckle", "validate"]
    assert shell.line("struckle new cas\t--own-cas\tcl\t") == [
        "struckle", "new", "castle", "--own-castle", "closed",
    ]  # fmt: skip
    assert shell.line("struckle show g.sgn --as wh\t") == ["struckle", "show", "g.sgn", "--as", "white"]
    assert shell.line("struckle result g.sgn win:bl\t") == ["struckle", "result", "g.sgn", "win:black"]
    assert shell.line("struckle validate --input-format=ms\t") == [
        "struckle", "validate", "--input-format=msgpack",
    ]  # fmt: skip
    assert shell.line("struckle validate --report jun\tgo\t") == [
        "struckle", "validate", "--report", "junit=gone.txt",
    ]  # fmt: skip
    assert shell.line("struckle new castle --tag Ev\tTea") == [
        "struckle", "new", "castle", "--tag", "Event=Tea",
    ]  # fmt: skip


def test_records_are_completed_whatever_their_names_hold(shell, place):
    assert shell.line("struckle validate g\t") == ["struckle", "validate", "g.sgn"]
    assert shell.line("struckle validate ./g\t") == ["struckle", "validate", "./g.sgn"]
    assert shell.line("struckle validate a\tb\t") == ["struckle", "validate", "a folder/b c.sgn"]
    assert shell.line("struckle validate a\\ f\tb\t") == ["struckle", "validate", "a folder/b c.sgn"]
    assert shell.line("struckle validate 'a f\tb\t") == ["struckle", "validate", "a folder/b c.sgn"]
    assert shell.line('struckle validate "a f\tb\t') == ["struckle", "validate", "a folder/b c.sgn"]
    assert shell.line("struckle validate x\t") == ["struckle", "validate", "x:y=z.sgn"]
    assert shell.line("struckle validate x:y\t") == ["struckle", "validate", "x:y=z.sgn"]
    assert shell.line("struckle validate i\t") == ["struckle", "validate", "it's $5.sgn"]
    assert shell.line("struckle validate ~/g\t") == ["struckle", "validate", f"{place}/g.sgn"]
    assert shell.line("struckle validate $HOME/g.\t") == ["struckle", "validate", f"{place}/g.sgn"]


def fish_offers_the_same(place):
    (place / "s.fish").write_text(script("fish"))

    def offered(line: str) -> list[str]:
        done = subprocess.run(
            ["fish", "--no-config", "--private", "-c", 'source s.fish; complete -C "$LINE"'], cwd=place,
            env=environment(place) | {"LINE": line}, capture_output=True, check=True, timeout=60,
        )  # fmt: skip
        return done.stdout.decode().splitlines()

    assert offered("struckle valid") == ["validate\tCheck everything a record lets one check."]
    assert offered("struckle show g.sgn --as w") == ["white"]
    assert offered("struckle result g.sgn win:b") == ["win:black"]
    assert offered("struckle validate g") == ["g.sgn"]
    assert offered("struckle validate 'a f") == ["a folder/"]
    assert offered("struckle validate a\\ folder/") == ["a folder/b c.sgn"]
    assert offered("struckle validate --input-format=ms") == ["--input-format=msgpack"]


if shutil.which("fish"):
    test_fish_offers_the_same = fish_offers_the_same


def test_the_script_of_bash_is_sound():
    done = subprocess.run(["bash", "-n"], input=script("bash").encode(), capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_scripts_are_what_the_shells_look_for():
    assert "\ncomplete -F _struckle struckle\n" in script("bash")
    assert script("zsh").startswith("#compdef struckle\n")
    assert "'*.(sgn|json|jsonl|msgpack)(|.gz|.zst)(-.)'" in script("zsh")
    assert "\ncomplete --command struckle --no-files " in script("fish")
    for shell in ("bash", "zsh", "fish"):
        assert f"_STRUCKLE_COMPLETE={shell} " in script(shell)


def test_the_command_prints_the_script(cli):
    for shell in ("bash", "zsh", "fish"):
        ran = cli("completion", shell)
        assert (ran.code, ran.out, ran.err) == (0, script(shell), "")
    assert cli("completion", "tcsh").code == 2
