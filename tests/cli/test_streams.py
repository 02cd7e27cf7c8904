"""Exit codes, and what goes to standard output and what to standard error."""

import os
import signal
import subprocess
import time

import pytest

from struckle_cli.cli import app
from struckle_cli.services import validate as validating
from tests.cli.support import child_environment, command, dumps, encoded, record, sgn, spawn

GOOD, BAD = dumps(record(["D8-C8"])), dumps(record(["D8-D1"]))


@pytest.fixture
def files(tmp_path):
    (tmp_path / "good.json").write_bytes(GOOD)
    (tmp_path / "bad.json").write_bytes(BAD)
    (tmp_path / "empty.sgn").write_bytes(b"")
    (tmp_path / "cut.json.gz").write_bytes(encoded(record(), ".json.gz")[:12])
    (tmp_path / "latin.sgn").write_bytes(b'[Game "castle"]\n[White "Andr\xe9"]\n[Result "*"]\n\n*\n')
    (tmp_path / "nul.json").write_bytes(b"\0" * 20)
    (tmp_path / "text.jsonl").write_bytes(sgn())
    (tmp_path / "frame.msgpack").write_bytes(b"\x89\xc1")
    return tmp_path


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ("good.json", 0),
        ("bad.json", 1),
        ("good.json bad.json", 1),
        ("empty.sgn", 2),
        ("empty.sgn good.json", 0),
        ("nothing*.sgn", 2),
        ("gone.json", 3),
        ("cut.json.gz", 3),
        ("latin.sgn", 1),
        ("nul.json", 1),
        ("text.jsonl", 1),
        ("frame.msgpack", 1),
        ("bad.json gone.json", 3),
        ("gone.json bad.json good.json", 3),
        ("empty.sgn bad.json", 1),
    ],
)
@pytest.mark.parametrize("name", ["validate", "verify"])
def test_codes_and_the_gravest_wins(cli, files, name, names, code):
    ran = cli(name, *names.split())
    assert ran.code == code
    assert "Traceback" not in ran.err
    assert cli(name, *names.split(), "--allow-empty").code == (0 if code == 2 else code)


def test_a_record_over_the_limit_is_3(cli, files):
    assert cli("validate", "good.json", "--max-record", "10").code == 3
    assert cli("verify", "good.json", "--max-record", "10").code == 3
    assert cli("fmt", "--check", "good.json", "--max-record", "10").code == 3
    assert cli("convert", "good.json", "out.sgn", "--max-record", "10").code == 3
    assert cli("validate", "good.json", "--max-record", str(len(GOOD))).code == 0


@pytest.mark.parametrize("name", ["show", "render", "moves", "move", "undo", "result", "convert", "play"])
def test_one_file_that_is_missing_damaged_or_broken(cli, files, name):
    more = {"move": ["D8-C8"], "result": ["win:white"], "convert": ["out.json"]}.get(name, [])
    for file, code, stable in (
        ("gone.json", 3, "io.missing"),
        ("cut.json.gz", 3, "io.damaged"),
        ("latin.sgn", 1, "encoding.utf8"),
        ("nul.json", 1, ""),
        ("empty.sgn", 2, "usage.record"),
    ):
        ran = cli(name, file, *more)
        assert (ran.code, ran.raw) == (code, b""), (file, ran.err)
        assert stable in ran.err
        assert file in ran.err
    assert not (files / "out.json").exists()


def test_results_to_standard_output_the_rest_to_standard_error(cli, files):
    ran = cli("validate", "good.json", "bad.json", "empty.sgn", "gone.json")
    assert "bad.json" in ran.out
    assert "castle." in ran.out
    assert "empty.sgn" not in ran.out
    assert "empty.sgn" in ran.err
    quiet = cli("validate", "good.json", "--quiet")
    assert (quiet.code, quiet.raw, quiet.err) == (0, b"", "")
    assert cli("move", "bad.json", "D8-C8").raw == b""


def test_standard_input(cli):
    for data, kind in ((GOOD, "json"), (GOOD + b"\n" + GOOD, "jsonl"), (sgn("1. D8-C8"), "sgn")):
        ran = cli("validate", "-", "--input-format", kind, "--format", "jsonl", stdin=data)
        assert ran.code == 0
        assert {row["path"] for row in ran.rows} == {"-"}
    assert cli("show", "-", "--input-format", "sgn", stdin=sgn("1. D8-C8")).code == 0
    assert cli("validate", "-", "--input-format", "sgn", stdin=GOOD).code == 1
    ran = cli("move", "-", "D8-C8", "--input-format", "sgn", stdin=sgn())
    assert (ran.code, ran.raw) == (2, b"")


def test_a_walk_skips_hidden_unknown_and_foreign_files(cli, tmp_path):
    folder = tmp_path / "walk"
    (folder / ".hidden").mkdir(parents=True)
    (folder / "B").mkdir()
    for name in ("b.json", "B/z.json", "a.json", ".x.json", ".hidden/y.json"):
        (folder / name).write_bytes(GOOD)
    (folder / "notes.txt").write_bytes(b"not a record")
    (folder / "package.json").write_bytes(b'{"name": "x"}')
    ran = cli("validate", "walk", "--format", "jsonl")
    assert ran.code == 0
    assert [row["path"] for row in ran.rows] == ["walk/B/z.json", "walk/a.json", "walk/b.json"]
    assert "1 JSON object without a game key skipped" in cli("validate", "walk").out
    assert cli("validate", "walk/package.json").code == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ["perft", "castle", "--divide"],
        ["validate", "big.jsonl", "--format", "jsonl"],
        ["render", "long.json", "--all"],
        ["--version"],
        ["--help"],
    ],
)
def test_a_closed_pipe_ends_quietly(tmp_path, arguments):
    (tmp_path / "big.jsonl").write_bytes((BAD + b"\n") * 5000)
    (tmp_path / "long.json").write_bytes(dumps(record(["D8-D7", "D12-D13", "D7-D8", "D13-D12"] * 200)))
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = spawn(*arguments, cwd=tmp_path, stdout=writer)
    finally:
        os.close(writer)
    assert done.stderr == b""


@pytest.mark.slow
def test_head_ends_quietly(tmp_path):
    (tmp_path / "big.jsonl").write_bytes((BAD + b"\n") * 5000)
    for more in ([], ["--jobs", "2"]):
        child = subprocess.Popen(
            command("validate", "big.jsonl", *more),
            cwd=tmp_path,
            env=child_environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert child.stdout is not None
        assert child.stderr is not None
        assert child.stdout.readline().startswith(b"big.jsonl:1 /moves/0: castle.")
        child.stdout.close()
        assert child.stderr.read() == b""
        child.stderr.close()
        child.wait(60)


@pytest.mark.parametrize(
    "arguments",
    [
        ["games"],
        ["--help"],
        ["--version"],
        ["rules", "castle"],
        ["validate", "g.sgn"],
        ["convert", "g.sgn", "-", "--to", "json"],
        ["new", "castle"],
    ],
)
def test_a_full_disk_is_3(tmp_path, arguments):
    (tmp_path / "g.sgn").write_bytes(sgn())
    with open("/dev/full", "wb") as full:
        done = spawn(*arguments, cwd=tmp_path, stdout=full)
    assert done.returncode == 3
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("arguments", [["games"], ["validate", "-"], ["validate", "gone.sgn"]])
def test_a_closed_stream_is_no_crash(tmp_path, number, arguments):
    """As with `struckle games >&-`, which schedulers and daemons do."""
    script = f'exec "$0" "$@" {number}{"<" if number == 0 else ">"}&-'
    done = subprocess.run(
        ["sh", "-c", script, *command(*arguments)],
        cwd=tmp_path,
        env=child_environment(),
        capture_output=True,
        check=False,
    )
    assert done.returncode in (0, 2, 3)
    assert b"Traceback" not in done.stdout + done.stderr


def test_an_error_of_the_program_is_70_without_traceback(cli, files, monkeypatch):
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("some\x1b[31mthing\nelse")

    monkeypatch.setattr(validating, "judge", broken)
    ran = cli("validate", "good.json")
    assert ran.code == 70
    assert "Traceback" not in ran.out + ran.err
    assert "RuntimeError" in ran.out
    assert "\x1b" not in ran.out + ran.err
    with pytest.raises(RuntimeError):
        app.run(["--debug", "validate", "good.json"])


def test_debug_shows_a_traceback(tmp_path):
    script = (
        "import sys, struckle_cli.registry as registry\nregistry.names = None\n"
        "from struckle_cli.cli.app import run\nsys.exit(run(sys.argv[1:]))"
    )
    for more, traceback in (([], False), (["--debug"], True)):
        done = subprocess.run(
            [command()[0], "-c", script, *more, "games"],
            env=child_environment(),
            cwd=os.getcwd(),
            capture_output=True,
            check=False,
        )
        assert (b"Traceback" in done.stderr) == traceback
        assert traceback or done.returncode == 70


def test_interrupted_is_130(cli, files, monkeypatch):
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(validating, "judge", interrupt)
    ran = cli("validate", "good.json")
    assert ran.code == 130
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    "more", [["perft", "castle", "--depth", "6"], ["validate", "-"], ["validate", "-", "--jobs", "2"]]
)
def test_ctrl_c_is_130(tmp_path, more):
    child = subprocess.Popen(
        command(*more),
        cwd=tmp_path,
        env=child_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    time.sleep(4)  # long enough for a slow machine to get to its work
    os.killpg(child.pid, signal.SIGINT)
    _, err = child.communicate(timeout=30)
    assert child.returncode == 130
    assert b"Traceback" not in err
