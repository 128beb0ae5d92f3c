"""The log `__cluster_metadata`, partition 0: batches of framed records in the raft epoch.

One operation is one batch, so it is applied as a whole or not at all (admin B-3, F-1). An epoch
begins with a control batch that names its leader.

This one is in memory, and whole for ever; `StoredMetadataLog` is the one on disk. `now_ms` is wall
time here, as in all logs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.metadata.features import METADATA_VERSION_LEVEL
from kafkawire.broker.metadata.records import decode_record, encode_at
from kafkawire.log.append import AppendOrigin
from kafkawire.log.config import LogConfig
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import CLUSTER_METADATA, TopicPartition
from kafkawire.protocol.errors import DecodeError
from kafkawire.protocol.pacing import unhurried
from kafkawire.records.builder import encode_batch
from kafkawire.records.control import ControlType, encode_control_key
from kafkawire.records.record import decode_records

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.protocol.buffers import Buffer
    from kafkawire.protocol.message import Message
    from kafkawire.records.batch import BatchHeader

METADATA_PARTITION = TopicPartition(CLUSTER_METADATA, 0)


class MetadataLog:
    """Appends operations to the log and reads them back.

    While `defers_flush`, operations are appended only; `flush` commits them together.
    """

    __slots__ = ("defers_flush", "epoch", "log")

    def __init__(self, log: PartitionLog | None = None) -> None:
        if log is None:
            log = PartitionLog(METADATA_PARTITION, LogConfig.from_mapping({}))
        self.log = log
        self.epoch = 0
        self.defers_flush = False

    @property
    def end_offset(self) -> int:
        """The offset of the next record."""
        return self.log.log_end_offset

    # Writing

    def begin_epoch(self, leader_id: int, now_ms: int) -> None:
        """A new leader: one more epoch, with the record that says who leads it (admin F-8)."""
        self.epoch = self.known_epoch() + 1
        self.elected(leader_id, now_ms)
        values = [(ControlType.LEADER_CHANGE, leader_change(leader_id)), *self.first_controls()]
        self._append([(encode_control_key(kind), value) for kind, value in values], True, now_ms)

    def known_epoch(self) -> int:
        """The newest epoch that there was, 0 before the first."""
        return max(self.log.leader_epochs.latest, 0)

    def elected(self, leader_id: int, now_ms: int) -> None:
        """The epoch has a leader, who has written nothing yet."""

    def first_controls(self) -> Sequence[tuple[ControlType, bytes]]:
        """What a new log says beside its first leader."""
        return ()

    def append(
        self,
        records: Sequence[Message],
        now_ms: int,
        metadata_version: int = METADATA_VERSION_LEVEL,
    ) -> int:
        """Append one operation as `metadata_version` has it; returns its last record's offset.

        Raises `ApiError(KAFKA_STORAGE_ERROR)` if the disk fails: it must not take effect then.
        """
        return self.append_encoded(self.encode(records, metadata_version), now_ms)

    def encode(self, records: Sequence[Message], metadata_version: int) -> list[bytes]:
        """The values of the log's records that `records` become."""
        return [encode_at(each, metadata_version) for each in unhurried(records)]

    def append_encoded(self, values: Sequence[bytes], now_ms: int) -> int:
        """As `append`, for what `encode` has made."""
        self._append([(None, value) for value in values], False, now_ms)
        return self.log.log_end_offset - 1

    def append_controls(self, values: Sequence[tuple[ControlType, bytes]], now_ms: int) -> int:
        """Append what the quorum has to say of itself; returns its last record's offset.

        Raises as `append`.
        """
        self._append([(encode_control_key(kind), value) for kind, value in values], True, now_ms)
        return self.log.log_end_offset - 1

    def _append(
        self, values: Sequence[tuple[bytes | None, bytes]], control: bool, now_ms: int
    ) -> None:
        batch = encode_batch(
            [(now_ms, key, value, ()) for key, value in values],
            base_offset=self.log.log_end_offset,
            leader_epoch=self.epoch,
            control=control,
        )
        self.log.append_as_leader(
            batch, leader_epoch=self.epoch, now_ms=now_ms, origin=AppendOrigin.RAFT
        )
        self.appended(len(batch), now_ms)
        if not self.defers_flush:
            self.flush()

    def appended(self, size: int, timestamp: int) -> None:
        """A batch is in the log: a new one, or one that was found there."""

    def flush(self) -> None:
        """Commit what was appended."""
        self.log.move_high_watermark(self.log.log_end_offset)

    # Reading

    def read(self) -> Iterator[tuple[int, Message, int]]:
        """Every record of the log: its offset, itself, its version. Control records are left out.

        Raises `DecodeError` for a log that was not written by a metadata controller.
        """
        return self.read_from(0)

    def read_from(self, start: int) -> Iterator[tuple[int, Message, int]]:
        """As `read`, from the batch on that begins at `start`."""
        for header, batch in self.log.iter_batches(start):
            if header.base_offset < start:
                raise DecodeError(f"the batch at {header.base_offset} begins before {start}")
            self.appended(len(batch), header.max_timestamp)
            if header.is_control:
                self.met_control(batch, header)
                continue
            for record in decode_records(batch):
                if record.value is None:
                    raise DecodeError(f"the record at {record.offset} has no value")
                yield record.offset, *decode_record(record.value)

    def met_control(self, batch: Buffer, header: BatchHeader) -> None:
        """There is a control batch in the log."""

    def bootstrap(self) -> Sequence[Message] | None:
        """What formatting has left for a new log to begin with; None if nobody has said so."""
        return None

    # Snapshots, of which there are none in memory

    def take_snapshot_if_due(self, image: MetadataImage, now_ms: int) -> None:
        """Take one of `image`, which has applied all of the log, if that is long since."""

    def take_snapshot_at_stop(self, image: MetadataImage, now_ms: int) -> None:
        """Take one if reading the log instead would be felt."""

    def close(self) -> None:
        """Leave the log as a log wants to be found."""


def leader_change(leader_id: int) -> bytes:
    """The value of a LeaderChange record in a cluster of one voter (admin F-8)."""
    voter = leader_id.to_bytes(4, "big") + b"\0"
    one_voter = b"\x02" + voter
    return bytes(2) + leader_id.to_bytes(4, "big") + one_voter + one_voter + b"\0"
