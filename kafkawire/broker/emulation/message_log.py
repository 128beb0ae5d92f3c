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
from kafkawire.log.append import AppendInfo
from kafkawire.log.entries import header_of
from kafkawire.log.read import TimestampedOffset
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.records.batch import (
    MAGIC,
    MAGIC_AT,
    NO_TIMESTAMP,
    TIMESTAMP_TYPE_BIT,
)
from kafkawire.records.compression import NONE, ZSTD
from kafkawire.records.message_set import (
    Message,
    encode_message,
    encode_messages,
)
from kafkawire.records.record import decode_records

if TYPE_CHECKING:
    from kafkawire.log.placing import CheckedBatch
    from kafkawire.protocol.buffers import Buffer

NO_EPOCH = -1


def magic_of(format_version: str) -> int:
    """The format that `message.format.version` stands for: 0 up to 0.9, 1 in 0.10, then 2."""
    if format_version.startswith(("0.8", "0.9")):
        return 0
    return 1 if format_version.startswith("0.10") else MAGIC


class MessageLog(EmulatedLog):
    """See the module."""

    __slots__ = ()

    @property
    def magic(self) -> int:
        """The format in which records are stored from now on."""
        return magic_of(self.config.message_format_version)

    def check(self, records: Buffer, now_ms: int) -> CheckedBatch | None:
        """See `PartitionLog.check`."""
        is_batch = len(records) > MAGIC_AT and records[MAGIC_AT] == MAGIC
        if is_batch and not self._behaviour.knows_batches:
            raise ApiError(ErrorCode.CORRUPT_MESSAGE)  # for it has no message's checksum
        return super().check(records, now_ms)

    def offset_for_timestamp(self, timestamp: int, upper_bound: int) -> TimestampedOffset | None:
        """See `PartitionLog.offset_for_timestamp`; UNSUPPORTED_FOR_MESSAGE_FORMAT by magic 0."""
        if not self.magic:
            raise ApiError(ErrorCode.UNSUPPORTED_FOR_MESSAGE_FORMAT)
        return super().offset_for_timestamp(timestamp, upper_bound)

    def _append_checked(self, checked: CheckedBatch, leader_epoch: int, now_ms: int) -> AppendInfo:
        magic = self.magic
        if magic == MAGIC:
            return super()._append_checked(checked, leader_epoch, now_ms)
        header = checked.header
        if header.producer_id >= 0 or header.is_transactional:
            raise ApiError(ErrorCode.UNSUPPORTED_FOR_MESSAGE_FORMAT)
        if header.compression == ZSTD:
            raise ApiError(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE)
        first_offset, size = self.log_end_offset, 0
        for entry in entries_of(checked, magic, first_offset):
            self._store(entry, header_of(entry, self.leader_epochs.latest), now_ms)
            size += len(entry)
        self.forget_places()  # a wrapper is found by its last message
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
