"""Verdicts for people: faults with what stands at their places, tables, and a summary."""

from struckle_cli.core.errors import short
from struckle_cli.report.counts import Counts
from struckle_cli.report.faults import fault_line, fault_lines
from struckle_cli.report.safe import inert, printable
from struckle_cli.report.verdicts import Look, Write
from struckle_cli.services.judging import Verdict


class TextReport:
    """The faults as they come (one line each without `carets`), then tables and a summary."""

    def __init__(self, write: Write, look: Look, carets: bool) -> None:
        self._write = write
        self._look = look
        self._carets = carets

    def add(self, verdict: Verdict) -> None:
        """Write the faults of a record; of a sound one only what is pending."""
        if verdict.problems:
            lines: list[str] = []
            for fault in verdict.problems:
                if self._carets:
                    lines += fault_lines(fault, verdict.path, verdict.record, self._look.colour)
                else:
                    lines.append(fault_line(fault, verdict.path, verdict.record, self._look.colour))
            self._tell(lines)
        if verdict.pending and not self._look.quiet:
            told = "consistent with what is visible; " if verdict.valid else ""
            line = f"{verdict.path}: game {verdict.record}: {told}pending: {', '.join(verdict.pending)}"
            self._tell([inert(printable(line))])

    def close(self, counts: Counts) -> None:
        """Write what was left out, tables where there is something to compare, and the summary."""
        if self._look.quiet:
            return
        lines = counts.notes()
        if self._carets:
            for table in tables(counts, self._look.width):
                lines += ["", *table.split("\n")]
            if len(lines) > len(counts.notes()):
                lines.append("")
        self._tell([*lines, inert(counts.summary())])

    def abandon(self) -> None:
        """Nothing waits."""

    def _tell(self, lines: list[str]) -> None:
        self._write("".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace"))


def tables(counts: Counts, width: int | None) -> list[str]:
    """Tables by game and by fault code; none of a single record, nor where all is well in one game."""
    found = []
    if counts.records > 1 and (len(counts.games) > 1 or counts.faulty):
        found.append(_by_game(counts))
    if counts.faulty > 1:
        found.append(_by_code(counts, width))
    return found


def _by_game(counts: Counts) -> str:
    from struckle_cli.report.tables import table

    rows = [
        [
            inert(printable(short(name))),
            *map(str, (row.records, row.valid, row.invalid, row.plies)),
        ]
        for name, row in sorted(counts.games.items())
    ]
    return table(("game", "records", "valid", "invalid", "plies"), rows, numbers=range(1, 5))


def _by_code(counts: Counts, width: int | None) -> str:
    """How often each code came, in how many records or places, and its sentence as far as there is room."""
    from struckle_cli.report.tables import table
    from struckle_cli.services.codes import sentence

    codes = sorted(counts.codes.items(), key=lambda item: (-item[1][0], item[0]))
    beside = max(len(code) for code, _ in codes) + len("    problems    records  ")
    room = None if width is None else width - beside
    rows = [
        [printable(code), str(often), str(records), _cut(sentence(code) or "", room)]
        for code, (often, records) in codes
    ]
    return table(("code", "problems", "records", "meaning"), rows, numbers=(1, 2))


def _cut(text: str, room: int | None) -> str:
    """A sentence, between two words cut to the room that there is."""
    if room is None or len(text) <= room:
        return text
    return text[: max(room - 3, 0)].rpartition(" ")[0] + "..."
