"""The invalid vectors, part by part; each file has exactly one fault."""

from collections.abc import Iterator

from tools.vectors.invalid_bytes import broken_bytes
from tools.vectors.invalid_forms import broken_forms
from tools.vectors.invalid_games import broken_games
from tools.vectors.invalid_texts import broken_texts
from tools.vectors.make import Invalid


def invalid() -> Iterator[Invalid]:
    """All invalid vectors."""
    yield from broken_bytes()
    yield from broken_texts()
    yield from broken_forms()
    yield from broken_games()
