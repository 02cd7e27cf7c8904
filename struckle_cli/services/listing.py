"""The legal tokens of a position."""

from typing import Any, NamedTuple

from struckle_cli.core.game import AnyGame


class Listing(NamedTuple):
    """Legal tokens in bytewise order; `groups` has them under headings for people, where there are any.

    Headings stand in the order of the game's own list, tokens under them in bytewise order.
    """

    ply: int
    to_move: str | None
    tokens: list[str]
    groups: dict[str, list[str]]


def list_moves(game: AnyGame, state: Any, ply: int, over: bool) -> Listing:
    """List the legal tokens of `state`; `over` for a game that the players ended."""
    if over or game.to_move(state) is None:
        return Listing(ply, None, [], {})
    moves = game.legal_moves(state)
    pairs = sorted(((game.format_move(move), move) for move in moves), key=lambda pair: pair[0])
    groups: dict[str, list[str]] = {}
    if game.group is not None:
        groups = {game.group(move): [] for move in moves}
        for token, move in pairs:
            groups[game.group(move)].append(token)
    return Listing(ply, game.to_move(state), [token for token, _ in pairs], groups)
