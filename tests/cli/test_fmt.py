"""`fmt`: the canonical form, in place."""

import os

import pytest

from tests.cli.support import dumps, encoded, leftovers, record, sgn, unpacked

UGLY = b'[gAme "castle"]\r\n[Men "8"] [white "Ana"]\r\n[Result "*"]\r\n\r\n1. d8-c8   ; first\r\n*'
NEAT = sgn("1. D8-C8 {first}", tags='[White "Ana"]\n')


@pytest.fixture
def ugly(tmp_path):
    path = tmp_path / "g.sgn"
    path.write_bytes(UGLY)
    os.utime(path, ns=(10**18, 10**18))
    return path


def test_a_file_is_rewritten_in_place(cli, ugly):
    ugly.chmod(0o640)
    ran = cli("fmt", "g.sgn")
    assert (ran.code, ran.err) == (0, "")
    assert "g.sgn" in ran.out
    assert ugly.read_bytes() == NEAT
    assert ugly.stat().st_mode & 0o7777 == 0o640
    os.utime(ugly, ns=(10**18, 10**18))
    ran = cli("fmt", "g.sgn")
    assert (ran.code, ran.raw, ran.err) == (0, b"", "")
    assert ugly.stat().st_mtime_ns == 10**18
    assert leftovers(ugly.parent) == []


def test_check_writes_nothing(cli, ugly):
    ran = cli("fmt", "--check", "g.sgn")
    assert ran.code == 1
    assert "g.sgn" in ran.out
    assert ugly.read_bytes() == UGLY
    assert ugly.stat().st_mtime_ns == 10**18
    ugly.write_bytes(NEAT)
    ran = cli("fmt", "--check", "g.sgn")
    assert (ran.code, ran.raw, ran.err) == (0, b"", "")


def test_diff_writes_nothing(cli, ugly):
    ran = cli("fmt", "--diff", "g.sgn")
    assert ran.code == 0
    assert "--- g.sgn" in ran.out
    assert "+++ g.sgn" in ran.out
    assert "\n+1. D8-C8 {first} *\n" in ran.out
    assert ugly.read_bytes() == UGLY
    both = cli("fmt", "--diff", "--check", "g.sgn")
    assert both.code == 1
    assert "+++ g.sgn" in both.out
    assert ugly.read_bytes() == UGLY


@pytest.mark.parametrize("kind", [".sgn", ".json", ".jsonl", ".msgpack"])
@pytest.mark.parametrize("packing", ["", ".gz", ".zst"])
def test_every_encoding_drops_defaults_and_normalises_case(cli, tmp_path, kind, packing):
    item = record(
        ["d8-C8"], rules=1, tags={}, setup={"men": 8, "first": "white", "own_castle": "open"}, notes=[]
    )
    (tmp_path / f"g{kind}{packing}").write_bytes(encoded(item, kind + packing))
    assert cli("fmt", f"g{kind}{packing}").code == 0
    data = unpacked(tmp_path / f"g{kind}{packing}")
    (tmp_path / f"plain{kind}").write_bytes(data)
    back = cli("convert", f"plain{kind}", "-", "--to", "json").json
    assert back == {"format": 1, "game": "castle", "moves": ["D8-C8"], "result": None}
    if kind == ".jsonl":
        assert data == dumps(record(["D8-C8"])) + b"\n"
    assert cli("fmt", "--check", f"g{kind}{packing}").code == 0


def test_several_records_keep_their_order(cli, tmp_path):
    (tmp_path / "g.sgn").write_bytes(sgn("1. D8-C8") + b"\n\n\n" + sgn("1. D8-D7") + sgn("1. D8-D6"))
    assert cli("fmt", "g.sgn").code == 0
    assert (tmp_path / "g.sgn").read_bytes() == b"\n".join(sgn(f"1. D8-{x}") for x in ("C8", "D7", "D6"))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("broken.sgn", UGLY + b'\n\n[Game "castle"]\n\n1. D8-'),
        ("broken.jsonl", dumps(record(["d8-c8"])) + b"\n{\n"),
        ("twice.json", b'{"format":1,"game":"castle","moves":["d8-c8"],"moves":["d8-c8"],"result":null}'),
        ("unknown.json", dumps(record(["d8-c8"], extra=1))),
        ("syntax.json", dumps(record(["d8-c8", "foo"]))),
        ("setup.json", dumps(record(["d8-c8"], setup={"men": 9}))),
    ],
)
def test_a_broken_record_leaves_its_file_and_not_the_others(cli, ugly, tmp_path, name, data):
    (tmp_path / name).write_bytes(data)
    for more in (["--check"], ["--diff"], []):
        ran = cli("fmt", name, "g.sgn", *more)
        assert ran.code == 1
        assert name in ran.err
        assert (tmp_path / name).read_bytes() == data
    assert ugly.read_bytes() == NEAT


def test_illegal_moves_are_not_its_business(cli, tmp_path):
    (tmp_path / "g.json").write_bytes(dumps(record(["d8-c8", "d8-c8"])))
    assert cli("fmt", "g.json").code == 0
    assert b'"D8-C8","D8-C8"' in (tmp_path / "g.json").read_bytes().replace(b", ", b",")


def test_codes(cli, ugly):
    assert cli("fmt").code == 2
    assert cli("fmt", "gone.sgn").code == 3
    assert cli("fmt", "g.sgn", "gone.sgn").code == 3
    assert ugly.read_bytes() == NEAT
    assert cli("fmt", "nothing*.sgn").code == 2
    assert cli("fmt", "nothing*.sgn", "--allow-empty").code == 0
    assert cli("fmt", "-", stdin=NEAT).code == 2


def test_a_walk_leaves_strangers_alone(cli, ugly, tmp_path):
    folder = tmp_path / "walk"
    folder.mkdir()
    stranger = b'{"name":   "x"}\n'
    mixed = dumps(record(["d8-c8"])) + b"\n" + stranger
    (folder / "package.json").write_bytes(stranger)
    (folder / "mixed.jsonl").write_bytes(mixed)
    (folder / "only.jsonl").write_bytes(stranger)
    (folder / "empty.sgn").write_bytes(b"")
    (folder / "g.sgn").write_bytes(UGLY)
    ran = cli("fmt", "walk")
    assert (folder / "package.json").read_bytes() == stranger
    assert (folder / "only.jsonl").read_bytes() == stranger
    assert stranger.strip() in (folder / "mixed.jsonl").read_bytes(), "a skipped line was thrown away"
    assert (folder / "g.sgn").read_bytes() == NEAT
    assert (folder / "empty.sgn").read_bytes() == b""
    assert ran.code in (0, 1)


def test_links_are_followed(cli, ugly, tmp_path):
    (tmp_path / "link.sgn").symlink_to("g.sgn")
    assert cli("fmt", "link.sgn").code == 0
    assert (tmp_path / "link.sgn").is_symlink()
    assert ugly.read_bytes() == NEAT


def test_files_of_folders_are_named_as_they_are_reached(cli, ugly, tmp_path):
    ran = cli("fmt", "--check", ".")
    assert ran.code == 1
    assert "./g.sgn" in ran.out
