"""Piles of records for the laws of `filter`, `dedup` and `stats`, and running these on bytes."""

import tempfile
from collections.abc import Iterable
from pathlib import Path

from hypothesis import strategies as st

from struckle_cli.replay.document import Document
from struckle_cli.replay.writer import encode, separator
from struckle_cli.services.conditions import Wanted
from struckle_cli.services.copying import Copy
from struckle_cli.services.dedup import By, Deduplication, Kept
from struckle_cli.services.filter import Match, Selection
from tests.replay.documents import documents
from tests.replay.support import castle

ENCODINGS = ("sgn", "jsonl", "msgpack")
encodings = st.sampled_from(ENCODINGS)
piles = st.lists(documents(), max_size=6)


@st.composite
def piles_with_copies(draw: st.DrawFn) -> list[Document]:
    """Documents of which some stand there several times."""
    found = draw(st.lists(documents(), min_size=1, max_size=4))
    return draw(st.lists(st.sampled_from(found), min_size=1, max_size=8))


BROKEN = {
    "sgn": [b'[Game "castle"]\n1. D8-C8 {open\n', b'[Game "chess"]\n*\n', b'[Game "castle"]\n\n1. D8-C8\n',
            b'[Game "castle"]\n[Men "x"]\n1. d8 *\n', b'[Game "castle"]\n\\\x00 \xff *\n'],
    "jsonl": [b"{}\n", b"[1]\n", b"nonsense\n", b'{"format":1,"game":"castle","moves":[3],"result":null}\n',
              b'{"format":1,"game":"castle","moves":["foo"],"result":null}\n'],
    "msgpack": [b"\x80", b"\x81\xa1a\x01"],
}  # fmt: skip


@st.composite
def pieces(draw: st.DrawFn, encoding: str) -> list[bytes]:
    """The bytes of sound and of broken records of one encoding, in any order."""
    sound = documents().map(lambda document: encode(document, castle(), encoding))
    return draw(st.lists(st.one_of(sound, st.sampled_from(BROKEN[encoding])), max_size=6))


def joined(items: Iterable[bytes], encoding: str) -> bytes:
    return separator(encoding).join(items)


def pile_of(found: Iterable[Document], encoding: str) -> bytes:
    return joined((encode(document, castle(), encoding) for document in found), encoding)


def selected(data: bytes, encoding: str, wanted: Wanted, to: str | None = None) -> bytes:
    """What `filter` writes of a file with these bytes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"x.{encoding}"
        path.write_bytes(data)
        out: list[bytes] = []
        copy = Copy(out.append, to or encoding)
        selection = Selection([str(path)], wanted)
        for item in selection:
            if isinstance(item, Match):
                assert selection.copy_to(copy, item) is None
    return b"".join(out)


def deduplicated(data: bytes, encoding: str, by: By = "all", to: str | None = None) -> bytes:
    """What `dedup` writes of a file with these bytes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"x.{encoding}"
        path.write_bytes(data)
        out: list[bytes] = []
        copy = Copy(out.append, to or encoding)
        for item in Deduplication([str(path)], by):
            if isinstance(item, Kept):
                copy.add(item.item.reading, broken=item.broken is not None)
    return b"".join(out)
