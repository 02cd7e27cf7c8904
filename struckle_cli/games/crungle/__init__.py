"""Crungle: two players, nine cells, and rules that the players choose; objections and bets."""

from typing import TYPE_CHECKING

from struckle_cli.core.game import Game
from struckle_cli.core.hooks import Draft
from struckle_cli.core.resources import tutorial_beside
from struckle_cli.games.crungle.draft import deal, next_choice, take
from struckle_cli.games.crungle.entries import (
    apply,
    legal_moves,
    listed,
    speaker,
    tally,
    to_move,
    warning,
    why_illegal,
    why_not_given,
)
from struckle_cli.games.crungle.faults import CODES, cites
from struckle_cli.games.crungle.line import play_line
from struckle_cli.games.crungle.moves import Move
from struckle_cli.games.crungle.notation import format_move, group, mark, parse_move, shorthands
from struckle_cli.games.crungle.questions import SOLVER
from struckle_cli.games.crungle.render import render
from struckle_cli.games.crungle.rules import initial, outcome
from struckle_cli.games.crungle.setup import FIELDS, SEATS, Setup, read_setup
from struckle_cli.games.crungle.skill import SKILL
from struckle_cli.games.crungle.state import State
from struckle_cli.games.crungle.tell import announce, author, claims, tell
from struckle_cli.games.crungle.texts import in_play, rules_text

if TYPE_CHECKING:
    from struckle_cli.core.drawing import Drawing, Look


def _draw(state: State, look: "Look") -> "Drawing":
    from struckle_cli.games.crungle.draw import draw  # few commands draw

    return draw(state, look)


GAME: Game[Setup, State, Move] = Game(
    name="crungle",
    title="Crungle",
    about="Two players on nine cells, by rules that they choose. Nothing hidden, no chance in play.",
    rules_version=1,
    seats=SEATS,
    views=(),
    setup_fields=FIELDS,
    given_reasons={"agreement": False},
    end_reasons=("goal", "violations", "objections", "bet"),
    codes=CODES,
    cites=cites,
    in_play=in_play,
    read_setup=read_setup,
    initial=initial,
    legal_moves=legal_moves,
    why_illegal=why_illegal,
    apply=apply,
    outcome=outcome,
    to_move=to_move,
    parse_move=parse_move,
    format_move=format_move,
    render=render,
    draw=_draw,
    rules_text=rules_text,
    tutorial=tutorial_beside(__file__),
    boards=lambda: ["3x3"],
    play_line=play_line,
    group=group,
    listed=listed,
    warning=warning,
    tally=tally,
    mark=mark,
    shorthands=shorthands,
    tell=tell,
    announce=announce,
    author=author,
    speaker=speaker,
    claims=claims,
    why_not_given=why_not_given,
    draft=Draft(next_choice=next_choice, take=take),
    deal=deal,
    solver=SOLVER,
    skill=SKILL,
)
