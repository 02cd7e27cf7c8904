"""`stats --histogram` and `--plot`: bars in the terminal and as a picture, from the numbers of the tables."""

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from struckle_cli.core.outcome import Outcome
from struckle_cli.report.bars import LONGEST, MOST, panels
from struckle_cli.report.histograms import histograms
from struckle_cli.report.plots import plot
from struckle_cli.services.stats import Stats, stats
from tests.cli.support import ROOT, dumps, record, spawn

FORMULA = "$\\frac{1}{2}$ <b>&amp; \x1b[31m"


def games() -> bytes:
    won = {"winners": ["white"], "reason": "resign"}
    items = [
        record(["D8-C8"], won, players={"white": FORMULA, "black": "木木"}),
        record(["D8-C8", "Q12-Q11"], {"winners": [], "reason": "agreement"}, players={"black": FORMULA}),
        record(["D8-C8"] * 0),
    ]
    return b"\n".join(map(dumps, items)) + b"\n"


@pytest.fixture
def folder(cli):
    Path("g.jsonl").write_bytes(games())
    return Path()


def test_a_histogram_has_bars_of_lengths_results_and_reasons(cli, folder):
    ran = cli("stats", "g.jsonl", "--histogram")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.split("\n") == [
        "castle: plies",
        f"  0  1  {'#' * 72}",
        f"  1  1  {'#' * 72}",
        f"  2  1  {'#' * 72}",
        "",
        "castle: results",
        f"  white won   1  {'#' * 63}",
        f"  drawn       1  {'#' * 63}",
        f"  unfinished  1  {'#' * 63}",
        "",
        "castle: reasons",
        f"  agreement  1  {'#' * 64}",
        f"  resign     1  {'#' * 64}",
        "",
        "3 records",
        "",
    ]


def test_a_histogram_of_players(cli, folder):
    ran = cli("stats", "g.jsonl", "--histogram", "--totals")
    assert ran.code == 0
    assert "players: wins" in ran.out
    assert "\x1b" not in ran.out
    assert "castle" not in ran.out


def test_bars_fit_the_width_that_there_is():
    found = Stats()
    for number, name in enumerate(("木" * 9, "Ana", "x" * 300)):
        names = {"white": name, "black": "Ben"}
        for _ in range(7 * number + 1):
            found.totals.add(("white", "black"), names, Outcome(winners=("white",), reason="resign"), {})
    for width in (40, 80, 100):
        for unicode in (False, True):
            lines = histograms(found, True, width, unicode).split("\n")
            from wcwidth import wcswidth

            assert max(map(wcswidth, lines)) <= width
            bars = [line.split()[-1] for line in lines if line.startswith("  ") and not line.endswith(" 0")]
            assert all(set(bar) <= set("▏▎▍▌▋▊▉█" if unicode else "#") for bar in bars)
            assert max(map(len, bars)) >= 10
    assert "x" * (LONGEST - 3) + "..." in histograms(found, True, 100, False)


def test_many_players_are_cut_and_added_up():
    found = Stats()
    for number in range(MOST + 5):
        names = {"white": f"p{number:02}", "black": f"p{number:02}"}
        found.totals.add(("white", "black"), names, Outcome(winners=("white",), reason="resign"), {})
    [(_, (panel,))] = panels(found, True)
    assert len(panel.bars) == MOST
    assert panel.bars[-1].name == "(6 others)"
    assert sum(bar.number for bar in panel.bars) == MOST + 5


def test_the_bars_of_recorded_games_are_those_of_the_tables(cli):
    counted = cli("stats", ROOT / "replays", "--json").json
    found = stats([str(ROOT / "replays")])
    drawn = dict(panels(found, False))
    assert set(drawn) == set(counted["games"])
    for name, row in counted["games"].items():
        plies, results, reasons = drawn[name]
        assert sum(bar.number for bar in plies.bars) == row["records"]
        assert {bar.name: bar.number for bar in reasons.bars} == row["reasons"]
        wins = {
            bar.name.removesuffix(" won"): bar.number for bar in results.bars if bar.name.endswith(" won")
        }
        assert wins == row["wins"]


@pytest.mark.parametrize("words", [("--json",), ("--format", "csv")])
def test_machine_formats_are_as_without_a_plot(cli, folder, words):
    plain = cli("stats", "g.jsonl", *words)
    assert cli("stats", "g.jsonl", *words, "--plot", "p.svg").raw == plain.raw
    assert Path("p.svg").exists()
    ran = cli("stats", "g.jsonl", *words, "--histogram")
    assert (ran.code, ran.out) == (2, "")
    assert "[usage.format]" in ran.err


def test_a_plot_is_the_same_from_run_to_run_whatever_the_user_has_set(tmp_path):
    (tmp_path / "g.jsonl").write_bytes(games())
    own = tmp_path / "own"
    own.mkdir()
    (own / "matplotlibrc").write_text("axes.facecolor: red\nfont.size: 30\nsvg.hashsalt: mine\n")
    assert (
        spawn("stats", "g.jsonl", "--plot", "a.svg", cwd=tmp_path, env={"PYTHONHASHSEED": "1"}).returncode
        == 0
    )
    more = {"PYTHONHASHSEED": "2", "MPLCONFIGDIR": str(own), "SOURCE_DATE_EPOCH": "1"}
    ran = spawn("stats", "g.jsonl", "--plot", "b.svg", cwd=tmp_path, env=more)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    text = (tmp_path / "a.svg").read_text()
    assert not re.search(r"20\d\d-\d\d", text)
    assert "<image" not in text
    assert "<script" not in text


def test_a_plot_as_png_is_the_same_again(cli, folder):
    for name in ("a.png", "b.PNG"):
        assert cli("stats", "g.jsonl", "--plot", name).code == 0
    data = Path("a.png").read_bytes()
    assert data.startswith(b"\x89PNG\r\n")
    assert data == Path("b.PNG").read_bytes()


def test_names_are_neither_markup_nor_formulas(cli, folder, recwarn):
    assert cli("stats", "g.jsonl", "--totals", "--plot", "p.svg").code == 0
    text = Path("p.svg").read_text()
    root = ElementTree.fromstring(text)
    assert "b" not in {item.tag.rpartition("}")[2] for item in root.iter()}
    assert "\x1b" not in text
    # Each letter of a name is drawn as it is, `$` and `\` among them (a comment holds the text).
    assert "$\\frac{1}{2}$ " in text
    assert not recwarn.list


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("usage.suffix", ("--plot", "p.jpg")),
        ("usage.suffix", ("--plot", "p")),
        ("usage.exists", ("--plot", "old.svg")),
        ("usage.plot", ("--force",)),
    ],
)
def test_wrong_usage_counts_and_writes_nothing(cli, folder, code, words):
    Path("old.svg").write_bytes(b"mine")
    ran = cli("stats", "g.jsonl", *words)
    assert (ran.code, ran.out) == (2, "")
    assert f"[{code}]" in ran.err
    assert {path.name for path in Path().iterdir()} == {"g.jsonl", "old.svg"}
    assert Path("old.svg").read_bytes() == b"mine"


def test_an_older_plot_is_replaced_by_force(cli, folder):
    Path("old.svg").write_bytes(b"mine")
    assert cli("stats", "g.jsonl", "--plot", "old.svg", "--force").code == 0
    assert Path("old.svg").read_bytes().startswith(b"<?xml")


def test_without_records_there_is_no_plot(cli):
    Path("bad.json").write_bytes(dumps(record(["D8-D1"])))
    ran = cli("stats", "bad.json", "--plot", "p.svg")
    assert ran.code == 1
    assert "nothing to plot" in ran.err
    assert not Path("p.svg").exists()
    assert plot(Stats(), False, "svg") is None


def test_without_matplotlib_one_line_says_how_to_get_it(cli, folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    ran = cli("stats", "g.jsonl", "--plot", "p.svg")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "pip install 'struckle[pictures]'" in ran.err
    assert "[usage.pictures]" in ran.err
    assert cli("stats", "g.jsonl", "--histogram").code == 0
