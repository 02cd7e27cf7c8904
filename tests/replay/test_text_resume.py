"""One fault never hides the next game: a reader resumes at the next `[Game "` at the start of a line."""

import pytest

from tests.replay.support import GOOD_TEXT, HEAD, codes, spots, verdicts

OPEN = {
    "note": "1. D8-C8 {open\n\nstill",
    "note with an escaped brace": "1. D8-C8 {open \\}\n",
    "note that ends in a backslash": "1. D8-C8 {open \\",
    "line note": "1. D8-C8 ; open",
    "tag": '[Event "x"',
    "string": '[Event "open',
    "string that ends in a backslash": '[Event "open\\',
    "bracket": "1. D8-C8 [",
    "moves": "1. D8-C8",
    "number": "1.",
    "header": '[White "A"]',
    "header note": "{open",
    "broken token": "1. D8-C",
    "NUL": "1. D8-C8 \0 *",
    "control": "1. D8-C8 \x1b *",
}


@pytest.mark.parametrize("name", OPEN)
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r", "\n\ufeff", "\n\n\n"])
def test_whatever_is_open(name: str, ends: str) -> None:
    broken, good, last = verdicts(f"{HEAD}{OPEN[name]}{ends}{GOOD_TEXT}\n{GOOD_TEXT}", "sgn")
    assert not broken.valid
    assert (good.valid, good.record, good.plies) == (True, 2, 2)
    assert (last.valid, last.record) == (True, 3)


def test_bytes_that_are_no_text_break_one_record_only() -> None:
    data = f"{HEAD}[Event".encode() + b' "\xe9"]\n*\n' + GOOD_TEXT.encode() + HEAD.encode() + b"\xff\xfe *\n"
    first, second, third = verdicts(data, "sgn")
    assert spots(first) == [("encoding.utf8", 2, 9, None)]
    assert second.valid
    assert spots(third) == [("encoding.utf8", 9, 1, None)]


@pytest.mark.parametrize(
    "before", ["junk", '[Event "x"]', "; note", "1. D8-C8 *", "\x01", "win:white", "} ]", "é"]
)
def test_text_before_the_first_game(before: str) -> None:
    found = verdicts(f"\n  {before}\n{GOOD_TEXT}", "sgn")
    assert spots(found[0]) == [("text.no-game-tag", 2, 3, None)] or before == "\x01"
    assert len(found) == 2
    assert found[1].valid


@pytest.mark.parametrize("before", ["{ a note }", "{", "{}", '{"a": 1}'])
def test_a_note_before_the_first_game_hides_no_game(before: str) -> None:
    found = verdicts(f"{before}\n{GOOD_TEXT}\n{GOOD_TEXT}", "sgn")
    assert not found[0].valid
    assert [verdict.valid for verdict in found[1:]] == [True, True]


@pytest.mark.parametrize(
    "head", ['[Game "castle]', '[Game "castle"', '[Game ""]', '[Game "castle\\"]', '[Game "x" "y"]']
)
def test_a_broken_game_tag_is_one_record(head: str) -> None:
    first, second = verdicts(f'{head}\n[Event "x"]\n\n1. D8-C8 *\n{GOOD_TEXT}', "sgn")
    assert not first.valid
    assert first.problems[0].line == 1
    assert second.valid


def test_marks_of_byte_order_before_any_game() -> None:
    found = verdicts(f"\ufeff{GOOD_TEXT}\ufeff{GOOD_TEXT}\n\ufeff{GOOD_TEXT}", "sgn")
    assert [verdict.valid for verdict in found] == [True, True, True]


def test_games_in_lower_case_or_indented_begin_too() -> None:
    for tag in ('[game "castle"]', '  [Game "castle"]', '\t[GAME\t"castle"]', '[ Game "castle" ]'):
        found = verdicts(f"{GOOD_TEXT}{tag}\n1. D8-C8 *\n{GOOD_TEXT}", "sgn")
        assert [verdict.valid for verdict in found] == [True, True, True], tag


def test_a_game_tag_inside_a_line_begins_nothing() -> None:
    (verdict,) = verdicts(f'{HEAD}1. D8-C8 {{ x [Game "castle"] y }} Q12-Q11 *', "sgn")
    assert verdict.valid
    (verdict,) = verdicts(f'{HEAD}1. D8-C8 ; [Game "castle"] y\n Q12-Q11 *', "sgn")
    assert verdict.valid
    first, second = verdicts(f'{HEAD}1. D8-C8 {{ x\n[Game "castle"]\n y }} *', "sgn")
    assert codes(first) == ["text.open-note"]
    assert not second.valid


def test_lines_and_numbers_of_later_records() -> None:
    good = GOOD_TEXT.replace("\n", "\r\n")
    found = verdicts(f"\ufeff{good}\r\n\r\n{HEAD}\r\n1. D8-C8\r\n 1. ZZ *\r\n{good}{HEAD}1. A1-A2 *", "sgn")
    assert [verdict.record for verdict in found] == [1, 2, 3, 4]
    assert spots(found[1]) == [("text.number", 10, 2, 2), ("castle.syntax", 10, 5, 2)]
    assert [spot[0] for spot in spots(found[3])] == ["castle.empty-from"]
    assert (found[3].problems[0].line, found[3].problems[0].column) == (16, 4)


def test_records_over_many_blocks_of_reading() -> None:
    filler = f'{HEAD}[Event "{"x" * 997}"]\n\n1. D8-C8 *\n\n'
    data = filler * 3000 + f"{HEAD}1. ZZ *\n" + filler * 3000
    found = verdicts(data, "sgn")
    assert len(found) == 6001
    assert [(verdict.record, verdict.problems[0].line) for verdict in found if not verdict.valid] == [
        (3001, 15002)
    ]
