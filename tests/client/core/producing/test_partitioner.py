"""Which partition a record without a key goes to."""

from __future__ import annotations

from collections import Counter
from random import Random

from kafkawire.client.core.producing.batch import Batch
from kafkawire.client.core.producing.options import ProducerOptions
from kafkawire.client.core.producing.partition_queue import PartitionQueue
from kafkawire.client.core.producing.partitioner import Choice, TopicQueues
from kafkawire.client.values import TopicPartition


def topic_of(leaders: list[int], options: ProducerOptions | None = None) -> TopicQueues:
    topic = TopicQueues(options or ProducerOptions())
    for number, leader in enumerate(leaders):
        queue = PartitionQueue(TopicPartition("orders", number))
        queue.leader = leader
        topic.queues.append(queue)
    topic.find_available()
    return topic


def choice_of(*, is_adaptive: bool = True, slow: tuple[int, ...] = ()) -> Choice:
    return Choice(Random(0), is_adaptive, lambda node, now_ms: node in slow)


def shares(topic: TopicQueues, choice: Choice, draws: int = 4000) -> Counter[int]:
    return Counter(topic.choose(choice, 0).partition.partition for _ in range(draws))


def wait(queue: PartitionQueue, batches: int) -> None:
    for _ in range(batches):
        queue.batches.append(Batch(queue.partition, 0, 1000))


def test_partitions_with_a_leader_share_alike() -> None:
    """client H-22: N 101."""
    found = shares(topic_of([1, 2, -1, 1]), choice_of())
    assert set(found) == {0, 1, 3}
    assert all(1200 < each < 1470 for each in found.values())


def test_without_any_leader_all_partitions_are_drawn() -> None:
    """client H-22."""
    assert set(shares(topic_of([-1, -1]), choice_of())) == {0, 1}


def test_long_queues_are_drawn_less_often() -> None:
    """client H-22, N 102: weight = longest + 1 - own."""
    topic = topic_of([1, 1, 2])
    wait(topic.queues[0], 3)
    wait(topic.queues[1], 2)
    found = shares(topic, choice_of(), 7000)
    assert 880 < found[0] < 1120
    assert 1850 < found[1] < 2150
    assert 3800 < found[2] < 4200
    even = shares(topic, choice_of(is_adaptive=False), 6000)
    assert all(1850 < each < 2150 for each in even.values())


def test_brokers_that_take_nothing_are_left_out() -> None:
    """client H-22: partitioner.availability.timeout.ms."""
    assert set(shares(topic_of([1, 2, 3]), choice_of(slow=(2, 3)))) == {0}
    assert set(shares(topic_of([2, 3]), choice_of(slow=(2, 3)))) == {0, 1}


def test_near_leaders_come_first() -> None:
    """client H-24."""
    topic = topic_of([1, 2, 3])
    topic.find_available({2})
    assert set(shares(topic, choice_of())) == {1}
    topic.find_available({9})
    assert set(shares(topic, choice_of())) == {0, 1, 2}


def test_a_partition_without_a_leader_is_not_kept() -> None:
    """client H-22."""
    topic = topic_of([1, 1])
    kept = topic.choose(choice_of(), 0)
    topic.find_available()
    assert topic.sticky is kept
    kept.leader = -1
    topic.find_available()
    assert topic.sticky is None


def test_a_partition_keeps_its_turn_until_a_batch_went_to_it() -> None:
    """client H-21."""
    topic = topic_of([1, 1], ProducerOptions(batch_size=300))
    queue = topic.choose(choice_of(), 0)

    def sent(size: int) -> None:
        batch = Batch(queue.partition, 0, 1000)
        topic.opened(queue, batch)
        batch.records.append((0, None, bytes(size), ()))
        batch.room -= 12 + size
        batch.close()

    assert not topic.is_over(is_full=False)
    sent(100)
    assert not topic.is_over(is_full=False), "173 bytes with the head"
    sent(100)
    assert topic.is_over(is_full=False)
    topic.choose(choice_of(), 0)
    sent(10)
    assert topic.is_over(is_full=True)
