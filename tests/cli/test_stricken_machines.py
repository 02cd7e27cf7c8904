"""Stricken on two machines: each side deals for itself, the record goes to and fro, secrets stay at home."""

import json
import random
import re
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.stricken_support import COMMITMENT, SEATS, committed, open_game, slow_commitment
from tests.cli.struggle_support import open_game as struggle_game
from tests.cli.struggle_support import put
from tests.cli.support import Ran, leftovers, unpacked
from tests.games.stricken.setups import CLOSE, DEFAULT, WHITE_BEADS

Cli = Callable[..., Ran]
ORDER = "F2[1b1-1a1]"
POINTS = {seat: [{"point": shell["point"]} for shell in CLOSE["shells"][seat]] for seat in SEATS}
SOON = ("--shells", json.dumps(POINTS), "--claim-at", 6, "--claim-lead", 1)
"""Right at each other, so that the game ends soon."""


class Machine:
    """A folder in which one side plays; all that it holds is what has been sent to it, or made there."""

    def __init__(self, cli: Cli, seat: str, name: str) -> None:
        self.cli, self.seat = cli, seat
        self.folder = Path(f"at-{seat}")
        self.folder.mkdir()
        self.record = self.folder / name
        self.secrets = self.folder / f"{name}.{seat}.secrets"

    @property
    def keys(self) -> list[dict[str, str]]:
        found: list[dict[str, str]] = json.loads(self.secrets.read_bytes())
        return found

    @property
    def own(self) -> tuple[object, ...]:
        return ("--secrets", self.secrets)

    def send(self, other: "Machine") -> None:
        """Send the record, and nothing else."""
        shutil.copyfile(self.record, other.record)

    def say(self, name: str, *words: object, code: int = 0) -> str:
        """What a command about the record says; it has to end with `code`."""
        ran = self.cli(name, self.record, *words)
        assert ran.code == code, (words, ran.out, ran.err)
        assert not ran.err or code
        out: str = ran.out if code == 0 else ran.out + ran.err
        return out

    def move(self, *tokens: str) -> str:
        return self.say("move", *tokens, *self.own)

    def content(self) -> dict[str, Any]:
        ran = self.cli("convert", self.record, "-", "--to", "json")
        assert ran.code == 0
        item: dict[str, Any] = ran.json
        return item

    def bytes(self) -> bytes:
        """All bytes in the folder, with those that are packed."""
        return b"\n".join(unpacked(path) for path in sorted(self.folder.iterdir()))


def holds_nothing_of(raw: bytes, keys: list[dict[str, str]]) -> bool:
    """Whether bytes hold neither values nor nonces of openings."""
    return not any(
        text in raw
        for key in keys
        for text in (key["value"].encode(), key["nonce"].encode(), bytes.fromhex(key["nonce"]))
    )


def begin(cli: Cli, *options: object, name: str = "g.sgn", first: str = "white") -> list[Machine]:
    """White's and Black's machine with a record in which both have dealt."""
    machines = {seat: Machine(cli, seat, name) for seat in SEATS}
    second = next(seat for seat in SEATS if seat != first)
    one, two = machines[first], machines[second]
    assert cli("new", "stricken", "--as", first, "-o", one.record, *options).code == 0
    one.send(two)
    assert cli("new", "stricken", "--join", two.record, "--as", second).code == 0
    two.send(one)
    return [machines["white"], machines["black"]]


# Joining.


def test_each_side_deals_for_itself_and_commits_to_it(cli: Cli, tmp_path: Path) -> None:
    white, black = Machine(cli, "white", "g.sgn"), Machine(cli, "black", "g.sgn")
    ran = cli("new", "stricken", "--as", "white", "-o", white.record, "--white", "Ana", "--tag", "Event=Post")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "at-white/g.sgn: a new game of Stricken",
        "at-white/g.sgn.white.secrets: the secrets of white",
        "to join it: struckle new stricken --join at-white/g.sgn --as black",
    ]
    white.send(black)
    ran = cli("new", "stricken", "--join", black.record, "--as", "Black", "--black", "Ben")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "at-black/g.sgn: black has joined",
        "at-black/g.sgn.black.secrets: the secrets of black",
    ]
    item = black.content()
    assert (item["players"], item["tags"]) == ({"white": "Ana", "black": "Ben"}, {"Event": "Post"})
    assert (item["moves"], item["result"], item["setup"]["deal"]) == ([], None, "rebuilt")
    assert {seat: [shell["point"] for shell in item["setup"]["shells"][seat]] for seat in SEATS} == {
        seat: [shell["point"] for shell in DEFAULT["shells"][seat]] for seat in SEATS
    }
    for machine in (white, black):
        (key,) = machine.keys
        assert (key["seat"], key["what"]) == (machine.seat, "beads")
        assert item["setup"]["beads"][machine.seat] == slow_commitment(item["id"], key)
        beads = key["value"].split(",")
        assert len({*beads}) == 12
        assert all(re.fullmatch("(?=.)I?W?P?S?", bead) for bead in beads)
        assert stat.S_IMODE(machine.secrets.stat().st_mode) == 0o600
        assert holds_nothing_of(unpacked(black.record), [key])
        assert leftovers(machine.folder) == []
    assert sorted(path.name for path in black.folder.iterdir()) == ["g.sgn", "g.sgn.black.secrets"]
    assert sorted(path.name for path in white.folder.iterdir()) == ["g.sgn", "g.sgn.white.secrets"]
    assert "pending: white beads, black beads" in black.say("validate")


@pytest.mark.parametrize("first", SEATS)
@pytest.mark.parametrize("name", ["g.sgn", "g.json", "g.msgpack.gz"])
def test_either_side_may_begin_in_any_encoding(cli: Cli, first: Any, name: Any) -> None:
    white, black = begin(cli, "--claim-at", 7, name=name, first=first)
    assert white.content() == black.content()
    assert white.content()["setup"]["claim_at"] == 7
    assert white.content()["setup"]["beads"].keys() == {*SEATS}
    white.say("validate")
    assert white.keys[0]["value"] != black.keys[0]["value"]


def test_nothing_can_be_foreseen_of_a_deal(cli: Cli) -> None:
    found = set()
    for number in range(4):
        ran = cli("new", "stricken", "--as", "white", "-o", f"{number}.json")
        assert ran.code == 0
        (key,) = json.loads(Path(f"{number}.json.white.secrets").read_bytes())
        item = json.loads(Path(f"{number}.json").read_bytes())
        found |= {key["value"], key["nonce"], item["id"], item["setup"]["beads"]["white"]}
    assert len(found) == 16


def test_a_record_that_only_one_side_has_joined_cannot_be_played(cli: Cli) -> None:
    white = Machine(cli, "white", "g.sgn")
    assert cli("new", "stricken", "--as", "white", "-o", white.record).code == 0
    before = white.bytes()
    for name, *words in (
        ("validate",),
        ("move", "pass"),
        ("move", "pass", *white.own),
        ("moves",),
        ("render",),
    ):
        assert "stricken.bead-missing" in white.say(str(name), *words, code=1)
        assert "black's beads" in white.say(str(name), *words, code=1)
    ran = cli("play", white.record, stdin=b"\npass\n")
    assert (ran.code, "stricken.bead-missing" in ran.err) == (1, True)
    assert white.bytes() == before


def snapshot() -> dict[str, bytes]:
    """Every file under the folder that the test runs in."""
    return {str(path): path.read_bytes() for path in Path().rglob("*") if path.is_file()}


def half(cli: Cli, name: str = "half.sgn") -> Path:
    """A record in which white alone has dealt."""
    assert cli("new", "stricken", "--as", "white", "-o", name).code == 0
    return Path(name)


@pytest.mark.parametrize("seat", SEATS)
def test_nobody_joins_twice(cli: Cli, seat: Any) -> None:
    white, black = begin(cli)
    before = snapshot()
    for machine in (white, black):
        ran = cli("new", "stricken", "--join", machine.record, "--as", seat, "--force")
        assert (ran.code, ran.out) == (2, "")
        assert f"{seat} has joined already [usage.join]" in ran.err
    assert snapshot() == before


def test_nobody_deals_for_a_side_that_has_dealt_elsewhere(cli: Cli) -> None:
    half(cli)
    before = snapshot()
    ran = cli("new", "stricken", "--join", "half.sgn", "--as", "white", "--force")
    assert (ran.code, "white has joined already" in ran.err) == (2, True)
    assert snapshot() == before


@pytest.mark.parametrize(
    "change", [{"moves": ["pass"]}, {"result": {"winners": ["white"], "reason": "resign"}}]
)
def test_nobody_joins_a_game_that_has_begun(cli: Cli, change: Any) -> None:
    half(cli, "half.json")
    put(Path("half.json"), json.loads(Path("half.json").read_bytes()) | change)
    before = snapshot()
    ran = cli("new", "stricken", "--join", "half.json", "--as", "black")
    assert (ran.code, ran.out) == (2, "")
    assert "the game has begun, so nobody can join any more" in ran.err
    assert snapshot() == before


def test_after_the_first_move_nobody_joins(cli: Cli) -> None:
    white, _ = begin(cli)
    white.move("pass")
    before = snapshot()
    ran = cli("new", "stricken", "--join", white.record, "--as", "black", "--force")
    assert (ran.code, "usage.join" in ran.err) == (2, True)
    assert snapshot() == before


def test_only_records_of_the_game_can_be_joined(cli: Cli) -> None:
    assert cli("new", "castle", "-o", "c.sgn").code == 0
    put(Path("s.json"), struggle_game(1, 2, 0))
    put(Path("open.json"), open_game(DEFAULT, 1, 0))
    half(cli)
    Path("two.sgn").write_text(2 * (Path("half.sgn").read_text() + "\n"))
    Path("junk.sgn").write_text("junk\n")
    before = snapshot()
    for words, code in (
        (("stricken", "--join", "c.sgn", "--as", "black"), 2),
        (("stricken", "--join", "s.json", "--as", "black"), 2),
        (("stricken", "--join", "open.json", "--as", "black"), 2),
        (("stricken", "--join", "two.sgn", "--as", "black"), 2),
        (("stricken", "--join", "junk.sgn", "--as", "black"), 2),
        (("stricken", "--join", "missing.sgn", "--as", "black"), 3),
        (("stricken", "--join", "half.sgn", "--as", "p1"), 2),
        (("stricken", "--join", "half.sgn"), 2),
        (("struggle", "--join", "half.sgn", "--as", "p1"), 2),
        (("castle", "--join", "half.sgn", "--as", "white"), 2),
        (("stricken", "--as", "white"), 2),
        (("stricken", "--as", "white", "-o", "-"), 2),
        (("stricken", "--as", "red", "-o", "x.sgn"), 2),
        (("stricken", "--as", "white", "-o", "half.sgn"), 2),
    ):
        ran = cli("new", *words)
        assert (ran.code, ran.out) == (code, ""), words
        assert ran.err
    assert snapshot() == before


@pytest.mark.parametrize(
    "more", [("--seed", "0"), ("--no-deal",), ("-o", "x.sgn"), ("--to", "json"), ("--tag", "A=b"),
             ("--claim-at", "3"), ("--deal", "free")]
)  # fmt: skip
def test_options_that_would_be_ignored_are_refused(cli: Cli, more: Any) -> None:
    half(cli)
    before = snapshot()
    ran = cli("new", "stricken", "--join", "half.sgn", "--as", "black", *more)
    assert (ran.code, "usage.join" in ran.err, ran.out) == (2, True, "")
    if more[0] in ("--seed", "--no-deal"):
        ran = cli("new", "stricken", "--as", "black", "-o", "y.sgn", *more)
        assert (ran.code, "usage.join" in ran.err, ran.out) == (2, True, "")
    assert snapshot() == before


def test_a_secrets_file_that_is_there_is_not_overwritten(cli: Cli) -> None:
    half(cli)
    Path("half.sgn.black.secrets").write_text("precious")
    before = snapshot()
    ran = cli("new", "stricken", "--join", "half.sgn", "--as", "black")
    assert (ran.code, "usage.exists" in ran.err) == (2, True)
    assert snapshot() == before
    assert cli("new", "stricken", "--join", "half.sgn", "--as", "black", "--secrets", "keys").code == 0
    assert Path("half.sgn.black.secrets").read_text() == "precious"
    assert len(json.loads(Path("keys/half.sgn.black.secrets").read_bytes())) == 1


def test_beads_in_the_open_are_not_dealt_and_a_side_may_deal_against_them(cli: Cli) -> None:
    shells = {"white": [{"point": point["point"]} for point in DEFAULT["shells"]["white"]],
              "black": DEFAULT["shells"]["black"]}  # fmt: skip
    ran = cli("new", "stricken", "--as", "white", "-o", "g.sgn", "--shells", json.dumps(shells))
    assert ran.code == 0
    assert cli("validate", "g.sgn").code == 0
    ran = cli("new", "stricken", "--as", "black", "-o", "h.sgn", "--shells", json.dumps(shells))
    assert (ran.code, "black has nothing to deal" in ran.err) == (2, True)
    assert not Path("h.sgn").exists()


# Moves.


def test_a_sealed_order_stands_in_the_own_file_and_its_commitment_in_the_record(cli: Cli) -> None:
    white, black = begin(cli)
    before = white.keys
    said = white.move(ORDER)
    assert ORDER not in said
    assert "black to move" in said
    item = white.content()
    assert [key["what"] for key in white.keys] == ["beads", "order:1"]
    assert white.keys[:1] == before
    opening = white.keys[1]
    assert opening["value"] == ORDER
    assert item["moves"] == [f"F[{slow_commitment(item['id'], opening)}]"]
    assert stat.S_IMODE(white.secrets.stat().st_mode) == 0o600
    assert leftovers(white.folder) == []
    white.send(black)
    black.move("F3[5b1-5a1]")
    assert [(key["seat"], key["what"], key["value"]) for key in black.keys[1:]] == [
        ("black", "order:1", "F3[5b1-5a1]")
    ]
    assert COMMITMENT.search(black.content()["moves"][1])
    assert holds_nothing_of(white.bytes(), black.keys)
    assert holds_nothing_of(black.bytes(), white.keys)
    pending = "pending: white beads, black beads, white order:1, black order:1"
    assert f"consistent with what is visible; {pending}" in black.say("validate")


def test_several_moves_at_once_seal_what_is_the_own_side_s(cli: Cli) -> None:
    white, black = begin(cli)
    before = snapshot()
    ran = cli("move", white.record, ORDER, "F2[5b1-5a1]", *white.own)
    assert (ran.code, "the secrets file of black" in ran.err) == (2, True)
    assert snapshot() == before
    white.move(ORDER, "pass", "F2[1c1-2c1]")
    assert [key["what"] for key in white.keys] == ["beads", "order:1", "order:2"]
    tokens = white.content()["moves"]
    assert [token[:3] for token in tokens] == ["F[#", "pas", "F[#"]
    assert tokens[0] != tokens[2]
    assert holds_nothing_of(unpacked(white.record), white.keys)
    assert black.keys[0]["what"] == "beads"


def test_an_order_without_the_own_secrets_file_is_refused(cli: Cli, tmp_path: Path) -> None:
    white, black = begin(cli)
    others = Path("others")
    put(others, [key | {"seat": "black"} for key in white.keys])
    Path("none").write_text("[]")
    before = snapshot()
    for words, code, what in (
        ((), 2, "needs the secrets file of white (--secrets FILE)"),
        (("--secrets", black.secrets), 2, "needs the secrets file of white"),
        (("--secrets", "none"), 2, "needs the secrets file of white"),
        (("--secrets", others), 1, "commit.false"),
        (("--secrets", "missing"), 3, "missing"),
        (("--secrets", white.record), 1, "secrets.form"),
        (("--secrets", white.folder), 3, "at-white"),
    ):
        ran = cli("move", white.record, ORDER, *words)
        assert (ran.code, ran.out) == (code, ""), words
        assert what in ran.err, words
        assert holds_nothing_of(ran.err.encode(), white.keys + black.keys)
    assert snapshot() == before


def test_the_secrets_of_another_game_are_refused_and_not_repeated(cli: Cli) -> None:
    white, _ = begin(cli)
    assert cli("new", "stricken", "--as", "white", "-o", "other.sgn").code == 0
    foreign = Path("other.sgn.white.secrets")
    (key,) = json.loads(foreign.read_bytes())
    before = snapshot()
    for name, *words in (
        ("move", "pass"), ("move", ORDER), ("moves", "--as", "white"), ("show", "--as", "white"),
        ("render", "--as", "white"), ("show",),
    ):  # fmt: skip
        ran = cli(name, white.record, *words, "--secrets", foreign)
        assert ran.code == 1, name
        assert "commit.false" in ran.out + ran.err
        assert holds_nothing_of((ran.out + ran.err).encode(), [key])
    ran = cli("reveal", white.record, foreign)
    assert (ran.code, ran.out, "white beads" in ran.err) == (1, "", True)
    assert snapshot() == before


def test_what_the_own_bead_does_not_hold_is_refused_before_it_is_committed_to(cli: Cli) -> None:
    """Without the file nobody could know, and the lie would come to light at the end."""
    white, _ = begin(cli)
    beads = white.keys[0]["value"].split(",")
    shell = next(index for index, bead in enumerate(beads) if "I" not in bead)
    point = DEFAULT["shells"]["white"][shell]["point"]
    before = snapshot()
    for token in (f"{point}:I", f"F2[{point}:I]", f"F3[{point}:I]"):
        ran = cli("move", white.record, token, *white.own)
        assert (ran.code, ran.out) == (1, "")
        assert "stricken.no-ability" in ran.err
        assert f"has the bead {beads[shell]}" in ran.err
    assert snapshot() == before
    assert cli("move", white.record, f"{point}:I").code == 0


def test_an_illegal_token_among_several_changes_neither_record_nor_secrets(cli: Cli) -> None:
    white, _ = begin(cli)
    before = snapshot()
    ran = cli("move", white.record, ORDER, "pass", "1a1-1a2", *white.own)
    assert (ran.code, "ply 3" in ran.err) == (1, True)
    assert snapshot() == before


def test_an_own_order_is_known_on_its_due_turn_and_to_nobody_else(cli: Cli) -> None:
    white, black = begin(cli)
    white.move(ORDER, "pass", "1c1-2c1", "pass")
    white.send(black)
    listing = json.loads(white.say("moves", "--json", "--as", "white", *white.own))
    assert listing == {"ply": 4, "to_move": "white", "moves": ["=1b1-1a1"], "complete": True}
    seen = json.loads(black.say("moves", "--json", "--as", "black", *black.own))
    assert seen["complete"] is False
    assert {"=1b1-1a1", "=1c1-1c2", "pass"} & {*seen["moves"]} == {"=1b1-1a1", "pass"}
    assert "1b1 to" not in black.say("show", "--as", "black", *black.own)
    for token, code in (
        ("pass", "stricken.due-turn"),
        ("=void", "stricken.foretold"),
        ("=1a2-1a1", "foretold"),
    ):
        assert code in white.say("move", token, *white.own, code=1)
    white.move("=1b1-1a1")


@pytest.mark.parametrize("seed", range(3))
def test_what_a_side_is_listed_is_just_what_it_can_do(cli: Cli, seed: Any) -> None:
    """With the own file the list is complete, and that of the game in the open."""
    item = open_game(DEFAULT, seed, 10 + seed)
    closed, keys = committed(item)
    put(Path("g.json"), closed)
    put(Path("open.json"), item)
    mover = SEATS[len(item["moves"]) % 2]
    for seat in SEATS:
        put(Path(f"{seat}.secrets"), [key for key in keys if key["seat"] == seat])
    full = cli("moves", "open.json", "--json").json
    own = cli("moves", "g.json", "--json", "--as", mover, "--secrets", f"{mover}.secrets").json
    assert own == full
    assert own["complete"] is True
    other = next(seat for seat in SEATS if seat != mover)
    for words in ((), ("--as", mover), ("--as", other, "--secrets", f"{other}.secrets"),
                  ("--as", mover, "--secrets", f"{other}.secrets")):  # fmt: skip
        listed = cli("moves", "g.json", "--json", *words).json
        assert {*full["moves"]} <= {*listed["moves"]}
        assert listed["complete"] is False


def test_each_side_sees_its_own_beads_and_orders(cli: Cli) -> None:
    white, black = begin(cli)
    white.move(ORDER)
    white.send(black)
    black.move("F3[5b1-5a1]")
    black.send(white)
    for machine, other in ((white, black), (black, white)):
        shown = machine.say("render", "--as", machine.seat, *machine.own, "--width", 100)
        beads = machine.keys[0]["value"].lower().split(",")
        assert beads_in(shown, machine.seat) == beads
        assert beads_in(shown, other.seat) == 12 * ["?"]
        assert f"{other.seat}: order of turn 1, due on turn 3 or 4: hidden" in shown
        assert f"{machine.seat}: order of turn 1, due on turn" in shown
        assert f"{machine.seat}'s shell 1 to Drift to" in shown
        told = machine.say("show", "--as", machine.seat, *machine.own)
        assert machine.keys[1]["value"] in told
        assert other.keys[1]["value"] not in told
        hidden = [f"hidden: {other.seat} beads", f"hidden: {other.seat} order:1"]
        assert [line for line in told.splitlines() if line.startswith("hidden: ")] == hidden
        blind = machine.say("render", "--width", 100)
        assert beads_in(blind, "white") == beads_in(blind, "black") == 12 * ["?"]
        assert blind.count(": hidden") == 2


def beads_in(text: str, seat: str) -> list[str]:
    """The beads of a side as the table of a picture at 100 columns has them."""
    found = dict(re.findall(rf"\b({seat[0]}\d+) +\S+ +\S+ +\d+ +([IWPSiwps?]+)", text))
    return [found[f"{seat[0]}{number}"] for number in range(1, 13)]


def test_an_order_that_is_taken_back_and_another_one(cli: Cli) -> None:
    """The older opening of the same turn stays in the file: it may be of another copy; it does no harm."""
    white, black = begin(cli)
    white.move(ORDER)
    first = white.keys[1]
    white.say("undo")
    white.move("F3[1c1-2c1]")
    assert [key["value"] for key in white.keys[1:]] == [ORDER, "F3[1c1-2c1]"]
    assert first["nonce"] != white.keys[2]["nonce"]
    white.say("undo")
    white.move("pass")
    assert len(white.keys) == 3
    for name in ("show", "render", "moves"):
        white.say(name, "--as", "white", *white.own)
    white.send(black)
    black.move("pass")
    ran = cli("reveal", black.record, white.secrets, black.secrets)
    assert ran.code == 0
    assert "left out" in ran.err
    assert "white order:1" in ran.err
    assert holds_nothing_of(ran.err.encode(), white.keys)
    assert black.say("validate", "--strict")
    assert [key["what"] for key in black.content()["reveals"]] == ["beads", "beads"]


def test_an_order_that_is_sealed_again_and_again_is_proved_by_its_last_opening(cli: Cli) -> None:
    white, black = begin(cli)
    for token in (ORDER, "F2[1c1-2c1]", ORDER):
        white.move(token)
        white.say("undo")
    white.move(ORDER)
    ran = cli("reveal", white.record, white.secrets, black.secrets)
    assert ran.code == 0
    assert ran.err.count("white order:1") == 1
    assert holds_nothing_of(ran.err.encode(), white.keys)
    assert white.content()["reveals"][1] == white.keys[-1]
    white.say("validate", "--strict")


# Whole games.


@pytest.mark.parametrize(("name", "seed"), [("g.sgn", 1), ("g.json", 2), ("g.msgpack.zst", 3)])
def test_a_whole_game_by_post_that_both_sides_can_prove(
    cli: Cli, tmp_path: Path, name: Any, seed: Any
) -> None:
    white, black = begin(cli, *SOON, name=name)
    chance, machine, other = random.Random(seed), white, black
    while machine.content()["result"] is None:
        listing = json.loads(machine.say("moves", "--json", "--as", machine.seat, *machine.own))
        assert (listing["to_move"], listing["complete"]) == (machine.seat, True)
        orders = [token for token in listing["moves"] if token[0] == "F"]
        attacks = [token for token in listing["moves"] if re.match("...[x:]", token)]
        kinds = [kind for kind in (orders, attacks) if kind and chance.random() < 0.5]
        token = chance.choice(kinds[0] if kinds else listing["moves"])
        if "claim" in listing["moves"]:
            token = "claim"
        known = len(machine.keys)
        machine.move(token)
        assert len(machine.keys) == known + (token[0] == "F")
        assert holds_nothing_of(machine.bytes(), other.keys)
        assert holds_nothing_of(unpacked(machine.record), machine.keys)
        assert (token in machine.content()["moves"][-1]) == (token[0] != "F")
        machine.send(other)
        assert other.content() == machine.content()
        machine, other = other, machine
    item = machine.content()
    assert item["result"]["reason"] in ("claim", "elimination")
    assert sum(token[0] == "F" for token in item["moves"]) >= 2
    # The openings are exchanged, and one command proves the game.
    names = [*(key["what"] for key in white.keys), *(key["what"] for key in black.keys)]
    ran = cli("reveal", machine.record, white.secrets, black.secrets)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("nothing is hidden any more\n")
    assert len(machine.content()["reveals"]) == len(names)
    machine.say("validate", "--strict")
    claims = json.loads(machine.say("verify", "--json"))["results"][0]["claims"]
    assert {claim["verdict"] for claim in claims} == {True}
    assert len([claim for claim in claims if claim["claim"].startswith("commitment of ")]) == len(names)
    # In the open it is the same game.
    assert cli("reveal", machine.record, "--open", white.secrets, black.secrets, "-o", "open.json").code == 0
    opened = json.loads(Path("open.json").read_bytes())
    assert opened.keys() >= {"id", "setup", "moves", "result"}
    assert "reveals" not in opened
    assert cli("validate", "--strict", "open.json").code == 0
    assert opened["result"] == item["result"]
    # Afterwards each side may give away what is its own, or nothing.
    for viewer in ("white", "black", "public"):
        shown = cli("redact", machine.record, "--for", viewer, "--to", "json").raw
        for owner in (white, black):
            assert holds_nothing_of(shown, owner.keys) == (owner.seat != viewer)


def test_each_may_play_at_their_own_machine(cli: Cli) -> None:
    """`play` asks for one's own move, and knows nothing of the other side's secrets."""
    white, black = begin(cli)
    for machine, other, line in (
        (white, black, ORDER), (black, white, "F3[5b1-5a1]"), (white, black, "pass"), (black, white, "pass"),
        (white, black, "=1b1-1a1"),
    ):  # fmt: skip
        ran = cli("play", machine.record, stdin=f"\nsecrets\n{line}\nq\n".encode())
        assert (ran.code, ran.err) == (0, "")
        assert f"beads: {machine.keys[0]['value']}" in ran.out
        assert holds_nothing_of(ran.raw, other.keys)
        assert sorted(path.name for path in machine.folder.iterdir()) == [
            "g.sgn", machine.secrets.name,
        ]  # fmt: skip
        assert holds_nothing_of(machine.bytes(), other.keys)
        assert holds_nothing_of(machine.record.read_bytes(), machine.keys)
        machine.send(other)
    assert len(black.content()["moves"]) == 5
    assert cli("reveal", black.record, white.secrets, black.secrets).code == 0
    black.say("validate", "--strict")


def finished(cli: Cli) -> tuple[Machine, Machine]:
    """A short game that white has resigned, with an order of each side."""
    white, black = begin(cli)
    white.move(ORDER, "pass")
    white.send(black)
    black.record.write_bytes(white.record.read_bytes())
    black.say("move", "1c1-2c1")
    black.move("F3[5b1-5a1]")
    black.say("move", "=1b1-1a1", "pass", "pass")
    black.say("result", "win:black", "--reason", "resign")
    black.send(white)
    return white, black


def test_one_side_opens_after_the_other(cli: Cli) -> None:
    white, black = finished(cli)
    assert "still hidden: black beads, black order:2" in white.say("reveal", white.secrets)
    assert black.say("validate")
    white.send(black)
    assert "nothing is hidden any more" in black.say("reveal", black.secrets)
    black.say("validate", "--strict")
    black.say("verify")


@pytest.mark.parametrize("part", ["seat", "what", "nonce", "value"])
@pytest.mark.parametrize("index", [0, 1])
def test_a_tampered_secrets_file_is_refuted_and_the_record_left_alone(
    cli: Cli, part: Any, index: Any
) -> None:
    white, black = finished(cli)
    keys = black.keys
    changed = {
        "seat": "white", "what": "order:9", "nonce": keys[index]["nonce"][::-1],
        "value": keys[index]["value"].replace("5b1-5a1", "5b1-4b1") if index else ",".join(WHITE_BEADS),
    }  # fmt: skip
    keys[index] |= {part: changed[part]}
    put(Path("lie"), keys)
    before = snapshot()
    for words in ((), ("--open",), ("-o", "x.sgn"), ("--open", "-o", "-")):
        ran = cli("reveal", black.record, white.secrets, "lie", *words)
        assert (ran.code, ran.out) == (1, ""), words
        assert re.search(r"commit\.(false|nothing|twice)", ran.err)
        assert holds_nothing_of(ran.err.encode(), keys[index : index + 1])
    assert snapshot() == before


def test_a_tampered_record_is_refused_by_whoever_holds_the_secrets(cli: Cli) -> None:
    """The other side cannot exchange a commitment, nor the id, without being found out at once."""
    white, black = begin(cli, name="g.json")
    white.move(ORDER, "pass")
    item = white.content()
    for change in (
        {"id": item["id"][::-1]},
        {"moves": ["F[" + black.content()["setup"]["beads"]["black"] + "]", "pass"]},
        {"setup": item["setup"] | {"beads": item["setup"]["beads"] | {"white": "#" + 64 * "0"}}},
    ):
        put(white.record, item | change)
        before = snapshot()
        for name, *words in (("move", "pass"), ("moves", "--as", "white"), ("show", "--as", "white")):
            assert "commit.false" in white.say(name, *words, *white.own, code=1)
        assert snapshot() == before
    put(white.record, item)
    white.move("pass")


def test_whoever_cheats_without_the_own_file_is_refuted_at_the_end(cli: Cli) -> None:
    white, black = begin(cli)
    beads = black.keys[0]["value"].split(",")
    shell = next(index for index, bead in enumerate(beads) if "W" not in bead)
    token = f"{DEFAULT['shells']['black'][shell]['point']}:W"
    white.move("pass")
    white.send(black)
    black.say("move", token)
    black.send(white)
    white.say("validate")
    ran = cli("reveal", white.record, white.secrets, black.secrets)
    assert ran.code == 1
    assert "stricken.no-ability: game 1, ply 2" in ran.err
    assert "stricken.no-ability" in white.say("validate", code=1)
    assert f"ply 2 ({token})" in white.say("verify", code=1)


def test_the_board_and_the_list_agree_with_a_game_in_the_open(cli: Cli) -> None:
    """A random game in the open, sent to and fro as its commitments allow, ends as it does there."""
    item = open_game(CLOSE, 5)
    closed, keys = committed(item)
    put(Path("g.json"), closed | {"moves": [], "result": None})
    for seat in SEATS:
        put(Path(seat), [key for key in keys if key["seat"] == seat and key["what"] == "beads"])
    for ply, token in enumerate(item["moves"]):
        ran = cli("move", "g.json", token, "--secrets", SEATS[ply % 2])
        assert (ran.code, ran.err) == (0, "")
    made = json.loads(Path("g.json").read_bytes())
    assert made["result"] == item["result"]
    assert [token[:2] == "F[" for token in made["moves"]] == [token[0] == "F" for token in item["moves"]]
    assert cli("reveal", "g.json", *SEATS, "--open").code == 0
    assert json.loads(Path("g.json").read_bytes()) == item | {"id": made["id"]}
