"""The indexes of segments, in `<base offset>.index`, `.timeindex` and `.txnindex`.

    what is written             when                                    synced
    three empty files           a segment begins                        with the segment's batches
    .index, .timeindex, then    a roll, a large segment that grew, a    with the segment, before
    .txnindex, over the old     close; and when a lost index of a       the recovery point moves
    bytes                       sealed segment is made anew             (one made anew: no)

Index files are written over in place: their old bytes stay their beginning, so a power failure
while they are written takes away no entry that was synced. An entry above the recovery point is
used by no start: it reads those batches and makes the entries anew. Nothing is ever lost with an
index. A missing or broken one is made anew from the batches when it is needed, and a torn one is
recognized by its length, by entries that do not rise or that lie beyond the log.

A segment without aborted transactions has no `.txnindex`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.files.disk import write_all
from kafkawire.log.files.file_storage import storage_of
from kafkawire.log.formats import transaction_index as transactions
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.names import (
    OFFSET_INDEX,
    TIME_INDEX,
    TRANSACTION_INDEX,
    segment_file_name,
)
from kafkawire.log.offset_index import OffsetIndex
from kafkawire.log.time_index import TimeIndex
from kafkawire.log.topic_defaults import TOPIC_DEFAULTS
from kafkawire.log.transaction_index import TransactionIndex

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kafkawire.log.files.store_directory import StoreDirectory
    from kafkawire.log.segment import Segment
    from kafkawire.log.transaction_index import AbortedTransaction

INDEX_INTERVAL_BYTES = int(TOPIC_DEFAULTS["index.interval.bytes"])
"""Kafka's default, for the lost index of a sealed segment."""


class IndexFiles:
    """The index files of one partition. All methods raise OSError."""

    __slots__ = ("_directory",)

    def __init__(self, directory: StoreDirectory) -> None:
        self._directory = directory

    def write(self, segment: Segment) -> None:
        """Write the index files of a segment as they are in memory."""
        self._write_over(segment, OFFSET_INDEX, segment.offset_index.to_bytes())
        self._write_over(segment, TIME_INDEX, segment.time_index.to_bytes())
        aborted = segment.transaction_index
        self._write_aborted(segment, [] if aborted is None else aborted.entries)

    def _write_aborted(self, segment: Segment, entries: Sequence[AbortedTransaction]) -> None:
        if entries:
            self._write_over(segment, TRANSACTION_INDEX, transactions.encode(entries))
        else:
            self._directory.remove(_name(segment, TRANSACTION_INDEX))

    def _write_over(self, segment: Segment, kind: str, data: bytes) -> None:
        disk = self._directory.disk
        fd = disk.open(self._directory.path_of(_name(segment, kind)))
        try:
            if data:
                write_all(disk, fd, data, 0)
            disk.truncate(fd, len(data))
        finally:
            disk.close(fd)

    def read(self, segment: Segment, index_interval_bytes: int) -> None:
        """Read both sparse indexes, or make them anew if they are missing or broken."""
        base = segment.base_offset
        try:
            offsets = self._directory.read(segment_file_name(base, OFFSET_INDEX))
            times = self._directory.read(segment_file_name(base, TIME_INDEX))
            segment.offset_index = OffsetIndex.from_bytes(base, offsets)
            segment.time_index = TimeIndex.from_bytes(base, times)
            if segment.offset_index.last[1] >= max(segment.size, 1):
                raise ValueError("offset index: an entry behind the end of the log")
        except (FileNotFoundError, ValueError):
            make_indexes(segment, index_interval_bytes)
            self.write(segment)

    def read_transactions(
        self, segment: Segment, find: Callable[[Segment], TransactionIndex]
    ) -> TransactionIndex | None:
        """Return the aborted transactions of a segment, None if there are none.

        If the file is broken, `find` finds them in the batches, and the file is written anew.
        """
        index = TransactionIndex()
        try:
            data = self._directory.read(segment_file_name(segment.base_offset, TRANSACTION_INDEX))
            index.entries = transactions.decode(data)
        except FileNotFoundError:
            return None
        except CorruptFile:
            index = find(segment)
            self._write_aborted(segment, index.entries)
        return index


def make_indexes(segment: Segment, index_interval_bytes: int) -> None:
    """Make the sparse indexes of a sealed segment anew, in memory, from its batches."""
    aborted = segment.transaction_index
    segment.forget_notes()
    segment.transaction_index = aborted
    for position, header, batch in segment.batches():
        segment.take_note(header, position, len(batch), index_interval_bytes=index_interval_bytes)
    segment.seal()


def _name(segment: Segment, kind: str) -> str:
    return segment_file_name(segment.base_offset, kind, storage_of(segment).suffix)
