"""`filter`: which records are selected, how they are written, and what stops it."""

import pytest

from tests.cli.support import dumps, record, sgn
from tools.files import ROOT

WIN = {"winners": ["white"], "reason": "resign"}
DRAW = {"winners": [], "reason": "agreement"}
NAMES = {"white": "Ana", "black": "Ben"}
PAIR = ["D8-C8", "Q12-Q11"]
ITEMS = {
    "win": record(PAIR, WIN, players=NAMES, tags={"Event": "Club", "Date": "2026-01-31", "Round": "2"}),
    "draw": record(PAIR[:1], DRAW, players={"white": "Ben", "black": "Ana"}, tags={"Date": "2025-12-24"}),
    "open": record([], players={"white": "Cid"}, tags={"Event": "Home", "Date": "2026", "Round": "10"}),
    "four": {
        "format": 1,
        "game": "struckle",
        "tags": {"Event": "club", "Date": "2026.02.??"},
        "players": {"TB": "Ana", "SG": "white=Ana"},
        "moves": [],
        "result": None,
    },
    "illegal": record(["D8-D1"], players={"white": "Eve"}, tags={"Name": "illegal"}),
}


@pytest.fixture
def pile(cli, tmp_path):
    """Select from all items; the names of what was selected, which has to end well."""
    lines = [dumps(item) for item in ITEMS.values()]
    (tmp_path / "pile.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))

    def select(*conditions: str) -> list[str]:
        ran = cli("filter", "pile.jsonl", *conditions)
        assert (ran.code, ran.err) == (0, ""), ran.err
        counted = cli("filter", "pile.jsonl", "--count", *conditions)
        assert (counted.code, counted.out) == (0, f"{len(ran.raw.splitlines())}\n")
        return [list(ITEMS)[lines.index(line)] for line in ran.raw.splitlines()]

    return select


@pytest.mark.parametrize(
    ("conditions", "found"),
    [
        ("", "win draw open four illegal"),
        ("--game struckle", "four"),
        ("--game castle --game struckle", "win draw open four illegal"),
        ("--game stricken", ""),
        ("--tag Event", "win open four"),
        ("--tag event=Club", "win"),
        ("--tag Event!=Club", "open four"),
        ("--tag Event~^[Cc]l", "win four"),
        ("--tag Event~(?i)CLUB", "win four"),
        ("--tag Event --tag Round", "win open"),
        ("--tag Round>2", "open"),
        ("--tag Round>=2", "win open"),
        ("--tag Round<10", "win"),
        ("--tag Event>1", ""),
        ("--tag Date>=2026-01", "win"),
        ("--tag Date<=2026-01", "win draw"),
        ("--tag Date<2026-01-31", "draw"),
        ("--tag Date>2025", "win open"),
        ("--tag Date>=2026.01.31", "win"),
        ("--tag Date=2026", "open"),
        ("--tag White=Ana", "win"),
        ("--tag TB", "four"),
        ("--tag Result=draw", "draw"),
        ("--tag Reason~.", "win draw"),
        ("--tag Game=castle", "win draw open illegal"),
        ("--player Ana", "win draw four"),
        ("--player Ana --player Ben", "win draw"),
        ("--player white=Ana", "win four"),
        ("--player WHITE=Ben", "draw"),
        ("--player ana", ""),
        ("--winner white", "win"),
        ("--winner Ana", "win"),
        ("--winner black", ""),
        ("--winner Ben --winner White", "win"),
        ("--result win", "win"),
        ("--result win:white", "win"),
        ("--result win:black", ""),
        ("--result draw", "draw"),
        ("--result *", "open four illegal"),
        ("--result draw --result win", "win draw"),
        ("--reason resign", "win"),
        ("--reason resign --reason agreement", "win draw"),
        ("--plies 1", "draw illegal"),
        ("--plies 1-", "win draw illegal"),
        ("--plies -1", "draw open four illegal"),
        ("--plies 0-1 --plies 2", "win draw open four illegal"),
        ("--plies 3-", ""),
        ("--valid", "win draw open four"),
        ("--invalid", "illegal"),
        ("--invalid --not", "win draw open four"),
        ("--player Ana --result win", "win"),
        ("--player Ana --result win --not", "draw open four illegal"),
        ("--head 2", "win draw"),
        ("--tag Event --head 2", "win open"),
        ("--head 99", "win draw open four illegal"),
    ],
)
def test_each_condition_selects(pile, conditions, found):
    assert pile(*conditions.split()) == found.split()


@pytest.mark.parametrize(
    "conditions",
    [
        ("--game", "chess"),
        ("--tag", "=x"),
        ("--tag", "a b=c"),
        ("--tag", "Event~("),
        ("--tag", "Event~*"),
        ("--tag", "Round>many"),
        ("--tag", "Date>=2026-1"),
        ("--plies", "many"),
        ("--plies", "-"),
        ("--plies", ""),
        ("--plies", "40-10"),
        ("--plies", "٣"),
        ("--result", "white"),
        ("--result", "win:"),
        ("--result", "*x"),
        ("--head", "0"),
        ("--count", "-o", "out.sgn"),
    ],
)
def test_a_condition_that_means_nothing_is_2(cli, tmp_path, conditions):
    (tmp_path / "a.sgn").write_bytes(sgn())
    ran = cli("filter", "a.sgn", *conditions)
    assert (ran.code, ran.raw) == (2, b"")
    assert ran.err.strip()
    assert [item.name for item in tmp_path.iterdir()] == ["a.sgn"]


def test_a_shared_win_counts_for_each_winner(cli):
    file = ROOT / "replays/struggle/short-track.sgn"
    for winner, count in (("p1", "1\n"), ("p3", "1\n"), ("p2", "0\n")):
        assert cli("filter", file, "--winner", winner, "--count").out == count
    assert cli("filter", file, "--result", "win:p1,p3", "--count").out == "1\n"
    assert cli("filter", file, "--result", "win:p1", "--count").out == "0\n"


def test_tags_of_the_text_form_can_be_asked_in_every_encoding(cli, tmp_path):
    (tmp_path / "a.json").write_bytes(dumps(record([], setup={"men": 16})))
    assert cli("filter", "a.json", "--tag", "men=16", "--count").out == "1\n"
    assert cli("filter", "a.json", "--tag", "first", "--count").out == "0\n"  # what is left out is not there


HOSTILE = "a\x1b[31m\x07\x9b2J\u202e\rb"


def test_hostile_names_can_be_asked_for(cli, tmp_path):
    item = record([], players={"white": HOSTILE}, tags={"Event": HOSTILE})
    (tmp_path / "a.jsonl").write_bytes(dumps(item) + b"\n")
    assert cli("filter", "a.jsonl", "--player", HOSTILE, "--count").out == "1\n"
    assert cli("filter", "a.jsonl", "--tag", f"Event={HOSTILE}", "--count").out == "1\n"
    assert cli("filter", "a.jsonl", "--tag", "Event~b$", "--count").out == "1\n"
