"""What a Crungle record claims about its start: goals, movement rules, start cells, and how they were chosen.

Source: the game's page, *Set-up phase* and *Notation*; rulings CR-1.
"""

import re
from collections.abc import Mapping, Sequence
from typing import cast

import msgspec

from struckle_cli.core.errors import Fault, Reason, json_pointer, short
from struckle_cli.core.game import SetupField, TextForm
from struckle_cli.core.setups import check_fields
from struckle_cli.games.crungle.board import CENTER, DIRECT, adjacent, rule_name

SEATS = ("purple", "orange")
GOALS = range(1, 11)
GOAL_NAMES = {f"G{goal}": goal for goal in GOALS}
RULE_NAMES = {rule_name(rule): rule for rule in range(1, DIRECT + 5)}
DRAFTS = ("given", "picked", "random")


def goal_name(goal: int) -> str:
    """`G1`..`G10`."""
    return f"G{goal}"


def _words(text: str) -> list[str]:
    return text.split()


def _joined(value: object) -> str:
    return " ".join(cast(Sequence[str], value))


_PLACE = re.compile(r"([a-z]+)=(0|[1-9][0-9]{0,8})\Z")


def _read_start(text: str) -> dict[str, int]:
    """`orange=1 purple=9` as the object of the model; raises `ValueError`."""
    places: dict[str, int] = {}
    for word in text.split():
        match = _PLACE.match(word)
        if match is None or match[1] in places:
            raise ValueError(word)
        places[match[1]] = int(match[2])
    return places


def _write_start(value: object) -> str:
    places = cast(Mapping[str, int], value)
    return " ".join(f"{seat}={places[seat]}" for seat in sorted(places))


def _names(known: Mapping[str, int], count: int) -> dict[str, object]:
    return {
        "type": "array", "items": {"enum": list(known)}, "minItems": count, "maxItems": count,
        "uniqueItems": True,
    }  # fmt: skip


_CELL = {"type": "integer", "minimum": 1, "maximum": 9}

FIELDS = (
    SetupField(
        name="goals", kind="json", required=True, schema=_names(GOAL_NAMES, 2),
        help='the two goals, like "G3 G7"',
        text=TextForm(what='two goals, like "G3 G7"', read=_words, write=_joined),
    ),
    SetupField(
        name="rules", kind="json", required=True, schema=_names(RULE_NAMES, 4),
        help='the four movement rules in pick order, like "M2 M11 I2 M16"',
        text=TextForm(what='four rules, like "M2 M11 I2 M16"', read=_words, write=_joined),
    ),
    SetupField(
        name="start", kind="json", required=True,
        schema={
            "type": "object", "properties": {"orange": _CELL, "purple": _CELL},
            "required": ["orange", "purple"], "additionalProperties": False,
        },
        help='where the pieces start, like "orange=1 purple=9"',
        text=TextForm(what='a cell a seat, like "orange=1 purple=9"', read=_read_start, write=_write_start),
    ),
    SetupField(
        name="draft", kind="text", default="given", choices=DRAFTS, help="how the rule set was chosen"
    ),
)  # fmt: skip


class Setup(msgspec.Struct, frozen=True):
    """A rule set that can be played: two goals, four rules in pick order, the cells of purple and orange."""

    goals: tuple[int, int]
    rules: tuple[int, int, int, int]
    start: tuple[int, int]
    draft: str = "given"


def read_setup(fields: Mapping[str, object]) -> tuple[Setup | None, list[Fault]]:
    """The set-up that a record claims, or None and everything that is wrong with it."""
    faults = check_fields(FIELDS, fields)
    told = {fault.pointer for fault in faults}
    goals = None if "/setup/goals" in told else _read_goals(fields["goals"], faults)
    rules = None if "/setup/rules" in told else _read_rules(fields["rules"], faults)
    start = None if "/setup/start" in told else _read_start_cells(fields["start"], faults)
    if faults or goals is None or rules is None or start is None:
        return None, faults
    draft = cast(str, fields.get("draft", "given"))
    return Setup((goals[0], goals[1]), (rules[0], rules[1], rules[2], rules[3]), start, draft), []


def _shown(value: object) -> str:
    """A value in a message; a string in quotes, so that it is not taken for a number or for nothing."""
    return f"the string {short(value)!r}" if isinstance(value, str) else short(value)


def _read_goals(value: object, faults: list[Fault]) -> list[int] | None:
    found = _read_names("goals", "goal", value, GOAL_NAMES, 2, faults)
    if found is not None and found[0] == found[1]:
        why = f"the two goals differ (CR-1), and {goal_name(found[0])} is named twice"
        faults.append(Fault(code="crungle.goals", message=why, pointer="/setup/goals/1"))
        return None
    return found


def _read_rules(value: object, faults: list[Fault]) -> list[int] | None:
    found = _read_names("rules", "movement rule", value, RULE_NAMES, 4, faults)
    if found is None:
        return None
    wrong = rules_faults(found)
    faults += [Fault(code=why.code, message=why.message, pointer="/setup/rules") for why in wrong]
    return None if wrong else found


def rules_faults(rules: Sequence[int]) -> list[Reason]:
    """What is wrong with some picked rules (not more than four), as far as they have been picked."""
    wrong = []
    for rule in sorted({rule for index, rule in enumerate(rules) if rule in rules[:index]}):
        why = f"the four movement rules differ (CR-1), and {rule_name(rule)} is named more than once"
        wrong.append(Reason("crungle.rules", why))
    indirect = sorted({rule_name(rule) for rule in rules if rule > DIRECT})
    if len(indirect) > 1:
        why = f"at most one movement rule is indirect; here are {' and '.join(indirect)}"
        wrong.append(Reason("crungle.indirect", why))
    return wrong


_RANGES = {"goals": "G1 to G10", "rules": "M1 to M30 and I1 to I4"}


def _read_names(
    field: str, what: str, value: object, known: Mapping[str, int], count: int, faults: list[Fault]
) -> list[int] | None:
    """The numbers of a list of ids; None where there is a fault, which is then told."""
    before = len(faults)
    if not isinstance(value, list):
        why = f"{field} must be a list of {count} strings, not {_shown(value)}"
        faults.append(Fault(code="setup.type", message=why, pointer=f"/setup/{field}"))
        return None
    if len(value) != count:
        why = f"a game has {count} {what}s, not {len(value)}"
        faults.append(Fault(code=f"crungle.{field}", message=why, pointer=f"/setup/{field}"))
    found = []
    for index, name in enumerate(value[:count]):
        number = known.get(name) if isinstance(name, str) else None
        if not isinstance(name, str):
            why = f"a {what} is named by a string, not {short(name)}"
            where = json_pointer("setup", field, index)
            faults.append(Fault(code=f"crungle.{field}", message=why, pointer=where, token=short(name)))
        elif number is None:
            why = f"there is no {what} {short(name)!r}; there are {_RANGES[field]}"
            where = json_pointer("setup", field, index)
            faults.append(Fault(code=f"crungle.{field}", message=why, pointer=where, token=short(name)))
        else:
            found.append(number)
    return found if len(faults) == before else None


def _read_start_cells(value: object, faults: list[Fault]) -> tuple[int, int] | None:
    before = len(faults)
    if not isinstance(value, dict):
        why = f"start must be an object with a cell a seat, not {_shown(value)}"
        faults.append(Fault(code="setup.type", message=why, pointer="/setup/start"))
        return None
    for seat in SEATS:
        if seat not in value:
            why = f"start names no cell for {seat}"
            faults.append(Fault(code="crungle.start", message=why, pointer="/setup/start"))
    for seat, cell in list(value.items())[:16]:
        where = json_pointer("setup", "start", seat)
        if seat not in SEATS:
            why = f"start has the seats orange and purple, not {short(seat)!r}"
            faults.append(Fault(code="crungle.start", message=why, pointer=where, token=short(seat)))
        elif _cell_of(value, seat) is None:
            why = f"a cell is a number from 1 to 9, not {_shown(cell)}"
            faults.append(Fault(code="crungle.start", message=why, pointer=where, token=short(cell)))
    purple, orange = (_cell_of(value, seat) for seat in SEATS)
    why_not = None if orange is None else start_fault(purple, orange)
    if why_not is not None:
        faults.append(Fault(code=why_not.code, message=why_not.message, pointer="/setup/start"))
    return None if len(faults) > before or purple is None or orange is None else (purple, orange)


def _cell_of(value: Mapping[str, object], seat: str) -> int | None:
    """The cell (0..8) that a start names for a seat; None if it names none."""
    cell = value.get(seat)
    sound = isinstance(cell, int) and not isinstance(cell, bool) and 1 <= cell <= 9
    return cast(int, cell) - 1 if sound else None


def start_fault(purple: int | None, orange: int) -> Reason | None:
    """What is wrong with start cells (0..8); `purple` is None while only orange's piece is placed."""
    if orange == CENTER:
        return Reason("crungle.start-center", "orange may not start on 5")
    if purple is not None and adjacent(purple, orange):
        why = f"purple's start {purple + 1} is adjacent to orange's {orange + 1}, which is not allowed"
        return Reason("crungle.start-adjacent", why)
    return None
