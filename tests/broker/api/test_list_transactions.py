"""ListTransactions through the wire."""

from __future__ import annotations

import pytest

from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from tests.support.requests.coordination import NAME, TransactionsHarness


@pytest.mark.parametrize("version", range(3))
def test_ids_are_listed_with_producer_and_state(version: int) -> None:
    """produce C-121."""
    harness = TransactionsHarness()
    harness.identity()
    response = harness.list_transactions(version=version)
    (found,) = response.transaction_states
    assert (found.transactional_id, found.producer_id, found.transaction_state) == (
        NAME,
        0,
        "Empty",
    )
    assert (response.error_code, response.unknown_state_filters) == (0, [])


def test_unknown_states_are_told_and_match_nothing() -> None:
    """produce C-121, F 160."""
    harness = TransactionsHarness()
    harness.identity()
    response = harness.list_transactions(state_filters=["Bogus", "empty", "Empty", "Bogus"])
    assert response.unknown_state_filters == ["Bogus", "empty"]
    assert len(response.transaction_states) == 1
    response = harness.list_transactions(state_filters=["Bogus"])
    assert response.transaction_states == []


def test_a_pattern_that_is_none_is_told() -> None:
    """produce C-121, F 161."""
    harness = TransactionsHarness()
    assert harness.list_transactions(transactional_id_pattern="((").error_code == 128
    assert harness.list_transactions(transactional_id_pattern=None).error_code == 0


def test_ids_without_the_right_are_left_out() -> None:
    """produce C-121."""
    harness = TransactionsHarness()
    harness.identity("a")
    harness.identity("b")
    rule = Rule(ResourceType.TRANSACTIONAL_ID, "b", Operation.DESCRIBE)
    harness.broker.authorizer = RuleAuthorizer([rule])
    found = harness.list_transactions().transaction_states
    assert [each.transactional_id for each in found] == ["b"]
