"""Moves of partitions from member to member in one assignment.

A move from A to B that follows a move of the same topic from B to A had better undo that one. So
moves are kept by topic and by the pair of members (Kafka's `PartitionMovements`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.java_table import JavaTable

if TYPE_CHECKING:
    from kafkawire.client.values import TopicPartition


class Move(NamedTuple):
    """From which member to which; a partition that moves twice has the first and the last."""

    source: str
    target: str


class Movements:
    """The moves so far."""

    __slots__ = ("_by_partition", "_by_topic")

    def __init__(self) -> None:
        self._by_partition: dict[TopicPartition, Move] = {}
        self._by_topic: dict[str, dict[Move, JavaTable[TopicPartition]]] = {}

    def note(self, partition: TopicPartition, source: str, target: str) -> None:
        """Add a move. A partition that comes back to where it was has not moved."""
        before = self._by_partition.pop(partition, None)
        if before is not None:
            self._forget(partition, before)
            source = before.source
        if source != target:
            move = Move(source, target)
            self._by_partition[partition] = move
            moves = self._by_topic.setdefault(partition.topic, {})
            moves.setdefault(move, JavaTable()).put(partition)

    def _forget(self, partition: TopicPartition, move: Move) -> None:
        moves = self._by_topic[partition.topic]
        moves[move].remove(partition)
        if not moves[move]:
            del moves[move]

    def best(self, partition: TopicPartition, source: str, target: str) -> TopicPartition:
        """Return what to move instead of a partition: one of its topic that moved the other way."""
        before = self._by_partition.get(partition)
        origin = source if before is None else before.source
        back = self._by_topic.get(partition.topic, {}).get(Move(target, origin))
        return partition if back is None else back.first()
