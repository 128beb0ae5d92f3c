"""A produce request that waits for the in-sync replicas (Kafka's `DelayedProduce`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.delayed import Delayed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kafkawire.broker.metrics import Metrics
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.protocol.messages.produce_response import ProduceResponse


class Waiting(NamedTuple):
    """An appended partition, and how far its high watermark must come."""

    partition: Partition
    required_offset: int
    answer: ProduceResponse.PartitionProduceResponse


class DelayedProduce(Delayed):
    """Waits until all of `waiting` are replicated, or cannot be any more."""

    __slots__ = ("_metrics", "_waiting")

    operation = "Produce"

    def __init__(
        self,
        waiting: Sequence[Waiting],
        deadline_ms: int,
        metrics: Metrics,
        respond: Callable[[int], ProduceResponse],
    ) -> None:
        watch = [partition.topic_partition for partition, _, _ in waiting]
        super().__init__(watch, deadline_ms, self._are_settled, respond)
        self._waiting = waiting
        self._metrics = metrics

    def on_expiration(self) -> None:
        """Count the partitions that were waited for in vain (`DelayedProduceMetrics`)."""
        pending = [not is_settled(partition, offset) for partition, offset, _ in self._waiting]
        self._metrics.produces_expired += sum(pending)

    def _are_settled(self) -> bool:
        return all(is_settled(partition, offset) for partition, offset, _ in self._waiting)


def is_settled(partition: Partition, required_offset: int) -> bool:
    """Whether nothing is left to wait for."""
    if partition.deleted or not partition.is_leader:
        return True
    return partition.high_watermark >= required_offset
