"""What stands at the places of faults: the right line, a window of it, and the characters that are meant."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from struckle_cli.core.errors import Fault
from struckle_cli.replay.excerpts import LARGE, WIDTH, excerpt, with_excerpts
from struckle_cli.replay.locate import keys_twice, lines_of, spans_of
from struckle_cli.services.validate import Options, validate
from tests.cli.support import dumps, encoded, record, sgn

LINE = st.text(st.characters(exclude_characters="\n\r"), max_size=4 * WIDTH)


@given(LINE, LINE, LINE, st.data())
def test_an_excerpt_shows_its_line_and_the_characters_that_are_meant(before, line, behind, data):
    column = data.draw(st.integers(0, len(line)))
    length = data.draw(st.integers(1, len(line) + 1))
    end = data.draw(st.sampled_from(["\n", "\r\n"]))
    text = f"{before}{end}{line}{end}{behind}"
    found = excerpt(text, len(before + end), len(before + end) + column, length)
    assert found.at == column + 1
    assert len(found.text) <= WIDTH
    assert found.length >= 1
    meant = line[column : column + length]
    shown = found.text[found.column : found.column + found.length]
    assert meant.startswith(shown)
    assert shown or not meant
    if len(line) <= WIDTH:
        assert (found.text, found.column, shown) == (line, column, meant)
    else:
        inner = found.text[3 * found.text.startswith("...") : -3 if found.text.endswith("...") else None]
        assert inner in line


@given(st.integers(WIDTH + 1, 4 * WIDTH), st.data())
def test_a_long_line_is_cut_where_it_goes_on(size, data):
    line = "".join(chr(0x4E00 + index) for index in range(size))
    column = data.draw(st.integers(0, size))
    found = excerpt(line, 0, column, 1)
    inner = found.text.strip(".")
    first = column - found.column + 3 * found.text.startswith("...")
    assert line[first : first + len(inner)] == inner
    assert found.text.startswith("...") == (first > 0)
    assert found.text.endswith("...") == (first + len(inner) < len(line))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


def pointed(value: Any, pointer: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of some JSON with its pointer (RFC 6901)."""
    yield pointer, value
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        part = str(key).replace("~", "~0").replace("/", "~1")
        yield from pointed(inner, f"{pointer}/{part}")


@given(VALUES, st.sampled_from([None, 0, 2]), st.booleans())
def test_a_span_is_where_the_value_of_a_pointer_stands(value, indent, plain):
    text = json.dumps(value, indent=indent, ensure_ascii=plain)
    everything = dict(pointed(value))
    spans = spans_of(text, everything)
    lines = lines_of(text.encode(), everything)
    for pointer, inner in everything.items():
        span = spans[pointer]
        found, _ = json.JSONDecoder().raw_decode(text, span.start)
        assert found == inner
        token = text[span.start : span.start + span.length]
        assert token in ("{", "[") if isinstance(inner, dict | list) else json.loads(token) == inner
        assert lines[pointer] == text.count("\n", 0, span.key) + 1
    missing = spans_of(text, [f"{pointer}/none/0" for pointer in everything])
    assert all(missing[f"{pointer}/none/0"] == spans[pointer] for pointer in everything)


def test_keys_that_stand_twice_are_found_at_their_second_place():
    text = '{"a": 1,\n "b": {"c": 1, "c": 2}, "a": 3}'
    assert keys_twice(text.encode(), 9) == [("c", 2, text.rindex('"c"')), ("a", 2, text.rindex('"a"'))]
    assert len(keys_twice(text.encode(), 1)) == 1


def shown(folder, name: str, data: bytes) -> list[tuple[str, str | None]]:
    """The code and the characters meant of each fault of a file."""
    (folder / name).write_bytes(data)
    found = []
    for event in validate([str(folder / name)], Options(excerpts=True)):
        for fault in getattr(event, "problems", ()):
            cut = fault.excerpt
            found.append(
                (fault.code, None if cut is None else cut.text[cut.column : cut.column + cut.length])
            )
    return found


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.sgn", sgn("1. D8-C8 D8-D1"), [("castle.empty-from", "D8-D1")]),
        ("a.sgn", sgn("1. D8-C8 2. Q12-Q11"), [("text.number", "2.")]),
        ("a.sgn", sgn(tags='[Men "12"]\n'), [("castle.men", '[Men "12"]')]),
        ("a.sgn", sgn(result="win:white", reason="castle"), [("result.not-reached", "win:white")]),
        ("a.sgn", sgn("1. D8-C8 {open"), [("text.open-note", "{")]),
        ("a.sgn", sgn().replace(b"[Result", b'[Event "\xe9"]\n[Result'), [("encoding.utf8", "\ufffd")]),
        ("a.json", dumps(record(["D8-D1"])), [("castle.terrain", '"D8-D1"')]),
        ("a.json", dumps(record([7])), [("record.type", "7")]),
        ("a.json", json.dumps(record(["D8-D1"]), indent=1).encode(), [("castle.terrain", '"D8-D1"')]),
        ("a.json", dumps(record([], setup={"men": 12})), [("castle.men", "12")]),
        ("a.json", dumps(record([], more={"x": 1})), [("record.unknown", "{")]),
        ("a.json", b'{"format": 1, "game": "castle", "moves": []}', [("record.missing", "{")]),
        ("a.json", b'{"format": 1,\n "game": "castle",\n "moves": [}', [("json.malformed", "}")]),
        (
            "a.json",
            b'{"format": 1, "game": "castle", "moves": [], "result": null, "result": null}',
            [("json.duplicate-key", '"result"')],
        ),
        (
            "a.json",
            b'{"format": 1, "game": "castle", "setup":\n {"men":\n 12}, "moves": [], "result": null}',
            [("castle.men", '"men"')],
        ),
        ("a.jsonl", dumps(record()) + b"\n\n" + dumps(record(["D8-D1"])), [("castle.terrain", '"D8-D1"')]),
        ("a.jsonl", b"\xef\xbb\xbf" + dumps(record(["D8-D1"])), [("castle.terrain", '"D8-D1"')]),
        ("a.msgpack", encoded(record(["D8-D1"]), ".msgpack"), [("castle.terrain", None)]),
        ("a.jsonl.gz", encoded(record(["D8-D1"]), ".jsonl.gz"), [("castle.terrain", '"D8-D1"')]),
        ("a.sgn", sgn("1. D8-C8").replace(b"castle", b"chess"), [("record.game", '[Game "chess"]')]),
        ("a.json", "[" * 100_000, [("json.depth", None)]),
        ("a.json", "é".encode("utf-16"), [("encoding.utf16", None)]),
    ],
)
def test_what_each_kind_of_fault_points_at(tmp_path, name, data, expected):
    data = data.encode() if isinstance(data, str) else data
    assert shown(tmp_path, name, data) == expected


def test_records_that_follow_each_other_point_into_their_own_lines(tmp_path):
    data = sgn("1. D8-C8 D8-D1") + b"\n" + sgn("1. Q12-Q11") + b"\n" + sgn("1. D8-C8 A1-A2")
    assert [meant for _, meant in shown(tmp_path, "a.sgn", data)] == ["D8-D1", "Q12-Q11", "A1-A2"]


def test_faults_without_a_known_place_stay_as_they_are():
    faults = [Fault(code="a.b", message="x"), Fault(code="a.b", message="x", line=9, column=1)]
    assert with_excerpts(faults, "one line", (1, 1), False) == faults


def test_in_huge_json_nothing_is_looked_for(tmp_path):
    small, huge = (dumps(record(["D8-D1"], tags={"Event": "x" * size})) for size in (LARGE // 2, LARGE))
    assert shown(tmp_path, "a.jsonl", small) == [("castle.terrain", '"D8-D1"')]
    assert shown(tmp_path, "a.jsonl", huge) == [("castle.terrain", None)]


def test_nobody_pays_for_excerpts_that_nobody_wants(tmp_path):
    (tmp_path / "a.sgn").write_bytes(sgn("1. D8-D1"))
    (found,) = (event for event in validate([str(tmp_path)], Options()) if hasattr(event, "problems"))
    assert found.problems[0].excerpt is None
