"""The figures in `formats/replay.md` by which another program can check its commitments and dice."""

import re

from struckle_cli.core.secret import Opening
from struckle_cli.games.struggle.dice import faces
from struckle_cli.replay.commitments import commitment
from tools.files import ROOT

PAGE = (ROOT / "formats" / "replay.md").read_text(encoding="utf-8")
ID = "00112233445566778899aabbccddeeff"
SEED = 31 * "00" + "2a"


def test_the_commitments_of_the_page() -> None:
    card = commitment("struggle", ID, Opening("p1", "card", 32 * "0f", "JT9QK"))
    seed = commitment("struggle", ID, Opening("table", "dice", 32 * "a5", SEED))
    sets = "I,W,P,S,IW,IP,IS,WP,WS,PS,IWP,IWPS"
    beads = commitment("stricken", ID, Opening("white", "beads", 32 * "3c", sets))
    order = commitment("stricken", ID, Opening("black", "order:7", 32 * "c3", "F2[1a2x1a3]"))
    assert re.findall(r"`(#[0-9a-f]{64})`", PAGE) == [card, seed, beads, order]
    assert f"`{sets}`" in PAGE


def test_the_dice_of_the_page() -> None:
    fallen = re.findall(r"(?:turn \d, roll \d are) `([AKQJT9]+)`", PAGE.replace("\n", " "))
    told = [(1, 0, 5), (1, 1, 3), (7, 2, 5)]
    assert fallen == [faces(SEED, ID, "ana,ben", *roll) for roll in told]
