"""Commitments: the hash, every fault with its place, and the laws of sealing, opening and redacting.

The hashes here are made by hand (`tests.cli.struggle_support`), from the text of the page alone.
"""

import copy
import json
import random
import re
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from struckle_cli.core.errors import RecordError, UsageError
from struckle_cli.core.secret import Opening
from struckle_cli.engine.binding import bind
from struckle_cli.engine.playout import playout
from struckle_cli.games.struggle import GAME
from struckle_cli.registry import lookup
from struckle_cli.replay.commitments import CODES, commitment, fresh_id, fresh_nonce
from struckle_cli.replay.document import Document
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Source
from struckle_cli.replay.writer import encode
from struckle_cli.services.hidden import redact, reveal, seal
from struckle_cli.services.judging import Verdict, judge
from struckle_cli.services.loading import Loaded, view_for
from tests.cli.struggle_support import (
    ID,
    SEATS,
    SEED,
    SHORT,
    closed,
    committed,
    nonce_of,
    open_game,
    opening,
    seeded_dice,
    slow_commitment,
)
from tests.contract.cases import SETUPS
from tests.replay.support import ENCODINGS, readings

HASTE = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
VIEWERS = ("public", *SEATS)
Item = dict[str, Any]


def read(item: Item) -> Reading:
    (reading,) = readings(json.dumps(item).encode(), "json")
    return reading


def loaded(item: Item) -> Loaded:
    """A record that is sound in form, as a command has it."""
    reading = read(item)
    assert reading.sound, reading.faults
    assert reading.document is not None
    assert reading.game is not None
    assert reading.bound is not None
    source = Source("x.json", "json", None)
    return Loaded(reading, reading.document, reading.game, reading.bound.start, source)


def document(item: Item) -> Document:
    return msgspec.convert(item, Document)


def plain(found: Document) -> Item:
    built: Item = msgspec.to_builtins(found)
    return built


def openings(found: list[dict[str, str]]) -> list[Opening]:
    return msgspec.convert(found, list[Opening])


def verdict(item: Item, strict: bool = False) -> Verdict:
    return judge(read(item), "x.json", strict)


def codes(item: Item, strict: bool = False) -> list[str]:
    return [fault.code for fault in verdict(item, strict).problems]


# The hash.


def test_a_hash_that_another_program_has_made() -> None:
    """`printf 'struckle:1|struggle|...' | sha256sum`."""
    made = commitment("struggle", ID, Opening("p1", "card", "a" * 64, "JT9QK"))
    assert made == "#295427b709218cba636ccb07be1207aa2da6f83c25c943774a3bf9433662eded"


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


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


# Each fault, with its place.


def base() -> Item:
    """An unfinished committed game of three with the dice of a seed, everything opened."""
    item, found = committed(open_game(1, 3, limit=3, dice=seeded_dice()))
    dice = found.pop()
    item["setup"]["dice"] |= {"nonce": dice["nonce"], "seed": dice["value"]}
    return item | {"reveals": found}


def without_id(item: Item) -> None:
    del item["id"]


def other_value(item: Item) -> None:
    item["reveals"][1]["value"] = "KQ9JT" if item["reveals"][1]["value"] != "KQ9JT" else "KJTQ9"


def other_seed(item: Item) -> None:
    item["setup"]["dice"]["seed"] = "0" * 64


def unknown_key(item: Item) -> None:
    item["reveals"].append(opening("p2", "beads", "1,2,3"))


def unknown_seat(item: Item) -> None:
    item["reveals"].insert(1, opening("p4", "card", "JT9QK"))


def open_already(item: Item) -> None:
    item["setup"]["cards"]["p3"] = item["reveals"][2]["value"]


def twice(item: Item) -> None:
    item["reveals"].insert(2, copy.deepcopy(item["reveals"][0]))


def dice_twice(item: Item) -> None:
    dice = item["setup"]["dice"]
    item["reveals"].append(opening("table", "dice", dice["seed"], dice["nonce"]))


def capital_nonce(item: Item) -> None:
    item["reveals"][0]["nonce"] = item["reveals"][0]["nonce"].upper()


def short_nonce(item: Item) -> None:
    item["reveals"][2]["nonce"] = item["reveals"][2]["nonce"][:-1]


def card_closed(item: Item) -> None:
    del item["reveals"][1]


def dice_closed(item: Item) -> None:
    del item["setup"]["dice"]["nonce"], item["setup"]["dice"]["seed"]


def no_card(item: Item) -> None:
    """A commitment that fits its opening, but to something that is no card."""
    found = opening("p2", "card", "KQJTT", nonce_of("no card"))
    item["reveals"][1] = found
    item["setup"]["cards"]["p2"] = closed(found)


FAULTS: list[tuple[Callable[[Item], None], str, str, bool]] = [
    (without_id, "commit.no-id", "/setup/cards/p1", False),
    (other_value, "commit.false", "/reveals/1", False),
    (other_seed, "commit.false", "/setup/dice/commit", False),
    (unknown_key, "commit.nothing", "/reveals/3", False),
    (unknown_seat, "commit.nothing", "/reveals/1", False),
    (open_already, "commit.nothing", "/reveals/2", False),
    (twice, "commit.twice", "/reveals/2", False),
    (dice_twice, "commit.twice", "/reveals/3", False),
    (capital_nonce, "commit.nonce", "/reveals/0", False),
    (short_nonce, "commit.nonce", "/reveals/2", False),
    (no_card, "struggle.card", "/reveals/1", False),
    (card_closed, "commit.pending", "/setup/cards/p2", True),
    (dice_closed, "commit.pending", "/setup/dice/commit", True),
]


def test_every_code_has_its_case() -> None:
    assert {code for _, code, _, _ in FAULTS} > CODES.keys()
    assert verdict(base(), strict=True).valid


def laid_out(value: Any, pointer: str = "", head: str = "") -> list[tuple[str, str]]:
    """JSON with a line for each value: its pointer, and the line it begins on."""
    if not isinstance(value, dict | list):
        return [(pointer, head + json.dumps(value))]
    rows = [(pointer, head + ("{" if isinstance(value, dict) else "["))]
    pairs = list(value.items() if isinstance(value, dict) else enumerate(value))
    for at, (key, part) in enumerate(pairs):
        name = f"{json.dumps(key)}: " if isinstance(value, dict) else ""
        inner = laid_out(part, f"{pointer}/{key}", name)
        if at < len(pairs) - 1:
            inner[-1] = (inner[-1][0], inner[-1][1] + ",")
        rows += inner
    return [*rows, ("end", "}" if isinstance(value, dict) else "]")]


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


# Unfinished and ended records.


def ended(number: int = 3, players: int = 3) -> Item:
    return open_game(number, players, colours=SHORT)


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


# Sealing and opening.


@st.composite
def games(draw: st.DrawFn) -> Item:
    """Random games in the open: two to four players, whole and cut short, any cards, both kinds of dice."""
    players = draw(st.integers(2, 4))
    setup: Item = draw(st.sampled_from([{}, {"colours": SHORT}, {"first": "p2"}]))
    if draw(st.booleans()):
        cards = st.permutations("KQJT9").map("".join).filter(lambda card: card != "KQJT9")  # a roll, too
        found = draw(st.lists(cards, min_size=players, max_size=players, unique=True))
        setup = setup | {"deck": "free", "cards": dict(zip(SEATS, found, strict=False))}
    if draw(st.booleans()):
        client = draw(st.sampled_from(["", "a,b", 'é ; ] } " \\ |']))
        setup = setup | {"dice": seeded_dice(client=client)}
    limit = draw(st.sampled_from([0, 1, 7, 1000]))
    item = open_game(draw(st.integers(0, 1 << 20)), players, limit, **setup)
    if draw(st.booleans()):
        item["players"] = {"p1": "Ana", "p2": 'é " \\'}
        item["tags"] = {"Event": "Club evening"}
    return item


def hidden_values(item: Item) -> list[str]:
    seed = [item["setup"]["dice"]["seed"]] if "dice" in item["setup"] else []
    return [*item["setup"]["cards"].values(), *seed]


@HASTE
@given(games())
def test_sealing_hides_every_value_and_opening_gives_the_record_back(item: Item) -> None:
    before = loaded(item)
    made = seal(before)
    identity = made.document.id
    assert isinstance(identity, str)
    assert re.fullmatch("[0-9a-f]{32}", identity)
    assert set(made.secrets) == {*item["setup"]["cards"], *(["table"] if "dice" in item["setup"] else [])}
    assert made.document.reveals == []
    for encoding in ENCODINGS:
        raw = encode(made.document, GAME, encoding)
        for text in hidden_values(item):
            assert text.encode() not in raw
    # Each commitment is the hash of what its seat keeps.
    sealed = plain(made.document)
    for seat, card in item["setup"]["cards"].items():
        (kept,) = made.secrets[seat]
        assert (kept.seat, kept.what, kept.value) == (seat, "card", card)
        assert sealed["setup"]["cards"][seat] == slow_commitment(identity, seat, "card", kept.nonce, card)
    found = verdict(sealed)
    assert found.valid
    assert len(found.pending) == len(hidden_values(item))
    # And back.
    keys = [one for kept in made.secrets.values() for one in kept]
    back = reveal(loaded(sealed), keys, lay_open=True)
    assert (back.pending, back.faults) == ((), [])
    wanted = plain(before.document) | {"id": identity}
    assert plain(back.document) == wanted
    opened = reveal(loaded(sealed), keys)
    assert verdict(plain(opened.document), strict=True).valid
    assert opened.document.result == before.document.result
    assert plain(reveal(loaded(plain(opened.document)), [], lay_open=True).document) == wanted


@HASTE
@given(games(), st.randoms(use_true_random=False))
def test_opening_one_by_one_is_opening_all_at_once(item: Item, chance: random.Random) -> None:
    made = seal(loaded(item))
    keys = [one for kept in made.secrets.values() for one in kept]
    sealed = plain(made.document)
    whole = plain(reveal(loaded(sealed), keys).document)
    chance.shuffle(keys)
    step = sealed
    for count, key in enumerate(keys, 1):
        found = reveal(loaded(step), [key])
        step = plain(found.document)
        assert len(found.pending) == len(keys) - count
        assert reveal(loaded(step), [key]).document == found.document, "what is opened stays opened once"
    assert sorted(step.pop("reveals"), key=repr) == sorted(whole.pop("reveals"), key=repr)
    assert step == whole


def test_sealing_refuses_what_it_cannot_hide_or_must_not_trust() -> None:
    sealed = plain(seal(loaded(ended())).document)
    with pytest.raises(UsageError) as nothing:
        seal(loaded(sealed))
    assert nothing.value.code == "usage.secrets"
    wrong = ended()
    wrong["result"] = wrong["result"] | {"scores": dict.fromkeys(SEATS[:3], 50)}
    with pytest.raises(RecordError) as false:
        seal(loaded(wrong))
    assert false.value.code == "result.differs"


def test_sealing_again_takes_openings_out_and_keeps_the_commitments() -> None:
    item, found = committed(open_game(1, 3, limit=3))
    made = seal(loaded(item | {"reveals": found[:2]}))
    assert plain(made.document) == item
    assert {seat: plain_openings(kept) for seat, kept in made.secrets.items()} == {
        "p1": found[:1],
        "p2": found[1:2],
    }


def plain_openings(found: list[Opening]) -> list[dict[str, str]]:
    return [msgspec.to_builtins(one) for one in found]


# Redaction.


def may_see(seat: str, viewer: str, result: object) -> bool:
    """Whose openings a viewer may have: their own, and all once the record has its result."""
    return seat == viewer or result is not None


@HASTE
@given(games(), st.booleans(), st.sampled_from(VIEWERS))
def test_redaction_keeps_just_what_a_viewer_may_have(item: Item, with_result: bool, viewer: str) -> None:
    made = seal(loaded(item))
    identity = str(made.document.id)
    keys = [one for kept in made.secrets.values() for one in kept]
    full = plain(reveal(loaded(plain(made.document)), keys).document)
    if not with_result and full["result"] is not None:
        full["result"] = None  # nobody has claimed it yet; the cards of others are secret until then
    hidden = [key for key in keys if not may_see(key.seat, viewer, full["result"])]
    full["notes"] = [{"ply": 0, "text": f"{key.seat} {key.what}: {key.value}, {key.nonce}"} for key in hidden]
    found = redact(loaded(full), None if viewer == "public" else viewer)
    seen = plain(found)
    assert found.notes == []
    assert found.id == identity
    kept = openings(seen.get("reveals", []))
    if "seed" in seen["setup"].get("dice", {}):
        dice = seen["setup"]["dice"]
        kept.append(Opening("table", "dice", dice["nonce"], dice["seed"]))
    assert sorted(kept, key=repr) == sorted((key for key in keys if key not in hidden), key=repr)
    for encoding in ENCODINGS:
        raw = encode(found, GAME, encoding)
        for key in hidden:
            assert key.value.encode() not in raw
            assert key.nonce.encode() not in raw
            assert bytes.fromhex(key.nonce) not in raw
        (again,) = readings(raw, encoding)
        assert again.document == found
    assert {key: seen.get(key) for key in ("moves", "tags", "players", "result")} == {
        key: full.get(key) for key in ("moves", "tags", "players", "result")
    }
    assert seen["setup"]["cards"] == full["setup"]["cards"]


def test_redaction_refuses_an_open_record_and_one_that_is_open_in_part() -> None:
    item, found = committed(open_game(1, 3, limit=3))
    item["setup"]["cards"]["p2"] = found[1]["value"]
    for wrong in (item, open_game(1, 3, limit=3)):
        for viewer in (None, "p1", "p2"):
            with pytest.raises(UsageError) as refused:
                redact(loaded(wrong), viewer)
            assert refused.value.code == "usage.open-record"


def twins(number: int, viewer: str, dice: bool) -> Iterator[Item]:
    """Two committed records, all opened, that differ only in what `viewer` may not see."""
    for one in (0, 1):
        item = open_game(number, 3, limit=0 if dice else 9)
        own = item["setup"]["cards"].get(viewer)
        others = [card for card in open_game(number + 1 + one, 4)["setup"]["cards"].values() if card != own]
        item["setup"]["cards"] = {
            seat: own if seat == viewer else others.pop() for seat in item["setup"]["cards"]
        }
        if dice:
            item["setup"]["dice"] = seeded_dice(seed=f"{one}" * 64)
        made, found = committed(item)
        for key in found:
            if key["seat"] != viewer:
                key["nonce"] = nonce_of(f"{key['seat']} {one}")
        made["setup"]["cards"] = {key["seat"]: closed(key) for key in found if key["what"] == "card"}
        if dice:
            made["setup"]["dice"]["commit"] = closed(found[-1])
        yield made | {"reveals": found, "notes": [{"ply": 0, "text": f"note {one}"}]}


def masked(raw: bytes) -> bytes:
    """What a viewer reads, without the digits of commitments, which mean nothing to them."""
    return re.sub(rb"#[0-9a-f]{12,64}", b"#", raw)


@pytest.mark.parametrize("dice", [False, True])
@pytest.mark.parametrize("viewer", ["public", "p1", "p3"])
def test_two_games_that_look_alike_to_a_viewer_are_redacted_alike(viewer: str, dice: bool) -> None:
    for number in range(5):
        pair = list(twins(number, viewer, dice))
        assert pair[0]["reveals"] != pair[1]["reveals"]
        for encoding in ENCODINGS:
            one, two = (
                encode(redact(loaded(item), None if viewer == "public" else viewer), GAME, encoding)
                for item in pair
            )
            assert len(one) == len(two)
            assert masked(one) == masked(two)


def broken_openings(item: Item, viewer: str) -> None:
    """Openings of others that do not fit: what is wrong with them is not the viewer's to know."""
    for key in item["reveals"]:
        if key["seat"] != viewer:
            key["nonce"] = "g" + key["nonce"][1:]


def illegal(item: Item, viewer: str) -> None:
    item["moves"] = [*item["moves"], "KQJT9=K5"]


def nothing(item: Item, viewer: str) -> None:
    pass


@pytest.mark.parametrize("break_it", [nothing, illegal, broken_openings])
@pytest.mark.parametrize("dice", [False, True])
@pytest.mark.parametrize("viewer", ["p1", "p3"])
def test_commands_tell_a_viewer_the_same_of_two_games_that_look_alike(
    command: Callable[..., Any], tmp_path: Any, viewer: str, dice: bool, break_it: Callable[[Item, str], None]
) -> None:
    told: list[list[Any]] = []
    for item in twins(7, viewer, dice):
        break_it(item, viewer)
        found = []
        for encoding in ("json", "sgn"):
            path = tmp_path / f"g.{encoding}"
            path.write_bytes(encode(document(item | {"notes": []}), GAME, encoding))
            for words in (
                ("show", path), ("moves", path), ("moves", path, "--json"), ("moves", path, "--at", 0),
                ("moves", path, "--dice", "AKQJT"), ("render", path), ("render", path, "--all"),
                ("render", path, "--at", 0, "--style", "unicode"),
            ):  # fmt: skip
                ran = command(*words, "--as", viewer)
                found.append((words, ran.code, masked(ran.out), masked(ran.err)))
                for key in item["reveals"]:
                    if key["seat"] != viewer:
                        assert key["value"].encode() not in ran.out + ran.err, words
        told.append(found)
    assert told[0] == told[1]


@pytest.mark.parametrize("viewer", [None, "p1", "p3"])
def test_a_result_that_the_moves_do_not_bear_out_makes_nothing_public(viewer: str | None) -> None:
    """Anybody can write a result; the cards are on the table when the game is over."""
    over, running = ended(), open_game(3, 3, limit=5, colours=SHORT)
    lie = {"winners": ["p2"], "reason": "arrival", "scores": {"p1": 0, "p2": 50, "p3": 0}}
    for item, result in ((running, over["result"]), (over, lie), (running, lie), (running, None)):
        full, found = committed(item)
        full |= {"reveals": found, "result": result}
        kept = plain(redact(loaded(full), viewer)).get("reveals", [])
        assert kept == [key for key in found if key["seat"] == viewer]
        for shown in (full, item | {"result": result}):
            view = view_for(read(shown), viewer).document
            assert view is not None
            raw = encode(view, GAME, "json").decode()
            assert [key["seat"] for key in found if key["value"] in raw] == ([viewer] if viewer else [])
    full, found = committed(over)
    full |= {"reveals": found, "result": over["result"]}
    assert plain(redact(loaded(full), viewer))["reveals"] == found


STRICKEN = lookup("stricken")
OPEN = [fields for fields in SETUPS["stricken"] if "#" not in json.dumps(fields)]


@pytest.mark.parametrize("limit", [0, 3, 40, 200])
@pytest.mark.parametrize("fields", OPEN)
def test_the_laws_hold_for_orders_in_the_moves_too(fields: Item, limit: int) -> None:
    """Stricken hides beads in the set-up, and each foretold order in the move that foretells it."""
    assert STRICKEN is not None
    for number in range(3):
        chance = random.Random(f"{fields} {limit} {number}")
        moves, states = playout(STRICKEN, bind(STRICKEN, fields).start, chance, limit)
        result = msgspec.to_builtins(STRICKEN.outcome(states[-1]))
        item = {"format": 1, "game": "stricken", "setup": fields, "moves": moves, "result": result}
        made = seal(loaded(item))
        sealed, keys = plain(made.document), [key for kept in made.secrets.values() for key in kept]
        assert len(keys) >= 2 + sum(token.startswith("F") for token in moves)
        assert verdict(sealed).valid
        whole = plain(reveal(loaded(sealed), keys, lay_open=True).document)
        assert whole == plain(loaded(item).document) | {"id": sealed["id"]}
        full = plain(reveal(loaded(sealed), keys).document)
        assert verdict(full, strict=True).valid
        for viewer in (None, "white", "black"):
            found = redact(loaded(full), viewer)
            kept = found.reveals
            assert {key for key in keys if key.seat == viewer} <= {*kept}
            assert verdict(plain(found)).valid
            seen = " ".join(key.value for key in kept)
            for encoding in ENCODINGS:
                raw = encode(found, STRICKEN, encoding)
                for key in keys:
                    if key not in kept:
                        assert key.nonce.encode() not in raw
                        assert key.value in seen or key.value.encode() not in raw


# Refutation.


def changes(item: Item) -> Iterator[tuple[str, Item, tuple[str, str]]]:
    """Records with one thing changed in each opening or commitment, and the key that is not proved then."""
    for at, key in enumerate(item["reveals"]):
        name = (key["seat"], key["what"])
        for part in key:
            for text in other_texts(part, key[part]):
                changed = copy.deepcopy(item)
                changed["reveals"][at][part] = text
                yield part, changed, name
        commit = item["setup"]["cards"][key["seat"]]
        for digit in (1, 33, 64):
            changed = copy.deepcopy(item)
            other = "0" if commit[digit] != "0" else "1"
            changed["setup"]["cards"][key["seat"]] = commit[:digit] + other + commit[digit + 1 :]
            yield "commitment", changed, name
    for digit in (0, 31):
        other = "0" if ID[digit] != "0" else "1"
        changed = copy.deepcopy(item) | {"id": ID[:digit] + other + ID[digit + 1 :]}
        for key in item["reveals"]:
            yield "id", changed, (key["seat"], key["what"])


def other_texts(part: str, text: str) -> list[str]:
    if part == "seat":
        return [seat for seat in (*SEATS, "table", "P1", "") if seat != text]
    if part == "what":
        return ["dice", "beads", "Card", "card ", "order:1", ""]
    if part == "nonce":
        return [text[::-1], "0" + text[1:] if text[0] != "0" else "1" + text[1:], text + "0", "", text + "\n"]
    return [text[::-1], text.lower(), text + " ", text[1:], "", text[1:] + text[0]]


def test_whatever_is_changed_in_an_opening_is_refuted() -> None:
    item, found = committed(open_game(5, 4, limit=4))
    item["reveals"] = found
    assert verdict(item, strict=True).valid
    count = 0
    for part, changed, key in changes(item):
        told = codes(changed)
        assert told, (part, changed)
        assert all(code.startswith("commit.") for code in told), told
        assert key in {secret.key for secret in read(changed).closed}, "what is not proved stays closed"
        count += 1
    assert count > 80


@HASTE
@given(st.integers(0, 63), st.sampled_from("0123456789abcdef"), st.sampled_from(["nonce", "seed"]))
def test_whatever_is_changed_in_the_opening_of_the_dice_is_refuted(at: int, digit: str, part: str) -> None:
    item = base()
    text = item["setup"]["dice"][part]
    item["setup"]["dice"][part] = text[:at] + digit + text[at + 1 :]
    if item["setup"]["dice"][part] == text:
        assert verdict(item, strict=True).valid
    else:
        assert codes(item) == ["commit.false"]
        assert ("table", "dice") in {secret.key for secret in read(item).closed}


def test_the_seed_may_be_opened_among_the_reveals() -> None:
    item, found = committed(open_game(1, 3, limit=3, dice=seeded_dice()))
    item["reveals"] = found
    assert verdict(item, strict=True).valid
    item["moves"] = ["AAAAA=-", *item["moves"][1:]]
    (fault,) = verdict(item).problems
    assert (fault.code, fault.ply) == ("struggle.wrong-roll", 1)
    assert SEED not in fault.message
