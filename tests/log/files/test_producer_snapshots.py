"""Producers from snapshots and the batches behind them."""

from __future__ import annotations

import pytest

from kafkawire.log.append import AppendOrigin
from kafkawire.log.formats import producer_snapshot
from kafkawire.log.formats.names import PRODUCER_SNAPSHOT, segment_file_name
from kafkawire.log.partition_log import PartitionLog
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from tests.support.log.batches import append, append_marker, numbered_batch
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored_logs import PATH, files_of, new_disk, new_log, opened, put, store_of


def snapshot(offset: int) -> str:
    return segment_file_name(offset, PRODUCER_SNAPSHOT)


def a_log(disk: SimulatedDisk) -> PartitionLog:
    """Six batches of a producer, snapshots at 2 and 4, an aborted transaction across the latter."""
    log = new_log(disk, internal_segment_bytes="160")
    for sequence in range(6):
        append(log, numbered_batch(sequence, transactional=sequence == 3), origin=AppendOrigin.RAFT)
        if sequence == 4:
            append_marker(log, 7, 0, commit=False)
    assert store_of(log).files.snapshots.offsets == (2, 4, 6)
    return log


def known(log: PartitionLog) -> list[tuple[int, int, int]]:
    return [
        (entry.producer_id, entry.last_sequence, entry.transaction_first_offset)
        for entry in log.producer_state
    ]


def test_the_newest_snapshot_that_is_not_beyond_is_taken() -> None:
    """fetch H-44."""
    log = a_log(new_disk())
    assert store_of(log).files.snapshots.restore(log, 5) == 4
    assert known(log) == [(7, 3, 3)]
    assert store_of(log).files.snapshots.restore(log, 3) == 2
    assert known(log) == [(7, 1, -1)]
    assert store_of(log).files.snapshots.restore(log, 1) is None
    assert known(log) == []


def test_who_was_silent_for_too_long_is_not_taken_unless_a_transaction_is_open() -> None:
    """produce B-38: an expired producer ends with the process that knew it."""
    log = a_log(new_disk())
    store = store_of(log)
    newest = max(entry.last_timestamp for entry in log.producer_state)
    for since_ms, offset, expected in (
        (newest - 1, 2, [(7, 1, -1)]),
        (newest, 2, []),
        (newest, 4, [(7, 3, 3)]),
    ):
        store.directory.shared.producers_since_ms = since_ms
        assert store.files.snapshots.restore(log, offset) == offset
        assert known(log) == expected


def test_broken_ones_are_removed_and_missing_ones_forgotten() -> None:
    """fetch H-44, produce B-41: and the next older one is tried."""
    disk = new_disk()
    log = a_log(disk)
    put(disk, snapshot(6), files_of(disk)[snapshot(6)][:-1] + b"?")
    disk.remove(f"{PATH}/{snapshot(4)}")
    assert store_of(log).files.snapshots.restore(log, 99) == 2
    assert store_of(log).files.snapshots.offsets == (2,)
    assert snapshot(6) not in files_of(disk)


def test_what_follows_the_snapshot_is_taken_from_the_batches() -> None:
    """fetch H-44, produce B-41: and what they say of aborted transactions is noted already."""
    disk = new_disk()
    log = a_log(disk)
    expected = known(log)
    aborted = log.aborted_transactions(0, 7)
    assert aborted == [(7, 3)]
    for offset in ([], [6], [4], [2]):
        store_of(log).files.snapshots.remove(offset)
        store_of(log).files.snapshots.load(log)
        assert known(log) == expected
        assert log.aborted_transactions(0, 7) == aborted
    assert store_of(log).files.snapshots.offsets == ()


def test_snapshots_where_no_segment_begins_go_but_for_the_newest() -> None:
    """fetch H-2, H-44."""
    disk = new_disk()
    log = a_log(disk)
    store_of(log).files.snapshots.remove_stray({2})
    assert store_of(log).files.snapshots.offsets == (2, 6)
    assert snapshot(4) not in files_of(disk)
    store_of(log).files.snapshots.remove_stray(())
    assert store_of(log).files.snapshots.offsets == (6,)
    store_of(log).files.snapshots.remove_stray(())
    assert store_of(log).files.snapshots.offsets == (6,)


def test_a_cut_where_a_segment_began_keeps_the_snapshot_there() -> None:
    """fetch H-44, H-55: what it tells of those before it, only it can tell."""
    disk = new_disk()
    log = a_log(disk)
    log.drop_segments(1)
    log.truncate_to(4)
    assert store_of(log).files.snapshots.offsets == (2, 4)
    assert known(log) == [(7, 3, 3)]
    log.truncate_to(3)
    assert store_of(log).files.snapshots.offsets == (2,)
    assert snapshot(4) not in files_of(disk)
    assert known(log) == [(7, 2, -1)]


def test_a_segment_that_is_removed_takes_its_snapshot_along() -> None:
    """fetch H-2, H-51, produce B-41."""
    disk = new_disk()
    log = a_log(disk)
    log.drop_segments(2)
    assert store_of(log).files.snapshots.offsets == (4, 6)
    assert snapshot(2) not in files_of(disk)
    log.drop_segments(len(log.segments))
    assert store_of(log).files.snapshots.offsets == (log.log_end_offset,)
    assert known(log) != []


def test_after_a_clean_restart_only_the_last_batch_of_a_producer_is_known() -> None:
    """produce B-42: what follows the snapshot is in the window again, if it is replayed."""
    disk = new_disk()
    log = new_log(disk)
    for sequence in range(4):
        append(log, numbered_batch(sequence, transactional=False))
    store_of(log).close(log)
    log = opened(disk)
    assert append(log, numbered_batch(3, transactional=False)).duplicate
    with pytest.raises(ApiError) as caught:
        append(log, numbered_batch(2, transactional=False))
    assert caught.value.code == ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER
    for sequence in (4, 5):
        assert not append(log, numbered_batch(sequence, transactional=False)).duplicate
    log = opened(disk, 0)
    for sequence in range(1, 6):
        assert append(log, numbered_batch(sequence, transactional=False)).duplicate


def test_a_snapshot_is_named_by_the_end_that_it_describes() -> None:
    """fetch H-2, H-44."""
    disk = new_disk()
    log = new_log(disk)
    append(log, numbered_batch(0), origin=AppendOrigin.RAFT)
    for _ in range(2):
        store_of(log).files.snapshots.write(log)
    assert store_of(log).files.snapshots.offsets == (1,)
    (row,) = producer_snapshot.decode(files_of(disk)["00000000000000000001.snapshot"])
    assert row[:5] == (7, 0, 0, 0, 0)
    assert row.transaction_first_offset == 0
