"""The scenarios with confluent-kafka, Python over librdkafka."""

from __future__ import annotations

import functools
import time
from collections.abc import Mapping, Sequence
from typing import Any

from confluent_kafka import (
    Consumer,
    ConsumerGroupTopicPartitions,
    KafkaError,
    KafkaException,
    Producer,
    TopicCollection,
    TopicPartition,
)
from confluent_kafka.admin import (  # type: ignore[attr-defined]
    AdminClient,
    AlterConfigOpType,
    ConfigEntry,
    ConfigResource,
    NewPartitions,
    NewTopic,
    OffsetSpec,
    ResourceType,
)

from compat.matrix.programs.python.client import (
    EARLIEST,
    LATEST,
    LITTLE_MORE_SECONDS,
    NEWEST,
    PATIENCE_SECONDS,
    Client,
    Copier,
    GroupState,
    Joining,
    Member,
    Record,
    Transactor,
    as_bytes,
    as_text,
)
from compat.matrix.programs.python.scenarios import main

FETCH_MOST = 500
NO_OFFSET = 0
"""Below it are the offsets that librdkafka gives a meaning of its own."""


def _raise(error: KafkaError | None) -> None:
    if error is not None:
        raise KafkaException(error)


def _received(message: Any) -> Record:
    return Record(
        message.partition(),
        message.offset(),
        as_text(message.key()),
        as_text(message.value()),
        {key: data.decode() for key, data in message.headers() or ()},
        message.timestamp()[1],
    )


def _produce(producer: Producer, topic: str, records: Sequence[Record]) -> list[int]:
    """Hand records over and wait for the answers; the offsets."""
    offsets: dict[int, int] = {}
    errors: list[KafkaError] = []

    def delivered(at: int, error: KafkaError | None, message: Any) -> None:
        offsets[at] = message.offset()
        if error is not None:
            errors.append(error)

    for at, record in enumerate(records):
        producer.produce(
            topic,
            value=as_bytes(record.value),
            key=as_bytes(record.key),
            partition=record.partition,
            timestamp=record.timestamp,
            headers=list((record.headers or {}).items()),
            on_delivery=functools.partial(delivered, at),
        )
    if producer.flush(PATIENCE_SECONDS):
        raise TimeoutError("not all records were delivered")
    _raise(errors[0] if errors else None)
    return [offsets[at] for at in range(len(records))]


class ConfluentMember(Member):
    """Its rebalance callbacks are called as it is polled."""

    def __init__(self, consumer: Consumer, topic: str, *, cooperative: bool) -> None:
        super().__init__()
        self._consumer = consumer
        self._cooperative = cooperative
        consumer.subscribe(
            [topic],
            on_assign=lambda _, got: self.on_assigned(_numbers(got), added=self._cooperative),
            on_revoke=lambda _, gone: self.on_revoked(_numbers(gone)),
            on_lost=lambda _, gone: self.on_revoked(_numbers(gone)),
        )

    def poll(self, seconds: float) -> None:
        for message in self._consumer.consume(FETCH_MOST, seconds):
            if message.error() is None:
                self.records.append(_received(message))
            else:
                self.failure = KafkaException(message.error())

    def commit(self) -> None:
        for place in self._consumer.commit(asynchronous=False):
            _raise(place.error)

    def close(self) -> None:
        self._consumer.close()


def _numbers(places: list[TopicPartition]) -> list[int]:
    return [place.partition for place in places]


class ConfluentTransactor(Transactor):
    """A producer with a transactional id."""

    def __init__(self, producer: Producer) -> None:
        self._producer = producer
        producer.init_transactions(PATIENCE_SECONDS)

    def begin(self) -> None:
        self._producer.begin_transaction()

    def send(self, topic: str, records: Sequence[Record]) -> None:
        _produce(self._producer, topic, records)

    def commit(self) -> None:
        self._producer.commit_transaction(PATIENCE_SECONDS)

    def abort(self) -> None:
        self._producer.abort_transaction(PATIENCE_SECONDS)

    def close(self) -> None:
        del self._producer


class ConfluentCopier(ConfluentTransactor, Copier):
    """Takes its consumer's positions along in its transactions."""

    def __init__(self, producer: Producer, consumer: Consumer, topic: str) -> None:
        super().__init__(producer)
        self._consumer = consumer
        consumer.subscribe([topic])

    def poll(self, most: int) -> list[Record]:
        found = []
        for message in self._consumer.consume(most, 1.0):
            _raise(message.error())
            found.append(_received(message))
        return found

    def commit(self) -> None:
        self._producer.send_offsets_to_transaction(
            self._consumer.position(self._consumer.assignment()),
            self._consumer.consumer_group_metadata(),
            PATIENCE_SECONDS,
        )
        super().commit()

    def abort(self) -> None:
        super().abort()
        for place in self._consumer.committed(self._consumer.assignment(), PATIENCE_SECONDS):
            place.offset = max(place.offset, 0)
            self._consumer.seek(place)

    def close(self) -> None:
        self._consumer.close()
        super().close()


class ConfluentAdministration(Client):
    """What librdkafka's administration does."""

    def __init__(self, bootstrap: str) -> None:
        self._bootstrap = bootstrap
        self._admin = AdminClient({"bootstrap.servers": bootstrap})

    def code(self, error: Exception) -> int | str:
        known = error.args[0] if isinstance(error, KafkaException) else None
        if isinstance(known, KafkaError):
            return known.code() if known.code() > 0 else known.name()
        return repr(error)

    def close(self) -> None:
        del self._admin

    @staticmethod
    def _one(futures: dict[Any, Any]) -> Any:
        (future,) = futures.values()
        return future.result(PATIENCE_SECONDS)

    def create_topic(
        self, name: str, partitions: int, replicas: int, configs: Mapping[str, str]
    ) -> None:
        topic = NewTopic(name, partitions, replicas, config=dict(configs))
        self._one(self._admin.create_topics([topic]))

    def delete_topic(self, name: str) -> None:
        self._one(self._admin.delete_topics([name]))

    def topics(self) -> set[str]:
        return set(self._admin.list_topics(timeout=PATIENCE_SECONDS).topics)

    def describe(self, topic: str) -> tuple[int, int]:
        found = self._one(self._admin.describe_topics(TopicCollection([topic])))
        return len(found.partitions), sum(each.leader is not None for each in found.partitions)

    def grow(self, topic: str, partitions: int) -> None:
        self._one(self._admin.create_partitions([NewPartitions(topic, partitions)]))

    def offset(self, topic: str, at: int) -> int | None:
        named: dict[int, Any] = {
            EARLIEST: OffsetSpec.earliest,
            LATEST: OffsetSpec.latest,
            NEWEST: OffsetSpec.max_timestamp,
        }
        asked = named[at]() if at in named else OffsetSpec.for_timestamp(at)
        found = self._one(self._admin.list_offsets({TopicPartition(topic, 0): asked}))
        return None if found.offset < 0 else int(found.offset)

    def committed(self, group: str, topic: str) -> dict[int, tuple[int, str | None]]:
        asked = [ConsumerGroupTopicPartitions(group)]
        found = self._one(self._admin.list_consumer_group_offsets(asked))
        return {
            place.partition: (place.offset, place.metadata)
            for place in found.topic_partitions
            if place.topic == topic and place.offset >= NO_OFFSET
        }

    def alter_offset(self, group: str, topic: str, offset: int) -> None:
        places = [TopicPartition(topic, 0, offset)]
        asked = [ConsumerGroupTopicPartitions(group, places)]
        for place in self._one(self._admin.alter_consumer_group_offsets(asked)).topic_partitions:
            _raise(place.error)

    def config(self, kind: str, name: str, key: str) -> str | None:
        resource = ConfigResource(ResourceType[kind.upper()], name)
        found = self._one(self._admin.describe_configs([resource]))
        value: str | None = found[key].value
        return value

    def _alter(self, topic: str, key: str, value: str | None, how: AlterConfigOpType) -> None:
        entry = ConfigEntry(key, value, incremental_operation=how)
        resource = ConfigResource(ResourceType.TOPIC, topic, incremental_configs=[entry])
        self._one(self._admin.incremental_alter_configs([resource]))

    def set_config(self, topic: str, key: str, value: str) -> None:
        self._alter(topic, key, value, AlterConfigOpType.SET)

    def remove_config(self, topic: str, key: str) -> None:
        self._alter(topic, key, None, AlterConfigOpType.DELETE)

    def groups(self) -> set[str]:
        found = self._admin.list_consumer_groups().result(PATIENCE_SECONDS)
        return {each.group_id for each in found.valid}

    def describe_group(self, group: str) -> GroupState:
        found = self._one(self._admin.describe_consumer_groups([group]))
        assigned = sum(len(each.assignment.topic_partitions) for each in found.members)
        return GroupState(found.state.name, len(found.members), assigned)

    def delete_group(self, group: str) -> None:
        self._one(self._admin.delete_consumer_groups([group]))

    def delete_records(self, topic: str, before: int) -> int | None:
        found = self._one(self._admin.delete_records([TopicPartition(topic, 0, before)]))
        return int(found.low_watermark)

    def _cluster(self) -> Any:
        return self._admin.describe_cluster().result(PATIENCE_SECONDS)

    def brokers(self) -> tuple[list[str], int | None]:
        found = self._cluster()
        return [f"{each.host}:{each.port}" for each in found.nodes], found.controller.id

    def cluster_id(self) -> str:
        return str(self._cluster().cluster_id)


class ConfluentClient(ConfluentAdministration):
    """And its producers and consumers."""

    def send(
        self, topic: str, records: Sequence[Record], *, codec: str = "none", max_bytes: int = 0
    ) -> list[int]:
        settings: dict[str, Any] = {"compression.type": codec}
        if max_bytes:
            settings["message.max.bytes"] = max_bytes
        return _produce(self._producer(**settings), topic, records)

    def _producer(self, **settings: Any) -> Producer:
        fixed = {"bootstrap.servers": self._bootstrap, "enable.idempotence": True, "acks": "all"}
        return Producer({**fixed, **settings})

    def _consumer(self, group: str, settings: Mapping[str, Any]) -> Consumer:
        fixed = {
            "bootstrap.servers": self._bootstrap,
            "group.id": group,
            "auto.offset.reset": "earliest",
            "enable.auto.commit": False,
        }
        return Consumer({**fixed, **settings})

    def read(
        self, topic: str, partitions: int, count: int, *, committed: bool = False, group: str = ""
    ) -> list[Record]:
        level = "read_committed" if committed else "read_uncommitted"
        consumer = self._consumer(group or f"{topic}-reader", {"isolation.level": level})
        consumer.assign([TopicPartition(topic, each, 0) for each in range(partitions)])
        found: list[Record] = []
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            before = len(found)
            for message in consumer.consume(FETCH_MOST, 0.1):
                _raise(message.error())
                found.append(_received(message))
            if before < count <= len(found):
                deadline = time.monotonic() + LITTLE_MORE_SECONDS
        consumer.close()
        return found

    def join(self, how: Joining) -> ConfluentMember:
        settings: dict[str, Any] = {}
        if how.protocol == "cooperative":
            settings["partition.assignment.strategy"] = "cooperative-sticky"
        if how.protocol == "consumer":
            settings["group.protocol"] = "consumer"
        if how.instance:
            settings["group.instance.id"] = how.instance
        return ConfluentMember(
            self._consumer(how.group, settings),
            f"^{how.pattern}" if how.pattern else how.topic,
            cooperative=bool(how.protocol),
        )

    def commit_alone(self, group: str, topic: str, offset: int, metadata: str) -> None:
        consumer = self._consumer(group, {})
        place = TopicPartition(topic, 0, offset, metadata)
        consumer.commit(offsets=[place], asynchronous=False)
        consumer.close()

    def transactor(self, name: str) -> ConfluentTransactor:
        return ConfluentTransactor(self._producer(**{"transactional.id": name}))

    def copier(self, group: str, source: str, target: str, name: str) -> ConfluentCopier:
        del target
        settings = {"isolation.level": "read_committed", "session.timeout.ms": 10_000}
        producer = self._producer(**{"transactional.id": name})
        return ConfluentCopier(producer, self._consumer(group, settings), source)


if __name__ == "__main__":
    main(ConfluentClient)
