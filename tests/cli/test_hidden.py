"""Sealing, opening and redacting at the command line, secrets files, `new struggle`, and who sees what."""

import json
import re
import stat
from pathlib import Path
from typing import Any

import pytest

from tests.cli.struggle_support import (
    DECK,
    ID,
    SEATS,
    SHORT,
    committed,
    nonce_of,
    open_game,
    opening,
    put,
    seeded_dice,
    slow_commitment,
)
from tests.cli.support import leftovers, unpacked

FILES = [".sgn", ".json", ".jsonl", ".msgpack", ".sgn.gz", ".json.zst", ".msgpack.gz", ".jsonl.zst"]
HIDDEN = re.compile(r"#[0-9a-f]{64}")


def whole(number: int = 1, **setup: Any) -> dict[str, Any]:
    """A finished game of three with the dice of a seed, in the open."""
    return open_game(number, 3, **({"colours": SHORT, "dice": seeded_dice()} | setup))


def half(number: int = 1, limit: int = 3) -> dict[str, Any]:
    """An unfinished game of three with declared dice, in the open."""
    return open_game(number, 3, limit)


def content(cli, name: object) -> dict[str, Any]:
    """The record of a file as plain data."""
    ran = cli("convert", name, "-", "--to", "json")
    assert ran.code == 0, ran.err
    found: dict[str, Any] = ran.json
    return found


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def secrets_of(path: Path) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(path.read_bytes())
    assert isinstance(found, list)
    assert all(sorted(item) == ["nonce", "seat", "value", "what"] for item in found)
    return found


def sealed(cli, tmp_path: Path, item: dict[str, Any], name: str = "c.sgn") -> list[str]:
    """Seal a record into a file; the names of its secrets files."""
    put(tmp_path / "open.json", item)
    ran = cli("seal", "open.json", "-o", name, "--secrets", "keys", "--force")
    assert (ran.code, ran.err) == (0, "")
    return [f"keys/{path.name}" for path in sorted((tmp_path / "keys").glob(f"{name}.*.secrets"))]


# Sealing.


@pytest.mark.parametrize("suffix", FILES)
def test_sealing_writes_commitments_and_a_file_a_seat(cli, tmp_path, suffix):
    item = whole()
    names = sealed(cli, tmp_path, item, f"c{suffix}")
    assert names == [f"keys/c{suffix}.{seat}.secrets" for seat in ("p1", "p2", "p3", "table")]
    raw = unpacked(tmp_path / f"c{suffix}")
    made = content(cli, f"c{suffix}")
    assert made["result"] is None
    assert made["moves"] == item["moves"]
    assert "reveals" not in made
    for name in names:
        (key,) = secrets_of(tmp_path / name)
        assert key["value"].encode() not in raw
        assert key["nonce"].encode() not in raw
        there = (
            made["setup"]["dice"]["commit"] if key["seat"] == "table" else made["setup"]["cards"][key["seat"]]
        )
        assert there == slow_commitment(made["id"], key["seat"], key["what"], key["nonce"], key["value"])
        assert key["value"] in (item["setup"]["cards"] | {"table": item["setup"]["dice"]["seed"]}).values()
    assert leftovers(tmp_path) == leftovers(tmp_path / "keys") == []
    ran = cli("validate", f"c{suffix}", "--format", "jsonl")
    assert (ran.code, ran.rows[0]["pending"]) == (0, ["p1 card", "p2 card", "p3 card", "table dice"])


def test_what_sealing_says_holds_no_secret(cli, tmp_path):
    item = whole()
    put(tmp_path / "o.json", item)
    ran = cli("seal", "o.json", "-o", "c.json", "--secrets", "keys")
    assert ran.out.splitlines() == [
        "c.json: 4 commitments (p1 card, p2 card, p3 card, table dice)",
        *(f"keys/c.json.{seat}.secrets: the secrets of {seat}" for seat in ("p1", "p2", "p3", "table")),
    ]


def test_secrets_are_their_owners_alone(cli, tmp_path):
    names = sealed(cli, tmp_path, whole())
    assert mode(tmp_path / "keys") & 0o077 == 0
    for name in names:
        assert mode(tmp_path / name) == 0o600
    # What others could read before is closed by writing it anew.
    (tmp_path / names[0]).chmod(0o644)
    sealed(cli, tmp_path, whole(2))
    assert mode(tmp_path / names[0]) == 0o600


def test_nothing_is_overwritten_without_force(cli, tmp_path):
    put(tmp_path / "o.json", whole())
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "c.sgn.p2.secrets").write_text("precious")
    ran = cli("seal", "o.json", "-o", "c.sgn", "--secrets", "keys")
    assert (ran.code, ran.out) == (2, "")
    assert "usage.exists" in ran.err
    assert sorted(path.name for path in (tmp_path / "keys").iterdir()) == ["c.sgn.p2.secrets"]
    assert not (tmp_path / "c.sgn").exists()
    (tmp_path / "keys" / "c.sgn.p2.secrets").unlink()
    (tmp_path / "c.sgn").write_text("precious")
    assert cli("seal", "o.json", "-o", "c.sgn", "--secrets", "keys").code == 2
    assert list((tmp_path / "keys").iterdir()) == []
    assert (tmp_path / "c.sgn").read_text() == "precious"
    assert cli("seal", "o.json", "-o", "c.sgn", "--secrets", "keys", "--force").code == 0
    assert len(secrets_of(tmp_path / "keys" / "c.sgn.p2.secrets")) == 1


@pytest.mark.parametrize(
    ("arguments", "code", "fault"),
    [
        (("-o", "-", "--secrets", "keys"), 2, "usage.output"),
        (("-o", "c", "--secrets", "keys"), 2, "usage.suffix"),
        (("-o", "c.sgn"), 2, "--secrets"),
        (("--secrets", "keys"), 2, "-o"),
        (("-o", "none/c.sgn", "--secrets", "keys"), 3, "none/c.sgn"),
        (("-o", "c.sgn", "--secrets", "o.json"), 3, "o.json: no folder"),
    ],
)
def test_refused_ways_to_seal_leave_no_record(cli, tmp_path, arguments, code, fault):
    put(tmp_path / "o.json", whole())
    ran = cli("seal", "o.json", *arguments)
    assert ran.code == code
    assert fault in ran.err
    assert not list(tmp_path.glob("c*"))


@pytest.mark.parametrize(
    ("change", "code", "fault"),
    [
        ({"moves": ["KQJT9=K5"]}, 1, "struggle.wrong-total"),
        ({"result": {"winners": ["p1"], "reason": "arrival"}}, 1, "result.not-reached"),
        ({"id": "x"}, 1, "record.id"),
        ({"game": "castle", "setup": {}, "moves": []}, 2, "usage.secrets"),
        ({"setup": {}}, 2, "usage.secrets"),
    ],
)
def test_records_that_cannot_be_sealed(cli, tmp_path, change, code, fault):
    put(tmp_path / "o.json", half() | change)
    ran = cli("seal", "o.json", "-o", "c.sgn", "--secrets", "keys")
    assert ran.code == code
    assert fault in ran.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["o.json"]


def test_sealing_one_of_several(cli, tmp_path):
    games = [half(1), half(2), half(3)]
    (tmp_path / "m.jsonl").write_text("".join(json.dumps(item) + "\n" for item in games))
    assert cli("seal", "m.jsonl", "-o", "c.sgn", "--secrets", "k").code == 2
    assert cli("seal", "m.jsonl", "-o", "c.sgn", "--secrets", "k", "--record", "4").code == 2
    assert cli("seal", "m.jsonl", "-o", "c.sgn", "--secrets", "k", "--record", "2").code == 0
    assert content(cli, "c.sgn")["moves"] == games[1]["moves"]
    (key,) = secrets_of(tmp_path / "k" / "c.sgn.p1.secrets")
    assert key["value"] == games[1]["setup"]["cards"]["p1"]


# Opening.


@pytest.mark.parametrize("suffix", FILES)
def test_opening_gives_the_record_back(cli, tmp_path, suffix):
    item = whole()
    names = sealed(cli, tmp_path, item, f"c{suffix}")
    before = (tmp_path / f"c{suffix}").read_bytes()
    ran = cli("reveal", f"c{suffix}", *names, "--open", "-o", "back.json")
    assert (ran.code, ran.err) == (0, "")
    assert "nothing is hidden any more" in ran.out
    assert json.loads((tmp_path / "back.json").read_bytes()) == item
    assert (tmp_path / f"c{suffix}").read_bytes() == before
    assert cli("reveal", f"c{suffix}", *names).code == 0
    made = content(cli, f"c{suffix}")
    assert made["result"] == item["result"]
    assert [key["seat"] for key in made["reveals"]] == ["p1", "p2", "p3"]
    assert made["setup"]["dice"] == item["setup"]["dice"]
    assert cli("validate", "--strict", f"c{suffix}").code == 0
    assert cli("reveal", f"c{suffix}", *names, "--open").code == 0
    assert content(cli, f"c{suffix}") == item
    assert cli("validate", "--strict", f"c{suffix}").code == 0


def test_opening_in_steps_says_what_is_left(cli, tmp_path):
    names = sealed(cli, tmp_path, whole())
    ran = cli("reveal", "c.sgn", names[1], names[3])
    assert (ran.code, ran.out) == (0, "unfinished; still hidden: p1 card, p3 card\n")
    ran = cli("reveal", "c.sgn", names[0], "-o", "-", "--to", "json")
    assert ran.code == 0
    assert [key["seat"] for key in ran.json["reveals"]] == ["p2", "p1"]
    assert ran.err == "unfinished; still hidden: p3 card\n"
    assert [key["seat"] for key in content(cli, "c.sgn")["reveals"]] == ["p2"], "-o leaves the file alone"
    ran = cli("reveal", "c.sgn", names[0], names[2])
    assert ran.out.endswith("(arrival); nothing is hidden any more\n")


def test_opening_into_another_file_needs_force_where_there_is_one(cli, tmp_path):
    names = sealed(cli, tmp_path, whole())
    (tmp_path / "x.json").write_text("precious")
    assert cli("reveal", "c.sgn", *names, "-o", "x.json").code == 2
    assert (tmp_path / "x.json").read_text() == "precious"
    assert cli("reveal", "c.sgn", *names, "-o", "x.json", "--force").code == 0
    assert cli("reveal", "c.sgn", *names, "-o", "x").code == 2
    assert cli("reveal", "c.sgn", *names, "-o", "x", "--to", "msgpack").code == 0


def test_openings_of_another_record_are_refused_and_not_repeated(cli, tmp_path):
    """The other game may still go on: what is in its files must not stand in an error."""
    others = sealed(cli, tmp_path, whole(2, dice=seeded_dice(seed="f00d" * 16)), "other.sgn")
    sealed(cli, tmp_path, whole(1))
    before = (tmp_path / "c.sgn").read_bytes()
    for name in others:
        (key,) = secrets_of(tmp_path / name)
        for words in (
            ("reveal", "c.sgn", name),
            ("reveal", "c.sgn", name, "--open", "-o", "x.json"),
            ("show", "c.sgn", "--secrets", name),
            ("moves", "c.sgn", "--secrets", name),
            ("render", "c.sgn", "--secrets", name),
            ("show", "c.sgn", "--as", "p1", "--secrets", name),
            ("render", "c.sgn", "--as", "p1", "--secrets", name),
        ):
            ran = cli(*words)
            assert ran.code == (1 if "--as" not in words or key["seat"] == "p1" else 0), words
            assert ran.code == 0 or "commit.false" in ran.out + ran.err
            assert key["value"] not in ran.out + ran.err, words
            assert key["nonce"][:20] not in ran.out + ran.err, words
    assert (tmp_path / "c.sgn").read_bytes() == before
    assert not (tmp_path / "x.json").exists()


def test_one_opening_that_does_not_fit_keeps_all_out(cli, tmp_path):
    names = sealed(cli, tmp_path, whole())
    before = (tmp_path / "c.sgn").read_bytes()
    keys = [secrets_of(tmp_path / name)[0] for name in names]
    put(tmp_path / "bad", [keys[0], keys[1] | {"value": keys[0]["value"]}])
    ran = cli("reveal", "c.sgn", "bad", names[2])
    assert ran.code == 1
    assert "commit.false" in ran.err
    assert "p2 card" in ran.err
    assert (tmp_path / "c.sgn").read_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        "", "null", "{}", "5", "[5]", '[{"seat": "p1"}]', "[" * 100_000, '{"reveals": []}', "\xff",
        '[{"seat": "p1", "what": "card", "nonce": "a", "value": 5}]',
        '[{"seat": "p1", "what": "card", "nonce": "a", "value": "JT9QK", "more": 1}]',
    ],
)  # fmt: skip
def test_what_is_no_secrets_file(cli, tmp_path, text):
    sealed(cli, tmp_path, half())
    before = (tmp_path / "c.sgn").read_bytes()
    (tmp_path / "bad").write_bytes(text.encode("latin-1"))
    for words in (("reveal", "c.sgn", "bad"), ("show", "c.sgn", "--as", "p1", "--secrets", "bad")):
        ran = cli(*words)
        assert (ran.code, ran.out) == (1, "")
        assert "secrets.form" in ran.err
        assert "JT9QK" not in ran.err
        assert "Traceback" not in ran.err
    assert (tmp_path / "c.sgn").read_bytes() == before


def test_secrets_files_that_cannot_be_read(cli, tmp_path):
    sealed(cli, tmp_path, half())
    (tmp_path / "folder").mkdir()
    (tmp_path / "huge").write_bytes(b"[" + b" " * (1 << 20) + b"]")
    (tmp_path / "loop").symlink_to("loop")
    for name in ("missing", "folder", "huge", "loop", "keys/", "x" * 300):
        for words in (("reveal", "c.sgn", name), ("moves", "c.sgn", "--secrets", name)):
            ran = cli(*words)
            assert (ran.code, ran.out) == (3, ""), name
            assert "Traceback" not in ran.err


def test_an_empty_secrets_file_opens_nothing(cli, tmp_path):
    sealed(cli, tmp_path, half())
    (tmp_path / "none").write_text("[]")
    ran = cli("reveal", "c.sgn", "none")
    assert (ran.code, ran.out) == (0, "unfinished; still hidden: p1 card, p2 card, p3 card\n")


def test_what_turns_out_to_be_wrong_is_told_and_opened_all_the_same(cli, tmp_path):
    """Whoever was cheated has to be able to show it: the dice did not come from the seed that was fixed."""
    item, _ = committed(whole())
    key = opening("table", "dice", "f00d" * 16)
    item["setup"]["dice"]["commit"] = slow_commitment(ID, *list(key.values()))
    put(tmp_path / "c.json", item)
    put(tmp_path / "table", [key])
    assert cli("validate", "c.json").code == 0
    ran = cli("reveal", "c.json", "table")
    assert ran.code == 1
    assert "c.json:1 /moves/0: struggle.wrong-roll: game 1, ply 1" in ran.err
    assert content(cli, "c.json")["setup"]["dice"]["seed"] == key["value"]
    assert cli("validate", "c.json").code == cli("verify", "c.json").code == 1


def test_two_equal_cards_come_to_light(cli, tmp_path):
    item, found = committed(half())
    found[1] = opening("p2", "card", found[0]["value"], nonce_of("twin"))
    item["setup"]["cards"]["p2"] = slow_commitment(
        ID, *(found[1][part] for part in ("seat", "what", "nonce", "value"))
    )
    put(tmp_path / "c.json", item)
    assert cli("validate", "c.json").code == 0
    put(tmp_path / "c.json", item | {"reveals": found})
    ran = cli("validate", "c.json", "--format", "jsonl")
    assert (ran.code, [fault["code"] for fault in ran.rows[0]["problems"]]) == (1, ["struggle.card-twice"])
    assert cli("verify", "c.json").code == 1


def test_games_that_hide_nothing(cli):
    assert cli("new", "castle", "-o", "g.sgn").code == 0
    for words in (
        ("reveal", "g.sgn", "none"),
        ("redact", "g.sgn", "--for", "public"),
        ("seal", "g.sgn", "-o", "x.sgn", "--secrets", "k"),
    ):
        assert cli(*words).code in (2, 3)
    Path("none").write_text("[]")
    ran = cli("reveal", "g.sgn", "none")
    assert (ran.code, "usage.secrets" in ran.err) == (2, True)


def test_several_games_in_a_file(cli, tmp_path):
    """Only the record that is meant changes; the others keep their bytes."""
    items = [committed(half(number)) for number in (1, 2, 3)]
    rows = [json.dumps(item).encode() + b"\n" for item, _ in items]
    (tmp_path / "m.jsonl").write_bytes(b"".join(rows))
    put(tmp_path / "k2", items[1][1])
    for words in (("reveal", "m.jsonl", "k2"), ("redact", "m.jsonl", "--for", "p1"), ("show", "m.jsonl")):
        ran = cli(*words)
        assert (ran.code, "--record" in ran.err) == (2, True)
    assert cli("reveal", "m.jsonl", "k2", "--record", "1").code == 1
    assert (tmp_path / "m.jsonl").read_bytes() == b"".join(rows)
    assert cli("reveal", "m.jsonl", "k2", "--record", "2").code == 0
    lines = (tmp_path / "m.jsonl").read_bytes().splitlines(keepends=True)
    assert (lines[0], lines[2]) == (rows[0], rows[2])
    assert json.loads(lines[1])["reveals"] == items[1][1]
    ran = cli("redact", "m.jsonl", "--for", "p2", "--record", "2")
    assert ran.json["reveals"] == items[1][1][1:2]
    for card in (items[0][1][1]["value"], items[1][1][1]["value"]):
        record = "1" if card == items[0][1][1]["value"] else "2"
        ran = cli("show", "m.jsonl", "--as", "p2", "--record", record)
        assert (card in ran.out) == (record == "2")


# Redacting.


def revealed(number: int = 1, **more: Any) -> tuple[dict[str, Any], list[dict[str, str]]]:
    """An unfinished committed game of three with all its openings, and these."""
    item, found = committed(half(number) | more)
    return item | {"reveals": found}, found


@pytest.mark.parametrize("suffix", FILES)
def test_redacting_for_each_viewer(cli, tmp_path, suffix):
    item, found = revealed(notes=[{"ply": 1, "text": "p1 holds nothing good"}], players={"p1": "Ana"})
    put(tmp_path / "c.json", item)
    for viewer in ("public", *SEATS):
        ran = cli("redact", "c.json", "--for", viewer, "-o", f"{viewer}{suffix}")
        assert (ran.code, ran.out, ran.err) == (0, "", "")
        raw = unpacked(tmp_path / f"{viewer}{suffix}")
        for key in found:
            own = key["seat"] == viewer
            assert (key["value"].encode() in raw) == (key["nonce"].encode() in raw) == own
        assert b"nothing good" not in raw
        assert b"Ana" in raw
        made = content(cli, f"{viewer}{suffix}")
        assert made.get("reveals", []) == [key for key in found if key["seat"] == viewer]
        assert cli("validate", f"{viewer}{suffix}").code == 0


def test_redacting_writes_to_standard_output_or_a_new_file(cli, tmp_path):
    item, found = revealed()
    before = put(tmp_path / "c.json", item).read_bytes()
    assert cli("redact", "c.json", "--for", "P2").json["reveals"] == found[1:2]
    assert cli("redact", "c.json", "--for", "PUBLIC", "--to", "sgn").out.startswith('[Game "struggle"]')
    assert cli("redact", "c.json", "--for", "p1", "-o", "c.json").code == 2
    assert (tmp_path / "c.json").read_bytes() == before
    assert cli("redact", "c.json", "--for", "p5").code == 2
    assert cli("redact", "c.json", "--for", "table").code == 2
    assert cli("redact", "c.json").code == 2


def test_everybody_may_see_a_finished_game(cli, tmp_path):
    names = sealed(cli, tmp_path, whole())
    cli("reveal", "c.sgn", *names)
    made = content(cli, "c.sgn")
    assert content(cli, "c.sgn")["result"] is not None
    for viewer in ("public", "p2"):
        assert cli("redact", "c.sgn", "--for", viewer, "--to", "json").json == made


@pytest.mark.parametrize("change", ["open", "half open"])
def test_an_open_record_is_not_redacted(cli, tmp_path, change):
    item, found = revealed()
    item["setup"]["cards"]["p1"] = found[0]["value"]
    put(tmp_path / "c.json", half() if change == "open" else item | {"reveals": found[1:]})
    for viewer in ("public", "p1", "p2"):
        ran = cli("redact", "c.json", "--for", viewer, "-o", "x.json")
        assert (ran.code, ran.out) == (2, "")
        assert "seal it first" in ran.err
        assert not (tmp_path / "x.json").exists()


# New games.


def test_a_new_game_deals_in_secret(cli, tmp_path):
    ran = cli("new", "struggle", "-o", "g.sgn", "--players", "3", "--p1", "Ana")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "g.sgn: a new game of Struggle",
        *(f"g.sgn.{seat}.secrets: the secrets of {seat}" for seat in SEATS[:3]),
    ]
    item = content(cli, "g.sgn")
    assert (item["players"], item["moves"], item["result"]) == ({"p1": "Ana"}, [], None)
    assert re.fullmatch("[0-9a-f]{32}", item["id"])
    cards = []
    for seat in SEATS[:3]:
        path = tmp_path / f"g.sgn.{seat}.secrets"
        assert mode(path) == 0o600
        (key,) = secrets_of(path)
        assert item["setup"]["cards"][seat] == slow_commitment(
            item["id"], seat, "card", key["nonce"], key["value"]
        )
        cards.append(key["value"])
    assert len({*cards} & {*DECK}) == 3
    assert leftovers(tmp_path) == []
    ran = cli("validate", "g.sgn")
    assert ran.code == 0
    assert "consistent with what is visible; pending: p1 card, p2 card, p3 card" in ran.out
    assert cli("validate", "g.sgn", "--strict").code == 1


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("dice", [False, True])
def test_a_new_game_of_each_size(cli, tmp_path, players, dice):
    more = ("--dice", "hmac-sha256") if dice else ()
    assert cli("new", "struggle", "-o", "g.json", "--players", players, *more).code == 0
    item = content(cli, "g.json")
    seats = [*SEATS[:players], *(["table"] if dice else [])]
    assert sorted(path.name for path in tmp_path.glob("*.secrets")) == [
        f"g.json.{seat}.secrets" for seat in seats
    ]
    assert list(item["setup"]["cards"]) == list(SEATS[:players])
    assert all(HIDDEN.fullmatch(card) for card in item["setup"]["cards"].values())
    if dice:
        assert item["setup"]["dice"].keys() == {"scheme", "commit", "client"}
        (key,) = secrets_of(tmp_path / "g.json.table.secrets")
        assert re.fullmatch("[0-9a-f]{64}", key["value"])
        assert item["setup"]["dice"]["commit"] == slow_commitment(
            item["id"], "table", "dice", key["nonce"], key["value"]
        )


def test_free_decks_deal_orders(cli, tmp_path):
    assert cli("new", "struggle", "-o", "g.json", "--deck", "free", "--players", "4").code == 0
    for seat in SEATS:
        (key,) = secrets_of(tmp_path / f"g.json.{seat}.secrets")
        assert sorted(key["value"]) == sorted("KQJT9")


def test_a_seed_deals_an_open_record_that_can_be_dealt_again(cli):
    one, two = (cli("new", "struggle", "--seed", "7", "--players", "4", "--to", "json") for _ in range(2))
    assert (one.code, one.err) == (0, "")
    assert one.raw == two.raw
    cards = one.json["setup"]["cards"]
    assert len({*cards.values()} & {*DECK}) == 4
    assert "id" not in one.json
    deals = {cli("new", "struggle", "--seed", seed, "--to", "json").raw for seed in range(20)}
    assert len(deals) > 15


def test_ids_nonces_and_the_seed_of_the_dice_never_come_from_a_seed(cli, tmp_path):
    found = set()
    for name in ("a", "b"):
        ran = cli("new", "struggle", "--seed", "7", "--dice", "hmac-sha256", "-o", f"{name}.json")
        assert ran.code == 0
        item = content(cli, f"{name}.json")
        (key,) = secrets_of(tmp_path / f"{name}.json.table.secrets")
        found |= {item["id"], key["nonce"], key["value"], item["setup"]["dice"]["commit"]}
        assert not any(card.startswith("#") for card in item["setup"]["cards"].values())
        assert key["value"] not in (tmp_path / f"{name}.json").read_text()
    assert len(found) == 8
    assert content(cli, "a.json")["setup"]["cards"] == content(cli, "b.json")["setup"]["cards"]
    for name in ("c", "d"):
        cli("new", "struggle", "-o", f"{name}.json")
    assert len({content(cli, f"{name}.json")["id"] for name in "abcd"}) == 4


def test_what_is_dealt_in_secret_needs_a_file(cli, tmp_path):
    for words in ((), ("-o", "-"), ("--seed", "3", "--dice", "hmac-sha256")):
        ran = cli("new", "struggle", *words)
        assert (ran.code, ran.out) == (2, "")
        assert "usage.secrets" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_without_a_deal_there_are_no_cards(cli, tmp_path):
    ran = cli("new", "struggle", "--no-deal", "--players", "2", "--to", "json")
    assert (ran.code, ran.json["setup"]) == (0, {"players": 2})
    assert cli("new", "struggle", "--no-deal", "-o", "g.sgn").code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["g.sgn"]
    assert cli("validate", "g.sgn", "--strict").code == 0


def test_cards_that_are_given_are_not_dealt(cli):
    ran = cli("new", "struggle", "--cards", '{"p1": "JT9QK", "p2": "QJK9T"}', "--to", "json")
    assert (ran.code, ran.json["setup"]["cards"]) == (0, {"p1": "JT9QK", "p2": "QJK9T"})


def test_secrets_in_a_folder_of_their_own(cli, tmp_path):
    assert cli("new", "struggle", "-o", "g.sgn", "--secrets", "a/b").code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "g.sgn"]
    assert sorted(path.name for path in (tmp_path / "a" / "b").iterdir()) == [
        "g.sgn.p1.secrets", "g.sgn.p2.secrets",
    ]  # fmt: skip
    assert mode(tmp_path / "a" / "b") & 0o077 == 0
    ran = cli("new", "struggle", "-o", "h.sgn", "--secrets", "g.sgn")
    assert (ran.code, "g.sgn: no folder" in ran.err) == (3, True)
    assert not (tmp_path / "h.sgn").exists()


def test_new_overwrites_neither_a_record_nor_secrets(cli, tmp_path):
    (tmp_path / "g.sgn.p2.secrets").write_text("precious")
    assert cli("new", "struggle", "-o", "g.sgn").code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["g.sgn.p2.secrets"]
    (tmp_path / "g.sgn.p2.secrets").unlink()
    (tmp_path / "g.sgn").write_text("precious")
    assert cli("new", "struggle", "-o", "g.sgn").code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["g.sgn"]
    assert cli("new", "struggle", "-o", "g.sgn", "--force").code == 0
    assert len(list(tmp_path.glob("*.secrets"))) == 2


@pytest.mark.parametrize("players", ["1", "5", "0", "x", "-2"])
def test_wrong_numbers_of_players_make_nothing(cli, tmp_path, players):
    assert cli("new", "struggle", "-o", "g.sgn", f"--players={players}").code == 2
    assert list(tmp_path.iterdir()) == []


def test_walks_pass_secrets_over(cli, tmp_path):
    cli("new", "struggle", "-o", "g.json", "--dice", "hmac-sha256")
    ran = cli("validate", ".", "--format", "jsonl")
    assert (ran.code, [row["path"] for row in ran.rows]) == (0, ["./g.json"])


# Checking.


def test_verify_tells_each_commitment(cli, tmp_path):
    names = sealed(cli, tmp_path, whole())

    def claims() -> dict[str, Any]:
        ran = cli("verify", "c.sgn", "--json")
        assert ran.code == 0
        return {row["claim"]: row["verdict"] for row in ran.json["results"][0]["claims"]}

    commitments = [f"commitment of {name}" for name in ("p1 card", "p2 card", "p3 card", "table dice")]
    assert claims() == {"moves": True} | dict.fromkeys([*commitments, "cards", "dice", "result"], "pending")
    cli("reveal", "c.sgn", names[0], names[3])
    found = claims()
    assert found == {"moves": True} | dict(
        zip(commitments, [True, "pending", "pending", True], strict=True)
    ) | {"cards": "pending", "dice": True, "result": "pending"}
    cli("reveal", "c.sgn", *names)
    assert claims() == {"moves": True} | dict.fromkeys(
        [*commitments, "cards", "dice", "scores", "result"], True
    )


def test_verify_refutes_an_opening(cli, tmp_path):
    item, found = revealed()
    found[1]["value"] = "KQ9JT" if found[1]["value"] != "KQ9JT" else "KJTQ9"
    put(tmp_path / "c.json", item)
    ran = cli("verify", "c.json", "--json")
    assert ran.code == 1
    assert [row for row in ran.json["results"][0]["claims"] if row["verdict"] is False]
    assert "commit.false" in cli("verify", "c.json").out
    ran = cli("validate", "c.json", "--format", "jsonl")
    assert (ran.code, ran.rows[0]["problems"][0]["code"]) == (1, "commit.false")


@pytest.mark.parametrize("form", ["text", "json", "jsonl"])
def test_strict_makes_pending_an_error_in_every_format(cli, tmp_path, form):
    item, found = committed(half())
    put(tmp_path / "c.json", item | {"reveals": found[:1]})
    assert cli("validate", "c.json", "--format", form).code == 0
    ran = cli("validate", "c.json", "--format", form, "--strict")
    assert ran.code == 1
    assert ran.out.count("commit.pending") >= 2


def test_pending_in_machine_output(cli, tmp_path):
    item, found = committed(half())
    put(tmp_path / "c.json", item | {"reveals": found[:1]})
    (row,) = cli("validate", "c.json", "--format", "jsonl").rows
    assert (row["valid"], row["pending"], row["problems"]) == (True, ["p2 card", "p3 card"], [])
    (row,) = cli("validate", "c.json", "--format", "jsonl", "--strict").rows
    assert row["valid"] is False
    assert [(item["code"], item["severity"]) for item in row["problems"]] == 2 * [("commit.pending", "error")]


def test_scores_are_checked_against_opened_cards(cli, tmp_path):
    names = sealed(cli, tmp_path, whole())
    cli("reveal", "c.sgn", *names, "-o", "x.json")
    item = json.loads((tmp_path / "x.json").read_bytes())
    item["result"]["scores"]["p1"] += 10
    put(tmp_path / "x.json", item)
    ran = cli("validate", "x.json", "--format", "jsonl")
    assert (ran.code, ran.rows[0]["problems"][0]["code"]) == (1, "result.differs")
    claims = cli("verify", "x.json", "--json").json["results"][0]["claims"]
    assert [row["claim"] for row in claims if row["verdict"] is False] == ["scores", "result"]


# Looking.


def test_show_hides_what_is_hidden(cli, tmp_path):
    item, found = committed(half())
    put(tmp_path / "c.json", item)
    put(tmp_path / "k2", found[1:2])
    values = [key["value"] for key in found]
    for words, seen in (
        (("show", "c.json"), []),
        (("show", "c.json", "--as", "p2"), []),
        (("show", "c.json", "--as", "p2", "--secrets", "k2"), [1]),
        (("show", "c.json", "--as", "P2", "--secrets", "k2"), [1]),
        (("show", "c.json", "--as", "p1", "--secrets", "k2"), []),
        (("show", "c.json", "--secrets", "k2"), [1]),
        (("render", "c.json"), []),
        (("render", "c.json", "--as", "p2", "--secrets", "k2"), [1]),
        (("render", "c.json", "--as", "p3", "--secrets", "k2"), []),
        (("render", "c.json", "--all", "--secrets", "k2"), [1]),
    ):
        ran = cli(*words)
        assert (ran.code, ran.err) == (0, ""), words
        assert [at for at, value in enumerate(values) if value in ran.out] == seen, words
    assert "hidden: p2 card" in cli("show", "c.json").out
    assert "hidden: p2 card" not in cli("show", "c.json", "--as", "p2", "--secrets", "k2").out


@pytest.mark.parametrize("kind", ["open", "revealed"])
def test_a_seat_sees_its_own_card_of_a_record_that_holds_all(cli, tmp_path, kind):
    item, found = revealed(notes=[{"ply": 0, "text": "a note of anybody's"}])
    put(tmp_path / "c.json", half() if kind == "open" else item)
    for seat, name in enumerate(SEATS[:3]):
        for command in ("show", "render"):
            ran = cli(command, "c.json", "--as", name)
            assert ran.code == 0
            assert [at for at, key in enumerate(found) if key["value"] in ran.out] == [seat]
            assert "a note of" not in ran.out
    assert cli("show", "c.json", "--as", "p9").code == 2


def test_an_opened_commitment_is_not_called_hidden(cli, tmp_path):
    names = sealed(cli, tmp_path, whole())
    assert cli("show", "c.sgn").out.count("(hidden)") == 4
    cli("reveal", "c.sgn", *names)
    assert "hidden" not in cli("show", "c.sgn").out


def test_a_view_does_not_mend_a_broken_record(cli, tmp_path):
    """What the reader finds wrong stays wrong, whoever looks on."""
    item, _ = committed(half())
    put(tmp_path / "c.json", item)
    text = cli("convert", "c.json", "-", "--to", "sgn").out.replace("\n1. ", "\n7. ")
    (tmp_path / "c.sgn").write_text(text)
    for command in ("show", "render", "moves"):
        plain, view = cli(command, "c.sgn"), cli(command, "c.sgn", "--as", "p1")
        assert (plain.code, view.code) == (1, 1)
        assert "text.number" in plain.out + plain.err
        assert "text.number" in view.out + view.err


def test_moves_say_that_a_roll_is_due_and_list_how_dice_are_played(cli, tmp_path):
    item, found = committed(half())
    put(tmp_path / "c.json", item)
    put(tmp_path / "k1", found[:1])
    for more in ((), ("--as", "p1"), ("--as", "p1", "--secrets", "k1")):
        row = cli("moves", "c.json", "--json", *more).json
        assert row == {"ply": 3, "to_move": "p1", "moves": [], "roll_due": True, "complete": True}
        row = cli("moves", "c.json", "--json", "--dice", "AAKQJ", *more).json
        assert row["moves"] == sorted(row["moves"])
        assert set(row["effects"]) == set(row["moves"])
        assert all(sum(map(int, re.findall(r"[1-5]", part.replace("9", "")))) == 5 for part in row["moves"])
        for key in found:
            assert key["value"] not in json.dumps(row)


def test_standard_input_can_be_redacted_and_shown(cli):
    item, found = revealed()
    raw = json.dumps(item).encode()
    ran = cli("redact", "-", "--for", "p3", "--input-format", "json", stdin=raw)
    assert (ran.code, ran.json["reveals"]) == (0, found[2:])
    ran = cli("show", "-", "--as", "p3", "--input-format", "json", stdin=raw)
    assert (found[2]["value"] in ran.out, found[1]["value"] in ran.out) == (True, False)
    Path("k1").write_text(json.dumps(found[:1]))
    ran = cli("reveal", "-", "k1", "--input-format", "json", stdin=json.dumps(committed(half())[0]).encode())
    assert (ran.code, "usage.stdin" in ran.err) == (2, True)
