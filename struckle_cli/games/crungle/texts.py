"""The goals and movement rules in words, by id, from the page that `struckle rules crungle` prints."""

import re
from functools import cache

from struckle_cli.core.resources import read_data
from struckle_cli.games.crungle.board import rule_name
from struckle_cli.games.crungle.setup import Setup, goal_name

_LINE = re.compile(r"^ {4}([GMI][0-9]+) +(\S.*)$", re.MULTILINE)


@cache
def texts() -> dict[str, str]:
    """`{"G1": "three own turns in a row end on the opponent's cell", ...}`."""
    return dict(_LINE.findall(rules_text()))


def in_play(setup: Setup) -> list[str]:
    """The names of the goals and rules that a set-up has chosen, in pick order."""
    return [*map(goal_name, setup.goals), *map(rule_name, setup.rules)]


def rules_text() -> str:
    """The rules in the project's own words."""
    return read_data(__file__, "rules.md")
