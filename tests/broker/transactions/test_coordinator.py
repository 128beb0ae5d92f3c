"""The coordinator: which ids are whose, and the settings it reads."""

from __future__ import annotations

import pytest

from kafkawire.broker.metadata.topic_names import TRANSACTION_STATE
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from tests.support.requests.coordination import TransactionsHarness
from tests.support.requests.harness import BrokerHarness


@pytest.mark.parametrize("partitions", ["50", "3"])
def test_an_id_is_coordinated_where_its_name_hashes_to(partitions: str) -> None:
    """produce C-1: also names whose hash code is the least number, or beyond the basic plane."""
    harness = TransactionsHarness({"transaction.state.log.num.partitions": partitions})
    topic = harness.broker.metadata.topics[TRANSACTION_STATE]
    assert len(topic.partitions) == int(partitions)
    for name in ("x", "polygenelubricants", "🦊", "ü"):
        harness.identity(name)
        index = harness.broker.transactions.partition_of(name)
        assert name in harness.broker.transactions.shards[index].ids
    least = harness.broker.transactions.partition_of("polygenelubricants")
    assert least == 0
    assert harness.broker.transactions.partition_of("x") == 120 % int(partitions)


def test_a_topic_that_grows_leaves_ids_where_they_are() -> None:
    """produce C-1: FindCoordinator and the coordinator keep to the count of the start."""
    harness = TransactionsHarness({"transaction.state.log.num.partitions": "1"})
    who = harness.identity()
    topic = CreatePartitionsRequest.CreatePartitionsTopic(
        name=TRANSACTION_STATE, count=50, assignments=None
    )
    request = CreatePartitionsRequest(topics=[topic], timeout_ms=1000)
    assert harness.client.request(request, 3).results[0].error_code == 0
    harness.settle()
    assert len(harness.broker.metadata.topics[TRANSACTION_STATE].partitions) == 50
    assert harness.add(who, 0) == 0
    find = FindCoordinatorRequest(coordinator_keys=["x", "y", "z"], key_type=1)
    found = harness.client.request(find, 6).coordinators
    assert [each.error_code for each in found] == [0, 0, 0]


def test_the_topic_has_kafkas_configuration() -> None:
    """produce C-1."""
    harness = TransactionsHarness()
    config = harness.broker.controller.topic_config(TRANSACTION_STATE)
    assert config["cleanup.policy"] == "compact"
    assert config["compression.type"] == "uncompressed"
    assert config["unclean.leader.election.enable"] == "false"


def test_who_does_not_lead_the_partition_refuses() -> None:
    """produce C-3: 16."""
    harness = TransactionsHarness()
    who = harness.identity()
    transactions = harness.broker.transactions
    transactions.on_partition_resigned(transactions.partition_of("x"), harness.now_ms)
    assert harness.init().error_code == 16
    assert harness.add(who, 0) == 16
    assert harness.add_offsets(who) == 16
    assert harness.end_code(who) == 16
    assert harness.describe().error_code == 16


def test_who_is_reading_it_asks_for_patience() -> None:
    """produce C-3: 14."""
    harness = TransactionsHarness()
    who = harness.identity()
    transactions = harness.broker.transactions
    index = transactions.partition_of("x")
    transactions.on_partition_resigned(index, harness.now_ms)
    transactions.shards[index] = transactions.make_shard(
        harness.partition(index, TRANSACTION_STATE)
    )
    assert harness.init().error_code == 14
    assert harness.add(who, 0) == 14
    assert harness.end_code(who) == 14


def test_an_empty_name_is_never_somebodys() -> None:
    """produce C-43, C-60: 42."""
    for name in ("", None):
        with pytest.raises(ApiError) as raised:
            BrokerHarness().broker.transactions.shard_for(name)
        assert raised.value.code == 42


def test_a_topic_that_is_deleted_takes_its_ids_along() -> None:
    """produce C-3."""
    harness = TransactionsHarness()
    harness.identity()
    shards = len(harness.broker.transactions.shards)
    assert shards == 50
    topic = harness.broker.metadata.topics[TRANSACTION_STATE]
    harness.broker.controller.delete_topics([topic.topic_id], harness.now_ms)
    harness.settle()
    assert not harness.broker.transactions.shards
    find = FindCoordinatorRequest(key="x", key_type=1)
    assert harness.client.request(find, 1).error_code == 15
    harness.settle()
    assert harness.describe().error_code == 105


def test_settings_are_kafkas() -> None:
    settings = TransactionsHarness().broker.transactions.settings
    assert {name: getattr(settings, name) for name in settings.__slots__} == {
        "abort_interval_ms": 10_000,
        "allows_two_phase": False,
        "commit_timeout_ms": 30_000,
        "expiration_ms": 604_800_000,
        "expiry_interval_ms": 3_600_000,
        "max_timeout_ms": 900_000,
        "partitions": 50,
    }


def test_the_finalized_level_is_the_clusters() -> None:
    """produce C-130: 2 in a new one; a feature without a level is at 0."""
    transactions = (harness := TransactionsHarness()).broker.transactions
    assert transactions.transaction_version == 2
    harness.broker.metadata.features["transaction.version"] = 1
    assert transactions.transaction_version == 1
    del harness.broker.metadata.features["transaction.version"]
    assert transactions.transaction_version == 0
