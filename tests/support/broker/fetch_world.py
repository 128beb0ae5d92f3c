"""A broker to which anything may happen that a fetch can notice.

Each method does one thing, chosen by `random`, which a property test may supply anew for each.
Truncation, followers' high watermarks and the ends of transactions come through the log's and the
partition's own interfaces, where replication and the coordinator will call them.
"""

from __future__ import annotations

from random import Random
from typing import Any

from kafkawire.broker.metadata.creation import CreatableTopic
from kafkawire.log.append import AppendOrigin
from kafkawire.log.config import LogConfig
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from kafkawire.records.builder import encode_batch
from kafkawire.records.control import encode_end_transaction_marker
from tests.support.broker.partitions import reassign
from tests.support.requests.fetching import elect
from tests.support.requests.harness import BrokerHarness, HarnessClient, Pending

SMALL_SEGMENTS = LogConfig.from_mapping({"internal.segment.bytes": "400", "retention.ms": "-1"})
"""Small, and nothing happens in them by itself."""
PARTITIONS = 3
PARTITIONS_MAX = 6
NAMES = ["a", "b", "z"]
"""The third one is never made."""
FOLLOWER = 5
PRODUCERS = [7, 8]

HAPPENINGS = {
    "append": 8,
    "advance": 3,
    "delete_records": 1.5,
    "hold_back_high_watermark": 1,
    "catch_up": 2,
    "truncate": 0.4,
    "follow_and_truncate": 0.3,
    "elect": 0.6,
    "transact": 1.5,
    "delete_topic": 0.4,
    "create_topic": 1,
    "add_partitions": 0.3,
}


class OrderedClient(HarnessClient):
    """A connection that notes in the world's `answered` when each answer came."""

    world: World

    def _reply(self, buffers: list[Any]) -> None:
        pending = self._serving
        assert pending is not None
        self.world.answered.append((pending, self.harness.now_ms))
        super()._reply(buffers)

    @property
    def is_free(self) -> bool:
        """Whether a request would be served at once."""
        return self._serving is None and not self._waiting


class World:
    """A broker with two topics."""

    def __init__(self, random: Random, slots: int = 16) -> None:
        self.random = random
        self.harness = BrokerHarness({"max.incremental.fetch.session.cache.slots": str(slots)})
        self.broker = self.harness.broker
        self.answered: list[tuple[Pending, int]] = []
        """What was answered, and when, in the broker's order."""
        self.old_ids: list[bytes] = []
        for name in NAMES[:2]:
            self._create(name)

    # What happens in the broker

    def append(self) -> None:
        partition = self._some_led()
        if partition is not None:
            size = self.random.choice([1, 30, 90])
            batch = encode_batch([(1, None, b"v" * size, [])] * self.random.randint(1, 3))
            self.broker.replicas.append(partition, batch, now_ms=self.harness.now_ms)

    def transact(self) -> None:
        """A producer begins or goes on, commits or aborts."""
        partitions = [each for each in self.broker.replicas.partitions.values() if each.is_leader]
        undecided = [
            each for each in partitions if each.log.producer_state.first_unstable_offset is not None
        ]
        if undecided and self.random.random() < 0.6:
            partitions = undecided
        if not partitions:
            return
        partition, producer_id = self.random.choice(partitions), self.random.choice(PRODUCERS)
        if partition in undecided and self.random.random() < 0.7:
            batch = encode_end_transaction_marker(
                producer_id=producer_id,
                producer_epoch=0,
                commit=self.random.random() < 0.3,
                coordinator_epoch=0,
                timestamp=1,
            )
        else:
            batch = encode_batch(
                [(1, None, b"t", [])] * 2,
                producer_id=producer_id,
                producer_epoch=0,
                base_sequence=0,
                transactional=True,
            )
        self.broker.replicas.append(
            partition, batch, now_ms=self.harness.now_ms, origin=AppendOrigin.COORDINATOR
        )

    def delete_records(self) -> None:
        partition = self._some_led()
        if partition is not None:
            offset = self.random.randint(0, partition.high_watermark)
            self.broker.replicas.delete_records(partition, offset)

    def truncate(self) -> None:
        partition = self._some_hosted()
        if partition is not None:
            self._cut(partition)

    def follow_and_truncate(self) -> None:
        """Lose the leadership, agree with the new leader's log, and perhaps lead again."""
        partition = self._some_hosted()
        if partition is not None:
            elect(self.broker, partition, 2)
            self._cut(partition)
            if self.random.random() < 0.7:
                elect(self.broker, partition, 1)

    def hold_back_high_watermark(self) -> None:
        """Another replica has come into sync; only a follower of the first topic ever fetches."""
        partition = self._some_hosted()
        if partition is not None:
            other = self.random.choice(partition.image.replicas[1:] or [2])
            reassign(partition, isr=(1, other))

    def catch_up(self) -> None:
        for partition in self.broker.replicas.partitions.values():
            if len(partition.image.isr) > 1:
                reassign(partition, isr=(1,))
                if partition.advance_high_watermark():
                    self.broker.replicas.changed(partition)
                return

    def elect(self) -> None:
        partition = self._some_hosted()
        if partition is not None:
            elect(self.broker, partition, self.random.choice([1, 1, 2]))

    def delete_topic(self) -> None:
        topic = self.broker.metadata.topics.get(self.random.choice(NAMES))
        if topic is not None:
            self.old_ids.append(topic.topic_id)
            self.broker.controller.delete_topics([topic.topic_id], self.harness.now_ms)

    def create_topic(self) -> None:
        for name in NAMES[:2]:
            if name not in self.broker.metadata.topics:
                self._create(name)

    def add_partitions(self) -> None:
        name = self.random.choice(NAMES[:2])
        topic = self.broker.metadata.topics.get(name)
        if topic is None or len(topic.partitions) >= PARTITIONS_MAX:
            return
        asked = CreatePartitionsRequest.CreatePartitionsTopic(
            name=name, count=len(topic.partitions) + 1, assignments=None
        )
        outcomes = self.broker.controller.create_partitions(
            [asked], validate_only=False, now_ms=self.harness.now_ms
        )
        assert outcomes == {name: None}
        self._prepare(name, len(topic.partitions) - 1)  # the image has grown by it

    def advance(self) -> None:
        choice = self.random.choices([1, 50, 100, 1_000, 120_000, 120_001], [8, 4, 4, 2, 0.5, 1])
        self.harness.advance(choice[0])

    # Odds and ends

    def some_client(self) -> OrderedClient:
        """Any connection whose requests are served at once, perhaps a new one."""
        free = [each for each in self.harness.clients[-4:] if each.is_free]  # type: ignore[attr-defined]
        if free and self.random.random() < 0.7:
            return self.random.choice(free)  # type: ignore[return-value]
        client = OrderedClient(self.harness, "test", "127.0.0.1")
        client.world = self
        self.harness.clients.append(client)
        return client

    def hosted(self, name: str, index: int) -> Any:
        return self.broker.replicas.get(TopicPartition(name, index))

    def id_of(self, name: str) -> bytes:
        """The id of a topic, or a late one."""
        topic = self.broker.metadata.topics.get(name)
        if topic is not None and self.random.random() < 0.95:
            return topic.topic_id
        return self.old_ids[-1] if self.old_ids else b"\x07" * 16

    def _cut(self, partition: Any) -> None:
        partition.log.truncate_to(self.random.randint(0, partition.log_end_offset))
        self.broker.replicas.changed(partition)

    def _some_hosted(self) -> Any:
        partitions = list(self.broker.replicas.partitions.values())
        return self.random.choice(partitions) if partitions else None

    def _some_led(self) -> Any:
        partition = self._some_hosted()
        return partition if partition is not None and partition.is_leader else None

    def _create(self, name: str) -> None:
        topic = CreatableTopic(name=name, num_partitions=PARTITIONS, replication_factor=1)
        (result,) = self.broker.controller.create_topics(
            [topic], validate_only=False, now_ms=self.harness.now_ms
        )
        assert result.error_code == 0, result
        for index in range(PARTITIONS):
            self._prepare(name, index)

    def _prepare(self, name: str, index: int) -> None:
        partition = self.hosted(name, index)
        partition.log.config = SMALL_SEGMENTS
        if name == NAMES[0]:
            image = partition.image
            followed = image._replace(
                partition_epoch=image.partition_epoch + 1, replicas=(1, FOLLOWER)
            )
            self.broker.replicas.update(partition.topic_partition, followed)
