"""The legal tokens of a position."""

from typing import Any, NamedTuple

from struckle_cli.core.game import AnyGame


class Listing(NamedTuple):
    """Legal tokens in bytewise order; `groups` has them under headings for people, where there are any."""

    ply: int
    to_move: str | None
    tokens: list[str]
    groups: dict[str, list[str]]


def list_moves(game: AnyGame, state: Any, ply: int, over: bool) -> Listing:
    """List the legal tokens of `state`; `over` for a game that the players ended."""
    if over or game.to_move(state) is None:
        return Listing(ply, None, [], {})
    pairs = sorted(
        ((game.format_move(move), move) for move in game.legal_moves(state)), key=lambda pair: pair[0]
    )
    groups: dict[str, list[str]] = {}
    if game.group is not None:
        for token, move in pairs:
            groups.setdefault(game.group(move), []).append(token)
    return Listing(ply, game.to_move(state), [token for token, _ in pairs], groups)
