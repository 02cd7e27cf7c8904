"""Stricken once more: slow, point by point, straight from the sentences of the rules page.

It shares nothing with the program but the notation. A point is its name (`1a2`), a shell its side and number
(`("white", 3)`). `judge` plays a token or says by which code it is refused, and everything here is in the
open: `slow_hidden` asks about hidden records by filling them in.
"""

import re
from dataclasses import dataclass, field, replace
from typing import Any

SIDES = ["white", "black"]
POINTS = [f"{layer}{column}{row}" for layer in "12345" for column in "abcde" for row in "12345"]
NAMES = {"I": "Inspire", "W": "Ward", "P": "Pulse", "S": "Sap"}
POINT = r"[1-5][a-e][1-5]"
ACTION = re.compile(rf"({POINT})(?:(-|x)({POINT})|:([IWP])|:(S)({POINT}))")

Shell = tuple[str, int]


class RefusedError(Exception):
    """A token that cannot be played; its text is the code without `stricken.`."""


@dataclass(frozen=True)
class Body:
    """A shell as it is now; `point` is None when it is destroyed."""

    point: str | None
    bead: str
    inspired: int = 0
    warded: int = 0
    damage: int = 0
    sapped: bool = False
    shown: str = ""

    @property
    def power(self) -> int:
        return 1 + self.inspired

    @property
    def defense(self) -> int:
        return 1 + self.warded - self.damage


@dataclass(frozen=True)
class Order:
    """What was sealed: by whom, when, due when, which shell does what to what."""

    side: str
    sealed: int
    due: int
    actor: Shell
    sign: str
    aim: Any


@dataclass(frozen=True)
class Position:
    """Everything there is to know, after `plies` entries."""

    shells: dict[Shell, Body]
    plies: int = 0
    score: dict[str, int] = field(default_factory=lambda: {"white": 0, "black": 0})
    suffered: dict[str, int] = field(default_factory=lambda: {"white": 0, "black": 0})
    waiting: tuple[Order, ...] = ()
    sealed: dict[str, int] = field(default_factory=lambda: {"white": 0, "black": 0})
    claimed: str | None = None
    claim_at: int = 24
    claim_lead: int = 3

    @property
    def side(self) -> str:
        return SIDES[self.plies % 2]

    @property
    def turn(self) -> int:
        return self.plies // 2 + 1


def start(fields: dict[str, Any]) -> Position:
    """The start of a set-up in the open."""
    shells = {
        (side, number): Body(shell["point"], shell["bead"])
        for side in SIDES
        for number, shell in enumerate(fields["shells"][side], 1)
    }
    found = Position(shells)
    return replace(found, claim_at=fields.get("claim_at", 24), claim_lead=fields.get("claim_lead", 3))


def adjacent(one: str, other: str) -> bool:
    """One step along one axis."""
    return sum(abs(ord(a) - ord(b)) for a, b in zip(one, other, strict=True)) == 1


def at(position: Position, point: str) -> Shell | None:
    return next((shell for shell, body in position.shells.items() if body.point == point), None)


def near(position: Position, shell: Shell) -> list[Shell]:
    """The shells adjacent to a shell."""
    here = position.shells[shell].point
    return [
        other
        for other, body in position.shells.items()
        if body.point is not None and here is not None and adjacent(here, body.point)
    ]


def active(position: Position, side: str) -> int:
    return sum(1 for shell, body in position.shells.items() if shell[0] == side and body.point is not None)


def result(position: Position) -> tuple[str | None, str] | None:
    """Who has won (None: nobody) and why; None for a running game."""
    if position.claimed is not None:
        return position.claimed, "claim"
    white, black = active(position, "white"), active(position, "black")
    if white == 0 and black > 0:
        return "black", "elimination"
    if black == 0 and white > 0:
        return "white", "elimination"
    if white > 0 and black > 0 and position.plies < 120:
        return None
    for more in (
        position.score["white"] - position.score["black"],
        white - black,
        position.suffered["black"] - position.suffered["white"],
    ):
        if more:
            return ("white" if more > 0 else "black"), "limit"
    return None, "limit"


def changed(position: Position, shell: Shell, **changes: Any) -> Position:
    return replace(position, shells={**position.shells, shell: replace(position.shells[shell], **changes)})


def hurt(position: Position, blows: dict[Shell, int]) -> Position:
    """Damage to some shells at once; whoever is at 0 or less then is destroyed."""
    for shell, amount in blows.items():
        position = changed(position, shell, damage=position.shells[shell].damage + amount)
        position = replace(
            position, suffered={**position.suffered, shell[0]: position.suffered[shell[0]] + amount}
        )
    for shell in blows:
        position = buried(position, shell)
    return position


def buried(position: Position, shell: Shell) -> Position:
    if position.shells[shell].defense > 0:
        return position
    other = SIDES[1 - SIDES.index(shell[0])]
    position = changed(position, shell, point=None)
    return replace(position, score={**position.score, other: position.score[other] + 1})


def check_action(position: Position, text: str) -> tuple[Shell, str, Any]:
    """The actor, the sign and what an action aims at; raises `RefusedError` if it is not legal."""
    match = ACTION.fullmatch(text)
    if match is None:
        raise RefusedError("syntax")
    here, sign = match[1], match[2] or match[4] or match[5]
    there = match[3] or match[6]
    actor = at(position, here)
    if actor is None:
        raise RefusedError("empty-from")
    if actor[0] != position.side:
        raise RefusedError("not-yours")
    check_ability(position.shells[actor], sign)
    if there is not None and not adjacent(here, there):
        raise RefusedError("not-adjacent")
    target = None if there is None else at(position, there)
    check_target(position, actor, sign, target)
    return actor, sign, there if sign == "-" else target


def check_ability(body: Body, sign: str) -> None:
    """Not sapped, and in the bead."""
    if sign in NAMES and body.sapped:
        raise RefusedError("sapped")
    if sign in NAMES and sign not in body.bead:
        raise RefusedError("no-ability")


def check_target(position: Position, actor: Shell, sign: str, target: Shell | None) -> None:
    """What each action needs around its actor."""
    if sign == "-" and target is not None:
        raise RefusedError("occupied")
    if sign in "xS" and target is None:
        raise RefusedError("no-target")
    if sign in "xS" and target is not None and target[0] == actor[0]:
        raise RefusedError("own-shell")
    if sign == "P" and not near(position, actor):
        raise RefusedError("no-neighbour")
    if sign in "IW" and not [other for other in near(position, actor) if other[0] == actor[0]]:
        raise RefusedError("no-ally")


def act(position: Position, actor: Shell, sign: str, aim: Any) -> Position:
    """What a legal action does."""
    body = position.shells[actor]
    if sign == "-":
        return changed(position, actor, point=aim)
    if sign == "x":
        there = position.shells[aim].point
        after = hurt(position, {actor: position.shells[aim].power, aim: body.power})
        if after.shells[aim].point is None and after.shells[actor].point is not None:
            after = changed(after, actor, point=there)
        return after
    if sign not in body.shown:
        position = changed(position, actor, shown="".join(c for c in "IWPS" if c in body.shown + sign))
    if sign == "S":
        return buried(changed(position, aim, inspired=0, warded=0, sapped=True), aim)
    if sign == "P":
        return hurt(position, dict.fromkeys(near(position, actor), body.power))
    for ally in near(position, actor):
        if ally[0] == actor[0] and sign == "I":
            position = changed(position, ally, inspired=position.shells[ally].inspired + 1)
        elif ally[0] == actor[0]:
            position = changed(position, ally, warded=position.shells[ally].warded + 1)
    return position


def due(position: Position) -> Order | None:
    """The order that is due on this turn."""
    for order in position.waiting:
        if order.side == position.side and order.due == position.turn:
            return order
    return None


def comes_to(position: Position, order: Order) -> str:
    """The one legal token of a due turn."""
    here = position.shells[order.actor].point
    if here is None:
        return "=void"
    if order.sign in "IWP":
        text = f"{here}:{order.sign}"
    elif order.sign == "-":
        text = f"{here}-{order.aim}"
    else:
        there = position.shells[order.aim].point
        text = f"{here}{'x' if order.sign == 'x' else ':S'}{there}"
    try:
        check_action(position, text)
    except RefusedError:
        return "=void"
    return f"={text}"


def judge(position: Position, token: str) -> Position:
    """The position after a token; raises `RefusedError` with the code of the first fault."""
    sealing = read(token)
    if result(position) is not None:
        raise RefusedError("after-end")
    order = due(position)
    if token.startswith("="):
        position = resolved(position, order, token)
    elif order is not None:
        raise RefusedError("due-turn")
    elif sealing:
        position = seal(position, int(sealing[1]), sealing[2])
    elif token == "claim":
        position = claimed(position)
    elif token != "pass":
        position = act(position, *check_action(position, token))
    return replace(position, plies=position.plies + 1)


def read(token: str) -> "re.Match[str] | None":
    """The delay and the action of an order; raises `RefusedError` for what is no token at all."""
    sealing = re.fullmatch(r"F([0-9]*)\[(.*)\]", token)
    if sealing and ACTION.fullmatch(sealing[2]) and sealing[1] not in ("2", "3"):
        raise RefusedError("delay")
    inner = sealing[2] if sealing else token.removeprefix("=")
    if ACTION.fullmatch(inner) is None and token not in ("pass", "claim", "=void"):
        raise RefusedError("syntax")
    return sealing


def resolved(position: Position, order: Order | None, token: str) -> Position:
    if order is None:
        raise RefusedError("not-due")
    if token != comes_to(position, order):
        raise RefusedError("foretold")
    position = replace(position, waiting=tuple(item for item in position.waiting if item != order))
    return position if token == "=void" else act(position, *check_action(position, token[1:]))


def claimed(position: Position) -> Position:
    mine = position.score[position.side]
    theirs = position.score[SIDES[1 - SIDES.index(position.side)]]
    if mine < position.claim_at or mine - theirs < position.claim_lead:
        raise RefusedError("claim-early")
    return replace(position, claimed=position.side)


def seal(position: Position, delay: int, text: str) -> Position:
    side = position.side
    if position.sealed[side] == 3:
        raise RefusedError("no-orders-left")
    actor, sign, aim = check_action(position, text)
    mine = [order for order in position.waiting if order.side == side]
    if actor in [order.actor for order in mine]:
        raise RefusedError("actor-taken")
    if position.turn + delay in [order.due for order in mine]:
        raise RefusedError("order-taken")
    order = Order(side, position.turn, position.turn + delay, actor, sign, aim)
    sealed = {**position.sealed, side: position.sealed[side] + 1}
    return replace(position, waiting=(*position.waiting, order), sealed=sealed)


def code(position: Position, token: str) -> str | None:
    """By which code a token is refused, None if it is legal."""
    try:
        judge(position, token)
    except RefusedError as error:
        return str(error)
    return None


def conceivable(position: Position) -> list[str]:
    """Actions of the side to move that are worth trying."""
    found = []
    for shell, body in position.shells.items():
        if shell[0] == position.side and body.point is not None:
            there = [point for point in POINTS if adjacent(body.point, point)]
            found += [f"{body.point}{sign}{point}" for sign in ("-", "x", ":S") for point in there]
            found += [f"{body.point}:{letter}" for letter in "IWP"]
    return found


def legal_tokens(position: Position) -> list[str]:
    """Every legal token in bytewise order, by trying."""
    tried = conceivable(position)
    tried += [f"{frame}{action}{end}" for action in tried for frame, end in
              (("F2[", "]"), ("F3[", "]"), ("=", ""))]  # fmt: skip
    return sorted(token for token in [*tried, "pass", "claim", "=void"] if code(position, token) is None)


def perft(position: Position, depth: int) -> int:
    """How many sequences of exactly `depth` legal tokens there are."""
    if depth == 0:
        return 1
    tokens = legal_tokens(position)
    return len(tokens) if depth == 1 else sum(perft(judge(position, token), depth - 1) for token in tokens)
