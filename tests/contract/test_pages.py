"""Laws of pages over every game: a page holds what is drawn, told and judged of each ply, and no more."""

import random
from functools import cache

import pytest
from msgspec import UNSET

from struckle_cli.core.drawing import Look
from struckle_cli.core.outcome import Outcome
from struckle_cli.engine.playout import playout
from struckle_cli.replay.document import Document
from struckle_cli.replay.reading import Reading
from struckle_cli.services.pages import page_game
from struckle_cli.services.show import Told, show
from tests.contract.cases import CASES, Case
from tests.report.page_support import Film, page_of

pytestmark = [pytest.mark.parametrize("case", CASES, ids=str), pytest.mark.usefixtures("toy_game")]


def _record(case: Case, moves: list[str], result: Outcome | None) -> Reading:
    """A record; with an id, without which nothing may be hidden."""
    identity = UNSET if case.game.secrets is None else 32 * "0"
    document = Document(format=1, game=case.name, id=identity, setup=case.fields, moves=moves, result=result)
    return Reading.of(document)


@cache
def _played(case: Case, limit: int = 25) -> tuple[Reading, list[str], list[object]]:
    tokens, states = playout(case.game, case.start, random.Random(f"page/{case}"), limit)
    return _record(case, tokens, case.game.outcome(states[-1])), tokens, states


def test_the_page_draws_every_ply_as_the_game_does(case: Case) -> None:
    reading, tokens, states = _played(case)
    page = page_of([page_game(reading, "g.sgn")])
    film = Film(page.games[0])
    looks = [Look(), *(Look(last=token, before=state) for token, state in zip(tokens, states, strict=False))]
    expected = [case.game.draw(state, look) for state, look in zip(states, looks, strict=True)]
    assert film.drawings() == expected
    assert film.tokens == tokens
    assert len(film) == len(tokens) + 1
    assert film.statuses[-1] == str(reading.document.result or film.statuses[-1])
    if case.game.format_position is None:
        assert film.positions() == []
    else:
        assert film.positions() == [case.game.format_position(state) for state in states]
    assert film.view["valid"]
    assert film.view["plies"] == len(tokens)


def test_the_page_tells_what_show_tells(case: Case) -> None:
    reading, _, _ = _played(case)
    shown = show(reading, reading.document)
    film = Film(page_of([page_game(reading, "g.sgn")]).games[0])
    if case.game.tell is not None:
        assert film.game["told"]
        assert film.remarks == [list(line.remarks) for line in shown.lines if isinstance(line, Told)]
    else:
        labels = [film.text(film.game["moves"][number][0]) for number in film.view["moves"]]
        moves = [move for line in shown.lines for move in line.moves]
        assert list(zip(labels, film.tokens, strict=True)) == moves
    assert [tuple(fact) for fact in film.view["setup"]] == [*shown.facts][-len(film.view["setup"]) or None :]


def test_an_illegal_ply_ends_the_film_and_not_the_list(case: Case) -> None:
    reading, tokens, _ = _played(case, 6)
    moves = [*tokens, "no token", *tokens]
    game = page_game(_record(case, moves, None), "g.sgn")
    film = Film(page_of([game]).games[0])
    assert (game.valid, game.plies, game.entries) == (False, len(tokens), 2 * len(tokens) + 1)
    assert film.drawings() == Film(page_of([page_game(reading, "g.sgn")]).games[0]).drawings()
    assert film.tokens == moves
    assert [fault[0] for fault in film.view["faults"]][:1] == [len(tokens) + 1]
