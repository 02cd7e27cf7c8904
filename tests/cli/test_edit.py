"""`move`, `undo` and `result`: what they write, in every encoding, and what they leave alone."""

import os

import msgpack
import pytest

from struckle_cli.services.loading import load
from tests.cli.support import (
    DECIDED,
    NEAR_CASTLE,
    NEAR_ELIMINATION,
    dumps,
    encoded,
    leftovers,
    record,
    sgn,
    unpacked,
)

SUFFIXES = [
    kind + packing for kind in (".sgn", ".json", ".jsonl", ".msgpack") for packing in ("", ".gz", ".zst")
]


def moves_of(name: str, number: int = 1) -> list[str]:
    return load(name, number).document.moves


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_game_goes_through_every_encoding(cli, tmp_path, suffix):
    name = f"g{suffix}"
    (tmp_path / name).write_bytes(encoded(record(["D8-C8"], notes=[{"ply": 1, "text": "note"}]), suffix))
    magic = (tmp_path / name).read_bytes()[:2] if suffix.endswith((".gz", ".zst")) else b""
    ran = cli("move", name, "q12-q11", "C8-C3")
    assert (ran.code, ran.err) == (0, "")
    assert "ply 3" in ran.out
    assert "black to move" in ran.out
    assert moves_of(name) == ["D8-C8", "Q12-Q11", "C8-C3"]
    assert cli("result", name, "draw", "--reason", "agreement").code == 0
    assert cli("validate", name).code == 0
    assert cli("move", name, "Q11-Q10").code == 1
    assert cli("undo", name, "0").code == 0
    assert cli("move", name, "Q11-Q10").code == 0
    ran = cli("undo", name, "4")
    assert ran.code == 0
    assert "note" in ran.err
    assert moves_of(name) == []
    assert cli("validate", name).code == 0
    assert (tmp_path / name).read_bytes().startswith(magic)
    assert leftovers(tmp_path) == []


def test_what_is_written_is_canonical_text(cli, tmp_path):
    (tmp_path / "g.sgn").write_bytes(sgn())
    cli("move", "g.sgn", "d8-c8", "Q12-q11", "C8-C3")
    assert (tmp_path / "g.sgn").read_bytes() == sgn("1. D8-C8 Q12-Q11 2. C8-C3")
    assert cli("fmt", "--check", "g.sgn").code == 0
    cli("result", "g.sgn", "win:white")
    assert (tmp_path / "g.sgn").read_bytes() == sgn("1. D8-C8 Q12-Q11 2. C8-C3", "win:white", "resign")
    ran = cli("undo", "g.sgn", "2")
    assert (ran.code, ran.err) == (0, "")
    assert "ply 1: black to move" in ran.out
    assert (tmp_path / "g.sgn").read_bytes() == sgn("1. D8-C8")
    cli("undo", "g.sgn")
    assert (tmp_path / "g.sgn").read_bytes() == sgn()


def test_nothing_else_in_the_record_is_lost(cli, tmp_path):
    item = record(
        ["D8-C8"],
        rules=1,
        id="0" * 32,
        tags={"Event": "x }\n{", "Odd_1": ""},
        players={"black": "B"},
        setup={"men": 8, "first": "white"},
        notes=[{"ply": 0, "text": "a"}, {"ply": 1, "text": "  b\t\n"}],
    )
    for name in ("g.json", "g.jsonl", "g.msgpack"):
        (tmp_path / name).write_bytes(encoded(item, "." + name.split(".")[1]))
        cli("move", name, "Q12-Q11")
        assert cli("convert", name, "-", "--to", "json").json == item | {"moves": ["D8-C8", "Q12-Q11"]}


@pytest.mark.parametrize(
    ("position", "token", "reason"),
    [(NEAR_CASTLE, "J15-K15", "castle"), (NEAR_ELIMINATION, "A2xA1", "elimination")],
)
def test_a_move_that_ends_the_game_writes_the_result(cli, tmp_path, position, token, reason):
    (tmp_path / "g.json").write_bytes(dumps(record(setup={"position": position})))
    ran = cli("move", "g.json", token)
    assert ran.code == 0
    assert f"win:white ({reason})" in ran.out
    assert cli("validate", "g.json").code == 0
    assert cli("verify", "g.json").code == 0
    again = cli("move", "g.json", "A1-A2")
    assert again.code == 1
    assert "over" in again.err
    assert cli("undo", "g.json").code == 0
    assert cli("convert", "g.json", "-", "--to", "json").json["result"] is None
    assert cli("validate", "g.json").code == 0


def test_moves_behind_the_end_are_refused_whole(cli, tmp_path):
    (tmp_path / "g.json").write_bytes(dumps(record(setup={"position": NEAR_CASTLE})))
    before = (tmp_path / "g.json").read_bytes()
    ran = cli("move", "g.json", "J15-K15", "A1-A2")
    assert (ran.code, ran.raw) == (1, b"")
    assert (tmp_path / "g.json").read_bytes() == before


@pytest.mark.parametrize(
    "item",
    [
        record(["J15-K15"], {"winners": ["white"], "reason": "castle"}, setup={"position": NEAR_CASTLE}),
        record([], {"winners": ["white"], "reason": "castle"}, setup={"position": DECIDED}),
    ],
)
def test_undo_0_never_makes_a_valid_record_invalid(cli, tmp_path, item):
    """The moves (or the set-up) end the game, so that the record needs its result."""
    (tmp_path / "g.json").write_bytes(dumps(item))
    assert cli("validate", "g.json").code == 0
    cli("undo", "g.json", "0")
    assert cli("validate", "g.json").code == 0


@pytest.mark.parametrize(
    ("token", "reason", "written"),
    [
        ("win:white", "resign", {"winners": ["white"], "reason": "resign"}),
        ("win:black", None, {"winners": ["black"], "reason": "resign"}),
        ("draw", "agreement", {"winners": [], "reason": "agreement"}),
        ("draw", None, {"winners": [], "reason": "agreement"}),
    ],
)
def test_results_that_players_give(cli, tmp_path, token, reason, written):
    (tmp_path / "g.json").write_bytes(dumps(record(["D8-C8"])))
    ran = cli("result", "g.json", token, *(["--reason", reason] if reason else []))
    assert (ran.code, ran.err) == (0, "")
    assert cli("convert", "g.json", "-", "--to", "json").json["result"] == written
    assert cli("validate", "g.json").code == 0
    before = (tmp_path / "g.json").read_bytes()
    assert cli("result", "g.json", "draw").code == 1
    assert (tmp_path / "g.json").read_bytes() == before


# One record of several.

PIECES = [
    b'[Game "castle"]\r\n[Result "*"]\r\n\r\n1. D8-C8   {odd  layout}\r\n*\r\n\r\n\r\n',
    b'[Game "castle"]\n[Result "*"]\n\n1. D8-C8 *\n\n',
    b'[Game "castle"]\n[Oops\n\n{never closed\n\n',
    b'[gAmE "castle"]\n[Result "*"] 1. d8-c8 ; a remark \xe2\x82\xac\n*',
]


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("packing", ["", ".gz", ".zst"])
@pytest.mark.parametrize("number", [1, 2])
def test_the_others_keep_their_bytes_in_text(cli, tmp_path, bom, packing, number):
    name = f"g.sgn{packing}"
    (tmp_path / "plain.sgn").write_bytes(bom + b"".join(PIECES))
    plain = (tmp_path / "plain.sgn").read_bytes()
    packed = plain if not packing else _packed(plain, packing)
    (tmp_path / name).write_bytes(packed)
    ran = cli("move", name, "Q12-Q11", "--record", number)
    assert (ran.code, ran.err) == (0, "")
    after = unpacked(tmp_path / name)
    before, behind = bom + b"".join(PIECES[: number - 1]), b"".join(PIECES[number:])
    assert after.startswith(before)
    assert after.endswith(behind)
    middle = after[len(before) : len(after) - len(behind)]
    assert b"Q12-Q11" in middle
    assert middle.endswith(PIECES[number - 1][len(PIECES[number - 1].rstrip()) :])
    assert moves_of(name, number) == ["D8-C8", "Q12-Q11"]


def _packed(data: bytes, packing: str) -> bytes:
    import gzip

    from struckle_cli.replay.source import zstd_module

    return gzip.compress(data) if packing == ".gz" else zstd_module().compress(data)


def test_the_last_record_of_text_without_a_line_end(cli, tmp_path):
    (tmp_path / "g.sgn").write_bytes(PIECES[1] + PIECES[3])
    assert cli("move", "g.sgn", "Q12-Q11", "--record", "2").code == 0
    after = (tmp_path / "g.sgn").read_bytes()
    assert after.startswith(PIECES[1] + b'[Game "castle"]\n')
    assert after.endswith(b"*\n")
    assert "a remark €".encode() in after


def test_the_others_keep_their_bytes_in_json_lines(cli, tmp_path):
    lines = [
        b"\xef\xbb\xbf{ }\r\n",
        b"\r\n",
        dumps(record(["D8-C8"])) + b" \r\n",
        b'{"broken\n',
        dumps(record()) + b"\n",
        b' {"format": 1, "game": "castle", "moves": [ ], "result": null}',
    ]
    for number, index, suffix in ((2, 2, b"\r\n"), (4, 4, b"\n"), (5, 5, b"")):
        (tmp_path / "g.jsonl").write_bytes(b"".join(lines))
        assert cli("move", "g.jsonl", "Q12-Q11" if index == 2 else "D8-C8", "--record", number).code == 0
        after = (tmp_path / "g.jsonl").read_bytes()
        before, behind = b"".join(lines[:index]), b"".join(lines[index + 1 :])
        assert after.startswith(before)
        assert after.endswith(behind)
        changed = after[len(before) : len(after) - len(behind)]
        assert changed.count(b"\n") == suffix.count(b"\n")
        assert changed.endswith(b"}" + suffix) or changed.rstrip(b"\r\n").endswith(b"} ")


def test_the_others_keep_their_bytes_in_a_stream_of_messagepack(cli, tmp_path):
    odd = msgpack.packb(dict(reversed(record(["D8-D7"]).items())))
    pieces = [odd, msgpack.packb(record(["D8-C8"])), msgpack.packb({"x": 1}), odd]
    (tmp_path / "g.msgpack").write_bytes(b"".join(pieces))
    assert cli("move", "g.msgpack", "Q12-Q11", "--record", "2").code == 0
    after = (tmp_path / "g.msgpack").read_bytes()
    assert after.startswith(odd)
    assert after.endswith(pieces[2] + odd)
    middle = after[len(odd) : len(after) - len(pieces[2] + odd)]
    assert msgpack.unpackb(middle) == record(["D8-C8", "Q12-Q11"])


def test_a_bom_before_one_json_record_stays(cli, tmp_path):
    (tmp_path / "g.json").write_bytes(b"\xef\xbb\xbf" + dumps(record()))
    assert cli("move", "g.json", "D8-C8").code == 0
    assert (tmp_path / "g.json").read_bytes().startswith(b"\xef\xbb\xbf{")
    assert moves_of("g.json") == ["D8-C8"]


def test_a_compressed_file_without_a_telling_name_stays_compressed(cli, tmp_path):
    (tmp_path / "game").write_bytes(encoded(record(), ".sgn.gz"))
    ran = cli("move", "game", "D8-C8")
    assert ran.code in (0, 2)
    assert (tmp_path / "game").read_bytes().startswith(b"\x1f\x8b")


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755])
def test_links_are_followed_and_modes_kept(cli, tmp_path, mode):
    (tmp_path / "real").mkdir()
    target = tmp_path / "real" / "g.sgn"
    target.write_bytes(sgn())
    target.chmod(mode)
    (tmp_path / "link.sgn").symlink_to("real/g.sgn")
    assert cli("move", "link.sgn", "D8-C8").code == 0
    assert os.readlink(tmp_path / "link.sgn") == "real/g.sgn"
    assert target.read_bytes() == sgn("1. D8-C8")
    assert target.stat().st_mode & 0o7777 == mode
    assert leftovers(tmp_path) == leftovers(tmp_path / "real") == []
