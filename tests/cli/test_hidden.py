"""Sealing, opening and redacting at the command line, and secrets files."""

import json
from pathlib import Path

import pytest

from tests.cli.hidden_support import FILES, content, half, mode, revealed, sealed, secrets_of, whole
from tests.cli.struggle_support import (
    ID,
    SEATS,
    committed,
    nonce_of,
    opening,
    put,
    seeded_dice,
    slow_commitment,
)
from tests.cli.support import leftovers, unpacked


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
