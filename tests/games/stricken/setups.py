"""Set-ups for the tests of Stricken, also for the laws that every game is held against."""

from typing import Any

SEATS = ("white", "black")
RIM = ["b1", "c1", "d1", "e2", "e3", "e4", "d5", "c5", "b5", "a4", "a3", "a2"]
WHITE_BEADS = ["I", "W", "P", "S", "IW", "IP", "IS", "WP", "WS", "PS", "IWP", "IWPS"]
BLACK_BEADS = ["IWPS", "WPS", "IPS", "IWS", "IWP", "PS", "WS", "WP", "IS", "IP", "IW", "S"]


def shells(points: str, beads: str) -> list[dict[str, str]]:
    """A side's shells: twelve points, and twelve beads or one for all."""
    places, sets = points.split(), beads.split()
    sets = sets * 12 if len(sets) == 1 else sets
    return [{"point": place, "bead": bead} for place, bead in zip(places, sets, strict=True)]


def setup(white: list[dict[str, str]], black: list[dict[str, str]], **more: Any) -> dict[str, Any]:
    """The fields of a set-up."""
    return {"shells": {"white": white, "black": black}, **more}


DEFAULT = setup(
    shells(" ".join("1" + place for place in RIM), " ".join(WHITE_BEADS)),
    shells(" ".join("5" + place for place in RIM), " ".join(BLACK_BEADS)),
    deal="rebuilt",
)
"""The rebuilt default with beads that can be remembered."""
CLOSE = setup(
    shells("1a1 1b1 1c1 1d1 1e1 1a2 1b2 1c2 1d2 1e2 1a3 1b3", "IWPS"),
    shells("2a1 2b1 2c1 2d1 2e1 2a2 2b2 2c2 2d2 2e2 1c3 1d3", "IWPS"),
    claim_at=4,
    claim_lead=1,
)
"""Everybody can do everything, and right at each other: such games end soon."""
MIXED = setup(
    shells("1a1 1b1 1c1 1d1 1e1 3a2 3b2 3c2 3d2 3e2 5a3 5b3", "IP P S W IW P PS IWPS I WS IP IWP"),
    shells("2a1 2b1 2c1 2d1 2e1 3a1 3b1 3c1 3d1 3e1 5a4 5b4", "P P P P P S S S S S IWPS IWPS"),
    claim_at=0,
    claim_lead=2,
)


def hidden(fields: dict[str, Any], *seats: str) -> dict[str, Any]:
    """The set-up with the beads of some sides behind commitments."""
    sides = {
        seat: [{"point": shell["point"]} if seat in seats else shell for shell in side]
        for seat, side in fields["shells"].items()
    }
    return fields | {"shells": sides, "beads": dict.fromkeys(seats, "#" + "0123456789abcdef" * 4)}


CONTRACT = [DEFAULT, CLOSE, MIXED, hidden(DEFAULT, "black"), hidden(CLOSE, "white", "black")]
