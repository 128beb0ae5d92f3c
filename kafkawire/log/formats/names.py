"""The names of files and directories (Kafka's `LogFileUtils`, `LocalLog`, `Snapshots`).

A segment's files share its base offset in 20 digits. A suffix behind the kind says what becomes
of a file: `.deleted` goes, `.cleaned` is being written by compaction, `.swap` is about to replace
what it covers. A partition's directory is `<topic>-<partition>`, and while it goes, moves or is
nobody's, `<topic>-<partition>.<32 hexadecimal digits>-delete`, `-future` or `-stray`.
"""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.log.formats.text import INT32_MAX, INT64_MAX
from kafkawire.log.topic_partition import TopicPartition

LOG = ".log"
OFFSET_INDEX = ".index"
TIME_INDEX = ".timeindex"
TRANSACTION_INDEX = ".txnindex"
PRODUCER_SNAPSHOT = ".snapshot"
SEGMENT_KINDS = (LOG, OFFSET_INDEX, TIME_INDEX, TRANSACTION_INDEX)
"""The files of a segment; a snapshot belongs to an offset, whatever segments there are."""
FILE_KINDS = (*SEGMENT_KINDS, PRODUCER_SNAPSHOT)

DELETED = ".deleted"
CLEANED = ".cleaned"
SWAP = ".swap"
FILE_SUFFIXES = (DELETED, CLEANED, SWAP)

METADATA_SNAPSHOT = ".checkpoint"
PARTIAL = ".part"

DELETE = "-delete"
FUTURE = "-future"
STRAY = "-stray"
DIRECTORY_SUFFIXES = (DELETE, FUTURE, STRAY)
DIRECTORY_NAME_MAX = 255

BOOTSTRAP_SNAPSHOT = "bootstrap.checkpoint"
"""What 3.x formats a directory with, in its root; newer releases write the snapshot 0-0 itself."""

LOCK = ".lock"

_OFFSET_DIGITS = 20
_EPOCH_DIGITS = 10


class SegmentFile(NamedTuple):
    """A file of a segment: `kind` with its dot, `suffix` with its dot or empty."""

    base_offset: int
    kind: str
    suffix: str = ""


class PartitionDirectory(NamedTuple):
    """A directory of a partition; `suffix` with its dash or empty, and then no `unique_id`.

    The topic of a long name may have been cut where there is a suffix.
    """

    topic_partition: TopicPartition
    unique_id: str = ""
    suffix: str = ""


class SnapshotFile(NamedTuple):
    """A snapshot of the metadata log up to `end_offset`, which is not in it.

    `suffix` is empty, `.part` or `.deleted`.
    """

    end_offset: int
    epoch: int
    suffix: str = ""


def segment_file_name(base_offset: int, kind: str, suffix: str = "") -> str:
    """`00000000000000000000.log` and its like."""
    return f"{base_offset:0{_OFFSET_DIGITS}}{kind}{suffix}"


def parse_segment_file_name(name: str) -> SegmentFile | None:
    """What such a name says, or None."""
    digits, dot, rest = name.partition(".")
    kind, more, suffix = rest.partition(".")
    base_offset = _digits(digits, INT64_MAX)
    found = SegmentFile(base_offset, dot + kind, more + suffix)
    known = found.kind in FILE_KINDS and found.suffix in ("", *FILE_SUFFIXES)
    return found if base_offset >= 0 and known else None


def snapshot_file_name(end_offset: int, epoch: int, suffix: str = "") -> str:
    """`00000000000000000000-0000000000.checkpoint` and its like."""
    return f"{end_offset:0{_OFFSET_DIGITS}}-{epoch:0{_EPOCH_DIGITS}}{METADATA_SNAPSHOT}{suffix}"


def parse_snapshot_file_name(name: str) -> SnapshotFile | None:
    """What such a name says, or None. One that is being written has a random part behind it."""
    stem, kind, suffix = name.partition(METADATA_SNAPSHOT)
    offset, _, rest = stem.partition("-")
    epoch, _, random_part = rest.partition("-")
    if not kind or suffix not in ("", PARTIAL, DELETED) or (random_part and suffix != PARTIAL):
        return None
    found = SnapshotFile(_digits(offset, INT64_MAX), _digits(epoch, INT32_MAX), suffix)
    return found if found.end_offset >= 0 and found.epoch >= 0 else None


def directory_name(topic_partition: TopicPartition) -> str:
    """`<topic>-<partition>`."""
    return f"{topic_partition.topic}-{topic_partition.partition}"


def directory_name_with(topic_partition: TopicPartition, unique_id: bytes, suffix: str) -> str:
    """`<topic>-<partition>.<unique id>-delete` and its like, of 255 characters at most.

    Too long a topic is cut, but for `-future`, where Kafka leaves it whole.
    """
    topic, partition = topic_partition
    rest = f"-{partition}.{unique_id.hex()}{suffix}"
    if suffix != FUTURE:
        topic = topic[: DIRECTORY_NAME_MAX - len(rest)]
    return topic + rest


def parse_directory_name(name: str) -> PartitionDirectory | None:
    """What such a name says, or None: Kafka refuses to start where it finds another."""
    unique_id = ""
    suffix = next((each for each in DIRECTORY_SUFFIXES if name.endswith(each)), "")
    if suffix:
        name, dot, unique_id = name.removesuffix(suffix).rpartition(".")
        if not dot or not unique_id or any(each.isspace() for each in name + unique_id):
            return None
    topic, _, partition = name.rpartition("-")
    number = _digits(partition, INT32_MAX)
    if not topic or number < 0:
        return None
    return PartitionDirectory(TopicPartition(topic, number), unique_id, suffix)


def _digits(text: str, largest: int) -> int:
    """A number of digits alone, of 20 at most; -1 for anything else or larger."""
    if not (text.isascii() and text.isdecimal()) or len(text) > _OFFSET_DIGITS:
        return -1
    number = int(text)
    return number if number <= largest else -1
