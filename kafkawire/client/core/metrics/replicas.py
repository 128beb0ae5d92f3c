"""Which replica each partition of a consumer is read from: `preferred-read-replica` (KIP-392)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from kafkawire.client.core.metrics.readings import Scope

if TYPE_CHECKING:
    from kafkawire.client.core.metrics.readings import Reading
    from kafkawire.client.values import TopicPartition

LEADER = -1


def preferred_replicas(
    scope: Scope, preferred: Mapping[TopicPartition, int | None]
) -> Iterator[Reading]:
    """Yield the id of the preferred replica of each assigned partition, -1 where it is None."""
    for (topic, index), replica in preferred.items():
        tags = {**scope.tags, "topic": topic, "partition": str(index)}
        value = LEADER if replica is None else replica
        yield Scope(scope.group, tags).gauge("preferred-read-replica", value)
