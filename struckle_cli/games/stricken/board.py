"""Stricken's lattice, and the tables that follow from it; shells and capabilities are numbered here too.

Points are integers 0..124: layer by layer, in a layer row by row from the lower edge::

    layer 1              layer 2          ...  layer 5
    row 5  20 21 .. 24   45 46 .. 49           120 .. 124
    ...
    row 2   5  6 ..  9   30 31 .. 34
    row 1   0  1 ..  4   25 26 .. 29           100 .. 104
            a  b ..  e    a  b ..  e    point = 25 * (layer - 1) + 5 * (row - 1) + column

White's shells 1..12 are the numbers 0..11, black's 12..23. A set of capabilities is a mask of `CAPABILITIES`:
bit 0 Inspire, 1 Ward, 2 Pulse, 3 Sap. Source: the game's page, *Lattice* and *Set-up*.
"""

SIZE = 5
LAYER = SIZE * SIZE
POINTS = SIZE * LAYER
OFF = POINTS
"""Where a destroyed shell is: nowhere on the lattice."""
COLUMNS = "abcde"
SEATS = ("white", "black")
SHELLS = 12
"""Shells a side."""
ALL_SHELLS = 2 * SHELLS

CAPABILITIES = "IWPS"
CAPABILITY_NAMES = ("Inspire", "Ward", "Pulse", "Sap")
ALL_CAPABILITIES = 15

NAMES = tuple(
    f"{layer + 1}{COLUMNS[column]}{row + 1}"
    for layer in range(SIZE)
    for row in range(SIZE)
    for column in range(SIZE)
)
POINT = {name: point for point, name in enumerate(NAMES)}


def _neighbours(point: int) -> tuple[int, ...]:
    found = []
    for step in (1, SIZE, LAYER):
        place = point // step % SIZE
        if place > 0:
            found.append(point - step)
        if place < SIZE - 1:
            found.append(point + step)
    return tuple(sorted(found))


NEIGHBOURS = tuple(_neighbours(point) for point in range(POINTS))
"""The points one step along one axis away, in ascending order."""
ADJACENT = tuple(frozenset(points) for points in NEIGHBOURS)
"""The same, for asking whether two points are adjacent."""

RIM = "b1 c1 d1 e2 e3 e4 d5 c5 b5 a4 a3 a2"
"""The rim of a layer without its corners, in the order of shells 1..12 of the rebuilt default."""
START = tuple(POINT[f"{layer}{place}"] for layer in (1, 5) for place in RIM.split())
"""Where all shells stand in the rebuilt default."""

BEADS = tuple(
    "".join(letter for bit, letter in enumerate(CAPABILITIES) if mask >> bit & 1)
    for mask in range(ALL_CAPABILITIES + 1)
)
"""How each set of capabilities is written, by its mask; the empty one is no bead."""
BEAD = {text: mask for mask, text in enumerate(BEADS) if text}


def owner(shell: int) -> int:
    """The side that a shell belongs to: 0 white, 1 black."""
    return int(shell >= SHELLS)


def title(shell: int) -> str:
    """A shell as messages name it: `white's shell 3`."""
    return f"{SEATS[owner(shell)]}'s shell {shell % SHELLS + 1}"
