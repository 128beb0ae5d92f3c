"""Logs that hold message sets: the formats of before Kafka 0.11, where a topic says so.

Up to 2.8 `message.format.version` decided in which format a topic's records were stored; 0.10.2 had
no other than the older two. Whatever a producer sends is validated as always, as one batch, and
then taken apart again: a message for each record, or one wrapper of all if they are compressed.
So a reader may be served message by message, and one who reads up to a limit gets a part of one.

Old formats have no producers, no headers, no leader epochs, and magic 0 no timestamps to look up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.emulation.emulated_log import EmulatedLog
from kafkawire.log.append import AppendInfo, AppendOrigin, Verification
from kafkawire.log.read import TimestampedOffset
from kafkawire.log.segment import Segment
from kafkawire.log.store import IN_MEMORY
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.records.batch import (
    LOG_OVERHEAD,
    MAGIC,
    MAGIC_AT,
    NO_PRODUCER_EPOCH,
    NO_PRODUCER_ID,
    NO_SEQUENCE,
    NO_TIMESTAMP,
    TIMESTAMP_TYPE_BIT,
    BatchHeader,
    read_header,
)
from kafkawire.records.compression import NONE, ZSTD
from kafkawire.records.message_set import (
    Message,
    encode_message,
    encode_messages,
    iter_deep,
    open_message,
    read_message,
)
from kafkawire.records.record import decode_records

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kafkawire.broker.emulation.behaviour import Behaviour
    from kafkawire.log.config import LogConfig
    from kafkawire.log.placing import CheckedBatch
    from kafkawire.log.store import LogStore
    from kafkawire.log.topic_partition import TopicPartition
    from kafkawire.protocol.buffers import Buffer

NO_EPOCH = -1


def magic_of(format_version: str) -> int:
    """The format that `message.format.version` stands for: 0 up to 0.9, 1 in 0.10, then 2."""
    if format_version.startswith(("0.8", "0.9")):
        return 0
    return 1 if format_version.startswith("0.10") else MAGIC


class MessageSegment(Segment):
    """A segment in which messages may lie among batches."""

    __slots__ = ()

    def batches(self, position: int = 0) -> Iterator[tuple[int, BatchHeader, Buffer]]:
        """See `Segment.batches`; a message has the header of a batch of its own."""
        for at, entry in self.storage.batches(position):
            yield at, header_of(entry, NO_EPOCH), entry


class MessageLog(EmulatedLog):
    """See the module."""

    __slots__ = ("_has_messages",)

    segment_class = MessageSegment

    def __init__(
        self,
        topic_partition: TopicPartition,
        config: LogConfig,
        behaviour: Behaviour,
        store: LogStore = IN_MEMORY,
    ) -> None:
        super().__init__(topic_partition, config, behaviour, store)
        # What lies on a disk may be from a time of another format.
        self._has_messages = store is not IN_MEMORY

    @property
    def magic(self) -> int:
        """The format in which records are stored from now on."""
        return magic_of(self.config.message_format_version)

    def append_as_leader(
        self,
        records: Buffer,
        *,
        leader_epoch: int,
        now_ms: int,
        origin: AppendOrigin = AppendOrigin.CLIENT,
        verification: Verification = Verification.MISSING,
    ) -> AppendInfo:
        """See `PartitionLog.append_as_leader`."""
        is_batch = len(records) > MAGIC_AT and records[MAGIC_AT] == MAGIC
        if origin is AppendOrigin.CLIENT and is_batch and not self._behaviour.knows_batches:
            raise ApiError(ErrorCode.CORRUPT_MESSAGE)  # for it has no message's checksum
        return super().append_as_leader(
            records,
            leader_epoch=leader_epoch,
            now_ms=now_ms,
            origin=origin,
            verification=verification,
        )

    def offset_for_timestamp(self, timestamp: int, upper_bound: int) -> TimestampedOffset | None:
        """See `PartitionLog.offset_for_timestamp`; UNSUPPORTED_FOR_MESSAGE_FORMAT by magic 0."""
        if not self.magic:
            raise ApiError(ErrorCode.UNSUPPORTED_FOR_MESSAGE_FORMAT)
        if not self._has_messages:
            return super().offset_for_timestamp(timestamp, upper_bound)
        for segment in self.segments:
            if segment.max_timestamp >= timestamp:
                for found in _timestamps(segment):
                    if found.timestamp >= timestamp and found.offset >= self.log_start_offset:
                        return found if found.offset < upper_bound else None
                break
        return None

    def _append_checked(self, checked: CheckedBatch, leader_epoch: int, now_ms: int) -> AppendInfo:
        magic = self.magic
        if magic == MAGIC:
            return super()._append_checked(checked, leader_epoch, now_ms)
        header = checked.header
        if header.producer_id >= 0 or header.is_transactional:
            raise ApiError(ErrorCode.UNSUPPORTED_FOR_MESSAGE_FORMAT)
        if header.compression == ZSTD:
            raise ApiError(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE)
        self._has_messages = True
        first_offset, size = self.log_end_offset, 0
        for entry in entries_of(checked, magic, first_offset):
            self._store(entry, header_of(entry, self.leader_epochs.latest), now_ms)
            size += len(entry)
        return AppendInfo(
            first_offset,
            self.log_end_offset - 1,
            checked.log_append_time_ms,
            self.log_start_offset,
            size,
            False,
        )


def entries_of(checked: CheckedBatch, magic: int, base_offset: int) -> list[bytes]:
    """The records of a batch as messages at `base_offset` and behind, or as one wrapper."""
    stamp = checked.log_append_time_ms
    attributes = TIMESTAMP_TYPE_BIT if magic and stamp >= 0 else 0
    messages = [
        Message(
            base_offset + index,
            magic,
            attributes,
            (record.timestamp if stamp < 0 else stamp) if magic else NO_TIMESTAMP,
            record.key,
            record.value,
        )
        for index, record in enumerate(decode_records(checked.batch))
    ]
    codec = checked.header.compression
    if codec == NONE:
        return [encode_message(each) for each in messages]
    return [encode_messages(messages, codec)]


def header_of(entry: Buffer, leader_epoch: int) -> BatchHeader:
    """The header of a stored entry; a message or wrapper has that of a batch which holds it."""
    if entry[MAGIC_AT] == MAGIC:
        return read_header(entry)
    wrapper = read_message(entry)
    messages = open_message(wrapper)
    base_offset = messages[0].offset
    return BatchHeader(
        base_offset=base_offset,
        batch_length=len(entry) - LOG_OVERHEAD,
        partition_leader_epoch=leader_epoch,
        magic=wrapper.magic,
        crc=0,
        attributes=wrapper.attributes,
        last_offset_delta=wrapper.offset - base_offset,
        base_timestamp=messages[0].timestamp,
        max_timestamp=max(each.timestamp for each in messages),
        producer_id=NO_PRODUCER_ID,
        producer_epoch=NO_PRODUCER_EPOCH,
        base_sequence=NO_SEQUENCE,
        records_count=len(messages),
    )


def _timestamps(segment: Segment) -> Iterator[TimestampedOffset]:
    for _, header, entry in segment.batches():
        if header.magic == MAGIC:
            for record in decode_records(entry):
                yield TimestampedOffset(
                    record.timestamp, record.offset, header.partition_leader_epoch
                )
        else:
            for message in iter_deep(entry):
                yield TimestampedOffset(message.timestamp, message.offset, NO_EPOCH)
