"""`new struggle`: what is dealt in secret, and what `verify`, `show` and `moves` tell of it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.hidden_support import HIDDEN, content, half, mode, revealed, sealed, secrets_of, whole
from tests.cli.struggle_support import (
    DECK,
    SEATS,
    committed,
    put,
    slow_commitment,
)
from tests.cli.support import leftovers


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
