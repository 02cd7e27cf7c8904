"""Help, names of commands and options, and wrong usage."""

import re

import pytest

from struckle_cli import __version__
from struckle_cli.cli.app import COMMANDS as LISTED
from tests.cli.support import COMMANDS, sgn, spawn


def test_help_lists_every_command_of_the_page(cli):
    ran = cli("--help")
    assert (ran.code, ran.err) == (0, "")
    assert sorted(LISTED) == sorted(COMMANDS)
    for name in COMMANDS:
        assert re.search(rf"^  {name} ", ran.out, re.MULTILINE), name
    assert "Example" in ran.out
    assert "struckle new castle" in ran.out


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help_with_an_example(cli, name):
    ran = cli(name, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert re.search(r"^ *Examples?:$", ran.out, re.MULTILINE)
    assert re.search(rf"^ *(cat .*\| )?struckle {name} ", ran.out, re.MULTILINE)


def test_help_of_new_for_one_game_lists_its_fields_and_seats(cli):
    ran = cli("new", "castle", "--help")
    assert ran.code == 0
    options = "--board --rows --men --position --first --own-castle --white --black --tag --seed --force -o"
    for option in options.split():
        assert re.search(rf"[ ,]{option}\b", ran.out), option
    assert "struckle new castle" in ran.out


def test_help_of_new_for_a_game_with_a_draft(cli):
    ran = cli("new", "crungle", "--help")
    assert ran.code == 0
    options = "--goals --rules --start --draft --purple --orange --random --seed --tag --force -o"
    for option in options.split():
        assert re.search(rf"[ ,]{option}\b", ran.out), option
    assert "--random" not in cli("new", "castle", "--help").out


@pytest.mark.parametrize("name", [*COMMANDS, "new castle", "new crungle", ""])
def test_help_has_no_line_broken_by_paragraph_filling(cli, name):
    """Examples stand on lines of their own."""
    for line in cli(*name.split(), "--help").out.splitlines():
        assert line.count("struckle ") <= 2, line


@pytest.mark.parametrize("columns", ["40", "80", "120"])
def test_help_fits_narrow_and_wide_terminals(columns):
    done = spawn("--help", env={"COLUMNS": columns})
    assert done.returncode == 0
    prose = [line for line in done.stdout.decode().splitlines() if "struckle " not in line]
    assert max(map(len, prose)) <= max(50, int(columns))  # below 50 columns help stays at 50


def test_short_help_option(cli):
    assert cli("-h").raw == cli("--help").raw
    assert cli("moves", "-h").raw == cli("moves", "--help").raw


@pytest.mark.parametrize("words", [(), ("new",)])
def test_no_arguments_is_help_and_wrong_usage(cli, words):
    """The help alone: nothing else has to be said, and nothing twice."""
    bare = cli(*words)
    assert (bare.code, bare.out) == (2, "")
    assert bare.err == cli(*words, "--help").out


def test_version(cli):
    for arguments in (["--version"], ["--debug", "--version"]):
        assert cli(*arguments).out == f"struckle {__version__}\n"
    done = spawn("--version")
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, f"struckle {__version__}\n", b"")


@pytest.mark.parametrize(
    "arguments",
    [
        ["frobnicate"],
        ["--frobnicate"],
        ["games", "--frobnicate"],
        ["games", "extra"],
        ["rules"],
        ["rules", "chess"],
        ["new", "chess"],
        ["new", "castle", "--dice", "AAKQJ"],
        ["schema", "chess"],
        ["perft", "chess"],
        ["perft", "castle", "--depth", "-1"],
        ["perft", "castle", "--depth", "x"],
        ["play", "chess"],
        ["moves"],
        ["move", "g.sgn"],
        ["render", "g.sgn", "--style", "oil"],
        ["render", "g.sgn", "--at", "x"],
        ["render", "g.sgn", "--color", "red"],
        ["render", "g.sgn", "--as", "purple"],
        ["show", "g.sgn", "--as", "purple"],
        ["render", "g.sgn", "--all", "--at", "0"],
        ["validate"],
        ["validate", "g.sgn", "--format", "xml"],
        ["validate", "g.sgn", "--jobs", "0"],
        ["validate", "g.sgn", "--input-format", "pgn"],
        ["convert", "g.sgn"],
        ["convert", "g.sgn", "out.txt"],
        ["show", "g.sgn", "--record", "0"],
        ["show", "g.sgn", "--record", "2"],
        ["undo", "g.sgn", "x"],
        ["undo", "g.sgn", "1"],
        ["result", "g.sgn"],
        ["result", "g.sgn", "white"],
        ["result", "g.sgn", "win:purple"],
        ["result", "g.sgn", "win:white", "--reason", "castle"],
        ["moves", "castle", "--at", "1"],
        ["moves", "castle", "--record", "1"],
        ["new", "castle", "--random"],
        ["new", "crungle"],
        ["perft", "crungle"],
        ["moves", "crungle"],
        ["solve"],
        ["solve", "g.sgn"],
        ["solve", "--goals", "G1 G2"],
    ],
)
def test_wrong_usage_is_2_and_said_on_standard_error(cli, tmp_path, arguments):
    (tmp_path / "g.sgn").write_bytes(sgn())
    ran = cli(*arguments)
    assert ran.code == 2
    assert ran.raw == b""
    assert ran.err.strip()
    assert "Traceback" not in ran.err
    assert (tmp_path / "g.sgn").read_bytes() == sgn()
    assert [item.name for item in tmp_path.iterdir()] == ["g.sgn"]


def test_unknown_game_names_the_nearest(cli):
    ran = cli("rules", "castel")
    assert (ran.code, ran.raw) == (2, b"")
    assert "castel" in ran.err
    assert "did you mean castle" in ran.err


@pytest.mark.parametrize("name", ["perft", "moves", "play"])
def test_a_folder_named_like_the_game_does_not_shadow_it(cli, tmp_path, name):
    """As in `cd replays; struckle perft castle`, where `replays/castle/` is a folder."""
    (tmp_path / "castle").mkdir()
    ran = cli(name, "castle")
    assert ran.code == 0, ran.err


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_without_arguments_works_or_tells_what_it_needs(cli, name):
    ran = cli(name)
    assert (ran.code, ran.err) == (0, "") or (ran.code == 2 and ran.raw == b"" and ran.err.strip())
