"""`struckle new`: one command a game, whose options are the game's set-up fields and seats."""

from collections.abc import Iterable, Iterator
from inspect import Parameter, Signature
from typing import Annotated, Any

import typer
from typer._click.core import Context
from typer._click.formatting import HelpFormatter
from typer._click.shell_completion import CompletionItem
from typer.core import TyperGroup
from typer.main import get_command

from struckle_cli import registry
from struckle_cli.cli import console
from struckle_cli.cli.games import all_games, game_named, seat_named
from struckle_cli.cli.options import Encoding
from struckle_cli.cli.output import store_sealed, target_encoding, to_standard_output, write_record
from struckle_cli.core.errors import Fault, UsageError
from struckle_cli.core.game import AnyGame, SetupField
from struckle_cli.replay.commitments import Sealed
from struckle_cli.services.create import Dealt, dealt, dealt_secretly, new_record, typed_setup
from struckle_cli.services.edit import save
from struckle_cli.services.joining import joined, one_side
from struckle_cli.services.secretfiles import free_paths, make_folder, write_secrets


class _Games(TyperGroup):
    """One command a game, made when it is called."""

    def list_commands(self, ctx: Context) -> list[str]:
        return registry.names()

    def get_command(self, ctx: Context, cmd_name: str) -> Any:
        return _command(game_named(cmd_name))

    def shell_complete(self, ctx: Context, incomplete: str) -> list[CompletionItem]:
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        return [CompletionItem(name) for name in registry.names()]

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        with formatter.section("Games"):
            formatter.write_dl([(game.name, game.about) for game in all_games()])


app = typer.Typer(cls=_Games, rich_markup_mode=None, add_completion=False, no_args_is_help=True)


@app.callback()
def new() -> None:
    """Make a record with a set-up and no moves; `struckle new GAME --help` lists a game's options.

    \b
    Examples:
      struckle new castle -o game.sgn --men 16 --white Ana --black Ben --tag Event="Club evening"
      struckle new castle -o own.json --board my-board.txt --first black
      struckle new crungle -o game.sgn --goals "G3 G7" --rules "M2 M11 I2 M16" --start "orange=1 purple=9"
      struckle new crungle -o game.sgn --random
    """


_FIXED = {
    "output": (
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="The new file; left out: standard output."),
        None,
    ),
    "to": (Encoding | None, typer.Option("--to", help="The encoding, whatever the file is named."), None),
    "tag": (list[str], typer.Option("--tag", metavar="K=V", help="A tag; may be given several times."), ()),
    "force": (bool, typer.Option("--force", help="Replace a file that exists."), False),
    "seed": (int | None, typer.Option("--seed", metavar="N", help="Fixes what is dealt at random."), None),
}


_SECRET = {
    "no_deal": (bool, typer.Option("--no-deal", help="Deal nothing; secrets may be set later."), False),
    "secrets": (
        str | None,
        typer.Option("--secrets", metavar="DIR", help="Where secrets files go. [default: beside FILE]"),
        None,
    ),
}
"""Options of games that deal in secret."""


_JOIN = {
    "seat": (
        str | None,
        typer.Option("--as", metavar="SEAT", help="Deal for this seat alone; the other one joins later."),
        None,
    ),
    "join": (
        str | None,
        typer.Option("--join", metavar="FILE", help="Join a record that the other side made with --as."),
        None,
    ),
}
"""Options of games whose sides can deal in private, each at its own machine."""


def _command(game: AnyGame) -> Any:
    """The command `new GAME` with one option a set-up field and one a seat."""
    fields = {f"setup_{field.name}": field for field in game.setup_fields}
    seats = {f"seat_{seat.lower()}": seat for seat in game.seats}

    def make(**given: Any) -> None:
        for key, text in given.items():
            if key not in ("output", "secrets"):
                _need_text(text)
        _refuse_in_vain(given, fields)
        if given.get("join") is not None:
            _join(game, given, {seat: given[key] for key, seat in seats.items() if given[key] is not None})
            return
        setup, unread = typed_setup(game, [(field, given[key]) for key, field in fields.items()])
        players = {seat: given[key] for key, seat in seats.items() if given[key] is not None}
        if given.get("seat") is not None:
            seat = str(seat_named(game, given["seat"]))
            made = one_side(game, setup, players, _tags(given["tag"]), unread, seat)
        else:
            deal = Dealt(setup, frozenset()) if unread else _dealt(game, setup, given)
            made = _record(game, deal, players, _tags(given["tag"]), unread)
        _write(made, game, given)

    parameters = [*_setup_options(fields), *_seat_options(seats)]
    if game.deal is not None and game.secrets is not None:
        parameters += [_parameter(key, *rest) for key, rest in _SECRET.items()]
        if game.secrets.without is not None:
            parameters += [_parameter(key, *rest) for key, rest in _JOIN.items()]
    elif game.deal is not None:
        random = typer.Option("--random", help="Draw what is not given at random; --seed implies it.")
        parameters.append(_parameter("random", bool, random, False))
    parameters += [_parameter(key, *rest) for key, rest in _FIXED.items()]
    make.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    make.__annotations__ = {item.name: item.annotation for item in parameters}
    make.__doc__ = (
        f"Make a record of {game.title} with no moves.\n\n\b\nExample:\n"
        f"  struckle new {game.name} -o game.sgn {_drawn(game)}--{game.seats[0].lower()} Ana\n"
    )
    single = typer.Typer(rich_markup_mode=None, add_completion=False)
    single.command(game.name)(make)
    command = get_command(single)
    command.name = game.name
    return command


def _setup_options(fields: dict[str, SetupField]) -> Iterator[Parameter]:
    for key, field in fields.items():
        text = field.help + (f" [default: {field.default}]" if field.default is not None else "")
        flag = "--" + field.name.replace("_", "-")
        kind = "|".join(field.choices) or ("WORDS" if field.text else field.kind.upper())
        yield _parameter(
            key, str | None, typer.Option(flag, metavar=kind, help=text, show_default=False), None
        )


def _seat_options(seats: dict[str, str]) -> Iterator[Parameter]:
    for key, seat in seats.items():
        option = typer.Option(
            f"--{seat.lower()}", metavar="NAME", help=f"Who plays {seat}.", show_default=False
        )
        yield _parameter(key, str | None, option, None)


def _dealt(game: AnyGame, setup: dict[str, Any], given: dict[str, Any]) -> Dealt:
    """The set-up with what the game deals, as far as that was asked for."""
    seed = given["seed"]
    if game.secrets is not None and game.deal is not None:
        if given["no_deal"]:
            return Dealt(setup, frozenset())
        return dealt_secretly(game, setup, seed)
    if given.get("random") or (seed is not None and game.deal is not None):
        return Dealt(dealt(game, setup, seed), frozenset())
    if seed is not None:
        console.complain(f"struckle: {game.title} deals nothing, so --seed has no effect")
    return Dealt(setup, frozenset())


def _record(
    game: AnyGame, deal: Dealt, players: dict[str, str], tags: dict[str, str], unread: list[Fault]
) -> Sealed:
    try:
        return new_record(game, deal.setup, players, tags, unread, deal.drawn)
    except UsageError as error:
        if game.deal is not None and game.secrets is None and error.code == "setup.missing":
            error.message += "; --random draws what is missing"
        raise


def _drawn(game: AnyGame) -> str:
    """What an example has to say where there is no default set-up."""
    if game.secrets is not None:
        return ""
    return "--random " if any(field.required for field in game.setup_fields) else ""


def _parameter(name: str, kind: Any, option: Any, default: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option])


def _need_text(value: object) -> None:
    """Refuse what a shell has passed as bytes that are no UTF-8."""
    for text in value if isinstance(value, list | tuple) else [value]:
        if isinstance(text, str) and not text.isascii():
            try:
                text.encode()
            except UnicodeEncodeError:
                raise UsageError(f"{text!a} is not UTF-8", code="encoding.utf8") from None


def _tags(pairs: list[str]) -> dict[str, str]:
    tags = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign:
            raise UsageError(f"a tag is given as --tag NAME=VALUE, not {pair!r}", code="usage.tag")
        if key in tags:
            raise UsageError(f"the tag {key!r} is given twice", code="record.tag-twice")
        tags[key] = value
    return tags


def _refuse_in_vain(given: dict[str, Any], fields: Iterable[str]) -> None:
    """Refuse options that would be ignored where a seat deals for itself."""
    joining = given.get("join") is not None
    if given.get("seat") is None and not joining:
        return
    names = ("seed", "no_deal", *(("output", "to", "tag", *fields) if joining else ()))
    for name in names:
        value = given[name]
        if value is not None and value is not False and value not in ((), []):
            flag = "--" + name.removeprefix("setup_").replace("_", "-")
            why = (
                f"{flag} does not go with --join, which deals for a seat in a record that there is"
                if joining
                else f"{flag} does not go with --as, by which a seat deals in secret"
            )
            raise UsageError(why, code="usage.join")


def _join(game: AnyGame, given: dict[str, Any], players: dict[str, str]) -> None:
    """Deal for a seat in a record that somebody else has begun to make."""
    path = given["join"]
    if given["seat"] is None:
        raise UsageError("--join needs --as SEAT: for whom to deal", code="usage.join")
    seat = str(seat_named(game, given["seat"]))
    loaded, made = joined(path, game, seat, players)
    folder = given["secrets"]
    if folder is not None:
        make_folder(folder)
    files = free_paths(path, made.secrets, folder, force=given["force"])
    for owner, file in files.items():
        write_secrets(file, made.secrets[owner])
    save(loaded, made.document)
    console.say(f"{path}: {seat} has joined")
    for owner, file in files.items():
        console.say(f"{file}: the secrets of {owner}")


def _write(made: Sealed, game: AnyGame, given: dict[str, Any]) -> None:
    target, to, force = given["output"], given["to"], given["force"]
    if not made.secrets:
        write_record(made.document, game, target, to, force=force)
        if not to_standard_output(target):
            console.say(f"{target}: a new game of {game.title}")
        return
    if to_standard_output(target):
        why = (
            "what is dealt in secret needs a file for the record (-o FILE), beside which the secrets lie; "
            "--seed N deals an open record, --no-deal none"
        )
        raise UsageError(why, code="usage.secrets")
    target_encoding(target, to)
    folder = given["secrets"]
    if folder is not None:
        make_folder(folder)
    paths = free_paths(target, made.secrets, folder, force=force)
    store_sealed(made, game, target, to, paths, force=force)
    console.say(f"{target}: a new game of {game.title}")
    for seat, path in paths.items():
        console.say(f"{path}: the secrets of {seat}")
    for other in game.seats if given.get("seat") is not None else ():
        if other not in made.secrets:
            console.say(f"to join it: struckle new {game.name} --join {target} --as {other}")
