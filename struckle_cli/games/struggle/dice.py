"""Dice that can be checked: the stream of faces that a seed and the players' text fix.

The faces of a roll are those of the stream HMAC-SHA256(key = the 32 bytes of the seed, text
`ID:CLIENT:TURN:ROLL:BLOCK`): ID is the record's id, CLIENT the text of the players, TURN counts over all
players as in the position string, ROLL is 0 for the first roll of a turn and 1 or 2 for the re-rolls, BLOCK
counts from 0; all numbers are decimal. The stream is read byte by byte, block after block; bytes of 252 and
more are dropped, so that all six faces are equally likely, and of the others the remainder by 6 indexes
`AKQJT9`. A roll takes as many faces as dice are thrown, and is written in the order AKQJT9.

Source: the page of the formats, *Dice that can be checked*.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from struckle_cli.games.struggle.faces import FACES, ordered

if TYPE_CHECKING:
    from random import Random

SCHEME = "hmac-sha256"
HEX = re.compile(r"[0-9a-f]{64}\Z")
"""A seed or a nonce: 64 lower-case hexadecimal digits."""
_FAIR = 252
"""Bytes below this one are used; it is the largest multiple of 6 that a byte can be."""


def faces(seed: str, identity: str, client: str, turn: int, roll: int, count: int) -> str:
    """The faces of `count` dice at a roll of a turn, as a record writes them."""
    import hmac  # what reads records with declared dice does not need it

    key = bytes.fromhex(seed)
    found, block = "", 0
    while len(found) < count:
        text = f"{identity}:{client}:{turn}:{roll}:{block}"
        digest = hmac.digest(key, text.encode(), "sha256")
        found += "".join(FACES[byte % 6] for byte in digest if byte < _FAIR)
        block += 1
    return ordered(found[:count])


def thrower(seed: str, identity: str, client: str, turn: int) -> Callable[[int, int], str]:
    """What a seed fixes for a turn: `throw(roll, dice)`."""
    return lambda roll, dice: faces(seed, identity, client, turn, roll, dice)


def drawn(chance: "Random") -> Callable[[int, int], str]:
    """Faces from a random source, whatever the roll: `throw(roll, dice)`."""
    return lambda roll, dice: ordered("".join(chance.choice(FACES) for _ in range(dice)))
