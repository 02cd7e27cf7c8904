"""`make fuzz`: try changed inputs on the targets for long, guided by coverage where atheris is installed.

What breaks an assertion is written to `.fuzz/finds/TARGET/` (which git ignores) and told, with the way to
keep it: a find becomes a file of `tests/fuzz/corpus/TARGET/`, named by what it shows; the tests replay it.
"""

import argparse
import hashlib
import importlib.util
import random
import signal
import subprocess
import sys
import time
import traceback
from pathlib import Path

WORK = Path(".fuzz")
CPU_SECONDS = 30
"""Processor time after which one input counts as a hang; the slowest ones take a few hundredths of it."""
MEMORY = 1500
"""MiB of a process; what is larger counts as a blow-up."""


class Hang(Exception):
    """One input takes far more work than any should."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make fuzz ARGS=...", description=__doc__)
    parser.add_argument(
        "targets", nargs="*", help="which targets (none: all); sweeps: every sample, a few hours"
    )
    parser.add_argument("--seconds", type=int, default=60, help="how long for each target")
    parser.add_argument(
        "--seed", type=int, default=None, help="so that a run can be had again (with --plain)"
    )
    parser.add_argument(
        "--plain", action="store_true", help="without guidance, also where atheris is installed"
    )
    parser.add_argument("--list", action="store_true", help="name the targets")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    return parser.parse_args()


def limit_work() -> None:
    """Let a process be stopped that needs far too much memory; `begin` does so for time."""
    import resource

    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY << 20, hard))

    def stop(*_: object) -> None:
        raise Hang(f"more than {CPU_SECONDS} seconds of processor time for one input")

    signal.signal(signal.SIGVTALRM, stop)


def begin() -> None:
    """Start counting the processor time of one input."""
    signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS)


def keep(name: str, data: bytes) -> None:
    """Write a find and say what to do with it."""
    folder = WORK / "finds" / name
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / hashlib.sha256(data).hexdigest()[:16]
    path.write_bytes(data)
    shown = repr(data[:300]) + ("..." if len(data) > 300 else "")
    print(f"\n{name}: found {shown}\nin {path}; make it smaller, mend what it shows, then keep it:")
    print(f"  mv {path} tests/fuzz/corpus/{name}/WHAT-IT-SHOWS", flush=True)


def plain(name: str, seconds: int, seed: int) -> int:
    """Try changes without guidance; how many different finds there were."""
    from tests.fuzz.targets import TARGETS, samples_of

    target, chance = TARGETS[name], random.Random(seed)
    pool = [*samples_of(target), *corpus(name)]
    limit_work()
    end, tried, found = time.monotonic() + seconds, 0, set()
    while time.monotonic() < end:
        data = pool[tried] if tried < len(pool) else target.mutate(chance.choice(pool), chance)
        tried += 1
        try:
            begin()
            target.run(data)
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            if (place.filename, place.lineno) not in found:
                found.add((place.filename, place.lineno))
                traceback.print_exc()
                keep(name, data)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    print(f"{name}: {tried:,} inputs (seed {seed}), {len(found)} finds", flush=True)
    return len(found)


def corpus(name: str) -> list[bytes]:
    """The inputs that were found before."""
    folder = Path(__file__).parent / "corpus" / name
    return [path.read_bytes() for path in sorted(folder.glob("*"))]


def guided(name: str, seconds: int) -> None:
    """Fuzz one target with atheris; this does not return."""
    import atheris

    with atheris.instrument_imports(include=["struckle_cli"], enable_loader_override=False):
        from tests.fuzz.targets import TARGETS, samples_of
    target = TARGETS[name]
    folder = WORK / "corpus" / name
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate([*samples_of(target), *corpus(name)]):
        (folder / f"sample-{number}").write_bytes(data)

    def run(data: bytes) -> None:
        try:
            target.run(data)
        except Exception:
            keep(name, data)
            raise

    def change(data: bytes, largest: int, seed: int) -> bytes:
        chance = random.Random(seed)
        if chance.random() < 0.3:
            return bytes(atheris.Mutate(data, largest))
        return target.mutate(bytes(data), chance)[:largest]

    flags = [f"-max_total_time={seconds}", f"-timeout={CPU_SECONDS * 2}", f"-rss_limit_mb={MEMORY}",
             "-max_len=4096", "-verbosity=0", f"-artifact_prefix={WORK}/"]  # fmt: skip
    atheris.Setup([sys.argv[0], *flags, str(folder)], run, custom_mutator=change)
    atheris.Fuzz()


def main() -> int:
    """Run what the arguments ask for; 0 when nothing was found."""
    asked = arguments()
    if asked.one:
        guided(asked.one, asked.seconds)
    from tests.fuzz.targets import TARGETS

    if "sweeps" in asked.targets:
        from tests.fuzz import sweeps

        print(f"{sweeps.run(1, 0):,} samples cut, changed and joined: all that must hold holds")
        asked.targets.remove("sweeps")
        if not asked.targets:
            return 0
    unknown = [name for name in asked.targets if name not in TARGETS]
    if asked.list or unknown:
        print(*(f"there is no target {name}" for name in unknown), *TARGETS, "sweeps", sep="\n")
        return 2 if unknown else 0
    found = 0
    with_guidance = not asked.plain and importlib.util.find_spec("atheris") is not None
    for name in asked.targets or TARGETS:
        if with_guidance:
            print(f"{name}: guided by coverage, {asked.seconds} s", flush=True)
            command = [sys.executable, "-m", "tests.fuzz", "--one", name, "--seconds", str(asked.seconds)]
            found += subprocess.run(command, check=False).returncode != 0
        else:
            found += plain(
                name, asked.seconds, random.randrange(1 << 32) if asked.seed is None else asked.seed
            )
    print("nothing was found" if not found else "something was found: see above")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
