"""Why a token can or cannot be played in a position, in the game's own words and with its rules quoted."""

from typing import Any

from struckle_cli.core.errors import short
from struckle_cli.core.game import AnyGame
from struckle_cli.engine.bots import value
from struckle_cli.engine.replayer import judge_token, play
from struckle_cli.services.citing import quoted
from struckle_cli.services.endings import in_words
from struckle_cli.services.listing import effect


def explained(game: AnyGame, state: Any, token: str, ply: int) -> list[str]:
    """What forbids a token, or what it would lead to; `state` is all that the answer depends on.

    `ply` is the number of the ply that it would be.
    """
    after, played = play(game, state, [token])
    if not played:
        fault = judge_token(game, state, token, ply)
        near = f"; nearest legal: {fault.suggestion}" if fault.suggestion else ""
        return [
            f"{short(token, 100)}: {fault.message} [{fault.code}]{near}",
            *rules(game, fault.code, token, fault.message),
        ]
    move = game.parse_move(token)
    token = game.format_move(move)
    wrong = None if game.warning is None else game.warning(state, move)
    if wrong is not None:
        lines = [f"{token} can be played, and stands if nobody objects; but {wrong.message} [{wrong.code}]"]
        return [*lines, *rules(game, wrong.code, token, wrong.message)]
    legal = "is legal"
    if game.certain is not None and not game.certain(state):
        legal = "is legal as far as you can see"
    return [f"{token} {legal}; {follows(game, after)}", *effect(game, state, move)]


def rules(game: AnyGame, code: str, token: str, message: str) -> list[str]:
    """The rules that are broken, as they stand on the game's page."""
    return [f'the rules: "{text}"' for text in quoted(game, code, token, message)]


def follows(game: AnyGame, after: Any) -> str:
    """What comes behind a move: who acts then, or how the game ends."""
    ended = game.outcome(after)
    if ended is not None:
        return f"the game ends; {in_words(ended)}"
    if game.to_move(after) is not None:
        return f"then {game.acts(after)} is to move"
    return "the game ends"


def worth(game: AnyGame, before: Any, after: Any, seat: str) -> str:
    """How well a seat stands before a move, and after it unless that is None.

    Empty where the game has no judgement.
    """
    if game.skill is None:
        return ""
    now = f"{seat} stands at {_signed(value(game, before, seat))} now"
    if after is None:
        return now
    ended = game.outcome(after)
    if ended is not None and seat in ended.winners:
        return "it wins"
    return f"{now}, {_signed(value(game, after, seat))} after it"


def _signed(worth: float) -> str:
    """A value with two digits and its sign; nothing is neither above nor below 0."""
    return f"{round(worth, 2) or 0.0:+.2f}"
