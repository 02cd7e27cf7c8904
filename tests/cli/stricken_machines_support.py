"""What the tests of Stricken on two machines share."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cli.stricken_support import SEATS
from tests.cli.support import Ran, unpacked
from tests.games.stricken.setups import CLOSE

Cli = Callable[..., Ran]


ORDER = "F2[1b1-1a1]"


POINTS = {seat: [{"point": shell["point"]} for shell in CLOSE["shells"][seat]] for seat in SEATS}


SOON = ("--shells", json.dumps(POINTS), "--claim-at", 6, "--claim-lead", 1)
"""Right at each other, so that the game ends soon."""


class Machine:
    """A folder in which one side plays; all that it holds is what has been sent to it, or made there."""

    def __init__(self, cli: Cli, seat: str, name: str) -> None:
        self.cli, self.seat = cli, seat
        self.folder = Path(f"at-{seat}")
        self.folder.mkdir()
        self.record = self.folder / name
        self.secrets = self.folder / f"{name}.{seat}.secrets"

    @property
    def keys(self) -> list[dict[str, str]]:
        found: list[dict[str, str]] = json.loads(self.secrets.read_bytes())
        return found

    @property
    def own(self) -> tuple[object, ...]:
        return ("--secrets", self.secrets)

    def send(self, other: "Machine") -> None:
        """Send the record, and nothing else."""
        shutil.copyfile(self.record, other.record)

    def say(self, name: str, *words: object, code: int = 0) -> str:
        """What a command about the record says; it has to end with `code`."""
        ran = self.cli(name, self.record, *words)
        assert ran.code == code, (words, ran.out, ran.err)
        assert not ran.err or code
        out: str = ran.out if code == 0 else ran.out + ran.err
        return out

    def move(self, *tokens: str) -> str:
        return self.say("move", *tokens, *self.own)

    def content(self) -> dict[str, Any]:
        ran = self.cli("convert", self.record, "-", "--to", "json")
        assert ran.code == 0
        item: dict[str, Any] = ran.json
        return item

    def bytes(self) -> bytes:
        """All bytes in the folder, with those that are packed."""
        return b"\n".join(unpacked(path) for path in sorted(self.folder.iterdir()))


def holds_nothing_of(raw: bytes, keys: list[dict[str, str]]) -> bool:
    """Whether bytes hold neither values nor nonces of openings."""
    return not any(
        text in raw
        for key in keys
        for text in (key["value"].encode(), key["nonce"].encode(), bytes.fromhex(key["nonce"]))
    )


def begin(cli: Cli, *options: object, name: str = "g.sgn", first: str = "white") -> list[Machine]:
    """White's and Black's machine with a record in which both have dealt."""
    machines = {seat: Machine(cli, seat, name) for seat in SEATS}
    second = next(seat for seat in SEATS if seat != first)
    one, two = machines[first], machines[second]
    assert cli("new", "stricken", "--as", first, "-o", one.record, *options).code == 0
    one.send(two)
    assert cli("new", "stricken", "--join", two.record, "--as", second).code == 0
    two.send(one)
    return [machines["white"], machines["black"]]


def snapshot() -> dict[str, bytes]:
    """Every file under the folder that the test runs in."""
    return {str(path): path.read_bytes() for path in Path().rglob("*") if path.is_file()}


def half(cli: Cli, name: str = "half.sgn") -> Path:
    """A record in which white alone has dealt."""
    assert cli("new", "stricken", "--as", "white", "-o", name).code == 0
    return Path(name)


def beads_in(text: str, seat: str) -> list[str]:
    """The beads of a side as the table of a picture at 100 columns has them."""
    found = dict(re.findall(rf"\b({seat[0]}\d+) +\S+ +\S+ +\d+ +([IWPSiwps?]+)", text))
    return [found[f"{seat[0]}{number}"] for number in range(1, 13)]


def finished(cli: Cli) -> tuple[Machine, Machine]:
    """A short game that white has resigned, with an order of each side."""
    white, black = begin(cli)
    white.move(ORDER, "pass")
    white.send(black)
    black.record.write_bytes(white.record.read_bytes())
    black.say("move", "1c1-2c1")
    black.move("F3[5b1-5a1]")
    black.say("move", "=1b1-1a1", "pass", "pass")
    black.say("result", "win:black", "--reason", "resign")
    black.send(white)
    return white, black
