"""`play` with dice and cards: whole games by pipe and at a terminal, covers, resuming, undo, files beside."""

import json
import os
import random
import re
import signal
import stat
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

from struckle_cli.games.struggle.dice import faces
from tests.cli.struggle_support import SEATS, SHORT, committed, open_game, put, seeded_dice
from tests.cli.support import child_environment, command, leftovers, unpacked

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
PROMPT = (
    r"(?P<word>p\d(?: \([^)]*\))?, a word for the dice \(Enter: none\)> )"
    r"|(?P<cover>p\d)(?: \([^)]*\))?, press Enter when nobody else looks> "
    r"|(?P<turn>\d+)\. (?P<seat>p\d)(?: \([^)]*\))?(?: (?P<rolls>[AKQJT9/+]+))?> "
)
WAYS = re.compile(r"^  ((?:[KQJT9][1-5])+|-)  ", re.MULTILINE)


class Talk:
    """A running `play`: lines typed, and what has been shown since then, up to the next prompt."""

    prompt = PROMPT

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        self.shown = ""
        self.said = ""
        """All of it."""

    def answer(self, line: str | None = None) -> re.Match[str] | None:
        """Type a line, and wait for the prompt after it; None at the end."""
        if line is not None:
            self.type(line)
        self.shown = self.wait()
        self.said += self.shown
        found = list(re.finditer(self.prompt, self.shown))
        return found[-1] if found else None

    def type(self, line: str) -> None:
        raise NotImplementedError

    def wait(self) -> str:
        raise NotImplementedError

    def finish(self) -> int | None:
        raise NotImplementedError


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

    def type(self, line: str) -> None:
        self.child.sendline(line)

    def wait(self) -> str:
        found = self.child.expect([self.prompt, pexpect.EOF])
        return (self.child.before + (self.child.after if found == 0 else "")).replace("\r\n", "\n")

    @property
    def screen(self) -> str:
        """What can be seen, or scrolled back to."""
        return self.said.rpartition(CLEAR)[2]

    def finish(self) -> int | None:
        self.said += self.child.read().replace("\r\n", "\n")
        self.child.wait() if self.child.isalive() else None
        self.child.close()
        return self.child.exitstatus


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Callable[..., Talk]]:
    """Start `play` by pipe or at a terminal."""
    started: list[Talk] = []

    def start(kind: type[Talk], *arguments: str, **env: str) -> Talk:
        started.append(kind(tmp_path, *arguments, **env))
        return started[-1]

    yield start
    for one in started:
        if isinstance(one, Terminal):
            one.child.close(force=True)
        elif isinstance(one, Pipe) and one.child.stdout is not None and not one.child.stdout.closed:
            one.child.kill()
            one.finish()


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


# Whole games.


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


@pytest.mark.parametrize(
    ("kind", "name"), [(Pipe, "g.sgn"), (Pipe, "g.json.gz"), (Terminal, "g.sgn"), (Terminal, "g.msgpack")]
)
def test_a_whole_game_of_three(cli, talk, tmp_path, kind, name):
    """Secrets are neither on the screen of another seat nor in the record until the end; then all is open."""
    keys = new(cli, name)
    game = talk(kind, name)
    chance = random.Random(f"{kind} {name}")
    asked, plies, turns = game.answer(), 0, []
    while asked is not None:
        raw = unpacked(tmp_path / name)
        for key in keys.values():
            assert key["value"].encode() not in raw
            assert key["nonce"].encode() not in raw
            assert bytes.fromhex(key["nonce"]) not in raw
        if isinstance(game, Terminal):
            who = asked["seat"]
            for seat in SEATS[:3]:
                assert (keys[seat]["value"] in game.screen) <= (seat == who), (seat, asked[0])
            assert keys["table"]["value"] not in game.said
        turns += [asked["seat"]] if asked["seat"] and not asked["rolls"] else []
        plies += 1
        asked = game.answer(next_line(game, asked, chance))
    assert game.finish() == 0
    assert "the game is over: win:p" in game.said
    assert "The game is over" in game.said.rpartition("Arrived")[2]
    item = content(cli, name)
    assert turns == [SEATS[turn % 3] for turn in range(len(item["moves"]))]
    assert {key["seat"]: key["value"] for key in item["reveals"]} == {
        seat: keys[seat]["value"] for seat in SEATS[:3]
    }
    dice = item["setup"]["dice"]
    assert (dice["seed"], dice["nonce"]) == (keys["table"]["value"], keys["table"]["nonce"])
    assert item["result"]["reason"] == "arrival"
    assert set(item["result"]["scores"]) == {*SEATS[:3]}
    best = max(item["result"]["scores"].values())
    assert item["result"]["winners"] == [
        seat for seat, score in item["result"]["scores"].items() if score == best
    ]
    for turn, token in enumerate(item["moves"], 1):
        assert token[:5] == faces(dice["seed"], item["id"], dice["client"], turn, 0, 5)
    assert cli("validate", "--strict", name).code == 0
    claims = cli("verify", name, "--json").json["results"][0]["claims"]
    assert all(claim["verdict"] is True for claim in claims)
    assert {"dice", "cards", "scores"} < {claim["claim"] for claim in claims}
    assert not (tmp_path / f"{name}.rolled").exists()
    assert leftovers(tmp_path) == []


def test_a_game_from_the_first_question(cli, tmp_path):
    """`play struggle` asks how many play and for their words; cards and seed are dealt and committed to."""
    ran = cli("play", "struggle", stdin=b"3\nred\n\nb l u e\n\n\nq\n")
    assert (ran.code, ran.err) == (0, "")
    item = content(cli, "struggle.sgn")
    assert item["setup"]["players"] == 3
    assert item["setup"]["dice"].keys() == {"scheme", "client", "commit"}
    assert item["setup"]["dice"]["client"] == "red,,b l u e"
    assert all(card.startswith("#") for card in item["setup"]["cards"].values())
    assert item["setup"]["dice"]["commit"][:13] in ran.out, (
        "what the seed is fixed by is told before the words"
    )
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["struggle.sgn", *(f"struggle.sgn.{seat}.secrets" for seat in (*SEATS[:3], "table"))] or (
        names == ["struggle.sgn", "struggle.sgn.p1.secrets", "struggle.sgn.p2.secrets",
                  "struggle.sgn.p3.secrets", "struggle.sgn.rolled", "struggle.sgn.table.secrets"]
    )  # fmt: skip
    for name in names[1:]:
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600, name
    assert cli("play", "struggle", stdin=b"2\nquit\n").code == 0
    assert content(cli, "struggle-2.sgn")["setup"]["dice"]["client"] == ""


def test_who_leaves_before_the_words_is_asked_again(cli):
    new(cli, players=2)
    for lines in ("", "quit\n", "red\n", "red\nQ\n"):
        assert "before the first roll" in session(cli, lines)
        assert content(cli)["setup"]["dice"]["client"] == ""
    out = session(cli, "red\nblue\n")
    assert content(cli)["setup"]["dice"]["client"] == "red,blue"
    assert "a word for the dice" not in session(cli, "")
    assert "p1, press Enter when nobody else looks> " in out


# The cover.


def test_the_keyboard_is_passed_behind_a_cover(cli, talk, tmp_path):
    keys = begin(cli)
    own, other = keys["p1"]["value"], keys["p2"]["value"]
    game = talk(Terminal, "g.sgn")
    assert game.answer()["cover"] == "p1"
    assert own not in game.said
    assert game.answer("")["seat"] == "p1"
    assert CLEAR in game.shown
    assert f"Cards: p1 {own}  p2 hidden" in game.screen
    assert game.answer("")["rolls"]
    game.answer("secrets")
    assert f"card: {own}" in game.shown
    game.answer("moves")
    assert game.answer(WAYS.findall(game.shown)[0])["cover"] == "p2"
    assert own not in game.screen
    assert "ply 1: " in game.screen
    assert "Cards: p1 hidden  p2 hidden" in game.screen
    assert game.answer("")["seat"] == "p2"
    assert f"Cards: p1 hidden  p2 {other}" in game.screen
    assert own not in game.screen


def test_what_one_player_has_typed_is_not_called_back_by_the_next(cli, talk):
    begin(cli)
    game = talk(Terminal, "g.sgn")
    for line in (None, "", "", "note that is mine", "moves"):
        game.answer(line)
    game.answer(WAYS.findall(game.shown)[0])
    assert game.answer("")["rolls"] is None
    asked = game.answer("\x1b[A\x1b[A\x1b[A")  # three lines back; there are none, so this is Enter alone
    assert "mine" not in game.shown
    assert asked["rolls"]


def test_only_enter_alone_uncovers(cli, talk):
    """Whoever has just played may still look: what they type at the next player's cover shows no card."""
    keys = begin(cli)
    game = talk(Terminal, "g.sgn")
    for line in (None, "", "", "moves"):
        game.answer(line)
    assert game.answer(WAYS.findall(game.shown)[0])["cover"] == "p2"
    for line in (
        "board",
        "help",
        "secrets",
        "moves",
        "roll",
        "keep AK",
        "K",
        "AKQJT=K1",
        "note x",
        "foo",
        "flip",
    ):
        assert game.answer(line)["cover"] == "p2", line
        for seat in ("p1", "p2"):
            assert keys[seat]["value"] not in game.screen, line
    assert len(content(cli)["moves"]) == 1
    assert rolled() == ""


def test_a_terminal_that_cannot_be_cleared_is_scrolled_on(cli, talk):
    keys = begin(cli)
    game = talk(Terminal, "g.sgn", TERM="dumb")
    for line in (None, "", "", "moves"):
        game.answer(line)
    assert game.answer(WAYS.findall(game.shown)[0])["cover"] == "p2"
    assert "\x1b" not in game.said
    last_screen = game.said.split("\n")[-40:]
    assert keys["p1"]["value"] in game.said
    assert keys["p1"]["value"] not in "\n".join(last_screen)
    assert 40 * "\n" in game.shown


@pytest.mark.parametrize("how", ["quit", "end of input", "interrupt"])
def test_whoever_leaves_does_not_leave_the_card_on_the_screen(cli, talk, how):
    keys = begin(cli)
    game = talk(Terminal, "g.sgn")
    game.answer()
    game.answer("")
    game.answer("secrets")
    assert keys["p1"]["value"] in game.screen
    if how == "quit":
        game.type("q")
    elif how == "end of input":
        game.child.sendeof()
    else:
        time.sleep(0.5)  # readline may sleep through a signal that comes before it waits for keys
        game.child.sendintr()
    assert game.finish() == (130 if how == "interrupt" else 0)
    assert keys["p1"]["value"] not in game.screen
    assert "go on with: struckle play g.sgn" in game.screen


def test_by_pipe_nothing_is_cleared_and_nothing_coloured(cli):
    begin(cli)
    assert "\x1b" not in session(cli, "\n\nmoves\n")


def test_names_stand_in_the_prompts(cli):
    new(cli, "g.sgn", 2, "--p1", "Ana", "--p2", "Ben")
    out = session(cli, "\n\n\n\n")
    assert "p1 (Ana), a word for the dice" in out
    assert "p1 (Ana), press Enter when nobody else looks> " in out
    assert re.search(r"^1\. p1 \(Ana\) [AKQJT9]{5}> $", out, re.MULTILINE)


# Dice: kept, never thrown twice.


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


def test_a_small_q_leaves_and_a_capital_keeps_the_queen(cli):
    roll = with_queen(cli)
    out = session(cli, "\n\nq\nboard\n")
    assert out.splitlines()[-1] == "the game is saved; go on with: struckle play g.sgn"
    assert rolled() == roll
    session(cli, "\nQ\n")
    assert re.fullmatch(rf"{roll}/Q\+[AKQJT9]{{4}}", rolled())
    assert content(cli)["moves"] == []


def test_ways_to_say_which_dice_are_kept(cli):
    roll = with_queen(cli)
    firsts = set()
    for line in ("Q", "keep Q", "keep q", "KEEP Q"):
        session(cli, f"\n\n{line}\n")
        firsts.add(rolled())
        Path("g.sgn.rolled").unlink()
    assert len(firsts) == 1, "the seed has fixed what is thrown"
    session(cli, "\n\nkeep\n")
    assert rolled().startswith(f"{roll}/+")
    session(cli, "\nkeep\nkeep\nkeep Q\n")
    assert rolled().count("/") == 2
    assert "thrown three times" in session(cli, "\nkeep Q\n")


@pytest.mark.parametrize(
    "wrong", ["keep 99999", "keep AKQJT9", "keep X", "roll", "keep AAAA", "AAAA=K1", "redo"]
)
def test_what_cannot_be_kept_throws_nothing(cli, wrong):
    keys = begin(cli)
    session(cli, "\n\n")
    before = rolled()
    if wrong == "keep AAAA" and before.startswith("AAAA"):
        wrong = "keep 9999"
    session(cli, f"\n{wrong}\n")
    assert rolled() == before == faces(keys["table"]["value"], content(cli)["id"], "a,a", 1, 0, 5)
    assert content(cli)["moves"] == []


def test_leaving_and_coming_back_in_the_middle_of_a_turn(cli):
    begin(cli)
    seen = []
    for line in ("\n\n", "\n", "\nkeep\n", "\n", "\n\n\n", "\nkeep\n", "\n"):
        out = session(cli, line)
        seen.append(rolled())
        assert f"1. p1 {seen[-1]}> " in out.splitlines()
    assert seen[0] == seen[1]
    assert seen[2] == seen[3] == seen[4] != seen[1]
    assert seen[5] == seen[6] != seen[4]
    assert content(cli)["moves"] == []
    part = WAYS.findall(session(cli, "\nmoves\n"))[0]
    session(cli, f"\n{part}\n")
    assert content(cli)["moves"] == [f"{seen[-1]}={part}"]
    assert rolled() == ""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("dice", ["declared", "hmac-sha256"])
def test_a_signal_in_the_middle_of_a_turn_does_not_roll_again(cli, talk, number, dice):
    assert cli("new", "struggle", "-o", "g.sgn", "--dice", dice).code == 0
    if dice != "declared":
        session(cli, "a\na\n")
    game = talk(Pipe, "g.sgn")
    game.answer()
    game.answer("")
    game.answer("")
    asked = game.answer("keep")
    assert asked["rolls"].count("/") == 1
    os.kill(game.child.pid, number)
    game.child.wait(20)
    assert rolled() == asked["rolls"]
    assert session(cli, "\n").splitlines()[-2] == f"1. p1 {asked['rolls']}> "


def play_one(cli: Any, lines: str = "") -> str:
    """Play the hand of the seat to move in the first way; what it was."""
    part = WAYS.findall(session(cli, "\n\nmoves\n"))[0]
    session(cli, f"\n{part}\n{lines}")
    return part


@pytest.mark.parametrize("dice", ["declared", "hmac-sha256"])
def test_undo_never_gives_another_roll(cli, dice):
    assert cli("new", "struggle", "-o", "g.sgn", "--dice", dice).code == 0
    if dice != "declared":
        session(cli, "a\na\n")
    session(cli, "\n\nkeep\n")
    rolls = rolled()
    part = WAYS.findall(session(cli, "\nmoves\n"))[-1]
    session(cli, f"\n{part}\n")
    assert content(cli)["moves"] == [f"{rolls}={part}"]
    for _ in range(3):
        out = session(cli, "undo\n")
        assert "the dice stay as they were" in out
        assert "p1, press Enter" in out.splitlines()[-2]
        assert (content(cli)["moves"], rolled()) == ([], rolls)
        for lines in ("undo\n", "\nundo\n"):
            assert "no plies to take back" in session(cli, lines)
        assert rolled() == rolls
        session(cli, f"\n{part}\n")
    # Once the next player has thrown, nothing can be taken back, not even after leaving.
    session(cli, "\n\n")
    second = rolled()
    for lines in ("\nundo\n", "undo\n", "\nundo 1\n", "\nundo 2\n"):
        assert "undo never crosses a roll" in session(cli, lines)
    assert rolled() == second
    assert len(content(cli)["moves"]) == 1
    assert "undo never crosses a roll" in session(cli, "\nundo 2\n")


def test_undo_of_more_than_the_last_hand(cli):
    begin(cli)
    play_one(cli)
    play_one(cli)
    before = content(cli)["moves"]
    assert "undo never crosses a roll" in session(cli, "undo 2\n")
    ran = cli("undo", "g.sgn")
    assert (ran.code, "undo.roll" in ran.err) == (1, True)
    assert content(cli)["moves"] == before
    session(cli, "undo\n")
    assert content(cli)["moves"] == before[:1]
    assert rolled() == before[1].partition("=")[0]


def test_dice_of_a_seed_are_not_typed(cli):
    begin(cli)
    assert "roll first" in session(cli, "\nAKQJT=K2Q1J1T1\n")
    assert "roll first" in session(cli, "\nK1\n")
    session(cli, "\n\n")
    other = "AAAAA" if rolled() != "AAAAA" else "KKKKK"
    assert "the dice show" in session(cli, f"\n{other}=-\n")
    assert content(cli)["moves"] == []


def test_a_new_record_of_the_same_name_has_dice_of_its_own(cli):
    """The roll that the record before was left with is not the new one's."""
    begin(cli)
    session(cli, "\n\n")
    old = Path("g.sgn.rolled").read_text()
    keys = new(cli, "g.sgn", 2, "--force")
    Path("g.sgn.rolled").write_text(old)
    out = session(cli, "a\na\n\n")
    assert "a roll is due" in out
    session(cli, "\n\n")
    assert rolled() == faces(keys["table"]["value"], content(cli)["id"], "a,a", 1, 0, 5)


# What lies beside the record.


@pytest.mark.parametrize("seat", ["p1", "p2", "table"])
def test_secrets_of_another_record_are_refused_at_once(cli, seat):
    """With another seed the dice would be refuted at the end, when nothing can be mended any more."""
    begin(cli)
    keys = begin(cli, name="h.sgn")
    before = Path("g.sgn").read_bytes()
    Path(f"g.sgn.{seat}.secrets").write_bytes(Path(f"h.sgn.{seat}.secrets").read_bytes())
    ran = cli("play", "g.sgn", stdin=b"\n\n\n")
    assert ran.code == 1
    assert "commit.false" in ran.err
    assert "not its own" in ran.err
    assert keys[seat]["value"] not in ran.out + ran.err
    assert rolled() == ""
    assert Path("g.sgn").read_bytes() == before


@pytest.mark.parametrize("text", ["", "{}", "\xff"])
def test_a_damaged_secrets_file_is_refused(cli, text):
    begin(cli)
    Path("g.sgn.p2.secrets").write_bytes(text.encode("latin-1"))
    ran = cli("play", "g.sgn", stdin=b"\n\n\n")
    assert (ran.code, "secrets.form" in ran.err) == (1, True)


def test_without_the_seed_nobody_can_roll(cli):
    begin(cli)
    Path("g.sgn.table.secrets").unlink()
    out = session(cli, "\n\nroll\n")
    assert out.count("the seed of the dice is not here") == 2
    assert rolled() == ""


def test_secrets_of_an_opened_record_do_no_harm(cli):
    begin(cli)
    play_one(cli)
    assert cli("reveal", "g.sgn", *map(str, Path().glob("*.secrets")), "--open").code == 0
    out = session(cli, "\n\n\nmoves\n")
    assert "hidden" not in out
    assert re.search(r"^2\. p2 [AKQJT9]{5}> $", out, re.MULTILINE)
    assert len(rolled()) == 5


def test_a_game_whose_cards_are_not_all_here_ends_without_a_result(cli, tmp_path):
    item = open_game(3, 3, colours=SHORT)
    last = item["moves"].pop()
    made, found = committed(item)
    put(tmp_path / "g.json", made)
    put(tmp_path / "g.json.p1.secrets", found[:1])
    put(tmp_path / "g.json.p3.secrets", found[2:3])
    (tmp_path / "g.json.rolled").write_text(
        f"{made['id']} {len(item['moves']) + 1} {last.partition('=')[0]}\n"
    )
    out = session(cli, f"\n{last.partition('=')[2]}\n", "g.json")
    assert "p2's" in out
    assert "reveal" in out
    after = content(cli, "g.json")
    assert (after["moves"][-1], after["result"]) == (last, None)
    assert "reveals" not in after
    put(tmp_path / "k2", found[1:2])
    secrets = ["g.json.p1.secrets", "k2", "g.json.p3.secrets"]
    assert cli("reveal", "g.json", *secrets).code == 0
    assert content(cli, "g.json")["result"] == open_game(3, 3, colours=SHORT)["result"]


def test_declared_dice_may_be_thrown_here_or_typed(cli):
    assert cli("new", "struggle", "-o", "g.sgn").code == 0
    session(cli, "\nKQJT9=K1Q1J1T191\n\n\n")
    assert content(cli)["moves"] == ["KQJT9=K1Q1J1T191"]
    second = rolled()
    assert re.fullmatch("[AKQJT9]{5}", second)
    assert second == "".join(sorted(second, key="AKQJT9".index))
    session(cli, "\n" + WAYS.findall(session(cli, "\nmoves\n"))[0] + "\n")
    assert content(cli)["moves"][1].startswith(second)


def test_a_finished_game_lies_open_and_takes_no_undo(cli, tmp_path):
    item = open_game(3, 3, colours=SHORT, dice=seeded_dice())
    last = item["moves"].pop()
    made, found = committed(item)
    put(tmp_path / "g.json", made)
    for key in found:
        put(tmp_path / f"g.json.{key['seat']}.secrets", [key])
    (tmp_path / "g.json.rolled").write_text(
        f"{made['id']} {len(item['moves']) + 1} {last.partition('=')[0]}\n"
    )
    out = session(cli, f"\n{last.partition('=')[2]}\n", "g.json")
    whole = open_game(3, 3, colours=SHORT, dice=seeded_dice())
    for seat, card in whole["setup"]["cards"].items():
        assert f"{seat} ({card}) scores {whole['result']['scores'][seat]}" in out
    assert content(cli, "g.json")["result"] == whole["result"]
    assert cli("validate", "--strict", "g.json").code == 0
    out = session(cli, "undo\n\nroll\nK1\n", "g.json")
    assert content(cli, "g.json")["result"] == whole["result"]
    assert "press Enter when nobody" not in out


@pytest.mark.parametrize("suffix", ["sgn", "json", "msgpack"])
def test_any_words_for_the_dice(cli, suffix):
    """Whatever is typed stands in the record as it was, and the dice are those of just that text."""
    words = ["\x1b[31m\x00\x7f", '"] } \\ ; {', "a:1:0,b|c ß \u2028\u202e."]
    name = f"g.{suffix}"
    keys = new(cli, name)
    session(cli, "".join(f"{word}\n" for word in words), name)
    item = content(cli, name)
    assert item["setup"]["dice"]["client"] == ",".join(words)
    session(cli, "\n\n", name)
    assert rolled(name) == faces(keys["table"]["value"], item["id"], ",".join(words), 1, 0, 5)
    part = WAYS.findall(session(cli, "\nmoves\n", name))[0]
    assert "\x1b" not in session(cli, f"\n{part}\n", name)
    assert cli("reveal", name, f"{name}.table.secrets").code == 0
    assert cli("validate", name).code == 0


def test_bytes_that_are_no_utf8_are_words_too(cli):
    new(cli, players=2)
    ran = cli("play", "g.sgn", stdin=b"\xff\xfe\n" + 300 * b"x" + b"\n\n\n")
    assert (ran.code, ran.err) == (0, "")
    assert content(cli)["setup"]["dice"]["client"] == "\ufffd\ufffd," + 100 * "x"
    assert cli("validate", "g.sgn").code == 0


def test_one_file_with_several_games(cli, tmp_path):
    """Each seat has one secrets file beside a file of records: those of another record in it do not fit."""
    items = [committed(open_game(number, 3, 3), f"{number}" * 32) for number in (1, 2)]
    (tmp_path / "m.jsonl").write_text("".join(json.dumps(item) + "\n" for item, _ in items))
    for key in items[1][1]:
        put(tmp_path / f"m.jsonl.{key['seat']}.secrets", [key])
    assert cli("play", "m.jsonl", stdin=b"").code == 2
    ran = cli("play", "m.jsonl", "--record", "1", stdin=b"\n\n")
    assert (ran.code, "not its own" in ran.err) == (1, True)
    ran = cli("play", "m.jsonl", "--record", "2", stdin=b"\nAKKQQ=K2Q3\n")
    assert ran.code == 0
    lines = (tmp_path / "m.jsonl").read_text().splitlines()
    assert json.loads(lines[0]) == items[0][0]
    assert json.loads(lines[1])["moves"] == [*items[1][0]["moves"], "AKKQQ=K2Q3"]


def test_a_copy_saved_in_play_holds_no_secret(cli, tmp_path):
    keys = begin(cli)
    session(cli, "\n\nsave copy.json\nnote hello\n")
    raw = (tmp_path / "copy.json").read_bytes()
    for key in keys.values():
        assert key["value"].encode() not in raw
    assert json.loads(raw)["setup"] == content(cli)["setup"]


# Without a common table.


def test_two_machines_exchange_records(cli, tmp_path):
    """Each has its own secrets file and nothing of the other's; the cards are opened one after the other."""
    item = open_game(3, 2, colours=SHORT)
    made, found = committed(item | {"moves": []})
    for at, name in enumerate(("a", "b")):
        (tmp_path / name).mkdir()
        put(tmp_path / name / "own", [found[at]])
    record = json.dumps(made).encode()
    for ply, token in enumerate(item["moves"]):
        folder = tmp_path / "ab"[ply % 2]
        (folder / "g.json").write_bytes(record)
        words = ("--as", f"p{ply % 2 + 1}", "--secrets", folder / "own")
        out = cli("show", folder / "g.json", *words).out
        assert [key["value"] in out for key in found] == [ply % 2 == 0, ply % 2 == 1]
        ran = cli("move", folder / "g.json", token, "--secrets", folder / "own")
        assert (ran.code, ran.err) == (0, "")
        assert json.loads((folder / "own").read_bytes()) == [found[ply % 2]]
        record = (folder / "g.json").read_bytes()
        assert not any(key["value"].encode() in record for key in found)
    assert json.loads(record)["result"] is None
    for name, left in (("a", "unfinished; still hidden: p2 card"), ("b", "nothing is hidden any more")):
        (tmp_path / name / "g.json").write_bytes(record)
        ran = cli("reveal", tmp_path / name / "g.json", tmp_path / name / "own")
        assert (ran.code, left in ran.out) == (0, True)
        record = (tmp_path / name / "g.json").read_bytes()
    final = json.loads(record)
    assert (final["result"], final["reveals"]) == (item["result"], found)
    assert cli("validate", "--strict", tmp_path / "b" / "g.json").code == 0


def test_a_move_is_checked_against_the_seed_of_whoever_holds_it(cli, tmp_path):
    item = open_game(3, 2, 2, colours=SHORT, dice=seeded_dice())
    made, found = committed(item | {"moves": item["moves"][:1]})
    put(tmp_path / "g.json", made)
    put(tmp_path / "table", found[2:])
    before = (tmp_path / "g.json").read_bytes()
    other = "AAAAA=-" if not item["moves"][1].startswith("AAAAA") else "KKKKK=K5"
    ran = cli("move", "g.json", other, "--secrets", "table")
    assert (ran.code, "struggle.wrong-roll" in ran.err) == (1, True)
    assert (tmp_path / "g.json").read_bytes() == before
    assert found[2]["value"] not in ran.out + ran.err
    assert cli("move", "g.json", item["moves"][1], "--secrets", "table").code == 0
    assert found[2]["value"].encode() not in (tmp_path / "g.json").read_bytes()


def test_an_order_that_was_taken_back_does_no_harm_in_the_secrets_file(cli, tmp_path):
    """Stricken keeps an opening a foretold order; the command undo leaves one that opens nothing any more."""
    assert cli("new", "stricken", "-o", "s.sgn").code == 0
    session(cli, "\nF2[1b1-1a1]\n", "s.sgn")
    assert cli("undo", "s.sgn").code == 0
    assert len(json.loads((tmp_path / "s.sgn.white.secrets").read_bytes())) == 2
    session(cli, "\npass\n", "s.sgn")
    assert content(cli, "s.sgn")["moves"] == ["pass"]
    own = ("s.sgn", "--as", "white", "--secrets", "s.sgn.white.secrets")
    for name in ("show", "render", "moves"):
        ran = cli(name, *own)
        assert (ran.code, ran.err) == (0, ""), name
    session(cli, "\npass\n", "s.sgn")
    session(cli, "\nF3[1b1-1a1]\n", "s.sgn")
    assert re.fullmatch(r"F\[#[0-9a-f]{64}\]", content(cli, "s.sgn")["moves"][2])
    assert "1b1-1a1" not in (tmp_path / "s.sgn").read_text()
