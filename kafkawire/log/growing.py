"""Interface of a log that the checks of a new batch read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from kafkawire.log.config import LogConfig
    from kafkawire.log.producer_state import ProducerState
    from kafkawire.log.topic_partition import TopicPartition


class GrowingLog(Protocol):
    """A log as its next batch finds it; `kafkawire.log.partition_log.PartitionLog` is one."""

    config: LogConfig
    topic_partition: TopicPartition
    log_end_offset: int
    producer_state: ProducerState
