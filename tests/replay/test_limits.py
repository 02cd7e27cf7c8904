"""Memory and time: what is large is streamed, and no small file takes long."""

import json
import time
from collections.abc import Callable
from pathlib import Path

import msgpack
import pytest

from tests.replay.support import HEAD, LINE, json_verdict, measured, record, verdicts


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["jsonl", "sgn", "msgpack"])
def test_memory_does_not_grow_with_the_file(tmp_path: Path, suffix: str) -> None:
    moves = LINE * 100
    value = record(moves=moves, tags={"Event": "x" * 1500})
    one = {
        "jsonl": json.dumps(value).encode() + b"\n",
        "msgpack": msgpack.packb(value),
        "sgn": f'{HEAD}[Event "{"x" * 1500}"]\n\n{" ".join(moves)} *\n\n'.encode(),
    }[suffix]
    peaks = []
    for size in (5, 150 if suffix == "jsonl" else 20):
        file = tmp_path / f"{size}.{suffix}"
        with file.open("wb") as out:
            for _ in range(size):
                out.write(one * ((1 << 20) // len(one)))
        ran, peak = measured("validate", file)
        assert ran.code == 0
        peaks.append(peak)
        file.unlink()
    assert peaks[1] - peaks[0] < 8


def quadratic(count: int) -> dict[str, Callable[[], object]]:
    """Files of some hundred kilobytes at most that have many of one thing."""
    many = range(count)
    keys = [f'"k{i}":0' for i in many]
    tail = '"format":1,"game":"castle","result":null'
    return {
        "duplicate keys": lambda: json_verdict(f"{{{tail},{','.join(keys + keys)}}}"),
        "duplicate keys of MessagePack": lambda: verdicts(
            b"\xdf" + (2 * count).to_bytes(4, "big") + b"".join(msgpack.packb(i) + b"\x00" for i in many) * 2,
            "msgpack",
        ),
        "unknown fields": lambda: json_verdict("{" + ",\n".join([tail, *keys]) + "}"),
        "broken moves, a line each": lambda: json_verdict(
            "{" + tail + ',"moves":[\n' + ",\n".join(['"ZZ"'] * count) + "]}"
        ),
        "notes too late, a line each": lambda: json_verdict(
            json.dumps(record(notes=[{"ply": 9, "text": ""}] * count), indent=1)
        ),
        "tags of text": lambda: verdicts(HEAD + "".join(f'[T{i} "x"]\n' for i in many) + "*", "sgn"),
        "broken tags": lambda: verdicts(HEAD + "[\n" * count, "sgn"),
        "brackets among moves": lambda: verdicts(HEAD + "D8-C8\n" + "[\n" * count, "sgn"),
        "broken moves of text": lambda: verdicts(HEAD + "ZZ " * count, "sgn"),
        "wrong numbers": lambda: verdicts(HEAD + "7. D8-C8\n" * count, "sgn"),
        "open braces": lambda: verdicts(HEAD + "{}" * count + "} " * count, "sgn"),
        "backslashes": lambda: verdicts(HEAD + "{" + "\\" * (2 * count) + "a}", "sgn"),
        "blanks": lambda: verdicts(HEAD + "{" + "a  " * count + " " * count + "} *", "sgn"),
        "one long token": lambda: json_verdict(record(moves=["Z" * 20 * count])),
        "one long token of signs": lambda: json_verdict(record(moves=["A1" + "-" * count])),
        "one long token of squares": lambda: json_verdict(record(moves=["A1-" * count])),
        "one long number": lambda: verdicts(f"{HEAD}{'1' * 20 * count}. D8-C8 *", "sgn"),
        "long position": lambda: json_verdict(record(setup={"position": "/" * 20 * count})),
        "long rows": lambda: json_verdict(record(setup={"rows": ["#" * 20 * count] * 19})),
        "many colons": lambda: json_verdict(record(tags={f"T{i}": "::::" for i in many})),
    }


@pytest.mark.parametrize("name", quadratic(0))
def test_time_grows_with_the_size_only(name: str) -> None:
    """20,000 of anything take a second or so; what is quadratic takes minutes, so 5,000 show it."""
    begin = time.process_time()
    quadratic(5000)[name]()
    assert time.process_time() - begin < 3


@pytest.mark.parametrize("name", ["bad board", "unknown field", "bad choice", "bad position", "unknown move"])
def test_faults_do_not_repeat_long_values(name: str) -> None:
    long = "x" * 100_000
    value = {
        "bad board": record(setup={"board": long}),
        "unknown field": record(setup={long: 1}),
        "bad choice": record(setup={"first": long}),
        "bad position": record(setup={"position": long}),
        "unknown move": record(moves=[long]),
    }[name]
    for fault in json_verdict(value).problems:
        assert len(fault.message) < 1000
        assert len(fault.token or "") < 1000
