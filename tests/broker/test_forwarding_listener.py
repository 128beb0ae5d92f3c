"""Requests of clients that a broker forwards, to the controller and back."""

from __future__ import annotations

from itertools import count

import pytest

from kafkawire.broker.nodes.purposes import NodeSettings
from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.protocol.exchange import encode_request
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.alter_configs_request import AlterConfigsRequest
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from kafkawire.protocol.messages.describe_quorum_request import DescribeQuorumRequest
from kafkawire.protocol.messages.elect_leaders_request import ElectLeadersRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.update_features_request import UpdateFeaturesRequest
from tests.support.broker.two_nodes import TwoNodes
from tests.support.requests.harness import BrokerHarness
from tests.support.requests.quotas import set_quota


def create(name: str, partitions: int = 1) -> CreateTopicsRequest:
    topic = CreateTopicsRequest.CreatableTopic(
        name=name, num_partitions=partitions, replication_factor=1
    )
    return CreateTopicsRequest(topics=[topic], timeout_ms=30_000)


REQUESTS: list[tuple[Message, int]] = [
    *((create("t", 3), version) for version in range(2, 8)),
    (create("no/such/name"), 7),
    (CreatePartitionsRequest(topics=[]), 3),
    (DeleteTopicsRequest(topic_names=["u"]), 5),
    (AlterConfigsRequest(resources=[]), 2),
    (ElectLeadersRequest(topic_partitions=None), 2),
    (UpdateFeaturesRequest(feature_updates=[]), 2),
    (DescribeQuorumRequest(topics=[]), 2),
]


@pytest.mark.parametrize(
    ("request_", "version"), REQUESTS, ids=lambda each: getattr(type(each), "__name__", each)
)
def test_the_client_gets_the_bytes_that_the_controller_would_send(
    request_: Message, version: int
) -> None:
    """replication E-1, E-6: the same bytes as from a controller that the client is connected to."""
    nodes = TwoNodes()
    alone = BrokerHarness().connect("app").send(request_, version)
    forwarded = nodes.request(nodes.connect(), request_, version)
    assert alone.done
    assert forwarded.raw == alone.raw
    assert len(nodes.envelopes) == 1


def test_the_controller_makes_the_topic_and_the_broker_does_not() -> None:
    """replication E-6."""
    nodes = TwoNodes()
    client = nodes.connect()
    assert nodes.request(client, create("t")).response.topics[0].error_code == 0
    assert list(nodes.controller.broker.metadata.topics) == ["t"]
    assert list(nodes.broker.broker.metadata.topics) == []


def test_reads_are_answered_by_the_broker() -> None:
    """replication E-6."""
    nodes = TwoNodes()
    client = nodes.connect()
    nodes.request(client, create("t"))
    assert client.request(MetadataRequest(topics=None)).topics == []
    assert len(nodes.envelopes) == 1


def test_the_controller_authorizes_the_client() -> None:
    """replication E-1, E-9: by its principal and its address; the broker is a super user."""
    nodes = TwoNodes()
    rule = Rule(ResourceType.TOPIC, "t", Operation.CREATE, principal="User:alice", host="10.0.0.7")
    nodes.controller.broker.authorizer = RuleAuthorizer([rule], super_users=["User:broker"])
    codes = [
        nodes.request(nodes.connect(host, user), create("t")).response.topics[0].error_code
        for host, user in (
            ("10.0.0.8", "User:alice"),
            ("10.0.0.7", "User:bob"),
            ("10.0.0.7", "User:alice"),
        )
    ]
    assert codes == [29, 29, 0]


def test_a_broker_that_may_not_forward_is_an_unknown_error_for_the_client() -> None:
    """replication E-3, E-4."""
    nodes = TwoNodes()
    nodes.controller.broker.authorizer = RuleAuthorizer(super_users=["User:alice"])
    assert nodes.request(nodes.connect(), create("t")).response.topics[0].error_code == -1


@pytest.mark.parametrize("has_token", [False, True])
def test_the_principal_says_whether_the_client_has_a_token(has_token: bool) -> None:
    """replication E-2."""
    nodes = TwoNodes()
    client = nodes.connect()
    client.context.token_authenticated = has_token
    nodes.request(client, create("t"))
    (envelope,) = nodes.envelopes
    alice = "0000 05 55736572 06 616c696365"
    assert envelope.request_principal == bytes.fromhex(alice + (" 01 00" if has_token else "00 00"))
    assert envelope.client_host_address == bytes([10, 0, 0, 7])


@pytest.mark.parametrize("cut", ["version", "body"])
def test_what_the_broker_cannot_read_is_not_forwarded(cut: str) -> None:
    """replication E-1: the client's connection is closed."""
    nodes = TwoNodes()
    client = nodes.connect()
    frame = bytes(encode_request(19, 7, 5, "app", create("t")))[4:]
    frame = frame[:2] + b"\0\x63" + frame[4:] if cut == "version" else frame[:-8]
    client.send_frame(frame)
    nodes.settle()
    assert client.closed
    assert nodes.envelopes == []


def test_the_controllers_throttle_mutes_the_client_at_the_broker() -> None:
    """replication E-7, admin E-25: 12 partitions are free, the next one costs 1000 ms."""
    nodes = TwoNodes()
    set_quota(nodes.controller, controller_mutation_rate=1)
    client = nodes.connect()
    assert nodes.request(client, create("t", 12)).response.throttle_time_ms == 0
    assert not client.is_muted
    refused = nodes.request(client, create("u")).response
    assert (refused.topics[0].error_code, refused.throttle_time_ms) == (89, 1000)
    assert client.muted_until_ms == nodes.broker.now_ms + 1000
    assert not nodes.link.is_muted
    waiting = client.send(MetadataRequest(topics=[]))
    assert not waiting.done
    nodes.advance(1000)
    assert waiting.done


@pytest.mark.parametrize(("spent_s", "throttle_ms"), [(0, 500), (3600, 1000)])
def test_the_longer_throttle_of_the_two_counts(spent_s: int, throttle_ms: int) -> None:
    """replication E-7, admin E-25: 500 ms of the controller's, and a second of the broker's."""
    nodes = TwoNodes()
    set_quota(nodes.controller, controller_mutation_rate=1)
    times = count(0, 0)
    nodes.broker.broker.thread_time_ns = lambda: next(times)
    set_quota(nodes.broker, request_percentage=1)
    client = nodes.connect()
    nodes.request(client, create("t", 12))
    nodes.advance(500)
    times = count(0, spent_s * 10**9)
    assert nodes.request(client, create("u")).response.throttle_time_ms == throttle_ms
    assert client.muted_until_ms == nodes.broker.now_ms + throttle_ms


def test_a_request_that_no_controller_takes_times_out_in_its_own_form() -> None:
    """replication E-4, E-5."""
    nodes = TwoNodes()
    nodes.active = None
    client = nodes.connect()
    pending = nodes.request(client, create("t"))
    other = nodes.connect()
    assert other.request(MetadataRequest(topics=[])).topics == []
    nodes.advance(59_900)
    assert not pending.done
    assert len(nodes.broker.broker.purgatory) == 1
    nodes.advance(200)
    assert pending.response.topics[0].error_code == 7
    assert len(nodes.broker.broker.purgatory) == 0


def test_a_request_that_the_controller_cannot_read_ends_the_clients_connection() -> None:
    """replication E-4: nothing of it is left."""
    nodes = TwoNodes(NodeSettings(4))
    nodes.controller.broker.load_api = lambda key: None
    client = nodes.connect()
    pending = nodes.request(client, create("t"))
    assert client.closed
    assert not pending.done
    assert len(nodes.broker.broker.purgatory) == 0


def test_a_client_that_leaves_is_not_missed() -> None:
    nodes = TwoNodes()
    nodes.active = None
    client = nodes.connect()
    nodes.request(client, create("t"))
    client.close()
    nodes.active = 1
    nodes.advance(200)
    assert list(nodes.controller.broker.metadata.topics) == ["t"]
    assert len(nodes.broker.broker.purgatory) == 0
