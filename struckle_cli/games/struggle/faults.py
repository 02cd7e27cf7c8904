"""Struggle's own fault codes, one sentence each, for the published list of errors."""

CODES = {
    "struggle.syntax": "The token does not have the shape of a turn, like `AKQJ9/AK+KT9=K3T191`.",
    "struggle.face-order": "The faces of a group do not stand in the order A K Q J T 9.",
    "struggle.dice-count": "A roll has not five dice, or those kept and thrown again are not five together.",
    "struggle.nothing-thrown": "A re-roll throws no die.",
    "struggle.kept-not-rolled": "A re-roll keeps a die that was not there.",
    "struggle.piece-twice": "A piece is played twice in one turn.",
    "struggle.not-in-hand": "A piece is played that no die of the hand shows, and the hand has no Ace.",
    "struggle.ace-absent": "A piece is played that no die shows; an Ace takes a figure of the hand only.",
    "struggle.after-end": "A token follows although the game is over.",
    "struggle.wrong-roll": "The dice fell otherwise than the opened seed says.",
    "struggle.no-effect": "`-` stands for a hand that moves pieces, or plays for one that has no effect.",
    "struggle.arrived": "A piece is played that arrived before this turn.",
    "struggle.ace-arrived": "An Ace is given to a piece that arrived before this turn.",
    "struggle.wrong-total": "A number is below the dice shown, above them with the Aces, or leaves Aces out.",
    "struggle.after-win": "A play stands behind the one that ends the game.",
    "struggle.piece-left-out": "A piece that the hand shows is not played.",
    "struggle.cards-missing": "The game has ended, and a player has no card in the record, nor a commitment.",
    "struggle.players": "The number of players is not 2, 3 or 4.",
    "struggle.first": "The seat that rolls first does not play.",
    "struggle.colours": "The colours of a track are other letters than Y R B, none, or more than 10,000.",
    "struggle.cards-seat": "A card belongs to a seat that does not play.",
    "struggle.card": "A card is no order of the five pieces.",
    "struggle.card-not-in-deck": "A card is none of the rebuilt deck, and the deck is not free.",
    "struggle.card-twice": "Two players hold one card of the rebuilt deck.",
    "struggle.commitment": "A commitment is not `#` and 64 lower-case hexadecimal digits, or dice have none.",
    "struggle.dice": "The dice are neither declared nor an object with the parts it may have.",
    "struggle.dice-scheme": "The scheme of dice that can be checked is missing or not the one that is known.",
    "struggle.dice-client": "The players' text for the dice is missing, no string, or too long.",
    "struggle.dice-nonce": "The nonce of the dice is not 64 lower-case hexadecimal digits.",
    "struggle.dice-seed": "The seed of the dice is not 64 lower-case hexadecimal digits.",
    "struggle.dice-opening": "Of the nonce and the seed of the dice one is there without the other.",
    "struggle.position": "The position string is malformed.",
    "struggle.position-seat": "The position names a player who does not play.",
    "struggle.same-space": "The position has two pieces on one space other than Start.",
    "struggle.on-black": "The position has a piece on a black space.",
    "struggle.beyond-track": "The position has a piece on the last space or beyond it.",
    "struggle.places": "The position has places that are not taken in order from A, one piece each.",
    "struggle.four-arrived": "The position has four or five arrived pieces, so the game would be over.",
}

_NOTATION, _ROLLS, _HAND = "A turn is its rolls", "The player rolls", "The five faces that lie"
_CARRIED, _ARRIVED, _NUMBERS = "The hand is carried out", "The dice of a piece", "Numbers hold the Aces"
_RULES = {
    "struggle.syntax": (_NOTATION,),
    "struggle.face-order": (_NOTATION,),
    "struggle.dice-count": (_ROLLS,),
    "struggle.nothing-thrown": ("SG-4",),
    "struggle.kept-not-rolled": (_ROLLS,),
    "struggle.piece-twice": (_CARRIED,),
    "struggle.not-in-hand": (_HAND,),
    "struggle.ace-absent": (_HAND,),
    "struggle.no-effect": (_ARRIVED, _HAND),
    "struggle.arrived": (_ARRIVED, "SG-3"),
    "struggle.ace-arrived": (_ARRIVED,),
    "struggle.wrong-total": (_CARRIED, _NUMBERS),
    "struggle.after-win": (_NUMBERS,),
    "struggle.piece-left-out": (_CARRIED,),
}


def cites(code: str, token: str) -> tuple[str, ...]:
    """How the paragraphs of the rules page begin that a refused token breaks."""
    return _RULES.get(code, ())
