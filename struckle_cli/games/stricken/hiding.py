"""What a Stricken record may hide: the beads of a side, and each sealed order.

Records come here as they were read, so values may still be nonsense; what does not have the shape of a
secret is left to `read_setup` and `parse_move`. Source: the game's page, *Notation*, and the page on records,
*Hidden information*.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from struckle_cli.core.errors import Reason, short
from struckle_cli.core.secret import COMMITMENT, Fields, Key, Secret, Secrets
from struckle_cli.games.stricken.board import BEAD, SEATS, SHELLS
from struckle_cli.games.stricken.notation import ACTION_PATTERN

BEADS = "beads"
_ORDER = re.compile(rf"F[23]\[{ACTION_PATTERN}\]\Z")
_HIDDEN = re.compile(r"F\[(#[0-9a-f]{64})\]\Z")
_WHAT = re.compile(r"order:[1-9][0-9]{0,9}\Z")


def find(setup: Fields, moves: Sequence[str]) -> list[Secret]:
    """The beads of white and of black, then every sealed order, open or closed."""
    found = [secret for seat in SEATS if (secret := _beads(setup, seat)) is not None]
    for index, token in enumerate(moves):
        if token[:1] != "F":
            continue
        hidden = _HIDDEN.match(token)
        if hidden is not None or _ORDER.match(token):
            seat, what = SEATS[index % 2], f"order:{index // 2 + 1}"
            text = token if hidden is None else hidden[1]
            found.append(Secret(seat=seat, what=what, text=text, pointer=f"/moves/{index}", ply=index + 1))
    return found


def _beads(setup: Fields, seat: str) -> Secret | None:
    committed = _part(setup, BEADS, seat)
    if isinstance(committed, str) and COMMITMENT.match(committed):
        return Secret(seat=seat, what=BEADS, text=committed, pointer=f"/setup/beads/{seat}")
    shells = _part(setup, "shells", seat)
    if not isinstance(shells, list) or len(shells) != SHELLS:
        return None
    beads = [shell.get("bead") if isinstance(shell, dict) else None for shell in shells]
    texts = [bead for bead in beads if isinstance(bead, str) and bead in BEAD]
    if len(texts) != SHELLS:
        return None
    return Secret(seat=seat, what=BEADS, text=",".join(texts), pointer=f"/setup/shells/{seat}")


def _part(setup: Fields, name: str, seat: str) -> Any:
    value = setup.get(name)
    return value.get(seat) if isinstance(value, dict) else None


def put(setup: Fields, moves: Sequence[str], texts: Mapping[Key, str]) -> tuple[dict[str, Any], list[str]]:
    """The record with other texts at the places of some secrets; beads move between `shells` and `beads`."""
    fields, tokens = dict(setup), list(moves)
    for secret in find(setup, moves):
        text = texts.get(secret.key)
        if text is None:
            continue
        if secret.ply:
            tokens[secret.ply - 1] = f"F[{text}]" if text.startswith("#") else text
        else:
            _put_beads(fields, secret.seat, text)
    return fields, tokens


def _put_beads(fields: dict[str, Any], seat: str, text: str) -> None:
    sides = dict(fields["shells"]) if isinstance(fields.get("shells"), dict) else {}
    committed = dict(fields[BEADS]) if isinstance(fields.get(BEADS), dict) else {}
    shells = sides.get(seat)
    mine = shells if isinstance(shells, list) else []
    bare = [_without_bead(shell) for shell in mine]
    if text.startswith("#"):
        committed[seat] = text
    else:
        committed.pop(seat, None)
        values = text.split(",")
        if len(values) == len(bare):
            bare = [
                shell | {"bead": bead} if isinstance(shell, dict) else shell
                for shell, bead in zip(bare, values, strict=True)
            ]
    if isinstance(shells, list):
        fields["shells"] = sides | {seat: bare}
    fields.pop(BEADS, None)
    if committed:
        fields[BEADS] = {name: committed[name] for name in (*SEATS, *committed) if name in committed}


def _without_bead(shell: Any) -> Any:
    if not isinstance(shell, dict):
        return shell
    return {key: value for key, value in shell.items() if key != "bead"}


def wrong(seat: str, what: str, value: str) -> Reason | None:
    """Why an opened value is none of its kind."""
    if seat not in SEATS or (what != BEADS and not _WHAT.match(what)):
        why = f"{short(seat)!r} has no secret {short(what)!r}: white and black have beads and order:N"
        return Reason("stricken.opened", why)
    if what == BEADS:
        beads = value.split(",", SHELLS)
        if len(beads) == SHELLS and all(bead in BEAD for bead in beads):
            return None
        why = f"beads are twelve of one to four of I, W, P, S, joined by commas, not {short(value)!r}"
        return Reason("stricken.opened", why)
    if _ORDER.match(value):
        return None
    why = f"an order is written like F2[1a2x1a3] or F3[1a2:I], not {short(value)!r}"
    return Reason("stricken.opened", why)


def without(setup: Fields, key: Key) -> dict[str, Any]:
    """The set-up in which the beads of a side are neither shown nor committed to."""
    seat, _ = key
    shells, committed = _part(setup, "shells", seat), setup.get(BEADS)
    fields = dict(setup)
    if isinstance(shells, list):
        fields["shells"] = {**fields["shells"], seat: [_without_bead(shell) for shell in shells]}
    if isinstance(committed, dict):
        fields[BEADS] = {name: text for name, text in committed.items() if name != seat}
    if not fields.get(BEADS):
        fields.pop(BEADS, None)
    return fields


SECRETS = Secrets(find=find, put=put, wrong=wrong, public=lambda secret: False, without=without)
