"""kafka-python behind the verbs of the scenarios."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping, Sequence
from typing import Any

from kafka import KafkaAdminClient, KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import NewTopic
from kafka.errors import (
    KafkaTimeoutError,
    OffsetOutOfRangeError,
    UnknownTopicOrPartitionError,
)

from compat.clients.base import WAIT_SECONDS_MAX, OutOfRange, Received, ToSend, UnknownTopic


def _received(record: Any) -> Received:
    headers = tuple((key, value) for key, value in record.headers)
    return Received(
        record.partition, record.offset, record.key, record.value, headers, record.timestamp
    )


class KafkaPythonMember:
    """A KafkaConsumer that polls only when told to."""

    def __init__(self, bootstrap: str, group: str, topic: str, session_seconds: float) -> None:
        self._topic = topic
        self._consumer = KafkaConsumer(
            topic,
            bootstrap_servers=bootstrap,
            group_id=group,
            auto_offset_reset="earliest",
            enable_auto_commit=False,
            session_timeout_ms=int(session_seconds * 1000),
            heartbeat_interval_ms=500,
            metadata_max_age_ms=1000,
        )

    def poll(self, seconds: float) -> list[Received]:
        batches = self._consumer.poll(timeout_ms=int(seconds * 1000))
        return [_received(record) for batch in batches.values() for record in batch]

    def assignment(self) -> set[int]:
        return {each.partition for each in self._consumer.assignment()}

    def commit(self) -> None:
        self._consumer.commit()

    def close(self) -> None:
        self._consumer.close(autocommit=False)

    def vanish(self) -> None:
        coordinator = self._consumer._coordinator
        coordinator._maybe_leave_group = coordinator.maybe_leave_group = lambda *_, **__: None
        self._consumer.close(autocommit=False)


class KafkaPythonReader:
    """A KafkaConsumer of one partition, whose position moves while it polls."""

    def __init__(self, consumer: Any, where: TopicPartition) -> None:
        self._consumer = consumer
        self._where = where

    def poll(self, seconds: float) -> list[Received]:
        batches = self._consumer.poll(timeout_ms=int(seconds * 1000))
        return [_received(record) for batch in batches.values() for record in batch]

    def position(self) -> int | None:
        found: int | None = self._consumer.position(self._where)
        return found

    def close(self) -> None:
        self._consumer.close()


class KafkaPythonClient:
    """The verbs, each with clients of its own where settings differ."""

    name = "kafka-python"
    sends_null_headers = False

    def __init__(self, bootstrap: str) -> None:
        self._bootstrap = bootstrap
        self._admin = KafkaAdminClient(bootstrap_servers=bootstrap)

    def create_topic(
        self, name: str, partitions: int = 1, configs: Mapping[str, str] | None = None
    ) -> None:
        topic = NewTopic(name, partitions, 1, topic_configs=dict(configs or {}))
        self._admin.create_topics([topic])
        self._admin.wait_for_topics([name])

    def delete_topic(self, name: str) -> None:
        self._admin.delete_topics([name])

    def topics(self) -> set[str]:
        return {name for name in self._admin.list_topics() if not name.startswith("__")}

    def send(
        self, topic: str, records: Sequence[ToSend], *, acks: int = -1, codec: str = "none"
    ) -> list[int]:
        producer = KafkaProducer(
            bootstrap_servers=self._bootstrap,
            acks="all" if acks == -1 else acks,
            enable_idempotence=acks == -1,
            compression_type=None if codec == "none" else codec,
            max_block_ms=10_000,
        )
        try:
            futures = [
                producer.send(
                    topic,
                    key=record.key,
                    value=record.value,
                    headers=list(record.headers),
                    partition=record.partition,
                    timestamp_ms=record.timestamp,
                )
                for record in records
            ]
            producer.flush(WAIT_SECONDS_MAX)
            sent = [future.get(WAIT_SECONDS_MAX).offset for future in futures]
        except (KafkaTimeoutError, UnknownTopicOrPartitionError) as error:
            raise UnknownTopic(topic) from error
        finally:
            producer.close()
        return [-1] * len(sent) if acks == 0 else sent

    def read(
        self, topic: str, partition: int, offset: int, count: int, **options: int
    ) -> list[Received]:
        reader = self._reader(topic, partition, offset, auto_offset_reset="none", **options)
        try:
            return self._collect(reader, count)
        except OffsetOutOfRangeError as error:
            raise OutOfRange(topic) from error
        finally:
            reader.close()

    def reader(self, topic: str, offset: int, reset: str) -> KafkaPythonReader:
        return self._reader(topic, 0, offset, auto_offset_reset=reset)

    def _reader(self, topic: str, partition: int, offset: int, **options: Any) -> KafkaPythonReader:
        consumer = KafkaConsumer(
            bootstrap_servers=self._bootstrap,
            group_id=None,
            enable_auto_commit=False,
            allow_auto_create_topics=False,
            **options,
        )
        where = TopicPartition(topic, partition)
        with contextlib.ExitStack() as closing:
            closing.callback(consumer.close)
            if topic not in consumer.topics():
                raise UnknownTopic(topic)
            consumer.assign([where])
            consumer.seek(where, offset)
            closing.pop_all()
        return KafkaPythonReader(consumer, where)

    @staticmethod
    def _collect(reader: KafkaPythonReader, count: int) -> list[Received]:
        found: list[Received] = []
        deadline = time.monotonic() + WAIT_SECONDS_MAX
        while len(found) < count:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{len(found)} of {count} records came")
            found += reader.poll(0.2)
        return found[:count]

    def offsets_for_time(self, topic: str, partition: int, timestamp: int) -> int | None:
        consumer = KafkaConsumer(bootstrap_servers=self._bootstrap, group_id=None)
        try:
            where = TopicPartition(topic, partition)
            found = consumer.offsets_for_times({where: timestamp})[where]
            return None if found is None else int(found.offset)
        finally:
            consumer.close()

    def join(self, group: str, topic: str, *, session_seconds: float = 10.0) -> KafkaPythonMember:
        return KafkaPythonMember(self._bootstrap, group, topic, session_seconds)

    def close(self) -> None:
        self._admin.close()
