"""Faults of the text form itself, and faults of form as the text form shows them."""

from collections.abc import Iterator
from typing import Any

from tools.vectors.make import Invalid, marked
from tools.vectors.positions import position

NEXT = '\n[Game "castle"]\n[Result "*"]\n\n1. D8-C8\n*\n'
"""A sound game behind the broken one: it has to be found."""


def text(tags: str, body: str) -> str:
    """A text record: tags with `|` between them, marked where the fault is."""
    lines = ['[Game "castle"]', *(line for line in tags.split("|") if line)]
    return "\n".join(lines) + f"\n\n{body}\n"


def broken(name: str, code: str, content: str | bytes, **more: Any) -> Invalid:
    """A text vector; the mark in `content` says where the fault is."""
    data, line, column = marked(content)
    return Invalid(f"{name}.sgn", data, code, line, column, **more)


def broken_texts() -> Iterator[Invalid]:
    """All vectors of this part."""
    yield from _tags()
    yield from _moves()
    yield from _ends()
    yield from _forms()
    yield from _results()


def _tags() -> Iterator[Invalid]:
    yield broken("text-no-game-tag", "text.no-game-tag", "‸1. D8-C8 Q12-Q11\n*\n")
    yield broken("text-no-game-tag-other-first", "text.no-game-tag", f'‸[Event "x"]{NEXT}', records=2)
    yield broken("text-tag-no-quotes", "text.tag", text("‸[White Ana]", "*"), token="[White Ana]")
    yield broken("text-tag-two-lines", "text.tag", text('‸[Event "x]|[White "Ana"]', "*"), token='[Event "x]')
    yield broken("text-tag-name", "text.tag", text('‸[2nd "x"]', "*"), token='[2nd "x"]')
    yield broken("text-tag-twice", "text.tag-twice", text('[White "Ana"]|‸[WHITE "Eda"]', "*"), token="WHITE")
    yield broken("text-tag-twice-game", "text.tag-twice", text('‸[game "castle"]', "*"), token="game")
    yield broken("text-tag-twice-setup", "text.tag-twice", text('[Men "8"]|‸[men "8"]', "*"), token="men")
    yield broken("text-tag-value-men", "text.tag-value", text('‸[Men "eight"]', "*"), token="eight")
    yield broken("text-tag-value-zero", "text.tag-value", text('‸[Men "08"]', "*"), token="08")
    yield broken("text-tag-value-format", "text.tag-value", text('‸[Format "one"]', "*"), token="one")
    yield broken("text-tag-value-rows", "text.tag-value", text('‸[Rows "no rows"]', "*"), token="no rows")
    yield broken(
        "text-tag-value-scores", "text.tag-value",
        text('[Reason "resign"]|‸[Scores "1:0"]', "win:white"), token="1:0",
    )  # fmt: skip
    yield broken("text-escape-tag", "text.escape", text('[Event "‸a \\q"]', "*"), token="a \\q")
    yield broken("text-escape-note", "text.escape", text("", "1. D8-C8 ‸{a \\q} Q12-Q11\n*"), token="a \\q")
    yield broken("text-escape-line-note", "text.escape", text("", "1. D8-C8 ‸; a \\xZ1\n*"), token=" a \\xZ1")
    yield broken("text-escape-quote-in-note", "text.escape", text("", '‸{\\"}\n*'), token='\\"')


def _moves() -> Iterator[Invalid]:
    yield broken(
        "text-tag-in-moves", "text.tag-in-moves", text("", '1. D8-C8\n‸[Event "late"]\nQ12-Q11\n*'),
        token='[Event "late"]',
    )  # fmt: skip
    yield broken("text-control-note", "text.control", text("", "1. D8-C8 {ring‸\x07} Q12-Q11\n*"))
    yield broken("text-control-tag", "text.control", text('[Event "‸\x1b[31m"]', "*"))
    yield broken("text-stray-brace", "text.stray-brace", text("", "1. D8-C8 ‸} Q12-Q11\n*"))
    yield broken("text-number", "text.number", text("", "1. D8-C8 Q12-Q11 ‸3. C8-C3\n*"), ply=3, token="3.")
    yield broken("text-number-side", "text.number", text("", "1. D8-C8 ‸1. Q12-Q11\n*"), ply=2, token="1.")
    yield broken("text-number-twice", "text.number", text("", "1. D8-C8 1... ‸1... Q12-Q11\n*"), token="1...")
    yield broken(
        "text-number-first-black",
        "text.number",
        text('[First "black"]', "‸1... D12-C12\n*"),
        ply=1,
        token="1...",
    )
    start = position("wD8 bQ12", "b", 17)
    yield broken(
        "text-number-position", "text.number", text(f'[Position "{start}"]', "‸1... Q12-Q11\n*"),
        ply=1, token="1...",
    )  # fmt: skip
    yield broken("text-open-note", "text.open-note", text("", "1. D8-C8 ‸{no end Q12-Q11\n*"))
    yield broken("text-open-note-escaped-end", "text.open-note", text("", "1. D8-C8 ‸{no end \\}\n*"))
    yield broken(
        "text-open-note-next-game",
        "text.open-note",
        text("", "1. D8-C8 ‸{no end Q12-Q11\n*") + NEXT,
        records=2,
    )


def _ends() -> Iterator[Invalid]:
    yield broken("text-truncated", "text.truncated", text("", "1. D8-C8 Q12-Q11‸"))
    yield broken(
        "text-truncated-next-game", "text.truncated", text("", "1. D8-C8 Q12-Q11‸") + NEXT, records=2
    )
    yield broken("text-after-result", "text.after-result", text("", "1. D8-C8\n* ‸Q12-Q11"), token="Q12-Q11")
    yield broken("text-after-result-twice", "text.after-result", text("", "*\n‸*"), token="*")
    yield broken(
        "text-after-result-tag", "text.after-result", text("", '*\n‸[White "Ana"]'), token='[White "Ana"]'
    )
    yield broken(
        "text-result-differs", "text.result-differs",
        text('‸[Result "draw"]|[Reason "resign"]', "win:white"), token="draw",
    )  # fmt: skip
    yield broken(
        "text-reason-missing", "text.reason-missing", text("", "1. D8-C8\n‸win:white"), token="win:white"
    )
    yield broken("text-reason-extra", "text.reason-extra", text('‸[Reason "resign"]', "*"), token="resign")
    yield broken("text-reason-extra-scores", "text.reason-extra", text('‸[Scores "{}"]', "*"), token="{}")


def _forms() -> Iterator[Invalid]:
    yield broken("record-game", "record.game", '‸[Game "chess"]\n\n1. e4 e5\n*\n', token="chess")
    yield broken(
        "record-game-next", "record.game", f'‸[Game "Castle"]\n\n*\n{NEXT}', token="Castle", records=2
    )
    yield broken("record-format", "record.format", text('‸[Format "2"]', "*"))
    yield broken("record-rules", "record.rules", text('‸[RulesVersion "0"]', "*"))
    yield broken("record-rules-newer", "record.rules-newer", text('‸[RulesVersion "2"]', "*"))
    yield broken("record-id", "record.id", text('‸[Id "club-1"]', "*"), token="club-1")
    yield broken("record-tag-twice", "record.tag-twice", text('[Event "x"]|‸[EVENT "y"]', "*"), token="EVENT")
    opening = '[{\\"seat\\":\\"white\\",\\"what\\":\\"card\\",\\"nonce\\":\\"\\",\\"value\\":\\"\\"}]'
    yield broken("record-reveals", "record.reveals", text(f'‸[Reveals "{opening}"]', "*"))


def _results() -> Iterator[Invalid]:
    resign = '[Reason "resign"]'
    yield broken(
        "record-scores", "record.scores", text(f'{resign}|‸[Scores "{{\\"white\\":1}}"]', "win:white")
    )
    yield broken("text-result-empty", "text.result", text(resign, "‸win:"), token="win:")
    yield broken("record-winners-seat", "record.winners", text(resign, "‸win:green"), token="green")
    yield broken("record-winners-case", "record.winners", text(resign, "‸win:White"), token="White")
    yield broken("record-winners-order", "record.winners", text(resign, "‸win:black,white"))
    yield broken("record-winners-twice", "record.winners", text(resign, "‸win:white,white"))
    yield broken("record-reason", "record.reason", text('‸[Reason "timeout"]', "win:white"), token="timeout")
