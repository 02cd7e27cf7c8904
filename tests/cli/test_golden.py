"""Every screen of `play`, as the real program draws it at a pseudo-terminal, compared with `golden/`.

A file there holds the screens of one game in one size and style, one below the other: the rows, where the
cursor stands, and, where there are colours, a letter for each look in its place. After a change that is meant
they are written anew by `STRUCKLE_GOLDEN=write make test ARGS="-n0 tests/cli/test_golden.py"`; look at the
difference before you keep it.
"""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.crungle_support import OPTIONS
from tests.cli.screen_support import ASCII, Screen
from tests.cli.support import NEAR_CASTLE, dumps, record, sgn, spawn

GOLDEN = Path(__file__).parent / "golden"
SIZES = {40: 30, 80: 24, 120: 40}
Show = Callable[[str], None]


def castle(screen: Screen, show: Show) -> None:
    show("first screen")
    screen.keys("D8-", "D8-")
    show("half a move")
    screen.keys("C\t", "D8-C8")
    show("the rest typed by the tabulator")
    screen.line("")
    show("after a move, and a bot's reply")
    screen.line("?")
    show("help")
    screen.line("moves Q8")
    show("moves from a square")
    screen.line("Q8-A1")
    show("a move that is refused")
    screen.line("why Q8-Q1")
    show("why")
    screen.line("history")
    show("history")
    screen.line("goto 1")
    show("looking back")
    screen.line("goto")
    screen.line("moves")
    show("all moves")
    screen.line("board")
    show("the board")


def near_castle(screen: Screen, show: Show) -> None:
    show("first screen")
    screen.line("hint")
    show("a hint")
    assert screen.end("J15-K15") == 0
    show("game over")


def struckle(screen: Screen, show: Show) -> None:
    show("first screen")
    screen.line("flip SB")
    show("from another side")
    screen.keys("D", "D")
    show("half a move")
    screen.line("b6c5")
    show("after a move")
    screen.line("history")
    show("history")
    assert screen.end("quit") == 0
    show("after leaving")


def crungle(screen: Screen, show: Show) -> None:
    show("first screen")
    screen.line("M2:9")
    show("after an entry")
    screen.line("?")
    show("after an objection")
    screen.line("help")
    show("help")
    screen.line("bet")
    show("a bet")


def crungle_draft(screen: Screen, show: Show) -> None:
    show("a goal is picked")
    screen.keys("G1", "G1")
    show("half a name")
    screen.line("")
    show("a rule is picked")
    screen.line("M99")
    show("none of the options")


def stricken(screen: Screen, show: Show) -> None:
    show("cover screen")
    screen.line("moves")
    show("asked at the cover")
    screen.line("")
    show("first screen")
    screen.keys("1a2", "1a2")
    show("half a move")
    screen.line("-1a1")
    show("cover screen after a move")
    assert screen.end("quit") == 0
    show("after leaving")


def struggle(screen: Screen, show: Show) -> None:
    show("cover screen")
    screen.line("")
    show("first screen")
    screen.line("")
    show("dice")
    screen.keys("T", "T")
    show("half a hand")
    screen.keys("\x7f", "> ")
    screen.line("keep K")
    show("dice thrown again")
    screen.line("secrets")
    show("secrets")


def struggle_bot(screen: Screen, show: Show) -> None:
    show("first screen")
    screen.line("")
    screen.line("moves")
    show("ways to play the dice")
    screen.line("help")
    show("help")


def _castle(folder: Path) -> list[str]:
    (folder / "game.sgn").write_bytes(sgn())
    return ["--bot", "black=random", "--seed", "4"]


def _near_castle(folder: Path) -> list[str]:
    (folder / "game.sgn").write_bytes(b"")
    (folder / "game.sgn").unlink()
    (folder / "game.json").write_bytes(dumps(record(setup={"position": NEAR_CASTLE})))
    return []


def _table(game: str) -> Callable[[Path], list[str]]:
    """A record with secrets and dice that are always the same."""

    def make(folder: Path) -> list[str]:
        for name, content in json.loads((GOLDEN / "tables.json").read_bytes())[game].items():
            (folder / name).write_text(content)
            (folder / name).chmod(0o600)
        return []

    return make


def _with_bot(make: Callable[[Path], list[str]], seat: str) -> Callable[[Path], list[str]]:
    return lambda folder: [*make(folder), "--bot", f"{seat}=random", "--seed", "3"]


def _new(*options: str) -> Callable[[Path], list[str]]:
    def make(folder: Path) -> list[str]:
        done = spawn("new", *options, "-o", "game.sgn", cwd=folder)
        assert done.returncode == 0, done.stderr
        return []

    return make


GAMES = {
    "castle": (_castle, castle),
    "castle-end": (_near_castle, near_castle),
    "struckle": (_new("struckle", "--tb", "Ana", "--sb", "Ben"), struckle),
    "crungle": (_new("crungle", *OPTIONS), crungle),
    "stricken": (_table("stricken"), stricken),
    "struggle": (_table("struggle"), struggle),
    "struggle-bot": (_with_bot(_table("struggle"), "p1"), struggle_bot),
    "crungle-draft": (lambda folder: ["-o", "game.sgn"], crungle_draft),
}
LOOKS = (
    (40, "plain", "ascii"), (40, "colour", "unicode"), (80, "plain", "unicode"), (80, "colour", "ascii"),
    (120, "plain", "ascii"), (120, "colour", "unicode"),
)  # fmt: skip
"""Each size with colours and without, and with more than ASCII and without."""
RUNS = [
    *((game, *look) for game in GAMES for look in LOOKS if game != "castle-end"),
    ("castle-end", 80, "colour", "unicode"),
]


def test_there_are_no_screens_that_nothing_draws() -> None:
    names = {f"{name}-{columns}-{colour}-{letters}" for name, columns, colour, letters in RUNS}
    assert {path.stem for path in GOLDEN.glob("*.txt")} == names


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Iterator[Callable[[str, Screen], None]]:
    """Note a screen; all that were noted are compared in the end."""
    found: list[str] = []

    def note(title: str, screen: Screen) -> None:
        found.extend(screen.noted(title))

    yield note
    name, columns, colour, letters = request.node.callspec.params["run"]
    path = GOLDEN / f"{name}-{columns}-{colour}-{letters}.txt"
    text = "\n".join(found)
    if os.environ.get("STRUCKLE_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert text.split("\n") == path.read_text(encoding="utf-8").split("\n")


@pytest.mark.parametrize("run", RUNS, ids=lambda run: "-".join(map(str, run)))
def test_screens_are_as_they_were_reviewed(run, golden, tmp_path):
    game, columns, colour, letters = run
    make, play = GAMES[game]
    options = make(tmp_path)
    names = [item.name for item in tmp_path.iterdir() if item.suffix in (".sgn", ".json")]
    env = ASCII if letters == "ascii" else {}
    screen = Screen(
        tmp_path, "play", *(names or ["crungle"]), *options,
        "--color", "always" if colour == "colour" else "never",
        columns=columns, rows=SIZES[columns], **env,
    )  # fmt: skip
    try:
        play(screen, lambda title: golden(title, screen))
    finally:
        screen.close()
