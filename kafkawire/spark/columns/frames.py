"""From head to head over the batches: one step of Python for each, none for its records.

A step costs about a microsecond, and the checksum 0.1 us for each KiB. Batches that nobody wants
are left here: those outside the offsets asked for, control batches, what was aborted. Offsets are
asked for as a range, so that whatever compaction or markers took out is no surprise to anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kafkawire.protocol.buffers import Buffer
from kafkawire.records.batch import (
    HEADER_BYTES,
    LOG_OVERHEAD,
    MAGIC,
    BatchHeader,
    batch_crc,
    iter_frames,
    read_header,
)
from kafkawire.records.errors import CorruptRecord, RecordsError
from kafkawire.spark.columns.aborted import AbortedFilter, AbortedSince
from kafkawire.spark.columns.errors import located


class Frame(NamedTuple):
    """A whole entry of the bytes; without a header it is a message of magic 0 or 1."""

    position: int
    size: int
    header: BatchHeader | None


class Asked(NamedTuple):
    """Of which partition it is, and what of it: start <= offset < end."""

    topic: str
    partition: int
    start: int
    end: int


def all_frames(data: Buffer) -> Iterator[Frame]:
    """The whole entries. One that is cut at the end ends the iteration.

    Raises CorruptRecord for a length or magic that no entry has.
    """
    position, total = 0, len(data)
    while True:
        if total - position >= HEADER_BYTES:
            header = read_header(data, position)
            after = position + LOG_OVERHEAD + header.batch_length
            if header.magic == MAGIC and position + HEADER_BYTES <= after <= total:
                yield Frame(position, after - position, header)
                position = after
                continue
        entry = next(iter_frames(data, position), None)
        if entry is None:
            return
        if entry[2] == MAGIC:
            raise CorruptRecord(f"{entry[1]} bytes cannot hold the head of a batch")
        yield Frame(position, entry[1], None)
        position += entry[1]


def last_offset(data: Buffer, frame: Frame) -> int:
    """The last offset of an entry, of whatever magic."""
    if frame.header is not None:
        return frame.header.last_offset
    return int.from_bytes(data[frame.position : frame.position + 8], "big", signed=True)


def wanted_frames(
    data: Buffer,
    asked: Asked,
    *,
    check_crcs: bool,
    aborted: Iterable[AbortedSince],
) -> Iterator[Frame]:
    """The entries that may have rows, their checksums verified.

    Those of messages verify themselves when they are read. Raises RecordsError with the place.
    """
    hidden = AbortedFilter(aborted)
    offset = asked.start
    position = 0
    try:
        for frame in all_frames(data):
            position, header = frame.position, frame.header
            offset = last_offset(data, frame) if header is None else header.base_offset
            if header is not None:
                if offset >= asked.end:
                    return
                if header.last_offset < asked.start:
                    hidden.hides(data, position, header)
                    continue
                if check_crcs:
                    _verify(data, frame, header)
                if not hidden.hides(data, position, header) and not header.is_control:
                    yield frame
            elif offset >= asked.start:
                yield frame
            if last_offset(data, frame) >= asked.end - 1:
                return
            position += frame.size
    except RecordsError as error:
        located(
            error, topic=asked.topic, partition=asked.partition, offset=offset, position=position
        )


def _verify(data: Buffer, frame: Frame, header: BatchHeader) -> None:
    found = batch_crc(data, frame.position, frame.size)
    if found != header.crc:
        message = f"Record is corrupt (stored crc = {header.crc}, computed crc = {found})"
        raise CorruptRecord(message)
