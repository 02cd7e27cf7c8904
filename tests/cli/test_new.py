"""`new`: a record with a set-up and no moves."""

import gzip
import json

import msgpack
import pytest

from tests.cli.support import DECIDED, NEAR_CASTLE, leftovers, sgn, unpacked

ROWS = [
    "." * 19,
    *["." * 19] * 3,
    "." * 9 + "b" + "." * 9,
    *["#" * 19] * 9,
    "." * 9 + "w" + "." * 9,
    *["." * 19] * 4,
]


def written(cli, *options: object) -> dict:
    """What `new castle` with these options writes, as JSON."""
    ran = cli("new", "castle", "--to", "json", *options)
    assert ran.code == 0, ran.err
    return ran.json


def test_a_new_game_goes_to_standard_output(cli, tmp_path):
    ran = cli("new", "castle")
    assert (ran.code, ran.raw, ran.err) == (0, sgn(), "")
    assert cli("new", "castle", "-o", "-").raw == sgn()
    assert written(cli) == {"format": 1, "game": "castle", "moves": [], "result": None}
    assert msgpack.unpackb(cli("new", "castle", "--to", "msgpack").raw) == written(cli)
    assert json.loads(cli("new", "castle", "--to", "jsonl").raw) == written(cli)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["sgn", "json", "jsonl", "msgpack"])
@pytest.mark.parametrize("packing", ["", ".gz", ".zst"])
def test_every_suffix(cli, tmp_path, kind, packing):
    name = f"g.{kind}{packing}"
    ran = cli("new", "castle", "-o", name, "--white", "Ana")
    assert (ran.code, ran.err) == (0, "")
    assert name in ran.out
    assert unpacked(tmp_path / name) == cli("new", "castle", "--to", kind, "--white", "Ana").raw
    assert leftovers(tmp_path) == []
    before = (tmp_path / name).read_bytes()
    again = cli("new", "castle", "-o", name)
    assert (again.code, again.raw) == (2, b"")
    assert "--force" in again.err
    assert (tmp_path / name).read_bytes() == before
    assert cli("new", "castle", "-o", name, "--force").code == 0
    assert (tmp_path / name).read_bytes() != before
    assert cli("validate", name).code == 0
    assert cli("fmt", "--check", name).code == 0


def test_set_up_fields(cli):
    assert written(cli, "--men", "16")["setup"] == {"men": 16}
    assert written(cli, "--men", "22", "--first", "black")["setup"] == {"men": 22, "first": "black"}
    assert written(cli, "--own-castle", "closed")["setup"] == {"own_castle": "closed"}
    assert written(cli, "--board", "castle-19")["setup"] == {"board": "castle-19"}
    assert written(cli, "--rows", json.dumps(ROWS))["setup"] == {"rows": ROWS}


def test_a_position_with_its_slashes(cli, tmp_path):
    assert written(cli, "--position", NEAR_CASTLE)["setup"] == {"position": NEAR_CASTLE}
    assert cli("new", "castle", "--position", NEAR_CASTLE, "-o", "g.sgn").code == 0
    assert cli("move", "g.sgn", "J15-K15").code == 0
    assert cli("verify", "g.sgn").code == 0


def test_a_decided_position_gets_its_result(cli, tmp_path):
    item = written(cli, "--position", DECIDED)
    assert item["result"] == {"winners": ["white"], "reason": "castle"}
    assert item["moves"] == []
    assert cli("new", "castle", "--position", DECIDED, "-o", "g.sgn").code == 0
    assert cli("validate", "g.sgn").code == 0
    one_side = "/".join(["19"] * 18 + ["b18"]) + " w 1"
    assert written(cli, "--position", one_side)["result"] == {"winners": ["black"], "reason": "elimination"}
    twice = "/".join(["19"] * 4 + ["9w9"] + ["19"] * 9 + ["9b9"] + ["19"] * 4) + " w 1"
    ran = cli("new", "castle", "--position", twice)
    assert (ran.code, ran.raw) == (2, b"")
    assert "castle.decided-twice" in ran.err


def test_a_board_from_a_file(cli, tmp_path):
    (tmp_path / "own.txt").write_text("; a remark\n\n" + "\n".join(ROWS) + "\n")
    assert written(cli, "--board", "own.txt")["setup"] == {"rows": ROWS}
    assert written(cli, "--board", tmp_path / "own.txt")["setup"] == {"rows": ROWS}
    (tmp_path / "crlf.txt").write_bytes("\r\n".join(ROWS).encode())
    assert written(cli, "--board", "crlf.txt")["setup"] == {"rows": ROWS}
    for name, data, code in (
        ("short.txt", "\n".join(ROWS[1:]).encode(), 2),
        ("latin.txt", b"\xe9", 2),
        ("empty.txt", b"", 2),
        ("wrong.txt", "\n".join(ROWS).replace("w", "x").encode(), 2),
        ("huge.txt", b"." * (2 << 20), 3),
    ):
        (tmp_path / name).write_bytes(data)
        ran = cli("new", "castle", "--board", name)
        assert (ran.code, ran.raw) == (code, b""), name
    missing = cli("new", "castle", "--board", "gone.txt")
    assert missing.code == 3
    assert "gone.txt" in missing.err
    assert "io.missing" in missing.err


def test_a_board_from_the_folder_of_the_user(cli, tmp_path, monkeypatch):
    (tmp_path / "house.txt").write_text("\n".join(ROWS))
    monkeypatch.setenv("STRUCKLE_DATA", str(tmp_path))
    assert written(cli, "--board", "house")["setup"] == {"board": "house"}


def test_names_and_tags(cli):
    item = written(
        cli, "--black", "Ben", "--white", 'A "B" \\ é', "--tag", "Event=a=b", "--tag", "X_1=", "--tag", "z= "
    )
    assert item["players"] == {"white": 'A "B" \\ é', "black": "Ben"}
    assert item["tags"] == {"Event": "a=b", "X_1": "", "z": " "}
    text = cli("new", "castle", "--white", 'A "B" \\ é', "--tag", "Event=one\ttwo\nthree  ").raw
    back = cli("convert", "-", "-", "--input-format", "sgn", "--to", "json", stdin=text).json
    assert back["players"] == {"white": 'A "B" \\ é'}
    assert back["tags"] == {"Event": "one\ttwo\nthree  "}


@pytest.mark.parametrize(
    ("tags", "said"),
    [
        (["Result=*"], "Result"),
        (["game=x"], "game"),
        (["white=Ana"], "white"),
        (["Men=8"], "Men"),
        (["owncastle=closed"], "owncastle"),
        (["1x=y"], "1x"),
        (["=y"], "tag"),
        (["a-b=y"], "a-b"),
        (["é=y"], "é"),
        (["noequals"], "noequals"),
        (["A=1", "a=2"], "a"),
        (["A=1", "A=2"], "A"),
    ],
)
def test_tags_that_cannot_be(cli, tmp_path, tags, said):
    ran = cli("new", "castle", "-o", "g.sgn", *[word for tag in tags for word in ("--tag", tag)])
    assert ran.code in (1, 2)
    assert ran.raw == b""
    assert said in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "options",
    [
        ["--men", "9"],
        ["--men", "0"],
        ["--men", "-8"],
        ["--men", "eight"],
        ["--men", "８"],
        ["--men", ""],
        ["--men", "1" * 30],
        ["--first", "red"],
        ["--own-castle", "shut"],
        ["--board", "nope"],
        ["--board", ""],
        ["--rows", "[]"],
        ["--rows", "{"],
        ["--rows", "[" * 2000],
        ["--rows", "[1]"],
        ["--position", "nonsense"],
        ["--position", NEAR_CASTLE[:-1] + "0"],
        ["--position", NEAR_CASTLE, "--men", "8"],
        ["--rows", json.dumps(ROWS), "--board", "castle-19"],
    ],
)
def test_nonsense_is_a_clear_error(cli, tmp_path, options):
    ran = cli("new", "castle", "-o", "g.sgn", *options)
    assert ran.code in (1, 2)
    assert ran.raw == b""
    assert options[0].removeprefix("--").replace("-", "_") in ran.err
    assert all(len(line) < 300 for line in ran.err.splitlines())
    assert list(tmp_path.iterdir()) == []


def test_several_faults_are_told_at_once(cli):
    ran = cli("new", "castle", "--men", "9", "--first", "red", "--tag", "Result=x", "--board", "nope")
    assert ran.code in (1, 2)
    for code in ("castle.men", "setup.value", "record.tag-reserved", "castle.board"):
        assert code in ran.err


def test_a_seed_has_nothing_to_fix(cli):
    ran = cli("new", "castle", "--seed", "7")
    assert (ran.code, ran.raw) == (0, sgn())
    assert "--seed" in ran.err


def test_a_suffix_that_says_nothing(cli, tmp_path):
    for name in ("g", "g.txt", "g.gz", "g.SGN", "g.pgn"):
        ran = cli("new", "castle", "-o", name)
        assert (ran.code, ran.raw) == (2, b""), name
        assert ".sgn" in ran.err
        assert cli("new", "castle", "-o", name, "--to", "sgn").code == 0
    assert gzip.decompress((tmp_path / "g.gz").read_bytes()) == sgn()
