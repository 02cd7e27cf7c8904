"""Changing one record in its file: append moves, take them back, write a result.

The file's other records keep their bytes. A change is made whole or not at all. Who changes a record holds
the lock on its file (`replay.locking.Hold`) from before it is read until it is written.
"""

import shutil
from collections.abc import Mapping
from typing import Any, BinaryIO

import msgspec

from struckle_cli.core.errors import AccessError, Fault, RecordError, UsageError, counted
from struckle_cli.core.game import AnyGame
from struckle_cli.core.outcome import Outcome
from struckle_cli.core.secret import Opening
from struckle_cli.engine.replayer import play, replay
from struckle_cli.replay.commitments import Sealed, sealed, seed_commitment
from struckle_cli.replay.document import Document
from struckle_cli.replay.locking import Hold
from struckle_cli.replay.source import access_error, open_source
from struckle_cli.replay.writer import Unchanged, compressing, encode, replacing
from struckle_cli.services.judging import judge_result
from struckle_cli.services.loading import Loaded

CODES = {
    "move.finished": "The record has a result already, so no move can follow.",
    "undo.roll": "A roll cannot be taken back: it comes from a committed seed, or was thrown in play.",
    "undo.seen": "In play with secrets a ply cannot be taken back once the next player has looked.",
    "undo.decided": "The moves or the set-up end the game, so its result cannot be taken back alone.",
    "result.exists": "The record has a result already.",
}


class Edited(msgspec.Struct, frozen=True):
    """A changed document, and the state it ends in; nothing has been written yet.

    `state` is None where an illegal ply is left in the record. `told` is what the game says of the new plies,
    `secrets` what opens the commitments in them, by seat.
    """

    document: Document
    state: Any
    told: tuple[str, ...] = ()
    secrets: Mapping[str, list[Opening]] = {}


def hidden_since(document: Document, game: AnyGame, plies: int) -> Sealed:
    """The record with what its entries behind `plies` say in secret behind commitments, and what opens them.

    That is so for a seat whose part of the set-up is hidden; in an open record everything stays open.
    """
    found = game.secrets.find(document.setup, document.moves) if game.secrets is not None else []
    hiding = {secret.seat for secret in found if secret.closed and not secret.ply}
    new = {item.key for item in found if item.ply > plies and not item.closed and item.seat in hiding}
    return sealed(document, game, new) if new else Sealed(document, {})


def append(loaded: Loaded, tokens: list[str]) -> Edited:
    """The record with `tokens` behind its moves, and with its result if they end the game.

    A word that a game works into the moves before it (an objection) may lift the end that those moves led to.
    Raises `RecordError` if the record is finished or broken, or a token is illegal.
    """
    game = loaded.game
    edited = Edited(loaded.document, _state_at_end(loaded))
    added: list[str] = []
    for token in tokens:
        marked = None if game.mark is None else game.mark([*edited.document.moves, *added], token)
        if marked is None:
            added.append(token)
            continue
        try:
            edited = marked_as(game, _with_added(loaded, edited, added), loaded.start, token)
        except RecordError as error:
            error.path = loaded.source.name
            raise
        added = []
    edited = _with_added(loaded, edited, added)
    document, secrets = hidden_since(edited.document, game, len(loaded.document.moves))
    return msgspec.structs.replace(edited, document=document, secrets=secrets) if secrets else edited


def _with_added(loaded: Loaded, edited: Edited, tokens: list[str]) -> Edited:
    if not tokens:
        return edited
    document, game = edited.document, loaded.game
    if document.result is not None:
        raise RecordError(f"the game is over: {document.result}", code="move.finished")
    played = replay(game, edited.state, tokens)
    if played.faults:
        base = len(document.moves)
        faults = [_shifted(fault, base) for fault in played.faults]
        raise RecordError(
            "refused, and the file left as it was",
            code=faults[0].code,
            faults=faults,
            path=loaded.source.name,
        )
    lacks = None if game.lacking is None else game.lacking(played.state)
    if lacks is not None:
        raise RecordError(f"refused, and the file left as it was: {lacks.message}", code=lacks.code)
    canonical = [game.format_move(game.parse_move(token)) for token in tokens]
    changed = msgspec.structs.replace(
        document, moves=[*document.moves, *canonical], result=game.outcome(played.state)
    )
    told = [*edited.told]
    state = edited.state
    for token in canonical if game.announce is not None else ():
        after, _ = play(game, state, [token])
        told += announced(game, state, token, after)
        state = after
    return Edited(changed, played.state, tuple(told))


def announced(game: AnyGame, before: Any, token: str, after: Any) -> list[str]:
    """What the game says aloud of a ply."""
    return [] if game.announce is None else game.announce(before, game.parse_move(token), after)


def marked_as(game: AnyGame, edited: Edited, start: Any, word: str) -> Edited:
    """The record with a word worked into its moves, and with the result that they then lead to.

    Raises `RecordError` where the game refuses the word, or the players have ended the game.
    """
    document = edited.document
    marked = None if game.mark is None else game.mark(document.moves, word)
    if not isinstance(marked, list):
        why = f"{word!r} cannot stand here" if marked is None else marked.message
        raise RecordError(why, code="move.finished" if marked is None else marked.code)
    if document.result is not None and game.outcome(edited.state) is None:
        raise RecordError(f"the game is over: {document.result}", code="move.finished")
    wrong = judge_result(game, edited.state, document.result)
    if wrong:
        raise RecordError("the record is broken", code=wrong[0].code, faults=wrong)
    changed = next(n for n, token in enumerate(marked) if document.moves[n : n + 1] != [token])
    played = replay(game, start, marked)
    if played.faults:
        why = "refused, and the file left as it was"
        if played.plies > changed:
            why = f"with {word!r} there, what follows in the record could not stand (undo takes that back)"
        raise RecordError(why, code=played.faults[0].code, faults=played.faults)
    result = game.outcome(played.state)
    before, _ = play(game, start, marked[:changed])
    after, _ = play(game, before, marked[changed : changed + 1])
    told = (*edited.told, *announced(game, before, marked[changed], after))
    return Edited(msgspec.structs.replace(document, moves=marked, result=result), played.state, told)


def _shifted(fault: Fault, base: int) -> Fault:
    return msgspec.structs.replace(fault, ply=(fault.ply or 0) + base)


def _state_at_end(loaded: Loaded) -> Any:
    played = replay(loaded.game, loaded.start, loaded.reading.moves)
    if played.faults:
        faults = loaded.reading.placed(played.faults)
        raise RecordError(
            f"{loaded.source.name}: the record is broken", code=faults[0].code, faults=faults,
            path=loaded.source.name, record=loaded.reading.number,
        )  # fmt: skip
    return played.state


def take_back(loaded: Loaded, plies: int) -> Edited:
    """The record without its last `plies` plies, and without a result (0 plies: only without the result).

    Notes that hang on the plies taken back go with them. Raises `UsageError` if there are not so many plies,
    `RecordError` for 0 plies where it is the moves (or the set-up) that end the game.
    """
    document, game = loaded.document, loaded.game
    if not 0 <= plies <= len(document.moves):
        why = (
            f"the record has {counted(len(document.moves), 'ply', 'plies')}, so {plies} cannot be taken back"
        )
        raise UsageError(why, code="usage.undo")
    if plies:
        _refuse_new_roll(document, game)
    moves = document.moves[: len(document.moves) - plies]
    notes = [note for note in document.notes if note.ply <= len(moves)]
    state, played = play(game, loaded.start, loaded.reading.moves[: len(moves)])
    result = game.outcome(state) if played == len(moves) else None
    if not plies and result is not None:
        what = "its moves" if moves else "its set-up"
        why = f"the game is over by {what} ({result}), so there is no result to take back alone"
        raise RecordError(why, code="undo.decided")
    changed = msgspec.structs.replace(document, moves=moves, notes=notes, result=result)
    if (
        document.reveals and game.secrets is not None
    ):  # what was sealed in a ply that is gone has gone with it
        left = {secret.key for secret in game.secrets.find(changed.setup, moves)}
        changed.reveals = [opening for opening in document.reveals if opening.key in left]
    return Edited(changed, state if played == len(moves) else None)


def _refuse_new_roll(document: Document, game: AnyGame) -> None:
    """Undo never crosses a roll whose dice come from a committed seed (`formats/replay.md`, *Dice*)."""
    if seed_commitment(document, game) is not None:
        why = "the rolls come from a committed seed, and nobody may choose again after seeing one"
        raise RecordError(why, code="undo.roll")


def give_result(loaded: Loaded, token: str, reason: str | None) -> Edited:
    """The record with a result that the players give: `win:SEAT` or `draw`, and the reason.

    Without a reason the only one that fits is taken. Raises `UsageError` for a token that is no result,
    `RecordError` where such a result cannot stand.
    """
    document, game = loaded.document, loaded.game
    if token == "draw":
        winners: tuple[str, ...] = ()
    elif token.startswith("win:") and token[4:] in game.seats:
        winners = (token[4:],)
    else:
        seats = " or ".join(f"win:{seat}" for seat in game.seats)
        named = [seat for seat, name in document.players.items() if token == f"win:{name}"]
        hint = f" (is win:{named[0]} meant?)" if named else ""
        raise UsageError(f"a result is {seats} or draw, not {token!r}{hint}", code="usage.result")
    fitting = [name for name, wins in game.given_reasons.items() if wins == bool(winners)]
    if reason is None:
        if not fitting:
            raise UsageError(f"{game.title} knows no result {token} that players give", code="usage.result")
        reason = fitting[0]
    if reason not in game.given_reasons:
        if not game.given_reasons:
            raise UsageError(f"{game.title} has no results that players give", code="usage.reason")
        known = " or ".join(game.given_reasons)
        raise UsageError(f"the reasons that players give are {known}, not {reason!r}", code="usage.reason")
    if reason not in fitting:
        raise UsageError(f"{token} and the reason {reason} do not go together", code="usage.reason")
    state = _state_at_end(loaded)
    if document.result is not None:
        why = f"the record has a result already: {document.result} (undo 0 takes it back)"
        raise RecordError(why, code="result.exists")
    result = Outcome(winners=winners, reason=reason)
    faults = judge_result(game, state, result)
    if faults:
        raise RecordError(f"{loaded.source.name}: left as it was", code=faults[0].code, faults=faults)
    return Edited(msgspec.structs.replace(document, result=result), state)


def save(loaded: Loaded, document: Document, hold: Hold | None = None) -> None:
    """Put the changed record in the place of the one that was loaded; atomic, other records untouched.

    `hold` is the caller's lock on the file. Raises `RecordError` (`play.changed`) if somebody who heeds no
    locks has changed the record since it was loaded, or the file while it is written.
    """
    source, reading = loaded.source, loaded.reading
    if source.stdin:
        raise UsageError("standard input cannot be changed; name a file", code="usage.stdin")
    new = _in_place_of(reading.raw, encode(document, loaded.game, reading.encoding), reading.encoding)
    try:
        unchanged = Unchanged(source.name)
        opened = open_source(source)
        replaced = replacing(source.name, lasting=True, hold=hold, before=unchanged.check)
        with opened.stream as old, replaced as file, compressing(file, opened.compression) as packed:
            _copy(old, packed, reading.offset)
            if old.read(len(reading.raw)) != reading.raw:
                raise unchanged.error
            packed.write(new)
            shutil.copyfileobj(old, packed)
    except OSError as error:
        problem = access_error(error)
        raise AccessError(f"{source.name}: {problem.message}", code=problem.code) from None


def _in_place_of(raw: bytes, new: bytes, encoding: str) -> bytes:
    """The bytes of a new record with the line ends of the old one, and what stood behind it."""
    if encoding in ("msgpack", "json"):
        return new
    tail = raw[len(raw.rstrip()) :]
    new = new.rstrip(b"\n") + (tail if tail or encoding == "jsonl" else b"\n")
    if encoding == "sgn" and b"\r\n" in raw:
        new = new.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    return new


def _copy(old: BinaryIO, new: BinaryIO, size: int) -> None:
    while size > 0:
        block = old.read(min(size, 1 << 20))
        if not block:
            return
        new.write(block)
        size -= len(block)
