"""`solve`: shortest demonstrations, proofs that there is none, best play, and limits."""

import json

import pytest

from tests.cli.crungle_support import (
    AGREED,
    BET_ORANGE,
    GOAL,
    HOPELESS,
    LONG,
    OPTIONS,
    PROVED,
    STOLEN,
    WIN,
    content,
    put,
)
from tests.cli.support import sgn, spawn

KEYS = ["decided", "winnable", "plies", "winner", "goal", "demonstration", "states"]
FORECAST = ["decided", "to_move", "value", "plies", "best", "states"]


def proves(cli, name: str, tokens: list[str]) -> None:
    """Check that a demonstration wins a bet that is made at the end of a record."""
    before = len(content(cli, name)[0].split())
    ran = cli("move", name, "bet:purple", "accept", "(", *tokens, ")")
    assert "win:orange (bet)" in ran.out
    assert cli("validate", name).code == 0
    ran = cli("verify", name, "--json")
    assert ran.code == 0
    *_, bet = [claim for claim in ran.json["results"][0]["claims"] if claim["claim"] == "bet"]
    assert bet["verdict"] is True
    assert bet["why"].startswith(f"proved: move {len(tokens)} wins")
    assert cli("undo", name, len(content(cli, name)[0].split()) - before).code == 0


def test_a_shortest_demonstration_as_json(cli, tmp_path):
    ran = cli("solve", *OPTIONS, "--json")
    assert (ran.code, ran.err) == (0, "")
    found = ran.json
    assert list(found) == KEYS
    assert (found["decided"], found["winnable"], found["plies"]) == (True, True, 5)
    assert (found["winner"], found["goal"]) == ("purple", "G1")
    assert len(found["demonstration"]) == 5
    assert isinstance(found["states"], int)
    assert found["states"] > 0
    assert ran.raw == json.dumps(found, separators=(",", ":")).encode() + b"\n"
    proves(cli, put(tmp_path), found["demonstration"])


def test_a_shortest_demonstration_for_people(cli, tmp_path):
    ran = cli("solve", *OPTIONS)
    assert (ran.code, ran.err) == (0, "")
    head, *steps, line = ran.out.splitlines()
    assert head.startswith("purple can win by G1 in 5 plies")
    assert "searched" in head
    tokens = cli("solve", *OPTIONS, "--json").json["demonstration"]
    assert [step.split()[0] for step in steps] == tokens
    assert [step.split()[1] for step in steps] == ["purple", "orange", "purple", "orange", "purple"]
    assert steps[-1].endswith("purple wins by G1")
    assert line.split() == ["(", *tokens, ")"]
    put(tmp_path)
    assert cli("move", "g.sgn", "bet:purple", "accept", *line.split()).out.endswith("win:orange (bet)\n")


def test_no_win_is_possible(cli):
    ran = cli("solve", *HOPELESS, "--json")
    assert (ran.code, list(ran.json)) == (0, KEYS)
    assert ran.json | {"states": 0} == dict.fromkeys(KEYS) | {"decided": True, "winnable": False, "states": 0}
    assert ran.json["states"] > 0
    text = cli("solve", *HOPELESS)
    assert text.code == 0
    assert text.out.startswith("no win is possible")


def test_the_long_one_of_the_page(cli):
    found = cli("solve", *LONG, "--json").json
    assert (found["winnable"], found["plies"], len(found["demonstration"])) == (True, 23, 23)
    assert cli("new", "crungle", *LONG, "-o", "long.sgn").code == 0
    proves(cli, "long.sgn", found["demonstration"])


@pytest.mark.parametrize(
    ("at", "plies"), [(None, 1), ("0", 5), ("1", 4), ("2", 3), ("3", 2), ("-1", 2), ("4", 1)]
)
def test_from_a_position_of_a_record(cli, tmp_path, at, plies):
    put(tmp_path, "M14:1 M14:1 M18:1 M18:1")
    ran = cli("solve", "g.sgn", "--json", *(["--at", at] if at else []))
    assert (ran.code, ran.json["plies"], ran.json["winner"]) == (0, plies, "purple")
    put(tmp_path, WIN[: 6 * (5 - plies)].strip(), name="part.sgn")
    proves(cli, "part.sgn", ran.json["demonstration"])


@pytest.mark.parametrize(
    "moves", ["M2:9? M14:1?", "M2:9 M5:3", "bet:orange decline M2:2", "M14:1 M14:1 pass"]
)
def test_what_was_ruled_before_is_reckoned_with(cli, tmp_path, moves):
    found = cli("solve", put(tmp_path, moves), "--json").json
    assert found["winnable"]
    proves(cli, "g.sgn", found["demonstration"])


def test_within_an_open_bet_it_finds_what_is_to_be_shown(cli, tmp_path):
    put(tmp_path, "bet:purple accept ( M14:1 M14:1")
    found = cli("solve", "g.sgn", "--json").json
    assert found["plies"] == 3
    assert cli("move", "g.sgn", *found["demonstration"], ")").out.endswith("win:orange (bet)\n")


def test_one_record_of_several_and_other_encodings(cli, tmp_path):
    (tmp_path / "two.sgn").write_bytes(
        (tmp_path / put(tmp_path)).read_bytes()
        + b"\n"
        + (tmp_path / put(tmp_path, "M14:1 M14:1", name="b.sgn")).read_bytes()
    )
    assert cli("solve", "two.sgn").code == 2
    assert cli("solve", "two.sgn", "--record", "2", "--json").json["plies"] == 3
    assert cli("convert", "b.sgn", "b.msgpack.gz").code == 0
    assert cli("solve", "b.msgpack.gz", "--json").json["plies"] == 3


# Limits.


@pytest.mark.parametrize("limit", [["--states", "50"], ["--seconds", "0.0001"], ["--seconds", "0"]])
@pytest.mark.parametrize("options", [LONG, HOPELESS])
def test_a_limit_that_is_met_leaves_it_undecided(cli, options, limit):
    ran = cli("solve", *options, *limit, "--json")
    assert (ran.code, ran.err) == (4, "")
    assert list(ran.json) == KEYS
    assert ran.json | {"states": 0} == dict.fromkeys(KEYS) | {"decided": False, "states": 0}
    text = cli("solve", *options, *limit)
    assert text.code == 4
    assert text.out.startswith("undecided within the limits")
    assert "no win is possible" not in text.out
    assert "can win" not in text.out


def test_enough_states_decide_it(cli):
    needed = cli("solve", *HOPELESS, "--json").json["states"]
    ran = cli("solve", *HOPELESS, "--json", "--states", needed)
    assert (ran.code, ran.json["winnable"]) == (0, False)


def test_undecided_from_a_shell(tmp_path):
    done = spawn("solve", *LONG, "--states", "5", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (4, b"")


# Best play.


def test_a_forced_win(cli, tmp_path):
    ran = cli("solve", *OPTIONS, "--versus", "--json")
    assert (ran.code, list(ran.json)) == (0, FORECAST)
    assert (ran.json["decided"], ran.json["to_move"], ran.json["value"]) == (True, "purple", "win")
    assert ran.json["plies"] >= 5
    assert ran.json["plies"] % 2 == 1
    assert cli("move", put(tmp_path), ran.json["best"]).code == 0
    after = cli("solve", "g.sgn", "--versus", "--json").json
    assert (after["to_move"], after["value"], after["plies"]) == ("orange", "loss", ran.json["plies"] - 1)
    text = cli("solve", *OPTIONS, "--versus").out
    assert f"purple can force a win in {ran.json['plies']} plies" in text
    assert f"best: {ran.json['best']}" in text
    assert "orange loses against best play" in cli("solve", "g.sgn", "--versus").out


def test_neither_can_force_a_win(cli):
    calm = ("--goals", "G6 G7", "--rules", "M14 M15 M26 M29", "--start", "orange=1 purple=1")
    ran = cli("solve", *calm, "--versus", "--json")
    assert (ran.code, list(ran.json)) == (0, FORECAST)
    assert (ran.json["decided"], ran.json["value"], ran.json["plies"]) == (True, "neither", None)
    assert cli("new", "crungle", *calm, "-o", "calm.sgn").code == 0
    assert ran.json["best"] in cli("moves", "calm.sgn", "--json").json["moves"]
    assert "neither can force a win" in cli("solve", *calm, "--versus").out


def test_best_play_undecided(cli):
    for limit in (["--states", "1000"], ["--seconds", "0.001"]):
        ran = cli("solve", *HOPELESS, "--versus", "--json", *limit)
        assert (ran.code, list(ran.json)) == (4, FORECAST)
        assert (ran.json["decided"], ran.json["value"], ran.json["plies"], ran.json["best"]) == (
            False, None, None, None,
        )  # fmt: skip
    assert "undecided" in cli("solve", *HOPELESS, "--versus", "--states", "1000").out


def test_a_win_at_hand(cli, tmp_path):
    put(tmp_path, WIN, GOAL)
    ran = cli("solve", "g.sgn", "--at", "4", "--versus", "--json")
    assert (ran.json["value"], ran.json["plies"]) == ("win", 1)


# Wrong usage.


@pytest.mark.parametrize(
    ("moves", "result"), [(WIN, GOAL), (STOLEN, GOAL), (PROVED, BET_ORANGE), ("M14:1", AGREED)]
)
@pytest.mark.parametrize("more", [[], ["--versus"], ["--json"]])
def test_a_finished_game_has_nothing_to_solve(cli, tmp_path, moves, result, more):
    ran = cli("solve", put(tmp_path, moves, result), *more)
    assert (ran.code, ran.raw) == (2, b"")
    assert "over" in ran.err
    assert cli("solve", "g.sgn", "--at", "0", "--json").json["plies"] == 5


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--goals", "G1 G2"],
        [*OPTIONS[:4]],
        [*OPTIONS[2:]],
        [*OPTIONS, "--at", "0"],
        [*OPTIONS, "--record", "1"],
        [*OPTIONS, "--states", "0"],
        [*OPTIONS, "--states", "x"],
        [*OPTIONS, "--seconds", "-1"],
        [*OPTIONS, "--seconds", "nan"],
        ["--goals", "G1 G1", *OPTIONS[2:]],
        [*OPTIONS[:4], "--start", "orange=5 purple=5"],
        [*OPTIONS[:4], "--start", "one nine"],
        ["g.sgn", *OPTIONS],
        ["g.sgn", "--goals", "G1 G2"],
        ["g.sgn", "--at", "2"],
        ["g.sgn", "--record", "2"],
        ["castle.sgn"],
        ["castle.sgn", "--versus"],
        ["g.sgn", "castle.sgn"],
    ],
)
def test_wrong_usage(cli, tmp_path, words):
    put(tmp_path, "M14:1")
    (tmp_path / "castle.sgn").write_bytes(sgn("1. D8-C8"))
    ran = cli("solve", *words)
    assert (ran.code, ran.raw) == (2, b""), ran.out
    assert ran.err.strip()
    assert "Traceback" not in ran.err


def test_what_is_broken_or_missing(cli, tmp_path):
    assert cli("solve", "gone.sgn").code == 3
    assert cli("solve", put(tmp_path, "M14:1 foo")).code == 1
    (tmp_path / "empty.sgn").write_bytes(b"")
    assert cli("solve", "empty.sgn").code == 2
