"""Quorum replicas that call each other over sockets on loopback, in simulated time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

import trio

from kafkawire.broker.nodes.purposes import NodeSettings
from kafkawire.broker.raft.core import Deferred
from kafkawire.broker.raft.replica import Membership, RaftReplica, Storage
from kafkawire.broker.raft.requests import Sender
from kafkawire.broker.raft.settings import RaftSettings
from kafkawire.broker.raft.voter_history import VoterHistory
from kafkawire.broker.raft.voters import Endpoint, ReplicaKey, Voter, VoterSet
from kafkawire.protocol.exchange import decode_request_header, encode_response
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.registry import request_class
from kafkawire.server.nodes.quorum_calls import QuorumCalls
from tests.support.broker.node_peers import Nodes, nodes
from tests.support.broker.raft_disk import RaftDisk

LISTENER = "CONTROLLER"
API_VERSIONS = 18
APIS = (1, 18, 52, 53, 54, 55, 59, 80, 81, 82)
STEP_S = 0.05
VOTERS = (1, 2, 3)
OBSERVER = 4


def versions() -> ApiVersionsResponse:
    ranges = {key: request_class(key).VERSIONS for key in APIS}
    return ApiVersionsResponse(
        api_keys=[
            ApiVersionsResponse.ApiVersion(api_key=key, min_version=low, max_version=high)
            for key, (low, high) in ranges.items()
        ]
    )


class Member:
    """One replica, its listener, and its calls."""

    def __init__(self, node_id: int, found: Nodes, listener: trio.SocketListener) -> None:
        self.node_id = node_id
        self.found = found
        self.listener = listener
        self.port = listener.socket.getsockname()[1]

    def begin(self, ports: dict[int, int]) -> None:
        """Start the replica."""
        addresses = {each: Endpoint(LISTENER, "127.0.0.1", port) for each, port in ports.items()}
        voters = VoterSet(Voter(ReplicaKey(each), (at,)) for each, at in addresses.items())
        own = Endpoint(LISTENER, "127.0.0.1", self.port)
        disk = RaftDisk()
        self.replica = RaftReplica(
            Sender("cluster", ReplicaKey(self.node_id, bytes([self.node_id]) * 16), (own,)),
            RaftSettings(),
            Storage(disk, disk, disk.log),
            Membership(VoterHistory(voters), tuple(addresses.values())),
            Random(self.node_id),
        )
        self.calls = QuorumCalls(self.replica, self.found.channels)
        self.replica.start(self.found.clock())

    async def work(self) -> None:
        """Keep the replica's time."""
        while True:
            self._settle()
            await trio.sleep(STEP_S)

    def _settle(self) -> None:
        now_ms = self.found.clock()
        self.replica.tick(now_ms)
        self.calls.send(now_ms)
        self.found.shell.pump()

    async def serve(self, stream: trio.SocketStream) -> None:
        """Serve the requests of other replicas."""
        data = b""
        try:
            async for part in stream:
                data += part
                while len(data) >= 4 and len(data) >= 4 + (size := int.from_bytes(data[:4], "big")):
                    frame, data = data[4 : 4 + size], data[4 + size :]
                    await self._serve_one(stream, frame)
        except trio.BrokenResourceError:
            pass  # the other replica has ended

    async def _serve_one(self, stream: trio.SocketStream, frame: bytes) -> None:
        header = decode_request_header(frame)
        response: Message
        if header.api_key == API_VERSIONS:
            response = versions()
        else:
            kind = request_class(header.api_key)
            request = kind.decode(frame, header.api_version, header.body_offset)
            response = await self._response(request, header.api_version)
        buffers = encode_response(
            header.correlation_id, header.api_key, header.api_version, response
        )
        await stream.send_all(b"".join(map(bytes, buffers)))  # type: ignore[arg-type]

    async def _response(self, request: Message, version: int) -> Message:
        found = self.replica.handle(request, version, self.found.clock(), LISTENER)
        if not isinstance(found, Deferred):
            return found
        came = trio.Event()
        responses: list[Message] = []

        def deliver(response: Message) -> None:
            responses.append(response)
            came.set()

        found.deliver = deliver
        await came.wait()
        return responses[0]


class Quorum:
    """Members that run, and the scopes that end them."""

    def __init__(self, nursery: trio.Nursery, members: dict[int, Member]) -> None:
        self.members = members
        self.scopes: dict[int, trio.CancelScope] = {}
        ports = {each: members[each].port for each in VOTERS}
        for member in members.values():
            member.begin(ports)
            self.scopes[member.node_id] = trio.CancelScope()
            nursery.start_soon(self._run, member)

    async def _run(self, member: Member) -> None:
        with self.scopes[member.node_id]:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(member.work)
                await trio.serve_listeners(member.serve, [member.listener])

    def leaders(self) -> set[int]:
        """Return whom the running members take for the leader of a committed epoch."""
        running = (self.members[each] for each in self.members if self.is_running(each))
        return {
            member.replica.core.quorum.leader.id if member.replica.high_watermark else -1
            for member in running
        }

    def is_running(self, node_id: int) -> bool:
        """Return True unless the member was ended."""
        return not self.scopes[node_id].cancel_called

    async def until(self, look: Callable[[], object]) -> None:
        """Wait in simulated time."""
        with trio.fail_after(120):
            while not look():  # noqa: ASYNC110 - the time is simulated
                await trio.sleep(STEP_S)

    async def one_leader(self) -> int:
        """Wait until all agree."""
        await self.until(lambda: len(self.leaders()) == 1 and -1 not in self.leaders())
        (leader,) = self.leaders()
        return leader


@asynccontextmanager
async def quorum(*node_ids: int) -> AsyncIterator[Quorum]:
    async with AsyncExitStack() as stack:
        members = {}
        for node_id in node_ids:
            settings = NodeSettings(node_id, controller_listener=LISTENER)
            found = await stack.enter_async_context(nodes(settings))
            (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
            members[node_id] = Member(node_id, found, listener)
        async with trio.open_nursery() as nursery:
            yield Quorum(nursery, members)
            nursery.cancel_scope.cancel()
        assert [each.found.bugs for each in members.values()] == [[]] * len(members)


async def test_voters_elect_a_leader_and_another_one_when_it_ends(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Replication A-22: requests and responses of the quorum are carried as they are."""
    async with quorum(*VOTERS) as found:
        first = await found.one_leader()
        assert first in VOTERS
        found.scopes[first].cancel()
        await found.until(lambda: first not in found.leaders())
        assert await found.one_leader() in set(VOTERS) - {first}


async def test_an_observer_finds_the_leader_by_its_bootstrap_servers(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Replication A-23: their ids are negative, and are never taken for those of voters."""
    async with quorum(*VOTERS, OBSERVER) as found:
        channels: Any = found.members[OBSERVER].found.channels
        ids: set[int] = set()

        def has_followed() -> bool:
            ids.update(node_id for node_id, _ in channels._lanes)
            return len(found.leaders()) == 1 and -1 not in found.leaders()

        await found.until(has_followed)
        assert min(ids) <= -2
        assert ids - set(VOTERS) <= {-2, -3, -4}
        assert found.members[OBSERVER].replica.core.log.voters.latest.ids == list(VOTERS)


async def test_a_replica_that_reaches_none_tries_again(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Replication A-22: a call that fails goes to another server after the back-off."""
    async with nodes(NodeSettings(OBSERVER, controller_listener=LISTENER)) as found:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        member = Member(OBSERVER, found, listener)
        member.begin({1: 1, 2: 2, 3: 3})
        async with trio.open_nursery() as nursery:
            nursery.start_soon(member.work)
            await trio.sleep(5)
            channels: Any = found.channels
            assert {each for each, _ in channels._lanes} == {-2, -3, -4}
            nursery.cancel_scope.cancel()
        await listener.aclose()
        assert found.bugs == []
