"""`--report FORMAT=PATH`: several reports from one run, and each stands for itself."""

import json
import os
import stat
import subprocess

import pytest

from tests.cli.support import ROOT, child_environment, command, dumps, encoded, leftovers, record, sgn, spawn

FORMATS = ["text", "concise", "json", "jsonl", "junit", "sarif", "github"]


@pytest.fixture
def files(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.jsonl").write_bytes(b"\n".join(map(dumps, (record(), record(["D8-D1"])))))
    (tmp_path / "in" / "b.sgn").write_bytes(sgn("2. D8-C8"))
    (tmp_path / "in" / "c.msgpack").write_bytes(encoded(record(["D8-D1"]), ".msgpack"))
    return tmp_path


def test_a_file_holds_what_standard_output_would(cli, files):
    reports = [word for form in FORMATS for word in ("--report", f"{form}={form}.out")]
    ran = cli("validate", "in", "gone.sgn", *reports, "--max-problems", "2")
    alone = cli("validate", "in", "gone.sgn", "--max-problems", "2")
    assert ran == alone
    for form in FORMATS:
        single = cli("validate", "in", "gone.sgn", "--format", form, "--max-problems", "2")
        assert single.code == ran.code == 3
        assert (files / f"{form}.out").read_bytes() == single.raw
    assert leftovers(files) == []


def test_a_file_that_stood_there_is_replaced_and_keeps_its_mode(cli, files):
    target = files / "r.xml"
    target.write_bytes(b"older")
    target.chmod(0o640)
    assert cli("validate", "in", "--report", "junit=r.xml").code == 1
    assert target.read_bytes().startswith(b"<?xml")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@pytest.mark.parametrize(
    "reports",
    [
        ["junit"],
        ["junit="],
        ["=r.xml"],
        ["xml=r.xml"],
        ["JUNIT=r.xml"],
        ["junit=-"],
        ["junit=r", "sarif=r"],
        ["junit=r", "sarif=./in/../r"],
        ["junit=in/b.sgn"],
        ["\x1b[31m=r"],
    ],
)
def test_what_is_no_report_is_wrong_usage(cli, files, reports):
    (files / "r").write_bytes(b"older")
    ran = cli("validate", "in", "in/b.sgn", *(word for item in reports for word in ("--report", item)))
    assert (ran.code, ran.raw) == (2, b"")
    assert "[usage.report]" in ran.err
    assert "\x1b" not in ran.err
    assert (files / "r").read_bytes() == b"older"
    assert sorted(item.name for item in files.iterdir()) == ["in", "r"]


def test_a_path_may_hold_an_equals_sign(cli, files):
    assert cli("validate", "in", "--report", "json=a=b.json").code == 1
    assert json.loads((files / "a=b.json").read_bytes())["records"] == 4


def test_where_one_cannot_be_written_the_others_still_come(cli, files):
    reports = ["junit=missing/r.xml", "sarif=r.sarif", "json=folder", "jsonl=in/b.sgn/x"]
    if os.path.exists("/dev/full"):
        reports.append("jsonl=/dev/full")
    (files / "folder").mkdir()
    words = [word for item in reports for word in ("--report", item)]
    alone = cli("validate", "in")
    ran = cli("validate", "in", *words)
    assert (ran.code, ran.raw) == (3, alone.raw)
    assert ran.err.count("[io.write]") == len(reports) - 1
    assert "missing/r.xml: cannot be written: No such file or directory" in ran.err
    assert json.loads((files / "r.sarif").read_bytes())["version"] == "2.1.0"
    assert leftovers(files) == leftovers(files / "in") == []


def test_the_gravest_code_wins(cli, files):
    assert cli("validate", "no*.sgn", "--report", "junit=gone/r.xml").code == 3
    assert cli("validate", "no*.sgn", "--report", "junit=r.xml").code == 2


@pytest.mark.parametrize("form", FORMATS)
def test_a_full_disk_behind_standard_output_leaves_the_files_whole(files, form):
    with open("/dev/full", "wb") as full:
        done = spawn("validate", "in", "--format", form, "--report", "json=r.json", cwd=files, stdout=full)
    assert done.returncode == 3
    assert b"[io.write]" in done.stderr
    assert json.loads((files / "r.json").read_bytes())["records"] == 4


@pytest.mark.parametrize("form", FORMATS)
def test_a_closed_pipe_leaves_the_files_whole(files, form):
    reader, writer = os.pipe()
    os.close(reader)
    done = spawn("validate", "in", "--format", form, "--report", "json=r.json", cwd=files, stdout=writer)
    os.close(writer)
    assert (done.returncode, b"[io.write]" in done.stderr) == (1, False)
    assert json.loads((files / "r.json").read_bytes())["records"] == 4


def test_many_verdicts_after_a_closed_pipe(files):
    (files / "big.jsonl").write_bytes((dumps(record(["D8-D1"])) + b"\n") * 800)
    child = subprocess.Popen(
        command("validate", "big.jsonl", "--report", "json=r.json"),
        cwd=files, env=child_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.readline()
    child.stdout.close()
    assert child.stderr.read() == b""
    child.stderr.close()
    assert child.wait(60) == 1
    assert json.loads((files / "r.json").read_bytes())["invalid"] == 800


def test_an_error_of_the_program_leaves_what_stood_there(files):
    (files / "r.xml").write_bytes(b"older")
    script = (
        "import sys\nfrom struckle_cli.report.junit import JunitReport\n"
        "JunitReport.close = None\nfrom struckle_cli.cli.app import run\nsys.exit(run(sys.argv[1:]))"
    )
    done = subprocess.run(
        [command()[0], "-c", script, "validate", "in", "--report", "junit=r.xml"],
        cwd=files, env=child_environment(PYTHONPATH=str(ROOT)), capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 70
    assert (files / "r.xml").read_bytes() == b"older"
    assert leftovers(files) == []


def test_a_named_pipe_gets_its_report(files):
    os.mkfifo(files / "pipe")
    reader = subprocess.Popen(["cat", "pipe"], cwd=files, stdout=subprocess.PIPE)
    done = spawn("validate", "in", "--report", "json=pipe", cwd=files)
    told, _ = reader.communicate(timeout=60)
    assert done.returncode == 1
    assert json.loads(told)["records"] == 4


@pytest.mark.parametrize("path", [".", "games", "games/*.json", "**/*.json", "games/b.json"])
@pytest.mark.parametrize("target", ["games/b.json", "./games/../games/b.json", "link"])
def test_no_report_takes_the_place_of_a_record_however_it_is_met(tmp_path, path, target):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "b.json").write_bytes(dumps(record(["D8-D7"])))
    (tmp_path / "link").symlink_to("games/b.json")
    done = spawn("validate", path, "--report", f"json={target}", cwd=tmp_path)
    assert done.returncode == 2
    assert b"is read itself" in done.stderr
    assert (tmp_path / "games" / "b.json").read_bytes() == dumps(record(["D8-D7"]))


def test_a_report_beside_records_may_be_written_again(tmp_path):
    (tmp_path / "b.json").write_bytes(dumps(record(["D8-D7"])))
    for _ in range(2):
        assert spawn("validate", ".", "--report", "junit=report.xml", cwd=tmp_path).returncode == 0
