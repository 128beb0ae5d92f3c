"""From head to head over the batches: one step of Python for each, none for its records.

A step costs one or two microseconds, and the checksum 0.1 us for each KiB. Where batches are of
one record that is most of all, so fields of heads are taken by their numbers. Batches that nobody
wants are left here: those outside the offsets asked for, control batches, what was aborted.
Offsets are asked for as a range, so that whatever compaction or markers took out is no surprise to
anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kafkawire.protocol.buffers import Buffer
from kafkawire.records.aborted import AbortedFilter, AbortedSince
from kafkawire.records.batch import (
    ATTRIBUTES_AT,
    CONTROL_BIT,
    HEADER_BYTES,
    LOG_OVERHEAD,
    MAGIC,
    BatchHeader,
    iter_frames,
    read_header,
)
from kafkawire.records.crc32c import crc32c
from kafkawire.records.errors import CorruptRecord, RecordsError
from kafkawire.spark.columns.errors import located

_frame = tuple.__new__


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
            size = LOG_OVERHEAD + header[1]
            if header[3] == MAGIC and HEADER_BYTES <= size <= total - position:
                yield _frame(Frame, (position, size, header))
                position += size
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

    As in Kafka's consumer, a batch is verified before it is left out. Messages are when they are
    read; their offsets are not covered. Raises RecordsError with the place.
    """
    hidden = AbortedFilter(aborted)
    offset, position, end = asked.start, 0, asked.end
    view = memoryview(data)
    try:
        for frame in all_frames(data):
            position, size, header = frame
            if header is None:
                offset = last = last_offset(data, frame)
                is_wanted = last >= asked.start
            else:
                offset, last = header[0], header[0] + header[6]
                if offset >= end:
                    return
                is_wanted = last >= asked.start
                if check_crcs:  # first: a damaged head may deny the offsets that are asked for
                    _verify(view[position + ATTRIBUTES_AT : position + size], header.crc)
                if header[5] & CONTROL_BIT or hidden.is_at_work:
                    is_wanted &= not hidden.hides(data, position, header) and not header.is_control
            if is_wanted:
                yield frame
            if last >= end - 1:
                return
            position += size
    except RecordsError as error:
        located(
            error, topic=asked.topic, partition=asked.partition, offset=offset, position=position
        )


def _verify(covered: memoryview, crc: int) -> None:
    found = crc32c(covered)
    if found != crc:
        raise CorruptRecord(f"Record is corrupt (stored crc = {crc}, computed crc = {found})")
