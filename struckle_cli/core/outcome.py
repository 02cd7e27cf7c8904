"""How a game ends: who won, and why."""

import msgspec
from msgspec import UNSET, UnsetType


class Outcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A result: `winners` in seat order (none: a draw), the reason, and scores where the game has them."""

    winners: tuple[str, ...]
    reason: str
    scores: dict[str, int] | UnsetType = UNSET

    @property
    def token(self) -> str:
        """The result token of the text form: `win:white`, `win:p1,p3` or `draw`."""
        return f"win:{','.join(self.winners)}" if self.winners else "draw"

    def __str__(self) -> str:
        return f"{self.token} ({self.reason})"
