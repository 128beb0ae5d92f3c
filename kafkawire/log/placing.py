"""Giving a batch its place: offset, leader epoch, timestamps, and a segment with room for it.

Kafka's CRC covers neither the base offset nor the leader epoch, so a batch is moved to its offset
by writing 16 bytes. Only a changed attribute or maximum timestamp costs a new CRC.

A batch arrives as a view of the request that carried it, and is patched where it lies; one that
cannot be is copied, with its new head, in one step.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING

from kafkawire.log.offset_index import ENTRY_BYTES as OFFSET_INDEX_ENTRY_BYTES
from kafkawire.log.time_index import ENTRY_BYTES as TIME_INDEX_ENTRY_BYTES
from kafkawire.records.batch import (
    ATTRIBUTES_AT,
    CRC_AT,
    LOG_OVERHEAD,
    MAX_TIMESTAMP_AT,
    NO_TIMESTAMP,
    TIMESTAMP_TYPE_BIT,
    BatchHeader,
    batch_crc,
)

if TYPE_CHECKING:
    from kafkawire.log.config import LogConfig
    from kafkawire.log.segment import Segment
    from kafkawire.protocol.buffers import Buffer

RELATIVE_OFFSET_MAX = 2**31 - 1

KNOWN_ATTRIBUTES = 0x7F
"""Codec, timestamp type, transactional, control, delete horizon."""

COPIED_TWICE_BYTES_MAX = 4096
"""Up to here a second copy costs less than a view that saves it."""

_make = tuple.__new__
_HEAD = Struct(">qii")
"""Base offset, length, leader epoch."""
_CRC = Struct(">I")
_ATTRIBUTES = Struct(">h")
_TIMESTAMP = Struct(">q")


class CheckedBatch:
    """A batch that may be appended.

    `header` is what it will be stored with, but for offset, epoch and CRC; `is_changed` says that
    attributes or maximum timestamp differ from what stands in `batch`, so the CRC must be made
    anew. `log_append_time_ms` is -1 on a topic of CreateTime.
    """

    __slots__ = ("batch", "header", "is_changed", "log_append_time_ms", "records_converted")

    def __init__(self, batch: Buffer, header: BatchHeader) -> None:
        self.batch = batch
        self.header = header
        self.is_changed = False
        self.log_append_time_ms = -1
        self.records_converted = 0


def set_timestamps(
    checked: CheckedBatch, config: LogConfig, max_timestamp: int, now_ms: int
) -> None:
    """Give the batch its final timestamp type and maximum (produce A-53 to A-55)."""
    header = checked.header
    attributes = header.attributes & ~TIMESTAMP_TYPE_BIT
    # Records may claim to be older than no time at all; their batch may not.
    max_timestamp = max(max_timestamp, NO_TIMESTAMP)
    if config.is_log_append_time:
        attributes |= TIMESTAMP_TYPE_BIT
        checked.log_append_time_ms = max_timestamp = now_ms
    if attributes != header.attributes or max_timestamp != header.max_timestamp:
        # Kafka makes the attributes anew where it changes them, from those it knows.
        attributes &= KNOWN_ATTRIBUTES
        checked.header = header._replace(attributes=attributes, max_timestamp=max_timestamp)
        checked.is_changed = True


def place_batch(
    checked: CheckedBatch, *, base_offset: int, leader_epoch: int
) -> tuple[Buffer, BatchHeader]:
    """The batch as it is stored, at `base_offset` in `leader_epoch`, and its header."""
    header = checked.header
    batch = _own(checked.batch)
    if checked.is_changed:
        batch = bytearray(checked.batch) if batch is None else batch
        crc = _rewrite(batch, header)
        header = header._replace(crc=crc)
    # What `_make` does, but for its count of the fields.
    placed = _make(BatchHeader, (base_offset, header[1], leader_epoch, *header[3:]))
    if batch is None:
        head = _HEAD.pack(base_offset, header.batch_length, leader_epoch)
        rest = checked.batch
        if type(rest) is not bytes or len(rest) > COPIED_TWICE_BYTES_MAX:
            return b"".join((head, memoryview(rest)[_HEAD.size :])), placed
        return head + rest[_HEAD.size :], placed
    _HEAD.pack_into(batch, 0, base_offset, header.batch_length, leader_epoch)
    return batch, placed


def _rewrite(batch: bytearray | memoryview, header: BatchHeader) -> int:
    _ATTRIBUTES.pack_into(batch, ATTRIBUTES_AT, header.attributes)
    _TIMESTAMP.pack_into(batch, MAX_TIMESTAMP_AT, header.max_timestamp)
    crc = batch_crc(batch, 0, len(batch))
    _CRC.pack_into(batch, CRC_AT, crc)
    return crc


def _own(batch: Buffer) -> bytearray | memoryview | None:
    """The buffer itself if it can be patched."""
    if isinstance(batch, bytearray) or (isinstance(batch, memoryview) and not batch.readonly):
        return batch
    return None


def should_roll(
    segment: Segment, header: BatchHeader, config: LogConfig, *, last_offset: int, now_ms: int
) -> bool:
    """Whether a batch that is to end at `last_offset` must begin a new segment (fetch H-22)."""
    size = segment.storage.size
    if not size:
        return False
    if size + LOG_OVERHEAD + header.batch_length > config.segment_bytes:
        return True
    first_timestamp = segment.first_timestamp
    if first_timestamp is None or first_timestamp < 0:
        age_ms = now_ms - segment.created_ms
    else:
        age_ms = header.max_timestamp - first_timestamp
    if age_ms > config.segment_ms - segment.roll_jitter_ms:
        return True
    if last_offset - segment.base_offset > RELATIVE_OFFSET_MAX:
        return True
    index_bytes = config.segment_index_bytes
    if segment.index_entries < index_bytes // TIME_INDEX_ENTRY_BYTES - 1:
        return False
    if len(segment.offset_index) >= index_bytes // OFFSET_INDEX_ENTRY_BYTES:
        return True
    # One entry is reserved for the greatest timestamp, which is written when a segment rolls.
    return len(segment.time_index) >= index_bytes // TIME_INDEX_ENTRY_BYTES - 1
