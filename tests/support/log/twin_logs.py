"""Two logs with the same history, one in memory and one in files, and all that can be seen of them.

What happens to one happens to the other, with the same outcome. The log in files may be closed, or
left behind as by a kill, and be opened again; then it must be what it was, but for what Kafka
forgets, too: the older ones of a producer's batches, and where the sparse indexes have entries.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kafkawire.log.config import LogConfig
from kafkawire.log.files.disk import Disk
from kafkawire.log.files.file_store import FileStore
from kafkawire.log.files.loading import LeftBehind
from kafkawire.log.files.shared import Shared
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.segment import Segment
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.buffers import joined
from kafkawire.protocol.errors import ApiError

NAME = TopicPartition("t", 0)
TOPIC_ID = b"topic id of 16 b"
OPEN_FILES_MAX = 16


class Twins:
    """A log in memory and one in the directory `path` of `disk`, whose parent is there."""

    def __init__(self, disk: Disk, path: str, configs: dict[str, str]) -> None:
        self.disk = disk
        self.path = path
        self.now_ms = 1_000_000
        self.memory = PartitionLog(NAME, LogConfig.from_mapping(configs))
        self.tails_bytes_max = 1_000
        store = self._store()
        store.create(TOPIC_ID)
        self.files = PartitionLog(NAME, self.memory.config, store)
        store.follow(self.files)

    @property
    def store(self) -> FileStore:
        store = self.files.store
        assert isinstance(store, FileStore)
        return store

    def _store(self) -> FileStore:
        shared = Shared(self.disk, open_files_max=OPEN_FILES_MAX)
        shared.tails.bytes_max = self.tails_bytes_max
        return FileStore(NAME, self.path, shared)

    def both(self, work: Callable[[PartitionLog], Any]) -> Any:
        """Do something with both, which must give the same."""
        expected, found = outcome(work, self.memory), outcome(work, self.files)
        assert found == expected
        assert ends_of(self.files) == ends_of(self.memory)
        return found

    def truncate_to(self, offset: int) -> None:
        """Cut both; the one in files takes its producers from a snapshot then."""
        self.both(lambda log: log.truncate_to(offset))
        self._forget_older_batches()
        self._settle_indexes()

    def close(self) -> None:
        self.store.close(self.files)
        assert not len(self.store.directory.shared.files), "a file is still open"

    def reopen(self, *, clean: bool, recovery_point: int | None = None) -> None:
        """Close the log, or abandon it open, and open its files again."""
        memory = self.memory
        end = memory.segments[-1].next_offset if memory.segments else memory.log_end_offset
        if end < memory.log_start_offset:
            return  # cut within a gap: no file has the log end at the start of the log
        if clean:
            self.close()
        store = self._store()
        old = self.files
        point = old.recovery_point if recovery_point is None else recovery_point
        store.left = LeftBehind(clean, point, old.log_start_offset)
        self.files = PartitionLog(NAME, self.memory.config, store)
        store.load(self.files, self.now_ms)
        memory.log_end_offset = end
        if memory.segments and not any(each.size for each in memory.segments):
            memory.segments.clear()  # an empty segment is none yet
        for segment in memory.segments:
            segment.created_ms = self.now_ms
        for log in (memory, self.files):
            log.move_high_watermark(log.log_end_offset)
        memory.leader_epochs.truncate_from_end(memory.log_end_offset)
        if not clean:
            self._settle_epochs()
        self._forget_older_batches()
        self._settle_indexes()
        assert ends_of(self.files) == ends_of(memory)
        assert self.files.recovery_point <= self.files.log_end_offset

    def _forget_older_batches(self) -> None:
        found = {entry.producer_id: entry for entry in self.files.producer_state}
        for entry in self.memory.producer_state:
            assert entry.producer_id in found, f"producer {entry.producer_id} is forgotten"
            kept = found[entry.producer_id].batches
            assert bool(kept) == bool(entry.batches)
            for one, other in zip(reversed(kept), reversed(entry.batches), strict=False):
                assert one[:4] == other[:4]
            entry.batches = list(kept)

    def _settle_epochs(self) -> None:
        """An epoch whose beginning was cut off within a batch begins with what is there of it."""
        found = self.files.leader_epochs.entries
        ends = [header.base_offset for header, _ in self.memory.iter_batches()]
        assert [epoch_at(found, offset) for offset in ends] == [
            epoch_at(self.memory.leader_epochs.entries, offset) for offset in ends
        ]
        self.memory.leader_epochs.restore(found)

    def _settle_indexes(self) -> None:
        """Have entries at the same places again, after what makes them anew."""
        assert len(self.memory.segments) == len(self.files.segments)
        for segment, other in zip(self.memory.segments, self.files.segments, strict=True):
            indexes_follow(other)
            base = segment.base_offset
            segment.offset_index = type(other.offset_index).from_bytes(
                base, other.offset_index.to_bytes()
            )
            segment.time_index = type(other.time_index).from_bytes(
                base, other.time_index.to_bytes()
            )
            segment.index_entries = other.index_entries
            segment.modified_ms = other.modified_ms
            segment._bytes_since_index = other._bytes_since_index

    # Looking

    def compare(self) -> None:
        """Everything that can be seen of both."""
        assert [seen_of(each) for each in self.files.segments] == [
            seen_of(each) for each in self.memory.segments
        ]
        assert self.files.leader_epochs.entries == self.memory.leader_epochs.entries
        assert producers_of(self.files) == producers_of(self.memory)
        assert content_of(self.files) == content_of(self.memory)

    def compare_read(
        self, offset: int, upper_bound: int, *, max_bytes: int, minimum_one: bool
    ) -> None:
        def read(log: PartitionLog) -> Any:
            found = log.read(
                offset, max_bytes=max_bytes, upper_bound=upper_bound, minimum_one=minimum_one
            )
            bound = log.aborted_bound(found)
            return (
                joined(found.buffers),
                found.size,
                found.first_batch_size,
                found.position,
                log.position_of(offset),
                bound,
                log.aborted_transactions(offset, bound),
                [bytes(batch) for _, batch in log.iter_batches(offset)],
            )

        self.both(read)

    def compare_lookup(self, timestamp: int) -> None:
        self.both(lambda log: log.offset_for_timestamp(timestamp, log.high_watermark))
        self.both(lambda log: log.max_timestamp_offset())


def outcome(work: Callable[[PartitionLog], Any], log: PartitionLog) -> Any:
    try:
        return work(log)
    except ApiError as error:
        return error.code


def epoch_at(entries: list[tuple[int, int]], offset: int) -> int:
    return max((epoch for epoch, start in entries if start <= offset), default=-1)


def ends_of(log: PartitionLog) -> tuple[int, ...]:
    return (
        log.log_start_offset,
        log.last_stable_offset,
        log.high_watermark,
        log.log_end_offset,
        log.size,
    )


def content_of(log: PartitionLog) -> list[bytes]:
    return [bytes(batch) for _, batch in log.iter_batches()]


def seen_of(segment: Segment) -> tuple[Any, ...]:
    aborted = segment.transaction_index
    return (
        segment.base_offset,
        segment.size,
        segment.next_offset,
        segment.first_timestamp,
        segment.max_timestamp,
        segment.index_entries,
        segment.offset_index.to_bytes(),
        segment.time_index.to_bytes(),
        aborted.entries if aborted is not None else [],
    )


def producers_of(log: PartitionLog) -> dict[int, tuple[Any, ...]]:
    return {
        entry.producer_id: (
            entry.producer_epoch,
            entry.coordinator_epoch,
            entry.last_timestamp,
            entry.transaction_first_offset,
            entry.batches,
        )
        for entry in log.producer_state
    }


def indexes_follow(segment: Segment) -> None:
    """Entries name batches that are there, and times that are theirs."""
    places = {position: header for position, header, _ in segment.batches()}
    base = segment.base_offset
    data = segment.offset_index.to_bytes()
    for at in range(0, len(data), 8):
        offset = base + int.from_bytes(data[at : at + 4], "big")
        position = int.from_bytes(data[at + 4 : at + 8], "big")
        assert places[position].last_offset == offset, "an entry without its batch"
    first_with: dict[int, int] = {}
    for header in places.values():
        first_with.setdefault(header.max_timestamp, header.last_offset)
    times = segment.time_index.to_bytes()
    for at in range(0, len(times), 12):
        timestamp = int.from_bytes(times[at : at + 8], "big", signed=True)
        offset = base + int.from_bytes(times[at + 8 : at + 12], "big")
        assert first_with[timestamp] == offset, "a time that no batch has first"
