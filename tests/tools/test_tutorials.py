"""The pages of tutorials: what stands there is what the program shows."""

import msgspec
import pytest

from struckle_cli import registry
from struckle_cli.core.game import AnyGame
from struckle_cli.core.picture import View
from struckle_cli.replay.document import FORMAT, Document
from struckle_cli.services.boards import boards
from struckle_cli.services.loading import Loaded, load, load_for
from tools.files import ROOT
from tools.tutorials import files

GAMES = [registry.lookup(name) for name in sorted(registry.BUILT_IN)]


def page_of(game: AnyGame) -> str:
    return (ROOT / f"docs/tutorials/{game.name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_boards_of_a_page_are_those_of_render(game, tmp_path):
    """Each is drawn once more, from a record in a file, as `render` does it."""
    tutorial = game.tutorial()
    path = tmp_path / "lesson.json"
    page = page_of(game)
    for lesson in tutorial.lessons:
        setup = {**tutorial.setup, **lesson.setup}
        document = Document(format=FORMAT, game=game.name, setup=setup, moves=list(lesson.moves), result=None)
        path.write_bytes(msgspec.json.encode(document))
        loaded: Loaded = load(str(path))
        if not lesson.open and game.secrets is not None:
            loaded = load_for(str(path), None, None, 1 << 20, lambda game, seat=lesson.seat: seat, ())
        [board] = boards(loaded, None, False)
        view = _view(board.last)
        part = page.split(f". {lesson.title}\n", 1)[1].split("```text\n", 1)[1].split("\n```", 1)[0]
        assert part == game.render(board.state, view).text()


def _view(last: str | None) -> View:
    return View(last=last, width=100)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_page_has_every_lesson_its_task_and_its_answers(game):
    page = page_of(game)
    for number, lesson in enumerate(game.tutorial().lessons, 1):
        part = page.split(f"## {number}. {lesson.title}\n", 1)[1].split("\n## ", 1)[0]
        assert lesson.task.strip() in part
        assert lesson.hint.strip() in part
        assert all(f"`{answer}`" in part for answer in lesson.solved)
        assert part.index(lesson.task.strip()) < part.index("<details>")


def test_a_game_without_a_tutorial_has_no_page():
    castle = registry.lookup("castle")
    made = files([castle, msgspec.structs.replace(castle, name="bare", tutorial=None)])
    assert sorted(made) == ["docs/tutorials/README.md", "docs/tutorials/castle.md"]
