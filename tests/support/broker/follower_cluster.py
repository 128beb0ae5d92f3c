"""Three real brokers that follow each other in simulated time, and a network with faults.

Topic `t` has two partitions with a replica on each broker. The test is the controller: it commits
records to a metadata image of its own, and each broker gets them in order, some later than others.
Requests and responses are real bytes, served by the brokers' handlers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from heapq import heappop, heappush
from random import Random
from typing import Any

from kafkawire.broker.followers.fetcher import Surroundings
from kafkawire.broker.followers.fetchers import Fetchers
from kafkawire.broker.followers.settings import FollowerSettings, ProtocolVersions
from kafkawire.broker.followers.throttling import Unlimited
from kafkawire.broker.metadata.parts import PartitionImage
from kafkawire.broker.nodes.purposes import Purpose
from kafkawire.broker.replicas.log_source import LogsInMemory
from kafkawire.broker.replicas.partition import Partition
from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.errors import ConnectionLost
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord
from kafkawire.protocol.messages.partition_record import PartitionRecord
from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.timers import NEVER
from tests.support.broker.metadata import apply, broker, image_of, topic, topic_id
from tests.support.requests.harness import BrokerHarness, HarnessClient, Pending

NODES = (1, 2, 3)
PARTITIONS = 2
BACKOFF_MS = 50
WAIT_MS = 100
DROPPED_AFTER_MS = 300
ANY_EPOCH = -1
"""A broker epoch that passes every check."""


class KeptLogs(LogsInMemory):
    """Logs that outlive their broker, with the high watermarks of a checkpoint."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self.logs: dict[TopicPartition, PartitionLog] = {}
        self._random = random

    def open(self, topic_partition: TopicPartition, *args: Any) -> PartitionLog:
        log = self.logs.get(topic_partition)
        if log is None:
            log = self.logs[topic_partition] = super().open(topic_partition, *args)
        else:
            log.move_high_watermark(self._random.randint(log.log_start_offset, log.high_watermark))
        return log


class Exchange:
    """A request that a broker has received, and its response once it is there."""

    def __init__(self, call: Call, target: Node, pending: Pending) -> None:
        self.call = call
        self.target = target
        self.incarnation = target.incarnation
        self.pending = pending


class Node:
    """One broker and its fetchers; `harness` is replaced when it starts again."""

    def __init__(self, cluster: FollowerCluster, node_id: int) -> None:
        self.cluster = cluster
        self.id = node_id
        self.logs = KeptLogs(cluster.random)
        self.is_up = False
        self.incarnation = 0
        self.records: deque[Message] = deque()
        """Committed records that the broker has not got yet."""
        self.clients: dict[tuple[int, Purpose], HarnessClient] = {}
        """Connections from other brokers."""

    def start(self) -> None:
        """Start with the metadata as they are."""
        self.is_up = True
        self.incarnation += 1
        self.harness = BrokerHarness({"node.id": str(self.id)})
        self.harness.advance(self.cluster.now_ms - self.harness.now_ms)
        self.replicas = self.harness.broker.replicas
        self.replicas.logs = self.logs
        self.fetchers = Fetchers(
            Surroundings(
                FollowerSettings(self.id, fetch_wait_max_ms=WAIT_MS, fetch_backoff_ms=BACKOFF_MS),
                self.replicas,
                Wire(self),
                self.harness.broker.timers,
                Unlimited(),
                lambda: self.cluster.versions,
                lambda: ANY_EPOCH,
            )
        )
        self.records.clear()
        self.clients.clear()
        self.commit(*(broker(each) for each in NODES if each != self.id), *self.cluster.snapshot())

    def stop(self) -> None:
        self.is_up = False
        self.fetchers.close(self.cluster.now_ms)

    def catch_up(self, count: int = 1 << 30) -> None:
        """Apply committed records, in order."""
        while self.records and count:
            count -= 1
            self.commit(self.records.popleft())

    def commit(self, *records: Message) -> None:
        now_ms = self.harness.now_ms
        self.harness.broker.controller.commit(records, now_ms)
        for partition in self.partitions:
            if partition.is_leader:
                self.fetchers.stop(partition.topic_partition)
            else:
                self.fetchers.follow(partition, now_ms)
        self.fetchers.settle(now_ms)
        self.harness.settle()

    @property
    def partitions(self) -> list[Partition]:
        found = [self.replicas.get(TopicPartition("t", index)) for index in range(PARTITIONS)]
        return [each for each in found if each is not None]

    def append(self, index: int, count: int) -> None:
        """Produce to a partition that this broker believes to lead; each value is unique."""
        partition = self.partitions[index]
        values: list[RecordTuple] = [
            (1, None, b"%d" % (self.cluster.next_value + at), []) for at in range(count)
        ]
        self.cluster.next_value += count
        self.replicas.append(partition, encode_batch(values), now_ms=self.harness.now_ms)
        self.harness.settle()

    def client(self, source: int, purpose: Purpose) -> HarnessClient:
        """The connection from another broker."""
        client = self.clients.get((source, purpose))
        if client is None or client.closed:
            client = self.clients[source, purpose] = self.harness.connect(f"broker-{source}")
        return client

    def cut(self, source: int, purpose: Purpose) -> None:
        """End a connection."""
        client = self.clients.pop((source, purpose), None)
        if client is not None and not client.closed:
            client.close()


class Wire:
    """The connections of one incarnation of a broker to the others."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._cluster = node.cluster

    def send(self, purpose: Purpose, call: Call, now_ms: int) -> None:
        cluster, source = self._cluster, self._node
        target = cluster.nodes[call.node]
        if cluster.loses():
            cluster.after(DROPPED_AFTER_MS, lambda: self.lose(call, purpose))
            return
        cluster.after(cluster.delay_ms(), lambda: self.arrive(purpose, call, source, target))

    def arrive(self, purpose: Purpose, call: Call, source: Node, target: Node) -> None:
        if call.is_withdrawn:
            return
        if not target.is_up:
            self.lose(call, purpose)
            return
        assert isinstance(call.request, Message)
        assert call.versions is not None
        client = target.client(source.id, purpose)
        pending = client.send(call.request, call.versions[0])
        assert client.error is None, client.error
        self._cluster.exchanges.append((self, purpose, Exchange(call, target, pending)))

    def finish(self, purpose: Purpose, exchange: Exchange) -> bool:
        """Send a response back; False while the request is parked."""
        call, target = exchange.call, exchange.target
        if call.is_withdrawn:
            return True
        if not target.is_up or target.incarnation != exchange.incarnation:
            self.lose(call, purpose)
            return True
        if not exchange.pending.done:
            return False
        cluster = self._cluster
        if cluster.loses():
            cluster.after(DROPPED_AFTER_MS, lambda: self.lose(call, purpose))
            return True
        assert call.versions is not None
        answer = Answer(target.id, call.versions[0], exchange.pending.response)
        cluster.after(cluster.delay_ms(), lambda: self.end(call, answer))
        return True

    def lose(self, call: Call, purpose: Purpose) -> None:
        """End a connection and its call."""
        target = self._cluster.nodes[call.node]
        if target.is_up:
            target.cut(self._node.id, purpose)
        failure = ConnectionLost("lost")
        self.end(call, Answer(call.node, -1, None, failure))

    def end(self, call: Call, answer: Answer) -> None:
        if not call.is_withdrawn:
            call.is_withdrawn = True
            call.done(answer, self._cluster.now_ms)
            self._node.harness.settle()

    def withdraw(self, call: Call) -> None:
        call.is_withdrawn = True

    def disconnect(self, node_id: int, purpose: Purpose, why: str, now_ms: int) -> None:
        target = self._cluster.nodes[node_id]
        if target.is_up:
            target.cut(self._node.id, purpose)


class FollowerCluster:
    """The brokers, the clock, the network, and the controller's image."""

    def __init__(self, random: Random, versions: ProtocolVersions) -> None:
        self.random = random
        self.versions = versions
        self.now_ms = BrokerHarness.start_ms
        self.next_value = 0
        self.lost_of_100 = 0
        self.delay_max_ms = 5
        self.exchanges: list[tuple[Wire, Purpose, Exchange]] = []
        """Requests that brokers have received and not answered."""
        self.image = image_of(*(broker(each) for each in NODES), *topic("t", *[NODES] * PARTITIONS))
        self._events: list[tuple[int, int, Callable[[], None]]] = []
        self._sequence = 0
        self.nodes = {node_id: Node(self, node_id) for node_id in NODES}
        for node in self.nodes.values():
            node.start()

    # The network

    def loses(self) -> bool:
        return self.random.randrange(100) < self.lost_of_100

    def delay_ms(self) -> int:
        """Most are fast, some are slow."""
        is_slow = self.random.randrange(10) == 0
        return self.random.randint(1, self.delay_max_ms * 20 if is_slow else self.delay_max_ms)

    def after(self, delay_ms: int, action: Callable[[], None]) -> None:
        self._sequence += 1
        heappush(self._events, (self.now_ms + delay_ms, self._sequence, action))

    def run(self, duration_ms: int, check: Callable[[], None]) -> None:
        """Let time pass; `check` is called whenever something has happened."""
        end_ms = self.now_ms + duration_ms
        self._respond()
        while (due_ms := self._next_ms()) <= end_ms:
            self._advance(max(due_ms, self.now_ms))
            while self._events and self._events[0][0] <= self.now_ms:
                heappop(self._events)[2]()
            self._respond()
            check()
        self._advance(end_ms)

    def _next_ms(self) -> int:
        events_ms = self._events[0][0] if self._events else NEVER
        return min([events_ms, *(each.harness.broker.next_deadline_ms() for each in self.up)])

    def _advance(self, to_ms: int) -> None:
        self.now_ms = to_ms
        for node in self.up:
            node.harness.advance(to_ms - node.harness.now_ms)
        self._respond()

    def _respond(self) -> None:
        self.exchanges = [each for each in self.exchanges if not each[0].finish(*each[1:])]

    # The controller

    @property
    def up(self) -> list[Node]:
        return [node for node in self.nodes.values() if node.is_up]

    def truth(self, index: int) -> PartitionImage:
        return self.image.topics["t"].partitions[index]

    def snapshot(self) -> list[Message]:
        """The records of the topic as it is."""
        records: list[Message] = list(topic("t"))
        for index in range(PARTITIONS):
            image = self.truth(index)
            records.append(
                PartitionRecord(
                    partition_id=index,
                    topic_id=topic_id("t"),
                    replicas=list(image.replicas),
                    isr=list(image.isr),
                    leader=image.leader,
                    leader_epoch=image.leader_epoch,
                    partition_epoch=image.partition_epoch,
                )
            )
        return records

    def change(self, index: int, **fields: Any) -> None:
        """Commit a change of a partition; brokers get it when they catch up."""
        record = PartitionChangeRecord(partition_id=index, topic_id=topic_id("t"), **fields)
        apply(self.image, record)
        for node in self.up:
            node.records.append(record)

    def leader(self, index: int) -> Node | None:
        """The leader, if it is up and has learnt of it."""
        image = self.truth(index)
        node = self.nodes.get(image.leader)
        if node is None or not node.is_up:
            return None
        partition = node.partitions[index]
        return node if partition.leader_epoch == image.leader_epoch else None
