"""Checks of set-up fields that every game shares: unknown fields, types, choices, exclusions."""

from collections.abc import Mapping, Sequence

from struckle_cli.core.errors import MAX_FAULTS, Fault, json_pointer, short
from struckle_cli.core.game import SetupField

CODES = {
    "setup.unknown": "The set-up has a field that the game does not know.",
    "setup.type": "A set-up field has a value of the wrong type.",
    "setup.value": "A set-up field has a value that is none of the allowed ones.",
    "setup.missing": "A set-up field is missing that the game needs.",
    "setup.exclusive": "Two set-up fields exclude each other.",
}
LARGEST = 10**18 - 1
"""The largest whole number that a set-up may hold (18 digits), so that every encoding can."""


def check_fields(known: Sequence[SetupField], fields: Mapping[str, object]) -> list[Fault]:
    """What is wrong with names, types and choices of set-up fields; what a value means, the game says."""
    by_name = {item.name: item for item in known}
    faults: list[Fault] = []
    for name, value in fields.items():
        if len(faults) > MAX_FAULTS:
            break
        item = by_name.get(name)
        pointer = json_pointer("setup", name)
        if item is None:
            why = f"this game's set-up has no field {short(name)!r}; it has {', '.join(by_name)}"
            faults.append(Fault(code="setup.unknown", message=why, pointer=pointer, token=short(name)))
        elif item.kind == "text" and not isinstance(value, str):
            faults.append(_wrong_type(item, "a string", value))
        elif item.kind == "integer" and (not isinstance(value, int) or isinstance(value, bool)):
            faults.append(_wrong_type(item, "a whole number", value))
        elif item.choices and value not in item.choices:
            why = f"{name} is {' or '.join(item.choices)}, not {short(value)!r}"
            faults.append(Fault(code="setup.value", message=why, pointer=pointer, token=short(value)))
    faults += [_missing(item) for item in known if item.required and item.name not in fields]
    return faults


def _missing(item: SetupField) -> Fault:
    why = f"the set-up needs {item.name}: {item.help}"
    return Fault(code="setup.missing", message=why, pointer=f"/setup/{item.name}")


def _wrong_type(item: SetupField, wanted: str, value: object) -> Fault:
    shown = repr(short(value)) if isinstance(value, str) else short(value)
    why = f"{item.name} must be {wanted}, not {shown}"
    return Fault(code="setup.type", message=why, pointer=f"/setup/{item.name}", token=short(value))


def excluded(fields: Mapping[str, object], one: str, other: str) -> list[Fault]:
    """A fault if both fields are there although `one` excludes `other`."""
    if one in fields and other in fields:
        why = f"{one} excludes {other}: a set-up has one or the other"
        return [Fault(code="setup.exclusive", message=why, pointer=f"/setup/{other}")]
    return []
