"""Set-ups: what is sound, every fault of what is not, and what `new` deals."""

import copy
import random
from typing import Any

import jsonschema
import pytest

from struckle_cli.engine.binding import bind
from struckle_cli.games.stricken import GAME
from struckle_cli.games.stricken.board import BEAD
from struckle_cli.games.stricken.setup import FIELDS, deal
from tests.games.stricken.helpers import bound
from tests.games.stricken.setups import CLOSE, CONTRACT, DEFAULT, MIXED, hidden

HASH = "#" + "0123456789abcdef" * 4


def faults(fields: dict[str, Any]) -> list[tuple[str, str | None]]:
    """Codes (without `stricken.`) and pointers of all faults."""
    found = bind(GAME, fields)
    assert (found.start is None) == bool(found.faults)
    assert all(fault.message for fault in found.faults)
    return [(fault.code.removeprefix("stricken."), fault.pointer) for fault in found.faults]


def changed(*path: Any, value: Any = None, base: dict[str, Any] = DEFAULT) -> dict[str, Any]:
    """A set-up with another value at a place; None takes the place away."""
    fields: Any = copy.deepcopy(base)
    inner = fields
    for part in path[:-1]:
        inner = inner[part]
    if value is None:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    result: dict[str, Any] = fields
    return result


@pytest.mark.parametrize("fields", CONTRACT)
def test_sound_set_ups(fields: dict[str, Any]) -> None:
    assert faults(fields) == []


def test_shells_are_required() -> None:
    assert faults({}) == [("setup.missing", "/setup/shells")]
    assert faults({"claim_at": 3}) == [("setup.missing", "/setup/shells")]


@pytest.mark.parametrize("value", [7, "x", [], None, True, 1.5])
def test_shells_of_another_shape(value: Any) -> None:
    assert faults({"shells": value}) == [("shells", "/setup/shells")]
    assert faults({"shells": {"white": value, "black": value}}) == [
        ("shells", "/setup/shells/white"), ("shells", "/setup/shells/black"),
    ]  # fmt: skip
    broken = changed("shells", "white", 3, value="x")
    broken["shells"]["white"][3] = value
    assert ("shells", "/setup/shells/white/3") in faults(broken)


def test_twelve_shells_a_side() -> None:
    few = changed("shells", "black", 11)
    assert faults(few) == [("shells", "/setup/shells/black")]
    many = changed("shells", "black", value=DEFAULT["shells"]["black"] + [{"point": "3a1", "bead": "I"}])
    assert faults(many) == [("shells", "/setup/shells/black")]
    assert faults(changed("shells", "black")) == [("shells", "/setup/shells/black")]
    assert faults(changed("shells", "red", value=[])) == [("shells", "/setup/shells/red")]
    assert faults(changed("shells", "white", 0, "Power", value=1)) == [
        ("shells", "/setup/shells/white/0/Power")
    ]


@pytest.mark.parametrize(
    "value", ["6a1", "1f1", "1a6", "1A1", "1a", "", "1a1 ", "1a1\n", "١a1", "１a1", 11, []]
)
def test_points(value: Any) -> None:
    assert faults(changed("shells", "white", 4, "point", value=value)) == [
        ("point", "/setup/shells/white/4/point")
    ]
    assert faults(changed("shells", "white", 4, "point")) == [("point", "/setup/shells/white/4/point")]


def test_two_shells_on_one_point() -> None:
    found = faults(changed("shells", "black", 2, "point", value="1b1"))
    assert found == [("same-point", "/setup/shells/black/2/point")]
    message = bind(GAME, changed("shells", "black", 2, "point", value="1b1")).faults[0].message
    assert "white's shell 1" in message
    assert "black's shell 3" in message


@pytest.mark.parametrize("value", ["", "i", "II", "PI", "IWPSI", "X", "I ", "IW\n", "Ｉ", 1, [], {"I": 1}])
def test_beads(value: Any) -> None:
    where = "/setup/shells/black/7/bead"
    assert faults(changed("shells", "black", 7, "bead", value=value)) == [("bead", where)]
    assert faults(changed("shells", "black", 7, "bead")) == [("bead-missing", where)]


def test_rebuilt_beads_differ_and_free_ones_need_not() -> None:
    twice = changed("shells", "white", 5, "bead", value="I")
    assert faults(twice) == [("bead-twice", "/setup/shells/white/5/bead")]
    assert faults(twice | {"deal": "free"}) == []
    assert faults({key: value for key, value in twice.items() if key != "deal"}) == [], "free by default"
    assert faults(twice | {"deal": "mixed"}) == [("setup.value", "/setup/deal")]


def test_beads_behind_commitments() -> None:
    one = hidden(DEFAULT, "black")
    assert bound(one).beads[12:] == (None,) * 12
    assert bound(one).beads[:12] == bound().beads[:12]
    assert faults(one | {"beads": {}}) == [("beads", "/setup/beads")]
    assert faults(one | {"beads": HASH}) == [("beads", "/setup/beads")]
    both = DEFAULT | {"beads": {"white": HASH}}
    assert faults(both) == [("bead-both", "/setup/shells/white")]
    some = changed("shells", "black", 3, "bead", value="IW", base=one)
    assert faults(some) == [("bead-both", "/setup/shells/black")]
    none = {key: value for key, value in one.items() if key != "beads"}
    assert faults(none) == [("bead-missing", "/setup/shells/black")]
    assert faults(one | {"beads": {"black": HASH, "red": HASH}}) == [("beads", "/setup/beads/red")]


@pytest.mark.parametrize("value", [HASH[:-1], HASH + "0", HASH.upper(), HASH[1:], "#", 7, None, HASH + "\n"])
def test_malformed_commitments(value: Any) -> None:
    assert faults(hidden(DEFAULT, "black") | {"beads": {"black": value}}) == [("beads", "/setup/beads/black")]


def test_sn_7_what_a_claim_needs() -> None:
    state = bound(DEFAULT | {"claim_at": 0, "claim_lead": 0})
    assert (state.terms.claim_at, state.terms.claim_lead) == (0, 0)
    for name in ("claim_at", "claim_lead"):
        assert faults(DEFAULT | {name: -1}) == [("claim-at", f"/setup/{name}")]
        for value in (1.5, "3", True, None):
            assert faults(DEFAULT | {name: value}) == [("setup.type", f"/setup/{name}")]


def test_all_faults_are_told_at_once() -> None:
    broken = copy.deepcopy(DEFAULT) | {"claim_at": -1, "deal": "x", "men": 8}
    broken["shells"]["white"][0]["point"] = "9a9"
    broken["shells"]["white"][1]["bead"] = "Z"
    broken["shells"]["black"][2]["point"] = "5b1"
    assert {code for code, _ in faults(broken)} == {
        "setup.unknown", "setup.value", "claim-at", "point", "bead", "same-point",
    }  # fmt: skip


def test_the_schemas_say_what_the_game_says() -> None:
    check = {field.name: jsonschema.Draft202012Validator(dict(field.schema or {})) for field in FIELDS}
    for fields in (DEFAULT, CLOSE, MIXED, hidden(DEFAULT, "white")):
        for name, value in fields.items():
            assert check[name].is_valid(value)
    for place, value in ((("shells", "white", 0, "point"), "6a1"), (("shells", "white", 0, "bead"), "PI"),
                         (("shells", "white", 0, "x"), 1), (("shells", "white"), [])):  # fmt: skip
        assert not check["shells"].is_valid(changed(*place, value=value)["shells"])
    for value in ({}, {"white": "#"}, {"red": HASH}):
        assert not check["beads"].is_valid(value)
    assert not check["claim_at"].is_valid(-1)


def test_new_deals_the_rebuilt_start() -> None:
    dealt = deal(random.Random(1), {})
    assert faults(dealt) == []
    assert dealt["deal"] == "rebuilt"
    for seat in ("white", "black"):
        assert [shell["point"] for shell in dealt["shells"][seat]] == [
            shell["point"] for shell in DEFAULT["shells"][seat]
        ]
    assert deal(random.Random(1), {}) == dealt
    assert deal(random.Random(2), {}) != dealt
    seen = {shell["bead"] for n in range(20) for shell in deal(random.Random(n), {})["shells"]["white"]}
    assert seen == set(BEAD)


def test_what_is_given_is_not_dealt_again() -> None:
    assert deal(random.Random(1), CLOSE) == CLOSE
    half = hidden(DEFAULT, "black")
    assert deal(random.Random(1), half) == half
    bare = {"shells": hidden(DEFAULT, "white")["shells"], "claim_at": 3}
    dealt = deal(random.Random(1), bare)
    assert faults(dealt) == []
    assert dealt["shells"]["black"] == DEFAULT["shells"]["black"]
    assert all("bead" not in shell for shell in bare["shells"]["white"]), "and the fields are left alone"
    for nonsense in ({"shells": 1}, {"shells": {"white": 1}}, {"beads": 3}, {"shells": {"white": [1] * 12}}):
        deal(random.Random(1), nonsense)
