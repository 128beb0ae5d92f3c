"""The topics of a producer: the queues of their partitions, and the leaders of these."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kafkawire.client.core.producing.partition_queue import NO_LEADER, PartitionQueue
from kafkawire.client.core.producing.partitioner import TopicQueues
from kafkawire.client.errors import ConfigurationError, refusal
from kafkawire.client.values import TopicPartition

if TYPE_CHECKING:
    from kafkawire.client.core.producing.cluster import MetadataLike
    from kafkawire.client.core.producing.options import ProducerOptions
    from kafkawire.client.core.view import ClusterView, TopicView
    from kafkawire.client.errors import ServerError


RATIO_STEP_DOWN = 0.005
RATIO_STEP_UP = 0.05
"""How fast the estimate of a compression ratio follows (Kafka's `CompressionRatioEstimator`)."""

Moved = Callable[[PartitionQueue, int, int, int], None]
"""Gets a partition, its new leader and leader epoch, and now_ms."""


class Topics:
    """Follows the view of the cluster; `known` has the topics whose partitions are known."""

    def __init__(self, options: ProducerOptions, metadata: MetadataLike) -> None:
        self.known: dict[str, TopicQueues] = {}
        self._options = options
        self._metadata = metadata
        self._waiting: dict[str, list[Callable[[], None]]] = {}
        self._wanted: dict[str, int] = {}
        """When each topic was last asked for or used."""
        self._resting: dict[str, TopicQueues] = {}
        """Topics that were not used for long. Their sequences are kept: they must not come
        again under the same producer id."""

    def find(self, partition: TopicPartition) -> PartitionQueue:
        """Return the queue of a partition that is known."""
        return self.known[partition.topic].queues[partition.partition]

    def refusal(self, topic: str) -> ServerError | None:
        """Return why no record can be sent to a topic, where waiting does not help."""
        found = self._metadata.view.topics.get(topic)
        if found is None or not found.error:
            return None
        error = refusal(found.error, f"topic {topic}")
        return error if isinstance(error, ConfigurationError) else None

    def sized(self, topic: str, plain: int, size: int) -> None:
        """Learn from a batch how well the records of a topic compress."""
        found = self.known.get(topic)
        if found is None:
            return
        seen = size / plain
        if seen < found.ratio:
            found.ratio = max(found.ratio - RATIO_STEP_DOWN, seen)
        else:
            found.ratio = max(found.ratio + RATIO_STEP_UP, seen)

    def was_split(self, topic: str) -> None:
        """Expect no good of compression: a batch was too large."""
        found = self.known.get(topic)
        if found is not None:
            found.ratio = max(found.ratio, 1.0)

    def wait(self, topic: str, wake: Callable[[], None], now_ms: int) -> None:
        """Call `wake` with the next news of a topic."""
        self._waiting.setdefault(topic, []).append(wake)
        if topic in self._metadata.view.topics:
            self._metadata.request_update(now_ms)
        if topic not in self._wanted:
            self._metadata.want([topic], now_ms)
        self._wanted[topic] = now_ms

    def give_up(self, topic: str, wake: Callable[[], None]) -> None:
        """Do not call `wake` any more."""
        waiting = self._waiting.get(topic, [])
        if wake in waiting:
            waiting.remove(wake)
        if not waiting:
            self._waiting.pop(topic, None)

    def wake_all(self) -> None:
        """Call all waiters: no metadata will come."""
        waiting, self._waiting = self._waiting, {}
        for wakes in waiting.values():
            for wake in wakes:
                wake()

    def on_view(self, newer: ClusterView, moved: Moved, now_ms: int) -> None:
        """Take over leaders and new partitions."""
        for name in list(self._wanted):
            found = newer.topics.get(name)
            if found is not None and found.partitions:
                self._follow(found, newer, moved, now_ms)
            elif name in self.known:
                self._without_leaders(name, moved, now_ms)
            if found is not None:
                for wake in self._waiting.pop(name, ()):
                    wake()
        self._forget_idle(now_ms)

    def _follow(self, view: TopicView, cluster: ClusterView, moved: Moved, now_ms: int) -> None:
        topic = self.known.get(view.name)
        if topic is None:
            topic = self._resting.pop(view.name, None) or TopicQueues(self._options)
            self.known[view.name] = topic
            topic.used_ms = now_ms
        for number in range(len(topic.queues), max(view.partitions) + 1):
            topic.queues.append(PartitionQueue(TopicPartition(view.name, number)))
        for queue in topic.queues:
            seen = view.partitions.get(queue.partition.partition)
            leader, epoch = NO_LEADER, -1
            if seen is not None and seen.leader in cluster.nodes:
                leader, epoch = seen.leader, seen.leader_epoch
            if (queue.leader, queue.leader_epoch) != (leader, epoch):
                moved(queue, leader, epoch, now_ms)
        topic.find_available(self._near(cluster))

    def _without_leaders(self, name: str, moved: Moved, now_ms: int) -> None:
        topic = self.known[name]
        for queue in topic.queues:
            if queue.leader != NO_LEADER:
                moved(queue, NO_LEADER, -1, now_ms)
        topic.find_available()

    def _near(self, cluster: ClusterView) -> set[int]:
        options = self._options
        if not (options.partitioner_rack_aware and options.client_rack):
            return set()
        return {node.id for node in cluster.nodes.values() if node.rack == options.client_rack}

    def _forget_idle(self, now_ms: int) -> None:
        """Ask no more for topics that were not used within metadata.max.idle.ms."""
        oldest_ms = now_ms - self._options.metadata_max_idle_ms
        for name, wanted_ms in list(self._wanted.items()):
            topic = self.known.get(name)
            used_ms = max(wanted_ms, topic.used_ms if topic is not None else 0)
            if used_ms >= oldest_ms or name in self._waiting:
                continue
            if topic is not None and any(
                queue.batches or queue.in_flight or queue.sequences.in_flight
                for queue in topic.queues
            ):
                continue
            del self._wanted[name]
            if topic is not None:
                self._resting[name] = self.known.pop(name)
            self._metadata.forget([name])
