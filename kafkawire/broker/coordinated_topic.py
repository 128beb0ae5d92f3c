"""The partitions of a coordinator's topic that this broker leads, and the state that each holds.

What a coordinator is asked for (a group, a transactional id) belongs to the partition that its
name hashes to, and the leader of that partition coordinates it. The state of a partition is a
*shard*: a fold over its records (see `kafkawire.broker.coordinator`). Shards appear when the
partitions do: first a request hears NOT_COORDINATOR, then COORDINATOR_LOAD_IN_PROGRESS while the
log is read, a slice in each tick, then it is served (groups A-40). Clients retry all of these.
"""

from __future__ import annotations

from enum import Enum, auto
from functools import partial
from typing import Generic, Protocol, TypeVar

from kafkawire.broker.coordinator import Loader
from kafkawire.java_order import java_hash_order, partition_for_group
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, ProtocolError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kafkawire.broker.coordinator import CoordinatorParts, StateLog
    from kafkawire.broker.replicas.partition import Partition

R = TypeVar("R")

AT_NEXT_TICK = 0
"""A deadline that has always come."""


class ShardState(Enum):
    """Whether a shard can serve."""

    LOADING = auto()
    ACTIVE = auto()
    FAILED = auto()


_REFUSALS = {
    ShardState.LOADING: ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
    ShardState.FAILED: ErrorCode.NOT_COORDINATOR,
}


class Shard(Protocol[R]):
    """One partition's state: a `coordinator.Fold`, and its log."""

    partition: Partition
    state: ShardState
    log: StateLog[R]

    def encode(self, record: R) -> tuple[bytes, bytes | None]:
        """Part of `Fold`."""

    def decode(self, key: bytes, value: bytes | None) -> R | None:
        """Part of `Fold`."""

    def apply(self, record: R, record_offset: int, producer_id: int) -> None:
        """Part of `Fold`."""

    def end_transaction(self, producer_id: int, *, committed: bool) -> None:
        """Part of `Fold`."""

    def loaded(self, now_ms: int) -> None:
        """The log is read to its end, and the shard ACTIVE: let time pass in it."""

    def resigned(self, now_ms: int) -> None:
        """This broker leads the partition no longer: let nobody wait, stop all timers."""


S = TypeVar("S", bound=Shard)  # type: ignore[type-arg] # each topic has shards of one kind


class CoordinatedTopic(Generic[S]):
    """All shards of one topic here; told by the controller when the topic comes or goes.

    A coordinator is one: it says what its shards are.
    """

    __slots__ = ("_metadata", "_replicas", "_timers", "name", "partitions", "report", "shards")

    def __init__(self, name: str, partitions: int, parts: CoordinatorParts) -> None:
        self.name = name
        self.partitions = partitions
        """How many partitions names are hashed to; does not follow a topic that grows."""
        self.shards: dict[int, S] = {}
        self._metadata = parts.metadata
        self._replicas = parts.replicas
        self._timers = parts.timers
        self.report: Callable[[TopicPartition, Exception], None] = lambda *_: None
        """Told of a partition that cannot be read, so that nobody is served from it (A-27)."""

    def make_shard(self, partition: Partition) -> S:
        """The state of a partition that is led here from now on, LOADING."""
        raise NotImplementedError

    # Routing

    def partition_of(self, key: str) -> int:
        """The partition that a group or a transactional id lives in (groups A-30, produce C-1)."""
        return partition_for_group(key, self.partitions)

    def shard_of(self, key: str) -> S:
        """The shard of a name; raises `ApiError` if this broker cannot serve it now."""
        return self.shard_at(self.partition_of(key))

    def shard_at(self, partition_index: int) -> S:
        """The shard of a partition; raises `ApiError` if this broker cannot serve it now."""
        shard = self.shards.get(partition_index)
        if shard is None:
            raise ApiError(ErrorCode.NOT_COORDINATOR)
        if shard.state is not ShardState.ACTIVE:
            raise ApiError(_REFUSALS[shard.state])
        return shard

    def logs_of(self, keys: Iterable[str]) -> list[StateLog[object]]:
        """The logs of the partitions of some names, as far as they are coordinated here."""
        indexes = {self.partition_of(key) for key in keys}
        return [self.shards[index].log for index in indexes if index in self.shards]

    def active_shards(self) -> list[S]:
        """All shards that can serve; raises `ApiError` while one is loading (groups B-85).

        In the order in which Kafka walks its partitions.
        """
        if any(shard.state is ShardState.LOADING for shard in self.shards.values()):
            raise ApiError(_REFUSALS[ShardState.LOADING])
        places = [(self.name, index) for index in self.shards]
        shards = [self.shards[index] for _, index in java_hash_order(places)]
        return [shard for shard in shards if shard.state is ShardState.ACTIVE]

    def by_partition(self, keys: Iterable[str]) -> list[tuple[int, list[str]]]:
        """Names by their partition, in the order in which Kafka answers for them (A-62)."""
        found: dict[int, list[str]] = {}
        for key in keys:
            found.setdefault(self.partition_of(key), []).append(key)
        places = [(self.name, index) for index in found]
        return [(index, found[index]) for _, index in java_hash_order(places, newest_first=True)]

    # Leadership

    def on_topics_created(self, names: Sequence[str]) -> None:
        """Begin to coordinate when the topic is there; called by the controller."""
        if self.name in names:
            self._timers.at(AT_NEXT_TICK, self._elect_all)

    def on_topics_deleted(self, names: Sequence[str]) -> None:
        """Stop when the topic goes; called by the controller."""
        if self.name in names:
            self._timers.at(AT_NEXT_TICK, self._resign_deleted)

    def on_config_changed(self, resource_type: int, name: str) -> None:
        """None of a coordinator's settings is dynamic."""

    def _elect_all(self, now_ms: int) -> None:
        topic = self._metadata.topics.get(self.name)
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
        partition = self._replicas.get(TopicPartition(self.name, partition_index))
        if partition is None or not partition.is_leader:
            return
        shard = self.shards[partition_index] = self.make_shard(partition)
        self._load(shard, Loader(partition, shard), now_ms)

    def on_partition_resigned(self, partition_index: int, now_ms: int) -> None:
        """This broker no longer leads a partition: what lives there is not ours (groups A-26)."""
        shard = self.shards.pop(partition_index, None)
        if shard is not None:
            shard.state = ShardState.FAILED
            shard.resigned(now_ms)

    def _load(self, shard: S, loader: Loader[object], now_ms: int) -> None:
        """Read a slice of the shard's log; go on at the next tick if there is more."""
        if shard.state is not ShardState.LOADING:
            return
        try:
            is_loaded = loader.load_slice()
        except (ProtocolError, ApiError) as error:  # not understood, or the disk fails
            shard.state = ShardState.FAILED
            self.report(shard.partition.topic_partition, error)
            return
        if is_loaded:
            shard.state = ShardState.ACTIVE
            shard.loaded(now_ms)
        else:
            self._timers.at(AT_NEXT_TICK, partial(self._load, shard, loader))

    def _resign_deleted(self, now_ms: int) -> None:
        for index in [index for index, shard in self.shards.items() if shard.partition.deleted]:
            self.on_partition_resigned(index, now_ms)
