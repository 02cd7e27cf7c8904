"""The recorded games of `replays/`, always the same ones, as files.

Each game has modules that play them: `castle`, `crungle`, `stricken`, `struckle`, `struggle`.
"""

import io

from struckle_cli.core.game import AnyGame
from struckle_cli.games import castle as castle_game
from struckle_cli.games import crungle as crungle_game
from struckle_cli.games import stricken as stricken_game
from struckle_cli.games import struckle as struckle_game
from struckle_cli.games import struggle as struggle_game
from struckle_cli.replay.document import Document
from struckle_cli.replay.source import by_suffix
from struckle_cli.replay.writer import compressing, encode, separator
from tools.files import Files
from tools.replays import (
    castle,
    crungle,
    stricken,
    stricken_hidden,
    struckle,
    struggle,
    struggle_hidden,
)

_PLAYED = (
    (castle_game.GAME, castle.records),
    (crungle_game.GAME, crungle.records),
    (stricken_game.GAME, stricken.records),
    (stricken_game.GAME, stricken_hidden.records),
    (struckle_game.GAME, struckle.records),
    (struggle_game.GAME, struggle.records),
    (struggle_game.GAME, struggle_hidden.records),
)
FOLDERS = tuple(dict.fromkeys(f"replays/{game.name}" for game, _ in _PLAYED))


def files() -> Files:
    """The recorded games as files, by path."""
    return {
        f"replays/{game.name}/{name}": _encoded(name, game, documents)
        for game, records in _PLAYED
        for name, documents in records().items()
    }


def _encoded(name: str, game: AnyGame, documents: list[Document]) -> bytes:
    encoding, compression = by_suffix(name)
    if encoding is None:
        raise ValueError(f"{name} names no encoding")
    records = [encode(document, game, encoding) for document in documents]
    buffer = io.BytesIO()
    with compressing(buffer, compression) as packed:
        packed.write(separator(encoding).join(records))
    return buffer.getvalue()
