"""The log `__cluster_metadata`, partition 0: batches of framed records in the raft epoch.

One operation is one batch, so it is applied as a whole or not at all (admin B-3, F-1). An epoch
begins with a control batch that names its leader.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.metadata.records import decode_record, encode_record
from kafkawire.broker.metadata.topic_names import CLUSTER_METADATA
from kafkawire.log.append import AppendOrigin
from kafkawire.log.config import LogConfig
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.records.builder import encode_batch
from kafkawire.records.record import decode_records

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kafkawire.protocol.message import Message

RECORDS_PER_OPERATION_MAX = 10_000
"""Kafka's bound on the records of one operation (admin B-5)."""

LEADER_CHANGE_KEY = bytes((0, 0, 0, 2))
"""Version 0, control type 2 (KIP-595)."""


class MetadataLog:
    """Appends operations to the log and reads them back."""

    __slots__ = ("epoch", "log")

    def __init__(self) -> None:
        self.log = PartitionLog(TopicPartition(CLUSTER_METADATA, 0), LogConfig.from_mapping({}))
        self.epoch = 0

    @property
    def end_offset(self) -> int:
        """The offset of the next record."""
        return self.log.log_end_offset

    def begin_epoch(self, leader_id: int, now_ms: int) -> None:
        """A new leader: one more epoch, with the record that says who leads it (admin F-8)."""
        self.epoch = self.log.leader_epochs.latest + 1 if self.log.log_end_offset else 1
        self._append([(now_ms, LEADER_CHANGE_KEY, leader_change(leader_id), ())], True, now_ms)

    def append(self, records: Sequence[Message], now_ms: int) -> int:
        """Append one operation; returns the offset of its last record."""
        self._append(
            [(now_ms, None, encode_record(record), ()) for record in records], False, now_ms
        )
        return self.log.log_end_offset - 1

    def _append(
        self,
        values: list[tuple[int, bytes | None, bytes, tuple[()]]],
        control: bool,
        now_ms: int,
    ) -> None:
        batch = encode_batch(
            values,
            base_offset=self.log.log_end_offset,
            leader_epoch=self.epoch,
            control=control,
        )
        self.log.append_as_leader(
            batch, leader_epoch=self.epoch, now_ms=now_ms, origin=AppendOrigin.RAFT
        )
        self.log.move_high_watermark(self.log.log_end_offset)

    def read(self) -> Iterator[tuple[int, Message, int]]:
        """Every record of the log: its offset, itself, its version. Control records are left out.

        Raises `DecodeError` for a log that was not written by a metadata controller.
        """
        for header, buffer in self.log.iter_batches():
            if header.is_control:
                continue
            for record in decode_records(buffer):
                value = record.value
                assert value is not None
                yield record.offset, *decode_record(bytes(value))


def leader_change(leader_id: int) -> bytes:
    """The value of a LeaderChange record in a cluster of one voter (admin F-8)."""
    voter = leader_id.to_bytes(4, "big") + b"\0"
    one_voter = b"\x02" + voter
    return bytes(2) + leader_id.to_bytes(4, "big") + one_voter + one_voter + b"\0"
