"""A record as it was read: what can be judged of it, its faults, and where they stand."""

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import msgspec

from struckle_cli.core.errors import MAX_FAULTS, Fault, Severity, has_error
from struckle_cli.core.game import AnyGame
from struckle_cli.core.secret import Secret
from struckle_cli.engine.binding import Bound, bind
from struckle_cli.replay.commitments import opened
from struckle_cli.replay.document import Document
from struckle_cli.replay.form import check_document, check_seated
from struckle_cli.replay.sgnsyntax import Place, places


class Reading:
    """One record as it was read. `document` is None where nothing could be made of it.

    `bound` is its set-up and the position play starts in, None while the set-up has faults. `sound` says that
    its form has no fault, so that its claimed result means what it says. `raw` are its bytes (for text: from
    `[Game` to the next record); `offset` and `line` say where they begin in the decompressed file.

    `setup` and `moves` are what is judged: those of the document, with what its openings prove in place
    of commitments; `closed` are the commitments that nothing opens. `reader_faults` are the faults that were
    found before the document was looked at: they stay whatever of it is shown or opened.
    """

    __slots__ = (
        "_column",
        "_text",
        "bound",
        "closed",
        "document",
        "encoding",
        "faults",
        "game",
        "line",
        "moves",
        "number",
        "offset",
        "raw",
        "reader_faults",
        "setup",
    )

    def __init__(self, number: int, encoding: str, line: int, offset: int, raw: bytes,
                 document: Document | None, faults: list[Fault]) -> None:  # fmt: skip
        self.number = number
        self.encoding = encoding
        self.line = line
        self.offset = offset
        self.raw = raw
        self.document = document
        self.faults = self.reader_faults = faults
        self.game: AnyGame | None = None
        self.bound: Bound | None = None
        self.closed: tuple[Secret, ...] = ()
        self.moves: list[str] = []
        self.setup: dict[str, Any] = {}
        self._text: str | None = None
        self._column = 1
        if document is not None:
            self.game, more = check_document(document)
            self.moves, self.setup = document.moves, document.setup
            if self.game is not None:
                more = self._bind(document, self.game, more)
            if faults:  # what was told already is not told as missing, or as empty, too
                told = {fault.pointer for fault in faults}
                more = [
                    fault
                    for fault in more
                    if fault.token != "" and not (fault.code == "setup.missing" and fault.pointer in told)
                ]
            if more:
                self.faults = [*faults, *more] if faults else more

    def _bind(self, document: Document, game: AnyGame, faults: list[Fault]) -> list[Fault]:
        """Open what can be opened, read the set-up; the faults with those that are found in that."""
        if game.secrets is None:
            bound = bind(game, document.setup)
        else:
            found = opened(document, game)
            self.setup, self.moves, self.closed = found.setup, found.moves, found.closed
            faults = [*faults, *found.faults]
            bound = bind(game, found.setup, document.id if isinstance(document.id, str) else None)
        if bound.faults:
            faults = [*faults, *bound.faults]
        if bound.setup is not None:
            if game.playing is not None:
                faults = [*faults, *check_seated(document, game, game.playing(bound.setup))]
            if not (self.faults and any(map(_about_setup, self.faults))):
                self.bound = bound
        return faults

    @classmethod
    def of(cls, document: Document) -> "Reading":
        """The reading of a document that stands in no file."""
        return cls(1, "json", 1, 0, b"", document, [])

    def again(self, document: Document) -> "Reading":
        """The reading of a changed document in the place of this one; faults stand where they did."""
        made = Reading(
            self.number, self.encoding, self.line, self.offset, self.raw, document, self.reader_faults
        )
        made._text, made._column = self._text, self._column
        return made

    @property
    def sound(self) -> bool:
        """Whether form and set-up have no fault that is more than a warning."""
        return self.document is not None and not (self.faults and has_error(self.faults))

    def with_text(self, text: str) -> "Reading":
        """Remember the text, for `placed`."""
        self._text = text
        return self

    def beginning(self, column: int) -> "Reading":
        """Remember the column of its first character: another record may stand before it on its line."""
        self._column = column
        return self

    def placed(self, faults: Iterable[Fault]) -> list[Fault]:
        """The faults with line, column and pointer, in the order of their places.

        Of very many only the first are kept, and a last one says so.
        """
        found = [self._pointed(fault) for fault in islice(faults, MAX_FAULTS + 1)]
        if len(found) > MAX_FAULTS:
            what: Severity = "error" if has_error(found) else "warning"
            why = f"the record has more than {MAX_FAULTS} {'faults' if what == 'error' else 'warnings'}"
            why += "; the others are not told"
            found[MAX_FAULTS:] = [Fault(code="record.more", message=why, severity=what)]
        lost = [fault for fault in found if fault.line is None and fault.code != "record.more"]
        places = self._places(lost) if lost else {}
        told = [self._at(fault, places.get(id(fault))) for fault in found]
        return sorted(
            told, key=lambda fault: (fault.code == "record.more", fault.line or 0, fault.column or 0)
        )

    def excerpted(self, faults: Sequence[Fault]) -> Sequence[Fault]:
        """Placed faults with what stands at their places (`Fault.excerpt`).

        As they are where the encoding has no lines, or no bytes were kept.
        """
        if self.encoding == "msgpack" or not self.raw:
            return faults
        from struckle_cli.replay.excerpts import with_excerpts

        text = self.raw.decode("utf-8", "replace") if self._text is None else self._text
        return with_excerpts(faults, text, (self.line, self._column), self.encoding != "sgn")

    def _pointed(self, fault: Fault) -> Fault:
        if fault.pointer is not None or fault.ply is None:
            return fault
        return msgspec.structs.replace(fault, pointer=f"/moves/{fault.ply - 1}")

    def _at(self, fault: Fault, place: Place | None) -> Fault:
        if place is not None:
            return msgspec.structs.replace(fault, line=place[0], column=place[1])
        if fault.line is not None and self.encoding == "jsonl":
            return msgspec.structs.replace(fault, line=self.line)
        return fault

    def _places(self, faults: list[Fault]) -> dict[int, Place]:
        """The line and column of each fault, by its identity; nothing for an encoding without lines."""
        if self.encoding == "msgpack":
            return {}
        if self._text is None:
            from struckle_cli.replay.locate import lines_of

            lines = lines_of(self.raw, {fault.pointer or "" for fault in faults})
            return {id(fault): (self.line + lines[fault.pointer or ""] - 1, None) for fault in faults}
        from struckle_cli.replay.sgnread import find_words

        tokens, result = find_words(self._text)
        offsets = []
        for fault in faults:
            if fault.ply is not None and 0 < fault.ply <= len(tokens):
                offsets.append(tokens[fault.ply - 1])
            else:
                offsets.append(_tag_offset(self, self._text, fault.pointer or "", result))
        spots = places(self._text, offsets, self.line, self._column)
        return {id(fault): place for fault, place in zip(faults, spots, strict=True)}


def _about_setup(fault: Fault) -> bool:
    return fault.pointer is not None and fault.pointer.startswith("/setup")


def _tag_offset(reading: Reading, text: str, pointer: str, result: int) -> int:
    """Where the tag stands that a pointer into the model comes from, or the result token (at `result`)."""
    parts = pointer.split("/")[1:]
    name = parts[0] if parts else ""
    if name in ("tags", "players", "setup") and len(parts) > 1:
        name = parts[1]
        if parts[0] == "setup" and reading.game is not None:
            name = next((field.tag for field in reading.game.setup_fields if field.name == name), name)
    if name == "result":
        tag = {"reason": "Reason", "scores": "Scores"}.get(parts[1] if len(parts) > 1 else "")
        if tag is None:
            return result
        name = tag
    name = "RulesVersion" if name == "rules" else name
    match = re.search(rf"^[ \t]*(\[[ \t]*{re.escape(name)}[ \t]+\")", text, re.MULTILINE | re.IGNORECASE)
    return match.start(1) if match else 0
