"""What a decoder made of bytes that are no record: every fault of type, and what can still be judged.

Only what the typed decoder has refused comes here. Nothing below goes deeper than a record does, and no
more than `MAX_FAULTS` faults are made, however large the value is.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec

from struckle_cli.core.errors import MAX_FAULTS, Fault, json_pointer, short
from struckle_cli.core.secret import Opening
from struckle_cli.replay.document import FIELDS, FORMAT, REQUIRED, Document, Note

_KINDS: dict[type, str] = {
    dict: "an object",
    list: "a list",
    str: "a string",
    bool: "true or false",
    int: "a whole number",
    float: "a number with a point",
    bytes: "binary data",
    type(None): "null",
}
_NOTE: dict[str, type] = dict(zip(Note.__struct_fields__, (int, str), strict=True))
_OPENING: dict[str, type] = dict.fromkeys(Opening.__struct_fields__, str)
_RESULT: dict[str, type] = {"winners": list, "reason": str, "scores": dict}


def noting_twice(twice: list[Any]) -> Callable[[list[tuple[Any, Any]]], dict[Any, Any]]:
    """A hook for decoders that hand over pairs: makes the dict, and adds keys that stand twice to `twice`."""

    def pairs(items: list[tuple[Any, Any]]) -> dict[Any, Any]:
        table = dict(items)
        if len(table) < len(items):
            seen: set[Any] = set()
            for key, _ in items:
                if key in seen and len(twice) < MAX_FAULTS:
                    twice.append(key)
                seen.add(key)
        return table

    return pairs


def untyped(value: object) -> tuple[Document | None, list[Fault]]:
    """Every fault of type of a decoded value, and the best document that can still be judged.

    What has a wrong type is left out of the document, ply by ply and note by note, so that one fault hides
    no other; an empty one stands where a token is no string or a note is none. None without a game.
    """
    if not isinstance(value, dict):
        why = f"a record is an object, not {_kind(value)}"
        return None, [Fault(code="record.type", message=why, pointer="")]
    faults = [
        Fault(code="record.missing", message=f"the field {name!r} is required", pointer="")
        for name in REQUIRED
        if name not in value
    ]
    usable: dict[str, Any] = {"format": FORMAT, "moves": [], "result": None}
    for name, item in value.items():
        found = list(islice(_check(name, item), MAX_FAULTS))
        faults += found[: MAX_FAULTS + 1 - len(faults)]
        kept = _salvage(name, item) if found else item
        if kept is not None and name in FIELDS:
            usable[name] = kept
    if "game" not in usable:
        return None, faults
    return msgspec.convert(usable, Document), faults


def _salvage(name: object, item: object) -> object:
    """What is sound in a field that is not sound as a whole; None if nothing is."""
    if name == "moves" and isinstance(item, list):
        return [token if isinstance(token, str) else "" for token in item]
    if name in ("tags", "players", "setup") and isinstance(item, dict):
        values = object if name == "setup" else str
        return {key: kept for key, kept in item.items() if isinstance(key, str) and isinstance(kept, values)}
    if name in ("notes", "reveals") and isinstance(item, list):
        fields = _NOTE if name == "notes" else _OPENING
        nothing = {key: wanted() for key, wanted in fields.items()}
        return [nothing if any(True for _ in _struct("", entry, fields)) else entry for entry in item]
    if name == "result" and isinstance(item, dict) and isinstance(item.get("winners"), list):
        reason = item.get("reason")
        winners = [seat for seat in item["winners"] if isinstance(seat, str)]
        return {"winners": winners, "reason": reason if isinstance(reason, str) else ""}
    return None


def _check(name: object, item: object) -> Iterator[Fault]:
    where = json_pointer(name)
    if name not in FIELDS:
        why = f"a record has no field {short(name)!r}; free text belongs in tags"
        yield Fault(code="record.unknown", message=why, pointer=where, token=short(name))
    else:
        yield from _CHECKS[str(name)](where, item)


def _kind(value: object) -> str:
    return _KINDS.get(type(value), type(value).__name__)


def _typed(where: str, value: object, wanted: type) -> Iterator[Fault]:
    if isinstance(value, wanted) and not (wanted is int and isinstance(value, bool)):
        return
    why = f"{where} must be {_KINDS[wanted]}, not {_kind(value)}"
    ply = int(where.split("/")[2]) + 1 if where.startswith("/moves/") else None
    shown = short(value) if isinstance(value, str | int | float | None) else None
    yield Fault(code="record.type", message=why, pointer=where, token=shown, ply=ply)


def _list_of(where: str, value: object, wanted: type) -> Iterator[Fault]:
    if not isinstance(value, list):
        yield from _typed(where, value, list)
        return
    for index, item in enumerate(value):
        if not isinstance(item, wanted):
            yield from _typed(f"{where}/{index}", item, wanted)


def _map_of(where: str, value: object, wanted: type) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield from _typed(where, value, dict)
        return
    for key, item in value.items():
        inner = where + json_pointer(key)
        yield from _typed(inner, key, str)
        yield from _typed(inner, item, wanted)


def _struct(
    where: str, value: object, fields: Mapping[str, type], optional: tuple[str, ...] = ()
) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield from _typed(where, value, dict)
        return
    for name in fields:
        if name not in value and name not in optional:
            yield Fault(code="record.missing", message=f"{where} needs the field {name!r}", pointer=where)
    for key, item in value.items():
        inner = where + json_pointer(key)
        if key in fields:
            yield from _typed(inner, item, fields[key])
        else:
            why = f"{where} has no field {short(key)!r}"
            yield Fault(code="record.unknown", message=why, pointer=inner, token=short(key))


def _structs(where: str, value: object, fields: Mapping[str, type]) -> Iterator[Fault]:
    if not isinstance(value, list):
        yield from _typed(where, value, list)
        return
    for index, item in enumerate(value):
        yield from _struct(f"{where}/{index}", item, fields)


def _result(where: str, value: object) -> Iterator[Fault]:
    if value is None:
        return
    faults = list(islice(_struct(where, value, _RESULT, ("scores",)), MAX_FAULTS))
    yield from faults
    if not faults and isinstance(value, dict):
        yield from _list_of(f"{where}/winners", value["winners"], str)
        yield from _map_of(f"{where}/scores", value.get("scores", {}), int)


def _setup(where: str, value: object) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield from _typed(where, value, dict)
        return
    for key in value:
        yield from _typed(where + json_pointer(key), key, str)


_CHECKS: dict[str, Callable[[str, object], Iterator[Fault]]] = {
    "format": lambda where, value: _typed(where, value, int),
    "game": lambda where, value: _typed(where, value, str),
    "rules": lambda where, value: _typed(where, value, int),
    "id": lambda where, value: _typed(where, value, str),
    "tags": lambda where, value: _map_of(where, value, str),
    "players": lambda where, value: _map_of(where, value, str),
    "setup": _setup,
    "moves": lambda where, value: _list_of(where, value, str),
    "notes": lambda where, value: _structs(where, value, _NOTE),
    "result": _result,
    "reveals": lambda where, value: _structs(where, value, _OPENING),
}
