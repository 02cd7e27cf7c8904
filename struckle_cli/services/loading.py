"""Finding the one record that a command is about, and the position in it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from struckle_cli.core.errors import AccessError, RecordError, StruckleError, UsageError, short
from struckle_cli.core.game import AnyGame
from struckle_cli.core.secret import Opening
from struckle_cli.engine.binding import Bound
from struckle_cli.engine.replayer import judge_token, play, replay, syntax_faults
from struckle_cli.replay.commitments import estranged, masked, of_use, revealed, secret_name
from struckle_cli.replay.document import MAX_RECORD, Document
from struckle_cli.replay.reader import Skipped
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Source, access_error, named
from struckle_cli.services.judging import judge_result
from struckle_cli.services.validate import readings


class Loaded(NamedTuple):
    """A record that is sound in form and set-up, with its game and the position play starts in.

    `document` is what its file holds; the moves to be played are `reading.moves`.
    """

    reading: Reading
    document: Document
    game: AnyGame
    start: Any
    source: Source


def load(
    path: str, record: int | None = None, encoding: str | None = None, limit: int = MAX_RECORD,
    *, openings: Sequence[Opening] = (),
) -> Loaded:  # fmt: skip
    """The record of a file; `record` (from 1) picks one where there are several.

    With `openings` of somebody's own the moves are judged with what they prove, but `document` stays what the
    file holds. Raises `UsageError` where none or several match, `RecordError` for a record with faults
    of form or set-up, `AccessError` for a file that cannot be read.
    """
    source = named(path, encoding)
    reading = pick(source, record, limit)
    document = reading.document
    if openings:
        reading = with_kept(reading, openings)
    return _sound(source, reading, document)


def load_for(
    path: str, record: int | None, encoding: str | None, limit: int, seat_of: Callable[[AnyGame], str],
    openings: Sequence[Opening],
) -> Loaded:  # fmt: skip
    """The record of a file as one seat may see it: `document` and faults, too, are of that view alone.

    What is wrong with somebody else's openings is not told, because telling it would show them. Raises as
    `load` does.
    """
    source = named(path, encoding)
    reading = pick(source, record, limit)
    if reading.game is not None:
        reading = seen_by(reading, seat_of(reading.game), openings)
    return _sound(source, reading, reading.document)


def _sound(source: Source, reading: Reading, document: Document | None) -> Loaded:
    game, bound = reading.game, reading.bound
    if not reading.sound or document is None or game is None or bound is None:
        raise broken(source, reading)
    return Loaded(reading, document, game, bound.start, source)


def broken(source: Source, reading: Reading) -> StruckleError:
    """The error that a record with faults of form or set-up calls for."""
    faults = reading.placed(reading.faults)
    too_large = any(fault.code.startswith("io.") for fault in faults)
    why = f"{source.name}: record {reading.number} is broken"
    kind = AccessError if too_large else RecordError
    return kind(why, code=faults[0].code, faults=faults, path=source.name, record=reading.number)


def bound_of(reading: Reading) -> Bound:
    """The set-up of a record without faults of form or set-up. Raises `RecordError` for any other."""
    if not reading.sound or reading.bound is None:
        raise RecordError("the record is broken", code=reading.faults[0].code, faults=reading.faults)
    return reading.bound


def unplayable(game: AnyGame, state: Any, token: str, ply: int) -> RecordError:
    """The error that a record calls for whose ply `ply` cannot be played in `state`."""
    fault = judge_token(game, state, token, ply)
    return RecordError("the record is broken, so it cannot be played", code=fault.code, faults=[fault])


def pick(source: Source, record: int | None, limit: int = MAX_RECORD) -> Reading:
    """The one record of a source that is meant, sound or broken; raises as `load` does."""
    try:
        return one_of(readings(source, limit), source.name, record, "pick one with --record N")
    except (OSError, AccessError) as error:
        problem = access_error(error)
        raise AccessError(f"{source.name}: {problem.message}", code=problem.code) from None


def one_of(found: Iterable[Reading | Skipped], name: str, record: int | None, advice: str) -> Reading:
    """The one record that is meant, by its number or because there is no other, of those that are read.

    Raises `UsageError` where there is none, or, with `advice` on what to do, where there are several.
    """
    chosen, count = None, 0
    for item in found:
        if isinstance(item, Skipped):
            continue
        count += 1
        if record is None and count > 1:
            raise UsageError(f"{name} holds several records; {advice}", code="usage.record")
        if record in (None, count):
            chosen = item
            if record is not None:
                break
    if chosen is None:
        what = "holds no record" if record is None else f"has no record {record}; it holds {count}"
        raise UsageError(f"{name} {what}", code="usage.record")
    return chosen


def with_openings(reading: Reading, openings: Sequence[Opening]) -> Reading:
    """The record as who holds some openings reads it. Raises `UsageError` where nothing is hidden."""
    document, game = reading.document, reading.game
    if document is None or game is None:
        return reading
    if game.secrets is None:
        raise UsageError(f"{game.title} hides nothing, so there is nothing to open", code="usage.secrets")
    return reading.again(revealed(document, game, openings))


def with_kept(reading: Reading, openings: Sequence[Opening]) -> Reading:
    """`with_openings` without those that open nothing: a secrets file may hold some of plies taken back."""
    document, game = reading.document, reading.game
    if document is not None and game is not None and game.secrets is not None:
        refuse_estranged(document, game, openings)
        openings = of_use(document, game, openings)
    return with_openings(reading, openings)


def refuse_estranged(document: Document, game: AnyGame, openings: Sequence[Opening]) -> None:
    """Raise `RecordError` for a record that does not commit to what somebody's secrets were made for."""
    key = estranged(document, game, openings)
    if key is not None:
        why = f"the record does not commit to {short(secret_name(key))}: it is not the one that these secrets"
        raise RecordError(f"{why} belong to", code="commit.nothing")


def view_for(reading: Reading, seat: str | None) -> Reading:
    """The record as `seat` may see it, the public with None: everything else behind commitments, no notes."""
    document, game = reading.document, reading.game
    if document is None or game is None or game.secrets is None:
        return reading
    return reading.again(masked(document, game, seat, ended=has_ended(reading)))


def _refuse_unclear(view: Reading, seat: str) -> None:
    """Raise `RecordError` where something has not the shape of a secret, so that it could not be hidden.

    Its code is always the same: which fault it is may depend on what would have to be hidden.
    """
    game, document = view.game, view.document
    if game is None or game.secrets is None or document is None:
        return
    faults = [fault for fault in view.faults if (fault.pointer or "").startswith("/setup")]
    faults += syntax_faults(game, document.moves)
    if faults:
        why = f"the record is broken (validate tells where), so nobody can say what {seat} may see of it"
        raise RecordError(why, code="commit.unclear")


def has_ended(reading: Reading) -> bool:
    """Whether a record has a result that its moves bear out; a false one makes nothing public."""
    document, game, bound = reading.document, reading.game, reading.bound
    if document is None or document.result is None or game is None or bound is None or not reading.sound:
        return False
    state, plies = play(game, bound.start, reading.moves)
    return plies == len(reading.moves) and not judge_result(game, state, document.result)


def seen_by(reading: Reading, seat: str, openings: Sequence[Opening]) -> Reading:
    """The record as `seat` may see it who holds some openings; those of others open nothing for it."""
    view = view_for(reading, seat)
    _refuse_unclear(view, seat)
    own = [opening for opening in openings if opening.seat == seat]
    return with_kept(view, own) if openings else view


class Position(NamedTuple):
    """A place in a record: the state after `ply` plies, and whether the game is over there."""

    state: Any
    ply: int
    over: bool
    last: str | None


def position_at(loaded: Loaded, at: int | None) -> Position:
    """The position after `at` plies; negative numbers count from the end, None is the end.

    At the end a result that the players gave ends the game too. Raises `UsageError` for a ply that the
    record does not have, `RecordError` where an illegal ply stands before it.
    """
    moves = loaded.reading.moves
    ply = len(moves) if at is None else at + len(moves) if at < 0 else at
    if not 0 <= ply <= len(moves):
        why = f"--at {at}: the record has {len(moves)} plies (0 is the start, -1 one ply before the last)"
        raise UsageError(why, code="usage.at")
    state, plies = play(loaded.game, loaded.start, moves[:ply])
    if plies < ply:
        faults = loaded.reading.placed(replay(loaded.game, loaded.start, moves[:ply]).faults)
        why = f"{loaded.source.name}: record {loaded.reading.number} is illegal at ply {plies + 1}"
        raise RecordError(
            why, code=faults[0].code, faults=faults, path=loaded.source.name, record=loaded.reading.number
        )
    given = ply == len(moves) and loaded.document.result is not None
    over = given or loaded.game.to_move(state) is None
    return Position(state, ply, over, moves[ply - 1] if ply else None)
