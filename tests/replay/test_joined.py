"""Files joined without a line end between them: every record is judged, and nothing silently repaired."""

import json
from itertools import product
from pathlib import Path

import pytest

from struckle_cli.services.validate import Options, validate
from tests.replay.support import GOOD, HEAD, codes, readings, record, spots, verdicts

BROKEN = json.dumps(record(moves=["D8-C8", "Q99-Q11"])).encode()
CUT = GOOD[:-9]
MARK = b"\xef\xbb\xbf"
TEXT = f'{HEAD}[Event "Club"]\n[Result "*"]\n\n1. D8-C8 {{a note}} Q12-Q11 *'
KINDS = {"good": GOOD, "broken": BROKEN, "cut": CUT, "cut in a string": GOOD[: GOOD.index(b"astle")]}


@pytest.mark.parametrize("encoding", ["jsonl", "json"])
@pytest.mark.parametrize("names", [*product(KINDS, KINDS), *product(KINDS, KINDS, KINDS)], ids="+".join)
def test_json_on_one_line(encoding: str, names: tuple[str, ...]) -> None:
    """A record that is whole is judged wherever it stands; one that breaks off may swallow another such."""
    found = verdicts(b"".join(KINDS[name] for name in names) + b"\n", encoding)
    plies = [verdict.plies for verdict in found if codes(verdict)[:1] != ["json.malformed"] or verdict.plies]
    whole = [name for name in names if name in ("good", "broken")]
    assert plies == [{"good": 2, "broken": 1}[name] for name in whole]
    assert [verdict.record for verdict in found] == list(range(1, len(found) + 1))
    assert [verdict.valid for verdict in found] == [False] * (len(found) - 1) + [names[-1] == "good"]
    assert all(verdict.problems for verdict in found if not verdict.valid)


def test_where_the_next_record_begins_is_told_of_the_one_before() -> None:
    first, second, third = verdicts(GOOD + b" " + BROKEN + GOOD, "jsonl")
    assert spots(first) == [("json.malformed", 1, len(GOOD) + 2, None)]
    assert spots(second)[-1] == ("json.malformed", 1, len(GOOD) + 2 + len(BROKEN), None)
    assert codes(second) == ["castle.syntax", "json.malformed"]
    assert third.valid


def test_places_in_joined_json_are_those_of_the_file() -> None:
    spread = json.dumps(record(moves=["D8-C8", "ZZ"]), indent=1).encode()
    (first, second) = verdicts(spread + spread, "json")
    lines = spread.count(b"\n")
    assert spots(first) == [
        ("castle.syntax", spread[: spread.index(b"ZZ")].count(b"\n") + 1, None, 2),
        ("json.malformed", lines + 1, 2, None),
    ]
    assert spots(second) == [
        ("castle.syntax", lines + spread[: spread.index(b"ZZ")].count(b"\n") + 1, None, 2)
    ]
    line = '{"game": "é" x} '.encode() + GOOD[:-1]
    found = verdicts(GOOD + b"\n" + line, "jsonl")
    assert spots(found[1]) == [("json.malformed", 2, 14, None)]
    start = len(line.decode()) - len(GOOD) + 2
    assert spots(verdicts(line + GOOD, "jsonl")[0]) == [("json.malformed", 1, 14, None)]
    assert line.decode()[start - 1] == "{"


def test_records_of_a_joined_line_lie_where_they_say() -> None:
    data = GOOD + b"\n" + GOOD + BROKEN + b" \n" + GOOD
    for reading in readings(data, "jsonl"):
        assert data[reading.offset :].startswith(reading.raw)
    text = (TEXT + "\ufeff" + TEXT + TEXT).encode()
    found = list(readings(text, "sgn"))
    assert len(found) == 3
    for reading in found:
        assert text[reading.offset :].startswith(reading.raw)


@pytest.mark.parametrize("encoding", ["jsonl", "json", "sgn"])
def test_a_mark_of_byte_order_in_the_middle(encoding: str) -> None:
    good = TEXT.encode() if encoding == "sgn" else GOOD
    for between in (b"", b"\n", b"\r\n", b"\n\n"):
        found = verdicts(MARK + good + between + MARK + good + b"\n", encoding)
        assert [verdict.plies for verdict in found] == [2, 2]
        if encoding == "sgn":  # where a mark may stand before each record
            assert all(verdict.valid for verdict in found)
        else:
            assert codes(found[1]) == ["json.malformed"]
            assert "byte order mark" in found[1].problems[0].message


def test_bytes_that_are_no_text_before_a_record_on_one_line() -> None:
    for junk, code in (
        (b'{"game": "\xc3', "encoding.utf8"),
        (b"\0", "encoding.nul"),
        (b"junk", "json.malformed"),
    ):
        first, second = verdicts(junk + GOOD, "jsonl")
        assert codes(first) == [code]
        assert second.valid


@pytest.mark.parametrize("line", [b'{"a": 1}{"b": 2}', b'{"moves": 1}{"moves": [{"x":1}]', b'[{"game": 1}'])
def test_other_objects_on_one_line_are_no_records(line: bytes) -> None:
    found = verdicts(line, "jsonl")
    assert not found[0].valid
    assert len(found) == (2 if b"game" in line else 1)


def test_a_record_that_holds_what_looks_like_one_is_one() -> None:
    text = GOOD.decode()
    (verdict,) = verdicts(json.dumps(record(tags={"Event": text}, notes=[{"ply": 0, "text": text}])), "jsonl")
    assert verdict.valid
    (verdict,) = verdicts(json.dumps([record(), record()]), "jsonl")
    assert codes(verdict) == ["record.type"]


HOSTILE = {
    "beginnings": b'{"game":',
    "beginnings that break": b'{"game":1 ',
    "small records": b'{"game":1}',
    "lists": b'{"game":[[],',
    "strings": b'{"game":"',
    "marks": b"\xef\xbb\xbf",
    "records behind marks": b'\xef\xbb\xbf{"game":1}',
    "garbage between": b'{"game":1}x',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_lines_are_read_a_bounded_number_of_times(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from struckle_cli.replay import joined

    read = 0
    real = joined._skim

    def counting(view: memoryview) -> dict[str, object]:
        nonlocal read
        try:
            found = real(view)
        except Exception as error:
            match = joined._AT.search(str(error))
            read += int(match[1]) if match else len(view)
            raise
        read += len(view)
        return found

    monkeypatch.setattr(joined, "_skim", counting)
    line = HOSTILE[name] * (40_000 // len(HOSTILE[name]))
    found = verdicts(line, "jsonl")
    assert found
    assert not any(verdict.valid for verdict in found)
    assert read < 20 * len(line) + (1 << 18)


OPEN = {
    "note": TEXT[: TEXT.index("te}")],
    "line note": f"{TEXT} ; and so on",
    "line note before the result": TEXT[:-1] + "; and",
    "value of a tag": TEXT[: TEXT.index('ub"')],
    "tag": TEXT[: TEXT.index("]\n[R")],
    "name of a tag": TEXT[: TEXT.index("vent")],
    "header": TEXT[: TEXT.index("\n[R")],
    "game tag": HEAD[:9],
    "game tag without its end": HEAD[:-2],
    "token": TEXT[: TEXT.index("2-Q11")],
    "moves": TEXT[:-2],
    "number": TEXT[: TEXT.index(" D8")],
    "result": TEXT[:-1] + "win:whi",
}


@pytest.mark.parametrize("name", OPEN)
@pytest.mark.parametrize("between", ["", " ", "\t", "\ufeff"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", " \n"])
def test_text_that_breaks_off_before_another_game_on_its_line(name: str, between: str, ends: str) -> None:
    good = TEXT.replace("\n", ends)
    first, second, third = verdicts(OPEN[name] + between + good + "\n" + TEXT, "sgn")
    assert not first.valid
    assert first.problems
    assert (second.valid, second.plies, second.record) == (True, 2, 2)
    assert third.valid


def test_bytes_that_are_no_text_before_a_game_on_its_line() -> None:
    for junk, code in ((b"\xc3", "encoding.utf8"), (b"\0", "encoding.nul")):
        before = TEXT.replace("Club", "Cl").encode()[: TEXT.index('ub"')]
        first, second = verdicts(before + junk + TEXT.encode(), "sgn")
        assert spots(first) == [(code, 2, 11, None)]
        assert second.valid
        first, second = verdicts(TEXT.encode() + HEAD.encode()[:-1] + b" \n" + junk, "sgn")
        assert first.valid
        assert [fault.code for fault in second.problems] == [code]


def test_whole_texts_on_one_line_are_whole() -> None:
    for between in ("", " ", "\ufeff", " \ufeff"):
        found = verdicts(TEXT + between + TEXT + between + TEXT, "sgn")
        assert [verdict.valid for verdict in found] == [True] * 3
    short = f"{HEAD[:-1]} 1. D8-C8 *"
    for between in ("", " "):
        found = verdicts(short + between + short, "sgn")
        assert [(verdict.valid, verdict.plies) for verdict in found] == [(True, 1)] * 2


def test_columns_count_from_the_start_of_the_line() -> None:
    text = f"{TEXT}{HEAD[:-1]} 1. D8-C8 ZZ *{HEAD[:-1]}\n ZZ *"
    _, second, third = verdicts(text, "sgn")
    assert spots(second) == [("castle.syntax", 5, text.split("\n")[4].index("ZZ") + 1, 2)]
    assert spots(third) == [("castle.syntax", 6, 2, 1)]


def test_excerpts_of_joined_records_show_what_stands_there(tmp_path: Path) -> None:
    spread = json.dumps(record(moves=["D8-C8", "ZZ"]), indent=1).encode()
    bad = json.dumps(record(moves=["ZZ"])).encode()
    for name, data in (
        ("x.jsonl", GOOD + BROKEN + bad + b"junk" + GOOD + b"\n"),
        ("x.json", spread + spread + b"junk" + bad),
        ("x.sgn", f'{TEXT}{HEAD[:-1]} 1. D8-C8 ZZ *{HEAD}\n ZZ *{HEAD[:-1]} [Men "8" *'.encode()),
    ):
        (tmp_path / name).write_bytes(data)
        lines = data.decode().split("\n")
        shown = 0
        for event in validate([str(tmp_path / name)], Options(excerpts=True)):
            for fault in getattr(event, "problems", ()):
                if fault.excerpt is None:
                    continue
                shown += 1
                place = fault.excerpt
                assert fault.column in (None, place.at)
                line = lines[fault.line - 1] + "\n"
                what = (place.text + "\n")[place.column]
                assert what in (line[place.at - 1], "\n", "."), fault
                if fault.token == "ZZ":
                    marked = place.text[place.column : place.column + place.length]
                    assert marked.strip('"') == "ZZ"
                    assert line[place.at - 1 :].strip('"').startswith("ZZ")
        assert shown >= 3


@pytest.mark.parametrize(
    "note",
    ['{ x [Game "castle"] y }', '{[Game "chess"]\n}', '; see [Game "castle"] there\n', '{[Game "castle" ]]}'],
)
def test_a_note_that_names_a_game_is_a_note(note: str) -> None:
    (verdict,) = verdicts(f"{HEAD}1. D8-C8 {note} Q12-Q11 *", "sgn")
    assert verdict.valid


def test_very_many_games_on_lines_of_others() -> None:
    """Time grows with the text: each record is cut out once."""
    found = verdicts("x" + f"{HEAD}1. D8-C8 *".replace("\n", " \n") * 5000, "sgn")
    assert [verdict.valid for verdict in found] == [False] + [True] * 5000
    found = verdicts(f"{HEAD[:-1]} 1. D8-C8 *" * 3000, "sgn")
    assert [verdict.valid for verdict in found] == [True] * 3000


@pytest.mark.parametrize(
    "note", ['{see [Game "castle"]\nfor more}', '; like [Game "castle"]\n', '{a\n b [Game "castle"]\n}']
)
def test_a_note_of_a_sound_record_may_quote_a_tag(note: str) -> None:
    (verdict,) = verdicts(f"{HEAD}\n1. D8-C8 {note} Q12-Q11 *\n", "sgn")
    assert (verdict.valid, verdict.plies) == (True, 2)
