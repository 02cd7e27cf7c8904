"""What is held while piles are gone through: nothing for `stats` and `filter`, digests for `dedup`."""

import pytest

from tests.replay.support import measured

FEW, MANY = 1_000, 25_000


def pile(folder, count: int) -> str:
    path = folder / f"{count}.jsonl"
    line = '{"format":1,"game":"castle","tags":{"N":"%d"},"moves":["D8-C8"],"result":null}\n'
    path.write_text("".join(line % n for n in range(count)))
    return str(path)


@pytest.mark.parametrize(
    ("words", "each"),
    [
        (("stats", "--json"), 0),
        (("filter", "--tag", "N", "--valid", "-o", "OUT"), 0),
        (("dedup", "-o", "OUT"), 200),
    ],
)
def test_memory_grows_with_what_has_to_be_remembered_alone(tmp_path, words, each):
    peaks = []
    for count in (FEW, MANY):
        out = str(tmp_path / f"out-{count}.jsonl")
        name, *more = [out if word == "OUT" else word for word in words]
        ran, peak = measured(name, pile(tmp_path, count), *more)
        assert ran.code == 0, ran.err
        peaks.append(peak)
    assert peaks[1] - peaks[0] < 4 + (MANY - FEW) * each / 2**20
