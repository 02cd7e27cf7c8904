"""Stricken's own fault codes, one sentence each, for the published list of errors."""

CODES = {
    "stricken.syntax": "The token does not have the shape of an action, an order or a due turn.",
    "stricken.delay": "An order is due after 2 or 3 of the side's own turns; the token says another number.",
    "stricken.order-action": "An order or a due turn names what cannot be foretold, like pass or claim.",
    "stricken.after-end": "A token follows although the game is over.",
    "stricken.due-turn": "An order is due on this turn, so the side does nothing else.",
    "stricken.not-due": "The token carries out an order, but none of the side's orders is due on this turn.",
    "stricken.foretold": "The order that is due does not come to this; the message says what it comes to.",
    "stricken.empty-from": "No shell stands on the point of the acting shell.",
    "stricken.not-yours": "The acting shell belongs to the other side.",
    "stricken.not-adjacent": "The target is not one step along one axis away.",
    "stricken.occupied": "A Drift leads to an empty point, and a shell stands there.",
    "stricken.no-target": "An Attack or a Sap aims at a point on which no shell stands.",
    "stricken.own-shell": "An Attack or a Sap aims at a shell of the acting side.",
    "stricken.sapped": "The shell has been sapped, so it has no use of its capabilities.",
    "stricken.no-ability": "The bead of the shell does not hold that capability.",
    "stricken.bead-excluded": "Twelve different beads, with what has been shown, leave no room for it.",
    "stricken.no-ally": "Inspire and Ward need an adjacent shell of the same side.",
    "stricken.no-neighbour": "Pulse needs an adjacent shell of either side.",
    "stricken.claim-early": "The points or the lead do not suffice for a claim.",
    "stricken.no-orders-left": "The side has sealed its three orders.",
    "stricken.actor-taken": "The shell is the actor of an order that is not resolved yet.",
    "stricken.order-taken": "Another order of the side is due on the same turn.",
    "stricken.nothing-to-foretell": "There is no action that a hidden order could name.",
    "stricken.shells": "The set-up's shells are not two lists of twelve objects with point and bead.",
    "stricken.point": "A shell of the set-up has no point of the lattice, `1a1` to `5e5`.",
    "stricken.same-point": "Two shells of the set-up stand on one point.",
    "stricken.bead": "A bead is not one to four of I, W, P, S, in that order, each at most once.",
    "stricken.bead-missing": "Beads are neither in the open nor behind a commitment.",
    "stricken.bead-both": "A side's beads are in the open and behind a commitment at once.",
    "stricken.bead-twice": "Two shells of a side have the same bead, but the set-up says `deal: rebuilt`.",
    "stricken.beads": "`beads` is not an object with a commitment for one side or both.",
    "stricken.claim-at": "`claim_at` or `claim_lead` is below 0, or has more than 18 digits.",
    "stricken.opened": "An opened value does not have the shape of twelve beads or of a sealed order.",
}

_SHELLS, _ORDERS, _DUE = "Each side has twelve shells", "A side can seal three orders", "On the due turn"
_RULES = {
    "stricken.syntax": ("`1a2-1a3`, `1a2x1a3`",),
    "stricken.delay": (_ORDERS,),
    "stricken.order-action": ("SN-5",),
    "stricken.due-turn": (_DUE,),
    "stricken.not-due": (_DUE,),
    "stricken.foretold": (_DUE, "SN-4"),
    "stricken.empty-from": (_SHELLS,),
    "stricken.not-yours": (_SHELLS,),
    "stricken.not-adjacent": ("Five layers",),
    "stricken.occupied": ("Drift",),
    "stricken.sapped": ("Sap",),
    "stricken.no-ability": ("The four abilities",),
    "stricken.bead-excluded": ("The rebuilt start",),
    "stricken.no-neighbour": ("Pulse",),
    "stricken.claim-early": ("Claim", "SN-7"),
    "stricken.no-orders-left": (_ORDERS,),
    "stricken.actor-taken": (_ORDERS,),
    "stricken.order-taken": (_ORDERS,),
    "stricken.nothing-to-foretell": (_ORDERS,),
}
_ACTIONS = {"x": "Attack", ":I": "Inspire", ":W": "Ward", ":S": "Sap"}


def cites(code: str, token: str) -> tuple[str, ...]:
    """How the paragraphs of the rules page begin that a refused token breaks; that of its action too."""
    if code in ("stricken.no-target", "stricken.own-shell", "stricken.no-ally"):
        return tuple(told for sign, told in _ACTIONS.items() if sign in token[:40])
    return _RULES.get(code, ())
