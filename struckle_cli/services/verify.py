"""The claims of a record one by one, each true, false or pending, and why."""

from collections.abc import Generator, Iterable, Iterator, Sequence

import msgspec

from struckle_cli.core.claim import Claim
from struckle_cli.core.errors import Fault
from struckle_cli.engine.replayer import Replay
from struckle_cli.replay.commitments import secret_name
from struckle_cli.replay.document import Document
from struckle_cli.replay.reading import Reading
from struckle_cli.services.jobs import AnyEvent, Job, Kind, Options
from struckle_cli.services.judging import judge_result, replayed
from struckle_cli.services.runs import Engine, Local, run


class Claims(msgspec.Struct, frozen=True, tag="c", array_like=True):
    """All claims of one record of a file; `record` is None for a place that could not be read."""

    path: str
    record: int | None
    claims: tuple[Claim, ...]
    code: str | None = None
    """Of what could not be read, or not be looked at: the fault's code."""
    faults: tuple[Fault, ...] = ()
    """Faults of form, until it is known on which lines they stand; then they are the first claims."""

    @property
    def codes(self) -> Iterator[str]:
        """The codes of faults of form, and of what could not be read or looked at."""
        if self.code is not None:
            yield self.code
        yield from (fault.code for fault in self.faults)

    def settle(self, path: str, record: int | None, lines: int) -> None:
        """Say in which file it stands, as which record, and how many lines stand before its range."""
        msgspec.structs.force_setattr(self, "path", path)
        msgspec.structs.force_setattr(self, "record", record)
        if self.faults:
            told = _claims_of_form(fault.below(lines) for fault in self.faults)
            msgspec.structs.force_setattr(self, "claims", (*told, *self.claims))
            msgspec.structs.force_setattr(self, "faults", ())


def verify(
    paths: Sequence[str], options: Options | None = None, jobs: int = 1, engine: Engine | None = None
) -> Generator[AnyEvent]:
    """The claims of all records under `paths`, and what was passed over, in order.

    The engine does the work, or up to `jobs` processes; the events are the same. Close the iterator if you do
    not exhaust it: that ends them.
    """
    return run(paths, Job(kind="verify", options=options or Options()), engine or Local(jobs))


def _claims(reading: Reading, job: Job) -> Claims:
    faults = tuple(_faults_of_form(reading))
    refused = next((fault.code for fault in reading.faults if fault.code.startswith("io.")), None)
    return Claims("", reading.number, tuple(_judged_claims(reading)), refused, faults)


def _failed(record: int | None, fault: Fault) -> Claims:
    """What is told of a place that could not be read, or a record that could not be looked at."""
    if record is None:
        return Claims("", None, (Claim("record", False, fault.message),), fault.code)
    return Claims("", record, (), fault.code, (fault,))


KIND = Kind(_claims, _failed, Claims)


def claims_of(reading: Reading) -> Iterator[Claim]:
    """The claims of one record: that its moves follow the rules, and that its result does."""
    yield from _claims_of_form(_faults_of_form(reading))
    yield from _judged_claims(reading)


def _faults_of_form(reading: Reading) -> list[Fault]:
    """What is wrong with a record before anything is played, in the order of the places."""
    if reading.sound and reading.game is not None and reading.bound is not None:
        return []
    return reading.placed(reading.faults)


def _claims_of_form(faults: Iterable[Fault]) -> Iterator[Claim]:
    for fault in faults:
        where = "" if fault.line is None else f"line {fault.line}: "
        yield Claim("record", False, f"{where}{fault.code}: {fault.message}")


def _judged_claims(reading: Reading) -> Iterator[Claim]:
    """What the moves of a record come to, as far as there are any that can be played."""
    played = replayed(reading)
    document = reading.document
    if played is None or document is None:
        return
    yield _moves_claim(reading, played)
    if reading.sound:
        yield from _commitment_claims(reading, document)
        yield from _own_claims(reading, document, played)
        yield _result_claim(reading, document, played)


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
