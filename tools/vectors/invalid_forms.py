"""Faults of form as JSON shows them: fields, types, tags, seats, notes, the result's shape."""

from collections.abc import Iterator
from typing import Any

from tools.vectors.make import Invalid, Record, json_lines, marked
from tools.vectors.valid import record, won


def broken(name: str, code: str, fields: Record, mark: str, **more: Any) -> Invalid:
    """A JSON vector; the fault is in the field `mark` ("": in the record as a whole)."""
    data, line, _ = marked(json_lines(fields, mark))
    return Invalid(f"{name}.json", data, code, line, **more)


def broken_forms() -> Iterator[Invalid]:
    """All vectors of this part."""
    yield from _fields()
    yield from _types()
    yield from _values()
    yield from _results()


def _fields() -> Iterator[Invalid]:
    for name in ("format", "game", "moves", "result"):
        rest = {key: value for key, value in record().items() if key != name}
        yield broken(f"record-missing-{name}", "record.missing", rest, "")
    unfit = record("D8-C8", notes=[{"ply": 1}])
    yield broken("record-missing-note-text", "record.missing", unfit, "notes")
    yield broken("record-missing-reason", "record.missing", record("", {"winners": ["white"]}), "result")
    yield broken("record-unknown", "record.unknown", record() | {"event": "x"}, "event", token="event")
    unfit = record("", None, notes=[{"ply": 0, "text": "", "by": "Ana"}])
    yield broken("record-unknown-in-note", "record.unknown", unfit, "notes", token="by")
    unfit = record("", won("white", "resign") | {"by": "Ana"})
    yield broken("record-unknown-in-result", "record.unknown", unfit, "result", token="by")


def _types() -> Iterator[Invalid]:
    yield Invalid("record-type-list.json", b"[]\n", "record.type", 1)
    yield broken("record-type-format", "record.type", record() | {"format": "1"}, "format", token="1")
    yield broken("record-type-format-point", "record.type", record() | {"format": 1.5}, "format", token="1.5")
    yield broken("record-type-rules", "record.type", record(rules=True), "rules", token="true")
    yield broken("record-type-tags", "record.type", record(tags={"Round": 1}), "tags", token="1")
    yield broken("record-type-players", "record.type", record(players=["Ana"]), "players")
    yield broken("record-type-setup", "record.type", record(setup=None), "setup", token="null")
    yield broken("record-type-moves", "record.type", record() | {"moves": "D8-C8"}, "moves", token="D8-C8")
    unfit = record() | {"moves": ["D8-C8", None]}
    yield broken("record-type-move", "record.type", unfit, "moves", ply=2, token="null")
    yield broken("record-type-result", "record.type", record("", "draw"), "result", token="draw")
    unfit = record("", {"winners": "white", "reason": "resign"})
    yield broken("record-type-winners", "record.type", unfit, "result", token="white")
    unfit = record("", None, notes=[{"ply": "0", "text": ""}])
    yield broken("record-type-note-ply", "record.type", unfit, "notes", token="0")


def _values() -> Iterator[Invalid]:
    yield broken("record-format", "record.format", record() | {"format": 2}, "format")
    yield broken("record-game", "record.game", record() | {"game": "chess"}, "game", token="chess")
    yield broken("record-rules", "record.rules", record(rules=0), "rules")
    yield broken("record-rules-newer", "record.rules-newer", record(rules=2), "rules")
    yield broken("record-id", "record.id", record(id="0123"), "id", token="0123")
    upper = "0123456789ABCDEF0123456789ABCDEF"
    yield broken("record-id-upper-case", "record.id", record(id=upper), "id", token=upper)
    yield broken("record-tag", "record.tag", record(tags={"2nd": "x"}), "tags", token="2nd")
    yield broken(
        "record-tag-blank", "record.tag", record(tags={"Time control": "x"}), "tags", token="Time control"
    )
    tags = {"Event": "x", "EVENT": "y"}
    yield broken("record-tag-twice", "record.tag-twice", record(tags=tags), "tags", token="EVENT")
    for tag in ("Result", "white", "OwnCastle", "RULESVERSION"):
        unfit = record(tags={tag: "x"})
        yield broken(f"record-tag-reserved-{tag.lower()}", "record.tag-reserved", unfit, "tags", token=tag)
    yield broken("record-seat", "record.seat", record(players={"green": "Ana"}), "players", token="green")
    yield broken(
        "record-seat-case", "record.seat", record(players={"White": "Ana"}), "players", token="White"
    )
    unfit = record("D8-C8", notes=[{"ply": 2, "text": "too late"}])
    yield broken("record-note-ply", "record.note-ply", unfit, "notes")
    unfit = record("D8-C8", notes=[{"ply": -1, "text": "too early"}])
    yield broken("record-note-ply-negative", "record.note-ply", unfit, "notes")
    opening = {"seat": "white", "what": "card", "nonce": "0" * 64, "value": "x"}
    yield broken("record-reveals", "record.reveals", record() | {"reveals": [opening]}, "reveals")


def _results() -> Iterator[Invalid]:
    unfit = record("", won("white", "resign") | {"scores": {"white": 1}})
    yield broken("record-scores", "record.scores", unfit, "result")
    unfit = record("", won("green", "resign"))
    yield broken("record-winners-seat", "record.winners", unfit, "result", token="green")
    unfit = record("", {"winners": ["black", "white"], "reason": "resign"})
    yield broken("record-winners-order", "record.winners", unfit, "result")
    unfit = record("", {"winners": ["white", "white"], "reason": "resign"})
    yield broken("record-winners-twice", "record.winners", unfit, "result")
    yield broken(
        "record-reason", "record.reason", record("", won("white", "timeout")), "result", token="timeout"
    )
