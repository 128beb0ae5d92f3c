"""The batches of one partition that wait."""

from __future__ import annotations

from kafkawire.client.core.producing.batch import Batch, ProducerId
from kafkawire.client.core.producing.partition_queue import PartitionQueue
from kafkawire.client.values import TopicPartition

ORDERS = TopicPartition("orders", 0)
PRODUCER = ProducerId(1, 0)


def filled(queue: PartitionQueue, count: int = 1) -> Batch:
    batch = Batch(ORDERS, 0, 1000)
    queue.add(batch)
    batch.records += [(0, None, b"", ())] * count
    return batch


def test_only_the_last_batch_takes_records() -> None:
    """client H-26."""
    queue = PartitionQueue(ORDERS)
    first = filled(queue)
    assert queue.head() is None, "it waits for records"
    second = filled(queue)
    assert first.room == -1
    assert queue.head() is first
    assert queue.take() is first
    assert queue.head() is None
    second.is_due = True
    assert queue.take() is second
    assert (second.count, second.room) == (1, -1)


def test_batches_come_back_in_the_order_of_their_sequences() -> None:
    """client H-30, H-34."""
    queue = PartitionQueue(ORDERS)
    batches = [filled(queue) for _ in range(4)]
    queue.close()
    for _ in range(3):
        queue.sequences.assign(queue.take(), PRODUCER)
    first, second, third, fourth = batches
    queue.put_back([third])
    queue.put_back([first])
    queue.put_back([second])
    assert list(queue.batches) == [first, second, third, fourth]


def test_batches_without_sequences_come_back_at_the_front() -> None:
    """client H-30."""
    queue = PartitionQueue(ORDERS)
    first, second, third = (filled(queue) for _ in range(3))
    queue.take()
    queue.take()
    queue.put_back([first, second])
    assert list(queue.batches) == [first, second, third]


def test_a_batch_that_failed_takes_no_more_records() -> None:
    """client H-31."""
    queue = PartitionQueue(ORDERS)
    batch = filled(queue)
    queue.drop(batch)
    assert queue.open is None
    assert not queue.batches
