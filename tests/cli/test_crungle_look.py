"""Crungle positions and records for people and scripts: `show`, `moves`, `render`, `perft`."""

import re

import pytest

from tests.cli.crungle_support import (
    AGREED,
    BET_ORANGE,
    BET_PURPLE,
    GOAL,
    OPTIONS,
    PERFT,
    PROVED,
    REFUTED,
    STOLEN,
    VIOLATIONS,
    WIN,
    crungle,
    one_line,
    put,
)

FIRST = ["M14:1", "M15:1/1", "M18:1", "M18:4", "M18:7", "M2:2", "M2:4"]


def told(cli, folder, moves: str, result=None) -> list[str]:
    """What `show` says of each ply, without wrapping; ends with the result."""
    ran = cli("show", put(folder, moves, result))
    assert (ran.code, ran.err) == (0, "")
    body = ran.out.split("\n\n", 1)[1].split("\nresult: ")[0]
    return [one_line(part) for part in re.split(r"^ +(?=\d+  )", body, flags=re.MULTILINE)[1:]]


def test_show_tells_set_up_plies_and_goal_progress(cli, tmp_path):
    text = '[Event "x"]\n[Purple "Ana"]\n'
    data = crungle("{before} M14:1 M2:2 {two\\nlines} M15:2/1").decode()
    (tmp_path / "g.sgn").write_text(data.replace("[Goals", text + "[Goals"))
    ran = cli("show", "g.sgn")
    assert (ran.code, ran.err) == (0, "")
    for part in ("Crungle", "Ana", "G1 G2", "M14 M15 M18 M2", "orange=1 purple=1", "unfinished"):
        assert part in ran.out
    plain = one_line(ran.out)
    assert "1 purple M14:1 purple on 1, orange on 1: G1 1/3" in plain
    assert "G2 1/9 cells, missing 2 3 4 5 6 7 8 9" in plain
    assert "2 orange M2:2 orange on 2, purple on 1: G1 0/3" in plain
    assert "3 purple M15:2/1 purple on 2, orange on 1: G1 0/3" in plain
    assert "G2 2/9 cells, missing 3 4 5 6 7 8 9" in plain
    assert (
        ran.out.index("{before}") < ran.out.index("M14:1 ") < ran.out.index("{two}") < ran.out.index("M15:2")
    )
    assert all(len(line) <= 80 for line in ran.out.splitlines())


def test_show_marks_rulings(cli, tmp_path):
    first, second, third = told(cli, tmp_path, "M2:9? M14:1? M5:9")
    assert first.startswith("1 purple M2:9? objection upheld, violation 1 of 3, because ")
    assert "leads to 2 or 4, not to 9" in first
    assert first.endswith("purple moves again")
    assert second.startswith("2 purple M14:1? objection overruled, false objection 1 of 3")
    assert "G1 1/3" in second
    assert third.startswith("3 orange M5:9 not valid, but it stands without an objection: M5 is none of")
    assert "crungle.not-selected" in third
    assert "orange on 9, purple on 1: G1 0/3" in third


def test_show_counts_each_player_for_himself(cli, tmp_path):
    moves = "M2:9? M14:1? M2:9? M14:1? M2:9? M18:1? M2:9? M18:1? M5:1?"
    lines = told(cli, tmp_path, moves, VIOLATIONS)
    said = [re.search(r"(violation|false objection) (\d) of 3", line).groups() for line in lines]
    wrong, false = "violation", "false objection"
    first = [(wrong, "1"), (false, "1"), (wrong, "1"), (false, "1")]
    second = [(wrong, "2"), (false, "2"), (wrong, "2"), (false, "2")]
    assert said == [*first, *second, (wrong, "3")]


def test_show_tells_wins_and_losses(cli, tmp_path):
    assert told(cli, tmp_path, WIN, GOAL)[-1].endswith("G1 3/3 in a row on the opponent's cell; "
                                                       "G2 1/9 cells, missing 2 3 4 5 6 7 8 9 "
                                                       "purple wins by G1")  # fmt: skip
    stolen = told(cli, tmp_path, STOLEN, GOAL)[-1]
    assert "stands without an objection" in stolen
    assert stolen.endswith("purple wins by G1")
    back = told(cli, tmp_path, STOLEN + "?")[-1]
    assert "objection upheld, violation 1 of 3" in back
    assert "wins" not in back
    lost = told(cli, tmp_path, "M2:9? M2:9? M2:9?", VIOLATIONS)
    assert "violation 3 of 3" in lost[-1]
    assert lost[-1].endswith("purple loses by a third violation")


def test_show_tells_bets(cli, tmp_path):
    lines = told(cli, tmp_path, f"bet:orange decline {PROVED}", BET_ORANGE)
    assert lines[0] == "1 orange bet:orange orange bets that no win is possible"
    assert lines[1].startswith("2 purple decline purple declines")
    assert lines[2].startswith("3 purple bet:purple purple bets")
    assert lines[3].startswith("4 orange accept orange accepts")
    assert lines[5].startswith("6 purple M14:1 move 1: purple on 1")
    assert lines[-1].startswith("11 orange ) proved: move 5 wins for purple by G1")
    lines = told(cli, tmp_path, REFUTED, BET_PURPLE)
    assert "move 2: not valid here" in lines[4]
    assert "refuted at move 2" in lines[-1]
    assert lines[-1].endswith("purple wins")


def test_show_ends_with_0_for_warnings_and_1_for_errors(cli, tmp_path):
    ran = cli("show", put(tmp_path, "M2:9"))
    assert ran.code == 0
    assert "g.sgn:7:1: warning: crungle.destination" in ran.out
    for moves, result in (("M14:1 accept", None), ("M14:1", GOAL), ("M14:1 foo", None)):
        ran = cli("show", put(tmp_path, moves, result))
        assert ran.code == 1
        assert "M14:1" in ran.out
        assert "purple on 1" in ran.out


# moves


@pytest.mark.parametrize(
    ("moves", "seat", "listed"),
    [
        ("", "purple", FIRST),
        ("M14:1", "orange", FIRST),
        ("M2:9?", "purple", FIRST),
        ("M14:1 M14:1", "purple", FIRST[1:]),
        ("M14:1 M14:1 M14:1?", "purple", FIRST[1:]),
        ("bet:orange", "purple", ["accept", "decline"]),
        ("bet:purple", "orange", ["accept", "decline"]),
        ("bet:purple accept", "orange", ["("]),
        ("bet:purple accept (", "purple", [")", *FIRST]),
        ("M14:1 M14:1 bet:orange accept (", "purple", [")", *FIRST[1:]]),
        ("bet:purple accept ( M2:9", "orange", [")"]),
        (f"bet:purple accept ( {WIN}", "orange", [")"]),
        ("bet:purple decline", "purple", FIRST),
    ],
)
def test_moves_in_every_kind_of_position(cli, tmp_path, moves, seat, listed):
    ran = cli("moves", put(tmp_path, moves), "--json")
    assert (ran.code, ran.err) == (0, "")
    assert list(ran.json) == ["ply", "to_move", "moves", "complete"]
    assert ran.json == {"ply": len(moves.split()), "to_move": seat, "moves": listed, "complete": True}
    text = cli("moves", "g.sgn")
    assert text.code == 0
    head, *rest = text.out.splitlines()
    assert head.startswith(f"ply {len(moves.split())}, {seat} to move: {len(listed)} legal token")
    assert {word for row in rest for word in row.split()[1:]} == set(listed)


def test_the_count_of_one_token_is_said_in_the_singular(cli, tmp_path):
    assert "1 legal tokens" not in cli("moves", put(tmp_path, "bet:purple accept")).out


@pytest.mark.parametrize(
    ("moves", "result"),
    [(WIN, GOAL), (STOLEN, GOAL), (PROVED, BET_ORANGE), ("M14:1", AGREED), ("M2:9? M2:9? M2:9?", VIOLATIONS)],
)
def test_a_finished_game_has_no_moves(cli, tmp_path, moves, result):
    put(tmp_path, moves, result)
    plies = len(moves.split())
    row = cli("moves", "g.sgn", "--json").json
    assert row == {"ply": plies, "to_move": None, "moves": [], "complete": True}
    assert "over" in cli("moves", "g.sgn").out
    assert cli("moves", "g.sgn", "--at", "0", "--json").json["moves"] == FIRST


@pytest.mark.parametrize("at", ["-1", "-9", "0", "1", "2", "3", "4", "9"])
def test_moves_at(cli, tmp_path, at):
    words = f"M2:9? {PROVED}".split()
    put(tmp_path, " ".join(words), BET_ORANGE)
    ply = int(at) % len(words)
    row = cli("moves", "g.sgn", "--at", at, "--json").json
    assert row["ply"] == ply
    put(tmp_path, " ".join(words[:ply]), name="part.sgn")
    assert row == cli("moves", "part.sgn", "--json").json
    assert cli("moves", "g.sgn", "--at", "11").code == 2


def test_a_pass_is_listed_when_it_is_all_there_is(cli):
    assert cli("new", "crungle", *PERFT, "-o", "p.sgn").code == 0
    assert len(cli("moves", "p.sgn", "--json").json["moves"]) == 22
    assert cli("move", "p.sgn", "I1(M21):9").code == 0
    assert cli("moves", "p.sgn", "--json").json["moves"] == ["pass"]
    assert cli("move", "p.sgn", "pass").code == 0
    assert cli("validate", "p.sgn", "--strict").code == 0


# render


def cells(text: str, style: str = "ascii") -> dict[int, str]:
    """What stands in each numbered cell of a board."""
    bar = "|" if style == "ascii" else "│"
    found = [part for line in text.splitlines() if line.startswith(bar) for part in line.split(bar)[1:-1]]
    return {int(part.split()[0]): "".join(part.split()[1:]) for part in found}


@pytest.mark.parametrize(("style", "purple", "orange"), [("ascii", "P", "O"), ("unicode", "●", "○")])
def test_boards_tell_the_pieces_apart_without_colour(cli, tmp_path, style, purple, orange):
    put(tmp_path, "M2:2 M15:2/1")
    for at, where in ((0, {1: purple + orange}), (1, {2: purple, 1: orange}), (2, {1: purple, 2: orange})):
        ran = cli("render", "g.sgn", "--at", at, "--style", style)
        assert (ran.code, ran.err) == (0, "")
        assert cells(ran.out, style) == {cell: where.get(cell, "") for cell in range(1, 10)}
        assert ran.out.isascii() == (style == "ascii")
        assert f"{purple} purple" in ran.out
        assert f"{orange} orange" in ran.out
        assert "\x1b" not in ran.out
        widths = {len(line) for line in ran.out.splitlines()[1:8]}
        assert len(widths) == 1


def test_a_pushed_piece_is_drawn_where_it_is(cli, tmp_path):
    assert cli("new", "crungle", "--goals", "G1 G2", "--rules", "M3 M1 M2 M14",
               "--start", "orange=4 purple=9", "-o", "g.sgn").code == 0  # fmt: skip
    assert cli("move", "g.sgn", "M3:6/1").code == 0
    assert cells(cli("render", "g.sgn").out) == {n: {6: "P", 1: "O"}.get(n, "") for n in range(1, 10)}


def test_captions_counts_and_bans(cli, tmp_path):
    out = cli("render", put(tmp_path, "M2:9? M14:1?")).out
    assert out.splitlines()[0] == "Crungle, ply 2, after M14:1?: orange to move"
    assert "G1 " in out
    assert "purple 1/3" in out
    assert "rules M14 M15 M18 M2" in out
    assert "purple picked M14 last" in out
    assert re.search(r"purple: 1 of 3 violations", out)
    assert re.search(r"orange: .*1 of 3 false objections", out)
    assert cli("render", put(tmp_path, WIN, GOAL)).out.splitlines()[0].endswith("win:purple (goal)")
    assert "draw (agreement)" in cli("render", put(tmp_path, "M14:1", AGREED)).out
    assert "purple bets that no win is possible" in cli("render", put(tmp_path, "bet:purple")).out
    assert cli("new", "crungle", *PERFT, "-o", "p.sgn").code == 0
    assert cli("move", "p.sgn", "I1(M21):9").code == 0
    assert "orange may not use M21" in cli("render", "p.sgn").out


def test_the_demonstrated_position_is_drawn(cli, tmp_path):
    put(tmp_path, "bet:purple accept ( M2:2 M2:4")
    assert cells(cli("render", "g.sgn").out) == {n: {2: "P", 4: "O"}.get(n, "") for n in range(1, 10)}
    assert cells(cli("render", "g.sgn", "--at", "2").out)[1] == "PO"


@pytest.mark.parametrize("moves", ["", "M2:9? M14:1?", "M14:1 M14:1 bet:purple"])
def test_boards_fit_80_columns(cli, tmp_path, moves):
    """As Castle's do."""
    out = cli("render", put(tmp_path, moves)).out
    assert [line for line in out.splitlines() if len(line) > 80] == []


def test_all_positions(cli, tmp_path):
    put(tmp_path, f"M2:9? {PROVED}", BET_ORANGE)
    ran = cli("render", "g.sgn", "--all")
    assert ran.code == 0
    assert ran.out == "\n".join(cli("render", "g.sgn", "--at", n).out for n in range(11))
    put(tmp_path, "M14:1 accept M14:1")
    ran = cli("render", "g.sgn", "--all")
    assert ran.code == 1
    assert ran.out.count("Crungle, ply") == 2
    assert "ply 2" in ran.err


@pytest.mark.parametrize("seat", ["purple", "orange", "ORANGE"])
def test_either_player_may_look(cli, tmp_path, seat):
    put(tmp_path, "M2:2")
    ran = cli("render", "g.sgn", "--as", seat)
    assert ran.code == 0
    assert cells(ran.out) == cells(cli("render", "g.sgn").out)
    assert cli("render", "g.sgn", "--as", "white").code == 2
    assert cli("show", "g.sgn", "--as", "white").code == 2


def test_colour_only_where_it_is_wanted(cli, tmp_path):
    put(tmp_path, "M2:2")
    coloured = cli("render", "g.sgn", "--color", "always").out
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == cli("render", "g.sgn").out


# perft


def test_perft_of_the_page(cli):
    assert cli("new", "crungle", *PERFT, "-o", "p.sgn").code == 0
    ran = cli("perft", "crungle", "--from", "p.sgn", "--depth", "4", "--json")
    assert (ran.code, ran.json) == (0, {"counts": [1, 22, 193, 1242, 8562]})
    text = cli("perft", "crungle", "--from", "p.sgn", "--depth", "1", "--divide")
    assert "I1(M21):9  1" in text.out
    assert cli("move", "p.sgn", "I1(M21):9").code == 0
    assert cli("perft", "crungle", "--from", "p.sgn", "--depth", "1", "--json").json == {"counts": [1, 1]}


def test_perft_and_moves_need_a_record(cli, tmp_path):
    for words in (["perft", "crungle"], ["moves", "crungle"], ["perft", "crungle", "--position", "x"]):
        ran = cli(*words)
        assert (ran.code, ran.raw) == (2, b"")
        assert ran.err
    assert cli("new", "crungle", *OPTIONS, "-o", "g.sgn").code == 0
    assert cli("perft", "castle", "--from", "g.sgn").code == 2


def test_perft_behind_the_end_counts_nothing(cli, tmp_path):
    put(tmp_path, WIN, GOAL)
    row = cli("perft", "crungle", "--from", "g.sgn", "--depth", "2", "--json").json
    assert row == {"counts": [1, 0, 0]}
