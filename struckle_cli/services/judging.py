"""The verdict on one record: form, set-up, syntax, legality and claimed result, each its kind of fault."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec
from msgspec import UNSET

from struckle_cli.core.errors import Fault, has_error, short
from struckle_cli.core.game import AnyGame
from struckle_cli.core.outcome import Outcome
from struckle_cli.core.secret import Secret
from struckle_cli.engine.replayer import Replay, faults_from, play, replay, syntax_faults, warnings
from struckle_cli.replay.commitments import secret_name
from struckle_cli.replay.reading import Reading

CODES = {
    "result.missing": "The moves end the game, but the record says that it is unfinished.",
    "result.differs": "The claimed result is not the one that the moves lead to.",
    "result.not-reached": "The record claims an end that only moves bring about, and they do not.",
    "result.winners": "A resignation has one winner, an agreed draw has none.",
    "result.hidden": "The record has a result although something that decides it is not opened.",
}


class Verdict(msgspec.Struct, frozen=True, kw_only=True, tag="v", array_like=True):
    """What is known about one record, or (with `record` None) about a place that could not be read.

    `plies` counts the legal plies; `result` is the claimed one; `record` counts from 1 in its file.
    """

    path: str
    record: int | None
    game: str | None = None
    valid: bool
    plies: int = 0
    result: Outcome | None = None
    pending: tuple[str, ...] = ()
    problems: tuple[Fault, ...] = ()
    counts: Mapping[str, int] = {}
    """What the game counts in a record beside plies (`Game.tally`)."""

    @property
    def codes(self) -> Iterator[str]:
        """The codes of its problems."""
        return (fault.code for fault in self.problems)

    def settle(self, path: str, record: int | None, lines: int) -> None:
        """Say in which file it stands, as which record, and how many lines stand before its range."""
        msgspec.structs.force_setattr(self, "path", path)
        msgspec.structs.force_setattr(self, "record", record)
        if lines and self.problems:
            msgspec.structs.force_setattr(
                self, "problems", tuple(fault.below(lines) for fault in self.problems)
            )


def judge(reading: Reading, path: str, strict: bool = False) -> Verdict:
    """Check everything that a record lets one check. With `strict` warnings and pending claims are errors."""
    document, game = reading.document, reading.game
    if document is None or game is None:
        name = None if document is None else document.game
        return _invalid(reading, path, name, 0, reading.faults, strict)
    if reading.bound is None:
        faults = [*reading.faults, *_told_once(reading, syntax_faults(game, reading.moves))]
        return _invalid(reading, path, game.name, 0, faults, strict)
    moves = reading.moves
    state, plies = play(game, reading.bound.start, moves)
    faults = reading.faults
    if plies < len(moves):
        faults = [*faults, *_told_once(reading, faults_from(game, state, moves, plies))]
    elif reading.sound:
        faults = [*faults, *judge_result(game, state, document.result)]
    counts: Mapping[str, int] = {}
    if game.tally is not None and (counts := game.tally(state)):
        faults = [*faults, *warnings(game, reading.bound.start, moves[:plies])]
    if strict and reading.closed:
        faults = [*faults, *map(_still_closed, reading.closed)]
    if faults:
        return _invalid(reading, path, game.name, plies, faults, strict, counts)
    return Verdict(
        path=path, record=reading.number, game=game.name, valid=True, plies=plies, result=document.result,
        counts=counts, pending=pending(reading),
    )  # fmt: skip


def pending(reading: Reading) -> tuple[str, ...]:
    """What of a record cannot be checked yet: the commitments that nothing opens."""
    return tuple(secret_name(secret.key) for secret in reading.closed) if reading.closed else ()


def _still_closed(secret: Secret) -> Fault:
    why = f"{secret_name(secret.key)} is not opened, so it cannot be checked yet"
    ply = secret.ply or None
    return Fault(
        code="commit.pending", message=why, pointer=secret.pointer, ply=ply, token=short(secret.text)
    )


def _told_once(reading: Reading, faults: list[Fault]) -> list[Fault]:
    """The faults of tokens, but for plies whose token is no string: that was told as a fault of form."""
    if reading.sound:
        return faults
    told = {fault.ply for fault in reading.faults if fault.ply is not None and fault.code == "record.type"}
    return [fault for fault in faults if fault.ply not in told]


def _invalid(
    reading: Reading, path: str, game: str | None, plies: int, faults: list[Fault], strict: bool,
    counts: Mapping[str, int] | None = None,
) -> Verdict:  # fmt: skip
    """The verdict on a record with faults, or with warnings (which leave it valid but if `strict`)."""
    problems = tuple(reading.placed(faults))
    if strict:
        problems = tuple(msgspec.structs.replace(fault, severity="error") for fault in problems)
    return Verdict(
        path=path,
        record=reading.number,
        game=game,
        valid=not has_error(problems),
        plies=plies,
        result=_claimed(reading),
        problems=problems,
        counts=counts or {},
        pending=pending(reading),
    )


def _claimed(reading: Reading) -> Outcome | None:
    """The result that a record claims; None where what it claims is not a result in form."""
    result = None if reading.document is None else reading.document.result
    return result if result is not None and result.reason else None


def judge_result(game: AnyGame, state: Any, claimed: Outcome | None) -> list[Fault]:
    """What is wrong with a claimed result, given the state that all moves have led to."""
    computed = game.outcome(state)
    if computed is None and game.lacking is not None and (lacks := game.lacking(state)) is not None:
        return [Fault(code=lacks.code, message=lacks.message, pointer="/setup")]
    if computed is None and game.awaits is not None and (why := game.awaits(state)) is not None:
        return (
            [] if claimed is None else [_fault("result.hidden", _unknown(claimed, why), claimed.token, "*")]
        )
    if computed is None:
        return [] if claimed is None else _judge_given(game, state, claimed)
    if claimed is None:
        why = f"the game is over: {computed}; the record says that it is unfinished"
        return [_fault("result.missing", why, "*", computed.token)]
    same = claimed.winners == computed.winners and claimed.reason == computed.reason
    if same and (claimed.scores is UNSET or claimed.scores == computed.scores):
        return []
    why = f"the moves lead to {_told(computed, claimed)}, not to {_told(claimed, claimed)}"
    return [_fault("result.differs", why, claimed.token, computed.token)]


def _unknown(claimed: Outcome, why: str) -> str:
    return f"the record claims {claimed}, but {why}: until then nobody can tell, and the result stays open"


def _told(outcome: Outcome, claimed: Outcome) -> str:
    if claimed.scores is UNSET or outcome.scores is UNSET:
        return str(outcome)
    scores = ", ".join(f"{seat} {points}" for seat, points in islice(outcome.scores.items(), 9))
    return f"{outcome} with the scores {scores or 'of nobody'}"


def _judge_given(game: AnyGame, state: Any, claimed: Outcome) -> list[Fault]:
    """A result in a record whose moves do not end the game: only what players give can stand."""
    if claimed.reason not in game.given_reasons:
        why = f"the record claims {claimed}, but its moves do not end the game"
        return [_fault("result.not-reached", why, claimed.token, "*")]
    wanted = 1 if game.given_reasons[claimed.reason] else 0
    if len(claimed.winners) != wanted:
        has = "has one winner" if wanted else "is a draw, without winners"
        why = f"a result by {claimed.reason} {has}"
        return [_fault("result.winners", why, claimed.token, None if wanted else "draw")]
    reason = None if game.why_not_given is None else game.why_not_given(state, claimed.reason)
    return [] if reason is None else [_fault(reason.code, reason.message, claimed.token, "*")]


def _fault(code: str, message: str, token: str, suggestion: str | None) -> Fault:
    return Fault(code=code, message=message, token=token, suggestion=suggestion, pointer="/result")


def replayed(reading: Reading) -> Replay | None:
    """The moves of a record played as far as they are legal; None if its set-up cannot be read."""
    if reading.document is None or reading.game is None or reading.bound is None:
        return None
    return replay(reading.game, reading.bound.start, reading.moves)
