"""Struggle once more: slow, die by die, straight from the sentences of the rules page.

It shares nothing with the program but the notation. A piece is its letter, where it stands is the number of a
space (0 is Start) or the letter of a place. Each Ace is given by itself, so that many ways lead to one token.
"""

import hashlib
import re
from dataclasses import dataclass, replace
from itertools import permutations, product

COLOURS = """
 1 Y   2 Y   3 Y   4 R   5 Y   6 B   7 Y   8 R
 9 R  10 B  11 Y  12 R  13 Y  14 B  15 Y  16 R
17 Y  18 Y  19 B  20 R  21 Y  22 R  23 B  24 Y
25 R  26 Y  27 B  28 R  29 Y  30 R  31 B  32 Y
"""
TRACK = "".join(re.findall("[YRB]", COLOURS))
DECK = re.findall(
    r"\S+",
    "KQ9JT KJTQ9 KTQ9J K9JTQ QK9TJ QJK9T QTJK9 Q9TJK JKT9Q JQKT9 "
    "JT9QK J9QKT TKQJ9 TQJ9K TJ9KQ T9KQJ 9KJQT 9QTKJ 9JQTK 9TKJQ",
)
FIGURES = ["K", "Q", "J", "T", "9"]
PLACES = ["A", "B", "C", "D", "E"]
ORDER = "AKQJT9"
GROUP = "A{0,5}K{0,5}Q{0,5}J{0,5}T{0,5}9{0,5}"
TOKEN = re.compile(rf"({GROUP})(/{GROUP}\+{GROUP})?(/{GROUP}\+{GROUP})?=(-|([KQJT9][1-5])+)")


@dataclass(frozen=True)
class Position:
    """Where each piece stands, who rolls (from 1), which turn, and on what track with how many players."""

    at: dict[str, int | str]
    player: int = 1
    turn: int = 1
    track: str = TRACK
    players: int = 2


def start(players: int = 2, track: str = TRACK) -> Position:
    return Position(dict.fromkeys(FIGURES, 0), 1, 1, track, players)


def on_track(position: Position) -> list[str]:
    return [piece for piece in FIGURES if isinstance(position.at[piece], int)]


def over(position: Position) -> bool:
    return on_track(position) == []


def hand_of(rolls: str) -> str | None:
    """The dice that lie there at the end; None if the rolls contradict themselves."""
    lying: list[str] = []
    for number, group in enumerate(rolls.split("/")):
        kept, thrown = group.split("+") if number else ("", group)
        for die in kept:
            if die not in lying:
                return None
            lying.remove(die)
        if len(kept) + len(thrown) != 5 or not thrown:
            return None
        lying = list(kept + thrown)
    return "".join(sorted(lying, key=ORDER.index))


def moved(position: Position, piece: str, number: int) -> Position:
    """One piece is carried on."""
    here = position.at[piece]
    assert isinstance(here, int)
    aim = here + number
    if aim >= len(position.track):
        taken = [place for place in PLACES if place in position.at.values()]
        at = {**position.at, piece: PLACES[len(taken)]}
        if PLACES[len(taken)] == "D":
            (fifth,) = [other for other in FIGURES if isinstance(at[other], int)]
            at[fifth] = "E"
        return replace(position, at=at)
    colour = position.track[aim - 1]
    if colour == "B":
        return position
    standing = [other for other in FIGURES if position.at[other] == aim]
    if standing and colour == "Y":
        return position
    return replace(position, at={**position.at, **dict.fromkeys(standing, here), piece: aim})


def outcomes(position: Position, hand: str) -> dict[str, Position]:
    """What a hand can be carried out as: each text of plays, and the position it leads to."""
    figures = [piece for piece in on_track(position) if piece in hand]
    passed = replace(position, player=position.player % position.players + 1, turn=position.turn + 1)
    if not figures:
        return {"-": passed}
    found: dict[str, Position] = {}
    for given in product(figures, repeat=hand.count("A")):
        for order in permutations(figures):
            after, text = passed, ""
            for piece in order:
                number = hand.count(piece) + given.count(piece)
                after, text = moved(after, piece, number), f"{text}{piece}{number}"
                if over(after):
                    break
            assert found.get(text, after) == after
            found[text] = after
    return found


def judge(position: Position, token: str) -> Position | None:
    """The position after a token; None if it cannot be played."""
    if TOKEN.fullmatch(token) is None or over(position):
        return None
    rolls, plays = token.split("=")
    hand = hand_of(rolls)
    return None if hand is None else outcomes(position, hand).get(plays)


def scores(position: Position, cards: list[str]) -> list[int]:
    return [
        sum(10 for place, piece in zip(PLACES, card, strict=True) if position.at[piece] == place)
        for card in cards
    ]


def format_position(position: Position) -> str:
    where = " ".join(f"{piece}:{position.at[piece]}" for piece in FIGURES)
    return f"{where} p{position.player} {position.turn}"


def impossible(position: Position) -> bool:
    """Whether no running game can stand so (SG-7)."""
    standing = [square for square in position.at.values() if isinstance(square, int) and square > 0]
    arrived = sorted(square for square in position.at.values() if isinstance(square, str))
    return (
        len(set(standing)) < len(standing)
        or any(square >= len(position.track) or position.track[square - 1] == "B" for square in standing)
        or arrived != PLACES[: len(arrived)]
        or len(arrived) > 3
        or position.player > position.players
    )


def hmac_sha256(key: bytes, text: bytes) -> bytes:
    """RFC 2104, written out for a key that is not longer than a block."""
    block = key + bytes(64 - len(key))
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in block) + text).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in block) + inner).digest()


def thrown(seed: str, identity: str, client: str, turn: int, roll: int, dice: int) -> str:
    """The faces of a roll of dice that can be checked."""
    faces: list[str] = []
    for block in range(100):
        digest = hmac_sha256(bytes.fromhex(seed), f"{identity}:{client}:{turn}:{roll}:{block}".encode())
        faces += [ORDER[byte % 6] for byte in digest if byte not in (252, 253, 254, 255)]
    return "".join(sorted(faces[:dice], key=ORDER.index))
