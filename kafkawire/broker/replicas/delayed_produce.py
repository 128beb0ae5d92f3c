"""A produce request that waits for the in-sync replicas (Kafka's `DelayedProduce`).

Each partition is waited for by itself: whatever wakes the request, what has come of a partition by
then is its answer, and stays so while others are still waited for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from kafkawire.broker.delayed import Delayed

if TYPE_CHECKING:
    from kafkawire.broker.metrics.expirations import Expirations
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.protocol.messages.produce_response import ProduceResponse


class Waiting(NamedTuple):
    """An appended partition, and how far its high watermark must come.

    `answer` says REQUEST_TIMED_OUT until something else has come of it.
    """

    partition: Partition
    required_offset: int
    answer: ProduceResponse.PartitionProduceResponse


class Call(Protocol):
    """The request that waits; `waiting` are the partitions of which nothing has come yet."""

    waiting: list[Waiting]

    def are_settled(self) -> bool:
        """Take out of `waiting` what need not be waited for any more; whether nothing is left."""

    def respond(self, now_ms: int) -> ProduceResponse:
        """The answer, in time or not."""


class DelayedProduce(Delayed):
    """Waits until all partitions are replicated, or cannot be any more."""

    __slots__ = ("_call", "_expirations")

    operation = "Produce"

    def __init__(self, call: Call, deadline_ms: int, expirations: Expirations) -> None:
        watch = [partition.topic_partition for partition, _, _ in call.waiting]
        super().__init__(watch, deadline_ms, call.are_settled, call.respond)
        self._call = call
        self._expirations = expirations

    def on_expiration(self) -> None:
        """Count the partitions that were waited for in vain (`DelayedProduceMetrics`)."""
        self._call.are_settled()
        self._expirations.produces += len(self._call.waiting)
