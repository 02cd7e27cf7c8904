"""Castle: two players, 19x19 squares of wall and ground, men that move like rooks."""

from typing import TYPE_CHECKING

from struckle_cli.core.game import Game, Numbering
from struckle_cli.core.resources import read_data, tutorial_beside
from struckle_cli.games.castle.board import NAMES, board_names, parse_board_file
from struckle_cli.games.castle.faults import CODES, cites
from struckle_cli.games.castle.line import play_line
from struckle_cli.games.castle.moves import Move
from struckle_cli.games.castle.notation import (
    format_move,
    format_position,
    label,
    nearness,
    parse_move,
    parse_position,
)
from struckle_cli.games.castle.render import render
from struckle_cli.games.castle.rules import SEATS, apply, initial, legal_moves, outcome, to_move, why_illegal
from struckle_cli.games.castle.setup import FIELDS, Setup, read_setup
from struckle_cli.games.castle.skill import SKILL
from struckle_cli.games.castle.state import State

if TYPE_CHECKING:
    from struckle_cli.core.drawing import Drawing, Look


def _draw(state: State, look: "Look") -> "Drawing":
    from struckle_cli.games.castle.draw import draw  # few commands draw

    return draw(state, look)


GAME: Game[Setup, State, Move] = Game(
    name="castle",
    title="Castle",
    about="Two players on 19x19 squares; men move like rooks, walls stop them. Nothing hidden, no chance.",
    rules_version=1,
    seats=SEATS,
    setup_fields=FIELDS,
    given_reasons={"resign": True, "agreement": False},
    end_reasons=("castle", "elimination"),
    codes=CODES,
    cites=cites,
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
    rules_text=lambda: read_data(__file__, "rules.md"),
    tutorial=tutorial_beside(__file__),
    boards=board_names,
    number=Numbering(pattern=r"[0-9]+\.(?:\.\.)?", label=label),
    parse_position=parse_position,
    format_position=format_position,
    play_line=play_line,
    nearness=nearness,
    import_setup=lambda field, text: ("rows", parse_board_file(text)) if field == "board" else (field, text),
    group=lambda move: NAMES[move.source],
    skill=SKILL,
)
