"""What is offered for half-typed words, as the scripts of the shells ask for it."""

import io
import os
import sys
from types import SimpleNamespace

import hypothesis.strategies as st
import pytest
import typer
from hypothesis import given
from typer.main import get_command

from struckle_cli import registry
from struckle_cli.cli import completing, shells
from struckle_cli.cli.app import app
from tests.cli.support import COMMANDS, dumps, record, sgn
from tests.cli.test_startup import heavy, imported

GAMES = ["castle", "crungle", "stricken", "struckle", "struggle"]
ALL_SEATS = ["white", "black", "purple", "orange", "TB", "TG", "SB", "SG", "p1", "p2", "p3", "p4"]
STRUGGLE = {"format": 1, "game": "struggle", "setup": {"players": 3}, "moves": [], "result": None}


@pytest.fixture
def ask(cli, monkeypatch):
    """What the script of a shell is told; bash takes a line, zsh and fish words."""

    def asked(shell: str, *words: str) -> list[str]:
        monkeypatch.setenv("_STRUCKLE_COMPLETE", shell)
        ran = cli(*words)
        assert (ran.code, ran.err) == (0, "")
        return ran.out.split("\n")[:-1]

    return asked


@pytest.fixture
def bash(ask):
    """What bash is told for a line whose last word it did not cut."""

    def asked(line: str) -> list[str]:
        return ask("bash", line, shells.split(line)[-1])

    return asked


@pytest.fixture
def records(tmp_path):
    (tmp_path / "g.sgn").write_bytes(sgn("1. D8-C8"))
    (tmp_path / "game three.json").write_bytes(dumps(STRUGGLE))
    (tmp_path / "games").mkdir()
    (tmp_path / "games/old.jsonl.zst").write_bytes(b"")
    (tmp_path / "games/notes.txt").write_bytes(b"")
    (tmp_path / "gone.txt").write_bytes(b"")
    (tmp_path / ".g.sgn").write_bytes(b"")
    (tmp_path / "g.white.secrets").write_bytes(b"")
    return tmp_path


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("struckle val", ["validate"]),
        ("struckle re", ["result", "render", "replay", "reveal", "redact"]),
        ("struckle --de", ["--debug"]),
        ("struckle rules c", ["castle", "crungle"]),
        ("struckle rules C", ["castle", "crungle"]),
        ("struckle new ", GAMES),
        ("struckle perft ", GAMES),
        ("struckle schema str", ["stricken", "struckle", "struggle"]),
        ("struckle completion ", ["bash", "zsh", "fish"]),
        ("struckle new castle --own", ["--own-castle"]),
        ("struckle new castle --own-castle ", ["open", "closed"]),
        ("struckle new castle --own-castle=c", ["--own-castle=closed"]),
        ("struckle new castle --first b", ["black"]),
        ("struckle new castle --to js", ["json", "jsonl"]),
        ("struckle new castle --tag E", ["Event="]),
        ("struckle new stricken --as ", ["white", "black"]),
        ("struckle filter . --game c", ["castle", "crungle"]),
        ("struckle filter . --winner w", ["white"]),
        ("struckle filter . --player w", ["white="]),
        ("struckle filter . --result w", ["win", *(f"win:{seat}" for seat in ALL_SEATS)]),
        ("struckle filter . --reason cas", ["castle"]),
        ("struckle stats --game str", ["stricken", "struckle", "struggle"]),
        ("struckle match c", ["castle", "crungle"]),
        ("struckle match castle --bot ", ["random", "greedy", "search"]),
        ("struckle match castle --bot random --bot s", ["search"]),
        ("struckle match castle --set o", ["own_castle="]),
        ("struckle match castle --set own_castle=", ["own_castle=open", "own_castle=closed"]),
        ("struckle match chess --set ", []),
        ("struckle validate --ignore mov", ["move"]),
        ("struckle validate --ignore cru", ["crungle"]),
        ("struckle validate --select io.unr", ["io.unreadable"]),
        ("struckle validate --select castle,io.unr", ["castle,io.unreadable"]),
        ("struckle validate --select=io,castle.bl", ["--select=io,castle.blocked"]),
        ("struckle validate --report j", ["json=", "jsonl=", "junit="]),
        ("struckle render g.sgn --st", ["--style"]),
        ("struckle render g.sgn --style ", ["ascii", "gif", "png", "svg", "unicode"]),
        ("struckle play castle --bot ", ["white=", "black="]),
        ("struckle play g.sgn --bot black=s", ["black=search"]),
        ("struckle play --bot=p1=", ["--bot=p1=random", "--bot=p1=greedy", "--bot=p1=search"]),
        ("struckle play castle --name b", ["black="]),
        ("struckle show g.sgn --as ", ["white", "black"]),
        ("struckle show g.sgn --as=", ["--as=white", "--as=black"]),
        ("struckle show --as ", ALL_SEATS),
        ("struckle show --as t", ["TB", "TG"]),
        ("struckle show gone.sgn --as ", ALL_SEATS),
        ("struckle show gone.txt --as ", ALL_SEATS),
        ("struckle show games --as ", ALL_SEATS),
        ("struckle show 'game three.json' --as ", ["p1", "p2", "p3"]),
        ("struckle show game\\ three.json --as ", ["p1", "p2", "p3"]),
        ("struckle play struckle --flip ", ["TB", "TG", "SB", "SG"]),
        ("struckle render g.sgn --flip ", ["white", "black"]),
        ("struckle redact g.sgn --for ", ["white", "black", "public"]),
        ("struckle result g.sgn ", ["win:white", "win:black", "draw"]),
        ("struckle result g.sgn win:b", ["win:black"]),
        ("struckle result 'game three.json' ", []),
        ("struckle result g.sgn draw --reason ", ["resign", "agreement"]),
        ("struckle show g.sgn --record ", []),
        ("struckle show g.sgn more", []),
        ("struckle nothing ", []),
        ("struckle new chess ", []),
        ("struckle --version", ["--version"]),
        ("struckle --version val", ["validate"]),
    ],
)
def test_words_that_fit_are_offered_and_no_others(bash, records, line, words):
    told = bash(line)
    assert told[:1] in (["words"], [])
    assert sorted(told[1:]) == sorted(words)


@pytest.mark.parametrize(
    ("line", "paths"),
    [
        ("struckle validate g", ["g.sgn", "game three.json", "games"]),
        ("struckle validate --strict g.sgn ga", ["game three.json", "games"]),
        ("struckle validate games/", ["games/old.jsonl.zst"]),
        ("struckle validate ./g.", ["./g.sgn"]),
        ("struckle validate .", [".g.sgn"]),
        ("struckle validate nowhere/", []),
        ("struckle validate 'game ", ["game three.json"]),
        ("struckle new castle -o g.", ["g.sgn"]),
        ("struckle new castle --output=games/", ["--output=games/old.jsonl.zst"]),
        (
            "struckle new castle --board g",
            ["g.sgn", "g.white.secrets", "game three.json", "games", "gone.txt"],
        ),
        ("struckle new castle --board cas", ["castle-19"]),
        ("struckle validate --report junit=go", ["junit=gone.txt"]),
        ("struckle validate --report=junit=go", ["--report=junit=gone.txt"]),
        ("struckle show g.sgn --secrets g", ["g.white.secrets", "games"]),
        ("struckle reveal g.sgn g", ["g.white.secrets", "games"]),
        ("struckle seal g.sgn --secrets g", ["games"]),
        ("struckle moves g", ["g.sgn", "game three.json", "games"]),
        ("struckle moves c", ["castle", "crungle"]),
        ("struckle play st", ["stricken", "struckle", "struggle"]),
        ("struckle perft castle --from g.", ["g.sgn"]),
    ],
)
def test_files_that_fit_are_offered_with_folders_and_no_others(bash, records, line, paths):
    assert bash(line) == ["files", *paths]


def test_folders_of_the_user_are_looked_into(bash, records, monkeypatch):
    monkeypatch.setenv("HOME", str(records))
    assert bash("struckle validate ~/g.") == ["files", "~/g.sgn"]
    assert bash("struckle show ~/g.sgn --as w") == ["words", "white"]


def test_bash_is_told_only_what_it_replaces(ask, records):
    """It cuts words at `:` and `=`, and tells the piece behind."""
    assert ask("bash", "struckle result g.sgn win:w", "w") == ["words", "white"]
    assert ask("bash", "struckle result g.sgn win:", "") == ["words", "white", "black"]
    assert ask("bash", "struckle result g.sgn win:", ":") == ["words", "white", "black"]
    assert ask("bash", "struckle validate --format=js", "js") == ["words", "json", "jsonl"]
    (records / "a:b.sgn").write_bytes(b"")
    assert ask("bash", "struckle validate a:", "") == ["files", "b.sgn"]


def test_zsh_is_told_the_kind_of_files_and_what_words_stand_for(ask, records):
    assert ask("zsh", "struckle", "val") == ["words 0", "validate:Check everything a record lets one check."]
    assert ask("zsh", "struckle", "result", "g.sgn", "win:w") == ["words 0", "win\\:white"]
    assert ask("zsh", "struckle", "validate", "g") == ["records 0"]
    assert ask("zsh", "struckle", "seal", "g.sgn", "--secrets", "") == ["folders 0"]
    assert ask("zsh", "struckle", "new", "castle", "--output=ga") == ["records 9"]
    assert ask("zsh", "struckle", "validate", "--report", "junit=ga") == ["files 6"]
    assert ask("zsh", "struckle", "validate", "--report=junit=ga") == ["files 15"]
    assert ask("zsh", "struckle", "moves", "ca") == ["records 0", "castle"]


def test_fish_is_told_words_paths_and_what_words_stand_for(ask, records):
    assert ask("fish", "struckle", "val") == ["validate\tCheck everything a record lets one check."]
    assert ask("fish", "struckle", "validate", "'game th") == ["game three.json"]
    assert ask("fish", "struckle", "validate", "g") == ["g.sgn", "game three.json", "games/"]
    assert ask("fish", "struckle", "--version") == ["--version\tPrint the version and exit."]
    assert ask("fish", "struckle", "--debug") == ["--debug\tShow tracebacks of the program's own errors."]


def test_names_that_could_act_on_a_terminal_are_not_offered(bash, records):
    for name in (b"gx\x1b[31m.sgn", b"gx\n.sgn", b"gx\xff.sgn", "gx\u202e.sgn".encode(), b"gx y.sgn"):
        (records / os.fsdecode(name)).write_bytes(b"")
    assert bash("struckle validate gx") == ["files", "gx y.sgn"]


def test_a_name_that_looks_like_an_option_is_offered_as_a_path(bash, tmp_path):
    (tmp_path / "-x.sgn").write_bytes(b"")
    (tmp_path / "~x.sgn").write_bytes(b"")
    assert bash("struckle validate ") == ["files", "./-x.sgn", "./~x.sgn"]


def test_a_pipe_is_not_waited_at(bash, tmp_path):
    os.mkfifo(tmp_path / "p.sgn")
    assert sorted(bash("struckle show p.sgn --as ")) == sorted(["words", *ALL_SEATS])


def test_the_seats_of_the_record_that_is_meant_are_offered(bash, tmp_path):
    four = {"format": 1, "game": "struckle", "moves": [], "result": None}
    (tmp_path / "two.jsonl").write_bytes(dumps(record()) + b"\n" + dumps(four) + b"\nbroken")
    assert bash("struckle show two.jsonl --as ") == ["words", "white", "black"]
    assert bash("struckle show two.jsonl --record 2 --as ") == ["words", "TB", "TG", "SB", "SG"]
    assert bash("struckle show --record 2 --as S two.jsonl") == ["files", "two.jsonl"]


def test_nothing_that_speaks_on_the_way_gets_between_the_lines(bash, monkeypatch):
    def chatty() -> list[str]:
        print("hello")
        os.write(2, b"")
        sys.stdout.buffer.write(b"hello")
        print("hello", file=sys.stderr)
        return ["castle"]

    monkeypatch.setattr(registry, "names", chatty)
    assert bash("struckle rules ") == ["words", "castle"]


def test_what_breaks_on_the_way_offers_nothing(bash, monkeypatch):
    monkeypatch.setattr(completing, "offers", lambda *given: 1 / 0)
    assert bash("struckle val") == []


@pytest.mark.parametrize("shell", ["complete_bash", "powershell", " "])
def test_a_shell_that_is_not_known_is_told_nothing(cli, monkeypatch, shell):
    monkeypatch.setenv("_STRUCKLE_COMPLETE", shell)
    ran = cli("struckle", "val")
    assert (ran.code, ran.raw, ran.err) == (2, b"", "")


_KNOWN = [*COMMANDS, *GAMES, "--", "--as", "--as=", "-o", "--record", "g.sgn", "win:", "'", '"', "\\"]
_PIECES = st.sampled_from(_KNOWN) | st.text(max_size=6).filter(lambda text: "\x00" not in text)


@given(st.sampled_from(["bash", "zsh", "fish"]), st.lists(_PIECES, max_size=6))
def test_whatever_is_typed_is_answered_in_lines_that_can_be_shown(shell, pieces):
    words = ["struckle", *pieces]
    if shell == "bash":
        words = [" ".join(words), words[-1]]
    out = io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", SimpleNamespace(buffer=out))
        assert shells.answer(get_command(app), shell, words) == 0
    assert out.getvalue() == b"" or out.getvalue().endswith(b"\n")
    for line in out.getvalue().decode().split("\n"):
        assert line.replace("\t", "").isprintable()


def commands():
    """Every command and every `new GAME`, with its name."""
    root = get_command(app)
    context = typer.Context(root, info_name="struckle")
    for name in root.list_commands(context):
        command = root.get_command(context, name)
        if name == "new":
            yield from ((f"new {game}", command.get_command(context, game)) for game in GAMES)
        else:
            yield name, command


def test_what_each_parameter_takes_is_known():
    """A new metavar needs its line in `completing.TAKES`, be it one of those that nothing is offered for."""
    unknown = [
        f"{name}: {parameter.opts[-1]} {completing.kind_of(parameter)}"
        for name, command in commands()
        for parameter in command.params
        if not getattr(parameter, "is_flag", False)
        and not hasattr(parameter.type, "choices")
        and completing.kind_of(parameter) not in completing.TAKES
        and not completing.kind_of(parameter).replace("|", "").replace("-", "").islower()
    ]
    assert unknown == []


def test_completing_a_command_imports_none_and_a_game_no_game(tmp_path, monkeypatch):
    monkeypatch.setenv("_STRUCKLE_COMPLETE", "bash")
    modules = imported(tmp_path, "struckle val", "val")
    assert heavy(modules) == set()
    assert not {name for name in modules if name.endswith("_command")}
    modules = imported(tmp_path, "struckle validate --fo", "--fo")
    assert heavy(modules) == set()
    games = {f"struckle_cli.games.{name}" for name in GAMES}
    assert games & imported(tmp_path, "struckle rules c", "c") == set()
    (tmp_path / "g.sgn").write_bytes(sgn())
    modules = imported(tmp_path, "struckle show g.sgn --as ", "")
    assert heavy(modules) == set()
    assert games & modules == {"struckle_cli.games.castle"}
