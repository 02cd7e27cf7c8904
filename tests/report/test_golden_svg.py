"""Pictures of each game compared with `golden/`; one more a game is in `docs/pictures/` (`tools.pictures`).

After a change that is meant they are written anew by
`STRUCKLE_GOLDEN=write make test ARGS="-n0 tests/report/test_golden_svg.py"`; look at the difference,
as pictures, before you keep it.
"""

import os
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from struckle_cli import registry
from struckle_cli.report.svg import svg
from struckle_cli.services.boards import boards
from struckle_cli.services.drawings import drawing
from struckle_cli.services.loading import load, load_for
from tools.pictures import SHOWN

GOLDEN = Path(__file__).parent / "golden"
REPLAYS = Path(__file__).parents[2] / "replays"


class Case(NamedTuple):
    """A position of a recorded game, and how it is drawn."""

    record: str
    at: int
    theme: Any = "light"
    edge: str | None = None
    chosen: str | None = None
    seat: str | None = None
    number: int | None = None


CASES = {
    "castle-start": Case("castle/quick-win.sgn", 0),
    "castle-targets-dark": Case("castle/quick-win.sgn", 1, "dark", "black", "Q12"),
    "castle-captured": Case("castle/black-begins.sgn", 13),
    "castle-won": Case("castle/quick-win.sgn", 21),
    "crungle-start-dark": Case("crungle/hunt.sgn", 0, "dark"),
    "crungle-draft": Case("crungle/four-edges.sgn", 3),
    "crungle-won": Case("crungle/hunt.sgn", 20),
    "stricken-start": Case("stricken/letters-1-committed.sgn", 0),
    "stricken-hidden-from-black": Case("stricken/letters-1-open.sgn", 20, seat="black"),
    "stricken-hidden-from-all-dark": Case("stricken/letters-1-committed.sgn", 30, "dark"),
    "struckle-start": Case("struckle/guards.sgn", 0),
    "struckle-edge-dark": Case("struckle/guards.sgn", 42, "dark", "SB"),
    "struckle-won": Case("struckle/pushed-to-victory.sgn", 5),
    "struggle-start": Case("struggle/checked-dice-three.sgn", 0),
    "struggle-hidden-dark": Case("struggle/checked-dice-as-p1-has-it.sgn", 6, "dark"),
    "struggle-won": Case("struggle/checked-dice-three.sgn", 53),
}


def drawn(case: Case) -> str:
    path = str(REPLAYS / case.record)
    if case.seat is None:
        loaded = load(path, case.number)
    else:
        loaded = load_for(path, case.number, None, 1 << 20, lambda game: case.seat or "", ())
    [board] = boards(loaded, case.at, False)
    return svg(drawing(loaded.game, board, case.edge or case.seat, case.chosen), board.caption, case.theme)


@pytest.mark.parametrize("name", CASES)
def test_a_picture_is_as_it_was_looked_at(name):
    path, made = GOLDEN / f"{name}.svg", drawn(CASES[name])
    if os.environ.get("STRUCKLE_GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(made, "utf-8")
    assert made == path.read_text("utf-8")


def test_each_golden_picture_is_made_by_somebody():
    assert {path.name for path in GOLDEN.iterdir()} == {f"{name}.svg" for name in CASES}


def test_each_game_has_pictures_and_one_in_the_documentation():
    games = set(registry.BUILT_IN)
    assert {name.partition("-")[0] for name in CASES} == games == set(SHOWN)
    assert {shown.record.partition("/")[0] for shown in SHOWN.values()} == games
