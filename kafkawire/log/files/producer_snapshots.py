"""The producers of a partition, in `<offset>.snapshot`: their state where the log had that end.

    what is written                 when                                   synced
    a snapshot at the log's end     a roll, a large segment that grew, a   with the segment, before
                                    close, a removal of all segments       the recovery point moves
    .deleted for the older one      its segment is removed or cleaned,     no
                                    or the log is cut below it

A snapshot is written in one piece and not renamed; it has a checksum. Until it is synced, a power
failure may lose or tear it. Then the next older one is used, and the batches behind it are read
again; below the recovery point there is always one that is whole, or none was ever needed. Lost by
that are only producers without a batch in the log: those whose batches retention has removed, if
the power fails between the removal of all segments and the next sync.

A torn snapshot is removed by the start that finds it. Snapshots that come back after `.deleted` was
lost are beyond the log's end or where no segment begins; a start removes both kinds.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from kafkawire.log.formats import producer_snapshot
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.names import PRODUCER_SNAPSHOT, segment_file_name
from kafkawire.log.producer_rows import entry_of, rows_of
from kafkawire.log.transaction_index import AbortedTransaction, TransactionIndex

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from kafkawire.log.files.store_directory import StoreDirectory
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.segment import Segment


class ProducerSnapshots:
    """The snapshots of one partition; `offsets` are theirs, rising.

    They are a tuple, since most partitions have none: an empty list takes memory for each.
    """

    __slots__ = ("_directory", "offsets")

    def __init__(self, directory: StoreDirectory) -> None:
        self._directory = directory
        self.offsets: tuple[int, ...] = ()

    def found(self, offsets: Iterable[int]) -> None:
        """Take up the snapshots that a start has found."""
        self.offsets = tuple(sorted(offsets))

    @property
    def latest(self) -> int | None:
        """The offset of the newest snapshot, None if there is none."""
        return self.offsets[-1] if self.offsets else None

    # Writing: all raise OSError

    def write(self, log: PartitionLog) -> None:
        """Write the producers as they are at the log's end."""
        offset = log.log_end_offset
        self._directory.write(_name(offset), producer_snapshot.encode(rows_of(log.producer_state)))
        if offset not in self.offsets:
            self.offsets += (offset,)

    def discard(self, offset: int) -> None:
        """Have a snapshot go after a while, as its segment's files do."""
        self._forget(offset)
        self._directory.discard(_name(offset))

    def discard_beyond(self, end_offset: int) -> None:
        """Discard the snapshots of offsets that a log has no more: it was cut at `end_offset`."""
        for offset in [each for each in self.offsets if each > end_offset]:
            self.discard(offset)

    def remove(self, offsets: Collection[int]) -> None:
        """Remove these snapshots at once."""
        for offset in offsets:
            self._forget(offset)
            self._directory.remove(_name(offset))

    def remove_beyond(self, end_offset: int) -> bool:
        """Remove the snapshots beyond the log's `end_offset`; return whether there were any."""
        beyond = [each for each in self.offsets if each > end_offset]
        self.remove(beyond)
        return bool(beyond)

    def remove_stray(self, base_offsets: Collection[int]) -> None:
        """Keep those where a segment begins, and the newest: each stop makes one more."""
        self.remove([each for each in self.offsets[:-1] if each not in base_offsets])

    def _forget(self, offset: int) -> None:
        self.offsets = tuple(each for each in self.offsets if each != offset)

    # Reading

    def restore(self, log: PartitionLog, end_offset: int) -> int | None:
        """Take the producers of `log` from the newest good snapshot not beyond `end_offset`.

        Broken ones are removed (H-44). A producer that was silent for too long is left out unless
        it has a transaction open (produce B-38). Returns the snapshot's offset, None if there was
        none: then `log` has no producers. Raises OSError.
        """
        for offset in reversed(self.offsets[: bisect_right(self.offsets, end_offset)]):
            try:
                rows = producer_snapshot.decode(self._directory.read(_name(offset)))
            except FileNotFoundError:
                self._forget(offset)
            except CorruptFile:
                self.remove([offset])
            else:
                since_ms = self._directory.shared.producers_since_ms
                kept = [
                    row
                    for row in rows
                    if row.timestamp > since_ms or row.transaction_first_offset >= 0
                ]
                log.producer_state.restore(map(entry_of, kept), log.log_end_offset)
                return offset
        log.producer_state.restore((), log.log_end_offset)
        return None

    def load(self, log: PartitionLog) -> None:
        """Take the producers of `log` from the newest snapshot, and the batches behind it.

        Without a snapshot all batches are read. Raises OSError.
        """
        offset = self.restore(log, log.log_end_offset) or 0
        if offset >= log.log_end_offset:
            return
        for header, batch in log.iter_batches(offset):
            if header.base_offset >= offset:
                log.replay(header, batch)

    def find_aborted(self, log: PartitionLog, segment: Segment) -> TransactionIndex:
        """Return the aborted transactions of a segment, made anew from the batches of the log.

        Raises OSError, `ApiError`.
        """
        from kafkawire.log.partition_log import PartitionLog

        scratch = PartitionLog(log.topic_partition, log.config)
        start = self.restore(scratch, segment.base_offset) or 0
        found = TransactionIndex()
        for header, batch in log.iter_batches(start):
            if header.base_offset >= segment.next_offset:
                break
            completed = scratch.replay(header, batch) if header.base_offset >= start else None
            if completed and completed.is_aborted and completed.last_offset >= segment.base_offset:
                bound = scratch.producer_state.last_stable_offset_after(completed)
                found.append(AbortedTransaction(*completed[:3], bound))
        return found


def _name(offset: int) -> str:
    return segment_file_name(offset, PRODUCER_SNAPSHOT)
