"""Fixtures for the tests of the command line."""

import io
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pytest

from struckle_cli.cli.app import run
from tests.cli.struggle_play_support import Pipe, Talk, Terminal
from tests.cli.support import Ran, child_environment, command


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "STRUCKLE_DATA"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def cli(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., Ran]:
    """Run the command line in this process, in an empty folder of its own."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: object, stdin: bytes = b"") -> Ran:
        reader = io.BufferedReader(io.BytesIO(stdin))  # type: ignore[arg-type]
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(reader, encoding="utf-8"))
        capfdbinary.readouterr()
        code = run([str(item) for item in arguments])
        out, err = capfdbinary.readouterr()
        return Ran(code, out, err.decode())

    return call


@pytest.fixture
def locked() -> Iterator[Callable[[], object]]:
    """A folder that the user may read but not write, and a way to be such a user (root may do all)."""
    folder = Path(tempfile.mkdtemp(prefix="struckle-locked-"))
    folder.chmod(0o755)

    @contextmanager
    def enter() -> Iterator[Path]:
        folder.chmod(0o555)
        root = os.geteuid() == 0
        if root:
            os.seteuid(65534)
        try:
            yield folder
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)

    enter.folder = folder  # type: ignore[attr-defined]
    yield enter
    shutil.rmtree(folder)


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., pexpect.spawn]]:
    """Start the command at a pseudo-terminal, in an empty folder of its own; `play` line by line."""
    monkeypatch.chdir(tmp_path)
    started: list[pexpect.spawn] = []

    def start(*arguments: str, columns: int = 80, **env: str) -> pexpect.spawn:
        words = [os.fsdecode(word) for word in command(*arguments)]
        child = pexpect.spawn(
            words[0],
            words[1:],
            cwd=str(tmp_path),
            env=child_environment(**({"TERM": "dumb"} if arguments[0] == "play" else {}) | env),
            timeout=20,
            dimensions=(40, columns),
            encoding="utf-8",
            codec_errors="replace",
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Callable[..., Talk]]:
    """Start `play` by pipe or at a terminal."""
    started: list[Talk] = []

    def start(kind: type[Talk], *arguments: str, **env: str) -> Talk:
        started.append(kind(tmp_path, *arguments, **env))
        return started[-1]

    yield start
    for one in started:
        if isinstance(one, Terminal):
            one.child.close(force=True)
        elif isinstance(one, Pipe) and one.child.stdout is not None and not one.child.stdout.closed:
            one.child.kill()
            one.finish()
