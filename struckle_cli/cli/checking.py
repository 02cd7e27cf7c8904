"""One run of `validate`: events go through the selection to the outputs, to their end or until Ctrl-C."""

import signal
import threading
from collections.abc import Generator, Sequence
from types import FrameType

from struckle_cli.cli import console
from struckle_cli.cli.outputs import Output
from struckle_cli.report.counts import Counts
from struckle_cli.report.progress import Progress
from struckle_cli.report.safe import printable
from struckle_cli.services.events import Empty
from struckle_cli.services.jobs import AnyEvent
from struckle_cli.services.judging import Verdict
from struckle_cli.services.selection import Selection, Told

SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Ctrl-C, and what `__main__` treats so."""
_HANG_UP = getattr(signal, "SIGHUP", None)


class Interrupts:
    """Within the block Ctrl-C ends the waiting for an event at once, but never cuts a report in two.

    While a verdict is reported it is only noted (`asked`), but if an output waits for a reader that does not
    read, that one is given up like a closed pipe. A second one ends everything where it is; not so a second
    hang-up: shell and system both send one when a terminal is closed.
    """

    def __init__(self, outputs: Sequence[Output] = ()) -> None:
        self._outputs = outputs
        self.asked = self.waiting = self.urgent = False
        self._before: list[int] = []

    def __enter__(self) -> "Interrupts":
        if threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                if signal.getsignal(number) is signal.default_int_handler:
                    self._before.append(number)
                    signal.signal(number, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        for number in self._before:
            signal.signal(number, signal.default_int_handler)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.urgent |= self.asked and number != _HANG_UP
        self.asked = True
        if self.waiting or self.urgent:
            self.waiting = False
            raise KeyboardInterrupt
        if any(output.blocked for output in self._outputs):
            raise BrokenPipeError


class Run:
    """What happens to the events of one run: which faults count, which are told, when it stops."""

    def __init__(
        self, chosen: Selection | None, told: Told, fail_fast: bool, progress: Progress | None
    ) -> None:
        self.counts = Counts()
        self._chosen = chosen
        self._told = told
        self._fail_fast = fail_fast
        self._progress = progress

    def over(self, events: Generator[AnyEvent], outputs: Sequence[Output]) -> None:
        """Report all events, to their end or until Ctrl-C; what goes on at a terminal is taken away then."""
        with Interrupts(outputs) as interrupts:
            try:
                self._report(events, outputs, interrupts)
            except KeyboardInterrupt:
                if interrupts.urgent or not interrupts.asked:
                    raise
            except BrokenPipeError:
                if interrupts.asked:
                    raise KeyboardInterrupt from None
                raise
            finally:
                events.close()
                if self._progress is not None:
                    self._progress.close()
            self._end(interrupts)

    def _report(self, events: Generator[AnyEvent], outputs: Sequence[Output], interrupts: Interrupts) -> None:
        interrupts.waiting = True
        for event in events:
            interrupts.waiting = False
            ended = self._take(event, outputs)
            interrupts.waiting = True
            if ended or interrupts.asked:
                break
        interrupts.waiting = False

    def _end(self, interrupts: Interrupts) -> None:
        self.counts.interrupted = interrupts.asked
        self.counts.more = self._told.more
        if self._chosen is not None:
            self.counts.ignored, self.counts.ignored_by = self._chosen.dropped, self._chosen.options

    def _take(self, event: AnyEvent, outputs: Sequence[Output]) -> bool:
        """Report one event; whether nothing more is to be looked at."""
        if self._progress is not None:
            self._progress.take(event)
        if not isinstance(event, Verdict):
            self.counts.add(event)
            if isinstance(event, Empty):
                self._tell_empty(event)
            return False
        if event.problems and self._chosen is not None:
            event = self._chosen.applied(event)
        self.counts.add(event)
        told = self._told.applied(event) if event.problems else event
        for output in outputs:
            output.add(told)
        if self._fail_fast and not event.valid:
            self.counts.stopped = True
            return True
        return False

    def _tell_empty(self, event: Empty) -> None:
        if self._progress is not None:
            self._progress.clear()
        console.complain(f"struckle: {printable(event.path)}: there is no record in it")
