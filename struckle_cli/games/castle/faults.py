"""Castle's own fault codes, one sentence each, for the published list of errors."""

CODES = {
    "castle.syntax": "The token does not have the shape of a move, like `D8-D2` or `D8xD2`.",
    "castle.after-end": "A move follows although the game is over.",
    "castle.empty-from": "No man stands on the square the move starts from.",
    "castle.not-yours": "The man on the square the move starts from belongs to the other side.",
    "castle.not-straight": "The move is not along a row or column, or leads nowhere.",
    "castle.blocked": "A man stands in the way; the message names its square.",
    "castle.terrain": "The slide would change between wall and ground; the message names the square.",
    "castle.own-castle": "The move enters or crosses the side's own closed castle (`own_castle: closed`).",
    "castle.own-man": "A man of the moving side stands on the target.",
    "castle.capture-mark": "The sign is wrong: `-` onto an enemy man, or `x` onto an empty square.",
    "castle.board": "The set-up names a board that is not known.",
    "castle.rows": "The rows of a board are not 19 strings of 19 of `#`, `.`, `w`, `b`.",
    "castle.castle-count": "A board does not have exactly one castle a side.",
    "castle.men": "The number of men a side is none of 8, 16, 22.",
    "castle.position": "The position string is malformed; the message says where.",
    "castle.decided-twice": "The set-up is decided for both sides at once.",
}

_RULES = {
    "castle.syntax": ("`D8-D2` moves",),
    "castle.empty-from": ("Move exactly one",),
    "castle.not-yours": ("Move exactly one",),
    "castle.not-straight": ("A man slides any number",),
    "castle.blocked": ("A man slides any number",),
    "castle.terrain": ("A slide stays on one kind", "Between wall and ground"),
    "castle.own-castle": ("C-1",),
    "castle.own-man": ("It ends on an empty square",),
    "castle.capture-mark": ("`D8-D2` moves",),
}


def cites(code: str, token: str) -> tuple[str, ...]:
    """How the paragraphs of the rules page begin that a refused token breaks."""
    return _RULES.get(code, ())
