"""The picks before a game, asked for at the keyboard: each by number or by name; bots pick by chance."""

from random import Random
from typing import Any

from struckle_cli.cli.at_table import Company
from struckle_cli.cli.desk import Lines, Offer
from struckle_cli.core.hooks import Choice, Draft

LEAVE = ("quit", "q", "exit")
_WORDS = {"random": "picks for you", "undo": "takes back a pick", "help": "says this", "quit": "leaves"}
_HELP = "type a number or a name; random picks for you, undo takes back a pick, quit leaves"
_LONG = 5
"""Options below which it is said once more who picks what: their heading may have left the screen."""


def drafted(draft: Draft, fields: dict[str, Any], desk: Lines, company: Company) -> dict[str, Any] | None:
    """The set-up that the players pick; None if they leave early. Raises `EOFError` where the input ends."""
    before: list[dict[str, Any]] = []
    """What a person found who picked."""
    chance = Random(f"{company.seed} draft")
    told = [f"before the game begins: {_HELP}"]
    while (choice := draft.next_choice(fields)) is not None:
        by_chance = choice.seat in company.bots
        if by_chance:
            answer: str | None = chance.choice([name for name, _ in choice.options])
        else:
            answer = _answer(choice, told, desk)
            told = []
        if answer is None:
            return None
        if answer == "undo":
            fields = before.pop() if before else fields
            continue
        if answer == "random":
            from random import SystemRandom

            by_chance, answer = True, SystemRandom().choice([name for name, _ in choice.options])
        told.append(_picked(choice, answer, by_chance))
        if choice.seat not in company.bots:
            before.append(fields)
        fields = draft.take(fields, answer)
    desk.show(None, told)
    return fields


def _picked(choice: Choice, answer: str, by_chance: bool) -> str:
    """What was picked, and what that means where nobody has chosen it by what is in the list."""
    verb = "have picked" if choice.default else "has picked"
    text = dict(choice.options)[answer] if by_chance else ""
    return f"{choice.seat} {verb} {answer}{f': {text}' if text else ''}"


def _numbered(choice: Choice) -> bool:
    """Whether the options are shown with numbers; those that explain themselves (cells) are not."""
    return any(text for _, text in choice.options)


def _listed(choice: Choice) -> list[str]:
    if not _numbered(choice):
        return [f"{choice.seat} {choice.question}:", "  " + " ".join(name for name, _ in choice.options)]
    rows = [f"  {number:>2}  {name:<3}  {text}" for number, (name, text) in enumerate(choice.options, 1)]
    again = [f"now {choice.seat} {choice.question}"] if len(rows) > _LONG else []
    return [f"{choice.seat} {choice.question}:", *rows, *again]


def _answer(choice: Choice, told: list[str], desk: Lines) -> str | None:
    """An option's name, `random` or `undo`; None to leave. Numbers count only in a list that shows them."""

    def complete(line: str) -> list[Offer]:
        typed = line.strip().lower()
        known = [*choice.options, *_WORDS.items()]
        return [Offer(name, 0, about) for name, about in known if name.lower().startswith(typed)]

    enter = f" (Enter: {choice.default})" if choice.default else ""
    desk.show(None, [*told, *_listed(choice)])
    while True:
        word = desk.ask(f"{choice.seat}{enter}> ", complete).strip() or choice.default
        if word.lower() in LEAVE:
            return None
        if word.lower() in ("undo", "random"):
            return word.lower()
        picked = _option(choice, word)
        if picked is not None:
            return picked
        if word.lower() in ("help", "?"):
            desk.show(None, [_HELP], more=True)
        elif word:
            known = f"1 to {len(choice.options)}, or a name"
            if not _numbered(choice):
                known = " ".join(name for name, _ in choice.options)
            desk.show(None, [f"{word[:40]!a} is none of the options ({known}); {_HELP}"], more=True)
        else:
            desk.show(None, _listed(choice))


def _option(choice: Choice, word: str) -> str | None:
    """The option that is meant by its name, or by its number in a list that shows numbers."""
    names = [name for name, _ in choice.options]
    if word.upper() in names:
        return word.upper()
    if _numbered(choice) and word.isascii() and word.isdigit() and 0 < int(word[:6]) <= len(names):
        return names[int(word[:6]) - 1]
    return None
