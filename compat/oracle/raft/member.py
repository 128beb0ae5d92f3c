"""A quorum replica of ours on loopback: sockets and a clock around `RaftReplica`, in one thread.

It works only while `run_until` runs, and keeps its log and files in memory.
"""

from __future__ import annotations

import os
import socket
import struct
import time
from collections.abc import Callable
from random import Random
from selectors import EVENT_READ, DefaultSelector
from typing import NamedTuple

from kafkawire.broker.raft.core import Deferred
from kafkawire.broker.raft.outbox import Call, Destination
from kafkawire.broker.raft.replica import Membership, RaftReplica, Storage
from kafkawire.broker.raft.requests import Sender
from kafkawire.broker.raft.settings import RaftSettings
from kafkawire.broker.raft.voter_history import VoterHistory
from kafkawire.broker.raft.voters import Endpoint, ReplicaKey, Voter, VoterSet
from kafkawire.protocol.exchange import (
    decode_request_header,
    decode_response,
    encode_request,
    encode_response,
)
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.registry import request_class
from tests.support.broker.raft_disk import RaftDisk
from tools.programs import HOST

LISTENER = "CONTROLLER"
APIS = (1, 18, 52, 53, 54, 55, 59, 80, 81, 82)
WAIT_SECONDS_MAX = 0.1


class _Sent(NamedTuple):
    call: Call
    api_key: int
    version: int


class Member:
    """Replica `node_id`; `ports` has the ports of all nodes by id.

    The nodes are the voters, unless the settings let this replica join those of the log.
    """

    def __init__(
        self, node_id: int, cluster_id: str, ports: dict[int, int], settings: RaftSettings
    ) -> None:
        self.disk = RaftDisk()
        self.requests: list[Message] = []
        """What Kafka has sent, fetches left out."""
        addresses = {each: Endpoint(LISTENER, HOST, port) for each, port in ports.items()}
        fixed = {} if settings.auto_join_enable else addresses
        voters = VoterSet(Voter(ReplicaKey(each), (at,)) for each, at in fixed.items())
        sender = Sender(cluster_id, ReplicaKey(node_id, os.urandom(16)), (addresses[node_id],))
        self.replica = RaftReplica(
            sender,
            settings,
            Storage(self.disk, self.disk, self.disk.log),
            Membership(VoterHistory(voters), tuple(addresses.values())),
            Random(node_id),
        )
        self._selector = DefaultSelector()
        self._server = socket.create_server((HOST, ports[node_id]))
        self._selector.register(self._server, EVENT_READ, None)
        self._links: dict[Destination, socket.socket] = {}
        self._received: dict[socket.socket, bytes] = {}
        self._sent: dict[int, _Sent] = {}
        self._correlation_id = 0
        self._begun = time.monotonic()

    def start(self) -> None:
        """Take up a role."""
        self.replica.start(self._now_ms())

    def resign(self) -> None:
        """Stop leading."""
        self.replica.resign(self.replica.core.quorum.epoch, self._now_ms())

    def close(self) -> None:
        """Close all connections."""
        for key in list(self._selector.get_map().values()):
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.close()
        self._selector.close()

    def run_until(self, is_done: Callable[[], bool], seconds: float) -> None:
        """Work until the condition holds. Raises `TimeoutError`."""
        end = time.monotonic() + seconds
        while not is_done():
            if time.monotonic() > end:
                quorum = self.replica.core.quorum
                raise TimeoutError(f"still {quorum.role.name} in epoch {quorum.epoch}")
            self._send_calls()
            now_ms = self._now_ms()
            wait = (self.replica.next_deadline_ms(now_ms) - now_ms) / 1000
            for key, _ in self._selector.select(min(max(wait, 0.0), WAIT_SECONDS_MAX)):
                assert isinstance(key.fileobj, socket.socket)
                self._read(key.fileobj, key.data)
            self.replica.tick(self._now_ms())

    def _now_ms(self) -> int:
        return 1_000_000 + int((time.monotonic() - self._begun) * 1000)

    def _read(self, link: socket.socket, destination: Destination | str | None) -> None:
        """Take what has come; `destination` is None for the listening socket."""
        if destination is None:
            accepted, _ = link.accept()
            self._selector.register(accepted, EVENT_READ, "client")
            return
        try:
            data = link.recv(1 << 20)
        except OSError:
            data = b""
        if not data:
            self._drop(link, destination)
            return
        data = self._received.get(link, b"") + data
        while len(data) >= 4 and len(data) >= 4 + (size := struct.unpack_from(">i", data)[0]):
            frame, data = data[4 : 4 + size], data[4 + size :]
            if isinstance(destination, Destination):
                self._take(frame)
            else:
                self._serve(link, frame)
        self._received[link] = data

    def _drop(self, link: socket.socket, destination: Destination | str) -> None:
        self._selector.unregister(link)
        self._received.pop(link, None)
        link.close()
        if isinstance(destination, Destination):
            del self._links[destination]
            lost = [key for key, each in self._sent.items() if each.call.destination == destination]
            for key in lost:
                self.replica.answered(self._sent.pop(key).call, None, self._now_ms())

    # Requests of Kafka

    def _serve(self, link: socket.socket, frame: bytes) -> None:
        header = decode_request_header(frame)
        kind = request_class(header.api_key)
        request = kind.decode(frame, header.api_version, header.body_offset)

        def send(response: Message) -> None:
            pieces = encode_response(
                header.correlation_id, header.api_key, header.api_version, response
            )
            link.sendall(b"".join(bytes(each) for each in pieces))  # type: ignore[arg-type]

        if isinstance(request, ApiVersionsRequest):
            send(_api_versions())
            return
        if header.api_key != 1:
            self.requests.append(request)
        response = self.replica.handle(request, header.api_version, self._now_ms(), LISTENER)
        if isinstance(response, Deferred):
            response.deliver = send
        else:
            send(response)

    # Calls to Kafka

    def _send_calls(self) -> None:
        for call in self.replica.take_calls():
            link = self._link(call.destination)
            if link is None:
                self.replica.answered(call, None, self._now_ms())
                continue
            self._correlation_id += 1
            api_key, version = call.request.API_KEY, call.request.VERSIONS[1]
            self._sent[self._correlation_id] = _Sent(call, api_key, version)
            client_id = f"raft-client-{self.replica.core.sender.key.id}"
            link.sendall(
                encode_request(api_key, version, self._correlation_id, client_id, call.request)
            )

    def _link(self, destination: Destination) -> socket.socket | None:
        if destination not in self._links:
            try:
                link = socket.create_connection((destination.host, destination.port), timeout=1.0)
            except OSError:
                return None
            self._selector.register(link, EVENT_READ, destination)
            self._links[destination] = link
        return self._links[destination]

    def _take(self, frame: bytes) -> None:
        (correlation_id,) = struct.unpack_from(">i", frame)
        sent = self._sent.pop(correlation_id)
        _, response = decode_response(frame, sent.api_key, sent.version)
        self.replica.answered(sent.call, response, self._now_ms())


def _api_versions() -> ApiVersionsResponse:
    versions = {each: request_class(each).VERSIONS for each in APIS}
    return ApiVersionsResponse(
        api_keys=[
            ApiVersionsResponse.ApiVersion(api_key=each, min_version=low, max_version=high)
            for each, (low, high) in versions.items()
        ],
        supported_features=[
            ApiVersionsResponse.SupportedFeatureKey(
                name="kraft.version", min_version=0, max_version=1
            )
        ],
    )
