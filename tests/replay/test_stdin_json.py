"""JSON without a name: one record over several lines, or one a line, by what it looks like."""

import io
import json

import pytest

from struckle_cli.replay.reader import read_records
from struckle_cli.replay.source import Opened, Source
from struckle_cli.services.judging import judge
from tests.replay.support import GOOD, record

SPREAD = json.dumps(record(), indent=1)
BROKEN = json.dumps(record(moves=["D8-D1"]), indent=1)


@pytest.mark.parametrize(
    ("text", "records", "valid"),
    [
        (SPREAD, 1, 1),
        ("\ufeff\n" + SPREAD + "\n\n", 1, 1),
        (json.dumps(record(), indent=1).replace("\n", "\r\n"), 1, 1),
        ("{\n" + SPREAD[1:], 1, 1),
        (BROKEN, 1, 0),
        (GOOD.decode(), 1, 1),
        (GOOD.decode() + "\n" + GOOD.decode(), 2, 2),
        ("\n\n" + GOOD.decode() + "\n", 1, 1),
        ('{"broken": \n' + GOOD.decode() + "\n", 2, 1),
        (GOOD.decode() + "\n{\n", 2, 1),
    ],
)
def test_one_record_or_one_a_line(text, records, valid):
    opened = Opened(io.BufferedReader(io.BytesIO(text.encode())), None)
    found = [judge(item, "-") for item in read_records(opened, Source("-", None, None))]
    assert (len(found), sum(verdict.valid for verdict in found)) == (records, valid)
