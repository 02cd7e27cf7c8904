"""What a shell offers for a word that is half typed: commands, options, games, seats, records and so on.

`cli/shells.py` brings the questions. What a parameter takes is read off its metavar, as a person reads it off
the help, so a new command is completed without being named here (`tests/cli/test_completing.py` holds that
every metavar is known). Nothing here writes, and nothing but a record named in the line is opened.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from typer._click.core import Command, Context
from typer.core import TyperOption

MAX_LOOK = 1 << 20
"""The largest record, in bytes, that is read to find its seats."""


class Word(NamedTuple):
    """A whole word that is offered, and what it stands for, in a few words or none."""

    text: str
    about: str = ""


class Offer(msgspec.Struct, frozen=True):
    """Words that can stand at a place, and which files can (a key of `FILES`; empty: none)."""

    words: tuple[Word, ...] = ()
    files: str = ""
    front: str = ""
    """What stands in the word before a file's path: `--output=`, `junit=`."""


NOTHING = Offer()
Question = tuple[Context, str]
"""Where the word stands, and as much of it as there is."""


def offers(command: Any, arguments: Sequence[str], incomplete: str) -> Offer:
    """What can stand for the last word of a command line, when `arguments` stand before it."""
    from typer._click.shell_completion import _resolve_context, _resolve_incomplete

    before, prefix = list(arguments), ""
    if incomplete.startswith("--") and "=" in incomplete and "--" not in before:
        name, _, incomplete = incomplete.partition("=")
        before.append(name)
        prefix = f"{name}="
    context = _resolve_context(command, {}, "struckle", before)
    found, incomplete = _resolve_incomplete(context, before, incomplete)
    if isinstance(found, TyperOption):  # parsing stops at an option without its value: once more without it
        context = _resolve_context(command, {}, "struckle", before[:-1])
    offer = _of(found, context, incomplete)
    begins = incomplete.lower()
    words = (Word(prefix + text, about) for text, about in offer.words if text.lower().startswith(begins))
    shown = tuple(word for word in words if word.text.isprintable())
    return Offer(shown, offer.files, prefix + offer.front)


def _of(found: Any, context: Context, incomplete: str) -> Offer:
    """What a parameter takes; of a command its options, of a group its commands."""
    if isinstance(found, Command):
        items = found.shell_complete(context, incomplete)
        return Offer(tuple(Word(item.value, item.help or "") for item in items))
    choices = getattr(found.type, "choices", None)
    if choices is not None:
        return _listed(choices)
    taken = kind_of(found)
    if taken in TAKES:
        return TAKES[taken]((context, incomplete))
    return _listed(taken.split("|")) if "|" in taken else NOTHING


def kind_of(parameter: Any) -> str:
    """What stands in the help for the value of a parameter; with the option's name where that says more."""
    metavar = str(parameter.metavar or parameter.type.name.upper())
    named = f"{max(parameter.opts, key=len)} {metavar}"
    return named if named in TAKES else metavar


def _listed(words: Iterable[str]) -> Offer:
    return Offer(tuple(map(Word, words)))


# --- what stands behind a metavar -----------------------------------------------------------------


def _files(kind: str) -> Callable[[Question], Offer]:
    return lambda question: Offer(files=kind)


def _nothing(question: Question) -> Offer:
    return NOTHING


def _games(question: Question) -> Offer:
    return _listed(game_names())


def _records_and_games(question: Question) -> Offer:
    return Offer(_games(question).words, "records")


def game_names() -> list[str]:
    """The games there are; a game's module is not imported for its name."""
    from struckle_cli import registry

    return registry.names()


def _seats(question: Question) -> Offer:
    return _listed(_in_game(question[0], _seated))


def _viewers(question: Question) -> Offer:
    return _listed(_in_game(question[0], lambda game, setup: game.viewers))


def _seats_and_public(question: Question) -> Offer:
    return _listed([*(word.text for word in _seats(question).words), "public"])


def _results(question: Question) -> Offer:
    return _listed(_in_game(question[0], _results_of))


def _results_of(game: Any, setup: Any) -> Iterator[str]:
    """Results that players of a game can give; some games have none."""
    if any(game.given_reasons.values()):
        yield from (f"win:{seat}" for seat in _seated(game, setup))
    if not all(game.given_reasons.values()):
        yield "draw"


def _any_result(question: Question) -> Offer:
    """Results as `filter` names them."""
    return _listed(["win", *(f"win:{word.text}" for word in _seats(question).words), "draw"])


def _seats_to_name(question: Question) -> Offer:
    return _listed(f"{word.text}=" for word in _seats(question).words)


def _reasons(question: Question) -> Offer:
    """Reasons that players can give for a result; where records are looked for, all others too."""
    giving = question[0].info_name == "result"
    return _listed(
        _in_game(
            question[0], lambda game, setup: [*game.given_reasons, *(() if giving else game.end_reasons)]
        )
    )


def _boards(question: Question) -> Offer:
    names = _in_game(question[0], lambda game, setup: game.boards())
    return Offer(_listed(names).words, "files")


def _reports(question: Question) -> Offer:
    """`FORMAT=PATH`: the formats of the command's `--format`, then any file."""
    form, equals, _ = question[1].partition("=")
    if equals:
        return Offer(files="files", front=f"{form}=")
    formats = next((item.type for item in question[0].command.params if "--format" in item.opts), None)
    return _listed(f"{name}=" for name in getattr(formats, "choices", ()))


def _codes(question: Question) -> Offer:
    """Beginnings of codes up to the dot, whole codes behind it; several can stand there with commas."""
    from struckle_cli.services.codes import known_codes

    before, comma, begun = question[1].rpartition(",")
    if "." in begun:
        return Offer(tuple(Word(before + comma + code, about) for code, about in known_codes().items()))
    beginnings = dict.fromkeys(code.partition(".")[0] for code in known_codes())
    return _listed(before + comma + beginning for beginning in beginnings)


def _tags(question: Question) -> Offer:
    return _listed(["Event=", "Site=", "Date=", "Round="])


def _bots(question: Question) -> Offer:
    from struckle_cli.engine.bots import NAMES

    return _listed(NAMES)


def _bots_at_seats(question: Question) -> Offer:
    """Seats, and behind the `=` which bots there are."""
    seat, equals, _ = question[1].partition("=")
    if not equals:
        return _seats_to_name(question)
    return _listed(f"{seat}={word.text}" for word in _bots(question).words)


def _fields(question: Question) -> Offer:
    """The set-up fields of the game that the line names; behind the `=` what can stand there."""
    from struckle_cli import registry

    game = registry.lookup(str(question[0].params.get("game")))
    fields = () if game is None else game.setup_fields
    words = [Word(f"{field.name}=", field.help) for field in fields]
    if "=" in question[1]:
        words = [Word(f"{field.name}={choice}") for field in fields for choice in field.choices]
    return Offer(tuple(words))


TAKES: dict[str, Callable[[Question], Offer]] = {
    "PATH...": _files("records"),
    "FILE": _files("records"),
    "[FILE]": _files("records"),
    "IN": _files("records"),
    "OUT": _files("records"),
    "FILE|GAME": _records_and_games,
    "GAME|FILE": _records_and_games,
    "SECRETS...": _files("secrets"),
    "--secrets FILE": _files("secrets"),
    "--scheduler-file FILE": _files("files"),
    "PAGE": _files("files"),
    "--output RESULT": _files("files"),
    "DIR": _files("folders"),
    "PICTURE": _files("pictures"),
    "PLOT": _files("pictures"),
    "GAME": _games,
    "[GAME]": _games,
    "SEAT": _seats,
    "--flip [SEAT]": _viewers,
    "SEAT|public": _seats_and_public,
    "RESULT": _results,
    "REASON": _reasons,
    "--board TEXT": _boards,
    "--game NAME": _games,
    "--tag TEST": _tags,
    "[SEAT=]NAME": _seats_to_name,
    "SEAT|NAME": _seats,
    "TOKEN": _any_result,
    "K=V": _tags,
    "FORMAT=PATH": _reports,
    "CODE": _codes,
    "PIECE": _nothing,
    "BOT": _bots,
    "SEAT=BOT": _bots_at_seats,
    "SEAT=TEXT": _seats_to_name,
    "FIELD=VALUE": _fields,
} | dict.fromkeys(
    (
        "N",
        "[N]",
        "FACTOR",
        "MS",
        "S",
        "SECONDS",
        "BYTES",
        "INTEGER",
        "TEXT",
        "JSON",
        "WORDS",
        "NAME",
        "STRING",
        "ROLLS",
        "RANGE",
        "TOKEN...",
        "ADDRESS",
    ),
    _nothing,
)
"""What can stand for a metavar. Those in the last rows are for people to fill in."""


# --- the game that a command line is about ----------------------------------------------------------


def _in_game(context: Context, ask: Callable[[Any, Any], Iterable[str]]) -> list[str]:
    """What the game of a command line answers, once each; where no game is named, what any game does."""
    about = _game_of_new(context) or _game_of_record(context)
    if about is not None:
        return list(dict.fromkeys(ask(*about)))
    from struckle_cli.cli.games import all_games

    return list(dict.fromkeys(word for game in all_games() for word in ask(game, None)))


def _seated(game: Any, setup: Any) -> Sequence[str]:
    seats: Sequence[str] = game.seats if setup is None else game.seated(setup)
    return seats


def _game_of_new(context: Context) -> tuple[Any, Any] | None:
    """The game of `struckle new GAME`."""
    from struckle_cli import registry

    if context.parent is None or context.parent.info_name != "new":
        return None
    game = registry.lookup(str(context.info_name))
    return None if game is None else (game, None)


def _game_of_record(context: Context) -> tuple[Any, Any] | None:
    """The game and the set-up of the record that the line names; None if there is none to be read."""
    path = next((value for value in map(context.params.get, ("file", "what", "source")) if value), None)
    if not isinstance(path, str):
        return None
    if path.startswith("~"):
        path = os.path.expanduser(path)
    if not os.path.isfile(path):  # also a pipe, at which one would wait
        from struckle_cli import registry

        named_game = registry.lookup(path) if path.isidentifier() else None
        return None if named_game is None else (named_game, None)
    reading = _first_reading(path, context.params)
    if reading is None or reading.game is None:
        return None
    return reading.game, None if reading.bound is None else reading.bound.setup


def _first_reading(path: str, given: dict[str, Any]) -> Any:
    """The record that `--record` names, if it is one of the first hundred; else the first one of the file."""
    from struckle_cli.replay.reading import Reading
    from struckle_cli.replay.source import named
    from struckle_cli.services.validate import readings

    wanted = given.get("record")
    number = wanted if isinstance(wanted, int) and 1 < wanted <= 100 else 1
    found = None
    for item in readings(named(path, given.get("input_format")), MAX_LOOK):
        if isinstance(item, Reading):
            found = found or item
            if item.number >= number:
                return item
    return found


# --- files ------------------------------------------------------------------------------------------


def _is_record(name: str) -> bool:
    from struckle_cli.replay.source import by_suffix

    return by_suffix(name)[0] is not None


FILES: dict[str, Callable[[str], bool]] = {
    "records": _is_record,
    "secrets": lambda name: name.endswith(".secrets"),
    "files": lambda name: True,
    "pictures": lambda name: name.endswith((".svg", ".png", ".gif")),
    "folders": lambda name: False,
}
"""Kinds of files that can be offered: which names are; folders always are, because one can go into them."""


def paths(incomplete: str, kind: str) -> list[str]:
    """The files of a kind, and the folders (with a `/` behind), that a path can become; in bytewise order.

    Hidden ones only where a dot was typed. Names that cannot be shown as they are (controls, marks of
    direction, bytes that are no UTF-8) are left out: no shell shows or takes them in one way.
    """
    head, slash, tail = incomplete.rpartition("/")
    folder = os.path.expanduser(head + slash) or "."
    fits, found = FILES[kind], []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                name = entry.name
                if not name.startswith(tail) or (name.startswith(".") and not tail.startswith(".")):
                    continue
                if name.isprintable() and (entry.is_dir() or fits(name)):
                    found.append(name + "/" * entry.is_dir())
    except OSError:
        return []
    front = head + slash
    return [f"{front}{name}" if front or name[0] not in "-~" else f"./{name}" for name in sorted(found)]
