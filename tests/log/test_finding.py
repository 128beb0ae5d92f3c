"""Records by time."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.log.append import AppendOrigin
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.read import TimestampedOffset
from kafkawire.log.retention import apply_retention
from kafkawire.records.batch import seal
from kafkawire.records.compression import ZSTD, compress
from kafkawire.records.errors import InvalidRecords
from tests.support.log.batches import append, make_batch, make_log, make_marker, records_of

HEADER_BYTES = 61
LOG_OVERHEAD = 12

UNORDERED = (1000, 3000, 2000, 5000, 4000)


def log_of(batches: list[list[int]], **configs: str) -> PartitionLog:
    log = make_log({"message.timestamp.after.max.ms": str(2**62), **configs})
    for timestamps in batches:
        append(log, make_batch(len(timestamps), timestamps=timestamps), leader_epoch=2)
    return log


@pytest.mark.parametrize(
    ("target", "offset"), [(0, 0), (1001, 1), (2000, 1), (2500, 1), (3000, 1), (3001, 3)]
)
def test_the_first_record_that_is_not_older(target: int, offset: int) -> None:
    """fetch J 187, produce D-13, scenario 164: timestamps need not be ordered."""
    log = log_of([[time] for time in UNORDERED])

    assert log.offset_for_timestamp(target, 5) == TimestampedOffset(UNORDERED[offset], offset, 2)


def test_records_inside_of_a_batch_are_told_apart() -> None:
    """produce D-13, scenario 165."""
    log = log_of([[7000], [8000, 8020, 8010]])

    assert log.offset_for_timestamp(8011, 4) == (8020, 2, 2)


def test_nothing_is_newer_than_the_newest() -> None:
    """fetch J 187, produce D-13, scenario 166."""
    assert log_of([[1000]]).offset_for_timestamp(1001, 1) is None


def test_what_is_found_must_lie_between_log_start_and_bound() -> None:
    """fetch J 187, produce D-13."""
    log = log_of([[time] for time in UNORDERED])
    assert log.offset_for_timestamp(3001, 3) is None
    assert log.offset_for_timestamp(1001, 3) == (3000, 1, 2)

    log.delete_records_before(2)
    assert log.offset_for_timestamp(0, 5) == (2000, 2, 2)


OFFSET_DELTA_AT = HEADER_BYTES + 3


def claiming(batch: bytes, offset_delta: int) -> bytes:
    """A batch of one record, which claims this offset within it."""
    changed = bytearray(batch)
    changed[OFFSET_DELTA_AT] = 2 * offset_delta
    seal(changed, 0, len(changed))
    return bytes(changed)


@pytest.mark.parametrize(("claimed", "found"), [(1, (3000, 2, 2)), (2, (1000, 2, 2)), (9, None)])
def test_a_record_below_the_log_start_is_found_where_it_claims_to_be(
    claimed: int, found: TimestampedOffset | None
) -> None:
    """fetch F-63: as seen on 4.4.0, which stores offsets of plain records as they were sent."""
    log = log_of([])
    append(log, claiming(make_batch(timestamps=[1000]), claimed), leader_epoch=2)
    for time in (2000, 3000):
        append(log, make_batch(timestamps=[time]), leader_epoch=2)
    log.delete_records_before(2)

    assert log.offset_for_timestamp(500, 3) == found


def test_batches_before_the_index_entry_of_the_log_start_are_not_searched() -> None:
    """fetch F-63: as Kafka, which looks the log's start up in the offset index."""
    log = log_of([], **{"index.interval.bytes": "0"})
    append(log, claiming(make_batch(timestamps=[1000]), 9), leader_epoch=2)
    for time in (2000, 3000):
        append(log, make_batch(timestamps=[time]), leader_epoch=2)
    log.delete_records_before(2)

    assert log.offset_for_timestamp(500, 3) == (3000, 2, 2)


def test_a_segment_below_the_log_start_hides_those_behind_it() -> None:
    """produce D-13: observed, until retention has removed it."""
    log = log_of([[1000], [2000], [3000]], **{"internal.segment.bytes": str(len(make_batch()))})
    log.delete_records_before(1)
    assert log.offset_for_timestamp(500, 3) is None
    assert log.offset_for_timestamp(1500, 3) == (2000, 1, 2)

    apply_retention(log, 0)
    assert log.offset_for_timestamp(500, 3) == (2000, 1, 2)


def test_the_greatest_timestamp_is_found_at_its_first_record() -> None:
    """produce D-14, scenario 167."""
    assert log_of([[1000], [5000, 5000], [5000]]).max_timestamp_offset() == (5000, 1, 2)


def test_the_greatest_timestamp_may_lie_below_the_log_start() -> None:
    """produce D-14, scenario 168."""
    log = log_of([[1000], [5000], [2000]])
    log.delete_records_before(3)

    assert log.max_timestamp_offset() == (5000, 1, 2)


def test_records_without_timestamps() -> None:
    """produce D-14: -1 at the first offset."""
    assert log_of([[-1], [-1]]).max_timestamp_offset() == (-1, 0, 2)


@given(
    st.lists(st.lists(st.integers(0, 20), min_size=1, max_size=4), max_size=12),
    st.integers(0, 21),
    st.integers(0, 50),
)
def test_lookups_agree_with_a_walk_over_all_records(
    batches: list[list[int]], target: int, bound: int
) -> None:
    """produce D-13, D-14: over segments and sparse indexes."""
    log = log_of(batches, **{"internal.segment.bytes": "250", "index.interval.bytes": "0"})
    records = records_of(log)
    first = next((each for each in records if each.timestamp >= target), None)
    expected = (first.timestamp, first.offset, 2) if first and first.offset < bound else None

    assert log.offset_for_timestamp(target, bound) == expected
    newest = max(records, key=lambda each: (each.timestamp, -each.offset), default=None)
    assert log.max_timestamp_offset() == (newest and (newest.timestamp, newest.offset, 2))


class Plan(NamedTuple):
    """A batch to be appended; a marker has one record and a time of the broker."""

    kind: str
    times: list[int]
    codec: int


plans = st.builds(
    Plan,
    kind=st.sampled_from(["data", "data", "data", "marker", "gap"]),
    times=st.lists(st.integers(-1, 20), min_size=1, max_size=5),
    codec=st.sampled_from([0, 0, 1, 2, 3, 4]),
)


@given(
    st.lists(plans, max_size=14),
    st.integers(0, 21),
    st.integers(0, 60),
    st.integers(0, 60),
    st.booleans(),
)
@settings(max_examples=150)
def test_lookups_go_record_by_record_whatever_the_batches(
    batches: list[Plan], target: int, start: int, bound: int, is_stamped: bool
) -> None:
    """produce D-13, D-14, D-16, D-17, F 164 to F 168: codecs, markers, gaps, append time.

    Markers count as records; records that the broker stamped have the time of their batch; where
    offsets are missing inside of batches the next record is found.
    """
    kind = "LogAppendTime" if is_stamped else "CreateTime"
    # One segment: Kafka looks at the first that fits only (see above).
    log = make_log(
        {
            "message.timestamp.type": kind,
            "index.interval.bytes": "0",
            "compression.type": "producer",
        }
    )
    expected: list[TimestampedOffset] = []
    for epoch, plan in enumerate(batches):
        expected += append_plan(log, plan, epoch, is_stamped=is_stamped, now_ms=epoch % 7)
    log.delete_records_before(min(start, log.log_end_offset))

    newer = [
        each
        for each in expected
        if each.timestamp >= target and each.offset >= log.log_start_offset
    ]
    first = newer[0] if newer and newer[0].offset < bound else None
    assert log.offset_for_timestamp(target, bound) == first
    newest = max((each.timestamp for each in expected), default=None)
    assert log.max_timestamp_offset() == next(
        (each for each in expected if each.timestamp == newest), None
    )


def append_plan(
    log: PartitionLog, plan: Plan, epoch: int, *, is_stamped: bool, now_ms: int
) -> list[TimestampedOffset]:
    """Append a batch in an epoch of its own; its records as lookups must tell them."""
    base, time = log.log_end_offset, plan.times[0]
    if plan.kind == "marker":
        marker = make_marker(7, 0, commit=True, timestamp=time)
        append(log, marker, leader_epoch=epoch, origin=AppendOrigin.COORDINATOR)
        return [TimestampedOffset(time, base, epoch)]
    if plan.kind == "gap":
        append(log, with_gaps(plan.times), leader_epoch=epoch, origin=AppendOrigin.COORDINATOR)
        return [TimestampedOffset(each, base + 2 * at, epoch) for at, each in enumerate(plan.times)]
    batch = make_batch(len(plan.times), timestamps=plan.times, compression=plan.codec)
    append(log, batch, leader_epoch=epoch, now_ms=now_ms)
    return [
        TimestampedOffset(now_ms if is_stamped else each, base + at, epoch)
        for at, each in enumerate(plan.times)
    ]


def with_gaps(times: list[int]) -> bytes:
    """A batch as compaction leaves it, without every second record."""
    twice = [each for each in times for _ in range(2)][:-1]
    whole = make_batch(len(twice), timestamps=twice)
    kept = bytearray(whole[:HEADER_BYTES])
    at = HEADER_BYTES
    for index in range(len(twice)):
        size = 1 + whole[at] // 2
        if index % 2 == 0:
            kept += whole[at : at + size]
        at += size
    kept[57:61] = len(times).to_bytes(4, "big")
    kept[8:12] = (len(kept) - LOG_OVERHEAD).to_bytes(4, "big")
    seal(kept)
    return bytes(kept)


def test_what_is_broken_behind_the_record_that_is_found_does_no_harm() -> None:
    """produce D-13: Kafka skims compressed records, and may so have stored broken ones."""
    plain = make_batch(3, timestamps=[1000, 2000, 3000])
    section = bytearray(plain[HEADER_BYTES:])
    section[section.rindex(b"\x12")] += 2  # the last record claims a byte more than it has
    batch = bytearray(plain[:HEADER_BYTES] + compress(ZSTD, section))
    batch[22] |= ZSTD
    batch[8:12] = (len(batch) - LOG_OVERHEAD).to_bytes(4, "big")
    seal(batch)
    log = make_log({"message.timestamp.after.max.ms": str(2**62)})
    append(log, bytes(batch))

    assert log.offset_for_timestamp(1500, 3) == TimestampedOffset(2000, 1, 0)
    with pytest.raises(InvalidRecords):
        log.offset_for_timestamp(2500, 3)
