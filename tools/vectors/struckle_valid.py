"""The valid vectors of Struckle: each file, and the records that stand in it."""

from collections.abc import Iterator

from tools.vectors.make import Valid, json_lines
from tools.vectors.struckle_records import position, record, sgn, won
from tools.vectors.valid import gz, one_line, packed, zst

NAMES = {"TB": "Ana", "TG": "Ben", "SB": "Cleo", "SG": "Dario"}
ROUND = "Db6c5 Hb5 P- S- D- H- P- Sg2 Dg4 Hg3 P- S- D- He7 P- Sb7"


def valid() -> Iterator[Valid]:
    """All valid vectors."""
    yield from _texts()
    yield from _wins()
    yield from _turns()
    yield from _containers()


def _json(name: str, *args: object, **more: object) -> Valid:
    found = record(*args, **more)  # type: ignore[arg-type]
    return Valid(f"{name}.json", json_lines(found).encode(), [found])


def _texts() -> Iterator[Valid]:
    body = "1.TB Db6c5 Hb5 P- S- 1.TG D- H- P- Sg2 1.SB Dg4 Hg3 P- S- 1.SG D- He7 P- Sb7 2.TB Dd4 *"
    moves = f"{ROUND} Dd4"
    tags = 'TB "Ana"|TG "Ben"|SB "Cleo"|SG "Dario"|Result "*"'
    yield Valid("house-turns.sgn", sgn(body, tags=tags).encode(), [record(moves, players=NAMES)])
    yield Valid("no-moves.sgn", sgn("*").encode(), [record()])
    yield Valid("no-numbers.sgn", sgn(f"{ROUND} *").encode(), [record(ROUND)])
    yield Valid("numbers-glued.sgn", sgn("1.TBDb6 H- P- S- 1.TGD- *").encode(), [record("Db6 H- P- S- D-")])
    repeated = "1.TB Db6 {why not} 1.TB H- 1.TB P- S- 1.TG *"
    notes = [{"ply": 1, "text": "why not"}]
    yield Valid("numbers-repeated.sgn", sgn(repeated).encode(), [record("Db6 H- P- S-", notes=notes)])
    late = position(acting="SB:P", number=7)
    yield Valid("begins-in-a-house-turn.sgn", sgn("7.SB P- S- 7.SG D- H- P- S- 8.TB D- *", late).encode(),
                [record("P- S- D- H- P- S- D-", start=late)])  # fmt: skip
    yield Valid("seat-in-any-case.sgn", sgn("*", tags='tg "Ben"').encode(), [record(players={"TG": "Ben"})])
    full = position(number=999_999_999_999_999_999)
    yield _json("largest-round", " ".join(["D- H- P- S-"] * 4), start=full)


def _wins() -> Iterator[Valid]:
    near = position("TBD=g6 TBS=h2")
    yield Valid("win-by-a-step.sgn", sgn("1.TB Dh7", near, "TB").encode(), [record("Dh7", won("TB"), near)])
    near = position("SGP=b1 SGD=f3", "SG:D", 12)
    yield _json("win-by-the-second-step", "Dg2g1", won("SG"), near)
    near = position("SBD=b6 SBH=a2 TBH=c5+", "TB:H")
    yield Valid("win-by-an-enemy-charge.sgn", sgn("1.TB H^b6", near, "SB").encode(),
                [record("H^b6", won("SB"), near)])  # fmt: skip
    near = position("TBH=h6+ TBS=h2 SBS=h7", "TB:H")
    yield _json("win-by-charging-onto-a-goal", "H^h7", won("TB"), near)
    near = position("TBP=d4+ SGD=b1 SGH=f2", "TB:P", 3)
    yield _json("win-by-an-enemy-brainwash", "P~f2g1", won("SG"), near)
    near = position("TGP=b7 TGD=g8+", "TG:P")
    yield _json("win-by-demoted-and-promoted-st-2", "Pb8", won("TG"), near)
    decided = position("TBD=h2 TBS=h7", "TG:D", 9)
    yield Valid("position-decided.sgn", sgn("", decided, "TB").encode(), [record("", won("TB"), decided)])
    yield _json("enemy-goals-are-no-end", "D-", start=position("TBD=a2 TBH=a7"))


def _turns() -> Iterator[Valid]:
    yield _json("back-to-the-start", "Db6a6 H- P- S-")
    yield _json("gold-then-red", "Dd4c3", start=position("TBD=c4"))
    yield _json("promoted-at-the-first-step", "Dd4c4!g4", start=position("TBD=c4 SGH=g4+"))
    yield _json("began-on-gold-st-3", "D!g4 H-", start=position("TBD=d4+ SGH=g4+"))
    yield _json("began-on-red-st-3", "D- Ha6", start=position("TBD=c3"))
    yield _json("charge-on-own-squares", "H^d2", start=position("TBH=c2+ TGP=d2", "TB:H"))
    yield _json("charge-promotes-and-demotes", "H^f3", start=position("TBH=e2+ SBD=f3", "TB:H"))
    yield _json("charge-to-where-the-hero-was", "Hd4e5^e4", start=position("TBH=e3 SGD=e4+", "TB:H"))
    yield _json("brainwash-onto-red", "P~b5c6", start=position("TBP=d4+ TGD=b5+", "TB:P"))
    yield _json("brainwash-onto-the-square-left", "Pe4~c4d4", start=position("TBP=d4+ TGD=c4", "TB:P"))
    yield _json("homegoing-keeps-the-state-st-4", "S@f7", start=position("TBS=d4+ TGH=f7+", "TB:S"))
    yield _json("homegoing-to-the-square-left", "Sb1@b4", start=position("TBS=c1+ TGD=b4", "TB:S"))


def _containers() -> Iterator[Valid]:
    near = position("TBD=g6 TBS=h2")
    several = [record(ROUND, players=NAMES), record("Dh7", won("TB"), near), record()]
    lines = b"".join(map(one_line, several))
    yield Valid("lines.jsonl", lines, several)
    yield Valid("lines.jsonl.gz", gz(lines), several)
    yield Valid("stream.msgpack.zst", zst(packed(*several)), several)
