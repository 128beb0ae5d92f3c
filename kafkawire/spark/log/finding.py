"""What is in a directory: partitions, their segments, and up to where they may be read.

A broker keeps, beside the partitions' directories, checkpoints of high watermarks and of first
offsets. They are a few seconds old while it runs; what is below such a high watermark stays. A
directory of a partition that was copied without them is read to its end, and a warning says so.
Directories that are about to go, or to be moved, are nobody's.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from typing import NamedTuple

from kafkawire.dump.log.files import read_small
from kafkawire.log.formats import offset_checkpoint
from kafkawire.log.formats.names import (
    LOG,
    PRODUCER_SNAPSHOT,
    parse_directory_name,
    parse_segment_file_name,
)
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.spark.log.options import LogOptions

NO_END = 1 << 62
"""The high watermark of who reads all."""
WARNINGS = logging.getLogger("kafkawire.spark.log")


class NothingThere(Exception):
    """A path that holds no log."""


class SegmentPlace(NamedTuple):
    """A segment: its first offset may be below that of its first batch. `size` is in bytes."""

    base_offset: int
    path: str
    size: int


class PartitionPlace(NamedTuple):
    """A partition on disk; rows are those with log_start_offset <= offset < high_watermark."""

    topic: str
    partition: int
    directory: str
    segments: tuple[SegmentPlace, ...]
    snapshots: tuple[int, ...]
    log_start_offset: int
    high_watermark: int


def find_partitions(options: LogOptions) -> list[PartitionPlace]:
    """The partitions that are asked for, by name and number.

    Raises NothingThere, OSError, and CorruptFile for a checkpoint that cannot be read.
    """
    path = os.path.abspath(options.path)
    if not os.path.isdir(path):
        raise NothingThere(f"{options.path} is no directory")
    own = parse_directory_name(os.path.basename(path))
    if own is not None and not own.suffix and _has_segments(path):
        return [_place(path, own.topic_partition, _Checkpoints(os.path.dirname(path)), options)]
    found = {name: parse_directory_name(name) for name in sorted(os.listdir(path))}
    partitions = {
        name: each.topic_partition for name, each in found.items() if each and not each.suffix
    }
    if not partitions:
        raise NothingThere(f"{options.path} holds no partitions, and is none")
    checkpoints = _Checkpoints(path)
    places = [
        _place(os.path.join(path, name), each, checkpoints, options)
        for name, each in partitions.items()
        if options.has(*each) and os.path.isdir(os.path.join(path, name))
    ]
    return sorted(places, key=lambda place: (place.topic, place.partition))


class _Checkpoints:
    """The offsets that a data directory notes of its partitions."""

    def __init__(self, directory: str) -> None:
        self._high_watermarks = _offsets(directory, offset_checkpoint.HIGH_WATERMARKS)
        self._log_starts = _offsets(directory, offset_checkpoint.LOG_START_OFFSETS)

    def log_start(self, name: TopicPartition) -> int:
        """The first offset that is still to be seen."""
        return (self._log_starts or {}).get(name, 0)

    def high_watermark(self, name: TopicPartition) -> int:
        """What the checkpoint says; 0, as to Kafka, of a partition that it does not know."""
        if self._high_watermarks is None:
            WARNINGS.warning("%s-%d: no checkpoint of high watermarks; reading to the end", *name)
            return NO_END
        if name not in self._high_watermarks:
            WARNINGS.warning(
                "%s-%d: no high watermark is known yet, so nothing is read; see option upTo", *name
            )
        return self._high_watermarks.get(name, 0)


def _offsets(directory: str, name: str) -> Mapping[TopicPartition, int] | None:
    try:
        return offset_checkpoint.decode(read_small(os.path.join(directory, name)))
    except FileNotFoundError:
        return None


def _has_segments(path: str) -> bool:
    return any(parse_segment_file_name(name) for name in os.listdir(path))


def _place(
    directory: str, name: TopicPartition, checkpoints: _Checkpoints, options: LogOptions
) -> PartitionPlace:
    segments, snapshots = [], []
    for entry in os.scandir(directory):
        parsed = parse_segment_file_name(entry.name)
        if parsed is None or parsed.suffix:
            continue
        if parsed.kind == LOG:
            size = _size(entry)
            if size:
                segments.append(SegmentPlace(parsed.base_offset, entry.path, size))
        elif parsed.kind == PRODUCER_SNAPSHOT:
            snapshots.append(parsed.base_offset)
    return PartitionPlace(
        *name,
        directory,
        tuple(sorted(segments)),
        tuple(sorted(snapshots)),
        checkpoints.log_start(name),
        NO_END if options.reads_all or not segments else checkpoints.high_watermark(name),
    )


def _size(entry: os.DirEntry[str]) -> int:
    """0 for a segment that has just gone."""
    try:
        return entry.stat().st_size
    except FileNotFoundError:
        return 0
