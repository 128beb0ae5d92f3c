"""The gauges of the transaction coordinator."""

from __future__ import annotations

from tests.support.requests.coordination import TransactionsHarness

NAME = "kafka.coordinator.transaction:type=TransactionMarkerChannelManager,name="


def test_what_cannot_be_completed_is_counted_by_what_it_lacks() -> None:
    harness = TransactionsHarness()
    metrics = harness.broker.metrics

    def found() -> tuple[object, object]:
        seen = metrics.snapshot()
        return (
            seen[f"{NAME}UnknownDestinationQueueSize:Value"],
            seen[f"{NAME}LogAppendRetryQueueSize:Value"],
        )

    who = harness.identity()
    harness.add(who, 0)
    assert found() == (0, 0)
    harness.partition(0).is_leader = False
    harness.end(who)
    assert found() == (1, 0)
    harness.shard.partition.is_leader = False
    harness.partition(0).is_leader = True
    harness.advance(50)
    assert found() == (0, 1)
    harness.shard.partition.is_leader = True
    harness.advance(2000)
    assert found() == (0, 0)
