"""How long a program at a terminal takes until it asks: from its start to the first prompt."""

import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from typing import Final

from .process import BenchError, Command

PROMPT: Final = b"> "
LONGEST: Final = 60.0
"""Seconds until a program that does not ask is given up."""


def seconds_to_prompt(argv: Sequence[str], prompt: bytes = PROMPT) -> float:
    """Seconds from the start of a program at a pseudo-terminal to its prompt; it is ended then.

    Raises `BenchError` if it ends before, or does not ask.
    """
    near, far = os.openpty()
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        child = subprocess.Popen(argv, stdin=far, stdout=far, stderr=far, cwd=folder, env=environment)
        os.close(far)
        seen = b""
        try:
            while prompt not in seen:
                seen += _more(near)
                if time.perf_counter() - begun > LONGEST:
                    raise BenchError(f"no prompt: {' '.join(argv)}\n{seen[-2000:]!r}")
            return time.perf_counter() - begun
        finally:
            child.kill()
            child.wait()
            os.close(near)


def _more(terminal: int) -> bytes:
    """What a program writes next. Raises `BenchError` if it has ended."""
    try:
        found = os.read(terminal, 1 << 16)
    except OSError:  # how Linux tells that the other end is closed
        found = b""
    if not found:
        raise BenchError("the program ended before it asked")
    return found


def seconds_to_end(command: Command) -> float:
    """Seconds that a command takes from its start to its end; what it prints is not looked at."""
    begun = time.perf_counter()
    done = subprocess.run(command.argv, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode != command.expect:
        raise BenchError(f"{command.label}: exit code {done.returncode} of {' '.join(command.argv)}")
    return time.perf_counter() - begun
