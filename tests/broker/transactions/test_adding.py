"""What belongs to a transaction, as its coordinator decides it."""

from __future__ import annotations

import pytest

from kafkawire.broker.replicas.verification import Claim
from kafkawire.broker.transactions.states import TransactionState
from kafkawire.log.topic_partition import TopicPartition
from tests.support.requests.coordination import NAME, TransactionsHarness

PREPARED = (TransactionState.PREPARE_COMMIT, TransactionState.PREPARE_ABORT)
WHO = (0, 0)


@pytest.fixture
def harness() -> TransactionsHarness:
    harness = TransactionsHarness()
    assert harness.identity() == WHO
    return harness


def offline(harness: TransactionsHarness, is_offline: bool = True) -> None:
    """Partition 3 of `t` takes no markers, so that transactions over it stay in Prepare states."""
    harness.partition(3).is_leader = not is_offline


def claim(harness: TransactionsHarness, who: tuple[int, int], index: int, *, adds: bool) -> int:
    partition = TopicPartition("t", index)
    return int(
        harness.broker.transactions.verify(Claim(NAME, *who, partition, adds, harness.now_ms))
    )


def test_partitions_are_added_once(harness: TransactionsHarness) -> None:
    """produce C-43, C-107, F 112: what is in it is not written again."""
    assert harness.add(WHO, 0, 1) == 0
    assert harness.add(WHO, 1) == 0
    assert harness.add(WHO, 0, 1) == 0
    assert harness.states_written() == ["Empty", "Ongoing"]
    harness.advance(7)
    assert harness.add(WHO, 1, 2) == 0
    assert harness.states_written() == ["Empty", "Ongoing", "Ongoing"]
    transaction = harness.transaction()
    assert {each.partition for each in transaction.partitions} == {0, 1, 2}
    assert transaction.start_ms == harness.now_ms - 7
    assert transaction.last_update_ms == harness.now_ms


@pytest.mark.parametrize(
    ("who", "expected"), [((1, 0), 49), ((0, 1), 90), ((0, -1), 90), ((1, 5), 49)]
)
def test_only_the_producer_of_now_may_add(
    harness: TransactionsHarness, who: tuple[int, int], expected: int
) -> None:
    """produce C-43, F 108: a newer epoch is as bad as an older one."""
    assert harness.add(who, 0) == expected
    assert harness.add_offsets(who) == expected
    assert claim(harness, who, 0, adds=True) == expected
    assert claim(harness, who, 0, adds=False) == expected
    assert harness.add_as_broker(who, {"t": [0]}, verify_only=True) == {("t", 0): expected}


def test_unknown_and_empty_ids_have_no_transaction(harness: TransactionsHarness) -> None:
    """produce C-43, C-47, F 108."""
    assert harness.add(WHO, 0, name="nobody") == 49
    assert harness.add(WHO, 0, name="") == 42
    assert harness.add_offsets(WHO, name="") == 42
    assert harness.add_as_broker(WHO, {"t": [0]}, name="", verify_only=True) == {("t", 0): 42}


@pytest.mark.parametrize("commit", [True, False])
def test_while_it_is_being_ended_nothing_is_added(
    harness: TransactionsHarness, commit: bool
) -> None:
    """produce C-43, C-47, C-13."""
    harness.add(WHO, 0, 3)
    offline(harness)
    assert harness.end(WHO, commit=commit, version=4)[0] == 0
    assert harness.transaction().state in PREPARED
    assert harness.add(WHO, 0) == 51
    assert harness.add_offsets(WHO) == 51
    assert claim(harness, WHO, 0, adds=True) == 51
    assert claim(harness, WHO, 0, adds=False) == 51
    offline(harness, False)
    harness.advance(2000)
    assert harness.add(WHO, 0) == 0


def test_a_claim_is_looked_up_or_added(harness: TransactionsHarness) -> None:
    """produce C-45, C-47, C-103, A-104: 120 where the partition is not in the transaction."""
    assert claim(harness, WHO, 0, adds=False) == 120
    assert harness.state() == "Empty"
    assert claim(harness, WHO, 0, adds=True) == 0
    assert claim(harness, WHO, 0, adds=False) == 0
    assert claim(harness, WHO, 1, adds=False) == 120
    assert harness.state() == "Ongoing"
    assert harness.transaction().client_version == 2
    assert harness.add(WHO, 1) == 0
    assert harness.transaction().client_version == 0


def test_without_the_topic_nobody_can_be_asked() -> None:
    """produce A-104: 15."""
    from tests.support.requests.harness import BrokerHarness

    transactions = BrokerHarness().broker.transactions
    assert transactions.verify(Claim("", 0, 0, TopicPartition("t", 0), adds=True)) == 15
