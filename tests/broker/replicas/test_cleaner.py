"""The log cleaner on a broker's timers."""

from __future__ import annotations

import pytest

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.purgatory import Purgatory
from kafkawire.broker.replicas.partition import Partition
from kafkawire.broker.replicas.replica_manager import ReplicaManager
from kafkawire.log.config import LogConfig
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.timers import Timers
from tests.support.broker.partitions import image_of
from tests.support.log.batches import NOW_MS, make_batch, records_of
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored import DATA, start

BYTES_PER_SLICE = 64 * 1024
LOOKS_PER_SLICE = 256

BACKOFF_MS = 15_000
COMPACT = {"cleanup.policy": "compact", "internal.segment.bytes": "400"}


class House:
    """A replica manager whose cleaner has begun; each partition may have its own configuration."""

    def __init__(self, *configs: dict[str, str], broker: dict[str, str] | None = None) -> None:
        self.timers = Timers()
        self.config = BrokerConfig(broker or {})
        self.replicas = ReplicaManager(
            node_id=1, purgatory=Purgatory(self.timers), config=self.config
        )
        self.cleaner = self.replicas.housekeeping.cleaner
        self.cleaner.start(self.timers, NOW_MS)
        self.now_ms = NOW_MS
        self.partitions = [self.add(at, each) for at, each in enumerate(configs)]

    def add(self, index: int, config: dict[str, str]) -> Partition:
        return self.replicas.create(
            TopicPartition("t", index),
            b"i" * 16,
            image_of(),
            config=LogConfig.from_mapping(config),
        )

    def produce(self, count: int, *, partition: int = 0, size: int = 30) -> None:
        for _ in range(count):
            self.replicas.append(
                self.partitions[partition], make_batch(size=size), now_ms=self.now_ms
            )

    def run(self, for_ms: int) -> int:
        """Let time pass; returns how many callbacks ran."""
        ran = 0
        end_ms = self.now_ms + for_ms
        while self.timers.next_deadline_ms() <= end_ms:
            self.now_ms = max(self.now_ms, self.timers.next_deadline_ms())
            ran += self.timers.run(self.now_ms, 1)
        self.now_ms = end_ms
        return ran

    def offsets(self, partition: int = 0) -> list[int]:
        return [record.offset for record in records_of(self.partitions[partition].log)]


def test_a_compacted_log_is_cleaned_after_the_backoff() -> None:
    """fetch H-60, H-61: and once more when enough of it is dirty again."""
    house = House(COMPACT)
    house.produce(10)
    house.run(BACKOFF_MS - 1)
    assert house.offsets() == list(range(10))
    house.run(100)
    assert house.offsets() == [7, 8, 9]
    house.produce(10)
    house.run(BACKOFF_MS)
    assert house.offsets() == [15, 16, 17, 18, 19]


@pytest.mark.parametrize("broker", [{"log.cleaner.enable": "false"}, {"log.cleaner.threads": "0"}])
def test_a_cleaner_can_be_switched_off(broker: dict[str, str]) -> None:
    """fetch H-60: by two settings."""
    house = House(COMPACT, broker=broker)
    house.produce(10)
    house.run(3 * BACKOFF_MS)
    assert house.offsets() == list(range(10))


def test_other_logs_are_left_alone() -> None:
    """fetch H-51, H-60: their segments are removed by whom retention belongs to."""
    house = House({"internal.segment.bytes": "400", "retention.ms": "1"})
    house.produce(10)
    house.run(3 * BACKOFF_MS)
    assert house.offsets() == list(range(10))


def test_the_cleaner_removes_old_segments_of_a_log_that_is_deleted_from_as_well() -> None:
    """fetch H-51: of `compact,delete`, at each look of the cleaner."""
    house = House({**COMPACT, "cleanup.policy": "compact,delete", "retention.ms": "1000"})
    house.produce(10)
    house.run(BACKOFF_MS)
    assert house.partitions[0].log_start_offset == 10


def test_segments_below_a_log_start_that_was_moved_go() -> None:
    """fetch H-50, H-52: of a log that is compacted only."""
    house = House({**COMPACT, "min.cleanable.dirty.ratio": "1"})
    house.produce(10)
    house.partitions[0].log.delete_records_before(5)
    house.run(BACKOFF_MS)
    assert house.offsets() == [4, 5, 6, 7, 8, 9]


def test_the_dirtiest_log_comes_first_and_the_others_follow_at_once() -> None:
    """fetch H-60: by the ratio of dirty bytes."""
    house = House(COMPACT, COMPACT)
    house.produce(10, partition=1)
    house.run(BACKOFF_MS + 100)
    house.produce(10, partition=0)
    house.produce(10, partition=1)
    house.run(BACKOFF_MS - 100)
    cleaned = []
    for _ in range(20):
        house.run(1)
        cleaned.append((len(house.offsets(0)) < 10, len(house.offsets(1)) < 13))
    assert (True, False) in cleaned
    assert (False, True) not in cleaned
    assert cleaned[-1] == (True, True)


def test_a_long_log_is_cleaned_in_slices() -> None:
    """fetch H-60: others have their turn after every so many bytes."""
    house = House({"cleanup.policy": "compact", "internal.segment.bytes": str(BYTES_PER_SLICE)})
    house.produce(40, size=BYTES_PER_SLICE // 4)
    house.run(BACKOFF_MS)
    ran = house.run(1000)
    # Each batch is read twice, four of them in a slice.
    assert 20 <= ran <= 26
    assert len(house.offsets()) < 10


def test_the_rate_of_the_cleaner_is_limited() -> None:
    """fetch H-60: `log.cleaner.io.max.bytes.per.second`."""
    house = House(COMPACT, broker={"log.cleaner.io.max.bytes.per.second": "1000"})
    house.produce(10)
    assert house.run(BACKOFF_MS) == 1
    house.run(1)
    assert house.cleaner.is_cleaning(house.partitions[0]) is False
    assert house.offsets() == [7, 8, 9]
    assert house.timers.next_deadline_ms() > house.now_ms


def test_many_partitions_are_looked_at_in_slices() -> None:
    """fetch H-60: only those that were written to, and of these only the compacted ones."""
    house = House(*[COMPACT] * (LOOKS_PER_SLICE + 1))
    for partition in range(len(house.partitions)):
        house.produce(1, partition=partition)
    assert house.run(BACKOFF_MS) == 1
    assert house.run(10) == 1


def test_a_partition_that_is_deleted_during_a_round_ends_it() -> None:
    """fetch H-60: and the others are cleaned."""
    house = House(COMPACT, COMPACT)
    house.produce(10)
    house.produce(10, partition=1)
    house.run(BACKOFF_MS)
    assert house.cleaner.is_cleaning(house.partitions[0])
    house.replicas.delete(TopicPartition("t", 0))
    house.run(2 * BACKOFF_MS)
    assert house.offsets(0) == []
    assert house.offsets(1) == [7, 8, 9]


def test_a_topic_of_the_same_name_begins_anew() -> None:
    """fetch H-4: what was cleaned of the old one does not count."""
    house = House(COMPACT)
    house.produce(20)
    house.run(2 * BACKOFF_MS)
    house.replicas.delete(TopicPartition("t", 0))
    house.partitions = [house.add(0, COMPACT)]
    house.produce(10)
    house.run(2 * BACKOFF_MS)
    assert house.offsets() == [7, 8, 9]


def test_a_log_that_cannot_be_read_is_not_tried_again() -> None:
    """fetch H-60: it is counted, and the others are cleaned."""
    house = House(COMPACT, COMPACT)
    house.produce(10)
    house.produce(10, partition=1)
    broken = house.partitions[0].log
    next(iter(broken.segments[0].storage.batches(0)))
    batch = bytearray(make_batch(size=30))
    batch[61] = 0xFF
    broken.segments[0].storage._batches[1] = bytes(batch)  # type: ignore[attr-defined]
    house.run(3 * BACKOFF_MS)
    assert list(house.cleaner.uncleanable) == [TopicPartition("t", 0)]
    assert house.offsets(1) == [7, 8, 9]
    house.replicas.delete(TopicPartition("t", 0))
    house.run(BACKOFF_MS)
    assert not house.cleaner.uncleanable


def test_how_far_a_log_is_clean_is_known_after_a_restart() -> None:
    """fetch H-4, H-60: `cleaner-offset-checkpoint` is written after each round."""
    disk = SimulatedDisk()
    broker = start(disk, now_ms=1)
    topic = CreateTopicsRequest.CreatableTopic(
        name="t",
        num_partitions=1,
        replication_factor=1,
        configs=[
            CreateTopicsRequest.CreatableTopicConfig(name=name, value=value)
            for name, value in {**COMPACT, "message.timestamp.after.max.ms": str(1 << 62)}.items()
        ],
    )
    broker.controller.create_topics([topic], validate_only=False, now_ms=2)
    name = TopicPartition("t", 0)
    partition = broker.replicas.partitions[name]
    for _ in range(10):
        broker.replicas.append(partition, make_batch(size=30), now_ms=3)
    for now_ms in range(3, 3 * BACKOFF_MS, 50):
        broker.tick(now_ms)
    offsets = [record.offset for record in records_of(partition.log)]
    assert offsets == [7, 8, 9]
    assert disk.read(f"{DATA}/cleaner-offset-checkpoint") == b"0\n1\nt 0 8\n"
    broker.close()

    broker = start(disk, now_ms=3 * BACKOFF_MS)
    assert broker.replicas.logs.cleaned_to(name) == 8
    found = broker.replicas.partitions[name].log
    assert [record.offset for record in records_of(found)] == offsets
    broker.close()


def test_a_round_has_lines_if_they_are_wanted() -> None:
    house = House(COMPACT)
    lines: list[str] = []
    house.cleaner.logger.debug = lines.append
    house.produce(10)
    house.run(60_000)
    assert lines[0].startswith("t-0: a round begins, ")
    assert lines[1].startswith("t-0: cleaned up to ")


def test_the_cleaner_is_in_one_state_at_a_time() -> None:
    """fetch H-60: it rests between its looks, and after a round that came to nothing."""
    house = House(COMPACT)
    house.produce(10)
    seen = [house.cleaner.state.name]
    house.run(BACKOFF_MS)
    seen.append(house.cleaner.state.name)
    house.run(1)
    seen.append(house.cleaner.state.name)
    assert seen == ["RESTING", "CLEANING", "RESTING"]
    house.run(100)
    house.produce(10)
    house.run(house.timers.next_deadline_ms() - house.now_ms)
    assert house.cleaner.state.name == "CLEANING"
    house.replicas.delete(TopicPartition("t", 0))
    due_ms = house.timers.next_deadline_ms()
    house.run(due_ms - house.now_ms)
    assert house.cleaner.state.name == "RESTING"
    assert house.timers.next_deadline_ms() == due_ms + BACKOFF_MS


def test_a_cleaner_that_is_switched_off_has_no_timer() -> None:
    house = House(COMPACT, broker={"log.cleaner.enable": "false"})
    assert house.cleaner.state.name == "OFF"
    assert house.run(3 * BACKOFF_MS) == 0


def test_a_cleaner_without_threads_asks_for_them_after_each_backoff() -> None:
    """fetch H-60: `log.cleaner.threads` may be changed while the broker runs."""
    house = House(COMPACT, broker={"log.cleaner.threads": "0"})
    house.produce(10)
    assert house.run(3 * BACKOFF_MS) == 3
    assert house.cleaner.state.name == "RESTING"
