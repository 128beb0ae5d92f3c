"""A produce request waits for all of its partitions, and those it waits for in vain are counted."""

from __future__ import annotations

import pytest

from kafkawire.protocol.messages.produce_request import ProduceRequest
from tests.support.log.batches import make_batch
from tests.support.requests.fetching import Fetcher
from tests.support.requests.harness import Pending


@pytest.fixture
def fetcher() -> Fetcher:
    fetcher = Fetcher()
    for index in range(2):
        fetcher.hold_back(index)
    return fetcher


def produce(fetcher: Fetcher, *partitions: int) -> Pending:
    data = [
        ProduceRequest.PartitionProduceData(index=index, records=make_batch())
        for index in partitions
    ]
    topic = ProduceRequest.TopicProduceData(name="t", partition_data=data)
    return fetcher.client.send(ProduceRequest(acks=-1, timeout_ms=100, topic_data=[topic]), 8)


def test_it_waits_for_the_last_partition(fetcher: Fetcher) -> None:
    """produce A-72: and has watched as many as it waited for."""
    pending = produce(fetcher, 0, 1, 2)
    assert fetcher.broker.purgatory.census() == {"Produce": (1, 2)}
    fetcher.catch_up(0)
    was_done = pending.done
    fetcher.catch_up(1)
    assert (was_done, pending.done) == (False, True)
    assert fetcher.broker.purgatory.expirations.produces == 0


def test_each_partition_counts_that_was_waited_for_in_vain(fetcher: Fetcher) -> None:
    """produce A-73: one that was replicated in time does not."""
    produce(fetcher, 0, 1, 2)
    fetcher.catch_up(0)
    fetcher.harness.advance(100)
    assert fetcher.broker.purgatory.expirations.produces == 1
    produce(fetcher, 1)
    fetcher.harness.advance(100)
    assert fetcher.broker.purgatory.expirations.produces == 2
