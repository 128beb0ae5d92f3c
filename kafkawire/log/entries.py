"""What a log's file holds: batches, and in old ones messages of the formats before them.

Kafka has had three formats; a directory that has been upgraded over the years may hold all of them
side by side. A message, or a wrapper of compressed ones, has the header here that a batch of the
same records would have, so that everything else need know of batches only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.records.batch import (
    HEADER_BYTES,
    LOG_OVERHEAD,
    MAGIC,
    MAGIC_AT,
    NO_PRODUCER_EPOCH,
    NO_PRODUCER_ID,
    NO_SEQUENCE,
    BatchHeader,
    crc_is_valid,
    read_header,
)
from kafkawire.records.errors import RecordsError

if TYPE_CHECKING:
    from kafkawire.protocol.buffers import Buffer

NO_EPOCH = -1
ENTRY_BYTES_MIN = LOG_OVERHEAD + 14
"""A message of the first format, without key or value."""


def header_of(entry: Buffer, leader_epoch: int = NO_EPOCH) -> BatchHeader:
    """The header of a stored entry; raises `RecordsError` for a wrapper that cannot be opened."""
    if entry[MAGIC_AT] == MAGIC:
        return read_header(entry)
    from kafkawire.records.message_set import open_message, read_message

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


def whole_header_of(entry: Buffer) -> BatchHeader | None:
    """The header of an entry whose checksum is right; None for anything else."""
    if len(entry) < ENTRY_BYTES_MIN:
        return None
    magic = entry[MAGIC_AT]
    if magic == MAGIC:
        if len(entry) < HEADER_BYTES:
            return None
        header = read_header(entry)
        return header if crc_is_valid(entry, 0, header) else None
    if magic > MAGIC:
        return None
    try:
        return header_of(entry)  # reading an old message looks at its checksum
    except RecordsError:
        return None
