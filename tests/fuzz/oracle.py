"""What must hold of any bytes whatever that are read as records; each sentence of it is an assertion.

Nothing raises; every verdict of "invalid" has an error with a known code at a place that exists; what is
valid is so in every encoding, and what is sound in form survives them; suggestions are legal; reading in
small pieces says the same; a good record beside a broken one is never lost.
"""

import io
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from struckle_cli.core.errors import Fault, has_error
from struckle_cli.core.game import AnyGame
from struckle_cli.engine.replayer import play
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.replay.packed import frames
from struckle_cli.replay.reader import Skipped, read_records
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Opened, Source
from struckle_cli.replay.writer import encode
from struckle_cli.report.counts import Counts
from struckle_cli.report.verdicts import FORMATS, Look, make_report
from struckle_cli.services.canonical import canonical, faults_of_syntax
from struckle_cli.services.judging import Verdict, judge
from tests.replay.support import plain
from tools.gen import catalogue

FOR_MACHINES = ("json", "jsonl", "junit", "sarif")
OTHERS = ("sgn", "json", "jsonl", "msgpack")


class Stuck(AssertionError):
    """More was read, or yielded, than there can be."""


class Trickle(io.RawIOBase):
    """A stream that gives a few bytes at a time, and says so when somebody reads on for ever."""

    def __init__(self, data: bytes, step: int) -> None:
        self._data = io.BytesIO(data)
        self._step = step
        self._ends = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        block = self._data.read(min(self._step, len(buffer)))
        self._ends += not block
        if self._ends > 100:
            raise Stuck("the stream is read again and again behind its end")
        buffer[: len(block)] = block
        return len(block)


@cache
def known_codes() -> frozenset[str]:
    """Every code that the catalogue of errors lists."""
    return frozenset(code for codes in catalogue().values() for code in codes)


def read(data: bytes, encoding: str, step: int = 0) -> list[Reading]:
    """The records of a file with that content, read in steps of so many bytes (0: at once)."""
    raw: Any = Trickle(data, step) if step else io.BytesIO(data)
    opened = Opened(io.BufferedReader(raw, 16 if step else 1 << 16), None)
    found = []
    for item in read_records(opened, Source(f"x.{encoding}", encoding, None), MAX_RECORD):
        assert not isinstance(item, Skipped)
        found.append(item)
        if len(found) > len(data) + 1:
            raise Stuck("there are more records than bytes")
    return found


def judged(data: bytes, encoding: str, step: int = 0) -> list[Verdict]:
    """The verdicts on all records of some content."""
    return [judge(reading, f"x.{encoding}") for reading in read(data, encoding, step)]


def check(data: bytes, encoding: str) -> list[Verdict]:
    """Hold all that must hold against some content; the verdicts on its records."""
    found = read(data, encoding)
    verdicts = [judge(reading, f"x.{encoding}") for reading in found]
    for reading, verdict in zip(found, verdicts, strict=True):
        check_excerpts(data, reading, verdict)
    assert [verdict.record for verdict in verdicts] == list(range(1, len(verdicts) + 1))
    assert found or not data.strip().removeprefix(b"\xef\xbb\xbf").strip(), "nothing is said of this content"
    for reading, verdict in zip(found, verdicts, strict=True):
        check_verdict(data, reading, verdict)
        check_ways(reading, verdict)
    check_reports(verdicts)
    for step in (1, 7):
        assert judged(data, encoding, step) == verdicts
    return verdicts


def check_verdict(data: bytes, reading: Reading, verdict: Verdict) -> None:
    """A verdict fits its faults, and these their record."""
    assert verdict.valid != has_error(verdict.problems)
    assert 0 <= verdict.plies <= len(reading.moves)
    assert data[reading.offset :].startswith(reading.raw)
    if verdict.valid:
        assert reading.document is not None
        assert verdict.plies == len(reading.moves)
    for fault in verdict.problems:
        assert fault.code in known_codes(), fault.code
        assert fault.message
        _check_place(data, reading.encoding, fault)
        _check_ply(reading, verdict, fault)


def _check_place(data: bytes, encoding: str, fault: Fault) -> None:
    if encoding == "msgpack":
        assert fault.column is None
        assert fault.line is None or fault.code.startswith("codec."), fault
        return
    elif fault.code != "record.more":
        assert fault.line is not None, fault
    if fault.line is None:
        return
    lines = data.split(b"\n")
    assert 1 <= fault.line <= len(lines), fault
    if fault.column is not None:
        width = len(lines[fault.line - 1].decode(errors="replace"))
        assert 1 <= fault.column <= width + 1, fault


def _check_ply(reading: Reading, verdict: Verdict, fault: Fault) -> None:
    if fault.ply is None:
        return
    assert 1 <= fault.ply <= len(reading.moves) + 1, fault
    if fault.suggestion is None:
        return
    game, bound = reading.game, reading.bound
    assert game is not None
    assert bound is not None
    state, plies = play(game, bound.start, reading.moves[: fault.ply - 1])
    assert plies == fault.ply - 1
    check_suggestion(game, state, fault.suggestion)


def check_excerpts(data: bytes, reading: Reading, verdict: Verdict) -> None:
    """What is shown of a fault's place is what stands there."""
    for fault in reading.excerpted(verdict.problems):
        if fault.excerpt is None or fault.line is None:
            continue
        place = fault.excerpt
        assert fault.column in (None, place.at), fault
        line = data.split(b"\n")[fault.line - 1].decode(errors="replace").removesuffix("\r") + "\n"
        shown = (place.text + "\n")[place.column : place.column + 1]
        assert 1 <= place.at <= len(line) + 1, fault
        assert shown in (line[place.at - 1 : place.at], "\n", "."), fault


def check_suggestion(game: AnyGame, state: Any, suggestion: str) -> None:
    """What is suggested in the place of a refused token is a token, and legal."""
    move = game.parse_move(suggestion)
    assert game.why_illegal(state, move) is None, suggestion
    assert game.format_move(move) == suggestion


def check_ways(reading: Reading, verdict: Verdict) -> None:
    """What is sound in form, set-up and syntax comes back from every encoding, with the same verdict."""
    document, game = reading.document, reading.game
    if document is None or game is None or has_error(faults_of_syntax(reading)):
        assert not verdict.valid
        return
    wanted = plain(document)
    for other in OTHERS:
        (again,) = read(encode(document, game, other), other)
        assert again.document is not None
        assert plain(again.document) == wanted, other
        _same(judge(again, "x"), verdict)
    shape = canonical(document, game)
    assert canonical(shape, game) == shape
    (again,) = read(encode(shape, game, "jsonl"), "jsonl")
    assert again.document is not None
    assert canonical(again.document, game) == shape
    _same(judge(again, "x"), verdict)


def _same(one: Verdict, two: Verdict) -> None:
    assert (one.valid, one.plies, one.result, one.pending) == (two.valid, two.plies, two.result, two.pending)
    assert sorted(map(_what, one.problems)) == sorted(map(_what, two.problems))


def _what(fault: Fault) -> tuple[str, str, int, str]:
    return fault.code, fault.severity, fault.ply or 0, fault.suggestion or ""


def check_reports(verdicts: list[Verdict]) -> None:
    """Every report takes every verdict: one line a record for machines, no raw control character at all."""
    for form in FORMATS:
        written: list[bytes] = []
        report, counts = make_report(form, written.append, Look(quiet=True)), Counts()
        for verdict in verdicts:
            counts.add(verdict)
            report.add(verdict)
        report.close(counts)
        text = b"".join(written).decode()
        assert all(unicodedata.category(char) != "Cc" for char in text.replace("\n", "")), form
        assert form in FOR_MACHINES or text.replace("\n", "").isprintable(), form
        if form == "jsonl":
            assert [msgspec.json.decode(line)["record"] for line in text.splitlines()] == [
                verdict.record for verdict in verdicts
            ]
        elif form in ("json", "sarif"):
            msgspec.json.decode(text)


def neighbours(data: bytes, encoding: str, good: bytes) -> Iterator[tuple[bytes, int]]:
    """The content beside a good record, in ways in which that one must not be lost; and where it is then."""
    if encoding == "jsonl":
        yield data + b"\n" + good, -1
        yield good + data, 0
    elif encoding == "sgn":
        if not data.rstrip(b"\r\n").endswith(b"\xef\xbb") and not _wide(data):
            yield data + b"\n" + good, -1
        if data.startswith(b'[Game "'):
            yield good + b"\n" + data, 0
    elif encoding == "msgpack":
        yield good + data, 0
        if data and all(frame.fault is None for frame in frames(io.BytesIO(data), MAX_RECORD)):
            yield data + good, -1


def _wide(data: bytes) -> bool:
    return data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data[:4]


def check_neighbours(data: bytes, encoding: str, good: bytes) -> None:
    """A good record stays good whatever is beside it."""
    for whole, place in neighbours(data, encoding, good):
        found = judged(whole, encoding)
        assert found[place].valid, "a good record is lost beside this one"
        if data.strip():
            assert len(found) > 1
