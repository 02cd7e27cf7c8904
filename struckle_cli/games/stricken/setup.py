"""What a Stricken record claims about its start, and the checking of it.

A `Setup` is the claim once it is complete and possible; `read_setup` tells all that is wrong with it.
Source: the game's page, *Set-up*; ruling SN-7.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from struckle_cli.core.errors import Fault, json_pointer, short
from struckle_cli.core.game import SetupField
from struckle_cli.core.secret import COMMITMENT
from struckle_cli.core.setups import LARGEST, check_fields
from struckle_cli.games.stricken.board import BEAD, BEADS, NAMES, POINT, SEATS, SHELLS, START, title

_POINT_SCHEMA = {"type": "string", "pattern": "^[1-5][a-e][1-5]$"}
_BEAD_SCHEMA = {"type": "string", "pattern": "^(?=.)I?W?P?S?$"}
_SIDE_SCHEMA = {
    "type": "array",
    "minItems": SHELLS,
    "maxItems": SHELLS,
    "items": {
        "type": "object",
        "properties": {"point": _POINT_SCHEMA, "bead": _BEAD_SCHEMA},
        "required": ["point"],
        "additionalProperties": False,
    },
}
_COMMITMENT_SCHEMA = {"type": "string", "pattern": "^#[0-9a-f]{64}$"}

FIELDS = (
    SetupField(
        name="shells",
        kind="json",
        help="twelve shells a side: where they start, and their beads",
        required=True,
        schema={
            "type": "object",
            "properties": dict.fromkeys(SEATS, _SIDE_SCHEMA),
            "required": list(SEATS),
            "additionalProperties": False,
        },
    ),
    SetupField(
        name="beads",
        kind="json",
        help="commitments to the beads of a side whose shells show none",
        schema={
            "type": "object",
            "properties": dict.fromkeys(SEATS, _COMMITMENT_SCHEMA),
            "minProperties": 1,
            "additionalProperties": False,
        },
    ),
    SetupField(
        name="deal",
        kind="text",
        help="rebuilt: each side has twelve different beads",
        default="free",
        choices=("rebuilt", "free"),
    ),
    SetupField(
        name="claim_at",
        kind="integer",
        help="points that a claim needs",
        default=24,
        schema={"type": "integer", "minimum": 0, "maximum": LARGEST},
    ),
    SetupField(
        name="claim_lead",
        kind="integer",
        help="lead in points that a claim needs",
        default=3,
        schema={"type": "integer", "minimum": 0, "maximum": LARGEST},
    ),
)


class Terms(msgspec.Struct, frozen=True):
    """What stays the same all game: what a claim needs, and whether a side's twelve beads differ."""

    claim_at: int = 24
    claim_lead: int = 3
    rebuilt: bool = False


class Setup(msgspec.Struct, frozen=True):
    """A set-up that is complete and possible: points and beads of shells 0..23 (see `board`).

    Beads are masks; None where a commitment stands in their place, always for a whole side.
    """

    points: tuple[int, ...]
    beads: tuple[int | None, ...]
    terms: Terms


def read_setup(fields: Mapping[str, object]) -> tuple[Setup | None, list[Fault]]:
    """The set-up that a record claims, or None and everything that is wrong with it."""
    faults = check_fields(FIELDS, fields)
    wrong = {fault.pointer for fault in faults}
    for name in ("claim_at", "claim_lead"):
        value = fields.get(name, 0)
        if f"/setup/{name}" not in wrong and isinstance(value, int) and not 0 <= value <= LARGEST:
            why = f"{name} is a whole number from 0, of at most 18 digits, not {short(value)} (SN-7)"
            faults.append(_fault("stricken.claim-at", why, value, name))
    commitments = _read_commitments(fields, faults)
    rebuilt = fields.get("deal") == "rebuilt"
    points: list[int] = []
    beads: list[int | None] = []
    for seat, shells in _sides(fields, faults):
        points += _read_points(seat, shells, faults)
        committed = None if commitments is None else seat in commitments
        beads += _read_beads(seat, shells, committed, rebuilt, faults)
    _find_same_points(points, faults)
    if faults:
        return None, faults
    terms = Terms(_integer(fields, "claim_at", 24), _integer(fields, "claim_lead", 3), rebuilt)
    return Setup(tuple(points), tuple(beads), terms), []


def _integer(fields: Mapping[str, object], name: str, default: int) -> int:
    value = fields.get(name, default)
    return value if isinstance(value, int) else default


def _fault(code: str, why: str, value: object, *place: object) -> Fault:
    where = json_pointer("setup", *place)
    return Fault(code=code, message=why, pointer=where, token=None if value is None else short(value))


def _read_commitments(fields: Mapping[str, object], faults: list[Fault]) -> set[str] | None:
    """The sides whose beads stand behind a commitment, be it a sound one or not; None if nobody can tell."""
    if "beads" not in fields:
        return set()
    value = fields["beads"]
    if not isinstance(value, dict) or not value:
        why = "beads is an object with the commitment of white, black or both"
        faults.append(_fault("stricken.beads", why, value, "beads"))
        return None
    for seat, text in value.items():
        if seat not in SEATS:
            why = f"beads has commitments of white and black, not of {short(seat)!r}"
            faults.append(_fault("stricken.beads", why, seat, "beads", seat))
        elif not isinstance(text, str) or not COMMITMENT.match(text):
            why = f"the commitment to {seat}'s beads is # and 64 digits of 0-9 and a-f"
            faults.append(_fault("stricken.beads", why, text, "beads", seat))
    return {seat for seat in value if isinstance(seat, str)}


def _sides(fields: Mapping[str, object], faults: list[Fault]) -> list[tuple[str, list[Any]]]:
    """Both sides' twelve shells as they stand in the record, as far as there are twelve."""
    if "shells" not in fields:
        return []
    value = fields["shells"]
    if not isinstance(value, dict):
        why = "shells is an object with a list of twelve shells for white and one for black"
        faults.append(_fault("stricken.shells", why, value, "shells"))
        return []
    for seat in value:
        if seat not in SEATS:
            why = f"shells has lists of white and black, not of {short(seat)!r}"
            faults.append(_fault("stricken.shells", why, seat, "shells", seat))
    found: list[tuple[str, list[Any]]] = []
    for seat in SEATS:
        shells = value.get(seat)
        if isinstance(shells, list) and len(shells) == SHELLS:
            found.append((seat, shells))
            continue
        has = f"a list of {len(shells)}" if isinstance(shells, list) else short(shells)
        why = f"{seat} has a list of twelve shells, not {has if seat in value else 'none'}"
        faults.append(_fault("stricken.shells", why, shells, "shells", seat))
    return found


def _read_points(seat: str, shells: list[Any], faults: list[Fault]) -> list[int]:
    """The points of a side's shells; -1 for one that has none."""
    found = []
    for index, shell in enumerate(shells):
        name = f"{seat}'s shell {index + 1}"
        place = ("shells", seat, index)
        if not isinstance(shell, dict):
            why = f"{name} is an object with point and bead, not {short(shell)!r}"
            faults.append(_fault("stricken.shells", why, shell, *place))
            found.append(-1)
            continue
        for key in shell:
            if key not in ("point", "bead"):
                why = f"{name} has point and bead, not {short(key)!r}"
                faults.append(_fault("stricken.shells", why, key, *place, key))
        text = shell.get("point")
        point = POINT.get(text, -1) if isinstance(text, str) else -1
        if point < 0:
            has = short(text) if "point" in shell else "none"
            why = f"{name} stands on a point from 1a1 to 5e5 (layer, column, row), not {has!r}"
            faults.append(_fault("stricken.point", why, text, *place, "point"))
        found.append(point)
    return found


def _read_beads(
    seat: str, shells: list[Any], committed: bool | None, rebuilt: bool, faults: list[Fault]
) -> list[int | None]:
    """The beads of a side's shells; all None where they stand behind a commitment."""
    found: list[int | None] = []
    shown = [isinstance(shell, dict) and "bead" in shell for shell in shells]
    if committed or not any(shown):
        if committed and any(shown):
            why = f"{seat}'s beads stand behind a commitment, so {seat}'s shells show none"
            faults.append(_fault("stricken.bead-both", why, None, "shells", seat))
        if committed is False:
            why = f"{seat}'s beads are neither in the open nor behind a commitment"
            faults.append(_fault("stricken.bead-missing", why, None, "shells", seat))
        return [None] * SHELLS
    first: dict[int, int] = {}
    for index, shell in enumerate(shells):
        if not isinstance(shell, dict):
            found.append(None)
            continue
        text = shell.get("bead")
        mask = BEAD.get(text) if isinstance(text, str) else None
        name, place = f"{seat}'s shell {index + 1}", ("shells", seat, index, "bead")
        if not shown[index]:
            why = f"{name} shows no bead, while other shells of {seat} do"
            faults.append(_fault("stricken.bead-missing", why, None, *place))
        elif mask is None:
            why = f"a bead is one to four of I, W, P, S, in that order; {name} has {short(text)!r}"
            faults.append(_fault("stricken.bead", why, text, *place))
        elif rebuilt and mask in first:
            why = f"{name} has the bead {text}, as shell {first[mask] + 1} has; with deal: rebuilt all differ"
            faults.append(_fault("stricken.bead-twice", why, text, *place))
        if mask is not None:
            first.setdefault(mask, index)
        found.append(mask)
    return found


def _find_same_points(points: list[int], faults: list[Fault]) -> None:
    """All shells stand on points of their own. Said of whole set-ups only: shells are numbered by place."""
    if len(points) != 2 * SHELLS:
        return
    first: dict[int, int] = {}
    for shell, point in enumerate(points):
        if point in first:
            why = f"{title(first[point])} and {title(shell)} both stand on {NAMES[point]}"
            place = ("shells", SEATS[shell // SHELLS], shell % SHELLS, "point")
            faults.append(_fault("stricken.same-point", why, NAMES[point], *place))
        elif point >= 0:
            first[point] = shell


def deal(chance: Any, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The set-up with what is missing: the rebuilt shells, and each side the first twelve of 15 sets.

    Beads are drawn for each side that shows none and has no commitment; what is given stays as it is.
    """
    found = dict(fields)
    if "shells" not in found:
        found["shells"] = {
            seat: [{"point": NAMES[point]} for point in START[SHELLS * side : SHELLS * (side + 1)]]
            for side, seat in enumerate(SEATS)
        }
    shells, dealt = found["shells"], False
    committed = found.get("beads", {})
    if not isinstance(shells, dict) or not isinstance(committed, dict):
        return found
    sides = dict(shells)
    for seat in SEATS:
        mine = sides.get(seat)
        if seat in committed or not isinstance(mine, list) or len(mine) != SHELLS:
            continue
        if all(isinstance(shell, dict) and "bead" not in shell for shell in mine):
            drawn = list(BEADS[1:])
            chance.shuffle(drawn)
            sides[seat] = [shell | {"bead": bead} for shell, bead in zip(mine, drawn[:SHELLS], strict=True)]
            dealt = True
    found["shells"] = sides
    if dealt and "shells" not in fields:
        found.setdefault("deal", "rebuilt")
    return found
