"""What `docs/bots.md` shows works as it stands there."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from struckle_cli import registry
from struckle_cli.cli.app import run
from struckle_cli.services.match import Match, arranged, entrants
from struckle_cli.services.series import Standing, series
from tests.contract.toy import GAME as TOY
from tools.files import ROOT

PAGE = (ROOT / "docs/bots.md").read_text(encoding="utf-8")
SKILL, SCRIPT = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = re.findall(r"```sh\nstruckle (.*?)\n```", PAGE)


def test_the_skill_makes_a_bot_that_wins() -> None:
    found: dict[str, Any] = {}
    exec(SKILL, found)
    game = replace(TOY, skill=found["SKILL"])
    registry.register(game)
    try:
        standing = Standing(match := arranged(Match(game=game, entrants=entrants(["greedy", "random"]))))
        for played in series(match, range(1, 31), 1):
            standing.add(played)
    finally:
        registry.unregister(game.name)
    assert standing.scores[0].wins == 30


def test_the_script_plays_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    exec(SCRIPT, {})
    points, interval = capsys.readouterr().out.split(" ", 1)
    assert float(points) > 15
    assert re.fullmatch(r"\(0\.[0-9]+, (0\.[0-9]+|1\.0)\)\n", interval)


@pytest.mark.parametrize("line", COMMANDS)
def test_the_commands_run(line: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(COMMANDS) == 2
    assert run([*line.split(), "--games", "1", "--max-plies", "2", "--nodes", "1"]) == 0
