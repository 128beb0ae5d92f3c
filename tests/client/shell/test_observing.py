"""What the application's observer is told."""

from __future__ import annotations

import logging

import pytest

from kafkawire.client import events
from kafkawire.client.consumer import Consumer
from kafkawire.client.core.membership.handover import Lost, Stalled
from kafkawire.client.core.steering import Moved
from kafkawire.client.core.view import ClusterView, PartitionView, TopicView
from kafkawire.client.errors import ClientError, DeliveryFailed, TimedOut
from kafkawire.client.producer import Producer
from kafkawire.client.shell.observing import Observing
from kafkawire.client.values import OffsetAndMetadata, TopicPartition
from tests.support.requests.served import serving
from tests.support.suite.patience import patient

LIMIT_S = patient(10.0)
FIRST = TopicPartition("t", 0)


def kinds(found: list[events.Event]) -> set[type]:
    return {type(each) for each in found}


@pytest.mark.slow
async def test_an_observer_is_told_of_a_consumer(caplog: pytest.LogCaptureFixture) -> None:
    """client K-31, K-32: the log has what the group assigns, too."""
    caplog.set_level(logging.INFO, "kafkawire.client.consumer")
    found: list[events.Event] = []
    async with serving() as broker:
        host, port = broker.server.address
        bootstrap = f"{host}:{port}"
        async with Producer(bootstrap) as producer:
            await (await producer.send("t", b"value", partition=0))
        consumer = Consumer(
            bootstrap,
            topics=["t"],
            group_id="g",
            auto_offset_reset="earliest",
            observer=found.append,
        )
        async with consumer:
            await consumer.poll(LIMIT_S)
            await consumer.commit()
    assert events.ConnectionOpened(-1, bootstrap) in found
    requests = [each for each in found if isinstance(each, events.RequestDone)]
    assert {"API_VERSIONS", "METADATA", "FETCH", "OFFSET_COMMIT"} <= {each.api for each in requests}
    assert all(each.latency_ms >= 0 and each.response_bytes > 0 for each in requests)
    assert {events.MetadataUpdated, events.ConnectionClosed} <= kinds(found)
    partitions = frozenset([FIRST, TopicPartition("t", 1)])
    assert events.PartitionsAssigned(partitions) in found
    assert events.PartitionsRevoked(partitions) in found
    assert events.PositionMoved(FIRST, None, 0, "no offset") in found
    (committed,) = (each for each in found if isinstance(each, events.OffsetsCommitted))
    assert committed.offsets[FIRST].offset == 1
    assert "Assigned: t-0, t-1" in caplog.messages


@pytest.mark.slow
async def test_an_observer_is_told_of_a_producer() -> None:
    """client K-31: states of transactions, and batches that failed."""
    found: list[events.Event] = []
    async with serving() as broker:
        host, port = broker.server.address
        producer = Producer(f"{host}:{port}", transactional_id="tx", observer=found.append)
        async with producer, producer.transaction():
            await producer.send("t", b"value")
        states = [each.state for each in found if isinstance(each, events.TransactionChanged)]
        assert states == ["initializing", "ready", "in a transaction", "committing", "ready"]
        with pytest.raises(DeliveryFailed):
            async with Producer(
                f"{host}:{port}", linger_ms=600_000, close_budget_ms=0, observer=found.append
            ) as producer:
                await producer.send("t", b"value", partition=0)
    (failed,) = (each for each in found if isinstance(each, events.BatchFailed))
    assert (failed.partition, failed.records) == (FIRST, 1)


def test_changes_become_events() -> None:
    """client K-31."""
    found: list[events.Event] = []
    observing, error = Observing(found.append), TimedOut("late")
    observing.moved(Moved(FIRST, 7, 3, "truncated"))
    observing.wished(Lost(1, frozenset([FIRST]), error, 5))
    observing.wished(Stalled(99))
    observing.committed({FIRST: OffsetAndMetadata(3)}, error)
    observing.rebootstrapped(0)
    assert found == [
        events.PositionMoved(FIRST, 7, 3, "truncated"),
        events.PartitionsLost(frozenset([FIRST]), error),
        events.Stalled(99),
        events.OffsetsRefused({FIRST: OffsetAndMetadata(3)}, error),
        events.Rebootstrapped(),
    ]


def test_leaders_that_changed_are_told() -> None:
    """client K-31: of topics that were known before."""

    def view(version: int, leader: int) -> ClusterView:
        partitions = {0: PartitionView(leader, version), 1: PartitionView(1, 0)}
        return ClusterView(version, topics={"t": TopicView("t", bytes(16), partitions)})

    found: list[events.Event] = []
    observing = Observing(found.append)
    observing.on_view(ClusterView(), view(1, 1), 0)
    observing.on_view(view(1, 1), view(2, 2), 0)
    assert found == [
        events.MetadataUpdated(1, 0, 1),
        events.MetadataUpdated(2, 0, 1),
        events.LeaderChanged(FIRST, 1, 2, 2),
    ]


def test_an_observer_that_raises_is_reported_once(caplog: pytest.LogCaptureFixture) -> None:
    """client K-31."""
    calls: list[events.Event] = []

    def observer(event: events.Event) -> None:
        calls.append(event)
        raise ClientError("broken")

    observing = Observing(observer)
    with caplog.at_level(logging.ERROR, "kafkawire.client.observer"):
        observing.rebootstrapped(0)
        observing.rebootstrapped(0)
    assert (len(calls), len(caplog.records)) == (1, 1)
