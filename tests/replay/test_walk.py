"""What is read: files, folders, globs, links, pipes, standard input; order and exit codes (`cli.md`)."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgpack
import pytest

from tests.replay.conftest import Validate
from tests.replay.support import GOOD, GOOD_TEXT, ROOT, child, packed, record

BAD = GOOD.replace(b"Q12", b"Q99")
FOREIGN = b'{"name": "somebody else\'s", "version": 3}'


def test_missing_and_dangling(validate: Validate, tmp_path: Path) -> None:
    (tmp_path / "z.json").write_bytes(GOOD)
    (tmp_path / "link.json").symlink_to(tmp_path / "nowhere")
    (tmp_path / "loop.json").symlink_to(tmp_path / "loop.json")
    ran = validate(
        tmp_path / "none.json",
        tmp_path / "link.json",
        tmp_path / "loop.json",
        tmp_path / "z.json" / "x.json",
        tmp_path / ("n" * 300),
        tmp_path / "z.json",
    )
    assert ran.code == 3
    assert [code for *_, code in ran.codes()] == [
        "io.missing",
        "io.missing",
        "io.unreadable",
        "io.missing",
        "io.unreadable",
        None,
    ]
    assert all(row["record"] is None and row["game"] is None and not row["valid"] for row in ran.rows[:-1])
    walk = validate(tmp_path)
    assert walk.code == 3
    assert walk.codes() == [
        ("link.json", None, "io.missing"),
        ("loop.json", None, "io.unreadable"),
        ("z.json", 1, None),
    ]
    assert validate(f"{tmp_path}/l*.json").codes() == walk.codes()[:2]


def test_folders_named_like_files(validate: Validate, tmp_path: Path) -> None:
    (tmp_path / "x.json").mkdir()
    assert validate(tmp_path / "x.json").code == 2
    assert validate(tmp_path / "x.json", "--allow-empty").code == 0
    (tmp_path / "x.json" / "a.json").write_bytes(GOOD)
    (tmp_path / "z.json").write_bytes(GOOD)
    assert [row["valid"] for row in validate(tmp_path).rows] == [True, True]


def test_pipes_and_sockets_on_a_walk(validate: Validate, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.json")
    os.mkfifo(tmp_path / "other")
    (tmp_path / "z.json").write_bytes(GOOD)
    ran = validate(tmp_path)
    assert ran.codes() == [("a.json", None, "io.not-regular"), ("z.json", 1, None)]
    assert ran.code == 3


def test_a_named_pipe_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "a.jsonl"
    os.mkfifo(pipe)
    with subprocess.Popen(["sh", "-c", 'cat > "$0"', pipe], stdin=subprocess.PIPE) as writer:
        assert writer.stdin is not None
        writer.stdin.write((GOOD + b"\n") * 3)
        writer.stdin.close()
        ran = child("validate", pipe)
        writer.kill()
    assert ran.code == 0
    assert b"3 valid" in ran.out


def test_files_that_cannot_be_opened(
    validate: Validate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.json").write_bytes(GOOD)
    (tmp_path / "dir").mkdir()
    (tmp_path / "dir" / "b.json").write_bytes(GOOD)
    (tmp_path / "z.json").write_bytes(GOOD)
    if os.geteuid() == 0:
        _refuse(monkeypatch)
    else:
        (tmp_path / "a.json").chmod(0)
        (tmp_path / "dir").chmod(0)
    ran = validate(tmp_path)
    (tmp_path / "dir").chmod(0o700)
    assert ran.codes() == [
        ("a.json", None, "io.unreadable"),
        ("dir", None, "io.unreadable"),
        ("z.json", 1, None),
    ]
    assert ran.code == 3
    assert ran.rows[0]["problems"][0]["message"] == "Permission denied"


def _refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    import builtins

    real_open, real_scan = builtins.open, os.scandir

    def refusing(real: Any, name: str) -> Any:
        def call(path: Any, *rest: Any, **more: Any) -> Any:
            if str(path).endswith(name):
                raise PermissionError(13, "Permission denied", path)
            return real(path, *rest, **more)

        return call

    monkeypatch.setattr(builtins, "open", refusing(real_open, "a.json"))
    monkeypatch.setattr(os, "scandir", refusing(real_scan, "dir"))


def test_order_hidden_files_and_suffixes(validate: Validate, tmp_path: Path) -> None:
    names = [
        "a.json",
        "a/b.json",
        "a-b.json",
        "B.json",
        "é.json",
        "a/.x.json",
        ".h/x.json",
        ".x.json",
        "n.txt",
        "m.JSON",
        "c.sgn.gz",
        "d.jsonl.zst",
        "a0.msgpack",
        "e.gz",
        "f.json.bz2",
    ]
    for name in names:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        data = {"sgn": GOOD_TEXT.encode(), "msg": msgpack.packb(record())}.get(
            name.partition(".")[2][:3], GOOD
        )
        path.write_bytes(packed(data, name.rpartition(".")[2]))
    rows = validate(tmp_path).rows
    found = [row["path"][len(str(tmp_path)) + 1 :] for row in rows]
    kept = ["a.json", "a/b.json", "a-b.json", "B.json", "é.json", "c.sgn.gz", "d.jsonl.zst", "a0.msgpack"]
    assert found == sorted(kept, key=os.fsencode)
    assert all(row["valid"] for row in rows)
    assert validate(tmp_path / ".x.json").code == 0
    assert validate(tmp_path / ".h").code == 0
    jobs = validate(tmp_path, "--jobs", "2")
    assert jobs.rows == rows


def test_globs(validate: Validate, tmp_path: Path) -> None:
    for name in ("b.json", "a.json", ".h.json", "c.sgn", "d/e.json", "d/f/g.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_bytes(GOOD if name.endswith("json") else GOOD_TEXT.encode())
    assert [name for name, *_ in validate(f"{tmp_path}/*.json").codes()] == ["a.json", "b.json"]
    assert [name for name, *_ in validate(f"{tmp_path}/[bc].*").codes()] == ["b.json", "c.sgn"]
    assert [name for name, *_ in validate(f"{tmp_path}/d*").codes()] == ["e.json", "g.json"]
    assert [name for name, *_ in validate(f"{tmp_path}/**/*.json").codes()] == [
        "a.json",
        "b.json",
        "e.json",
        "g.json",
    ]
    assert validate(f"{tmp_path}/*.none").code == 2
    assert validate(f"{tmp_path}/*.none", "--allow-empty").code == 0
    assert validate(f"{tmp_path}/*.none", f"{tmp_path}/*.json").code == 0


def test_json_of_others(validate: Validate, tmp_path: Path) -> None:
    (tmp_path / "package.json").write_bytes(FOREIGN)
    (tmp_path / "log.jsonl").write_bytes(FOREIGN + b"\n" + GOOD + b"\n{}\n")
    ran = validate(tmp_path)
    assert (ran.code, ran.codes()) == (0, [("log.jsonl", 1, None)])
    assert b"3" in validate(tmp_path, form="text").out.splitlines()[-1]
    named = validate(tmp_path / "package.json")
    assert named.code == 1
    assert named.rows[0]["problems"][0]["code"].startswith("record.")
    (tmp_path / "log.jsonl").unlink()
    assert validate(tmp_path).code == 2
    assert validate(tmp_path, "--allow-empty").code == 0
    (tmp_path / "list.json").write_bytes(b"[]")
    assert validate(tmp_path).code == 1


def test_the_gravest_outcome_wins(validate: Validate, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_bytes(BAD)
    (tmp_path / "good.json").write_bytes(GOOD)
    (tmp_path / "empty.json").write_bytes(b"")
    (tmp_path / "damaged.json.gz").write_bytes(packed(GOOD, "gz")[:-3])
    name = {path.stem.split(".")[0]: path for path in tmp_path.iterdir()}
    assert validate(name["good"], name["empty"]).code == 0
    assert validate(name["good"], name["bad"], name["good"]).code == 1
    assert validate(name["bad"], name["empty"]).code == 1
    assert validate(name["damaged"], name["bad"]).code == 3
    assert validate(name["bad"], tmp_path / "none").code == 3
    for form in ("text", "json", "jsonl"):
        assert validate(tmp_path, form=form).code == 3
    assert validate(name["bad"], "--max-record", "0").code == 2
    assert validate("--nonsense", name["bad"]).code == 2
    assert validate().code == 2


def test_shape_of_json_output(validate: Validate, tmp_path: Path) -> None:
    import json

    (tmp_path / "bad.json").write_bytes(BAD)
    (tmp_path / "good.json").write_bytes(GOOD)
    document = json.loads(validate(tmp_path, tmp_path / "none", form="json").out)
    assert (document["records"], document["valid"], document["invalid"]) == (2, 1, 1)
    assert [(place["path"], place["code"]) for place in document["unreadable"]] == [
        (str(tmp_path / "none"), "io.missing")
    ]
    assert document["results"] == validate(tmp_path).rows
    (bad, _) = document["results"]
    assert list(bad) == ["path", "record", "game", "valid", "plies", "result", "pending", "problems"]
    assert list(bad["problems"][0]) == [
        "code",
        "severity",
        "ply",
        "line",
        "column",
        "token",
        "message",
        "suggestion",
    ]


CONTENT = {
    "sgn": GOOD_TEXT.encode(),
    "json": GOOD,
    "jsonl": (GOOD + b"\n") * 2,
    "msgpack": msgpack.packb(record()),
}


@pytest.mark.parametrize("encoding", CONTENT)
def test_standard_input(encoding: str) -> None:
    data = CONTENT[encoding]
    for stdin in (data, packed(data, "gz"), packed(data, "zst")):
        assert child("validate", "-", stdin=stdin).code == 0
        ran = child("validate", "-", "--format", "jsonl", "--input-format", encoding, stdin=stdin)
        assert ran.code == 0
        assert {row["path"] for row in ran.rows} == {"-"}
    other = {"sgn": "json", "json": "msgpack", "jsonl": "sgn", "msgpack": "jsonl"}[encoding]
    ran = child("validate", "-", "--format", "jsonl", "--input-format", other, stdin=data)
    assert (ran.code, ran.codes()) == (1, [("-", 1, "codec.mismatch")])


def test_standard_input_with_nothing_or_nonsense() -> None:
    assert child("validate", "-", stdin=b"").code == 2
    assert child("validate", "-", "--allow-empty", stdin=b" \n").code == 0
    ran = child("validate", "-", "--format", "jsonl", stdin=b"hello")
    assert (ran.code, len(ran.rows)) == (1, 1)
    assert child("validate", "-", stdin=packed(GOOD, "gz")[:-5]).code == 3
    assert child("validate", "-", "--input-format", "xml", stdin=GOOD).code == 2


def test_standard_input_that_is_closed() -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" -m struckle_cli validate - <&-', sys.executable],
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 3
    assert b"error of the program" not in done.stderr


SLOWLY = {
    "gz": packed(GOOD, "gz"),
    "zst": packed(GOOD, "zst"),
    "sgn": GOOD_TEXT.encode(),
    "bom": b"\xef\xbb\xbf" + GOOD,
}


@pytest.mark.parametrize("name", SLOWLY)
def test_standard_input_that_comes_slowly(name: str) -> None:
    data = SLOWLY[name]
    with subprocess.Popen(
        [sys.executable, "-m", "struckle_cli", "validate", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdin is not None
        for size in (0, 1, 2, 3):
            process.stdin.write(data[size : size + 1])
            process.stdin.flush()
            time.sleep(1 if size == 0 else 0.1)
        out, err = process.communicate(data[4:], timeout=30)
    assert (process.returncode, b"1 valid" in out) == (0, True), err


def test_input_format_beats_the_suffix(validate: Validate, tmp_path: Path) -> None:
    (tmp_path / "m.txt").write_bytes(GOOD_TEXT.encode())
    (tmp_path / "m.json").write_bytes(GOOD_TEXT.encode())
    assert validate(tmp_path / "m.txt", "--input-format", "sgn").code == 0
    assert validate(tmp_path / "m.json", "--input-format", "sgn").code == 0
    assert validate(tmp_path / "m.txt", "--input-format", "json").code == 1
