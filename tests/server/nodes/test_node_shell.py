"""Requests of a node to other nodes over sockets: to a broker, and to peers that misbehave."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
import trio

from kafkawire.broker import controller_listener
from kafkawire.broker.forwarding_listener import ForwardingListener
from kafkawire.broker.nodes.controller_channel import ControllerChannel
from kafkawire.broker.nodes.forwarding import Forwarding
from kafkawire.broker.nodes.purposes import Kind, NodeSettings, Purpose
from kafkawire.client.errors import ConnectionLost, RequestTimedOut
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.testing import LocalBroker
from tests.client.support.certificates import contexts
from tests.support.broker.node_peers import LIMIT_S, Nodes, Peer, nodes, peer
from tests.support.requests.harness import BrokerHarness

MARKERS = Purpose(Kind.TRANSACTION_MARKERS)
ADD = Purpose(Kind.ADD_PARTITIONS_TO_TXN)
RAFT = Purpose(Kind.RAFT)
FETCHER = Purpose(Kind.FETCHER)
SOFTWARE = ApiVersionsRequest(client_software_name="test", client_software_version="1")
GROUP = ListGroupsResponse(groups=[ListGroupsResponse.ListedGroup(group_id="g" * 90)])


async def serving(other: Peer) -> None:
    """Answer each ListGroups."""
    await other.negotiate()
    while True:
        await other.answer(await other.request(), GROUP)


async def silent(other: Peer) -> None:
    """Read everything and answer nothing."""
    async for _ in other.stream:
        pass


async def negotiating(other: Peer) -> None:
    """Answer ApiVersions only."""
    await other.negotiate()
    await silent(other)


async def groups(found: Nodes, node: int, purpose: Purpose = MARKERS) -> Any:
    """Return the answer to ListGroups."""
    return await found.ask(purpose, ListGroupsRequest(), node)


@pytest.fixture
def address() -> Iterator[tuple[str, int]]:
    """The address of a broker with a topic."""
    with LocalBroker() as broker:
        broker.create_topic("t", partitions=1)
        host, _, port = broker.bootstrap.rpartition(":")
        yield host, int(port)


async def test_a_broker_answers_each_purpose(address: tuple[str, int]) -> None:
    with trio.fail_after(LIMIT_S):
        async with nodes() as found:
            found.listen_at(1, *address)
            versions: Any = await found.ask(MARKERS, SOFTWARE, 1)
            assert 3 in [each.api_key for each in versions.message.api_keys]
            metadata: Any = await found.ask(RAFT, MetadataRequest(topics=None), 1)
            (topic,) = metadata.message.topics
            assert (topic.name, len(topic.partitions)) == ("t", 1)
            fetched: Any = await found.ask(FETCHER, fetch_of(topic.topic_id), 1, versions=(13, 18))
            assert fetched.message.responses[0].partitions[0].error_code == 0
            assert found.shell.sockets == 3
            assert found.bugs == []


def fetch_of(topic_id: bytes) -> FetchRequest:
    partition = FetchRequest.FetchPartition(partition_max_bytes=1 << 20)
    topic = FetchRequest.FetchTopic(topic_id=topic_id, partitions=[partition])
    return FetchRequest(min_bytes=0, max_bytes=1 << 20, session_epoch=-1, topics=[topic])


async def test_a_peer_that_never_answers_ends_its_calls_at_the_limit(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """The limit is that of the request; other peers are served meanwhile."""
    settings = NodeSettings(2, request_timeout_ms=7000)
    async with peer(negotiating) as mute, peer(serving) as good, nodes(settings) as found:
        found.listen_at(1, *mute)
        found.listen_at(3, *good)
        late = found.send(MARKERS, ListGroupsRequest(), 1)
        waiting = found.send(MARKERS, ListGroupsRequest(), 1)
        began = trio.current_time()
        assert (await groups(found, 3)).failure is None
        await trio.sleep(6.9)
        assert late == waiting == []
        await trio.sleep(0.2)
        assert trio.current_time() - began == pytest.approx(7.1, abs=0.01)
        assert [type(each.failure) for each in late + waiting] == [RequestTimedOut] * 2
        assert [each.was_written for each in late + waiting] == [True, False]
        assert found.shell.sockets == 1


async def test_a_peer_that_does_not_negotiate_ends_at_the_limit_too(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with peer(silent) as mute, nodes(NodeSettings(2)) as found:
        found.listen_at(1, *mute)
        began = trio.current_time()
        assert isinstance((await groups(found, 1)).failure, RequestTimedOut)
        assert trio.current_time() - began == pytest.approx(30.0, abs=0.01)


def cut_off(header: Any, other: Peer) -> bytes:
    """Half of a response."""
    return other.frame(header, GROUP)[:50]


def negative(header: Any, other: Peer) -> bytes:
    """A response whose length is no length."""
    return b"\xff\xff\xff\xff" + other.frame(header, GROUP)[4:]


def another_number(header: Any, other: Peer) -> bytes:
    """A response to another request."""
    header.correlation_id += 1
    return other.frame(header, GROUP)


def garbage(header: Any, other: Peer) -> bytes:
    """A response that cannot be read."""
    number: int = header.correlation_id
    return b"\0\0\0\x0c" + number.to_bytes(4, "big") + b"\0" + b"\xff" * 7


def unasked(header: Any, other: Peer) -> bytes:
    """The response twice."""
    return other.frame(header, GROUP) * 2


@pytest.mark.parametrize(
    ("reply", "failure"),
    [
        (cut_off, "closed the connection"),
        (negative, "-1"),
        (another_number, "came to request"),
        (garbage, "LIST_GROUPS"),
    ],
)
async def test_a_peer_that_misbehaves_ends_only_its_connection(
    reply: Callable[[Any, Peer], bytes], failure: str
) -> None:
    async def misbehaving(other: Peer) -> None:
        await other.negotiate()
        await other.stream.send_all(reply(await other.request(), other))
        await other.stream.aclose()

    with trio.fail_after(LIMIT_S):
        async with peer(misbehaving) as bad, peer(serving) as good, nodes() as found:
            found.listen_at(1, *bad)
            found.listen_at(3, *good)
            assert (await groups(found, 3)).failure is None
            answer = await groups(found, 1)
            assert isinstance(answer.failure, ConnectionLost)
            assert failure in str(answer.failure)
            assert (await groups(found, 3)).failure is None
            assert found.shell.sockets == 1
            assert found.bugs == []


async def test_a_response_that_comes_twice_ends_the_connection_and_not_its_call() -> None:
    async def repeating(other: Peer) -> None:
        await other.negotiate()
        await other.stream.send_all(unasked(await other.request(), other))
        await silent(other)

    with trio.fail_after(LIMIT_S):
        async with peer(repeating) as bad, nodes() as found:
            found.listen_at(1, *bad)
            assert (await groups(found, 1)).failure is None
            while found.shell.sockets:
                await trio.testing.wait_all_tasks_blocked(0.01)
            assert found.bugs == []


async def test_memory_is_made_for_what_has_come_and_not_for_what_is_announced() -> None:
    """A length of 2 GiB is no error between nodes, so it must not cost memory either."""

    async def announcing(other: Peer) -> None:
        await other.negotiate()
        await other.request()
        await other.stream.send_all(b"\x7f\xff\xff\xff" + b"x" * 100_000)
        await silent(other)

    with trio.fail_after(LIMIT_S):
        async with peer(announcing) as bad, nodes() as found:
            found.listen_at(1, *bad)
            answers = found.send(MARKERS, ListGroupsRequest(), 1)
            (lane,) = found.channels._lanes.values()
            while lane.connection is None or lane.connection._frames.bytes_held < 100_000:
                await trio.testing.wait_all_tasks_blocked(0.01)
            room = lane.connection.room()
            assert room is not None
            assert len(room) < 1 << 22
            assert answers == []


async def test_a_node_that_moves_is_found_at_its_new_address() -> None:
    with trio.fail_after(LIMIT_S):
        async with peer(negotiating) as old, peer(serving) as new, nodes() as found:
            found.listen_at(1, *old)
            lost = found.send(MARKERS, ListGroupsRequest(), 1)
            (lane,) = found.channels._lanes.values()
            while not lane.connection or not lane.connection.ranges:
                await trio.testing.wait_all_tasks_blocked(0.01)
            found.listen_at(1, *new)
            found.channels.refresh(found.clock())
            found.shell.pump()
            assert isinstance(lost[0].failure, ConnectionLost)
            assert found.shell.sockets == 0
            assert (await groups(found, 1)).failure is None


async def test_refused_connections_back_off(autojump_clock: trio.testing.MockClock) -> None:
    """Between brokers the back-off is 50 ms, give or take a fifth, however many attempts fail."""
    with trio.socket.socket() as deaf:
        await deaf.bind(("127.0.0.1", 0))
        async with nodes() as found:
            found.listen_at(1, *deaf.getsockname())
            times = []
            for _ in range(20):
                answer = await groups(found, 1)
                assert "refused" in str(answer.failure)
                times.append(trio.current_time())
            waits = [after - before for before, after in pairwise(times)]
            assert all(0.039 <= each <= 0.062 for each in waits), waits


async def test_a_connection_that_is_not_made_in_time_is_given_up(
    autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object) -> None:
        await trio.sleep_forever()

    monkeypatch.setattr("kafkawire.server.nodes.node_shell.opened", never)
    async with nodes(NodeSettings(2, socket_connection_setup_timeout_ms=1000)) as found:
        found.listen_at(1, "127.0.0.1", 1)
        began = trio.current_time()
        answer = await groups(found, 1)
        assert "no connection in time" in str(answer.failure)
        assert 0.8 <= trio.current_time() - began <= 1.21


async def test_a_name_that_cannot_be_one_fails_as_unresolvable() -> None:
    with trio.fail_after(LIMIT_S):
        async with nodes() as found:
            found.listen_at(1, "a" * 64 + ".example", 9092)
            assert "not the name of a host" in str((await groups(found, 1)).failure)
            assert found.bugs == []


async def test_an_idle_connection_is_closed(autojump_clock: trio.testing.MockClock) -> None:
    settings = NodeSettings(2, connections_max_idle_ms=5000)
    async with peer(serving) as good, nodes(settings) as found:
        found.listen_at(1, *good)
        assert (await groups(found, 1)).failure is None
        await trio.sleep(4.9)
        assert found.shell.sockets == 1
        await trio.sleep(0.2)
        assert found.shell.sockets == 0
        assert (await groups(found, 1)).failure is None


async def test_cancelling_ends_calls_as_lost_and_closes_all_sockets() -> None:
    """One call is written, one waits for it, and one waits for its connection."""
    with trio.fail_after(LIMIT_S):
        async with peer(negotiating) as mute:
            found = Nodes(NodeSettings(2))
            found.listen_at(1, *mute)
            found.listen_at(3, *mute)
            async with trio.open_nursery() as nursery:
                await nursery.start(found.shell.run)
                calls = [found.send(MARKERS, ListGroupsRequest(), 1) for _ in range(2)]
                (lane,) = found.channels._lanes.values()
                while not (lane.connection and lane.connection.ranges):
                    await trio.testing.wait_all_tasks_blocked(0.01)
                calls.append(found.send(ADD, ListGroupsRequest(), 3))
                nursery.cancel_scope.cancel()
            assert [type(each[0].failure) for each in calls] == [ConnectionLost] * 3
            assert [each[0].was_written for each in calls] == [True, False, False]
            assert found.shell.sockets == 0
            assert found.send(MARKERS, ListGroupsRequest(), 1) == []
            assert found.bugs == []


async def test_calls_before_the_start_are_sent_at_the_start() -> None:
    with trio.fail_after(LIMIT_S):
        async with peer(serving) as good:
            found = Nodes(NodeSettings(2))
            found.listen_at(1, *good)
            answers = found.send(MARKERS, ListGroupsRequest(), 1)
            async with trio.open_nursery() as nursery:
                await nursery.start(found.shell.run)
                while not answers:
                    await trio.testing.wait_all_tasks_blocked(0.01)
                nursery.cancel_scope.cancel()
            assert answers[0].failure is None


async def test_a_bug_of_an_owner_is_reported_and_other_calls_go_on() -> None:
    def fail(answer: Any, now_ms: int) -> None:
        raise AssertionError("a bug")

    with trio.fail_after(LIMIT_S):
        async with peer(serving) as good, nodes() as found:
            found.listen_at(1, *good)
            found.listen_at(3, *good)
            answers = found.send(MARKERS, ListGroupsRequest(), 1)
            found.channels._lanes[1, MARKERS]._waiting[0].done = fail
            while not found.bugs:
                assert (await groups(found, 3)).failure is None
            assert (await groups(found, 1)).failure is None
            assert answers == []
            assert [str(each) for each in found.bugs] == ["a bug"]


async def test_a_listener_with_tls_is_connected_to_with_tls() -> None:
    server, client = contexts()
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")

    async def serve(stream: trio.SocketStream) -> None:
        secure: Any = trio.SSLStream(stream, server, server_side=True)
        await serving(Peer(secure))

    with trio.fail_after(LIMIT_S):
        async with nodes(tls={"CONTROLLER": client}) as found, trio.open_nursery() as nursery:
            nursery.start_soon(trio.serve_listeners, serve, [listener])
            found.listen_at(1, "localhost", listener.socket.getsockname()[1])
            assert (await groups(found, 1, RAFT)).failure is None
            nursery.cancel_scope.cancel()


async def test_a_forwarded_request_goes_over_a_socket_and_back() -> None:
    """replication E-1, E-5: its response is parked until then, and has the controller's bytes."""
    topic = CreateTopicsRequest.CreatableTopic(name="t", num_partitions=2, replication_factor=1)
    request = CreateTopicsRequest(topics=[topic], timeout_ms=30_000)
    controller, broker = BrokerHarness(), BrokerHarness(seed=4)

    async def controlling(other: Peer) -> None:
        link = controller.connect("unused")
        link.handle = controller_listener.handle
        while True:
            answered = link.send_frame(await other.request_frame())
            assert answered.done
            await other.stream.send_all(answered.raw)

    with trio.fail_after(LIMIT_S):
        async with peer(controlling) as address, nodes(settled=broker.settle) as found:
            found.listen_at(1, *address)
            channel = ControllerChannel(Purpose(Kind.FORWARDING), found.channels, lambda: 1)
            listener = ForwardingListener(broker.broker, Forwarding(channel))
            broker.now_ms = found.clock()
            client = broker.connect("app")
            client.handle = lambda broker, *rest: listener.handle(*rest)
            pending = client.send(request, 7)
            assert pending.raw == b""
            found.shell.pump()
            while not pending.done:
                await trio.testing.wait_all_tasks_blocked(0.01)
            assert found.bugs == []
    assert pending.raw == BrokerHarness().connect("app").send(request, 7).raw
    assert list(controller.broker.metadata.topics) == ["t"]
