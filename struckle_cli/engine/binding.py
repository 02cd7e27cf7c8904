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


_cache: dict[tuple[object, ...], Bound] = {}
_CACHED = 256
_LONGEST = 1000


def bind(game: AnyGame, fields: Mapping[str, object]) -> Bound:
    """Read a set-up. Records of one batch mostly share theirs, so small plain ones are remembered."""
    if len(fields) > len(game.setup_fields):
        return _bind(game, fields)
    for value in fields.values():
        # 1, 1.0 and True would share a key; lists have none; what is long is not worth keeping.
        if type(value) not in (str, int) or (isinstance(value, str) and len(value) > _LONGEST):
            return _bind(game, fields)
    key = (game, *fields.items())
    known = _cache.get(key)
    if known is None:
        if len(_cache) >= _CACHED:
            _cache.clear()
        known = _bind(game, fields)
        if known.setup is not None:
            _cache[key] = known
    return known


def _bind(game: AnyGame, fields: Mapping[str, object]) -> Bound:
    setup, faults = game.read_setup(fields)
    return Bound(setup, None if setup is None else game.initial(setup), tuple(faults))
