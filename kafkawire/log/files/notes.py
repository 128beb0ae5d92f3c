"""What a partition's directory notes beside its batches: indexes, producers, leader epochs.

All of it can be made anew of the batches. Index files are written over in place: what they said
before stays their beginning, so that a crash in between takes away nothing that was synced.
All functions raise OSError.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from kafkawire.log.files.disk import TEMPORARY_SUFFIX, write_all
from kafkawire.log.files.file_storage import FileStorage
from kafkawire.log.formats import leader_epochs, producer_snapshot
from kafkawire.log.formats import transaction_index as transactions
from kafkawire.log.formats.names import (
    OFFSET_INDEX,
    PRODUCER_SNAPSHOT,
    TIME_INDEX,
    TRANSACTION_INDEX,
    segment_file_name,
)
from kafkawire.log.producer_rows import rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.log.files.disk import Disk
    from kafkawire.log.files.file_store import FileStore
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.segment import Segment
    from kafkawire.log.transaction_index import AbortedTransaction


def write_indexes(store: FileStore, segment: Segment) -> None:
    """Write the index files of a segment as they are in memory."""
    storage = segment.storage
    assert isinstance(storage, FileStorage)
    disk, base, suffix = store.disk, segment.base_offset, storage.suffix

    def path_of(kind: str) -> str:
        return store.path_of(segment_file_name(base, kind, suffix))

    _write_over(disk, path_of(OFFSET_INDEX), segment.offset_index.to_bytes())
    _write_over(disk, path_of(TIME_INDEX), segment.time_index.to_bytes())
    aborted = segment.transaction_index
    write_aborted(store, segment, [] if aborted is None else aborted.entries)


def write_aborted(
    store: FileStore, segment: Segment, entries: Sequence[AbortedTransaction]
) -> None:
    """Write the index file of the aborted transactions of a segment, if there are any."""
    storage = segment.storage
    assert isinstance(storage, FileStorage)
    name = segment_file_name(segment.base_offset, TRANSACTION_INDEX, storage.suffix)
    path = store.path_of(name)
    if entries:
        _write_over(store.disk, path, transactions.encode(entries))
    else:
        with suppress(FileNotFoundError):
            store.disk.remove(path)


def _write_over(disk: Disk, path: str, data: bytes) -> None:
    fd = disk.open(path)
    try:
        if data:
            write_all(disk, fd, data, 0)
        disk.truncate(fd, len(data))
    finally:
        disk.close(fd)


def write_snapshot(store: FileStore, log: PartitionLog) -> None:
    """Note the producers as they are at the log's end."""
    offset = log.log_end_offset
    path = store.path_of(segment_file_name(offset, PRODUCER_SNAPSHOT))
    store.disk.write(path, producer_snapshot.encode(rows_of(log.producer_state)))
    if offset not in store.snapshots:
        store.snapshots.append(offset)


def write_epochs(store: FileStore, log: PartitionLog) -> None:
    """Note the leader epochs."""
    path = store.path_of(leader_epochs.FILE_NAME)
    data = leader_epochs.encode(log.leader_epochs.entries)
    if log.segments:
        store.disk.write(path + TEMPORARY_SUFFIX, data)
        store.disk.rename(path + TEMPORARY_SUFFIX, path)
    else:  # there is nothing whose epoch could be lost
        store.disk.write(path, data)
