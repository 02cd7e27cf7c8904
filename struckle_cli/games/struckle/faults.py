"""Struckle's own fault codes, one sentence each, for the published list of errors."""

CODES = {
    "struckle.syntax": "The token does not have the shape of an archetype turn, like `D-` or `Db6c5`.",
    "struckle.after-end": "A token follows although the game is over.",
    "struckle.wrong-piece": "The letter is not that of the piece that acts now; the message names that one.",
    "struckle.not-adjacent": "A step, or what a power reaches for, is not on an adjacent square.",
    "struckle.step-occupied": "A step, one's own or that of a brainwashed piece, leads onto a piece.",
    "struckle.after-win": "The token goes on after a step that has won the game.",
    "struckle.wrong-power": "The power is that of another archetype.",
    "struckle.not-promoted": "The piece is not promoted after its steps; the message says what promotes it.",
    "struckle.no-target": "No piece stands where the power aims.",
    "struckle.own-piece": "The power aims at a piece of the acting house.",
    "struckle.protected": "The power aims at a piece on a square of its own house; the message names it.",
    "struckle.target-demoted": "Diminish aims at a piece that is not promoted.",
    "struckle.on-gold": "Diminish aims at a piece on a gold square, where nothing can be demoted.",
    "struckle.no-room-behind": "Charge needs an empty square behind the piece; the message names it.",
    "struckle.home-taken": "Homegoing needs an empty home square; the message names who stands there.",
    "struckle.position": "The position string is malformed; the message says where.",
    "struckle.same-square": "Two pieces of a position stand on one square.",
    "struckle.wrong-state": "A position has a demoted piece on gold or a promoted one on red (ST-3).",
    "struckle.decided-twice": "The set-up is decided for two houses at once.",
}

_STEPS, _POWER = "Movement: up to two steps", "Power, if the piece"
_RULES = {
    "struckle.syntax": ("One token an archetype turn",),
    "struckle.wrong-piece": ("The houses take turns",),
    "struckle.not-adjacent": (_STEPS,),
    "struckle.step-occupied": (_STEPS,),
    "struckle.after-win": ("`goals`: two pieces",),
    "struckle.wrong-power": (_POWER,),
    "struckle.not-promoted": (_POWER, "Each house has a Diva"),
    "struckle.no-target": (_POWER,),
    "struckle.own-piece": (_POWER,),
}
_POWERS = {
    "!": "Diva, Diminish", "^": "Hero, Charge", "~": "Philosopher, Brainwash", "@": "Shadow, Homegoing",
}  # fmt: skip
_OF_POWERS = (
    "wrong-power", "not-adjacent", "step-occupied", "protected", "target-demoted", "on-gold",
    "no-room-behind", "home-taken",
)  # fmt: skip


def cites(code: str, token: str) -> tuple[str, ...]:
    """How the paragraphs of the rules page begin that a refused token breaks; that of its power too."""
    of_power = code.removeprefix("struckle.") in _OF_POWERS
    powers = [told for sign, told in _POWERS.items() if of_power and sign in token[:40]]
    return (*_RULES.get(code, ()), *powers)
