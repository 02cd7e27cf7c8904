"""Faults that a second, black-box look at the command line found, each as a test of its kind."""

import json

import pytest

RECORD = {"format": 1, "game": "castle", "moves": [], "result": None}


def rows(ran) -> list[dict]:
    return [json.loads(line) for line in ran.out.splitlines()]


@pytest.mark.parametrize("pattern", ["w/**/*.sgn", "w/**/c.sgn", "**/c.sgn"])
def test_a_recursive_glob_follows_no_links_to_folders(cli, tmp_path, pattern):
    (tmp_path / "w" / "b").mkdir(parents=True)
    (tmp_path / "w" / "b" / "c.sgn").write_text('[Game "castle"]\n\n*\n')
    for name in ("one", "two", "three"):
        (tmp_path / "w" / name).symlink_to(".", target_is_directory=True)
    ran = cli("validate", pattern, "--format", "jsonl")
    assert (ran.code, [row["path"] for row in rows(ran)]) == (0, ["w/b/c.sgn"])


@pytest.mark.parametrize(
    ("pattern", "found"), [("*.sgn", ["a.sgn"]), (".h/*.sgn", [".h/x.sgn"]), ("a**", ["a.sgn"])]
)
def test_a_glob_finds_hidden_names_only_when_they_are_named(cli, tmp_path, pattern, found):
    (tmp_path / ".h").mkdir()
    for name in ("a.sgn", ".b.sgn", ".h/x.sgn"):
        (tmp_path / name).write_text('[Game "castle"]\n\n*\n')
    ran = cli("validate", pattern, "--format", "jsonl", "--allow-empty")
    assert [row["path"] for row in rows(ran)] == found


@pytest.mark.parametrize("tag", ['[Game "castle"]', '[game "castle"]', '[Game  "castle"]'])
def test_a_truncated_game_is_placed_at_its_own_end(cli, tmp_path, tag):
    (tmp_path / "g.sgn").write_text(f'[Game "castle"]\n1. D8-C8\n\n\n{tag}\n1. D8-C8 *\n')
    first, second = rows(cli("validate", "g.sgn", "--format", "jsonl"))
    assert second["valid"]
    [problem] = first["problems"]
    assert (problem["code"], problem["line"], problem["column"]) == ("text.truncated", 2, 9)


@pytest.mark.parametrize(
    ("change", "token"),
    [
        ({"moves": [None]}, "null"),
        ({"moves": [True]}, "true"),
        ({"rules": False}, "false"),
        ({"rules": "1"}, "1"),
        ({"setup": {"men": "8"}}, "8"),
        ({"setup": {"men": None}}, "null"),
    ],
)
def test_what_was_read_is_told_as_json_writes_it(cli, tmp_path, change, token):
    (tmp_path / "r.json").write_text(json.dumps(RECORD | change))
    [row] = rows(cli("validate", "r.json", "--format", "jsonl"))
    assert [problem["token"] for problem in row["problems"]] == [token]


@pytest.mark.parametrize("result", [{"winners": ["white"]}, {"winners": ["white"], "reason": None}])
def test_no_reason_is_invented_for_a_claimed_result(cli, tmp_path, result):
    (tmp_path / "r.json").write_text(json.dumps(RECORD | {"result": result}))
    [row] = rows(cli("validate", "r.json", "--format", "jsonl"))
    assert (row["valid"], row["result"]) == (False, None)


@pytest.mark.parametrize("name", ["nofile", "nofile.sgn"])
def test_perft_from_a_missing_file_could_not_be_read(cli, name):
    assert cli("perft", "castle", "--from", name).code == 3


@pytest.mark.parametrize("command", [("moves", "castle"), ("perft", "castle"), ("new", "castle")])
def test_a_position_that_is_none_is_wrong_usage(cli, command):
    ran = cli(*command, "--position", "19/19 w 1")
    assert ran.code == 2
    assert "castle.position" in ran.err


def test_a_line_end_does_not_count_for_the_size_of_a_record(cli, tmp_path):
    text = '[Game "castle"]\n*'
    (tmp_path / "g.sgn").write_text(f"{text}\n\n")
    assert cli("validate", "g.sgn", "--max-record", len(text)).code == 0
    assert cli("validate", "g.sgn", "--max-record", len(text) - 1).code == 3


def test_an_edit_notices_that_the_file_was_changed_meanwhile(cli, tmp_path):
    from struckle_cli.core.errors import RecordError
    from struckle_cli.services.edit import append, save
    from struckle_cli.services.loading import load

    path = tmp_path / "g.sgn"
    assert cli("new", "castle", "-o", path).code == 0
    loaded = load(str(path))
    assert cli("move", path, "D8-D7").code == 0
    before = path.read_bytes()
    with pytest.raises(RecordError) as caught:
        save(loaded, append(loaded, ["D8-C8"]).document)
    assert caught.value.code == "play.changed"
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("head", "part"),
    [("", '[game "castle"]\n1. D8-C8 *\n'), ('[Game "castle"]\n1. D8-C8 ', "[x ")],
    ids=["records in another spelling", "brackets among the moves"],
)
def test_text_costs_no_more_than_its_length(tmp_path, head, part):
    """Counted, not timed: how much text the reader's searches are given."""
    from struckle_cli.services.validate import Options
    from struckle_cli.services.validate import verdicts as verdicts_of

    path = tmp_path / "g.sgn"
    path.write_text(head + part * 20_000)
    found = list(verdicts_of([str(path)], Options()))
    assert len(found) == (1 if head else 20_000)


def test_a_folder_that_is_very_deep_is_walked(cli, tmp_path):
    import os

    here = os.getcwd()
    try:
        for _ in range(1100):
            os.mkdir("d")
            os.chdir("d")
    finally:
        os.chdir(here)
    (tmp_path / "z.sgn").write_text('[Game "castle"]\n\n*\n')
    ran = cli("validate", ".", "--format", "jsonl")
    os.removedirs("/".join(["d"] * 1100))  # what clears temporary folders recurses, and would fail on them
    assert (ran.code, [row["path"] for row in rows(ran) if row["record"]]) == (0, ["./z.sgn"])


def test_a_limit_beyond_reason_is_wrong_usage(cli):
    assert cli("validate", "x.sgn", "--max-record", 2**63).code == 2


@pytest.mark.parametrize("change", [{"result": {"winners": ["white"] * 100_000, "reason": "resign"}},
                                    {"players": {f"p{i}": "" for i in range(100_000)}}])  # fmt: skip
def test_many_faults_of_one_kind_stay_few(cli, tmp_path, change):
    (tmp_path / "r.json").write_text(json.dumps(RECORD | change))
    [row] = rows(cli("validate", "r.json", "--format", "jsonl"))
    assert not row["valid"]
    assert len(row["problems"]) <= 1001


def test_a_set_up_warning_leaves_moves_and_result_judged(cli, tmp_path, monkeypatch):
    """A warning never hides a fault, and does not make a record invalid by itself."""
    import msgspec

    from struckle_cli import registry
    from struckle_cli.core.errors import Fault

    game = registry.lookup("castle")
    warned = Fault(code="castle.men", message="a warning", severity="warning", pointer="/setup")
    odd = msgspec.structs.replace(game, read_setup=lambda fields: (game.read_setup(fields)[0], [warned]))
    monkeypatch.setitem(registry._loaded, "castle", odd)
    for result, code in ((None, 0), ({"winners": ["black"], "reason": "castle"}, 1)):
        (tmp_path / "r.json").write_text(json.dumps(RECORD | {"moves": ["D8-C8"], "result": result}))
        ran = cli("validate", "r.json", "--format", "jsonl")
        [row] = rows(ran)
        assert (ran.code, row["valid"], row["plies"]) == (code, code == 0, 1)
    assert cli("validate", "r.json", "--strict").code == 1
