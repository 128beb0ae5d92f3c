"""Opening the directory of a partition (fetch H.5; Kafka's `LogLoader`).

After a clean stop the files are trusted: of sealed segments only the size is asked for, of the
newest one what lies behind its last index entry. After anything else the segments from the recovery
point on are looked through batch by batch (`recovery`), and what is not whole goes.

Either way the names come first: what was on its way out goes, and a swap that was interrupted is
completed or undone (H-43).
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from kafkawire.log.files.file_storage import FileStorage
from kafkawire.log.files.notes import write_aborted, write_epochs, write_indexes
from kafkawire.log.files.producers import (
    load_producers,
    remove_snapshots,
    remove_snapshots_beyond,
    remove_stray_snapshots,
)
from kafkawire.log.files.recovery import make_indexes, recover
from kafkawire.log.formats import leader_epochs, partition_metadata
from kafkawire.log.formats import transaction_index as transactions
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.names import (
    CLEANED,
    DELETED,
    LOG,
    OFFSET_INDEX,
    PRODUCER_SNAPSHOT,
    SEGMENT_KINDS,
    SWAP,
    TIME_INDEX,
    TRANSACTION_INDEX,
    SegmentFile,
    parse_segment_file_name,
    segment_file_name,
)
from kafkawire.log.offset_index import OffsetIndex
from kafkawire.log.placing import RELATIVE_OFFSET_MAX
from kafkawire.log.segment import Segment
from kafkawire.log.time_index import TimeIndex
from kafkawire.log.topic_partition import CLUSTER_METADATA
from kafkawire.log.transaction_index import TransactionIndex
from kafkawire.records.errors import RecordsError

if TYPE_CHECKING:
    from collections.abc import Collection

    from kafkawire.log.files.disk import Entry
    from kafkawire.log.files.file_store import FileStore
    from kafkawire.log.partition_log import PartitionLog

_FIRST_LOG = segment_file_name(0, LOG)
NEW_FILES = frozenset(
    (
        *(segment_file_name(0, kind) for kind in (LOG, OFFSET_INDEX, TIME_INDEX)),
        leader_epochs.FILE_NAME,
        partition_metadata.FILE_NAME,
    )
)
"""What the directory of a partition holds that was never appended to."""
READ_WHOLE_BYTES_MAX = 16 * 1024
"""Up to this size the batches of the newest segment are looked at, and not its index files."""
INDEX_INTERVAL_BYTES = 4096
"""Kafka's default, for the lost index of a sealed segment."""


def load(log: PartitionLog, store: FileStore, now_ms: int) -> None:
    """Fill `log` with what its store's directory holds.

    Raises OSError, and CorruptFile for a metadata log that was changed after a clean stop.
    """
    found = store.disk.entries(store.path)
    if _is_new(store, found):
        store.empty_at = 0
        store.parent_unsynced = True  # a stop syncs nothing of a log without batches
        return
    files = settled_files(store, found)
    store.snapshots = sorted(each.base_offset for each in files if each.kind == PRODUCER_SNAPSHOT)
    for base_offset in sorted(each.base_offset for each in files if each.kind == LOG):
        log.segments.append(found_segment(store, base_offset, now_ms))
    epochs = _load_epochs(log, store)
    if store.is_clean:
        _trust(log, store, files)
    else:
        recover(log, store, store.recovery_point)
    _settle_ends(log, store, now_ms)
    store.parent_unsynced |= not log.segments
    # Of a log that ended further on, which was cut where no batch begins (H-44).
    remove_snapshots_beyond(store, log.log_end_offset)
    if log.leader_epochs.entries != epochs:
        write_epochs(store, log)


def _is_new(store: FileStore, found: list[Entry]) -> bool:
    """Whether nothing was ever appended: of many thousands of partitions most are like that."""
    return (
        len(found) == len(NEW_FILES)
        and NEW_FILES.issuperset(entry.name for entry in found)
        and not store.log_start_offset
        and not store.disk.status(store.path_of(_FIRST_LOG)).size
    )


def settled_files(store: FileStore, found: list[Entry]) -> list[SegmentFile]:
    """The files of the log, after those that are none of it have gone; raises OSError."""
    disk = store.disk
    files = _segment_files(found)
    if any(each.suffix for each in files):
        _complete_swaps(store, files)
        files = _segment_files(disk.entries(store.path))
    bases = {each.base_offset for each in files if each.kind == LOG}
    kept = []
    for each in files:
        if each.kind in (LOG, PRODUCER_SNAPSHOT) or each.base_offset in bases:
            kept.append(each)
        else:  # an index without a log
            disk.remove(store.path_of(segment_file_name(*each)))
    return kept


def _segment_files(found: list[Entry]) -> list[SegmentFile]:
    names = [entry.name for entry in found if not entry.is_directory]
    return [each for each in map(parse_segment_file_name, names) if each is not None]


def _complete_swaps(store: FileStore, files: list[SegmentFile]) -> None:
    disk = store.disk
    cleaned = [each.base_offset for each in files if each.suffix == CLEANED]
    undone = min(cleaned, default=None)
    swaps = [each for each in files if each.suffix == SWAP]
    # What tells that a swap is undone goes last, so that it still is if this is interrupted.
    for each in [each for each in swaps if undone is not None and each.base_offset >= undone]:
        swaps.remove(each)
        disk.remove(store.path_of(segment_file_name(*each)))
    disk.sync_directory(store.path)
    for each in files:
        if each.suffix in (DELETED, CLEANED):
            disk.remove(store.path_of(segment_file_name(*each)))
    _remove_covered(store, files, [each for each in swaps if each.kind == LOG])
    for each in sorted(swaps, key=lambda swap: swap.kind == LOG):
        disk.rename(
            store.path_of(segment_file_name(*each)),
            store.path_of(segment_file_name(each.base_offset, each.kind)),
        )
    disk.sync_directory(store.path)


def _remove_covered(store: FileStore, files: list[SegmentFile], swaps: list[SegmentFile]) -> None:
    """Remove the old segments that cleaned ones were made of: those that begin within them.

    All of an old segment may have gone, so that none of the new ones covers it.
    """
    disk = store.disk
    start = min((each.base_offset for each in swaps), default=0)
    end = max((_end_of(store, each) for each in swaps), default=0)
    for each in files:
        if not each.suffix and each.kind == LOG and start <= each.base_offset < end:
            for kind in SEGMENT_KINDS:
                with suppress(FileNotFoundError):
                    disk.remove(store.path_of(segment_file_name(each.base_offset, kind)))


def _end_of(store: FileStore, swap: SegmentFile) -> int:
    """Behind the last offset of a cleaned segment."""
    size = store.disk.status(store.path_of(segment_file_name(*swap))).size
    storage = FileStorage(store, swap.base_offset, size, SWAP)
    end = max((last + 1 for *_, last in storage.walk(0, size)), default=swap.base_offset + 1)
    storage.close()
    return end


def found_segment(store: FileStore, base_offset: int, now_ms: int) -> Segment:
    """A segment of which only the size is known yet; raises OSError."""
    size = store.disk.status(store.path_of(segment_file_name(base_offset, LOG))).size
    storage = FileStorage(store, base_offset, size)
    return Segment.found(
        base_offset, storage, now_ms, lambda segment, name: fill(store, segment, name)
    )


def fill(store: FileStore, segment: Segment, name: str) -> None:
    """Fill a slot of a sealed segment that somebody asks for; raises `ApiError`."""
    try:
        if name == "modified_ms":
            path = store.path_of(segment_file_name(segment.base_offset, LOG))
            segment.modified_ms = store.disk.status(path).modified_ms
        elif name == "transaction_index":
            segment.transaction_index = _read_transactions(store, segment)
        elif name in ("offset_index", "time_index"):
            read_indexes(store, segment, INDEX_INTERVAL_BYTES)
            store.indexes_loaded(segment)
        else:
            segment.fill_notes()
    except OSError as error:
        raise store.failed(error) from error


def read_indexes(store: FileStore, segment: Segment, index_interval_bytes: int) -> None:
    """Read both sparse indexes, or make them anew if they are missing or broken.

    Raises OSError.
    """
    base = segment.base_offset
    try:
        offsets = store.disk.read(store.path_of(segment_file_name(base, OFFSET_INDEX)))
        times = store.disk.read(store.path_of(segment_file_name(base, TIME_INDEX)))
        segment.offset_index = OffsetIndex.from_bytes(base, offsets)
        segment.time_index = TimeIndex.from_bytes(base, times)
        if segment.offset_index.last[1] >= max(segment.size, 1):
            raise ValueError("offset index: an entry behind the end of the log")
    except (FileNotFoundError, ValueError):
        make_indexes(segment, index_interval_bytes)
        write_indexes(store, segment)


def _read_transactions(store: FileStore, segment: Segment) -> TransactionIndex | None:
    path = store.path_of(segment_file_name(segment.base_offset, TRANSACTION_INDEX))
    try:
        entries = transactions.decode(store.disk.read(path))
    except FileNotFoundError:
        return None
    except CorruptFile:
        index = store.find_aborted(segment)
        write_aborted(store, segment, index.entries)
        return index
    index = TransactionIndex()
    index.entries = entries
    return index


def _trust(log: PartitionLog, store: FileStore, files: Collection[SegmentFile]) -> None:
    """Take the log as it was left: only the end of the newest segment is looked at."""
    if log.segments:
        active = log.segments[-1]
        if not _note_end(log, store, files):
            if log.topic_partition.topic == CLUSTER_METADATA:
                raise _changed(active)
            _distrust(log, store)
            return
        log.log_end_offset = active.next_offset
    log.recovery_point = log.log_end_offset
    if store.snapshots:  # else nobody ever was known, for a clean stop leaves one
        load_producers(log, store)


def _note_end(log: PartitionLog, store: FileStore, files: Collection[SegmentFile]) -> bool:
    """Make the notes of the newest segment; whether its batches go up to the end of its file."""
    active = log.segments[-1]
    indexes = {SegmentFile(active.base_offset, kind) for kind in (OFFSET_INDEX, TIME_INDEX)}
    interval = log.config.index_interval_bytes
    try:
        if active.size <= READ_WHOLE_BYTES_MAX and indexes.issubset(files):
            if not _is_whole(active, 0):
                return False
            _note_all(active, interval)
        else:
            read_indexes(store, active, interval)
            if not _is_whole(active, active.offset_index.last[1]):
                return False
            active.fill_notes()
    except RecordsError:
        return False
    return True


def _is_whole(segment: Segment, end: int) -> bool:
    """Whether one batch follows another from position `end` on, as far as their heads tell."""
    next_offset = segment.base_offset
    storage = segment.storage
    assert isinstance(storage, FileStorage)
    for position, size, first, last in storage.walk(end, segment.size):
        if not next_offset <= first <= last <= segment.base_offset + RELATIVE_OFFSET_MAX:
            return False
        next_offset = last + 1
        end = position + size
    return end == segment.size


def _distrust(log: PartitionLog, store: FileStore) -> None:
    """The newest segment is not as a clean stop leaves it: somebody has changed it since.

    What would be appended behind what cannot be read would be lost at the next start.
    """
    recover(log, store, min(store.recovery_point, log.segments[-1].base_offset))


def _changed(segment: Segment) -> CorruptFile:
    """Why a metadata log is refused: everything follows from it, so nobody may cut it unasked."""
    end = sum(len(batch) for _, batch in segment.storage.batches(0))
    which = f"the segment from offset {segment.base_offset} on"
    if end < segment.size:
        return CorruptFile(f"what follows byte {end:,} of {which} is no batch")
    return CorruptFile(f"the offsets of {which} do not rise")


def _note_all(segment: Segment, index_interval_bytes: int) -> None:
    """Make the notes and sparse indexes of a small segment of its batches: one file, not three."""
    segment.forget_notes()
    del segment.transaction_index  # which is in its file still
    for position, header, batch in segment.batches():
        segment.take_note(header, position, len(batch), index_interval_bytes=index_interval_bytes)
    segment.seal()


def _load_epochs(log: PartitionLog, store: FileStore) -> list[leader_epochs.EpochStart] | None:
    """Take the leader epochs as they are written down, if they are; raises OSError."""
    try:
        data = store.disk.read(store.path_of(leader_epochs.FILE_NAME))
        entries: list[leader_epochs.EpochStart] | None = leader_epochs.decode(data)
    except (FileNotFoundError, CorruptFile):
        entries = None
    log.leader_epochs.restore(entries or ())
    if entries is None or not (entries or store.is_clean):
        _find_epochs(log, store)
    return entries


def _find_epochs(log: PartitionLog, store: FileStore) -> None:
    """Ask the batches, those that `recover` does not look at.

    The file is replaced without a sync whenever an epoch begins, so a power failure may take it
    with all that it said.
    """
    epochs = log.leader_epochs
    end_offset = None if store.is_clean else store.recovery_point
    for segment in log.segments:
        if end_offset is not None and segment.base_offset >= end_offset:
            return
        for _, header, _ in segment.batches():
            if end_offset is not None and header.base_offset >= end_offset:
                return
            if header.partition_leader_epoch > epochs.latest:
                epochs.assign(header.partition_leader_epoch, header.base_offset)


def _settle_ends(log: PartitionLog, store: FileStore, now_ms: int) -> None:
    """Begin where the checkpoint says, and know no epochs but of what is there (H-42).

    A log without batches has no segment, but an empty one in its directory.
    """
    segments = log.segments
    if log.log_end_offset < store.log_start_offset:
        gone = segments[::-1]
        segments.clear()
        log.log_end_offset = log.recovery_point = store.log_start_offset
        log.producer_state.restore(())
        log.leader_epochs.restore(())
        store.remove(log, gone)
        remove_snapshots(store, store.snapshots)
    if not segments:
        store.begin_at(log.log_end_offset)
    elif not segments[-1].size:
        empty = segments.pop()
        store.empty_at = empty.base_offset
        if segments:
            segments.append(store.segment(empty.base_offset, now_ms))
    remove_stray_snapshots(store, {each.base_offset for each in segments})
    first = segments[0].base_offset if segments else log.log_end_offset
    log.log_start_offset = max(first, store.log_start_offset)
    log.leader_epochs.truncate_from_start(log.log_start_offset)
    log.leader_epochs.truncate_from_end(log.log_end_offset)
    log.high_watermark = log.log_start_offset
