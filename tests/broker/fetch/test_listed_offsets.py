"""Offsets by time in one partition."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.fetch.listed_offsets import (
    find_offset,
    is_behind_its_epoch,
    is_supported,
    last_fetchable,
    old_style_offsets,
)
from kafkawire.broker.replicas.partition import Partition
from kafkawire.log.append import Verification
from kafkawire.log.config import LogConfig
from kafkawire.log.partition_log import PartitionLog
from kafkawire.protocol.errors import ApiError
from kafkawire.records.builder import encode_batch
from tests.support.broker.partitions import make_partition

FAR_FUTURE = 1 << 60


def append(partition: Partition, timestamps: list[int], now_ms: int = 1_000) -> None:
    batch = encode_batch([(timestamp, None, b"v", []) for timestamp in timestamps])
    partition.log.append_as_leader(batch, leader_epoch=partition.leader_epoch, now_ms=now_ms)
    partition.move_high_watermark(partition.log_end_offset)


def partition_of(*batches: list[int]) -> Partition:
    partition = make_partition()
    for timestamps in batches:
        append(partition, timestamps)
    return partition


def find(partition: Partition, timestamp: int, bound: int = FAR_FUTURE) -> tuple[int, int] | None:
    found = find_offset(partition, timestamp, bound=bound)
    return None if found is None else (found.timestamp, found.offset)


@pytest.mark.parametrize(
    ("version", "known"),
    [(0, 2), (1, 2), (6, 2), (7, 3), (8, 4), (9, 5), (10, 5), (11, 6)],
)
def test_each_question_is_known_from_some_version_on(version: int, known: int) -> None:
    """produce D-1."""
    supported = [t for t in range(-1, -9, -1) if is_supported(t, version)]
    assert supported == list(range(-1, -known - 1, -1))
    assert is_supported(0, version)
    assert is_supported(FAR_FUTURE, version)
    assert not is_supported(-100, version)


@pytest.mark.parametrize(
    ("timestamp", "offset"),
    [(0, 0), (1_000, 0), (1_001, 1), (2_000, 1), (2_500, 1), (3_000, 1), (3_001, 3), (5_001, None)],
)
def test_the_first_record_not_older(timestamp: int, offset: int | None) -> None:
    """produce D-13: by offset, though timestamps need not be ordered."""
    partition = partition_of([1_000], [3_000], [2_000], [5_000], [4_000])
    found = find(partition, timestamp)
    assert (found and found[1]) == offset


def test_records_inside_of_batches_are_told_apart() -> None:
    """produce D-13, D-17: with the epoch of the batch."""
    partition = partition_of([1] * 8, [8_000, 8_020, 8_010])
    assert find(partition, 8_011) == (8_020, 9)
    found = find_offset(partition, 8_011, bound=20)
    assert found is not None
    assert found.leader_epoch == partition.leader_epoch


def test_what_lies_beyond_the_bound_is_not_found() -> None:
    """produce D-13, D-14."""
    partition = partition_of([1_000], [9_000])
    assert find(partition, 5_000, bound=1) is None
    assert find(partition, -3, bound=1) is None
    assert find(partition, 5_000, bound=2) == (9_000, 1)


def test_the_greatest_timestamp_is_found_below_the_log_start_too() -> None:
    """produce D-14: ties go to the first; nothing in an empty log."""
    partition = partition_of([1_000, 7_000], [7_000], [2_000])
    assert find(partition, -3) == (7_000, 1)
    partition.log.delete_records_before(4)
    assert find(partition, -3) == (7_000, 1)
    assert find(make_partition(), -3) is None


def test_the_ends() -> None:
    """produce D-10, D-11, D-12, D-15, fetch F-62: never with a timestamp."""
    partition = partition_of([1_000], [2_000])
    assert find_offset(partition, -1, bound=2) == (-1, 2, partition.leader_epoch)
    for earliest in (-2, -4):
        assert find_offset(partition, earliest, bound=2) == (-1, 0, 5)
    partition.log.delete_records_before(1)
    assert find_offset(partition, -2, bound=2) == (-1, 1, 5)
    partition.log.leader_epochs.assign(6, 2)
    partition.log.leader_epochs.truncate_from_start(2)
    assert find_offset(partition, -2, bound=2) == (-1, 1, -1), "no known epoch reaches that far"
    assert [find_offset(partition, at, bound=0) for at in (-5, -6)] == [(-1, -1, -1)] * 2


@pytest.mark.parametrize(
    ("replica_id", "isolation_level", "expected"),
    [(-1, 0, 2), (-1, 1, 1), (-2, 1, 3), (4, 0, 3)],
)
def test_the_bound_depends_on_who_asks(
    replica_id: int, isolation_level: int, expected: int
) -> None:
    """produce D-4."""
    partition = partition_of([1])
    batch = encode_batch(
        [(1, None, b"t", [])], producer_id=1, producer_epoch=0, base_sequence=0, transactional=True
    )
    partition.log.append_as_leader(
        batch, leader_epoch=5, now_ms=1, verification=Verification.VERIFIED
    )
    partition.move_high_watermark(2)
    partition.log.append_as_leader(encode_batch([(1, None, b"", [])]), leader_epoch=5, now_ms=1)
    bound = last_fetchable(partition.log, replica_id=replica_id, isolation_level=isolation_level)
    assert bound == expected


def test_a_new_leader_is_behind_until_the_high_watermark_reaches_its_epoch() -> None:
    """produce D-6."""
    partition = partition_of([1], [2])
    partition.log.leader_epochs.assign(6, 2)
    assert not is_behind_its_epoch(partition)
    append(partition, [3])
    partition.log.leader_epochs.assign(7, 4)
    assert is_behind_its_epoch(partition)


# Version 0


def old_style(log: PartitionLog, timestamp: int, *, bound: int, offsets_max: int) -> list[int]:
    return old_style_offsets(log, timestamp, bound=bound, offsets_max=offsets_max, now_ms=10_000)


def segmented() -> Partition:
    partition = make_partition()
    partition.log.config = LogConfig.from_mapping({"internal.segment.bytes": "70"})
    for n in range(5):
        append(partition, [1], now_ms=1_000 * (n + 1))
    assert len(partition.log.segments) == 5
    return partition


@pytest.mark.parametrize(
    ("timestamp", "offsets_max", "expected"),
    [
        (-1, 10, [5, 4, 3, 2, 1, 0]),
        (-1, 3, [5, 4, 3]),
        (-2, 10, [0]),
        (FAR_FUTURE, 2, [5, 4]),
        (0, 10, []),
        (3_000, 10, [2, 1, 0]),
        (-1, 0, []),
    ],
)
def test_old_style_offsets_of_segments(
    timestamp: int, offsets_max: int, expected: list[int]
) -> None:
    """produce D-20, D-21, fetch F-65."""
    log = segmented().log
    assert old_style(log, timestamp, bound=5, offsets_max=offsets_max) == expected


def test_old_style_offsets_begin_with_the_bound() -> None:
    """produce D-20: what lies beyond is not told."""
    log = segmented().log
    assert old_style(log, -1, bound=3, offsets_max=3) == [3, 3]


def test_old_style_offsets_are_raised_to_the_log_start() -> None:
    """produce D-21."""
    partition = partition_of([1] * 11)
    partition.log.delete_records_before(11)
    assert old_style(partition.log, -1, bound=11, offsets_max=10) == [11, 11]
    assert old_style(partition.log, -2, bound=11, offsets_max=10) == [11]
    empty = make_partition().log
    for timestamp, expected in ((-1, [0]), (-2, [0]), (0, []), (FAR_FUTURE, [0])):
        assert old_style(empty, timestamp, bound=0, offsets_max=10) == expected


def test_a_negative_number_of_offsets_is_a_failure() -> None:
    """produce D-21."""
    with pytest.raises(ApiError) as caught:
        old_style(make_partition().log, -1, bound=0, offsets_max=-1)
    assert caught.value.code == -1


@given(
    st.lists(st.lists(st.integers(0, 30), min_size=1, max_size=4), max_size=8),
    st.integers(0, 31),
    st.integers(0, 20),
    st.integers(0, 20),
)
def test_lookups_agree_with_a_look_at_every_record(
    batches: list[list[int]], timestamp: int, start: int, bound: int
) -> None:
    """produce D-13, D-14: whatever the batches, the log start and the bound."""
    partition = partition_of(*batches)
    records = [timestamp for batch in batches for timestamp in batch]
    partition.log.delete_records_before(min(start, len(records)))
    not_older = [
        (each, offset)
        for offset, each in enumerate(records)
        if offset >= partition.log_start_offset and each >= timestamp
    ]
    expected = not_older[0] if not_older and not_older[0][1] < bound else None
    assert find(partition, timestamp, bound) == expected
    newest = (max(records), records.index(max(records))) if records else None
    assert find(partition, -3, bound) == (newest if newest and newest[1] < bound else None)
