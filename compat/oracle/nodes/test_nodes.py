"""Our connections to a running controller of Apache Kafka: envelopes, and its listener."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import trio
from trio.testing import trio_test

from compat.oracle.node import KafkaNode, OracleUnavailable
from compat.oracle.sides import VERSION
from kafkawire.broker.nodes.channels import Endpoint
from kafkawire.broker.nodes.controller_apis import listed
from kafkawire.broker.nodes.controller_channel import ControllerChannel
from kafkawire.broker.nodes.forwarding import Client, Forwarding, make_envelope
from kafkawire.broker.nodes.principal import Principal
from kafkawire.broker.nodes.purposes import Kind, NodeSettings, Purpose
from kafkawire.client.core.calls import Call
from kafkawire.protocol.exchange import encode_request
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from tests.support.broker.node_peers import Nodes, nodes
from tests.support.rings.skips import skip_without
from tests.support.suite.patience import patient
from tools.programs import HOST

pytestmark = pytest.mark.oracle
UNCHECKED = "our connections between nodes are not tried with a controller of Apache Kafka"

CONTROLLER = 1
ALICE = Client(Principal("User", "alice", token_authenticated=True), "10.0.0.7")
FORWARDING = Purpose(Kind.FORWARDING)
RAFT = Purpose(Kind.RAFT)
SECONDS = patient(60.0)
SOFTWARE = ApiVersionsRequest(client_software_name="kafkawire", client_software_version="1")


@pytest.fixture(scope="module")
def controller() -> Iterator[int]:
    """The port of a controller."""
    try:
        with KafkaNode(VERSION) as node:
            yield node.controller_port
    except OracleUnavailable as missing:
        skip_without(str(missing), UNCHECKED)


def frame_of(message: Message, version: int, number: int = 5) -> bytes:
    """A request of a client, without its length."""
    return bytes(encode_request(message.API_KEY, version, number, "app", message))[4:]


def create(name: str) -> CreateTopicsRequest:
    topic = CreateTopicsRequest.CreatableTopic(name=name, num_partitions=1, replication_factor=1)
    return CreateTopicsRequest(topics=[topic], timeout_ms=30_000)


def listening(found: Nodes, port: int) -> Nodes:
    found.listen_at(CONTROLLER, HOST, port)
    return found


async def forwarded(found: Nodes, request: Message, version: int) -> Any:
    """Forward a client's request as a broker does; return what the client gets."""
    channel = ControllerChannel(FORWARDING, found.channels, lambda: CONTROLLER)
    ended = trio.Event()
    responses: list[Message | None] = []

    def done(response: Message | None, now_ms: int) -> None:
        responses.append(response)
        ended.set()

    def refuse(code: int) -> Message:
        raise AssertionError(f"the envelope was refused with {code}")

    frame = frame_of(request, version)
    Forwarding(channel).forward(frame, ALICE, refuse, done, found.clock())
    found.shell.pump()
    await ended.wait()
    return responses[0]


async def directly(port: int, frame: bytes) -> bytes:
    """Return the controller's response to a request without an envelope; b"" if it closes."""
    async with await trio.open_tcp_stream(HOST, port) as stream:
        await stream.send_all(len(frame).to_bytes(4, "big") + frame)
        data = b""
        while len(data) < 4 or len(data) < 4 + int.from_bytes(data[:4], "big"):
            part = await stream.receive_some()
            if not part:
                return b""
            data += part
        return data[4:]


@trio_test
async def test_a_forwarded_request_is_served(controller: int) -> None:
    """Replication E-1, E-2, E-3: the topic is made; the second time the error is inside."""
    with trio.fail_after(SECONDS):
        async with nodes(NodeSettings(7)) as found:
            listening(found, controller)
            for code in (0, 36):
                response = await forwarded(found, create("forwarded"), 7)
                assert [each.error_code for each in response.topics] == [code]
            assert found.bugs == []


@pytest.mark.parametrize("version", [2, 4, 5, 7])
@trio_test
async def test_the_response_has_the_bytes_of_one_without_envelope(
    controller: int, version: int
) -> None:
    """Replication E-1: a topic with a bad name, for the response then has nothing random."""
    frame = frame_of(create("no/such/name"), version)
    with trio.fail_after(SECONDS):
        async with nodes(NodeSettings(7)) as found:
            listening(found, controller)
            answer: Any = await found.ask(FORWARDING, make_envelope(frame, ALICE), CONTROLLER)
            assert answer.message.error_code == 0
            assert answer.message.response_data == await directly(controller, frame)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"request_principal": b"\0\1"}, 97),
        ({"client_host_address": b"\1\2\3"}, 42),
        ({"request_data": frame_of(FetchRequest(), 12)}, 42),
        ({"request_data": frame_of(create("t"), 7)[:9]}, 35),
    ],
)
@trio_test
async def test_each_fault_of_an_envelope_has_its_error(
    controller: int, fields: dict[str, bytes], code: int
) -> None:
    """Replication E-3: and the connection goes on."""
    with trio.fail_after(SECONDS):
        async with nodes(NodeSettings(7)) as found:
            listening(found, controller)
            envelope = make_envelope(frame_of(create("t"), 7), ALICE)
            for name, value in fields.items():
                setattr(envelope, name, value)
            for _ in range(2):
                answer: Any = await found.ask(FORWARDING, envelope, CONTROLLER)
                assert (answer.message.error_code, answer.message.response_data) == (code, None)
            assert found.shell.sockets == 1


@trio_test
async def test_the_listener_of_a_controller_lists_the_same_apis(controller: int) -> None:
    """Replication E-10."""
    with trio.fail_after(SECONDS):
        async with nodes(NodeSettings(7)) as found:
            listening(found, controller)
            answer: Any = await found.ask(RAFT, SOFTWARE, CONTROLLER)
            assert ranges(answer.message.api_keys) == ranges(listed(lambda key: True))


def ranges(listing: list[Any]) -> list[tuple[int, int, int]]:
    """Return key, least and greatest version of each API, ascending."""
    return sorted((each.api_key, each.min_version, each.max_version) for each in listing)


@trio_test
async def test_an_api_of_brokers_closes_the_connection(controller: int) -> None:
    """Replication E-10: without a response."""
    with trio.fail_after(SECONDS):
        assert await directly(controller, frame_of(MetadataRequest(topics=[]), 12)) == b""


@trio_test
async def test_a_bootstrap_server_is_called_under_a_negative_id(controller: int) -> None:
    """Replication A-23."""
    answers: list[Any] = []
    call = Call(18, SOFTWARE, lambda answer, now_ms: answers.append(answer), node=-2)
    with trio.fail_after(SECONDS):
        async with nodes(NodeSettings(7)) as found:
            found.channels.send(RAFT, call, found.clock(), Endpoint(HOST, controller))
            found.shell.pump()
            while not answers:
                await trio.testing.wait_all_tasks_blocked(0.01)
    assert (answers[0].node, answers[0].message.error_code) == (-2, 0)
