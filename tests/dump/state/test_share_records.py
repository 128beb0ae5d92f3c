"""Ranges of records: as many as are named, counted as many as they are."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.state.share_records import acknowledged_in, acquired_in, partitions_of
from kafkawire.log.topic_partition import TopicPartition

RANGES_NAMED_MAX = 64

NAMES = {0: "gap", 1: "accept", 2: "release", 3: "reject", 4: "renew", 9: "type 9"}


def shown(key: tuple[str, int]) -> TopicPartition:
    return TopicPartition(*key)


def batch(first: int, last: int, types: list[int]) -> dict[str, Any]:
    return {"firstOffset": first, "lastOffset": last, "acknowledgeTypes": types}


@given(st.integers(0, 99), st.lists(st.sampled_from(list(NAMES)), min_size=1, max_size=20))
def test_ranges_are_what_each_offset_says(first: int, types: list[int]) -> None:
    batches = [batch(first, first + len(types) - 1, types)]
    ranges, records = acknowledged_in([(("t", 0), {"acknowledgementBatches": batches})], shown)
    offsets = {at: r.type for r in ranges for at in range(r.first_offset, r.last_offset + 1)}
    assert offsets == {first + at: NAMES[each] for at, each in enumerate(types)}
    assert sum(records.values()) == len(types)


def test_one_type_is_that_of_the_whole_range_however_large() -> None:
    batches = [batch(0, 2**62, [1]), batch(7, 3, [2]), batch(0, 0, [3, 3, 3])]
    _, records = acknowledged_in([(("t", 0), {"acknowledgementBatches": batches})], shown)
    assert records == {"accept": 2**62 + 1, "reject": 1}


def test_of_many_ranges_the_first_are_named_and_all_are_counted() -> None:
    found = [{"firstOffset": at, "lastOffset": at, "deliveryCount": 1} for at in range(100)]
    topics = [{"topicId": "t", "partitions": [{"partitionIndex": 0, "acquiredRecords": found}]}]
    ranges, records = acquired_in(partitions_of(topics), shown)
    assert (len(ranges), records) == (RANGES_NAMED_MAX, {1: 100})
