"""Batches of a file by their heads, without reading what is between them.

As much is read at a time as one page, so small batches share a read and large ones cost one each.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from kafkawire.records.batch import (
    BATCH_LENGTH_MIN,
    FRAME_BYTES_MIN,
    HEADER_BYTES,
    LOG_OVERHEAD,
    MAGIC,
    BatchHeader,
    iter_frames,
    read_header,
)
from kafkawire.records.errors import CorruptRecord

PAGE_BYTES = 4096


class Head(NamedTuple):
    """Where an entry lies; without a header it is a message of magic 0 or 1."""

    position: int
    size: int
    first_offset: int
    last_offset: int
    header: BatchHeader | None


def heads(file: BinaryIO, position: int, end: int) -> Iterator[Head]:
    """The whole entries from `position` on, up to `end`. The file must be unbuffered.

    Ends at one that is not whole. Raises CorruptRecord for what no entry has, and OSError.
    """
    page, begin = b"", position
    while True:
        if position + HEADER_BYTES > begin + len(page) or position < begin:
            file.seek(position)
            page, begin = file.read(min(PAGE_BYTES, max(0, end - position))), position
        found = _head(page, position - begin, position)
        if found is None or position + found.size > end:
            return
        yield found
        position += found.size


def _head(page: bytes, at: int, position: int) -> Head | None:
    left = len(page) - at
    if left < FRAME_BYTES_MIN:
        return None
    size = int.from_bytes(page[at + 8 : at + 12], "big", signed=True) + LOG_OVERHEAD
    magic = page[at + 16]
    if size < BATCH_LENGTH_MIN + LOG_OVERHEAD or magic > MAGIC:
        next(iter_frames(page[at:]), None)  # raises, with Kafka's words
    if magic < MAGIC:
        offset = int.from_bytes(page[at : at + 8], "big", signed=True)
        return Head(position, size, offset, offset, None)
    if size < HEADER_BYTES:
        raise CorruptRecord(f"{size} bytes cannot hold the head of a batch")
    if left < HEADER_BYTES:
        return None
    header = read_header(page, at)
    return Head(position, size, header.base_offset, header.last_offset, header)
