"""Who lives in a day: the broker, the network, two groups with members, and producers."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

from kafkawire.client.values import TopicPartition
from tools.simulate_client import truth
from tools.simulate_client.broker import SimulatedBroker
from tools.simulate_client.clock import clock
from tools.simulate_client.ledger import Group, Ledger, Writings
from tools.simulate_client.network import SimulatedNetwork
from tools.simulate_client.readers import Reader
from tools.simulate_client.writers import Shared, TransactionalWriter, Writer

if TYPE_CHECKING:
    import trio

    from kafkawire.protocol.message import Message

HEARTBEAT_MS, SESSION_MS = 25_000, 60_000
BROKER = {
    "group.consumer.max.heartbeat.interval.ms": str(SESSION_MS),
    "group.consumer.heartbeat.interval.ms": str(HEARTBEAT_MS),
    "group.consumer.session.timeout.ms": str(SESSION_MS),
    "offsets.topic.num.partitions": "1",
    "transaction.state.log.num.partitions": "1",
}
FETCH_WAIT_MS, REQUEST_TIMEOUT_MS = 25_000, 30_000
FETCH_MEMORY_BYTES, BUFFER_MEMORY_BYTES = 256 << 10, 96 << 10
PARTITIONS_FIRST = 2
ASSIGNORS = ("range", "cooperative-sticky", "sticky", "roundrobin", "range,cooperative-sticky")


class Town:
    """Everything of one seed's day that has a state."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.ledger = Ledger(clock)
        self.writings = Writings(self.ledger)
        self.broker = SimulatedBroker(BROKER, seed)
        self.network = SimulatedNetwork(self.broker, self.random)
        self.network.on_request = self._requested
        self.topics = ["orders", "bills"]
        self.shared = Shared(self.random, self.ledger, self.writings, self.topics)
        self.groups = [
            Group(self.ledger, "billing", "read_uncommitted", self._committed),
            Group(self.ledger, "audit", "read_committed", self._committed),
        ]
        self.members: list[Reader] = []
        self.writers: list[Writer] = []
        self.elder_members: list[Reader] = []
        """The members that live all day, one of each group."""
        self.elder_writers: list[Writer] = []
        self.options = {group.name: self._group_options() for group in self.groups}
        self._numbers: Counter[str] = Counter()
        self._nursery: trio.Nursery | None = None

    def open(self, nursery: trio.Nursery) -> None:
        """Start the broker and the members that live all day; all run in `nursery`."""
        self._nursery = nursery
        nursery.start_soon(self.broker.keep_time)
        self.broker.start()
        for topic in self.topics:
            self.broker.current().create_topic(topic, PARTITIONS_FIRST)
        self.broker.moved()
        self.elder_members = [self.join(group) for group in self.groups]
        self.elder_writers = [self.new_writer(), self.new_teller()]

    # Who is there

    def alive(self) -> list[Reader]:
        """Return the members that neither ended nor died."""
        self.members = [each for each in self.members if not (each.is_over or each.is_dead)]
        return self.members

    def young(self) -> list[Reader]:
        """Return the members that may go."""
        return [each for each in self.alive() if each not in self.elder_members]

    def join(self, group: Group) -> Reader:
        """Have another member join a group."""
        topics: Any = list(self.topics)
        if group.name == "audit":
            topics = re.compile("|".join(self.topics))
        name = self._name(group.name)
        reader = Reader(name, self.shared, group, topics, **self.options[group.name])
        self.members.append(reader)
        self._start(reader.run)
        return reader

    def new_writer(self) -> Writer:
        """Have another idempotent producer."""
        writer = Writer(self._name("writer"), self.shared, **self._writer_options())
        self.writers.append(writer)
        self._start(writer.run)
        return writer

    def new_teller(self, transactional_id: str | None = None) -> TransactionalWriter:
        """Have another transactional producer, with the id of one that died or a new one."""
        name = self._name("teller")
        teller = TransactionalWriter(
            name,
            self.shared,
            transactional_id=transactional_id or name,
            transaction_timeout_ms=30_000,
            **self._writer_options(),
        )
        self.writers.append(teller)
        self._start(teller.run)
        return teller

    def clients(self) -> list[object]:
        """Return the clients that live all day."""
        return [
            *(each.consumer for each in self.elder_members),
            *(each.producer for each in self.elder_writers),
        ]

    def partitions(self) -> list[TopicPartition]:
        """Return the partitions that there are now."""
        topics = self.broker.current().broker.metadata.topics
        return [
            TopicPartition(name, number)
            for name in self.topics
            for number in sorted(topics[name].partitions)
        ]

    def _name(self, kind: str) -> str:
        self._numbers[kind] += 1
        return f"{kind}-{self._numbers[kind]}"

    def _start(self, run: Any) -> None:
        assert self._nursery is not None, "the town is not open"
        self._nursery.start_soon(run)

    # Options

    def _group_options(self) -> dict[str, Any]:
        common: dict[str, Any] = {
            "fetch_memory_bytes": FETCH_MEMORY_BYTES,
            "fetch_max_wait_ms": FETCH_WAIT_MS,
            "request_timeout_ms": REQUEST_TIMEOUT_MS,
            "max_poll_records": self.random.choice((1, 7, 500)),
        }
        protocol = self.random.choice(("classic", "consumer"))
        if protocol == "consumer":
            return {**common, "group_protocol": protocol}
        return {
            **common,
            "group_protocol": protocol,
            "session_timeout_ms": SESSION_MS,
            "heartbeat_interval_ms": HEARTBEAT_MS,
            "partition_assignment_strategy": self.random.choice(ASSIGNORS),
        }

    def _writer_options(self) -> dict[str, Any]:
        return {
            "buffer_memory": BUFFER_MEMORY_BYTES,
            "linger_ms": self.random.choice((0, 5, 50)),
            "batch_size": self.random.choice((1000, 16_384)),
            "compression_type": self.random.choice(("none", "lz4")),
        }

    # What is looked at

    def _requested(self, client_id: str, request: Message) -> None:
        """Look at a commit that is on its way to the broker."""
        commit: Any = request
        group = next((each for each in self.groups if each.name == commit.group_id), None)
        if group is None:
            return
        topics = self.broker.current().broker.metadata.topics
        names = {each.topic_id: name for name, each in topics.items()}
        for topic in commit.topics:
            name = topic.name or names[topic.topic_id]
            for each in topic.partitions:
                place = TopicPartition(name, each.partition_index)
                group.commits(client_id, place, each.committed_offset)

    def _committed(self, group: str, partition: TopicPartition) -> int | None:
        assert self.broker.last is not None
        return truth.committed(self.broker.last, group, partition)

    def check_memory(self) -> None:
        """Look at buffer.memory; readers look at their memory with each batch."""
        for writer in self.writers:
            if writer.memory_used > BUFFER_MEMORY_BYTES:
                self.ledger.fault(f"{writer.name}: {writer.memory_used} bytes are buffered")
