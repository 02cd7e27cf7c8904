"""The set-up phase: the players pick goals, rules and start cells in turn, or chance does.

Source: the game's page, *Set-up phase*.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from struckle_cli.core.hooks import Choice
from struckle_cli.games.crungle.board import CELLS, CENTER, DIRECT, rule_name
from struckle_cli.games.crungle.setup import GOAL_NAMES, RULE_NAMES, SEATS, rules_faults, start_fault
from struckle_cli.games.crungle.texts import texts

if TYPE_CHECKING:
    from random import Random

_RULES = 4


def next_choice(fields: Mapping[str, Any]) -> Choice | None:
    """The next pick of the draft, given the picks so far as set-up fields; None when all are made.

    purple a goal, orange a goal; orange, purple, orange, purple a movement rule; purple places orange's
    piece, then orange places purple's.
    """
    goals, rules = fields.get("goals", []), fields.get("rules", [])
    told = texts()
    if len(goals) < 2:
        free = [name for name in GOAL_NAMES if name not in goals]
        so_far = f"; so far {' '.join(goals)}" if goals else ""
        which = f"picks a goal ({len(goals) + 1} of 2{so_far})"
        return Choice(seat=SEATS[len(goals)], question=which, options=[(n, told[n]) for n in free])
    if len(rules) < _RULES:
        picked = [RULE_NAMES[name] for name in rules]
        free = [name for name, rule in RULE_NAMES.items() if not rules_faults([*picked, rule])]
        so_far = f"so far {' '.join(rules)}; " if rules else ""
        which = f"picks a movement rule ({len(rules) + 1} of {_RULES}; {so_far}own is the mover's cell)"
        return Choice(seat=SEATS[1 - len(rules) % 2], question=which, options=[(n, told[n]) for n in free])
    start = fields.get("start", {})
    if "orange" not in start:
        cells = [str(cell + 1) for cell in CELLS if cell != CENTER]
        return Choice(seat="purple", question="places orange's piece", options=[(c, "") for c in cells])
    if "purple" not in start:
        orange = start["orange"] - 1
        cells = [str(cell + 1) for cell in CELLS if start_fault(cell, orange) is None]
        return Choice(seat="orange", question="places purple's piece", options=[(c, "") for c in cells])
    return None


def take(fields: Mapping[str, Any], answer: str) -> dict[str, Any]:
    """The fields with one more pick, an option of `next_choice`."""
    made: dict[str, Any] = {**fields, "draft": "picked"}
    if len(made.get("goals", [])) < 2:
        made["goals"] = [*made.get("goals", []), answer]
    elif len(made.get("rules", [])) < _RULES:
        made["rules"] = [*made.get("rules", []), answer]
    elif "orange" not in made.get("start", {}):
        made["start"] = {"orange": int(answer)}
    else:
        made["start"] = {**made["start"], "purple": int(answer)}
    return made


def deal(chance: "Random", fields: Mapping[str, Any]) -> dict[str, Any]:
    """A set-up whose missing parts are drawn: each that is within the limits is as likely as any other.

    Of a start one seat may be given. Where nothing is missing nothing is drawn, and `draft` stays as it is.
    """
    made = dict(fields)
    if "goals" not in made:
        made["goals"] = chance.sample(list(GOAL_NAMES), 2)
    while "rules" not in made:
        rules = chance.sample(range(1, DIRECT + 5), _RULES)
        if not rules_faults(rules):
            made["rules"] = [rule_name(rule) for rule in rules]
    given = made.get("start", {})
    if isinstance(given, dict) and not {"orange", "purple"} <= set(given):
        starts = [start for start in _starts() if given.items() <= start.items()]
        if starts:
            made["start"] = chance.choice(starts)
    if made != fields:
        made.setdefault("draft", "random")
    return {name: made[name] for name in ("goals", "rules", "start", "draft") if name in made}


def _starts() -> list[dict[str, int]]:
    """All starts within the limits."""
    cells = [(orange, purple) for orange in CELLS for purple in CELLS if start_fault(purple, orange) is None]
    return [{"orange": orange + 1, "purple": purple + 1} for orange, purple in cells]
