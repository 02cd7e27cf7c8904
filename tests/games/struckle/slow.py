"""Struckle once more: slow, square by square, straight from the sentences of the rules page.

It shares nothing with the program but the notation. A square is its name (`a6`), a piece its house and letter
(`TBD`); every rule is asked anew for every square. `judge` plays a token or says by which code it is refused.
"""

import re
from dataclasses import dataclass, replace

HOUSES = ["TB", "TG", "SB", "SG"]
LETTERS = "DHPS"
PIECES = [house + letter for house in HOUSES for letter in LETTERS]
SQUARES = [column + row for row in "12345678" for column in "abcdefgh"]

# The table of the page, line by line.
HOME = {
    "TB": {"D": "a6", "H": "a5", "P": "a4", "S": "a3"},
    "TG": {"D": "c1", "H": "d1", "P": "e1", "S": "f1"},
    "SB": {"D": "h3", "H": "h4", "P": "h5", "S": "h6"},
    "SG": {"D": "f8", "H": "e8", "P": "d8", "S": "c8"},
}
GOALS = {"TB": {"h2", "h7"}, "TG": {"b8", "g8"}, "SB": {"a2", "a7"}, "SG": {"b1", "g1"}}
SIMPLE = {
    "TB": {"b3", "b4", "b5", "b6", "c4", "c5"},
    "TG": {"c2", "d2", "e2", "f2", "d3", "e3"},
    "SB": {"g3", "g4", "g5", "g6", "f4", "f5"},
    "SG": {"c7", "d7", "e7", "f7", "d6", "e6"},
}
GOLD = {"d4", "d5", "e4", "e5"}
RED = {"a1", "b2", "c3", "f6", "g7", "h8", "a8", "b7", "c6", "f3", "g2", "h1"}
POWER_SIGN = {"D": "!", "H": "^", "P": "~", "S": "@"}
TOKEN = re.compile(
    r"(?P<letter>[DHPS])"
    r"(?:-|(?P<steps>(?:[a-h][1-8]){1,2})(?P<after>[!^@][a-h][1-8]|~[a-h][1-8][a-h][1-8])?"
    r"|(?P<alone>[!^@][a-h][1-8]|~[a-h][1-8][a-h][1-8]))"
)


class RefusedError(Exception):
    """A token that cannot be played; its text is the code without `struckle.`."""


@dataclass(frozen=True)
class Position:
    """Where each piece stands, which are promoted, who acts next, the round."""

    at: dict[str, str]
    promoted: frozenset[str]
    acting: str = "TBD"
    round: int = 1


START = Position({house + letter: HOME[house][letter] for house in HOUSES for letter in LETTERS}, frozenset())


def adjacent(one: str, other: str) -> bool:
    """Whether a king goes from one square to the other in one move."""
    columns, rows = abs(ord(one[0]) - ord(other[0])), abs(int(one[1]) - int(other[1]))
    return max(columns, rows) == 1


def behind(hero: str, target: str) -> str | None:
    """The square beyond `target`, going on from `hero`; None off the board."""
    column, row = 2 * ord(target[0]) - ord(hero[0]), 2 * int(target[1]) - int(hero[1])
    name = f"{chr(column)}{row}"
    return name if name in SQUARES else None


def holder(position: Position, square: str) -> str | None:
    """The piece on a square."""
    return next((piece for piece in PIECES if position.at[piece] == square), None)


def own_square(piece: str, square: str) -> bool:
    """Whether a square belongs to the piece's house: home, goal or simple."""
    house = piece[:2]
    return square in HOME[house].values() or square in GOALS[house] or square in SIMPLE[house]


def entered(position: Position, piece: str, square: str) -> Position:
    """The piece goes to a square; gold promotes, red demotes."""
    promoted = position.promoted
    if square in GOLD:
        promoted = promoted | {piece}
    if square in RED:
        promoted = promoted - {piece}
    return replace(position, at={**position.at, piece: square}, promoted=promoted)


def winners(position: Position) -> list[str]:
    """The houses whose pieces stand on both of their goals."""
    found = []
    for house in HOUSES:
        standing = {position.at[house + letter] for letter in LETTERS}
        if GOALS[house] <= standing:
            found.append(house)
    return found


def judge(position: Position, token: str) -> Position:
    """The position after a token; raises `RefusedError` with the code of the first fault."""
    match = TOKEN.fullmatch(token)
    if match is None:
        raise RefusedError("syntax")
    if winners(position):
        raise RefusedError("after-end")
    actor = position.acting
    if match["letter"] != actor[2]:
        raise RefusedError("wrong-piece")
    steps = re.findall("[a-h][1-8]", match["steps"] or "")
    power = match["after"] or match["alone"] or ""
    for count, step in enumerate(steps):
        if winners(position):
            raise RefusedError("after-win")
        if not adjacent(position.at[actor], step):
            raise RefusedError("not-adjacent")
        if holder(position, step) is not None:
            raise RefusedError("step-occupied")
        position = entered(position, actor, step)
        assert count < 2
    if power:
        if winners(position):
            raise RefusedError("after-win")
        position = used(position, actor, power)
    return passed(position)


def used(position: Position, actor: str, power: str) -> Position:
    """The position after a power."""
    if power[0] != POWER_SIGN[actor[2]]:
        raise RefusedError("wrong-power")
    if actor not in position.promoted:
        raise RefusedError("not-promoted")
    victim = holder(position, power[1:3])
    if victim is None:
        raise RefusedError("no-target")
    if victim[:2] == actor[:2]:
        raise RefusedError("own-piece")
    if power[0] == "^":
        return charged(position, actor, victim)
    if own_square(victim, position.at[victim]):
        raise RefusedError("protected")
    if power[0] == "!":
        return diminished(position, victim)
    return brainwashed(position, victim, power[3:5]) if power[0] == "~" else sent_home(position, victim)


def diminished(position: Position, victim: str) -> Position:
    """A promoted piece that is not on gold loses its state."""
    if victim not in position.promoted:
        raise RefusedError("target-demoted")
    if position.at[victim] in GOLD:
        raise RefusedError("on-gold")
    return replace(position, promoted=position.promoted - {victim})


def brainwashed(position: Position, victim: str, to: str) -> Position:
    """The victim makes one step."""
    if not adjacent(position.at[victim], to):
        raise RefusedError("not-adjacent")
    if holder(position, to) is not None:
        raise RefusedError("step-occupied")
    return entered(position, victim, to)


def sent_home(position: Position, victim: str) -> Position:
    """The victim goes to its home square and stays what it is (ST-4)."""
    home = HOME[victim[:2]][victim[2]]
    if holder(position, home) is not None:
        raise RefusedError("home-taken")
    return replace(position, at={**position.at, victim: home})


def charged(position: Position, hero: str, victim: str) -> Position:
    """The victim moves on, then the Hero takes its square."""
    here, there = position.at[hero], position.at[victim]
    if not adjacent(here, there):
        raise RefusedError("not-adjacent")
    further = behind(here, there)
    if further is None or holder(position, further) is not None:
        raise RefusedError("no-room-behind")
    return entered(entered(position, victim, further), hero, there)


def passed(position: Position) -> Position:
    """The next piece acts; after the last one a new round begins."""
    number = PIECES.index(position.acting) + 1
    return replace(position, acting=PIECES[number % 16], round=position.round + number // 16)


def code(position: Position, token: str) -> str | None:
    """By which code a token is refused, None if it is legal."""
    try:
        judge(position, token)
    except RefusedError as error:
        return f"struckle.{error}"
    return None


def legal_tokens(position: Position) -> list[str]:
    """Every legal token in bytewise order, by trying."""
    if winners(position):
        return []
    letter = position.acting[2]
    walks = [f"{letter}-"] + [letter + step for step in SQUARES if code(position, letter + step) is None]
    walks += [
        walk + step
        for walk in walks[1:]
        for step in SQUARES
        if adjacent(walk[1:], step) and code(position, walk + step) is None
    ]
    return sorted(walks + [token for walk in walks for token in _with_power(position, walk.replace("-", ""))])


def _with_power(position: Position, walk: str) -> list[str]:
    sign = POWER_SIGN[position.acting[2]]
    if code(position, f"{walk}{sign}a1" + ("a1" if sign == "~" else "")) == "struckle.not-promoted":
        return []
    victims = [position.at[piece] for piece in PIECES if piece[:2] != position.acting[:2]]
    tried = [
        f"{walk}{sign}{square}{end}"
        for square in victims
        for end in ([name for name in SQUARES if adjacent(square, name)] if sign == "~" else [""])
    ]
    return [token for token in tried if code(position, token) is None]


def perft(position: Position, depth: int) -> int:
    """How many sequences of exactly `depth` legal tokens there are."""
    if depth == 0:
        return 1
    tokens = legal_tokens(position)
    return len(tokens) if depth == 1 else sum(perft(judge(position, token), depth - 1) for token in tokens)


def format_position(position: Position) -> str:
    houses = []
    for house in HOUSES:
        marks = [
            position.at[house + letter] + ("+" if house + letter in position.promoted else "")
            for letter in LETTERS
        ]
        houses.append("".join(marks))
    return f"{' '.join(houses)} {position.acting[:2]}:{position.acting[2]} {position.round}"


def parse_position(text: str) -> Position:
    """The position of a string; raises `ValueError` if it is malformed or impossible."""
    piece = r"[a-h][1-8]\+?"
    pattern = rf"(({piece}){{4}} ){{4}}(TB|TG|SB|SG):[DHPS] [1-9][0-9]*"
    if re.fullmatch(pattern, text, re.ASCII) is None:
        raise ValueError("malformed")
    *houses, acting, number = text.split(" ")
    marks = re.findall(piece, "".join(houses))
    at = dict(zip(PIECES, (mark[:2] for mark in marks), strict=True))
    promoted = frozenset(piece for piece, mark in zip(PIECES, marks, strict=True) if mark.endswith("+"))
    position = Position(at, promoted, acting.replace(":", ""), int(number))
    why = impossible(position)
    if why:
        raise ValueError(why)
    return position


def impossible(position: Position) -> str | None:
    """Why no game can stand so (ST-3 and the page's *Board*)."""
    if len(set(position.at.values())) < 16:
        return "same-square"
    for piece, square in position.at.items():
        if (square in GOLD and piece not in position.promoted) or (
            square in RED and piece in position.promoted
        ):
            return "wrong-state"
    return "decided-twice" if len(winners(position)) > 1 else None


def quarter(square: str) -> str:
    """A square turned by 90 degrees counter-clockwise about the board's centre (a6 becomes c1)."""
    column, row = "abcdefgh".index(square[0]), int(square[1])
    return f"{'abcdefgh'[8 - row]}{column + 1}"


def quarter_token(token: str) -> str:
    """A token with all of its squares turned."""
    return re.sub("[a-h][1-8]", lambda match: quarter(match[0]), token)


def quarter_position(position: Position) -> Position:
    """The position turned with its houses; whoever acted, the next house does."""
    following = dict(zip(HOUSES, [*HOUSES[1:], HOUSES[0]], strict=True))

    def turned(piece: str) -> str:
        return following[piece[:2]] + piece[2]

    return Position(
        {turned(piece): quarter(square) for piece, square in position.at.items()},
        frozenset(map(turned, position.promoted)),
        turned(position.acting),
        position.round + (position.acting[:2] == "SG"),
    )


def kind_of(name: str) -> str:
    """Whose a square is and what for, or its colour (the page's *Board*)."""
    for house in HOUSES:
        for letter, home in HOME[house].items():
            if name == home:
                return f"{house} home {letter}"
        if name in GOALS[house]:
            return f"{house} goal"
        if name in SIMPLE[house]:
            return f"{house} simple"
    return "gold" if name in GOLD else "red"
