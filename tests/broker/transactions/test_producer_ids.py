"""Producer ids in blocks."""

from __future__ import annotations

import pytest

from kafkawire.broker.transactions.producer_ids import ProducerIdManager
from kafkawire.protocol.errors import ApiError
from tests.support.requests.harness import BrokerHarness


def test_the_first_producer_comes_twice_and_no_other() -> None:
    """produce C-24: 14 while the first block is fetched, then 0, 1, 2, on into further blocks."""
    broker = BrokerHarness().broker
    manager = ProducerIdManager(broker.controller)
    with pytest.raises(ApiError) as caught:
        manager.next_id(0)
    assert caught.value.code == 14
    assert [manager.next_id(0) for _ in range(2_500)] == list(range(2_500))
    assert broker.metadata.next_producer_id == 3_000


def test_two_brokers_share_no_id() -> None:
    """produce C-24: each has blocks of its own; what is left of one is never used."""
    controller = BrokerHarness().broker.controller
    first, second = ProducerIdManager(controller), ProducerIdManager(controller)
    for manager in (first, second):
        with pytest.raises(ApiError):
            manager.next_id(0)
    assert [first.next_id(0), second.next_id(0), first.next_id(0)] == [0, 1_000, 1]
