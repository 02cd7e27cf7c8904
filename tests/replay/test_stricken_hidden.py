"""What is hidden in Stricken: sealing, opening, redaction, and what a viewer is told."""

import copy
import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from struckle_cli.core.picture import View
from struckle_cli.engine.binding import bind
from struckle_cli.engine.replayer import judge_token, play
from struckle_cli.games.stricken import GAME
from struckle_cli.replay.writer import encode
from struckle_cli.services.hidden import redact, reveal, seal
from tests.cli.stricken_support import (
    ALL,
    HASH,
    ID,
    LONG,
    SEATS,
    Item,
    closed_twins,
    closed_with,
    committed,
    keys_of,
    masked,
    open_game,
    open_record,
    shuffled,
    twins,
)
from tests.games.stricken.setups import CLOSE, DEFAULT, setup, shells
from tests.replay.commitments_support import document, loaded, openings, plain, plain_openings, verdict
from tests.replay.stricken_hidden_support import (
    BREAKS,
    FEW,
    HASTE,
    LOOKS,
    VIEWERS,
    Command,
    forms,
    games,
    looks,
    seat_of,
)
from tests.replay.support import ENCODINGS, readings


@HASTE
@given(games())
def test_sealing_hides_every_value_and_opening_gives_the_record_back(item: Item) -> None:
    before = loaded(item)
    made = seal(before)
    identity = str(made.document.id)
    assert re.fullmatch("[0-9a-f]{32}", identity)
    assert made.document.reveals == []
    wanted = keys_of(item)
    sealed = plain(made.document)
    kept = [key for seat in SEATS for key in plain_openings(made.secrets[seat])]
    assert sorted((key["seat"], key["what"], key["value"]) for key in kept) == sorted(
        (key["seat"], key["what"], key["value"]) for key in wanted
    )
    assert len({key["nonce"] for key in kept}) == len(kept)
    assert sealed == plain(document(closed_with(item, kept, identity))), (
        "each the hash of what its seat keeps"
    )
    assert sealed["result"] == plain(before.document)["result"], "nothing hidden decides the result"
    for encoding in ENCODINGS:
        raw = encode(made.document, GAME, encoding)
        for key in kept:
            assert not any(form in raw for form in forms(key))
    # And back.
    keys = openings(kept)
    back = reveal(loaded(sealed), keys, lay_open=True)
    assert (back.pending, back.faults) == ((), [])
    assert plain(back.document) == plain(before.document) | {"id": identity}
    opened = plain(reveal(loaded(sealed), keys).document)
    assert verdict(opened, strict=True).valid
    assert plain(reveal(loaded(opened), [], lay_open=True).document) == plain(back.document)


@HASTE
@given(games(), st.integers())
def test_opening_one_by_one_in_any_order_is_opening_all_at_once(item: Item, seed: int) -> None:
    closed, keys = committed(item)
    step, left = closed, keys
    for key in shuffled(keys, seed):
        found = reveal(loaded(step), openings([key]))
        step = plain(found.document)
        left = [other for other in left if other != key]
        assert list(found.pending) == [f"{other['seat']} {other['what']}" for other in left]
        assert found.faults == []
    whole = plain(reveal(loaded(closed), openings(keys)).document)
    assert sorted(step.pop("reveals"), key=repr) == sorted(whole.pop("reveals"), key=repr)
    assert step == whole
    assert closed == committed(item)[0], "nothing that is given changes"


@HASTE
@given(games())
def test_a_record_that_is_open_in_part_can_be_sealed_whole(item: Item) -> None:
    keys = keys_of(item)
    part = closed_with(item, keys[::2]) | {"reveals": keys[:1]}
    made = seal(loaded(part))
    kept = [key for seat in SEATS for key in plain_openings(made.secrets.get(seat, []))]
    assert made.document.id == ID
    assert keys[0] in kept, "an opening in it is taken out"
    assert {key["what"] + key["seat"] for key in kept} == {
        key["what"] + key["seat"] for key in (*keys[:1], *keys[1::2])
    }
    back = reveal(loaded(plain(made.document)), openings([*kept, *keys[2::2]]), lay_open=True)
    assert plain(back.document) == plain(document(item | {"id": ID}))


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("number", range(len(ALL)))
def test_redacted_bytes_hold_nothing_of_what_is_hidden(viewer: str, number: int) -> None:
    """Neither values nor nonces, whatever the encoding; a note could hold anything, so none is kept."""
    for seed, limit in enumerate((0, 6, 12, 1000)):
        item = open_game(ALL[number], seed, limit)
        closed, keys = committed(item)
        hidden = [key for key in keys if key["seat"] != viewer]
        own = [key for key in keys if key["seat"] == viewer]
        notes = [{"ply": 0, "text": f"{key['what']}: {key['value']}, {key['nonce']}"} for key in hidden]
        full = closed | {"reveals": shuffled(keys, seed), "notes": notes}
        assert verdict(full, strict=True).valid
        seen = redact(loaded(full), seat_of(viewer))
        shown = plain(seen)
        assert sorted(shown.pop("reveals", []), key=repr) == sorted(own, key=repr)
        assert shown == plain(document(closed)), "all else is as it was"
        for encoding in ENCODINGS:
            raw = encode(seen, GAME, encoding)
            for key in hidden:
                absent = forms(key) if key["value"] not in {one["value"] for one in own} else forms(key)[1:]
                assert not any(form in raw for form in absent)
            (again,) = readings(raw, encoding)
            assert again.document == seen
            assert not again.faults
        assert list(verdict(plain(seen)).pending) == [f"{key['seat']} {key['what']}" for key in hidden]


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("number", range(len(LONG)))
def test_games_that_look_alike_to_a_viewer_are_redacted_alike(viewer: str, number: int) -> None:
    for seed, limit in enumerate((0, 5, 8, 12, 1000)):
        pair = closed_twins(LONG[number], seed, viewer, limit)
        raws = []
        for (item, keys), text in zip(pair, ("short", "much longer"), strict=True):
            full = item | {"reveals": keys, "notes": [{"ply": 0, "text": text}]}
            assert verdict(full, strict=True).valid
            seen = redact(loaded(full), seat_of(viewer))
            raws.append([encode(seen, GAME, encoding) for encoding in ENCODINGS])
        assert [len(raw) for raw in raws[0]] == [len(raw) for raw in raws[1]]
        assert [masked(raw) for raw in raws[0]] == [masked(raw) for raw in raws[1]]


def test_the_games_that_look_alike_do_differ() -> None:
    """The laws about them would say nothing if they were the same."""
    beads = orders = 0
    for fields in LONG:
        for seed, viewer in enumerate(VIEWERS):
            one, two = twins(fields, seed, viewer, 9)
            beads += one["setup"] != two["setup"]
            orders += one["moves"] != two["moves"]
    assert beads == 9
    assert orders >= 3


def test_the_length_of_a_redacted_record_does_not_depend_on_beads_and_orders() -> None:
    start = setup(shells("1a1 1b1 1c1 1d1 1e1 1a2 1b2 1c2 1d2 1e2 1a3 1b3", "IWPS"), CLOSE["shells"]["black"])
    short = setup(shells("1a1 1b1 1c1 1d1 1e1 1a2 1b2 1c2 1d2 1e2 1a3 1b3", "S"), CLOSE["shells"]["black"])
    sizes = set()
    for fields, order in (
        (start, "F2[1a1:I]"), (start, "F3[1b1:S2b1]"), (start, "F2[1a1x2a1]"), (short, "F3[1a1:S2a1]"),
    ):  # fmt: skip
        item, keys = committed(open_record(fields, [order, "pass"]), order)
        for viewer in ("public", "black"):
            seen = redact(loaded(item | {"reveals": keys}), seat_of(viewer))
            sizes.add((viewer, *(len(encode(seen, GAME, encoding)) for encoding in ENCODINGS)))
    assert len(sizes) == 2


@pytest.mark.parametrize("number", range(len(BREAKS)), ids=[change.__name__ for change in BREAKS])
@pytest.mark.parametrize("viewer", SEATS)
def test_a_viewer_is_told_the_same_of_two_games_that_look_alike(
    command: Command, tmp_path: Any, viewer: str, number: int
) -> None:
    """Of records in the open, of committed ones that hold all openings, and of those that hold none."""
    words = LOOKS if number < 2 else FEW
    told: list[list[Any]] = []
    where = (LONG[number % 3], number, viewer, 4 + number % 9)
    for lying_open, (item, keys) in zip(twins(*where), closed_twins(*where), strict=True):
        secrets, path, found = tmp_path / "own", tmp_path / "g.json", []
        secrets.write_text(json.dumps([key for key in keys if key["seat"] == viewer]))
        for record, more in (
            (lying_open, ()), (item | {"reveals": keys}, ()), (item, ("--secrets", secrets)),
        ):  # fmt: skip
            changed = copy.deepcopy(record)
            BREAKS[number](changed, viewer)
            path.write_bytes(encode(document(changed), GAME, "json"))
            found += looks(command, path, words, "--as", viewer, *more)
        hidden = [key for key in keys if key["seat"] != viewer]
        said = repr([look for look in found if look[0] != "moves"])  # that may list an order as a legal one
        assert not any(key["nonce"] in repr(found) for key in hidden)
        assert not any(key["value"] in said for key in hidden if key["what"] == "beads")
        if number < 3:
            assert not any(key["value"] in said for key in hidden)
        told.append(found)
    assert told[0] == told[1]


def test_the_digits_of_a_hash_are_no_points() -> None:
    """They are random to whoever reads them, so neither the picture nor a suggestion may depend on them."""
    start, suggestions = bind(GAME, DEFAULT).start, set()
    for token in (f"F[{HASH}]", f"F[#{'3b2' * 21}a]", f"F[#{'1a4' * 21}a]"):
        after, _ = play(GAME, start, [token, "pass", "pass", "pass", "pass", "pass"])
        fault = judge_token(GAME, after, token, 7)
        assert fault.code == "stricken.due-turn"
        suggestions.add(fault.suggestion)
        plain_picture, picture = (GAME.render(after, View(last=last)) for last in (None, token))
        assert picture == plain_picture
    assert len(suggestions) == 1
