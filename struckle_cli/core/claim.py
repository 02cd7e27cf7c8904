"""What a record claims, claim by claim, and what became of it."""

from typing import Literal

import msgspec

Truth = bool | Literal["pending"]


class Claim(msgspec.Struct, frozen=True, array_like=True):
    """One claim, the verdict on it, and why.

    `steps` tell people how the verdict comes about, a line each.
    """

    claim: str
    verdict: Truth
    why: str
    steps: tuple[str, ...] = ()
