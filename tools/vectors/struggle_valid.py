"""The valid vectors of Struggle: each file, and the records that stand in it."""

from collections.abc import Iterator

from tools.vectors.make import Record, Valid, json_lines
from tools.vectors.struggle_records import ID, SEED, dice, record, sgn, thrown, won
from tools.vectors.valid import gz, one_line, packed, zst

CARDS = {"p1": "KQ9JT", "p2": "9TKJQ"}
LAST = "K:A Q:B J:C T:30 9:29 p1 50"
NEAR = "K:30 Q:29 J:28 T:26 9:25 p1 9"
WINS = won("p1", p1=20, p2=0)


def valid() -> Iterator[Valid]:
    """All valid vectors."""
    yield from _texts()
    yield from _hands()
    yield from _ends()
    yield from _setups()
    yield from _dice()
    yield from _containers()


def _json(name: str, moves: str, setup: Record | None = None, result: object = None, **more: object) -> Valid:
    found = record(moves, result, setup, **more)
    return Valid(f"{name}.json", json_lines(found).encode(), [found])


def _at(position: str, **more: object) -> Record:
    return {"position": position, **more}


def _texts() -> Iterator[Valid]:
    line = "JJJTT=J3T2 AKQJ9/AK+KT9=K3T191 AAAAA=- QQJT9/QQ+AKT/AQQ+J9=91Q3J1"
    body = "1. JJJTT=J3T2 2. AKQJ9/AK+KT9=K3T191 3. AAAAA=- 4. QQJT9/QQ+AKT/AQQ+J9=91Q3J1 *"
    names = {"p1": "Ana", "p2": "Ben", "p3": "Cleo"}
    text = sgn(body, {"players": 3}, tags='P1 "Ana"|P2 "Ben"|P3 "Cleo"|Result "*"')
    yield Valid("three-players.sgn", text.encode(), [record(line, setup={"players": 3}, players=names)])
    yield Valid("no-moves.sgn", sgn("*").encode(), [record()])
    yield Valid("no-numbers.sgn", sgn(f"{line} *").encode(), [record(line)])
    glued = sgn("1.JJJTT=J3T2 2.99999=95 *")
    yield Valid("numbers-glued.sgn", glued.encode(), [record("JJJTT=J3T2 99999=95")])
    late = _at("K:0 Q:5 J:8 T:0 9:A p2 7")
    yield Valid("numbers-from-a-position.sgn", sgn("7. AAAQJ=J2Q3 8. AAAAA=- *", late).encode(),
                [record("AAAQJ=J2Q3 AAAAA=-", setup=late)])  # fmt: skip
    notes = [{"ply": 1, "text": "a good start"}]
    yield Valid("notes.sgn", sgn("1. JJJTT=J3T2 {a good start} 2. AAAAA=- *").encode(),
                [record("JJJTT=J3T2 AAAAA=-", notes=notes)])  # fmt: skip
    full = _at(f"K:0 Q:0 J:0 T:0 9:0 p1 {'9' * 18}")
    yield _json("largest-turn", "AAAAA=- AAAAA=-", full)


def _hands() -> Iterator[Valid]:
    yield _json("jack-three-ten-two", "JJJTT=J3T2")
    yield _json("queen-stays-on-start", "QJJJT=J3T1Q1")
    yield _json("ten-stays-on-start", "QJJJT=J3Q1T1")
    yield _json("queen-and-jack", "AAAQJ=J2Q3", _at("K:0 Q:5 J:8 T:0 9:0 p1 7"))
    yield _json("each-ace-on-its-own", "AAJT9=J2T291 AAKQ9=K1Q391")
    yield _json("five-aces", "AAAAA=-")
    yield _json("re-rolls", "AKQJ9/AK+KT9/+AKQ99=K2Q192 QQQQQ/+QQQQQ/QQQQ+Q=Q5")
    yield _json("red-free-and-taken", "KKKK9=K491 QQQQ9=Q491")
    yield _json("displaced-to-start", "QQQQ9=Q491", _at("K:4 Q:0 J:0 T:0 9:0 p1 1"))
    yield _json("over-black-and-pieces", "AAKKT=K4T1", _at("K:5 Q:7 J:8 T:0 9:0 p1 1"))
    yield _json("displaced-then-moves-sg-2", "KQQTT=Q2K1T2", _at("K:4 Q:2 J:0 T:0 9:0 p1 1"))
    yield _json("arrived-figures-do-nothing-sg-3", "AKKQQ=Q3", _at("K:A Q:5 J:8 T:0 9:0 p1 7"))
    yield _json("no-effect-sg-3", "AAKKQ=-", _at("K:A Q:B J:0 T:0 9:0 p1 7"))
    yield _json("arrives-with-an-ace-sg-3", "AKKQQ=K3Q2", _at(NEAR))
    yield _json("kept-then-thrown-sg-4", "AKQJ9/AKQJ+K/+KQJJ9=K1Q1J291")
    yield _json("moved-then-displaced-sg-5", "KQQQQ=K1Q4", _at("K:3 Q:0 J:0 T:0 9:0 p1 1"))
    yield _json("stayed-then-displaced-sg-5", "QQQJJ=J2Q3", _at("K:0 Q:5 J:8 T:0 9:0 p1 7"))


def _ends() -> Iterator[Valid]:
    yield _json("reaches-the-last-space", "KKQQQ=K2Q3", _at(NEAR))
    yield _json("beyond-the-last-space-sg-1", "KKKKK=K5", _at(NEAR))
    last = _at(LAST, cards=CARDS)
    text = sgn("50. TT999=T2", last, WINS)
    yield Valid("ends-within-the-turn.sgn", text.encode(), [record("TT999=T2", WINS, last)])
    yield _json("ends-with-the-last-play", "TT999=93T2", _at(LAST.replace("29", "20"), cards=CARDS), WINS)
    yield _json("aces-cut-off-sg-6", "AAT99=T3", last, WINS)
    yield _json("no-ace-cut-off-sg-6", "AAT99=T194", last, won("p1", p1=30, p2=0))
    yield _json("no-scores", "TT999=T2", last, won("p1"))
    three = {"p1": "KQ9JT", "p2": "KJTQ9", "p3": "9TKJQ"}
    shared = won("p1", "p2", p1=20, p2=20, p3=0)
    fields = _at(LAST, players=3, cards=three)
    yield Valid("shared.sgn", sgn("TT999=T2", fields, shared).encode(), [record("TT999=T2", shared, fields)])
    short = {"colours": "Y", "cards": CARDS}
    yield _json("all-in-one-turn", "KQJT9=K1Q191J1", short, won("p1", p1=50, p2=10))


def _setups() -> Iterator[Valid]:
    yield _json("colours", "KKQQQ=K2Q3", {"colours": "YRB"})
    yield _json("four-players-p3-first", "AAAAA=- JJJTT=J3T2", {"players": 4, "first": "p3"})
    explicit: Record = {
        "players": 2, "first": "p1", "track": "struggle-32", "deck": "rebuilt", "dice": "declared",
    }  # fmt: skip
    yield _json("explicit-defaults", "JJJTT=J3T2", explicit)
    free: Record = {"deck": "free", "cards": {"p1": "KQJT9", "p2": "KQJT9"}, "position": LAST}
    yield _json("deck-free", "TT999=T2", free, won("p1", "p2", p1=50, p2=50))
    yield _json("cards-for-some", "JJJTT=J3T2", {"cards": {"p2": "JT9QK"}})
    yield _json("first-beside-a-position", "AAAAA=-", _at("K:0 Q:5 J:8 T:0 9:A p1 7", first="p2"))


def _dice() -> Iterator[Valid]:
    """Dice whose seed is open: every roll is recomputed."""
    first, second = thrown(1, 0, 5), thrown(2, 0, 5)
    again = f"{second}/{second[0]}+{thrown(2, 1, 4)}/+{thrown(2, 2, 5)}"
    moves = f"{first}={_carried(first)} {again}={_carried(thrown(2, 2, 5))}"
    fields = {"dice": dice()}
    yield _json("dice-opened", moves, fields, id=ID)
    text = sgn(f"{moves} *", fields, tags=f'Id "{ID}"')
    yield Valid("dice-opened.sgn", text.encode(), [record(moves, setup=fields, id=ID)])
    assert fields["dice"]["seed"] == SEED


def _carried(hand: str) -> str:
    """One way to carry a hand out while all pieces are on the track: the Aces go to the first piece."""
    figures = [figure for figure in "KQJT9" if figure in hand]
    aces = [hand.count("A")] + [0] * 4
    plays = [f"{figure}{hand.count(figure) + given}" for figure, given in zip(figures, aces, strict=False)]
    return "".join(plays) or "-"


def _containers() -> Iterator[Valid]:
    last = _at(LAST, cards=CARDS)
    several = [record("JJJTT=J3T2", players={"p1": "Ana"}), record("TT999=T2", WINS, last), record()]
    lines = b"".join(map(one_line, several))
    yield Valid("lines.jsonl", lines, several)
    yield Valid("lines.jsonl.gz", gz(lines), several)
    yield Valid("stream.msgpack.zst", zst(packed(*several)), several)
