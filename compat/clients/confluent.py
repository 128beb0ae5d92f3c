"""confluent-kafka (librdkafka) behind the verbs of the scenarios."""

from __future__ import annotations

import contextlib
import functools
import time
from collections.abc import Mapping, Sequence
from typing import Any

from confluent_kafka import Consumer, KafkaError, KafkaException, Producer, TopicPartition
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic

from compat.clients.base import WAIT_SECONDS_MAX, OutOfRange, Received, ToSend, UnknownTopic

_UNKNOWN = {
    KafkaError.UNKNOWN_TOPIC_OR_PART,
    KafkaError._UNKNOWN_TOPIC,
    KafkaError._UNKNOWN_PARTITION,
}
_OUT_OF_RANGE = {KafkaError.OFFSET_OUT_OF_RANGE, KafkaError._AUTO_OFFSET_RESET}
POLL_RECORDS_MAX = 500


def _received(message: Any) -> Received:
    headers = tuple(message.headers() or ())
    return Received(
        message.partition(),
        message.offset(),
        message.key(),
        message.value(),
        headers,
        message.timestamp()[1],
    )


def _raise(error: Any, topic: str) -> None:
    if error.code() in _UNKNOWN:
        raise UnknownTopic(topic)
    if error.code() in _OUT_OF_RANGE:
        raise OutOfRange(topic)
    raise KafkaException(error)


class ConfluentMember:
    """A librdkafka consumer in a group; its own threads keep the membership alive."""

    def __init__(self, bootstrap: str, group: str, topic: str, session_seconds: float) -> None:
        self._consumer = Consumer(
            {
                "bootstrap.servers": bootstrap,
                "group.id": group,
                "auto.offset.reset": "earliest",
                "enable.auto.commit": False,
                "session.timeout.ms": int(session_seconds * 1000),
                "heartbeat.interval.ms": 500,
                "topic.metadata.refresh.interval.ms": 1000,
            }
        )
        self._consumer.subscribe([topic])

    def poll(self, seconds: float) -> list[Received]:
        messages = self._consumer.consume(POLL_RECORDS_MAX, seconds)
        return [_received(message) for message in messages if message.error() is None]

    def assignment(self) -> set[int]:
        return {each.partition for each in self._consumer.assignment()}

    def commit(self) -> None:
        self._consumer.commit(asynchronous=False)

    def close(self) -> None:
        self._consumer.close()

    def vanish(self) -> None:
        # Collected without close(): librdkafka then drops its connections without a LeaveGroup.
        del self._consumer


class ConfluentReader:
    """A librdkafka consumer of one partition; its threads fetch whether it polls or not.

    librdkafka's own position follows what was handed over, not what is fetched next. That it was
    reset to the end shows in the event that says where the partition ends.
    """

    def __init__(self, consumer: Consumer, topic: str) -> None:
        self._consumer = consumer
        self._topic = topic
        self._position: int | None = None

    def poll(self, seconds: float) -> list[Received]:
        return self.take(POLL_RECORDS_MAX, seconds)

    def take(self, count: int, seconds: float) -> list[Received]:
        """At most that many; waits for them all as long as the time lasts."""
        found: list[Received] = []
        for message in self._consumer.consume(count, seconds):
            error = message.error()
            if error is None:
                found.append(_received(message))
                self._position = found[-1].offset + 1
            elif error.code() == KafkaError._PARTITION_EOF:
                self._position = message.offset()
            else:
                _raise(error, self._topic)
        return found

    def position(self) -> int | None:
        return self._position

    def close(self) -> None:
        self._consumer.close()


class ConfluentClient:
    """The verbs, each with handles of its own where settings differ."""

    name = "confluent-kafka"
    sends_null_headers = True

    def __init__(self, bootstrap: str) -> None:
        self._bootstrap = bootstrap
        self._admin = AdminClient({"bootstrap.servers": bootstrap})
        self._producers: dict[tuple[int, str], Producer] = {}
        """By acks and codec. An idempotent producer waits half a second before its first record."""

    def create_topic(
        self, name: str, partitions: int = 1, configs: Mapping[str, str] | None = None
    ) -> None:
        topic = NewTopic(name, num_partitions=partitions, config=dict(configs or {}))
        for future in self._admin.create_topics([topic]).values():
            future.result(WAIT_SECONDS_MAX)

    def delete_topic(self, name: str) -> None:
        for future in self._admin.delete_topics([name]).values():
            future.result(WAIT_SECONDS_MAX)

    def topics(self) -> set[str]:
        names = self._admin.list_topics(timeout=WAIT_SECONDS_MAX).topics
        return {name for name in names if not name.startswith("__")}

    def send(
        self, topic: str, records: Sequence[ToSend], *, acks: int = -1, codec: str = "none"
    ) -> list[int]:
        # One that meets an error is not used again.
        producer = self._producers.pop((acks, codec), None) or self._producer(acks, codec)
        offsets = [-1] * len(records)
        errors: list[Any] = []

        def delivered(at: int, error: Any, message: Any) -> None:
            if error is not None:
                errors.append(error)
            else:
                offsets[at] = message.offset()

        for at, record in enumerate(records):
            producer.produce(
                topic,
                key=record.key,
                value=record.value,
                headers=list(record.headers),
                partition=record.partition,
                timestamp=record.timestamp or 0,
                on_delivery=functools.partial(delivered, at),
            )
        if producer.flush(WAIT_SECONDS_MAX):
            raise TimeoutError("not all records were delivered")
        if errors:
            _raise(errors[0], topic)
        self._producers[acks, codec] = producer
        return [-1] * len(records) if acks == 0 else offsets

    def _producer(self, acks: int, codec: str) -> Producer:
        return Producer(
            {
                "bootstrap.servers": self._bootstrap,
                "acks": acks,
                "enable.idempotence": acks == -1,
                "compression.type": codec,
                "linger.ms": 5,
                "message.timeout.ms": 10_000,
                "allow.auto.create.topics": False,
                "topic.metadata.propagation.max.ms": 1000,
            }
        )

    def read(
        self, topic: str, partition: int, offset: int, count: int, **options: int
    ) -> list[Received]:
        settings: dict[str, Any] = {"auto.offset.reset": "error"}
        if "fetch_max_bytes" in options:
            # librdkafka's fetch.max.bytes cannot be below its message.max.bytes, at least 1000.
            settings["fetch.message.max.bytes"] = options["fetch_max_bytes"]
        reader = self._reader(topic, partition, offset, settings)
        try:
            return self._collect(reader, count)
        finally:
            reader.close()

    def reader(self, topic: str, offset: int, reset: str) -> ConfluentReader:
        return self._reader(
            topic, 0, offset, {"auto.offset.reset": reset, "enable.partition.eof": True}
        )

    def _reader(
        self, topic: str, partition: int, offset: int, settings: dict[str, Any]
    ) -> ConfluentReader:
        settings |= {"bootstrap.servers": self._bootstrap, "group.id": "none"}
        consumer = Consumer({"enable.auto.commit": False, **settings})
        with contextlib.ExitStack() as closing:
            closing.callback(consumer.close)
            # An assignment alone is silent about a topic that does not exist.
            error = consumer.list_topics(topic, WAIT_SECONDS_MAX).topics[topic].error
            if error is not None:
                _raise(error, topic)
            consumer.assign([TopicPartition(topic, partition, offset)])
            closing.pop_all()
        return ConfluentReader(consumer, topic)

    @staticmethod
    def _collect(reader: ConfluentReader, count: int) -> list[Received]:
        found: list[Received] = []
        deadline = time.monotonic() + WAIT_SECONDS_MAX
        while len(found) < count:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{len(found)} of {count} records came")
            found += reader.take(count - len(found), 0.2)
        return found

    def offsets_for_time(self, topic: str, partition: int, timestamp: int) -> int | None:
        consumer = Consumer({"bootstrap.servers": self._bootstrap, "group.id": "none"})
        try:
            asked = [TopicPartition(topic, partition, timestamp)]
            (found,) = consumer.offsets_for_times(asked, timeout=WAIT_SECONDS_MAX)
            return None if found.offset < 0 else int(found.offset)
        finally:
            consumer.close()

    def join(self, group: str, topic: str, *, session_seconds: float = 10.0) -> ConfluentMember:
        return ConfluentMember(self._bootstrap, group, topic, session_seconds)

    def close(self) -> None:
        self._producers.clear()
        del self._admin
