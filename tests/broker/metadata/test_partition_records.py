"""Records of new partitions."""

from __future__ import annotations

from typing import Any

from kafkawire.broker.metadata.partition_records import partition_records
from tests.support.broker.metadata import broker, directory, image_of


def test_records_are_ascending_and_begin_at_epoch_0() -> None:
    """admin B-16, B-28, F-20."""
    image = image_of(broker(1), broker(2))
    records: list[Any] = partition_records(image, b"i" * 16, [(3, [2, 1]), (2, [1])])
    assert [record.partition_id for record in records] == [2, 3]
    last = records[1]
    assert (last.replicas, last.isr, last.leader) == ([2, 1], [2, 1], 2)
    assert (last.leader_epoch, last.partition_epoch) == (0, 0)
    assert last.directories == [directory(2), directory(1)]


def test_fenced_replicas_are_not_in_sync() -> None:
    """admin B-16: leader is the first in-sync replica."""
    image = image_of(broker(1, fenced=True), broker(2))
    record: Any
    (record,) = partition_records(image, b"i" * 16, [(0, [1, 2])])
    assert (record.replicas, record.isr, record.leader) == ([1, 2], [2], 2)


def test_a_directory_is_unassigned_where_there_is_a_choice() -> None:
    """admin F-20."""
    registration = broker(1)
    registration.log_dirs = [b"a" * 16, b"b" * 16]
    record: Any
    (record,) = partition_records(image_of(registration), b"i" * 16, [(0, [1])])
    assert record.directories == [bytes(16)]
