"""The two leaders, behind one face: a real node with pretended followers, and ours."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from compat.oracle.node import KafkaNode
from compat.oracle.settling import until_in_force
from compat.oracle.side import next_frame, opened, send, until_served
from compat.oracle.sides import ONE_THREAD
from kafkawire.protocol.exchange import decode_response
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.alter_partition_reassignments_request import (
    AlterPartitionReassignmentsRequest,
)
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.broker_heartbeat_request import BrokerHeartbeatRequest
from kafkawire.protocol.messages.broker_registration_request import BrokerRegistrationRequest
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.describe_cluster_request import DescribeClusterRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.testing import RawConnection
from tests.support.broker.cluster import RACK_AWARE, Cluster
from tests.support.requests.harness import HarnessClient, Pending
from tools.programs import HOST

FOLLOWERS = (2, 3, 4)
NEVER_MS = "3600000"
ANSWER_SECONDS = 10.0
TRIES = 500
AGAIN_SECONDS = 0.02
SETTINGS = {
    **ONE_THREAD,
    "replica.selector.class": RACK_AWARE,
    "broker.rack": "r1",
    "replica.lag.time.max.ms": NEVER_MS,
    "log.retention.ms": "-1",
}
InSync = dict[int, set[int]]
"""The in-sync replicas of each partition."""


class Leader(Protocol):
    """Broker 1, leader or replica of the partitions of one topic at a time."""

    name: str
    topic: str
    topic_id: bytes
    epochs: dict[int, int]
    """The broker epochs of the followers."""

    def create(self, assignments: Sequence[Sequence[int]]) -> None:
        """A new topic with these replicas; the first of each leads."""

    def send(self, connection: str, request: Message, version: int) -> None:
        """Send a request on the connection of that name."""

    def receive(self, connection: str, seconds: float = ANSWER_SECONDS) -> Any:
        """The answer to the oldest request there, None if there is none in time."""

    def fence(self, node_id: int, fenced: bool) -> None:
        """A follower goes down, or comes back; who is down is not in sync."""

    def shrink(self, replicas: Sequence[int]) -> None:
        """Partition 0 is assigned to some of its replicas only, which is a new leader epoch."""

    def serve(self) -> None:
        """Serve what was sent, as far as it need not wait."""


class RealLeader:
    """A node of Apache Kafka whose controller takes our word for other brokers."""

    name = "Apache Kafka"

    def __init__(self, node: KafkaNode, addresses: Mapping[int, int] | None = None) -> None:
        """`addresses` are ports of loopback, by broker, of those that do exist."""
        self._node = node
        self._addresses = addresses or {}
        self._links: dict[str, RawConnection] = {}
        self._topics = 0
        self.topic = ""
        self.topic_id = b""
        self.epochs: dict[int, int] = {}
        self._cluster_id = self._ask("admin", DescribeClusterRequest(), 0).cluster_id
        software = ApiVersionsRequest(client_software_name="x", client_software_version="1")
        self._features = [
            BrokerRegistrationRequest.Feature(
                name=each.name,
                min_supported_version=each.min_version,
                max_supported_version=each.max_version,
            )
            for each in self._ask("admin", software, 4).supported_features
        ]
        for node_id in FOLLOWERS:
            self._register(node_id)
            self.fence(node_id, False)

    def close(self) -> None:
        """End all connections."""
        for link in self._links.values():
            link.close()

    def create(self, assignments: Sequence[Sequence[int]]) -> None:
        """See `Leader`. Connections of earlier topics end, but for the administrator's."""
        for name in list(self._links):
            if name not in ("admin", "controller"):
                self._links.pop(name).close()
        self._topics += 1
        self.topic = f"followed-{self._topics}"
        wanted = CreateTopicsRequest.CreatableTopic(
            name=self.topic,
            num_partitions=-1,
            replication_factor=-1,
            assignments=[
                CreateTopicsRequest.CreatableReplicaAssignment(
                    partition_index=index, broker_ids=list(replicas)
                )
                for index, replicas in enumerate(assignments)
            ],
        )
        request = CreateTopicsRequest(topics=[wanted], timeout_ms=10_000)
        (created,) = self._ask("admin", request, 7).topics
        assert created.error_code == 0, created
        self.topic_id = created.topic_id
        self._settle()

    def send(self, connection: str, request: Message, version: int) -> None:
        """See `Leader`."""
        send(self._link(connection), request, version)

    def receive(self, connection: str, seconds: float = ANSWER_SECONDS) -> Any:
        """See `Leader`."""
        link = self._link(connection)
        frame = next_frame(link, seconds)
        if not isinstance(frame, bytes):
            return None
        asked = link.unanswered.popleft()
        return decode_response(frame, asked.api_key, asked.version)[1]

    def fence(self, node_id: int, fenced: bool) -> None:
        """See `Leader`."""
        beat = BrokerHeartbeatRequest(
            broker_id=node_id,
            broker_epoch=self.epochs[node_id],
            current_metadata_offset=1 << 40,
            want_fence=fenced,
        )
        for _ in range(TRIES):
            answer = self._ask("controller", beat, 1)
            if answer.error_code == 0 and answer.is_fenced == fenced:
                self._settle()
                return
            time.sleep(AGAIN_SECONDS)
        raise AssertionError(answer)

    def shrink(self, replicas: Sequence[int]) -> None:
        """See `Leader`."""
        partition = AlterPartitionReassignmentsRequest.ReassignablePartition(
            partition_index=0, replicas=list(replicas)
        )
        topic = AlterPartitionReassignmentsRequest.ReassignableTopic(
            name=self.topic, partitions=[partition]
        )
        answer = self._ask("admin", AlterPartitionReassignmentsRequest(topics=[topic]), 0)
        assert answer.responses[0].partitions[0].error_code == 0, answer
        self._settle()

    def serve(self) -> None:
        """See `Leader`."""
        until_served(HOST, self._node.port)

    def take_in(self, in_sync: InSync) -> None:
        """Wait until these are in sync, and the leader acts upon it.

        A leader first answers the fetch with which a follower has caught up, and asks the
        controller to take it in only then. Raises AssertionError if that does not come about.
        """
        deadline = time.monotonic() + ANSWER_SECONDS
        while (found := self.in_sync()) != in_sync:
            assert time.monotonic() < deadline, f"in sync are {found}, not {in_sync}"
            time.sleep(AGAIN_SECONDS)
        self._settle()

    def _settle(self) -> None:
        until_in_force(lambda request, version: self._ask("admin", request, version))

    def in_sync(self) -> InSync:
        """The in-sync replicas as the broker tells them."""
        wanted = MetadataRequest.MetadataRequestTopic(name=self.topic)
        (topic,) = self._ask("admin", MetadataRequest(topics=[wanted]), 9).topics
        return {each.partition_index: set(each.isr_nodes) for each in topic.partitions}

    def _register(self, node_id: int) -> None:
        incarnation = bytearray(os.urandom(16))
        incarnation[6] = 0x40 | incarnation[6] & 0x0F
        port = self._addresses.get(node_id)
        listener = BrokerRegistrationRequest.Listener(
            name="PLAINTEXT",
            host=f"host{node_id}" if port is None else HOST,
            port=9000 if port is None else port,
            security_protocol=0,
        )
        request = BrokerRegistrationRequest(
            broker_id=node_id,
            cluster_id=self._cluster_id,
            incarnation_id=bytes(incarnation),
            listeners=[listener],
            features=self._features,
            rack=f"r{node_id}",
            log_dirs=[os.urandom(16)],
        )
        answer = self._ask("controller", request, 4)
        assert answer.error_code == 0, answer
        self.epochs[node_id] = answer.broker_epoch

    def _ask(self, connection: str, request: Message, version: int) -> Any:
        self.send(connection, request, version)
        answer = self.receive(connection)
        assert answer is not None, f"no answer to {type(request).__name__}"
        return answer

    def _link(self, name: str) -> RawConnection:
        if name not in self._links:
            node = self._node
            port = node.controller_port if name == "controller" else node.port
            self._links[name] = opened(HOST, port)
        return self._links[name]


class OurLeader:
    """A broker of ours in simulated time, which does what records say."""

    name = "kafkawire"
    topic = "t"
    cluster: Cluster

    def __init__(self) -> None:
        self.topic_id = b""
        self.epochs: dict[int, int] = {}
        self._clients: dict[str, HarnessClient] = {}
        self._pending: dict[str, Pending] = {}
        self._epoch_starts: dict[int, int] = {}

    def create(self, assignments: Sequence[Sequence[int]]) -> None:
        """See `Leader`. A new topic is a new broker here."""
        settings = {name.replace(".", "_"): value for name, value in SETTINGS.items()}
        self.cluster = Cluster(*map(tuple, assignments), **settings)
        self.topic_id = self.cluster.topic_id
        brokers = self.cluster.broker.metadata.brokers
        self.epochs = {node_id: brokers[node_id].epoch for node_id in FOLLOWERS}
        self._clients.clear()
        self._epoch_starts.clear()

    def send(self, connection: str, request: Message, version: int) -> None:
        """See `Leader`."""
        if connection not in self._clients:
            self._clients[connection] = self.cluster.harness.connect()
        self._pending[connection] = self._clients[connection].send(request, version)

    def receive(self, connection: str, seconds: float = ANSWER_SECONDS) -> Any:
        """See `Leader`; time passes only while there is nothing."""
        harness, pending = self.cluster.harness, self._pending[connection]
        end_ms = harness.now_ms + int(seconds * 1_000)
        while not pending.done and harness.now_ms < end_ms:
            harness.advance(10)
        return pending.response

    def fence(self, node_id: int, fenced: bool) -> None:
        """See `Leader`."""
        self.cluster.fence(node_id, fenced)
        for index, image in self.cluster.broker.metadata.topics["t"].partitions.items():
            if fenced and node_id in image.isr:
                left = [each for each in image.isr if each != node_id]
                self.cluster.change(index, isr=left)

    def shrink(self, replicas: Sequence[int]) -> None:
        """See `Leader`."""
        isr = [each for each in self.cluster.partition().image.isr if each in replicas]
        self.cluster.change(replicas=list(replicas), isr=isr, leader=1)
        self._epoch_starts[0] = self.cluster.partition().log_end_offset

    def serve(self) -> None:
        """See `Leader`: it has been."""

    def in_sync(self) -> InSync:
        """The in-sync replicas of the metadata."""
        partitions = self.cluster.broker.metadata.topics["t"].partitions
        return {index: set(image.isr) for index, image in partitions.items()}

    def has_caught_up(self, node_id: int, index: int) -> bool:
        """Whether a leader has to take in a follower that has fetched just now (fetch G-23)."""
        partition = self.cluster.partition(index)
        assert partition.followers is not None
        replica = partition.followers.get(node_id)
        return (
            replica is not None
            and self.cluster.broker.replicas.peers.may_join(replica)
            and replica.log_end_offset >= partition.high_watermark
            and replica.log_end_offset >= self._epoch_starts.get(index, 0)
        )

    def take_in(self, in_sync: InSync) -> None:
        """Have these in sync."""
        before = self.in_sync()
        for index, replicas in in_sync.items():
            if replicas != before[index]:
                self.cluster.change(index, isr=sorted(replicas))
