"""`struckle page`."""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated

import typer

from struckle_cli.cli import console
from struckle_cli.cli.collected import NOTHING, Teller
from struckle_cli.cli.games import seat_named
from struckle_cli.cli.options import (
    Force,
    InputFormat,
    MaxRecord,
    Paths,
    Record,
    SecretsFiles,
    Theme,
)
from struckle_cli.cli.output import to_standard_output
from struckle_cli.cli.site import is_site, refuse_for_site, write_site
from struckle_cli.core.errors import AccessError, UsageError, counted, has_error
from struckle_cli.core.secret import Opening
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.replay.reading import Reading
from struckle_cli.replay.source import Unreadable, named
from struckle_cli.replay.storage import inner_path, only_here
from struckle_cli.services import gather
from struckle_cli.services.events import Foreign
from struckle_cli.services.filter import refuse_input
from struckle_cli.services.loading import pick
from struckle_cli.services.pages import PUBLIC, PageGame, page_game
from struckle_cli.services.secretfiles import known_from

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("page")
def page_command(
    paths: Paths,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="PAGE",
            help="File or folder to write; left out or -: standard output.",
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option("--as", metavar="SEAT|public", help="Only what this seat, or who has none, may see."),
    ] = None,
    secrets: SecretsFiles = [],  # noqa: B006 - Typer takes no tuple
    title: Annotated[
        str,
        typer.Option("--title", metavar="TEXT", help="The title; left out: who plays.", show_default=False),
    ] = "",
    theme: Theme = "auto",
    record: Record = None,
    force: Force = False,
    input_format: InputFormat = None,
    max_record: MaxRecord = MAX_RECORD,
) -> int:
    """Make a page of games to step through in a browser, or a site of pages; it needs no network.

    A page has boards, moves, notes and faults. A folder for PAGE gets a page for each record file and an
    index.html with search, filters and plots; --force is needed if it holds anything, and deletes nothing.

    A record that breaks its rules is on the page with its faults (exit code 1), its board up to the last
    legal ply. What cannot be read is told (3), and the page has the others. Of a record that lies open the
    page holds everything, and lets its reader choose who looks on; --as makes a page for one seat, with
    nothing in it that this seat may not see.

    \b
    Examples:
      struckle page game.sgn -o game.html
      struckle page club/ "guests/*.sgn" -o evening.html --title "An evening at the club"
      struckle page replays/ -o site/
      struckle page stricken.sgn -o mine.html --as white --secrets stricken.sgn.white.secrets
    """
    if output is not None and is_site(output, paths):
        refuse_for_site(record, secrets)
        return write_site(
            paths, output, seat=seat, title=title, theme=theme, force=force, encoding=input_format,
            limit=max_record,
        )  # fmt: skip
    _refuse_suffix(output)
    if record is not None and len(paths) != 1:
        raise UsageError("--record picks from one file, and several are named", code="usage.record")
    chosen = _Chosen(paths, seat, known_from(secrets), record, input_format, max_record, output)
    if to_standard_output(output):
        _to_standard_output(chosen, title, theme)
    else:
        assert output is not None
        _to_file(chosen, title, theme, output, force)
    chosen.teller.close(chosen.seen, "shown as such")
    if not to_standard_output(output) and chosen.seen.records:
        console.complain(f"struckle: {output}: {counted(chosen.seen.records, 'game')}")
    return chosen.seen.exit_code(allow_empty=False)


def _refuse_suffix(output: str | None) -> None:
    """Raise `UsageError` for a file whose name says that it is no page; what is no file has no suffix."""
    only_here(output)
    if output is None or to_standard_output(output) or output.lower().endswith((".html", ".htm")):
        return
    if os.path.isfile(output) or not os.path.lexists(output):
        why = f"{output}: a page ends in .html, the folder of a site in /"
        raise UsageError(why, code="usage.suffix")


class _Chosen:
    """The games for a page as they are read; what is met besides is counted and told.

    Raises `UsageError` for a seat that a game does not have, and where a file that is read is the one to be
    written.
    """

    def __init__(
        self, paths: Sequence[str], seat: str | None, openings: Sequence[Opening], record: int | None,
        encoding: str | None, limit: int, target: str | None,
    ) -> None:  # fmt: skip
        self.seen = gather.Seen()
        self.teller = Teller()
        self._paths = paths
        self._seat = seat
        self._openings = openings
        self._record = record
        self._encoding = encoding
        self._limit = limit
        self._target = target

    def __iter__(self) -> Iterator[PageGame]:
        for path in self._paths:
            refuse_input(path, self._target)
        for item in self._items():
            self.seen.add(item)
            if isinstance(item, gather.Record):
                refuse_input(item.path, self._target)
                yield self._game(item)
            else:
                self.teller.add(item)

    def _items(self) -> Iterator[gather.Record | Unreadable | Foreign]:
        if self._record is None:
            yield from gather.gather(self._paths, self._encoding, self._limit)
        else:
            source = named(self._paths[0], self._encoding)
            yield gather.Record(source.name, pick(source, self._record, self._limit))

    def _game(self, item: gather.Record) -> PageGame:
        reading = item.reading
        game = page_game(reading, shown_path(item.path), self._viewer(reading), self._openings)
        faults = game.views[0].faults
        if has_error(faults):
            self.seen.add_broken(gather.Broken(item.path, reading, list(faults)))
            self.teller.broken(item.path, reading.number, faults[0])
        return game

    def _viewer(self, reading: Reading) -> str | None:
        if self._seat is None or reading.game is None or self._seat.lower() == PUBLIC:
            return self._seat and self._seat.lower()
        return seat_named(reading.game, self._seat)


def shown_path(path: str) -> str:
    """A path as a page shows it: a URL, or one from the root of the system, says only which file it is."""
    inner = inner_path(path)
    return os.path.basename(inner) if inner != path or os.path.isabs(path) else path


def _write(write: Callable[[bytes], object], chosen: _Chosen, title: str, theme: Theme) -> None:
    """Write the page. Raises an error where there is no game, so that nothing takes a file's place."""
    from struckle_cli.report.page import write_page

    if write_page(write, chosen, title, theme):
        return
    if chosen.seen.unreadable:
        raise AccessError("no page was made, because nothing could be read", code="io.unreadable")
    raise UsageError(NOTHING, code="usage.record")


def _to_file(chosen: _Chosen, title: str, theme: Theme, output: str, force: bool) -> None:
    from struckle_cli.replay.writer import replacing

    if os.path.lexists(output) and not force:
        raise UsageError(f"{output} exists; --force replaces it", code="usage.exists")
    with replacing(output, fresh=not force) as file:
        _write(file.write, chosen, title, theme)


def _to_standard_output(chosen: _Chosen, title: str, theme: Theme) -> None:
    """The page whole or not at all: what stops it may come with the last record."""
    import tempfile

    with tempfile.SpooledTemporaryFile(max_size=8 << 20) as spool:
        _write(spool.write, chosen, title, theme)
        spool.seek(0)
        for block in iter(lambda: spool.read(1 << 20), b""):
            console.write_bytes(block)
