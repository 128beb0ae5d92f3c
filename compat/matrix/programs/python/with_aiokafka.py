"""The scenarios with aiokafka. Scenarios are synchronous: its event loop runs in its own thread."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, TypeVar

import aiokafka.errors
from aiokafka import (
    AIOKafkaConsumer,
    AIOKafkaProducer,
    ConsumerRebalanceListener,
    OffsetAndMetadata,
    TopicPartition,
)
from aiokafka.admin import AIOKafkaAdminClient, NewPartitions, NewTopic, RecordsToDelete
from aiokafka.admin.config_resource import ConfigResource, ConfigResourceType

from compat.matrix.programs.python.client import (
    EARLIEST,
    LATEST,
    LITTLE_MORE_SECONDS,
    NEWEST,
    PATIENCE_SECONDS,
    Absent,
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

Answer = TypeVar("Answer")

LOOP = asyncio.new_event_loop()


def _wait(work: Coroutine[Any, Any, Answer]) -> Answer:
    """What a coroutine gives, run in the thread of the loop."""
    return asyncio.run_coroutine_threadsafe(work, LOOP).result(PATIENCE_SECONDS)


async def _made(kind: Callable[..., Answer], settings: Mapping[str, Any]) -> Answer:
    """A client: they are to be made within their loop."""
    return kind(**settings)


def _received(record: Any) -> Record:
    return Record(
        record.partition,
        record.offset,
        as_text(record.key),
        as_text(record.value),
        {key: data.decode() for key, data in record.headers},
        record.timestamp,
    )


async def _send(producer: AIOKafkaProducer, topic: str, records: Sequence[Record]) -> list[int]:
    """Hand records over and wait for the answers; the offsets."""
    futures = [
        await producer.send(
            topic,
            value=as_bytes(record.value),
            key=as_bytes(record.key),
            partition=record.partition,
            timestamp_ms=record.timestamp,
            headers=[(key, text.encode()) for key, text in (record.headers or {}).items()],
        )
        for record in records
    ]
    return [(await future).offset for future in futures]


async def _assigned(consumer: AIOKafkaConsumer, topic: str, partitions: range) -> None:
    """Start a consumer of these partitions, outside of any group."""
    consumer.assign([TopicPartition(topic, each) for each in partitions])
    await consumer.start()


def _numbers(places: Any) -> list[int]:
    return [place.partition for place in places]


class Listener(ConsumerRebalanceListener):  # type: ignore[misc]
    """Tells a member of its rebalances."""

    def __init__(self, member: Member) -> None:
        self._member = member

    def on_partitions_assigned(self, assigned: Any) -> None:
        self._member.on_assigned(_numbers(assigned), added=False)

    def on_partitions_revoked(self, revoked: Any) -> None:
        self._member.on_revoked(_numbers(revoked))


class AioMember(Member):
    """Its coordinator works in the background, whether it polls or not."""

    def __init__(self, consumer: AIOKafkaConsumer, topic: str) -> None:
        super().__init__()
        self._consumer = consumer
        consumer.subscribe([topic], listener=Listener(self))
        _wait(consumer.start())

    def poll(self, seconds: float) -> None:
        try:
            batches = _wait(self._consumer.getmany(timeout_ms=int(seconds * 1000)))
        except aiokafka.errors.KafkaError as failure:
            self.failure = failure
        else:
            self.records += [_received(each) for batch in batches.values() for each in batch]

    def commit(self) -> None:
        _wait(self._consumer.commit())

    def verify(self) -> None:
        raise Absent("its heartbeats have no instance id, so that it joins anew for ever")

    def close(self) -> None:
        _wait(self._consumer.stop())


class AioTransactor(Transactor):
    """A producer with a transactional id."""

    def __init__(self, producer: AIOKafkaProducer) -> None:
        self._producer = producer
        _wait(producer.start())

    def begin(self) -> None:
        _wait(self._producer.begin_transaction())

    def send(self, topic: str, records: Sequence[Record]) -> None:
        _wait(_send(self._producer, topic, records))

    def commit(self) -> None:
        _wait(self._producer.commit_transaction())

    def abort(self) -> None:
        _wait(self._producer.abort_transaction())

    def close(self) -> None:
        _wait(self._producer.stop())


class AioCopier(AioTransactor, Copier):
    """Takes its consumer's positions along in its transactions."""

    def __init__(
        self, producer: AIOKafkaProducer, consumer: AIOKafkaConsumer, topic: str, group: str
    ) -> None:
        super().__init__(producer)
        self._consumer = consumer
        self._group = group
        consumer.subscribe([topic])
        _wait(consumer.start())

    def poll(self, most: int) -> list[Record]:
        batches = _wait(self._consumer.getmany(timeout_ms=1000, max_records=most))
        return [_received(each) for batch in batches.values() for each in batch]

    def commit(self) -> None:
        _wait(self._commit())

    async def _commit(self) -> None:
        positions = {
            place: await self._consumer.position(place) for place in self._consumer.assignment()
        }
        await self._producer.send_offsets_to_transaction(positions, self._group)
        await self._producer.commit_transaction()

    def abort(self) -> None:
        super().abort()
        _wait(self._rewind())

    async def _rewind(self) -> None:
        for place in self._consumer.assignment():
            self._consumer.seek(place, await self._consumer.committed(place) or 0)

    def close(self) -> None:
        _wait(self._consumer.stop())
        super().close()


class AioAdministration(Client):
    """What AIOKafkaAdminClient does; most of its answers are to be looked through for errors."""

    def __init__(self, bootstrap: str) -> None:
        threading.Thread(target=LOOP.run_forever, daemon=True).start()
        self._bootstrap = bootstrap
        self._admin = _wait(_made(AIOKafkaAdminClient, {"bootstrap_servers": bootstrap}))
        _wait(self._admin.start())

    def code(self, error: Exception) -> int | str:
        code: int | None = getattr(error, "errno", None)
        return code if isinstance(code, int) and code > 0 else repr(error)

    def close(self) -> None:
        _wait(self._admin.close())

    def create_topic(
        self, name: str, partitions: int, replicas: int, configs: Mapping[str, str]
    ) -> None:
        topic = NewTopic(name, partitions, replicas, topic_configs=dict(configs))
        answer = _wait(self._admin.create_topics([topic]))
        _check(answer.topic_errors[0][1])

    def delete_topic(self, name: str) -> None:
        _check(_wait(self._admin.delete_topics([name])).topic_error_codes[0][1])

    def topics(self) -> set[str]:
        return set(_wait(self._admin.list_topics()))

    def describe(self, topic: str) -> tuple[int, int]:
        if topic not in self.topics():
            raise Absent("it makes the topics that it describes")
        (found,) = _wait(self._admin.describe_topics([topic]))
        _check(found["error_code"])
        partitions = found["partitions"]
        return len(partitions), sum(each["leader"] >= 0 for each in partitions)

    def grow(self, topic: str, partitions: int) -> None:
        _wait(self._admin.create_partitions({topic: NewPartitions(partitions)}))

    def committed(self, group: str, topic: str) -> dict[int, tuple[int, str | None]]:
        return {
            place.partition: (found.offset, found.metadata)
            for place, found in self._offsets(group).items()
            if place.topic == topic and found.offset >= 0
        }

    def _offsets(self, group: str) -> dict[Any, Any]:
        """It gives up where a cluster has to make the coordinators' topic first."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return dict(_wait(self._admin.list_consumer_group_offsets(group)))
            except aiokafka.errors.GroupCoordinatorNotAvailableError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def config(self, kind: str, name: str, key: str) -> str | None:
        asked = ConfigResource(ConfigResourceType[kind.upper()], name)
        (answer,) = _wait(self._admin.describe_configs([asked]))
        code, _, _, _, entries = answer.resources[0]
        _check(code)
        found: dict[str, str | None] = {entry[0]: entry[1] for entry in entries}
        return found[key]

    def _alter(self, topic: str, configs: dict[str, str]) -> None:
        resource = ConfigResource(ConfigResourceType.TOPIC, topic, configs=configs)
        (answer,) = _wait(self._admin.alter_configs([resource]))
        _check(answer.resources[0][0])

    def set_config(self, topic: str, key: str, value: str) -> None:
        self._alter(topic, {key: value})

    def remove_config(self, topic: str, key: str) -> None:
        self._alter(topic, {})  # its API says all that there is to be

    def groups(self) -> set[str]:
        return {each[0] for each in _wait(self._admin.list_consumer_groups())}

    def describe_group(self, group: str) -> GroupState:
        (answer,) = _wait(self._admin.describe_consumer_groups([group]))
        code, _, state, _, _, members, *_ = answer.groups[0]
        _check(code)
        return GroupState(state, len(members), None)

    def delete_records(self, topic: str, before: int) -> int | None:
        place = TopicPartition(topic, 0)
        return int(_wait(self._admin.delete_records({place: RecordsToDelete(before)}))[place])

    def brokers(self) -> tuple[list[str], int | None]:
        found = _wait(self._admin.describe_cluster())
        names = [f"{each['host']}:{each['port']}" for each in found["brokers"]]
        return names, found["controller_id"]

    def cluster_id(self) -> str:
        return str(_wait(self._admin.describe_cluster())["cluster_id"])


def _check(code: int) -> None:
    if code:
        raise aiokafka.errors.for_code(code)


class AioClient(AioAdministration):
    """And its producers and consumers."""

    def _producer(self, **settings: Any) -> AIOKafkaProducer:
        fixed = {"bootstrap_servers": self._bootstrap, "enable_idempotence": True}
        return _wait(_made(AIOKafkaProducer, {**fixed, **settings}))

    def send(
        self, topic: str, records: Sequence[Record], *, codec: str = "none", max_bytes: int = 0
    ) -> list[int]:
        settings: dict[str, Any] = {"max_request_size": max_bytes} if max_bytes else {}
        producer = self._producer(compression_type=None if codec == "none" else codec, **settings)

        async def sent() -> list[int]:
            async with producer:
                return await _send(producer, topic, records)

        return _wait(sent())

    def _consumer(self, group: str | None, **settings: Any) -> AIOKafkaConsumer:
        fixed = {
            "bootstrap_servers": self._bootstrap,
            "group_id": group,
            "auto_offset_reset": "earliest",
            "enable_auto_commit": False,
        }
        return _wait(_made(AIOKafkaConsumer, {**fixed, **settings}))

    def read(
        self, topic: str, partitions: int, count: int, *, committed: bool = False, group: str = ""
    ) -> list[Record]:
        level = "read_committed" if committed else "read_uncommitted"
        consumer = self._consumer(group or None, isolation_level=level)
        _wait(_assigned(consumer, topic, range(partitions)))
        found: list[Record] = []
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            before = len(found)
            for batch in _wait(consumer.getmany(timeout_ms=100)).values():
                found += [_received(each) for each in batch]
            if before < count <= len(found):
                deadline = time.monotonic() + LITTLE_MORE_SECONDS
        _wait(consumer.stop())
        return found

    def offset(self, topic: str, at: int) -> int | None:
        if at == NEWEST:
            raise Absent("no such API")
        consumer = self._consumer(None)
        _wait(consumer.start())
        place = TopicPartition(topic, 0)
        try:
            if at in (EARLIEST, LATEST):
                ask = consumer.beginning_offsets if at == EARLIEST else consumer.end_offsets
                return int(_wait(ask([place]))[place])
            found = _wait(consumer.offsets_for_times({place: at}))[place]
            return None if found is None else int(found.offset)
        finally:
            _wait(consumer.stop())

    def join(self, how: Joining) -> AioMember:
        if how.protocol:
            raise Absent("no KIP-848" if how.protocol == "consumer" else "only eager rebalancing")
        settings = {"group_instance_id": how.instance} if how.instance else {}
        return AioMember(self._consumer(how.group, **settings), how.topic)

    def commit_alone(self, group: str, topic: str, offset: int, metadata: str) -> None:
        consumer = self._consumer(group)
        place = TopicPartition(topic, 0)
        _wait(_assigned(consumer, topic, range(1)))
        _wait(consumer.commit({place: OffsetAndMetadata(offset, metadata)}))
        _wait(consumer.stop())

    def transactor(self, name: str) -> AioTransactor:
        return AioTransactor(self._producer(transactional_id=name))

    def copier(self, group: str, source: str, target: str, name: str) -> AioCopier:
        del target
        consumer = self._consumer(
            group, isolation_level="read_committed", session_timeout_ms=10_000
        )
        return AioCopier(self._producer(transactional_id=name), consumer, source, group)


if __name__ == "__main__":
    main(AioClient)
