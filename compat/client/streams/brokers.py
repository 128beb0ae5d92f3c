"""The brokers before which both clients run, and what steps do to them beside the consumers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import trio

from compat.matrix.brokers import SETTINGS, broker
from compat.oracle.cluster import KafkaCluster
from kafkawire.client import Admin, Consumer, NewTopic, Producer, ProducerRecord, TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.testing.raw import RawConnection
from tests.support.suite.patience import patient

LIMIT_S = patient(30.0)
FETCH_VERSION = 16
MORE_SETTINGS: Mapping[str, str] = {
    "auto.create.topics.enable": "false",
    # An interval between heartbeats in which members get changes, and are quiet otherwise.
    "group.consumer.min.heartbeat.interval.ms": "300",
    "group.consumer.heartbeat.interval.ms": "300",
}


class Brokers(NamedTuple):
    """Running brokers: their addresses, by node id from 1."""

    addresses: Sequence[str]

    def nodes_by_port(self) -> dict[int, int]:
        """Return the node of each port."""
        return {int(each.rpartition(":")[2]): at for at, each in enumerate(self.addresses, 1)}

    def warm_up(self) -> None:
        """Have the topic of committed offsets made, which takes the first group a while."""
        self.create("warm-up", 1)

        async def commit() -> None:
            async with Consumer(list(self.addresses), group_id="warm-up") as consumer:
                partition = TopicPartition("warm-up", 0)
                await consumer.assign({partition: 0})
                await consumer.commit({partition: 0})

        trio.run(commit)

    def create(self, topic: str, partitions: int) -> None:
        """Make a topic; partition p is led by node p + 1, in turn."""
        nodes = list(range(1, len(self.addresses) + 1))
        replicas = {
            number: nodes[number % len(nodes) :] + nodes[: number % len(nodes)]
            for number in range(partitions)
        }

        async def make(admin: Admin) -> None:
            new = NewTopic(topic, assignments=replicas)
            if len(nodes) == 1:
                new = NewTopic(topic, partitions)
            (await admin.create_topics([new])).unwrap()

        self._admin(make)
        self.await_leaders(topic, {number: held[0] for number, held in replicas.items()})

    def await_leaders(self, topic: str, leaders: Mapping[int, int]) -> None:
        """Wait until each broker shows these leaders, by partition; one node has any id."""

        def is_so(address: str) -> bool:
            async def look() -> list[int | None]:
                async with Admin(address) as admin:
                    found = await admin.describe_topics([topic])
                    if topic not in found:
                        return []
                    return [each.leader for each in found[topic].partitions]

            found = dict(enumerate(trio.run(look)))
            if len(self.addresses) == 1:
                return len(found) == len(leaders) and None not in found.values()
            return all(found.get(number) == leader for number, leader in leaders.items())

        for address in self.addresses:
            _until(lambda address=address: is_so(address), f"leaders of {topic}")  # type: ignore[misc]

    def write(self, topic: str, partition: int, count: int) -> None:
        """Append records, in one batch."""

        async def produce() -> None:
            async with Producer(list(self.addresses)) as producer:
                records = [ProducerRecord(b"%d" % number) for number in range(count)]
                await (await producer.send_all(topic, records, partition=partition))

        trio.run(produce)

    def move_leader(self, topic: str, partition: int, to: int) -> None:
        """Have another node lead a partition."""
        nodes = [to, *(each for each in range(1, len(self.addresses) + 1) if each != to)]
        key = TopicPartition(topic, partition)

        async def move(admin: Admin) -> None:
            (await admin.alter_partition_reassignments({key: nodes})).unwrap()
            while await admin.list_partition_reassignments([key]):  # noqa: ASYNC110 - elsewhere
                await trio.sleep(0.05)
            await admin.elect_leaders("preferred", [key])

        self._admin(move)
        self.await_leaders(topic, {partition: to})

    def delete_records(self, topic: str, partition: int, before: int) -> None:
        """Have the log begin at an offset."""

        async def delete(admin: Admin) -> None:
            (await admin.delete_records({TopicPartition(topic, partition): before})).unwrap()

        self._admin(delete)

    def close_session(self, session_id: int) -> None:
        """Close a consumer's fetch session: its next request is answered with error 70."""
        request = FetchRequest(max_wait_ms=0, session_id=session_id, session_epoch=-1)
        with RawConnection(self.addresses[0]) as client:
            client.ask(request, FETCH_VERSION)

    def skip_epoch(self, session_id: int, epoch: Callable[[], int]) -> None:
        """Use up the next epoch of a consumer's session: its next request gets error 71."""
        with RawConnection(self.addresses[0]) as client:
            for _ in range(100):
                request = FetchRequest(
                    max_wait_ms=0, session_id=session_id, session_epoch=epoch() + 1
                )
                if client.ask(request, FETCH_VERSION).error_code == ErrorCode.NONE:
                    return
        raise RuntimeError(f"no epoch of session {session_id} could be used up")

    def _admin(self, act: Callable[[Admin], object]) -> None:
        async def run() -> None:
            async with Admin(list(self.addresses)) as admin:
                await act(admin)  # type: ignore[misc]

        trio.run(run)


@contextmanager
def one_node(against: str) -> Iterator[Brokers]:
    """One node: `apache:VERSION` or `kafkawire`. Raises OracleUnavailable."""
    with broker(against, {**SETTINGS, **MORE_SETTINGS}) as found:
        yield Brokers([found.bootstrap])


@contextmanager
def three_nodes(version: str) -> Iterator[Brokers]:
    """Three nodes of Apache Kafka. Raises OracleUnavailable."""
    with KafkaCluster(3, version=version) as cluster:
        yield Brokers(cluster.bootstrap)


def _until(is_so: Callable[[], bool], what: str) -> None:
    deadline_s = time.monotonic() + LIMIT_S
    while not is_so():
        if time.monotonic() > deadline_s:
            raise RuntimeError(f"waited in vain for {what}")
        time.sleep(0.05)
