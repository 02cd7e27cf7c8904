"""The stable codes of all faults, each with its sentence, from the modules that raise them.

Collected when somebody asks, because it loads every game.
"""

from collections.abc import Iterable, Mapping

from struckle_cli import registry
from struckle_cli.core.game import AnyGame


def _shared() -> tuple[Mapping[str, str], ...]:
    """The codes that belong to no game."""
    from struckle_cli.core import setups
    from struckle_cli.replay import (
        commitments,
        cutting,
        form,
        jsontext,
        locking,
        packed,
        reader,
        sgnsyntax,
        source,
    )
    from struckle_cli.services import copying, edit, engine_codes, events, judging, secretfiles

    return (
        source.CODES, locking.CODES, cutting.CODES, reader.CODES, jsontext.CODES, packed.CODES,
        sgnsyntax.CODES, form.CODES, setups.CODES,
        judging.CODES, commitments.CODES, secretfiles.CODES, edit.CODES, events.CODES,
        copying.CODES, engine_codes.CODES,
    )  # fmt: skip


def collected(games: Iterable[AnyGame]) -> dict[str, str]:
    """Every code with its sentence, the shared ones first; raises `ValueError` if one is listed twice."""
    found: dict[str, str] = {}
    for codes in (*_shared(), *(game.codes for game in games)):
        for code, sentence in codes.items():
            if code in found:
                raise ValueError(f"{code} is listed twice")
            found[code] = sentence
    return found


def known_codes() -> dict[str, str]:
    """Every code that a verdict may hold, those of other packages' games among them, with its sentence."""
    found: dict[str, str] = {}
    for codes in (*_shared(), *(game.codes for game in map(registry.lookup, registry.names()) if game)):
        found |= codes
    return found


def sentence(code: str) -> str | None:
    """What a code means; loads its game, if it is one's, and no other."""
    game = registry.lookup(code.partition(".")[0]) if code.partition(".")[0] in registry.BUILT_IN else None
    if game is not None and code in game.codes:
        return game.codes[code]
    return next((codes[code] for codes in _shared() if code in codes), None)
