"""`action.yml`: its form, and its steps run as shell in somebody else's repository."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.ci.support import BROKEN, SOUND, UNTIDY, Runner, checkout, command
from tests.cli.support import ROOT

ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = {step["id"]: step for step in ACTION["runs"]["steps"]}


@pytest.fixture
def check(tmp_path: Path):
    """Run the step `check` in a workspace, as if the command of this checkout had been installed."""

    def run(files: dict[str, bytes], **inputs: str):
        workspace = tmp_path / "work space"
        for name, data in files.items():
            (workspace / name).parent.mkdir(parents=True, exist_ok=True)
            (workspace / name).write_bytes(data)
        runner = Runner(ROOT, workspace, tmp_path, **inputs)
        runner.outputs["install"] = {"struckle": str(command(tmp_path))}
        return runner.step("check")

    return run


def test_it_has_the_form_of_an_action():
    """The schema comes with check-jsonschema."""
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-actions", "action.yml"],
        cwd=ROOT, capture_output=True, check=False, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


@pytest.mark.parametrize("name", STEPS)
def test_inputs_reach_the_shell_as_variables_only(name):
    """What is pasted into a script is run; see GitHub's page on script injections."""
    assert "${{" not in STEPS[name]["run"]
    assert all(re.fullmatch(r"\$\{\{ [\w.-]+ \}\}", value) for value in STEPS[name]["env"].values())


def test_every_input_is_used_and_every_one_that_is_used_is_there():
    used = set(re.findall(r"inputs\.([\w-]+)", str(ACTION["runs"])))
    assert used == set(ACTION["inputs"])


@pytest.mark.parametrize("name", STEPS)
def test_the_shell_is_sound(name, tmp_path):
    """shellcheck finds what is not quoted, not set, or never used."""
    script = tmp_path / "step.sh"
    script.write_text("#!/bin/bash\n" + STEPS[name]["run"])
    done = subprocess.run(
        [str(Path(sys.executable).parent / "shellcheck"), "--severity=style", str(script)],
        capture_output=True, check=False, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.slow
def test_it_installs_itself_from_its_checkout_and_shows_faults_at_their_lines(tmp_path):
    workspace = tmp_path / "workspace"
    (workspace / "games").mkdir(parents=True)
    (workspace / "games/sound.sgn").write_bytes(SOUND)
    runner = Runner(checkout(tmp_path), workspace, tmp_path, python=sys.executable, paths="games/")
    installed = runner.step("install")
    assert (installed.code, installed.out) == (0, "")
    program = Path(installed.outputs["struckle"])
    assert program.is_relative_to(tmp_path / "temp")
    checked = runner.step("check")
    assert (checked.code, checked.annotations) == (0, [])
    assert runner.result() == {"exit-code": "0", "struckle": str(program)}
    (workspace / "games/broken.sgn").write_bytes(BROKEN)
    checked = runner.step("check")
    assert checked.code == 1
    [(level, place, message)] = checked.annotations
    assert (level, place["file"], place["line"]) == ("error", "games/broken.sgn", "4")
    assert (place["title"], "Q12-E12" in message) == ("castle.blocked", True)
    assert runner.result()["exit-code"] == "1"


def test_a_python_that_is_too_old_is_told(tmp_path):
    old = tmp_path / "old"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = Runner(ROOT, tmp_path, tmp_path, python=str(old)).step("install")
    assert done.code == 3
    assert "Python 3.11 or newer is needed" in done.annotations[0][2]


def test_faults_are_annotated_at_their_lines_in_every_encoding(check):
    line = b'{"format":1,"game":"castle","moves":["D8-C8","Q12-E12"],"result":null}\n'
    sound = line.replace(b"Q12-E12", b"Q12-Q11")
    done = check(
        {"a.sgn": SOUND + b"\n" + BROKEN, "b.jsonl": sound + line, "c, d: 50%.sgn": BROKEN, "e.json": b"{}"}
    )
    assert done.code == 1
    places = [(place["file"], place["line"], place["title"]) for _, place, _ in done.annotations]
    assert places == [
        ("a.sgn", "9", "castle.blocked"),
        ("b.jsonl", "2", "castle.blocked"),
        ("c, d: 50%.sgn", "4", "castle.blocked"),
    ]


@pytest.mark.parametrize(
    ("code", "files", "inputs"),
    [
        (0, {"a.sgn": SOUND}, {}),
        (0, {"a b.sgn": SOUND, "c.sgn": BROKEN}, {"paths": "a b.sgn\n"}),
        (1, {"a b.sgn": SOUND, "c.sgn": BROKEN}, {"paths": "\na b.sgn\r\n\nc.sgn\n"}),
        (0, {"games/a.sgn": SOUND, "c.sgn": BROKEN}, {"paths": "games/*.sgn"}),
        (0, {"a.sgn": BROKEN}, {"args": "--ignore castle.blocked"}),
        (0, {"a.sgn": BROKEN}, {"args": "\n--ignore\n  castle.blocked --quiet\n"}),
        (2, {"a.txt": SOUND}, {}),
        (0, {"a.txt": SOUND}, {"args": "--allow-empty"}),
        (2, {"a.sgn": SOUND}, {"args": "--nothing"}),
        (3, {"a.sgn": SOUND}, {"paths": "a.sgn\ngone.sgn"}),
        (0, {"--strict": b"", "-x.sgn": SOUND}, {"paths": "-x.sgn"}),
        (0, {"a.sgn": UNTIDY}, {}),
        (1, {"a.sgn": UNTIDY}, {"fmt": "true"}),
        (1, {"a.sgn": BROKEN}, {"fmt": "true"}),
        (0, {"a.sgn": SOUND}, {"fmt": "true"}),
        (0, {"$(touch ran).sgn": SOUND}, {"paths": "$(touch ran).sgn"}),
        (3, {"a.sgn": SOUND}, {"paths": '"; touch ran; "'}),
        (3, {"a.sgn": SOUND}, {"args": "$(touch ran) `touch ran` ; touch ran"}),
    ],
)
def test_the_job_ends_with_the_code_of_validate_and_nothing_is_run(check, tmp_path, code, files, inputs):
    done = check(files, **inputs)
    assert done.code == code
    assert done.outputs == {"exit-code": str(code)}
    assert not list(tmp_path.rglob("ran"))
    written = {
        path.relative_to(tmp_path / "work space").as_posix()
        for path in (tmp_path / "work space").rglob("*.*")
    }
    assert written <= set(files)


def test_reports_are_written_beside_the_annotations(check, tmp_path):
    done = check({"a.sgn": BROKEN}, reports="junit=report.xml\nsarif=a b.sarif\n")
    assert (done.code, len(done.annotations)) == (1, 1)
    assert b"castle.blocked" in (tmp_path / "work space/report.xml").read_bytes()
    assert b"castle.blocked" in (tmp_path / "work space/a b.sarif").read_bytes()


def test_a_file_that_is_not_in_canonical_form_is_told_and_no_name_is_a_command(check):
    done = check({"::error::x.sgn": UNTIDY, "a.sgn": UNTIDY}, fmt="true", paths="::error::x.sgn\na.sgn")
    assert done.code == 1
    assert [place for _, place, _ in done.annotations if "title" in place] == [{"title": "struckle fmt"}]
    stopped = re.search(r"^::stop-commands::(\S+)$", done.out, re.MULTILINE)
    assert stopped is not None
    within = done.out.partition(stopped[0])[2].partition(f"\n::{stopped[1]}::\n")
    assert "::error::x.sgn: would change" in within[0]
    assert "a.sgn: would change" in within[0]
    assert "::error::x" not in within[2]
