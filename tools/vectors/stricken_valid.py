"""The valid vectors of Stricken: each file, and the records that stand in it."""

from collections.abc import Iterator

from tools.vectors.make import Record, Valid, json_lines
from tools.vectors.stricken_records import (
    AT_ONCE,
    CLOSE,
    DEFAULT,
    HASH,
    OTHER_HASH,
    PULSED,
    hidden,
    record,
    sgn,
    won,
)
from tools.vectors.valid import gz, one_line, packed, zst

NAMES = {"white": "Ana", "black": "Ben"}


def valid() -> Iterator[Valid]:
    """All valid vectors."""
    yield from _texts()
    yield from _actions()
    yield from _orders()
    yield from _ends()
    yield from _closed()
    yield from _containers()


def _json(
    name: str, moves: str = "", result: object = None, setup: Record | None = None, pending: str = ""
) -> Valid:
    found = record(moves, result, setup)
    closed = tuple(filter(None, pending.split(", ")))
    return Valid(f"{name}.json", json_lines(found).encode(), [found], pending=closed)


def _texts() -> Iterator[Valid]:
    moves = "1b1-1a1 5b1-5a1 F2[1c1-1b1] pass 1a1-2a1 5a1-4a1 =1c1-1b1"
    body = "1. 1b1-1a1 5b1-5a1 2. F2[1c1-1b1] pass 3. 1a1-2a1 5a1-4a1 4. =1c1-1b1 *"
    names = 'White "Ana"|Black "Ben"'
    yield Valid("pair-numbers.sgn", sgn(body, extra=names).encode(), [record(moves, players=NAMES)])
    yield Valid("no-moves.sgn", sgn("*").encode(), [record()])
    yield Valid("no-numbers.sgn", sgn(f"{moves} *").encode(), [record(moves)])
    noted = "1. pass {why not} 1... pass 2. pass *"
    notes = [{"ply": 1, "text": "why not"}]
    yield Valid("number-of-black.sgn", sgn(noted).encode(), [record("pass pass pass", notes=notes)])


def _actions() -> Iterator[Valid]:
    yield _json("free-beads-repeat", setup=CLOSE)
    yield _json("both-destroyed", "1b1x2b1", setup=CLOSE)
    yield _json("attack-advances", "1a1:I pass 1a1:W pass 1b1x2b1", setup=CLOSE)
    yield _json("inspire-not-the-actor", "1b1:I", setup=CLOSE)
    yield _json("pulse-hits-friends-sn-1", "1b1:P", setup=CLOSE)
    yield _json("pulse-six-at-once-sn-8", "pass 3c3:P", setup=PULSED)
    yield _json("sap-keeps-damage", "1b1:W 2b1:W 1a1x2a1 pass 1a2:S2a2", setup=CLOSE)
    yield _json("sap-destroys-sn-1", "pass 2b1:W 1c1x2c1 pass 1c2:S2c2 pass 1d1:S2d1", setup=CLOSE)
    yield _json("sapped-shell-goes-on", "1b1:S2b1 2b1x1b1", setup=CLOSE)


def _orders() -> Iterator[Valid]:
    yield _json("order-carried-out", "F2[1b1-1a1] pass pass pass =1b1-1a1")
    yield _json("order-after-three-turns", "F3[1b1-1a1] pass pass pass pass pass =1b1-1a1")
    yield _json("order-due-now", "F2[1b1-1a1] pass pass pass")
    yield _json("order-void-sn-3", "F2[1b1-1a1] pass 1a2-1a1 pass =void")
    yield _json("order-void-sn-9", "F2[1b1-1a1] pass 1b1-1a1 pass =void")
    yield _json("order-of-a-dead-actor", "F2[1b3x1c3] 1c3x1b3 pass pass =void", setup=CLOSE)
    yield _json("order-drift-aims-at-a-point-sn-4", "F3[1a2-1a1] pass 1a2-1b2 pass 1b2-2b2 pass =void")
    yield _json("order-attack-aims-at-a-shell-sn-4", "F2[1b3x1c3] 1c3-1c4 1b3-1b4 pass =1b4x1c4", setup=CLOSE)
    yield _json("order-target-moved-away", "F2[1b3x1c3] 1c3-1c4 pass pass =void", setup=CLOSE)
    yield _json("two-orders-wait", "F3[1b1-1a1] pass F3[1c1-2c1] pass pass pass =1b1-1a1 pass =1c1-2c1")
    yield _json("sealing-shows-nothing", "F2[1b1:I] pass pass pass")


def _ends() -> Iterator[Valid]:
    claim = won("white", "claim", 0, 0)
    yield Valid("end-claim.sgn", sgn("1. claim", AT_ONCE, claim).encode(), [record("claim", claim, AT_ONCE)])
    passes = " ".join(["pass"] * 120)
    yield _json("end-limit-draw", passes, won(None, "limit", 0, 0))
    score = "1b1x2b1 " + " ".join(["pass"] * 119)
    yield _json("end-limit-equal-scores-draw", score, won(None, "limit", 1, 1), CLOSE)
    resigned = {"winners": ["black"], "reason": "resign"}
    yield Valid("end-resign.sgn", sgn("1. pass", result=resigned).encode(), [record("pass", resigned)])
    agreed: Record = {"winners": [], "reason": "agreement"}
    yield _json("end-agreement", "pass pass", agreed)
    yield _json("end-without-scores", "claim", {"winners": ["white"], "reason": "claim"}, AT_ONCE)


def _closed() -> Iterator[Valid]:
    both, beads = hidden(DEFAULT, "white", "black"), "white beads, black beads"
    yield _json("closed-beads", "1e3:I pass 1d1:I 5b1:W", setup=both, pending=beads)
    yield _json("closed-one-side", "1b1:I 5b1-5a1", setup=hidden(DEFAULT, "black"), pending="black beads")
    orders = f"F[{HASH}] pass F[{OTHER_HASH}] pass pass pass"
    yield _json(
        "closed-orders",
        f"{orders} =1b1-1a1 pass =void",
        setup=both,
        pending=f"{beads}, white order:1, white order:2",
    )
    yield _json("closed-order-open-beads", f"F[{HASH}] pass pass pass", pending="white order:1")
    body = f"1. F[{HASH}] F[{OTHER_HASH}] 2. pass pass 3. =1b1-1a1 pass 4. pass =5b1-5a1 *"
    moves = f"F[{HASH}] F[{OTHER_HASH}] pass pass =1b1-1a1 pass pass =5b1-5a1"
    yield Valid(
        "closed.sgn",
        sgn(body, both).encode(),
        [record(moves, setup=both)],
        pending=(*beads.split(", "), "white order:1", "black order:1"),
    )


def _containers() -> Iterator[Valid]:
    claim = won("white", "claim", 0, 0)
    several = [record("1b1-1a1 pass", players=NAMES), record("claim", claim, AT_ONCE), record()]
    lines = b"".join(map(one_line, several))
    yield Valid("lines.jsonl", lines, several)
    yield Valid("lines.jsonl.gz", gz(lines), several)
    yield Valid("stream.msgpack.zst", zst(packed(*several)), several)
