"""The text form by example (`formats.md`, *Text*): what is read, and the place of every fault."""

import pytest

from tests.replay.support import GOOD_TEXT, HEAD, codes, plain, readings, spots, verdicts

Spot = tuple[str, int | None, int | None, int | None]
H = HEAD  # one line, so what follows begins on line 2


def alone(text: str) -> list[Spot]:
    """The faults of one record, alone and with a neighbour on either side, which stays valid."""
    (verdict,) = verdicts(text, "sgn")
    first, last = verdicts(f"{text}\n{GOOD_TEXT}", "sgn")
    assert last.valid
    assert spots(first) == spots(verdict)
    before, second = verdicts(f"{GOOD_TEXT}{text}", "sgn")
    assert before.valid
    assert (second.record, codes(second)) == (2, codes(verdict))
    return spots(verdict)


VALID = {
    "bare": "1. D8-C8 Q12-Q11 2. C8-C3 *",
    "attached": "1.D8-C8 1...Q12-Q11 2.C8-C3 *",
    "second side numbered": "1. D8-C8 1... Q12-Q11 2. C8-C3 2... Q11-Q10 *",
    "no numbers": "D8-C8 Q12-Q11 C8-C3 *",
    "some numbers": "D8-C8 1... Q12-Q11 C8-C3 *",
    "number before the result": "1. D8-C8 Q12-Q11 2. *",
    "line note": "1. D8-C8 ; {to} the end; of the line\n Q12-Q11 *",
    "note glued": "1.{a}D8-C8{b}Q12-Q11;c\n*",
    "note over lines": "1. D8-C8 {one\r\n\r\n two} *",
    "empty note": "1. D8-C8 {} *",
    "brace in note": "1. D8-C8 {a { b \\} c \\\\} *",
    "escapes": '[Event "\\" \\\\ \\n \\t \\s \\r"]\n1. D8-C8 {\\n\\t\\s\\r\\\\} *',
    "tabs and feeds": "1.\tD8-C8\x0c\x0bQ12-Q11\t\t*",
    "other blanks": "1.\u00a0D8-C8\u2028Q12-Q11\u3000*",
    "lower case": "1. d8-c8 q12-q11 *",
    "tags side by side": '[Event "x"] [WHITE "A"][men "8"]\n*',
    "blanks in a tag": '[ Event\t "x" ]\n*',
    "moves behind a tag": '[Event "x"] 1. D8-C8 *',
    "no blank line": "*",
    "note in the header": '{before} [Event "x"] {more}\n*',
    "result tag": '[Result "win:white"]\n[Reason "resign"]\nwin:white',
    "draw": '[Reason "agreement"]\ndraw',
    "empty value": '[Event ""]\n*',
    "format": '[Format "1"]\n[RulesVersion "1"]\n[Id "0123456789abcdef0123456789abcdef"]\n*',
    "note behind the result": "1. D8-C8 * {after}",
    "number of a position": '[Position "19/19/19/19/5b7b5/19/19/19/19/19/19/19/19/19/19/19/19/19/w18 b 7"]\n'
    "7... F15-F14 8. A1-A2 *",
    "first black": '[First "black"]\n1. Q12-Q11 D8-C8 2. Q11-Q10 *',
}


@pytest.mark.parametrize("name", VALID)
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_what_is_read(name: str, ends: str) -> None:
    text = (H + VALID[name]).replace("\r\n", "\n").replace("\n", ends)
    assert [(verdict.valid, codes(verdict)) for verdict in verdicts(text, "sgn")] == [(True, [])]


INVALID: dict[str, tuple[str, list[Spot]]] = {
    "wrong number": ("2. D8-C8 *", [("text.number", 2, 1, 1)]),
    "wrong number attached": ("1. D8-C8 3...Q12-Q11 *", [("text.number", 2, 10, 2)]),
    "one dot for the second side": ("1. D8-C8 1. Q12-Q11 *", [("text.number", 2, 10, 2)]),
    "three dots for the first side": ("1... D8-C8 *", [("text.number", 2, 1, 1)]),
    "leading zero": ("01. D8-C8 *", [("text.number", 2, 1, 1)]),
    "wide digits": ("１. D8-C8 *", [("castle.syntax", 2, 1, 1)]),
    "number by itself": ("1 D8-C8 *", [("castle.syntax", 2, 1, 1)]),
    "wrong number before the result": ("1. D8-C8 9. *", [("text.number", 2, 10, 2)]),
    "bad escape in a note": ("1. D8-C8 {a \\q} *", [("text.escape", 2, 10, None)]),
    "bad escape in a tag": ('[Event "a\\q"]\n*', [("text.escape", 2, 9, None)]),
    "half an escape": ('[Event "\\x4"]\n*', [("text.escape", 2, 9, None)]),
    "tag over lines": ('[Event "a\nb"]\n*', [("text.tag", 2, 1, None), ("castle.syntax", 3, 1, 1)]),
    "tag name": ('[Foo-bar "a"]\n*', [("text.tag", 2, 1, None)]),
    "tag without quotes": ("[Event a]\n*", [("text.tag", 2, 1, None)]),
    "twice": ('[Event "a"]\n[EVENT "b"]\n*', [("record.tag-twice", 3, 1, None)]),
    "seat twice": ('[White "a"]\n[white "b"]\n*', [("text.tag-twice", 3, 1, None)]),
    "set-up twice": ('[Men "8"]\n[MEN "8"]\n*', [("text.tag-twice", 3, 1, None)]),
    "tag among moves": ('1. D8-C8\n[Event "x"] Q12-Q11 *', [("text.tag-in-moves", 3, 1, None)]),
    "stray brace": ("1. D8-C8 } Q12-Q11 *", [("text.stray-brace", 2, 10, None)]),
    "control character": ("1. D8-C8\n \x01 *", [("text.control", 3, 2, None), ("castle.syntax", 3, 2, 2)]),
    "men": ('[Men "eight"]\n*', [("text.tag-value", 2, 1, None)]),
    "men with a zero": ('[Men "08"]\n*', [("text.tag-value", 2, 1, None)]),
    "men with wide digits": ('[Men "８"]\n*', [("text.tag-value", 2, 1, None)]),
    "seven men": ('[Event "x"]\n[Men "7"]\n*', [("castle.men", 3, 1, None)]),
    "own castle": ('[Event "x"]\n[OwnCastle "ajar"]\n*', [("setup.value", 3, 1, None)]),
    "own castle with its underscore": ('[own_castle "closed"]\n*', []),
    "rows": ('[Rows "x"]\n*', [("text.tag-value", 2, 1, None)]),
    "format": ('[Format "one"]\n*', [("text.tag-value", 2, 1, None)]),
    "newer format": ('\n[Format "2"]\n*', [("record.format", 3, 1, None)]),
    "newer rules": ('[RulesVersion "2"]\n*', [("record.rules-newer", 2, 1, None)]),
    "id": ('[Id "ABC"]\n*', [("record.id", 2, 1, None)]),
    "result tag differs": (
        '[Result "*"]\n[Reason "resign"]\nwin:white',
        [("text.result-differs", 2, 1, None)],
    ),
    "no reason": ("1. D8-C8 win:white", [("text.reason-missing", 2, 10, None)]),
    "reason of nothing": ('[Reason "resign"]\n*', [("text.reason-extra", 2, 1, None)]),
    "unknown reason": ('[Event "x"]\n[Reason "luck"]\ndraw', [("record.reason", 3, 1, None)]),
    "unknown winner": ('[Reason "resign"]\nwin:pink', [("record.winners", 3, 1, None)]),
    "winners out of order": ('[Reason "resign"]\n D8-C8 win:black,white', [("record.winners", 3, 8, None)]),
    "winner twice": ('[Reason "resign"]\nwin:white,white', [("record.winners", 3, 1, None)]),
    "result not reached": ('[Reason "castle"]\nD8-C8 win:white {why?}', [("result.not-reached", 3, 7, None)]),
    "scores": ('[Reason "agreement"]\n[Scores "{\\"white\\":1}"]\ndraw', [("record.scores", 3, 1, None)]),
    "truncated": ("1. D8-C8 Q12-Q11", [("text.truncated", 2, 17, None)]),
    "nothing but tags": ('[Event "x"]', [("text.truncated", 2, 12, None)]),
    "open note": ("1. D8-C8 {open", [("text.open-note", 2, 10, None)]),
    "open note by an escape": ("1. D8-C8 {open \\}", [("text.open-note", 2, 10, None)]),
    "text after the result": ("1. D8-C8 * more and more", [("text.after-result", 2, 12, None)]),
    "tag after the result": ('1. D8-C8 * [Event "x"]', [("text.after-result", 2, 12, None)]),
    "upper-case draw": (
        '[Reason "agreement"]\nDRAW',
        [("castle.syntax", 3, 1, 1), ("text.truncated", 3, 5, None)],
    ),
    "illegal": ("1. D8-C8 {no}\r\n Q12-S12 *", [("castle.terrain", 3, 2, 2)]),
}


@pytest.mark.parametrize("name", INVALID)
def test_every_fault_has_its_place(name: str) -> None:
    text, wanted = INVALID[name]
    assert sorted(alone(H + text), key=repr) == sorted(wanted, key=repr)


def test_columns_count_characters_and_bom_counts_nothing() -> None:
    text = '\ufeff[Game "castle"]\r\n{😀é\u0301} D8-C8 [x\r\n*'
    assert spots(verdicts(text, "sgn")[0]) == [("text.tag-in-moves", 2, 13, None)]
    (verdict,) = verdicts('\ufeff[Game "castle"] [x\n*', "sgn")
    assert spots(verdict) == [("text.tag", 1, 17, None)]


def test_unknown_game() -> None:
    first, second = verdicts(f'[Game "chess"]\n\n1. e4 e5 *\n{GOOD_TEXT}', "sgn")
    assert spots(first) == [("record.game", 1, 1, None)]
    assert second.valid


def test_tag_names_in_any_case_and_tags_keep_theirs() -> None:
    (reading,) = readings(b'[Game "castle"]\n[bLACK "B"]\n[eVENT "x"]\n[OWNCASTLE "closed"]\n*', "sgn")
    assert reading.document is not None
    built = plain(reading.document)
    assert built["players"] == {"black": "B"}
    assert built["tags"] == [("eVENT", "x")]
    assert built["setup"] == {"own_castle": "closed"}


def test_notes_hang_on_their_ply_and_blanks_are_layout() -> None:
    text = f"{H}{{zero}}\n1. D8-C8 {{ one\r\n   two\\n\\s\\sthree }} ; four\n{{five}} Q12-Q11 {{}} *"
    (reading,) = readings(text.encode(), "sgn")
    assert reading.document is not None
    assert [(note.ply, note.text) for note in reading.document.notes] == [
        (0, "zero"),
        (1, "one two\n  three"),
        (1, "four"),
        (1, "five"),
        (2, ""),
    ]


def test_all_faults_of_form_setup_and_syntax_are_told_at_once() -> None:
    text = f'{H}[Men "7"]\n[White "a"]\n[white "b"]\n[Id "x"]\n\n1. D8-C8 2. XX ZZ'
    found = spots(verdicts(text, "sgn")[0])
    assert {code for code, *_ in found} == {
        "castle.men",
        "text.tag-twice",
        "record.id",
        "castle.syntax",
        "text.truncated",
    }
    assert [spot for spot in found if spot[0] == "castle.syntax"] == [
        ("castle.syntax", 7, 13, 2),
        ("castle.syntax", 7, 16, 3),
    ]


def test_moves_are_not_judged_by_a_setup_that_cannot_be_read() -> None:
    (verdict,) = verdicts(f'{H}[Men "sixteen"]\n\n1. D2-C2 *', "sgn")
    assert codes(verdict) == ["text.tag-value"]
    assert verdict.plies == 0
