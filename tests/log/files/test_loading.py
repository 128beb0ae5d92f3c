"""Opening a partition's directory: names are settled first, and a clean stop is trusted."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kafkawire.log.append import AppendOrigin
from kafkawire.log.formats import leader_epochs
from kafkawire.log.formats.names import (
    OFFSET_INDEX,
    PRODUCER_SNAPSHOT,
    SEGMENT_KINDS,
    TIME_INDEX,
    TRANSACTION_INDEX,
    segment_file_name,
)
from kafkawire.log.partition_log import PartitionLog
from tests.support.log.batches import NOW_MS, make_batch, make_marker, numbered_batch
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored_logs import (
    CONFIGS,
    PATH,
    bases_of,
    content_of,
    files_of,
    fill,
    log_file,
    names_in,
    new_disk,
    new_log,
    opened,
    put,
    stopped,
    store_of,
)


def test_after_a_clean_stop_nothing_is_touched_and_little_read() -> None:
    """fetch H-40, J 183: of sealed segments the size only, of the newest its end."""
    disk = new_disk()
    log = stopped(disk)
    before = files_of(disk)
    disk.calls.clear()
    changes = len(disk.changes)
    found = opened(disk, **CONFIGS)
    calls = disk.calls[:]
    assert len(disk.changes) == changes
    assert files_of(disk) == before
    sealed = {
        segment_file_name(base, kind) for base in bases_of(log)[:-1] for kind in SEGMENT_KINDS
    }
    read = {call.path.rpartition("/")[2] for call in calls if call.name != "status"}
    assert sealed.isdisjoint(read)
    assert bases_of(found) == bases_of(log)
    assert content_of(found) == content_of(log)


def test_a_broken_batch_is_trusted_after_a_clean_stop() -> None:
    """fetch H-40: nobody looks, until somebody reads."""
    disk = new_disk()
    fill(log := new_log(disk), 3)
    store_of(log).close(log)
    data = bytearray(files_of(disk)[log_file(0)])
    data[-1] ^= 1
    put(disk, log_file(0), bytes(data))
    found = opened(disk)
    assert (found.log_end_offset, found.size) == (3, len(data))
    assert files_of(disk)[log_file(0)] == data


@pytest.mark.parametrize("damage", ["missing", "garbage", "beyond"])
@pytest.mark.parametrize("kind", [OFFSET_INDEX, TIME_INDEX])
def test_lost_indexes_are_made_anew_after_a_clean_stop_too(kind: str, damage: str) -> None:
    """fetch H-40, J 184: lookups are the same, of the newest segment and of sealed ones."""
    disk = new_disk()
    log = stopped(disk)

    def lookups(log: PartitionLog) -> list[object]:
        found: list[object] = [segment.max_timestamp for segment in log.segments]
        found += [log.position_of(offset) for offset in range(log.log_end_offset)]
        return found + [
            log.offset_for_timestamp(NOW_MS + at, log.log_end_offset) for at in range(14)
        ]

    expected = lookups(log)
    for base in bases_of(log):
        name = segment_file_name(base, kind)
        if damage == "missing":
            disk.remove(f"{PATH}/{name}")
        elif damage == "garbage":
            put(disk, name, bytes(range(1, 97))[::-1])
        else:  # an entry behind the end of the log; times are not in a position to be wrong so
            entry = (5).to_bytes(4, "big") + (1 << 20).to_bytes(4, "big")
            put(disk, name, entry if kind == OFFSET_INDEX else b"\xff" * 24)
    found = opened(disk, **CONFIGS)
    assert lookups(found) == expected
    for base in bases_of(log):
        assert segment_file_name(base, kind) in names_in(disk)


def test_zeros_that_were_reserved_are_no_entries() -> None:
    """fetch H-12, H-40: Kafka makes the files of the newest segment as large as they may be."""
    disk = new_disk()
    log = stopped(disk)
    expected = [(each.next_offset, each.max_timestamp) for each in log.segments]
    for base in bases_of(log):
        for kind in (OFFSET_INDEX, TIME_INDEX):
            name = segment_file_name(base, kind)
            put(disk, name, files_of(disk)[name] + bytes(240))
    found = opened(disk, **CONFIGS)
    assert [(each.next_offset, each.max_timestamp) for each in found.segments] == expected


def test_aborted_transactions_are_read_from_their_files() -> None:
    """fetch H-2, H-14: a file of them is there only where there are any."""
    disk = new_disk()
    log = new_log(disk, **CONFIGS)
    for sequence in range(2):
        log.append_as_leader(
            numbered_batch(sequence), leader_epoch=0, now_ms=NOW_MS, origin=AppendOrigin.RAFT
        )
        log.append_as_leader(
            make_marker(7, 0, commit=bool(sequence)),
            leader_epoch=0,
            now_ms=NOW_MS,
            origin=AppendOrigin.COORDINATOR,
        )
    fill(log, 9)
    store_of(log).close(log)
    named = [name for name in names_in(disk) if name.endswith(".txnindex")]
    assert named == [segment_file_name(0, TRANSACTION_INDEX)]
    found = opened(disk, **CONFIGS)
    assert len(found.segments) > 2
    assert found.aborted_transactions(0, 13) == [(7, 0)]


def with_transactions(disk: SimulatedDisk) -> PartitionLog:
    """Aborted transactions in several segments, some open where a segment begins; closed."""
    log = new_log(disk, **CONFIGS)
    for number in range(20):
        sequence = number // 2
        batch = numbered_batch(sequence, producer=number % 2)
        log.append_as_leader(batch, leader_epoch=0, now_ms=NOW_MS, origin=AppendOrigin.RAFT)
        if number % 5 in (2, 4):
            marker = make_marker(number % 2, 0, commit=number % 3 == 0)
            log.append_as_leader(
                marker, leader_epoch=0, now_ms=NOW_MS, origin=AppendOrigin.COORDINATOR
            )
    store_of(log).close(log)
    return log


@pytest.mark.parametrize("snapshots", ["there", "gone"])
@pytest.mark.parametrize("damage", [b"x", b"\xff" * 34, b"\0\0"])
def test_broken_files_of_aborted_transactions_are_made_anew(damage: bytes, snapshots: str) -> None:
    """fetch H-40, H-14: as Kafka does, also of sealed segments; nobody else is disturbed."""
    disk = new_disk()
    log = with_transactions(disk)
    expected = [
        [] if each.transaction_index is None else each.transaction_index.entries
        for each in log.segments
    ]
    assert sum(map(bool, expected)) > 2
    files = files_of(disk)
    for base in bases_of(log):
        put(disk, segment_file_name(base, TRANSACTION_INDEX), damage)
    if snapshots == "gone":
        for name in [name for name in files if name.endswith(PRODUCER_SNAPSHOT)]:
            disk.remove(f"{PATH}/{name}")
    found = opened(disk, **CONFIGS)
    for segment, entries in zip(found.segments, expected, strict=True):
        index = segment.transaction_index
        assert index is not None
        assert index.entries == entries
    for name, data in files.items():
        if name.endswith(TRANSACTION_INDEX):
            assert files_of(disk)[name] == data
    assert [name for name in names_in(disk) if name.endswith(TRANSACTION_INDEX)] == [
        name for name in names_in(disk) if name in files and name.endswith(TRANSACTION_INDEX)
    ]


def test_a_log_that_ended_below_its_start_begins_anew() -> None:
    """fetch H-42: everything it had goes, producers and leader epochs as well."""
    disk = new_disk()
    log = new_log(disk, **CONFIGS)
    for sequence in range(9):
        batch = numbered_batch(sequence, transactional=False)
        log.append_as_leader(bytearray(batch), leader_epoch=2, now_ms=NOW_MS)
    store_of(log).close(log)
    found = opened(disk, log_start_offset=50, **CONFIGS)
    assert (found.log_start_offset, found.log_end_offset, found.segments) == (50, 50, [])
    assert len(found.producer_state) == 0
    assert found.leader_epochs.entries == []
    data = {name for name in names_in(disk) if name[0].isdigit()}
    assert data == {segment_file_name(50, kind) for kind in SEGMENT_KINDS[:3]}
    assert files_of(disk)[leader_epochs.FILE_NAME] == b"0\n0\n"
    fill(found, 1)
    assert opened(disk, 0, **CONFIGS).log_end_offset == 51


def test_the_log_starts_where_the_checkpoint_says() -> None:
    """fetch H-42, H-50, J 186: or with the first segment, if that is later."""
    disk = new_disk()
    log = stopped(disk)
    second = bases_of(log)[1]
    assert opened(disk, log_start_offset=2, **CONFIGS).log_start_offset == 2
    for name in [segment_file_name(0, kind) for kind in SEGMENT_KINDS[:3]]:
        disk.remove(f"{PATH}/{name}")
    found = opened(disk, log_start_offset=1, **CONFIGS)
    assert found.log_start_offset == found.high_watermark - 12 + second == second
    assert found.leader_epochs.entries == [(0, second)]


def test_an_epoch_that_begins_where_the_log_ends_is_not_known_yet() -> None:
    """fetch H-42: nothing was appended in it."""
    disk = new_disk()
    log = new_log(disk)
    fill(log, 2)
    log.leader_epochs.assign(4, 2)
    store_of(log).close(log)
    assert opened(disk).leader_epochs.entries == [(0, 0)]


def test_each_stop_leaves_a_snapshot_of_producers_and_a_start_takes_the_older_ones_away() -> None:
    """fetch H-2, H-44: those where a segment begins stay."""
    disk = new_disk()
    log = new_log(disk, **CONFIGS)
    for _ in range(5):
        fill(log, 1)
        store_of(log).close(log)
        log = opened(disk, **CONFIGS)
    fill(log, 2)
    store_of(log).close(log)
    log = opened(disk, **CONFIGS)
    bases = bases_of(log)
    assert len(bases) == 3
    kept = sorted(int(name[:20]) for name in names_in(disk) if name.endswith(PRODUCER_SNAPSHOT))
    assert kept == [*bases[1:], 7]
    assert store_of(log).files.snapshots.offsets == tuple(kept)


def test_a_segment_fills_its_notes_when_somebody_asks_for_them() -> None:
    """fetch H-40: each by itself, and the same as when it was written."""
    disk = new_disk()
    log = stopped(disk)
    names = ["next_offset", "first_timestamp", "max_timestamp", "index_entries", "modified_ms"]
    disk.set_time(123)
    for name in names:
        for found, made in zip(opened(disk, **CONFIGS).segments, log.segments, strict=True):
            if name == "modified_ms":
                assert getattr(found, name) == 0
            else:
                assert getattr(found, name) == getattr(made, name)
    for one, other in pairwise(opened(disk, **CONFIGS).segments):
        assert one.next_offset == other.base_offset
    with pytest.raises(AttributeError):
        _ = opened(disk, **CONFIGS).segments[0].nothing_like_it


def test_messages_that_were_appended_are_found_by_the_time_of_the_first() -> None:
    """fetch H-22: a segment that was found rolls by the time of its first batch, too."""
    disk = new_disk()
    log = new_log(disk, segment_ms="1000")
    log.append_as_leader(make_batch(timestamps=[NOW_MS]), leader_epoch=0, now_ms=NOW_MS)
    store_of(log).close(log)
    for later, count in ((1000, 1), (1001, 2)):
        found = opened(disk, 0, segment_ms="1000")
        batch = make_batch(timestamps=[NOW_MS + later])
        found.append_as_leader(batch, leader_epoch=0, now_ms=NOW_MS + later)
        assert len(found.segments) == count


def test_a_log_of_which_everything_is_deleted_keeps_its_segments() -> None:
    """fetch H-42, H-50: until retention removes them, for it does not end below its start."""
    disk = new_disk()
    log = stopped(disk)
    found = opened(disk, log_start_offset=12, **CONFIGS)
    assert (found.log_start_offset, found.log_end_offset) == (12, 12)
    assert bases_of(found) == bases_of(log)


@pytest.mark.parametrize("recovery_point", [None, 0])
def test_the_empty_segment_of_a_log_moves_with_its_end(recovery_point: int | None) -> None:
    """fetch H-42, H-55: of a log that was found without batches, too."""
    disk = new_disk()
    log = stopped(disk)
    log = opened(disk, **CONFIGS)
    log.drop_segments(len(log.segments))
    store_of(log).close(log)
    found = opened(disk, recovery_point, **CONFIGS)
    assert (found.log_start_offset, found.log_end_offset) == (12, 12)
    found.truncate_to(5)
    assert {name for name in names_in(disk) if name.endswith(".log")} == {log_file(5)}
    assert opened(disk, 0, **CONFIGS).log_end_offset == 5
