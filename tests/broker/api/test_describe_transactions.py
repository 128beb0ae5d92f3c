"""DescribeTransactions through the wire."""

from __future__ import annotations

from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.protocol.messages.describe_transactions_request import DescribeTransactionsRequest
from tests.support.requests.coordination import NAME, TIMEOUT_MS, TransactionsHarness


def test_an_id_is_told_with_its_partitions() -> None:
    """produce C-120, C-105: the start is that of the transaction, and stays when it is over."""
    harness = TransactionsHarness()
    who = harness.identity()
    harness.create_topic("u")
    state = harness.describe()
    assert (state.transaction_state, state.transaction_start_time_ms) == ("Empty", -1)
    harness.advance(5)
    harness.add_all(who, {"t": [0, 2], "u": [0]})
    begun_ms = harness.now_ms
    harness.advance(5)
    state = harness.describe()
    assert state.error_code == 0
    assert (state.transactional_id, state.transaction_state) == (NAME, "Ongoing")
    assert (state.producer_id, state.producer_epoch) == who
    assert (state.transaction_timeout_ms, state.transaction_start_time_ms) == (TIMEOUT_MS, begun_ms)
    assert {t.topic: set(t.partitions) for t in state.topics} == {"t": {0, 2}, "u": {0}}
    harness.end(who)
    state = harness.describe()
    assert (state.transaction_state, state.transaction_start_time_ms) == (
        "CompleteCommit",
        begun_ms,
    )
    assert (state.producer_epoch, state.topics) == (1, [])


def test_errors_leave_zeros_and_keep_the_order() -> None:
    """produce C-120, F 159."""
    harness = TransactionsHarness()
    harness.identity()
    request = DescribeTransactionsRequest(transactional_ids=["nobody", "", NAME])
    states = harness.client.request(request).transaction_states
    assert [(s.transactional_id, s.error_code) for s in states] == [
        ("nobody", 105),
        ("", 42),
        (NAME, 0),
    ]
    for s in states[:2]:
        assert (s.transaction_state, s.transaction_timeout_ms) == ("", 0)
        assert (s.transaction_start_time_ms, s.producer_id, s.producer_epoch) == (0, 0, 0)
        assert s.topics == []


def test_rights_hide_ids_and_topics() -> None:
    """produce C-120."""
    harness = TransactionsHarness()
    harness.create_topic("u")
    harness.add_all(harness.identity(), {"t": [0], "u": [0]})
    authorizer = harness.broker.authorizer = RuleAuthorizer()
    assert harness.describe().error_code == 53
    authorizer.add(Rule(ResourceType.TRANSACTIONAL_ID, NAME, Operation.DESCRIBE))
    assert (harness.describe().error_code, harness.describe().topics) == (0, [])
    authorizer.add(Rule(ResourceType.TOPIC, "u", Operation.DESCRIBE))
    assert [each.topic for each in harness.describe().topics] == ["u"]
