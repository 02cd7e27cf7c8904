"""What the benchmark takes from processes: all of them, and none that ended otherwise than expected."""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tools.bench import watch
from tools.bench.process import BenchError, Command, cpu_seconds, interleaved, needs, output
from tools.files import ROOT

BURN = "import time\nwhile time.process_time() < {}: pass"
HOLD = "held = bytearray(b'x') * ({} << 20)"


def python(code: str, label: str = "it", **more) -> Command:
    return Command(label, [sys.executable, "-ISc", textwrap.dedent(code)], **more)


def starting(code: str, wait: bool) -> str:
    """Code of a process that starts another one, and waits for it or not."""
    child = f"subprocess.Popen([sys.executable, '-ISc', {code!r}], stderr=subprocess.DEVNULL)"
    return f"import subprocess, sys\nchild = {child}\n{'child.wait()' if wait else ''}"


def test_cpu_time_of_the_processes_that_a_command_starts_is_counted() -> None:
    found = needs(python(starting(BURN.format(0.3), wait=True)))
    assert found.cpu >= 0.3
    assert found.wall > 0


def test_cpu_time_of_a_process_that_outlives_the_command_is_counted_too() -> None:
    found = needs(python(starting(BURN.format(0.3), wait=False)))
    assert found.cpu >= (0.3 if sys.platform == "linux" else 0)


def test_the_peak_is_that_of_the_largest_process_whoever_started_it() -> None:
    small = needs(python(starting(HOLD.format(1), wait=True)))
    large = needs(python(starting(HOLD.format(80), wait=True)))
    assert large.peak >= 80 * 1024 > small.peak


def test_what_the_benchmark_itself_holds_is_no_part_of_a_peak() -> None:
    held = bytearray(b"x") * (120 << 20)
    assert needs(python("pass")).peak < len(held) >> 10


def test_each_process_is_seen_while_it_runs() -> None:
    with subprocess.Popen([sys.executable, "-ISc", "input()"], stdin=subprocess.PIPE) as child:
        linux = Path("/proc/self/task").is_dir()
        assert (child.pid in watch.descendants(os.getpid())) is linux
        assert (watch.high_water(os.getpid()) > 1000) is linux
        child.communicate(b"\n")
    assert watch.descendants(child.pid) == []
    assert watch.high_water(child.pid) == 0


def test_processes_that_do_not_end_are_ended_and_counted() -> None:
    forever = starting("import time\nwhile True: time.sleep(60)", wait=False)
    call = f"watch.main(['0', {sys.executable!r}, '-c', {forever!r}])"
    code = f"from tools.bench import watch\nwatch.GRACE = 0\n{call}"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    told = json.loads(done.stdout)
    assert told["code"] == 0
    assert told["left"] == (1 if sys.platform == "linux" else 0)


@pytest.mark.parametrize("measure", [needs, cpu_seconds, output])
def test_another_exit_code_than_the_expected_one_is_no_measurement(measure) -> None:
    leave = "import sys\nprint('why', file=sys.stderr)\nsys.exit({})"
    measure(python(leave.format(1), expect=1))
    with pytest.raises(BenchError, match=r"(?s)^it: exit code 3 of .*why$"):
        measure(python(leave.format(3)))
    with pytest.raises(BenchError, match="exit code 0"):
        measure(python(leave.format(0), expect=1))


@pytest.mark.parametrize("measure", [needs, cpu_seconds])
def test_a_refusal_on_standard_error_is_no_measurement(measure) -> None:
    say = "import sys\nprint('Line number: 5', file=sys.stderr)"
    measure(python(say))
    with pytest.raises(BenchError, match="Line number"):
        measure(python(say, fault="Line number:"))


def test_a_command_that_a_signal_ends_is_no_measurement() -> None:
    with pytest.raises(BenchError, match="exit code -9"):
        needs(python("import os\nos.kill(os.getpid(), 9)"))


def test_commands_run_by_turns() -> None:
    told: list[str] = []
    times = interleaved([python("pass", "A"), python("pass", "B")], 2, told.append)
    assert [line.split()[2] for line in told] == ["A", "B", "A", "B"]
    assert {label: len(found) for label, found in times.items()} == {"A": 2, "B": 2}
