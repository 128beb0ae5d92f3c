"""Periodic work: retention, and forgetting producers."""

from __future__ import annotations

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.purgatory import Purgatory
from kafkawire.broker.replicas.replica_manager import ReplicaManager
from kafkawire.log.config import LogConfig
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.timers import Timers
from tests.support.broker.partitions import image_of
from tests.support.log.batches import NOW_MS, make_batch

PARTITIONS_PER_SLICE = 64

RETENTION_INTERVAL_MS = 300_000
INITIAL_DELAY_MS = 30_000
PRODUCER_INTERVAL_MS = 600_000


class House:
    """A replica manager whose periodic work has begun."""

    def __init__(self, partitions: int, configs: dict[str, str]) -> None:
        self.timers = Timers()
        self.replicas = ReplicaManager(
            node_id=1,
            purgatory=Purgatory(self.timers),
            config=BrokerConfig({"log.cleaner.enable": "false"}),
        )
        self.replicas.start(self.timers, NOW_MS)
        config = LogConfig.from_mapping(configs)
        self.partitions = [
            self.replicas.create(
                TopicPartition("t", index),
                b"i" * 16,
                image_of(),
                config=config,
            )
            for index in range(partitions)
        ]

    def produce(self) -> None:
        batch = make_batch(producer_id=7, producer_epoch=0, base_sequence=0)
        for partition in self.partitions:
            self.replicas.append(partition, batch, now_ms=NOW_MS)

    def run(self, now_ms: int) -> None:
        while self.timers.next_deadline_ms() <= now_ms:
            self.timers.run(now_ms, 1)


def starts(house: House) -> set[int]:
    return {partition.log_start_offset for partition in house.partitions}


def test_retention_begins_soon_and_comes_back() -> None:
    """fetch H-51: after half a minute, then each five."""
    house = House(1, {"retention.ms": "1000"})
    house.produce()

    house.run(NOW_MS + INITIAL_DELAY_MS - 1)
    assert starts(house) == {0}
    house.run(NOW_MS + INITIAL_DELAY_MS)
    assert starts(house) == {1}

    house.replicas.append(house.partitions[0], make_batch(), now_ms=NOW_MS)
    house.run(NOW_MS + INITIAL_DELAY_MS + RETENTION_INTERVAL_MS)
    assert starts(house) == {2}


def test_many_partitions_are_looked_at_in_slices() -> None:
    """A slice in each tick, however many callbacks a tick may run."""
    house = House(2 * PARTITIONS_PER_SLICE + 1, {"retention.ms": "1000"})
    house.produce()
    looked_at = []
    for now_ms in range(NOW_MS + INITIAL_DELAY_MS, NOW_MS + INITIAL_DELAY_MS + 3):
        house.timers.run(now_ms, 256)
        looked_at.append(sum(each.log_start_offset for each in house.partitions))

    assert looked_at == [PARTITIONS_PER_SLICE, 2 * PARTITIONS_PER_SLICE, len(house.partitions)]


def test_a_partition_deleted_meanwhile_is_left_alone() -> None:
    house = House(PARTITIONS_PER_SLICE + 1, {"retention.ms": "1000"})
    house.produce()
    now_ms = NOW_MS + INITIAL_DELAY_MS
    house.timers.run(now_ms, 1)
    last = house.partitions[-1]
    house.replicas.delete(last.topic_partition)
    house.run(now_ms + 1)

    assert last.log_start_offset == 0


def test_producers_that_fell_silent_are_forgotten() -> None:
    """produce B-35, B-36: a day after their newest timestamp, at the next look."""
    house = House(1, {"retention.ms": "-1"})
    house.produce()
    producers = house.partitions[0].log.producer_state
    day_ms = 86_400_000

    house.run(NOW_MS + day_ms - 1)
    assert len(producers) == 1
    house.run(NOW_MS + day_ms + PRODUCER_INTERVAL_MS)
    assert len(producers) == 0
