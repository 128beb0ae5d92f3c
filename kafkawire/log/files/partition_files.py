"""The crash safety of one partition's directory: what is written in which order, and what is lost.

This docstring is enough to review it. Each kind of file has one owner, which has the details:

    the directory, partition.metadata             store_directory
    .log, and a segment from made to removed      segment_files
    .index, .timeindex, .txnindex                 index_files
    <offset>.snapshot                             producer_snapshots
    leader-epoch-checkpoint                       epoch_file
    .cleaned, .swap                               cleaned_files
    what is synced, and the recovery point        sync_state
    the offset checkpoints of all partitions      partition_checkpoints

Terms
    kill            the process ends: each completed write is still there
    power failure   the machine ends: bytes last if their file was synced, names if their directory
                    was; anything else is there, torn or missing, in any combination
    safe            survives a power failure
    recovery point  all batches at lower offsets are safe
    the names       the names in the partition's directory; synced by an fsync of that directory
    the directory   its own name and partition.metadata; synced together, once, when it is new
    atomically      as .tmp, then a sync of .tmp, a rename, and a sync of the names around it
    clean stop      `.kafka_cleanshutdown` is there; the next start trusts the files
    whole           the checksum of a batch is right, and its offsets follow those before it
    recovery        what any other start does: it reads the batches from the recovery point on, and
                    cuts the log before the first one that is there and not whole. What is not
                    there at all leaves no such sign: if a segment ends between two batches, or its
                    name is lost, the later segments stay, and the start reports the offsets between
    reports         writes one line about the partition to the log; the partition is served

The rule behind each order below: only batches hold facts. Indexes, snapshots and epochs follow from
them. What describes a batch is synced before the recovery point passes that batch. A recovery
makes indexes anew for the batches that it reads, starts from the newest snapshot that is whole and
lies at or below the recovery point, and takes the epochs of all batches if their file is torn.

How to read what follows: steps are numbered in their order; "(unsynced)" is a step that is safe
only with the next flush or roll. A kill loses only the steps that were not done. The lines below
the steps tell what a power failure loses: "before n" if step n is not complete, "m to n" if m is
complete and n is not, "after n" if n is complete.

Append         1. one write to .log (unsynced); the acknowledgment follows
    after 1    any batches at or above the recovery point. A torn one takes all at higher offsets
               with it. If the end of a segment is lost just behind a batch, or its name is, while
               a later segment lasts, the log has a gap, which the start reports unless it is at
               the log's beginning. That is Kafka's default, which relies on replicas and keeps the
               later segments, too; flush.messages=1 adds a flush.

Create         1. the directory 2. partition.metadata 3. empty .log, .index, .timeindex 4. the first
               leader epoch (all unsynced)
    any time   no record: none is safe yet, as rolls and flushes sync the directory, too. The
               metadata log has the topic, so a start makes what is missing. It sets a directory
               without a readable partition.metadata aside (-stray).

Roll           1. .index, .timeindex, .txnindex 2. a snapshot at the log's end 3. leader epochs, as
(or 24 MiB     .tmp and a rename 4. for 24 MiB: the segment's older snapshot becomes .deleted
more in one    5. in the background: a sync of .log and of what 1 to 3 wrote, then of the names,
segment)       then of the directory 6. the recovery point in memory 7. its checkpoint, atomically.
               The next append makes the new segment's .log.
    before 5   the same as after an append. The files of 1 to 3 may be torn or missing; a recovery
               makes them anew, from an older snapshot.
    5 to 7     no record; the recovery reads more batches than it would have to

Flush          1. leader epochs, as in a roll 2. a sync of sealed segments above the recovery point
               3. a sync of the active .log 4. of the newest snapshot and the active indexes
               5. leader epochs, atomically 6. the names 7. the directory 8. the recovery point in
               memory; its checkpoint follows within a minute
    before 3   the same as after an append
    3 to 7     no record, if names and directory were safe before. Else the name of a new .log or
               directory may be lost, and with it all of its batches.
    after 7    no record; before the checkpoint a recovery reads more than it would have to

Clean stop     1. for each log that has changed: the last .timeindex entry, indexes, a snapshot at
               the log's end, and a flush 2. the offset checkpoints, atomically
               3. .kafka_cleanshutdown, atomically; left out if 1 or 2 fails
    before 3   no record that was flushed; the start recovers. A start removes the marker, and
               syncs that, before it opens a partition.

Retention,     1. log start and first leader epoch in memory 2. oldest segment first: .log, then
DeleteRecords  indexes, then snapshot become .deleted (unsynced). Later, in any order: the files
               are removed after file.delete.delay.ms; the log-start checkpoint is written within a
               minute, the leader epochs at the next roll, flush or stop.
    later      no record that was kept. Removed segments and records below an acknowledged
               DeleteRecords may come back, any of them, also with a gap between them; retention
               or a client removes them again. The leader epochs may begin below the first segment,
               so only after a clean stop is that a sign of a lost segment (`lost_start`); a
               recovery cuts the epochs.
    all go     before 2 an empty segment at the log's end and a snapshot are written (unsynced): no
               batch has the producers any more. Until the next sync a power failure may lose
               the producers, or, if the renames last and the new name does not, the log's end: the
               log then begins at 0, and the start reports that it ends below its recovery point.

Truncation     1. newest segment first: .log, then indexes become .deleted; if a segment is left,
(a follower)   the names are synced after each 2. the last .log is cut (unsynced) 3. later
               snapshots become .deleted 4. the recovery point, if it is higher than the cut, is
               lowered to it in its checkpoint, atomically. Leader epochs are cut in memory, and
               written as above.
    before 2   the log is longer than asked, without a hole
    1 to 4     the log may end below its recovery point, which the start reports; the last segment
               may be cut, or have its tail back
    after 4    the tail may still come back; the follower compares epochs and cuts it again. Step 4
               precedes the next append: else a new batch, not synced, would lie below the old
               recovery point and be trusted.

Compaction     1. .cleaned files, synced 2. the names 3. .cleaned becomes .swap, each .log last
               4. the names 5. old segments become .deleted 6. the names 7. .swap gets the final
               names 8. the names
    before 4   no record; the old segments are served. While a .cleaned is there, the start undoes:
               it removes the .swap that belong with it, syncs the names, then removes the .cleaned.
    3 to 4     the same, or the new segments are served, if all renames lasted
    after 4    no record that compaction keeps; the new segments are served. The start completes 5
               to 8: it removes old segments that begin below the end of the new ones. Old segments
               of which compaction kept nothing may lie behind that end; then superseded records of
               them come back, as in Kafka, until the next compaction.

Topic          1. the metadata log has the deletion, synced 2. the directory becomes -delete
deletion       (unsynced) 3. it is removed later
    after 1    nothing; the start sets a directory that came back aside (-stray)

A start        may itself be interrupted anywhere, and the next one finds the same. It syncs the
               steps of an interrupted compaction and each segment that it removes; the rest of what
               it writes is unsynced until the next flush, which syncs everything after a recovery.

A failed write or fsync ends the use of this one partition's directory until the next start of the
broker (`StoreDirectory.failed`). A failed fsync is never repeated: the kernel drops the pages that
it could not write, so a second fsync would succeed without them. The recovery point stays below
those batches. A start of the broker alone may find them whole in the kernel's memory although the
disk lacks them, as Apache Kafka's does; a start of the machine finds what the disk has.

`tests/log/files/test_partition_files.py` compares these orders with what is done to a disk.
`tests/log/files/test_crashes.py` takes each moment of such histories, loses what may be lost, and
compares what a start finds with what was promised.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.files.cleaned_files import CleanedFiles
from kafkawire.log.files.epoch_file import EpochFile
from kafkawire.log.files.index_files import IndexFiles
from kafkawire.log.files.producer_snapshots import ProducerSnapshots
from kafkawire.log.files.segment_files import SegmentFiles
from kafkawire.log.files.sync_state import SyncState

if TYPE_CHECKING:
    from kafkawire.log.files.store_directory import StoreDirectory


class PartitionFiles:
    """The owners of the files in one partition's directory."""

    __slots__ = ("_cleaned", "directory", "epochs", "indexes", "segments", "snapshots", "sync")

    def __init__(self, directory: StoreDirectory) -> None:
        self.directory = directory
        self.epochs = EpochFile(directory)
        self.snapshots = ProducerSnapshots(directory)
        self.indexes = IndexFiles(directory)
        self.segments = SegmentFiles(directory, self.indexes, self.snapshots)
        self._cleaned: CleanedFiles | None = None
        self.sync = SyncState(directory, self.indexes, self.segments, self.snapshots, self.epochs)

    @property
    def cleaned(self) -> CleanedFiles:
        """The files of cleaned segments; made when they are needed, since most logs have none."""
        if self._cleaned is None:
            parts = self.directory, self.indexes, self.segments, self.snapshots
            self._cleaned = CleanedFiles(*parts)
        return self._cleaned
