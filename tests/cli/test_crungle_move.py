"""`move`, `result` and `undo` in Crungle: statements, objections by `?`, bets; what stands, what not."""

import json

import pytest

from tests.cli.crungle_support import (
    AGREED,
    BET_ORANGE,
    BET_PURPLE,
    GOAL,
    OBJECTIONS,
    OPTIONS,
    PROVED,
    REFUTED,
    STOLEN,
    VIOLATIONS,
    WIN,
    content,
    crungle,
    item,
    put,
)
from tests.cli.support import encoded, leftovers, spawn

OPEN = "bet:purple accept ( M14:1"


def refused(cli, folder, *words: str, code: str, name: str = "g.sgn") -> str:
    """Check that a command is refused with a code and leaves the file alone; what it says."""
    before = (folder / name).read_bytes()
    ran = cli(words[0], name, *words[1:])
    assert (ran.code, ran.raw) == (1, b"")
    assert f"[{code}]" in ran.err
    assert (folder / name).read_bytes() == before
    assert leftovers(folder) == []
    return ran.err


def test_moves_are_appended_in_canonical_text(cli, tmp_path):
    put(tmp_path)
    ran = cli("move", "g.sgn", "M14:1")
    assert (ran.code, ran.out, ran.err) == (0, "ply 1: orange to move\n", "")
    assert cli("move", "g.sgn", "M2:2", "M15:2/1").out == "ply 3: orange to move\n"
    assert (tmp_path / "g.sgn").read_bytes() == crungle("M14:1 M2:2 M15:2/1")
    assert cli("fmt", "--check", "g.sgn").code == 0


@pytest.mark.parametrize("token", ["M2:9", "M5:4", "M15:1", "M14:1/1", "I2(M2,M2):4", "I4(M14):1", "pass"])
def test_an_invalid_statement_stands(cli, tmp_path, token):
    """It is part of the game: the opponent may object, and nobody else does."""
    put(tmp_path)
    ran = cli("move", "g.sgn", token)
    assert (ran.code, ran.out, ran.err) == (0, "ply 1: orange to move\n", "")
    assert content(cli) == (token, None)
    assert cli("validate", "g.sgn").code == 0


@pytest.mark.parametrize(
    "token",
    [
        "M31:4",
        "M0:4",
        "M02:4",
        "M2:0",
        "M2:10",
        "M2",
        "M2:",
        "m2:4",
        "I2(M2):4",
        "I1(I2):4",
        "I5(M2):4",
        "M2:4??",
        "?M2:4",
        "I1(M2,M3):4",
        "M2:4/0",
        "M2:4/",
        "PASS",
        "bet",
        "bet:red",
        "Accept",
        "accept?",
        "(M2:4",
        "[",
        "",
    ],
)
def test_what_is_unreadable_is_refused_whole(cli, tmp_path, token):
    put(tmp_path, "M14:1")
    told = refused(cli, tmp_path, "move", "M2:4", token, code="crungle.syntax")
    assert "ply 3" in told


def test_case_is_explained(cli, tmp_path):
    put(tmp_path)
    assert "M2:4" in refused(cli, tmp_path, "move", "m2:4", code="crungle.syntax")


@pytest.mark.parametrize(
    ("before", "token", "code", "near"),
    [
        ("", "accept", "no-bet", None),
        ("", "decline", "no-bet", None),
        ("", "(", "no-demonstration", None),
        ("", ")", "no-demonstration", None),
        ("bet:purple", "M14:1", "bet-open", "accept"),
        ("bet:purple", "bet:orange", "bet-open", "decline"),
        ("bet:purple", "(", "bet-open", None),
        ("bet:purple accept", "M14:1", "demonstration-due", "("),
        ("bet:purple accept", "decline", "demonstration-due", "("),
        (OPEN, "M14:1?", "in-demonstration", None),
        (OPEN, "bet:orange", "in-demonstration", None),
        (OPEN, "accept", "in-demonstration", None),
        (OPEN, "(", "in-demonstration", None),
    ],
)
def test_entries_that_cannot_stand_are_refused(cli, tmp_path, before, token, code, near):
    put(tmp_path, before)
    told = refused(cli, tmp_path, "move", token, code=f"crungle.{code}")
    assert near is None or f"nearest legal: {near}" in told


@pytest.mark.parametrize(
    ("before", "after", "result", "said"),
    [
        ("M2:9", "M2:9?", None, "ply 1: purple to move"),
        ("M14:1", "M14:1?", None, "ply 1: orange to move"),
        ("M14:1 M2:9", "M14:1 M2:9?", None, "ply 2: orange to move"),
        ("pass", "pass?", None, "ply 1: purple to move"),
        ("M2:9? M2:9? M2:9", "M2:9? M2:9? M2:9?", VIOLATIONS, "ply 3: win:orange (violations)"),
        ("M14:1? M14:1 M2:2? M2:4 M14:2", "M14:1? M14:1 M2:2? M2:4 M14:2?", OBJECTIONS, "(objections)"),
        (STOLEN, STOLEN + "?", None, "ply 5: purple to move"),
        (WIN, WIN + "?", GOAL, "ply 5: win:purple (goal)"),
        ("M14:1? M14:1 M18:1? M18:1 M14:1", "M14:1? M14:1 M18:1? M18:1 M14:1?", GOAL, "win:purple (goal)"),
        ("M2:9 bet:orange decline", "M2:9? bet:orange decline", None, "ply 3: purple to move"),
        ("M14:1 bet:orange decline", "M14:1? bet:orange decline", None, "ply 3: orange to move"),
    ],
)  # fmt: skip
def test_a_question_mark_marks_the_last_move(cli, tmp_path, before, after, result, said):
    put(tmp_path)
    assert cli("move", "g.sgn", *before.split()).code == 0
    ran = cli("move", "g.sgn", "?")
    assert (ran.code, ran.err) == (0, "")
    assert said in ran.out
    assert content(cli) == (after, result)
    assert cli("validate", "g.sgn").code == 0
    assert cli("verify", "g.sgn").code == 0
    assert cli("fmt", "--check", "g.sgn").code == 0
    if "bet" not in before:
        put(tmp_path, name="typed.sgn")
        assert cli("move", "typed.sgn", *after.split()).code == 0
        assert (tmp_path / "typed.sgn").read_bytes() == (tmp_path / "g.sgn").read_bytes()


def test_a_standing_invalid_move_wins_until_somebody_objects(cli, tmp_path):
    put(tmp_path)
    assert "win:purple (goal)" in cli("move", "g.sgn", *STOLEN.split()).out
    assert content(cli)[1] == GOAL
    assert cli("validate", "g.sgn").code == 0
    told = cli("move", "g.sgn", "?", "M14:1").out
    assert "objection upheld, violation 1 of 3" in told
    assert told.endswith("\nply 6: win:purple (goal)\n")
    assert content(cli) == (f"{STOLEN}? M14:1", GOAL)


@pytest.mark.parametrize(
    ("before", "result", "code"),
    [
        ("", None, "crungle.objection"),
        ("M2:9?", None, "crungle.objection"),
        ("M14:1?", None, "crungle.objection"),
        ("bet:orange decline", None, "crungle.objection"),
        ("M14:1? bet:orange decline", None, "crungle.objection"),
        ("M14:1 bet:orange", None, "crungle.objection"),
        ("M14:1 bet:orange accept", None, "crungle.objection"),
        ("M14:1 bet:orange accept (", None, "crungle.objection"),
        (OPEN, None, "crungle.in-demonstration"),
        (PROVED, BET_ORANGE, "crungle.objection"),
        ("M2:9? M2:9? M2:9?", VIOLATIONS, "crungle.objection"),
        (WIN + "?", GOAL, "crungle.objection"),
        ("M14:1", AGREED, "move.finished"),
        ("M2:9", AGREED, "move.finished"),
    ],
)
def test_objections_that_cannot_be_made(cli, tmp_path, before, result, code):
    put(tmp_path, before, result)
    refused(cli, tmp_path, "move", "?", code=code)


def test_question_marks_among_other_words(cli, tmp_path):
    put(tmp_path)
    assert cli("move", "g.sgn", "M2:9", "?", "M14:1", "?", "M2:2").code == 0
    assert content(cli) == ("M2:9? M14:1? M2:2", None)
    refused(cli, tmp_path, "move", "?", "?", code="crungle.objection")
    refused(cli, tmp_path, "move", "M14:1", "?", "foo", code="crungle.syntax")


@pytest.mark.parametrize("suffix", [".sgn", ".json", ".jsonl.gz", ".msgpack.zst"])
def test_the_mark_is_written_in_every_encoding_and_notes_stay(cli, tmp_path, suffix):
    start = item("M14:1 M2:9") | {"notes": [{"ply": 2, "text": "hm"}]}
    name = f"g{suffix}"
    if suffix == ".sgn":
        (tmp_path / name).write_bytes(crungle("M14:1 M2:9 {hm}"))
    else:
        (tmp_path / name).write_bytes(encoded(start, suffix))
    assert cli("move", name, "?").code == 0
    back = cli("convert", name, "-", "--to", "json").json
    assert back == item("M14:1 M2:9?") | {"notes": [{"ply": 2, "text": "hm"}]}


def test_one_record_of_several(cli, tmp_path):
    (tmp_path / "g.sgn").write_bytes(crungle("M2:9") + b"\n" + crungle("M14:1"))
    assert cli("move", "g.sgn", "?", "--record", "2").code == 0
    assert (tmp_path / "g.sgn").read_bytes() == crungle("M2:9") + b"\n" + crungle("M14:1?")


def test_from_a_shell(tmp_path):
    """As users do it: a process for each word, the mark and the brackets as arguments."""
    assert spawn("new", "crungle", *OPTIONS, "-o", "g.sgn", cwd=tmp_path).returncode == 0
    for words in (["M2:9"], ["?"], ["bet:purple", "accept", "("], [*WIN.split(), ")"]):
        done = spawn("move", "g.sgn", *words, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"so orange wins\nply 10: win:orange (bet)\n")
    assert (tmp_path / "g.sgn").read_bytes() == crungle(f"M2:9? {PROVED}", BET_ORANGE)
    assert spawn("validate", "g.sgn", "--strict", cwd=tmp_path).returncode == 0


# Bets.


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        (PROVED, BET_ORANGE),
        (REFUTED, BET_PURPLE),
        ("bet:purple accept ( )", BET_PURPLE),
        (f"bet:orange accept ( {WIN} )", BET_PURPLE),
        ("bet:orange accept ( )", BET_ORANGE),
        (f"bet:purple accept ( {WIN} M2:2 )", BET_PURPLE),
        (f"bet:purple accept ( {STOLEN} )", BET_PURPLE),
        ("M14:1 M14:1 bet:orange accept ( M18:1 M18:1 M14:1 )", BET_PURPLE),
        ("bet:purple decline bet:orange decline", None),
    ],
)
def test_bets_and_what_they_lead_to(cli, tmp_path, moves, result):
    put(tmp_path)
    words = moves.split()
    assert cli("move", "g.sgn", *words[:-1]).code == 0
    assert content(cli)[1] is None
    assert cli("move", "g.sgn", words[-1]).code == 0
    assert content(cli) == (moves, result)
    assert cli("validate", "g.sgn", "--strict").code == 0
    if result is not None:
        refused(cli, tmp_path, "move", "M14:1", code="move.finished")


def test_bets_do_not_change_whose_turn_it_is(cli, tmp_path):
    put(tmp_path)
    assert cli("move", "g.sgn", "bet:orange").out.endswith("\nply 1: purple to move\n")
    assert cli("move", "g.sgn", "decline").out.endswith("\nply 2: purple to move\n")
    assert cli("move", "g.sgn", "bet:purple", "accept").out.endswith("\nply 4: orange to move\n")


# Results that players give.


@pytest.mark.parametrize("more", [[], ["--reason", "agreement"]])
@pytest.mark.parametrize("moves", ["", "M14:1", "M2:9", "bet:orange decline"])
def test_a_draw_can_be_agreed(cli, tmp_path, moves, more):
    put(tmp_path, moves)
    assert cli("result", "g.sgn", "draw", *more).out == "draw (agreement)\n"
    assert content(cli) == (moves, AGREED)
    assert cli("validate", "g.sgn").code == 0
    refused(cli, tmp_path, "move", "M14:1", code="move.finished")
    refused(cli, tmp_path, "result", "draw", code="result.exists")
    assert cli("undo", "g.sgn", "0").code == 0
    assert content(cli) == (moves, None)


@pytest.mark.parametrize("moves", ["bet:purple", "bet:purple accept", "bet:purple accept (", OPEN])
def test_no_draw_while_a_bet_is_open(cli, tmp_path, moves):
    put(tmp_path, moves)
    told = refused(cli, tmp_path, "result", "draw", "--reason", "agreement", code="crungle.bet-open")
    assert "purple's bet is open" in told


@pytest.mark.parametrize(
    "more", [[], ["--reason", "resign"], ["--reason", "goal"], ["--reason", "agreement"]]
)
@pytest.mark.parametrize("token", ["win:purple", "win:orange"])
def test_there_is_no_resignation(cli, tmp_path, token, more):
    put(tmp_path, "M14:1")
    before = (tmp_path / "g.sgn").read_bytes()
    ran = cli("result", "g.sgn", token, *more)
    assert (ran.code, ran.raw) == (2, b"")
    assert (tmp_path / "g.sgn").read_bytes() == before


# Undo.


@pytest.mark.parametrize(
    "moves", [f"M2:9? M14:1? bet:orange decline M2:9 {PROVED}", REFUTED, STOLEN, WIN + "?"]
)
def test_undo_goes_through_everything(cli, tmp_path, moves):
    put(tmp_path)
    words = moves.split()
    states = [json.loads(cli("moves", "g.sgn", "--json").raw)]
    for word in words:
        assert cli("move", "g.sgn", word).code == 0
        states.append(cli("moves", "g.sgn", "--json").json)
    whole = (tmp_path / "g.sgn").read_bytes()
    for count in range(1, len(words) + 1):
        (tmp_path / "g.sgn").write_bytes(whole)
        ran = cli("undo", "g.sgn", count)
        assert (ran.code, ran.err) == (0, "")
        assert content(cli) == (" ".join(words[: len(words) - count]), None)
        assert cli("moves", "g.sgn", "--json").json == states[len(words) - count]
        assert cli("validate", "g.sgn").code == 0
    assert cli("undo", "g.sgn").code == 2


def test_undo_takes_the_move_with_its_mark(cli, tmp_path):
    put(tmp_path)
    cli("move", "g.sgn", "M2:9", "?", "M2:9", "?", "M2:9", "?")
    assert cli("undo", "g.sgn").out == "ply 2: purple to move\n"
    assert content(cli) == ("M2:9? M2:9?", None)
    assert cli("move", "g.sgn", "M14:1").code == 0
