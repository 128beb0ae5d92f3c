"""All partitions that this broker hosts (Kafka's `ReplicaManager`).

Partitions come and go with the metadata image; its publisher alone calls `create`, `update`,
`update_config` and `delete`. Everybody else finds them by name and appends or reads.

An append moves the high watermark where no other replica is waited for, tells the partition's
listeners and wakes the requests that watch it. It answers nobody: the broker's next tick does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.replicas.housekeeping import Housekeeping
from kafkawire.broker.replicas.partition import Partition
from kafkawire.log.append import AppendInfo, AppendOrigin, Verification
from kafkawire.log.retention import apply_retention
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.purgatory import Purgatory
    from kafkawire.broker.timers import Timers
    from kafkawire.log.config import LogConfig
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.topic_partition import TopicPartition
    from kafkawire.protocol.buffers import Buffer

TO_HIGH_WATERMARK = -1
"""The offset of DeleteRecords that stands for "all that is replicated"."""

_DIRECTORY_ID = bytes.fromhex("6b61666b617740008000000000000000")
"""A version 4 UUID; memory is one directory, told apart by the node's id in the last bytes."""


class ReplicaManager:
    """The hosted partitions by name, and what can be done with them.

    `written` holds those that were appended to, so that periodic work need not look at others.
    """

    __slots__ = (
        "_housekeeping",
        "_purgatory",
        "config",
        "log_dir_id",
        "make_log",
        "node_id",
        "partitions",
        "written",
    )

    def __init__(self, *, node_id: int, purgatory: Purgatory, config: BrokerConfig) -> None:
        self.node_id = node_id
        self.config = config
        self.make_log: Callable[[TopicPartition, LogConfig], PartitionLog] | None = None
        """Makes the logs of partitions where these are not to be plain ones."""
        self.partitions: dict[TopicPartition, Partition] = {}
        self.written: dict[TopicPartition, Partition] = {}
        self.log_dir_id = _DIRECTORY_ID[:12] + node_id.to_bytes(4, "big")
        self._purgatory = purgatory
        self._housekeeping = Housekeeping(self)

    def start(self, timers: Timers, now_ms: int) -> None:
        """Begin the periodic work: retention, and forgetting idle producers."""
        self._housekeeping.start(timers, now_ms)

    def get(self, topic_partition: TopicPartition) -> Partition | None:
        """The hosted partition of that name."""
        return self.partitions.get(topic_partition)

    # For the metadata publisher

    def create(  # noqa: PLR0913 - what a PartitionRecord says of a partition
        self,
        topic_partition: TopicPartition,
        topic_id: bytes,
        *,
        leader_epoch: int,
        partition_epoch: int,
        replicas: tuple[int, ...],
        isr: tuple[int, ...],
        leader_id: int,
        config: LogConfig,
    ) -> Partition:
        """Host a new partition."""
        assert topic_partition not in self.partitions, f"{topic_partition} is there already"
        partition = Partition(topic_partition, topic_id, config)
        if self.make_log is not None:
            partition.log = self.make_log(topic_partition, config)
        self.partitions[topic_partition] = partition
        partition.partition_epoch = partition_epoch
        partition.replicas = replicas
        partition.isr = isr
        partition.leader_id = leader_id
        partition.leader_epoch = leader_epoch
        if leader_id == self.node_id:
            partition.lead(leader_epoch=leader_epoch)
        return partition

    def update(
        self,
        partition: Partition,
        *,
        leader_id: int,
        leader_epoch: int,
        partition_epoch: int,
        isr: tuple[int, ...],
    ) -> None:
        """Take over a newer leader or in-sync set; older news is ignored (fetch G-70)."""
        if (leader_epoch, partition_epoch) <= (partition.leader_epoch, partition.partition_epoch):
            return
        is_new_epoch = leader_epoch > partition.leader_epoch
        partition.leader_id = leader_id
        partition.leader_epoch = leader_epoch
        partition.partition_epoch = partition_epoch
        partition.isr = isr
        partition.is_leader = leader_id == self.node_id
        if partition.is_leader and is_new_epoch:
            partition.lead(leader_epoch=leader_epoch)
        if partition.is_leader:
            partition.advance_high_watermark()
        self.changed(partition)

    def update_config(self, topic_partition: TopicPartition, config: LogConfig) -> None:
        """Take over a topic's changed configuration; it holds from the next append on."""
        partition = self.partitions.get(topic_partition)
        if partition is not None:
            partition.log.config = config

    def delete(self, topic_partition: TopicPartition) -> None:
        """Stop hosting a partition: its topic has been deleted."""
        partition = self.partitions.pop(topic_partition, None)
        self.written.pop(topic_partition, None)
        if partition is not None:
            partition.deleted = True
            partition.is_leader = False
            self.changed(partition)

    # For everybody

    def append(
        self,
        partition: Partition,
        records: Buffer,
        *,
        now_ms: int,
        origin: AppendOrigin = AppendOrigin.CLIENT,
        verification: Verification = Verification.MISSING,
    ) -> AppendInfo:
        """Append to a partition that this broker leads; see `PartitionLog.append_as_leader`.

        Raises what that raises, and NOT_LEADER_OR_FOLLOWER.
        """
        if not partition.is_leader:
            raise ApiError(ErrorCode.NOT_LEADER_OR_FOLLOWER)
        info = partition.log.append_as_leader(
            records,
            leader_epoch=partition.leader_epoch,
            now_ms=now_ms,
            origin=origin,
            verification=verification,
        )
        if info.size:
            partition.advance_high_watermark()
            if partition.topic_partition not in self.written:
                self.written[partition.topic_partition] = partition
            partition.tell(info.size)
            self._purgatory.wake(partition.topic_partition)
        return info

    def delete_records(self, partition: Partition, offset: int, now_ms: int) -> int:
        """Move the log start up to `offset` (-1: to the high watermark); returns the new start.

        The bound is the high watermark, not the last stable offset (produce D-43). Raises
        POLICY_VIOLATION for a topic that is only compacted, OFFSET_OUT_OF_RANGE for an offset
        below -1 or above the high watermark.
        """
        del now_ms
        partition.check_leader()
        if partition.log.config.cleanup_policy == {"compact"}:
            raise ApiError(ErrorCode.POLICY_VIOLATION)
        if offset == TO_HIGH_WATERMARK:
            offset = partition.high_watermark
        if not 0 <= offset <= partition.high_watermark:
            raise ApiError(ErrorCode.OFFSET_OUT_OF_RANGE)
        if offset > partition.log_start_offset:
            partition.log.delete_records_before(offset)
            self.changed(partition)
        return partition.log_start_offset

    def apply_retention(self, partition: Partition, now_ms: int) -> None:
        """Remove the segments of a partition that have outlived their topic's limits."""
        if apply_retention(partition.log, now_ms):
            self.changed(partition)

    def changed(self, partition: Partition) -> None:
        """Tell listeners and wake watchers: something other than an append has happened."""
        partition.tell()
        self._purgatory.wake(partition.topic_partition)
