"""A recorded game: asking it, looking with the eyes of a seat, saving it."""

import operator
import os
from collections.abc import Iterable, Iterator
from typing import Any, Literal, overload

import msgspec

from struckle_cli.api.playing import Game, State
from struckle_cli.core.errors import Fault, RecordError, UsageError, has_error
from struckle_cli.core.outcome import Outcome
from struckle_cli.core.secret import Opening
from struckle_cli.engine.binding import Bound
from struckle_cli.engine.replayer import play
from struckle_cli.replay.commitments import MASK
from struckle_cli.replay.document import Document, Note
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import ENCODINGS, Source, by_suffix
from struckle_cli.replay.writer import compressing, encode, replacing
from struckle_cli.report.faults import why_text
from struckle_cli.report.safe import printable
from struckle_cli.report.told import shown_text
from struckle_cli.services.boards import Board, boards
from struckle_cli.services.canonical import faults_of_syntax
from struckle_cli.services.judging import Verdict, judge
from struckle_cli.services.loading import Loaded, seen_by
from struckle_cli.services.naming import seat_named
from struckle_cli.services.show import show

Path = str | os.PathLike[str]
Encoding = Literal["sgn", "json", "jsonl", "msgpack"]


class Record:
    """A recorded game, sound or not; never changes. `load`, `load_all` and `loads` give one.

    What is asked of a record of which hardly anything could be read (`load_all` has such) is empty, and
    `game`, `state` and what needs them raise `RecordError`.
    """

    __slots__ = ("_document", "_path", "_reading", "_verdict", "_viewer")

    def __init__(
        self, path: str, reading: Reading, document: Document | None, verdict: Verdict | None = None,
        viewer: str | None = None,
    ) -> None:  # fmt: skip
        self._path = path
        self._reading = reading
        self._document = document
        self._verdict = verdict
        self._viewer = viewer

    @property
    def path(self) -> str:
        """The file that it was read from; empty for one from a text."""
        return self._path

    @property
    def number(self) -> int:
        """Which record of its file it is, from 1."""
        return self._reading.number

    @property
    def game(self) -> Game:
        """Its game. Raises `RecordError` where that is not known."""
        if self._reading.game is None:
            raise self._broken("its game is not known")
        return Game(self._reading.game)

    @property
    def tags(self) -> dict[str, str]:
        """The tags: event, date and whatever else was written down."""
        return dict(self._reading.document.tags) if self._reading.document else {}

    @property
    def players(self) -> dict[str, str]:
        """Who played, by seat, in seat order."""
        game, document = self._reading.game, self._reading.document
        if document is None or game is None:
            return {}
        return {seat: document.players[seat] for seat in game.seats if seat in document.players}

    @property
    def setup(self) -> dict[str, Any]:
        """The set-up fields, with what openings prove in place of commitments; a copy."""
        copied: dict[str, Any] = msgspec.to_builtins(self._reading.setup)
        return copied

    @property
    def moves(self) -> tuple[str, ...]:
        """The tokens, with what openings prove in place of commitments."""
        return tuple(self._reading.moves)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes, each with its `ply` (0: before the first) and `text`."""
        return tuple(self._reading.document.notes) if self._reading.document else ()

    @property
    def result(self) -> Outcome | None:
        """The claimed result: `winners`, `reason`, `scores`; as text `win:white (castle)`. Else None."""
        return self._judged.result

    @property
    def valid(self) -> bool:
        """Whether nothing that can be checked is wrong, as `struckle validate` says."""
        return self._judged.valid

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is wrong, with `code`, `message`, `severity`, `ply`, `line`, `suggestion`; warnings too."""
        return self._judged.problems

    @property
    def pending(self) -> tuple[str, ...]:
        """What cannot be checked yet because it is not opened: `('white beads',)`."""
        return self._judged.pending

    @property
    def plies(self) -> int:
        """How many of the moves are legal, from the first on."""
        return self._judged.plies

    def states(self) -> Iterator[State]:
        """The state before any ply, and then the one after each legal ply: `plies` and one.

        Raises `RecordError` for a record whose set-up is broken.
        """
        return self._walk(self.game, self._bound())

    def state(self, at: int | None = None) -> State:
        """The state after `at` plies (-1: one ply before the last); left out: after all.

        Raises `UsageError` (`usage.at`) for a ply that there is not, `RecordError` where an illegal one
        stands before it.
        """
        ply = self._ply(at)
        board = self._board(ply)
        setup = self._bound().setup
        return State(self.game, board.state, ply, board.last, board.before, setup)

    def show(self, width: int = 80) -> str:
        """The record in words, as `struckle show` prints it in so many columns."""
        document = self._reading.document
        if document is None or self._reading.game is None:
            raise self._broken("its game is not known")
        shown = show(self._reading, document)._replace(problems=self.faults)
        return shown_text(shown, self._path, self.number, width)

    def as_seen_by(self, seat: str) -> "Record":
        """The record as a seat may see it: what others hide stands behind commitments, and notes are gone.

        Of a game that hides nothing it is the same. Raises `UsageError` for a seat that there is not, and
        `RecordError` for a record too broken to say what the seat may see.
        """
        document = self._document
        if document is None:
            raise self._broken("its game is not known")
        return viewed(self._path, self._reading, document, seat, ())

    @overload
    def dumps(self, encoding: Literal["sgn", "json", "jsonl"] = "sgn") -> str: ...
    @overload
    def dumps(self, encoding: Literal["msgpack"]) -> bytes: ...
    def dumps(self, encoding: Encoding = "sgn") -> str | bytes:
        """The record in an encoding, as a file holds it: text, or bytes of MessagePack.

        Raises `RecordError` where form, set-up or syntax is broken, and `UsageError` (`usage.open-record`)
        for the view of an open record: its commitments could never be opened, so seal it first.
        """
        refuse_unknown(encoding)
        data = self._bytes(encoding)
        return data if encoding == "msgpack" else data.decode()

    def save(self, path: Path) -> None:
        """Write the record to a file, in the encoding and compression that its suffix names.

        A file that stands there is replaced, at once and whole. Raises as `dumps` does, `UsageError`
        (`usage.suffix`) for a suffix that names no encoding, and `AccessError` for what cannot be written.
        """
        name = plain_path(path)
        encoding, compression = by_suffix(name)
        if encoding is None:
            why = "the suffix names no encoding (.sgn, .json, .jsonl, .msgpack, each with .gz or .zst)"
            raise UsageError(f"{printable(name)}: {why}", code="usage.suffix")
        data = self._bytes(encoding)
        with replacing(name) as file, compressing(file, compression) as packed:
            packed.write(data)

    def __repr__(self) -> str:
        if self._reading.game is None:
            return "<Record of an unknown game>"
        names = f" {' - '.join(self.players.values())}," if self.players else ""
        plies = "ply" if len(self.moves) == 1 else "plies"
        end = f"invalid ({self.faults[0].code})" if not self.valid else str(self.result or "unfinished")
        return printable(f"<Record {self._reading.game.name},{names} {len(self.moves)} {plies}, {end}>")

    def _repr_html_(self) -> str:
        """The last legal position, names, result and faults, for a notebook."""
        from struckle_cli.report.notebook import record_html

        game = self._reading.game
        state = None if game is None or self._reading.bound is None else self.state(self.plies)
        return record_html(
            title=game.title if game else "a record of an unknown game",
            players=self.players,
            result=str(self.result or "unfinished"),
            faults=[f"{fault.code}: {why_text(fault, None)}" for fault in self.faults],
            picture="" if state is None else state._repr_svg_(),
        )

    def __reduce__(self) -> tuple[object, ...]:
        """What a pickle holds: the documents and what was found wrong with them, and no bytes of the file."""
        reading = self._reading
        kept = (reading.number, reading.document, reading.reader_faults)
        return _restored, (self._path, kept, self._document, self._judged, self._viewer)

    @property
    def _judged(self) -> Verdict:
        if self._verdict is None:
            self._verdict = judge(self._reading, self._path)
        return self._verdict

    def _bound(self) -> Bound:
        bound = self._reading.bound
        if bound is None:
            raise self._broken("its set-up is broken")
        return bound

    def _broken(self, why: str) -> RecordError:
        faults = self.faults
        first = f": {printable(faults[0].message)}" if faults else ""
        code = faults[0].code if faults else "record.type"
        return RecordError(f"{why}{first}", code=code, faults=faults, path=self._path, record=self.number)

    def _walk(self, game: Game, bound: Bound) -> Iterator[State]:
        core, state, before = game._core, bound.start, None
        yield State(game, state, setup=bound.setup)
        for ply, token in enumerate(self._reading.moves[: self.plies], 1):
            before, (state, _) = state, play(core, state, [token])
            yield State(game, state, ply, token, before, bound.setup)

    def _ply(self, at: int | None) -> int:
        """Which ply `at` means; raises as `state` does."""
        length = len(self._reading.moves)
        wanted = length if at is None else operator.index(at)
        ply = wanted if wanted >= 0 else wanted + length
        if not 0 <= ply <= length:
            why = f"at={wanted}: the record has {length} plies (0 is the start, -1 one ply before the last)"
            raise UsageError(why, code="usage.at")
        self._bound()
        if ply > self.plies:
            faults = [fault for fault in self.faults if fault.ply == self.plies + 1]
            why = f"the record is illegal at {why_text(faults[0], None)}"
            raise RecordError(why, code=faults[0].code, faults=faults, path=self._path, record=self.number)
        return ply

    def _board(self, at: int | None) -> Board:
        """A position as something to be drawn; raises as `state` does."""
        ply = self._ply(at)
        document = self._reading.document
        assert document is not None
        source = Source(self._path, None, None)
        loaded = Loaded(self._reading, document, self.game._core, self._bound().start, source)
        return next(boards(loaded, ply, every=False))

    def _bytes(self, encoding: str) -> bytes:
        document, game = self._document, self.game._core
        assert document is not None
        faults = faults_of_syntax(self._reading.again(document))
        if has_error(faults):
            raise self._broken("a broken record is not written")
        found = game.secrets.find(document.setup, document.moves) if game.secrets is not None else []
        if any(secret.text == MASK for secret in found):
            why = "this is what a seat may see of an open record, and no record of its own: seal the record"
            raise UsageError(f"{why}, and save a view of that", code="usage.open-record")
        return encode(document, game, encoding)


def plain_path(path: Path) -> str:
    """A path as the services take it, for which `-` would be standard input."""
    name = os.fspath(path)
    if not isinstance(name, str):
        raise TypeError("a path is a str or a path object of one")
    return os.path.join(os.curdir, name) if name == "-" else name


def refuse_unknown(encoding: str | None) -> None:
    """Raise `UsageError` for what is no encoding."""
    if encoding is not None and encoding not in ENCODINGS:
        why = f"the encodings are {', '.join(ENCODINGS)}, not {encoding!r}"
        raise UsageError(why, code="usage.encoding")


def viewed(path: str, reading: Reading, document: Document, seat: str, openings: Iterable[Opening]) -> Record:
    """A record as a seat may see it, with nothing left in it of what the seat may not.

    `document` is what its file holds; the bytes of the file and what could be told of their places go.
    """
    game = reading.game
    if game is None:
        raise RecordError("its game is not known", code="record.type", faults=reading.faults)
    viewer = seat_named(game, seat)
    assert viewer is not None
    view = seen_by(reading, viewer, list(openings))
    kept = seen_by(reading.again(document), viewer, ()).document
    verdict = judge(view, path)
    return Record(path, _bare(view.number, view.document, view.reader_faults), kept, verdict, viewer)


def _bare(number: int, document: Document | None, faults: list[Fault]) -> Reading:
    """A reading without bytes; that of MessagePack, because it has no lines."""
    return Reading(number, "msgpack", 1, 0, b"", document, faults)


def _restored(
    path: str, kept: tuple[int, Document | None, list[Fault]], document: Document | None, verdict: Verdict,
    viewer: str | None,
) -> Record:  # fmt: skip
    """A record that comes out of a pickle."""
    return Record(path, _bare(*kept), document, verdict, viewer)
