"""Hosting partitions, appending to them, and telling who watches."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.delayed import NEVER, Delayed
from kafkawire.broker.purgatory import Purgatory
from kafkawire.broker.replicas.partition import Partition
from kafkawire.broker.replicas.remote_replica import FollowerFetch
from kafkawire.broker.replicas.replica_manager import ReplicaManager
from kafkawire.log.append import AppendOrigin
from kafkawire.log.config import LogConfig
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.timers import Timers
from tests.support.broker.cluster import Cluster, following
from tests.support.broker.partitions import image_of, reassign
from tests.support.log.batches import NOW_MS, make_batch

T0 = TopicPartition("t", 0)


class Setup:
    """A replica manager with one partition, and a request that watches it."""

    def __init__(self, configs: dict[str, str] | None = None) -> None:
        self.timers = Timers()
        self.purgatory = Purgatory(self.timers)
        self.replicas = ReplicaManager(node_id=1, purgatory=self.purgatory, config=BrokerConfig({}))
        self.partition = self.create(T0, LogConfig.from_mapping(configs or {}))
        self.wakings = 0
        self.purgatory.add(
            Delayed([T0], NEVER, self._look, lambda now_ms: ProduceResponse()),
            lambda message: None,
            NOW_MS,
        )
        self.wakings = 0

    def _look(self) -> bool:
        self.wakings += 1
        return False

    def create(self, name: TopicPartition, config: LogConfig, **fields: Any) -> Partition:
        return self.replicas.create(name, b"i" * 16, image_of(**fields), config=config)

    def update(self, **fields: Any) -> None:
        self.replicas.update(T0, self.partition.image._replace(**fields))

    def append(self, batch: bytes | None = None, **options: Any) -> Any:
        return self.replicas.append(
            self.partition, make_batch() if batch is None else batch, now_ms=NOW_MS, **options
        )

    def woken(self) -> int:
        """How often the watching request was looked at since the last call."""
        self.purgatory.run_woken(NOW_MS, 100)
        found, self.wakings = self.wakings, 0
        return found


def test_partitions_are_found_by_name_until_they_are_deleted() -> None:
    setup = Setup()
    assert setup.replicas.get(T0) is setup.partition
    assert setup.partition.is_leader

    setup.append()
    setup.replicas.delete(T0)

    assert setup.replicas.get(T0) is None
    assert not setup.replicas.written
    assert setup.partition.deleted
    assert setup.woken() == 1
    setup.replicas.delete(T0)


def test_an_append_moves_the_high_watermark_and_wakes_who_watches() -> None:
    """fetch D-9, G-34."""
    setup = Setup()
    assert setup.woken() == 0
    info = setup.append(make_batch(3))

    assert info.last_offset == 2
    assert setup.partition.high_watermark == 3
    assert setup.woken() == 1
    assert list(setup.replicas.written) == [T0]


def test_a_duplicate_wakes_nobody() -> None:
    """produce B-12."""
    setup = Setup()
    batch = make_batch(producer_id=7, producer_epoch=0, base_sequence=0)
    setup.append(batch)
    assert setup.woken() == 1

    assert setup.append(batch).duplicate
    assert setup.woken() == 0


def test_only_the_leader_appends() -> None:
    """produce A-40."""
    setup = Setup()
    follower = setup.create(TopicPartition("t", 1), LogConfig.from_mapping({}), leader=2)
    setup.partition.is_leader = False

    for partition in (follower, setup.partition):
        with pytest.raises(ApiError, match="NOT_LEADER_OR_FOLLOWER"):
            setup.replicas.append(
                partition, make_batch(), now_ms=0, origin=AppendOrigin.COORDINATOR
            )


def test_newer_leadership_is_taken_over_and_older_is_not() -> None:
    """fetch G-70, G-71."""
    setup = Setup()
    setup.append()
    setup.woken()

    setup.update(leader=2, isr=(1, 2))
    was_leader = setup.partition.is_leader
    assert setup.woken() == 0

    setup.update(leader=2, leader_epoch=1, partition_epoch=1, isr=(1, 2))
    assert (was_leader, setup.partition.is_leader) == (True, False)
    assert setup.partition.image.leader == 2
    assert setup.woken() == 1

    setup.update(leader=1, leader_epoch=2, partition_epoch=2, isr=(1,))
    assert setup.partition.log.leader_epochs.entries == [(0, 0), (2, 1)]
    assert setup.append().last_offset == 1


def test_a_replica_whose_directory_failed_is_hosted_still() -> None:
    """fetch B-14: but it follows no metadata any more."""
    setup = Setup()
    assert setup.replicas.hosts(T0)
    assert not setup.replicas.hosts(TopicPartition("t", 1))

    setup.replicas.fail(T0)
    setup.update(leader_epoch=1, partition_epoch=1)

    assert setup.replicas.get(T0) is None
    assert setup.replicas.hosts(T0)
    assert setup.partition.leader_epoch == 0


def test_only_an_election_begins_the_followers_times_anew() -> None:
    """fetch G-6, G-70: a change of the in-sync set under the same leader epoch is none."""
    cluster = Cluster((1, 2))
    partition, replicas = cluster.partition(0), cluster.broker.replicas
    assert partition.followers is not None
    follower = partition.followers.get(2)
    assert follower is not None
    now_ms = cluster.harness.now_ms
    follower.fetched(FollowerFetch(0, 0, -1, 0, now_ms + 50))
    image = partition.image

    same = image._replace(partition_epoch=image.partition_epoch + 1)
    replicas.update(partition.topic_partition, same, now_ms + 90)
    assert follower.last_caught_up_ms == now_ms + 50
    elected = image._replace(
        leader_epoch=image.leader_epoch + 1, partition_epoch=image.partition_epoch + 2
    )
    replicas.update(partition.topic_partition, elected, now_ms + 90)
    assert follower.last_caught_up_ms == now_ms + 90


def test_a_followers_high_watermark_stays_between_its_log_start_and_end() -> None:
    """fetch G-18: the leader's may be ahead of what has come, or behind what is left."""
    cluster = following(count=3, high_watermark=9)
    partition = cluster.partition(0)
    assert partition.high_watermark == 3
    partition.log.delete_records_before(2)
    cluster.replicate(count=0, high_watermark=1)
    assert (partition.log_start_offset, partition.high_watermark) == (2, 2)


def test_a_shrunken_in_sync_set_lets_the_high_watermark_go_on() -> None:
    """fetch G-14."""
    setup = Setup()
    reassign(setup.partition, replicas=(1, 2), isr=(1, 2))
    setup.append()
    assert setup.partition.high_watermark == 0

    setup.update(partition_epoch=1, replicas=(1, 2), isr=(1,))
    assert setup.partition.high_watermark == 1


def test_a_changed_configuration_holds_from_the_next_append_on() -> None:
    """produce E."""
    setup = Setup()
    setup.append()
    setup.replicas.update_config(T0, LogConfig.from_mapping({"max.message.bytes": "10"}))
    setup.replicas.update_config(TopicPartition("gone", 0), LogConfig.from_mapping({}))

    with pytest.raises(ApiError, match="MESSAGE_TOO_LARGE"):
        setup.append()


@pytest.mark.parametrize(("offset", "start"), [(0, 2), (1, 2), (2, 2), (3, 3), (5, 5), (-1, 5)])
def test_records_are_deleted_up_to_an_offset(offset: int, start: int) -> None:
    """produce D-40 to D-42, D-46; fetch H-54."""
    setup = Setup()
    setup.append(make_batch(5))
    setup.replicas.delete_records(setup.partition, 2)
    setup.woken()

    assert setup.replicas.delete_records(setup.partition, offset) == start
    assert setup.partition.log_start_offset == start
    assert setup.woken() == (start != 2)


@pytest.mark.parametrize(
    ("offset", "policy", "code"),
    [(-2, "delete", 1), (6, "delete", 1), (3, "compact", 44), (3, "compact,delete", 0)],
)
def test_deletions_that_are_refused(offset: int, policy: str, code: int) -> None:
    """produce D-40."""
    setup = Setup({"cleanup.policy": policy})
    setup.append(make_batch(5))
    try:
        setup.replicas.delete_records(setup.partition, offset)
        found = 0
    except ApiError as error:
        found = error.code

    assert found == code


def test_retention_tells_who_watches() -> None:
    setup = Setup({"retention.ms": "100"})
    setup.append()
    setup.woken()

    setup.replicas.apply_retention(setup.partition, NOW_MS)
    assert setup.woken() == 0
    setup.replicas.apply_retention(setup.partition, NOW_MS + 101)
    assert setup.woken() == 1
    assert setup.partition.log_start_offset == 1


def test_the_directory_is_a_version_4_uuid_of_the_node() -> None:
    log_dir_id = Setup().replicas.log_dir_id

    assert len(log_dir_id) == 16
    assert log_dir_id[6] >> 4 == 4
    assert log_dir_id[8] >> 6 == 2
