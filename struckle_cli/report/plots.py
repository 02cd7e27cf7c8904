"""Statistics as a plot, by matplotlib (extra `pictures`): a row of panels a game, or one for the players.

The same numbers give the same bytes: no date, no settings of the user, letters that matplotlib brings.
Nothing is told by colour alone, and no text is markup or a formula.
"""

import io
import logging
import warnings
from typing import TYPE_CHECKING, Any

from struckle_cli.report.bars import Panel, panels
from struckle_cli.report.extra import need
from struckle_cli.services.stats import Stats

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMS = {".svg": "svg", ".png": "png"}
_COLOURS = ("#0072b2", "#009e73", "#d55e00")
"""One a column; they stay apart for the colour-blind."""
_METADATA: dict[str, dict[str, Any]] = {
    "svg": {"Date": None, "Creator": "struckle", "Title": "struckle stats"},
    "png": {"Software": "struckle"},
}
_SETTINGS = {
    "svg.hashsalt": "struckle",
    "svg.fonttype": "path",
    "text.parse_math": False,
    "text.usetex": False,
    "font.family": ["DejaVu Sans"],
    "font.size": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def need_matplotlib() -> None:
    """Raise `UsageError` where it is not installed."""
    need("plots", "matplotlib")


def plot(found: Stats, totals: bool, form: str) -> bytes | None:
    """The plot as SVG or PNG; None where there is nothing to show."""
    rows = [(title, drawn) for title, drawn in panels(found, totals) if drawn]
    if not rows:
        return None
    # Told on standard error otherwise: that it looks for fonts, and of letters that no font has.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _drawn(rows, form)


def _drawn(rows: list[tuple[str, tuple[Panel, ...]]], form: str) -> bytes:
    import matplotlib as mpl
    from matplotlib.figure import Figure

    usual = {key: value for key, value in mpl.rcParamsDefault.items() if not key.startswith("backend")}
    with mpl.rc_context({**usual, **_SETTINGS}):
        heights = [max(1 + 0.24 * len(panel.bars) for panel in drawn) for _, drawn in rows]
        width = max(len(drawn) for _, drawn in rows)
        figure = Figure(figsize=(4.2 * width, sum(heights) + 0.5), layout="constrained")
        parts = figure.subplots(len(rows), width, squeeze=False, gridspec_kw={"height_ratios": heights})
        for line, (title, drawn) in zip(parts, rows, strict=True):
            for number, axes in enumerate(line):
                if number < len(drawn):
                    _panel(axes, title, drawn[number], _COLOURS[number % len(_COLOURS)])
                else:
                    axes.set_axis_off()
        written = io.BytesIO()
        figure.savefig(written, format=form, metadata=_METADATA[form], dpi=100)
    return written.getvalue()


def _panel(axes: "Axes", title: str, panel: Panel, colour: str) -> None:
    """Bars that lie, each with its name and its number; the first one above."""
    places = range(len(panel.bars))
    drawn = axes.barh(places, [bar.count for bar in panel.bars], color=colour)
    axes.bar_label(drawn, labels=[f"{bar.count:,}" for bar in panel.bars], padding=2)
    axes.set_yticks(places, labels=[bar.name for bar in panel.bars])
    axes.invert_yaxis()
    axes.margins(x=0.15)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel(panel.counted)
    axes.set_title(f"{title}: {panel.title}", loc="left", fontweight="bold")
