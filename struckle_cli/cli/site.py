"""`struckle page FOLDER -o site/`: a page a record file, and an index of all games."""

import os
import sys
from collections.abc import Sequence
from itertools import chain, islice

from struckle_cli.cli import console
from struckle_cli.cli.collected import NOTHING, Teller
from struckle_cli.cli.games import all_games
from struckle_cli.cli.output import to_standard_output
from struckle_cli.core.errors import AccessError, StruckleError, UsageError, counted
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.replay.storage import own_path
from struckle_cli.report.palette import Theme
from struckle_cli.report.progress import PagesProgress
from struckle_cli.services.pages import PUBLIC, PageGame, page_game
from struckle_cli.services.site import Place, Shown, Site, site_of
from struckle_cli.services.sitefolder import check_apart, check_folder, other_pages, page_file
from struckle_cli.services.sitenames import INDEX, way_up


def is_site(output: str, paths: Sequence[str]) -> bool:
    """Whether a folder is to be written: one that is there, or ends with a slash.

    For the records of a folder it is any new name but that of a page (`.html`).
    """
    if output.endswith(("/", os.sep)) or os.path.isdir(output):
        return True
    is_page = os.path.splitext(output)[1].lower() in (".html", ".htm") or to_standard_output(output)
    here = filter(None, map(own_path, paths))
    return not is_page and not os.path.lexists(output) and any(map(os.path.isdir, here))


def refuse_for_site(record: int | None, secrets: Sequence[str]) -> None:
    """Raise `UsageError` for options that are about one record."""
    if record is not None:
        raise UsageError("--record picks one record for one page, not for a site", code="usage.record")
    if secrets:
        why = "--secrets opens one record, and a site may have many: make a page of that record by itself"
        raise UsageError(why, code="usage.secrets")


def write_site(
    paths: Sequence[str], folder: str, *, seat: str | None = None, title: str = "", theme: Theme = "auto",
    force: bool = False, encoding: str | None = None, limit: int = MAX_RECORD,
) -> int:  # fmt: skip
    """Write a site into a folder; the exit code. The index comes last, when all pages stand.

    Raises `UsageError` for a folder that may not be written to and for a seat that no game has, `AccessError`
    where the system refuses; one of them where there is no record, and then there is no index either.
    """
    _check_seat(seat)
    check_folder(folder, force)
    site = site_of(paths, encoding, limit, seat)
    check_apart(folder, paths, [place.source.name for place in site.places])
    with _Writing(site, folder, theme) as writing:
        for place in site.places:
            writing.pages(place)
    writing.teller.close(site.seen, "shown as such")
    if not site.seen.records:
        raise _nothing(site)
    from struckle_cli.report.site import write_index

    with page_file(folder, INDEX) as file:
        write_index(file.write, site, title, theme)
    _tell(site, folder, force)
    return site.exit_code()


def _nothing(site: Site) -> StruckleError:
    """Why there is no site, as `page` tells why there is no page."""
    if site.unreadable:
        return AccessError("no site was made, because nothing could be read", code="io.unreadable")
    return UsageError(NOTHING, code="usage.record")


def _check_seat(seat: str | None) -> None:
    """Raise `UsageError` for a seat that none of the games has: somebody has mistyped it."""
    if seat is None or seat.lower() == PUBLIC:
        return
    seats = list(dict.fromkeys(known for game in all_games() for known in game.seats))
    if seat.lower() not in map(str.lower, seats):
        why = f"no game has a seat {seat!r}; there are {', '.join(seats)}, and {PUBLIC} for who has none"
        raise UsageError(why, code="usage.seat")


class _Writing:
    """The pages of a site as they are written; what is met besides is told, and how far it is."""

    def __init__(self, site: Site, folder: str, theme: Theme) -> None:
        self.teller = Teller()
        self._site = site
        self._folder = folder
        self._theme = theme
        self._lost = self._done = 0
        self._progress = _progress(len(site.places))

    def __enter__(self) -> "_Writing":
        self._tell_lost()
        return self

    def __exit__(self, *_: object) -> None:
        if self._progress is not None:
            self._progress.close()

    def pages(self, place: Place) -> None:
        """Write the pages of one file; games come to them as they are read."""
        from struckle_cli.report.page import write_page

        for page, games in self._site.pages_of(place):
            first = list(islice(games, 2))
            title = place.file.shown if len(first) > 1 or page != place.page else ""
            coming = (self._game(place, item) for item in chain(first, games))
            with page_file(self._folder, page) as file:
                write_page(file.write, coming, title, self._theme, way_up(page))
        self._done += 1
        self._tell_lost()

    def _game(self, place: Place, item: Shown) -> PageGame:
        if self._progress is not None:
            self._progress.take(self._done, len(self._site.rows))
        if item.row.fault is not None:
            self._clear()
            self.teller.broken(place.source.name, item.row.record, item.row.fault)
        return page_game(item.view, place.file.shown, item.seat)

    def _tell_lost(self) -> None:
        """Tell what could not be read since it was told last."""
        for item in self._site.lost[self._lost :]:
            self._clear()
            self.teller.add(item)
        self._lost = len(self._site.lost)

    def _clear(self) -> None:
        if self._progress is not None:
            self._progress.clear()


def _progress(files: int) -> PagesProgress | None:
    """Progress where somebody sees it: standard error is a terminal, and this is no CI system's."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb" or os.environ.get("CI"):
        return None
    return PagesProgress(files, console.flush)


def _tell(site: Site, folder: str, force: bool) -> None:
    """What was written, and with `force` what else stands there."""
    games, pages = counted(site.seen.records, "game"), counted(site.pages, "page")
    console.complain(f"struckle: {os.path.join(folder, INDEX)}: {games} on {pages}")
    if force and (others := other_pages(folder, {INDEX, *(row.page for row in site.rows)})):
        was = "was left as it is" if others == 1 else "were left as they are"
        console.complain(f"struckle: {counted(others, 'other page')} in {os.path.join(folder, '')} {was}")
