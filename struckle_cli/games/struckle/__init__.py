"""Struckle: four houses of four pieces on 8x8 squares, two steps a piece, a power for the promoted."""

from typing import TYPE_CHECKING

from struckle_cli.core.game import Game, Numbering
from struckle_cli.core.resources import read_data, tutorial_beside
from struckle_cli.games.struckle.board import SEATS
from struckle_cli.games.struckle.faults import CODES, cites
from struckle_cli.games.struckle.line import play_line
from struckle_cli.games.struckle.moves import Move
from struckle_cli.games.struckle.notation import (
    NUMBER,
    format_move,
    format_position,
    group,
    label,
    nearness,
    parse_move,
    parse_position,
)
from struckle_cli.games.struckle.render import VIEWS, render
from struckle_cli.games.struckle.rules import (
    acting_piece,
    apply,
    initial,
    legal_moves,
    outcome,
    to_move,
    why_illegal,
)
from struckle_cli.games.struckle.setup import FIELDS, Setup, read_setup
from struckle_cli.games.struckle.skill import SKILL
from struckle_cli.games.struckle.state import State

if TYPE_CHECKING:
    from struckle_cli.core.drawing import Drawing, Look


def _draw(state: State, look: "Look") -> "Drawing":
    from struckle_cli.games.struckle.draw import draw  # few commands draw

    return draw(state, look)


GAME: Game[Setup, State, Move] = Game(
    name="struckle",
    title="Struckle",
    about="Four players on 8x8 squares; pieces step twice and gain powers. Nothing hidden, no chance.",
    rules_version=1,
    seats=SEATS,
    views=VIEWS,
    setup_fields=FIELDS,
    given_reasons={},
    end_reasons=("goals",),
    codes=CODES,
    cites=cites,
    read_setup=read_setup,
    initial=initial,
    legal_moves=legal_moves,
    why_illegal=why_illegal,
    apply=apply,
    outcome=outcome,
    to_move=to_move,
    actor=acting_piece,
    parse_move=parse_move,
    format_move=format_move,
    render=render,
    draw=_draw,
    rules_text=lambda: read_data(__file__, "rules.md"),
    tutorial=tutorial_beside(__file__),
    boards=lambda: ["struckle-8"],
    number=Numbering(pattern=NUMBER, label=label, lines=True),
    parse_position=parse_position,
    format_position=format_position,
    play_line=play_line,
    nearness=nearness,
    group=group,
    skill=SKILL,
)
