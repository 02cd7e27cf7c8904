"""Sites: names of pages that can never be mistaken, and rows that agree with what `stats` counts."""

import gzip
import os
import random
import unicodedata
from collections import Counter
from urllib.parse import unquote

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import example, given, settings

from struckle_cli.core.errors import UsageError
from struckle_cli.services import site as sites
from struckle_cli.services.site import Site, site_of
from struckle_cli.services.sitefolder import check_apart
from struckle_cli.services.sitenames import INDEX, filed, link, page_names, part_name, way_up
from struckle_cli.services.stats import stats
from tests.cli.hidden_support import half
from tests.cli.support import dumps, encoded, record, sgn
from tools.files import ROOT

# Names.


def names(*files: str) -> list[str]:
    return page_names([filed(f"in/{file}", "in") for file in files])


@pytest.mark.parametrize(
    ("files", "pages"),
    [
        (["castle/quick-win.sgn"], ["castle/quick-win.html"]),
        (["a.jsonl.zst", "b.json.gz", "c.msgpack"], ["a.html", "b.html", "c.html"]),
        (["a.sgn", "a.json", "b.sgn"], ["a.sgn.html", "a.json.html", "b.html"]),
        (["a.sgn", "a.sgn.gz"], ["a.sgn.html", "a.sgn.gz.html"]),
        (["x/a.sgn", "y/a.sgn"], ["x/a.html", "y/a.html"]),
        (["index.sgn", "x/index.sgn"], ["index.sgn.html", "x/index.html"]),
        (["Ana's game #1?.sgn"], ["Ana_s_game__1_.html"]),
        (["Zoë 棋.sgn"], ["Zoë_棋.html"]),
        (["a.html/b.sgn", "a.sgn"], ["a.html_/b.html", "a.html"]),
        (["con.sgn", "-rf.sgn", "x/Aux.json"], ["_con.html", "_-rf.html", "x/_Aux.html"]),
        (["unknown.suffix"], ["unknown.suffix.html"]),
    ],
)
def test_a_page_is_called_like_its_file(files, pages):
    assert names(*files) == pages


def test_names_that_differ_in_letter_case_alone_are_told_apart():
    """On some disks they would be one file."""
    made = names("Ana.sgn", "ana.sgn", "ANA.json", "Zoë.sgn", unicodedata.normalize("NFD", "Zoë.json"))
    assert len({name.casefold() for name in made}) == 5
    assert made[2] == "ANA.json.html"


def test_bytes_that_are_no_utf8_have_names_too():
    made = names(os.fsdecode(b"a\xff.sgn"), os.fsdecode(b"a\xfe.sgn"))
    assert len(set(made)) == 2
    assert all(name.isascii() and name.startswith("a_") for name in made)


def test_long_names_are_cut_and_stay_different():
    made = names(*(f"{250 * 'x'}{n}.sgn" for n in range(3)), f"{80 * '棋'}.sgn")
    assert len(set(made)) == 4
    assert all(len(name.encode()) <= 130 for name in made)


def test_standard_input_and_a_file_that_is_named_twice_have_pages():
    assert page_names([filed("-", None)]) == ["standard-input.html"]
    twice = page_names([filed("x/a.sgn", None), filed("x/a.sgn", None)])
    assert len(set(twice)) == 2


HOSTILE = st.text(
    st.sampled_from("aA.-_ #?%&<>\"'\\:~é́É棋ﬁ\u202e\x01\n")
    | st.characters(codec="utf-8", exclude_characters="/\0"),
    min_size=1,
    max_size=12,
).filter(lambda text: text.strip(".") != "")
PATHS = st.lists(
    st.builds(
        lambda parts, suffix: "/".join(parts) + suffix,
        st.lists(HOSTILE, min_size=1, max_size=3),
        st.sampled_from([".sgn", ".json", ".jsonl.zst", ".sgn.gz"]),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=40)
@given(PATHS)
@example(["a~2.sgn", "a.jsonl", "a.sgn~2.sgn", "a.sgn.sgn", "a.sgn"])
@example(["a.html.sgn", "a.html/b.sgn", "A.HTML/B.sgn", "index.sgn", "Index.json", "INDEX.html.sgn"])
def test_no_two_pages_can_be_mistaken_and_all_are_safe(paths):
    made = names(*paths)
    whole = [*made, INDEX, *(part_name(name, part) for name in made for part in (2, 3))]
    folded = {unicodedata.normalize("NFKC", name).casefold() for name in whole}
    assert len(folded) == len(whole)
    folders = {
        "/".join(name.split("/")[:depth]).casefold()
        for name in made
        for depth in range(1, name.count("/") + 1)
    }
    assert not folders & {name.casefold() for name in whole}
    for name in made:
        assert name.endswith(".html")
        for part in name.split("/"):
            assert part.strip(".") == part
            assert part
            assert len(part.encode()) < 200
            assert not any(char in part for char in " #?%&<>\"'\\:*|\n")
            assert part.isprintable()
        assert unquote(link(name)) == name
        assert link(name) == name or not name.isascii()


@settings(max_examples=15)
@given(PATHS, st.randoms(use_true_random=False))
def test_the_order_of_files_names_no_page(paths, shuffler: random.Random):
    paths = list(dict.fromkeys(paths))
    other = paths[:]
    shuffler.shuffle(other)
    assert dict(zip(paths, names(*paths), strict=True)) == dict(zip(other, names(*other), strict=True))


def test_a_page_finds_its_index():
    assert way_up("a.html") == "index.html"
    assert way_up("x/y/a.html") == "../../index.html"


# Rows.


def filled(site: Site) -> Site:
    for place in site.places:
        for _, games in site.pages_of(place):
            for _ in games:
                pass
    return site


def test_rows_agree_with_what_stats_counts():
    """Every record of the repository is a row, and the rows of a game come to its statistics."""
    path = str(ROOT / "replays")
    site, found = filled(site_of([path])), stats([path])
    assert len(site.rows) == found.records == site.seen.records
    assert site.invalid == found.invalid == 0
    assert site.pages == len({row.page for row in site.rows}) == len(site.places)
    for name, counted in found.games.items():
        rows = [row for row in site.rows if row.game == name]
        wins = Counter(seat for row in rows for seat in row.winners or ())
        assert wins == counted.ends.wins
        assert Counter(row.plies for row in rows) == counted.lengths.counts
        assert Counter(row.reason for row in rows if row.winners is not None) == counted.reasons
        assert sum(row.winners is None for row in rows) == counted.ends.unfinished
        assert sum(row.winners == () for row in rows) == counted.ends.drawn
        assert sum(len(row.winners or ()) > 1 for row in rows) == counted.ends.shared


def test_what_a_row_says(tmp_path):
    tags = {"DATE": "2026-11-30", "event": "Club", "Other": "x"}
    ended = record(["D8-C8"], {"winners": ["black"], "reason": "resign"}, players={"black": "Ben"}, tags=tags)
    lines = [ended, {"no": "record"}, record(["D8-C8", "D8-D1"], {"winners": [], "reason": "agreement"})]
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "two.jsonl").write_bytes(b"\n".join(map(dumps, lines)))
    site = filled(site_of([str(tmp_path)]))
    first, second = site.rows
    assert (first.page, first.place, first.file, first.record) == ("x/two.html", 1, "x/two.jsonl", 1)
    assert (first.game, first.title, first.plies, first.valid) == ("castle", "Castle", 1, True)
    assert first.players == (("white", ""), ("black", "Ben"))
    assert (first.winners, first.reason, first.date, first.event) == (
        ("black",),
        "resign",
        "2026-11-30",
        "Club",
    )
    assert (second.place, second.valid, second.plies, second.winners) == (2, False, 1, ())
    assert second.fault is not None
    assert second.fault.ply == 2
    assert site.seen.foreign == 1
    assert site.exit_code() == 1


def test_a_row_is_small_whatever_its_record_holds(tmp_path):
    """What records choose freely is cut: the rows of all are kept."""
    long = 100_000 * "x"
    odd = record(
        [long],
        {"winners": 50 * [long], "reason": long},
        players={"white": long},
        tags={"Date": long, "Event": long},
    )
    odd["game"] = "castle"
    (tmp_path / "a.json").write_bytes(dumps(odd))
    (tmp_path / "b.json").write_bytes(
        dumps(odd | {"game": long, "players": {f"{n}{long}": long for n in range(50)}})
    )
    site = filled(site_of([str(tmp_path)]))
    assert [row.valid for row in site.rows] == [False, False]
    assert all(len(msgspec.json.encode(row)) < 8_000 for row in site.rows)


def test_a_large_file_has_several_pages(tmp_path, monkeypatch):
    monkeypatch.setattr(sites, "MOST_GAMES", 2)
    (tmp_path / "a.jsonl").write_bytes(b"\n".join(dumps(record()) for _ in range(5)))
    rows = filled(site_of([str(tmp_path)])).rows
    places = [(row.page, row.place, row.record) for row in rows]
    assert places == [
        ("a.html", 1, 1), ("a.html", 2, 2), ("a~2.html", 1, 3), ("a~2.html", 2, 4), ("a~3.html", 1, 5),
    ]  # fmt: skip


def test_what_cannot_be_read_is_told_and_what_came_before_it_kept(tmp_path):
    whole = b"".join(dumps(record()) + b"\n" for _ in range(3))
    packed = gzip.compress(whole, mtime=0) + gzip.compress(200 * whole, mtime=0)[:-40]
    (tmp_path / "broken.jsonl.gz").write_bytes(packed)
    (tmp_path / "gone.sgn").symlink_to("nowhere")
    (tmp_path / "ok.json").write_bytes(encoded(record(), ".json"))
    site = filled(site_of([str(tmp_path)]))
    assert sorted(path for path, _ in site.unreadable) == ["broken.jsonl.gz", "gone.sgn"]
    assert {row.file for row in site.rows} == {"broken.jsonl.gz", "ok.json"}
    assert site.exit_code() == 3


def test_an_empty_folder_is_nothing(tmp_path):
    assert filled(site_of([str(tmp_path)])).exit_code() == 2


def test_paths_are_told_from_the_folder_that_was_named(tmp_path, monkeypatch):
    for name in ("one/x/a.sgn", "two/a.sgn", "b.sgn"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(sgn())
    monkeypatch.chdir(tmp_path)

    def pages(*paths: str) -> list[str]:
        return [place.page for place in site_of(paths).places]

    assert (
        pages("one") == pages("one/") == pages("./one//") == [*pages(str(tmp_path / "one"))] == ["x/a.html"]
    )
    assert pages("one", "two/") == ["one/x/a.html", "two/a.html"]
    assert pages("one", "b.sgn") == ["one/x/a.html", "b.html"]
    assert pages("one/x/a.sgn") == ["a.html"]
    assert pages("*/*.sgn") == ["two/a.html"]
    assert pages("o*") == ["one/x/a.html"]
    assert len(set(pages("one/x/a.sgn", "two/a.sgn"))) == 2
    monkeypatch.chdir(tmp_path / "one" / "x")
    assert pages("..", ".") == ["x/a.html", "a.html"]


# What a seat sees.


def test_a_seat_that_a_game_does_not_have_sees_what_the_public_sees(tmp_path):
    (tmp_path / "a.json").write_bytes(dumps(half()))
    site = site_of([str(tmp_path)], seat="white")
    [shown] = [item for _, games in site.pages_of(site.places[0]) for item in games]
    assert shown.seat == "public"
    assert shown.view.closed
    assert {secret.seat for secret in shown.view.closed} == {"p1", "p2", "p3"}


def test_of_a_broken_record_nothing_is_told_to_a_seat(tmp_path):
    """Its faults would repeat what it holds."""
    broken = half()
    broken["setup"]["cards"] = {"p1": "JT9QK", "p2": "SECRET", "p3": "A"}
    (tmp_path / "a.json").write_bytes(dumps(broken))
    (tmp_path / "b.json").write_bytes(dumps(broken)[:-20] + b'SECRET"')
    site = filled(site_of([str(tmp_path)], seat="p1"))
    assert [row.valid for row in site.rows] == [False, False]
    assert b"SECRET" not in msgspec.json.encode(site.rows)
    assert b"SECRET" in msgspec.json.encode(filled(site_of([str(tmp_path)])).rows)


def test_a_site_never_lies_in_what_it_is_made_of(tmp_path):
    inner = tmp_path / "in" / "x"
    inner.mkdir(parents=True)
    link_to = tmp_path / "link"
    link_to.symlink_to(tmp_path / "in")
    for folder, paths, files in (
        (tmp_path / "in", [tmp_path / "in"], []),
        (inner, [tmp_path / "in"], []),
        (inner / "new", [link_to], []),
        (link_to / "new", [tmp_path / "in"], []),
        (tmp_path, [], [inner / "a.sgn"]),
        (link_to, [inner], [inner / "a.sgn"]),
    ):
        with pytest.raises(UsageError):
            check_apart(str(folder), [str(path) for path in paths], [str(path) for path in files])
    check_apart(str(tmp_path / "inn"), [str(tmp_path / "in")], [str(inner / "a.sgn")])
    check_apart(str(tmp_path / "out"), ["-"], ["-"])
