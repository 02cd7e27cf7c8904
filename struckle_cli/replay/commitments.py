"""Commitments: hiding values of a record, opening them, and checking openings against them.

Source: `formats/replay.md`, *Hidden information*. What a game hides, and where, its `Secrets` tell;
everything here works for any of them. Nonces and ids come from the system's secure source and from nowhere
else.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from struckle_cli.core.errors import MAX_FAULTS, Fault, json_pointer, short
from struckle_cli.core.game import AnyGame
from struckle_cli.core.secret import TABLE, Key, Opening, Secret
from struckle_cli.replay.document import ID, Document

CODES = {
    "commit.no-id": "The record has commitments but no `id`, without which none can be checked.",
    "commit.false": "An opening does not fit its commitment.",
    "commit.nothing": "An opening opens nothing: no commitment of that seat and kind is in the record.",
    "commit.twice": "Two openings open the same commitment.",
    "commit.nonce": "A nonce is not 64 lower-case hexadecimal digits.",
    "commit.unclear": "A record is too broken to say what of it a seat may see, so none of it is shown.",
    "commit.pending": "A commitment has not been opened, which `--strict` does not let pass.",
}
NONCE = re.compile(r"[0-9a-f]{64}\Z")


def commitment(game: str, identity: str, opening: Opening) -> str:
    """`#` and the SHA-256 of `struckle:1|GAME|ID|SEAT|WHAT|NONCE|VALUE` in UTF-8."""
    import hashlib  # most records have no commitments

    parts = ("struckle:1", game, identity, opening.seat, opening.what, opening.nonce, opening.value)
    return "#" + hashlib.sha256("|".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def fresh_id() -> str:
    """A new id of a record: 32 random hexadecimal digits."""
    from secrets import token_hex  # imported where it is used: checking needs no chance

    return token_hex(16)


def fresh_nonce() -> str:
    """A new nonce: 64 random hexadecimal digits."""
    from secrets import token_hex

    return token_hex(32)


class Opened(NamedTuple):
    """A record with every value in the open that its openings prove. `closed` are the commitments left."""

    setup: dict[str, Any]
    moves: list[str]
    closed: tuple[Secret, ...] = ()
    faults: tuple[Fault, ...] = ()


def opened(document: Document, game: AnyGame, extra: Iterable[Opening] = ()) -> Opened:
    """The set-up and the moves with all that is proved in place of its commitments, and what is wrong.

    `extra` are openings from elsewhere (a player's own file). An opening with a fault opens nothing.
    """
    if game.secrets is None:
        return Opened(document.setup, document.moves)
    found = game.secrets.find(document.setup, document.moves)
    closed = {secret.key: secret for secret in found if secret.closed}
    if not closed and not document.reveals:
        return Opened(document.setup, document.moves)
    if not isinstance(document.id, str) or not ID.match(document.id):
        bare = _bare(document.setup, game, found)
        return Opened(bare, document.moves, tuple(closed.values()), _no_id(document, found))
    faults: list[Fault] = []
    proved: dict[Key, Opening] = {}
    for opening, where in _openings(document, found, extra):
        if len(faults) > MAX_FAULTS:
            break
        wrong = list(_wrong(document.id, game, closed, proved, opening, where))
        faults += wrong
        if not wrong:
            proved[opening.key] = opening
    setup, moves = _with_values(document, game, found, proved)
    left = tuple(secret for secret in closed.values() if secret.key not in proved)
    return Opened(setup, moves, left, tuple(faults))


def _no_id(document: Document, found: Sequence[Secret]) -> tuple[Fault, ...]:
    """The fault of a record without an id; one whose id is malformed has been told so."""
    if document.id is not UNSET:
        return ()
    where = next((secret.pointer for secret in found if secret.closed), "/reveals")
    why = "the record has commitments or openings, so it needs the id that they were made for"
    return (Fault(code="commit.no-id", message=why, pointer=where),)


def _openings(
    document: Document, found: Sequence[Secret], extra: Iterable[Opening]
) -> Iterator[tuple[Opening, str]]:
    """Every opening with its place; one from elsewhere counts where the record does not hold it itself."""
    held = set()
    for secret in found:
        if secret.opening is not None:
            held.add(secret.key)
            yield secret.opening, secret.pointer
    for index, opening in enumerate(document.reveals):
        held.add(opening.key)
        yield opening, json_pointer("reveals", index)
    for opening in extra:
        if opening.key not in held:
            yield opening, ""


def _wrong(
    identity: str, game: AnyGame, closed: dict[Key, Secret], proved: dict[Key, Opening],
    opening: Opening, where: str,
) -> Iterator[Fault]:  # fmt: skip
    """What is wrong with an opening: it opens nothing, or twice, or does not fit.

    It may come from a secrets file, perhaps one of another game that still goes on, so its nonce and value
    are not repeated.
    """
    name = short(secret_name(opening.key))
    secret = closed.get(opening.key)
    if secret is None:
        why = f"the record has no commitment to {name}, so there is nothing to open"
        yield Fault(code="commit.nothing", message=why, pointer=where, token=name)
    elif opening.key in proved:
        yield Fault(code="commit.twice", message=f"{name} is opened already", pointer=where, token=name)
    elif not NONCE.match(opening.nonce):
        why = f"the nonce of {name} is not 64 lower-case hexadecimal digits"
        yield Fault(code="commit.nonce", message=why, pointer=where, token=name)
    elif commitment(game.name, identity, opening) != secret.text:
        why = (
            f"this opening of {name} does not fit its commitment {secret.text[:13]}...: "
            "with this id, its nonce and value are not what was committed to"
        )
        yield Fault(code="commit.false", message=why, pointer=where, ply=secret.ply or None, token=name)
    else:
        assert game.secrets is not None
        reason = game.secrets.wrong(opening.seat, opening.what, opening.value)
        if reason is not None:
            why = f"what {name} opens to is none of its kind"
            yield Fault(code=reason.code, message=why, pointer=where, token=name)


def _with_values(
    document: Document, game: AnyGame, found: Sequence[Secret], proved: dict[Key, Opening]
) -> tuple[dict[str, Any], list[str]]:
    """The set-up and moves with proved values in place; an opening in the set-up that proves nothing goes."""
    assert game.secrets is not None
    setup = document.setup
    texts = {}
    for secret in found:
        opening = proved.get(secret.key)
        if secret.opening is None and opening is None:
            continue
        embedded = game.secrets.embed(setup, secret.key, opening)
        if embedded is not None:
            setup = embedded
        elif opening is not None:
            texts[secret.key] = opening.value
    if not texts:
        return setup, document.moves
    return game.secrets.put(setup, document.moves, texts)


def _bare(setup: dict[str, Any], game: AnyGame, found: Sequence[Secret]) -> dict[str, Any]:
    """The set-up without openings in it: where none can be checked, none is believed."""
    assert game.secrets is not None
    for secret in found:
        if secret.opening is not None:
            setup = game.secrets.embed(setup, secret.key, None) or setup
    return setup


def secret_name(key: Key) -> str:
    """A secret as `pending` lists it: `white beads`, `black order:7`, `p1 card`, `table dice`."""
    return f"{key[0]} {key[1]}"


# --- making and taking away ---------------------------------------------------------------------


class Sealed(NamedTuple):
    """A committed record and what belongs in the secrets file of each seat."""

    document: Document
    secrets: dict[str, list[Opening]]


def sealed(document: Document, game: AnyGame, only: Collection[Key] | None = None) -> Sealed:
    """The record with a commitment in place of each value, and the openings of each seat.

    Openings that it holds already are taken out of it, too. A record without an id gets a fresh one;
    values that are hidden already stay as they are.
    """
    assert game.secrets is not None
    identity = document.id if isinstance(document.id, str) else fresh_id()
    kept: dict[str, list[Opening]] = {}
    texts: dict[Key, str] = {}
    setup = document.setup
    for secret in game.secrets.find(setup, document.moves):
        if only is not None and secret.key not in only:
            continue
        if secret.opening is not None:
            setup = game.secrets.embed(setup, secret.key, None) or setup
            kept.setdefault(secret.seat, []).append(secret.opening)
        if not secret.closed:
            opening = Opening(secret.seat, secret.what, fresh_nonce(), secret.text)
            texts[secret.key] = commitment(game.name, identity, opening)
            kept.setdefault(secret.seat, []).append(opening)
    reveals = []
    for opening in document.reveals:
        if only is not None and opening.key not in only:
            reveals.append(opening)
        else:
            kept.setdefault(opening.seat, []).append(opening)
    setup, moves = game.secrets.put(setup, document.moves, texts)
    changed = msgspec.structs.replace(document, id=identity, setup=setup, moves=moves, reveals=reveals)
    return Sealed(changed, kept)


def revealed(document: Document, game: AnyGame, openings: Iterable[Opening]) -> Document:
    """The record with more openings in it, each where openings of its kind stand; none twice."""
    assert game.secrets is not None
    setup, reveals = document.setup, dict.fromkeys(document.reveals)
    for opening in openings:
        embedded = game.secrets.embed(setup, opening.key, opening)
        if embedded is not None:
            setup = embedded
        else:
            reveals[opening] = None
    return msgspec.structs.replace(document, setup=setup, reveals=list(reveals))


def of_use(document: Document, game: AnyGame, openings: Iterable[Opening]) -> list[Opening]:
    """Those of the openings somebody keeps for which the record has a commitment, one for each.

    Others are of plies that were taken back, or the record lies open by now. Where several are kept for
    one commitment (the same turn was played in two copies of the record), the one that fits is meant.
    """
    found = game.secrets.find(document.setup, document.moves) if game.secrets is not None else []
    closed = {secret.key: secret.text for secret in found if secret.closed}
    identity = document.id if isinstance(document.id, str) else ""
    chosen: dict[Key, Opening] = {}
    for opening in openings:
        text = closed.get(opening.key)
        if text is not None and (
            opening.key not in chosen or commitment(game.name, identity, opening) == text
        ):
            chosen[opening.key] = opening
    return list(chosen.values())


def estranged(document: Document, game: AnyGame, openings: Iterable[Opening]) -> Key | None:
    """A secret of the set-up that somebody keeps the opening of, and to which the record does not commit.

    Then it is not the record that they have played: without the commitment nothing of theirs would be hidden
    in it any more. A record that has been laid open holds the very value.
    """
    found = game.secrets.find(document.setup, document.moves) if game.secrets is not None else []
    there = {secret.key: secret for secret in found if not secret.ply}
    for opening in openings:
        if ":" in opening.what:  # an order may have been taken back
            continue
        secret = there.get(opening.key)
        if secret is None or not (secret.closed or secret.text == opening.value):
            return opening.key
    return None


def laid_open(document: Document, game: AnyGame, known: Opened) -> Document:
    """The record in the open: values for all commitments that are proved, and no openings any more."""
    assert game.secrets is not None
    setup, reveals = known.setup, []
    closed = {secret.key for secret in known.closed}
    if closed:
        reveals = [opening for opening in document.reveals if opening.key in closed]
    return msgspec.structs.replace(document, setup=setup, moves=known.moves, reveals=reveals)


def seed_commitment(document: Document, game: AnyGame) -> str | None:
    """The commitment to the seed of a record's dice; None where they are declared, or there are none."""
    found = game.secrets.find(document.setup, ()) if game.secrets is not None else []
    return next((secret.text for secret in found if secret.seat == TABLE), None)


MASK = "#" + 64 * "0"
"""What a view shows in place of a value that its viewer may not see."""


def redacted(document: Document, game: AnyGame, seat: str | None, *, ended: bool) -> Document:
    """A committed record without notes and without the openings that `seat` (None: the public) may not have.

    `ended` says that the game has a result, after which the game's `public` secrets are everybody's.
    """
    assert game.secrets is not None
    setup = document.setup
    kept = {}
    for secret in game.secrets.find(setup, document.moves):
        kept[secret.key] = secret.seat == seat or (ended and game.secrets.public(secret))
        if secret.opening is not None and not kept[secret.key]:
            setup = game.secrets.embed(setup, secret.key, None) or setup
    reveals = [opening for opening in document.reveals if kept.get(opening.key, False)]
    return msgspec.structs.replace(document, setup=setup, reveals=reveals, notes=[])


def masked(document: Document, game: AnyGame, seat: str | None, *, ended: bool) -> Document:
    """What `seat` may see of a record, open or committed: `MASK` in place of all other open values."""
    if game.secrets is None:
        return document
    shown = redacted(document, game, seat, ended=ended)
    texts = {
        secret.key: MASK
        for secret in game.secrets.find(shown.setup, shown.moves)
        if not secret.closed and secret.seat != seat and not (ended and game.secrets.public(secret))
    }
    if texts:
        setup, moves = game.secrets.put(shown.setup, shown.moves, texts)
        identity = shown.id if isinstance(shown.id, str) else 32 * "0"  # without one nothing may be hidden
        shown = msgspec.structs.replace(shown, id=identity, setup=setup, moves=moves)
    return shown


def has_open_values(document: Document, game: AnyGame) -> bool:
    """Whether a record holds a value in the open that its game lets one hide."""
    found = game.secrets.find(document.setup, document.moves) if game.secrets is not None else []
    return any(not secret.closed for secret in found)
