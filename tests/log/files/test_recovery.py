"""What is left of a log after a crash: torn tails, flipped bits, files that are stale or gone."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.append import AppendOrigin, Verification
from kafkawire.log.formats import leader_epochs
from kafkawire.log.formats.names import (
    OFFSET_INDEX,
    PRODUCER_SNAPSHOT,
    TIME_INDEX,
    TRANSACTION_INDEX,
    segment_file_name,
)
from kafkawire.log.partition_log import PartitionLog
from kafkawire.records.message_set import encode_message_set
from tests.support.log.batches import NOW_MS, make_batch, make_marker, numbered_batch
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored_logs import (
    PATH,
    content_of,
    files_of,
    fill,
    log_file,
    new_disk,
    new_log,
    opened,
    put,
    store_of,
)

SMALL_CONFIGS: dict[str, Any] = {"internal_segment_bytes": "700", "index_interval_bytes": "150"}


def aborts(log: PartitionLog, sequence: int) -> None:
    """A transaction of one record that comes to nothing."""
    for records, origin in (
        (numbered_batch(sequence), AppendOrigin.CLIENT),
        (make_marker(7, 0, commit=False), AppendOrigin.COORDINATOR),
    ):
        log.append_as_leader(
            bytearray(records),
            leader_epoch=0,
            now_ms=NOW_MS,
            origin=origin,
            verification=Verification.VERIFIED,
        )
    log.move_high_watermark(log.log_end_offset)


def test_aborted_transactions_below_the_recovery_point_are_not_forgotten() -> None:
    """fetch H-14, H-41: a segment that is read from its beginning brings all that ended in it."""
    disk = new_disk()
    log = new_log(disk)
    aborts(log, 0)
    store_of(log).close(log)
    log = opened(disk)
    aborts(log, 1)
    wanted = [(7, 0), (7, 2)]
    assert log.aborted_transactions(0, log.log_end_offset) == wanted
    found = opened(disk, recovery_point=2)
    assert found.aborted_transactions(0, found.log_end_offset) == wanted
    assert len(found.producer_state) == 1


def torn(disk: SimulatedDisk, name: str, data: bytes) -> PartitionLog:
    """What is found when that file holds this instead, after no clean stop."""
    again = SimulatedDisk(deepcopy(disk.volume))
    again.note_calls = False
    put(again, name, data)
    return opened(again, 0, **SMALL_CONFIGS)


@pytest.mark.slow
def test_a_torn_tail_costs_the_torn_batch_only() -> None:
    """fetch H-41, J 183: cut at every byte of the last batch; then the log goes on."""
    disk = new_disk()
    fill(new_log(disk, **SMALL_CONFIGS), 3)
    data = files_of(disk)[log_file(0)]
    whole = content_of(opened(disk, 0, **SMALL_CONFIGS))
    last_at = len(data) - len(whole[-1])
    for end in range(last_at, len(data)):
        log = torn(disk, log_file(0), data[:end])
        assert (content_of(log), log.log_end_offset, log.size) == (whole[:2], 2, last_at)
        fill(log, 1)
        assert content_of(log)[2][:8] == (2).to_bytes(8, "big")
        assert len(content_of(log)) == 3


@given(st.integers(0, 5_000), st.integers(0, 2))
def test_zeros_behind_the_end_are_cut_off(count: int, segment: int) -> None:
    """fetch H-41: a file may have grown without its bytes; what follows goes as well."""
    disk = new_disk()
    fill(new_log(disk, **SMALL_CONFIGS), 14)
    log = opened(disk, 0, **SMALL_CONFIGS)
    segments = [each.base_offset for each in log.segments]
    assert len(segments) == 3
    base = segments[segment]
    found = torn(disk, log_file(base), files_of(disk)[log_file(base)] + bytes(count))
    end = log.log_end_offset if not count or segment == 2 else segments[segment + 1]
    assert content_of(found) == content_of(log)[:end]
    assert found.log_end_offset == end


@given(st.data())
def test_a_flipped_bit_ends_the_log_before_its_batch(data: st.DataObject) -> None:
    """fetch H-41: wherever it is beyond the recovery point, but for what no checksum covers."""
    disk = new_disk()
    log = new_log(disk, **SMALL_CONFIGS)
    fill(log, 14)
    batches = content_of(log)
    number = data.draw(st.integers(0, len(batches) - 1))
    segment = log.segments[log._segment_index(number)]
    position = segment.position_of(number)
    covered = [*range(8, 12), *range(16, len(batches[number]))]
    at = position + data.draw(st.sampled_from(covered))
    broken = bytearray(files_of(disk)[log_file(segment.base_offset)])
    broken[at] ^= 1 << data.draw(st.integers(0, 7))
    found = torn(disk, log_file(segment.base_offset), bytes(broken))
    assert content_of(found) == batches[:number]
    assert found.log_end_offset == number
    names = {log_file(each.base_offset) for each in found.segments} or {log_file(0)}
    assert {name for name in files_of(disk_of(found)) if name.endswith(".log")} == names


def disk_of(log: PartitionLog) -> SimulatedDisk:
    disk = store_of(log).directory.disk
    assert isinstance(disk, SimulatedDisk)
    return disk


def test_what_lies_below_the_recovery_point_is_not_looked_at() -> None:
    """fetch H-41: segments before the one that holds it."""
    disk = new_disk()
    fill(new_log(disk, **SMALL_CONFIGS), 14)
    second = opened(disk, 0, **SMALL_CONFIGS).segments[1].base_offset
    broken = bytearray(files_of(disk)[log_file(0)])
    broken[-1] ^= 1
    put(disk, log_file(0), bytes(broken))
    assert opened(disk, second, **SMALL_CONFIGS).log_end_offset == 14
    assert opened(disk, second - 1, **SMALL_CONFIGS).log_end_offset < second


def test_a_segment_that_overlaps_the_one_before_it_goes() -> None:
    """fetch H-41: offsets rise, or the log ends."""
    disk = new_disk()
    fill(new_log(disk, **SMALL_CONFIGS), 14)
    files = files_of(disk)
    log = opened(disk, 0, **SMALL_CONFIGS)
    second = log.segments[1].base_offset
    put(disk, log_file(second - 1), files[log_file(second)])
    disk.remove(f"{PATH}/{log_file(second)}")
    found = opened(disk, 0, **SMALL_CONFIGS)
    assert (found.log_end_offset, len(found.segments)) == (second, 1)
    assert log_file(second - 1) not in files_of(disk)


def test_offsets_that_step_back_end_the_log() -> None:
    """fetch H-41: within a segment, too."""
    disk = new_disk()
    fill(new_log(disk), 4)
    first, second, third, fourth = content_of(opened(disk, 0))
    put(disk, log_file(0), first + third + second + fourth)
    assert content_of(opened(disk, 0)) == [first, third]


def test_offsets_beyond_the_reach_of_a_segment_end_it() -> None:
    """fetch H-12, H-41: an entry of the index holds 31 bits."""
    disk = new_disk()
    log = new_log(disk)
    batches = [make_batch(base_offset=at, leader_epoch=0) for at in (0, 2**31 - 1, 2**31)]
    log.append_as_follower(batches[0], leader_epoch=0, now_ms=NOW_MS)
    put(disk, log_file(0), b"".join(batches))
    assert content_of(opened(disk, 0)) == batches[:2]


@pytest.mark.parametrize("codec", [0, 1])
@pytest.mark.parametrize("magic", [0, 1])
def test_messages_of_old_formats_are_no_garbage(magic: int, codec: int) -> None:
    """fetch A-43, H-3, H-41: a directory that has been upgraded holds them beside batches."""
    disk = new_disk()
    new_log(disk)
    entries = old_entries(magic, codec) + make_batch(base_offset=3, leader_epoch=0)
    put(disk, log_file(0), entries)
    log = opened(disk, 0)
    assert (log.log_end_offset, log.size) == (4, len(entries))
    assert b"".join(content_of(log)) == entries
    broken = bytearray(entries)
    broken[20] ^= 1
    put(disk, log_file(0), bytes(broken))
    assert opened(disk, 0).log_end_offset == 0


def old_entries(magic: int, codec: int) -> bytes:
    """Offsets 0 to 2."""
    records = [(1000, b"a", b"1", ()), (3000, b"b", b"2", ()), (2000, b"c", b"3", ())]
    return bytes(encode_message_set(records, magic=magic, compression=codec))


def test_a_directory_without_segments_gets_one_where_the_log_starts() -> None:
    """fetch H-42."""
    disk = new_disk()
    new_log(disk)
    for name in files_of(disk):
        disk.remove(f"{PATH}/{name}")
    log = opened(disk, 0, log_start_offset=7)
    assert (log.log_start_offset, log.log_end_offset) == (7, 7)
    assert files_of(disk)[log_file(7)] == b""
    fill(log, 1)
    assert opened(disk, 0).log_end_offset == 8


@pytest.mark.parametrize("recovery_point", [None, 0])
def test_an_empty_segment_says_where_the_log_ends(recovery_point: int | None) -> None:
    """fetch H-40, H-41: it rolled, and the process died before the batch was written."""
    disk = new_disk()
    fill(new_log(disk), 4)
    store_of(opened(disk, 0)).files.segments.create(4)
    log = opened(disk, recovery_point)
    assert [each.base_offset for each in log.segments] == [0, 4]
    assert log.log_end_offset == 4
    fill(log, 2)
    assert len(content_of(opened(disk, 0))) == 6


def indexes_of(log: PartitionLog) -> list[tuple[bytes, bytes]]:
    return [(each.offset_index.to_bytes(), each.time_index.to_bytes()) for each in log.segments]


@pytest.mark.parametrize("damage", ["missing", "empty", "zeros", "garbage", "another's"])
@pytest.mark.parametrize("kind", [OFFSET_INDEX, TIME_INDEX, TRANSACTION_INDEX])
def test_indexes_are_made_anew_whatever_is_in_their_files(kind: str, damage: str) -> None:
    """fetch H-41, J 184: beyond the recovery point nobody reads them."""
    disk = new_disk()
    log = new_log(disk, **SMALL_CONFIGS)
    fill(log, 14)
    store_of(log).close(log)
    before = indexes_of(log)
    bases = [each.base_offset for each in log.segments]
    for base, other in zip(bases, reversed(bases), strict=True):
        name = segment_file_name(base, kind)
        if damage == "missing":
            if kind != TRANSACTION_INDEX:
                disk.remove(f"{PATH}/{name}")
            continue
        wrong = files_of(disk).get(segment_file_name(other, kind), b"x")
        put(
            disk,
            name,
            {"empty": b"", "zeros": bytes(240), "another's": wrong}.get(damage, b"?!" * 77),
        )
    found = opened(disk, 0, **SMALL_CONFIGS)
    store_of(found).close(found)
    assert indexes_of(found) == before
    for base, (offsets, times) in zip(bases, before, strict=True):
        assert files_of(disk)[segment_file_name(base, OFFSET_INDEX)] == offsets
        assert files_of(disk)[segment_file_name(base, TIME_INDEX)] == times
        assert segment_file_name(base, TRANSACTION_INDEX) not in files_of(disk)


def test_leader_epochs_are_found_in_the_batches() -> None:
    """fetch H-4, H-41, H-42: without a file of them, or with one that says too much."""
    disk = new_disk()
    log = new_log(disk)
    for epoch in (0, 0, 3, 3, 5):
        log.append_as_leader(make_batch(), leader_epoch=epoch, now_ms=NOW_MS)
    store_of(log).close(log)
    assert files_of(disk)[leader_epochs.FILE_NAME] == b"0\n3\n0 0\n3 2\n5 4\n"
    for text in (None, b"rubbish", b"0\n1\n0 0\n", b"0\n4\n0 0\n3 2\n5 4\n8 5\n", b"0\n1\n9 77\n"):
        if text is None:
            disk.remove(f"{PATH}/{leader_epochs.FILE_NAME}")
        else:
            put(disk, leader_epochs.FILE_NAME, text)
        found = opened(disk, 0)
        if text != b"0\n1\n9 77\n":  # which is later than any batch, so that they tell nothing
            assert found.leader_epochs.entries == [(0, 0), (3, 2), (5, 4)]
            assert files_of(disk)[leader_epochs.FILE_NAME] == b"0\n3\n0 0\n3 2\n5 4\n"


def test_producers_are_those_of_the_newest_good_snapshot_and_what_follows() -> None:
    """fetch H-44: one that is broken goes, one beyond the end too."""
    disk = new_disk()
    log = new_log(disk, internal_segment_bytes="200")
    for sequence in range(6):
        log.append_as_leader(
            bytearray(numbered_batch(sequence, transactional=False)), leader_epoch=0, now_ms=NOW_MS
        )
    snapshots = sorted(name for name in files_of(disk) if name.endswith(".snapshot"))
    assert len(snapshots) == 2
    for broken in ([], snapshots[1:], snapshots):
        for name in broken:
            put(disk, name, b"broken")
        put(disk, segment_file_name(99, PRODUCER_SNAPSHOT), files_of(disk)[snapshots[0]])
        found = opened(disk, 4, internal_segment_bytes="200")
        entry = found.producer_state.get(7)
        assert entry is not None
        assert (entry.last_sequence, entry.last_offset) == (5, 5)
        left = {name for name in files_of(disk) if name.endswith(".snapshot")}
        assert segment_file_name(99, PRODUCER_SNAPSHOT) not in left


def test_a_snapshot_is_made_where_the_next_segment_begins_also_behind_a_gap() -> None:
    """fetch H-2, H-44."""
    disk = new_disk()
    log = new_log(disk, internal_segment_bytes="150")
    for base in (0, 5, 17):
        batch = make_batch(base_offset=base, leader_epoch=0, size=30)
        log.append_as_follower(batch, leader_epoch=0, now_ms=NOW_MS)
    assert [segment.base_offset for segment in log.segments] == [0, 5, 17]
    for name in files_of(disk):
        if name.endswith(PRODUCER_SNAPSHOT):
            disk.remove(f"{PATH}/{name}")
    found = opened(disk, 0, internal_segment_bytes="150")
    assert content_of(found) == content_of(log)
    assert store_of(found).files.snapshots.offsets == (5, 17)
