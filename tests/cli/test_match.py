"""`struckle match`: records, table, JSON, processes, and ending it early."""

import json
import os
import re
import signal
import subprocess
import time
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pexpect
import pytest

from struckle_cli import registry
from struckle_cli.engine import bots
from struckle_cli.services import crew
from struckle_cli.services.match import play_game
from tests.cli.support import child_environment, command, leftovers
from tests.contract.toy import GAME as TOY

GAMES = ["castle", "crungle", "stricken", "struckle", "struggle"]
ENDLESS = ["match", "castle", "--bot", "random", "--bot", "random", "--games", "1000000"]
FOOT = re.compile(r"(?m)^([0-9,]+) games? of Castle before it was interrupted")


def words(game: str, *more: object, pair: str = "random random") -> list[str]:
    named = [word for name in pair.split() for word in ("--bot", name)]
    return ["match", game, *named, *map(str, more)]


def rows_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


@pytest.fixture
def failing_later(monkeypatch):
    """The bot `random` does something else in game 4 of a Castle match of ten plies each."""
    usual = bots.at_random

    def make(act):
        asked = []

        def answer(scene, *rest):
            asked.append(scene)
            return act() if len(asked) > 3 * 10 else usual(scene, *rest)

        monkeypatch.setattr(bots, "at_random", answer)

    return make


@pytest.mark.parametrize(
    ("game", "suffix"),
    list(zip(GAMES, [".sgn", ".jsonl", ".msgpack", ".jsonl.gz", ".sgn.zst"], strict=True)),
)
def test_records_are_valid_and_say_what_they_are(cli, tmp_path, game, suffix):
    more = ["--max-plies", 60, "--games", 4, "--seed", 9, "--nodes", 5, "-j", 1]
    ran = cli(*words(game, "-o", f"out{suffix}", *more, pair="random greedy"))
    assert (ran.code, ran.err) == (0, "")
    assert cli("validate", f"out{suffix}", "--strict").code == 0
    cli("convert", f"out{suffix}", "all.jsonl")
    rows = rows_of(tmp_path / "all.jsonl")
    assert len(rows) == 4
    for number, row in enumerate(rows, 1):
        assert row["game"] == game
        assert "notes" not in row
        assert set(row["players"].values()) == {"random", "greedy"}
        assert row["tags"] == {
            "Event": "struckle match", "Round": str(number), "Seed": "9", "Budget": "5 nodes",
        }  # fmt: skip
        assert "#" not in json.dumps(row.get("setup"))
    alone = [seat for row in rows for seat, name in row["players"].items() if name == "random"]
    assert len(set(alone)) == (4 if game == "struckle" else 2)


@pytest.mark.parametrize("game", [*GAMES, "toy"])
def test_the_same_bytes_for_any_number_of_processes(cli, tmp_path, game):
    registry.register(TOY)
    try:
        for jobs in (1, 3):
            ran = cli(*words(game, "-o", f"{jobs}.jsonl", "-n", 8, "--max-plies", 40, "-j", jobs))
            assert (ran.code, ran.err) == (0, "")
    finally:
        registry.unregister(TOY.name)
    one, three = ((tmp_path / f"{jobs}.jsonl").read_bytes() for jobs in (1, 3))
    assert one.count(b"\n") == 8
    assert one == three


def test_processes_that_are_no_copies_play_the_same(cli, tmp_path, monkeypatch):
    monkeypatch.setattr(crew, "may_fork", lambda: False)
    for jobs in (1, 2):
        cli(*words("struggle", "-o", f"{jobs}.jsonl", "-n", 4, "-j", jobs))
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes() != b""


def test_one_game_is_played_again_by_its_number(cli, tmp_path):
    cli(*words("stricken", "-o", "all.jsonl", "-n", 4, "--seed", 6, "-j", 1))
    cli(*words("stricken", "-o", "one.jsonl", "-n", 1, "--seed", 6, "--first", 3))
    assert (tmp_path / "all.jsonl").read_bytes().splitlines()[2:3] == [
        (tmp_path / "one.jsonl").read_bytes().rstrip()
    ]


def test_the_table_tells_scores_and_how_to_play_a_game_again(cli):
    ran = cli(*words("crungle", "-n", 10, "--winnable", "--seed", 4, pair="greedy:7 random"))
    assert ran.code == 0
    head, rule, first, second, empty, *foot = ran.out.splitlines()
    assert head.split("  ")[0] == "bot"
    assert " ".join(head.split()) == "bot wins losses score 95 % interval ms"
    assert set(rule) == {"-", " "}
    assert first.startswith("greedy:7  ")
    assert second.startswith("random  ")
    assert empty == ""
    wins = [int(row.split()[1]) for row in (first, second)]
    assert sum(wins) == 10
    assert f"{wins[0] * 10}.0%" in first
    assert foot[0] == "10 games of Crungle: goal 10"
    assert foot[1].endswith("7 nodes; 1,000 nodes an answer")
    assert foot[2] == "ms: milliseconds an answer; 50% of the points would be fair"
    assert foot[3] == "seed 4, from game 1; game N alone: the same with --first N --games 1"


def test_games_without_an_end_and_shared_ones_have_columns(cli):
    assert "unfinished" in cli(*words("castle", "-n", 2, "--max-plies", 3)).out.splitlines()[0]
    assert "shared" in cli(*words("struggle", "-n", 20, "-j", 1)).out.splitlines()[0]


@pytest.mark.parametrize(
    ("game", "more"), [("castle", ["--max-plies", 3]), ("struckle", ["--max-plies", 8]), ("struggle", [])]
)
def test_the_table_fits_a_terminal_of_80_columns(cli, game, more):
    ran = cli(*words(game, "-n", 4, "-j", 1, *more, pair="search:1000 random:10000"))
    head, rule, *_ = ran.out.splitlines()
    assert max(map(len, ran.out.splitlines())) <= 79
    assert ("fair" in head) == (game == "struckle")  # one against three
    assert len(rule) < 79


def test_games_that_are_all_the_same_are_told(cli, monkeypatch):
    """An interval says nothing where one game is played again and again."""
    monkeypatch.setattr(
        bots, "at_random", lambda scene, *rest: bots.answers(scene)[1](bots.answers(scene)[0][0])
    )
    more = ["-n", 6, "--max-plies", 4, "-j", 1]
    assert "only 2 of the games differ" in cli(*words("castle", *more)).out
    assert cli(*words("castle", *more, "--json")).json["different"] == 2
    assert "differ" not in cli(*words("castle", "-n", 2, "-j", 1)).out


def test_json_has_it_all(cli):
    ran = cli(
        *words("struggle", "-n", 6, "--json", "--first", 3, "--think", "0.5", "-j", 1, pair="random " * 3)
    )
    assert (ran.code, ran.err) == (0, "")
    told = ran.json
    assert (told["game"], told["games"], told["wanted"], told["first"]) == ("struggle", 6, 6, 3)
    assert (told["interrupted"], told["reasons"]) == (False, {"arrival": 6})
    assert 1 <= told["plies"]["least"] <= told["plies"]["mean"] <= told["plies"]["most"]
    assert [bot["bot"] for bot in told["bots"]] == ["random", "random (2)", "random (3)"]
    for bot in told["bots"]:
        kinds = ("wins", "shared", "draws", "losses", "unfinished")
        assert sum(bot[kind] for kind in kinds) == bot["games"] == 6
        assert bot["points"] == bot["wins"] + bot["shared"] / 2
        assert bot["score"] == pytest.approx(bot["points"] / 6)
        assert 0 <= bot["interval"][0] <= bot["score"] <= bot["interval"][1] <= 1
        assert bot["budget"] == {"nodes": None, "seconds": 0.5}
        assert bot["fair"] == pytest.approx(1 / 3)
        assert bot["answers"] > 0


def test_records_on_standard_output_and_the_table_beside_them(cli):
    ran = cli(*words("stricken", "-n", 2, "-o", "-", "--to", "jsonl", "-j", 1))
    assert ran.code == 0
    assert [row["game"] for row in ran.rows] == ["stricken"] * 2
    assert "2 games of Stricken" in ran.err
    assert cli("validate", "-", "--input-format", "jsonl", stdin=ran.raw).code == 0


def test_set_up_fields_are_those_of_new(cli, tmp_path):
    cli(
        *words(
            "castle",
            "-n",
            1,
            "--set",
            "men=16",
            "--set",
            "own-castle=closed",
            "--max-plies",
            2,
            "-o",
            "a.json",
        )
    )
    assert json.loads((tmp_path / "a.json").read_bytes())["setup"] == {"men": 16, "own_castle": "closed"}
    wanted = ["--set", "goals=G3 G7", "--set", "rules=M2 M11 I2 M16", "--set", "start=orange=1 purple=9"]
    assert cli(*words("crungle", "-n", 2, *wanted, "-o", "b.jsonl", "-j", 1)).code == 0
    rows = rows_of(tmp_path / "b.jsonl")
    assert [row["setup"]["start"] for row in rows] == [{"orange": 1, "purple": 9}] * 2
    ran = cli(*words("struggle", "-n", 3, "--set", "players=3", "-o", "c.jsonl", "-j", 1))
    assert "33%" in ran.out
    assert "67%" in ran.out


@pytest.mark.parametrize(
    "more",
    [
        ["--bot", "greedy"],  # a third one
        ["--games", "0"],
        ["--nodes", "0"],
        ["--think", "0"],
        ["--think", "nan"],
        ["--jobs", "0"],
        ["--first", "0"],
        ["--games", "1" + "0" * 30],
        ["--nodes", "1" + "0" * 30],
        ["--max-plies", "0"],
        ["--set", "men"],
        ["--set", "men=99"],
        ["--set", "men=8", "--set", "men=8"],
        ["--set", "hats=3"],
        ["--winnable"],
        ["--to", "sgn"],
        ["-o", "x.txt"],
        ["-o", "x.json"],
        ["-o", "-", "--json"],
    ],
)
def test_wrong_usage_plays_nothing(cli, tmp_path, monkeypatch, more):
    monkeypatch.setattr(bots, "at_random", None)
    ran = cli(*words("castle", *more))
    assert (ran.code, ran.raw) == (2, b"")
    assert "Traceback" not in ran.err
    assert list(tmp_path.iterdir()) == []


def test_dice_that_are_committed_to_are_refused(cli):
    ran = cli(*words("struggle", "--set", "dice=hmac-sha256"))
    assert (ran.code, "usage.dice" in ran.err) == (2, True)


def test_a_file_that_cannot_be_written_is_met_before_anything_is_played(cli, monkeypatch):
    monkeypatch.setattr(bots, "at_random", None)
    ran = cli(*words("castle", "-o", "nowhere/x.sgn"))
    assert (ran.code, "io.write" in ran.err) == (3, True)


# --- ending early -----------------------------------------------------------------------------------


def test_a_bot_that_answers_wrongly_ends_it_and_what_was_played_is_kept(cli, failing_later):
    failing_later(lambda: "D8-Z9")
    ran = cli(*words("castle", "-o", "a.jsonl", "--max-plies", 10, "-j", 1))
    assert ran.code == 70
    assert "3 games of Castle: unfinished 3" in ran.out
    assert (
        "game 4 of seed 0, ply 1: the bot random (2) (white) answered 'D8-Z9', which is not legal" in ran.err
    )
    assert cli("validate", "a.jsonl", "--strict").code == 0
    assert cli("filter", "a.jsonl", "--count").out == "3\n"


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (
            lambda: os.kill(os.getpid(), signal.SIGKILL),
            "the process that played game 4 was ended by signal 9",
        ),
        (lambda: os._exit(3), "the process that played game 4 ended with code 3"),
        (lambda: 1 // 0, "game 4: ZeroDivisionError"),
    ],
)
def test_a_process_that_dies_is_told_in_the_place_of_its_game(cli, tmp_path, monkeypatch, act, told):
    def playing(match, number):
        return act() if number == 4 else play_game(match, number)

    monkeypatch.setattr(crew, "play_game", playing)
    ran = cli(*words("castle", "-o", "a.jsonl", "--max-plies", 8, "-n", 6, "-j", 2))
    assert (ran.code, told in ran.err) == (70, True)
    assert [row["tags"]["Round"] for row in rows_of(tmp_path / "a.jsonl")] == ["1", "2", "3"]


@pytest.mark.parametrize("some", [0, 1])
def test_where_no_more_processes_can_be_had_it_goes_on(cli, tmp_path, monkeypatch, some):
    start, started = BaseProcess.start, []

    def starting(process: BaseProcess) -> None:
        started.append(process)
        if len(started) > some:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        start(process)

    monkeypatch.setattr(BaseProcess, "start", starting)
    for jobs in (1, 3):
        assert cli(*words("castle", "--max-plies", 4, "-n", 7, "-j", jobs, "-o", f"{jobs}.jsonl")).code == 0
    assert len(started) == some + 1
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "3.jsonl").read_bytes()


def test_no_more_is_played_ahead_than_a_slow_game_needs(cli, tmp_path, monkeypatch):
    most = 2 * crew.AHEAD

    def playing(match, number):
        (tmp_path / str(number)).touch()
        while number == 1 and len(list(tmp_path.iterdir())) < most:
            time.sleep(0.01)
        if number == 1:
            (tmp_path / "seen").write_text(" ".join(sorted(item.name for item in tmp_path.iterdir())))
        return play_game(match, number)

    monkeypatch.setattr(crew, "play_game", playing)
    assert cli(*words("castle", "--max-plies", 1, "-n", most + 20, "-j", 2)).code == 0
    assert (tmp_path / "seen").read_text().split() == sorted(map(str, range(1, most + 1)))


def test_a_wrong_answer_is_told_the_same_by_any_number_of_processes(cli, monkeypatch):
    usual = bots.at_random
    monkeypatch.setattr(
        bots, "at_random", lambda scene, *rest: "?" if len(scene.tokens) == 7 else usual(scene, *rest)
    )
    more = ["--max-plies", 8, "-n", 6]
    one, two = (cli(*words("castle", *more, "-j", jobs)).err for jobs in (1, 2))
    assert "bot.illegal" in one
    assert one == two


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_at_a_terminal_ends_with_what_was_played(terminal, cli, tmp_path, jobs):
    child = terminal(*ENDLESS, "--max-plies", "20", "-o", "a.jsonl", "-j", str(jobs), TERM="xterm")
    child.timeout = 300  # however busy the machine is
    child.expect(r"[1-9][0-9]* of 1,000,000 games, random [0-9.]+, random [(]2[)] [0-9.]+")
    child.sendintr()
    child.expect("interrupted")
    child.expect("game N alone")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert cli("validate", "a.jsonl", "--strict").code == 0
    assert leftovers(tmp_path) == []


def test_the_table_after_ctrl_c_counts_the_records_that_were_written(cli, failing_later):
    failing_later(lambda: signal.raise_signal(signal.SIGINT))
    ran = cli(*words("castle", "-o", "a.jsonl", "--max-plies", 10, "-j", 1))
    assert ran.code == 130
    assert "3 games of Castle before it was interrupted: unfinished 3" in ran.out
    assert cli("filter", "a.jsonl", "--count").out == "3\n"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_before_the_first_game_is_over_writes_nothing(cli, monkeypatch, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(b"older")
    monkeypatch.setattr(bots, "at_random", lambda *rest: signal.raise_signal(signal.SIGINT))
    ran = cli(*words("castle", "-o", "a.jsonl", "-j", 1))
    assert (ran.code, ran.raw) == (130, b"")
    assert (tmp_path / "a.jsonl").read_bytes() == b"older"
    assert leftovers(tmp_path) == []


def test_sigterm_leaves_no_process(tmp_path):
    child = subprocess.Popen(
        command(*ENDLESS, "--max-plies", "20", "-j", "2", "-o", "-", "--to", "jsonl"),
        cwd=tmp_path, env=child_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert child.stdout is not None
    assert child.stderr is not None
    first = child.stdout.readline()
    child.send_signal(signal.SIGTERM)
    out, err = first + child.stdout.read(), child.stderr.read()  # until workers have closed their ends too
    assert child.wait(60) == 130
    child.stdout.close()
    child.stderr.close()
    assert b"Traceback" not in err
    told = FOOT.search(err.decode())
    assert told is not None
    assert told[1].replace(",", "") == str(out.count(b"\n"))
