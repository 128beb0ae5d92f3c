"""Positions that the application has chosen with a seek, and has got no records of since.

Kafka's consumer commits such a position with the next commit of all positions
(`SubscriptionState.allConsumed`). A position counts once it is valid: after a reset when its offset
is known, and after a seek with an epoch when the leader has confirmed the epoch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.core.positions import State

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kafkawire.client.core.positions import Partition, Position
    from kafkawire.client.values import TopicPartition


class Sought:
    """The chosen positions among the assigned partitions. Handing out records ends the choice."""

    def __init__(self, assigned: Mapping[TopicPartition, Partition]) -> None:
        self._assigned = assigned
        self._chosen: dict[TopicPartition, Partition] = {}

    def add(self, keys: Iterable[TopicPartition]) -> None:
        """Note that the application has chosen the positions of these partitions."""
        for key in keys:
            partition = self._assigned[key]
            partition.is_sought = True
            self._chosen[key] = partition

    def take(self) -> dict[TopicPartition, Position]:
        """Return the chosen positions that are valid now. Each choice is returned once."""
        found: dict[TopicPartition, Position] = {}
        for key, partition in list(self._chosen.items()):
            if not partition.is_sought or self._assigned.get(key) is not partition:
                del self._chosen[key]
            elif partition.state is State.FETCHING:
                assert partition.position is not None
                del self._chosen[key]
                partition.is_sought = False
                found[key] = partition.position
        return found
