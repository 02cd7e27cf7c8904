"""Events as bytes: what comes of every kind of job travels as it is, and damage is noticed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from struckle_cli.core.claim import Claim
from struckle_cli.core.errors import Excerpt, Fault
from struckle_cli.core.outcome import Outcome
from struckle_cli.services.answers import decoded, encoded
from struckle_cli.services.events import Empty, Ended, Foreign, Passed
from struckle_cli.services.jobs import Job
from struckle_cli.services.judging import Verdict
from struckle_cli.services.stats import Counted
from struckle_cli.services.verify import Claims

# Halves of surrogate pairs one by one: two that stand together are one character in JSON.
texts = st.one_of(
    st.text(max_size=8),
    st.sampled_from(["", "\ud800", "\udfff x", "a\ud83d", "\x00", "\x1b[31m", "e\u0301", "\U0001f600"]),
)
codes = st.sampled_from(["castle.terrain", "io.record-too-large", "internal.error"])
numbers = st.one_of(st.integers(0, 9), st.integers(), st.sampled_from([2**64, -(2**63) - 1, 10**60]))
perhaps = st.none() | st.integers(1, 2**40)
faults = st.builds(
    Fault, code=codes, message=texts, line=perhaps, column=perhaps, ply=perhaps, token=st.none() | texts,
    pointer=st.none() | texts, severity=st.sampled_from(["error", "warning"]),
    excerpt=st.none() | st.builds(Excerpt, texts, st.integers(0, 9)),
)  # fmt: skip
names = st.lists(texts, max_size=3).map(tuple)
won = st.builds(Outcome, winners=names, reason=texts, scores=st.dictionaries(texts, numbers, max_size=3))
results = st.none() | won | st.builds(Outcome, winners=names, reason=texts)
claims = st.builds(Claim, texts, st.sampled_from([True, False, "pending"]), texts, names)
TOLD = {
    "validate": st.builds(
        Verdict, path=texts, record=perhaps, game=st.none() | texts, valid=st.booleans(), result=results,
        problems=st.lists(faults, max_size=2).map(tuple), counts=st.dictionaries(texts, numbers, max_size=2),
    ),
    "verify": st.builds(
        Claims, texts, perhaps, st.lists(claims, max_size=3).map(tuple), st.none() | codes,
        st.lists(faults, max_size=2).map(tuple),
    ),
    "stats": st.builds(
        Counted, path=texts, record=perhaps, asked=st.booleans(), game=st.none() | texts, plies=numbers,
        first=names, result=results, seats=names, players=st.dictionaries(texts, texts, max_size=3),
        faults=st.dictionaries(codes, st.integers(1, 1000), max_size=3), refused=st.booleans(), why=texts,
    ),
}  # fmt: skip
others = st.one_of(
    st.builds(Empty, texts), st.builds(Foreign, texts), st.builds(Passed, st.integers(0, 2**62)),
    st.builds(Ended, st.integers(0, 2**40), texts),
)  # fmt: skip
kinds = pytest.mark.parametrize("kind", TOLD)


@kinds
@settings(max_examples=60)
@given(data=st.data(), times=st.sampled_from([1, 1, 1, 700]))
def test_events_travel_as_they_are(kind, data, times):
    events = data.draw(st.lists(TOLD[kind] | others, max_size=6)) * times
    sent = b"".join(encoded(events))
    found = list(decoded(sent, Job(kind=kind)))
    assert found == events
    assert list(map(type, found)) == list(map(type, events))


@kinds
@settings(max_examples=60)
@given(data=st.data())
def test_damage_is_a_value_error_or_nothing_that_could_be_noticed(kind, data):
    events = data.draw(st.lists(TOLD[kind] | others, min_size=1, max_size=4)) * data.draw(
        st.sampled_from([1, 300])
    )
    sent = bytearray(b"".join(encoded(events)))
    at = data.draw(st.integers(0, len(sent) - 1))
    if data.draw(st.booleans()):
        del sent[at:]
    else:
        sent[at] ^= data.draw(st.integers(1, 255))
    try:
        found = list(decoded(bytes(sent), Job(kind=kind)))
    except ValueError:
        return
    assert all(
        isinstance(event, Verdict | Claims | Counted | Empty | Foreign | Passed | Ended) for event in found
    )


@kinds
@given(st.binary(max_size=60))
def test_any_bytes_are_answers_or_a_value_error(kind, data):
    for junk in (
        data,
        len(data).to_bytes(4, "big") + b"m" + data,
        len(data).to_bytes(4, "big") + b"j" + data,
    ):
        try:
            list(decoded(junk, Job(kind=kind)))
        except ValueError:
            continue


@kinds
@pytest.mark.parametrize("form", [b"m", b"z", b"j", b"?"])
@pytest.mark.parametrize("body", [b"[" * 200_000, b"\x91" * 200_000, b"", b"\xc1", b"null", b'[["e"'])
def test_what_is_no_answer_is_refused(kind, form, body):
    with pytest.raises(ValueError):  # noqa: PT011 - whatever it says
        list(decoded(len(body).to_bytes(4, "big") + form + body, Job(kind=kind)))


def test_what_is_cut_off_is_refused():
    sent = b"".join(encoded([Passed(3), Foreign("x")]))
    for end in range(1, len(sent)):
        with pytest.raises(ValueError, match="no chunk of events"):
            list(decoded(sent[:end], Job()))


@kinds
def test_an_answer_to_another_kind_of_job_is_refused(kind):
    event = {
        "validate": Counted(record=1),
        "verify": Verdict(path="", record=1, valid=True),
        "stats": Claims("", 1, ()),
    }
    with pytest.raises(ValueError, match="no chunk of events"):
        list(decoded(b"".join(encoded([event[kind]])), Job(kind=kind)))
