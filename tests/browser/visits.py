"""Pages that are opened from files, and watched."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the ordinary tests come by here, and have no playwright
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, WebError


class Visits:
    """Opens files in a browser, each in a context of its own, and keeps what they did and must not do.

    That is: any request but for a file of the folder of the page that somebody went to, anything written to
    the console as an error or a warning (a breach of the Content-Security-Policy too), an error of a script.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.wrongs: list[str] = []
        self.contexts: list[BrowserContext] = []

    def open(self, path: Path, fragment: str = "", *, clock: bool = False, **options: Any) -> Page:
        """The page of a file, its address with a fragment (`#ply=3`); the options go to `new_context`.

        With `clock` time passes in it only when the test says so.
        """
        context = self.browser.new_context(offline=True, **options)
        context.set_default_timeout(30_000)
        self.contexts.append(context)
        folder = path.parent.resolve().as_uri() + "/"
        context.on("request", lambda request: self._requested(request, folder))
        context.on("console", self._said)
        context.on("weberror", self._failed)
        page = context.new_page()
        if clock:
            page.clock.install(time=datetime(2026, 1, 1))
        page.goto(path.resolve().as_uri() + fragment)
        if clock:
            page.clock.pause_at(datetime(2026, 1, 2))
        return page

    def close(self) -> None:
        """End all contexts."""
        while self.contexts:
            self.contexts.pop().close()

    def _requested(self, request: Request, folder: str) -> None:
        if not (request.is_navigation_request() and request.url.startswith(folder)):
            self.wrongs.append(f"requested: {request.url}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self.wrongs.append(f"console: {message.text}")

    def _failed(self, error: WebError) -> None:
        self.wrongs.append(f"error: {error.error}")
