"""A crash in the middle of a large segment: what was synced of it is not looked at again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest

from kafkawire.log.append import AppendOrigin
from kafkawire.log.formats.names import CLEANED, OFFSET_INDEX, PRODUCER_SNAPSHOT, TIME_INDEX
from kafkawire.log.partition_log import PartitionLog
from tests.support.log.batches import NOW_MS, append, append_marker, make_batch, numbered_batch
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored_logs import (
    PATH,
    content_of,
    files_of,
    log_file,
    new_disk,
    new_log,
    opened,
    put,
)
from tests.support.log.twin_logs import producers_of, seen_of

INTERVAL: dict[str, Any] = {"index_interval_bytes": "200"}


@pytest.fixture(autouse=True)
def synced_often() -> Iterator[None]:
    with mock.patch("kafkawire.log.files.file_storage.UNSYNCED_BYTES_MAX", 1500):
        yield


def grown(disk: SimulatedDisk) -> PartitionLog:
    """A segment that was synced more than once, with transactions before and after."""
    log = new_log(disk, **INTERVAL)
    for sequence in range(30):
        append(log, numbered_batch(sequence), origin=AppendOrigin.RAFT)
        append_marker(log, 7, 0, commit=sequence % 3 == 0)
        append(log, make_batch(size=sequence))
    return log


def found_alike(disk: SimulatedDisk, log: PartitionLog) -> PartitionLog:
    """What is found from the recovery point on is what was there."""
    found = opened(disk, log.recovery_point, **INTERVAL)
    assert content_of(found) == content_of(log)
    (segment,), (other,) = found.segments, log.segments
    assert seen_of(segment)[:5] == seen_of(other)[:5]
    assert seen_of(segment)[-1] == seen_of(other)[-1]
    assert len(seen_of(segment)[-1]) == 20
    assert found.aborted_transactions(0, 90) == log.aborted_transactions(0, 90)
    ours, theirs = producers_of(found)[7], producers_of(log)[7]
    assert ours[:4] == theirs[:4]
    assert ours[4][-1][:4] == theirs[4][-1][:4]
    return found


def test_a_large_segment_is_safe_piece_by_piece() -> None:
    """fetch H-23, H-41: the recovery point moves as it grows; one snapshot is kept on the way."""
    disk = new_disk()
    log = grown(disk)
    assert 0 < log.recovery_point < log.log_end_offset
    assert log.size - log.segments[0].position_of(log.recovery_point) < 2_000
    assert len([name for name in files_of(disk) if name.endswith(PRODUCER_SNAPSHOT)]) == 1
    found_alike(disk, log)


def test_what_was_synced_is_not_read_again() -> None:
    """fetch H-41: nor would it matter if it were broken, which it cannot be."""
    disk = new_disk()
    log = grown(disk)
    data = bytearray(files_of(disk)[log_file(0)])
    second = log.segments[0].position_of(1)
    data[second + 30] ^= 1
    put(disk, log_file(0), bytes(data))
    found = opened(disk, log.recovery_point, **INTERVAL)
    assert (found.log_end_offset, found.size) == (log.log_end_offset, log.size)
    assert opened(disk, 0, **INTERVAL).log_end_offset == 1


@pytest.mark.parametrize("damage", ["gone", "garbage", "another place", "beyond", "no producers"])
def test_what_does_not_fit_is_not_trusted(damage: str) -> None:
    """fetch H-41, H-44: then the segment is read from its beginning."""
    disk = new_disk()
    log = grown(disk)
    name = "00000000000000000000" + OFFSET_INDEX
    data = files_of(disk)[name]
    if damage == "no producers":
        for each in files_of(disk):
            if each.endswith(PRODUCER_SNAPSHOT):
                disk.remove(f"{PATH}/{each}")
    elif damage == "gone":
        disk.remove(f"{PATH}/{name}")
    else:
        last = int.from_bytes(data[-4:], "big")
        put(
            disk,
            name,
            {
                "garbage": data[::-1],
                "another place": data[:-4] + (last + 1).to_bytes(4, "big"),
                "beyond": data[:-4] + (1 << 30).to_bytes(4, "big"),
            }[damage],
        )
    found_alike(disk, log)


def test_a_broken_time_index_is_not_trusted_either() -> None:
    """fetch H-41."""
    disk = new_disk()
    log = grown(disk)
    put(disk, "00000000000000000000" + TIME_INDEX, bytes(range(24))[::-1])
    found_alike(disk, log)


def test_a_torn_tail_behind_it_costs_the_torn_batch() -> None:
    """fetch H-41, J 183."""
    disk = new_disk()
    log = grown(disk)
    data, batches = files_of(disk)[log_file(0)], content_of(log)
    put(disk, log_file(0), data[:-1])
    assert content_of(opened(disk, log.recovery_point, **INTERVAL)) == batches[:-1]


def test_what_was_synced_and_broke_all_the_same_ends_the_log() -> None:
    """fetch H-41, H-44: producers of what is gone are not believed in."""
    disk = new_disk()
    log = grown(disk)
    position = log.segments[0].offset_index.position_before(log.recovery_point - 1)
    data, batches = files_of(disk)[log_file(0)], content_of(log)
    put(disk, log_file(0), data[: position + 20])
    found = opened(disk, log.recovery_point, **INTERVAL)
    kept = content_of(found)
    assert kept == batches[: len(kept)]
    assert found.size == position
    entry = found.producer_state.get(7)
    assert entry is not None
    assert entry.batches[-1].last_offset < found.log_end_offset


def test_a_segment_that_is_being_cleaned_is_not_synced_piece_by_piece() -> None:
    """Nothing below the recovery point depends on it before it is swapped in."""
    disk = new_disk()
    log = new_log(disk)
    append(log, make_batch())
    before = files_of(disk).keys()
    segment = log.store.cleaned_segment(log, 0, NOW_MS)
    for offset in range(100):
        segment.storage.append(make_batch(size=100), offset)
    assert segment.size > 2 * 1500
    assert log.recovery_point == 0
    assert {name for name in files_of(disk).keys() - before if not name.endswith(CLEANED)} == set()
