"""What the tests of what is hidden in Stricken share."""

import json
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from tests.cli.stricken_support import (
    ALL,
    SEATS,
    Item,
    Key,
    committed,
    masked,
    open_game,
)
from tests.games.stricken.setups import DEFAULT, setup, shells
from tests.replay.support import Ran

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


def forms(key: Key) -> list[bytes]:
    """How what an opening holds may stand in bytes."""
    nonce = key["nonce"]
    return [key["value"].encode(), nonce.encode(), bytes.fromhex(nonce), nonce.upper().encode()]


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


def ply_of(key: Key) -> int | None:
    """The entry of `moves` that an opening belongs to; None for beads."""
    turn = int(key["what"].partition(":")[2] or 0)
    return 2 * turn - 1 + SEATS.index(key["seat"]) if turn else None
