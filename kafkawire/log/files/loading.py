"""Opening the directory of a partition (fetch H.5; Kafka's `LogLoader`).

After a clean stop the files are trusted: of sealed segments only the size is asked for, of the
newest one what lies behind its last index entry. After anything else the segments from the recovery
point on are looked through batch by batch (`recovery`), and what is not whole goes.

Either way the names come first: what was on its way out goes, and a swap that was interrupted is
completed or undone (H-43).

What a start writes, in this order: the names of an interrupted swap (synced, `cleaned_files`); the
removal of indexes without a segment; what `recovery` writes; the empty segment of a log without
batches; the removal of snapshots that fit nowhere; leader epochs, if they are not those of the
file. All but the first are unsynced. A power failure in between loses no batch, and the next start
does the same again: after a clean stop the marker is gone by then, so it recovers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.log.files.file_storage import storage_of
from kafkawire.log.files.recovery import recover
from kafkawire.log.formats import leader_epochs, partition_metadata
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.names import (
    LOG,
    OFFSET_INDEX,
    PRODUCER_SNAPSHOT,
    TIME_INDEX,
    SegmentFile,
    parse_segment_file_name,
    segment_file_name,
)
from kafkawire.log.lost_start import lost_start
from kafkawire.log.placing import RELATIVE_OFFSET_MAX
from kafkawire.log.topic_partition import CLUSTER_METADATA
from kafkawire.records.errors import RecordsError

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from kafkawire.log.files.disk import Entry
    from kafkawire.log.files.partition_files import PartitionFiles
    from kafkawire.log.formats.leader_epochs import EpochStart
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.segment import Segment

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


class LeftBehind(NamedTuple):
    """What the previous process has left of a partition, outside of its directory.

    `is_clean`: it stopped in order. The offsets are those of the checkpoint files.
    """

    is_clean: bool = False
    recovery_point: int = 0
    log_start_offset: int = 0


NOTHING_LEFT = LeftBehind()


def load(log: PartitionLog, files: PartitionFiles, left: LeftBehind, now_ms: int) -> None:
    """Fill `log` with what its directory holds.

    Raises OSError, and CorruptFile for a metadata log that was changed after a clean stop.
    """
    directory = files.directory
    entries = directory.disk.entries(directory.path)
    if _is_new(files, left, entries):
        files.segments.empty_at = 0
        directory.is_unsynced = True  # a stop syncs nothing of a log without batches
        return
    found = settled_files(files, left, entries)
    files.snapshots.found(each.base_offset for each in found if each.kind == PRODUCER_SNAPSHOT)
    for base_offset in sorted(each.base_offset for each in found if each.kind == LOG):
        log.segments.append(files.segments.found(base_offset, now_ms))
    epochs = _load_epochs(log, files, left)
    if left.is_clean:
        _trust(log, files, left, found)
    else:
        recover(log, files, left.recovery_point)
    _settle_ends(log, files, left, now_ms)
    directory.is_unsynced |= not log.segments
    # Of a log that ended further on, which was cut where no batch begins (H-44).
    if files.snapshots.remove_beyond(log.log_end_offset):
        files.sync.is_changed = True  # the next stop writes the snapshot that the log now lacks
    if left.is_clean:
        _report_lost_start(log, files, left, epochs or ())
    if log.leader_epochs.entries != epochs:
        files.epochs.write(log)


def _report_lost_start(
    log: PartitionLog, files: PartitionFiles, left: LeftBehind, epochs: Sequence[EpochStart]
) -> None:
    """Report the first segments of a log if they are lost, rather than removed.

    The metadata log is left out: its snapshots replace its first segments, and its own start
    refuses a gap behind them.
    """
    if log.topic_partition.topic == CLUSTER_METADATA or log.config.remote_storage_enable:
        return
    first = log.segments[0].base_offset if log.segments else log.log_end_offset
    lost = lost_start(first, epochs, left.log_start_offset)
    if lost is not None:
        files.directory.notice(
            f"the offsets {lost.start_offset:,} to {first - 1:,} are gone: the log begins at "
            f"offset {first:,}, but {lost.file_name} has it begin at {lost.start_offset:,}"
        )


def _is_new(files: PartitionFiles, left: LeftBehind, found: list[Entry]) -> bool:
    """Whether nothing was ever appended: of many thousands of partitions most are like that."""
    directory = files.directory
    return (
        len(found) == len(NEW_FILES)
        and NEW_FILES.issuperset(entry.name for entry in found)
        and not left.log_start_offset
        and not directory.disk.status(directory.path_of(_FIRST_LOG)).size
    )


def settled_files(
    files: PartitionFiles, left: LeftBehind, entries: list[Entry]
) -> list[SegmentFile]:
    """Remove the files that are no part of the log, and return the rest; raises OSError."""
    directory = files.directory
    found = _segment_files(entries)
    if any(each.suffix for each in found):
        files.cleaned.settle(found)
        found = _segment_files(directory.disk.entries(directory.path))
    bases = {each.base_offset for each in found if each.kind == LOG}
    kept = []
    lost = set()
    for each in found:
        if each.kind in (LOG, PRODUCER_SNAPSHOT) or each.base_offset in bases:
            kept.append(each)
        else:  # an index without a log
            lost.add(each.base_offset)
            directory.disk.remove(directory.path_of(segment_file_name(*each)))
    if left.is_clean:  # a crash may have come between their removals
        for base_offset in sorted(lost):
            name = segment_file_name(base_offset, LOG)
            directory.notice(f"{name} is gone, its indexes were there")
    return kept


def _segment_files(found: list[Entry]) -> list[SegmentFile]:
    names = [entry.name for entry in found if not entry.is_directory]
    return [each for each in map(parse_segment_file_name, names) if each is not None]


def _trust(
    log: PartitionLog, files: PartitionFiles, left: LeftBehind, found: Collection[SegmentFile]
) -> None:
    """Take the log as it was left: only the end of the newest segment is looked at."""
    if log.segments:
        active = log.segments[-1]
        if not _note_end(log, files, found):
            if log.topic_partition.topic == CLUSTER_METADATA:
                raise _changed(active)
            # Another process has changed the newest segment since. What would be appended behind
            # bytes that cannot be read would be lost at the next start.
            recover(log, files, min(left.recovery_point, active.base_offset))
            return
        log.log_end_offset = active.next_offset
    log.recovery_point = log.log_end_offset
    if files.snapshots.offsets:  # else there never was a producer, for a clean stop leaves one
        files.snapshots.load(log)


def _note_end(log: PartitionLog, files: PartitionFiles, found: Collection[SegmentFile]) -> bool:
    """Make the notes of the newest segment; whether its batches go up to the end of its file."""
    active = log.segments[-1]
    indexes = {SegmentFile(active.base_offset, kind) for kind in (OFFSET_INDEX, TIME_INDEX)}
    interval = log.config.index_interval_bytes
    try:
        if active.size <= READ_WHOLE_BYTES_MAX and indexes.issubset(found):
            if not _is_whole(active, 0):
                return False
            _note_all(active, interval)
        else:
            files.indexes.read(active, interval)
            if not _is_whole(active, active.offset_index.last[1]):
                return False
            active.fill_notes()
    except RecordsError:
        return False
    return True


def _is_whole(segment: Segment, end: int) -> bool:
    """Whether one batch follows another from position `end` on, as far as their heads tell."""
    next_offset = segment.base_offset
    for position, size, first, last in storage_of(segment).walk(end, segment.size):
        if not next_offset <= first <= last <= segment.base_offset + RELATIVE_OFFSET_MAX:
            return False
        next_offset = last + 1
        end = position + size
    return end == segment.size


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


def _load_epochs(
    log: PartitionLog, files: PartitionFiles, left: LeftBehind
) -> list[EpochStart] | None:
    """Take the leader epochs from their file, if there is one, and return them; raises OSError.

    If there is none, they are taken from the batches that `recover` does not read.
    """
    entries = files.epochs.read()
    log.leader_epochs.restore(entries or ())
    if entries is None or not (entries or left.is_clean):
        _find_epochs(log, None if left.is_clean else left.recovery_point)
    return entries


def _find_epochs(log: PartitionLog, end_offset: int | None) -> None:
    """Take the leader epochs from the batches below `end_offset`, or from all."""
    epochs = log.leader_epochs
    for segment in log.segments:
        if end_offset is not None and segment.base_offset >= end_offset:
            return
        for _, header, _ in segment.batches():
            if end_offset is not None and header.base_offset >= end_offset:
                return
            if header.partition_leader_epoch > epochs.latest:
                epochs.assign(header.partition_leader_epoch, header.base_offset)


def _settle_ends(log: PartitionLog, files: PartitionFiles, left: LeftBehind, now_ms: int) -> None:
    """Begin where the checkpoint says, and know no epochs but of what is there (H-42).

    A log without batches has no segment, but an empty one in its directory.
    """
    segments = log.segments
    if log.log_end_offset < left.log_start_offset:
        gone = segments[::-1]
        segments.clear()
        log.log_end_offset = log.recovery_point = left.log_start_offset
        log.producer_state.restore(())
        log.leader_epochs.restore(())
        files.segments.remove(log, gone)
        files.snapshots.remove(files.snapshots.offsets)
    if not segments:
        files.segments.begin_at(log.log_end_offset)
    elif not segments[-1].size:
        empty = segments.pop()
        files.segments.empty_at = empty.base_offset
        if segments:
            segments.append(files.segments.empty(empty.base_offset, now_ms))
    files.snapshots.remove_stray({each.base_offset for each in segments})
    first = segments[0].base_offset if segments else log.log_end_offset
    log.log_start_offset = max(first, left.log_start_offset)
    log.leader_epochs.truncate_from_start(log.log_start_offset)
    log.leader_epochs.truncate_from_end(log.log_end_offset)
    log.high_watermark = log.log_start_offset
