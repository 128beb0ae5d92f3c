"""The metadata log on disk.

An operation is safe before it takes effect, as Kafka's raft log has it. From time to time a
snapshot is taken, so that what led to the state need neither be read again nor kept for ever
(KIP-630; replication A-29, A-30): then reading begins with the snapshot, and goes on in the log
behind it.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from kafkawire.broker.metadata import snapshot
from kafkawire.broker.metadata.image_records import image_records
from kafkawire.broker.metadata.metadata_log import MetadataLog
from kafkawire.broker.metadata.snapshot import Voting, control_values
from kafkawire.broker.metadata.snapshot_schedule import SnapshotSchedule
from kafkawire.log.config import LogConfig
from kafkawire.log.entries import whole_header_of
from kafkawire.log.formats.names import SnapshotFile
from kafkawire.log.formats.quorum_state import QuorumState
from kafkawire.protocol.errors import ApiError, DecodeError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.metadata.metadata_files import MetadataFiles
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.protocol.buffers import Buffer
    from kafkawire.protocol.message import Message
    from kafkawire.records.batch import BatchHeader
    from kafkawire.records.control import ControlType

    Read = tuple[int, Message, int]

METADATA_TOPIC_ID = (1).to_bytes(16, "big")
"""Of the cluster's own topic (admin F-1)."""

SNAPSHOT_AT_STOP_BYTES = 1 << 20
"""Written since the last snapshot: what a start should rather not read again."""


def log_config(config: BrokerConfig) -> LogConfig:
    """How the metadata log is cut into segments."""
    segment_bytes = config.text("internal.metadata.log.segment.bytes")
    if segment_bytes is None:
        segment_bytes = str(config.int("metadata.log.segment.bytes"))
    segment_ms = str(config.int("metadata.log.segment.ms"))
    return LogConfig.from_mapping({"segment.bytes": segment_bytes, "segment.ms": segment_ms})


class SnapshotLimits:
    """When a snapshot is taken, and which are kept; bytes and milliseconds, 0 for no interval."""

    __slots__ = ("interval_ms", "log_bytes", "retention_bytes", "retention_ms")

    def __init__(self, config: BrokerConfig) -> None:
        self.log_bytes = config.int("metadata.log.max.record.bytes.between.snapshots")
        self.interval_ms = config.int("metadata.log.max.snapshot.interval.ms")
        self.retention_bytes = config.int("metadata.max.retention.bytes")
        self.retention_ms = config.int("metadata.max.retention.ms")


class StoredMetadataLog(MetadataLog):
    """The log of a directory, which was loaded, and the files beside it."""

    __slots__ = (
        "_failure",
        "_files",
        "_last_timestamp",
        "_limits",
        "_newest",
        "_schedule",
        "voting",
    )

    def __init__(self, log: PartitionLog, files: MetadataFiles, limits: SnapshotLimits) -> None:
        super().__init__(log)
        self.voting = Voting()
        self._failure: ApiError | None = None
        self._files = files
        self._limits = limits
        self._newest: SnapshotFile | None = None
        self._schedule = SnapshotSchedule(limits.log_bytes, limits.interval_ms)
        self._last_timestamp = 0

    # Epochs

    def known_epoch(self) -> int:
        """The newest epoch of log, snapshot and elections."""
        known = super().known_epoch()
        if self._newest is not None:
            known = max(known, self._newest.epoch)
        state = self._files.quorum_state()
        return known if state is None else max(known, state.leader_epoch)

    def elected(self, leader_id: int, now_ms: int) -> None:
        """Write down the election, so that no epoch is led twice (admin F-37).

        The form follows kraft.version (replication A-35). Raises OSError.
        """
        if self.voting.voters is None:
            state = QuorumState(0, leader_id, self.epoch, current_voters=(leader_id,))
        else:
            state = QuorumState(1, leader_id, self.epoch)
        self._files.write_quorum_state(state)
        self._schedule.start(now_ms)

    def first_controls(self) -> Sequence[tuple[ControlType, bytes]]:
        """The voters whom only formatting has named so far (replication A-53)."""
        return () if self.end_offset else self.voting.control_records()

    def voters(self) -> set[int]:
        """The nodes that keep the log, as far as log and files say; raises OSError."""
        voters = self.voting.voter_ids()
        if voters:
            return voters
        state = self._files.quorum_state()
        return set() if state is None else set(state.current_voters or ())

    # Writing and reading

    def appended(self, size: int, timestamp: int) -> None:
        """See `MetadataLog.appended`."""
        self._schedule.applied(size)
        self._last_timestamp = max(self._last_timestamp, timestamp)

    def append_controls(self, values: Sequence[tuple[ControlType, bytes]], now_ms: int) -> int:
        """See `MetadataLog.append_controls`."""
        end = super().append_controls(values, now_ms)
        for kind, value in values:
            self.voting = self.voting.after(kind, value)
        return end

    def _append(
        self, values: Sequence[tuple[bytes | None, bytes]], control: bool, now_ms: int
    ) -> None:
        """See `MetadataLog.append`.

        After a failure the log may hold what never took effect: nothing may be written behind it.
        """
        with self._unless_failed():
            super()._append(values, control, now_ms)

    def flush(self) -> None:
        """What was appended would survive a power failure, and counts."""
        with self._unless_failed():
            self.log.store.flush(self.log)
        super().flush()

    @contextmanager
    def _unless_failed(self) -> Iterator[None]:
        if self._failure is not None:
            raise self._failure
        try:
            yield
        except ApiError as error:
            self._failure = error
            raise

    def read(self) -> Iterator[Read]:
        """What the state follows from: offset, record, version. Control records are left out.

        If there is a snapshot, its records come first, with the last offset that it stands for.
        Raises `DecodeError` for a log that was not written by a metadata controller, `CorruptFile`
        for such a snapshot, and `OSError`.
        """
        start = yield from self._read_snapshot()
        self._verify()
        yield from self.read_from(start)

    def _verify(self) -> None:
        """Everything follows from this log, so no byte of it is believed without its checksum.

        A log that was left in order has not been looked at yet.
        """
        for segment in self.log.segments:
            end = 0
            for position, header, batch in segment.batches():
                if whole_header_of(batch) is None:
                    raise DecodeError(f"the batch at offset {header.base_offset} is broken")
                end = position + len(batch)
            if end != segment.size:
                raise DecodeError(
                    f"what follows byte {end:,} of the segment from offset "
                    f"{segment.base_offset} on is no batch"
                )

    def _read_snapshot(self) -> Generator[Read, None, int]:
        """The records of the newest snapshot; returns where the log goes on behind it."""
        found = self._files.snapshots()
        if not found:
            if self.log.log_start_offset:
                raise DecodeError("the log does not begin at 0, and there is no snapshot")
            return 0
        newest = self._newest = found[-1]
        log = self.log
        if not log.log_start_offset <= newest.end_offset <= log.log_end_offset:
            raise DecodeError(
                f"the newest snapshot ends at {newest.end_offset}, but the log has "
                f"{log.log_start_offset} to {log.log_end_offset}"
            )
        content = self._files.read(newest)
        self.voting = content.voting
        for record, version in content.records:
            yield newest.end_offset - 1, record, version
        return newest.end_offset

    def met_control(self, batch: Buffer, header: BatchHeader) -> None:
        """See `MetadataLog.met_control`."""
        for kind, value in control_values(batch, 0, header):
            self.voting = self.voting.after(kind, value)

    def bootstrap(self) -> Sequence[Message] | None:
        """See `MetadataLog.bootstrap`; its voters count until the log has some."""
        found = self._files.bootstrap()
        if found is None:
            return None
        if not self.end_offset:
            self.voting = found.voting
        return [record for record, _ in found.records]

    def close(self) -> None:
        """Leave the log as a log wants to be found."""
        self.log.store.close(self.log)

    # Snapshots

    def take_snapshot_if_due(self, image: MetadataImage, now_ms: int) -> None:
        """Take one if enough was written or time has passed; `image` has applied all of the log."""
        if self._schedule.is_due(now_ms, in_transaction=image.in_transaction):
            self.take_snapshot(image, now_ms)

    def take_snapshot_at_stop(self, image: MetadataImage, now_ms: int) -> None:
        """Take one if reading the log instead would be felt."""
        if self._schedule.applied_bytes >= SNAPSHOT_AT_STOP_BYTES:
            self.take_snapshot(image, now_ms)

    def take_snapshot(self, image: MetadataImage, now_ms: int) -> None:
        """Write down the whole state, and let go of what is older than anybody needs.

        Not while a transaction is open, and not if the disk refuses: the log has everything. It
        is asked again after as much as between two snapshots.
        """
        if image.in_transaction:
            return
        self._schedule.restart(now_ms)
        which = SnapshotFile(self.end_offset, self.epoch)
        batches = snapshot.encode(
            image_records(image),
            metadata_version=image.metadata_version,
            epoch=self.epoch,
            last_timestamp=self._last_timestamp,
            now_ms=now_ms,
            voting=self.voting,
        )
        try:
            self._files.write(which, batches)
            self._newest = which
            self._clean(now_ms)
        except OSError:
            return
        except ApiError as error:  # of the log itself; what led here has taken effect
            self._failure = error

    def _clean(self, now_ms: int) -> None:
        """Remove old snapshots, never the newest, and the segments below those that are left."""
        found = [(each, self._files.status(each)) for each in self._files.snapshots()]
        limits = self._limits
        while len(found) > 1:
            which, status = found[0]
            size = self.log.size + sum(each.size for _, each in found)
            is_old = 0 <= limits.retention_ms < now_ms - status.modified_ms
            if not is_old and not 0 <= limits.retention_bytes < size:
                break
            self._files.remove(which)
            del found[0]
        self._drop_below(found[0][0].end_offset)

    def _drop_below(self, offset: int) -> None:
        segments = self.log.segments
        count = 0
        while count + 1 < len(segments) and segments[count + 1].base_offset <= offset:
            count += 1
        if count:
            self.log.drop_segments(count)
