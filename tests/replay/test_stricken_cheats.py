"""Cheating at Stricken, found out once everything is opened; and what cannot be checked yet."""

import copy
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from struckle_cli.games.stricken import GAME
from struckle_cli.replay.writer import encode
from struckle_cli.services.hidden import reveal, seal
from tests.cli.stricken_support import (
    COMMITMENT,
    HASH,
    ID,
    LONG,
    SEATS,
    Item,
    Key,
    closed_with,
    committed,
    open_game,
    shuffled,
    slow_commitment,
)
from tests.games.stricken.setups import DEFAULT
from tests.replay.commitments_support import codes, document, loaded, openings, plain, plain_openings, verdict
from tests.replay.stricken_hidden_support import (
    CHEATS,
    HASTE,
    LIES,
    ORDER,
    Command,
    game,
    games,
    honest,
    ply_of,
    told_by,
)


@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_is_refuted_once_everything_is_opened(command: Command, tmp_path: Any, name: str) -> None:
    item, code, ply, words = CHEATS[name]
    closed, keys = committed(item)
    assert verdict(closed).valid, "nothing visible contradicts it"
    found = verdict(closed | {"reveals": keys})
    (fault,) = found.problems
    assert (fault.code, fault.ply, fault.token) == (code, ply, item["moves"][ply - 1])
    assert words in fault.message
    assert (found.valid, found.plies, found.pending) == (False, ply - 1, ())
    # Whoever was cheated can show it: opening works, and tells.
    opened = reveal(loaded(closed), openings(keys))
    assert [(one.code, one.ply) for one in opened.faults] == [(code, ply)]
    validated, verified = told_by(command, tmp_path / "g.json", plain(opened.document))
    assert validated.code == verified.code == 1
    assert f"{code}: game 1, ply {ply}".encode() in validated.out
    assert f"ply {ply} ({item['moves'][ply - 1]}): {code}".encode() in verified.out


@pytest.mark.parametrize("name", CHEATS)
def test_the_openings_of_the_cheating_seat_refute_it(name: str) -> None:
    """Those of the other side say nothing of it."""
    item, code, ply, _ = CHEATS[name]
    closed, keys = committed(item)
    cheat = SEATS[ply % 2 - 1]
    assert codes(closed | {"reveals": [key for key in keys if key["seat"] == cheat]}) == [code]
    assert verdict(closed | {"reveals": [key for key in keys if key["seat"] != cheat]}).valid


def test_two_equal_beads_in_a_deal_of_different_ones_are_refuted(command: Command, tmp_path: Any) -> None:
    beads = "I W P S IW IP IS WP WS PS IWP I"
    item = game("pass", deal="rebuilt", beads=beads)
    item["setup"]["shells"]["black"] = copy.deepcopy(DEFAULT["shells"]["black"])
    closed, keys = committed(item)
    assert verdict(closed).valid
    found = verdict(closed | {"reveals": keys})
    (fault,) = found.problems
    assert fault.code == "stricken.bead-twice"
    assert "white's shell 12" in fault.message
    free = copy.deepcopy(item)
    free["setup"]["deal"] = "free"
    closed, keys = committed(free)
    assert verdict(closed | {"reveals": keys}, strict=True).valid
    validated, verified = told_by(command, tmp_path / "g.json", committed(item)[0] | {"reveals": keys})
    assert validated.code == verified.code == 1
    assert b"stricken.bead-twice" in validated.out
    assert b"stricken.bead-twice" in verified.out


def test_beads_that_are_no_beads_are_refuted() -> None:
    _, keys = committed(game("pass"))
    for value in ("P" + 10 * ",P", ",".join(12 * ["WI"]), ",".join([*(11 * ["P"]), ""]), "P"):
        key = keys[0] | {"value": value}
        lie = closed_with(game("pass"), [key, keys[1]])
        assert verdict(lie).valid
        assert codes(lie | {"reveals": [key, keys[1]]}) == ["stricken.opened"]


def test_an_order_that_is_no_order_is_refuted() -> None:
    _, keys = committed(game(ORDER))
    for value in ("F4[1b1-1a1]", "F2[pass]", "F2[1b1-1a1] ", "1b1-1a1", "", f"F[{HASH}]"):
        key = keys[2] | {"value": value}
        lie = closed_with(game(ORDER), [*keys[:2], key])
        assert codes(lie | {"reveals": [*keys[:2], key]}) == ["stricken.opened"]


@pytest.mark.parametrize("lie", LIES, ids=lambda change: change.__name__)
def test_an_opening_that_does_not_fit_is_refuted_by_name(
    command: Command, tmp_path: Any, lie: Callable[[list[Key]], list[str]]
) -> None:
    item, keys = honest()
    assert verdict(item | {"reveals": keys}, strict=True).valid
    names = lie(keys)
    found = verdict(item | {"reveals": keys})
    assert [fault.code for fault in found.problems] == len(names) * ["commit.false"]
    assert sorted(fault.token or "" for fault in found.problems) == sorted(names)
    for fault in found.problems:
        assert (fault.token or "nothing") in fault.message
        assert not any(key["nonce"] in fault.message or key["value"] in fault.message for key in keys)
    assert set(names) <= set(found.pending), "what is not proved stays closed"
    (tmp_path / "secrets").write_text(json.dumps(keys))
    (tmp_path / "g.json").write_text(json.dumps(item))
    ran = command("reveal", tmp_path / "g.json", tmp_path / "secrets")
    assert (ran.code, ran.out) == (1, b"")
    assert all(name.encode() in ran.err for name in names)
    assert json.loads((tmp_path / "g.json").read_bytes()) == item
    validated, verified = told_by(command, tmp_path / "g.json", item | {"reveals": keys})
    assert validated.code == verified.code == 1
    assert all(name.encode() in validated.out and name.encode() in verified.out for name in names)


def test_an_id_or_a_commitment_that_was_changed_refutes_what_hangs_on_it() -> None:
    item, keys = honest()
    full = item | {"reveals": keys}
    assert codes(full | {"id": ID[::-1]}) == len(keys) * ["commit.false"]
    for index in (0, 1, 2):
        changed = copy.deepcopy(full)
        token = changed["moves"][index]
        changed["moves"][index] = token[:9] + ("0" if token[9] != "0" else "1") + token[10:]
        (fault,) = verdict(changed).problems
        assert (fault.code, fault.token) == (
            "commit.false",
            ["white order:1", "black order:1", "white order:2"][index],
        )
    changed = copy.deepcopy(full)
    beads = changed["setup"]["beads"]
    beads["white"], beads["black"] = beads["black"], beads["white"]
    assert codes(changed) == ["commit.false", "commit.false"]


@HASTE
@given(games(), st.integers())
def test_pending_are_exactly_the_closed_commitments_in_the_order_of_their_places(
    item: Item, seed: int
) -> None:
    closed, keys = committed(item)
    opened = shuffled(keys, seed)[: seed % (len(keys) + 1)]
    record = closed | {"reveals": opened} if opened else closed
    found = verdict(record)
    names = [f"{key['seat']} {key['what']}" for key in keys if key not in opened]
    assert (found.valid, found.problems, list(found.pending)) == (True, (), names)
    assert found.plies == len(item["moves"])
    strict = verdict(record, strict=True)
    assert strict.valid == (not names)
    assert [fault.code for fault in strict.problems] == len(names) * ["commit.pending"]
    assert [fault.ply for fault in strict.problems] == [ply_of(key) for key in keys if key not in opened]


def test_the_verdict_on_a_closed_record_in_words_and_for_machines(command: Command, tmp_path: Any) -> None:
    item, keys = honest()
    names = ["white beads", "black beads", "white order:1", "black order:1", "white order:2"]
    assert [f"{key['seat']} {key['what']}" for key in keys] == names
    path = tmp_path / "g.sgn"
    path.write_bytes(encode(document(item), GAME, "sgn"))
    ran = command("validate", path)
    assert ran.code == 0
    assert f"consistent with what is visible; pending: {', '.join(names)}".encode() in ran.out
    (row,) = command("validate", path, "--format", "jsonl").rows
    assert (row["valid"], row["pending"], row["problems"], row["plies"]) == (True, names, [], 7)
    ran = command("validate", path, "--strict")
    assert ran.code == 1
    assert ran.out.count(b"commit.pending") >= 5
    assert b"consistent" not in ran.out
    (row,) = command("validate", path, "--format", "jsonl", "--strict").rows
    assert (row["valid"], row["pending"]) == (False, names)
    assert {problem["severity"] for problem in row["problems"]} == {"error"}
    ran = command("verify", path, "--json")
    assert ran.code == 0
    claims = json.loads(ran.out)["results"][0]["claims"]
    assert {claim["claim"] for claim in claims if claim["verdict"] == "pending"} >= {
        f"commitment of {name}" for name in names
    }
    path.write_bytes(encode(document(item | {"reveals": keys}), GAME, "sgn"))
    assert command("validate", path, "--strict").code == 0
    claims = json.loads(command("verify", path, "--json").out)["results"][0]["claims"]
    assert {claim["verdict"] for claim in claims} == {True}


def test_what_is_refuted_is_not_called_consistent(command: Command, tmp_path: Any) -> None:
    """Black's secrets are still closed, but White's have shown what White did."""
    closed, keys = committed(game("1b1:W", "F2[5b1-5a1]"))
    white = [key for key in keys if key["seat"] == "white"]
    validated, verified = told_by(command, tmp_path / "g.json", closed | {"reveals": white})
    assert validated.code == verified.code == 1
    assert b"stricken.no-ability" in validated.out
    assert b"g.json: game 1: pending: black beads, black order:1" in validated.out
    assert b"consistent" not in validated.out


def test_every_hash_is_that_of_the_page() -> None:
    made = seal(loaded(open_game(LONG[0], 3, 12)))
    item = plain(made.document)
    hashes = [*item["setup"]["beads"].values(), *(token[2:-1] for token in item["moves"] if token[0] == "F")]
    kept = [key for seat in SEATS for key in plain_openings(made.secrets[seat])]
    assert {*hashes} == {slow_commitment(item["id"], key) for key in kept}
    assert all(COMMITMENT.fullmatch(text) for text in hashes)
    assert all(re.fullmatch("[0-9a-f]{64}", key["nonce"]) for key in kept)
