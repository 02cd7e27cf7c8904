"""The claims of a record one by one, each true, false or pending, and why."""

from collections.abc import Iterator, Sequence

import msgspec

from struckle_cli.core.claim import Claim
from struckle_cli.core.errors import AccessError, Fault
from struckle_cli.engine.replayer import Replay
from struckle_cli.replay.commitments import secret_name
from struckle_cli.replay.document import MAX_RECORD, Document
from struckle_cli.replay.reader import Skipped
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Source, Unreadable, access_error, find
from struckle_cli.services.events import Empty, Foreign
from struckle_cli.services.judging import judge_result, replayed
from struckle_cli.services.validate import readings


class Claims(msgspec.Struct, frozen=True):
    """All claims of one record of a file; `record` is None for a place that could not be read."""

    path: str
    record: int | None
    claims: tuple[Claim, ...]
    code: str | None = None
    """For a place that could not be read: the fault's code."""


def verify(
    paths: Sequence[str], encoding: str | None = None, limit: int = MAX_RECORD
) -> Iterator[Claims | Empty | Foreign]:
    """The claims of all records under `paths`, in order."""
    for place in find(paths, encoding):
        if isinstance(place, Unreadable):
            yield _unreadable(place.name, place.code, place.message)
        else:
            yield from _verify_source(place, limit)


def _unreadable(path: str, code: str, message: str) -> Claims:
    return Claims(path, None, (Claim("record", False, message),), code)


def _verify_source(source: Source, limit: int) -> Iterator[Claims | Empty | Foreign]:
    seen = False
    try:
        for item in readings(source, limit):
            seen = True
            if isinstance(item, Skipped):
                yield Foreign(source.name)
            else:
                yield Claims(source.name, item.number, tuple(claims_of(item)), _size_code(item))
    except (OSError, AccessError) as error:
        problem = access_error(error)
        yield _unreadable(source.name, problem.code, problem.message)
        return
    if not seen:
        yield Empty(source.name)


def _size_code(reading: Reading) -> str | None:
    return next((fault.code for fault in reading.faults if fault.code.startswith("io.")), None)


def claims_of(reading: Reading) -> Iterator[Claim]:
    """The claims of one record: that its moves follow the rules, and that its result does."""
    played = replayed(reading)
    document = reading.document
    if not reading.sound or played is None or document is None:
        for fault in reading.placed(reading.faults):
            yield Claim("record", False, _told(fault))
        if played is None or document is None:
            return
    yield _moves_claim(reading, played)
    if reading.sound:
        yield from _commitment_claims(reading, document)
        yield from _own_claims(reading, document, played)
        yield _result_claim(reading, document, played)


def _told(fault: Fault) -> str:
    where = "" if fault.line is None else f"line {fault.line}: "
    return f"{where}{fault.code}: {fault.message}"


def _moves_claim(reading: Reading, played: Replay) -> Claim:
    if not played.faults:
        tally = reading.game.tally if reading.game is not None else None
        counts = tally(played.state) if tally is not None else {}
        told = "".join(f"; {name.replace('_', ' ')} {number}" for name, number in counts.items() if number)
        count = "the one ply" if played.plies == 1 else f"all {played.plies} plies"
        what = "may stand" if told else "is legal" if played.plies == 1 else "are legal"
        return Claim("moves", True, f"{count} {what}{told}")
    fault = played.faults[0]
    return Claim("moves", False, f"ply {fault.ply} ({fault.token}): {fault.code}: {fault.message}")


def _commitment_claims(reading: Reading, document: Document) -> Iterator[Claim]:
    """Each commitment of a record: opened and proved, or closed as yet."""
    game = reading.game
    found = game.secrets.find(document.setup, document.moves) if game is not None and game.secrets else []
    closed = {secret.key for secret in reading.closed}
    for secret in found:
        if secret.closed and secret.key in closed:
            why = "not opened, so it is only consistent with what is visible"
            yield Claim(f"commitment of {secret_name(secret.key)}", "pending", why)
        elif secret.closed:
            yield Claim(f"commitment of {secret_name(secret.key)}", True, "its opening fits it")


def _own_claims(reading: Reading, document: Document, played: Replay) -> Iterator[Claim]:
    """The claims of the game's own kind, as far as the moves are legal."""
    game, bound = reading.game, reading.bound
    if game is None or bound is None or game.claims is None:
        return
    moves = [game.parse_move(token) for token in reading.moves[: played.plies]]
    wrong = played.faults[0] if played.faults else None
    for claim in game.claims(bound.start, moves, document.result):
        if claim.claim == "dice" and wrong is not None and wrong.code == f"{game.name}.wrong-roll":
            yield Claim("dice", False, f"ply {wrong.ply}: {wrong.message}", claim.steps)
        else:
            yield claim


def _result_claim(reading: Reading, document: Document, played: Replay) -> Claim:
    game, result = reading.game, document.result
    if game is None or played.faults:
        return Claim("result", False, "an illegal ply stands before it, so the moves lead to no result")
    wrong = judge_result(game, played.state, result)
    if wrong:
        return Claim("result", False, wrong[0].message)
    why = game.awaits(played.state) if game.awaits is not None else None
    if result is None and why is not None:
        return Claim("result", "pending", f"the game is over, but {why}")
    if result is None:
        return Claim("result", True, "the record says unfinished, and the moves do not end the game")
    if result.reason in game.given_reasons:
        return Claim("result", True, f"{result}: given by the players; the moves do not end the game")
    return Claim("result", True, f"{result}: the moves lead to just that")
