"""`convert`: every direction, whole or not at all."""

import itertools

import pytest

from tests.cli.support import dumps, encoded, leftovers, record, sgn, unpacked

KINDS = ["sgn", "json", "jsonl", "msgpack"]
SUFFIXES = [f".{kind}{packing}" for kind in KINDS for packing in ("", ".gz", ".zst")]
RICH = record(
    ["d8-c8", "Q12-Q11"],
    {"winners": ["white"], "reason": "resign"},
    rules=1,
    id="0123456789abcdef" * 2,
    tags={"Event": 'say "hi" \\ }{', "Empty": "", "Odd": "\t a  b \n\x01\x7f\x85é\u2028 "},
    players={"white": "Ana", "black": '[Game "castle"]'},
    setup={"men": 8, "first": "white", "own_castle": "open"},
    notes=[
        {"ply": 0, "text": "first } \\ { ;"},
        {"ply": 1, "text": '\n[Game "castle"]\n'},
        {"ply": 1, "text": ""},
        {"ply": 2, "text": " two  blanks\ttab\r\n" + "long " * 40},
    ],
)


def back(cli, name: str) -> dict:
    ran = cli("convert", name, "-", "--to", "json")
    assert ran.code == 0, ran.err
    return ran.json


@pytest.mark.parametrize("first", KINDS)
@pytest.mark.parametrize("second", SUFFIXES)
def test_every_direction_is_lossless(cli, tmp_path, first, second):
    (tmp_path / "start.json").write_bytes(dumps(RICH))
    one, two = f"one.{first}", f"two{second}"
    for source, target in (("start.json", one), (one, two), (two, f"three.{first}")):
        ran = cli("convert", source, target)
        assert (ran.code, ran.err) == (0, "")
    assert back(cli, two) == RICH
    assert (tmp_path / f"three.{first}").read_bytes() == (tmp_path / one).read_bytes()
    assert leftovers(tmp_path) == []


def test_what_is_written_is_kept(cli, tmp_path):
    """Letter case and explicit defaults stay; only `fmt` takes them away."""
    (tmp_path / "g.json").write_bytes(dumps(RICH))
    cli("convert", "g.json", "g.sgn")
    text = (tmp_path / "g.sgn").read_text()
    for part in ("d8-c8", '[Men "8"]', '[First "white"]', '[OwnCastle "open"]', '[RulesVersion "1"]'):
        assert part in text


@pytest.mark.parametrize(("one", "two"), list(itertools.permutations(["sgn", "jsonl", "msgpack"], 2)))
def test_several_records(cli, tmp_path, one, two):
    items = [record(["D8-C8"]), record([]), record(["D8-D7"], notes=[{"ply": 1, "text": "n"}])]
    joint = b"\n" if one == "sgn" else b""
    (tmp_path / f"a.{one}").write_bytes(joint.join(encoded(item, f".{one}") for item in items))
    assert cli("convert", f"a.{one}", f"b.{two}").code == 0
    assert cli("convert", f"b.{two}", "c.jsonl").code == 0
    assert (tmp_path / "c.jsonl").read_bytes().splitlines() == [dumps(item) for item in items]


def test_several_records_do_not_fit_one_json(cli, tmp_path):
    (tmp_path / "a.sgn").write_bytes(sgn("1. D8-C8") + b"\n" + sgn("1. D8-D7"))
    for target in ("b.json", "b.json.gz", "-"):
        ran = cli("convert", "a.sgn", target, "--to", "json")
        assert (ran.code, ran.raw) == (2, b"")
        assert "--record" in ran.err
    assert [item.name for item in tmp_path.iterdir()] == ["a.sgn"]
    assert cli("convert", "a.sgn", "b.json", "--record", "2").code == 0
    assert back(cli, "b.json")["moves"] == ["D8-D7"]
    assert cli("convert", "a.sgn", "c.json", "--record", "3").code == 2


@pytest.mark.parametrize("broken", ["cut", "escape", "token", "field"])
def test_a_broken_record_stops_it_and_nothing_is_written(cli, tmp_path, broken):
    name, data = {
        "cut": ("a.sgn", sgn("1. D8-C8") + b'\n[Game "castle"]\n\n1. D8-C8'),
        "escape": ("a.sgn", sgn("1. D8-C8 {\\q}")),
        "token": ("a.jsonl", dumps(record(["D8-C8"])) + b"\n" + dumps(record(["foo"]))),
        "field": ("a.jsonl", dumps(record(["D8-C8"])) + b"\n" + dumps(record([], more=1))),
    }[broken]
    (tmp_path / name).write_bytes(data)
    (tmp_path / "old.jsonl").write_bytes(b"old")
    for target in ("old.jsonl", "new.msgpack.zst", "-"):
        ran = cli("convert", name, target, *(["--to", "json"] if target == "-" else []))
        assert (ran.code, ran.raw) == (1, b"")
        assert name in ran.err
    assert (tmp_path / "old.jsonl").read_bytes() == b"old"
    assert sorted(item.name for item in tmp_path.iterdir()) == [name, "old.jsonl"]


def test_illegal_moves_are_converted(cli, tmp_path):
    (tmp_path / "a.json").write_bytes(
        dumps(record(["D8-C8", "D8-C8"], {"winners": ["black"], "reason": "castle"}))
    )
    assert cli("validate", "a.json").code == 1
    assert cli("convert", "a.json", "a.sgn").code == 0
    assert back(cli, "a.sgn") == record(["D8-C8", "D8-C8"], {"winners": ["black"], "reason": "castle"})


def test_the_encoding_by_suffix_or_by_option(cli, tmp_path):
    (tmp_path / "a.sgn").write_bytes(sgn("1. D8-C8"))
    for target in ("b", "b.txt", "b.gz", "-"):
        ran = cli("convert", "a.sgn", target)
        assert (ran.code, ran.raw) == (2, b"")
        assert "--to" in ran.err
    assert cli("convert", "a.sgn", "b.txt", "--to", "jsonl").code == 0
    assert (tmp_path / "b.txt").read_bytes() == dumps(record(["D8-C8"])) + b"\n"
    assert cli("convert", "a.sgn", "b.gz", "--to", "jsonl").code == 0
    assert unpacked(tmp_path / "b.gz") == dumps(record(["D8-C8"])) + b"\n"
    assert cli("convert", "b.txt", "c.sgn", "--input-format", "jsonl").code == 0
    assert (tmp_path / "c.sgn").read_bytes() == sgn("1. D8-C8")


def test_from_standard_input_to_standard_output(cli):
    ran = cli("convert", "-", "-", "--to", "sgn", "--input-format", "json", stdin=dumps(record(["D8-C8"])))
    assert (ran.code, ran.raw, ran.err) == (0, sgn("1. D8-C8"), "")
    assert cli("convert", "-", "-", "--to", "json", stdin=b"").code == 2


def test_onto_itself(cli, tmp_path):
    (tmp_path / "a.sgn").write_bytes(sgn("1.   d8-c8"))
    assert cli("convert", "a.sgn", "a.sgn").code == 0
    assert (tmp_path / "a.sgn").read_bytes() == sgn("1. d8-c8")


def test_packed_bytes_depend_on_the_input_alone(cli, tmp_path):
    (tmp_path / "a.sgn").write_bytes(sgn("1. D8-C8"))
    for packing in ("gz", "zst"):
        for name in ("x", "y"):
            assert cli("convert", "a.sgn", f"{name}.jsonl.{packing}").code == 0
        assert (tmp_path / f"x.jsonl.{packing}").read_bytes() == (
            tmp_path / f"y.jsonl.{packing}"
        ).read_bytes()


def test_what_cannot_be_read(cli, tmp_path):
    (tmp_path / "cut.jsonl.zst").write_bytes(encoded(record(["D8-C8"]), ".jsonl.zst")[:-3])
    (tmp_path / "folder.sgn").mkdir()
    (tmp_path / "empty.sgn").write_bytes(b"")
    for name, code in (("gone.sgn", 3), ("cut.jsonl.zst", 3), ("folder.sgn", 3), ("empty.sgn", 2)):
        ran = cli("convert", name, "out.json")
        assert (ran.code, ran.raw) == (code, b"")
        assert name in ran.err
    assert not (tmp_path / "out.json").exists()
