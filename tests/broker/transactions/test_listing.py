"""What operators are told of transactional ids."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.coordinated_topic import ShardState
from kafkawire.broker.transactions.listing import Filters, listed
from tests.support.requests.coordination import TransactionsHarness


@pytest.fixture
def harness() -> TransactionsHarness:
    """`idle`, `open` for four seconds and a half, `done` for as long, which was committed."""
    harness = TransactionsHarness()
    harness.identity("idle")
    for name in ("open", "done"):
        who = harness.identity(name)
        harness.add(who, 0, name=name)
    harness.end((2, 0), name="done")
    harness.advance(4500)
    return harness


def names(harness: TransactionsHarness, **filters: Any) -> set[str]:
    found = list(listed(harness.broker.transactions, Filters(**filters), harness.now_ms))
    assert len(found) == len({held.name for held in found})
    return {held.name for held in found}


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, "idle open done"),
        ({"states": ["Empty", "Ongoing"]}, "idle open"),
        ({"states": ["CompleteCommit"]}, "done"),
        ({"states": ["empty"]}, ""),
        ({"states": ["Dead"]}, ""),
        ({"producer_ids": [0, 2, 99]}, "idle done"),
        ({"producer_ids": [99]}, ""),
        ({"duration_ms": 2000}, "idle open done"),
        ({"duration_ms": 4500}, "idle"),
        ({"duration_ms": 4499}, "idle open done"),
        ({"duration_ms": 1 << 50}, ""),
        ({"pattern": ""}, "idle open done"),
        ({"pattern": "o"}, ""),
        ({"pattern": ".*o.*"}, "open done"),
        ({"states": ["Ongoing"], "producer_ids": [0], "pattern": ".*"}, ""),
    ],
)
def test_ids_must_pass_all_filters(
    harness: TransactionsHarness, filters: dict[str, Any], expected: str
) -> None:
    """produce C-121, F 160 to F 162: an id without a start has been going on since the epoch."""
    assert names(harness, **filters) == set(expected.split())


def test_the_order_is_the_same_each_time() -> None:
    """produce C-121: by partition, and there by Java's hash table."""
    harness = TransactionsHarness({"transaction.state.log.num.partitions": "2"})
    for name in map(str, range(30)):
        harness.identity(name)
    found = [h.name for h in listed(harness.broker.transactions, Filters(), harness.now_ms)]
    partitions = [harness.broker.transactions.partition_of(name) for name in found]
    assert partitions == sorted(partitions)
    harness.restart_coordinator()
    again = [h.name for h in listed(harness.broker.transactions, Filters(), harness.now_ms)]
    assert again == found


def test_nothing_is_listed_while_a_partition_is_read(harness: TransactionsHarness) -> None:
    """produce C-121: with 14."""
    harness.shard_of("idle").state = ShardState.LOADING
    assert harness.list_transactions().error_code == 14
    assert harness.describe("idle").error_code == 14, "produce C-3, C-120"
