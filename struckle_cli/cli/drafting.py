"""The picks before a game, asked for at the keyboard: each by number or by name; bots pick by chance."""

from random import Random
from typing import Any

from struckle_cli.cli.at_table import Company
from struckle_cli.cli.desk import Lines, Offer
from struckle_cli.core.hooks import Choice, Draft

LEAVE = ("quit", "q", "exit")
_WORDS = {"random": "picks for you", "undo": "takes back a pick", "help": "says this", "quit": "leaves"}
_HELP = "type a number or a name; random picks for you, undo takes back a pick, quit leaves"


def drafted(draft: Draft, fields: dict[str, Any], desk: Lines, company: Company) -> dict[str, Any] | None:
    """The set-up that the players pick; None if they leave early. Raises `EOFError` where the input ends."""
    before: list[dict[str, Any]] = []
    """What a person found who picked."""
    chance = Random(f"{company.seed} draft")
    told = [f"the players choose the rules: {_HELP}"]
    while (choice := draft.next_choice(fields)) is not None:
        if choice.seat in company.bots:
            answer: str | None = chance.choice([name for name, _ in choice.options])
        else:
            answer = _answer(choice, told, desk)
            told = []
        if answer is None:
            return None
        if answer == "undo":
            fields = before.pop() if before else fields
            continue
        told.append(f"{choice.seat} has picked {answer}{_meaning(choice, answer, company)}")
        if choice.seat not in company.bots:
            before.append(fields)
        fields = draft.take(fields, answer)
    desk.show(None, told)
    return fields


def _meaning(choice: Choice, answer: str, company: Company) -> str:
    """What a bot's pick means, which nobody has read in the list before."""
    text = dict(choice.options)[answer] if choice.seat in company.bots else ""
    return f": {text}" if text else ""


def _numbered(choice: Choice) -> bool:
    """Whether the options are shown with numbers; those that explain themselves (cells) are not."""
    return any(text for _, text in choice.options)


def _listed(choice: Choice) -> list[str]:
    if not _numbered(choice):
        return [f"{choice.seat} {choice.question}:", "  " + " ".join(name for name, _ in choice.options)]
    rows = [f"  {number:>2}  {name:<3}  {text}" for number, (name, text) in enumerate(choice.options, 1)]
    return [f"{choice.seat} {choice.question}:", *rows]


def _answer(choice: Choice, told: list[str], desk: Lines) -> str | None:
    """An option's name, or `undo`; None to leave. Numbers count only in a list that shows them."""
    names = [name for name, _ in choice.options]

    def complete(line: str) -> list[Offer]:
        typed = line.strip().lower()
        known = [*choice.options, *_WORDS.items()]
        return [Offer(name, 0, about) for name, about in known if name.lower().startswith(typed)]

    desk.show(None, [*told, *_listed(choice)])
    while True:
        word = desk.ask(f"{choice.seat}> ", complete).strip()
        if word.lower() in LEAVE:
            return None
        if word.lower() == "undo":
            return "undo"
        if word.lower() in ("help", "?"):
            desk.show(None, [_HELP], more=True)
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
            desk.show(None, [f"{word[:40]!a} is none of the options ({known}); {_HELP}"], more=True)
