"""AddPartitionsToTxn in both forms: the clients' and the brokers'."""

from __future__ import annotations

import pytest

from kafkawire.broker.metadata.topic_names import CONSUMER_OFFSETS
from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.protocol.messages.add_partitions_to_txn_request import AddPartitionsToTxnRequest
from kafkawire.protocol.messages.add_partitions_to_txn_response import AddPartitionsToTxnResponse
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from tests.support.requests.coordination import NAME, TransactionsHarness, broker_form, codes

WHO = (0, 0)
WRITES = Rule(ResourceType.TRANSACTIONAL_ID, NAME, Operation.WRITE)


@pytest.fixture
def harness() -> TransactionsHarness:
    harness = TransactionsHarness()
    assert harness.identity() == WHO
    return harness


@pytest.mark.parametrize("version", range(4))
def test_clients_add_partitions_by_topic(harness: TransactionsHarness, version: int) -> None:
    """produce C-45."""
    harness.create_topic("u")
    found = harness.add_all(WHO, {"t": [1, 0], "u": [0]}, version=version)
    assert found == {("t", 1): 0, ("t", 0): 0, ("u", 0): 0}
    assert harness.transaction().partitions == set(found)
    assert harness.transaction().client_version == 0


@pytest.mark.parametrize("version", [4, 5])
def test_brokers_add_partitions_by_transaction(harness: TransactionsHarness, version: int) -> None:
    """produce C-45, C-48: and each is answered for by itself."""
    harness.identity("y")
    request = AddPartitionsToTxnRequest(
        transactions=[
            broker_form(WHO, {"t": [0]}),
            broker_form((1, 7), {"t": [1]}, name="y"),
            broker_form(WHO, {"t": [0, 1]}, name=NAME, verify_only=True),
        ]
    )
    response = harness.client.request(request, version)
    assert response.error_code == 0
    assert [codes(each.topic_results) for each in response.results_by_transaction] == [
        {("t", 0): 0},
        {("t", 1): 90},
        {("t", 0): 0, ("t", 1): 120},
    ]
    assert harness.transaction().client_version == 2
    assert harness.state("y") == "Empty"


def test_brokers_before_kip_890_may_add_as_well() -> None:
    """produce C-48: in the form of records that they know."""
    harness = TransactionsHarness(emulate="3.9")
    harness.init(None)
    who = harness.identity()
    assert harness.add_as_broker(who, {"t": [0]}) == {("t", 0): 0}
    assert harness.transaction().client_version == 0


def test_nothing_is_added_if_a_partition_is_unknown(harness: TransactionsHarness) -> None:
    """produce C-41, C-42, F 109, F 113."""
    topics = {"t": [0, 9], "nope": [0]}
    expected = {("t", 0): 55, ("t", 9): 3, ("nope", 0): 3}
    assert harness.add_all(WHO, topics) == expected
    assert harness.add_as_broker(WHO, topics) == expected
    assert harness.add_as_broker(WHO, topics, verify_only=True) == expected
    assert harness.state() == "Empty"


def test_only_brokers_add_internal_topics(harness: TransactionsHarness) -> None:
    """produce C-41, F 110: clients are told that they may not."""
    topics = {CONSUMER_OFFSETS: [0], "t": [0]}
    expected = {(CONSUMER_OFFSETS, 0): 29, ("t", 0): 55}
    assert harness.add_all(WHO, topics) == expected
    harness.client.request(FindCoordinatorRequest(key="g"), 1)
    harness.settle()
    assert harness.add_all(WHO, topics) == expected
    assert set(harness.add_as_broker(WHO, topics).values()) == {0}


@pytest.mark.parametrize(("version", "code"), [(0, 47), (1, 47), (2, 90), (3, 90)])
def test_a_fenced_producer_hears_what_its_version_knows(
    harness: TransactionsHarness, version: int, code: int
) -> None:
    """produce C-6, F 108."""
    assert harness.add((0, 1), 0, version=version) == code


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ([], {("t", 0): 53, ("nope", 0): 53}),
        ([WRITES], {("t", 0): 29, ("nope", 0): 29}),
        ([WRITES, Rule(ResourceType.TOPIC, "t", Operation.WRITE)], {("t", 0): 55, ("nope", 0): 29}),
        ([WRITES, Rule(ResourceType.TOPIC, "*", Operation.WRITE)], {("t", 0): 55, ("nope", 0): 3}),
    ],
)
def test_clients_need_the_id_and_each_topic(
    harness: TransactionsHarness, rules: list[Rule], expected: dict[tuple[str, int], int]
) -> None:
    """produce C-40, C-41."""
    harness.broker.authorizer = RuleAuthorizer(rules)
    assert harness.add_all(WHO, {"t": [0], "nope": [0]}) == expected


def test_brokers_need_the_cluster_and_nothing_else(harness: TransactionsHarness) -> None:
    """produce C-40, C-41, F 114."""
    request = AddPartitionsToTxnRequest(transactions=[broker_form(WHO, {"t": [0]})])
    harness.broker.authorizer = RuleAuthorizer([WRITES])
    response = harness.client.request(request, 5)
    assert (response.error_code, response.results_by_transaction) == (31, [])
    rule = Rule(ResourceType.CLUSTER, "kafka-cluster", Operation.CLUSTER_ACTION)
    harness.broker.authorizer = RuleAuthorizer([rule])
    assert harness.client.request(request, 5).error_code == 0
    assert harness.transaction().partitions == {("t", 0)}


def test_no_transactions_are_answered_with_none(harness: TransactionsHarness) -> None:
    """produce C-44: Kafka never answers."""
    response = harness.client.request(AddPartitionsToTxnRequest(), 5)
    assert (response.error_code, response.results_by_transaction) == (0, [])


def test_the_bytes_are_kafkas() -> None:
    """produce H."""
    topic = AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(name="t1", partitions=[0])
    old = AddPartitionsToTxnRequest(
        v3_and_below_transactional_id="x",
        v3_and_below_producer_id=7,
        v3_and_below_producer_epoch=1,
        v3_and_below_topics=[topic],
    )
    assert old.encode(3).hex() == "0278000000000000000700010203743102000000000000"
    new = AddPartitionsToTxnRequest(
        transactions=[broker_form((7, 1), {"t1": [0]}, verify_only=True)]
    )
    assert new.encode(5).hex() == "0202780000000000000007000101020374310200000000000000"
    result = AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult
    topics = AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult
    answer = AddPartitionsToTxnResponse(
        results_by_topic_v3_and_below=[
            topics(
                name="t1",
                results_by_partition=[result(partition_index=0, partition_error_code=0)],
            )
        ]
    )
    assert answer.encode(3).hex() == "000000000203743102000000000000000000"
