"""The toy game, registered for one test."""

from collections.abc import Iterator

import pytest

from struckle_cli import registry
from struckle_cli.core.game import AnyGame
from tests.contract import toy


@pytest.fixture
def toy_game() -> Iterator[AnyGame]:
    """The registry line that a new game needs."""
    registry.register(toy.GAME)
    try:
        yield toy.GAME
    finally:
        registry.unregister(toy.GAME.name)
