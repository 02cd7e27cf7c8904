"""How soon a program asks is measured at a terminal, and only of programs that do."""

import sys
import time

import pytest

from tools.bench.process import BenchError, Command
from tools.bench.prompt import seconds_to_end, seconds_to_prompt


def python(code: str) -> list[str]:
    return [sys.executable, "-ISc", code]


def test_time_until_a_program_asks_is_taken_whatever_it_does_then() -> None:
    begun = time.perf_counter()
    found = seconds_to_prompt(python("import time; time.sleep(.2); input('move> '); time.sleep(60)"))
    assert 0.2 <= found <= time.perf_counter() - begun


def test_a_program_that_does_not_ask_is_no_measurement() -> None:
    with pytest.raises(BenchError, match="ended before it asked"):
        seconds_to_prompt(python("print('no terminal, no prompt')"))


def test_a_command_is_to_end_as_expected() -> None:
    assert seconds_to_end(Command("it", python("raise SystemExit(2)"), expect=2)) > 0
    with pytest.raises(BenchError, match="exit code 3"):
        seconds_to_end(Command("it", python("raise SystemExit(3)"), expect=2))
