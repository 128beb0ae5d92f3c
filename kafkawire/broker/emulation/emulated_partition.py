"""A partition as a release keeps it: its idea of a quorum, and of who must wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.replicas.partition import Partition

if TYPE_CHECKING:
    from kafkawire.broker.behaviour import Behaviour
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.topic_partition import TopicPartition


class EmulatedPartition(Partition):
    """See the module."""

    __slots__ = ("_answers_beyond_bound", "_clamps_min_isr")

    def __init__(
        self,
        topic_partition: TopicPartition,
        topic_id: bytes,
        log: PartitionLog,
        behaviour: Behaviour,
    ) -> None:
        super().__init__(topic_partition, topic_id, log)
        self._clamps_min_isr = behaviour.clamps_min_isr
        self._answers_beyond_bound = behaviour.answers_beyond_bound

    @property
    def min_isr(self) -> int:
        """See `Partition.min_isr`; older releases do not mind how many replicas there are."""
        return super().min_isr if self._clamps_min_isr else self.log.config.min_insync_replicas

    @property
    def answers_beyond_bound(self) -> bool:
        """See `Partition.answers_beyond_bound`."""
        return self._answers_beyond_bound
