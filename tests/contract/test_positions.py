"""Laws about position strings, for the games that have them."""

import random

import pytest

from struckle_cli.core.errors import NotationError
from tests.contract.cases import CASES, Case, perturbed, sample_states

WITH_POSITIONS = [case for case in CASES if case.game.format_position and case.game.parse_position]
pytestmark = [
    pytest.mark.parametrize("case", WITH_POSITIONS, ids=str),
    pytest.mark.usefixtures("toy_game"),
]


def test_a_position_survives_its_string(case: Case) -> None:
    game = case.game
    assert game.format_position is not None
    assert game.parse_position is not None
    for state in sample_states(case):
        text = game.format_position(state)
        assert game.parse_position(case.setup, text) == state
        assert text.isprintable()


def test_a_spoilt_position_string_is_refused_or_is_another_position(case: Case) -> None:
    """Each position has one string: what parses is written back as it was read."""
    game, chance, codes = case.game, random.Random(f"position/{case}"), set()
    assert game.format_position is not None
    assert game.parse_position is not None
    for state in sample_states(case):
        text = game.format_position(state)
        for _ in range(40):
            spoilt = perturbed(text, text + "0 /,wbX\n٣", chance)
            try:
                parsed = game.parse_position(case.setup, spoilt)
            except NotationError as error:
                codes.add(error.reason.code)
            else:
                assert game.format_position(parsed) == spoilt
    assert codes
    assert all(code.startswith(f"{game.name}.") for code in codes)
