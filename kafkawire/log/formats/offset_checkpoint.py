"""One offset for each of many partitions: `recovery-point-offset-checkpoint` and its like."""

from __future__ import annotations

from collections.abc import Mapping

from kafkawire.log.formats.checkpoint import decode_lines, encode_lines
from kafkawire.log.formats.text import INT32_MAX, INT64_MAX, number_of
from kafkawire.log.topic_partition import TopicPartition

RECOVERY_POINTS = "recovery-point-offset-checkpoint"
"""Up to where each log is known to be on disk."""
LOG_START_OFFSETS = "log-start-offset-checkpoint"
"""First offsets, of logs whose first offset is not that of their first segment."""
HIGH_WATERMARKS = "replication-offset-checkpoint"
CLEANER_OFFSETS = "cleaner-offset-checkpoint"
"""Up to where each compacted log was cleaned."""

FILE_NAMES = (RECOVERY_POINTS, LOG_START_OFFSETS, HIGH_WATERMARKS, CLEANER_OFFSETS)


def encode(offsets: Mapping[TopicPartition, int]) -> bytes:
    """A checkpoint of these offsets, in the order of the mapping."""
    return encode_lines(
        [f"{topic} {partition} {offset}" for (topic, partition), offset in offsets.items()]
    )


def decode(data: bytes) -> dict[TopicPartition, int]:
    """Offsets by partition; of one given twice the last counts. Raises CorruptFile."""
    return {
        TopicPartition(topic, number_of(partition, INT32_MAX, "partition")): number_of(
            offset, INT64_MAX, "offset"
        )
        for topic, partition, offset in decode_lines(data, 3)
    }
