"""What can be played in Struckle: one archetype turn, movement and then perhaps a power."""

import msgspec

NO_POWER, DIMINISH, CHARGE, BRAINWASH, HOMEGOING = range(5)
"""Powers; an archetype's own one is its number (0..3) plus one."""
POWERS = ("no power", "Diminish", "Charge", "Brainwash", "Homegoing")


class Move(msgspec.Struct, frozen=True):
    """An archetype turn of the house whose turn it is.

    `archetype` is 0..3 (D H P S), `steps` holds none, one or two squares (0..63) that the piece steps on.
    `power` is used on the piece on the square `target`; `to` is where a Brainwash moves it. -1 is no square.
    """

    archetype: int
    steps: tuple[int, ...] = ()
    power: int = NO_POWER
    target: int = -1
    to: int = -1
