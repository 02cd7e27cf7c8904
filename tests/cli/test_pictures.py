"""`render -o`: pictures and texts in files and folders, whole or not at all."""

import io
import math
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from struckle_cli.report import raster
from tests.cli.support import child_environment, sgn
from tests.report.gif_support import parts

GAME = sgn("1. D8-C8 Q12-Q11 2. C8-D8 Q11-Q12")
SMALL = ("--scale", "0.2")


@pytest.fixture
def game(cli):
    Path("g.sgn").write_bytes(GAME)
    return Path("g.sgn")


def size(cli, scale: float = 1.0) -> tuple[int, int]:
    """The pixels that the SVG of the game would have."""
    text = cli("render", "g.sgn", "--style", "svg").out
    [(width, height)] = re.findall(r'^<svg [^>]* width="(\d+)" height="(\d+)"', text)
    return math.ceil(int(width) * scale), math.ceil(int(height) * scale)


def names(folder: str = ".") -> list[str]:
    return sorted(path.name for path in Path(folder).iterdir())


def test_the_ending_of_the_name_says_the_kind(cli, game):
    for name, words in (("a.svg", ()), ("a.png", SMALL), ("a.gif", SMALL), ("A.PNG", SMALL), ("a.txt", ())):
        assert cli("render", "g.sgn", "-o", name, *words) == (0, b"", "")
    assert Path("a.svg").read_bytes() == cli("render", "g.sgn", "--style", "svg").raw
    assert Path("a.txt").read_bytes() == cli("render", "g.sgn", "-o", "-").raw
    assert Path("a.png").read_bytes() == Path("A.PNG").read_bytes()
    assert Path("a.png").read_bytes().startswith(b"\x89PNG\r\n")
    assert len(parts(Path("a.gif").read_bytes())[2]) == 1
    assert names() == ["A.PNG", "a.gif", "a.png", "a.svg", "a.txt", "g.sgn"]


def test_scale_and_theme_of_pixels(cli, game):
    def picture(*words: str) -> Image.Image:
        return Image.open(io.BytesIO(cli("render", "g.sgn", "--style", "png", *words).raw)).convert("RGB")

    whole, half, dark = picture(), picture("--scale", "0.5"), picture("--theme", "dark")
    assert whole.size == size(cli)
    assert half.size == size(cli, 0.5)
    assert picture("--theme", "light").tobytes() == whole.tobytes()
    assert whole.getpixel((1, 1)) == (0xFB, 0xF8, 0xF1)
    assert dark.getpixel((1, 1)) == (0x1B, 0x1D, 0x21)


def test_where_a_piece_may_go_is_in_the_picture(cli, game):
    plain = cli("render", "g.sgn", "--style", "png").raw
    marked = cli("render", "g.sgn", "--style", "png", "--targets", "d8").raw
    place = ImageChops.difference(
        *(Image.open(io.BytesIO(data)).convert("RGB") for data in (plain, marked))
    ).getbbox()
    assert place is not None


def test_a_game_as_a_gif(cli, game):
    assert cli("render", "g.sgn", "--all", "--delay", "600", "-o", "g.gif", *SMALL).code == 0
    large, _, frames = parts(Path("g.gif").read_bytes())
    assert large == size(cli, 0.2)
    assert [frame.time for frame in frames] == [60, 60, 60, 60, 240]
    piped = cli("render", "g.sgn", "--all", "--style", "gif", "--delay", "600", *SMALL).raw
    assert piped == Path("g.gif").read_bytes()


def test_all_positions_in_a_folder(cli, game):
    assert cli("render", "g.sgn", "--all", "-o", "boards/") == (0, b"", "")
    assert names("boards") == [f"00{ply}.svg" for ply in range(5)]
    for ply in (0, 3):
        one = cli("render", "g.sgn", "--style", "svg", "--at", ply).raw
        assert Path(f"boards/00{ply}.svg").read_bytes() == one
    assert cli("render", "g.sgn", "--all", "-o", "boards", "--style", "png", *SMALL).code == 0
    assert cli("render", "g.sgn", "--all", "-o", "boards", "--style", "ascii").code == 0
    assert len(names("boards")) == 15
    assert Path("boards/004.txt").read_bytes() == cli("render", "g.sgn").raw


def test_files_that_exist_stay_without_force(cli, game):
    for where, words in (("a.svg", ()), ("boards/", ("--all",))):
        assert cli("render", "g.sgn", "-o", where, *words).code == 0
        held = Path("a.svg" if where == "a.svg" else "boards/003.svg")
        held.write_bytes(b"mine")
        ran = cli("render", "g.sgn", "-o", where, *words)
        assert (ran.code, "[usage.exists]" in ran.err) == (2, True)
        assert held.read_bytes() == b"mine"
        assert cli("render", "g.sgn", "-o", where, "--force", *words).code == 0
        assert held.read_bytes().startswith(b"<svg ")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("usage.suffix", ("-o", "a.jpg")),
        ("usage.suffix", ("-o", "a")),
        ("usage.style", ("-o", "a.png", "--style", "svg")),
        ("usage.style", ("-o", "a.svg", "--style", "ascii")),
        ("usage.style", ("-o", "a.txt", "--style", "gif")),
        ("usage.style", ("-o", "a.svg", "--all")),
        ("usage.style", ("-o", "a.png", "--all")),
        ("usage.style", ("--style", "svg", "--all")),
        ("usage.style", ("-o", "boards/", "--all", "--style", "gif")),
        ("usage.output", ("-o", "boards/")),
        ("usage.at", ("-o", "a.gif", "--all", "--at", "1")),
        ("usage.targets", ("-o", "a.gif", "--all", "--targets", "D8")),
        ("usage.targets", ("-o", "a.svg", "--targets", "A1")),
        ("usage.style", ("-o", "a.txt", "--targets", "D8")),
        ("usage.style", ("--theme", "dark")),
        ("usage.style", ("--scale", "2")),
        ("usage.style", ("-o", "a.svg", "--scale", "2")),
        ("usage.style", ("-o", "a.gif", "--delay", "100")),
        ("usage.style", ("-o", "a.png", "--width", "100")),
        ("usage.style", ("--force",)),
        ("usage.scale", ("-o", "a.png", "--scale", "8")),
        ("usage.scale", ("-o", "a.gif", "--all", "--scale", "8")),
    ],
)
def test_wrong_usage_names_its_kind_and_writes_nothing(cli, game, code, words):
    ran = cli("render", "g.sgn", *words)
    assert (ran.code, ran.out) == (2, "")
    assert f"[{code}]" in ran.err
    assert names() == ["g.sgn"]


@pytest.mark.parametrize("words", [("-o", "g.gif", *SMALL), ("-o", "boards/"), ("-o", "g.txt")])
def test_an_illegal_record_has_no_picture_of_all(cli, game, words):
    game.write_bytes(sgn("1. D8-C8 Q12-E12"))
    ran = cli("render", "g.sgn", "--all", *words)
    assert (ran.code, ran.out) == (1, "")
    assert "illegal at ply 2" in ran.err
    assert names() == ["g.sgn"]
    assert cli("render", "g.sgn", "--at", "1", "-o", "a.svg").code == 0


@pytest.mark.parametrize("words", [("-o", "g.gif", *SMALL), ("-o", "boards/", "--style", "png", *SMALL)])
def test_what_is_interrupted_leaves_nothing(cli, game, monkeypatch, words):
    painted, left = raster._painted, [3]

    def interrupted(*given: object) -> bytes:
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt
        return painted(*given)

    monkeypatch.setattr(raster, "_painted", interrupted)
    assert cli("render", "g.sgn", "--all", *words).code == 130
    assert names() == ["g.sgn"]


@pytest.mark.parametrize("words", [("-o", "g.gif", *SMALL), ("-o", "boards/"), ("-o", "g.txt")])
def test_a_full_disk_leaves_nothing(tmp_path, words):
    (tmp_path / "g.sgn").write_bytes(GAME)
    code = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))\n"
    code += "from struckle_cli.cli.app import run\nsys.exit(run(sys.argv[1:]))"
    ran = subprocess.run(
        [sys.executable, "-c", code, "render", "g.sgn", "--all", *words], cwd=tmp_path, check=False,
        capture_output=True, env=child_environment(PYTHONPATH=str(Path.cwd()), PYTHONDONTWRITEBYTECODE="1"),
    )  # fmt: skip
    assert (ran.returncode, ran.stdout) == (3, b"")
    assert b"[io.write]" in ran.stderr
    assert names(str(tmp_path)) == ["g.sgn"]


@pytest.mark.parametrize("missing", ["resvg_py", "PIL", "matplotlib"])
def test_without_the_packages_one_line_says_how_to_get_them(cli, game, monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    for words in (("-o", "a.png"), ("-o", "a.gif", "--all"), ("--style", "png")):
        ran = cli("render", "g.sgn", *words)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert "pip install 'struckle[pictures]'" in ran.err
        assert "[usage.pictures]" in ran.err
    assert cli("render", "g.sgn", "-o", "a.svg").code == 0
    assert names() == ["a.svg", "g.sgn"]


def test_svg_needs_no_package_that_draws_pixels(tmp_path):
    (tmp_path / "g.sgn").write_bytes(GAME)
    code = "import sys\nfrom struckle_cli.cli.app import run\nrun(sys.argv[1:])\n"
    code += "sys.exit(bool({'PIL', 'resvg_py', 'matplotlib', 'xml'} & set(sys.modules)))"
    ran = subprocess.run(
        [sys.executable, "-c", code, "render", "g.sgn", "-o", "a.svg"], cwd=tmp_path, check=False,
        env=child_environment(PYTHONPATH=str(Path.cwd())),
    )  # fmt: skip
    assert ran.returncode == 0


def test_pixels_are_not_for_terminals(terminal, tmp_path):
    (tmp_path / "g.sgn").write_bytes(GAME)
    child = terminal("render", "g.sgn", "--style", "png")
    assert "[usage.output]" in child.read()
    child.close()
    assert child.exitstatus == 2


def test_a_piece_without_a_legal_move_has_no_picture_of_its_targets(cli, tmp_path):
    """In Stricken an order that is due is all that can be done; in Castle a man can be shut in."""
    replays = Path(__file__).parents[2] / "replays"
    (tmp_path / "g.sgn").write_bytes((replays / "stricken/letters-1-open.sgn").read_bytes())
    assert cli("render", "g.sgn", "--at", "12", "--style", "svg", "--targets", "1b1").code == 0
    ran = cli("render", "g.sgn", "--at", "12", "--style", "svg", "--targets", "1c1")
    assert (ran.code, ran.out) == (2, "")
    assert "'1c1' has no legal move here [usage.targets]" in ran.err
