"""A Stricken state as shapes: five layers with their shells, and what the sides have.

White's shells are round and Black's square. On a shell stand its name and Power/Defense; below it its bead:
a filled disc with a capital is a capability that has been used in public, a box with a small letter one that
has not, `?` what is not known. What is drawn depends on the state alone, so one that hides something shows
nothing of it.
"""

from functools import lru_cache
from typing import NamedTuple

from struckle_cli.core.drawing import Drawing, Fact, Look, Shape, area, box, disc, label, line, words
from struckle_cli.core.errors import UsageError, counted, short
from struckle_cli.games.stricken.board import (
    ALL_SHELLS,
    COLUMNS,
    LAYER,
    NAMES,
    OFF,
    POINT,
    POINTS,
    SEATS,
    SHELLS,
    SIZE,
    owner,
    title,
)
from struckle_cli.games.stricken.moves import ACTION_NAMES, ATTACK, DRIFT, SAP, Action, Due
from struckle_cli.games.stricken.render import bead_text, last_points, short_name, standing, strength
from struckle_cli.games.stricken.rules import alive, legal_moves, outcome, to_move
from struckle_cli.games.stricken.state import TURNS, Order, State
from struckle_cli.games.stricken.turns import MAX_ORDERS

STEP = 64
"""From a point to the next one in its row."""
_BESIDE = 3
"""Layers beside each other; what the sides have fills the place behind the last one."""
_RIM = 36
_SPAN = (SIZE - 1) * STEP + 2 * _RIM
_LEFT, _TOP = 24, 30
_TILE = (_LEFT + _SPAN + 12, _TOP + _SPAN + 24)
WIDTH, HEIGHT = _BESIDE * _TILE[0] + 4, 2 * _TILE[1]
_LETTERS = {ATTACK: "x", SAP: "S", 2: "I", 3: "W", 4: "P"}
"""What stands on the mark of a target, by the kind of action; a Drift has none."""

Shapes = tuple[Shape, ...]


def draw(state: State, look: Look) -> Drawing:
    """The lattice from the edge of `look.edge` (default white); black sees all of it the other way round.

    `look.chosen` is a shell of the side to move, by its name or its point. Raises `UsageError` for any other.
    """
    turned = look.edge == "black"
    targets = _targets(state, look.chosen, turned)
    before = look.before if isinstance(look.before, State) else None
    shapes = [*_ground(turned), *_last(look.last, turned)]
    shells = [_seen(state, shell) for shell in range(ALL_SHELLS)]
    for seen in shells:
        if seen.point != OFF:
            shapes += _shell(seen, turned)
    if before is not None:
        shapes += [*_lost(before, state, turned), *_just_now(before, state, turned)]
    for side in (0, 1):
        shapes += _side(state, side)
    shapes += [*_said(state, look.last), *targets]
    facts = _facts(state, shells)
    about = " ".join(f"{fact.name.capitalize()}: {fact.value}." for fact in facts)
    return Drawing(width=WIDTH, height=HEIGHT, shapes=tuple(shapes), about=about, facts=facts)


def _corner(slot: int) -> tuple[int, int]:
    """The upper left corner of a layer's place."""
    return slot % _BESIDE * _TILE[0], slot // _BESIDE * _TILE[1]


@lru_cache(maxsize=2 * POINTS)
def _middle(point: int, turned: bool) -> tuple[int, int]:
    """Where a point is in units."""
    layer, rest = divmod(point, LAYER)
    row, column = divmod(rest, SIZE)
    if turned:
        layer, row, column = SIZE - 1 - layer, SIZE - 1 - row, SIZE - 1 - column
    x, y = _corner(layer)
    return x + _LEFT + _RIM + STEP * column, y + _TOP + _RIM + STEP * (SIZE - 1 - row)


# --- the lattice --------------------------------------------------------------------------------


@lru_cache(maxsize=2)
def _ground(turned: bool) -> Shapes:
    """All that no state changes: layers with points, lines and coordinates, and what the marks mean."""
    shapes = [box(0, 0, WIDTH, HEIGHT, "frame")]
    for slot in range(SIZE):
        shapes += _layer(slot, SIZE - 1 - slot if turned else slot, turned)
    return (*shapes, *_legend())


def _layer(slot: int, layer: int, turned: bool) -> list[Shape]:
    left, top = _corner(slot)
    x, y = left + _LEFT, top + _TOP
    shapes = [
        label(x + _SPAN // 2, top + 16, 17, f"layer {layer + 1}"),
        box(x, y, _SPAN, _SPAN, "ground", radius=10),
    ]
    first, end = _RIM, _SPAN - _RIM
    for step in range(SIZE):
        at = _RIM + STEP * step
        shapes += [line((x + at, y + first, x + at, y + end), "line")]
        shapes += [line((x + first, y + at, x + end, y + at), "line")]
        number = step if turned else SIZE - 1 - step
        shapes += [label(x - 11, y + at, 14, str(number + 1))]
        shapes += [label(x + at, y + _SPAN + 11, 14, COLUMNS[SIZE - 1 - step if turned else step])]
    points = range(LAYER * layer, LAYER * (layer + 1))
    return shapes + [disc(*_middle(point, turned), 4, "wall") for point in points]


def _legend() -> list[Shape]:
    """What the marks on shells mean, below what the sides have."""
    x, y = _corner(SIZE)
    x, y = x + _LEFT + 14, y + _TILE[1] - 86
    shapes = [words(x - 8, y, 14, "2/1  Power/Defense", "label")]
    rows = (("S", True, "used in public"), ("s", False, "not used yet"), ("?", False, "can be more"))
    for row, (letter, used, told) in enumerate(rows):
        at = y + 24 * (row + 1)
        shapes += [*_bead(x, at, letter, used), words(x + 16, at, 14, told, "label")]
    x += 166
    shapes += [*_hurt(x, y + 24, 1), words(x + 16, y + 24, 14, "damage", "label")]
    shapes += [*_burst(x, y + 48, "-1", ""), words(x + 16, y + 48, 14, "just taken", "label")]
    shapes += [_bar(x, y + 72, 1), words(x + 16, y + 72, 14, "sapped", "label")]
    return shapes


# --- shells -------------------------------------------------------------------------------------


class Seen(NamedTuple):
    """What is shown of a shell; of one that is destroyed no Power/Defense."""

    shell: int
    point: int
    force: str
    damage: int
    bead: str
    sapped: bool


def _seen(state: State, shell: int) -> Seen:
    sapped = bool(state.sapped >> shell & 1)
    point, bead = state.where[shell], bead_text(state, shell)
    force = "" if point == OFF else strength(state, shell)
    return Seen(shell, point, force, state.damage[shell], bead, sapped)


@lru_cache(maxsize=4096)
def _shell(seen: Seen, turned: bool) -> Shapes:
    """A shell with its name, Power/Defense, damage and bead."""
    x, y = _middle(seen.point, turned)
    side = owner(seen.shell)
    ink = f"seat{side + 1}-ink"
    about = f"{title(seen.shell)} on {NAMES[seen.point]}: {_told(seen)}"
    shapes = [
        disc(x, y - 4, 24, "seat1", about=about)
        if side == 0
        else box(x - 23, y - 27, 46, 46, "seat2", radius=6, about=about),
        label(x, y - 15, 13, short_name(seen.shell), ink),
        label(x, y + 2, 17, seen.force, ink),
    ]
    if seen.damage:
        shapes += _hurt(x + 22, y - 24, seen.damage)
    start = x - 8 * (len(seen.bead) - 1)
    for number, letter in enumerate(seen.bead):
        shapes += _bead(start + 16 * number, y + 24, letter, letter.isupper())
    if seen.sapped:
        shapes.append(_bar(x, y + 24, len(seen.bead)))
    return tuple(shapes)


def _told(seen: Seen) -> str:
    """The same in words, with the bead as the table of shells has it."""
    damage = f", damage {seen.damage}" if seen.damage else ""
    return f"Power/Defense {seen.force}{damage}, bead {seen.bead}{' sapped' if seen.sapped else ''}"


def _bead(x: int, y: int, letter: str, used: bool) -> list[Shape]:
    """A capability: a filled disc where it has been used in public, else a box."""
    if used:
        return [disc(x, y, 8, "gold"), label(x, y, 12, letter, "gold-ink")]
    return [box(x - 7, y - 7, 14, 14, "bead", radius=2), label(x, y, 12, letter, "text")]


def _bar(x: int, y: int, letters: int) -> Shape:
    """The bar across a sapped bead."""
    half = 8 * letters + 3
    return line((x - half, y + 7, x + half, y - 7), "off")


def _hurt(x: int, y: int, damage: int) -> list[Shape]:
    return [disc(x, y, 9, "red"), label(x, y, 13, str(damage), "red-ink")]


def _burst(x: int, y: int, text: str, about: str) -> list[Shape]:
    """A star with what a shell has just got."""
    far, near = 14, 9
    ring = (
        (0, -far), (5, -near), (10, -10), (near, -5), (far, 0), (near, 5), (10, 10), (5, near),
        (0, far), (-5, near), (-10, 10), (-near, 5), (-far, 0), (-near, -5), (-10, -10), (-5, -near),
    )  # fmt: skip
    corners = [at for dx, dy in ring for at in (x + dx, y + dy)]
    role = "red" if text[0] == "-" else "gold"
    return [area(corners, role, about=about), label(x, y, 12, text, f"{role}-ink")]


# --- what has just happened ---------------------------------------------------------------------


def _last(token: str | None, turned: bool) -> list[Shape]:
    """Frames around the points that the last token names."""
    shapes = []
    for point in last_points(token):
        x, y = _middle(point, turned)
        about = f"last move: {NAMES[point]}"
        shapes.append(box(x - 31, y - 32, 62, 66, "last", radius=8, about=about))
    return shapes


def _lost(before: State, after: State, turned: bool) -> list[Shape]:
    """A cross and its name where a shell was just destroyed; the name struck out above who stands there."""
    shapes = []
    for shell in range(ALL_SHELLS):
        point = before.where[shell]
        if point == OFF or after.where[shell] != OFF:
            continue
        x, y = _middle(point, turned)
        about, name = f"{title(shell)} destroyed on {NAMES[point]}", short_name(shell)
        taken = after.at(point) >= 0
        if taken:
            y -= 35
        else:
            shapes.append(line((x - 26, y - 26, x + 26, y + 26), "lost", about=about))
            shapes.append(line((x - 26, y + 26, x + 26, y - 26), "lost"))
        shapes += [box(x - 15, y - 7, 30, 14, "bead", radius=3, about=about), label(x, y, 12, name, "text")]
        if taken:
            shapes.append(line((x - 15, y, x + 15, y), "lost", about=about))
    return shapes


def _just_now(before: State, after: State, turned: bool) -> list[Shape]:
    """Stars on shells that have just taken damage, or got Power or Defense."""
    shapes = []
    for shell in range(ALL_SHELLS):
        if after.where[shell] == OFF:
            continue
        x, y = _middle(after.where[shell], turned)
        damage = after.damage[shell] - before.damage[shell]
        told = [(f"-{damage}", f"has just taken {damage} damage")] if damage > 0 else []
        if after.power[shell] > before.power[shell]:
            told.append(("+P", "has just got Power"))
        if after.wards[shell] > before.wards[shell]:
            told.append(("+D", "has just got Defense"))
        for text, about in told:
            shapes += _burst(x - 22, y - 22, text, f"{title(shell)} {about}")
    return shapes


# --- what the sides have ------------------------------------------------------------------------


def _block(side: int) -> tuple[int, int]:
    """Where in the place behind the last layer it stands what a side has."""
    left, top = _corner(SIZE)
    return left + _LEFT, top + 8 + 142 * side


def _side(state: State, side: int) -> list[Shape]:
    """Points, shells, damage and orders of a side, and its shells that are destroyed."""
    x, y = _block(side)
    shells = range(SHELLS * side, SHELLS * (side + 1))
    gone = [short_name(shell) for shell in shells if state.where[shell] == OFF]
    shapes = [
        disc(x + 24, y + 22, 16, "seat1") if side == 0 else box(x + 8, y + 6, 32, 32, "seat2", radius=5),
        label(x + 24, y + 22, 17, "WB"[side], f"seat{side + 1}-ink"),
        words(x + 50, y + 22, 19, f"{SEATS[side]}: {counted(state.points[side], 'point')}"),
        words(x + 6, y + 57, 14, f"{counted(alive(state)[side], 'shell')}, damage {state.suffered[side]}"),
        words(x + 196, y + 57, 14, "orders"),
    ]
    for number in range(MAX_ORDERS):
        shapes += _envelope(x + 252 + 24 * number, y + 49, number < state.used[side])
    if gone:
        shapes.append(words(x + 6, y + 79, 12, f"lost {' '.join(gone)}", "label"))
    waiting = [order for order in state.orders[side] if not order.done]
    for number, order in enumerate(waiting):
        shapes.append(words(x + 6, y + 98 + 17 * number, 13, _order(order)))
    return shapes


def _envelope(x: int, y: int, used: bool) -> list[Shape]:
    """One of a side's three orders: an open sheet, or an envelope once it has been sealed."""
    sheet = box(x, y, 20, 16, "bead", radius=2, about="an order, sealed" if used else "an order that is left")
    return [sheet, line((x, y, x + 10, y + 9, x + 20, y), "seal")] if used else [sheet]


def _order(order: Order) -> str:
    """An unresolved order in a few words: `due 14 or 15: hidden`, `due 14: w3 Attack b12`."""
    due = f"due {' or '.join(str(due) for due in order.dues)}"
    if order.hidden:
        return f"{due}: hidden"
    kind, actor, aim = order.plans[0]
    told = f"{due}: {short_name(actor)} {ACTION_NAMES[kind]}"
    if kind == DRIFT:
        return f"{told} {NAMES[aim]}"
    return f"{told} {short_name(aim)}" if kind in (ATTACK, SAP) else told


def _said(state: State, token: str | None) -> list[Shape]:
    """Frame the side that has just done something which is not seen on the lattice, and say what."""
    told = None if token is None else _without_action(token)
    if told is None:
        return []
    side = 1 - state.side
    x, y = _block(side)
    about = f"last move: {SEATS[side]} {told}"
    return [
        box(x, y + 1, _SPAN, 42, "last", radius=8, about=about),
        label(x + _SPAN - 68, y + 22, 14, told, "text"),
    ]


def _without_action(token: str) -> str | None:
    """What a token says that carries out no action; None for one that does."""
    known = {"pass": "passes", "claim": "claims victory", "=void": "order is void"}
    return known.get(token, "seals an order" if token.startswith("F") else None)


def _facts(state: State, shells: list[Seen]) -> tuple[Fact, ...]:
    """The turn, because orders name theirs, what each side has, and its shells: `w3 1d1 2/1 iPs sapped`."""
    ended = outcome(state)
    turn = f"over: {ended}" if ended else f"{state.turn} of {TURNS}, {SEATS[state.side]} to move"
    found = [Fact("turn", turn)]
    for side, seat in enumerate(SEATS):
        found += [Fact(seat, told) for told in standing(state, side)]
        own = shells[SHELLS * side : SHELLS * (side + 1)]
        found.append(Fact(f"{seat}'s shells", "; ".join(map(_row, own))))
    return tuple(found)


@lru_cache(maxsize=4096)
def _row(seen: Seen) -> str:
    """A shell in a few words; it ends with its bead."""
    place = "gone" if seen.point == OFF else f"{NAMES[seen.point]} {seen.force}"
    damage = f" damage {seen.damage}" if seen.damage else ""
    return f"{short_name(seen.shell)} {place}{damage} {seen.bead}{' sapped' if seen.sapped else ''}"


# --- targets ------------------------------------------------------------------------------------


def _targets(state: State, chosen: str | None, turned: bool) -> list[Shape]:
    """Marks where the chosen shell may go, whom it may act on, and on it what it may do without a target.

    Where something is hidden: all that the visible record does not exclude.
    """
    if chosen is None:
        return []
    name = chosen.lower()
    shell = next((one for one in range(ALL_SHELLS) if short_name(one) == name), -1)
    point = state.where[shell] if shell >= 0 else POINT.get(name, OFF)
    actor = state.at(point)
    if to_move(state) is None or actor < 0 or owner(actor) != state.side:
        whose = f"no shell of {SEATS[state.side]}, who is to move" if to_move(state) else "the game is over"
        raise UsageError(f"{short(chosen)!r}: {whose}", code="usage.targets")
    found: dict[int, list[int]] = {}
    for move in legal_moves(state):
        action = move.action if isinstance(move, Due) else move
        if isinstance(action, Action) and action.source == point:
            found.setdefault(point if action.target < 0 else action.target, []).append(action.kind)
    return [shape for at in sorted(found) for shape in _target(at, found[at], turned)]


def _target(point: int, kinds: list[int], turned: bool) -> list[Shape]:
    """A mark with a letter for each kind of action; a Drift leads to an empty point and has none."""
    x, y = _middle(point, turned)
    kinds = sorted(set(kinds))
    about = f"target {NAMES[point]}: {', '.join(ACTION_NAMES[kind] for kind in kinds)}"
    if kinds == [DRIFT]:
        return [disc(x, y, 10, "target", about=about)]
    letters = "".join(_LETTERS[kind] for kind in kinds)
    half = 5 + 5 * len(letters)
    return [
        box(x - half, y - 41, 2 * half, 20, "target", radius=10, about=about),
        label(x, y - 31, 14, letters, "target-ink"),
    ]
