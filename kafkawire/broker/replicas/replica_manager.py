"""All partitions that this broker hosts (Kafka's `ReplicaManager`).

Partitions come and go with the metadata image. Only the publisher of the image calls `create`,
`update`, `update_config` and `delete`; what a record states of a partition arrives as one
`PartitionImage`. All other components find a partition by name and append or read.

An append moves the high watermark if no other replica is waited for, notifies the listeners of
the partition and wakes the requests that watch it. It sends no response: the next tick does.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.metrics.topics import BrokerTopicStats
from kafkawire.broker.replicas.appending import append_to
from kafkawire.broker.replicas.housekeeping import Housekeeping
from kafkawire.broker.replicas.log_source import LogsInMemory, LogSource
from kafkawire.broker.replicas.partition import Partition
from kafkawire.broker.replicas.remote_replica import Peers, RemoteReplicas
from kafkawire.broker.wall_clock import WallClock
from kafkawire.log.append import AppendInfo, AppendOrigin, Verification
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.retention import apply_retention
from kafkawire.log.store import IN_MEMORY
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.metadata.parts import PartitionImage
    from kafkawire.broker.metrics.topics import TopicCounts
    from kafkawire.broker.purgatory import Purgatory
    from kafkawire.broker.replicas.remote_replica import (
        FetchClock,
        FollowerFetch,
        RegisteredBroker,
    )
    from kafkawire.log.config import LogConfig
    from kafkawire.log.store import MakeLog
    from kafkawire.log.topic_partition import TopicPartition
    from kafkawire.protocol.buffers import Buffer
    from kafkawire.timers import Timers

    MakePartition = Callable[[TopicPartition, bytes, PartitionLog], Partition]

TO_HIGH_WATERMARK = -1
"""The offset of DeleteRecords that stands for "all that is replicated"."""

_DIRECTORY_ID = bytes.fromhex("6b61666b617740008000000000000000")
"""A version 4 UUID; memory is one directory, told apart by the node's id in the last bytes."""


class Makers(NamedTuple):
    """Makers of the logs and partitions that a broker hosts."""

    log: MakeLog = PartitionLog
    partition: MakePartition = Partition


PLAIN_MAKERS = Makers()


class ReplicaManager:
    """The hosted partitions by name, and what can be done with them.

    `written` holds those that were appended to, so that periodic work need not look at others;
    `touched` those that have changed since somebody who looks at changes has emptied it, which
    nobody does in memory, and so it is the same. `offline` holds those whose log directory failed.
    `brokers` are all of the cluster, as the image has them. Logs have the time of `wall_clock`.
    """

    __slots__ = (
        "_makers",
        "_purgatory",
        "config",
        "housekeeping",
        "log_dir_id",
        "logs",
        "node_id",
        "offline",
        "partitions",
        "peers",
        "tells_of_followers",
        "topic_stats",
        "touched",
        "wall_clock",
        "written",
    )

    def __init__(
        self,
        *,
        node_id: int,
        purgatory: Purgatory,
        config: BrokerConfig,
        brokers: Mapping[int, RegisteredBroker] | None = None,
        wall_clock: WallClock | None = None,
        makers: Makers = PLAIN_MAKERS,
    ) -> None:
        self.node_id = node_id
        self.peers = Peers(
            {} if brokers is None else brokers, config.int("replica.lag.time.max.ms")
        )
        self.config = config
        self.wall_clock = wall_clock or WallClock()
        self.logs: LogSource = LogsInMemory()
        self._makers = makers
        self.partitions: dict[TopicPartition, Partition] = {}
        self.written: dict[TopicPartition, Partition] = {}
        self.touched = self.written
        self.offline: dict[TopicPartition, Partition] = {}
        self.tells_of_followers = False
        """Whether it matters to consumers how far a follower has come (KIP-392)."""
        self.log_dir_id = _DIRECTORY_ID[:12] + node_id.to_bytes(4, "big")
        self.topic_stats = BrokerTopicStats()
        self._purgatory = purgatory
        self.housekeeping = Housekeeping(self)

    def start(self, timers: Timers, now_ms: int) -> None:
        """Begin the periodic work: retention, compaction, and forgetting idle producers."""
        self.housekeeping.start(timers, now_ms)

    def get(self, topic_partition: TopicPartition) -> Partition | None:
        """The hosted partition of that name."""
        return self.partitions.get(topic_partition)

    # For the metadata publisher

    def hosts(self, topic_partition: TopicPartition) -> bool:
        """Return True for a replica of this broker, also if its log directory has failed."""
        return topic_partition in self.partitions or topic_partition in self.offline

    def create(
        self,
        topic_partition: TopicPartition,
        topic_id: bytes,
        image: PartitionImage,
        *,
        config: LogConfig,
        now_ms: int = 0,
    ) -> Partition:
        """Host a new partition; `now_ms` matters only if the partition has followers."""
        assert topic_partition not in self.partitions, f"{topic_partition} is there already"
        try:
            time_ms = self.wall_clock.time_ms(now_ms)
            log = self.logs.open(topic_partition, topic_id, config, self._makers.log, time_ms)
        except ApiError:
            return self._host_offline(topic_partition, topic_id, config)
        partition = self._makers.partition(topic_partition, topic_id, log)
        self.partitions[topic_partition] = partition
        if log.log_end_offset:
            self.written[topic_partition] = partition
        partition.assign(image, is_leader=image.leader == self.node_id)
        if partition.is_leader:
            if len(image.replicas) > 1:
                self._know_followers(partition, now_ms, was_leader=False)
            if log.log_end_offset and partition.advance_high_watermark(now_ms):
                self.touch(partition)
        return partition

    def _host_offline(
        self, topic_partition: TopicPartition, topic_id: bytes, config: LogConfig
    ) -> Partition:
        log = self._makers.log(topic_partition, config, IN_MEMORY)
        partition = self._makers.partition(topic_partition, topic_id, log)
        partition.deleted = True
        self.offline[topic_partition] = partition
        return partition

    def update(
        self, topic_partition: TopicPartition, image: PartitionImage, now_ms: int = 0
    ) -> None:
        """Take over a newer image; an older one is ignored (fetch G-70).

        A leader that stays leader completes no parked request, unless the high watermark moves
        (fetch D-9, D-11).
        """
        partition = self.partitions.get(topic_partition)
        if partition is None or _epochs(image) <= _epochs(partition.image):
            return
        is_new_epoch = image.leader_epoch > partition.leader_epoch
        was_leader = partition.is_leader
        partition.assign(image, is_leader=image.leader == self.node_id)
        if not partition.is_leader:
            partition.followers = None
            if was_leader or is_new_epoch:
                self.changed(partition)
            else:
                partition.notify_quietly()
            return
        if len(image.replicas) > 1 or partition.followers is not None:
            self._know_followers(partition, now_ms, was_leader=was_leader, elected=is_new_epoch)
        if partition.advance_high_watermark(now_ms):
            self.touch(partition)
            self.changed(partition)
        else:
            partition.notify_quietly()

    def _know_followers(
        self, partition: Partition, now_ms: int, *, was_leader: bool, elected: bool = True
    ) -> None:
        """Follow the assignment; an election makes what is known of followers old (fetch G-6)."""
        node_ids = [node_id for node_id in partition.image.replicas if node_id != self.node_id]
        followers = partition.followers
        if followers is None:
            followers = partition.followers = RemoteReplicas(self.peers, node_ids)
        else:
            followers.assign(node_ids)
        if elected:
            goes_on_at = partition.log_end_offset if was_leader else None
            followers.leader_elected(goes_on_at, isr=partition.image.isr, now_ms=now_ms)

    def update_config(self, topic_partition: TopicPartition, config: LogConfig) -> None:
        """Take over a topic's changed configuration; it holds from the next append on."""
        partition = self.partitions.get(topic_partition)
        if partition is not None:
            partition.log.config = config

    def delete(self, topic_partition: TopicPartition, now_ms: int = 0) -> None:
        """Stop hosting a partition: its topic is gone, or its replica lives elsewhere now."""
        failed = self.offline.pop(topic_partition, None)
        partition = self._release(topic_partition)
        hosted = partition or failed
        if hosted is not None:
            due_ms = now_ms + self.config.int("log.segment.delete.delay.ms")
            self.logs.delete(hosted.log, due_ms)
        if partition is not None:
            self.changed(partition)

    def _release(self, topic_partition: TopicPartition) -> Partition | None:
        partition = self.partitions.pop(topic_partition, None)
        self.written.pop(topic_partition, None)
        self.touched.pop(topic_partition, None)
        if partition is not None:
            self.topic_stats.left(topic_partition.topic, partition.counts)
            partition.deleted = True
            partition.is_leader = False
            partition.followers = None
        return partition

    def fail(self, topic_partition: TopicPartition) -> None:
        """A log directory is gone, and with it this partition's log: KAFKA_STORAGE_ERROR for all.

        Who waits does not hear of it until something else happens (fetch D-9).
        """
        partition = self._release(topic_partition)
        if partition is not None:
            self.offline[topic_partition] = partition
            partition.notify_quietly()

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
        info = append_to(
            partition,
            records,
            time_ms=self.wall_clock.time_ms(now_ms),
            origin=origin,
            verification=verification,
        )
        if info.size:
            partition.advance_high_watermark(now_ms)
            if partition.topic_partition not in self.touched:
                self.touch(partition)
            if partition.listeners:
                partition.notify()
            self._purgatory.wake(partition.topic_partition)
        counts = partition.counts or self.counts_of(partition)
        if origin is AppendOrigin.COORDINATOR:
            counts.produces += 1
        counts.bytes_in += len(records)
        if info.first_offset >= 0:
            counts.messages_in += info.last_offset - info.first_offset + 1
        return info

    def touch(self, partition: Partition) -> None:
        """Note a change of the log for the checkpoints."""
        self.touched[partition.topic_partition] = partition
        self.written[partition.topic_partition] = partition

    def counts_of(self, partition: Partition) -> TopicCounts:
        """The counts of a partition's topic, to which it refers from its first use on."""
        counts = partition.counts
        if counts is None:
            counts = partition.counts = self.topic_stats.of(partition.topic_partition.topic)
            counts.partitions += 1
        return counts

    # Followers: theirs of us, and ours of others

    def follower_fetched(
        self, partition: Partition, node_id: int, fetch: FollowerFetch, clock: FetchClock | None
    ) -> None:
        """Take note of how far a follower has come; the high watermark may move (fetch G-14).

        `clock` is the session that will not look at this partition again until it changes.
        """
        if partition.followers is None:
            self._know_followers(partition, fetch.now_ms, was_leader=False)
        assert partition.followers is not None
        replica = partition.followers.get(node_id)
        assert replica is not None, f"{node_id} does not follow {partition.topic_partition}"
        told = replica.log_end_offset, replica.log_start_offset
        replica.fetched(fetch)
        replica.clock = clock
        if told == (fetch.offset, fetch.log_start_offset):
            return
        if told[0] != fetch.offset and partition.advance_high_watermark(fetch.now_ms):
            self.touch(partition)
            self.changed(partition)
        elif self.tells_of_followers:
            partition.notify_quietly()
        if told[1] != fetch.log_start_offset:
            self._purgatory.wake(partition.topic_partition)

    def follower_missed(self, partition: Partition, node_id: int, now_ms: int) -> None:
        """A follower asked and got an error, or hears that its log diverges (fetch B-36, G-2)."""
        followers = partition.followers
        replica = None if followers is None else followers.get(node_id)
        if replica is not None:
            replica.stop_clock(now_ms)

    def append_as_follower(
        self, partition: Partition, records: Buffer, *, high_watermark: int, now_ms: int
    ) -> int:
        """Append what the leader sent; returns the bytes stored (fetch G-46, G-18).

        `high_watermark` is the leader's; ours follows as far as we have come, back as well as
        forward. Raises what `PartitionLog.append_as_follower` raises.
        """
        assert not partition.is_leader, f"{partition.topic_partition} is led here"
        log = partition.log
        now_ms = self.wall_clock.time_ms(now_ms)
        size = log.append_as_follower(records, leader_epoch=partition.leader_epoch, now_ms=now_ms)
        bounded = max(min(high_watermark, log.log_end_offset), log.log_start_offset)
        has_moved = bounded != log.high_watermark
        if has_moved:
            log.move_high_watermark(bounded)
        if (size or has_moved) and partition.topic_partition not in self.touched:
            self.touch(partition)
        if has_moved:
            partition.notify()
            self._purgatory.wake(partition.topic_partition)
        elif size:
            partition.notify_quietly()
        return size

    def delete_records(self, partition: Partition, offset: int) -> int:
        """Move the log start up to `offset` (-1: to the high watermark); returns the new start.

        The bound is the high watermark, not the last stable offset (produce D-43). Raises
        POLICY_VIOLATION for a topic that is only compacted, OFFSET_OUT_OF_RANGE for an offset
        below -1 or above the high watermark.
        """
        partition.check_leader()
        if partition.log.config.cleanup_policy == {"compact"}:
            raise ApiError(ErrorCode.POLICY_VIOLATION)
        if offset == TO_HIGH_WATERMARK:
            offset = partition.high_watermark
        if not 0 <= offset <= partition.high_watermark:
            raise ApiError(ErrorCode.OFFSET_OUT_OF_RANGE)
        if offset > partition.log_start_offset:
            partition.log.delete_records_before(offset)
            self.touch(partition)
            self.changed(partition)
        return partition.log_start_offset

    def apply_retention(self, partition: Partition, now_ms: int) -> None:
        """Remove the segments of a partition that have outlived their topic's limits."""
        with suppress(ApiError):  # its files fail, and it is offline now
            if apply_retention(partition.log, self.wall_clock.time_ms(now_ms)):
                self.touch(partition)
                self.changed(partition)

    def changed(self, partition: Partition) -> None:
        """Notify listeners and wake watchers of a change other than an append."""
        partition.notify()
        self._purgatory.wake(partition.topic_partition)


def _epochs(image: PartitionImage) -> tuple[int, int]:
    return image.leader_epoch, image.partition_epoch
