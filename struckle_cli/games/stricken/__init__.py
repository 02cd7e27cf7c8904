"""Stricken: two players, a lattice of five layers, hidden capabilities, orders sealed ahead."""

from typing import TYPE_CHECKING

from struckle_cli.core.game import Game, Numbering
from struckle_cli.core.resources import read_data, tutorial_beside
from struckle_cli.games.stricken.board import SEATS
from struckle_cli.games.stricken.faults import CODES, cites
from struckle_cli.games.stricken.hiding import SECRETS
from struckle_cli.games.stricken.line import play_line
from struckle_cli.games.stricken.moves import Move
from struckle_cli.games.stricken.notation import NUMBER, format_move, group, label, nearness, parse_move
from struckle_cli.games.stricken.render import LEGEND, called, render
from struckle_cli.games.stricken.rules import (
    apply,
    certain,
    initial,
    legal_moves,
    listed,
    outcome,
    to_move,
    why_illegal,
)
from struckle_cli.games.stricken.setup import FIELDS, Setup, deal, read_setup
from struckle_cli.games.stricken.skill import SKILL
from struckle_cli.games.stricken.state import State
from struckle_cli.games.stricken.tell import tell

if TYPE_CHECKING:
    from struckle_cli.core.drawing import Drawing, Look


def _draw(state: State, look: "Look") -> "Drawing":
    from struckle_cli.games.stricken.draw import draw  # few commands draw

    return draw(state, look)


GAME: Game[Setup, State, Move] = Game(
    name="stricken",
    title="Stricken",
    about="Two players on five layers; abilities of shells and sealed orders are hidden. No chance.",
    rules_version=1,
    seats=SEATS,
    hidden=True,
    scored=True,
    setup_fields=FIELDS,
    given_reasons={"resign": True, "agreement": False},
    end_reasons=("elimination", "claim", "limit"),
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
    boards=lambda: ["stricken-5"],
    number=Numbering(pattern=NUMBER, label=label),
    play_line=play_line,
    nearness=nearness,
    group=group,
    listed=listed,
    tell=tell,
    deal=deal,
    secrets=SECRETS,
    certain=certain,
    called=called,
    legend=LEGEND,
    skill=SKILL,
)
