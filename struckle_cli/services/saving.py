"""Saving a game that is being played: every change replaces the record in its file at once.

The file is locked while it is played. A save never replaces anything but what was saved last: a record that
somebody else has changed, damaged or taken away meanwhile stays as it is, and the game goes on unsaved until
that is undone.
"""

import os
import weakref
from collections.abc import Iterator, Mapping

from struckle_cli.core.errors import RecordError, StruckleError, counted
from struckle_cli.replay.document import Document
from struckle_cli.replay.locking import Hold, tidy
from struckle_cli.services.edit import save
from struckle_cli.services.loading import Loaded, load
from struckle_cli.services.play import Session
from struckle_cli.services.played import Player
from struckle_cli.services.secretfiles import secrets_path
from struckle_cli.services.table import FileTable, Table, check_secrets, identity_of


class Keeper:
    """Keeps one record in its file while it is played, with the lock on that and what lies beside it."""

    def __init__(self, loaded: Loaded, hold: Hold) -> None:
        self._where = loaded.source.name, loaded.reading.number, loaded.source.encoding
        self._hold = hold
        self._last = loaded.document
        self.table = Table()
        if loaded.game.secrets is not None:
            identity = identity_of(loaded.document, loaded.reading.number)
            self.table = FileTable(loaded.source.name, loaded.game.seats, identity)

    def store(self, document: Document) -> None:
        """Put the record into its file, if what stands there is what was saved last.

        Raises `RecordError` (`play.changed`) if it is not, and `AccessError`. It may be interrupted anywhere,
        and called again then.
        """
        self.table.settle()
        if os.path.exists(self._where[0]) and not os.path.isfile(self._where[0]):
            raise _left(self._where[0], "put something else in the place of the record", "play.changed")
        self._hold.take(0)  # another program may have put another file there
        try:
            current = load(*self._where)
        except RecordError as error:
            raise _left(error.message, "damaged it", error.code) from None
        if current.document != document:
            if current.document != self._last:
                raise _left(self._where[0], "changed the record", "play.changed")
            save(current, document, self._hold)
            current = load(*self._where)
        self._last = current.document


def _left(what: str, done: str, code: str) -> RecordError:
    """Why a record that is not what was saved last is not written to."""
    why = f"{what}: somebody else has {done} meanwhile, and it was left as it is"
    return RecordError(f"{why}; save FILE keeps the game elsewhere", code=code)


def to_play(path: str, record: int | None, encoding: str | None) -> Loaded:
    """The record of a file that is to be played on; `load`, and what can be done where it is damaged."""
    try:
        return load(path, record, encoding)
    except StruckleError as error:
        if isinstance(error, RecordError):
            error.message += f"; it was left as it is ({_MEND.format(path)})"
        elif error.code == "io.damaged":
            error.message += "; it was left as it is (take an older copy)"
        raise


_MEND = "struckle validate {} tells all that is wrong; mend it by hand, or take an older copy"


def session_of(loaded: Loaded, bots: Mapping[str, Player] | None = None) -> Session:
    """A session whose every change replaces the record in its file, if that is still what was saved last.

    It holds the lock on the file as long as it is there. Raises `AccessError` (`io.locked`) if another
    process has it, `RecordError` for a record that is broken, or whose secrets are not its own.
    """
    name, number, encoding = loaded.source.name, loaded.reading.number, loaded.source.encoding
    hold = Hold(name)
    if not loaded.source.stdin:
        hold.take()
        tidy(name)
    try:
        if not loaded.source.stdin:  # what it holds now that nobody else writes to it
            loaded = to_play(name, number, encoding)
        session = _session(loaded, hold, bots)
    except BaseException:
        hold.release()
        raise
    session.release = hold.release
    weakref.finalize(session, hold.release)
    session.notice = "\n".join(_notices(session, name, hold))
    return session


def _notices(session: Session, name: str, hold: Hold) -> Iterator[str]:
    """What players have to know before they begin."""
    if hold.missing:
        why = f"{name} cannot be locked ({hold.missing}), so play it in one shell only"
        yield f"{why}; what others change meanwhile is noticed before each save, and not overwritten"
    if lacking := session.missing():
        paths = ", ".join(secrets_path(name, seat) for seat in lacking)
        yield f"what {' and '.join(lacking)} hid is not here ({paths}), so nobody can see it in this game"


def _session(loaded: Loaded, hold: Hold, bots: Mapping[str, Player] | None) -> Session:
    name, number = loaded.source.name, loaded.reading.number
    advice = "nothing was changed"
    try:
        keeper = Keeper(loaded, hold)
        check_secrets(keeper.table, loaded.document, loaded.game)
        advice = "it was left as it is"
        return Session(loaded.game, loaded.document, keeper.store, keeper.table, bots)
    except RecordError as error:
        faults = loaded.reading.placed(error.faults)
        ply = next((fault.ply for fault in error.faults if fault.ply), None)
        if advice != "nothing was changed" and ply is not None:
            left = counted(len(loaded.reading.moves) - ply + 1, "ply", "plies")
            undo = f"struckle undo {name} {len(loaded.reading.moves) - ply + 1}"
            advice = f"{advice} ({undo} takes back the last {left}, from the wrong one on)"
        why = f"{name}: {error.message.removeprefix(f'{name}: ')}; {advice}"
        raise RecordError(why, code=error.code, faults=faults, path=name, record=number) from None
