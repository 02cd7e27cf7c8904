"""The laws of sealing, opening and redacting."""

import random
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from struckle_cli.core.errors import RecordError, UsageError
from struckle_cli.core.secret import Opening
from struckle_cli.engine.binding import bind
from struckle_cli.engine.playout import playout
from struckle_cli.games.struggle import GAME
from struckle_cli.replay.writer import encode
from struckle_cli.services.hidden import redact, reveal, seal
from struckle_cli.services.loading import view_for
from tests.cli.struggle_support import (
    SEATS,
    SEED,
    SHORT,
    committed,
    open_game,
    seeded_dice,
    slow_commitment,
)
from tests.replay.commitments_support import (
    HASTE,
    OPEN,
    STRICKEN,
    VIEWERS,
    Item,
    base,
    broken_openings,
    changes,
    codes,
    document,
    ended,
    games,
    hidden_values,
    illegal,
    loaded,
    masked,
    may_see,
    nothing,
    openings,
    plain,
    plain_openings,
    read,
    twins,
    verdict,
)
from tests.replay.support import ENCODINGS, readings


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
