"""Board, movement rules, notation and goals of the slow derivation (`slow.py`), from the page alone.

A cell is its number, a rule its name ("M3", "I2"); imports nothing of the project.
"""

import re
from functools import cache
from itertools import product

PLAYERS = ("purple", "orange")
OTHER = {"purple": "orange", "orange": "purple"}
CELLS = range(1, 10)
DIRECT = tuple(f"M{n}" for n in range(1, 31))
INDIRECT = ("I1", "I2", "I3", "I4")
GOALS = tuple(f"G{n}" for n in range(1, 11))

NUMBER = "M(?:[1-9]|[12][0-9]|30)"
MOVE = re.compile(
    rf"(?:(?P<direct>{NUMBER})|(?P<one>I[134])\((?P<over>{NUMBER})\)|(?P<two>I2)\((?P<first>{NUMBER}),(?P<second>{NUMBER})\))"
    r":(?P<own>[1-9])(?:/(?P<opp>[1-9]))?"
)

Form = tuple[str, tuple[str, ...]]
"""The rule picked and the rules applied through it: ("M3", ()), ("I2", ("M2", "M3"))."""
Statement = tuple[Form, int, int | None]
"""A form, the destination of own, and of opp if it was stated."""

# --- the board -----------------------------------------------------------------------------------


def row(cell: int) -> int:
    return (cell - 1) // 3


def column(cell: int) -> int:
    return (cell - 1) % 3


def cell_at(down: int, right: int) -> int | None:
    """The cell in that row and column; None off the board."""
    return down * 3 + right + 1 if 0 <= down <= 2 and 0 <= right <= 2 else None


def gone(cell: int, down: int, right: int) -> int | None:
    return cell_at(row(cell) + down, column(cell) + right)


def neighbours(cell: int, steps: list[tuple[int, int]]) -> set[int]:
    return {to for down, right in steps if (to := gone(cell, down, right)) is not None}


ORTHOGONAL = [(-1, 0), (1, 0), (0, -1), (0, 1)]
DIAGONAL = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
KNIGHT = [(d, r) for d in (-2, -1, 1, 2) for r in (-2, -1, 1, 2) if abs(d) != abs(r)]
UP, DOWN, LEFT, RIGHT = ORTHOGONAL
STEPS = {  # M3..M10: own's step, opp's step
    "M3": (UP, UP),
    "M4": (DOWN, DOWN),
    "M5": (LEFT, LEFT),
    "M6": (RIGHT, RIGHT),
    "M7": (UP, DOWN),
    "M8": (DOWN, UP),
    "M9": (LEFT, RIGHT),
    "M10": (RIGHT, LEFT),
}
ROUND = [1, 2, 3, 6, 9, 8, 7, 4]
MOVES_OPP = {*STEPS, "M11", "M12", "M15"}


def adjacent(one: int, two: int) -> bool:
    return two in neighbours(one, ORTHOGONAL + DIAGONAL)


def distance(one: int, two: int) -> int:
    """The square of the straight line between the centres."""
    return (row(one) - row(two)) ** 2 + (column(one) - column(two)) ** 2


def turned(cell: int, by: int) -> int:
    return 5 if cell == 5 else ROUND[(ROUND.index(cell) + by) % 8]


# --- the movement rules --------------------------------------------------------------------------


def pushed(rule: str, own: int, opp: int, beyond: int | None = None) -> tuple[int, int]:
    """M3..M10; `beyond` is where own goes instead of leaving the board (itself by default)."""
    (own_step, opp_step) = STEPS[rule]
    off = own if beyond is None else beyond
    return gone(own, *own_step) or off, gone(opp, *opp_step) or opp


CORNERS, EDGES = {1, 3, 7, 9}, {2, 4, 6, 8}


def picks_by_own(own: int) -> dict[str, set[int]]:
    """Where own may go by the rules that look at own alone."""
    return {
        "M1": neighbours(own, DIAGONAL),
        "M2": neighbours(own, ORTHOGONAL),
        "M13": neighbours(own, KNIGHT),
        "M14": {own},
        "M17": {1, 3, 5, 7, 9} - {own} if own % 2 else {2, 4, 6, 8},
        "M18": {to for to in CELLS if column(to) == column(own)},
        "M19": {to for to in CELLS if row(to) == row(own)},
        "M26": {10 - own},
        "M29": CORNERS - {own} if own in CORNERS else {5},
        "M30": EDGES - {own} if own in EDGES else {5},
    }


def picks_by_both(own: int, opp: int) -> dict[str, set[int]]:
    """Where own may go by the rules that look at opp too."""
    return {
        "M20": {to for to in CELLS if column(to) == column(opp)},
        "M21": {to for to in CELLS if row(to) == row(opp)},
        "M22": {to for to in CELLS if row(to) not in (row(own), row(opp))},
        "M23": {to for to in CELLS if column(to) not in (column(own), column(opp))},
        "M24": neighbours(opp, ORTHOGONAL),
        "M25": neighbours(opp, DIAGONAL),
        "M27": {to for to in CELLS if distance(to, opp) < distance(own, opp)},
        "M28": {to for to in CELLS if distance(to, opp) > distance(own, opp)},
    }


@cache
def direct(rule: str, own: int, opp: int, back: int | None) -> frozenset[tuple[int, int]]:
    """All ends (own, opp) of a direct rule; `back` is where own's last completed turn began."""
    if rule in STEPS:
        return frozenset({pushed(rule, own, opp)})
    if rule in ("M11", "M12"):
        by = 1 if rule == "M11" else -1
        return frozenset({(turned(own, by), turned(opp, by))})
    if rule == "M15":
        return frozenset({(opp, own)})
    if rule == "M16":
        return frozenset() if back is None else frozenset({(back, opp)})
    picks = (picks_by_own(own) | picks_by_both(own, opp))[rule]
    return frozenset((to, opp) for to in picks)


@cache
def ends(
    form: Form, own: int, opp: int, back: int | None, opp_back: int | None
) -> frozenset[tuple[int, int]]:
    """All ends (own, opp) of a form; none if it may not be used."""
    rule, over = form
    if rule == "I1":
        return direct(over[0], own, opp, back)
    if rule == "I2":
        between = direct(over[0], own, opp, back)
        return frozenset(end for o, p in between for end in direct(over[1], o, p, back))
    if rule == "I3" and over[0] in STEPS:
        return frozenset({pushed(over[0], own, opp, beyond=5)})
    if rule == "I3":
        return direct(over[0], own, opp, back)
    if rule == "I4":
        return frozenset((o, p) for p, o in direct(over[0], opp, own, opp_back))
    return direct(rule, own, opp, back)


def opp_is_stated(form: Form) -> bool:
    rule, over = form
    return rule in MOVES_OPP or rule == "I4" or any(part in MOVES_OPP for part in over)


# --- notation ------------------------------------------------------------------------------------


def spell(statement: Statement) -> str:
    (rule, over), own, opp = statement
    inner = f"({','.join(over)})" if over else ""
    return f"{rule}{inner}:{own}" + ("" if opp is None else f"/{opp}")


@cache
def read_move(text: str) -> Statement | None:
    """A readable move without its `?`; None if it is none (`pass` is none either)."""
    match = MOVE.fullmatch(text)
    if match is None:
        return None
    own, opp = int(match["own"]), int(match["opp"]) if match["opp"] else None
    if match["direct"]:
        return (match["direct"], ()), own, opp
    if match["one"]:
        return (match["one"], (match["over"],)), own, opp
    return ("I2", (match["first"], match["second"])), own, opp


def readable(token: str) -> bool:
    """Whether a token is one of the notation at all, wherever it stands."""
    if token in ("accept", "decline", "(", ")", "bet:purple", "bet:orange"):
        return True
    move = token.removesuffix("?")
    return move == "pass" or read_move(move) is not None


@cache
def forms(rules: tuple[str, ...]) -> list[Form]:
    """Every readable form over these rules (the ones that apply themselves or twice the same too)."""
    straight = [rule for rule in rules if rule in DIRECT]
    found: list[Form] = [(rule, ()) for rule in straight]
    for rule in rules:
        if rule == "I2":
            found += [("I2", pair) for pair in product(straight, repeat=2)]
        elif rule in INDIRECT:
            found += [(rule, (part,)) for part in straight]
    return found


@cache
def statements_of(form: Form) -> tuple[tuple[Statement, str], ...]:
    """Every readable move of a form, with its spelling: 9 cells of own, and opp's left out or on 9 cells."""
    every = [(form, own, opp) for own in CELLS for opp in (None, *CELLS)]
    return tuple((statement, spell(statement)) for statement in every)


def statements(rules: tuple[str, ...]) -> list[tuple[Statement, str]]:
    """Every readable move over these rules (`pass` is none of them), with its spelling."""
    return [found for form in forms(rules) for found in statements_of(form)]


EVERYTHING = DIRECT + INDIRECT

# --- goals, from all the turn ends of a player ---------------------------------------------------

End = tuple[int, int]
"""Where own and opp stood when an own turn ended."""


def windows(all_ends: list[End], length: int) -> list[list[End]]:
    return [all_ends[at : at + length] for at in range(len(all_ends) - length + 1)]


def spans(all_ends: list[End]) -> list[list[End]]:
    """All that lie within 8 own turns in a row, shorter beginnings of a game too."""
    return windows(all_ends, 8) or [all_ends]


def reached(goal: str, all_ends: list[End]) -> bool:
    """Whether a player with these turn ends, from the first one on, has met the goal."""
    own = [end[0] for end in all_ends]
    match goal:
        case "G1":
            return any(all(o == p for o, p in part) for part in windows(all_ends, 3))
        case "G2":
            return set(own) == set(CELLS)
        case "G3" | "G4":
            line = row if goal == "G3" else column
            return any(
                {o for o, _ in part} == {to for to in CELLS if line(to) == at}
                for part in windows(all_ends, 5)
                for at in range(3)
            )
        case "G5" | "G6":
            wanted = {1, 3, 7, 9} if goal == "G5" else {2, 4, 6, 8}
            return any(wanted <= {o for o, _ in part} for part in spans(all_ends))
        case "G7" | "G8":
            one, two = (UP, DOWN) if goal == "G7" else (LEFT, RIGHT)
            return any(
                any(gone(p, *one) == o for o, p in part) and any(gone(p, *two) == o for o, p in part)
                for part in spans(all_ends)
            )
        case "G9":
            return any(all(o != 5 for o, _ in part) for part in windows(all_ends, 12))
        case "G10":
            return any(len({o for o, _ in part}) == 8 for part in windows(all_ends, 8))
    raise AssertionError(goal)
