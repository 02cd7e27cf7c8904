"""The legal tokens of a position."""

from typing import Any, NamedTuple

from struckle_cli.core.errors import NotationError, UsageError
from struckle_cli.core.game import AnyGame


class Listing(NamedTuple):
    """Legal tokens in bytewise order; `groups` has them under headings for people, where there are any.

    Headings stand in the order of the game's own list, tokens under them in bytewise order. `complete`
    is false where something hidden could still make a token illegal; `roll_due` says that nothing can
    be listed before a roll. With dice the tokens are what can follow a roll, and `effects` what each
    leads to.
    """

    ply: int
    to_move: str | None
    tokens: list[str]
    groups: dict[str, list[str]]
    complete: bool = True
    roll_due: bool = False
    effects: dict[str, list[str]] | None = None


def list_plays(game: AnyGame, state: Any, ply: int, over: bool, dice: str) -> Listing:
    """List how rolls (`AAKQJ`, or with throws `AKQJ9/AK+KT9`) can be played, and what that leads to.

    Raises `UsageError` for what are no rolls.
    """
    if game.dice is None:
        raise UsageError(f"{game.title} is played without dice", code="usage.dice")
    if over or game.to_move(state) is None:
        return Listing(ply, None, [], {})
    try:
        moves = game.dice.plays(state, dice)
    except NotationError as error:
        raise UsageError(error.reason.message, code=error.reason.code) from None
    pairs = sorted((game.dice.part(move), move) for move in moves)
    effects = {part: effect(game, state, move) for part, move in pairs}
    return Listing(ply, game.to_move(state), list(effects), {}, effects=effects)


def effect(game: AnyGame, state: Any, move: Any) -> list[str]:
    """What a legal move leads to, in the game's words."""
    return game.tell(state, move, game.apply(state, move)) if game.tell is not None else []


def list_moves(game: AnyGame, state: Any, ply: int, over: bool) -> Listing:
    """List the legal tokens of `state`; `over` for a game that the players ended."""
    if over or game.to_move(state) is None:
        return Listing(ply, None, [], {})
    if game.dice is not None:
        return Listing(ply, game.to_move(state), [], {}, roll_due=True)
    moves = game.legal_moves(state)
    pairs = sorted(((game.format_move(move), move) for move in moves), key=lambda pair: pair[0])
    groups: dict[str, list[str]] = {}
    if game.group is not None:
        groups = {game.group(move): [] for move in moves}
        for token, move in pairs:
            groups[game.group(move)].append(token)
    complete = game.certain is None or game.certain(state)
    return Listing(ply, game.to_move(state), [token for token, _ in pairs], groups, complete)
