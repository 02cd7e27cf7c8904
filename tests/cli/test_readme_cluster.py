"""README's three lines start a cluster on one's own machine and check `replays/` on it, as they stand."""

import re
import socket
import subprocess
import sys

import pytest

from struckle_cli.services.engine_codes import CODES
from tests.cli.support import ROOT, child_environment


def block(page: str, title: str) -> list[str]:
    """The first block of shell in a chapter."""
    chapter = (ROOT / page).read_text(encoding="utf-8").partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return re.findall(r"^```sh\n(.*?)^```$", chapter, re.MULTILINE | re.DOTALL)[0].splitlines()


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return block("README.md", "Past one machine")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def here(lines: list[str]) -> str:
    """The lines as a script, on a port that is free, with the environment that runs the tests."""
    text = "\n".join(lines)
    assert text.count("8786") == len(lines)
    script = text.replace("8786", str(free_port()))
    return script.replace(".venv/bin/", f"{sys.prefix}/bin/")


def run(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", script], cwd=ROOT, env=child_environment(), stdin=subprocess.DEVNULL,
        capture_output=True, check=False, text=True, timeout=120,
    )  # fmt: skip


def test_they_are_three_commands_a_line_each(lines: list[str]) -> None:
    assert [line.split()[:2] for line in lines] == [
        [".venv/bin/dask", "scheduler"],
        [".venv/bin/dask", "worker"],
        [".venv/bin/struckle", "validate"],
    ]
    assert [line.endswith(" &") for line in lines] == [True, True, False], "the last one is waited for"


def test_a_cluster_checks_replays_tells_what_one_process_does_and_ends_with_its_scheduler(
    lines: list[str],
) -> None:
    done = run(f"{here(lines)}\ncode=$?\nkill %1\nwait\nexit $code")
    alone = run(f"{sys.prefix}/bin/struckle validate replays/ --jobs 1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == alone.stdout
    assert " valid (" in done.stdout


def test_the_page_shows_the_same_and_lets_dask_speak(lines: list[str]) -> None:
    assert block("docs/scale.md", "A cluster on one machine") == [
        line.replace(" 2>/dev/null", "") for line in lines
    ]


def test_the_page_tells_every_way_in_which_a_cluster_fails() -> None:
    page = (ROOT / "docs/scale.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`\[?(engine\.[a-z-]+)\]?`", page))
    assert told == {code for code in CODES if code.startswith("engine.")}
