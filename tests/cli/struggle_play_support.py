"""What the tests of play with dice and cards share."""

import json
import os
import random
import re
import subprocess
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

import pexpect

from struckle_cli.games.struggle.dice import faces
from tests.cli.struggle_support import SHORT
from tests.cli.support import child_environment, command

CLEAR = "\x1b[H\x1b[2J\x1b[3J"


PROMPT = (
    r"(?P<word>p\d(?: \([^)]*\))?, a word for the dice \(Enter: none\)> )"
    r"|(?P<cover>p\d)(?: \([^)]*\))?, press Enter when nobody else looks> "
    r"|(?P<turn>\d+)\. (?P<seat>p\d)(?: \([^)]*\))?(?: (?P<rolls>[AKQJT9/+]+))?> "
)


WAYS = re.compile(r"^  ((?:[KQJT9][1-5])+|-)  ", re.MULTILINE)


ASKED = re.compile(r"\x1b\[\?2004h.*?\x1b\[\?12l\x1b\[\?25h", re.DOTALL)
"""What stands at a terminal around a prompt that is all drawn; behind it a line can be typed."""
_CODES = re.compile(r"\x1b\[(?!H\x1b|2J\x1b|3J)[0-9;?]*[A-Za-z]")


def plain(raw: str) -> str:
    """What a terminal got, without all that moves and colours, but with what clears it."""
    text = _CODES.sub("", raw.replace(CLEAR, "\x00")).replace("\x00", CLEAR)
    return re.sub(r">(?:[\r ]*\n ?)+\x08*$", "> ", text.replace("\r\n", "\n"))


class Talk(ABC):
    """A running `play`: lines typed, and what has been shown since then, up to the next prompt."""

    prompt = PROMPT

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        self.shown = ""
        self.said = ""
        """All of it."""
        self.over = False

    def answer(self, line: str | None = None) -> re.Match[str] | None:
        """Type a line, and wait for the prompt after it; None at the end."""
        if line is not None:
            self.type(line)
        self.shown = self.wait()
        self.said += self.shown
        found = list(re.finditer(self.prompt, self.shown))
        return found[-1] if found and not self.over else None

    @abstractmethod
    def type(self, line: str) -> None:
        """Type a line."""

    @abstractmethod
    def wait(self) -> str:
        """What is shown up to the next prompt, or to the end."""

    @abstractmethod
    def finish(self) -> int | None:
        """Read what is left; the exit code."""


class Pipe(Talk):
    def __init__(self, folder: Path, *arguments: str) -> None:
        super().__init__(folder)
        self.child = subprocess.Popen(
            command("play", *arguments), cwd=folder, env=child_environment(), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def type(self, line: str) -> None:
        assert self.child.stdin is not None
        self.child.stdin.write(line.encode() + b"\n")
        self.child.stdin.flush()

    def wait(self) -> str:
        assert self.child.stdout is not None
        found = b""
        while not re.search(f"(?:{self.prompt})$", found.decode("utf-8", "replace")):
            more = os.read(self.child.stdout.fileno(), 1 << 16)
            if not more:
                break
            found += more
        return found.decode()

    def finish(self) -> int | None:
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        self.child.stdin.close()
        self.said += self.child.stdout.read().decode()
        self.child.stdout.close()
        return self.child.wait(20)


class Terminal(Talk):
    def __init__(self, folder: Path, *arguments: str, **env: str) -> None:
        super().__init__(folder)
        words = [os.fsdecode(word) for word in command("play", *arguments)]
        self.child = pexpect.spawn(
            words[0], words[1:], cwd=str(folder), env=child_environment(**env), timeout=20,
            dimensions=(40, 100), encoding="utf-8", codec_errors="replace",
        )  # fmt: skip
        self.child.delaybeforesend = None
        self.dumb = env.get("TERM") == "dumb"

    def type(self, line: str) -> None:
        self.child.sendline(line)

    def wait(self) -> str:
        found = self.child.expect([self.prompt if self.dumb else ASKED, pexpect.EOF])
        if found == 0:
            return plain(self.child.before + self.child.after)
        self.over = True
        return plain(self.child.before)

    @property
    def screen(self) -> str:
        """What can be seen, or scrolled back to."""
        return self.said.rpartition(CLEAR)[2]

    def finish(self) -> int | None:
        self.said += plain(self.child.read())
        self.child.wait() if self.child.isalive() else None
        self.child.close()
        return self.child.exitstatus


def new(cli: Any, name: str = "g.sgn", players: int = 3, *more: str) -> dict[str, dict[str, str]]:
    """A new game with the dice of a seed on a short track; the opening of each seat, and of the table."""
    words = ("--players", players, "--dice", "hmac-sha256", "--colours", SHORT, *more)
    assert cli("new", "struggle", "-o", name, *words).code == 0
    found = {}
    for path in Path().glob(f"{name}.*.secrets"):
        (key,) = json.loads(path.read_bytes())
        found[key["seat"]] = key
    assert len(found) == players + 1
    return found


def content(cli: Any, name: str = "g.sgn") -> dict[str, Any]:
    ran = cli("convert", name, "-", "--to", "json")
    assert ran.code == 0, ran.err
    item: dict[str, Any] = ran.json
    return item


def session(cli: Any, lines: str, name: str = "g.sgn") -> str:
    """What `play` says to some lines from a pipe."""
    ran = cli("play", name, stdin=lines.encode())
    assert (ran.code, ran.err) == (0, "")
    out: str = ran.out
    return out


def begin(cli: Any, players: int = 2, name: str = "g.sgn") -> dict[str, dict[str, str]]:
    """A new game in which everybody has given their word for the dice."""
    keys = new(cli, name, players)
    session(cli, "a\n" * players, name)
    return keys


def rolled(name: str = "g.sgn") -> str:
    """The roll that is kept beside a record."""
    path = Path(f"{name}.rolled")
    return path.read_text().split()[-1] if path.exists() else ""


def hand(rolls: str) -> str:
    return "".join(rolls.rpartition("/")[2].split("+"))


def next_line(talk: Talk, asked: re.Match[str], chance: random.Random) -> str:
    """What a player types: Enter, dice to keep, or one of the ways to play that are listed."""
    if asked["word"]:
        return chance.choice(["red", "", "blue"])
    if asked["cover"] or not asked["rolls"]:
        return ""
    if asked["rolls"].count("/") < 2 and chance.random() < 0.4:
        kept = "".join(chance.sample(hand(asked["rolls"]), chance.randrange(1, 5)))
        return chance.choice([f"keep {kept}", kept if kept != "9" else "keep 9"])
    listed = talk.answer("moves")
    assert listed is not None
    return chance.choice(WAYS.findall(talk.shown))


def with_queen(cli: Any) -> str:
    """A new game whose first roll has a Queen; the roll."""
    for number in range(60):
        keys = new(cli, f"{number}.sgn", 2)
        identity = content(cli, f"{number}.sgn")["id"]
        roll = faces(keys["table"]["value"], identity, "a,a", 1, 0, 5)
        if "Q" in roll:
            for path in Path().glob(f"{number}.sgn*"):
                path.rename(path.name.replace(f"{number}.sgn", "g.sgn"))
            session(cli, "a\na\n")
            return roll
    raise AssertionError("no Queen in 60 rolls of five dice")


def play_one(cli: Any, lines: str = "") -> str:
    """Play the hand of the seat to move in the first way; what it was."""
    part = WAYS.findall(session(cli, "\n\nmoves\n"))[0]
    session(cli, f"\n{part}\n{lines}")
    return part
