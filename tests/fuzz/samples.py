"""The valid samples that fuzzing and sweeps start from: all vectors and replays, in every encoding."""

import gzip
from functools import cache
from pathlib import Path
from typing import NamedTuple

from struckle_cli.core.game import AnyGame
from struckle_cli.registry import lookup
from struckle_cli.replay.document import Document
from struckle_cli.replay.source import by_suffix, zstd_module
from struckle_cli.replay.writer import encode
from tests.replay.support import readings

ROOT = Path(__file__).parents[2]
GAMES = ("castle", "crungle", "stricken", "struckle", "struggle")


class Sample(NamedTuple):
    """The decompressed content of a valid file, and how it is encoded."""

    game: str
    name: str
    encoding: str
    data: bytes

    def __str__(self) -> str:
        return f"{self.game}/{self.name}"


class Record(NamedTuple):
    """One valid record of the samples."""

    name: str
    document: Document
    game: AnyGame

    def encoded(self, encoding: str) -> bytes:
        """The record as it stands in a file of an encoding."""
        return encode(self.document, self.game, encoding)


def _plain(path: Path) -> bytes:
    data = path.read_bytes()
    if path.suffix == ".gz":
        return gzip.decompress(data)
    return bytes(zstd_module().decompress(data)) if path.suffix == ".zst" else data


@cache
def files() -> tuple[Sample, ...]:
    """Every valid vector and every replay, as it lies there."""
    found = []
    for game in GAMES:
        for folder in (ROOT / "formats/vectors" / game / "valid", ROOT / "replays" / game):
            for path in sorted(folder.iterdir()):
                encoding, _ = by_suffix(path.name)
                if encoding is not None and not path.name.endswith(".expected.json"):
                    found.append(Sample(game, path.name, encoding, _plain(path)))
    return tuple(found)


@cache
def records() -> tuple[Record, ...]:
    """Every record of the samples that differs from those before it."""
    found: dict[bytes, Record] = {}
    for sample in files():
        game = lookup(sample.game)
        assert game is not None
        for reading in readings(sample.data, sample.encoding):
            assert reading.document is not None
            record = Record(f"{sample}:{reading.number}", reading.document, game)
            found.setdefault(record.encoded("json"), record)
    return tuple(found.values())


def of_game(name: str, longest: int | None = None) -> list[Record]:
    """The records of one game; those of at most `longest` bytes as JSON if that is given."""
    own = [record for record in records() if record.game.name == name]
    return [record for record in own if longest is None or len(record.encoded("jsonl")) <= longest]
