"""Batches, their parts, and deliveries."""

from __future__ import annotations

import pytest

from kafkawire.client.core.producing.batch import Batch, Delivery, memory_of
from kafkawire.client.errors import RecordTooLarge, TimedOut, refusal
from kafkawire.client.values import RecordMetadata, TopicPartition

ORDERS = TopicPartition("orders", 3)


def batch_of(count: int) -> Batch:
    batch = Batch(ORDERS, 1000, 10_000)
    for number in range(count):
        batch.records.append((5000 + number, None, b"value", ()))
        batch.room -= 12 + 5
    batch.close()
    return batch


def test_a_batch_counts_what_it_takes() -> None:
    """client H-10: key, value, headers and 32 bytes each."""
    batch = batch_of(4)
    assert batch.memory == 4 * (5 + 32)
    assert batch.size == 61 + 4 * 17
    assert memory_of((0, b"key", b"value", [("é", b"x")])) == 32 + 3 + 5 + 3 + 6 + 1


def test_deliveries_find_their_records() -> None:
    """client B-31: a batch and an index."""
    batch = batch_of(3)
    deliveries = [Delivery(batch, index) for index in range(3)]
    assert not deliveries[0].is_done
    batch.base_offset = 40
    batch.end(None)
    assert [each.is_done for each in deliveries] == [True] * 3
    assert deliveries[2].metadata() == RecordMetadata("orders", 3, 42, 5002)
    assert not batch.records, "the memory is free"


def test_the_time_of_the_log_counts_if_the_broker_stamps() -> None:
    """client B-30."""
    batch = batch_of(1)
    batch.base_offset, batch.log_append_time_ms = -1, 7777
    batch.end(None)
    assert Delivery(batch, 0).metadata() == RecordMetadata("orders", 3, -1, 7777)


def test_parts_share_sequences_and_stand_for_their_batch() -> None:
    """client H-32."""
    batch = batch_of(5)
    batch.sequence = (1 << 31) - 2
    woken: list[int] = []
    batch.waiters.append(lambda: woken.append(1))
    first, second = batch.split()
    assert woken == [1], "those who wait look for their part"
    assert (first.count, second.count) == (2, 3)
    assert (first.sequence, second.sequence) == ((1 << 31) - 2, 0)
    assert first.memory + second.memory == batch.memory
    third, fourth = second.split()
    assert batch.left == 3
    assert list(batch.leaves()) == [first, third, fourth]
    for part, offset in ((first, 10), (third, 12), (fourth, 20)):
        part.base_offset = offset
        part.end(None)
    offsets = [Delivery(batch, index).metadata().offset for index in range(5)]
    assert offsets == [10, 11, 12, 20, 21]


def test_each_record_has_its_own_error() -> None:
    """client H-33, B-32: asking is looking."""
    batch = batch_of(3)
    batch.record_errors = {1: refusal(10, "that one")}
    batch.end(TimedOut("the others"))
    assert isinstance(Delivery(batch, 0).error, TimedOut)
    with pytest.raises(RecordTooLarge, match="that one"):
        Delivery(batch, 1).metadata()
    assert batch.looked == {0, 1}
