"""What a game hides: places of a record whose value may stand behind a commitment, and their openings.

Source: `formats/replay.md`, *Hidden information*. The hashes themselves are `replay.commitments`' business.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from struckle_cli.core.errors import Reason

COMMITMENT = re.compile(r"#[0-9a-f]{64}\Z")
"""What stands in place of a hidden value: `#` and a SHA-256 in lower-case hexadecimal digits."""
TABLE = "table"
"""Who holds what is no player's secret: the seed of dice that can be checked."""

Key = tuple[str, str]
"""Whose secret and of what: `("white", "beads")`. No record has two of the same key; those of moves have a
`:`.
"""


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What opens a commitment: whose it is, of what, with which nonce, and the value itself."""

    seat: str
    what: str
    nonce: str
    value: str

    @property
    def key(self) -> Key:
        """Which secret it opens."""
        return self.seat, self.what


class Secret(msgspec.Struct, frozen=True, kw_only=True):
    """A value of a record that may be hidden: whose, of what, and what stands there now.

    `text` is the value in the open or its commitment (`#...`); `pointer` is its place in the record,
    `ply` the entry of `moves` it stands in (0: the set-up). `opening` is one that stands in the set-up
    itself and not in `reveals`.
    """

    seat: str
    what: str
    text: str
    pointer: str
    ply: int = 0
    opening: Opening | None = None

    @property
    def key(self) -> Key:
        """Whose and of what."""
        return self.seat, self.what

    @property
    def closed(self) -> bool:
        """Whether a commitment stands in place of the value."""
        return self.text.startswith("#")


Fields = Mapping[str, Any]
"""Set-up fields as a record has them."""


class Secrets(msgspec.Struct, frozen=True, kw_only=True):
    """How a game that hides something tells where, on records in form (their values may still be nonsense).

    `find(setup, moves)` lists every secret of a record, open or closed, in the order of their places;
    what does not have the shape of one is left out (`read_setup` and `parse_move` refuse it).
    `put(setup, moves, texts)` is the set-up and the moves with other texts at the places of some
    secrets: values for commitments or the other way round. `wrong(seat, what, value)` is why an opened
    value is none of its kind. `public(secret)` says whether everybody may see the secret once the
    record has a result. `embed(setup, key, opening)` is for secrets whose openings stand in the set-up:
    the set-up with it, or without one (None); None where openings of that key stand in `reveals`.
    `without(setup, key)` is the set-up without a secret, for games in which each side can deal its own in
    private; None for others. `known(setup, id)` gives a read set-up the record's id, for a game whose rules
    need it.
    """

    find: Callable[[Fields, Sequence[str]], list[Secret]]
    put: Callable[[Fields, Sequence[str], Mapping[Key, str]], tuple[dict[str, Any], list[str]]]
    wrong: Callable[[str, str, str], Reason | None]
    public: Callable[[Secret], bool]
    embed: Callable[[Fields, Key, Opening | None], dict[str, Any] | None] = lambda setup, key, opening: None
    without: Callable[[Fields, Key], dict[str, Any]] | None = None
    known: Callable[[Any, str], Any] = lambda setup, identity: setup
