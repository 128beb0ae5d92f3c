"""Starts and ends, and what goes before what."""

from __future__ import annotations

import pytest

from kafkawire.spark.cluster import OptionError
from kafkawire.spark.topics.bounds import (
    FROM_EARLIEST,
    FROM_LATEST,
    Bound,
    ending,
    is_missing_latest,
    starting,
)
from tests.support.spark.pretended_logs import T0

ALL_OF_THEM = {
    "startingtimestamp": "5",
    "startingoffsetsbytimestamp": '{"t": {"0": 6}}',
    "startingoffsets": '{"t": {"0": 7}}',
    "endingtimestamp": "8",
    "endingoffsetsbytimestamp": '{"t": {"0": 9}}',
    "endingoffsets": '{"t": {"0": 10}}',
}


def test_a_timestamp_goes_before_timestamps_and_these_before_offsets() -> None:
    given = dict(ALL_OF_THEM)
    assert starting(given, is_stream=True) == Bound(timestamp=5)
    assert ending(given, is_stream=False) == Bound(timestamp=8)
    del given["startingtimestamp"], given["endingtimestamp"]
    assert starting(given, is_stream=False) == Bound(timestamps={T0: 6})
    assert ending(given, is_stream=False) == Bound(timestamps={T0: 9})
    del given["startingoffsetsbytimestamp"], given["endingoffsetsbytimestamp"]
    assert starting(given, is_stream=False) == Bound(offsets={T0: 7})
    assert ending(given, is_stream=False) == Bound(offsets={T0: 10})


def test_streams_begin_at_latest_and_batches_are_all_of_it() -> None:
    assert starting({}, is_stream=True) == FROM_LATEST
    assert starting({}, is_stream=False) == FROM_EARLIEST
    assert ending({}, is_stream=False) == FROM_LATEST
    assert ending({}, is_stream=True) == FROM_LATEST


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (
            {"startingoffsets": "latest"},
            "^starting offset can't be latest for batch queries on Kafka$",
        ),
        ({"startingoffsets": '{"t":{"0":-1}}'}, "^startingOffsets for t-0 can't be latest"),
        (
            {"endingoffsets": "Earliest"},
            "^ending offset can't be earliest for batch queries on Kafka$",
        ),
        ({"endingoffsets": '{"t":{"0":-2}}'}, "^ending offset for t-0 can't be earliest"),
        ({"startingtimestamp": "-1"}, "^Option 'startingTimestamp' must be"),
        ({"endingoffsetsbytimestamp": '{"t":{"0":-1}}'}, "timestamps are not negative"),
    ],
)
def test_a_batch_refuses_in_sparks_words(given: dict[str, str], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        (starting(given, is_stream=False), ending(given, is_stream=False))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("endingtimestamp", "ending timestamp not valid in streaming queries"),
        ("endingoffsetsbytimestamp", "ending timestamp not valid in streaming queries"),
        ("endingoffsets", "ending offset not valid in streaming queries"),
    ],
)
def test_a_stream_has_no_end(name: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        ending({name: ALL_OF_THEM[name]}, is_stream=True)


def test_what_moves_on_is_known() -> None:
    assert is_missing_latest(FROM_LATEST)
    assert is_missing_latest(Bound(offsets={T0: -1}))
    assert not is_missing_latest(FROM_EARLIEST)
    assert not is_missing_latest(Bound(offsets={T0: -2}))
    assert not is_missing_latest(Bound(timestamp=1))
