"""What lies on the table beside a record that is played at one keyboard: each seat's secrets, and the dice.

Secrets stand in one file a seat (`services.secretfiles`), and the dice of a turn that has been rolled but
not yet played in a file of its own, so that leaving and coming back never gives another roll.
"""

import contextlib
import os
import re
from collections.abc import Collection, Iterable

import msgspec

from struckle_cli.core.errors import AccessError, NotationError, RecordError, StruckleError
from struckle_cli.core.game import AnyGame
from struckle_cli.core.secret import TABLE, Key, Opening
from struckle_cli.replay.commitments import of_use, opened
from struckle_cli.replay.document import Document
from struckle_cli.replay.source import access_error
from struckle_cli.replay.writer import replacing
from struckle_cli.services.loading import refuse_estranged
from struckle_cli.services.secretfiles import read_secrets, secrets_path, write_secrets

ROLLED = ".rolled"
"""Behind the name of a record: what a turn that is not yet played has rolled."""
_SHAPE = re.compile(r"([0-9a-f]{32}) ([1-9][0-9]{0,8}) ([ -~]{1,100})\Z")
_MOST = 1000
"""Records of one file whose rolls are remembered."""


class Table:
    """The secrets of a game's seats, and what was rolled for ply `ply` (counted from 1). In memory only."""

    def __init__(self, secrets: dict[str, list[Opening]] | None = None) -> None:
        self.secrets = secrets or {}
        self.ply = 0
        self.rolls = ""

    def of(self, seat: str | None) -> list[Opening]:
        """The openings that a seat holds; the public holds none."""
        return self.secrets.get(seat, []) if seat is not None else []

    def everything(self) -> list[Opening]:
        """All openings of all seats, the table's too."""
        return [opening for openings in self.secrets.values() for opening in openings]

    def seed(self) -> str | None:
        """The seed of the dice, if the table has one."""
        return next((item.value for item in self.of(TABLE) if item.what == "dice"), None)

    def add(self, opening: Opening) -> None:
        """Keep an opening."""
        self.secrets.setdefault(opening.seat, []).append(opening)

    def forget(self, keys: Collection[Key]) -> None:
        """Forget the openings of some secrets: the plies that they stood in have been taken back."""
        for seat, held in self.secrets.items():
            self.secrets[seat] = [item for item in held if item.key not in keys]

    def rolled(self, ply: int) -> str:
        """What has been rolled for a ply; nothing for any other than the one that is being played."""
        return self.rolls if self.ply == ply else ""

    def keep_rolls(self, ply: int, rolls: str) -> None:
        """Remember what was rolled for a ply; nothing when it has been played."""
        self.ply, self.rolls = ply, rolls

    def settle(self) -> None:
        """Write what could not be written when it came. Raises `AccessError` if it still cannot."""


class FileTable(Table):
    """A table whose secrets and dice are kept in files beside the record.

    `identity` tells the record from others (`identity_of`): dice of another one that has its name, or had it,
    are not its own.
    """

    def __init__(self, record: str, seats: Iterable[str], identity: str = 32 * "0") -> None:
        super().__init__()
        self._record = record
        self._identity = identity
        for seat in (*seats, TABLE):
            path = secrets_path(record, seat)
            if os.path.lexists(path):
                self.secrets[seat] = read_secrets(path)
        self._kept = {seat: list(held) for seat, held in self.secrets.items()}
        self._unwritten = False
        found = _rolled(record).get(self._identity)
        if found is not None:
            self.ply, self.rolls = found

    def add(self, opening: Opening) -> None:
        """Keep an opening in its seat's file, beside what the file holds. Raises `AccessError`."""
        kept = [*self._kept.get(opening.seat, []), opening]
        write_secrets(secrets_path(self._record, opening.seat), kept)
        self._kept[opening.seat] = kept
        super().add(opening)

    def forget(self, keys: Collection[Key]) -> None:
        """Forget some openings, in the files too; where that fails they do no harm."""
        gone = [item for held in self.secrets.values() for item in held if item.key in keys]
        super().forget(keys)
        for seat in {item.seat for item in gone}:
            self._kept[seat] = [item for item in self._kept[seat] if item not in gone]
            with contextlib.suppress(StruckleError):
                write_secrets(secrets_path(self._record, seat), self._kept[seat])

    def keep_rolls(self, ply: int, rolls: str) -> None:
        """Remember what was rolled for a ply, beyond this session; other records of the file have lines too.

        Raises `AccessError` where it cannot be written; then the dice lie there for this session, until
        `settle`.
        """
        super().keep_rolls(ply, rolls)
        self._unwritten = True
        self._write_rolls(ply, rolls)
        self._unwritten = False

    def settle(self) -> None:
        """Write the rolls that could not be written: first, so that undo never leads to other dice."""
        if self._unwritten:
            self.keep_rolls(self.ply, self.rolls)

    def _write_rolls(self, ply: int, rolls: str) -> None:
        kept = _rolled(self._record)
        kept.pop(self._identity, None)
        if rolls:
            kept[self._identity] = ply, rolls
        if not kept:
            forget_rolls(self._record)
            return
        rows = [f"{identity} {number} {text}\n" for identity, (number, text) in kept.items()]
        with replacing(_rolls_path(self._record), private=True, lasting=True) as file:
            file.write("".join(rows[-_MOST:]).encode())


def identity_of(document: Document, number: int) -> str:
    """What tells a record from others that its file holds, or held: its id, or what it says before its
    moves.
    """
    if isinstance(document.id, str):
        return document.id
    import hashlib

    told = msgspec.json.encode([number, document.tags, document.players, document.setup])
    return hashlib.sha256(told).hexdigest()[:32]


def check_secrets(table: Table, document: Document, game: AnyGame) -> None:
    """Raise `RecordError` if the secrets on the table are not those of the record.

    With another seed the dice would not be those that were committed to, and nobody would know until the end.
    What opens nothing (the record is open by now, or the ply was taken back) is left out.
    """
    refuse_estranged(document, game, table.everything())
    if table.rolls and not _are_rolls(game, table.rolls):
        table.rolls = ""
    kept = {seat: of_use(document, game, held) for seat, held in table.secrets.items()}
    table.secrets = {seat: held for seat, held in kept.items() if held}
    faults = opened(document, game, table.everything()).faults
    if faults:
        why = "the secrets beside the record are not its own; restore them, or take them away"
        raise RecordError(why, code=faults[0].code, faults=faults)


def _are_rolls(game: AnyGame, text: str) -> bool:
    """Whether the file of rolls holds some; whatever else stands there was not written by us."""
    try:
        game.parse_move(f"{text}=-")
    except NotationError:
        return False
    return True


def _rolls_path(record: str) -> str:
    """Where the rolls of a record lie: beside the file itself, so that no link to it gives other dice."""
    return os.path.realpath(record) + ROLLED


def _rolled(record: str) -> dict[str, tuple[int, str]]:
    """What has been rolled in the records of a file, by record; lines that are none of ours are passed
    over.
    """
    path = _rolls_path(record)
    try:
        with open(path, "rb") as file:
            text = file.read(_MOST * 150).decode("ascii", "replace")
    except FileNotFoundError:
        return {}
    except OSError as error:
        problem = access_error(error)
        raise AccessError(f"{path}: {problem.message}", code=problem.code) from None
    found = map(_SHAPE.match, text.splitlines())
    return {match[1]: (int(match[2]), match[3]) for match in found if match}


def forget_rolls(record: str) -> None:
    """Take away what was rolled for a ply that is played by now; where that fails it says nothing new."""
    with contextlib.suppress(OSError):
        os.unlink(_rolls_path(record))
