"""Requests on the listener of a controller."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

from kafkawire.broker import controller_listener
from kafkawire.broker.delayed import NEVER, Delayed
from kafkawire.broker.nodes.principal import Principal, encode_principal
from kafkawire.broker.security.authorizer import RuleAuthorizer
from kafkawire.protocol.exchange import decode_response, encode_request
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse
from kafkawire.protocol.messages.envelope_request import EnvelopeRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest
from tests.support.requests.harness import BrokerHarness, HarnessClient

CREATE_TOPICS = 19
ALICE = Principal("User", "alice", token_authenticated=True)
TOPIC = CreateTopicsRequest.CreatableTopic(name="t", num_partitions=1, replication_factor=1)


def connected(harness: BrokerHarness | None = None) -> HarnessClient:
    client = (harness or BrokerHarness()).connect("4")
    client.handle = controller_listener.handle
    return client


def frame_of(message: Message, version: int) -> bytes:
    return bytes(encode_request(message.API_KEY, version, 5, "app", message))[4:]


CREATE = frame_of(CreateTopicsRequest(topics=[TOPIC]), 7)


def envelope(**fields: Any) -> EnvelopeRequest:
    return EnvelopeRequest(
        **{
            "request_data": CREATE,
            "request_principal": encode_principal(ALICE),
            "client_host_address": bytes([10, 0, 0, 7]),
            **fields,
        }
    )


@pytest.mark.parametrize(
    ("request_", "version"),
    [
        (MetadataRequest(topics=[]), 12),
        (ProduceRequest(acks=1, topic_data=[]), 9),
        (FetchRequest(), 3),
    ],
)
def test_an_api_that_is_not_a_controllers_ends_the_connection(
    request_: Message, version: int
) -> None:
    """replication E-10."""
    client = connected()
    pending = client.send(request_, version)
    assert client.closed
    assert not pending.done


def test_api_versions_lists_what_controllers_serve() -> None:
    """replication E-10: none of the APIs is served on listeners of brokers only."""
    keys = [each.api_key for each in connected().request(ApiVersionsRequest(), 0).api_keys]
    assert {1, 18, 19, 58} <= set(keys)
    assert not {0, 3, 48, 35, 42, 61}.intersection(keys)
    on_broker = BrokerHarness().connect().request(ApiVersionsRequest(), 0).api_keys
    assert 58 not in [each.api_key for each in on_broker]


def test_an_unknown_version_of_api_versions_is_answered_all_the_same() -> None:
    """admin A-2."""
    client = connected()
    pending = client.send_frame(bytes.fromhex("0012 0063 00000005 ffff 00"), 18, 0)
    assert pending.response.error_code == 35
    assert not client.closed


def test_the_request_in_an_envelope_is_served_as_if_it_had_come_by_itself() -> None:
    """replication E-1, E-3: with the correlation id of the client; errors are inside."""
    client = connected()
    for code in (0, 36):
        answer = client.request(envelope())
        assert answer.error_code == 0
        number, inner = decode_response(answer.response_data, CREATE_TOPICS, 7)
        assert number == 5
        assert isinstance(inner, CreateTopicsResponse)
        assert [each.error_code for each in inner.topics] == [code]
    assert list(client.harness.broker.metadata.topics) == ["t"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"request_principal": b"\0\1"}, 97),
        ({"client_host_address": b"\1\2\3"}, 42),
        ({"request_data": frame_of(FetchRequest(), 12)}, 42),
        ({"request_data": frame_of(MetadataRequest(topics=[]), 12)}, 42),
        ({"request_data": CREATE[:9]}, 35),
        ({"request_data": CREATE[:-4]}, 35),
    ],
)
def test_a_fault_of_an_envelope_is_an_error_without_a_response(
    fields: dict[str, Any], code: int
) -> None:
    """replication E-3."""
    answer = connected().request(envelope(**fields))
    assert (answer.error_code, answer.response_data) == (code, None)


def test_a_forwardable_api_that_is_not_served_has_the_error_of_its_version() -> None:
    """replication E-3."""
    client = connected()
    client.harness.broker.load_api = lambda key: None
    answer = client.request(envelope())
    assert (answer.error_code, answer.response_data) == (35, None)
    assert not client.closed


def test_the_sender_of_an_envelope_needs_cluster_action() -> None:
    """replication E-3, E-9."""
    client = connected()
    client.harness.broker.authorizer = RuleAuthorizer(super_users=["User:broker"])
    assert client.request(envelope()).error_code == 31
    client.context.principal = "User:broker"
    assert client.request(envelope()).error_code == 0


def served_by(client: HarnessClient, handle: Any) -> None:
    """Have CreateTopics served by a function."""
    broker = client.harness.broker
    plain = broker.load_api(CREATE_TOPICS)
    assert plain is not None
    api = copy(plain)
    api.handle = handle
    broker.load_api = lambda key: api


def test_the_handler_sees_the_client_and_not_the_broker() -> None:
    """replication E-1, E-2: its principal, its address and its delegation token."""
    seen: list[Any] = []

    def handle(broker: Any, request: Message, context: Any) -> Message:
        seen.append(context)
        context.connection.mute(context.now_ms + 9000)
        return CreateTopicsResponse()

    client = connected()
    served_by(client, handle)
    assert client.request(envelope()).error_code == 0
    (context,) = seen
    connection = context.connection
    assert (connection.principal, connection.client_host) == ("User:alice", "10.0.0.7")
    assert connection.token_authenticated
    assert (context.client_id, context.correlation_id, context.api_version) == ("app", 5, 7)
    assert not client.is_muted, "one client must not delay the others of the broker"
    assert client.context.principal == "User:ANONYMOUS"
    assert not client.context.token_authenticated


def test_a_response_may_come_later() -> None:
    waiting: list[Message] = []

    def handle(broker: Any, request: Message, context: Any) -> Delayed:
        return Delayed(("key",), NEVER, lambda: bool(waiting), lambda now_ms: waiting[0])

    client = connected()
    served_by(client, handle)
    pending = client.send(envelope())
    assert not pending.done
    waiting.append(CreateTopicsResponse())
    client.harness.broker.purgatory.wake("key")
    client.harness.settle()
    assert pending.response.error_code == 0
    assert len(client.harness.broker.purgatory) == 0


def test_a_controller_that_is_not_active_is_an_error_of_the_envelope() -> None:
    """replication E-5."""
    result = CreateTopicsResponse.CreatableTopicResult(name="t", error_code=41)
    client = connected()
    served_by(client, lambda *_: CreateTopicsResponse(topics=[result]))
    answer = client.request(envelope())
    assert (answer.error_code, answer.response_data) == (41, None)
