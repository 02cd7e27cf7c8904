"""Fixtures for the tests of the Python interface."""

from tests.cli.conftest import _plain_environment, cli
from tests.contract.conftest import toy_game

__all__ = ["_plain_environment", "cli", "toy_game"]
