"""The log of one partition: batches at consecutive offsets, from a moving start to a moving end.

Four offsets say what may be read: `log_start_offset` <= `last_stable_offset` <= `high_watermark`
<= `log_end_offset` (fetch H-24). Appending moves the end; whoever knows the replicas moves the
high watermark; deletion and retention move the start. Offsets are assigned here and never change.

A log that holds nothing has no segment, so a partition that is never written to costs little.
The batches of a segment that fell below the log start stay until retention removes the segment
(fetch H-50), which lookups by the greatest timestamp can see (produce D-14).
"""

from __future__ import annotations

from bisect import bisect_right
from operator import attrgetter
from typing import TYPE_CHECKING

from kafkawire.log import finding
from kafkawire.log.append import AppendInfo, AppendOrigin, Verification
from kafkawire.log.following import followed_batches
from kafkawire.log.leader_epochs import LeaderEpochCache
from kafkawire.log.placing import RELATIVE_OFFSET_MAX, place_batch, should_roll
from kafkawire.log.producer_state import ProducerState
from kafkawire.log.read import LatestRead, LogPosition, LogRead, TimestampedOffset
from kafkawire.log.storage import BatchPlace
from kafkawire.log.store import IN_MEMORY
from kafkawire.log.transaction_index import AbortedTransaction, TransactionIndex
from kafkawire.log.truncation import truncate
from kafkawire.log.trusted import marker_of, trusted_batches
from kafkawire.log.validation import check_client_batch
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kafkawire.log.config import LogConfig
    from kafkawire.log.placing import CheckedBatch
    from kafkawire.log.producer_state import CompletedTransaction
    from kafkawire.log.segment import Segment
    from kafkawire.log.store import LogStore
    from kafkawire.log.topic_partition import TopicPartition
    from kafkawire.protocol.buffers import Buffer
    from kafkawire.records.batch import BatchHeader

_BASE_OFFSET = attrgetter("base_offset")
NOWHERE = 1 << 63
"""No offset is as large."""


class PartitionLog:
    """A partition's records, and what can be known of them without reading them.

    Raises `ApiError` with the codes of produce A-42 where a client's batch is refused
    (`RecordsRejected` where single records are to blame), OFFSET_OUT_OF_RANGE for reads outside
    of [log start, log end].
    """

    __slots__ = (
        "_latest_read",
        "_newest_offset",
        "_newest_position",
        "_segments",
        "config",
        "high_watermark",
        "leader_epochs",
        "log_end_offset",
        "log_start_offset",
        "producer_state",
        "recovery_point",
        "store",
        "topic_partition",
    )

    def __init__(
        self, topic_partition: TopicPartition, config: LogConfig, store: LogStore = IN_MEMORY
    ) -> None:
        self.topic_partition = topic_partition
        self.config = config
        self.store = store
        self.log_start_offset = 0
        self.log_end_offset = 0
        self.high_watermark = 0
        self.recovery_point = 0
        """What lies below it is known to have reached the disk."""
        self.leader_epochs = LeaderEpochCache()
        self.producer_state = ProducerState()
        self._segments: list[Segment] = []
        self._latest_read: LatestRead | None = None
        self._newest_offset = NOWHERE  # of the newest batch, if it was appended here
        self._newest_position = 0

    @property
    def segments(self) -> list[Segment]:
        """The segments, oldest first; empty while nothing is stored."""
        return self._segments

    @property
    def size(self) -> int:
        """Bytes stored."""
        return sum(segment.size for segment in self._segments)

    @property
    def last_stable_offset(self) -> int:
        """Below it every transaction is decided (fetch B-30); never below the log start."""
        unstable = self.producer_state.first_unstable_offset
        if unstable is None or unstable >= self.high_watermark:
            return self.high_watermark
        return max(unstable, self.log_start_offset)

    # Appending

    def append_as_leader(
        self,
        records: Buffer,
        *,
        leader_epoch: int,
        now_ms: int,
        origin: AppendOrigin = AppendOrigin.CLIENT,
        verification: Verification = Verification.MISSING,
    ) -> AppendInfo:
        """Append `records` at the end of the log, in this leader's epoch.

        The buffer is given away: it may be patched and kept. The high watermark does not move.
        """
        if origin is not AppendOrigin.CLIENT:
            return self._append_trusted(records, leader_epoch, now_ms)
        checked = self.check(records, now_ms)
        return self.append_checked(checked, leader_epoch, now_ms, verification)

    def check(self, records: Buffer, now_ms: int) -> CheckedBatch | None:
        """What a client sent, as it may be appended; looks only at it, and rests meanwhile."""
        return check_client_batch(records, self, now_ms)

    def append_checked(
        self, batch: CheckedBatch | None, leader_epoch: int, now_ms: int, verification: Verification
    ) -> AppendInfo:
        """Append what `check` found good; see `append_as_leader`."""
        if batch is None:
            return AppendInfo(-1, -1, -1, self.log_start_offset, 0, False)
        header = batch.header
        # Before the producer is asked for: a batch that is refused may have rolled the log.
        self._make_room(header, now_ms)
        if header.producer_id >= 0:
            duplicate = self.producer_state.find_duplicate(header)
            if duplicate is not None:
                _, _, first, last, timestamp = duplicate
                return AppendInfo(first, last, timestamp, self.log_start_offset, 0, True)
            self.producer_state.check_client(header, verification)
        return self._append_checked(batch, leader_epoch, now_ms)

    def _append_checked(self, checked: CheckedBatch, leader_epoch: int, now_ms: int) -> AppendInfo:
        first_offset = self.log_end_offset
        batch, header = place_batch(checked, base_offset=first_offset, leader_epoch=leader_epoch)
        self._store(batch, header, now_ms)
        if header.producer_id >= 0:
            self.producer_state.record_batch(header)
        return AppendInfo(
            first_offset,
            self.log_end_offset - 1,
            checked.log_append_time_ms,
            self.log_start_offset,
            len(batch),
            False,
            checked.records_converted,
        )

    def _append_trusted(self, records: Buffer, leader_epoch: int, now_ms: int) -> AppendInfo:
        first_offset = self.log_end_offset
        size = 0
        for batch, header in trusted_batches(records, self, leader_epoch):
            self._make_room(header, now_ms)
            self._store(batch, header, now_ms)
            self.fold(header, batch)
            size += len(batch)
        return AppendInfo(
            first_offset, self.log_end_offset - 1, -1, self.log_start_offset, size, False
        )

    def append_as_follower(self, records: Buffer, *, leader_epoch: int, now_ms: int) -> int:
        """Append batches as the leader has them, at its offsets; returns the bytes stored.

        Raises as `followed_batches`; what stands before the batch that is refused is kept.
        """
        size = 0
        for batch, header in followed_batches(records, self, leader_epoch):
            # Where the leader's log has a gap, ours has it too, within its first segment.
            is_near = header.last_offset - self.log_end_offset <= RELATIVE_OFFSET_MAX
            if not self._segments and is_near:
                self._segments.append(self.store.new_segment(self, now_ms))
            self.log_end_offset = header.base_offset
            self._make_room(header, now_ms)
            self._store(batch, header, now_ms)
            self.fold(header, batch)
            size += len(batch)
        return size

    def _make_room(self, header: BatchHeader, now_ms: int) -> None:
        """Begin a new segment if the batch must not go into the active one."""
        last_offset = self.log_end_offset + header.last_offset_delta
        segments = self._segments
        if not segments or should_roll(
            segments[-1], header, self.config, last_offset=last_offset, now_ms=now_ms
        ):
            if segments:
                segments[-1].seal()
                self.store.seal(self)
            segments.append(self.store.new_segment(self, now_ms))
            self._newest_offset = NOWHERE

    def _store(self, batch: Buffer, header: BatchHeader, now_ms: int) -> None:
        active = self._segments[-1]
        position = active.storage.size
        active.append(
            batch, header, now_ms=now_ms, index_interval_bytes=self.config.index_interval_bytes
        )
        self._newest_offset, self._newest_position = header.base_offset, position
        if header.partition_leader_epoch != self.leader_epochs.latest:
            self.leader_epochs.assign(header.partition_leader_epoch, header.base_offset)
        self.log_end_offset = header.base_offset + header.last_offset_delta + 1
        if self.log_end_offset - self.recovery_point >= self.config.flush_messages:
            self.store.flush(self)

    def fold(self, header: BatchHeader, batch: Buffer) -> None:
        """Take a batch that is in the log now into the producer state and its segment's notes."""
        if header.producer_id >= 0:
            completed = self.replay(header, batch)
            if completed is not None and completed.is_aborted:
                self._note_aborted(completed)

    def replay(self, header: BatchHeader, batch: Buffer) -> CompletedTransaction | None:
        """Take a batch into the producer state; returns the transaction that it ended."""
        if not header.is_control:
            if header.producer_id >= 0:
                self.producer_state.record_batch(header)
            return None
        marker = marker_of(header, batch)
        return None if marker is None else self.producer_state.record_marker(marker)

    def _note_aborted(self, completed: CompletedTransaction) -> None:
        segment = self._segments[self._segment_index(completed.last_offset)]
        if segment.transaction_index is None:
            segment.transaction_index = TransactionIndex()
        bound = self.producer_state.last_stable_offset_after(completed)
        segment.transaction_index.append(AbortedTransaction(*completed[:3], bound))

    # Reading

    def read(
        self, fetch_offset: int, *, max_bytes: int, upper_bound: int, minimum_one: bool
    ) -> LogRead:
        """The batches from the one that holds `fetch_offset` on, below the offset `upper_bound`.

        At most `max_bytes`, cut where they end, from one segment (fetch C-3 to C-9). With
        `minimum_one` the first batch is whole, however large. A negative `max_bytes` raises
        UNKNOWN_SERVER_ERROR, but not where nothing is there to be read (fetch C-10).
        """
        if not self.log_start_offset <= fetch_offset <= self.log_end_offset:
            raise ApiError(ErrorCode.OFFSET_OUT_OF_RANGE)
        latest = self._latest_read
        if latest is None:
            latest = self._latest_read = self.store.latest_read()
        asked = (self, fetch_offset, max_bytes, upper_bound, minimum_one)
        if latest.asked == asked:
            return latest.read
        is_below = fetch_offset < upper_bound and fetch_offset < self.log_end_offset
        found = self._place_of(fetch_offset) if is_below else None
        if found is None:
            return LogRead([], 0, 0, self.position_of(fetch_offset))
        if max_bytes < 0:
            raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
        segment, place = found
        allowance = max(max_bytes, place.size) if minimum_one else max_bytes
        end = finding.end_position(self._segments, segment, upper_bound)
        size = max(0, min(end - place.position, allowance))
        read = LogRead(
            segment.storage.slices(place.position, size),
            size,
            place.size if place.position < end else 0,
            LogPosition(segment.base_offset, place.base_offset, place.position),
        )
        if upper_bound <= self.log_end_offset:
            latest.asked, latest.read = asked, read
        return read

    def position_of(self, offset: int) -> LogPosition:
        """Where the batch that holds `offset` lies; the end of the log for offsets beyond it."""
        if not self._segments:
            return LogPosition(self.log_end_offset, offset, 0)
        found = self._place_of(offset) if offset < self.log_end_offset else None
        if found is None:
            active = self._segments[-1]
            return LogPosition(active.base_offset, offset, active.size)
        segment, place = found
        return LogPosition(segment.base_offset, place.base_offset, place.position)

    def iter_batches(self, start_offset: int = 0) -> Iterator[tuple[BatchHeader, Buffer]]:
        """All batches from the one that holds `start_offset` on, whatever the log start is."""
        for segment in self._segments[max(self._segment_index(start_offset), 0) :]:
            for _, header, batch in segment.batches(segment.position_of(start_offset)):
                yield header, batch

    def _segment_index(self, offset: int) -> int:
        """The index of the segment that `offset` belongs to; -1 before the first."""
        segments = self._segments
        if segments and offset >= segments[-1].base_offset:
            return len(segments) - 1
        return bisect_right(segments, offset, key=_BASE_OFFSET) - 1

    def _place_of(self, offset: int) -> finding.FoundPlace | None:
        if offset >= self._newest_offset:  # who keeps up reads just that batch
            active, position = self._segments[-1], self._newest_position
            size = active.storage.size - position
            place = BatchPlace(position, size, self._newest_offset)
            return (active, place) if offset < active.next_offset else None
        return finding.place_of(self._segments, max(self._segment_index(offset), 0), offset)

    # Looking up

    def offset_for_timestamp(self, timestamp: int, upper_bound: int) -> TimestampedOffset | None:
        """The first record not older than `timestamp`, if it lies below `upper_bound`.

        Records need not be ordered by time (produce D-13).
        """
        return finding.first_not_older(
            self._segments, timestamp, start=self.log_start_offset, end=upper_bound
        )

    def max_timestamp_offset(self) -> TimestampedOffset | None:
        """The first record that has the greatest timestamp; the log start does not count."""
        return finding.newest(self._segments)

    def aborted_transactions(self, start_offset: int, upper_bound: int) -> list[tuple[int, int]]:
        """(producer id, first offset) of the aborted transactions in [start_offset, upper_bound).

        In the order of their markers (fetch B-55); for `upper_bound` see `aborted_bound`.
        """
        first = max(self._segment_index(start_offset), 0)
        return finding.aborted_between(self._segments, first, start_offset, upper_bound)

    def aborted_bound(self, read: LogRead) -> int:
        """The offset up to which a reader of `read` is told of aborted transactions.

        It comes from the sparse offset index, so it may lie beyond the bytes (fetch B-53).
        """
        found = self._segment_index(read.position.segment_base_offset)
        bound = finding.indexed_after(self._segments, found, read) if found >= 0 else None
        return self.log_end_offset if bound is None else bound

    # Moving the offsets

    def move_high_watermark(self, offset: int) -> None:
        """Everything below `offset` is replicated now."""
        self.high_watermark = offset
        self.producer_state.high_watermark_moved(offset)

    def delete_records_before(self, offset: int) -> None:
        """Move the log start up to `offset`; below or at it nothing changes (produce D-41).

        The producers stay known (produce B-30).
        """
        assert offset <= self.high_watermark, f"deletion to {offset} beyond the high watermark"
        if offset <= self.log_start_offset:
            return
        self.log_start_offset = offset
        self.leader_epochs.truncate_from_start(offset)

    def forget_places(self) -> None:
        """Batches may lie elsewhere now."""
        self._newest_offset = NOWHERE
        if self._latest_read is not None:
            self._latest_read.forget()

    def drop_segments(self, count: int) -> None:
        """Remove the `count` oldest segments; the log then starts where the next one does."""
        gone = self._segments[:count]
        del self._segments[:count]
        self.forget_places()
        start = self._segments[0].base_offset if self._segments else self.log_end_offset
        self.delete_records_before(start)
        self.store.remove(self, gone)

    def replace_segments(self, old: Sequence[Segment], new: Sequence[Segment]) -> None:
        """Put cleaned segments in the place of the neighbouring ones that they were made of."""
        first = self._segments.index(old[0])
        assert self._segments[first : first + len(old)] == list(old), "the log has changed"
        self.store.replace(self, old, new)
        self._segments[first : first + len(old)] = new
        self.forget_places()

    def truncate_to(self, offset: int) -> None:
        """Cut off everything from `offset` on, which a follower does to agree with its leader.

        An epoch that begins at the end is removed too; the leader may not have such an epoch.
        """
        if offset < self.log_end_offset:
            self.forget_places()
            truncate(self, offset)
        else:
            self.leader_epochs.truncate_from_end(self.log_end_offset)
