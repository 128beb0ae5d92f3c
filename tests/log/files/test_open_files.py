"""Few descriptors for many logs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.files.file_store import FileStore
from kafkawire.log.files.open_files import OpenFile, OpenFiles
from kafkawire.log.files.shared import Shared
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.buffers import joined
from tests.support.log.batches import NOW_MS, make_batch
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored_logs import config_of, new_disk

OPEN_FILES_MIN = 16

LIMIT = OPEN_FILES_MIN


class Owner:
    """One that keeps a file as long as it may."""

    def __init__(self) -> None:
        self.file: OpenFile | None = None

    def let_go(self) -> None:
        assert self.file is not None, "was told twice"
        self.file = None


@given(st.lists(st.tuples(st.integers(0, 40), st.booleans()), max_size=80))
def test_the_one_that_was_opened_first_has_to_go(moves: list[tuple[int, bool]]) -> None:
    disk = SimulatedDisk()
    files = OpenFiles(disk, LIMIT)
    owners = [Owner() for _ in range(41)]
    order: list[int] = []
    for number, closes in moves:
        owner = owners[number]
        if closes:
            owner.file = None
            files.closed(owner)
            order = [each for each in order if each != number]
        elif owner.file is None:
            owner.file = files.open(f"/{number}", owner, lambda _: None)
            order = [*order, number][-LIMIT:]
        assert [at for at, each in enumerate(owners) if each.file] == sorted(order)
        assert sorted(disk.open_files) == sorted(f"/{each}" for each in order)
        assert len(files) == len(order)


def test_a_limit_that_is_too_low_to_work_is_raised() -> None:
    assert OpenFiles(SimulatedDisk(), 1).limit == OPEN_FILES_MIN
    assert OpenFiles(SimulatedDisk(), 100).limit == 100


def test_a_file_that_is_read_in_pieces_is_read_whole() -> None:
    class Stingy(SimulatedDisk):
        def pread(self, fd: int, size: int, position: int, /) -> bytes:
            return super().pread(fd, min(size, 3), position)

    disk = Stingy()
    disk.write("/f", b"0123456789")
    file = OpenFile(disk, disk.open("/f"), lambda _: None)
    assert file.read(8, 1) == b"12345678"
    assert file.read(0, 0) == b""
    with pytest.raises(OSError, match="2 bytes too early"):
        file.read(5, 7)


def test_a_file_closes_with_its_last_reference_whatever_the_disk_says() -> None:
    disk = SimulatedDisk()
    file = OpenFile(disk, disk.open("/f"), lambda _: None)
    another = file
    del file
    assert disk.open_files == ["/f"]
    disk.fail("close", 5)
    del another
    assert [call.name for call in disk.calls][-1] == "close"


def test_forty_logs_work_with_sixteen_files() -> None:
    """More partitions than a process may have files, and all of them are written and read."""
    disk = new_disk()
    shared = Shared(disk, open_files_max=LIMIT)
    shared.tails.bytes_max = 0
    logs = []
    for number in range(40):
        store = FileStore(TopicPartition("t", number), f"/data/t-{number}", shared)
        store.create(bytes(16))
        logs.append(PartitionLog(store.directory.topic_partition, config_of({}), store))
    for turn in range(3):
        for number, log in enumerate(logs):
            log.append_as_leader(make_batch(size=number + turn), leader_epoch=0, now_ms=NOW_MS)
            log.move_high_watermark(log.log_end_offset)
            assert len(disk.open_files) <= LIMIT
    for turn in range(3):
        for log in logs:
            read = log.read(turn, max_bytes=1, upper_bound=3, minimum_one=True)
            assert joined(read.buffers)[:8] == turn.to_bytes(8, "big")
            assert len(disk.open_files) <= LIMIT
    for log in logs:
        log.store.close(log)
    assert disk.open_files == []
