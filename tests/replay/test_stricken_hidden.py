"""Stricken's secrets: laws of sealing, opening and redacting, what a viewer is told, and refuted cheats.

The hashes here are made by hand (`tests.cli.stricken_support`), from the text of the page alone.
"""

import copy
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from struckle_cli.core.picture import View
from struckle_cli.engine.binding import bind
from struckle_cli.engine.replayer import judge_token, play
from struckle_cli.games.stricken import GAME
from struckle_cli.replay.writer import encode
from struckle_cli.services.hidden import redact, reveal, seal
from tests.cli.stricken_support import (
    ALL,
    COMMITMENT,
    HASH,
    ID,
    LONG,
    SEATS,
    Item,
    Key,
    closed_twins,
    closed_with,
    committed,
    keys_of,
    masked,
    open_game,
    open_record,
    shuffled,
    slow_commitment,
    twins,
)
from tests.games.stricken.setups import CLOSE, DEFAULT, setup, shells
from tests.replay.support import ENCODINGS, Ran, readings
from tests.replay.test_commitments import codes, document, loaded, openings, plain, plain_openings, verdict

HASTE = settings(deadline=None, max_examples=10, suppress_health_check=[HealthCheck.too_slow])
VIEWERS = ("public", *SEATS)
LIMITS = (0, 1, 2, 5, 6, 9, 12, 1000)
Command = Callable[..., Ran]


def seat_of(viewer: str) -> str | None:
    return None if viewer == "public" else viewer


@st.composite
def games(draw: st.DrawFn) -> Item:
    """Random games in the open, whole and cut short, of every set-up, with names and tags or without."""
    item = open_game(draw(st.sampled_from(ALL)), draw(st.integers(0, 1 << 20)), draw(st.sampled_from(LIMITS)))
    if draw(st.booleans()):
        item |= {"players": {"white": "Ana", "black": 'é " \\'}, "tags": {"Event": "Club evening"}}
    if item["result"] is None and draw(st.booleans()):
        item["result"] = {"winners": ["black"], "reason": "resign"}
    return item


# Sealing and opening.


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


# Redaction.


def forms(key: Key) -> list[bytes]:
    """How what an opening holds may stand in bytes."""
    nonce = key["nonce"]
    return [key["value"].encode(), nonce.encode(), bytes.fromhex(nonce), nonce.upper().encode()]


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


# What a viewer is told.


def nothing(item: Item, viewer: str) -> None:
    pass


def illegal(token: str) -> Callable[[Item, str], None]:
    def break_it(item: Item, viewer: str) -> None:
        item["moves"] = [*item["moves"], token]

    break_it.__name__ = token[:12]
    return break_it


def broken_openings(item: Item, viewer: str) -> None:
    """Openings of others that do not fit: what is wrong with them is not the viewer's to know."""
    for key in item.get("reveals", []):
        if key["seat"] != viewer:
            key["nonce"] = "g" + key["nonce"][1:]


def result(item: Item, viewer: str) -> None:
    """The game is given up: that opens nothing."""
    item["result"] = {"winners": ["white"], "reason": "resign"}


BREAKS = [
    nothing, broken_openings, result, illegal("1a1:I"), illegal("F2[1a1-1a2]"), illegal("=1a1-1b1"),
    illegal("=void"), illegal("claim"), illegal("2a2:S1a1"), illegal("5b1x1a1"), illegal("junk"),
]  # fmt: skip
FEW = [("show",), ("moves", "--json"), ("render", "--style", "unicode", "--color", "always")]
LOOKS = [*FEW, ("moves",), ("moves", "--json", "--at", 1), ("render", "--all", "--width", 100)]


def looks(command: Command, path: Any, words: list[tuple[Any, ...]], *more: object) -> list[Any]:
    """All that is said of a record, codes included, without the digits of commitments."""
    found = []
    for name, *options in words:
        ran = command(name, path, *options, *more)
        found.append((name, *options, ran.code, masked(ran.out), masked(ran.err)))
    return found


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


# Cheating, found out once everything is opened.


def game(*tokens: str, deal: str = "free", beads: str = " ".join(12 * ["P"])) -> Item:
    """A record in the open on the usual points; black has the bead `W` everywhere. It may break rules."""
    fields = setup(
        shells(" ".join(shell["point"] for shell in DEFAULT["shells"]["white"]), beads),
        shells(" ".join(shell["point"] for shell in DEFAULT["shells"]["black"]), "W"),
        deal=deal,
    )
    return {"format": 1, "game": "stricken", "setup": fields, "moves": list(tokens), "result": None}


ORDER = "F2[1b1-1a1]"
LATER = "F3[1b1-1a1]"
CHEATS = {
    "an ability that the bead lacks": (
        game("1b1:W"), "stricken.no-ability", 1, "white's shell 1 on 1b1 has the bead P, so it has no Ward"),
    "an ability that the bead lacks, of black": (
        game("pass", "5b1:P"), "stricken.no-ability", 2, "black's shell 1 on 5b1 has the bead W"),
    "an order carried out otherwise than sealed": (
        game(ORDER, "pass", "pass", "pass", "=1c1-2c1"), "stricken.foretold", 5,
        "white's order of its turn 1 is white's shell 1 to Drift to 1a1, which is legal now"),
    "an order to the right point by another shell": (
        game(ORDER, "pass", "pass", "pass", "=1a2-1a1"), "stricken.foretold", 5, "shell 1 to Drift to 1a1"),
    "an order called void that could be carried out": (
        game(ORDER, "pass", "1c1-2c1", "pass", "=void"), "stricken.foretold", 5, "which is legal now"),
    "an order carried out that was void": (
        game(ORDER, "pass", "1b1-1a1", "pass", "=1c1-2c1"), "stricken.foretold", 5,
        "void now: white's shell 1 already stands on 1a1 (SN-9)"),
    "another order carried out in place of a void one": (
        game(ORDER, "pass", "1a2-1a1", "pass", "=1c1-2c1"), "stricken.foretold", 5,
        "void now: white's shell 12 stands on 1a1"),
    "an order not resolved on its due turn": (
        game(ORDER, "pass", "pass", "pass", "pass"), "stricken.due-turn", 5,
        "white's order of its turn 1 (white's shell 1 to Drift to 1a1) is due on this turn"),
    "an order put off by one turn": (
        game(ORDER, "pass", "pass", "pass", "pass", "pass", "=1b1-1a1"), "stricken.due-turn", 5, "turn 1"),
    "an order resolved a turn too early": (
        game(LATER, "pass", "pass", "pass", "=1b1-1a1"), "stricken.not-due", 5, "no order of white is due"),
    "an order whose actor lacked the capability when it was sealed": (
        game("F2[1b1:W]", "pass", "pass", "pass", "=1b1:W"), "stricken.no-ability", 1, "shell 1 on 1b1"),
    "such an order that is never resolved": (
        game("F2[1b1:W]"), "stricken.no-ability", 1, "shell 1 on 1b1 has the bead P"),
    "an order that was not legal when it was sealed": (
        game("F2[1b1-1d1]"), "stricken.not-adjacent", 1, "1d1 is not adjacent to 1b1"),
    "an order to the point of another shell": (
        game("F3[1b1-1c1]"), "stricken.occupied", 1, "white's shell 2 stands on 1c1"),
    "an order of a shell of the other side": (
        game("F2[5b1-5a1]"), "stricken.not-yours", 1, "black's shell 1"),
    "two orders of one shell": (
        game(LATER, "pass", "F3[1b1-2b1]"), "stricken.actor-taken", 3, "sealed on turn 1"),
    "two orders due on one turn": (
        game(LATER, "pass", "F2[1c1-2c1]"), "stricken.order-taken", 3, "due on its turn 4"),
}  # fmt: skip


def told_by(command: Command, path: Any, item: Item) -> tuple[Ran, Ran]:
    """What `validate` and `verify` say of a record."""
    path.write_text(json.dumps(item))
    return command("validate", path), command("verify", path)


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


def honest() -> tuple[Item, list[Key]]:
    """A committed game with two orders of white and one of black, everything opened."""
    return committed(game(ORDER, "F2[5b1-5a1]", "F2[1c1-2c1]", "pass", "=1b1-1a1", "=5b1-5a1", "=1c1-2c1"))


def changed_bead(keys: list[Key]) -> list[str]:
    keys[0]["value"] = keys[0]["value"].replace("P,P", "P,W", 1)
    return ["white beads"]


def beads_in_another_order(keys: list[Key]) -> list[str]:
    keys[1]["value"] = ",".join(reversed([*(11 * ["W"]), "IW"]))
    return ["black beads"]


def changed_order(keys: list[Key]) -> list[str]:
    keys[2]["value"] = "F2[1b1-2b1]"
    return ["white order:1"]


def other_delay(keys: list[Key]) -> list[str]:
    keys[3]["value"] = "F3[5b1-5a1]"
    return ["black order:1"]


def exchanged_nonces(keys: list[Key]) -> list[str]:
    keys[2]["nonce"], keys[4]["nonce"] = keys[4]["nonce"], keys[2]["nonce"]
    return ["white order:1", "white order:2"]


def nonces_of_both_sides(keys: list[Key]) -> list[str]:
    keys[0]["nonce"], keys[1]["nonce"] = keys[1]["nonce"], keys[0]["nonce"]
    return ["white beads", "black beads"]


def exchanged_orders(keys: list[Key]) -> list[str]:
    keys[2]["what"], keys[4]["what"] = keys[4]["what"], keys[2]["what"]
    return ["white order:1", "white order:2"]


def order_of_the_other_side(keys: list[Key]) -> list[str]:
    keys[2]["seat"], keys[3]["seat"] = "black", "white"
    return ["white order:1", "black order:1"]


LIES = [
    changed_bead, beads_in_another_order, changed_order, other_delay, exchanged_nonces, nonces_of_both_sides,
    exchanged_orders, order_of_the_other_side,
]  # fmt: skip


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


# What cannot be checked yet.


def ply_of(key: Key) -> int | None:
    """The entry of `moves` that an opening belongs to; None for beads."""
    turn = int(key["what"].partition(":")[2] or 0)
    return 2 * turn - 1 + SEATS.index(key["seat"]) if turn else None


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
