"""Stricken's notation: tokens (`1a2-1a3`, `F2[1a2:I]`, `=void`), their reader beside their writer.

Capabilities, the F of an order and nothing else are capitals. Source: the game's page, *Notation*.
"""

import re

from struckle_cli.core.errors import NotationError, Reason, short
from struckle_cli.core.nearest import edit_distance
from struckle_cli.games.stricken.board import CAPABILITIES, LAYER, NAMES, POINT, SIZE
from struckle_cli.games.stricken.moves import (
    ATTACK,
    DRIFT,
    INSPIRE,
    SAP,
    Action,
    Claim,
    Due,
    Move,
    Pass,
    Seal,
    SealHidden,
    Void,
)
from struckle_cli.games.stricken.setup import Setup
from struckle_cli.games.stricken.state import State

NUMBER = r"[0-9]+\.(?:\.\.)?"
"""A number of the text form."""

_POINT = "[1-5][a-e][1-5]"
_ACTION = rf"({_POINT})(?:([-x])({_POINT})|:([IWP])|:S({_POINT}))"
ACTION_PATTERN = rf"{_POINT}(?:[-x]{_POINT}|:[IWP]|:S{_POINT})"
"""An action as a regular expression without groups."""
_TOKEN = re.compile(rf"(=|F([23])\[)?{_ACTION}(\])?\Z")
_HIDDEN = re.compile(r"F\[(#[0-9a-f]{64})\]\Z")
_WORDS: dict[str, Move] = {"pass": Pass(), "claim": Claim(), "=void": Void()}


def parse_move(text: str) -> Move:
    """The move that a token states; raises `NotationError` if it states none."""
    match = _TOKEN.match(text)
    if match is None:
        return _parse_other(text)
    frame, delay, source, sign, target, ability, victim, closing = match.groups()
    if bool(delay) != bool(closing):
        raise NotationError(Reason("stricken.syntax", _explain_shape(text)))
    if sign:
        action = Action(DRIFT if sign == "-" else ATTACK, POINT[source], POINT[target])
    elif ability:
        action = Action(INSPIRE + CAPABILITIES.index(ability), POINT[source])
    else:
        action = Action(SAP, POINT[source], POINT[victim])
    if delay:
        return Seal(int(delay), action)
    return Due(action) if frame else action


def _parse_other(text: str) -> Move:
    """Words and hidden orders; raises `NotationError` for all else."""
    word = _WORDS.get(text)
    if word is not None:
        return word
    hidden = _HIDDEN.match(text)
    if hidden is not None:
        return SealHidden(hidden[1])
    raise NotationError(_refuse(text))


def _refuse(text: str) -> Reason:
    delay = re.match(rf"F([0-9]*)\[{ACTION_PATTERN}\]\Z", text)
    if delay is not None:
        says = f"{short(delay[1])} turns" if delay[1] else "no number of turns"
        why = f"an order is due after 2 or 3 of the side's own turns (F2[..], F3[..]); this one says {says}"
        return Reason("stricken.delay", why)
    inner = re.match(r"(?:F[23]\[(pass|claim|F.{0,80}\]|=.{1,80})\]|=(pass|claim|F.{0,80}\]))\Z", text)
    if inner is not None:
        what = short(inner[1] or inner[2])
        why = f"an order names one action of one shell, which {what!r} is not"
        return Reason("stricken.order-action", f"{why}; pass and claim cannot be foretold (SN-5)")
    return Reason("stricken.syntax", _explain_shape(text))


def _explain_shape(text: str) -> str:
    shape = "a token is an action like 1a2-1a3, 1a2x1a3, 1a2:I or 1a2:S1a3"
    rest = f"{shape}, pass, claim, an order like F2[1a2-1a3], or on a due turn =1a2-1a3 or =void"
    if text.startswith("F[") or "#" in text:
        return f"{rest}; a hidden order is F[#...] with 64 digits of 0-9 and a-f"
    loose = text.replace("X", "x")
    lower = re.sub("[A-E]", lambda match: match[0].lower(), loose)
    for word in (loose, lower, text.lower()):
        if word != text and (_TOKEN.match(word) or word in _WORDS):
            return f"{rest}; columns, x and words are small letters: {short(word)}"
    ability = re.sub(r":([iwps])", lambda match: match[0].upper(), text)
    if ability != text and _TOKEN.match(ability):
        return f"{rest}; capabilities are capitals: {short(ability)}"
    if re.match(rf"(?:=|F[23]\[)?{_POINT}:S\]?\Z", text):
        return f"{rest}; a Sap names the point that it aims at"
    if re.match(r"[0-9]+\.", text):
        return f"{rest}; a number stands before a token and in the text form alone"
    return f"{rest}; points are 1a1 to 5e5 (layer, column, row)"


def format_move(move: Move) -> str:
    """The token of a move."""
    if isinstance(move, Action):
        return _format_action(move)
    if isinstance(move, Seal):
        return f"F{move.delay}[{_format_action(move.action)}]"
    if isinstance(move, Due):
        return f"={_format_action(move.action)}"
    if isinstance(move, SealHidden):
        return f"F[{move.commitment}]"
    if isinstance(move, Void):
        return "=void"
    return "pass" if isinstance(move, Pass) else "claim"


def _format_action(action: Action) -> str:
    source = NAMES[action.source]
    if action.kind in (DRIFT, ATTACK):
        return f"{source}{'-x'[action.kind]}{NAMES[action.target]}"
    target = NAMES[action.target] if action.kind == SAP else ""
    return f"{source}:{CAPABILITIES[action.kind - INSPIRE]}{target}"


def group(move: Move) -> str:
    """The heading for people: who acts, or what kind of turn it is."""
    if isinstance(move, Action):
        return NAMES[move.source]
    if isinstance(move, Seal):
        return f"foretold by {NAMES[move.action.source]}"
    return "due" if isinstance(move, Due | Void) else "no shell"


def label(setup: Setup, ply: int) -> tuple[str, bool]:
    """The pair number before a ply: `3.` where white moves, `3...` where black does.

    A writer puts it before each move of white.
    """
    number = (ply + 1) // 2
    return (f"{number}.", True) if ply % 2 else (f"{number}...", False)


_LOOSE = re.compile(r"[1-5][A-Ea-e][1-5]")


def nearness(state: State, token: str, move: Move) -> tuple[int, int, int, int, int, str]:
    """A sort key: how far a legal `move` is from the refused `token`.

    The same kind of turn first (action, order, due turn), then the nearest acting shell, then the kind of
    action, then the target, then the delay.
    """
    text = format_move(move)
    action = move.action if isinstance(move, Seal | Due) else move
    asked = re.sub("#[0-9a-f]*", "#", token[:64])  # digits of a hash are no points
    found = [POINT[name.lower()] for name in _LOOSE.findall(asked)]
    apart = int(_frame(asked) != _frame(text))
    if not found:  # a word: who asked for what cannot be or not be listed may pass
        other = int(asked[:1] in ("F", "=") and not isinstance(move, Pass | Due | Void))
        return (other, edit_distance(asked, text), 0, 0, 0, text)
    if not isinstance(action, Action):
        return (apart, 99, 0, 0, 0, text)
    other_kind = _unlike(_sign(asked), _sign(text))
    away = 0
    if len(found) > 1:
        away = _distance(found[1], action.target) if action.target >= 0 else 3
    return (apart, _distance(found[0], action.source), other_kind, away, int(asked[:2] != text[:2]), text)


def _sign(text: str) -> str:
    """What stands behind the acting shell: `-`, `x`, `:I` and so on; empty if nothing does."""
    match = re.search("[1-5][A-Ea-e][1-5]([-x]|:[IWPS]?)", text)
    return "" if match is None else match[1]


def _unlike(one: str, other: str) -> int:
    """0 for the same sign, 1 for two abilities or for Drift and Attack, else 2."""
    return 0 if one == other else 1 if (one[:1] == ":") == (other[:1] == ":") else 2


def _frame(text: str) -> str:
    return text[0] if text[:1] in ("F", "=") else ""


def _distance(one: int, other: int) -> int:
    """Steps along the axes between two points."""
    return (
        abs(one // LAYER - other // LAYER)
        + abs(one // SIZE % SIZE - other // SIZE % SIZE)
        + abs(one % SIZE - other % SIZE)
    )
