"""Struggle games by random playout, written from the rules page alone.

It imports nothing of `struckle_cli` on purpose, as `games.py` does. A piece's place is its space (0: Start),
or minus one to minus five on A to E.
"""

import json
import random
from collections.abc import Iterator
from typing import Final

FACES: Final = "AKQJT9"
PIECES: Final = "KQJT9"
TRACK: Final = "?YYYRYBYRRBYRYBYRYYBRYRBYRYBRYRBY"
LAST: Final = 32
CARDS: Final = ("KQ9JT", "KJTQ9", "KTQ9J", "K9JTQ", "QK9TJ", "QJK9T")

Result = dict[str, object]


def roll(rng: random.Random, dice: int) -> str:
    """Faces of so many dice, in written order."""
    return "".join(sorted(rng.choices(FACES, k=dice), key=FACES.index))


def hand(rng: random.Random) -> tuple[str, str]:
    """The rolls of a turn as a record has them, and the hand."""
    lying = text = roll(rng, 5)
    for _ in range(2):
        if rng.random() < 0.5:
            break
        kept = "".join(sorted(rng.sample(lying, rng.randrange(5)), key=FACES.index))
        thrown = roll(rng, 5 - len(kept))
        text += f"/{kept}+{thrown}"
        lying = kept + thrown
    return text, lying


def carry(at: dict[str, int], piece: str, number: int) -> bool:
    """Carry a piece on by the rules of spaces; whether that ends the game."""
    space = at[piece] + number
    if space >= LAST:
        arrived = sum(place < 0 for place in at.values())
        at[piece] = -1 - arrived
        if arrived == 3:
            at[next(other for other in PIECES if at[other] >= 0)] = -5
        return arrived == 3
    if TRACK[space] == "B":
        return False
    holder = next((other for other in PIECES if at[other] == space), None)
    if holder is not None and TRACK[space] == "Y":
        return False
    if holder is not None:
        at[holder] = at[piece]
    at[piece] = space
    return False


def turn(rng: random.Random, at: dict[str, int]) -> tuple[str, bool]:
    """A random turn: its token, and whether it ends the game."""
    rolls, faces = hand(rng)
    shown = [piece for piece in PIECES if piece in faces and at[piece] >= 0]
    if not shown:
        return f"{rolls}=-", False
    numbers = {piece: faces.count(piece) for piece in shown}
    for _ in range(faces.count("A")):
        numbers[rng.choice(shown)] += 1
    rng.shuffle(shown)
    token = f"{rolls}="
    for piece in shown:
        token += f"{piece}{numbers[piece]}"
        if carry(at, piece, numbers[piece]):
            return token, True
    return token, False


def game(rng: random.Random) -> tuple[list[str], dict[str, str], Result]:
    """A random game of two to the end: tokens, cards, result."""
    at = dict.fromkeys(PIECES, 0)
    tokens, ended = [], False
    while not ended:
        token, ended = turn(rng, at)
        tokens.append(token)
    cards = dict(zip(("p1", "p2"), rng.sample(CARDS, 2), strict=True))
    order = sorted(PIECES, key=lambda piece: -at[piece])
    scores = {
        seat: 10 * sum(one == other for one, other in zip(card, order, strict=True))
        for seat, card in cards.items()
    }
    winners = [seat for seat, score in scores.items() if score == max(scores.values())]
    return tokens, cards, {"winners": winners, "reason": "arrival", "scores": scores}


def struggle_games(seed: int) -> Iterator[tuple[bytes, int]]:
    """Valid Struggle records as JSON lines (line end included) with their plies, without end."""
    rng = random.Random(seed)
    number = 0
    while True:
        number += 1
        tokens, cards, result = game(rng)
        record = {
            "format": 1,
            "game": "struggle",
            "tags": {"Event": "Bench", "Site": "?", "Date": "2026-11-30", "Round": str(number)},
            "players": {seat: f"Player {rng.randrange(500)}" for seat in cards},
            "setup": {"cards": cards},
            "moves": tokens,
            "result": result,
        }
        yield json.dumps(record, separators=(",", ":")).encode() + b"\n", len(tokens)
