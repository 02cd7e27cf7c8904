"""`play` with standard input from a pipe."""

import os
import re
import stat

import pytest

from struckle_cli.core.errors import AccessError
from struckle_cli.services.loading import load
from struckle_cli.services.play import COMMANDS
from tests.cli.support import DECIDED, NEAR_CASTLE, dumps, leftovers, record, sgn


def moves_of(name: str = "castle.sgn") -> list[str]:
    return load(name).document.moves


def boards(text: str) -> int:
    """How many boards were drawn."""
    return len(re.findall(r"^19 ", text, re.MULTILINE))


def test_a_game_from_a_pipe(cli, tmp_path):
    ran = cli("play", "castle", stdin=b"D8-C8\n\nq12-q11 C8-C3\n")
    assert (ran.code, ran.err) == (0, "")
    assert "castle.sgn" in ran.out
    assert boards(ran.out) >= 3
    assert "white" in ran.out
    assert "black" in ran.out
    assert (tmp_path / "castle.sgn").read_bytes() == sgn("1. D8-C8 Q12-Q11 2. C8-C3")
    assert leftovers(tmp_path) == []


def test_a_new_game_takes_a_free_name(cli, tmp_path):
    for name in ("castle.sgn", "castle-2.sgn", "castle-3.sgn"):
        assert name in cli("play", "castle", stdin=b"quit\n").out
        assert (tmp_path / name).read_bytes() == sgn()
    ran = cli("play", "castle", "-o", "own.json", stdin=b"D8-C8\n")
    assert ran.code == 0
    assert load("own.json").document.moves == ["D8-C8"]
    again = cli("play", "castle", "-o", "own.json", stdin=b"D8-D7\n")
    assert again.code == 2
    assert load("own.json").document.moves == ["D8-C8"]
    assert cli("play", "castle", "-o", "own.txt").code == 2
    assert cli("play", "own.json", "-o", "other.json").code == 2
    assert sorted(item.name for item in tmp_path.iterdir()) == [
        "castle-2.sgn",
        "castle-3.sgn",
        "castle.sgn",
        "own.json",
    ]


@pytest.mark.parametrize("end", [b"quit\n", b"", b"quit", b"QUIT now\n"])
def test_a_game_is_resumed_from_its_file(cli, end):
    cli("play", "castle", stdin=b"D8-C8\n" + end)
    ran = cli("play", "castle.sgn", stdin=b"Q12-Q11\n" + end)
    assert ran.code == 0
    assert "castle.sgn" in ran.out.splitlines()[-1]
    assert moves_of() == ["D8-C8", "Q12-Q11"]


def test_an_illegal_token_is_refused_with_reason_and_suggestion(cli):
    ran = cli("play", "castle", stdin=b"D8-D1\nD8xD7\nfoo\nQ12-Q11\n\x00\x01\nD8-C8\n")
    assert ran.code == 0
    assert moves_of() == ["D8-C8"]
    assert "D1" in ran.out
    assert "write '-'" in ran.out
    assert "nearest legal: D8-D7" in ran.out
    assert "black's" in ran.out
    assert ran.out.count("nearest legal") == 4
    assert "there is no command 'foo'" in ran.out


def test_a_row_of_tokens_stops_at_the_first_illegal_one(cli):
    ran = cli("play", "castle", stdin=b"D8-C8 Q12-Q11 D8-C8 Q11-Q10\n")
    assert "no man stands on D8" in ran.out
    assert moves_of() == ["D8-C8", "Q12-Q11"]


def test_moves_board_and_help(cli):
    ran = cli("play", "castle", stdin=b"moves D8\nmoves d8\nmoves E9\nmoves\nhelp\n?\n")
    assert ran.code == 0
    listed = [line for line in ran.out.splitlines() if line.startswith("D8-C8 ")]
    assert len(listed) == 2
    legal = cli("moves", "castle.sgn", "--json").json["moves"]
    assert listed[0].split() == [token for token in legal if token.startswith("D8-")]
    assert set(legal) <= set(ran.out.split())
    for word in set(COMMANDS) - {"roll", "keep", "secrets"}:  # of no use without dice and secrets
        assert len(re.findall(rf"^ *{word}\b", ran.out, re.MULTILINE)) >= 2, word
    assert boards(cli("play", "castle.sgn", stdin=b"board\n").out) == 2
    assert boards(cli("play", "castle.sgn", stdin=b"").out) == 1


def test_commands_in_any_case_are_no_tokens(cli):
    legal = cli("moves", "castle", "--json").json["moves"]
    assert not {token.lower() for token in legal} & set(COMMANDS)
    ran = cli("play", "castle", stdin=b"D8-C8\nUNDO\nMoves D8\n")
    assert moves_of() == []
    assert "D8-C8 " in ran.out


def test_undo_and_redo(cli):
    ran = cli(
        "play", "castle", stdin=b"D8-C8 Q12-Q11 C8-C3\nundo 2\nredo\nundo\nundo 9\nundo x\nundo -1\nredo 9\n"
    )
    assert ran.code == 0
    assert moves_of() == ["D8-C8"]
    assert "there are only 1" in ran.out or "there is only 1" in ran.out
    cli("play", "castle.sgn", stdin=b"Q12-Q11\nundo\nQ12-Q13\nredo\n")
    assert moves_of() == ["D8-C8", "Q12-Q13"]


def test_undo_says_that_notes_are_lost_and_redo_does_not_invent_them(cli):
    ran = cli("play", "castle", stdin=b"D8-C8\nnote   a quiet  start \nundo\n")
    assert load("castle.sgn").document.notes == []
    assert "note" in ran.out.split("noted")[-1] + ran.err


def test_notes(cli):
    cli("play", "castle", stdin='note before all\nD8-C8\nNOTE  é } \\ [Game "x\n note\nnote two\n'.encode())
    notes = [(note.ply, note.text) for note in load("castle.sgn").document.notes]
    assert notes == [(0, "before all"), (1, 'é } \\ [Game "x'), (1, "two")]


def test_bytes_that_are_no_text_never_stop_the_game(cli):
    ran = cli("play", "castle", stdin=b"D8-C8\nnote a\xffb\nnote b\x00c\nQ12-Q11\n")
    assert ran.code == 0
    assert moves_of() == ["D8-C8", "Q12-Q11"]
    assert [note.text for note in load("castle.sgn").document.notes] == ["b\0c"]
    assert cli("validate", "castle.sgn").code == 0


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"resign \xff", "that line is not UTF-8"),
        (b"note \xed\xa0\xbd", "that line is not UTF-8"),
        (b"note " + (1 << 16) * b"x" + b"resign", "that line is longer than 65,536 bytes"),
        ((1 << 16) * b" " + b"D8-C8", "that line is longer than 65,536 bytes"),
        (3 * (1 << 16) * b"D8-C8 " + b"resign", "that line is longer than 65,536 bytes"),
    ],
)
def test_of_a_line_that_cannot_be_read_nothing_is_read(cli, line, why):
    for end in (b"", b"\n", b"\r\nD8-C8\n"):
        ran = cli("play", "castle", "-o", f"g{len(end)}.sgn", stdin=line + end)
        assert (ran.code, ran.out.count(f"{why}: nothing of it was read")) == (0, 1)
        document = load(f"g{len(end)}.sgn").document
        assert (document.result, document.notes) == (None, [])
        assert document.moves == (["D8-C8"] if end.endswith(b"C8\n") else [])


def test_a_line_as_long_as_can_be_read_is_read_whole(cli):
    text = (1 << 16) - len("note \n")
    cli("play", "castle", stdin=b"note " + text * b"x" + b"\nD8-C8\n")
    (note,) = load("castle.sgn").document.notes
    assert note.text == text * "x"
    assert moves_of() == ["D8-C8"]


@pytest.mark.parametrize("line", ["resign black", "draw white", "undo 1 2", "goto 0 1", "history 1 2"])
def test_words_that_a_command_does_not_know_are_not_passed_over(cli, line):
    ran = cli("play", "castle", stdin=f"D8-C8\n{line}\nQ12-Q11\n".encode())
    assert f"'{line.split()[-1]}' is too much" in ran.out
    assert moves_of() == ["D8-C8", "Q12-Q11"]


@pytest.mark.parametrize("option", ["--name", "--bot"])
def test_options_for_seats_that_are_no_utf8(cli, tmp_path, option):
    ran = cli("play", "castle", option, "white=\udcff")
    assert (ran.code, "[encoding.utf8]" in ran.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_long_token_is_cut_where_why_says_what_is_wrong_with_it(cli):
    ran = cli("play", "castle", stdin=b"why " + 60_000 * b"y" + b"\n")
    assert "yyy...: a move is a square" in ran.out
    assert len(ran.out) < 10_000


def test_resigning(cli):
    ran = cli("play", "castle", stdin=b"D8-C8\nresign\n")
    assert ran.code == 0
    assert "white wins: resign" in ran.out
    assert str(load("castle.sgn").document.result) == "win:white (resign)"
    assert cli("validate", "castle.sgn").code == 0
    later = cli("play", "castle.sgn", stdin=b"Q12-Q11\nresign\ndraw\nundo 0\nQ12-Q11\n")
    assert later.code == 0
    assert later.out.count("over") >= 3
    assert moves_of() == ["D8-C8", "Q12-Q11"]
    assert load("castle.sgn").document.result is None


@pytest.mark.parametrize("answer", ["yes", "Y", "no", "N"])
def test_a_draw_needs_both(cli, answer):
    ran = cli("play", "castle", stdin=f"draw\nmaybe\nD8-C8\n{answer}\nD8-D7\n".encode())
    assert ran.code == 0
    assert "white offers a draw" in ran.out
    assert ran.out.count("yes or no") >= 3
    result = load("castle.sgn").document.result
    if answer.lower().startswith("y"):
        assert str(result) == "draw (agreement)"
        assert moves_of() == []
    else:
        assert result is None
        assert moves_of() == ["D8-D7"]
    assert cli("validate", "castle.sgn").code == 0


def test_a_draw_that_nobody_answers_is_none(cli):
    assert cli("play", "castle", stdin=b"D8-C8\ndraw\n").code == 0
    assert load("castle.sgn").document.result is None


def test_a_ply_that_ends_the_game_writes_the_result(cli, tmp_path):
    (tmp_path / "g.json").write_bytes(dumps(record(setup={"position": NEAR_CASTLE})))
    ran = cli("play", "g.json", stdin=b"J15-K15\nA1-A2\n")
    assert ran.code == 0
    assert "white wins: castle" in ran.out
    assert str(load("g.json").document.result) == "win:white (castle)"
    assert cli("validate", "g.json").code == 0
    later = cli("play", "g.json", stdin=b"A1-A2\nmoves\nundo 0\nredo 0\nnote well played\nflip\n")
    assert later.code == 0
    assert cli("validate", "g.json").code == 0, "undo 0 took a result that the moves need"
    assert "over" in later.out
    cli("play", "g.json", stdin=b"undo\nJ15-J16\n")
    assert moves_of("g.json") == ["J15-J16"]


def test_a_set_up_that_is_decided(cli, tmp_path):
    item = record([], {"winners": ["white"], "reason": "castle"}, setup={"position": DECIDED})
    (tmp_path / "g.json").write_bytes(dumps(item))
    ran = cli("play", "g.json", stdin=b"moves\nA1-A2\nresign\nundo 0\nundo\n")
    assert ran.code == 0
    assert "over" in ran.out
    assert cli("validate", "g.json").code == 0


def test_save_as(cli, tmp_path):
    ran = cli(
        "play",
        "castle",
        stdin=b"D8-C8\nsave\nsave copy.json\nsave copy.json\nsave x\nsave /gone/x.sgn\n"
        b"save a b.sgn\nQ12-Q11\n",
    )
    assert ran.code == 0
    assert moves_of() == ["D8-C8", "Q12-Q11"]
    assert moves_of("copy.json") == moves_of("a b.sgn") == ["D8-C8"]
    assert "exists" in ran.out
    assert "/gone/x.sgn" in ran.out
    assert "--force" not in ran.out, "play has no such option"


def test_one_record_of_several(cli, tmp_path):
    other = b'[Game "castle"]\r\n[Result "*"]\r\n\r\n*\r\n\r\n'
    (tmp_path / "g.sgn").write_bytes(other + sgn("1. D8-C8") + b"\n" + sgn("1. D8-D7"))
    assert cli("play", "g.sgn").code == 2
    assert cli("play", "g.sgn", "--record", "2", stdin=b"Q12-Q11\nQ8-Q7\n").code == 0
    assert (tmp_path / "g.sgn").read_bytes() == other + sgn("1. D8-C8 Q12-Q11 2. Q8-Q7") + b"\n" + sgn(
        "1. D8-D7"
    )


def test_a_failing_save_is_said_and_the_game_goes_on(cli, tmp_path, monkeypatch):
    real, files = os.fsync, []

    def sometimes(handle: int) -> None:
        files.extend([handle] * stat.S_ISREG(os.fstat(handle).st_mode))
        if len(files) in (2, 3, 4):  # the first ply, once more before the second one, and with that
            raise OSError(28, "No space left on device")
        real(handle)

    monkeypatch.setattr(os, "fsync", sometimes)
    ran = cli("play", "castle", stdin=b"D8-C8\nQ12-Q11\nC8-C3\n")
    assert ran.code == 0
    assert ran.err.count("No space left") == 2
    assert moves_of() == ["D8-C8", "Q12-Q11", "C8-C3"]
    assert leftovers(tmp_path) == []


def test_what_could_not_be_saved_at_all_is_3(cli, tmp_path, monkeypatch):
    cli("play", "castle", stdin=b"D8-C8\n")

    def never(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", never)
    ran = cli("play", "castle.sgn", stdin=b"Q12-Q11\nquit\n")
    assert ran.code == 3
    assert "NOT saved" in ran.out
    assert "is saved" not in ran.out
    assert moves_of() == ["D8-C8"]


def test_a_file_that_vanishes_meanwhile(cli, tmp_path, monkeypatch):
    from struckle_cli.services import saving

    cli("play", "castle", stdin=b"D8-C8\n")

    def gone(*_: object, **__: object) -> None:
        raise AccessError("castle.sgn: no such file or folder", code="io.missing")

    monkeypatch.setattr(saving, "save", gone)
    ran = cli("play", "castle.sgn", stdin=b"Q12-Q11\nsave copy.sgn\n")
    assert "NOT saved" in ran.err
    assert moves_of("copy.sgn") == ["D8-C8", "Q12-Q11"]


def test_a_folder_that_becomes_read_only(cli, locked):
    cli("play", "castle", "-o", locked.folder / "g.sgn", stdin=b"D8-C8\n")
    with locked():
        ran = cli("play", locked.folder / "g.sgn", stdin=b"Q12-Q11\nC8-C3\n")
    assert ran.code == 3
    assert ran.err.count("Permission denied") == 2
    assert moves_of(str(locked.folder / "g.sgn")) == ["D8-C8"]


def test_broken_records_are_not_played(cli, tmp_path):
    for name, data in (
        ("a.sgn", sgn("1. D8-C8 D8-C8")),
        ("b.sgn", b"nonsense"),
        ("c.json", dumps(record(extra=1))),
    ):
        (tmp_path / name).write_bytes(data)
        ran = cli("play", name, stdin=b"D8-D7\n")
        assert (ran.code, ran.raw) == (1, b"")
        assert name in ran.err
        assert (tmp_path / name).read_bytes() == data


def test_a_record_from_standard_input_is_not_played(cli, tmp_path):
    """It would stand where moves are typed, and what was played could not be saved."""
    for words in (["-"], ["-", "--input-format", "json"], ["-", "--bot", "white=random"]):
        ran = cli("play", *words, stdin=dumps(record()))
        assert (ran.code, ran.raw) == (2, b"")
        assert "standard input cannot be played on; name a file [usage.stdin]" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_an_error_of_the_program_in_the_middle_loses_nothing(cli, monkeypatch):
    from struckle_cli.services import asking

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(asking, "list_moves", broken)
    ran = cli("play", "castle", stdin=b"D8-C8\nmoves\n")
    assert ran.code == 70
    assert moves_of() == ["D8-C8"]
