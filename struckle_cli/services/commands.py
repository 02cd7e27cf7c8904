"""The commands of a session of play: their names, other names, and what help says of them."""

from struckle_cli.services.rolling import HELP

ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}
COMMANDS = {
    "moves": "moves [PART]: the legal tokens, or those with that PART",
    "why": "why TOKEN: which rule forbids it, or what it would lead to",
    "rules": "rules [NAME]: the rules of this game, or one of them by NAME",
    "hint": "hint: what a bot would play here, and what that is worth",
    "board": "board: draw the board",
    "flip": "flip [SEAT]: look from the next side, or from that of SEAT",
    "roll": HELP["roll"],
    "keep": HELP["keep"],
    "secrets": "secrets: what is yours alone to know",
    "history": "history [N]: the moves so far with their notes, all or the last N",
    "goto": "goto [N]: look back at ply N; without N, or when a move is typed, to the end",
    "undo": "undo [N]: take back N plies (1)",
    "redo": "redo [N]: play again what was taken back",
    "note": "note TEXT: a note on the last move, or on the one that is looked back at",
    "resign": "resign: the side to move gives up",
    "draw": "draw: offer a draw; the other side answers yes or no",
    "save": "save [FILE]: save now, or a copy under another name",
    "help": "help (or ?): this list",
    "quit": "quit: leave; the game is saved and can be resumed",
}
TAKES = {"resign": 0, "draw": 0, "undo": 1, "redo": 1, "history": 1, "goto": 1, "flip": 1, "rules": 1}
"""How many words may stand behind a command; more mean something that it would not do."""
AT_COVER = ("board", "flip", "help", "note", "quit", "rules", "save", "undo")
"""Commands that act while the screen is covered."""
AT_OFFER = ("help", "board", "moves", "rules", "quit")
"""Commands that act while a draw is offered."""
AT_END = "history lists the moves, goto N looks back, save FILE writes a copy, quit leaves"
"""What players can still do when a game is over."""
WITH_TOKENS = ("moves", "why")
"""Commands behind which tokens are typed."""
