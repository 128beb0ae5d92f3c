"""Fetching through the harness: short requests, and what matters of the answers."""

from __future__ import annotations

from typing import Any

from kafkawire.broker.broker import Broker
from kafkawire.broker.fetch.session import FetchSession
from kafkawire.broker.release_parts import PLAIN, ReleaseParts
from kafkawire.broker.replicas.partition import Partition
from kafkawire.log.append import AppendOrigin, Verification
from kafkawire.log.config import LogConfig
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.records.batch import iter_headers
from kafkawire.records.builder import encode_batch
from tests.support.broker.partitions import reassign
from tests.support.requests.harness import BrokerHarness, HarnessClient, Pending

MAX32 = 2_147_483_647
Topic = str | bytes


def asked(partition: int, offset: int = 0, max_bytes: int = 1 << 20, **fields: Any) -> Any:
    return FetchRequest.FetchPartition(
        partition=partition, fetch_offset=offset, partition_max_bytes=max_bytes, **fields
    )


def fetch_request(
    *wanted: tuple[Topic, Any],
    forgotten: tuple[tuple[Topic, int], ...] = (),
    session: tuple[int, int] = (0, -1),
    **fields: Any,
) -> FetchRequest:
    """A topic element for each of `wanted`: (name or id, `asked(...)` or a partition number)."""
    fields = {"max_wait_ms": 0, "min_bytes": 1, "max_bytes": MAX32, **fields}
    request = FetchRequest(session_id=session[0], session_epoch=session[1], **fields)
    for topic, partition in wanted:
        one = asked(partition) if isinstance(partition, int) else partition
        request.topics.append(FetchRequest.FetchTopic(partitions=[one], **_named(topic)))
    for topic, index in forgotten:
        request.forgotten_topics_data.append(
            FetchRequest.ForgottenTopic(partitions=[index], **_named(topic))
        )
    return request


def _named(topic: Topic) -> dict[str, Any]:
    return {"topic": topic} if isinstance(topic, str) else {"topic_id": topic}


def entries(response: FetchResponse) -> list[tuple[Topic, int, int]]:
    """(topic, partition, error) of everything that the answer lists, in its order."""
    return [
        (topic.topic or topic.topic_id, data.partition_index, data.error_code)
        for topic in response.responses
        for data in topic.partitions
    ]


def data_of(response: FetchResponse, partition: int = 0) -> Any:
    """The entry of the only listed partition of that number."""
    (found,) = [
        data
        for topic in response.responses
        for data in topic.partitions
        if data.partition_index == partition
    ]
    return found


def sizes(response: FetchResponse) -> dict[int, int]:
    """Bytes of records by partition, in the order of the answer."""
    found: dict[int, int] = {}
    for topic in response.responses:
        for data in topic.partitions:
            assert data.records is not None
            found[data.partition_index] = len(data.records)
    return found


def base_offsets(records: Any) -> list[int]:
    """Of the whole batches in `records`."""
    return [header.base_offset for _, header in iter_headers(bytes(records))]


def elect(broker: Broker, partition: Partition, leader_id: int) -> None:
    """Give a partition a leader in a new epoch."""
    image = partition.image._replace(
        leader=leader_id,
        leader_epoch=partition.image.leader_epoch + 1,
        partition_epoch=partition.image.partition_epoch + 1,
    )
    broker.replicas.update(partition.topic_partition, image)


class Fetcher:
    """A client of a broker of its own, with a topic `t` of three partitions."""

    def __init__(
        self,
        partitions: int = 3,
        *,
        emulate: str | None = None,
        parts: ReleaseParts[Any] = PLAIN,
        **overrides: str,
    ) -> None:
        self.harness = BrokerHarness(
            {name.replace("_", "."): value for name, value in overrides.items()},
            emulate=emulate,
            parts=parts,
        )
        self.broker = self.harness.broker
        self.topic_id = self.harness.create_topic("t", partitions)
        self.client: HarnessClient = self.harness.connect()

    def partition(self, index: int = 0, topic: str = "t") -> Partition:
        partition: Partition | None = self.broker.replicas.get(TopicPartition(topic, index))
        assert partition is not None
        return partition

    def configure(self, index: int = 0, **configs: str) -> None:
        """Set topic configurations, also such as CreateTopics does not take."""
        self.partition(index).log.config = LogConfig.from_mapping(
            {name.replace("_", "."): value for name, value in configs.items()}
        )

    def append(
        self, index: int = 0, *, size: int = 10, count: int = 1, topic: str = "t", **batch: Any
    ) -> int:
        """One batch of `count` records with values of `size` bytes; returns its size."""
        now_ms = self.harness.now_ms
        data = encode_batch([(now_ms, None, b"v" * size, [])] * count, **batch)
        partition = self.partition(index, topic)
        self.broker.replicas.append(
            partition, data, now_ms=now_ms, verification=Verification.VERIFIED
        )
        self.harness.settle()
        return len(data)

    def append_trusted(self, data: bytes | bytearray, index: int = 0) -> None:
        """Append what no client could, such as the end of a transaction."""
        self.broker.replicas.append(
            self.partition(index),
            data,
            now_ms=self.harness.now_ms,
            origin=AppendOrigin.COORDINATOR,
        )
        self.harness.settle()

    def hold_back(self, index: int = 0) -> None:
        """From now on the high watermark stays where it is."""
        reassign(self.partition(index), isr=(1, 2))

    def catch_up(self, index: int = 0) -> None:
        """Let the high watermark move up to the log end."""
        partition = self.partition(index)
        reassign(partition, isr=(1,))
        partition.advance_high_watermark()
        self.broker.replicas.changed(partition)
        self.harness.settle()

    def elect(self, index: int = 0, *, leader_id: int = 1) -> None:
        """A new leader epoch."""
        elect(self.broker, self.partition(index), leader_id)
        self.harness.settle()

    def delete_topic(self, name: str = "t") -> None:
        topic_id = self.broker.metadata.topics[name].topic_id
        self.broker.controller.delete_topics([topic_id], self.harness.now_ms)
        self.harness.settle()

    def delete_records(self, offset: int, index: int = 0) -> None:
        self.broker.replicas.delete_records(self.partition(index), offset)
        self.harness.settle()

    def fetch(self, *wanted: Any, version: int = 12, **fields: Any) -> FetchResponse:
        """The answer, which must come at once."""
        response: FetchResponse = self.client.request(fetch_request(*wanted, **fields), version)
        return response

    def send(self, *wanted: Any, version: int = 12, **fields: Any) -> Pending:
        """Send a request on a connection of its own."""
        fields = {"max_wait_ms": 500, **fields}
        return self.harness.connect().send(fetch_request(*wanted, **fields), version)

    def open(self, *wanted: Any, version: int = 12, **fields: Any) -> Session:
        """A session that has `wanted`."""
        response = self.fetch(*wanted, version=version, session=(0, 0), **fields)
        assert response.error_code == 0
        assert response.session_id > 0
        return Session(self, response.session_id, version)


class Session:
    """The client's side of a session."""

    def __init__(self, fetcher: Fetcher, session_id: int, version: int) -> None:
        self.fetcher = fetcher
        self.id = session_id
        self.version = version
        self.epoch = 1

    @property
    def real(self) -> FetchSession:
        """The broker's side of it."""
        session = self.fetcher.broker.fetch_sessions.get(self.id)
        assert session is not None
        return session

    def fetch(self, *wanted: Any, **fields: Any) -> FetchResponse:
        """The next incremental fetch; its answer must come at once."""
        return self.fetcher.fetch(*wanted, **self._fields(fields))

    def send(self, *wanted: Any, **fields: Any) -> Pending:
        return self.fetcher.send(*wanted, **self._fields(fields))

    def _fields(self, fields: dict[str, Any]) -> dict[str, Any]:
        fields = {"session": (self.id, self.epoch), "version": self.version, **fields}
        self.epoch += 1
        return fields
