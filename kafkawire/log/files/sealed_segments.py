"""Sealed segments that contradict their neighbours, found at a start without reading them.

After a clean stop sealed segments are trusted. A file that was lost, cut or overwritten since then
loses records in silence: as in Kafka, consumers are led over the gap (fetch B-27). So a start looks
at the end of each sealed segment. The last entry of its offset index leads to its last batches;
these must end where the file ends, and with the offset before the next segment's first one. That
costs two small reads for a segment, whatever its size.

First segments that are lost have no neighbour before them; `lost_start` finds those.

Compaction removes the last batches of a segment as well as others. So there a missing offset is no
fault. Damage in the middle of a segment is reported when it is read (`FileStorage.check_end`).
"""

from __future__ import annotations

from itertools import islice, pairwise
from typing import TYPE_CHECKING

from kafkawire.log.files.file_storage import storage_of
from kafkawire.log.formats.indexes import OFFSET_ENTRY
from kafkawire.log.formats.names import LOG, OFFSET_INDEX, segment_file_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kafkawire.log.files.store_directory import StoreDirectory
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.segment import Segment

BATCHES_MAX = 1024
"""Heads read behind the last index entry; a segment with more has lost its index, and passes."""


def contradictions(log: PartitionLog, directory: StoreDirectory, cleaned_to: int) -> Iterator[str]:
    """What is wrong with the sealed segments of a log that was just loaded, in lines for people.

    Below the offset `cleaned_to` the log was compacted at some time. Raises `ApiError`.
    """
    for segment, following in pairwise(log.segments):
        end_offset = following.base_offset
        if end_offset <= log.log_start_offset:
            continue
        name = segment_file_name(segment.base_offset, LOG)
        found = _end_of(directory, segment, end_offset)
        if found is None:
            position, found = _readable(segment, end_offset)
            yield (
                f"{name} is damaged from byte {position:,} on: of its offsets up to "
                f"{end_offset - 1:,} those from {found:,} on may be lost"
            )
        elif found < end_offset and not log.config.is_compacted and cleaned_to < end_offset:
            yield (
                f"the offsets {found:,} to {end_offset - 1:,} are gone: {name} ends before them, "
                "and the next segment begins behind them"
            )


def _end_of(directory: StoreDirectory, segment: Segment, end_offset: int) -> int | None:
    """The offset behind the last batch; None if the end of the file contradicts the rest."""
    storage = storage_of(segment)
    position = _last_indexed(directory, segment)
    if position and position >= storage.size:
        return None
    batches = list(islice(storage.walk(position, storage.size), BATCHES_MAX))
    storage.close()
    if len(batches) == BATCHES_MAX:
        return end_offset
    found = segment.base_offset
    for at, size, first, last in batches:
        if not found <= first <= last < end_offset:
            return None
        found, position = last + 1, at + size
    return found if position == storage.size else None


def _last_indexed(directory: StoreDirectory, segment: Segment) -> int:
    """The position of the last batch in the offset index; 0 without an entry."""
    disk = directory.disk
    path = directory.path_of(segment_file_name(segment.base_offset, OFFSET_INDEX))
    try:
        size = disk.status(path).size
        whole = size - size % OFFSET_ENTRY.size
        if not whole:
            return 0
        fd = disk.open(path, writable=False)
        try:
            data = disk.pread(fd, OFFSET_ENTRY.size, whole - OFFSET_ENTRY.size)
        finally:
            disk.close(fd)
    except FileNotFoundError:
        return 0
    except OSError as error:
        raise directory.failed(error) from error
    _, position = OFFSET_ENTRY.unpack(data)
    return max(0, int(position))


def _readable(segment: Segment, end_offset: int) -> tuple[int, int]:
    """Up to which position batches follow one another, and the offset behind them."""
    storage = storage_of(segment)
    position, found = 0, segment.base_offset
    for at, size, first, last in storage.walk(0, storage.size):
        if not found <= first <= last < end_offset:
            break
        position, found = at + size, last + 1
    storage.close()
    return position, found
