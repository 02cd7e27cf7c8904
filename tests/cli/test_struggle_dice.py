"""Dice that can be checked: the stream against one made by hand, a whole game, and each of its dice altered.

HMAC is written out here (RFC 2104) from a hash alone, and the stream from the text of the page.
"""

import copy
import hashlib
import json
import random
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from struckle_cli.cli.app import run
from struckle_cli.core.errors import NotationError
from struckle_cli.engine.binding import bind
from struckle_cli.games.struggle import GAME
from struckle_cli.games.struggle.dice import faces
from struckle_cli.services.edit import save
from struckle_cli.services.judging import Verdict, judge
from struckle_cli.services.loading import load
from struckle_cli.services.play import Session
from struckle_cli.services.table import FileTable
from struckle_cli.services.verify import claims_of
from tests.cli.struggle_support import (
    ID,
    SEATS,
    SEED,
    SHORT,
    committed,
    open_game,
    put,
    seeded_dice,
    slow_commitment,
)
from tests.replay.support import readings

FACES = "AKQJT9"
ROLLS = ("first", "second", "third")


def hmac_by_hand(key: bytes, text: bytes) -> bytes:
    block = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in block) + text).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in block) + inner).digest()


def stream(seed: str, identity: str, client: str, turn: int, roll: int) -> Iterator[str]:
    """The faces of a roll, one after the other."""
    block = 0
    while True:
        text = ":".join([identity, client, str(turn), str(roll), str(block)])
        for byte in hmac_by_hand(bytes.fromhex(seed), text.encode("utf-8")):
            if byte < 252:
                yield FACES[byte % 6]
        block += 1


def fell(seed: str, identity: str, client: str, turn: int, roll: int, count: int) -> str:
    source = stream(seed, identity, client, turn, roll)
    return "".join(sorted((next(source) for _ in range(count)), key=FACES.index))


# The stream.


def test_the_stream_is_that_of_the_page():
    chance = random.Random(1)
    for _ in range(400):
        seed, identity = f"{chance.getrandbits(256):064x}", f"{chance.getrandbits(128):032x}"
        client = chance.choice(["", "a,b", "é,ß|:\n", "x" * 300])
        turn, roll, count = chance.randrange(1, 10**6), chance.randrange(3), chance.randrange(1, 6)
        wanted = fell(seed, identity, client, turn, roll, count)
        assert faces(seed, identity, client, turn, roll, count) == wanted


def test_bytes_of_252_and_more_are_dropped():
    """Among so many rolls some have such a byte; taken by its remainder it would be another face."""
    met = 0
    for turn in range(1, 300):
        text = f"{ID}:a:{turn}:0:0".encode()
        first = hmac_by_hand(bytes.fromhex(SEED), text)[:5]
        met += max(first) >= 252
        assert faces(SEED, ID, "a", turn, 0, 5) == fell(SEED, ID, "a", turn, 0, 5)
    assert met > 5


def test_the_stream_goes_on_in_further_blocks():
    for count in (31, 32, 33, 100, 500):
        assert faces(SEED, ID, "a", 3, 1, count) == fell(SEED, ID, "a", 3, 1, count)


def test_throwing_fewer_dice_takes_the_beginning_of_the_same_stream():
    source = stream(SEED, ID, "", 9, 2)
    drawn = [next(source) for _ in range(5)]
    for count in range(1, 6):
        assert sorted(faces(SEED, ID, "", 9, 2, count)) == sorted(drawn[:count])


def test_everything_that_fixes_a_roll_changes_it():
    base: tuple[str, str, str, int, int] = (SEED, ID, "a,b", 5, 1)
    rolls = [fell(*base, 30)]
    for at, other in enumerate(["f00d" * 16, ID[::-1], "a,c", 6, 2]):
        changed: list[Any] = list(base)
        changed[at] = other
        assert faces(*changed, 30) == fell(*changed, 30)
        rolls.append(faces(*changed, 30))
    assert len(set(rolls)) == len(rolls)


def test_turns_count_on_from_a_position_and_over_all_players():
    item = open_game(1, 3, 5, position="K:0 Q:5 J:8 T:0 9:2 p2 40", dice=seeded_dice())
    firsts = [token.partition("=")[0].split("/")[0] for token in item["moves"]]
    assert firsts == [fell(SEED, ID, "a,b,c", turn, 0, 5) for turn in range(40, 45)]


def chi_square(counts: list[int], expected: list[float]) -> float:
    return sum((count - wanted) ** 2 / wanted for count, wanted in zip(counts, expected, strict=True))


def test_all_faces_are_equally_likely():
    """Over one fixed seed; 20.5 is passed by one in a thousand fair dice (5 degrees of freedom)."""
    dice = GAME.dice
    assert dice is not None
    bound = bind(GAME, {"dice": seeded_dice()}, ID)
    counts, aces = dict.fromkeys(FACES, 0), [0] * 6
    for turn in range(1, 2001):
        state = GAME.parse_position(bound.setup, f"K:0 Q:0 J:0 T:0 9:0 p1 {turn}")  # type: ignore[misc]
        for roll in range(3):
            thrown = dice.foreseen(state, SEED)(roll, 5)
            aces[thrown.count("A")] += 1
            for face in thrown:
                counts[face] += 1
    assert sum(counts.values()) == 30_000
    assert chi_square(list(counts.values()), [5000.0] * 6) < 20.5
    # The number of Aces in a roll, which also depends on the dice being independent.
    ways = [3125, 3125, 1250, 250, 25, 1]
    expected = [6000 * way / 7776 for way in ways]
    few = [*expected[:4], expected[4] + expected[5]]
    assert chi_square([*aces[:4], aces[4] + aces[5]], few) < 18.5


# A whole game.


class Played(NamedTuple):
    """A finished game with its openings, as it was written, and what lay beside it in play."""

    item: dict[str, Any]
    commit: str
    client: str
    seed: str


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A game of three, played through a session: rolls, dice kept now and then, hands carried out."""
    folder = tmp_path_factory.mktemp("dice")
    path = str(folder / "g.json")
    chance = random.Random("a game of three")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_hex", lambda size: f"{chance.getrandbits(8 * size):0{2 * size}x}")
        words = ("--players", "3", "--dice", "hmac-sha256", "--colours", SHORT + SHORT)
        assert run(["new", "struggle", "-o", path, *words]) == 0
    commit = load(path).document.setup["dice"]["commit"]
    session = Session(GAME, load(path).document, lambda made: save(load(path), made), FileTable(path, SEATS))
    assert session.to_contribute() == ["p1", "p2", "p3"]
    session.contribute(["red", "é", ""])
    assert session.to_contribute() == []
    table = FileTable(path, SEATS)
    seed = table.seed()
    assert seed is not None
    while session.document.result is None:
        take_turn(session, path, chance)
        assert session.unsaved is None
    return Played(json.loads(Path(path).read_bytes()), commit, "red,é,", seed)


def take_turn(session: Session, path: str, chance: random.Random) -> None:
    """Uncover, throw, throw some again now and then, and play the hand in some way."""
    dice = GAME.dice
    assert dice is not None
    ply = len(session.document.moves) + 1
    assert session.covered
    session.handle("")
    session.handle("")
    while True:
        rolls = FileTable(path, SEATS).rolled(ply)
        hand = "".join(rolls.split("/")[-1].split("+"))
        if not dice.throws_left(rolls) or chance.random() < 0.4:
            break
        kept = "".join(chance.sample(hand, chance.randrange(1, 5)))
        session.handle(chance.choice(["keep " + kept, kept.lower(), kept]))
        assert FileTable(path, SEATS).rolled(ply) != rolls
    move = chance.choice(dice.plays(session.state, rolls))
    session.handle(dice.part(move))
    assert session.document.moves[-1] == GAME.format_move(move)


def verdict(item: dict[str, Any]) -> Verdict:
    (reading,) = readings(json.dumps(item).encode(), "json")
    return judge(reading, "x.json")


def thrown(token: str) -> list[str]:
    """What was thrown at each roll of a token."""
    first, *again = token.partition("=")[0].split("/")
    return [first, *(part.partition("+")[2] for part in again)]


def test_a_game_is_verified_with_every_roll_recomputed(played, cli, tmp_path):
    item = played.item
    dice = item["setup"]["dice"]
    assert (dice["commit"], dice["client"], dice["seed"]) == (played.commit, played.client, played.seed)
    assert dice["commit"] == slow_commitment(item["id"], "table", "dice", dice["nonce"], dice["seed"])
    assert item["result"]["reason"] == "arrival"
    assert [key["seat"] for key in item["reveals"]] == ["p1", "p2", "p3"]
    rolls = 0
    for turn, token in enumerate(item["moves"], 1):
        for roll, group in enumerate(thrown(token)):
            assert group == fell(dice["seed"], item["id"], dice["client"], turn, roll, len(group))
            rolls += 1
    assert rolls > len(item["moves"]) > 12
    put(tmp_path / "g.json", item)
    assert cli("validate", "--strict", "g.json").code == 0
    (row,) = cli("verify", "g.json", "--json").json["results"]
    claims = {claim["claim"]: claim for claim in row["claims"]}
    assert all(claim["verdict"] is True for claim in claims.values())
    assert claims["dice"]["why"].startswith(f"{rolls} rolls recomputed from the seed")


def alterations(item: dict[str, Any]) -> Iterator[tuple[int, int, str, str, str]]:
    """Each die of each roll with other faces: ply, roll, what fell, what it is now, the token with it."""
    for ply, token in enumerate(item["moves"], 1):
        before, _, plays = token.partition("=")
        groups = before.split("/")
        for roll, group in enumerate(groups):
            kept, sign, dice = group.rpartition("+")
            for at, face in enumerate(dice):
                for other in FACES.replace(face, ""):
                    now = "".join(sorted(dice[:at] + other + dice[at + 1 :], key=FACES.index))
                    changed = [*groups[:roll], kept + sign + now, *groups[roll + 1 :]]
                    yield ply, roll, dice, now, "/".join(changed) + "=" + plays


def test_every_altered_die_is_refuted_at_its_roll(played):
    told = {"struggle.wrong-roll": 0}
    for ply, roll, dice, now, token in alterations(played.item):
        item = played.item | {"moves": list(played.item["moves"])}
        item["moves"][ply - 1] = token
        found = verdict(item)
        assert not found.valid
        (fault,) = found.problems
        assert (fault.ply, fault.pointer, found.plies) == (ply, f"/moves/{ply - 1}", ply - 1)
        assert fault.token == token
        told[fault.code] = told.get(fault.code, 0) + 1
        code = unread(token)
        if code is None:
            why = f"turn {ply}, {ROLLS[roll]} roll: by the seed of the dice {dice} was thrown, not {now}"
            assert (fault.code, fault.message) == ("struggle.wrong-roll", why)
        else:  # faces that make the token none
            assert fault.code == code
            assert code in ("struggle.kept-not-rolled", "struggle.not-in-hand", "struggle.ace-absent")
    assert told["struggle.wrong-roll"] > 100
    assert len(told) > 1


def test_the_first_of_several_altered_rolls_is_named(played):
    item = copy.deepcopy(played.item)
    plies = sorted({ply for ply, _, _, _, token in alterations(item) if unread(token) is None})
    for ply in plies[2::3]:
        other = next(token for at, _, _, _, token in alterations(item) if at == ply and unread(token) is None)
        item["moves"][ply - 1] = other
    (fault,) = verdict(item).problems
    assert (fault.code, fault.ply) == ("struggle.wrong-roll", plies[2])


def unread(token: str) -> str | None:
    """The fault of notation that a token has; None if it has none."""
    try:
        GAME.parse_move(token)
    except NotationError as error:
        return error.reason.code
    return None


def test_an_altered_die_is_refuted_in_text_with_its_line(played, cli, tmp_path):
    item = played.item | {"moves": list(played.item["moves"])}
    ply, roll, dice, now, token = next(
        found for found in alterations(item) if found[0] > 8 and unread(found[4]) is None
    )
    put(tmp_path / "g.json", item)
    text = cli("convert", "g.json", "-", "--to", "sgn").out
    right = f" {ply}. {item['moves'][ply - 1]}"
    lines = ["", *text.replace("\n", " \n ").split("\n")]
    assert text.replace("\n", " ").count(right) == 1
    (tmp_path / "g.sgn").write_text(text.replace(right.strip(), f"{ply}. {token}"))
    line = next(number for number, row in enumerate(lines) if right in row)
    (row,) = cli("validate", "g.sgn", "--format", "jsonl").rows
    (fault,) = row["problems"]
    assert (fault["code"], fault["ply"], fault["line"]) == ("struggle.wrong-roll", ply, line)
    assert (
        f"turn {ply}, {ROLLS[roll]} roll: by the seed of the dice {dice} was thrown, not {now}"
        in fault["message"]
    )
    ran = cli("verify", "g.sgn")
    assert ran.code == 1
    assert "struggle.wrong-roll" in ran.out


def test_another_seed_text_or_id_is_refuted(played):
    for change in ({"client": "red,é,x"}, {"client": ""}, {"seed": "0" * 64}, {"nonce": "0" * 64}):
        item = copy.deepcopy(played.item)
        item["setup"]["dice"] |= change
        code = verdict(item).problems[0].code
        assert code == ("struggle.wrong-roll" if "client" in change else "commit.false")
    found = verdict(played.item | {"id": "0" * 32})
    assert {fault.code for fault in found.problems} == {"commit.false"}
    assert len(found.problems) == 4


def test_a_seed_without_its_commitment_proves_nothing(played):
    item = copy.deepcopy(played.item)
    del item["setup"]["dice"]["commit"]
    assert verdict(item).problems[0].code == "struggle.commitment"
    item = copy.deepcopy(played.item)
    del item["setup"]["dice"]["nonce"]
    assert verdict(item).problems[0].code == "struggle.dice-opening"


def test_rolls_are_taken_as_recorded_until_the_seed_is_opened(played):
    """An altered die is consistent with what is visible; only the opened seed refutes it."""
    ply, _, _, _, token = next(
        found for found in alterations(played.item) if legal_without_seed(played, found)
    )
    item, found = committed(altered(played, ply, token), played.item["id"])
    (reading,) = readings(json.dumps(item).encode(), "json")
    shown = judge(reading, "x.json")
    assert (shown.valid, shown.pending[-1]) == (True, "table dice")
    assert [claim.verdict for claim in claims_of(reading) if claim.claim == "dice"] == ["pending"]
    (fault,) = verdict(item | {"reveals": found[3:]}).problems
    assert (fault.code, fault.ply) == ("struggle.wrong-roll", ply)


def altered(played: Played, ply: int, token: str) -> dict[str, Any]:
    """The open record with another token."""
    item = copy.deepcopy(played.item)
    item["moves"][ply - 1] = token
    cards = {key["seat"]: key["value"] for key in item["reveals"]}
    item["setup"]["cards"] = cards
    return item


def legal_without_seed(played: Played, found: tuple[int, int, str, str, str]) -> bool:
    ply, _, _, _, token = found
    item = altered(played, ply, token)
    setup = {key: value for key, value in item["setup"].items() if key != "dice"}
    (reading,) = readings(
        json.dumps({**item, "setup": setup, "result": None, "reveals": []}).encode(), "json"
    )
    return all(fault.code.startswith("result.") for fault in judge(reading, "x").problems)
