"""Crungle records made, converted and formatted: `new`, `convert`, `fmt`, `schema`, `games`, `rules`."""

import itertools
import json
import re
import shlex

import jsonschema
import msgpack
import pytest

from tests.cli.crungle_support import AGREED, BET_PURPLE, HEAD, OPTIONS, PROVED, SETUP, crungle, item
from tests.cli.support import dumps, unpacked

KINDS = ["sgn", "json", "jsonl", "msgpack"]


def test_given_rules_go_to_standard_output(cli, tmp_path):
    ran = cli("new", "crungle", *OPTIONS)
    assert (ran.code, ran.raw, ran.err) == (0, crungle(), "")
    assert cli("new", "crungle", *OPTIONS, "--to", "json").json == item()
    assert cli("new", "crungle", *OPTIONS, "--to", "jsonl").raw == dumps(item()) + b"\n"
    assert msgpack.unpackb(cli("new", "crungle", *OPTIONS, "--to", "msgpack").raw) == item()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["g.sgn", "g.json", "g.jsonl.gz", "g.msgpack.zst"])
def test_a_file_that_exists_needs_force(cli, tmp_path, name):
    assert cli("new", "crungle", *OPTIONS, "-o", name, "--purple", "Ana").code == 0
    before = (tmp_path / name).read_bytes()
    assert b"Ana" in unpacked(tmp_path / name)
    ran = cli("new", "crungle", *OPTIONS, "-o", name)
    assert (ran.code, ran.raw) == (2, b"")
    assert "--force" in ran.err
    assert (tmp_path / name).read_bytes() == before
    assert cli("new", "crungle", *OPTIONS, "-o", name, "--force").code == 0
    assert b"Ana" not in unpacked(tmp_path / name)
    assert cli("validate", name).code == 0
    assert cli("fmt", "--check", name).code == 0


def test_names_tags_and_the_way_of_the_draft(cli):
    more = ("--purple", "Ana", "--orange", "Ben", "--tag", "Event=x", "--draft", "picked")
    made = cli("new", "crungle", *OPTIONS, *more, "--to", "json").json
    assert made["players"] == {"purple": "Ana", "orange": "Ben"}
    assert made["tags"] == {"Event": "x"}
    assert made["setup"] == SETUP | {"draft": "picked"}
    text = cli("new", "crungle", *OPTIONS, *more).out
    assert '[Purple "Ana"]\n[Orange "Ben"]\n' in text
    assert '[Draft "picked"]' in text


def test_a_seed_is_reproducible_and_implies_random(cli):
    drawn = [cli("new", "crungle", "--seed", n, "--to", "json").json["setup"] for n in range(12)]
    assert drawn == [cli("new", "crungle", "--seed", n, "--to", "json").json["setup"] for n in range(12)]
    assert drawn[7] == cli("new", "crungle", "--random", "--seed", "7", "--to", "json").json["setup"]
    assert len({json.dumps(setup) for setup in drawn}) == 12
    assert {setup["draft"] for setup in drawn} == {"random"}
    assert list(drawn[0]) == ["goals", "rules", "start", "draft"]


def test_random_rule_sets_are_valid_and_differ(cli, tmp_path):
    texts = {cli("new", "crungle", "--random").out for _ in range(8)}
    assert len(texts) == 8
    (tmp_path / "all.sgn").write_text("\n".join(texts))
    assert cli("validate", "all.sgn", "--strict").code == 0
    assert cli("fmt", "--check", "all.sgn").code == 0


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        ("goals", "G9 G1", ["G9", "G1"]),
        ("rules", "M30 I4 M1 M2", ["M30", "I4", "M1", "M2"]),
        ("start", "orange=6 purple=4", {"orange": 6, "purple": 4}),
    ],
)
def test_what_is_given_is_kept_and_the_rest_is_drawn(cli, option, text, value):
    setup = cli("new", "crungle", "--random", f"--{option}", text, "--to", "json").json["setup"]
    assert setup[option] == value
    assert set(setup) == {"goals", "rules", "start", "draft"}


@pytest.mark.parametrize("given", [0, 1, 2])
def test_what_is_missing_is_refused_with_advice(cli, tmp_path, given):
    ran = cli("new", "crungle", *OPTIONS[: 2 * given], "-o", "g.sgn")
    assert (ran.code, ran.raw) == (2, b"")
    assert "--random" in ran.err
    for name in ("goals", "rules", "start")[given:]:
        assert re.search(rf"^setup\.missing: .*needs {name}", ran.err, re.MULTILINE)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"goals": "G1"}, "crungle.goals"),
        ({"goals": "G1 G1"}, "crungle.goals"),
        ({"goals": "G0 G1"}, "crungle.goals"),
        ({"goals": "G1 G11"}, "crungle.goals"),
        ({"goals": "G1,G2"}, "crungle.goals"),
        ({"goals": ""}, "crungle.goals"),
        ({"rules": "M1 M2 M3"}, "crungle.rules"),
        ({"rules": "M1 M2 M3 M4 M5"}, "crungle.rules"),
        ({"rules": "M1 M2 M3 M1"}, "crungle.rules"),
        ({"rules": "M1 M2 M3 M31"}, "crungle.rules"),
        ({"rules": "M1 M2 I1 I2"}, "crungle.indirect"),
        ({"start": "orange=5 purple=5"}, "crungle.start-center"),
        ({"start": "orange=1 purple=5"}, "crungle.start-adjacent"),
        ({"start": "orange=0 purple=9"}, "crungle.start"),
        ({"start": "orange=1"}, "crungle.start"),
        ({"start": "orange=1 purple=9 green=3"}, "crungle.start"),
        ({"start": "orange=1 orange=2 purple=9"}, "setup.type"),
        ({"start": "1 9"}, "setup.type"),
        ({"draft": "stolen"}, "setup.value"),
    ],
)
def test_set_ups_that_cannot_be(cli, tmp_path, change, code):
    given = dict(zip(("goals", "rules", "start"), OPTIONS[1::2], strict=True)) | change
    ran = cli("new", "crungle", "-o", "g.sgn", *[w for k, v in given.items() for w in (f"--{k}", v)])
    assert (ran.code, ran.raw) == (2, b"")
    assert re.search(rf"^{re.escape(code)}: ", ran.err, re.MULTILINE), ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("goals", "rules", "start", "codes"),
    [
        ("G1 G1", "M1 I1 I2 M2", "orange=5 purple=9", "goals indirect start-center"),
        ("G1 G12 G2", "M1 M99", "orange=0 purple=12", "goals rules start"),
        ("G1 G2", "M1 M1 I1 I2", "orange=1 purple=2", "rules indirect start-adjacent"),
        ("G1 G2", "M1 M2 M3 M4", "orange=5 purple=9 green=1", "start start-center"),
    ],
)
def test_every_fault_of_a_set_up_is_told(cli, goals, rules, start, codes):
    ran = cli("new", "crungle", "--goals", goals, "--rules", rules, "--start", start)
    assert ran.code == 2
    told = {line.split(":")[0] for line in ran.err.splitlines()}
    assert {f"crungle.{code}" for code in codes.split()} <= told, ran.err


def test_a_value_that_cannot_be_read_hides_no_other_fault(cli):
    ran = cli("new", "crungle", "--goals", "G1", "--rules", "M1 M1 M2 M3", "--start", "orange 1")
    assert ran.code == 2
    for code in ("crungle.goals", "crungle.rules", "setup.type"):
        assert code in ran.err


def test_the_example_in_the_help_works(cli, tmp_path):
    examples = re.findall(r"^ *struckle (new crungle .*)$", cli("new", "crungle", "--help").out, re.MULTILINE)
    examples += re.findall(r"^ *struckle (new crungle .*)$", cli("new", "--help").out, re.MULTILINE)
    assert examples
    for number, example in enumerate(examples):
        words = shlex.split(example.replace("game.sgn", f"{number}.sgn"))
        ran = cli(*words)
        assert ran.code == 0, (example, ran.err)


# convert and fmt


@pytest.mark.parametrize(("first", "second"), list(itertools.product(KINDS, KINDS)))
def test_every_direction_is_lossless(cli, tmp_path, first, second):
    start = item(f"M2:9? M2:9 bet:orange decline {PROVED}", BET_PURPLE)
    start = start | {"notes": [{"ply": 1, "text": "a } \\ note ("}, {"ply": 6, "text": "("}]}
    start["setup"] = start["setup"] | {"draft": "picked"}
    (tmp_path / "start.json").write_bytes(dumps(start))
    for source, target in (("start.json", f"a.{first}"), (f"a.{first}", f"b.{second}")):
        ran = cli("convert", source, target)
        assert (ran.code, ran.err) == (0, "")
    assert cli("convert", f"b.{second}", "-", "--to", "json").json == start
    assert cli("validate", f"b.{second}").code == 0


def test_set_up_strings_and_what_they_stand_for(cli, tmp_path):
    (tmp_path / "g.sgn").write_bytes(crungle(tags=""))
    text = (
        '[GAME "crungle"]\n[START "purple=9   orange=1"]\n[rules " M2 M11  I2 M16"]\n[Goals "G3\tG7"]\n\n*\n'
    )
    (tmp_path / "odd.sgn").write_text(text)
    made = cli("convert", "odd.sgn", "-", "--to", "json").json["setup"]
    assert made["goals"] == ["G3", "G7"]
    assert made["rules"] == ["M2", "M11", "I2", "M16"]
    assert made["start"] == {"orange": 1, "purple": 9}
    assert cli("fmt", "--check", "g.sgn").code == 0
    assert cli("fmt", "--check", "odd.sgn").code == 1
    assert cli("fmt", "odd.sgn").code == 0
    assert (tmp_path / "odd.sgn").read_text().splitlines()[1:4] == [
        '[Goals "G3 G7"]', '[Rules "M2 M11 I2 M16"]', '[Start "orange=1 purple=9"]',
    ]  # fmt: skip


def test_the_canonical_form_drops_the_default_and_orders_the_seats(cli, tmp_path):
    odd = item("M14:1", draft="given", start={"purple": 1, "orange": 1})
    for name, data in (("g.json", dumps(odd)), ("g.jsonl", dumps(odd) + b"\n")):
        (tmp_path / name).write_bytes(data)
        assert cli("fmt", "--check", name).code == 1
        assert cli("fmt", name).code == 0
        setup = json.loads((tmp_path / name).read_bytes())["setup"]
        assert json.dumps(setup) == json.dumps(SETUP)
    assert cli("convert", "g.json", "-", "--to", "sgn").raw == crungle("M14:1")


def test_moves_have_no_numbers_and_long_lines_are_wrapped(cli, tmp_path):
    moves = " ".join(["M14:1 M14:1 M2:2? M18:1 M18:1"] + ["bet:orange decline"] * 12)
    (tmp_path / "g.json").write_bytes(dumps(item(moves, AGREED)))
    assert cli("convert", "g.json", "g.sgn").code == 0
    lines = (tmp_path / "g.sgn").read_text().removeprefix(HEAD).split("\n\n")[1].splitlines()
    assert len(lines) > 1
    assert all(len(line) <= 80 for line in lines)
    assert " ".join(lines).split() == [*moves.split(), "draw"]
    assert cli("fmt", "--check", "g.sgn").code == 0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("goals", "G3 G7"),
        ("goals", ["G3 G7"]),
        ("goals", ["g3", "G7"]),
        ("goals", ["G3", 7]),
        ("goals", None),
        ("rules", ["M1", "M2", "M3", "M1"]),
        ("rules", {"M1": 1}),
        ("start", [1, 9]),
        ("start", {"orange": 1}),
        ("start", {"orange": True, "purple": 9}),
        ("start", {"orange": 1.0, "purple": 9}),
        ("start", {"orange": "1", "purple": "9"}),
        ("start", {"orange": 1, "purple": 2}),
        ("extra", 1),
    ],
)
def test_broken_set_ups_are_neither_valid_nor_converted(cli, tmp_path, name, value):
    (tmp_path / "g.json").write_bytes(dumps(item(**{name: value})))
    ran = cli("validate", "g.json", "--format", "jsonl")
    assert ran.code == 1
    assert not ran.rows[0]["valid"]
    assert ran.rows[0]["problems"][0]["code"].split(".")[0] in ("crungle", "setup", "record")
    ran = cli("convert", "g.json", "g.sgn")
    assert ran.code == 1
    assert not (tmp_path / "g.sgn").exists()


def test_the_schema_takes_what_is_written_and_refuses_what_is_not(cli):
    ran = cli("schema", "crungle")
    assert (ran.code, ran.err) == (0, "")
    check = jsonschema.Draft202012Validator(ran.json)
    assert check.is_valid(item(PROVED, {"winners": ["orange"], "reason": "bet"}))
    assert check.is_valid(cli("new", "crungle", "--random", "--to", "json").json)
    for broken in (
        item(goals=["G1"]),
        item(goals=["G1", "G1"]),
        item(rules=["M1", "M2", "M3", "M31"]),
        item(start={"orange": 1}),
        item(start={"orange": 1, "purple": 10}),
        item(draft="stolen"),
        item(more=1),
        item("", {"winners": ["purple"], "reason": "resign"}),
        {key: value for key, value in item().items() if key != "setup"},
    ):
        assert not check.is_valid(broken), broken


def test_games_and_rules(cli):
    assert re.search(r"^crungle +2 +purple orange +no +no ", cli("games").out, re.MULTILINE)
    (game,) = [row for row in cli("games", "--json").json["games"] if row["name"] == "crungle"]
    assert game["seats"] == ["purple", "orange"]
    assert (game["hidden"], game["chance"]) == (False, False)
    ran = cli("rules", "crungle")
    assert (ran.code, ran.err) == (0, "")
    for number in range(1, 12):
        assert re.search(rf"\bCR-{number}\b", ran.out)
    for name in [f"G{n}" for n in range(1, 11)] + [f"M{n}" for n in range(1, 31)] + ["I1", "I2", "I3", "I4"]:
        assert re.search(rf"^ *{name} +\S", ran.out, re.MULTILINE), name
