"""Stock clients behind the proxy of wire-dump, before three nodes of the real Apache Kafka.

Leaders and coordinators move while they work. Kafka tells clients so in every way it has: errors
with the new leader's address (KIP-951), new metadata, another coordinator. None of what clients are
sent may have an address of a node.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from confluent_kafka import Consumer, ElectionType, Producer, TopicPartition
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic

from compat.oracle import OracleUnavailable
from compat.oracle.cluster import ADVERTISED, ClusterNode, KafkaCluster
from kafkawire.dump.engine import Engine
from kafkawire.dump.model import ExchangeDone
from kafkawire.dump.transport import Data
from kafkawire.protocol.exchange import decode_response
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from tests.support.dump.proxied import Proxied
from tests.support.requests.loopback import connected
from tests.support.rings.skips import skip_without
from tests.support.suite.patience import patient

pytestmark = pytest.mark.oracle

TOPIC, GROUP = "orders", "billing"
LIMIT_S = patient(90.0)
RECORDS_PER_STEP = 200


@pytest.fixture(scope="module")
def cluster() -> Iterator[KafkaCluster]:
    try:
        with KafkaCluster(3) as found:
            yield found
    except OracleUnavailable as missing:
        skip_without(missing, "the proxy before a cluster of Apache Kafka is not run")


class Work:
    """A producer and a consumer in a group that go on whatever happens."""

    def __init__(self, bootstrap: str) -> None:
        self._done = threading.Event()
        self.received: set[int] = set()
        self.sent = 0
        self._producer = Producer(
            {
                "bootstrap.servers": bootstrap,
                "enable.idempotence": True,
                "linger.ms": 1,
                "topic.metadata.refresh.interval.ms": 60_000,
            }
        )
        self._consumer = Consumer(
            {
                "bootstrap.servers": bootstrap,
                "group.id": GROUP,
                "auto.offset.reset": "earliest",
                "auto.commit.interval.ms": 200,
                "topic.metadata.refresh.interval.ms": 60_000,
            }
        )
        self._consumer.subscribe([TOPIC])
        self._threads = [threading.Thread(target=each) for each in (self._produce, self._consume)]

    def __enter__(self) -> Work:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._done.set()
        for thread in self._threads:
            thread.join(LIMIT_S)
        self._consumer.close()

    def go_on(self) -> None:
        """Return when what is sent from now on has been received."""
        wanted = self.sent + RECORDS_PER_STEP
        until(lambda: self.received >= set(range(wanted)), "records to pass")

    def _produce(self) -> None:
        while not self._done.wait(0.01):
            self._producer.produce(TOPIC, str(self.sent).encode(), partition=self.sent % 3)
            self.sent += 1
            self._producer.poll(0)
        self._producer.flush(LIMIT_S)

    def _consume(self) -> None:
        while not self._done.is_set():
            for message in self._consumer.consume(500, 0.2):
                value = message.value()
                if message.error() is None and value is not None:
                    self.received.add(int(value))


def until(check: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + LIMIT_S
    while not check():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.05)


def leader_of(cluster: KafkaCluster, topic: str, partition: int) -> int:
    request = MetadataRequest(topics=[MetadataRequest.MetadataRequestTopic(name=topic)])
    for node in cluster.nodes:
        try:
            with connected(node.bootstrap) as client:
                (found,) = client.ask(request, 9).topics
        except OSError:
            continue
        leaders = {each.partition_index: each.leader_id for each in found.partitions}
        return int(leaders.get(partition, -1))
    raise AssertionError("no node answers")


def coordinator_of(cluster: KafkaCluster) -> int:
    for node in cluster.nodes:
        try:
            with connected(node.bootstrap) as client:
                found = client.ask(FindCoordinatorRequest(key=GROUP), 3)
        except OSError:
            continue
        if not found.error_code:
            return int(found.node_id)
    return -1


def stop_and_wait(cluster: KafkaCluster, node_id: int, role: Callable[[], int]) -> ClusterNode:
    """End a node; return when somebody else has its role."""
    node = cluster.nodes[node_id - 1]
    node.stop_process()
    until(lambda: role() not in (-1, node_id), f"another node in the place of {node_id}")
    return node


def test_clients_survive_moves_and_never_learn_an_address(cluster: KafkaCluster) -> None:
    with Proxied(*cluster.bootstrap) as proxy:
        admin = AdminClient({"bootstrap.servers": proxy.bootstrap})
        for made in admin.create_topics([NewTopic(TOPIC, 3, 3)]).values():
            made.result(LIMIT_S)
        with Work(proxy.bootstrap) as work:
            work.go_on()
            for role in (partial(leader_of, cluster, TOPIC, 0), partial(coordinator_of, cluster)):
                node = stop_and_wait(cluster, role(), role)
                work.go_on()
                node.start_process()
                node.wait()
            give_back(admin)
            work.go_on()

    assert_no_address(cluster, proxy)


def give_back(admin: Any) -> None:
    """Have each partition led by its preferred replica again: leaders that live hand over."""
    partitions = [TopicPartition(TOPIC, each) for each in range(3)]
    admin.elect_leaders(ElectionType.PREFERRED, partitions).result(LIMIT_S)


def assert_no_address(cluster: KafkaCluster, proxy: Proxied) -> None:
    to_clients = b"".join(proxy.sent(1).values())
    assert b"127.0.0.1" in to_clients
    assert ADVERTISED.encode() not in to_clients
    engine = Engine()
    events = [found for event in proxy.events for found in engine.feed(event)]
    hints = 0
    ports = {node.port for node in cluster.nodes}
    for event in events:
        if isinstance(event, ExchangeDone) and event.exchange.response is not None:
            response = event.exchange.response
            _, found = decode_response(response.data, response.api_key, response.api_version)
            for brokers in ("brokers", "coordinators", "node_endpoints"):
                for each in getattr(found, brokers, []):
                    assert each.port not in ports
                    hints += brokers == "node_endpoints"
    assert sum(len(event.data) for event in proxy.events if isinstance(event, Data)) > 100_000
    assert hints, "no leader was told by an error"
