"""Fixtures of the tests of the record layer."""

import signal
from collections.abc import Callable, Iterator

import pytest

from struckle_cli.cli.app import run
from tests.replay.support import Ran

Validate = Callable[..., Ran]


@pytest.fixture
def validate(capfdbinary: pytest.CaptureFixture[bytes]) -> Validate:
    """`validate --format jsonl` in this process."""

    def call(*arguments: object, form: str = "jsonl") -> Ran:
        capfdbinary.readouterr()
        code = run(["validate", "--format", form, *map(str, arguments)])
        out, err = capfdbinary.readouterr()
        return Ran(code, out, err)

    return call


@pytest.fixture
def command(capfdbinary: pytest.CaptureFixture[bytes]) -> Validate:
    """Any command in this process."""

    def call(*arguments: object) -> Ran:
        capfdbinary.readouterr()
        code = run(list(map(str, arguments)))
        out, err = capfdbinary.readouterr()
        return Ran(code, out, err)

    return call


@pytest.fixture(autouse=True)
def no_hang(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that is not marked slow and takes two minutes hangs; on a busy machine minutes are short."""

    def stop(*_: object) -> None:
        pytest.exit("a test hangs: " + request.node.nodeid)

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(600 if request.node.get_closest_marker("slow") else 120)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
