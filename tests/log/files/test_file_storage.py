"""The bytes of a segment in a file: the same as in memory, with few descriptors and little kept."""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.files import file_storage
from kafkawire.log.files.file_storage import FileStorage
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.storage import MemoryStorage
from kafkawire.protocol.buffers import FileSlice, joined
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.records.message_set import encode_message_set
from tests.support.log.batches import NOW_MS, make_batch
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored_logs import (
    PATH,
    KeptFiles,
    content_of,
    fill,
    log_file,
    new_disk,
    new_log,
    store_of,
)

SENDFILE_BYTES_MIN = 32 * 1024
TAIL_BYTES_MAX = 256 * 1024

SMALL_LIMITS: dict[str, Any] = {
    "SENDFILE_BYTES_MIN": 190,
    "TAIL_BYTES_MAX": 400,
    "WALK_BYTES": 100,
    "SCAN_BYTES": 250,
}

steps = st.lists(
    st.one_of(
        st.tuples(st.just("append"), st.integers(1, 3), st.sampled_from([1, 30, 90, 130, 400])),
        st.tuples(st.just("drop"), st.just(0), st.just(0)),
        st.tuples(st.just("forget"), st.just(0), st.just(0)),
        st.tuples(st.just("truncate"), st.integers(0, 12), st.just(0)),
    ),
    max_size=25,
)


def storage_of(disk: SimulatedDisk, **options: Any) -> FileStorage:
    log = new_log(disk, **options)
    return FileStorage(store_of(log).directory, 0, 0)


@given(steps, st.data())
def test_it_gives_what_memory_gives(moves: list[tuple[str, int, int]], data: st.DataObject) -> None:
    """fetch H-3, H-11, H-31: whatever of it is kept, and wherever limits lie."""
    with mock.patch.multiple(file_storage, **SMALL_LIMITS):
        files, memory = storage_of(new_disk()), MemoryStorage()
        offset, ends, positions = 0, [], []
        for name, count, size in moves:
            if name == "append":
                batch = make_batch(count, size=size, base_offset=offset)
                offset += count
                positions.append(memory.size)
                ends.append(offset)
                for storage in (files, memory):
                    storage.append(batch, offset - 1)
            elif name == "truncate" and positions:
                keep = min(count, len(positions) - 1)
                for storage in (files, memory):
                    storage.truncate(positions[keep])
                del positions[keep:], ends[keep:]
                offset = ends[-1] if ends else 0
            elif name == "drop":
                files._directory.shared.tails.dropped(files, files.drop_tail())
            else:
                files.close()
            compare(files, memory, positions, offset, data)


def compare(
    files: FileStorage, memory: MemoryStorage, positions: list[int], end: int, data: st.DataObject
) -> None:
    assert files.size == memory.size
    hint = data.draw(st.sampled_from(positions or [0]))
    first = next((offset for offset in range(end) if hint == place_of(memory, offset)), 0)
    for offset in range(first, end + 1):
        assert files.locate(offset, hint) == memory.locate(offset, hint)
    start = data.draw(st.integers(0, memory.size))
    size = data.draw(st.integers(0, memory.size - start))
    expected = joined(memory.slices(start, size))
    assert joined(files.slices(start, size)) == expected
    assert [(at, bytes(batch)) for at, batch in files.batches(hint)] == [
        (at, bytes(batch)) for at, batch in memory.batches(hint)
    ]
    last_offsets = [last for *_, last in files.walk(hint, files.size)]
    assert len(last_offsets) == len(list(memory.batches(hint)))


def place_of(memory: MemoryStorage, offset: int) -> int:
    place = memory.locate(offset, 0)
    assert place is not None
    return place.position


def test_what_is_large_is_left_to_the_operating_system() -> None:
    """Small ranges are bytes, large ones of the file stay there; those in memory come from it."""
    storage = storage_of(new_disk())
    large = make_batch(size=SENDFILE_BYTES_MIN)
    storage.append(large, 0)
    assert [type(each) for each in storage.slices(0, len(large))] == [FileSlice]
    assert storage.slices(0, SENDFILE_BYTES_MIN)[0].__class__ is FileSlice
    assert storage.slices(0, SENDFILE_BYTES_MIN - 1) == [large[: SENDFILE_BYTES_MIN - 1]]
    small = make_batch(base_offset=1)
    storage.append(small, 1)
    assert storage.slices(len(large), len(small))[0] is small
    assert storage.slices(5, 0) == []
    storage.append(make_batch(size=SENDFILE_BYTES_MIN, base_offset=2), 2)
    assert storage.slices(len(large), len(small)) == [small]


def test_what_is_kept_is_found_without_the_disk() -> None:
    disk = new_disk()
    storage = storage_of(disk)
    storage.append(make_batch(size=SENDFILE_BYTES_MIN), 0)
    for offset in (1, 3):
        storage.append(make_batch(2, base_offset=offset), offset + 1)
    disk.calls.clear()
    for offset in range(1, 6):
        place = storage.locate(offset, 0)
        assert (place is None) == (offset == 5)
    assert disk.calls == []
    assert storage.locate(0, 0) is not None
    assert [call.name for call in disk.calls] == ["pread"]


def test_of_one_segment_only_so_much_is_kept() -> None:
    disk = new_disk()
    storage = storage_of(disk)
    batch = make_batch(size=20_000)
    for offset in range(100):
        storage.append(batch, offset)
        kept = store_bytes(storage)
        assert kept <= TAIL_BYTES_MAX
        assert offset < 5 or kept > TAIL_BYTES_MAX // 3
    storage.close()
    assert store_bytes(storage) == 0


def store_bytes(storage: FileStorage) -> int:
    return storage._directory.shared.tails.size


def test_a_large_batch_ends_what_is_kept() -> None:
    storage = storage_of(new_disk())
    storage.append(make_batch(), 0)
    assert store_bytes(storage)
    storage.append(make_batch(size=SENDFILE_BYTES_MIN), 1)
    assert store_bytes(storage) == 0


def test_a_batch_is_one_call_and_no_more() -> None:
    """What was opened stays open; nothing is asked of the disk beside the write."""
    disk = new_disk()
    storage = storage_of(disk)
    storage.append(make_batch(), 0)
    disk.calls.clear()
    storage.append(make_batch(base_offset=1), 1)
    assert [call.name for call in disk.calls] == ["pwrite"]


def test_a_write_that_ends_early_goes_on() -> None:
    disk = new_disk()
    storage = storage_of(disk)
    disk.write_short(30, times=3)
    batch = make_batch()
    storage.append(batch, 0)
    storage.close()
    assert disk.read(f"{PATH}/{log_file(0)}") == batch


def test_old_messages_are_found_by_their_last_offset() -> None:
    """fetch A-44, A-45, H-11."""
    disk = new_disk()
    records = [(1, b"k", b"v", ())] * 3
    entry = encode_message_set(records, magic=1, compression=1)
    log = new_log(disk)
    disk.write(f"{PATH}/{log_file(0)}", bytes(entry))
    storage = FileStorage(store_of(log).directory, 0, len(entry))
    for offset in range(3):
        place = storage.locate(offset, 0)
        assert place is not None
        assert (place.position, place.size) == (0, len(entry))
    assert storage.locate(3, 0) is None


def test_the_shortest_message_of_old_is_found() -> None:
    """fetch A-44: without key and value it is shorter than the head of a batch."""
    disk = new_disk()
    entry = encode_message_set([(1, None, None, ())], magic=0)
    assert len(entry) == 26
    log = new_log(disk)
    disk.write(f"{PATH}/{log_file(0)}", bytes(entry))
    place = FileStorage(store_of(log).directory, 0, len(entry)).locate(0, 0)
    assert place is not None
    assert (place.position, place.size) == (0, 26)


def test_a_batch_with_a_damaged_head_is_given_to_those_who_want_its_first_offset() -> None:
    """fetch C-3: the client finds out; it would miss the records if the batch was passed over."""
    disk = new_disk()
    damaged = bytearray(make_batch(3))
    damaged[23] ^= 0x80  # the last offset delta
    data = bytes(damaged) + make_batch(base_offset=3)
    log = new_log(disk)
    disk.write(f"{PATH}/{log_file(0)}", data)
    storage = FileStorage(store_of(log).directory, 0, len(data))
    found = [storage.locate(offset, 0) for offset in range(4)]
    assert [each and each.base_offset for each in found] == [0, 3, 3, 3]


@pytest.mark.parametrize("rest", range(30))
def test_batches_end_where_no_whole_one_follows(rest: int) -> None:
    """fetch H-41: heads and tails alone are none."""
    disk = new_disk()
    batch = make_batch()
    log = new_log(disk)
    disk.write(f"{PATH}/{log_file(0)}", batch + batch[:rest])
    storage = FileStorage(store_of(log).directory, 0, len(batch) + rest)
    assert [bytes(each) for _, each in storage.batches(0)] == [batch]


def test_lengths_that_cannot_be_end_it_too() -> None:
    disk = new_disk()
    log = new_log(disk)
    for length in (-1, 0, 13, 2**31 - 1):
        data = bytes(8) + length.to_bytes(4, "big", signed=True) + bytes(100)
        disk.write(f"{PATH}/{log_file(0)}", data)
        storage = FileStorage(store_of(log).directory, 0, len(data))
        assert list(storage.batches(0)) == []
        if length < 14:
            assert list(storage.walk(0, len(data))) == []


# The disk fails


FAILURES: dict[str, tuple[str, Callable[[FileStorage], object]]] = {
    "append": ("pwrite", lambda storage: storage.append(make_batch(base_offset=2), 2)),
    "read": ("pread", lambda storage: storage.read(10, 0)),
    "sync": ("sync", lambda storage: storage.sync()),
    "truncate": ("truncate", lambda storage: storage.truncate(0)),
    "open": ("open", lambda storage: storage.file()),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_disk_that_fails_takes_the_log_with_it(name: str) -> None:
    """Said once, and from then on at every use; memory is as it was."""
    disk = new_disk()
    observer = KeptFiles(disk)
    log = new_log(disk, observer=observer)
    fill(log, 2)
    storage = log.segments[0].storage
    assert isinstance(storage, FileStorage)
    call, work = FAILURES[name]
    storage.close()
    if name != "open":
        storage.file()
    disk.fail(call, errno.EIO, times=1)
    size = storage.size
    with pytest.raises(ApiError) as caught:
        work(storage)
    assert caught.value.code == ErrorCode.KAFKA_STORAGE_ERROR
    assert storage.size == size
    with pytest.raises(ApiError) as caught:
        fill_again(log)
    assert caught.value.code == ErrorCode.KAFKA_STORAGE_ERROR
    assert len(observer.failures) == 1


def fill_again(log: PartitionLog) -> None:
    """What is used again needs a file, or the store; both know."""
    log.segments[0].storage.close()  # type: ignore[attr-defined]
    fill(log, 1)


def test_a_file_that_was_cut_or_removed_by_others_is_a_failure() -> None:
    disk = new_disk()
    log = new_log(disk)
    fill(log, 3)
    storage = log.segments[0].storage
    assert isinstance(storage, FileStorage)
    storage.close()
    disk.write(f"{PATH}/{log_file(0)}", b"")
    with pytest.raises(ApiError):
        content_of(log)
    assert store_of(log).directory.failure is not None


def test_a_file_that_ends_too_early_while_it_is_open_is_a_failure() -> None:
    disk = new_disk()
    log = new_log(disk)
    fill(log, 3)
    storage = log.segments[0].storage
    assert isinstance(storage, FileStorage)
    file = storage.file()
    disk.truncate(file.fd, 100)
    with pytest.raises(ApiError):
        storage.read(storage.size, 0)


def test_who_has_begun_to_read_reads_on_when_the_segment_is_gone() -> None:
    """fetch H-32, H-53: renamed, removed, or let go of; closed when nobody refers to it."""
    disk = new_disk()
    log = new_log(disk, internal_segment_bytes="40000")
    large = make_batch(size=SENDFILE_BYTES_MIN)
    for _ in range(3):
        log.append_as_leader(bytearray(large), leader_epoch=0, now_ms=NOW_MS)
    log.move_high_watermark(3)
    read = log.read(0, max_bytes=1 << 20, upper_bound=3, minimum_one=True)
    held = read.buffers[0]
    assert isinstance(held, FileSlice)
    expected = joined(read.buffers)
    log.drop_segments(2)
    assert not [name for name in disk.entries(PATH) if name.name.endswith(".deleted")]
    opened_files = len(disk.open_files)
    assert held.read() == expected
    del held, read
    log._latest_read = None
    assert len(disk.open_files) == opened_files - 1


def test_a_removed_segment_can_be_read_as_long_as_its_files_are_there() -> None:
    """fetch H-32, H-53: under their other name; also by who has it closed meanwhile."""
    disk = new_disk()
    log = new_log(disk, observer=KeptFiles(disk), internal_segment_bytes="200")
    fill(log, 6)
    removed = log.segments[0]
    expected = [bytes(batch) for _, _, batch in removed.batches()]
    log.drop_segments(1)
    assert [bytes(batch) for _, _, batch in removed.batches()] == expected
    assert store_of(log).directory.failure is None
    assert log_file(0) + ".deleted" in {entry.name for entry in disk.entries(PATH)}
