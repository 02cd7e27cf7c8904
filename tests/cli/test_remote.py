"""Commands on URLs: what reads records takes them, what writes says that nothing is written there."""

import os
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.support import ROOT, Ran, child_environment, dumps, record, sgn, spawn
from tests.cli.test_startup import heavy, imported
from tests.replay.remote_support import Store, Web, alone, forget

Cli = Callable[..., Ran]
TEXT = sgn("1. D8-C8 Q12-Q11")
FAR = "s3://bucket/x.sgn"


@pytest.fixture(scope="module", autouse=True)
def store() -> Iterator[Store]:
    with alone() as patch:
        server = Store()
        patch.setenv("AWS_ENDPOINT_URL", server.endpoint)
        server.put("s3://games/g.sgn", TEXT)
        server.put("s3://games/bad.sgn", sgn("1. D8-D1"))
        server.put("s3://games/two/a.json", dumps(record(["D8-C8"])))
        server.put("s3://games/two/b.jsonl", (dumps(record(["D8-C8"])) + b"\n") * 3)
        yield server
        forget()
        server.stop()


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "g.sgn").write_bytes(TEXT)
    return tmp_path


READING = [
    ["validate", "{}/g.sgn"],
    ["validate", "{}", "--format", "json"],
    ["stats", "{}/two"],
    ["verify", "{}/g.sgn", "--json"],
    ["filter", "{}/two", "--to", "jsonl"],
    ["dedup", "{}/two", "{}/g.sgn", "-o", "out.jsonl"],
    ["show", "{}/g.sgn"],
    ["render", "{}/g.sgn", "--at", "1"],
    ["moves", "{}/g.sgn", "--json"],
    ["perft", "castle", "--from", "{}/g.sgn", "--depth", "1"],
    ["replay", "{}/g.sgn"],
    ["convert", "{}/g.sgn", "-", "--to", "json"],
    ["fmt", "{}/two", "--check"],
    ["fmt", "{}/two", "--diff"],
]


@pytest.mark.parametrize("arguments", READING, ids=" ".join)
def test_what_reads_records_reads_them_from_urls(cli: Cli, here: Path, arguments: list[str]) -> None:
    (here / "two").mkdir()
    (here / "bad.sgn").write_bytes(sgn("1. D8-D1"))
    (here / "two" / "a.json").write_bytes(dumps(record(["D8-C8"])))
    (here / "two" / "b.jsonl").write_bytes((dumps(record(["D8-C8"])) + b"\n") * 3)
    near = cli(*(word.format("file://" + str(here)) for word in arguments))
    written = (here / "out.jsonl").read_bytes() if "out.jsonl" in arguments else b""
    (here / "out.jsonl").unlink(missing_ok=True)
    far = cli(*(word.format("s3://games") for word in arguments))
    assert far.code == near.code
    assert far.code in (0, 1)

    def plain(text: str) -> str:
        for root in (f"file://{here}", f"{here}/", "s3://games/", "s3://games"):
            text = text.replace(root, "")
        return text.replace("/", "")

    assert plain(far.out) == plain(near.out)
    assert plain(far.err) == plain(near.err)
    assert written == ((here / "out.jsonl").read_bytes() if written else b"")
    assert far.out or far.err or written


WRITING = [
    ["new", "castle", "-o", FAR],
    ["play", "castle", "-o", FAR],
    ["play", FAR],
    ["move", FAR, "D8-C8"],
    ["undo", FAR],
    ["result", FAR, "draw", "--reason", "agreement"],
    ["match", "castle", "--bot", "random", "--bot", "random", "-o", FAR],
    ["convert", "g.sgn", FAR],
    ["fmt", FAR],
    ["fmt", "g.sgn", "s3://bucket/"],
    ["filter", "g.sgn", "-o", FAR],
    ["dedup", "g.sgn", "-o", FAR],
    ["validate", "g.sgn", "--report", f"junit={FAR}"],
    ["stats", "g.sgn", "--plot", "s3://bucket/x.svg"],
    ["render", "g.sgn", "-o", "s3://bucket/x.svg"],
    ["render", "g.sgn", "--all", "-o", "s3://bucket/x/"],
    ["page", "g.sgn", "-o", "s3://bucket/x.html"],
    ["page", "g.sgn", "-o", "s3://bucket/x/"],
    ["seal", "g.sgn", "-o", FAR, "--secrets", "s"],
    ["reveal", FAR, "x.secrets"],
    ["reveal", "g.sgn", "s3://bucket/x.secrets"],
    ["show", "g.sgn", "--secrets", "file:///x.secrets"],
]


@pytest.mark.parametrize("arguments", WRITING, ids=" ".join)
def test_nothing_is_written_to_urls(cli: Cli, here: Path, arguments: list[str]) -> None:
    ran = cli(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert "[usage.remote]" in ran.err
    assert "records are read from URLs, and nothing else" in ran.err
    assert [item.name for item in here.iterdir()] == ["g.sgn"]
    assert (here / "g.sgn").read_bytes() == TEXT


def test_a_report_never_takes_the_place_of_what_is_read_by_a_url(cli: Cli, here: Path) -> None:
    with zipfile.ZipFile(here / "a.zip", "w") as file:
        file.writestr("g.sgn", TEXT)
    for path, report in (
        (f"file://{here}/g.sgn", "g.sgn"), (f"file://{here}", "g.sgn"), (f"file://{here}/*.sgn", "g.sgn"),
        ("zip://g.sgn::a.zip", "a.zip"),
    ):  # fmt: skip
        before = (here / report).read_bytes()
        ran = cli("validate", path, "--report", f"jsonl={report}")
        assert (ran.code, (here / report).read_bytes()) == (2, before), path
    (here / "r.xml").write_bytes(b"old")
    assert cli("validate", "s3://games/g.sgn", "--report", "junit=r.xml").code == 0
    assert b"s3://games/g.sgn" in (here / "r.xml").read_bytes()


def test_sarif_names_urls_as_they_are(cli: Cli) -> None:
    (result,) = cli("validate", "s3://games/bad.sgn", "--format", "sarif").json["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "s3://games/bad.sgn"}


def test_a_site_of_a_store_keeps_its_folders_and_a_page_tells_no_token(cli: Cli, here: Path) -> None:
    assert cli("page", "s3://games/", "-o", "site/").code in (0, 1)
    pages = sorted(str(path.relative_to(here / "site")) for path in (here / "site").rglob("*.html"))
    assert pages == ["bad.html", "g.html", "index.html", "two/a.html", "two/b.html"]
    web = Web()
    try:
        web.files = {"/d/g.sgn": TEXT}
        assert cli("page", f"{web.url}/d/g.sgn?token=hush-hush", "-o", "p.html").code == 0
    finally:
        forget()
        web.stop()
    page = (here / "p.html").read_bytes()
    assert b"g.sgn" in page
    assert b"hush-hush" not in page


def test_a_store_is_checked_by_several_processes_alike(store: Store, tmp_path: Path) -> None:
    moves = ["D8-C8", "Q12-R12", "C8-D8", "R12-Q12"] * 100
    store.put("s3://large/lines.jsonl", (dumps(record(moves)) + b"\n") * 900)
    store.put("s3://large/more.jsonl", (dumps(record(moves[:41])) + b"\n") * 500)
    ran = [spawn("validate", "s3://large", "--format", "jsonl", "--jobs", jobs) for jobs in ("1", "2")]
    assert [(one.returncode, one.stderr) for one in ran] == [(0, b""), (0, b"")]
    assert ran[0].stdout == ran[1].stdout
    assert ran[0].stdout.count(b"\n") == 1400


# --- what is imported, and what is missing --------------------------------------------------------------

HIDING = """
import sys

class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names!r}:
            raise ModuleNotFoundError("No module named " + repr(name), name=name)

sys.meta_path.insert(0, Hide())
from struckle_cli.__main__ import main
sys.argv = ["struckle", *{arguments!r}]
main()
"""


@pytest.mark.parametrize(
    ("missing", "url", "code"),
    [
        ({"fsspec"}, "s3://games/g.sgn", 2),
        ({"fsspec"}, "zip://g.sgn::a.zip", 2),
        ({"fsspec"}, "file://g.sgn", 0),
        ({"s3fs"}, "s3://games/g.sgn", 2),
        ({"aiohttp"}, "https://127.0.0.1/g.sgn", 2),
        ({"gcsfs"}, "gs://games/g.sgn", 2),
        ({"gcsfs", "s3fs", "aiohttp"}, "zip://g.sgn::a.zip", 0),
    ],
)
def test_what_to_install_is_said(here: Path, missing: set[str], url: str, code: int) -> None:
    with zipfile.ZipFile(here / "a.zip", "w") as file:
        file.writestr("g.sgn", TEXT)
    script = HIDING.format(names=missing, arguments=["show", url] if code else ["validate", "g.sgn", url])
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=here, capture_output=True, check=False,
        env=child_environment(PYTHONPATH=str(ROOT)),
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    if code:
        assert done.stdout == b""
        assert b"pip install 'struckle[remote]'" in done.stderr
        assert b"[usage.remote]" in done.stderr
        assert b"Traceback" not in done.stderr


def test_nothing_of_it_is_imported_for_files_of_this_system(here: Path) -> None:
    for name in ("g.sgn", "file://g.sgn"):
        modules = imported(here, "validate", name)
        assert heavy(modules, "fsspec", "asyncio", "aiohttp", "struckle_cli.replay.remote") == set()
    with zipfile.ZipFile(here / "a.zip", "w") as file:
        file.writestr("g.sgn", TEXT)
    assert {"aiohttp", "s3fs", "gcsfs"} & imported(here, "validate", "zip://g.sgn::a.zip") == set()


def test_logs_of_backends_reach_no_terminal(here: Path) -> None:
    ran = spawn("validate", "gs://games/g.sgn", env={"STORAGE_EMULATOR_HOST": os.environ["AWS_ENDPOINT_URL"]})
    assert ran.returncode == 3
    assert ran.stderr == b""


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_shells_complete_beside_urls(cli: Cli, monkeypatch: pytest.MonkeyPatch, shell: str) -> None:
    monkeypatch.setenv("_STRUCKLE_COMPLETE", shell)
    for words in (
        ["show", FAR, "--as", ""], ["validate", "s3://games/"], ["validate", "zip:"],
        ["move", "zip://g.sgn::a.zip", ""], ["moves", "https://127.0.0.1:1/g.sgn", "--"],
    ):  # fmt: skip
        ran = cli("struckle", *words)
        assert (ran.code, ran.err) == (0, ""), words
        assert "two" not in ran.out  # nothing far away is listed for that
        assert ("white" in ran.out) == ("--as" in words)
