"""Which rights the requests of discovery and administration ask for, and who hears what."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.security.authorizer import (
    CLUSTER_NAME,
    Operation,
    ResourceType,
    Rule,
    RuleAuthorizer,
)
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.add_raft_voter_request import AddRaftVoterRequest
from kafkawire.protocol.messages.describe_cluster_request import DescribeClusterRequest
from kafkawire.protocol.messages.describe_configs_request import DescribeConfigsRequest
from kafkawire.protocol.messages.describe_quorum_request import DescribeQuorumRequest
from kafkawire.protocol.messages.describe_topic_partitions_request import (
    DescribeTopicPartitionsRequest,
)
from kafkawire.protocol.messages.list_config_resources_request import ListConfigResourcesRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.remove_raft_voter_request import RemoveRaftVoterRequest
from kafkawire.protocol.messages.unregister_broker_request import UnregisterBrokerRequest
from kafkawire.protocol.messages.unregister_controller_request import UnregisterControllerRequest
from kafkawire.protocol.messages.update_features_request import UpdateFeaturesRequest
from tests.support.requests.harness import BrokerHarness

EMPTY = bytes(16)


def topic(name: str, operation: Operation = Operation.DESCRIBE) -> Rule:
    return Rule(ResourceType.TOPIC, name, operation)


def cluster(operation: Operation) -> Rule:
    return Rule(ResourceType.CLUSTER, CLUSTER_NAME, operation)


def guarded(*rules: Rule) -> BrokerHarness:
    """A broker with the topics `open`, which everybody may describe, and `hidden`."""
    harness = BrokerHarness()
    harness.create_topic("open")
    harness.create_topic("hidden")
    harness.broker.authorizer = RuleAuthorizer((topic("open"), *rules))
    return harness


def metadata(harness: BrokerHarness, *names: str, version: int = 12, **fields: Any) -> Any:
    make = MetadataRequest.MetadataRequestTopic
    request = MetadataRequest(topics=[make(name=name) for name in names], **fields)
    return harness.connect().request(request, version)


def test_what_may_not_be_described_is_refused_by_name() -> None:
    """admin A-21, A-22, A-38, H 113: last, whether it exists; and brokers are told all the same."""
    response = metadata(guarded(), "hidden", "nope", "open", "__consumer_offsets")
    assert [each.node_id for each in response.brokers] == [1]
    found = [(each.error_code, each.name) for each in response.topics]
    assert found[0] == (0, "open")
    assert sorted(found[1:]) == [(29, "__consumer_offsets"), (29, "hidden"), (29, "nope")]
    for each in response.topics[1:]:
        assert (each.topic_id, each.is_internal, each.partitions) == (EMPTY, False, [])


def test_what_may_not_be_described_is_refused_by_id() -> None:
    """admin A-22, H 113: the id, and no name."""
    harness = guarded()
    topics = harness.broker.metadata.topics
    make = MetadataRequest.MetadataRequestTopic
    ids = [topics["hidden"].topic_id, topics["open"].topic_id, b"\7" * 16]
    request = MetadataRequest(topics=[make(name=None, topic_id=each) for each in ids])
    response = harness.connect().request(request, 12)
    assert [(each.error_code, each.name, each.topic_id) for each in response.topics] == [
        (100, None, ids[2]),
        (0, "open", ids[1]),
        (29, None, ids[0]),
    ]


@pytest.mark.parametrize("version", [0, 1, 12])
def test_of_all_topics_only_the_others_are_told(version: int) -> None:
    """admin A-22, H 113."""
    request = MetadataRequest(topics=None if version else [])
    response = guarded().connect().request(request, version)
    assert [each.name for each in response.topics] == ["open"]


def test_creating_is_a_right_of_its_own() -> None:
    """admin A-21: of the cluster, or of each topic; refused before those one may not know of."""
    harness = guarded(topic("new"), topic("other"), topic("other", Operation.CREATE))
    response = metadata(harness, "new", "hidden", "other")
    found = [(each.error_code, each.name) for each in response.topics]
    assert found == [(3, "other"), (29, "new"), (29, "hidden")]
    harness.settle()
    assert "other" in harness.broker.metadata.topics
    assert "new" not in harness.broker.metadata.topics
    harness = guarded(topic("new"), cluster(Operation.CREATE))
    assert [each.error_code for each in metadata(harness, "new").topics] == [3]
    harness.settle()
    assert "new" in harness.broker.metadata.topics


def test_nobody_asks_for_the_right_to_create_what_nobody_creates() -> None:
    """admin A-21."""
    response = metadata(guarded(topic("new")), "new", allow_auto_topic_creation=False)
    assert [each.error_code for each in response.topics] == [3]


def test_operations_are_those_that_are_allowed() -> None:
    """admin A-36, A-37, D-45: of topics as of the cluster."""
    harness = guarded(topic("open", Operation.READ), cluster(Operation.CREATE))
    fields = {
        "include_topic_authorized_operations": True,
        "include_cluster_authorized_operations": True,
    }
    response = metadata(harness, "open", version=10, **fields)
    assert response.topics[0].topic_authorized_operations == 264
    assert response.cluster_authorized_operations == 0
    harness = guarded(cluster(Operation.CREATE), cluster(Operation.DESCRIBE))
    response = metadata(harness, "open", version=10, **fields)
    assert response.cluster_authorized_operations == 32 + 256


def test_of_what_is_hidden_no_operations_are_told() -> None:
    """admin A-22, A-37."""
    response = metadata(guarded(), "hidden", "open", include_topic_authorized_operations=True)
    assert [each.topic_authorized_operations for each in response.topics] == [256, -(2**31)]


def test_all_topics_stand_in_a_table_of_those_one_may_know() -> None:
    """admin A-22, A-52: as a 4.4.0 listed four of many."""
    names = [f"{letter}-open" for letter in "cdpo"] + [f"closed-{n}" for n in range(20)]
    harness = BrokerHarness()
    for name in names:
        harness.create_topic(name)
    rules = [topic(name) for name in names if name.endswith("open")]
    harness.broker.authorizer = RuleAuthorizer(rules)
    response = harness.connect().request(MetadataRequest(topics=None), 12)
    found = [each.name for each in response.topics]
    assert found == ["o-open", "d-open", "c-open", "p-open"]
    assert found != [each for each in harness.broker.metadata.names_as_listed() if each in found]


def test_the_cluster_is_described_to_everybody() -> None:
    """admin A-40: only operations need a right."""
    request = DescribeClusterRequest(include_cluster_authorized_operations=True)
    response = guarded().connect().request(request, 2)
    assert (response.error_code, [each.broker_id for each in response.brokers]) == (0, [1])
    assert response.cluster_authorized_operations == 0


def test_pages_of_topics_leave_out_what_is_hidden() -> None:
    """admin A-43, A-49, D-47: asked for by name it is refused at the end."""
    make = DescribeTopicPartitionsRequest.TopicRequest
    harness = guarded(topic("open", Operation.WRITE))
    response = harness.connect().request(DescribeTopicPartitionsRequest(topics=[]))
    assert [each.name for each in response.topics] == ["open"]
    assert response.topics[0].topic_authorized_operations == 272
    names = ("hidden", "nope", "open")
    request = DescribeTopicPartitionsRequest(topics=[make(name=name) for name in names])
    response = harness.connect().request(request)
    found = [(each.error_code, each.name, each.topic_id == EMPTY) for each in response.topics]
    assert found[0] == (0, "open", False)
    assert sorted(found[1:]) == [(29, "hidden", True), (29, "nope", True)]


def described(harness: BrokerHarness) -> list[tuple[int, int]]:
    make = DescribeConfigsRequest.DescribeConfigsResource
    asked = [(2, "hidden"), (32, "g"), (4, "1"), (8, "1"), (16, "m"), (2, "nope")]
    request = DescribeConfigsRequest(
        resources=[make(resource_type=kind, resource_name=name) for kind, name in asked]
    )
    response = harness.connect().request(request, 4)
    return [(each.resource_type, each.error_code) for each in response.results]


def test_configurations_are_described_to_whom_may_know_them() -> None:
    """admin C-2: those that are refused come last, each with the error of its kind."""
    assert described(guarded()) == [(2, 29), (32, 30), (4, 31), (8, 31), (16, 31), (2, 29)]
    group = Rule(ResourceType.GROUP, "g", Operation.DESCRIBE_CONFIGS)
    assert described(guarded(group))[0] == (32, 0)
    whole = cluster(Operation.DESCRIBE_CONFIGS)
    found = described(guarded(whole))
    assert found == [(4, 0), (8, 0), (16, 0), (2, 29), (32, 30), (2, 29)]
    one = topic("hidden", Operation.DESCRIBE_CONFIGS)
    assert described(guarded(one))[0] == (2, 0)


@pytest.mark.parametrize(
    ("request_", "operation"),
    [
        (ListConfigResourcesRequest(), Operation.DESCRIBE_CONFIGS),
        (UpdateFeaturesRequest(), Operation.ALTER),
        (DescribeQuorumRequest(), Operation.DESCRIBE),
        (UnregisterBrokerRequest(broker_id=9), Operation.ALTER),
        (UnregisterControllerRequest(controller_id=9), Operation.ALTER),
        (AddRaftVoterRequest(), Operation.ALTER),
        (RemoveRaftVoterRequest(), Operation.ALTER),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Message) else "",
)
def test_the_cluster_is_changed_by_whom_may_change_it(
    request_: Message, operation: Operation
) -> None:
    """admin C-45, D-15, D-16, D-21, D-23, D-46, D-47."""
    refused = guarded().connect().request(request_)
    assert refused.error_code == 31
    other = {Operation.ALTER: Operation.DESCRIBE}.get(operation, Operation.CREATE)
    assert guarded(cluster(other)).connect().request(request_).error_code == 31
    assert guarded(cluster(operation)).connect().request(request_).error_code != 31


def test_a_super_user_may_do_everything() -> None:
    """admin D-42, H 114."""
    harness = guarded()
    harness.broker.authorizer = RuleAuthorizer((), super_users=["User:ANONYMOUS"])
    assert metadata(harness, "hidden").topics[0].error_code == 0
    assert {code for _, code in described(harness)} == {0, 3}
    assert harness.connect().request(UpdateFeaturesRequest()).error_code == 0
