"""What `validate` says of how far it has come."""

import io
import sys
from types import SimpleNamespace

import pytest

from struckle_cli.services.events import Passed
from struckle_cli.services.validate import Options, validate
from tests.cli.support import dumps, encoded, record, sgn
from tests.replay.support import packed

CONTENT = {
    "sgn": sgn("1. D8-C8") * 3000,
    "jsonl": (b"{}\n" * 9000 + dumps(record(["D8-C8"] * 90)) + b"\n") * 3,
    "msgpack": encoded(record(["D8-C8"]), ".msgpack") * 6000,
}


@pytest.mark.parametrize("suffix", CONTENT)
@pytest.mark.parametrize("packing", ["", "gz", "zst"])
def test_what_was_dealt_with_is_all_of_the_file_as_it_lies_on_the_disk(tmp_path, suffix, packing):
    path = tmp_path / (f"a.{suffix}.{packing}" if packing else f"a.{suffix}")
    path.write_bytes(packed(CONTENT[suffix], packing) if packing else CONTENT[suffix])
    sizes = [event.size for event in validate([str(path)], Options()) if isinstance(event, Passed)]
    assert sum(sizes) == path.stat().st_size


def test_of_a_pipe_it_is_what_came(monkeypatch):
    data = CONTENT["jsonl"]
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BufferedReader(io.BytesIO(data))))
    events = validate(["-"], Options(encoding="jsonl"))
    assert sum(event.size for event in events if isinstance(event, Passed)) == len(data)
