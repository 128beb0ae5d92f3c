"""The directory of one partition: its segments in order, and what is kept beside them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import NamedTuple, TypeVar

from kafkawire.dump.log.batches import Batch
from kafkawire.dump.log.describing import control_of
from kafkawire.dump.log.files import read_small
from kafkawire.dump.log.items import Item, problem
from kafkawire.dump.log.partition_checks import AbortedCheck, EpochCheck, Producers
from kafkawire.dump.log.segment import (
    Index,
    Log,
    Options,
    Totals,
    check_of,
    complaint_items,
    opened_index,
)
from kafkawire.dump.log.segment_checks import Complaints
from kafkawire.dump.log.segment_gaps import SegmentGaps
from kafkawire.dump.log.small_files import small_file
from kafkawire.dump.log.snapshots import metadata_snapshot
from kafkawire.log.formats import (
    clean_shutdown,
    leader_epochs,
    names,
    offset_checkpoint,
    partition_metadata,
    producer_snapshot,
    quorum_state,
    transaction_index,
)
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.lost_start import lost_start
from kafkawire.log.topic_partition import CLUSTER_METADATA, TopicPartition
from kafkawire.log.transaction_index import AbortedTransaction
from kafkawire.protocol.uuids import uuid_text

T = TypeVar("T")
_TIERED = "remote-log-index-cache"
COMPACTED_TOPICS = frozenset(("__consumer_offsets", "__transaction_state"))
"""Kafka's own, whatever the checkpoint of the cleaner has."""


class Place(NamedTuple):
    """A directory: where it is, what it is called in items (empty: not at all), whose it is."""

    path: str
    shown: str
    topic: str | None
    partition: int | None
    state: str = ""

    @property
    def parent(self) -> str:
        """The data directory that it is in."""
        return os.path.dirname(self.path)

    @property
    def is_stopped(self) -> bool:
        """Whether the broker of the data directory has stopped in order, and none has begun."""
        return os.path.exists(f"{self.parent}/{clean_shutdown.FILE_NAME}")

    @property
    def is_tiered(self) -> bool:
        """Whether the broker keeps old segments elsewhere, in tiered storage."""
        return os.path.isdir(f"{self.parent}/{_TIERED}")

    def file(self, name: str) -> tuple[str, str]:
        """Where a file is, and what it is called."""
        return f"{self.path}/{name}", f"{self.shown}/{name}" if self.shown else name


class Contents:
    """The files of a partition's directory, by what their names say."""

    def __init__(self, path: str) -> None:
        self.segments: list[int] = []
        self.snapshots: list[int] = []
        self.metadata_snapshots: list[str] = []
        self.orphans: list[str] = []
        self.others: list[str] = []
        self.bytes = 0
        found = sorted(os.listdir(path))
        parsed = {name: names.parse_segment_file_name(name) for name in found}
        for name, file in parsed.items():
            if file is None or file.suffix:
                self._other(name)
            elif file.kind == names.LOG:
                self.segments.append(file.base_offset)
                self.bytes += os.path.getsize(f"{path}/{name}")
            elif file.kind == names.PRODUCER_SNAPSHOT:
                self.snapshots.append(file.base_offset)
        self.orphans = [
            name
            for name, file in parsed.items()
            if file is not None
            and not file.suffix
            and file.kind not in (names.LOG, names.PRODUCER_SNAPSHOT)
            and file.base_offset not in self.segments
        ]

    @property
    def is_being_cleaned(self) -> bool:
        """Whether compaction is about to put segments in the place of others."""
        return any(name.endswith((names.CLEANED, names.SWAP)) for name in self.others)

    def _other(self, name: str) -> None:
        snapshot = names.parse_snapshot_file_name(name)
        if snapshot is not None and not snapshot.suffix:
            self.metadata_snapshots.append(name)
        elif name not in _KNOWN:
            self.others.append(name)


_FATES = {
    names.DELETED: "to be deleted",
    names.CLEANED: "being written by compaction",
    names.SWAP: "about to replace others",
    names.PARTIAL: "being written",
}
_GOES = names.DELETE.removeprefix("-")
_KNOWN = (leader_epochs.FILE_NAME, partition_metadata.FILE_NAME, quorum_state.FILE_NAME)


def other_files(directory: str, found: list[str]) -> Iterator[Item]:
    """Files that are not looked at, by what becomes of them."""
    groups: dict[str, list[str]] = {}
    for name in found:
        suffix = next((each for each in _FATES if name.endswith(each)), "")
        groups.setdefault(_FATES.get(suffix, "not looked at"), []).append(name)
    for fate, group in groups.items():
        yield Item("otherFiles", {"directory": directory, "fate": fate, "files": group})


def while_there(directory: str, items: Iterator[Item]) -> Iterator[Item]:
    """The items, until a file is gone or not to be read.

    Brokers may be at work in the directory; and what cannot be read hides nothing else.
    """
    try:
        yield from items
    except FileNotFoundError as error:
        name = os.path.basename(str(error.filename))
        facts = {"directory": directory, "fate": "gone before it could be read", "files": [name]}
        yield Item("otherFiles", facts)
    except OSError as error:
        name = os.path.basename(str(error.filename or directory))
        file = directory if name == directory else f"{directory}/{name}"
        yield problem(file, f"cannot be read: {error.strerror or error}")


class PartitionWalk:
    """One walk over a partition's directory."""

    def __init__(self, place: Place, contents: Contents, options: Options, totals: Totals) -> None:
        self.log = Log(place.topic, options, totals)
        self._place = place
        self._contents = contents
        self._options = options
        self._totals = totals
        self._epochs: EpochCheck | None = None
        self._producers = Producers(None, contents.segments[0] if contents.segments else 0)
        self._aborted = AbortedCheck(())
        self._snapshots = list(reversed(contents.snapshots))
        self._contradictions: dict[int, Complaints] = {}
        self._gaps = SegmentGaps(self.log)

    @property
    def end_offset(self) -> int:
        """Where the log ends, which may be an empty segment."""
        return max(self.log.end_offset, *self._contents.segments[-1:], 0)

    def items(self) -> Iterator[Item]:
        """Everything in the directory, its state last."""
        self._totals.partitions += 1
        yield self._head()
        yield from self._small_files()
        for base_offset in self._contents.segments:
            yield from while_there(self._place.shown, self._segment(base_offset))
        self._reach(self.end_offset)
        yield from self._ends()
        yield self._state()

    def _head(self) -> Item:
        place = self._place
        facts: dict[str, object] = {"directory": place.shown or place.path}
        if place.topic is not None:
            facts |= {"topic": place.topic, "partition": place.partition}
        metadata = self._decoded(partition_metadata.FILE_NAME, partition_metadata.decode)
        if metadata is not None:
            facts["topicId"] = uuid_text(metadata.topic_id)
        if place.state:
            facts["state"] = place.state
        return Item("partition", facts)

    def _small_files(self) -> Iterator[Item]:
        for name in _KNOWN:
            path, shown = self._place.file(name)
            if os.path.exists(path):
                yield from small_file(path, shown, entries=True)
        epochs = self._decoded(leader_epochs.FILE_NAME, leader_epochs.decode)
        if epochs is not None and not self._place.state:
            self._epochs = EpochCheck(epochs)
        for name in self._contents.metadata_snapshots:
            yield from metadata_snapshot(*self._place.file(name), self._options, self._totals)
        first = self._contents.segments[0] if self._contents.segments else 0
        if first in self._contents.snapshots:
            name = names.segment_file_name(first, names.PRODUCER_SNAPSHOT)
            seed = self._decoded(name, producer_snapshot.decode)
            self._producers = Producers(seed, first)

    def _decoded(self, name: str, decode: Callable[[bytes], T]) -> T | None:
        """What a small file says, if it is there and sound; its problems are told elsewhere."""
        try:
            return decode(read_small(self._place.file(name)[0]))
        except (CorruptFile, FileNotFoundError):
            return None

    def _segment(self, base_offset: int) -> Iterator[Item]:
        path, shown = self._place.file(names.segment_file_name(base_offset, names.LOG))
        self._totals.segments += 1
        self._gaps.begin(base_offset)
        facts = {"file": shown, "baseOffset": base_offset, "bytes": os.path.getsize(path)}
        yield Item("segment", facts)
        with ExitStack() as stack:
            indexes = [(index, *check_of(index)) for index in self._indexes(base_offset, stack)]
            checks = [check for _, check, _ in indexes if check is not None]
            self._aborted = AbortedCheck(self._aborted_transactions(base_offset))
            yield from self.log.walk(path, shown, base_offset, checks, self._follow)
            for index, check, wrong in indexes:
                yield from wrong
                if check is not None:
                    check.end()
                    yield from index.items(check, self._options)
            yield from self._transaction_index(base_offset)
        self._gaps.end(base_offset)

    def _indexes(self, base_offset: int, stack: ExitStack) -> Iterator[Index]:
        for kind in (names.OFFSET_INDEX, names.TIME_INDEX):
            path, shown = self._place.file(names.segment_file_name(base_offset, kind))
            index = opened_index(path, shown, base_offset, is_time=kind == names.TIME_INDEX)
            if index is not None:
                stack.enter_context(index.window)
                yield index

    def _aborted_transactions(self, base_offset: int) -> list[AbortedTransaction]:
        name = names.segment_file_name(base_offset, names.TRANSACTION_INDEX)
        return self._decoded(name, transaction_index.decode) or []

    @property
    def _has_gaps(self) -> bool:
        """Whether batches are missing, as they are where compaction went over the log."""
        first = self._contents.segments[0] if self._contents.segments else 0
        return self.log.gaps > 0 or self.log.faults > 0 or self.log.first_offset > first

    def _transaction_index(self, base_offset: int) -> Iterator[Item]:
        name = names.segment_file_name(base_offset, names.TRANSACTION_INDEX)
        path, shown = self._place.file(name)
        if os.path.exists(path):
            yield from small_file(path, shown, entries=self._options.entries)
        elif self._place.state == _GOES:
            return  # Of a log that goes, each file goes on its own: this one has gone before.
        producers = self._producers
        self._aborted.end(
            first_offset=base_offset,
            end_offset=self.log.end_offset,
            is_sure=not self._has_gaps and producers.is_complete and producers.is_compared,
        )
        yield from complaint_items(shown, self._aborted.complaints)

    def _follow(self, batch: Batch) -> str | None:
        self._reach(batch.first_offset)
        control = control_of(batch) if batch.header.is_control else None
        is_commit = control == "COMMIT" if control in ("COMMIT", "ABORT") else None
        ended = self._producers.batch(batch, is_commit)
        if ended is not None:
            self._aborted.ended(ended)
        return None if self._epochs is None else self._epochs.wrong_epoch(batch)

    def _reach(self, offset: int) -> None:
        """Compare the producer snapshots up to `offset`, before what begins there is played."""
        while self._snapshots and self._snapshots[-1] <= offset:
            at = self._snapshots.pop()
            name = names.segment_file_name(at, names.PRODUCER_SNAPSHOT)
            rows = self._decoded(name, producer_snapshot.decode)
            self._producers.has_gaps = self._has_gaps
            first = self.log.first_offset
            if rows is not None and 0 <= first < at:
                complaints = self._contradictions[at] = Complaints()
                for what in self._producers.contradictions(rows):
                    complaints.add(None, what)

    def _ends(self) -> Iterator[Item]:
        for at in self._contents.snapshots:
            name = names.segment_file_name(at, names.PRODUCER_SNAPSHOT)
            path, shown = self._place.file(name)
            yield from small_file(path, shown, entries=self._options.entries)
            yield from complaint_items(shown, self._contradictions.get(at, Complaints()))
            if at in self._snapshots and self._contents.segments:
                yield problem(shown, "it is of an offset beyond the log")
        if self._epochs is not None:
            self._epochs.end(self.end_offset)
            shown = self._place.file(leader_epochs.FILE_NAME)[1]
            yield from complaint_items(shown, self._epochs.complaints)
        if not self._place.state and not self._contents.is_being_cleaned:
            for base_offset, what in self._gaps.complaints(self._cleaned_to()):
                name = names.segment_file_name(base_offset, names.LOG)
                yield problem(self._place.file(name)[1], what)
            yield from self._lost_start()
        for name in self._contents.orphans:
            yield problem(self._place.file(name)[1], "there is no segment for it")
        yield from other_files(self._place.shown, self._contents.others)

    def _cleaned_to(self) -> int:
        """Up to which offset the log was compacted at some time, as far as is known beside it."""
        place = self._place
        if place.topic in COMPACTED_TOPICS:
            return self.end_offset
        return self._checkpointed(offset_checkpoint.CLEANER_OFFSETS)

    def _checkpointed(self, file_name: str) -> int:
        """Return the partition's offset in a checkpoint beside its directory, 0 without one."""
        place = self._place
        if place.topic is None or place.partition is None:
            return 0
        try:
            known = offset_checkpoint.decode(read_small(f"{place.parent}/{file_name}"))
        except (CorruptFile, FileNotFoundError):
            return 0
        return known.get(TopicPartition(place.topic, place.partition), 0)

    def _lost_start(self) -> Iterator[Item]:
        """Name the offsets before the first segment that were there at the last clean stop."""
        place, segments = self._place, self._contents.segments
        if place.topic in (None, CLUSTER_METADATA) or not segments:
            return
        if not place.is_stopped or place.is_tiered:
            return
        epochs = self._decoded(leader_epochs.FILE_NAME, leader_epochs.decode) or []
        start = self._checkpointed(offset_checkpoint.LOG_START_OFFSETS)
        lost = lost_start(segments[0], epochs, start)
        if lost is not None:
            shown = place.file(names.segment_file_name(segments[0], names.LOG))[1]
            missing = f"offsets {lost.start_offset} to {segments[0] - 1} are missing before it"
            yield problem(shown, f"{missing}: {lost.file_name} has the log begin there")

    def _state(self) -> Item:
        log, producers = self.log, self._producers
        facts: dict[str, object] = {
            "directory": self._place.shown or self._place.path,
            "segments": len(self._contents.segments),
            "bytes": self._contents.bytes,
            "batches": log.batches,
            "records": log.records,
            "firstOffset": log.first_offset,
            "endOffset": self.end_offset,
            "gaps": log.gaps,
            "producers": len(producers),
        }
        return Item("log", facts)
