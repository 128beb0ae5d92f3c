"""The producers of a log that was found: a snapshot of them, and the batches behind it (H-44)."""

from __future__ import annotations

from bisect import bisect_right
from contextlib import suppress
from typing import TYPE_CHECKING

from kafkawire.log.formats import producer_snapshot
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.names import PRODUCER_SNAPSHOT, segment_file_name
from kafkawire.log.producer_rows import entry_of
from kafkawire.log.transaction_index import AbortedTransaction, TransactionIndex

if TYPE_CHECKING:
    from collections.abc import Collection

    from kafkawire.log.files.file_store import FileStore
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.segment import Segment


def load_producers(log: PartitionLog, store: FileStore) -> None:
    """Take the producers from the newest snapshot, and the batches behind it; raises OSError.

    Where there is no snapshot, all batches are asked.
    """
    offset = restore_producers(log, store, log.log_end_offset) or 0
    if offset >= log.log_end_offset:
        return
    for header, batch in log.iter_batches(offset):
        if header.base_offset >= offset:
            log.replay(header, batch)


def restore_producers(log: PartitionLog, store: FileStore, end_offset: int) -> int | None:
    """Take the producers from the newest snapshot that is good and not beyond `end_offset`.

    Broken ones are removed (H-44), and who has been silent for too long is left out unless a
    transaction is open (produce B-38). Returns its offset, None if there was none: then nobody is
    known.
    """
    for offset in reversed(store.snapshots[: bisect_right(store.snapshots, end_offset)]):
        name = segment_file_name(offset, PRODUCER_SNAPSHOT)
        try:
            rows = producer_snapshot.decode(store.disk.read(store.path_of(name)))
        except FileNotFoundError:
            store.snapshots.remove(offset)
        except CorruptFile:
            store.snapshots.remove(offset)
            store.disk.remove(store.path_of(name))
        else:
            since_ms = store.producers_since_ms
            kept = [
                row for row in rows if row.timestamp > since_ms or row.transaction_first_offset >= 0
            ]
            log.producer_state.restore(map(entry_of, kept), log.log_end_offset)
            return offset
    log.producer_state.restore((), log.log_end_offset)
    return None


def find_aborted(log: PartitionLog, store: FileStore, segment: Segment) -> TransactionIndex:
    """The aborted transactions of a segment, as the batches of the log tell them.

    Raises OSError, `ApiError`.
    """
    from kafkawire.log.partition_log import PartitionLog

    scratch = PartitionLog(log.topic_partition, log.config)
    start = restore_producers(scratch, store, segment.base_offset) or 0
    found = TransactionIndex()
    for header, batch in log.iter_batches(start):
        if header.base_offset >= segment.next_offset:
            break
        completed = scratch.replay(header, batch) if header.base_offset >= start else None
        if completed and completed.is_aborted and completed.last_offset >= segment.base_offset:
            bound = scratch.producer_state.last_stable_offset_after(completed)
            found.append(AbortedTransaction(*completed[:3], bound))
    return found


def remove_stray_snapshots(store: FileStore, base_offsets: Collection[int]) -> None:
    """Keep those where a segment begins, and the newest: a stop made each of the others."""
    remove_snapshots(store, [each for each in store.snapshots[:-1] if each not in base_offsets])


def remove_snapshots_beyond(store: FileStore, end_offset: int) -> None:
    """Have those go that speak of more than a log has, which ends at `end_offset`."""
    remove_snapshots(store, [each for each in store.snapshots if each > end_offset])


def remove_snapshots(store: FileStore, offsets: Collection[int]) -> None:
    """Have the snapshots of these offsets go; raises OSError."""
    for offset in list(offsets):
        store.snapshots.remove(offset)
        with suppress(FileNotFoundError):
            store.disk.remove(store.path_of(segment_file_name(offset, PRODUCER_SNAPSHOT)))
