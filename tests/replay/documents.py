"""Random Castle documents for the laws of the encodings."""

from typing import Any

from hypothesis import strategies as st
from msgspec import UNSET

from struckle_cli.core.outcome import Outcome
from struckle_cli.engine.binding import bind
from struckle_cli.replay.document import MODEL_TAGS, Document, Note
from tests.replay.support import castle

COLUMNS = "ABCDEFGHJKLMNOPQRST"
ROWS = [
    "...................", "...#############...", "...#...........#...", "...#.#.#####.#.#...",
    "...#.#.#.b.#.#.#...", "...#.#.#####.#.#...", "...#...........#...", "...######.######...",
    "...................", "...................", "...................", "...######.######...",
    "...#...........#...", "...#.#.#####.#.#...", "...#.#.#.w.#.#.#...", "...#.#.#####.#.#...",
    "...#...........#...", "...#############...", "...................",
]  # fmt: skip
POSITION = "19/19/19/19/5b7b5/7b3b7/19/3b4b1b4b3/19/19/19/3w4w1w4w3/19/7w3w7/5w7w5/19/19/19/19"
PIECES = (
    '[Game "castle"]',
    '\n[Game "castle"]\n',
    '[Game "',
    "[Game",
    '[game "x"]',
    '"castle"]',
    "\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "  ",
    "     ",
    "{",
    "}",
    "\\",
    "\\n",
    "\\}",
    '"',
    '\\"',
    ";",
    "; x",
    "[",
    "]",
    "\x00",
    "\x01",
    "\x1b[31m",
    "\x7f",
    "\x85",
    "\x9f",
    "\u2028",
    "\u2029",
    "\ufeff",
    "\u00a0",
    "\u3000",
    "\u200e",
    "😀",
    "é",
    "1.",
    "win:white",
    "*",
    "draw",
    "\x0b",
    "\x0c",
    "\x1c",
    "\\x41",
    "\\s",
    ":",
    "e" * 90,
    "D8-C8",
    "\ud7ff",
    "\uffff",
    "\U0010ffff",
)

_any = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
texts = st.lists(st.one_of(st.sampled_from(PIECES), _any), max_size=8).map("".join)
squares = st.builds(lambda column, row: f"{column}{row}", st.sampled_from(COLUMNS + COLUMNS.lower()),
                    st.integers(1, 19))  # fmt: skip
tokens = st.builds(lambda one, sign, two: one + sign + two, squares, st.sampled_from("-x"), squares)

_game = castle()
RESERVED = (
    {tag.lower() for tag in MODEL_TAGS} | set(_game.seats) | {f.tag.lower() for f in _game.setup_fields}
)
tag_names = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,9}", fullmatch=True).filter(
    lambda name: name.lower() not in RESERVED
)
tag_tables = st.lists(st.tuples(tag_names, texts), max_size=4, unique_by=lambda pair: pair[0].lower()).map(
    dict
)
positions = st.builds(
    lambda side, turn: f"{POSITION} {side} {turn}", st.sampled_from("wb"), st.integers(1, 10**9 - 1)
)


def some_of(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=fields)


@st.composite
def setups(draw: st.DrawFn) -> dict[str, Any]:
    """Set-ups that can be read: explicit defaults, rows or a board, men or a position."""
    fields = draw(
        some_of(first=st.sampled_from(["white", "black"]), own_castle=st.sampled_from(["open", "closed"]))
    )
    fields |= draw(st.one_of(some_of(board=st.just("castle-19")), st.just({"rows": ROWS})))
    fields |= draw(
        st.one_of(some_of(men=st.sampled_from([8, 16, 22])), st.builds(lambda p: {"position": p}, positions))
    )
    names = draw(st.permutations(sorted(fields)))
    return {name: fields[name] for name in names}


outcomes = st.one_of(
    st.none(),
    st.builds(lambda winners, reason: Outcome(winners=winners, reason=reason),
              st.sampled_from([(), ("white",), ("black",), ("white", "black")]),
              st.sampled_from(["castle", "elimination", "resign", "agreement"])),
)  # fmt: skip


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Documents of sound form, set-up and syntax; whether the moves are legal does not matter here."""
    setup = draw(setups())
    assert not bind(_game, setup).faults
    moves = draw(st.lists(tokens, max_size=12))
    plies = st.integers(0, len(moves))
    return Document(
        format=1, game="castle",
        rules=draw(st.sampled_from([UNSET, 1])),
        id=draw(st.one_of(st.just(UNSET), st.text("0123456789abcdef", min_size=32, max_size=32))),
        tags=draw(tag_tables),
        players=draw(some_of(white=texts, black=texts)),
        setup=setup, moves=moves,
        notes=draw(st.lists(st.builds(Note, plies, texts), max_size=5)),
        result=draw(outcomes),
    )  # fmt: skip
