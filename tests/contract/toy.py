"""A tiny game that lives in the tests only: piles of beads, the rules of Nim, every room of a game.

It shares nothing with Castle: its own seats, set-up fields of all three kinds, notation, position
string, picture, and codes. It leaves out what a game may leave out (numbers of moves, `play_line`,
`nearness`, `import_setup`, `group`).

Rules: `left` and `right` take turns; `a3` takes three beads from pile a (piles are named a, b, c, ...;
one to nine beads a turn, at most `most` if that is set). Who takes the last bead wins, or loses with
`goal: misere`. Each ply takes a bead at least, so no game is longer than it has beads.
"""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from struckle_cli.core.drawing import Drawing, Fact, Look, Shape, box, disc, label
from struckle_cli.core.errors import Fault, NotationError, Reason, UsageError
from struckle_cli.core.game import Game, SetupField
from struckle_cli.core.outcome import Outcome
from struckle_cli.core.picture import Picture, Span, View
from struckle_cli.core.setups import LARGEST, check_fields

SEATS = ("left", "right")
DEFAULT = [3, 4, 5]
FIELDS = (
    SetupField(name="bead_piles", kind="json", help="the piles", schema={"type": "array"}),
    SetupField(name="most", kind="integer", help="most beads a turn", default=9),
    SetupField(
        name="goal", kind="text", help="what the last bead does", default="last", choices=("last", "misere")
    ),
)


class Setup(msgspec.Struct, frozen=True):
    """What a record claims: the beads of each pile, the most a turn may take, whether the last bead loses."""

    piles: tuple[int, ...]
    most: int
    misere: bool


class State(msgspec.Struct, frozen=True):
    """A position: the set-up, the beads left, and the index in `SEATS` of the side to move."""

    setup: Setup
    piles: tuple[int, ...]
    mover: int


class Take(msgspec.Struct, frozen=True):
    """Take `count` beads from pile number `pile`."""

    pile: int
    count: int


def read_setup(fields: Mapping[str, object]) -> tuple[Setup | None, list[Fault]]:
    faults = check_fields(FIELDS, fields)
    piles: Any = fields.get("bead_piles", DEFAULT)
    right = isinstance(piles, list) and 0 < len(piles) < 9
    if not (right and all(type(pile) is int and 0 <= pile < 100 for pile in piles)):
        why = "bead_piles is a list of one to eight numbers from 0 to 99"
        faults.append(Fault(code="toy.piles", message=why, pointer="/setup/bead_piles"))
    most: Any = fields.get("most", 9)
    if type(most) is int and not 1 <= most <= LARGEST:
        why = "a turn takes a bead at least"
        faults.append(Fault(code="toy.most", message=why, pointer="/setup/most"))
    if faults:
        return None, faults
    return Setup(tuple(piles), most, fields.get("goal") == "misere"), []


def initial(setup: Setup) -> State:
    return State(setup, setup.piles, 0)


def legal_moves(state: State) -> list[Take]:
    most = min(9, state.setup.most)
    return [
        Take(pile, count)
        for pile, beads in enumerate(state.piles)
        for count in range(1, min(beads, most) + 1)
    ]


def why_illegal(state: State, move: Take) -> Reason | None:
    if not any(state.piles):
        return Reason("toy.after-end", "the game is over: no bead is left")
    if move.pile >= len(state.piles):
        return Reason("toy.no-pile", f"there is no pile {_name(move.pile)}")
    if move.count > state.setup.most:
        return Reason("toy.most", f"a turn takes at most {state.setup.most}")
    if move.count > state.piles[move.pile]:
        return Reason("toy.too-many", f"pile {_name(move.pile)} has {state.piles[move.pile]}")
    return None


def apply(state: State, move: Take) -> State:
    piles = list(state.piles)
    piles[move.pile] -= move.count
    return State(state.setup, tuple(piles), 1 - state.mover)


def outcome(state: State) -> Outcome | None:
    if any(state.piles):
        return None
    last = 1 - state.mover
    return Outcome(winners=(SEATS[1 - last if state.setup.misere else last],), reason="beads")


def to_move(state: State) -> str | None:
    return SEATS[state.mover] if any(state.piles) else None


def _name(pile: int) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[pile]


def parse_move(text: str) -> Take:
    match = re.fullmatch(r"([a-z])([1-9])", text)
    if match is None:
        raise NotationError(Reason("toy.syntax", "a move is a pile and a number, like a3"))
    return Take(ord(match[1]) - ord("a"), int(match[2]))


def format_move(move: Take) -> str:
    return f"{_name(move.pile)}{move.count}"


_PILE = "(?:0|[1-9][0-9]?)"


def parse_position(setup: Setup, text: str) -> State:
    match = re.fullmatch(rf"({_PILE}(?:,{_PILE})*) (left|right)", text)
    if match is None:
        raise NotationError(Reason("toy.position", "a position is the piles and a seat, like 3,4,5 left"))
    return State(setup, tuple(map(int, match[1].split(","))), SEATS.index(match[2]))


def format_position(state: State) -> str:
    return f"{','.join(map(str, state.piles))} {SEATS[state.mover]}"


def render(state: State, view: View) -> Picture:
    bead = "●" if view.style == "unicode" else "o"
    widest = max(*state.setup.piles, *state.piles)
    order = range(len(state.piles))
    lines = [
        (Span(f"{_name(pile)} ", "label"), Span((bead * state.piles[pile]).ljust(widest), "seat1"))
        for pile in (reversed(order) if view.lower == "right" else order)
    ]
    return Picture(tuple(lines))


def draw(state: State, look: Look) -> Drawing:
    """A column a pile, its name below it; who is at the lower edge turns their order."""
    deep = max(*state.setup.piles, *state.piles, 1)
    width, height = 40 * len(state.piles), 20 * deep + 40
    shapes: list[Shape] = [box(0, 0, width, height, "ground")]
    taken = look.last[0] if look.last else None
    if look.chosen is not None and look.chosen not in map(_name, range(len(state.piles))):
        raise UsageError("a pile can be chosen", code="usage.targets")
    for pile, beads in enumerate(state.piles):
        x = 40 * (len(state.piles) - 1 - pile if look.edge == "right" else pile) + 20
        shapes.append(label(x, height - 20, 16, _name(pile)))
        shapes += [disc(x, 20 * place + 10, 8, "seat1", about="a bead") for place in range(beads)]
        if taken == _name(pile):
            shapes.append(box(x - 18, height - 38, 36, 36, "last"))
        if look.chosen == _name(pile):
            shapes += [disc(x, 20 * place + 10, 4, "target") for place in range(beads)]
    piles = ", ".join(f"{_name(pile)} {beads}" for pile, beads in enumerate(state.piles))
    told = f"Beads: {piles}; {SEATS[state.mover]} is next"
    facts = (Fact("next", SEATS[state.mover]),)
    return Drawing(width=width, height=height, shapes=tuple(shapes), about=told, facts=facts)


def make(name: str = "toy") -> "Game[Setup, State, Take]":
    """The game; another `name` gives a second game of the same rules."""
    return Game(
        name=name,
        title="Beads",
        about="Two players take beads from piles.",
        rules_version=1,
        seats=SEATS,
        setup_fields=FIELDS,
        given_reasons={"resign": True},
        end_reasons=("beads",),
        codes={"toy.syntax": "The token has not the shape of a move."},
        read_setup=read_setup,
        initial=initial,
        legal_moves=legal_moves,
        why_illegal=why_illegal,
        apply=apply,
        outcome=outcome,
        to_move=to_move,
        parse_move=parse_move,
        format_move=format_move,
        render=render,
        draw=draw,
        rules_text=lambda: "# Beads\n\nTake beads from one pile; who takes the last one wins.\n",
        boards=lambda: [],
        parse_position=parse_position,
        format_position=format_position,
    )


GAME = make()
