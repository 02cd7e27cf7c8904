"""From the fields of a set-up to the position play starts in."""

from collections.abc import Mapping
from typing import Any

import msgspec

from struckle_cli.core.errors import Fault
from struckle_cli.core.game import AnyGame


class Bound(msgspec.Struct, frozen=True):
    """A set-up that was read: the game's own `setup` and `start` state (None if there are `faults`)."""

    setup: Any
    start: Any
    faults: tuple[Fault, ...]


_encode = msgspec.json.Encoder().encode
_cache: dict[tuple[object, ...], Bound] = {}
_CACHED = 256
_LONGEST = 1000


def bind(game: AnyGame, fields: Mapping[str, object], identity: str | None = None) -> Bound:
    """Read a set-up. Records of a batch mostly share theirs, so small ones are remembered.

    `identity` is the id of the record, for games whose rules need it; such a set-up comes but once.
    """
    if identity is not None and game.secrets is not None:
        return _bind(game, fields, identity)
    if len(fields) > len(game.setup_fields):
        return _bind(game, fields)
    key = _key(game, fields)
    if key is None:
        return _bind(game, fields)
    known = _cache.get(key)
    if known is None:
        if len(_cache) >= _CACHED:
            _cache.clear()
        known = _bind(game, fields)
        if known.setup is not None:
            _cache[key] = known
    return known


def _key(game: AnyGame, fields: Mapping[str, object]) -> tuple[object, ...] | None:
    """A key for fields that are small; None for others.

    The fields stand in it as JSON, in bytes: 1, 1.0 and true would share a key.
    """
    try:
        text = _encode(fields)
    except (TypeError, ValueError, OverflowError, RecursionError):
        return None
    return (game, text) if len(text) <= _LONGEST else None


def _bind(game: AnyGame, fields: Mapping[str, object], identity: str | None = None) -> Bound:
    setup, faults = game.read_setup(fields)
    if setup is not None and identity is not None and game.secrets is not None:
        setup = game.secrets.known(setup, identity)
    return Bound(setup, None if setup is None else game.initial(setup), tuple(faults))
