"""The picks before a game, asked for at the keyboard: each by number or by name."""

from collections.abc import Callable
from typing import Any

from struckle_cli.cli import console
from struckle_cli.core.hooks import Choice, Draft

LEAVE = ("quit", "q", "exit")
_HELP = "type a number or a name; random picks for you, undo takes back a pick, quit leaves"


def drafted(draft: Draft, fields: dict[str, Any], ask: Callable[[str], str]) -> dict[str, Any] | None:
    """The set-up that the players pick; None if they leave early. `ask` may raise `EOFError`."""
    picks = [fields]
    _say(f"the players choose the rules: {_HELP}")
    while (choice := draft.next_choice(picks[-1])) is not None:
        _show(choice)
        answer = _answer(choice, ask)
        if answer is None:
            return None
        if answer == "undo":
            if len(picks) > 1:
                picks.pop()
            continue
        console.say(f"{choice.seat} has picked {answer}")
        picks.append(draft.take(picks[-1], answer))
    return picks[-1]


def _say(text: str) -> None:
    for line in console.wrapped(text):
        console.say(line)


def _numbered(choice: Choice) -> bool:
    """Whether the options are shown with numbers; those that explain themselves (cells) are not."""
    return any(text for _, text in choice.options)


def _show(choice: Choice) -> None:
    _say(f"{choice.seat} {choice.question}:")
    if _numbered(choice):
        for number, (name, text) in enumerate(choice.options, 1):
            lines = console.wrapped(f"  {number:>2}  {name:<3}  {text}")
            console.say("\n          ".join(line.strip() if n else line for n, line in enumerate(lines)))
    else:
        console.say("  " + " ".join(name for name, _ in choice.options))


def _answer(choice: Choice, ask: Callable[[str], str]) -> str | None:
    """An option's name, or `undo`; None to leave. Numbers count only in a list that shows them."""
    names = [name for name, _ in choice.options]
    while True:
        word = ask(f"{choice.seat}> ").strip()
        if word.lower() in LEAVE:
            return None
        if word.lower() == "undo":
            return "undo"
        if word.lower() in ("help", "?"):
            _say(_HELP)
            continue
        if word.lower() == "random":
            from random import SystemRandom

            return SystemRandom().choice(names)
        if word.upper() in names:
            return word.upper()
        if _numbered(choice) and word.isascii() and word.isdigit() and 0 < int(word[:6]) <= len(names):
            return names[int(word[:6]) - 1]
        if word:
            known = f"1 to {len(names)}, or a name" if _numbered(choice) else " ".join(names)
            _say(f"{word[:40]!a} is none of the options ({known}); {_HELP}")
