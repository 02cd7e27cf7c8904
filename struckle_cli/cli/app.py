"""The command `struckle`: which commands there are, loaded only when one is called, and how it ends.

Each command's module has `app`, a Typer with that one command (or, for `new`, one command a game).
Exit codes are those of `cli.md`.
"""

import contextlib
import gc
import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Annotated, Any

import typer
from typer._click.core import Context
from typer._click.exceptions import ClickException, NoArgsIsHelpError
from typer._click.formatting import HelpFormatter
from typer._click.shell_completion import CompletionItem
from typer.core import TyperGroup
from typer.main import get_command

from struckle_cli import __version__
from struckle_cli.cli import console
from struckle_cli.core.errors import StruckleError
from struckle_cli.core.nearest import edit_distance

COMMANDS = {
    "games": "The games, their players, what is hidden or random, their boards.",
    "rules": "The rules of a game, with the numbered rulings.",
    "new": "A new record with a set-up and no moves.",
    "play": "Play in the shell, move by move, saved after every ply.",
    "match": "Let bots play many games, and tell the score.",
    "move": "Append moves to a record, or refuse and leave it untouched.",
    "undo": "Take back plies, and the result.",
    "result": "End a game that the moves do not end: resignation, agreed draw.",
    "moves": "The legal tokens of a position.",
    "render": "Boards as text or pictures.",
    "show": "Tags, set-up, numbered moves and result of a record.",
    "replay": "Step through a record, by keys or lines.",
    "page": "A page of games to step through in a browser, or a site of pages.",
    "validate": "Check everything a record lets one check.",
    "verify": "The claims of a record one by one: true, false or pending, and why.",
    "solve": "A shortest win of both players together, or the proof that there is none (Crungle).",
    "seal": "Hide what an open record tells; one secrets file a seat.",
    "reveal": "Open what a record hides, with secrets files.",
    "redact": "The record that one seat, or the public, may have.",
    "stats": "Results by seat, reasons, lengths, first moves, faults; totals by player.",
    "filter": "Select records by game, tag, player, result, length, validity.",
    "dedup": "Leave out records that are copies of others.",
    "convert": "From one encoding to another, without loss.",
    "fmt": "Rewrite files in canonical form, or check that they have it.",
    "perft": "Count the sequences of legal tokens.",
    "schema": "The JSON Schema of records.",
    "completion": "The script that makes bash, zsh or fish complete words.",
}


class LazyGroup(TyperGroup):
    """A group whose commands are imported when they are called, not when they are listed."""

    def list_commands(self, ctx: Context) -> list[str]:
        """The names of the commands in the order of a user's way."""
        return list(COMMANDS)

    def get_command(self, ctx: Context, cmd_name: str) -> Any:
        """Import a command's module; None if there is no such command."""
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in self.commands:
            module = import_module(f"struckle_cli.cli.{cmd_name}_command")
            command = get_command(module.app)
            command.name = cmd_name
            self.commands[cmd_name] = command
            gc.freeze()
            gc.enable()
        return self.commands[cmd_name]

    def shell_complete(self, ctx: Context, incomplete: str) -> list[CompletionItem]:
        """What a word can become: the names of commands, none of which is imported, or options."""
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        return [CompletionItem(name, help=about) for name, about in COMMANDS.items()]

    def resolve_command(self, ctx: Context, args: list[str]) -> Any:
        """Find the command that is called; one that does not exist gets the nearest name."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            near = min(COMMANDS, key=lambda name: edit_distance(name, args[0].lower()))
            ctx.fail(f"there is no command {args[0]!r}; did you mean {near}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        """List the commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


EPILOG = """\b
Examples:
  struckle new castle -o game.sgn --white Ana --black Ben
  struckle move game.sgn D8-C8 Q12-Q11
  struckle render game.sgn
  struckle validate replays/ --format jsonl

Exit codes: 0 done and valid, 1 a record is invalid or a claim false, 2 wrong usage or nothing to
check, 3 something could not be read or written, 4 undecided within limits, 70 an error of the
program, 130 interrupted.
"""

app = typer.Typer(
    cls=LazyGroup, rich_markup_mode=None, no_args_is_help=True, add_completion=False, epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]}, pretty_exceptions_enable=False,
)  # fmt: skip


def _print_version(wanted: bool) -> None:
    if wanted:
        console.say(f"struckle {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_print_version),
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show tracebacks of the program's own errors.")
    ] = False,
) -> None:
    """Read, write, check, draw and play recorded board games."""


def run(arguments: list[str]) -> int:
    """Run the command line; returns the exit code and never raises (but with `--debug`)."""
    debug = console.Debugging.wanted = "--debug" in arguments
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - there is nobody to tell anything
    if sys.stdout is None:
        console.complain("struckle: standard output is closed [io.write]")
        return 3
    try:
        shell = os.environ.get("_STRUCKLE_COMPLETE")
        code = _complete(shell, arguments) if shell else _invoke(arguments)
        _flush(code)
    except BaseException as error:
        code, words = _ending(error)
        if debug and code == INTERNAL:
            raise
        with contextlib.suppress(OSError):
            console.flush()
        with contextlib.suppress(OSError):
            words()
    _silence()
    return code


INTERNAL = 70
INTERRUPTED = 130


def _flush(code: int) -> None:
    """Push out what was written. Interrupted stays interrupted where nobody reads: a closed terminal."""
    try:
        console.flush()
    except OSError:
        if code != INTERRUPTED:
            raise


def _ending(error: BaseException) -> tuple[int, Callable[[], object]]:
    """The exit code that an exception calls for, and how to tell it."""
    if isinstance(error, BrokenPipeError):
        return 0, lambda: None  # a reader that has seen enough (`| head`) is no fault
    if isinstance(error, ClickException):
        return error.exit_code, lambda: _usage(error)
    if isinstance(error, StruckleError):
        return error.exit_code, lambda: _tell(error)
    if isinstance(error, KeyboardInterrupt | typer.Abort):
        return INTERRUPTED, lambda: console.tell("interrupted")
    if isinstance(error, OSError):
        return 3, lambda: console.complain(f"struckle: {error.strerror or error} [io.write]")
    first = (str(error).splitlines() or [""])[0][:200]
    why = f"an error of the program itself: {type(error).__name__}: {first} (--debug shows more)"
    return INTERNAL, lambda: console.complain(f"struckle: {why}")


def _usage(error: ClickException) -> None:
    """What is wrong with the command line, with nothing in it that could act on a terminal."""
    if isinstance(error, NoArgsIsHelpError):  # nothing was asked for: its message is the help
        console.tell(error.format_message())
        return
    context = getattr(error, "ctx", None)
    if context is not None:
        console.tell(context.get_usage())
        console.tell(f"Try '{context.command_path} --help' for help.")
    message = error.format_message()
    if message:
        console.complain(f"Error: {message}")


def _invoke(arguments: list[str]) -> int:
    command = get_command(app)
    arguments = [item for item in arguments if item != "--debug"]
    try:
        with command.make_context("struckle", arguments) as context:
            result = command.invoke(context)
    except typer.Exit as end:
        return end.exit_code
    return result if isinstance(result, int) else 0


def _complete(shell: str, arguments: list[str]) -> int:
    """Answer the completion script of a shell."""
    from struckle_cli.cli.shells import answer

    return answer(get_command(app), shell, arguments)


def _tell(error: StruckleError) -> None:
    from struckle_cli.report.safe import printable

    console.complain(f"struckle: {printable(error.message)} [{error.code}]")
    console.tell_faults(error.faults, error.path, error.record)


def _silence() -> None:
    """Keep the interpreter from complaining at exit about what is closed or full, with a code of its own."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, stream.fileno())
