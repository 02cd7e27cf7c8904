"""What the tests of commitments share."""

import copy
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from struckle_cli.core.secret import Opening
from struckle_cli.registry import lookup
from struckle_cli.replay.document import Document
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Source
from struckle_cli.services.judging import Verdict, judge
from struckle_cli.services.loading import Loaded
from tests.cli.struggle_support import (
    ID,
    SEATS,
    SHORT,
    closed,
    committed,
    nonce_of,
    open_game,
    opening,
    seeded_dice,
)
from tests.contract.cases import SETUPS
from tests.replay.support import readings

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


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


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


def ended(number: int = 3, players: int = 3) -> Item:
    return open_game(number, players, colours=SHORT)


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


def plain_openings(found: list[Opening]) -> list[dict[str, str]]:
    return [msgspec.to_builtins(one) for one in found]


def may_see(seat: str, viewer: str, result: object) -> bool:
    """Whose openings a viewer may have: their own, and all once the record has its result."""
    return seat == viewer or result is not None


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


def broken_openings(item: Item, viewer: str) -> None:
    """Openings of others that do not fit: what is wrong with them is not the viewer's to know."""
    for key in item["reveals"]:
        if key["seat"] != viewer:
            key["nonce"] = "g" + key["nonce"][1:]


def illegal(item: Item, viewer: str) -> None:
    item["moves"] = [*item["moves"], "KQJT9=K5"]


def nothing(item: Item, viewer: str) -> None:
    pass


STRICKEN = lookup("stricken")


OPEN = [fields for fields in SETUPS["stricken"] if "#" not in json.dumps(fields)]


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
