"""One partition of `__consumer_offsets` and the groups that live in it.

`apply` is the fold: it takes a record's effect on groups and offsets, whether the record was
just written or is read back. Timers are no part of the state, they are started when a load has
ended.
"""

from __future__ import annotations

from kafkawire.broker.coordinated_topic import ShardState
from kafkawire.broker.coordinator import StateLog, StateLogSettings
from kafkawire.broker.groups import classic_records, expiry, lifecycle, records
from kafkawire.broker.groups.classic_group import ClassicGroup
from kafkawire.broker.groups.group import CONSUMER_TYPE
from kafkawire.broker.groups.lines import record_line
from kafkawire.broker.groups.offsets import OffsetStore
from kafkawire.broker.groups.records import (
    ConsumerRecord,
    GroupRecord,
    OffsetRecord,
    Record,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.coordinator import CoordinatorParts
    from kafkawire.broker.groups.consumer.group import ConsumerGroup
    from kafkawire.broker.groups.group import Group
    from kafkawire.broker.groups.settings import GroupSettings
    from kafkawire.broker.groups.topic_watch import TopicWatch
    from kafkawire.broker.loggers import Logger
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.timers import Timer

FIRST_SEQUENCE = 0


class GroupShard:
    """The groups and offsets of one coordinator partition, and what is needed to change them."""

    __slots__ = (
        "expiry_timer",
        "groups",
        "log",
        "logger",
        "metadata",
        "offsets",
        "partition",
        "random",
        "rebalances",
        "settings",
        "state",
        "timers",
        "wall_clock",
        "watch",
    )

    def __init__(
        self,
        partition: Partition,
        parts: CoordinatorParts,
        *,
        settings: GroupSettings,
        watch: TopicWatch,
        logger: Logger,
    ) -> None:
        self.partition = partition
        self.timers = parts.timers
        self.wall_clock = parts.replicas.wall_clock
        self.metadata = parts.metadata
        self.settings = settings
        self.random = parts.random
        self.state = ShardState.LOADING
        self.groups: dict[str, Group] = {}
        self.offsets = OffsetStore()
        self.rebalances = 0
        """Epochs that consumer groups have begun for a reason."""
        self.watch = watch
        """Of all shards of a coordinator."""
        self.logger = logger
        self.expiry_timer: Timer | None = None
        self.log: StateLog[Record] = StateLog(
            partition,
            self,
            parts.replicas,
            parts.purgatory,
            StateLogSettings(settings.compression, settings.commit_timeout_ms, FIRST_SEQUENCE),
        )

    def classic_group(self, group_id: str) -> ClassicGroup | None:
        """The classic group of that name; None if there is none, or one of another kind."""
        group = self.groups.get(group_id)
        return group if isinstance(group, ClassicGroup) else None

    def consumer_group(self, group_id: str) -> ConsumerGroup | None:
        """The consumer group of that name; None if there is none, or one of another kind."""
        group = self.groups.get(group_id)
        if group is None or group.group_type != CONSUMER_TYPE:
            return None
        return group  # type: ignore[return-value] # there is one class of that type

    def create_group(self, group_id: str, now_ms: int) -> ClassicGroup:
        """A new classic group, known by its empty record (groups A-11).

        It may take the place of a consumer group without members (B-12). Raises `ApiError` if
        that cannot be written.
        """
        known = self.groups.get(group_id)
        record = classic_records.created(group_id, self.wall_clock.time_ms(now_ms))
        before = [] if known is None else known.tombstones()
        self.log.append([*before, record], now_ms)
        group = self.classic_group(group_id)
        assert group is not None
        return group

    # The fold

    encode = staticmethod(records.encode)
    decode = staticmethod(records.decode)

    def apply(self, record: Record, record_offset: int, producer_id: int) -> None:
        """Take in one record, just written or read back."""
        if isinstance(record, OffsetRecord):
            self._apply_offset(record, record_offset, producer_id)
        elif isinstance(record, GroupRecord):
            self._apply_group(record)
        else:
            self._apply_consumer(record)
        write = self.logger.debug
        if write is not None:
            line = record_line(self.groups.get(record.group_id), record)
            if line is not None:
                write(line)

    def end_transaction(self, producer_id: int, *, committed: bool) -> None:
        """Take in a transaction's marker."""
        self.offsets.end_transaction(producer_id, committed=committed)

    def _apply_offset(self, record: OffsetRecord, record_offset: int, producer_id: int) -> None:
        """An offset of an unknown group makes it a simple group (groups A-22)."""
        self.offsets.apply(record, record_offset, producer_id)
        group_id = record.key.group
        if record.value is not None and group_id not in self.groups:
            self.groups[group_id] = ClassicGroup(group_id, record.value.commit_timestamp)

    def _apply_group(self, record: GroupRecord) -> None:
        group_id = record.key.group
        group = self.classic_group(group_id)
        if record.value is None:
            if group is not None:
                group.stop_timers()
                del self.groups[group_id]
            return
        if group is None:
            group = self.groups[group_id] = ClassicGroup(group_id, 0)
        classic_records.apply(group, record.value)

    def _apply_consumer(self, record: ConsumerRecord) -> None:
        """A consumer group begins with any of its records and ends with type 3 (groups A-23)."""
        from kafkawire.broker.groups.consumer.group import ConsumerGroup
        from kafkawire.broker.groups.consumer_classes import EPOCH

        group_id = record.group_id
        group = self.consumer_group(group_id)
        if record.value is None:
            if group is not None and record.key.API_KEY == EPOCH:
                group.forget()
                del self.groups[group_id]
            elif group is not None:
                group.apply(record)
            return
        if group is None:
            other = self.groups.get(group_id)
            if other is not None:
                other.stop_timers()
            group = self.groups[group_id] = ConsumerGroup(group_id, self.watch)
        group.apply(record)

    # The life of a shard (see `coordinated_topic.Shard`)

    def loaded(self, now_ms: int) -> None:
        """Members get a whole session to show up again (groups A-25)."""
        expiry.schedule(self, now_ms)
        for group in list(self.groups.values()):
            lifecycle.revive(self, group, now_ms)

    def resigned(self, now_ms: int) -> None:
        """This broker coordinates these groups no longer (groups A-26)."""
        if self.expiry_timer is not None:
            self.expiry_timer.cancel()
        for group in self.groups.values():
            lifecycle.unload(self, group, now_ms)
