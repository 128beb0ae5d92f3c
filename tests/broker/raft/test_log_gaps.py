"""Gaps in the metadata log."""

from __future__ import annotations

import pytest

from kafkawire.broker.raft.log_gaps import close_gaps
from kafkawire.log.config import LogConfig
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from tests.support.broker.raft_replicas import batch


def log_without(*gone: int) -> PartitionLog:
    """Offsets 0 to 5, each in its own segment, without the segments of the offsets `gone`."""
    config = LogConfig.from_mapping({"internal.segment.bytes": "100"})
    log = PartitionLog(TopicPartition("__cluster_metadata", 0), config)
    for offset in range(6):
        log.append_as_follower(batch(offset, 1 + offset // 3, bytes(30)), leader_epoch=2, now_ms=0)
    assert len(log.segments) == 6
    for offset in reversed(gone):
        del log.segments[offset]
    return log


def offsets(log: PartitionLog) -> list[int]:
    return [header.base_offset for header, _ in log.iter_batches(log.log_start_offset)]


@pytest.mark.parametrize(
    ("gone", "snapshot_end", "left"),
    [
        ((), 0, [0, 1, 2, 3, 4, 5]),
        ((), 6, [0, 1, 2, 3, 4, 5]),
        ((2,), 3, [3, 4, 5]),
        ((2,), 4, [3, 4, 5]),
        ((1, 3), 4, [4, 5]),
        ((2,), 0, [0, 1]),
        ((2,), 2, [0, 1]),
        ((1, 4), 2, [2, 3]),
        ((2, 4), 1, [0, 1]),
        ((2, 3), 3, []),
        ((4, 5), 5, []),
    ],
)
def test_what_is_left_has_no_gap(gone: tuple[int, ...], snapshot_end: int, left: list[int]) -> None:
    """replication A-34: records behind a gap count only if a snapshot has those of the gap."""
    log = log_without(*gone)
    if gone[-1:] == (5,):
        log.truncate_to(4)
    close_gaps(log, snapshot_end)
    assert offsets(log) == left
    end = left[-1] + 1 if left else snapshot_end
    assert log.log_end_offset == end
    assert log.log_start_offset == (left[0] if left else snapshot_end)
    assert log.leader_epochs.latest == (-1 if not left else 1 + left[-1] // 3)
