"""Set-ups and position strings: what is read, and each thing that can be wrong."""

import pytest

from struckle_cli.engine.binding import bind
from struckle_cli.games.struckle import GAME
from tests.games.struckle.helpers import bound, faults_of, play

START = "a6a5a4a3 c1d1e1f1 h3h4h5h6 f8e8d8c8 TB:D 1"


def test_the_start_is_the_string_of_the_page() -> None:
    assert GAME.format_position is not None
    assert GAME.format_position(bound()) == START
    assert bound(START) == bound()
    assert hash(bound(START)) == hash(bound())


def test_the_string_shows_promotion_who_acts_and_the_round() -> None:
    text = "a6d4+a4a3 c1d1e1f1 h3h4h5h6+ f8e8e5+c8 SG:S 41"
    assert GAME.format_position is not None
    assert GAME.format_position(bound(text)) == text
    assert GAME.format_position(play(bound(text), "S-")).endswith(" TB:D 42")


def _spoilt(old: str, *news: str) -> list[str]:
    """The start with its first `old` replaced."""
    return [START.replace(old, new, 1) for new in news]


MALFORMED = [
    "", " ", f"{START} ", f" {START}", f"{START}\n", START[:-1], START[:-2], "x" * 100_000,
    START.replace(" ", "/"), START.replace(" ", "\t"), *_spoilt(" TB", "  TB"), *_spoilt(" c1", "c1"),
    *_spoilt("TB:D", "TB", "TB:X", "tb:D", "TB:d", "TR:D", "TB:DH", "TB-D", "D:TB"),
    *_spoilt("D 1", "D 0", "D 01", "D -1", "D 1.0", "D x", "D " + "1" * 19, "D \u0661"),
    *_spoilt("a6", "A6", "i6", "a9", "a0", "", "a6a7", "a6++", "+a6", "-", "a\uff16"),
]  # fmt: skip


@pytest.mark.parametrize("text", MALFORMED)
def test_malformed_strings(text: str) -> None:
    (fault,) = faults_of(text)
    assert fault.code == "struckle.position"
    assert fault.pointer == "/setup/position"
    assert len(fault.message) < 300


def test_a_long_round_is_read_and_can_grow() -> None:
    state = bound(START[:-6] + "SG:S " + "9" * 18)
    after = play(state, "S-")
    assert GAME.format_position is not None
    assert GAME.parse_position is not None
    text = GAME.format_position(after)
    assert text.endswith(" TB:D 1" + "0" * 18)
    assert GAME.parse_position(bind(GAME, {}).setup, text) == after


def test_two_pieces_on_one_square() -> None:
    (fault,) = faults_of(START.replace("a5", "a6"))
    assert fault.code == "struckle.same-square"
    assert "TB's Diva and TB's Hero both stand on a6" in fault.message


def test_all_that_is_impossible_is_told_at_once() -> None:
    codes = [fault.code for fault in faults_of("a6a6b7+d4 c1c1e1f1 h3h4h5h6 f8e8d8c8 TB:D 1")]
    wanted = ("same-square", "wrong-state", "wrong-state", "same-square")
    assert codes == [f"struckle.{name}" for name in wanted]


def test_decided_for_two_houses_is_an_error() -> None:
    (fault,) = faults_of("h2h7a4a3 b8g8e1f1 h3h4h5h6 f8e8d8c8 TB:D 1")
    assert fault.code == "struckle.decided-twice"
    assert "TB and TG" in fault.message


@pytest.mark.parametrize(
    ("fields", "codes"),
    [
        ({"position": 1}, ["setup.type"]),
        ({"position": None}, ["setup.type"]),
        ({"men": 8}, ["setup.unknown"]),
        ({"men": 8, "position": []}, ["setup.unknown", "setup.type"]),
    ],
)
def test_faults_of_the_fields(fields: dict[str, object], codes: list[str]) -> None:
    assert [fault.code for fault in bind(GAME, fields).faults] == codes


def test_one_fault_of_many_pieces_names_them_all() -> None:
    """Sixteen pieces on one square are fifteen faults, not a crash."""
    assert len(faults_of(" ".join(["a7a7a7a7"] * 4) + " TB:D 1")) == 15
