"""Commitments: the hash, by hand from the text of the page, and every fault with its place."""

import random
import re
import secrets
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from struckle_cli.core.secret import Opening
from struckle_cli.games.struggle import GAME
from struckle_cli.replay.commitments import CODES, commitment, fresh_id, fresh_nonce
from struckle_cli.replay.writer import encode
from struckle_cli.services.judging import judge
from tests.cli.struggle_support import (
    ID,
    SEATS,
    closed,
    committed,
    open_game,
    opening,
    seeded_dice,
    slow_commitment,
)
from tests.replay.commitments_support import (
    FAULTS,
    HASTE,
    Item,
    base,
    capital_nonce,
    codes,
    document,
    ended,
    laid_out,
    other_seed,
    other_value,
    read,
    texts,
    unknown_key,
    verdict,
)
from tests.replay.support import readings


def test_a_hash_that_another_program_has_made() -> None:
    """`printf 'struckle:1|struggle|...' | sha256sum`."""
    made = commitment("struggle", ID, Opening("p1", "card", "a" * 64, "JT9QK"))
    assert made == "#295427b709218cba636ccb07be1207aa2da6f83c25c943774a3bf9433662eded"


@HASTE
@given(st.tuples(texts, texts, texts, texts, texts))
def test_a_commitment_is_the_hash_of_the_text_of_the_page(parts: tuple[str, str, str, str, str]) -> None:
    identity, seat, what, nonce, value = parts
    wanted = slow_commitment(identity, seat, what, nonce, value)
    assert commitment("struggle", identity, Opening(seat, what, nonce, value)) == wanted
    assert commitment("stricken", identity, Opening(seat, what, nonce, value)) != wanted


def test_ids_and_nonces_come_from_the_secure_source(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for _ in range(20):
        random.seed(0)
        found += [fresh_id(), fresh_nonce()]
    assert len(set(found)) == 40
    assert all(re.fullmatch("[0-9a-f]{32}", text) for text in found[::2])
    assert all(re.fullmatch("[0-9a-f]{64}", text) for text in found[1::2])
    monkeypatch.setattr(secrets, "token_hex", lambda size: f"<{size} bytes>")
    assert (fresh_id(), fresh_nonce()) == ("<16 bytes>", "<32 bytes>")


def test_every_code_has_its_case() -> None:
    # No verdict has `commit.unclear`: tests/services/test_pages_leak.py shows such records to a seat.
    assert {code for _, code, _, _ in FAULTS} > CODES.keys() - {"commit.unclear"}
    assert verdict(base(), strict=True).valid


@pytest.mark.parametrize(("change", "code", "pointer", "strict"), FAULTS)
def test_each_fault_has_its_place_in_json(
    change: Callable[[Item], None], code: str, pointer: str, strict: bool
) -> None:
    item = base()
    change(item)
    assert codes(item, strict) == [code]
    (fault,) = verdict(item, strict).problems
    assert fault.pointer == pointer
    rows = laid_out(item)
    (reading,) = readings("\n".join(line for _, line in rows).encode(), "json")
    (fault,) = judge(reading, "x", strict).problems
    assert fault.line == [place for place, _ in rows].index(pointer) + 1


@pytest.mark.parametrize(("change", "code", "pointer", "strict"), FAULTS)
def test_each_fault_has_its_place_in_text(
    change: Callable[[Item], None], code: str, pointer: str, strict: bool
) -> None:
    item = base()
    change(item)
    raw = encode(document(item), GAME, "sgn")
    (reading,) = readings(b"\n" + raw, "sgn")
    (fault,) = judge(reading, "x", strict).problems
    tag = "[" + pointer.split("/")[2 if "setup" in pointer else 1].capitalize()
    rows = ["", *raw.decode().split("\n")]
    line = next(number for number, row in enumerate(rows, 1) if row.startswith(tag))
    assert (fault.code, fault.line, fault.column) == (code, line, 1)


@pytest.mark.parametrize(("change", "code", "pointer", "strict"), FAULTS)
def test_each_fault_in_the_encodings_without_lines_of_their_own(
    change: Callable[[Item], None], code: str, pointer: str, strict: bool
) -> None:
    item = base()
    change(item)
    (packed,) = readings(encode(document(item), GAME, "msgpack"), "msgpack")
    (fault,) = judge(packed, "x", strict).problems
    assert (fault.code, fault.line, fault.pointer) == (code, None, pointer)
    one = encode(document(base()), GAME, "jsonl")
    _, second = readings(one + encode(document(item), GAME, "jsonl"), "jsonl")
    (fault,) = judge(second, "x", strict).problems
    assert (fault.code, fault.line, fault.pointer) == (code, 2, pointer)


def test_all_faults_of_openings_are_told_at_once() -> None:
    item = base()
    capital_nonce(item)
    other_value(item)
    unknown_key(item)
    other_seed(item)
    assert codes(item) == ["commit.false", "commit.nonce", "commit.false", "commit.nothing"]


def test_a_malformed_id_is_one_fault_and_nothing_is_believed() -> None:
    item = base() | {"id": ID.upper()}
    assert codes(item) == ["record.id"]
    assert {secret.key for secret in read(item).closed} == {
        *((seat, "card") for seat in SEATS[:3]), ("table", "dice"),
    }  # fmt: skip


def test_openings_without_any_commitment_need_an_id_too() -> None:
    item = open_game(2, limit=2) | {"reveals": [opening("p1", "card", "JT9QK")]}
    (fault,) = verdict(item).problems
    assert (fault.code, fault.pointer) == ("commit.no-id", "/reveals")
    assert codes(item | {"id": ID}) == ["commit.nothing"]


def test_an_unfinished_committed_record_is_consistent_and_pending() -> None:
    item, _ = committed(open_game(1, 3, limit=3, dice=seeded_dice()))
    found = verdict(item)
    assert found.valid
    assert found.pending == ("p1 card", "p2 card", "p3 card", "table dice")
    assert codes(item, strict=True) == 4 * ["commit.pending"]


@pytest.mark.parametrize("count", range(4))
def test_an_ended_record_has_no_result_while_a_card_is_closed(count: int) -> None:
    item, found = committed(ended())
    item["reveals"] = found[:count]
    if count < 3:
        assert verdict(item).valid
        assert verdict(item).pending == tuple(f"{seat} card" for seat in SEATS[count:3])
        (fault,) = verdict(item | {"result": ended()["result"]}).problems
        assert (fault.code, fault.pointer) == ("result.hidden", "/result")
    else:
        assert codes(item) == ["result.missing"]
        assert verdict(item | {"result": ended()["result"]}, strict=True).valid


@pytest.mark.parametrize(
    "cards", [{}, {"p2": "JT9QK"}, {"p1": "JT9QK", "p2": closed(opening("p2", "card", "KQ9JT"))}]
)
def test_an_ended_record_needs_a_card_or_a_commitment_for_each_player(cards: dict[str, str]) -> None:
    item = ended() | {"id": ID, "result": None}
    item["setup"] = item["setup"] | {"cards": cards}
    (fault,) = verdict(item).problems
    assert (fault.code, fault.pointer) == ("struggle.cards-missing", "/setup")
    claimed = item | {"result": ended()["result"]}
    assert codes(claimed) == ["struggle.cards-missing"]
    assert verdict(item | {"moves": item["moves"][:-1]}).valid


def test_two_equal_cards_are_found_once_both_are_opened() -> None:
    item, found = committed(open_game(1, 3, limit=3))
    found[2] = found[2] | {"value": found[0]["value"]}
    item["setup"]["cards"]["p3"] = closed(found[2])
    assert verdict(item | {"reveals": found[:2]}).valid
    assert codes(item | {"reveals": found}) == ["struggle.card-twice"]
