"""Going on in the middle of a segment after a crash.

While a segment grows, its files are synced now and then (`FileStorage.due`), the indexes and the
producers with it. What stands below the recovery point then need not be looked at again: the search
for torn batches begins at the last index entry below it, so that it is short however large segments
are. Kafka reads such a segment from its beginning, which finds the same.

Nothing is taken on trust that does not fit: the entries must rise, the batch that the last of them
points at must be whole and end as the entry says, that of the last time must have it, and the
producers must be known from there on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.entries import whole_header_of
from kafkawire.log.formats import transaction_index as transactions
from kafkawire.log.formats.names import (
    OFFSET_INDEX,
    TIME_INDEX,
    TRANSACTION_INDEX,
    segment_file_name,
)
from kafkawire.log.offset_index import OffsetIndex
from kafkawire.log.time_index import TimeIndex
from kafkawire.log.transaction_index import TransactionIndex

if TYPE_CHECKING:
    from kafkawire.log.files.store_directory import StoreDirectory
    from kafkawire.log.segment import Segment


def resume(
    directory: StoreDirectory, segment: Segment, recovery_point: int, producers_from: int
) -> int:
    """Take up what is known of a segment below the recovery point; the position to read on from.

    `producers_from` is the offset of the snapshot that the producers were taken from. 0 where
    nothing can be taken up: then the segment has no notes. Raises OSError.
    """
    segment.forget_notes()
    if recovery_point <= segment.base_offset:
        return 0
    try:
        _read(directory, segment, recovery_point, producers_from)
    except (FileNotFoundError, ValueError):
        segment.forget_notes()
        return 0
    last_offset, position = segment.offset_index.last
    is_known = _batch_start(segment, last_offset, position) <= producers_from
    if not is_known or not _is_true(segment):
        segment.forget_notes()
        return 0
    return segment.begin_notes()


def _read(directory: StoreDirectory, segment: Segment, end: int, producers_from: int) -> None:
    """Read the indexes as far as they speak of what is below the recovery point, `end`.

    Transactions that ended from `producers_from` on are found again.
    """
    base = segment.base_offset
    index = OffsetIndex.from_bytes(base, directory.read(segment_file_name(base, OFFSET_INDEX)))
    index.truncate(index.position_before(end - 1) + 1)
    times = TimeIndex.from_bytes(base, directory.read(segment_file_name(base, TIME_INDEX)))
    times.truncate(end)
    segment.offset_index, segment.time_index = index, times
    try:
        data = directory.read(segment_file_name(base, TRANSACTION_INDEX))
    except FileNotFoundError:
        return
    whole = len(data) - len(data) % transactions.ENTRY_BYTES
    aborted = TransactionIndex()
    aborted.entries = transactions.decode(data[:whole])
    aborted.truncate(min(end, producers_from))
    segment.transaction_index = aborted


def _is_true(segment: Segment) -> bool:
    """Whether the last entry of the time index is what the batch says that it points at.

    It may not have reached the disk when the batches did.
    """
    timestamp, offset = segment.time_index.last
    for _, batch in segment.storage.batches(segment.offset_index.position_before(offset)):
        header = whole_header_of(batch)
        if header is None or header.last_offset >= offset:
            return header is not None and (header.last_offset, header.max_timestamp) == (
                offset,
                timestamp,
            )
    return False


def _batch_start(segment: Segment, last_offset: int, position: int) -> float:
    """The first offset of the batch that an index entry points at; infinite if that is not so."""
    if not position or position >= segment.size:
        return float("inf")
    for _, batch in segment.storage.batches(position):
        header = whole_header_of(batch)
        if header is not None and header.last_offset == last_offset:
            return header.base_offset
        break
    return float("inf")
