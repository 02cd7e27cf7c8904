"""Inputs of many records whose memory is measured: made for a run and removed after it."""

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from . import games
from .corpus import SEED

LONGEST: Final = 7
"""Moves of a small record at most."""
FAULTY: Final = 50
"""One record in so many claims a win that its moves do not reach, so that faults flow too."""
DISTINCT: Final = 20_000
IN_A_FOLDER: Final = 1_000

Record = dict[str, Any]


def small_records(seed: int = SEED) -> Iterator[Record]:
    """Castle records of at most seven moves, without end; every fiftieth is not valid."""
    for number, (line, _) in enumerate(games.castle_games(seed), 1):
        record = json.loads(line)
        kept = {name: record[name] for name in ("format", "game", "players", "setup") if name in record}
        kept["moves"] = record["moves"][: number % (LONGEST + 1)]
        kept["result"] = {"winners": ["white"], "reason": "castle"} if number % FAULTY == 0 else None
        yield kept


def _line(record: Record) -> bytes:
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


def small_lines(path: Path, count: int) -> None:
    """So many small records as JSON Lines; 20,000 different ones, again and again."""
    distinct = [_line(record) for record in itertools.islice(small_records(), min(count, DISTINCT))]
    with path.open("wb") as out:
        out.writelines(itertools.islice(itertools.cycle(distinct), count))


def text(record: Record) -> bytes:
    """A small record in the text form."""
    setup, players, result = record.get("setup", {}), record["players"], record["result"]
    tags = [("Game", record["game"]), ("White", players["white"]), ("Black", players["black"])]
    tags += [(name.capitalize(), str(value)) for name, value in setup.items()]
    end = "*" if result is None else f"win:{result['winners'][0]}"
    tags.append(("Result", end))
    if result is not None:
        tags.append(("Reason", result["reason"]))
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags)
    return f"{head}\n{' '.join([*record['moves'], end])}\n".encode()


def small_files(folder: Path, count: int) -> None:
    """So many files of one small record each, JSON and text by turns, a thousand in a folder."""
    for number, record in enumerate(itertools.islice(small_records(), count)):
        inner = folder / f"{number // IN_A_FOLDER:03}"
        inner.mkdir(parents=True, exist_ok=True)
        path = inner / f"{number % IN_A_FOLDER:03}"
        if number % 2:
            path.with_suffix(".sgn").write_bytes(text(record))
        else:
            path.with_suffix(".json").write_bytes(_line(record))


def repeated(path: Path, times: int) -> Path:
    """A file beside `path` that holds its bytes so many times."""
    found = path.with_name(f"large-{path.name}")
    block = path.read_bytes()
    with found.open("wb") as out:
        for _ in range(times):
            out.write(block)
    return found
