"""What scripts have in common: their world, topics that are ready for use, requests in short."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from random import Random
from typing import TypeVar

from compat.oracle.steps import MAIN, Answer, Ask, Outcome, Step
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.records.builder import encode_batch

TIME_MS = 1_700_000_000_000
"""The time of records that scripts write: the same on both sides, in every run."""
KEPT = {"retention.ms": "-1"}
"""Old records stay. Kafka looks for records to delete half a minute after it started."""
TIMEOUT_MS = 10_000
DELETE_TOPICS_BY_ID = 6
"""The version of DeleteTopics in which elements replaced the names."""

T = TypeVar("T")
M = TypeVar("M", bound=Message)
Part = Generator[Step, Outcome, T]
"""A piece of a script that comes to a value."""


class World:
    """What a script is made with. Each side's script has a `random` of its own, of one seed."""

    def __init__(
        self, name: str, ranges: Mapping[int, tuple[int, int]], seed: int, steps: int
    ) -> None:
        self.name = name
        self.random = Random(f"{name} {seed}")
        self.steps = steps
        self._ranges = ranges

    def versions(self, kind: type[Message], first: int = 0, last: int = 1000) -> list[int]:
        """The versions of a request that Kafka speaks, within bounds."""
        low, high = self._ranges[kind.API_KEY]
        return list(range(max(low, first), min(high, last) + 1))

    def spoken(self, kind: type[Message], wanted: Iterable[int]) -> list[int]:
        """Those of the wanted versions that Kafka speaks."""
        low, high = self._ranges[kind.API_KEY]
        return [version for version in wanted if low <= version <= high]

    def latest(self, kind: type[Message]) -> int:
        """The last of these versions."""
        return self.versions(kind)[-1]


def message(outcome: Outcome, kind: type[M]) -> M:
    """The message of an answer; a script cannot go on where there is none."""
    assert isinstance(outcome, Answer), f"no answer: {outcome}"
    assert isinstance(outcome.message, kind)
    return outcome.message


def topic_configs(
    configs: Mapping[str, str | None],
) -> list[CreateTopicsRequest.CreatableTopicConfig]:
    """Configs as CreateTopics wants them."""
    make = CreateTopicsRequest.CreatableTopicConfig
    return [make(name=name, value=value) for name, value in configs.items()]


def new_topic(
    name: str,
    partitions: int = 1,
    factor: int = 1,
    configs: Mapping[str, str | None] | None = None,
    assignments: Sequence[tuple[int, Sequence[int]]] = (),
) -> CreateTopicsRequest.CreatableTopic:
    """A topic to be created."""
    make = CreateTopicsRequest.CreatableReplicaAssignment
    return CreateTopicsRequest.CreatableTopic(
        name=name,
        num_partitions=partitions,
        replication_factor=factor,
        assignments=[make(partition_index=at, broker_ids=list(ids)) for at, ids in assignments],
        configs=topic_configs(configs or {}),
    )


def create(
    world: World, name: str, partitions: int = 1, configs: Mapping[str, str | None] | None = None
) -> Part[bytes]:
    """A topic that is ready for use on its broker; its id."""
    request = CreateTopicsRequest(
        topics=[new_topic(name, partitions, configs={**KEPT, **(configs or {})})],
        timeout_ms=TIMEOUT_MS,
    )
    made = message(
        (yield Ask(request, world.latest(CreateTopicsRequest), compared=False)),
        CreateTopicsResponse,
    )
    assert made.topics[0].error_code == 0, made
    yield from until_there(name, partitions)
    return made.topics[0].topic_id


def all_there(found: Message) -> bool:
    """Whether the broker leads all partitions that offsets were asked of."""
    assert isinstance(found, ListOffsetsResponse)
    return all(not each.error_code for topic in found.topics for each in topic.partitions)


def until_there(name: str, partitions: int) -> Part[None]:
    """Wait until the broker leads all partitions of a topic: it learns of them a little later."""
    yield Ask(end_offsets(name, range(partitions)), 6, until=all_there, compared=False)


def until_gone(name: str, connection: str = MAIN) -> Part[None]:
    """Wait until the broker knows that a topic is deleted."""

    def is_gone(found: Message) -> bool:
        assert isinstance(found, ListOffsetsResponse)
        return found.topics[0].partitions[0].error_code == 3

    yield Ask(end_offsets(name, [0]), 6, connection, until=is_gone, compared=False)


def delete(world: World, name: str, connection: str = MAIN) -> Part[None]:
    """Delete a topic and wait until the broker knows."""
    version = world.latest(DeleteTopicsRequest)
    yield Ask(delete_topics([name], version), version, connection, compared=False)
    yield from until_gone(name, connection)


def delete_topics(
    names: Sequence[str], version: int, timeout_ms: int = TIMEOUT_MS
) -> DeleteTopicsRequest:
    """The request that deletes topics by name."""
    if version < DELETE_TOPICS_BY_ID:
        return DeleteTopicsRequest(topic_names=list(names), timeout_ms=timeout_ms)
    make = DeleteTopicsRequest.DeleteTopicState
    return DeleteTopicsRequest(topics=[make(name=name) for name in names], timeout_ms=timeout_ms)


def end_offsets(name: str, partitions: Iterable[int], timestamp: int = -1) -> ListOffsetsRequest:
    """ListOffsets of some partitions of one topic."""
    make = ListOffsetsRequest.ListOffsetsPartition
    found = [make(partition_index=each, timestamp=timestamp) for each in partitions]
    topic = ListOffsetsRequest.ListOffsetsTopic(name=name, partitions=found)
    return ListOffsetsRequest(topics=[topic], replica_id=-1)


def batch(*values: bytes, at: int = 0, **fields: object) -> bytes:
    """A record batch of values without keys, a millisecond apart from TIME_MS + `at` on."""
    records = [(TIME_MS + at + delta, None, value, ()) for delta, value in enumerate(values)]
    return bytes(encode_batch(records, **fields))  # type: ignore[arg-type]


def produce(
    name: str, records: object, partition: int = 0, acks: int = -1, topic_id: bytes = bytes(16)
) -> ProduceRequest:
    """Produce of one batch to one partition, by name or id."""
    data = ProduceRequest.PartitionProduceData(index=partition, records=records)  # type: ignore[arg-type]
    topic = ProduceRequest.TopicProduceData(name=name, topic_id=topic_id, partition_data=[data])
    return ProduceRequest(acks=acks, timeout_ms=TIMEOUT_MS, topic_data=[topic])


def framed(data: bytes) -> bytes:
    """Bytes behind their length."""
    return len(data).to_bytes(4, "big") + data


def raw_request(api_key: int, version: int, body: bytes, header: bytes = b"\0\1c") -> bytes:
    """The frame of a request, correlation id 7; `header` is what follows that in its header."""
    head = api_key.to_bytes(2, "big", signed=True) + version.to_bytes(2, "big", signed=True)
    return framed(head + b"\0\0\0\x07" + header + body)


def fetch_partition(
    partition: int = 0, offset: int = 0, **fields: int
) -> FetchRequest.FetchPartition:
    """A partition to be fetched."""
    fields.setdefault("partition_max_bytes", 1 << 20)
    return FetchRequest.FetchPartition(partition=partition, fetch_offset=offset, **fields)  # type: ignore[arg-type]
