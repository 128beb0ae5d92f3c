"""Situations of Kafka's RecordAccumulatorTest that no other test has; tests/kafka_cases has all."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from kafkawire.client.core.producing.batch import Delivery
from kafkawire.client.core.producing.options import ProducerOptions
from kafkawire.client.errors import TimedOut
from tests.client.core.producing.test_sender import started
from tests.client.support.producing import PRODUCE, Producing, refused
from tests.client.support.world import World

TWO = {"orders": 2}


@pytest.mark.parametrize("compression", [0, 1, 3])
def test_a_record_larger_than_a_batch_goes_alone(compression: int) -> None:
    """client H-26: testAppendLargeCompressed, testAppendLargeNonCompressed."""
    options = ProducerOptions(batch_size=512, linger_ms=60_000, compression=compression)
    producing = started(options)
    small = producing.send(b"small")
    producing.world.advance(1000)
    assert not small.is_done
    large = producing.send(bytes(2000))
    producing.world.advance(1000)
    assert (small.metadata().offset, large.metadata().offset) == (1, 2)
    assert [head.records_count for head in producing.headers()] == [1, 1, 1]


def test_batches_linger_each_from_its_first_record() -> None:
    """client H-26: testNextReadyCheckDelay; a full batch takes no others along."""
    producing = started(ProducerOptions(linger_ms=100, batch_size=600), topics={"orders": 3})
    start_ms = producing.world.now_ms
    producing.send(partition=0)
    assert producing.world.timers.next_deadline_ms() == start_ms + 100
    producing.world.advance(50)
    producing.send(partition=1)
    assert producing.world.timers.next_deadline_ms() == start_ms + 100
    full = [producing.send(bytes(500), partition=2) for _ in range(2)]
    producing.world.advance(0)
    assert [each.is_done for each in full] == [True, False]
    assert len(producing.produce_requests()) == 1
    producing.world.advance(50)
    assert len(producing.produce_requests()) == 2
    producing.world.advance(50)
    assert len(producing.produce_requests()) == 3


def test_a_backoff_of_one_partition_holds_no_other_back() -> None:
    """client H-34: testRetryBackoff."""
    producing = started(topics=TWO)
    producing.send(b"first", partition=1)
    producing.flush(2000)
    producing.world.instead = lambda api, request: refused(request, 19) if api == PRODUCE else None
    waiting = producing.send(partition=0)
    producing.world.advance(0)
    producing.world.instead = lambda api, request: None
    other = producing.send(partition=1)
    producing.world.advance(1)
    assert other.is_done
    assert not waiting.is_done
    producing.world.advance(130)
    assert waiting.metadata().offset == 1


def test_backoffs_of_a_batch_grow_to_their_bound() -> None:
    """client H-34: testExponentialRetryBackoff: each a fifth more or less."""
    producing = started(ProducerOptions(linger_ms=0, retry_backoff_max_ms=500))
    times: list[int] = []

    def instead(api: int, request: object) -> object:
        if api != PRODUCE:
            return None
        times.append(producing.world.now_ms)
        return refused(request, 19)

    producing.world.instead = instead  # type: ignore[assignment]
    producing.send()
    producing.world.advance(3000)
    waits = [later - earlier for earlier, later in pairwise(times)]
    assert len(waits) >= 5
    for wait, expected in zip(waits, [100, 200, 400, 500, 500], strict=False):
        assert 0.8 * expected <= wait <= 1.2 * expected


@pytest.mark.parametrize("code", [6, 19])
def test_a_batch_that_is_sent_again_and_again_times_out(code: int) -> None:
    """client H-31: testExpiredBatchesRetry, testSoonToExpireBatchesArePickedUpForExpiry."""
    producing = started(ProducerOptions(linger_ms=0, delivery_timeout_ms=3000))
    producing.world.instead = lambda api, request: (
        refused(request, code) if api == PRODUCE else None
    )
    delivery = producing.send()
    producing.world.advance(2999)
    assert not delivery.is_done
    producing.world.advance(1)
    assert isinstance(delivery.error, TimedOut)
    assert getattr(delivery.error.__cause__, "code", None) == code
    assert producing.core.memory_free == 33554432


def test_the_greatest_delivery_timeout_is_no_overflow() -> None:
    """client H-31: testExpiredBatchSingleMaxValue."""
    producing = started(ProducerOptions(linger_ms=2**31 - 1, delivery_timeout_ms=2**31 - 1))
    delivery = producing.send()
    producing.world.advance(60_000)
    assert not delivery.is_done
    producing.flush(1000)
    assert delivery.metadata().offset == 1


@pytest.mark.parametrize("share", [10, 50, 90])
def test_few_batches_are_too_large_after_compression(share: int) -> None:
    """client H-26, H-32: testSplitFrequency: the estimate follows what compression achieves."""
    random = Random(1)
    world = World({"message.max.bytes": "16500"})
    options = ProducerOptions(linger_ms=60_000, compression=3, batch_size=16_384)
    producing = Producing(options, world=world)
    for count in range(2000):
        is_noise = random.randrange(100) < share
        producing.send(random.randbytes(200) if is_noise else bytes(200))
        if count % 100 == 0:
            producing.world.advance(10)
    producing.flush(3000)
    assert producing.core.is_idle
    batches = len(producing.headers())
    assert sum(head.records_count for head in producing.headers()) == 2000
    too_large = len(producing.produce_requests()) - batches
    assert too_large <= max(2, batches // 10)


def test_a_batch_that_begins_while_memory_is_waited_for_does_not_linger() -> None:
    """client H-13: else the record that waits would wait for linger.ms, or without an end."""
    producing = Producing(ProducerOptions(buffer_memory=1000, linger_ms=600_000))
    producing.send(bytes(900))
    records = [(1, None, bytes(size), ()) for size in (500, 600)]
    tickets = [
        producing.core.wait_for_memory(record, lambda: None, producing.world.now_ms)
        for record in records
    ]
    producing.world.advance(1000)
    assert [ticket.is_granted for ticket in tickets] == [True, False]
    first = producing.core.append("orders", None, records[0], producing.world.now_ms, tickets[0])
    assert isinstance(first, Delivery)
    producing.world.advance(1000)
    assert first.is_done
    assert tickets[1].is_granted
