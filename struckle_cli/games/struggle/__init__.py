"""Struggle: two to four players race five common pieces by dice, each for a secret order of arrival."""

from typing import TYPE_CHECKING

from struckle_cli.core.game import Game, Numbering
from struckle_cli.core.resources import read_data, tutorial_beside
from struckle_cli.games.struggle.board import FEWEST, SEATS, TRACKS
from struckle_cli.games.struggle.dealing import DRAFT, deal
from struckle_cli.games.struggle.faults import CODES, cites
from struckle_cli.games.struggle.hiding import SECRETS
from struckle_cli.games.struggle.line import play_line
from struckle_cli.games.struggle.moves import Move
from struckle_cli.games.struggle.notation import (
    NUMBER,
    format_move,
    format_position,
    label,
    parse_move,
    parse_position,
)
from struckle_cli.games.struggle.render import render
from struckle_cli.games.struggle.rules import (
    apply,
    awaits,
    initial,
    lacking,
    legal_moves,
    outcome,
    playing,
    to_move,
    why_illegal,
)
from struckle_cli.games.struggle.setup import FIELDS, Setup, read_setup
from struckle_cli.games.struggle.skill import SKILL
from struckle_cli.games.struggle.state import State
from struckle_cli.games.struggle.tell import claims, tell
from struckle_cli.games.struggle.throwing import DICE

if TYPE_CHECKING:
    from struckle_cli.core.drawing import Drawing, Look


def _draw(state: State, look: "Look") -> "Drawing":
    from struckle_cli.games.struggle.draw import draw  # few commands draw

    return draw(state, look)


GAME: Game[Setup, State, Move] = Game(
    name="struggle",
    title="Struggle",
    about="Two to four players, five common pieces on a track. Secret cards, and dice.",
    rules_version=1,
    seats=SEATS,
    fewest=FEWEST,
    hidden=True,
    chance=True,
    scored=True,
    views=(),
    setup_fields=FIELDS,
    given_reasons={},
    end_reasons=("arrival",),
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
    boards=lambda: list(TRACKS),
    number=Numbering(pattern=NUMBER, label=label),
    parse_position=parse_position,
    format_position=format_position,
    play_line=play_line,
    tell=tell,
    claims=claims,
    deal=deal,
    draft=DRAFT,
    playing=playing,
    secrets=SECRETS,
    awaits=awaits,
    lacking=lacking,
    dice=DICE,
    skill=SKILL,
)
