"""Several faults of one record, duplicate keys, and claims (`formats.md`, *Errors*)."""

import json
from typing import Any

import pytest

from tests.replay.support import codes, json_verdict, pointers, record, spots, verdicts

TAIL = '"format": 1, "game": "castle", "moves": [], "result": null'

DUPLICATES = {
    "record": ('{%s,\n "game": "castle"}', "game", 2),
    "record at once": (
        '{"format": 1,\n"format": 1, "game": "castle", "moves": [], "result": null}',
        "format",
        2,
    ),
    "tags": ('{%s, "tags": {"A": "x",\n "A": "x"}}', "A", 2),
    "tags with colons": ('{%s, "tags": {"A": "x:y:z",\n "A": "::"}}', "A", 2),
    "players": ('{%s, "players": {"white": "x",\n\n "white": "x"}}', "white", 3),
    "setup": ('{%s, "setup": {"men": 8,\n "men": 8}}', "men", 2),
    "result": (
        '{"format": 1, "game": "castle", "moves": [], "result": '
        '{"winners": [], "reason": "agreement",\n"reason": "agreement"}}',
        "reason",
        2,
    ),
    "note": ('{%s, "notes": [{"ply": 0, "text": "a",\n "text": "b"}]}', "text", 2),
    "later note": (
        '{%s, "notes": [{"ply": 0, "text": "a"},\n'
        '{"ply": 0, "text": "b"},\n{"ply": 0, "text": "c",\n "text": "d"}]}',
        "text",
        4,
    ),
    "escape": ('{%s,\n "g\\u0061me": "castle"}', "game", 2),
    "both with escapes": (
        '{"\\u0066ormat": 1, "game": "castle", "moves": [], "result": null,\n"f\\u006frmat": 1}',
        "format",
        2,
    ),
    "blanks before the colon": ('{%s,\n "game" \t\r : "castle"}', "game", 2),
    "a key in a string": ('{%s, "tags": {"A": "\\"game\\": x"},\n "game": "castle"}', "game", 2),
    "wrong type first": (
        '{"format": "x",\n "format": 1, "game": "castle", "moves": [], "result": null}',
        "format",
        2,
    ),
    "unknown": ('{%s, "x": 1,\n "x": 2}', "x", 2),
    "nested": ('{%s, "setup": {"men": {"a": 1,\n "a": 2}}}', "a", 2),
}


@pytest.mark.parametrize("name", DUPLICATES)
def test_duplicate_keys(name: str) -> None:
    text, key, line = DUPLICATES[name]
    verdict = json_verdict(text % TAIL if "%s" in text else text)
    found = [(f.token, f.line) for f in verdict.problems if f.code == "json.duplicate-key"]
    assert found == [(key, line)]
    assert not verdict.valid


@pytest.mark.parametrize("blank", [" ", "\t", "\r", "\n", ""], ids=repr)
@pytest.mark.parametrize("text", ["", ":", ": x", "x :", "a:b:c"])
def test_duplicate_keys_among_strings_with_colons(blank: str, text: str) -> None:
    """However a pair is written, and whatever colons tokens and tags have, before and behind it."""
    moves = f'"moves": ["M2:4", "{text}", "I2(M2,M3):4/6"]'
    tail = f'"game":"crungle", "format": 1, "result": null, "tags": {{"A": "{text}"}}'
    for pairs in (
        f'"game"{blank}:"castle",{moves},{tail}',
        f'{moves},{tail},"game"{blank}:"castle"',
        f'{moves},{tail},"players":{{"purple"{blank}:"{text}","purple":"x"}}',
        f'{moves}, {tail}, "moves"{blank}:["{text}"]',
    ):
        assert "json.duplicate-key" in codes(json_verdict(f"{{{pairs}}}"))
    assert "json.duplicate-key" not in codes(json_verdict(f"{{{moves},{tail}}}"))


def test_keys_of_different_objects_and_letter_case_are_no_duplicates() -> None:
    assert json_verdict(
        record(notes=[{"ply": 0, "text": "a"}, {"ply": 0, "text": '{"ply": 1, "ply": 2}'}])
    ).valid
    assert json_verdict(record(tags={"format": "x"})).valid is False
    assert codes(json_verdict(record(tags={"Foo": "x", "foo": "x"}))) == ["record.tag-twice"]


TAGS = {
    "": "record.tag",
    "1x": "record.tag",
    "a-b": "record.tag",
    "é": "record.tag",
    "a b": "record.tag",
    "a\n": "record.tag",
    "a/b": "record.tag",
    "a~b": "record.tag",
    "_a": "record.tag",
    "Ａ": "record.tag",
    **dict.fromkeys(
        [
            "Game",
            "format",
            "RULESVERSION",
            "Id",
            "Result",
            "Reason",
            "Scores",
            "Reveals",
            "White",
            "black",
            "Board",
            "Rows",
            "Men",
            "position",
            "First",
            "OwnCastle",
            "owncastle",
        ],
        "record.tag-reserved",
    ),
}


@pytest.mark.parametrize("key", TAGS)
def test_names_of_tags(key: str) -> None:
    text = json.dumps(record(tags={"Event": "x", key: "y"}), indent=1)
    verdict = json_verdict(text)
    line = next(i for i, row in enumerate(text.split("\n"), 1) if row.endswith(': "y"'))
    assert [(f.code, f.line) for f in verdict.problems] == [(TAGS[key], line)]
    escaped = key.replace("~", "~0").replace("/", "~1")  # RFC 6901
    assert verdict.problems[0].pointer == f"/tags/{escaped}"


def test_names_that_are_not_reserved() -> None:
    assert json_verdict(
        record(tags=dict.fromkeys(["own_castle", "Ply", "Players", "rules", "P1", "x" * 500], "y"))
    ).valid


def test_form_setup_and_syntax_all_at_once() -> None:
    value = record(
        format=2,
        rules=9,
        id="x",
        tags={"1": "x", "White": "y"},
        players={"pink": "z"},
        setup={"men": 7, "first": "nobody", "size": 1, "board": "x"},
        moves=["D8-C8", "ZZ", "D8XC8"],
        notes=[{"ply": 9, "text": ""}],
        result={"winners": ["black", "white"], "reason": "luck"},
    )
    found = sorted((code, pointer) for code, pointer, _ in pointers(json_verdict(value)))
    assert found == sorted(
        [
            ("record.format", "/format"),
            ("record.rules-newer", "/rules"),
            ("record.id", "/id"),
            ("record.tag", "/tags/1"),
            ("record.tag-reserved", "/tags/White"),
            ("record.seat", "/players/pink"),
            ("castle.men", "/setup/men"),
            ("setup.value", "/setup/first"),
            ("setup.unknown", "/setup/size"),
            ("castle.board", "/setup/board"),
            ("castle.syntax", "/moves/1"),
            ("castle.syntax", "/moves/2"),
            ("record.note-ply", "/notes/0/ply"),
            ("record.winners", "/result/winners"),
            ("record.reason", "/result/reason"),
        ]
    )


MIXED: dict[str, tuple[dict[str, Any], set[tuple[str, str]]]] = {
    "a move of the wrong type hides no set-up fault": (
        {"setup": {"men": 7}, "moves": [1]},
        {("castle.men", "/setup/men"), ("record.type", "/moves/0")},
    ),
    "a move of the wrong type hides no fault of syntax": (
        {"moves": ["ZZ", 1, "YY"]},
        {("castle.syntax", "/moves/0"), ("record.type", "/moves/1"), ("castle.syntax", "/moves/2")},
    ),
    "a set-up of the wrong type hides no fault of syntax": (
        {"setup": [], "moves": ["ZZ"]},
        {("record.type", "/setup"), ("castle.syntax", "/moves/0")},
    ),
    "one tag hides no other": (
        {"tags": {"A": 1, "Game": "x"}},
        {("record.type", "/tags/A"), ("record.tag-reserved", "/tags/Game")},
    ),
    "one player hides no other": (
        {"players": {"white": 1, "pink": "x"}},
        {("record.type", "/players/white"), ("record.seat", "/players/pink")},
    ),
    "one note hides no other": (
        {"notes": [{"ply": 1}, {"ply": 9, "text": ""}]},
        {("record.missing", "/notes/0"), ("record.note-ply", "/notes/1/ply")},
    ),
    "a reason hides no winner": (
        {"result": {"winners": ["pink"], "reason": 1}},
        {("record.winners", "/result/winners/0"), ("record.type", "/result/reason")},
    ),
    "missing moves hide no set-up fault": (
        {"moves": ..., "setup": {"men": 7}},
        {("record.missing", ""), ("castle.men", "/setup/men")},
    ),
}


@pytest.mark.parametrize("name", MIXED)
def test_no_fault_hides_another(name: str) -> None:
    changes, wanted = MIXED[name]
    assert {(code, pointer) for code, pointer, _ in pointers(json_verdict(record(**changes)))} == wanted


def test_judging_stops_at_the_first_illegal_ply() -> None:
    text = json.dumps(
        record(moves=["D8-C8", "D8-C8", "ZZ", "A1-A2"], result={"winners": ["white"], "reason": "castle"}),
        indent=1,
    )
    verdict = json_verdict(text)
    assert spots(verdict) == [("castle.empty-from", 6, None, 2), ("castle.syntax", 7, None, 3)]
    assert verdict.plies == 1
    assert verdict.problems[0].suggestion is not None
    assert verdict.result is not None
    assert verdict.result.winners == ("white",)


WON = "19/19/19/19/9w9/19/19/19/19/19/19/19/19/19/5b13/19/19/19/19 b 3"
LAST = "19/19/19/19/8w10/19/19/19/19/19/19/19/19/19/5b13/19/19/19/19 w 3"
CLAIMS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "missing": ({"moves": ["J15-K15"], "result": None}, ["result.missing"]),
    "right": ({"moves": ["J15-K15"], "result": {"winners": ["white"], "reason": "castle"}}, []),
    "winner": (
        {"moves": ["J15-K15"], "result": {"winners": ["black"], "reason": "castle"}},
        ["result.differs"],
    ),
    "reason": (
        {"moves": ["J15-K15"], "result": {"winners": ["white"], "reason": "elimination"}},
        ["result.differs"],
    ),
    "draw": ({"moves": ["J15-K15"], "result": {"winners": [], "reason": "agreement"}}, ["result.differs"]),
    "resigned after the end": (
        {"moves": ["J15-K15"], "result": {"winners": ["white"], "reason": "resign"}},
        ["result.differs"],
    ),
    "not reached": (
        {"moves": [], "result": {"winners": ["white"], "reason": "castle"}},
        ["result.not-reached"],
    ),
    "not eliminated": (
        {"moves": [], "result": {"winners": ["white"], "reason": "elimination"}},
        ["result.not-reached"],
    ),
    "resigned": ({"moves": [], "result": {"winners": ["black"], "reason": "resign"}}, []),
    "resigned by both": (
        {"moves": [], "result": {"winners": ["white", "black"], "reason": "resign"}},
        ["result.winners"],
    ),
    "resigned by none": ({"moves": [], "result": {"winners": [], "reason": "resign"}}, ["result.winners"]),
    "agreed": ({"moves": [], "result": {"winners": [], "reason": "agreement"}}, []),
    "agreed to a win": (
        {"moves": [], "result": {"winners": ["white"], "reason": "agreement"}},
        ["result.winners"],
    ),
    "move after the end": ({"moves": ["J15-K15", "F5-F6"], "result": None}, ["castle.after-end"]),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_claimed_results(name: str) -> None:
    changes, wanted = CLAIMS[name]
    verdict = json_verdict(json.dumps(record(setup={"position": LAST}, **changes), indent=1))
    assert codes(verdict) == wanted
    if wanted in (["result.differs"], ["result.missing"]):
        assert verdict.problems[0].suggestion == "win:white"
        assert "castle" in verdict.problems[0].message
        assert verdict.problems[0].pointer == "/result"


def test_a_decided_position_needs_its_result() -> None:
    decided = {"setup": {"position": WON}, "moves": []}
    assert codes(json_verdict(record(**decided))) == ["result.missing"]
    assert json_verdict(record(**decided, result={"winners": ["white"], "reason": "castle"})).valid
    assert codes(json_verdict(record(**decided | {"moves": ["F5-F6"]}))) == ["castle.after-end"]
    twice = WON.replace("5b13/19/19/19/19", "9b9/19/19/19/19")
    assert codes(json_verdict(record(setup={"position": twice}, moves=[]))) == ["castle.decided-twice"]


def test_versions() -> None:
    newer = json_verdict(record(rules=2))
    assert codes(newer) == ["record.rules-newer"]
    assert "newer" in newer.problems[0].message
    assert codes(json_verdict(record(rules=0))) == ["record.rules"]
    assert codes(json_verdict(record(rules=-(2**70)))) == ["record.rules"]
    assert codes(json_verdict(record(format=2))) == ["record.format"]
    assert codes(json_verdict(record(format=0))) == ["record.format"]


def test_lines_of_json_lines() -> None:
    good = json.dumps(record()).encode()
    data = (
        b"\xef\xbb\xbf"
        + good
        + b"\r\n\r\n  \n"
        + json.dumps(record(moves=["ZZ"])).encode()
        + b"\n{\n"
        + good
        + b"\nnull\n"
        + good
    )
    found = verdicts(data, "jsonl")
    assert [(v.record, v.valid, v.problems[0].line if v.problems else None) for v in found] == [
        (1, True, None),
        (2, False, 4),
        (3, False, 5),
        (4, True, None),
        (5, False, 7),
        (6, True, None),
    ]
