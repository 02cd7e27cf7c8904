"""Which faults count: `--select` and `--ignore`, by code or by the beginning of one up to a dot.

A stage between the verdicts of the service and whatever reports them, the same for every report.
"""

from collections.abc import Iterable, Sequence

import msgspec

from struckle_cli.core.errors import Fault, UsageError, has_error, short
from struckle_cli.services.judging import Verdict

KEPT = ("io", "internal", "record.more")
"""What is never dropped: what could not be read, errors of the program, and that there are more faults than
were told (of which nobody knows what they are)."""


class Selection:
    """Codes that are chosen (none: all), and codes that are ignored; of two the longer one decides.

    `dropped` counts the faults that did not count so far.
    """

    def __init__(self, select: Iterable[str], ignore: Iterable[str]) -> None:
        self._rules = dict.fromkeys(select, True)
        self._usual = not self._rules
        self._rules |= dict.fromkeys(ignore, False)
        self._known: dict[str, bool] = {}
        self.dropped = 0
        self.options = ", ".join(
            name
            for name, wanted in (("--select", True), ("--ignore", False))
            if wanted in self._rules.values()
        )

    def keeps(self, code: str) -> bool:
        """Whether a fault with that code counts."""
        known = self._known.get(code)
        if known is None:
            known = self._known[code] = self._decide(code)
        return known

    def _decide(self, code: str) -> bool:
        parts = code.split(".")
        prefixes = [".".join(parts[:end]) for end in range(len(parts), 0, -1)]
        if any(prefix in KEPT for prefix in prefixes):
            return True
        return next((self._rules[prefix] for prefix in prefixes if prefix in self._rules), self._usual)

    def applied(self, verdict: Verdict) -> Verdict:
        """The verdict without the faults that do not count; it is invalid if an error is left."""
        kept = tuple(fault for fault in verdict.problems if self.keeps(fault.code))
        if len(kept) == len(verdict.problems):
            return verdict
        self.dropped += len(verdict.problems) - len(kept)
        valid = verdict.record is not None and not has_error(kept)
        return msgspec.structs.replace(verdict, problems=kept, valid=valid)


def selection(select: Sequence[str], ignore: Sequence[str]) -> Selection | None:
    """The selection that options ask for, each with codes separated by commas; None if they ask for nothing.

    Raises `UsageError` for what is no code, for one that is selected and ignored, and for one that cannot
    be ignored.
    """
    if not select and not ignore:
        return None
    chosen, ignored = _codes(select), _codes(ignore)
    if both := sorted(set(chosen) & set(ignored)):
        raise UsageError(f"{both[0]} is selected and ignored", code="usage.code")
    for code in ignored:
        if any(code == kept or code.startswith(f"{kept}.") for kept in KEPT):
            why = f"{code} cannot be ignored: it says that something was not checked"
            raise UsageError(why, code="usage.code")
    return Selection(chosen, ignored)


def _codes(values: Sequence[str]) -> list[str]:
    """The codes and beginnings of codes in options, each known; a dot at the end changes nothing."""
    from struckle_cli.core.nearest import edit_distance
    from struckle_cli.services.codes import known_codes

    known = {
        ".".join(code.split(".")[:end]): None
        for code in known_codes()
        for end in range(1, code.count(".") + 2)
    }
    found = [part.strip().removesuffix(".") for value in values for part in value.split(",")]
    for code in found:
        if code not in known:
            near = min(known, key=lambda item: edit_distance(item, code))
            raise UsageError(f"there is no code {short(code)!r}; the nearest is {near}", code="usage.code")
    return found


class Told:
    """At most `limit` problems are told (None: all); `more` counts the others.

    What could not be read and errors of the program are always told.
    """

    def __init__(self, limit: int | None) -> None:
        self._room = limit
        self.more = 0

    def applied(self, verdict: Verdict) -> Verdict:
        """The verdict with the problems that are told."""
        if self._room is None:
            return verdict
        told = [fault for fault in verdict.problems if self._tells(fault)]
        if len(told) == len(verdict.problems):
            return verdict
        self.more += len(verdict.problems) - len(told)
        return msgspec.structs.replace(verdict, problems=tuple(told))

    def _tells(self, fault: Fault) -> bool:
        if fault.code.startswith(("io.", "internal.")):
            return True
        if not self._room:
            return False
        self._room -= 1
        return True
