"""What is measured for python-chess: read every game of a PGN file and look at its errors.

A script on its own, run in a process of its own: `python -P readpgn.py FILE`; 1 if a game has errors.
"""

import importlib
import sys


def main(path: str) -> int:
    """Read `path` to its end."""
    pgn = importlib.import_module("chess.pgn")
    broken = 0
    with open(path, encoding="utf-8") as stream:
        while (game := pgn.read_game(stream)) is not None:
            if game.errors:
                broken += 1
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
