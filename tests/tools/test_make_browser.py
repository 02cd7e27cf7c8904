"""`make browser`, the end of `make check`, `.ci/run`: which browser is taken, and what is said without."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import chromium
from tests.cli.support import ROOT

NOT_RUN = "== browser tests: not run (no Chromium here; make browser says how to get one)"
ASKED = "-m tests.browser.chromium"


def program(path: Path, script: str) -> str:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


def environment(**more: str) -> dict[str, str]:
    """Nothing of the make that may run these tests, and no browser that somebody chose."""
    foreign = ("MAKE", "MFLAGS", "CHROMIUM", "BROWSER", "STRUCKLE_CHROMIUM")
    return {key: value for key, value in os.environ.items() if not key.startswith(foreign)} | more


def make(tmp_path: Path, *arguments: str, there: bool, **more: str) -> subprocess.CompletedProcess[str]:
    """Run make with a `.venv` whose Python only says what it is to do; where a browser is, it is told."""
    venv = tmp_path / "venv"
    answer = "echo /browser" if there else "echo nowhere >&2; exit 1"
    told = 'echo "chromium=$STRUCKLE_CHROMIUM $*"'
    program(venv / "python", f'case "$*" in "{ASKED}") {answer};; *) {told};; esac')
    program(venv / "lint-imports", "echo lint-imports")
    (tmp_path / "bin").symlink_to(venv)
    for name in ("deps", "ready", "browser"):  # made for this folder, and newer than what they are made of
        (tmp_path / f".stamp-{name}").write_text(f"{ROOT}\n")
    return subprocess.run(
        ["make", f"VENV={tmp_path}", *arguments], cwd=ROOT, env=environment(**more),
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def test_check_says_in_one_line_that_there_is_no_browser(tmp_path: Path) -> None:
    done = make(tmp_path, "browser-where-found", there=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, NOT_RUN + "\n", "")


def test_check_runs_the_tests_where_there_is_a_browser(tmp_path: Path) -> None:
    done = make(tmp_path, "browser-where-found", "ARGS=-k castle", there=True)
    assert done.returncode == 0, done.stderr
    title, *_, run = done.stdout.splitlines()
    assert title == "== browser tests"
    assert run.startswith("chromium=/browser -m pytest ")
    assert " tests/browser " in run
    assert "castle" not in run  # what chooses among the other tests leaves none of these


def test_the_last_thing_that_check_does_is_the_browser(tmp_path: Path) -> None:
    done = make(tmp_path, "check", "ARGS=-k castle", there=False)
    assert done.returncode == 0, done.stderr
    *_, tests, last = done.stdout.splitlines()
    assert tests.endswith("--cov --cov-report=term -k castle")
    assert last == NOT_RUN


@pytest.mark.parametrize("more", [{"BROWSER": "required"}, {"CHROMIUM": "/browser"}])
def test_a_browser_that_somebody_counts_on_and_is_missing_fails_the_check(
    tmp_path: Path, more: dict[str, str]
) -> None:
    done = make(tmp_path, "browser-where-found", there=False, **more)
    assert done.returncode != 0
    assert "nowhere" in done.stderr
    assert NOT_RUN not in done.stdout


def test_make_browser_without_a_browser_fails(tmp_path: Path) -> None:
    done = make(tmp_path, "browser", there=False)
    assert done.returncode != 0
    assert "nowhere" in done.stderr
    assert "pytest" not in done.stdout


def test_make_test_never_collects_these_tests_and_needs_nothing_that_drives_a_browser() -> None:
    collecting = (
        "import sys, pytest; sys.modules['playwright'] = None;"
        "sys.exit(pytest.main(['-n0', '-p', 'no:cacheprovider', '--collect-only', 'tests/browser']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", collecting],
        cwd=ROOT, env=environment(), capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == pytest.ExitCode.NO_TESTS_COLLECTED, done.stdout + done.stderr
    assert "no tests collected" in done.stdout
    assert "skipped" not in done.stdout


def test_names_are_looked_for_on_the_path_and_places_after_them(tmp_path: Path) -> None:
    place = program(tmp_path / "placed", "echo Chromium 156")
    folder = tmp_path / "bin"
    folder.mkdir()
    path = {"PATH": str(folder)}
    assert chromium.find(path, places=[]) is None
    assert chromium.find(path, places=[place]) == place
    on_path = program(folder / "google-chrome", "echo Google Chrome 156")
    assert chromium.find(path, places=[place]) == on_path


def test_what_is_named_is_taken_or_nothing_is(tmp_path: Path) -> None:
    path = {"PATH": str(tmp_path)}
    usual = program(tmp_path / "chromium", "echo Chromium 156")
    mine = program(tmp_path / "mine", "echo Chromium 157")
    assert chromium.find(path | {"CHROMIUM": "mine"}) == mine
    assert chromium.find(path | {"CHROMIUM": mine}) == mine
    assert chromium.find(path | {"CHROMIUM": ""}, places=[]) == usual
    assert chromium.find(path | {"CHROMIUM": str(tmp_path / "none")}) is None


@pytest.mark.parametrize(
    "script", ["echo 'chromium needs the snap' >&2; exit 1", "echo 'I am Firefox'", "echo Chromium; exit 3"]
)
def test_a_program_that_only_bears_the_name_is_none(tmp_path: Path, script: str) -> None:
    program(tmp_path / "chromium", script)
    assert chromium.find({"PATH": str(tmp_path)}, places=[]) is None


def test_a_file_that_cannot_be_run_is_none(tmp_path: Path) -> None:
    (tmp_path / "chromium").write_bytes(b"\x00\x01")
    (tmp_path / "chromium").chmod(0o755)
    assert chromium.find({"PATH": str(tmp_path)}, places=[]) is None


def test_how_to_get_one_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(chromium, "find", lambda environ: None)
    monkeypatch.delenv("CHROMIUM", raising=False)
    assert chromium.main() == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert {"apt-get install chromium", "CHROMIUM=/path/to/chrome make browser"} <= {
        part.strip() for line in err.splitlines() for part in line.split(":  ")
    }
    monkeypatch.setenv("CHROMIUM", "/nowhere/chrome")
    assert chromium.main() == 1
    assert capsys.readouterr().err == "CHROMIUM=/nowhere/chrome is no Chromium that runs here\n"


def test_what_is_found_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = program(tmp_path / "mine", "echo Chromium 156")
    monkeypatch.setenv("CHROMIUM", mine)
    assert chromium.main() == 0
    assert capsys.readouterr().out == mine + "\n"


def ci(
    tmp_path: Path, *, there: bool, root: bool = True, apt: str | None
) -> subprocess.CompletedProcess[str]:
    """Run `.ci/run` up to `make check`, with nothing of this machine; `apt` is what apt-get does."""
    folder, mark = tmp_path / "bin", tmp_path / "installed"
    python = f'[ "$*" = "-B {ASKED}" ] || exit 9; [ -e "{mark}" ] || {{ echo get it >&2; exit 1; }}'
    program(folder / "python", python)
    program(folder / "make", 'echo "make $* BROWSER=$BROWSER"; exit 7')
    program(folder / "id", f"echo {0 if root else 1000}")
    if apt is not None:
        program(folder / "apt-get", f'echo "apt-get $*"; {apt.format(mark=mark)}')
    if there:
        mark.touch()
    for name in ("dirname", "env"):
        (folder / name).symlink_to(str(shutil.which(name)))
    return subprocess.run(
        [str(shutil.which("bash")), ".ci/run"],
        cwd=ROOT, env=environment(PATH=str(folder), PYTHON="python"),
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


INSTALLS = 'case "$*" in *install*) : >"{mark}";; esac'
CHECKS = "make check BROWSER=required\n"


def test_ci_installs_a_missing_browser_without_a_word_of_apt_and_counts_on_it(tmp_path: Path) -> None:
    done = ci(tmp_path, there=False, apt=INSTALLS)
    assert (done.returncode, done.stdout, done.stderr) == (7, "== installing Chromium\n" + CHECKS, "")


def test_ci_installs_nothing_where_there_is_a_browser(tmp_path: Path) -> None:
    done = ci(tmp_path, there=True, apt="exit 5")
    assert (done.returncode, done.stdout, done.stderr) == (7, CHECKS, "")


@pytest.mark.parametrize(("root", "apt"), [(False, INSTALLS), (True, None)])
def test_ci_that_cannot_install_one_says_how_to_get_it(tmp_path: Path, root: bool, apt: str | None) -> None:
    done = ci(tmp_path, there=False, root=root, apt=apt)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "get it\n")


def test_ci_says_what_apt_said_when_it_failed(tmp_path: Path) -> None:
    done = ci(tmp_path, there=False, apt="exit 5")
    assert done.returncode == 1
    assert "make" not in done.stdout
    assert done.stderr == "apt-get -qq update\nChromium could not be installed\n"
