"""kafkawire's own codec on a raw connection, behind the verbs of the scenarios.

No client library stands between a scenario and the bytes, so this adapter speaks the newest version
of each API that the broker advertises and can be told to speak another.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Mapping, Sequence
from typing import TypeVar

from compat.clients.base import WAIT_SECONDS_MAX, OutOfRange, Received, ToSend, UnknownTopic
from compat.clients.raw_member import RawMember
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from kafkawire.protocol.messages.delete_topics_response import DeleteTopicsResponse
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.batch import iter_headers
from kafkawire.records.builder import encode_batch
from kafkawire.records.record import decode_records
from kafkawire.testing import RawConnection

CODECS = {"none": 0, "gzip": 1, "snappy": 2, "lz4": 3, "zstd": 4}
FETCH_VERSION_BY_NAME = 12
"""The last Fetch version that names topics; the next one wants their ids."""
PRODUCE_VERSION_BY_NAME = 12
RESETS = {"earliest": -2, "latest": -1}
"""The timestamps that stand for the two ends of a log in ListOffsets."""

NOT_YET_LED = (
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    ErrorCode.NOT_LEADER_OR_FOLLOWER,
    ErrorCode.LEADER_NOT_AVAILABLE,
)

R = TypeVar("R", bound=Message)


def _received(partition: int, offset: int, records: bytes) -> list[Received]:
    """What a partition's batches hold from `offset` on; the first may begin before it."""
    return [
        Received(
            partition,
            record.offset,
            record.key,
            record.value,
            tuple(record.headers),
            record.timestamp,
        )
        for position, header in iter_headers(records)
        for record in decode_records(records, position, header)
        if record.offset >= offset
    ]


class RawReader:
    """One partition by Fetch after Fetch, with a connection of its own."""

    def __init__(self, client: RawClient, topic: str, offset: int, reset: int) -> None:
        self._client = client
        self._topic = topic
        self._position = offset
        self._reset = reset

    def poll(self, seconds: float) -> list[Received]:
        try:
            found = self._client.fetch(
                self._topic, {0: self._position}, max_wait_ms=int(seconds * 1000)
            )
        except OutOfRange:
            start = self._client.list_offset(self._topic, 0, self._reset)
            assert start is not None
            self._position = start
            return []
        if found:
            self._position = found[-1].offset + 1
        return found

    def position(self) -> int | None:
        return self._position

    def close(self) -> None:
        self._client.close()


class RawClient:
    """The verbs in single requests."""

    name = "kafkawire"
    sends_null_headers = True

    def __init__(self, bootstrap: str) -> None:
        self._bootstrap = bootstrap
        self._connection = RawConnection(bootstrap, limit_s=WAIT_SECONDS_MAX)
        self.versions = self._connection.versions()
        """The newest version that both sides know, by API key."""

    def ask(self, request: Message, expected: type[R], version_max: int = 1 << 15) -> R:
        version = min(self.versions[request.API_KEY], version_max)
        response = self._connection.ask(request, version)
        assert isinstance(response, expected)
        return response

    def create_topic(
        self, name: str, partitions: int = 1, configs: Mapping[str, str] | None = None
    ) -> None:
        chosen = [
            CreateTopicsRequest.CreatableTopicConfig(name=key, value=value)
            for key, value in (configs or {}).items()
        ]
        topic = CreateTopicsRequest.CreatableTopic(
            name=name, num_partitions=partitions, replication_factor=1, configs=chosen
        )
        request = CreateTopicsRequest(topics=[topic], timeout_ms=10_000)
        (made,) = self.ask(request, CreateTopicsResponse).topics
        assert made.error_code == 0, made
        for partition in range(partitions):
            self._until_led(name, partition)

    def _until_led(self, topic: str, partition: int) -> None:
        """Apache Kafka's partitions have a leader a little after the answer that made them."""
        deadline = time.monotonic() + WAIT_SECONDS_MAX
        while self._listed(topic, partition, RESETS["latest"]).error_code in NOT_YET_LED:
            assert time.monotonic() < deadline, f"{topic}-{partition} has no leader"
            time.sleep(0.05)

    def delete_topic(self, name: str) -> None:
        state = DeleteTopicsRequest.DeleteTopicState(name=name)
        request = DeleteTopicsRequest(topics=[state], timeout_ms=10_000)
        (gone,) = self.ask(request, DeleteTopicsResponse).responses
        assert gone.error_code == 0, gone

    def _metadata(self, names: list[str] | None) -> MetadataResponse:
        element = MetadataRequest.MetadataRequestTopic
        topics = None if names is None else [element(name=name) for name in names]
        request = MetadataRequest(topics=topics, allow_auto_topic_creation=False)
        return self.ask(request, MetadataResponse)

    def topics(self) -> set[str]:
        return {each.name or "" for each in self._metadata(None).topics if not each.is_internal}

    def send(
        self, topic: str, records: Sequence[ToSend], *, acks: int = -1, codec: str = "none"
    ) -> list[int]:
        offsets: list[int] = []
        for partition, group in itertools.groupby(records, lambda record: record.partition):
            run = list(group)
            offsets += self._produce(topic, partition, run, acks, codec)
        return offsets

    def _produce(
        self, topic: str, partition: int, records: list[ToSend], acks: int, codec: str
    ) -> list[int]:
        now_ms = int(time.time() * 1000)
        batch = encode_batch(
            [(each.timestamp or now_ms, each.key, each.value, each.headers) for each in records],
            compression=CODECS[codec],
        )
        data = ProduceRequest.PartitionProduceData(index=partition, records=batch)
        element = ProduceRequest.TopicProduceData(name=topic, partition_data=[data])
        request = ProduceRequest(acks=acks, timeout_ms=10_000, topic_data=[element])
        if acks == 0:
            self._connection.send(request, PRODUCE_VERSION_BY_NAME, has_answer=False)
            return [-1] * len(records)
        answer = self.ask(request, ProduceResponse, PRODUCE_VERSION_BY_NAME)
        (result,) = answer.responses[0].partition_responses
        self._check(result.error_code, topic)
        return list(range(result.base_offset, result.base_offset + len(records)))

    @staticmethod
    def _check(code: int, topic: str) -> None:
        if code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
            raise UnknownTopic(topic)
        if code == ErrorCode.OFFSET_OUT_OF_RANGE:
            raise OutOfRange(topic)
        assert code == 0, ErrorCode(code).name

    def read(
        self, topic: str, partition: int, offset: int, count: int, **options: int
    ) -> list[Received]:
        found: list[Received] = []
        deadline = time.monotonic() + WAIT_SECONDS_MAX
        while len(found) < count:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{len(found)} of {count} records came")
            position = found[-1].offset + 1 if found else offset
            found += self.fetch(topic, {partition: position}, **options)
        return found[:count]

    def fetch(
        self,
        topic: str,
        offsets: Mapping[int, int],
        fetch_max_bytes: int = 1 << 20,
        max_wait_ms: int = 500,
    ) -> list[Received]:
        """The records of one Fetch, from the given offset of each partition on."""
        wanted = [
            FetchRequest.FetchPartition(
                partition=partition, fetch_offset=offset, partition_max_bytes=fetch_max_bytes
            )
            for partition, offset in offsets.items()
        ]
        request = FetchRequest(
            max_wait_ms=max_wait_ms,
            min_bytes=1,
            max_bytes=fetch_max_bytes,
            topics=[FetchRequest.FetchTopic(topic=topic, partitions=wanted)],
        )
        answer = self.ask(request, FetchResponse, FETCH_VERSION_BY_NAME)
        found: list[Received] = []
        for data in answer.responses[0].partitions:
            self._check(data.error_code, topic)
            at = data.partition_index
            found += _received(at, offsets[at], bytes(data.records or b""))
        return found

    def reader(self, topic: str, offset: int, reset: str) -> RawReader:
        return RawReader(RawClient(self._bootstrap), topic, offset, RESETS[reset])

    def offsets_for_time(self, topic: str, partition: int, timestamp: int) -> int | None:
        return self.list_offset(topic, partition, timestamp)

    def list_offset(self, topic: str, partition: int, timestamp: int) -> int | None:
        """The offset that ListOffsets finds for a time or one of `RESETS`, or None."""
        found = self._listed(topic, partition, timestamp)
        self._check(found.error_code, topic)
        return None if found.offset < 0 else found.offset

    def _listed(
        self, topic: str, partition: int, timestamp: int
    ) -> ListOffsetsResponse.ListOffsetsPartitionResponse:
        wanted = ListOffsetsRequest.ListOffsetsPartition(
            partition_index=partition, timestamp=timestamp
        )
        element = ListOffsetsRequest.ListOffsetsTopic(name=topic, partitions=[wanted])
        answer = self.ask(ListOffsetsRequest(topics=[element]), ListOffsetsResponse)
        (found,) = answer.topics[0].partitions
        return found

    def join(self, group: str, topic: str, *, session_seconds: float = 10.0) -> RawMember:
        return RawMember(RawClient(self._bootstrap), group, topic, session_seconds)

    def partition_count(self, topic: str) -> int:
        """How many partitions a topic has."""
        return len(self._metadata([topic]).topics[0].partitions)

    def close(self) -> None:
        self._connection.close()
