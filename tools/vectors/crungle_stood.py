"""Valid vectors of Crungle in which an invalid move stands: a warning each, an error under `--strict`."""

from collections.abc import Iterator

from tools.vectors.crungle import APART, NARROW, TOGETHER, TWICE, end_token, record, sgn, warned, won
from tools.vectors.make import MARK, Record, Valid, Warned, json_lines, marked
from tools.vectors.valid import one_line

Case = tuple[Record, str, tuple[tuple[str, str | None], ...]]
CASES: dict[str, Case] = {
    "not-selected": (TOGETHER, "M2:2 !M1:5 M14:2", (("not-selected", "M14:1"),)),
    "not-selected-applied": (APART, "!I1(M1):5", (("not-selected", "I1(M13):2"),)),
    "not-selected-clears-the-last-rule-cr6": (
        TOGETHER, "M2:2 M14:1 !M1:5 M2:4 M2:4", (("not-selected", "M14:2"),)
    ),
    "not-selected-i1-bans-cr6": (
        TOGETHER, "!I1(M14):1 !M14:1 M14:1", (("not-selected", "M14:1"), ("banned", "M15:1/1"))
    ),
    "same-twice": (TWICE, "!I2(M2,M2):3", (("same-twice", "I2(M2,M3):3/1"),)),
    "repeated": (TOGETHER, "M2:2 M14:1 !M2:3", (("repeated", "M14:2"),)),
    "repeated-behind-a-standing-move-cr6": (
        TOGETHER, "!M2:9 M14:1 !M2:6", (("destination", "M2:2"), ("repeated", "M14:9"))
    ),
    "banned": (NARROW, "I1(M21):9 !M21:7 M27:7", (("banned", "pass"),)),
    "banned-applied": (APART, "I1(M2):6 !I1(M2):2", (("banned", "I1(M13):6"),)),
    "unusable": (APART, "M2:8 M2:2 M3:5/2 M13:7 !M13:1", (("unusable", "M2:2"),)),
    "unusable-m16-at-first": (TWICE, "!M16:9", (("unusable", "M2:6"),)),
    "opponent-missing-stays-cr6": (TOGETHER, "M2:4 M2:2 !M5:4 M14:2", (("opponent-missing", "M14:4"),)),
    "opponent-stated-stands-cr6": (TOGETHER, "!M2:2/3 M14:3", (("opponent-stated", "M2:2"),)),
    "destination": (TOGETHER, "!M2:9 M14:1 M14:9", (("destination", "M2:2"),)),
    "destination-previous-start-cr3": (TWICE, "!M2:5 M2:2 M16:9", (("destination", "M2:6"),)),
    "opponent-destination": (TOGETHER, "!M15:1/5 M14:5", (("opponent-destination", "M15:1/1"),)),
    "pass-cr4": (TOGETHER, "M2:2 M14:1 !pass M2:4 M2:3", (("pass", "M14:2"),)),
    "beside-counted-ones": (
        TOGETHER, "M2:9? !M2:9 M14:1? bet:purple decline M14:9", (("destination", "M2:2"),)
    ),
}  # fmt: skip
"""By name: set-up, moves with `!` before those that stand, and for each its code and the nearest token."""


def stood() -> Iterator[Valid]:
    """All vectors of this part, in text and in JSON."""
    for name, case in CASES.items():
        yield from _both(f"stood-{name}", case)
    wins: Case = (TOGETHER, "M14:1 M14:1 M15:1/1 M15:1/1 !M15:1/1", (("repeated", "M5:1/1"),))
    yield from _both("stood-wins-cr5", wins, won("purple"))
    held: Case = (TOGETHER, "!M2:9 bet:purple accept ( M14:1 M1:5 )", (("destination", "M2:2"),))
    yield from _both("stood-before-a-refuted-bet", held, won("purple", "bet"))
    yield _several()


def _both(name: str, case: Case, result: Record | None = None) -> Iterator[Valid]:
    setup, moves, told = case
    tokens = moves.split()
    fields = record(moves.replace("!", ""), result, setup)
    stands = [ply for ply, token in enumerate(tokens, 1) if token.startswith("!")]
    rows = [
        (f"crungle.{code}", ply, tokens[ply - 1][1:], near)
        for ply, (code, near) in zip(stands, told, strict=True)
    ]
    counts = (_counts(name, len(stands)),)
    body = f"{moves.replace('!', MARK)} {end_token(result)}"
    data, places = warned(sgn(body, setup, result=result), rows)
    yield Valid(f"{name}.sgn", data, [fields], places, counts)
    data, line, _ = marked(json_lines(fields, "moves"))
    yield Valid(f"{name}.json", data, [fields], tuple(Warned(*row, line) for row in rows), counts)


def _counts(name: str, standing: int) -> dict[str, int]:
    beside = int(name == "stood-beside-counted-ones")
    return {"violations": beside, "overruled_objections": beside, "standing_violations": standing}


def _several() -> Valid:
    """Of three records the second has a warning."""
    records = [record("M2:2"), record("M2:9 M14:1"), record("M2:2 M14:1")]
    told = Warned("crungle.destination", 1, "M2:9", "M2:2", line=2, record=2)
    counts: tuple[dict[str, int], ...] = ({}, _counts("stood-several", 1), {})
    return Valid("stood-several.jsonl", b"".join(map(one_line, records)), records, (told,), counts)
