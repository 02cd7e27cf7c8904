"""Laws of stepping through a record: wherever lines lead, what is shown is what playing that far leads to."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from struckle_cli.engine.replayer import play
from struckle_cli.replay.document import FORMAT, Document
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import named
from struckle_cli.services.loading import pick
from struckle_cli.services.stepping import Stepping
from tests.cli.support import ROOT

SAMPLES = ["castle/club-evening.sgn", "crungle/hunt.sgn", "stricken/face-to-face.json", "struckle/runner.sgn",
           "struggle/short-track.sgn"]  # fmt: skip
READINGS = [pick(named(str(ROOT / "replays" / name)), 1) for name in SAMPLES]
LINES = st.one_of(
    st.sampled_from(
        ["next", "back", "start", "end", "board", "n 7", "b 5", "next 100", "back 99", "", "flip", "x"]
    ),
    st.integers(-300, 300).map(lambda number: f"goto {number}"),
)


def moved(line: str, ply: int, last: int, total: int) -> int:
    """Where a line leads to, by the help alone."""
    word, _, rest = (line or "next").partition(" ")
    if word == "goto":
        wanted = int(rest) + total * (int(rest) < 0)
        return min(wanted, last) if 0 <= wanted <= total else ply
    step = int(rest or 1) * {"next": 1, "n": 1, "back": -1, "b": -1}.get(word, 0)
    return {"start": 0, "end": last}.get(word, max(0, min(last, ply + step)))


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(READINGS), st.lists(LINES, max_size=12), st.data())
def test_wherever_lines_lead_the_board_is_that_of_the_moves_so_far(reading, lines, data):
    moves = list(reading.moves)
    broken = data.draw(st.one_of(st.none(), st.integers(0, len(moves) - 1)), "illegal ply")
    if broken is not None:
        moves[broken] = "nonsense"
    document = Document(
        format=FORMAT, game=reading.document.game, tags={}, players={}, setup=reading.document.setup,
        moves=moves, result=None,
    )  # fmt: skip
    stepping = Stepping(Reading.of(document))
    game, start = reading.game, reading.bound.start
    legal = len(moves) if broken is None else broken
    last = min(legal + 1, len(moves))
    ply = 0
    for line in lines:
        reply = stepping.handle(line)
        ply = moved(line, ply, last, len(moves))
        shown = stepping.shown()
        assert (stepping.ply, shown.ply, shown.total) == (ply, ply, len(moves))
        assert shown.state == play(game, start, moves[: min(ply, legal)])[0]
        assert shown.last == (moves[ply - 1] if 0 < ply <= legal else None)
        assert not reply.over
        told = any("nonsense" in fact for fact in stepping.facts())
        assert told is (broken is not None and ply == legal + 1)
    assert stepping.broken or broken is None


@pytest.mark.parametrize("line", ["quit", "q", "EXIT"])
def test_one_leaves_by_word(line):
    assert Stepping(READINGS[0]).handle(line).over
