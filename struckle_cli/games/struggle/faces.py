"""Faces of the dice, and groups of them as integers, so that comparing two groups is one subtraction.

A group is written with its faces in the order `AKQJT9`. Its code has four bits a face, `A` lowest, that count
how often it stands in the group: `AKKT` is 0x010021.
"""

from itertools import combinations_with_replacement

FACES = "AKQJT9"
DICE = 5
FIGURES = FACES[1:]
"""The faces that are pieces too; a piece's number is its index here."""

UNITS = tuple(1 << 4 * index for index in range(len(FACES)))
ALL = 0x777777
"""The code of more dice than there are: within no hand."""
_HIGH = 0x888888


def encode(group: str) -> int:
    """The code of some faces, in any order."""
    return sum(UNITS[FACES.index(face)] for face in group)


GROUPS = {
    group: encode(group)
    for size in range(DICE + 1)
    for group in map("".join, combinations_with_replacement(FACES, size))
}
"""The code of every group of at most five faces that is written in the right order."""
TEXTS = {code: group for group, code in GROUPS.items()}
"""The group that a code is of."""


def within(part: int, whole: int) -> bool:
    """Whether a group holds no face more often than another one does."""
    return ((whole | _HIGH) - part) & _HIGH == _HIGH


def ordered(faces: str) -> str:
    """Some faces in the order in which a record writes them."""
    return "".join(sorted(faces, key=FACES.index))
