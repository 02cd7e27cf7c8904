"""Reading the text form (`.sgn`): one record from one chunk of text, with every fault and its place.

The syntax is PGN's by habit: tags in brackets, then moves with optional numbers and notes, then a
result token. Source: `formats/replay.md`, *Text*.
"""

import re
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import UNSET

from struckle_cli.core.errors import MAX_FAULTS, Fault, NotationError, short
from struckle_cli.core.game import AnyGame
from struckle_cli.core.outcome import Outcome
from struckle_cli.core.secret import Opening
from struckle_cli.engine.binding import bind
from struckle_cli.registry import lookup
from struckle_cli.replay.document import FORMAT, Document, Note
from struckle_cli.replay.escapes import read_note, unescape
from struckle_cli.replay.form import reserved
from struckle_cli.replay.setuptext import INTEGER, read_json, read_setup_text, text_kind
from struckle_cli.replay.sgnsyntax import (
    BLANK,
    LINE,
    SPECIAL,
    START,
    TAG,
    WORD,
    is_result,
    is_unclosed,
)

_LOOK_BACK = 200
"""Characters of indentation that a tag at the start of a line may have."""


class TextRecord(msgspec.Struct, frozen=True):
    """One record read from text, with the offset of each fault in that text.

    `rest` is the offset where the next record of the same text begins, or None.
    """

    document: Document | None
    faults: list[tuple[int, Fault]]
    rest: int | None


def read_sgn(
    text: str, start: int = 0, control: "re.Match[str] | None" = None, *, cut: bool = False
) -> TextRecord:
    """Read the record that begins at `start` of `text`; a record that follows it is left alone.

    `control` is the first control character from `start` on (`sgnsyntax.CONTROL`), which the caller has
    looked for once; offsets in the answer are those of `text`. With `cut` another record follows on the line
    that the text ends in (`sgnsyntax.joined`).
    """
    reader = _Reader(text, start)
    reader.cut = cut
    return reader.read(control)


def find_words(text: str) -> tuple[list[int], int]:
    """Where the token of each ply and the result token stand in the text of a record."""
    reader = _Reader(text, 0)
    reader.read(None, plain=False)
    return reader.tokens, reader.result[1] if reader.result else len(text.rstrip())


class _Reader:
    """Reads one record; what is wrong is collected, never raised."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = self.at = start
        self.faults: list[tuple[int, Fault]] = []
        self.tags: dict[str, tuple[str, int]] = {}
        self.tag_names: set[str] = set()
        self.model: dict[str, tuple[str, int]] = {}
        self.players: dict[str, str] = {}
        self.setup: dict[str, tuple[str, int]] = {}
        self.notes: list[Note] = []
        self.moves: list[str] = []
        self.tokens: list[int] = []
        self.result: tuple[str, int] | None = None
        self.rest: int | None = None
        self.open_note = False
        self.cut = False
        self.numbered = False
        self.pattern: re.Pattern[str] | None = None
        self.label: Callable[[int], tuple[str, bool] | None] | None = None
        self.game: AnyGame | None = None

    def fault(self, code: str, message: str, offset: int, token: str | None = None, **more: Any) -> None:
        if len(self.faults) > MAX_FAULTS:
            return
        shown = None if token is None else short(token)
        self.faults.append((offset, Fault(code=code, message=message, token=shown, **more)))

    def read(self, control: "re.Match[str] | None", plain: bool = True) -> TextRecord:
        """Read the record; moves without notes go the short way, if `plain` lets them."""
        start = self.at
        self.read_header()
        if "Game" not in self.model:
            self.faults = []
            offset = BLANK.match(self.text, start).end()  # type: ignore[union-attr]
            first = self.text[offset : offset + 40].split("\n")[0]
            self.fault(
                "text.no-game-tag", f'a record begins with its [Game "..."] tag, not with {first!r}', offset
            )
            return TextRecord(None, self.faults, None)
        if self.game is None or (plain and self.read_plain_moves(self.game)):
            end = len(self.text)
        else:
            end = self.read_moves(self.game)
        if control is not None and control.start() < end:
            why = f"a control character (0x{ord(control[0]):02x}) stands here; tags and notes write it \\xHH"
            self.fault("text.control", why, control.start())
        document = None if self.game is None else self.assemble(self.game)
        self.faults.sort(key=lambda fault: fault[0])
        return TextRecord(document, self.faults, self.rest)

    # The header.

    def read_header(self) -> None:
        while True:
            self.at = BLANK.match(self.text, self.at).end()  # type: ignore[union-attr]
            char = self.text[self.at : self.at + 1]
            if char == "[":
                if not self.read_tag():
                    return
            elif char and char in "{;" and "Game" in self.model:
                self.read_header_note()
            else:
                return

    def read_tag(self) -> bool:
        """Read the tag at hand; False if a record begins that is not this one's."""
        match = TAG.match(self.text, self.at)
        if match is None:
            line = LINE.match(self.text, self.at)[0]  # type: ignore[index]
            self.fault("text.tag", f'a tag is [Name "value"] on one line, not {short(line)!r}', self.at, line)
            self.at += len(line)
            return True
        name, low = match[1], match[1].lower()
        if not self.model and low != "game":
            return False
        where = self.at
        self.at = match.end()
        try:
            value = unescape(match[2], '"')
        except NotationError as error:
            self.fault(
                error.reason.code, error.reason.message, where + match.start(2) - match.start(), match[2]
            )
            value = match[2]
        self.file_tag(name, low, value, where)
        return True

    def file_tag(self, name: str, low: str, value: str, where: int) -> None:
        if low == "game" and "Game" not in self.model:
            self.model["Game"] = (value, where)
            self.game = lookup(value)
            if self.game is None:
                self.fault("record.game", f"there is no game {short(value)!r}", where, value, pointer="/game")
            return
        if self.game is None:
            return
        kind, target = reserved(self.game).get(low, ("tag", name))
        tables: dict[str, dict[str, Any]] = {"model": self.model, "seat": self.players, "setup": self.setup}
        if kind == "tag":
            if low in self.tag_names:
                self.fault(
                    "record.tag-twice", f"there is a tag {name!r} already (in whatever case)", where, name
                )
                return
            self.tag_names.add(low)
            self.tags[name] = (value, where)
        elif target in tables[kind]:
            self.fault("text.tag-twice", f"there is a tag {name!r} already (in whatever case)", where, name)
        else:
            tables[kind][target] = value if kind == "seat" else (value, where)

    def read_header_note(self) -> None:
        match = WORD.match(self.text, self.at)
        if match is None:
            return
        self.take_note(match)
        self.at = match.end()

    # The moves.

    def take_note(self, match: re.Match[str]) -> None:
        raw = match["line"]
        if raw is None:
            raw = match["note"]
            if len(raw) < 2 or not raw.endswith("}") or is_unclosed(raw):
                self.fault("text.open-note", "the note that begins here is not closed", match.start())
                self.open_note = True
                return
            raw = raw[1:-1]
        elif self.cut and match.end() == len(self.text):
            why = "the note that begins here goes to the end of its line, and another record begins in it"
            self.fault("text.open-note", why, match.start())
        try:
            self.notes.append(Note(len(self.moves), read_note(raw)))
        except NotationError as error:
            self.fault(error.reason.code, error.reason.message, match.start(), raw)

    def read_plain_moves(self, game: AnyGame) -> bool:
        """Read moves that are right numbers, tokens, one result token and nothing else.

        False, with nothing read, for anything that is not as simple as that: `read_moves` is the one
        that knows faults and places.
        """
        if SPECIAL.search(self.text, self.at):
            return False
        rest = self.text[self.at :]
        if rest.count("*") + rest.count("draw") + rest.count("win:") != 1:
            return False
        label = self.labels(game)
        is_number = re.compile(game.number.pattern).match if game.number else None
        moves: list[str] = []
        numbered = False
        for word in rest.split():
            if word[0] not in "0123456789" or is_number is None or not is_number(word):
                moves.append(word)
                numbered = False
            elif numbered or label is None or (label(len(moves) + 1) or ("",))[0] != word:
                return False
            else:
                numbered = True
        if not moves or not is_result(moves[-1]):
            return False
        self.result = (moves[-1], len(self.text.rstrip()) - len(moves.pop()))
        self.moves = moves
        return True

    def read_moves(self, game: AnyGame) -> int:
        """Read numbers, tokens and notes up to the result token; the offset where this record's text ends."""
        if game.number is not None:
            self.pattern = re.compile(game.number.pattern)
            self.label = self.labels(game)
        for match in WORD.finditer(self.text, self.at):
            word = match["word"]
            if word is None:
                if self.read_remark(match):
                    return len(self.text) if self.rest is None else self.rest
            elif self.result is not None:
                self.fault(
                    "text.after-result", f"{short(word)!r} follows the result token", match.start(), word
                )
                return len(self.text)
            elif self.read_word(word, match.start()):
                return match.end()
        return len(self.text)

    def read_remark(self, match: re.Match[str]) -> bool:
        """Read what is no word among the moves; True if the record ends there."""
        if match["note"] is not None or match["line"] is not None:
            self.take_note(match)
        elif match["stray"]:
            self.fault("text.stray-brace", "this '}' closes no note", match.start())
        elif self.tag_among_moves(match):
            return True
        return self.open_note

    def read_word(self, word: str, offset: int) -> bool:
        """Read a number, a token (either may be glued to the other), or the result token.

        True if another record is glued to the word.
        """
        glued = word.find("[")
        if glued > 0 and self.begins_record(offset + glued):
            self.rest = offset + glued
            word = word[:glued]
        digits = self.pattern.match(word) if self.pattern and word[0] in "0123456789" else None
        if digits:
            self.check_number(digits[0], offset)
            self.numbered = True
            word, offset = word[digits.end() :], offset + digits.end()
        if word:
            self.numbered = False
        if is_result(word):
            self.result = (word, offset)
        elif word:
            self.moves.append(word)
            self.tokens.append(offset)
        return self.rest is not None

    def begins_record(self, offset: int) -> bool:
        """Whether the tag of a known game stands at an offset, as where files were joined on one line."""
        tag = TAG.match(self.text, offset)
        return tag is not None and tag[0].startswith(START) and lookup(tag[2]) is not None

    def labels(self, game: AnyGame) -> Callable[[int], tuple[str, bool] | None] | None:
        """The game's labels for this set-up; None while the set-up cannot be read."""
        bound = bind(game, self.setup_fields(game, report=False))
        if bound.setup is None or game.number is None:
            return None
        label = game.number.label
        return lambda ply: label(bound.setup, ply)

    def check_number(self, number: str, offset: int) -> None:
        """A number has to be right where it stands; what is right is not known while the set-up is broken."""
        ply = len(self.moves) + 1
        if self.numbered:
            self.fault("text.number", "two move numbers in a row", offset, number)
        elif self.label is not None:
            right = self.label(ply)
            if right is None or right[0] != number:
                here = "no number stands here" if right is None else f"the number here is {right[0]}"
                self.fault("text.number", f"{here}, not {short(number)}", offset, number, ply=ply)

    def tag_among_moves(self, match: re.Match[str]) -> bool:
        """A bracket among the moves: True if a new record begins there, else a fault."""
        tag = TAG.match(self.text, match.start())
        before = self.text[max(self.start, match.start() - _LOOK_BACK) : match.start()]
        at_line_start = before.rpartition("\n")[2].strip() == "" and "\n" in before
        behind = self.result is not None or at_line_start or self.begins_record(match.start())
        if tag and tag[1].lower() == "game" and behind:
            self.rest = match.start()
            return True
        code = "text.tag-in-moves" if self.result is None else "text.after-result"
        why = "a tag stands among the moves" if self.result is None else "a tag follows the result token"
        self.fault(code, f"{why}: {short(match[0])!r}", match.start(), match[0])
        return False

    # The document.

    def setup_fields(self, game: AnyGame, report: bool = True) -> dict[str, Any]:
        """The set-up with typed values; what is not of its field's kind is a fault."""
        fields: dict[str, Any] = {}
        for item in game.setup_fields:
            if item.name not in self.setup:
                continue
            value, where = self.setup[item.name]
            try:
                fields[item.name] = read_setup_text(item, value)
            except ValueError:
                if report:
                    why = f"the tag {item.tag} holds {text_kind(item)}, not {short(value)!r}"
                    if item.kind == "json" and value.isalpha():
                        why += f'; a word of JSON has quotes: [{item.tag} "\\"{short(value)}\\""]'
                    self.fault("text.tag-value", why, where, value, pointer=f"/setup/{item.name}")
        return fields

    def typed(self, tag: str, wanted: Any) -> Any:
        """The value of a model tag that holds JSON or a number; UNSET if it is not there or wrong."""
        if tag not in self.model:
            return UNSET
        value, where = self.model[tag]
        try:
            if wanted is int and not INTEGER.match(value):
                raise ValueError(value)
            return read_json(value, wanted)
        except ValueError:
            kind = "a whole number" if wanted is int else "compact JSON (each key once)"
            self.fault("text.tag-value", f"the tag {tag} holds {kind}, not {short(value)!r}", where, value)
            return UNSET

    def assemble(self, game: AnyGame) -> Document:
        version = self.typed("Format", int)
        reveals = self.typed("Reveals", list[Opening])
        return Document(
            format=FORMAT if version is UNSET else version,
            game=game.name,
            rules=self.typed("RulesVersion", int),
            id=self.model["Id"][0] if "Id" in self.model else UNSET,
            tags={key: value for key, (value, _) in self.tags.items()},
            players=self.players,
            setup=self.setup_fields(game),
            moves=self.moves,
            notes=self.notes,
            result=self.claimed_result(),
            reveals=[] if reveals is UNSET else reveals,
        )

    def claimed_result(self) -> Outcome | None:
        if self.result is None:
            if not self.open_note:
                why = "the record ends without a result token (win:SEAT, draw or *)"
                end = self.start + len(self.text[self.start : self.rest].rstrip())
                self.fault("text.truncated", why, end)
            return None
        token, offset = self.result
        tag, where = self.model.get("Result", (token, offset))
        if tag != token:
            self.fault(
                "text.result-differs",
                f"the tag Result says {short(tag)!r}, the moves end with {token}",
                where,
                tag,
            )
        reason, scores = self.model.get("Reason"), self.typed("Scores", dict[str, int])
        if token == "*":
            extra = reason or self.model.get("Scores")
            if extra:
                why = "the record is unfinished ('*'), so it has no reason and no scores"
                self.fault("text.reason-extra", why, extra[1], extra[0])
            return None
        if token == "win:":
            self.fault("text.result", "the result token names no winner", offset, token)
            return None
        if reason is None:
            self.fault("text.reason-missing", f"the result {token} needs a Reason tag", offset, token)
            return None
        winners = () if token == "draw" else tuple(token.removeprefix("win:").split(","))
        return Outcome(winners=winners, reason=reason[0], scores=scores)
