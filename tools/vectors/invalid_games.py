"""Faults of set-ups, of tokens, of moves and of claimed results, in text and in JSON."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tools.vectors import invalid_forms, invalid_texts
from tools.vectors.make import Invalid
from tools.vectors.positions import plain_board, position
from tools.vectors.valid import (
    AGREED,
    BOARD,
    CASTLE_BELOW_MAN,
    LAST_MEN,
    LAST_ON_CASTLE,
    ONE_STEP,
    record,
    won,
)

TAGS = {"own_castle": "OwnCastle"}


def _tag(name: str, value: object) -> str:
    shown = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
    escaped = shown.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{TAGS.get(name, name.capitalize())} "{escaped}"]'


def _both(
    name: str, code: str, setup: Mapping[str, object], at: str, token: str | None = None
) -> Iterator[Invalid]:
    """A fault of the set-up field `at` in text and in JSON."""
    tags = "|".join(("‸" if field == at else "") + _tag(field, value) for field, value in setup.items())
    yield invalid_texts.broken(name, code, invalid_texts.text(tags, "*"), token=token)
    yield invalid_forms.broken(name, code, record(setup=dict(setup)), "setup", token=token)


def _played(
    name: str,
    code: str,
    moves: str,
    suggestion: str | None,
    setup: Mapping[str, object] | None = None,
    **result: Any,
) -> Iterator[Invalid]:
    """A fault of the last of `moves`, in text and in JSON."""
    *before, token = moves.split()
    ply = len(before) + 1
    tags = "|".join(_tag(field, value) for field, value in (setup or {}).items())
    ended = result.get("result")
    end = f"win:{ended['winners'][0]}" if ended else "*"
    tags += f'|[Reason "{ended["reason"]}"]' if ended else ""
    body = " ".join([*before, f"‸{token}", end])
    about = {"ply": ply, "token": token, "suggestion": suggestion}
    yield invalid_texts.broken(name, code, invalid_texts.text(tags, body), **about)
    fields = record(moves, ended, **({"setup": dict(setup)} if setup else {}))
    yield invalid_forms.broken(name, code, fields, "moves", **about)


def broken_games() -> Iterator[Invalid]:
    """All vectors of this part."""
    yield from _setups()
    yield from _positions()
    yield from _tokens()
    yield from _moves()
    yield from _results()


def _setups() -> Iterator[Invalid]:
    form = invalid_forms.broken
    yield form("setup-unknown", "setup.unknown", record(setup={"colour": "red"}), "setup", token="colour")
    yield form("setup-type-men", "setup.type", record(setup={"men": "8"}), "setup", token="8")
    yield form("setup-type-men-true", "setup.type", record(setup={"men": True}), "setup", token="true")
    yield form("setup-type-first", "setup.type", record(setup={"first": None}), "setup", token="null")
    yield form("setup-type-rows", "setup.type", record(setup={"rows": "........"}), "setup")
    yield from _both("setup-value-first", "setup.value", {"first": "green"}, "first", "green")
    yield from _both("setup-value-own-castle", "setup.value", {"own_castle": "shut"}, "own_castle", "shut")
    two = {"men": 8, "position": ONE_STEP}
    yield from _both("setup-exclusive-position-men", "setup.exclusive", two, "men")
    two = {"board": "castle-19", "rows": BOARD}
    yield from _both("setup-exclusive-rows-board", "setup.exclusive", two, "board")
    yield from _both("castle-board", "castle.board", {"board": "castle-21"}, "board")
    yield from _both("castle-board-path", "castle.board", {"board": "../castle-19"}, "board")
    yield from _both("castle-rows-few", "castle.rows", {"rows": BOARD[1:]}, "rows")
    yield from _both("castle-rows-narrow", "castle.rows", {"rows": [*BOARD[1:], "..."]}, "rows")
    yield from _both("castle-rows-character", "castle.rows", {"rows": ["x" * 19, *BOARD[1:]]}, "rows")
    yield from _both(
        "castle-castle-count-none", "castle.castle-count", {"rows": plain_board("", "K18")}, "rows"
    )
    two_castles = [*BOARD[:-1], "b" + "." * 18]
    yield from _both("castle-castle-count-two", "castle.castle-count", {"rows": two_castles}, "rows")
    yield from _both("castle-men", "castle.men", {"men": 12}, "men", "12")
    twice = position("wK15 bK5")
    content = "‸" + invalid_texts.text(_tag("position", twice), "*")
    yield invalid_texts.broken("castle-decided-twice", "castle.decided-twice", content)
    yield form("castle-decided-twice", "castle.decided-twice", record(setup={"position": twice}), "setup")
    both = plain_board("Q12", "D8")
    yield form("castle-decided-twice-c4", "castle.decided-twice", record(setup={"rows": both}), "setup")


def _positions() -> Iterator[Invalid]:
    good = position("wD8 bQ12")
    rows = good.split(" ", maxsplit=1)[0]
    cases = {
        "empty": "",
        "two-parts": f"{rows} w",
        "two-blanks": good.replace(" w ", " w  "),
        "few-rows": good.replace("19/", "", 1),
        "wide-row": good.replace("3w15", "3w16"),
        "narrow-row": good.replace("3w15", "3w14"),
        "leading-zero": good.replace("3w15", "03w15"),
        "character": good.replace("3w15", "3W15"),
        "other-digits": good.replace("3w15", "٣w15"),
        "side": f"{rows} x 1",
        "turn-zero": f"{rows} w 0",
        "turn-leading-zero": f"{rows} w 01",
        "turn-too-long": f"{rows} w 1{'0' * 18}",
        "no-man": position(""),
    }
    for name, value in cases.items():
        shown = value if len(value) <= 60 else f"{value[:57]}..."
        yield from _both(f"castle-position-{name}", "castle.position", {"position": value}, "position", shown)


def _tokens() -> Iterator[Invalid]:
    cases = {
        "word": ("D8C8", "D8-C8"),
        "column-i": ("I8-I9", "D8-D9"),
        "row-zero": ("D0-D1", "D8-D2"),
        "row-20": ("D8-D20", "D8-D2"),
        "upper-x": ("D8XD2", "D8-D2"),
        "castling": ("O-O", "O5-O4"),
        "other-dash": ("D8–C8", "D8-C8"),
    }
    for name, (token, suggestion) in cases.items():
        yield from _played(f"castle-syntax-{name}", "castle.syntax", token, suggestion)
    form = invalid_forms.broken
    for name, token in {"empty": "", "blank": "D8-C8 ", "line-end": "D8-C8\n"}.items():
        fields = record() | {"moves": [token]}
        yield form(f"castle-syntax-{name}", "castle.syntax", fields, "moves", ply=1, token=token,
                   suggestion="D8-C8")  # fmt: skip


def _moves() -> Iterator[Invalid]:
    yield from _played("castle-empty-from", "castle.empty-from", "D7-D6", "D8-D6")
    yield from _played("castle-not-yours", "castle.not-yours", "Q12-Q11", "Q8-Q9")
    yield from _played("castle-not-yours-second", "castle.not-yours", "D8-C8 C8-C7", "D12-C12")
    yield from _played("castle-not-straight", "castle.not-straight", "D8-E7", "D8-D7")
    yield from _played("castle-not-straight-stays", "castle.not-straight", "D8-D8", "D8-C8")
    yield from _played("castle-blocked", "castle.blocked", "D8-K8", "D8-H8")
    yield from _played("castle-blocked-enemy", "castle.blocked", "A1xA5", "A1xA3",
                       {"position": position("wA1 bA3 bA5")})  # fmt: skip
    yield from _played("castle-terrain", "castle.terrain", "D8-D10", "D8-D9")
    yield from _played("castle-terrain-from-ground", "castle.terrain", "C8-E8", "C8-D8",
                       {"position": position("wC8 bA19")})  # fmt: skip
    yield from _played("castle-terrain-before-man", "castle.terrain", "D8-D12", "D8-D9")
    closed = {"position": position("wJ5 bA19"), "own_castle": "closed"}
    yield from _played("castle-own-castle-enter", "castle.own-castle", "J5-K5", "J5-H5", closed)
    yield from _played("castle-own-castle-cross", "castle.own-castle", "J5-L5", "J5-H5", closed)
    back = {"position": position("wK5 bA19"), "own_castle": "closed"}
    yield from _played(
        "castle-own-castle-return-c5", "castle.own-castle", "K5-L5 A19-A18 L5-K5", "L5-L4", back
    )
    yield from _played("castle-own-man", "castle.own-man", "D8-J8", "D8-H8")
    yield from _played("castle-own-man-captured", "castle.own-man", "D8xJ8", "D8-H8")
    yield from _played("castle-capture-mark-missing", "castle.capture-mark", "A1-A3", "A1xA3",
                       {"position": LAST_MEN})  # fmt: skip
    yield from _played("castle-capture-mark-extra", "castle.capture-mark", "D8xC8", "D8-C8")
    won_by = {"result": won("white", "castle")}
    step = {"position": ONE_STEP}
    yield from _played("castle-after-end", "castle.after-end", "K14-K15 A19-A18", None, step, **won_by)
    decided = {"position": position("wA1 bK5")}
    yield from _played("castle-after-end-at-start", "castle.after-end", "A1-A2", None, decided,
                       result=won("black", "castle"))  # fmt: skip


def _ended(
    name: str,
    code: str,
    moves: str,
    claimed: object,
    setup: Mapping[str, object],
    token: str,
    near: str | None,
) -> Iterator[Invalid]:
    """A claimed result that cannot stand, in text and in JSON."""
    tags = [_tag(field, value) for field, value in setup.items()]
    if isinstance(claimed, dict):
        tags.append(f'[Reason "{claimed["reason"]}"]')
    about = {"token": token, "suggestion": near}
    content = invalid_texts.text("|".join(tags), f"{moves} ‸{token}".strip())
    yield invalid_texts.broken(name, code, content, **about)
    fields = record(moves, claimed, **({"setup": dict(setup)} if setup else {}))
    yield invalid_forms.broken(name, code, fields, "result", **about)


def _results() -> Iterator[Invalid]:
    step = {"position": ONE_STEP}
    yield from _ended("result-missing", "result.missing", "K14-K15", None, step, "*", "win:white")
    decided = {"position": position("wA1 bK5")}
    yield from _ended("result-missing-decided", "result.missing", "", None, decided, "*", "win:black")
    beside = {"rows": CASTLE_BELOW_MAN}
    yield from _ended("result-missing-c4", "result.missing", "", None, beside, "*", "win:white")
    claim = won("black", "castle")
    yield from _ended(
        "result-differs-winner", "result.differs", "K14-K15", claim, step, "win:black", "win:white"
    )
    claim, last = won("white", "elimination"), {"position": LAST_ON_CASTLE}
    yield from _ended("result-differs-c3", "result.differs", "K14xK15", claim, last, "win:white", "win:white")
    claim = won("white", "resign")
    yield from _ended(
        "result-differs-resign", "result.differs", "K14-K15", claim, step, "win:white", "win:white"
    )
    claim = won("white", "castle")
    yield from _ended("result-not-reached", "result.not-reached", "D8-C8", claim, {}, "win:white", "*")
    yield from _ended(
        "result-winners-agreement", "result.winners", "", won("white", "agreement"), {}, "win:white", "draw"
    )
    claim = AGREED | {"reason": "resign"}
    yield from _ended("result-winners-resign", "result.winners", "", claim, {}, "draw", None)
    claim = {"winners": ["white", "black"], "reason": "resign"}
    yield from _ended("result-winners-both", "result.winners", "", claim, {}, "win:white,black", None)
