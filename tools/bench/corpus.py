"""The files that are measured: made once, kept outside the repository under a name that says what is in them.

A base of distinct games is repeated until the file is as long as wanted, so that making it takes seconds.
"""

import gzip
import hashlib
import importlib
import itertools
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from . import chessgames, crungle_games, games, stricken_games, struckle_games, struggle_games
from .process import BenchError, Command, cpu_seconds, ours

SEED: Final = 20261130
CASTLE_BASE: Final = 400_000
CHESS_BASE: Final = 250_000

Source = Callable[[int], Iterator[tuple[bytes, int]]]


@dataclass(frozen=True)
class Corpus:
    """A file and what it holds."""

    path: Path
    plies: int
    records: int
    size: int


def default_work() -> Path:
    """`$XDG_CACHE_HOME/struckle-bench`, else a folder of this user among the temporary ones."""
    cache = os.environ.get("XDG_CACHE_HOME")
    if cache:
        return Path(cache) / "struckle-bench"
    return Path(tempfile.gettempdir()) / f"struckle-bench-{os.getuid()}"


def prepare(work: Path) -> None:
    """Make the folder; refuse one that belongs to somebody else (its name can be guessed)."""
    work.mkdir(mode=0o700, parents=True, exist_ok=True)
    if work.stat().st_uid != os.getuid():
        raise BenchError(f"{work} belongs to another user; choose one with --work")


def _key(generator: ModuleType, *parts: object) -> str:
    """A content key: the sources that make the file, and the wanted size."""
    sources = [Path(path or "").read_bytes() for path in (generator.__file__, __file__)]
    return hashlib.sha256(repr((sources, parts)).encode()).hexdigest()[:12]


def _repeated(source: Source, plies: int) -> Iterator[tuple[bytes, int]]:
    """Distinct games with at least `plies` plies in total, again and again."""
    found: list[tuple[bytes, int]] = []
    total = 0
    for game, count in source(SEED):
        found.append((game, count))
        total += count
        if total >= plies:
            break
    return itertools.cycle(found)


def _fill(
    path: Path, source: Iterable[tuple[bytes, int]], enough: Callable[[int, int], bool], each: int = 1
) -> Corpus:
    """Write games until `enough(plies, bytes)` or until there are no more; `each` come at a time."""
    plies = records = size = 0
    part = path.with_name(path.name + ".part")
    with part.open("wb") as out:
        for game, count in source:
            out.write(game)
            plies, records, size = plies + count, records + each, size + len(game)
            if enough(plies, size):
                break
    part.replace(path)
    return Corpus(path, plies, records, size)


def _cached(path: Path, make: Callable[[], Corpus]) -> Corpus:
    """The corpus at `path`, made if it is not there; a note beside it holds its counts."""
    note = path.with_name(path.name + ".json")
    if path.is_file() and note.is_file():
        counts = json.loads(note.read_bytes())
        if path.stat().st_size == counts["size"]:
            return Corpus(path, counts["plies"], counts["records"], counts["size"])
    corpus = make()
    counts = {key: value for key, value in asdict(corpus).items() if key != "path"}
    note.write_text(json.dumps(counts), encoding="utf-8")
    return corpus


def castle(work: Path, plies: int) -> Corpus:
    """Castle records in JSON Lines with at least `plies` plies."""
    path = work / f"castle-{plies}-{_key(games, plies, CASTLE_BASE)}.jsonl"
    return _cached(
        path,
        lambda: _fill(
            path, _repeated(games.castle_games, min(plies, CASTLE_BASE)), lambda done, _: done >= plies
        ),
    )


def struckle(work: Path, records: int) -> Corpus:
    """So many different random games of Struckle in JSON Lines, of 200 plies but where a win comes first."""
    path = work / f"struckle-{records}-{_key(struckle_games, records)}.jsonl"
    source = itertools.islice(struckle_games.struckle_games(SEED), records)
    return _cached(path, lambda: _fill(path, source, lambda *_: False))


def crungle(work: Path, records: int, shared: int) -> Corpus:
    """So many random games of Crungle in JSON Lines, by `shared` rule sets (0: each by its own)."""
    path = work / f"crungle-{records}-{shared}-{_key(crungle_games, records, shared)}.jsonl"
    source = itertools.islice(crungle_games.crungle_games(SEED, shared), records)
    return _cached(path, lambda: _fill(path, source, lambda *_: False))


def again(made: Corpus, times: int) -> Corpus:
    """The same games so many times over."""
    path = made.path.with_name(f"{made.path.stem}-{times}-times.jsonl")
    games = made.path.read_bytes()
    each = made.plies
    return _cached(path, lambda: _fill(path, [(games, each)] * times, lambda *_: False, made.records))


def struggle(work: Path, records: int) -> Corpus:
    """So many different random games of Struggle in JSON Lines, each to its end."""
    path = work / f"struggle-{records}-{_key(struggle_games, records)}.jsonl"
    source = itertools.islice(struggle_games.struggle_games(SEED), records)
    return _cached(path, lambda: _fill(path, source, lambda *_: False))


def stricken(work: Path, records: int) -> Corpus:
    """So many different random games of Stricken in JSON Lines, each with beads of its own."""
    path = work / f"stricken-{records}-{_key(stricken_games, records)}.jsonl"
    source = itertools.islice(stricken_games.stricken_games(SEED), records)
    return _cached(path, lambda: _fill(path, source, lambda *_: False))


def castle_bytes(path: Path, size: int) -> Corpus:
    """Castle records in JSON Lines of at least `size` bytes; not kept, the caller removes it."""
    return _fill(path, _repeated(games.castle_games, CASTLE_BASE), lambda _, done: done >= size)


def chess(work: Path, plies: int) -> Corpus:
    """Chess games in PGN with at least `plies` plies. Needs python-chess unless it is there already."""
    path = work / f"chess-{plies}-{_key(chessgames, plies, CHESS_BASE)}.pgn"
    return _cached(
        path,
        lambda: _fill(
            path, _repeated(chessgames.chess_games, min(plies, CHESS_BASE)), lambda done, _: done >= plies
        ),
    )


def beginning(corpus: Corpus, records: int) -> Corpus:
    """The first so many records of a corpus in JSON Lines."""
    path = corpus.path.with_name(f"first-{records}-{corpus.path.name}")

    def games() -> Iterator[tuple[bytes, int]]:
        with corpus.path.open("rb") as lines:
            for line in itertools.islice(lines, records):
                yield line, len(json.loads(line)["moves"])

    return _cached(path, lambda: _fill(path, games(), lambda *_: False))


def gzipped(corpus: Corpus) -> Path:
    """The corpus as `.gz`."""
    path = corpus.path.with_name(corpus.path.name + ".gz")
    if not path.is_file():
        part = path.with_name(path.name + ".part")
        with corpus.path.open("rb") as plain, gzip.open(part, "wb", compresslevel=6) as out:
            shutil.copyfileobj(plain, out, 1 << 20)
        part.replace(path)
    return path


def zstandard(corpus: Corpus) -> Path | None:
    """The corpus as `.zst`, by a package or the program `zstd`; None where none of them is there."""
    path = corpus.path.with_name(corpus.path.name + ".zst")
    if path.is_file():
        return path
    part = path.with_name(path.name + ".part")
    if module := _zstd_module():
        with corpus.path.open("rb") as plain, module.open(part, "wb", level=3) as out:
            shutil.copyfileobj(plain, out, 1 << 20)
    elif program := shutil.which("zstd"):
        subprocess.run([program, "-q", "-f", "-3", str(corpus.path), "-o", str(part)], check=True)
    else:
        return None
    part.replace(path)
    return path


def _zstd_module() -> Any | None:
    """The standard library's module (Python 3.14) or its backport."""
    for name in ("compression.zstd", "backports.zstd"):
        try:
            return importlib.import_module(name)
        except ImportError:
            continue
    return None


def encoded(corpus: Corpus, suffix: str) -> Path:
    """The corpus in another encoding (`.sgn`, `.msgpack`), as `struckle convert` writes it."""
    path = corpus.path.with_suffix(suffix)
    if not path.is_file():
        part = path.with_name(f"part-{path.name}")
        part.unlink(missing_ok=True)
        cpu_seconds(Command("convert", ours("convert", str(corpus.path), str(part))))
        part.replace(path)
    return path
