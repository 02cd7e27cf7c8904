"""Ends that nobody may overwrite, questions within a bet, and what a command says of its own entries."""

import os

import pytest

from tests.cli.crungle_support import GOAL, PROVED, VIOLATIONS, content, item, one_line, put
from tests.cli.support import dumps

BAD = "M2:9"
"""Not a neighbour of 1: invalid."""


@pytest.mark.parametrize("moves", ["bet:orange", "bet:orange accept", "bet:orange accept ("])
@pytest.mark.parametrize("more", [[], ["--json"], ["--versus"]])
def test_a_question_may_be_asked_at_every_place_of_a_bet(cli, tmp_path, moves, more):
    put(tmp_path, moves)
    ran = cli("solve", "g.sgn", *more)
    assert (ran.code, ran.err) == (0, "")
    put(tmp_path, "")
    assert cli("solve", "g.sgn", *more).out == ran.out


def test_a_demonstration_that_has_won_is_not_asked_about(cli, tmp_path):
    put(tmp_path, PROVED.removesuffix(" )"))
    ran = cli("solve", "g.sgn")
    assert ran.code == 2
    assert "the demonstration has won there already" in ran.err


def test_an_offer_of_a_draw_does_not_outlive_the_game(cli, tmp_path):
    put(tmp_path, f"{BAD}? {BAD}?")
    out = cli("play", "g.sgn", stdin=f"{BAD}\ndraw\n?\nyes\n".encode()).out
    assert "violation 3 of 3" in out
    assert content(cli) == (f"{BAD}? {BAD}? {BAD}?", VIOLATIONS)
    assert cli("validate", "g.sgn").code == 0


def test_an_objection_is_no_answer_to_an_offer_but_ends_it(cli, tmp_path):
    put(tmp_path)
    out = cli("play", "g.sgn", stdin=f"{BAD}\ndraw\n?\nyes\n".encode()).out
    assert "violation 1 of 3" in out
    assert content(cli) == (f"{BAD}?", None)


def test_the_side_that_answers_an_offer_is_asked(cli, tmp_path):
    put(tmp_path)
    assert "orange, yes or no> " in cli("play", "g.sgn", stdin=b"draw\nno\n").out


def test_an_objection_repairs_no_wrong_result(cli, tmp_path):
    put(tmp_path, "M14:1 M14:1 M18:1 M18:1 M14:1", GOAL | {"winners": ["orange"]})
    before = (tmp_path / "g.sgn").read_bytes()
    ran = cli("move", "g.sgn", "?")
    assert (ran.code, (tmp_path / "g.sgn").read_bytes()) == (1, before)
    assert "result.differs" in ran.err


def test_move_says_what_was_ruled(cli, tmp_path):
    put(tmp_path, BAD)
    out = cli("move", "g.sgn", "?").out
    assert "objection upheld, violation 1 of 3, because" in out
    assert "objection overruled, false objection 1 of 3" in cli("move", "g.sgn", "M14:1", "?").out


def test_move_says_how_a_bet_was_settled_and_nothing_of_silent_moves(cli, tmp_path):
    put(tmp_path)
    assert "proved: move 5 wins for purple by G1" in one_line(cli("move", "g.sgn", *PROVED.split()).out)
    put(tmp_path)
    assert cli("move", "g.sgn", BAD).out == "ply 1: orange to move\n"


def test_an_objection_in_a_demonstration_is_refused_for_what_it_is(cli, tmp_path):
    put(tmp_path, "bet:purple accept ( M14:1")
    ran = cli("move", "g.sgn", "?")
    assert ran.code == 1
    assert "no objections within a demonstration" in ran.err
    assert "what follows" not in ran.err


def test_an_objection_that_ends_the_game_says_what_stands_behind_it(cli, tmp_path):
    put(tmp_path, f"{BAD}? {BAD}? {BAD} bet:orange decline")
    ran = cli("move", "g.sgn", "?")
    assert ran.code == 1
    assert "undo takes that back" in ran.err


@pytest.mark.parametrize("words", [["--flip", "purple"], ["--flip"], ["-o", "no/such/folder/g.sgn"]])
def test_play_refuses_before_anybody_picks(cli, tmp_path, words):
    ran = cli("play", "crungle", *words, stdin=b"G1\nG2\n")
    assert ran.code in (2, 3)
    assert "picks" not in ran.out
    assert os.listdir(tmp_path) == []


def test_play_writes_nothing_when_it_refuses_a_view(cli, tmp_path):
    assert cli("play", "struckle", "--flip", "nobody", "-o", "z.sgn").code == 2
    assert os.listdir(tmp_path) == []


def test_boards_tell_how_a_bet_stands(cli, tmp_path):
    put(tmp_path, PROVED, {"winners": ["orange"], "reason": "bet"})
    shown = {at: cli("render", "g.sgn", "--at", str(at)).out for at in range(9)}
    assert "accepts or declines" in shown[1]
    assert "'(' begins a demonstration" in shown[2]
    assert "demonstrates, 0 moves so far" in shown[3]
    assert "demonstrates, 1 move so far" in shown[4]
    assert "purple's bet is settled: orange wins it" in cli("render", "g.sgn").out


def test_solve_tells_every_fault_of_what_was_typed(cli):
    ran = cli("solve", "--goals", "G2", "--rules", "M5 M11 M14 zz", "--start", "oops")
    assert ran.code == 2
    for code in ("crungle.goals", "crungle.rules", "setup.type"):
        assert code in ran.err


@pytest.mark.parametrize("token", ["M2", "4", "M3", "I1", "a", "M31:4", "m9:2"])
def test_a_fault_quotes_what_was_read(cli, tmp_path, token):
    put(tmp_path, token)
    assert f"ply 1, {token}: " in cli("validate", "g.sgn").out
    put(tmp_path)
    assert f"ply 1, {token}: " in cli("move", "g.sgn", token).err


@pytest.mark.parametrize(
    ("setup", "told"),
    [
        ({"goals": ""}, "goals must be a list of 2 strings, not the string ''"),
        ({"goals": ["G2", 3]}, "a goal is named by a string, not 3"),
        ({"goals": [True, "G2"]}, "a goal is named by a string, not true"),
        ({"rules": "M2 M3 M4 M5"}, "not the string 'M2 M3 M4 M5'"),
        ({"start": {"orange": "1", "purple": 1}}, "a cell is a number from 1 to 9, not the string '1'"),
        ({"start": "orange=1"}, "not the string 'orange=1'"),
    ],
)
def test_a_value_of_the_wrong_type_is_told_as_what_it_is(cli, tmp_path, setup, told):
    (tmp_path / "g.json").write_bytes(dumps(item(**setup)))
    ran = cli("validate", "g.json")
    assert ran.code == 1
    assert told in ran.out


def test_the_draft_explains_itself(cli):
    out = cli("play", "crungle", stdin=b"help\n?\nG1\nG2\nM2\nI1\nquit\n").out
    assert out.count("undo takes back a pick") == 3
    assert "so far M2 I1" in out
    assert "apply another rule of the game" in out


def test_no_command_is_proposed_that_the_game_does_not_have(cli, tmp_path):
    put(tmp_path)
    assert "did you mean flip" not in cli("play", "g.sgn", stdin=b"slip\n").out


def test_the_help_says_that_an_invalid_move_is_taken(cli):
    assert "stands unless the opponent objects" in " ".join(cli("move", "--help").out.split())
