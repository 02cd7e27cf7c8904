"""The rules of Struggle: initial position, plays of a hand, why a turn is illegal, what it does, who has won.

Source: the game's page, *Turn* and *End*; rulings SG-1 to SG-6.
"""

from collections.abc import Iterator, Sequence

from struckle_cli.core.errors import Reason, counted
from struckle_cli.core.outcome import Outcome
from struckle_cli.games.struggle.board import (
    ENDED,
    NAMES,
    PIECES,
    PLACES,
    SEATS,
    carry,
    place_name,
)
from struckle_cli.games.struggle.deck import points
from struckle_cli.games.struggle.dice import faces
from struckle_cli.games.struggle.moves import Move, Plays, Rolls
from struckle_cli.games.struggle.setup import Setup
from struckle_cli.games.struggle.state import State


def initial(setup: Setup) -> State:
    """The position in which play starts."""
    start = setup.start
    return State(setup, start.squares, start.seat, start.turn)


def playing(setup: Setup) -> tuple[str, ...]:
    """The seats of the players."""
    return SEATS[: setup.players]


def to_move(state: State) -> str | None:
    """Who rolls; None when the game is over."""
    return None if state.over else SEATS[state.seat]


def legal_moves(state: State) -> list[Move]:
    """None, ever: a roll is due, and only with its dice there are moves (`moves_with`)."""
    return []


def shown_dice(state: State, hand: str) -> dict[int, int]:
    """The pieces that a hand moves, with the dice that show them; in the order K Q J T 9.

    Figures of pieces that arrived before this turn do nothing (SG-3).
    """
    return {
        piece: hand.count(PIECES[piece])
        for piece, square in enumerate(state.squares)
        if square >= 0 and PIECES[piece] in hand
    }


def moves_with(state: State, rolls: Rolls) -> list[Move]:
    """Every legal turn with these rolls, in the bytewise order of their tokens."""
    if state.over or wrong_roll(state, rolls) is not None:
        return []
    dice = shown_dice(state, rolls.hand)
    if not dice:
        return [Move(rolls, ())]
    found = _plays(list(state.squares), state.track.kinds, dice, rolls.hand.count("A"))
    ordered = sorted(found, key=lambda plays: [(PIECES[piece], number) for piece, number in plays])
    return [Move(rolls, plays) for plays in ordered]


def _plays(squares: list[int], kinds: bytes, dice: dict[int, int], aces: int) -> Iterator[Plays]:
    """All ways to go on: which of the pieces next, with how many Aces; nothing follows the end (SG-6)."""
    if not dice:
        yield ()
    for piece, shown in dice.items():
        rest = {other: count for other, count in dice.items() if other != piece}
        for given in range(aces + 1):
            after = squares.copy()
            play = (piece, shown + given)
            if carry(after, kinds, *play) == ENDED:
                if rest or given == aces:
                    yield (play,)
            elif rest or given == aces:
                yield from ((play, *more) for more in _plays(after, kinds, rest, aces - given))


def apply(state: State, move: Move) -> State:
    """The position after a legal turn."""
    squares, kinds = list(state.squares), state.track.kinds
    for piece, number in move.plays:
        carry(squares, kinds, piece, number)
    return following(state, squares, 1)


def following(state: State, squares: Sequence[int], turns: int) -> State:
    """The state in which so many turns after `state` have brought the pieces to `squares`."""
    seat = (state.seat + turns) % state.setup.players
    return State(state.setup, tuple(squares), seat, state.turn + turns)


def why_illegal(state: State, move: Move) -> Reason | None:
    """None if the turn is legal; else its first fault: the end, the rolls, the plays in order, the sum."""
    if state.over:
        places = arrival(state)
        why = f"the game is over: the pieces arrived as {places}; {SEATS[state.seat]} would have been next"
        return Reason("struggle.after-end", why)
    reason = wrong_roll(state, move.rolls)
    return reason if reason is not None else _wrong_plays(state, move)


def _wrong_plays(state: State, move: Move) -> Reason | None:
    hand = move.rolls.hand
    dice, aces = shown_dice(state, hand), hand.count("A")
    if not dice or not move.plays:
        return _no_effect(state, hand, bool(dice), bool(move.plays))
    squares, left, ended = list(state.squares), dict(dice), ""
    for piece, number in move.plays:
        if ended:
            why = f"{NAMES[piece]} is played behind the game's end: {ended}"
            return Reason("struggle.after-win", why)
        reason = _wrong_number(state, hand, (piece, number), dice, aces)
        if reason is not None:
            return reason
        aces -= number - left.pop(piece)
        if carry(squares, state.track.kinds, piece, number) == ENDED:
            ended = f"{NAMES[piece]} takes place {PLACES[3]}, and the fifth piece place {PLACES[4]}"
    return None if ended and left else _left_over(hand, left, aces)


def _wrong_number(
    state: State, hand: str, play: tuple[int, int], dice: dict[int, int], aces: int
) -> Reason | None:
    """What is wrong with a play by itself; `aces` are those that the plays before have left."""
    piece, number = play
    name, letter = NAMES[piece], PIECES[piece]
    square = state.squares[piece]
    if square < 0:
        count = hand.count(letter)
        why = f"{name} stands on place {place_name(square)} since an earlier turn, so its dice do nothing"
        if number > count:
            return Reason(
                "struggle.ace-arrived", f"{why} and no Ace can be {letter}: leave out {letter}{number}"
            )
        return Reason("struggle.arrived", f"{why} (SG-3): leave out {letter}{number}")
    shown = dice[piece]
    dice_of = counted(shown, "die", "dice")
    if number < shown:
        why = f"{hand} shows {letter} on {dice_of}, so {name} moves by {shown} at least, not {number}"
        return Reason("struggle.wrong-total", why)
    if number > shown + aces:
        with_aces = f" and {aces or 'no'} more by Aces" if "A" in hand else ""
        most = shown + aces
        why = (
            f"{hand} shows {letter} on {dice_of}{with_aces}, so {name} moves by {most} at most, not {number}"
        )
        return Reason("struggle.wrong-total", why)
    return None


def _no_effect(state: State, hand: str, effect: bool, plays: bool) -> Reason | None:
    """A hand without effect is written `-`, and no other is."""
    if effect == plays:
        return None
    if effect:
        names = " and ".join(NAMES[piece] for piece in shown_dice(state, hand))
        why = f"{hand} moves {names}, and nobody may abstain; - is for a hand without effect"
        return Reason("struggle.no-effect", why)
    names = " and ".join(NAMES[index] for index, piece in enumerate(PIECES) if piece in hand)
    return Reason(
        "struggle.no-effect", f"{hand} has no effect, because {names} arrived before this turn: write -"
    )


def _left_over(hand: str, left: dict[int, int], aces: int) -> Reason | None:
    """The hand is carried out whole: every Ace is given, every piece shown is played."""
    if aces and not left:
        are = "is" if aces == 1 else "are"
        why = f"of the Aces of {hand} {aces} {are} given to no piece; every Ace is given"
        return Reason("struggle.wrong-total", why)
    if left:
        names = " and ".join(NAMES[piece] for piece in left)
        why = f"{hand} also shows {names}: the hand is carried out whole, in any order"
        return Reason("struggle.piece-left-out", why)
    return None


def wrong_roll(state: State, rolls: Rolls) -> Reason | None:
    """Whether dice that can be checked fell otherwise; None while their seed or the id is not known."""
    setup = state.setup
    if setup.dice is None or setup.dice.seed is None or not setup.identity:
        return None
    for number, thrown in enumerate(rolls.thrown):
        client, turn = setup.dice.client, state.turn
        fell = faces(setup.dice.seed, setup.identity, client, turn, number, len(thrown))
        if fell != thrown:
            which = ("first", "second", "third")[number]
            why = f"turn {turn}, {which} roll: by the seed of the dice {fell} was thrown, not {thrown}"
            return Reason("struggle.wrong-roll", why)
    return None


def arrival(state: State) -> str:
    """The pieces on A, B, C, ... as far as they have arrived."""
    order = sorted(
        (-square, piece) for square, piece in zip(state.squares, PIECES, strict=True) if square < 0
    )
    return "".join(piece for _, piece in order)


def outcome(state: State) -> Outcome | None:
    """The end with its scores: all pieces have arrived and every card is known; else None."""
    if not state.over or unknown(state, "#") or unknown(state, None):
        return None
    places = arrival(state)
    cards = (card for card in state.setup.cards if card is not None)
    scores = {seat: points(card, places) for seat, card in zip(playing(state.setup), cards, strict=True)}
    best = max(scores.values())
    winners = tuple(seat for seat, score in scores.items() if score == best)
    return Outcome(winners=winners, reason="arrival", scores=scores)


def unknown(state: State, how: str | None) -> list[str]:
    """The seats whose cards are committed (`#`), or of whom there is no card at all (None)."""
    cards = zip(playing(state.setup), state.setup.cards, strict=True)
    return [seat for seat, card in cards if (card[:1] if card is not None else None) == how]


def awaits(state: State) -> str | None:
    """Why an ended game has no result yet; None for all other positions."""
    if not state.over:
        return None
    closed, missing = unknown(state, "#"), unknown(state, None)
    told = [f"{owners(closed)} not opened"] if closed else []
    told += [f"{owners(missing)} not in the record"] if missing else []
    return "; ".join(told) or None


def owners(seats: Sequence[str]) -> str:
    """Whose card or cards, with the verb: `p1's card is`, `p1's and p2's cards are`."""
    if len(seats) == 1:
        return f"{seats[0]}'s card is"
    whose = [f"{seat}'s" for seat in seats]
    return f"{', '.join(whose[:-1])} and {whose[-1]} cards are"


def lacking(state: State) -> Reason | None:
    """What an ended game needs and the record has not: cards or commitments; None if it needs nothing."""
    missing = unknown(state, None) if state.over else []
    if not missing:
        return None
    needed = "the set-up names a card, or its commitment, for every player"
    why = f"the game has ended, and {owners(missing)} not in the record: {needed}"
    return Reason("struggle.cards-missing", why)
