"""What can be played in Stricken. Points are 0..124 (see `board`), -1 is no point."""

from typing import TypeAlias

import msgspec

from struckle_cli.games.stricken.board import CAPABILITY_NAMES

DRIFT, ATTACK, INSPIRE, WARD, PULSE, SAP = range(6)
"""Kinds of actions."""
ACTION_NAMES = ("Drift", "Attack", *CAPABILITY_NAMES)
NEEDS = (0, 0, 1, 2, 4, 8)
"""The capability that each kind of action needs, as a mask."""


class Action(msgspec.Struct, frozen=True):
    """An action of the shell on `source`; `target` is where a Drift leads, and whom Attack and Sap aim at."""

    kind: int
    source: int
    target: int = -1


class Pass(msgspec.Struct, frozen=True):
    """Do nothing."""


class Claim(msgspec.Struct, frozen=True):
    """Claim victory."""


class Seal(msgspec.Struct, frozen=True):
    """Seal an order for an action, due after `delay` (2 or 3) of the side's own turns."""

    delay: int
    action: Action


class SealHidden(msgspec.Struct, frozen=True):
    """Seal an order that the record hides: `commitment` is `#` and 64 lower-case hexadecimal digits."""

    commitment: str


class Due(msgspec.Struct, frozen=True):
    """A foretold action is carried out, with the points of that moment."""

    action: Action


class Void(msgspec.Struct, frozen=True):
    """A foretold action fails: the due turn goes by (SN-3)."""


Move: TypeAlias = Action | Pass | Claim | Seal | SealHidden | Due | Void
