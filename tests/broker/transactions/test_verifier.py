"""Verification where there are no transactions."""

from __future__ import annotations

import pytest

from kafkawire.broker.replicas.verification import Claim
from kafkawire.broker.transactions.verifier import NoTransactions
from kafkawire.log.topic_partition import TopicPartition
from tests.support.harness import BrokerHarness


@pytest.mark.parametrize(("transactional_id", "code"), [("x", 49), ("", 42)])
def test_the_id_is_unknown_once_there_is_somebody_to_ask(transactional_id: str, code: int) -> None:
    """produce A-104: observed; before `__transaction_state` exists it is 15, whatever the id."""
    harness = BrokerHarness()
    transactions = NoTransactions(harness.broker.metadata)
    claim = Claim(transactional_id, 7, 0, TopicPartition("t", 0), adds=True)
    assert transactions.verify(claim) == 15

    harness.broker.controller.create_internal_topic("__transaction_state", harness.now_ms)
    harness.settle()
    assert transactions.verify(claim) == code
