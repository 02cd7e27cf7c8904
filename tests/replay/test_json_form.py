"""The JSON form: every field wrong in every way, with pointer and line (`formats.md`, *Errors*)."""

import json
from typing import Any

import pytest

from tests.replay.support import codes, json_verdict, pointers, record, verdicts

NOTE = {"ply": 0, "text": "a"}
RESULT = {"winners": ["white"], "reason": "resign"}


def test_least_and_fullest() -> None:
    assert json_verdict(record(moves=[])).valid
    full = record(
        rules=1,
        id="0" * 32,
        tags={"Event": "x"},
        players={"white": "A", "black": "B"},
        notes=[NOTE, NOTE],
        setup={"board": "castle-19", "men": 8, "first": "white", "own_castle": "open"},
        result=RESULT,
        reveals=[],
    )
    assert json_verdict(full).valid
    assert json_verdict(record(notes=[], tags={}, players={}, setup={})).valid


@pytest.mark.parametrize("name", ["format", "game", "moves", "result"])
def test_required_fields(name: str) -> None:
    verdict = json_verdict(record(**{name: ...}))
    assert codes(verdict) == ["record.missing"]
    assert name in verdict.problems[0].message


UNKNOWN = {
    "record": (record(winner="x"), "record.unknown", "/winner"),
    "note": (record(notes=[NOTE, {**NOTE, "by": "x"}]), "record.unknown", "/notes/1/by"),
    "result": (record(result={**RESULT, "why": "x"}), "record.unknown", "/result/why"),
    "setup": (record(setup={"size": 9}), "setup.unknown", "/setup/size"),
    "players": (record(players={"White": "x"}), "record.seat", "/players/White"),
    "case": (record(Game="castle"), "record.unknown", "/Game"),
    "reveals": (
        record(reveals=[dict.fromkeys(["seat", "what", "nonce", "value", "x"], "")]),
        "record.unknown",
        "/reveals/0/x",
    ),
}


@pytest.mark.parametrize("where", UNKNOWN)
def test_unknown_fields_at_each_level(where: str) -> None:
    value, code, pointer = UNKNOWN[where]
    assert (code, pointer, 1) in pointers(json_verdict(value))


WRONG: dict[str, tuple[list[Any], str]] = {
    "/format": ([None, True, "1", 1.5, 1.0, [], {}], "record.type"),
    "/game": ([None, True, 1, [], {}], "record.type"),
    "/rules": ([None, True, "1", 1.0, []], "record.type"),
    "/id": ([None, 1, []], "record.type"),
    "/tags": ([None, [], "x", 1, True], "record.type"),
    "/tags/Event": ([None, 1, True, [], {}], "record.type"),
    "/players": ([None, [], "x"], "record.type"),
    "/players/white": ([None, 1, []], "record.type"),
    "/setup": ([None, [], "x", 1], "record.type"),
    "/setup/men": ([None, "8", True, 8.0, [], {}], "setup.type"),
    "/setup/board": ([None, 1, True, []], "setup.type"),
    "/setup/rows": ([None, "x", 1, {}, [1], [None]], "setup.type"),
    "/setup/first": ([None, 1, []], "setup.type"),
    "/setup/position": ([None, 1, []], "setup.type"),
    "/setup/own_castle": ([None, True], "setup.type"),
    "/moves": ([None, "D8-C8", {}, 1], "record.type"),
    "/moves/0": ([None, 1, True, [], {}, 1.5], "record.type"),
    "/notes": ([None, {}, "x"], "record.type"),
    "/notes/0": ([None, "x", []], "record.type"),
    "/notes/0/ply": ([None, "0", True, 0.0, 0.5, []], "record.type"),
    "/notes/0/text": ([None, 1, []], "record.type"),
    "/result": (["*", [], 1, True, "white"], "record.type"),
    "/result/winners": ([None, "white", {}], "record.type"),
    "/result/winners/0": ([None, 1, []], "record.type"),
    "/result/reason": ([None, 1, []], "record.type"),
    "/result/scores": ([None, [], 1], "record.type"),
    "/reveals": ([None, {}, "x"], "record.type"),
}


def changed(pointer: str, value: object) -> str:
    """A full record, pretty-printed, with the value at `pointer` replaced."""
    full: Any = record(
        rules=1,
        id="0" * 32,
        tags={"Event": "x"},
        players={"white": "A"},
        notes=[dict(NOTE)],
        setup={},
        result={**RESULT, "winners": ["white"]},
        reveals=[],
    )
    *path, last = pointer.split("/")[1:]
    place = full
    for part in path:
        place = place[int(part)] if isinstance(place, list) else place[part]
    place[int(last) if isinstance(place, list) else last] = value
    return json.dumps(full, indent=1)


def line_of(text: str, pointer: str) -> int:
    """The line of a pointer in text that `changed` made, where no key but `text` stands at two places."""
    name = pointer.rsplit("/", 1)[-1]
    parent = pointer.split("/")[-2]
    lines = text.split("\n")
    if name.isdigit():
        return (
            next(i for i, line in enumerate(lines, 1) if line.lstrip().startswith(f'"{parent}":'))
            + 1
            + int(name)
        )
    depth = pointer.count("/") + (1 if "/notes/0/" in pointer else 0)
    begin = " " * depth + f'"{name}":'
    return next(
        i
        for i, line in enumerate(lines, 1)
        if line.startswith(begin) or line.lstrip().startswith(begin.strip())
    )


@pytest.mark.parametrize("pointer", WRONG)
def test_wrong_types_with_pointer_and_line(pointer: str) -> None:
    values, code = WRONG[pointer]
    for value in values:
        text = changed(pointer, value)
        verdict = json_verdict(text)
        found = [(fault.code, fault.pointer, fault.line) for fault in verdict.problems]
        at = f"{pointer}/0" if value in ([1], [None]) else pointer
        wanted = {(code, pointer, line_of(text, pointer)), (code, at, line_of(text, pointer) + 1)}
        assert len(found) == 1, (value, found)
        assert set(found) <= wanted, (value, found)


@pytest.mark.parametrize(
    "number", [str(2**70), str(-(2**70)), "1" + "0" * 400, "1" + "0" * 6000, "1e999", "-1e999", "1e400"]
)
@pytest.mark.parametrize("pointer", ["/format", "/rules", "/notes/0/ply", "/setup/men", "/moves/0", "/x"])
def test_numbers_too_large(pointer: str, number: str) -> None:
    text = changed(pointer, 424242).replace("424242", number)
    verdict = json_verdict(text)
    assert not verdict.valid
    assert all(fault.line is not None for fault in verdict.problems)
    line = next(i for i, row in enumerate(text.split("\n"), 1) if number in row)
    assert verdict.problems[0].line == line
    assert all(len(fault.message) < 300 for fault in verdict.problems)


MALFORMED = {
    "NaN": ('{"format": NaN}', 1, 12),
    "Infinity": ('{"format":\n Infinity}', 2, 2),
    "minus Infinity": ('{"format": -Infinity}', 1, 13),
    "comment": ('{"format": 1,\n // no\n "game": "castle"}', 2, 2),
    "block comment": ('{/* no */"format": 1}', 1, 2),
    "trailing comma": ('{"format": 1,\n}', 2, 1),
    "trailing comma in moves": ('{"moves": ["D8-C8",]}', 1, 20),
    "single quotes": ("{'format': 1}", 1, 2),
    "no quotes": ("{format: 1}", 1, 2),
    "leading zero": ('{"format": 01}', 1, 13),
    "plus": ('{"format": +1}', 1, 12),
    "line end in a string": ('{"game": "cas\ntle"}', 1, 14),
    "bad escape": ('{"game": "\\x41"}', 1, 12),
    "open": ('{"format": 1,\n "game": "castle"', 2, 17),
    "empty list breaks off": ('{"moves": [', 1, 12),
    "word": ("x", 1, 1),
    "no colon": ('{"format" 1}', 1, 11),
    "two values": ('{"format": 1 2}', 1, 14),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_is_not_json(name: str) -> None:
    text, line, column = MALFORMED[name]
    for encoding in ("json", "jsonl") if "\n" not in text else ("json",):
        (verdict,) = verdicts(text, encoding)
        assert codes(verdict) == ["json.malformed"]
        assert verdict.problems[0].line == line
        assert abs((verdict.problems[0].column or 0) - column) <= 1


def test_trailing_text_and_second_records() -> None:
    one = json.dumps(record())
    (verdict,) = verdicts(f"{one} x", "json")
    assert [(f.code, f.line, f.column) for f in verdict.problems] == [("json.malformed", 1, len(one) + 2)]
    verdict, second = verdicts(f"{one}\n{one}\n", "json")
    assert [(f.code, f.line, f.column) for f in verdict.problems] == [("json.malformed", 2, 1)]
    assert ".json file holds one" in verdict.problems[0].message
    assert second.valid
    verdict, second = verdicts(f"{one} {one}\n", "jsonl")
    assert [(f.code, f.line) for f in verdict.problems] == [("json.malformed", 1)]
    assert second.valid


@pytest.mark.parametrize("escape", ["\\ud800", "\\udfff", "\\ud800\\u0041", "\\udc00\\ud800"])
def test_halves_of_surrogate_pairs(escape: str) -> None:
    for field in ('"tags": {"Event": "%s"}', '"tags": {"%s": "x"}', '"notes": [{"ply": 0, "text": "%s"}]'):
        text = json.dumps(record())[:-1] + ",\n" + field % escape + "}"
        verdict = json_verdict(text)
        assert [(f.code, f.line) for f in verdict.problems] == [("json.surrogate", 2)]
        assert verdict.problems[0].column == field.index("%s") + 1
    whole = json.dumps(record(tags={"Event": "😀"}))
    assert "\\ud83d\\ude00" in whole
    assert json_verdict(whole).valid


def test_values_that_are_no_record() -> None:
    for text in (
        "[]",
        "1",
        '"x"',
        "null",
        "true",
        f"[{json.dumps(record())}]",
        '[["x"]]',
        "[1]",
        "[null]",
        "[true]",
    ):
        for encoding in ("json", "jsonl"):
            (verdict,) = verdicts(text, encoding)
            assert codes(verdict) == ["record.type"], text
