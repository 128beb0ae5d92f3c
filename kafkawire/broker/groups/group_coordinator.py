"""The group coordinator of a broker: which groups it has, by partition of `__consumer_offsets`.

A group belongs to the partition that its id hashes to, and the leader of that partition
coordinates it. Shards appear when the partitions do: first a request hears NOT_COORDINATOR, then
COORDINATOR_LOAD_IN_PROGRESS while the log is read, a slice in each tick, then it is served
(groups A-40). Clients retry all of these.
"""

from __future__ import annotations

from functools import partial

from kafkawire.broker.coordinator import Loader
from kafkawire.broker.groups import expiry
from kafkawire.broker.groups.rebalance import prepare, restart_session, unload
from kafkawire.broker.groups.settings import GroupSettings
from kafkawire.broker.groups.shard import GroupShard, ShardState
from kafkawire.broker.groups.states import GroupState
from kafkawire.broker.java_order import java_hash_order, partition_for_group
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, ProtocolError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.coordinator import StateLog
    from kafkawire.broker.groups.classic_group import ClassicGroup
    from kafkawire.broker.groups.records import Record
    from kafkawire.broker.metadata.controller import Controller
    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.purgatory import Purgatory
    from kafkawire.broker.replicas.replica_manager import ReplicaManager
    from kafkawire.broker.timers import Timers

GROUP_TOPIC = "__consumer_offsets"

AT_NEXT_TICK = 0
"""A deadline that has always come."""


class GroupCoordinator:
    """All groups that this broker coordinates."""

    __slots__ = (
        "_metadata",
        "_purgatory",
        "_random",
        "_replicas",
        "_timers",
        "partitions",
        "settings",
        "shards",
    )

    def __init__(  # noqa: PLR0913 - the parts of a broker that it works with
        self,
        *,
        config: BrokerConfig,
        metadata: MetadataImage,
        controller: Controller,
        replicas: ReplicaManager,
        purgatory: Purgatory,
        timers: Timers,
        random: Random,
    ) -> None:
        self._metadata = metadata
        self._replicas = replicas
        self._purgatory = purgatory
        self._timers = timers
        self._random = random
        self.settings = GroupSettings(config)
        self.partitions = self.settings.partitions
        """How many partitions group ids are hashed to; does not follow a topic that grows."""
        self.shards: dict[int, GroupShard] = {}
        controller.subscribe(self)

    # Routing

    def partition_of(self, group_id: str) -> int:
        """The partition of `__consumer_offsets` that a group lives in (groups A-30)."""
        return partition_for_group(group_id, self.partitions)

    def shard_of(self, group_id: str) -> GroupShard:
        """The shard of a group; raises `ApiError` if this broker cannot serve it now."""
        return self._active(self.partition_of(group_id))

    def _active(self, partition_index: int) -> GroupShard:
        shard = self.shards.get(partition_index)
        if shard is None:
            raise ApiError(ErrorCode.NOT_COORDINATOR)
        shard.check_active()
        return shard

    def logs_of(self, group_ids: Iterable[str]) -> list[StateLog[Record]]:
        """The logs of the partitions of some groups, as far as they are coordinated here."""
        indexes = {self.partition_of(group_id) for group_id in group_ids}
        return [self.shards[index].log for index in indexes if index in self.shards]

    def active_shards(self) -> list[GroupShard]:
        """All shards that can serve; raises `ApiError` while one is loading (groups B-85).

        In the order in which Kafka walks its partitions.
        """
        for shard in self.shards.values():
            if shard.state is ShardState.LOADING:
                shard.check_active()
        places = [(GROUP_TOPIC, index) for index in self.shards]
        shards = [self.shards[index] for _, index in java_hash_order(places)]
        return [shard for shard in shards if shard.state is ShardState.ACTIVE]

    def by_partition(self, group_ids: Iterable[str]) -> list[tuple[int, list[str]]]:
        """Groups by their partition, in the order in which Kafka answers for them (A-62)."""
        found: dict[int, list[str]] = {}
        for group_id in group_ids:
            found.setdefault(self.partition_of(group_id), []).append(group_id)
        places = [(GROUP_TOPIC, index) for index in found]
        return [(index, found[index]) for _, index in java_hash_order(places, newest_first=True)]

    def shard_at(self, partition_index: int) -> GroupShard:
        """The shard of a partition; raises `ApiError` as `shard_of` does."""
        return self._active(partition_index)

    # Leadership

    def on_topics_created(self, names: Sequence[str]) -> None:
        """Begin to coordinate when the topic is there; called by the controller."""
        if GROUP_TOPIC in names:
            self._timers.at(AT_NEXT_TICK, self._elect_all)

    def on_topics_deleted(self, names: Sequence[str]) -> None:
        """Forget the offsets of deleted topics soon; called by the controller."""
        self._timers.at(AT_NEXT_TICK, partial(self._forget_topics, tuple(names)))

    def on_config_changed(self, resource_type: int, name: str) -> None:
        """None of the coordinator's settings is dynamic."""

    def _elect_all(self, now_ms: int) -> None:
        topic = self._metadata.topics.get(GROUP_TOPIC)
        if topic is None:
            return
        self._resign_deleted(now_ms)
        if not self.shards:
            self.partitions = len(topic.partitions)
        for index in topic.partitions:
            if index not in self.shards:
                self.on_partition_elected(index, now_ms)

    def on_partition_elected(self, partition_index: int, now_ms: int) -> None:
        """This broker leads a partition of the topic now: read it."""
        partition = self._replicas.get(TopicPartition(GROUP_TOPIC, partition_index))
        if partition is None or not partition.is_leader:
            return
        shard = self.shards[partition_index] = GroupShard(
            partition,
            self._replicas,
            self._purgatory,
            self._timers,
            settings=self.settings,
            random=self._random,
        )
        self._load(shard, Loader(partition, shard), now_ms)

    def on_partition_resigned(self, partition_index: int, now_ms: int) -> None:
        """This broker no longer leads a partition: its groups are not ours (groups A-26)."""
        shard = self.shards.pop(partition_index, None)
        if shard is not None:
            shard.close()
            for group in shard.groups.values():
                unload(shard, group, now_ms)

    def _load(self, shard: GroupShard, loader: Loader[Record], now_ms: int) -> None:
        """Read a slice of the shard's log; go on at the next tick if there is more."""
        if shard.state is not ShardState.LOADING:
            return
        try:
            is_loaded = loader.load_slice()
        except ProtocolError:
            shard.state = ShardState.FAILED
            return
        if is_loaded:
            self._loaded(shard, now_ms)
        else:
            self._timers.at(AT_NEXT_TICK, partial(self._load, shard, loader))

    def _loaded(self, shard: GroupShard, now_ms: int) -> None:
        """Members get a whole session to show up again (groups A-25)."""
        shard.state = ShardState.ACTIVE
        expiry.schedule(shard, now_ms)
        for group in list(shard.groups.values()):
            self._revive(shard, group, now_ms)

    def _revive(self, shard: GroupShard, group: ClassicGroup, now_ms: int) -> None:
        for member in group.members.values():
            restart_session(shard, group, member, now_ms)
        is_too_large = len(group.members) > self.settings.max_size
        if group.state is GroupState.STABLE and is_too_large:
            prepare(shard, group, now_ms)

    def _forget_topics(self, names: Sequence[str], now_ms: int) -> None:
        if GROUP_TOPIC in names:
            self._resign_deleted(now_ms)
        for name in names:
            topic = self._metadata.topics.get(name)
            existing_id = None if topic is None else topic.topic_id
            for shard in self.shards.values():
                if shard.state is ShardState.ACTIVE:
                    expiry.forget_topic(shard, name, existing_id, now_ms)

    def _resign_deleted(self, now_ms: int) -> None:
        for index in [index for index, shard in self.shards.items() if shard.partition.deleted]:
            self.on_partition_resigned(index, now_ms)
