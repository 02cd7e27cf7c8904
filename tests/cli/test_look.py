"""`render`, `show` and colour."""

import os

import pexpect
import pytest

from tests.cli.support import NEAR_CASTLE, child_environment, command, dumps, record, sgn

ESC = "\x1b["


@pytest.fixture
def game(tmp_path):
    (tmp_path / "g.sgn").write_bytes(sgn("1. D8-C8 Q12-Q11 2. C8-C3", tags='[White "Ana"]\n[Black "Ben"]\n'))
    return "g.sgn"


def board_rows(text: str) -> list[str]:
    return [line for line in text.splitlines() if line[:2].strip().isdigit() and line[2:3] == " "]


def test_render_draws_the_last_position_from_the_first_seat(cli, game):
    ran = cli("render", game)
    assert (ran.code, ran.err) == (0, "")
    rows = board_rows(ran.out)
    assert len(rows) == 19
    assert rows[0].startswith("19 ")
    assert rows[-1].strip().startswith("1 ")
    assert "C8-C3" in ran.out
    assert "ply 3" in ran.out
    assert "black to move" in ran.out
    assert ran.out.isascii()
    assert all(len(line) <= 80 for line in ran.out.splitlines())


def test_render_all_draws_every_position(cli, game):
    ran = cli("render", game, "--all")
    assert ran.code == 0
    assert len(board_rows(ran.out)) == 4 * 19
    single = [cli("render", game, "--at", str(n)).out for n in range(4)]
    assert ran.out == "\n".join(single)


def test_render_at_counts_from_both_ends(cli, game):
    for positive, negative in (("0", "-3"), ("2", "-1")):
        assert cli("render", game, "--at", positive).raw == cli("render", game, "--at", negative).raw
    assert cli("render", game, "--at", "3").raw == cli("render", game).raw
    for beyond in ("4", "-4", "99999999999999999999"):
        ran = cli("render", game, "--at", beyond)
        assert (ran.code, ran.raw) == (2, b"")
        assert "3 plies" in ran.err


def test_render_from_either_side(cli, game):
    white, black = cli("render", game, "--as", "white").out, cli("render", game, "--as", "black").out
    assert white == cli("render", game).out
    assert black == cli("render", game, "--flip").out
    assert white == cli("render", game, "--as", "black", "--flip").out
    assert board_rows(black)[0].strip().startswith("1 ")
    assert [row[2:-2].strip()[::-1] for row in board_rows(black)[::-1]] != board_rows(white)
    assert cli("render", game, "--as", "BLACK").out == black


def test_render_styles(cli, game):
    ascii_board, unicode_board = (
        cli("render", game, "--style", "ascii").out,
        cli("render", game, "--style", "unicode").out,
    )
    assert ascii_board == cli("render", game).out
    assert ascii_board.isascii()
    assert not unicode_board.isascii()
    shape = [len(row) for row in board_rows(ascii_board)]
    assert [len(row) for row in board_rows(unicode_board)] == shape
    assert len(set(shape)) <= 2


def test_render_tells_how_the_game_ended(cli, tmp_path):
    (tmp_path / "r.sgn").write_bytes(sgn("1. D8-C8", "win:black", "resign"))
    assert "win:black (resign)" in cli("render", "r.sgn").out
    assert "white to move" in cli("render", "r.sgn", "--at", "0").out
    item = record(["J15-K15"], {"winners": ["white"], "reason": "castle"}, setup={"position": NEAR_CASTLE})
    (tmp_path / "c.json").write_bytes(dumps(item))
    assert "win:white (castle)" in cli("render", "c.json").out


def test_render_up_to_an_illegal_ply(cli, tmp_path):
    (tmp_path / "b.sgn").write_bytes(sgn("1. D8-C8 D8-C8"))
    assert cli("render", "b.sgn", "--at", "1").code == 0
    ran = cli("render", "b.sgn")
    assert (ran.code, ran.raw) == (1, b"")
    assert "ply 2" in ran.err
    every = cli("render", "b.sgn", "--all")
    assert every.code == 1
    assert len(board_rows(every.out)) == 2 * 19


@pytest.mark.parametrize(
    ("choice", "no_color", "force_color", "coloured"),
    [
        (None, None, None, False),
        (None, None, "1", True),
        (None, "1", "1", False),
        (None, "1", None, False),
        ("always", "1", None, True),
        ("always", None, None, True),
        ("never", None, "1", False),
        ("auto", None, None, False),
        ("auto", None, "1", False),
    ],
)
def test_colour_into_a_pipe(cli, game, monkeypatch, choice, no_color, force_color, coloured):
    for name, value in (("NO_COLOR", no_color), ("FORCE_COLOR", force_color)):
        if value is not None:
            monkeypatch.setenv(name, value)
    ran = cli("render", game, *(["--color", choice] if choice else []))
    assert ran.code == 0
    assert (ESC in ran.out) == coloured


def test_colour_on_a_terminal(tmp_path, game):
    def drawn(*more: str, **env: str) -> str:
        text, code = pexpect.run(
            " ".join([*map(os.fsdecode, command("render", game)), *more]),
            cwd=str(tmp_path),
            withexitstatus=True,
            env=child_environment(**env),
        )
        assert code == 0
        return text.decode()

    plain = drawn()
    assert ESC in plain
    assert "▒" in plain
    assert ESC not in drawn(NO_COLOR="1")
    assert ESC not in drawn("--color", "never", FORCE_COLOR="1")
    assert ESC not in drawn(TERM="dumb")
    assert ESC in drawn("--color", "always", NO_COLOR="1")


def test_machine_formats_are_never_coloured(cli, game, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    for arguments in (
        ["games", "--json"],
        ["moves", game, "--json"],
        ["validate", game, "--format", "json"],
        ["validate", game, "--format", "jsonl"],
        ["verify", game, "--json"],
        ["perft", "castle", "--json"],
        ["schema"],
        ["convert", game, "-", "--to", "json"],
        ["convert", game, "-", "--to", "sgn"],
        ["new", "castle"],
    ):
        ran = cli(*arguments)
        assert ran.code == 0
        assert b"\x1b" not in ran.raw, arguments


# show


def test_show_tells_everything(cli, tmp_path):
    item = record(
        ["D8-C8", "Q12-Q11", "C8-C3"],
        {"winners": ["black"], "reason": "resign"},
        rules=1,
        tags={"Event": "Club evening"},
        players={"white": "Ana", "black": "Ben"},
        setup={"own_castle": "closed"},
        notes=[{"ply": 0, "text": "before"}, {"ply": 2, "text": "two\nlines"}],
    )
    (tmp_path / "g.json").write_bytes(dumps(item))
    ran = cli("show", "g.json")
    assert (ran.code, ran.err) == (0, "")
    for word in (
        "Castle",
        "Event",
        "Club evening",
        "Ana",
        "Ben",
        "closed",
        "1. D8-C8 Q12-Q11",
        "2. C8-C3",
        "win:black (resign)",
        "before",
        "two",
        "lines",
    ):
        assert word in ran.out, word
    assert ran.out.index("before") < ran.out.index("D8-C8") < ran.out.index("two") < ran.out.index("C8-C3")
    assert all(len(line) <= 80 for line in ran.out.splitlines())


def test_show_tells_what_is_wrong(cli, tmp_path):
    (tmp_path / "b.sgn").write_bytes(sgn("1. D8-C8 D8-C8"))
    ran = cli("show", "b.sgn", "--as", "white")
    assert ran.code == 1
    assert "D8-C8" in ran.out
    assert "castle.empty-from" in ran.out + ran.err


def test_one_record_of_several(cli, tmp_path):
    (tmp_path / "two.sgn").write_bytes(sgn("1. D8-C8") + b"\n" + sgn("1. D8-C8 Q12-Q11"))
    for name in ("show", "render", "moves"):
        ran = cli(name, "two.sgn")
        assert (ran.code, ran.raw) == (2, b"")
        assert "--record" in ran.err
        assert cli(name, "two.sgn", "--record", "3").code == 2
        assert cli(name, "two.sgn", "--record", "-1").code == 2
        assert cli(name, "two.sgn", "--record", "1").raw != cli(name, "two.sgn", "--record", "2").raw
    assert cli("moves", "two.sgn", "--record", "2", "--json").json["ply"] == 2


def test_a_broken_neighbour_does_not_hide_a_record(cli, tmp_path):
    (tmp_path / "two.sgn").write_bytes(b'[Game "castle"]\n[Oops\n\n{open\n\n' + sgn("1. D8-C8"))
    ran = cli("moves", "two.sgn", "--record", "2", "--json")
    assert (ran.code, ran.json["ply"]) == (0, 1)
    assert cli("moves", "two.sgn", "--record", "1", "--json").code == 1


@pytest.mark.parametrize("columns", [30, 40, 80, 100])
def test_listings_fit_the_terminal(tmp_path, game, columns):
    for name in ("moves", "show"):
        child = pexpect.spawn(
            os.fsdecode(command()[0]),
            ["-m", "struckle_cli", name, game],
            cwd=str(tmp_path),
            env=child_environment(),
            dimensions=(24, columns),
            encoding="utf-8",
        )
        text = child.read()
        child.close()
        assert child.exitstatus == 0
        assert all(len(line) <= max(columns, 40) for line in text.splitlines()), text
