"""The group coordinator of a broker: which groups it has, by partition of `__consumer_offsets`.

Beside the shards, whose life `CoordinatedTopic` knows, it hears of topics: those that are new or
have grown are to be assigned by the consumer groups that read them, and nobody's offsets on those
that are deleted mean anything any more.
"""

from __future__ import annotations

from functools import partial

from kafkawire.broker.coordinated_topic import AT_NEXT_TICK, CoordinatedTopic, ShardState
from kafkawire.broker.groups.settings import GroupSettings
from kafkawire.broker.groups.topic_watch import TopicWatch
from kafkawire.broker.metadata.features import GROUP_VERSION
from kafkawire.broker.metadata.topic_names import CONSUMER_OFFSETS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.broker.coordinator import CoordinatorParts
    from kafkawire.broker.groups.shard import GroupShard
    from kafkawire.broker.loggers import Logger
    from kafkawire.broker.replicas.partition import Partition


class GroupCoordinator(CoordinatedTopic["GroupShard"]):
    """All groups that this broker coordinates."""

    __slots__ = ("_logger", "_parts", "_watch", "settings")

    def __init__(self, parts: CoordinatorParts, logger: Logger) -> None:
        self._logger = logger
        self._parts = parts
        self.settings = GroupSettings(parts.config)
        self._watch = TopicWatch()
        super().__init__(CONSUMER_OFFSETS, self.settings.partitions, parts)

    def make_shard(self, partition: Partition) -> GroupShard:
        """See `CoordinatedTopic`."""
        from kafkawire.broker.groups.shard import GroupShard

        return GroupShard(
            partition,
            self._parts,
            settings=self.settings,
            watch=self._watch,
            logger=self._logger,
        )

    @property
    def serves_consumer_groups(self) -> bool:
        """Whether the broker is willing and the cluster able to have them (groups D-1)."""
        return self.settings.has_consumer_protocol and GROUP_VERSION in self._metadata.features

    def on_topics_created(self, names: Sequence[str]) -> None:
        """Have those who read a new or grown topic notice; called by the controller."""
        super().on_topics_created(names)
        self._watch.topics_changed(names, self._metadata)

    def on_topics_deleted(self, names: Sequence[str]) -> None:
        """Forget the offsets of deleted topics soon; called by the controller."""
        super().on_topics_deleted(names)
        self._watch.topics_changed(names, self._metadata)
        self._timers.at(AT_NEXT_TICK, partial(self._forget_topics, tuple(names)))

    def _forget_topics(self, names: Sequence[str], now_ms: int) -> None:
        from kafkawire.broker.groups.expiry import forget_topic

        for name in names:
            topic = self._metadata.topics.get(name)
            existing_id = None if topic is None else topic.topic_id
            for shard in self.shards.values():
                if shard.state is ShardState.ACTIVE:
                    forget_topic(shard, name, existing_id, now_ms)
