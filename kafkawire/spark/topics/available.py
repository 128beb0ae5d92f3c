"""What a run with AvailableNow may read: up to the ends that its topics had when it began.

Each of its batches is checked against those ends, and against the logs as they are when it is
planned: what was lost since is told before any task looks for it. The names are those of the stock
connector. Of its others, MISMATCHED_TOPIC_PARTITIONS_BETWEEN_START_OFFSET_AND_END_OFFSET cannot
come up here, where starts and ends are made of one list of partitions, and neither can
KAFKA_DATA_LOSS.START_OFFSET_RESET: a start is taken as it was given, and one that is not in its log
is PARTITION_OFFSET_CHANGED or COULD_NOT_READ_OFFSET_RANGE.
"""

from __future__ import annotations

from kafkawire.spark.topics.errors import shown, source_error
from kafkawire.spark.topics.offsets import Offsets


def check_taken(available: Offsets, end: Offsets) -> None:
    """That a batch stays within the ends that were taken. Raises SourceError."""
    if end.keys() != available.keys():
        raise source_error(
            "MISMATCHED_TOPIC_PARTITIONS_BETWEEN_END_OFFSET_AND_PREFETCHED",
            f"topic-partitions for pre-fetched offset: {shown(available)},"
            f" topic-partitions for end offset: {shown(end)}",
        )
    _check_ends("THAN_PREFETCHED", "pre-fetched", available, end)


def check_there(latest: Offsets, end: Offsets) -> None:
    """That the logs still go so far. Raises SourceError."""
    if lost := end.keys() - latest.keys():
        raise source_error(
            "LOST_TOPIC_PARTITIONS_IN_END_OFFSET_WITH_TRIGGER_AVAILABLENOW",
            f"{shown(lost)} have been deleted while the query ran."
            f" topic-partitions for latest offset: {shown(latest)},"
            f" topic-partitions for end offset: {shown(end)}",
        )
    _check_ends("THAN_LATEST_WITH_TRIGGER_AVAILABLENOW", "latest", latest, end)


def _check_ends(name: str, what: str, bounds: Offsets, end: Offsets) -> None:
    beyond = [each for each in sorted(end) if end[each] > bounds[each]]
    if beyond:
        raise source_error(
            f"END_OFFSET_HAS_GREATER_OFFSET_FOR_TOPIC_PARTITION_{name}",
            f"{beyond[0]}: {what} offset: {bounds[beyond[0]]}, end offset: {end[beyond[0]]}",
        )
